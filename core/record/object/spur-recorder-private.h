/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-internal.h"
#include "core/record/object/spur-memory-sink.h"
#include "core/record/object/spur-recorder.h"
#include "core/record/object/spur-switches-internal.h"

/* What a recorder knows besides the events, when all of them are there. */
typedef struct
{
  /* Of SpurPredecessor: streams are sources, events their numbers. */
  const GArray *predecessors;
  guint64 n_elsewhere;
  GType identifier_type;
  SpurFactories *factories;
} SpurMemoryEnd;

/* Seals the trace, before the sink is closed. */
void spur_memory_sink_end (SpurMemorySink *self, const SpurMemoryEnd *end);

/* The sends and receives that were recorded, and which of them belong together, by what their
 * classes say of them. */
typedef struct _SpurMessages SpurMessages;

SpurMessages *spur_messages_new (void);

void spur_messages_free (SpurMessages *self);

/* A send or a receive. @is_wanted: whether a receive's send is to be its predecessor. The rest is
 * for the messages themselves: @next is the send after it in the channel. */
typedef struct
{
  guint stream;
  gboolean is_wanted;
  guint64 event;
  gint64 time_ns;

  guint64 posted;
  guint channel;
  guint next;
  /* Of the message, 0 for none; and whether a send is some receive's by that. */
  guint64 number;
  gboolean is_claimed;
} SpurMessageEnd;

/* Takes an event that was recorded, with a layout that lives as long as @self. Gives the send of a
 * receive, where it is known by now, until the next one is taken; else NULL. */
const SpurMessageEnd *spur_messages_take (SpurMessages *self,
                                          const SpurEventLayout *layout,
                                          const guint8 *record,
                                          const SpurMessageEnd *end);

/* Adds the send of every receive that wants it, as far as both are there: #SpurPredecessor. More
 * may be taken afterwards. */
void spur_messages_add_predecessors (const SpurMessages *self, GArray *predecessors);

/* On whose behalf events are recorded. @stem is %NULL as long as nothing was. */
typedef struct
{
  SpurActiveObject *object;
  SpurEventIdStem *stem;
  guint index;
  guint64 origin;
  guint64 n_events;
  gint64 last_ns;
  gboolean is_off;
} SpurRecorderSource;

/* Shared by spur-recorder.c, which takes events, and spur-recorder-sinks.c, which looks after where
 * they go. */
struct _SpurRecorder
{
  GObject parent_instance;

  GMutex mutex;
  /* The number of the thread that has it locked, or 0. */
  gint64 busy_thread;
  gboolean is_finished;
  SpurFactories *factories;
  /* NULL for CLOCK_MONOTONIC. */
  SpurClockFunc clock_function;
  gpointer clock_data;
  GDestroyNotify clock_destroy;

  GPtrArray *sinks;
  /* Of the sources those that recorded, by their numbers. */
  GPtrArray *open_sources;
  /* What every sink is told: facts by their keys, kinds of states by their names. */
  GHashTable *facts;
  GHashTable *state_kinds;
  SpurSwitches *switches;

  GHashTable *sources;
  GHashTable *source_of_thread;
  GHashTable *source_of_origin;

  /* The thread that recorded last, which is often the next one, and its source. */
  gint64 last_thread;
  SpurRecorderSource *last_source;
  guint n_threads;
  guint64 n_recorded;
  /* The next number of a message. */
  guint64 next_number;

  /* The class of the identifiers, known with the first one, and whether it was not even made: then
   * none names predecessors, and there is no need to know which send a receive has. */
  GType identifier_type;
  gboolean is_plain;
  /* Where identifiers name predecessors: what is asked who belongs to whom, and the tables that its
   * numbers are of. */
  SpurMessages *messages;
  SpurTrace *tables;
  /* Of SpurPredecessor: those that were given with events. */
  GArray *predecessors;
  guint64 n_elsewhere;
};

/* (transfer full) (nullable): On whose behalf the calling thread records; NULL for the thread
 * itself, where it has not recorded yet. */
SpurActiveObject *spur_recorder_dup_source (SpurRecorder *self);

void spur_recorder_lock (SpurRecorder *self);

/* Also tells of problems of sinks that are new. */
void spur_recorder_unlock (SpurRecorder *self);

/* Whether the calling thread is just inside of the recorder: its clock, its factories or their
 * serializer ask, and must not record. */
gboolean spur_recorder_is_busy_here (SpurRecorder *self);

/* The rest under the lock. */

gboolean spur_recorder_check_open (SpurRecorder *self, GError **error);

/* Where it has no sink by now it gets one in memory. */
void spur_recorder_need_sink (SpurRecorder *self);

void spur_recorder_tell_source (SpurRecorder *self, SpurRecorderSource *source);

/* FALSE with the error of the last one where all sinks dropped it. */
gboolean spur_recorder_hand_over (SpurRecorder *self,
                                  const SpurRecorderSource *source,
                                  SpurEvent *event,
                                  GLogLevelFlags level,
                                  GError **error);

guint64 spur_recorder_get_origin (SpurRecorder *self, guint source);

/* What is known beside the events by now. Gives what @end points into. */
GArray *spur_recorder_get_end (SpurRecorder *self, SpurMemoryEnd *end);

void spur_recorder_close_sinks (SpurRecorder *self);
