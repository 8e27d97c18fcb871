/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/profile/spur-profile.h"

/* Numbers different keys from 0 on, in the order in which they are added first. */
typedef struct
{
  GArray *keys;
  guint32 *slots; /* counted from 1 */
  guint n_slots;
  guint last;
} SpurKeyTable;

void spur_key_table_init (SpurKeyTable *self);
void spur_key_table_clear (SpurKeyTable *self);

/* The number of @key, which is added where it is new. */
guint spur_key_table_add (SpurKeyTable *self, guint64 key);

/* Sums of a stream, or of all: rows of SpurClassProfile by class, and of the other kinds in the
 * order of keys. */
typedef struct
{
  GArray *rows;
  SpurKeyTable keys;
} SpurProfileRows;

typedef struct
{
  GArray *classes;
  SpurProfileRows objects; /* of SpurObjectProfile; keys are objects */
  SpurProfileRows states;  /* of SpurStateProfile */
  SpurProfileRows pairs;   /* of SpurPairProfile */
  gboolean has_set;        /* states that are set are not among these */
} SpurProfileSums;

void spur_profile_sums_init (SpurProfileSums *self, guint n_classes);
void spur_profile_sums_clear (SpurProfileSums *self);

/* Sums up a stream; @is_message: by class. */
void spur_profile_walk_stream (SpurTrace *trace,
                               guint stream,
                               const SpurProfileSettings *settings,
                               const guint8 *is_message,
                               SpurProfileSums *sums);

/* Appends the times in states that were set, of all objects, to an array of SpurStateProfile. */
void spur_profile_add_set_states (SpurTimeline *timeline,
                                  const SpurProfileSettings *settings,
                                  GArray *states);
