/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/output/spur-layout.h"

/* The clock condition and its edges in a tree, under the names that every verb uses. */

void spur_tree_add_check (SpurTree *self, const SpurCheck *check);

/* The same as an object of its own. */
void spur_tree_add_check_object (SpurTree *self, const char *name, const SpurCheck *check);

/* How many messages and members of collective operations get something before it is sent; where
 * there are some, as "unsafe" that @what is not safe. */
void spur_tree_add_reversed (SpurTree *self, guint64 n_reversed, const char *what);

#define SPUR_LAYOUT_UNSAFE                                                                         \
  {                                                                                                \
    .kind = SPUR_LAYOUT_SENTENCE, .name = "unsafe", .flags = SPUR_SHOW_BAD                         \
  }

void spur_tree_add_edges (SpurTree *self, SpurEdges *edges);

/* Notes the edges that were left out because they form cycles, if any. */
void spur_tree_add_cycles (SpurTree *self, SpurEdges *edges, SpurTrace *trace);

/* Events without a partner: all in the list, and the first ones as notes. */
void spur_tree_add_unmatched (SpurTree *self, SpurTrace *trace, SpurEdges *edges, gboolean is_raw);

/* Messages whose ends disagree on their size or tag: all in the list, and the first ones as notes.
 */
void spur_tree_add_disagreements (SpurTree *self,
                                  SpurTrace *trace,
                                  SpurEdges *edges,
                                  const SpurJob *job);

/* How well a clock is known, and its component: "verdict" and "component". */
void spur_tree_add_verdict (SpurTree *self, SpurClockVerdict verdict, guint component);

/* What was found of the clocks, and what is known of them: "known",
 * "verdict" and "findings". */
void spur_tree_add_findings (SpurTree *self, SpurTrace *trace, SpurCorrection *correction);

/* Offsets of clocks that were measured, if any: "measured_offsets", and "shown_offsets" for people.
 */
void spur_tree_add_offsets (SpurTree *self, SpurTrace *trace);

/* The facts of a correction as an object, an empty one for NULL. */
void spur_tree_add_facts (SpurTree *self, const char *name, SpurCorrection *correction);

extern const SpurColumn spur_finding_columns[];

#define SPUR_LAYOUT_FINDINGS                                                                       \
  {                                                                                                \
    .kind = SPUR_LAYOUT_FACTS, .name = "findings", .columns = spur_finding_columns                 \
  }

#define SPUR_LAYOUT_OFFSETS SPUR_LAYOUT_NOTE_OF ("shown_offsets", "offsets measured")

#define SPUR_LAYOUT_CYCLES                                                                         \
  SPUR_LAYOUT_COUNT_IF ("cyclic_edges", "edges in cycles"), SPUR_LAYOUT_EMPTY_IF ("cycles"),       \
    SPUR_LAYOUT_LINE_OF ("cycles_warning", "  ", SPUR_SHOW_BAD),                                   \
    SPUR_LAYOUT_LINE_OF ("cycles", "  ", 0)

#define SPUR_LAYOUT_DISAGREEMENTS                                                                  \
  SPUR_LAYOUT_EMPTY_IF ("disagreements_title"), SPUR_LAYOUT_TITLE_OF ("disagreements_title"),      \
    SPUR_LAYOUT_LINE_OF ("shown_disagreements", "  ", 0)

#define SPUR_LAYOUT_UNMATCHED                                                                      \
  SPUR_LAYOUT_EMPTY_IF ("unmatched_title"), SPUR_LAYOUT_TITLE_OF ("unmatched_title"),              \
    SPUR_LAYOUT_LINE_OF ("shown_unmatched", "  ", 0)
