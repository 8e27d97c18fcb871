/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/output/spur-layout.h"
#include "core/analysis/presence/spur-load.h"
#include "core/analysis/profile/spur-edge-profile.h"
#include "core/analysis/profile/spur-profile.h"

/* What is known of a span of a trace, to be told as a table. */
typedef struct
{
  SpurTrace *trace;
  SpurLoad *loads;          /* where the table needs them */
  SpurProfile *profile;     /* where the table has parts of it */
  GArray *edges;            /* of SpurEdgeProfile, where the table is of them */
  const guint8 *are_wanted; /* by active object; NULL for all */
  gint64 begin_ns;
  gint64 end_ns;
} SpurSums;

/* What the time of a SpurTargetLoad or SpurObjectLoad went into, under the names that every verb
 * uses. */
#define SPUR_TREE_ADD_TIMES(tree, load)                                                            \
  spur_tree_add_times ((tree), (load)->work_ns, (load)->overhead_ns, (load)->communication_ns,     \
                       (load)->idle_ns)

void spur_tree_add_times (
  SpurTree *self, gint64 work_ns, gint64 overhead_ns, gint64 communication_ns, gint64 idle_ns);

/* How often objects in a span come to targets and leave them, and move. */
typedef struct
{
  guint *n_came; /* by target */
  guint *n_left;
  guint *n_moved; /* by load object */
} SpurMoveCounts;

void spur_move_counts_init (SpurMoveCounts *self,
                            SpurTimeline *timeline,
                            gint64 begin_ns,
                            gint64 end_ns);

void spur_move_counts_clear (SpurMoveCounts *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurMoveCounts, spur_move_counts_clear)

/* A table of sums: a row for each target, event class ... */
typedef struct
{
  const char *word; /* as --by names it */
  SpurProfileParts parts;
  gboolean needs_loads;
  gboolean needs_edges;
  gboolean counts_events; /* else there are times only, which belong to no event */
  const SpurLayout *layout;
  void (*add) (const SpurSums *self, SpurTree *tree);
} SpurSumsTable;

/* The table of a word, or NULL. */
const SpurSumsTable *spur_sums_find_table (const char *word);

/* The words; ends with NULL. */
extern const char *const spur_sums_words[];
