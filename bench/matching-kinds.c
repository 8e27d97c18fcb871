/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Traces with edges of one kind each, about as many as are asked for. What grows with the number of
 * edges differs: the messages of a channel, channels, streams, members, objects. */
#include "config.h"

#include "bench/matching.h"
#include "events/spur-events.h"

#define N(value) ((guint64) (value))

/* The members of a team, or of a communicator. */
#define TEAM 16
/* Streams on which much happens. */
#define FEW 4
/* Of this number of messages one is lost. */
#define LOST_SHARE 10

/* Each stream is on a target of its own, which is object number i, and all targets are the group
 * number 0. */
static void
add_streams (SpurTrace *trace, guint n_streams)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autofree guint32 *members = g_new (guint32, n_streams);

  for (guint i = 0; i < n_streams; i++)
    {
      g_autofree char *name = g_strdup_printf ("host %u", i);
      SpurClock clock = { name, "program", 1000000000, 0, 0 };

      members[i] =
        spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, name, NULL, SPUR_NONE);
      spur_trace_add_stream (trace, name, spur_definitions_add_clock (definitions, &clock), i);
    }
  spur_definitions_add_group (definitions, "all", members, n_streams);
}

static guint32
add_load_object (SpurTrace *trace)
{
  return spur_definitions_add_object (spur_trace_get_definitions (trace), SPUR_TYPE_LOAD_OBJECT,
                                      "agent", NULL, SPUR_NONE);
}

/* Packs an event from uses and values, ended by SPUR_USE_NONE; what is not said is absent. */
static void
append (SpurTrace *trace, guint s, GType type, ...)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  SpurStream *stream = spur_trace_get_stream (trace, s);
  guint8 record[128];
  va_list list;

  memset (record, 0xff, sizeof record);
  va_start (list, type);
  for (;;)
    {
      SpurUse use = (SpurUse) va_arg (list, int);

      if (use == SPUR_USE_NONE)
        break;
      spur_event_layout_set_uint (layout, (guint) layout->field_of_use[use], record,
                                  va_arg (list, guint64));
    }
  va_end (list);
  spur_stream_append (stream, 10 * (gint64) spur_stream_get_n_events (stream) + s % 10,
                      spur_trace_add_event_type (trace, type), record);
}

static void
append_send (SpurTrace *trace, guint stream, guint32 from, guint32 to, guint64 tag)
{
  append (trace, stream, SPUR_TYPE_CHANNEL_SEND_EVENT, SPUR_USE_SUBJECT, N (from), SPUR_USE_PEER,
          N (to), SPUR_USE_TAG, tag, SPUR_USE_COMMUNICATOR, N (0), SPUR_USE_NONE);
}

static void
append_receive (SpurTrace *trace, guint32 from, guint32 to, guint64 tag, guint64 posted)
{
  append (trace, to, SPUR_TYPE_CHANNEL_RECEIVE_EVENT, SPUR_USE_SUBJECT, N (to), SPUR_USE_PEER,
          N (from), SPUR_USE_TAG, tag, SPUR_USE_COMMUNICATOR, N (0), SPUR_USE_POSTED, posted,
          SPUR_USE_NONE);
}

static void
make_messages (SpurTrace *trace, guint n)
{
  add_streams (trace, FEW);
  for (guint i = 0; i < n; i++)
    {
      append_send (trace, i % FEW, i % FEW, (i + 1) % FEW, 0);
      append_receive (trace, i % FEW, (i + 1) % FEW, 0, 0);
    }
}

/* Message number @number of object 0 to object 1 of stream 0 or 1. */
static void
append_numbered (SpurTrace *trace, guint stream, GType type, guint number)
{
  append (trace, stream, type, SPUR_USE_SUBJECT, N (stream), SPUR_USE_PEER, N (1 - stream),
          SPUR_USE_TAG, N (0), SPUR_USE_NUMBER, N (number) + 1, SPUR_USE_NONE);
}

static void
make_numbered (SpurTrace *trace, guint n)
{
  add_streams (trace, 2);
  for (guint i = 0; i < n; i++)
    {
      append_numbered (trace, 0, SPUR_TYPE_LO_MESSAGE_SEND_EVENT, i);
      append_numbered (trace, 1, SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT, i);
    }
}

/* Of 8 messages the last one comes first. */
static void
make_overtaking (SpurTrace *trace, guint n)
{
  add_streams (trace, 2);
  for (guint i = 0; i < n / 8 * 8; i++)
    {
      append_numbered (trace, 0, SPUR_TYPE_LO_MESSAGE_SEND_EVENT, i);
      append_numbered (trace, 1, SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT, i ^ 7);
    }
}

static void
make_tags (SpurTrace *trace, guint n)
{
  add_streams (trace, 2);
  for (guint i = 0; i < n; i++)
    append_send (trace, 0, 0, 1, i);
  for (guint i = n; i-- > 0;)
    append_receive (trace, 0, 1, i, 0);
}

static void
make_peers (SpurTrace *trace, guint n)
{
  guint n_streams = n / TEAM;

  add_streams (trace, n_streams);
  for (guint i = 0; i < n; i++)
    {
      guint from = i % n_streams, to = (from + 1 + i / n_streams) % n_streams;

      append_send (trace, from, from, to, 0);
      append_receive (trace, from, to, 0, 0);
    }
}

/* Receives are posted in an order that is not that in which they end. */
static void
make_posted (SpurTrace *trace, guint n)
{
  add_streams (trace, 2);
  for (guint i = 0; i < n; i++)
    {
      append_send (trace, 0, 0, 1, 0);
      append_receive (trace, 0, 1, 0, 2 * N (i % TEAM));
    }
}

static void
make_lost (SpurTrace *trace, guint n)
{
  add_streams (trace, 2);
  for (guint i = 0; i < n; i++)
    {
      append_send (trace, 0, 0, 1, i % TEAM);
      if (i % LOST_SHARE != 0)
        append_receive (trace, 0, 1, i % TEAM, 0);
    }
}

/* The messages of an object that has events in several streams. */
static void
make_scattered (SpurTrace *trace, guint n)
{
  guint32 sender;

  add_streams (trace, FEW);
  sender = add_load_object (trace);
  for (guint i = 0; i < n; i++)
    {
      append_send (trace, 1 + i % (FEW - 1), sender, 0, 0);
      append_receive (trace, sender, 0, 0, 0);
    }
}

static void
append_id (SpurTrace *trace, guint s, GType type, guint64 number)
{
  append (trace, s, type, SPUR_USE_MESSAGE_ID, number, SPUR_USE_NONE);
}

static void
make_ids (SpurTrace *trace, guint n)
{
  add_streams (trace, 2);
  for (guint i = 0; i < n; i++)
    append_id (trace, 0, SPUR_TYPE_THREAD_FORK_EVENT, i);
  for (guint i = n; i-- > 0;)
    append_id (trace, 1, SPUR_TYPE_THREAD_BEGIN_EVENT, i);
}

/* All sends have one number. */
static void
make_repeated (SpurTrace *trace, guint n)
{
  add_streams (trace, 2);
  for (guint i = 0; i < n; i++)
    append_id (trace, 0, SPUR_TYPE_THREAD_FORK_EVENT, 7);
  for (guint i = 0; i < n; i++)
    append_id (trace, 1, SPUR_TYPE_THREAD_BEGIN_EVENT, 7);
}

static void
make_forks (SpurTrace *trace, guint n)
{
  add_streams (trace, TEAM + 1);
  for (guint i = 0; i < n; i++)
    {
      if (i % TEAM == 0)
        append_id (trace, TEAM, SPUR_TYPE_THREAD_FORK_EVENT, i / TEAM);
      append_id (trace, i % TEAM, SPUR_TYPE_THREAD_BEGIN_EVENT, i / TEAM);
    }
}

static void
make_fork (SpurTrace *trace, guint n)
{
  guint n_streams = n / TEAM;

  add_streams (trace, n_streams + 1);
  append_id (trace, n_streams, SPUR_TYPE_THREAD_FORK_EVENT, 0);
  for (guint i = 0; i < n; i++)
    append_id (trace, i % n_streams, SPUR_TYPE_THREAD_BEGIN_EVENT, 0);
}

static void
make_gathers (SpurTrace *trace, guint n)
{
  add_streams (trace, TEAM + 1);
  for (guint i = 0; i < n; i++)
    {
      append_id (trace, i % TEAM, SPUR_TYPE_THREAD_END_EVENT, i / TEAM);
      if (i % TEAM == TEAM - 1)
        append_id (trace, TEAM, SPUR_TYPE_THREAD_JOIN_EVENT, i / TEAM);
    }
}

static void
make_gather (SpurTrace *trace, guint n)
{
  guint n_streams = n / TEAM;

  add_streams (trace, n_streams + 1);
  for (guint i = 0; i < n; i++)
    append_id (trace, i % n_streams, SPUR_TYPE_THREAD_END_EVENT, 0);
  append_id (trace, n_streams, SPUR_TYPE_THREAD_JOIN_EVENT, 0);
}

/* Holder number @order of a lock gets it and gives it to the next one. */
static void
append_holder (SpurTrace *trace, guint s, guint lock, guint order)
{
  append (trace, s, SPUR_TYPE_LOCK_ACQUIRE_EVENT, SPUR_USE_TAG, N (lock), SPUR_USE_MESSAGE_ID,
          N (order), SPUR_USE_NONE);
  append (trace, s, SPUR_TYPE_LOCK_RELEASE_EVENT, SPUR_USE_TAG, N (lock), SPUR_USE_MESSAGE_ID,
          N (order + 1), SPUR_USE_NONE);
}

static void
make_lock (SpurTrace *trace, guint n)
{
  add_streams (trace, 2);
  for (guint i = 0; i < n; i++)
    append_holder (trace, i % 2, 0, i);
}

static void
make_lock_threads (SpurTrace *trace, guint n)
{
  guint n_streams = n / TEAM;

  add_streams (trace, n_streams);
  for (guint i = 0; i < n; i++)
    append_holder (trace, i % n_streams, 0, i);
}

/* Every lock has two holders. */
static void
make_locks (SpurTrace *trace, guint n)
{
  add_streams (trace, 2);
  for (guint i = 0; i < n; i++)
    append_holder (trace, i % 2, i / 2, i % 2);
}

/* The releases are lost, so that every acquisition asks whether it is the first one. */
static void
make_lock_lost (SpurTrace *trace, guint n)
{
  add_streams (trace, 2);
  for (guint i = n; i-- > 0;)
    append (trace, i % 2, SPUR_TYPE_LOCK_ACQUIRE_EVENT, SPUR_USE_TAG, N (0), SPUR_USE_MESSAGE_ID,
            N (i), SPUR_USE_NONE);
}

static void
make_window_locks (SpurTrace *trace, guint n)
{
  add_streams (trace, FEW);
  for (guint i = 0; i < n; i++)
    {
      append (trace, i % FEW, SPUR_TYPE_WINDOW_LOCK_EVENT, SPUR_USE_SUBJECT, N (i % FEW),
              SPUR_USE_TAG, N (0), SPUR_USE_MESSAGE_ID, N (i), SPUR_USE_NONE);
      append (trace, i % FEW, SPUR_TYPE_WINDOW_UNLOCK_EVENT, SPUR_USE_SUBJECT, N (i % FEW),
              SPUR_USE_TAG, N (0), SPUR_USE_MESSAGE_ID, N (i + 1), SPUR_USE_NONE);
    }
}

static void
append_window (SpurTrace *trace, guint s, GType type, guint32 peer, guint32 peers, guint tag)
{
  append (trace, s, type, SPUR_USE_SUBJECT, N (s), SPUR_USE_COMMUNICATOR, N (0), SPUR_USE_PEER,
          N (peer), SPUR_USE_MEMBERS, N (peers), SPUR_USE_TAG, N (tag), SPUR_USE_NONE);
}

/* An exposure of a window to one other, each with a number of its own. */
static void
make_windows (SpurTrace *trace, guint n)
{
  add_streams (trace, 2);
  for (guint i = 0; i < n / 2; i++)
    {
      append_window (trace, 0, SPUR_TYPE_WINDOW_POST_EVENT, 1, SPUR_NONE, i);
      append_window (trace, 1, SPUR_TYPE_WINDOW_START_EVENT, 0, SPUR_NONE, i);
      append_window (trace, 1, SPUR_TYPE_WINDOW_COMPLETE_EVENT, 0, SPUR_NONE, i);
      append_window (trace, 0, SPUR_TYPE_WINDOW_WAIT_EVENT, 1, SPUR_NONE, i);
    }
}

/* Exposures to all of a group. */
static void
make_window_groups (SpurTrace *trace, guint n)
{
  add_streams (trace, TEAM);
  for (guint i = 0; i < n / TEAM; i++)
    {
      append_window (trace, 0, SPUR_TYPE_WINDOW_POST_EVENT, SPUR_NONE, 0, 0);
      for (guint k = 0; k < TEAM; k++)
        append_window (trace, k, SPUR_TYPE_WINDOW_START_EVENT, 0, SPUR_NONE, 0);
    }
}

static void
append_end (SpurTrace *trace, guint s, GType type, guint32 group, SpurUse use, guint64 extra)
{
  append (trace, s, type, SPUR_USE_SUBJECT, N (s), SPUR_USE_COMMUNICATOR, N (group),
          SPUR_USE_PATTERN, N (SPUR_PATTERN_N_TO_N), SPUR_USE_ROOT, N (SPUR_NONE),
          SPUR_USE_SENT_BYTES, N (8), SPUR_USE_RECEIVED_BYTES, N (8), use, extra, SPUR_USE_NONE);
}

static void
append_operation (SpurTrace *trace, guint s)
{
  append (trace, s, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT, SPUR_USE_NONE);
  append_end (trace, s, SPUR_TYPE_COLLECTIVE_END_EVENT, 0, SPUR_USE_SENT_BYTES, 8);
}

static void
make_operations_of (SpurTrace *trace, guint n, guint n_members)
{
  add_streams (trace, n_members);
  for (guint i = 0; i < n; i++)
    append_operation (trace, i % n_members);
}

static void
make_operations (SpurTrace *trace, guint n)
{
  make_operations_of (trace, n, TEAM);
}

static void
make_members (SpurTrace *trace, guint n)
{
  make_operations_of (trace, n, n / TEAM);
}

/* One member lacks some operations, so that it is searched for which they are. */
static void
make_operations_lost (SpurTrace *trace, guint n)
{
  add_streams (trace, TEAM);
  for (guint i = 0; i < n; i++)
    {
      if (i % TEAM != 0 || i / TEAM % (n / TEAM / FEW) != 0)
        append_operation (trace, i % TEAM);
    }
}

/* All members lack more than can be told. */
static void
make_operations_out (SpurTrace *trace, guint n)
{
  add_streams (trace, TEAM);
  for (guint i = 0; i < n; i++)
    {
      if (i % 7 != 0)
        append_operation (trace, i % TEAM);
    }
}

/* Each operation is of a communicator of its own. */
static void
make_communicators (SpurTrace *trace, guint n)
{
  add_streams (trace, TEAM);
  for (guint i = 0; i < n / TEAM; i++)
    {
      guint32 members[TEAM];
      guint32 group;

      for (guint32 k = 0; k < TEAM; k++)
        members[k] = k;
      group =
        spur_definitions_add_group (spur_trace_get_definitions (trace), "some", members, TEAM);
      for (guint k = 0; k < TEAM; k++)
        {
          append (trace, k, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT, SPUR_USE_NONE);
          append_end (trace, k, SPUR_TYPE_COLLECTIVE_END_EVENT, group, SPUR_USE_SENT_BYTES, 8);
        }
    }
}

/* All are begun before the first is complete, and complete from the last on. */
static void
make_requests (SpurTrace *trace, guint n)
{
  add_streams (trace, FEW);
  for (guint i = 0; i < n; i++)
    append_id (trace, i % FEW, SPUR_TYPE_COLLECTIVE_START_EVENT, i);
  for (guint i = n; i-- > 0;)
    append_end (trace, i % FEW, SPUR_TYPE_COLLECTIVE_COMPLETION_EVENT, 0, SPUR_USE_MESSAGE_ID, i);
}

/* Each member gets data from all. */
static void
make_exchanges (SpurTrace *trace, guint n)
{
  add_streams (trace, TEAM);
  for (guint i = 0; i < n / TEAM; i++)
    append (trace, i % TEAM, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT, SPUR_USE_NONE);
  for (guint i = 0; i < n / TEAM; i++)
    append (trace, i % TEAM, SPUR_TYPE_COLLECTIVE_EXCHANGE_EVENT, SPUR_USE_SUBJECT, N (i % TEAM),
            SPUR_USE_COMMUNICATOR, N (0), SPUR_USE_PATTERN, N (SPUR_PATTERN_PAIRS),
            SPUR_USE_SENT_BYTES, N (8), SPUR_USE_RECEIVED_BYTES, N (8), SPUR_USE_MEMBERS, N (0),
            SPUR_USE_NONE);
}

static void
make_barriers (SpurTrace *trace, guint n)
{
  add_streams (trace, TEAM);
  for (guint i = 0; i < n; i++)
    {
      append (trace, i % TEAM, SPUR_TYPE_BARRIER_ENTER_EVENT, SPUR_USE_NONE);
      append (trace, i % TEAM, SPUR_TYPE_BARRIER_EXIT_EVENT, SPUR_USE_SUBJECT, N (i % TEAM),
              SPUR_USE_COMMUNICATOR, N (0), SPUR_USE_PATTERN, N (SPUR_PATTERN_BARRIER),
              SPUR_USE_NONE);
    }
}

static void
append_of_object (SpurTrace *trace, guint s, GType type, guint32 object)
{
  append (trace, s, type, SPUR_USE_SUBJECT, N (object), SPUR_USE_NONE);
}

/* Each object is created in one stream and changes its state in another one. */
static void
make_creations (SpurTrace *trace, guint n)
{
  add_streams (trace, FEW);
  for (guint i = 0; i < n; i++)
    {
      guint32 object = add_load_object (trace);

      append_of_object (trace, 0, SPUR_TYPE_LO_CREATION_EVENT, object);
      append_of_object (trace, 1 + i % (FEW - 1), SPUR_TYPE_LO_STATE_CHANGE_EVENT, object);
    }
}

/* Each object has a stream, as a thread has that others create. */
static void
make_created_streams (SpurTrace *trace, guint n)
{
  guint n_streams = n / TEAM;

  add_streams (trace, n_streams + 1);
  for (guint i = 0; i < n_streams; i++)
    {
      guint32 object = add_load_object (trace);

      append_of_object (trace, n_streams, SPUR_TYPE_LO_CREATION_EVENT, object);
      for (guint k = 0; k < TEAM; k++)
        append_of_object (trace, i, SPUR_TYPE_LO_STATE_CHANGE_EVENT, object);
    }
}

static void
append_move (SpurTrace *trace, guint s, guint32 object, guint32 from, guint32 to)
{
  append (trace, s, SPUR_TYPE_LO_MIGRATION_EVENT, SPUR_USE_SUBJECT, N (object), SPUR_USE_SOURCE,
          N (from), SPUR_USE_DESTINATION, N (to), SPUR_USE_NONE);
}

/* An object that goes round. */
static void
make_moves (SpurTrace *trace, guint n)
{
  guint32 object;

  add_streams (trace, FEW);
  object = add_load_object (trace);
  append_of_object (trace, 0, SPUR_TYPE_LO_CREATION_EVENT, object);
  for (guint i = 0; i < n; i++)
    append_move (trace, i % FEW, object, i % FEW, (i + 1) % FEW);
}

static void
make_moves_of (SpurTrace *trace, guint n, gboolean is_told_before)
{
  guint n_streams = n / TEAM;
  guint32 object;

  add_streams (trace, n_streams);
  object = add_load_object (trace);
  append_of_object (trace, 0, SPUR_TYPE_LO_CREATION_EVENT, object);
  for (guint i = 0; i < n; i++)
    {
      guint from = i % n_streams, to = (i + 1) % n_streams;

      append_move (trace, is_told_before ? from : to, object, from, to);
    }
}

/* It says where it goes. */
static void
make_departures (SpurTrace *trace, guint n)
{
  make_moves_of (trace, n, TRUE);
}

/* It says where it came from. */
static void
make_arrivals (SpurTrace *trace, guint n)
{
  make_moves_of (trace, n, FALSE);
}

static void
make_migrations (SpurTrace *trace, guint n)
{
  guint32 object;

  add_streams (trace, FEW);
  object = add_load_object (trace);
  for (guint i = 0; i < n; i++)
    {
      append (trace, i % FEW, SPUR_TYPE_LO_MIGRATION_SEND_EVENT, SPUR_USE_SUBJECT, N (object),
              SPUR_USE_SOURCE, N (i % FEW), SPUR_USE_DESTINATION, N ((i + 1) % FEW),
              SPUR_USE_MESSAGE_ID, N (i), SPUR_USE_NONE);
      append (trace, (i + 1) % FEW, SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT, SPUR_USE_SUBJECT,
              N (object), SPUR_USE_SOURCE, N (i % FEW), SPUR_USE_DESTINATION, N ((i + 1) % FEW),
              SPUR_USE_MESSAGE_ID, N (i), SPUR_USE_NONE);
    }
}

static void
make_named (SpurTrace *trace, guint n)
{
  add_streams (trace, 2);
  for (guint i = 0; i < n; i++)
    {
      append_of_object (trace, 0, SPUR_TYPE_LO_STATE_CHANGE_EVENT, 0);
      append_of_object (trace, 1, SPUR_TYPE_LO_STATE_CHANGE_EVENT, 1);
    }
  for (guint i = n; i-- > 0;)
    spur_trace_add_predecessor (trace, 1, i, 0, i);
}

const MatchingKind matching_kinds[] = {
  { "messages", "messages of 4 channels", make_messages },
  { "numbered", "messages of one channel, with numbers in order", make_numbered },
  { "overtaking", "messages of one channel, with numbers in another order", make_overtaking },
  { "tags", "messages of one tag each, received from the last on", make_tags },
  { "peers", "messages of a sender and receiver each", make_peers },
  { "posted", "receives that end in another order than posted", make_posted },
  { "lost", "messages of which a tenth was lost", make_lost },
  { "scattered", "messages of an object that is in several streams", make_scattered },
  { "ids", "one send and one receive of a number", make_ids },
  { "repeated", "sends and receives of one and the same number", make_repeated },
  { "forks", "teams of 16 threads", make_forks },
  { "fork", "one team of all threads", make_fork },
  { "gathers", "joins of 16 threads", make_gathers },
  { "gather", "one join of all threads", make_gather },
  { "lock", "hand-overs of one lock by 2 threads", make_lock },
  { "lock-threads", "hand-overs of one lock by many threads", make_lock_threads },
  { "locks", "one hand-over of each lock", make_locks },
  { "lock-lost", "acquisitions whose releases were lost", make_lock_lost },
  { "window-locks", "hand-overs of a window's lock", make_window_locks },
  { "windows", "exposures of a number each", make_windows },
  { "window-groups", "exposures to 16 others", make_window_groups },
  { "operations", "collective operations of 16 members", make_operations },
  { "members", "16 collective operations of all members", make_members },
  { "operations-lost", "a member lacks 4 operations", make_operations_lost },
  { "operations-out", "a seventh of the ends is lost", make_operations_out },
  { "communicators", "operations of a communicator each", make_communicators },
  { "requests", "operations that do not block, ended from the last on", make_requests },
  { "exchanges", "each member gets data from all", make_exchanges },
  { "barriers", "barriers of 16 threads", make_barriers },
  { "creations", "objects that others created", make_creations },
  { "created-streams", "streams that others created", make_created_streams },
  { "moves", "one object on its way through 4 streams", make_moves },
  { "departures", "one object through all streams, that says where it goes", make_departures },
  { "arrivals", "one object through all streams, that says from where it came", make_arrivals },
  { "migrations", "migrations with numbers", make_migrations },
  { "named", "predecessors that events name", make_named },
};

const guint n_matching_kinds = G_N_ELEMENTS (matching_kinds);
