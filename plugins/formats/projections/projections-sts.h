/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/formats/projections/projections-lines.h"

/* Charm++ counts chares and entry methods in 16 bits. */
#define PROJECTIONS_MAX_ID 65535

/* An array's index has at most this many numbers. */
#define PROJECTIONS_MAX_DIMS 6

/* A class of objects; @n_dims is above 0 where it is an array. */
typedef struct
{
  char *name;
  int n_dims;
} ProjectionsChare;

typedef struct
{
  char *name;
  guint chare;
} ProjectionsEntry;

/* What NAME.sts defines. */
typedef struct
{
  char *path;
  double version;
  gint64 n_pes;
  gint64 n_nodes;
  gint64 n_counters;
  guint64 n_missing;

  /* By id; an entry without a name is not defined. */
  GArray *chares;
  GArray *entries;
  /* Number to name. */
  GHashTable *user_events;
  GHashTable *statistics;
  /* Keyword to what follows it, for "MACHINE", "TIMESTAMP" and others that say of the run. */
  GHashTable *facts;
} ProjectionsSts;

ProjectionsSts *projections_sts_read (ProjectionsLines *lines, GError **error);

void projections_sts_free (ProjectionsSts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProjectionsSts, projections_sts_free)

/* NULL where it is not defined. */
const ProjectionsEntry *projections_sts_get_entry (const ProjectionsSts *self, gint64 entry);
const ProjectionsChare *projections_sts_get_chare (const ProjectionsSts *self, gint64 chare);

/* The numbers of the index of an element of the entry method's chare; 0 where it is no array. */
guint projections_sts_get_n_dims (const ProjectionsSts *self, gint64 entry);
