/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <spur.h>

/* A trace that is made event by event. Its first object and its first state are not used, so that 0
 * is none. */
typedef struct
{
  SpurTrace *trace;
  SpurStream *streams[4];
  guint n_streams;
} PresenceWorld;

/* An event: fields that are 0 are absent. */
typedef struct
{
  guint stream;
  gint64 time_ns;
  GType type;
  guint32 subject;
  guint32 source;
  guint32 destination;
  guint32 state;
  guint64 id;
  guint64 n_bytes;
  double load;
  guint32 peer;
} PresenceEvent;

void presence_world_init (PresenceWorld *self);
void presence_world_clear (PresenceWorld *self);

/* @target may be %SPUR_NONE. */
guint presence_world_add_stream (PresenceWorld *self, guint32 target);

guint32 presence_world_add_object (PresenceWorld *self, GType type, const char *name);

void presence_world_add (PresenceWorld *self, const PresenceEvent *events, guint n_events);

#define presence_world_record(self, ...)                                                           \
  presence_world_add (self, (const PresenceEvent[]){ __VA_ARGS__ },                                \
                      sizeof ((const PresenceEvent[]){ __VA_ARGS__ }) / sizeof (PresenceEvent))

/* Ends the trace at a time and goes through it. */
SpurTimeline *presence_world_finish (PresenceWorld *self, gint64 end_ns);
