/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/profile/spur-profile-internal.h"

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

/* The row of @key in rows of SpurPairProfile, which is added where it is new; @key has the two
 * sides only. */
SpurPairProfile *
spur_profile_find_pair (SpurProfileRows *pairs, guint32 n_objects, const SpurPairProfile *key);

/* How a class tells of messages. */
typedef enum
{
  SPUR_PROFILE_NO_MESSAGE,
  SPUR_PROFILE_MESSAGE,
  SPUR_PROFILE_NUMBERED, /* the send and its receives have a number in common */
} SpurProfileMessage;

typedef struct
{
  SpurProfileMessage message;
  guint family; /* of numbers */
} SpurClassMessages;

/* A side of a message with a number. Who the other side is says only the event there. */
typedef struct
{
  guint64 number;
  guint64 tag;
  guint64 n_bytes;
  guint32 family;
  guint32 own;
  guint32 peer;
  guint32 group;
  guint8 is_receive;
  guint8 counts; /* it is in the span, and wanted */
} SpurProfileSide;

typedef struct
{
  GArray *classes;
  SpurProfileRows objects; /* of SpurObjectProfile; keys are objects */
  SpurProfileRows states;  /* of SpurStateProfile */
  SpurProfileRows pairs;   /* of SpurPairProfile, but for messages with numbers */
  GArray *sides;           /* of SpurProfileSide */
  gboolean has_set;        /* states that are set are not among these */
} SpurProfileSums;

void spur_profile_sums_init (SpurProfileSums *self, guint n_classes);
void spur_profile_sums_clear (SpurProfileSums *self);

/* Sums up a stream, or a part of it that has all of the span; @classes: by class. */
void spur_profile_walk_part (SpurTrace *trace,
                             const SpurReplayPart *part,
                             const SpurProfileSettings *settings,
                             const SpurClassMessages *classes,
                             SpurProfileSums *sums);

/* Adds up the messages of @sides, of all streams, in @pairs; changes their order. */
void spur_profile_join_sides (GArray *sides, guint32 n_objects, SpurProfileRows *pairs);

/* Appends the times in states that were set, of all objects, to an array of SpurStateProfile. */
void spur_profile_add_set_states (SpurTimeline *timeline,
                                  const SpurProfileSettings *settings,
                                  GArray *states);
