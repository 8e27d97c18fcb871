/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-bytes-private.h"
#include "core/store/trace/spur-trace.h"

/* A state that a stream entered and has not left yet. */
typedef struct
{
  guint32 object;
  guint32 state;
  /* The visitor's own. */
  guint32 tag;
} SpurEntered;

/* What an event says of where its subject is. There is one reading of that, here, for edges and for
 * presence alike. */
typedef enum
{
  SPUR_MOVEMENT_NONE,
  SPUR_MOVEMENT_ARRIVES, /* it is at the destination, or where the stream runs, from now on */
  SPUR_MOVEMENT_LEAVES,  /* it is sent away, and nowhere until it arrives */
  SPUR_MOVEMENT_ENDS,
} SpurMovement;

SpurMovement spur_replay_get_movement (const SpurEventLayout *layout);

/* An event of a stream that says something of active objects. */
typedef struct
{
  SpurTrace *trace;
  const SpurEventLayout *layout;
  const guint8 *record;
  guint64 event;
  /* 0 in a replay without times. */
  gint64 time_ns;
  guint32 stream;
  /* What the stream runs on. */
  guint32 target;
  guint32 subject;
  guint16 class_index;

  /* Of SpurEntered, the innermost last: with the one that this event enters. Empty in a replay
   * without times. */
  GArray *entered;
  /* Where this event leaves a state that was entered. */
  gboolean has_left;
  SpurEntered left;
} SpurReplay;

typedef enum
{
  SPUR_REPLAY_CORRECTED,
  SPUR_REPLAY_RAW,
  SPUR_REPLAY_SUBJECTS, /* without times: all events that have a subject, also without an effect */
  SPUR_REPLAY_ALL_CORRECTED, /* all events, whatever they say */
  SPUR_REPLAY_ALL_RAW,
} SpurReplayKind;

typedef void (*SpurReplayVisit) (SpurReplay *replay, gpointer user_data);

/* Goes through the events of a stream in order; @end, which may be NULL, is called for each state
 * that is not left at its end, at the time of the last event. */
void spur_replay_stream (SpurTrace *trace,
                         guint stream,
                         SpurReplayKind kind,
                         SpurReplayVisit visit,
                         SpurReplayVisit end,
                         gpointer user_data);

/* A part of a stream whose times never fall. */
typedef struct
{
  guint32 stream;
  SpurReplayKind kind;
  /* Position of the first event, and the states that are open before it, the innermost last. */
  guint64 first;
  SpurEntered *entered;
  guint n_entered;
  /* The part ends with the first event after this time, which is not visited. */
  gint64 until_ns;
} SpurReplayPart;

/* The same for a part; @end is called at the time of the event that ends it. */
void spur_replay_part (SpurTrace *trace,
                       const SpurReplayPart *part,
                       SpurReplayVisit visit,
                       SpurReplayVisit end,
                       gpointer user_data);

/* Goes through those of a stream's events whose classes have a non-zero byte. What is open
 * meanwhile is not known. */
void spur_replay_classes (SpurTrace *trace,
                          guint stream,
                          SpurReplayKind kind,
                          const guint8 *is_wanted,
                          SpurReplayVisit visit,
                          gpointer user_data);

/* An entry that the event's record has, or %SPUR_NONE. */
static inline guint32
spur_replay_get_use (const SpurReplay *self, SpurUse use)
{
  int field = self->layout->field_of_use[use];

  return field < 0 ? SPUR_NONE
                   : spur_get_le32 (self->record + self->layout->fields[field].offset_bytes);
}

static inline SpurEntered *
spur_replay_get_innermost (const SpurReplay *self)
{
  return self->entered->len > 0
           ? &g_array_index (self->entered, SpurEntered, self->entered->len - 1)
           : NULL;
}
