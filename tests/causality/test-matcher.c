/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-edges.h"
#include "events/spur-events.h"
#include "tests/causality/id-messages.h"

#define TYPE_TEST_ID_SEND_EVENT (test_id_send_event_get_type ())
#define TYPE_TEST_ID_RECEIVE_EVENT (test_id_receive_event_get_type ())

/* A plugin's classes: matched by what they say, though the library has never heard of them. */
#define N_STREAMS 4

/* A trace of four ranks in one communicator, rank i being object i; the communicator's order is
 * 3 2 1 0. */
typedef struct
{
  SpurTrace *trace;
  SpurStream *streams[N_STREAMS];
  guint32 group;
  gint64 now_ticks;
} Fixture;

static void
fixture_init (Fixture *self)
{
  SpurDefinitions *definitions;
  guint32 members[N_STREAMS];

  self->trace = spur_trace_new_with_chunks (5);
  definitions = spur_trace_get_definitions (self->trace);
  self->now_ticks = 0;
  for (guint i = 0; i < N_STREAMS; i++)
    {
      g_autofree char *name = g_strdup_printf ("rank %u", i);
      SpurClock clock = { name, "program", 1000000000, 0, i };

      members[N_STREAMS - 1 - i] =
        spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, name, NULL, SPUR_NONE);
      self->streams[i] = spur_trace_add_stream (
        self->trace, name, spur_definitions_add_clock (definitions, &clock), SPUR_NONE);
    }
  self->group = spur_definitions_add_group (definitions, "world", members, N_STREAMS);
}

/* Packs an event from uses and values, ended by a use of SPUR_USE_NONE. */
static void
append (Fixture *self, guint stream, GType type, ...)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  guint8 record[128] = { 0 };
  va_list list;

  va_start (list, type);
  for (;;)
    {
      SpurUse use = (SpurUse) va_arg (list, int);

      if (use == SPUR_USE_NONE)
        break;
      g_assert_cmpint (layout->field_of_use[use], >=, 0);
      spur_event_layout_set_uint (layout, (guint) layout->field_of_use[use], record,
                                  va_arg (list, guint64));
    }
  va_end (list);
  spur_stream_append (self->streams[stream], self->now_ticks++,
                      spur_trace_add_event_type (self->trace, type), record);
}

static void
append_send (Fixture *self, guint from, guint to, guint64 tag)
{
  append (self, from, SPUR_TYPE_CHANNEL_SEND_EVENT, SPUR_USE_SUBJECT, (guint64) from, SPUR_USE_PEER,
          (guint64) to, SPUR_USE_TAG, tag, SPUR_USE_COMMUNICATOR, (guint64) self->group,
          SPUR_USE_NONE);
}

static void
append_receive (Fixture *self, guint from, guint to, guint64 tag, guint64 posted)
{
  append (self, to, SPUR_TYPE_CHANNEL_RECEIVE_EVENT, SPUR_USE_SUBJECT, (guint64) to, SPUR_USE_PEER,
          (guint64) from, SPUR_USE_TAG, tag, SPUR_USE_COMMUNICATOR, (guint64) self->group,
          SPUR_USE_POSTED, posted, SPUR_USE_NONE);
}

static void
append_internal (Fixture *self, guint stream)
{
  append (self, stream, SPUR_TYPE_LO_EVENT, SPUR_USE_SUBJECT, (guint64) stream, SPUR_USE_NONE);
}

/* The same with one thread and with many. */
static SpurEdges *
match (Fixture *self)
{
  SpurJob job = { NULL, NULL, NULL, 1 };
  g_autoptr (SpurEdges) alone = NULL;
  SpurEdges *edges;
  const SpurEdge *a, *b;
  gsize n_a, n_b;

  g_assert_true (spur_trace_seal (self->trace, NULL));
  alone = spur_edges_new_for_trace (self->trace, &job, NULL);
  job.n_threads = 8;
  edges = spur_edges_new_for_trace (self->trace, &job, NULL);
  a = spur_edges_get_all (alone, &n_a);
  b = spur_edges_get_all (edges, &n_b);
  g_assert_cmpuint (n_a, ==, n_b);
  for (gsize i = 0; i < n_a; i++)
    {
      g_assert_cmpuint (a[i].from_stream, ==, b[i].from_stream);
      g_assert_cmpuint (a[i].from_event, ==, b[i].from_event);
      g_assert_cmpuint (a[i].to_stream, ==, b[i].to_stream);
      g_assert_cmpuint (a[i].to_event, ==, b[i].to_event);
    }
  g_clear_object (&self->trace);
  return edges;
}

static void
assert_edge (SpurEdges *edges, gsize index, guint from, guint64 send, guint to, guint64 receive)
{
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  g_assert_cmpuint (index, <, n_edges);
  g_assert_cmpuint (all[index].from_stream, ==, from);
  g_assert_cmpuint (all[index].from_event, ==, send);
  g_assert_cmpuint (all[index].to_stream, ==, to);
  g_assert_cmpuint (all[index].to_event, ==, receive);
  g_assert_cmpint (all[index].mu_ns, ==, SPUR_MU_DEFAULT);
}

static void
assert_counts (SpurEdges *edges, gsize n, guint64 n_local, guint64 n_sends, guint64 n_receives)
{
  gsize n_edges;

  spur_edges_get_all (edges, &n_edges);
  g_assert_cmpuint (n_edges, ==, n);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_local, ==, n_local);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched_sends, ==, n_sends);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched_receives, ==, n_receives);
}

static void
assert_unmatched (
  SpurEdges *edges, gsize index, guint stream, guint64 event, SpurUnmatchedReason reason)
{
  gsize n_unmatched;
  const SpurUnmatched *all = spur_edges_get_unmatched (edges, &n_unmatched);

  g_assert_cmpuint (index, <, n_unmatched);
  g_assert_cmpuint (all[index].stream, ==, stream);
  g_assert_cmpuint (all[index].event, ==, event);
  g_assert_cmpint (all[index].reason, ==, reason);
}

static void
test_posted (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;

  g_test_summary (
    "Receives meet sends in the order in which they were posted, channel by channel.");

  fixture_init (&self);
  append_send (&self, 0, 1, 7);
  append_send (&self, 0, 1, 7);
  append_send (&self, 0, 1, 8);
  append_internal (&self, 1);
  append_internal (&self, 1);
  append_receive (&self, 0, 1, 8, 0);
  append_receive (&self, 0, 1, 7, 2);
  append_receive (&self, 0, 1, 7, 4);
  edges = match (&self);
  assert_counts (edges, 3, 0, 0, 0);
  assert_edge (edges, 0, 0, 2, 1, 2);
  assert_edge (edges, 1, 0, 1, 1, 3);
  assert_edge (edges, 2, 0, 0, 1, 4);
}

static void
test_direction (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;

  g_test_summary ("A message and its answer are two channels.");

  fixture_init (&self);
  append_receive (&self, 3, 2, 0, 0);
  append_send (&self, 2, 3, 0);
  append_receive (&self, 2, 3, 0, 0);
  append_send (&self, 3, 2, 0);
  edges = match (&self);
  assert_counts (edges, 2, 0, 0, 0);
  assert_edge (edges, 0, 3, 1, 2, 0);
  assert_edge (edges, 1, 2, 1, 3, 0);
}

static void
test_unmatched (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;

  g_test_summary ("What has no partner, and what stays in its stream, is counted and no edge.");

  fixture_init (&self);
  append_send (&self, 0, 1, 1);
  append_send (&self, 0, 1, 1);
  append_send (&self, 0, 1, 2);
  append_receive (&self, 0, 1, 1, 0);
  append_receive (&self, 2, 1, 1, 0);
  append_receive (&self, 2, 1, 1, 0);
  append_send (&self, 3, 3, 9);
  append_receive (&self, 3, 3, 9, 0);
  edges = match (&self);
  assert_counts (edges, 1, 1, 2, 2);
  assert_edge (edges, 0, 0, 0, 1, 0);
  assert_unmatched (edges, 0, 0, 0, SPUR_UNMATCHED_SEND);
  assert_unmatched (edges, 1, 0, 2, SPUR_UNMATCHED_SEND);
  assert_unmatched (edges, 2, 1, 1, SPUR_UNMATCHED_RECEIVE);
  assert_unmatched (edges, 3, 1, 2, SPUR_UNMATCHED_RECEIVE);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched, ==, 4);
}

static void
test_lost_send (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;

  g_test_summary ("Where sends were lost no receive gets one that came after its own.");

  fixture_init (&self);
  append_send (&self, 0, 1, 1);
  append_receive (&self, 0, 1, 1, 0);
  append_receive (&self, 0, 1, 1, 0);
  append_send (&self, 0, 1, 1);
  append_receive (&self, 0, 1, 1, 0);
  edges = match (&self);
  assert_counts (edges, 2, 0, 0, 1);
  assert_edge (edges, 0, 0, 0, 1, 1);
  assert_edge (edges, 1, 0, 1, 1, 2);
  assert_unmatched (edges, 0, 1, 1, SPUR_UNMATCHED_RECEIVE);
}

static void
test_many_unmatched (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;
  gsize n_unmatched;

  g_test_summary ("Of those without a partner a limited number is listed, and all are counted.");

  fixture_init (&self);
  for (guint i = 0; i <= SPUR_EDGES_MAX_UNMATCHED; i++)
    append_send (&self, i % 2, 3, i);
  edges = match (&self);
  spur_edges_get_unmatched (edges, &n_unmatched);
  g_assert_cmpuint (n_unmatched, ==, SPUR_EDGES_MAX_UNMATCHED);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched, ==, SPUR_EDGES_MAX_UNMATCHED + 1);
  assert_unmatched (edges, 0, 0, 0, SPUR_UNMATCHED_SEND);
}

static void
append_id (Fixture *self, guint stream, GType type, guint64 id, guint64 tag)
{
  append (self, stream, type, SPUR_USE_MESSAGE_ID, id, SPUR_USE_TAG, tag, SPUR_USE_NONE);
}

static void
test_by_id (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;

  g_test_summary ("By identifier one send has many receives; a second send has none.");

  fixture_init (&self);
  append_id (&self, 1, TYPE_TEST_ID_RECEIVE_EVENT, 5, 0);
  append_id (&self, 0, TYPE_TEST_ID_SEND_EVENT, 5, 0);
  append_id (&self, 2, TYPE_TEST_ID_RECEIVE_EVENT, 5, 0);
  append_id (&self, 0, TYPE_TEST_ID_RECEIVE_EVENT, 5, 0);
  append_id (&self, 3, TYPE_TEST_ID_SEND_EVENT, 5, 0);
  append_id (&self, 3, TYPE_TEST_ID_SEND_EVENT, 5, 1);
  append_id (&self, 2, TYPE_TEST_ID_RECEIVE_EVENT, 6, 0);
  append_id (&self, 1, TYPE_TEST_ID_RECEIVE_EVENT, G_MAXUINT64, 0);
  append_id (&self, 0, TYPE_TEST_ID_SEND_EVENT, G_MAXUINT64, 0);
  edges = match (&self);
  assert_counts (edges, 3, 1, 2, 1);
  assert_edge (edges, 0, 0, 0, 1, 0);
  assert_edge (edges, 1, 0, 2, 1, 1);
  assert_edge (edges, 2, 0, 0, 2, 0);
}

static void
append_collective (
  Fixture *self, guint rank, SpurPattern pattern, guint32 root, guint64 sent, guint64 received)
{
  append (self, rank, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT, SPUR_USE_SUBJECT, (guint64) rank,
          SPUR_USE_NONE);
  append (self, rank, SPUR_TYPE_COLLECTIVE_END_EVENT, SPUR_USE_SUBJECT, (guint64) rank,
          SPUR_USE_COMMUNICATOR, (guint64) self->group, SPUR_USE_PATTERN, (guint64) pattern,
          SPUR_USE_ROOT, (guint64) root, SPUR_USE_SENT_BYTES, sent, SPUR_USE_RECEIVED_BYTES,
          received, SPUR_USE_NONE);
}

static void
test_collective (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;
  SpurCollective collective;

  g_test_summary ("Members come in the communicator's order, with the root among them.");

  fixture_init (&self);
  for (guint i = 0; i < N_STREAMS; i++)
    append_collective (&self, i, SPUR_PATTERN_ONE_TO_N, 1, i == 2 ? 8 : 0, i == 2 ? 0 : 8);
  for (guint i = 0; i < N_STREAMS; i++)
    append_collective (&self, i, SPUR_PATTERN_BARRIER, SPUR_NONE, 0, 0);
  edges = match (&self);
  g_assert_cmpuint (spur_edges_get_n_collectives (edges), ==, 2);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_incomplete_collectives, ==, 0);
  spur_edges_get_collective (edges, 0, &collective);
  g_assert_cmpint (collective.pattern, ==, SPUR_PATTERN_ONE_TO_N);
  g_assert_cmpuint (collective.root, ==, 1);
  g_assert_cmpuint (collective.n_members, ==, N_STREAMS);
  for (guint i = 0; i < N_STREAMS; i++)
    {
      g_assert_cmpuint (collective.members[i].stream, ==, N_STREAMS - 1 - i);
      g_assert_cmpuint (collective.members[i].enter_event, ==, 0);
      g_assert_cmpuint (collective.members[i].exit_event, ==, 1);
      g_assert_cmpint (collective.members[i].sends, ==, i == 1);
      g_assert_cmpint (collective.members[i].receives, ==, i != 1);
    }
  spur_edges_get_collective (edges, 1, &collective);
  g_assert_cmpint (collective.pattern, ==, SPUR_PATTERN_BARRIER);
  g_assert_cmpuint (collective.root, ==, SPUR_NONE);
  for (guint i = 0; i < N_STREAMS; i++)
    g_assert_true (collective.members[i].sends && collective.members[i].receives);
}

static void
test_lost_member (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;
  SpurCollective collective;

  g_test_summary ("An operation that lacks a member is kept as far as it goes, and counted.");

  fixture_init (&self);
  for (guint i = 0; i < N_STREAMS; i++)
    append_collective (&self, i, SPUR_PATTERN_N_TO_N, SPUR_NONE, 8, 8);
  for (guint i = 1; i < N_STREAMS; i++)
    append_collective (&self, i, SPUR_PATTERN_N_TO_ONE, 3, 8, 8);
  edges = match (&self);
  g_assert_cmpuint (spur_edges_get_n_collectives (edges), ==, 2);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_incomplete_collectives, ==, 1);
  spur_edges_get_collective (edges, 1, &collective);
  g_assert_cmpuint (collective.n_members, ==, N_STREAMS - 1);
  g_assert_cmpuint (collective.root, ==, SPUR_NONE);
}

static void
test_disagreement (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;
  SpurCollective collective;

  g_test_summary ("Where members disagree, none waits.");

  fixture_init (&self);
  for (guint i = 0; i < N_STREAMS; i++)
    append_collective (&self, i, i == 2 ? SPUR_PATTERN_BARRIER : SPUR_PATTERN_N_TO_N, SPUR_NONE, 8,
                       8);
  edges = match (&self);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_incomplete_collectives, ==, 1);
  spur_edges_get_collective (edges, 0, &collective);
  g_assert_cmpint (collective.pattern, ==, SPUR_PATTERN_INTERNAL);
}

static void
test_lost_in_the_middle (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;
  SpurCollective collective;
  gsize n_unmatched;
  const SpurUnmatched *unmatched;

  g_test_summary ("A member that was lost in one operation goes on in those where it belongs.");

  fixture_init (&self);
  for (guint n = 0; n < 9; n++)
    {
      self.now_ticks += 1000 + 300 * (n % 3);
      for (guint i = 0; i < N_STREAMS; i++)
        {
          if (i != 1 || n != 5)
            append_collective (&self, i, SPUR_PATTERN_N_TO_N, SPUR_NONE, 8, 8);
        }
    }
  edges = match (&self);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_incomplete_collectives, ==, 1);
  unmatched = spur_edges_get_unmatched (edges, &n_unmatched);
  g_assert_cmpuint (n_unmatched, ==, 1);
  g_assert_cmpuint (unmatched[0].object, ==, 1);
  g_assert_cmpuint (unmatched[0].n_missing, ==, 1);
  assert_unmatched (edges, 0, 3, 11, SPUR_UNMATCHED_MEMBER);
  for (guint n = 0; n < 9; n++)
    {
      spur_edges_get_collective (edges, n, &collective);
      g_assert_cmpuint (collective.n_members, ==, n == 5 ? 3 : 4);
      for (guint i = 0; n != 5 && i < N_STREAMS; i++)
        g_assert_cmpuint (collective.members[i].enter_event, ==,
                          2 * (n - (collective.members[i].stream == 1 && n > 5)));
    }
}

static void
test_loose_ends (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;
  SpurCollective collective;

  g_test_summary ("A begin without an end and an end without a begin are dropped and counted.");

  fixture_init (&self);
  append (&self, 0, SPUR_TYPE_COLLECTIVE_END_EVENT, SPUR_USE_SUBJECT, (guint64) 0,
          SPUR_USE_COMMUNICATOR, (guint64) self.group, SPUR_USE_PATTERN,
          (guint64) SPUR_PATTERN_BARRIER, SPUR_USE_ROOT, (guint64) SPUR_NONE, SPUR_USE_NONE);
  for (guint i = 1; i < N_STREAMS; i++)
    append_collective (&self, i, SPUR_PATTERN_BARRIER, SPUR_NONE, 0, 0);
  for (guint i = 0; i < N_STREAMS; i++)
    append_collective (&self, i, SPUR_PATTERN_N_TO_N, SPUR_NONE, 1, 1);
  append (&self, 2, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT, SPUR_USE_SUBJECT, (guint64) 2, SPUR_USE_NONE);
  edges = match (&self);

  /* The end, the barrier that lacks rank 0, the begin. */
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_incomplete_collectives, ==, 3);
  g_assert_cmpuint (spur_edges_get_n_collectives (edges), ==, 2);
  spur_edges_get_collective (edges, 1, &collective);
  g_assert_cmpint (collective.pattern, ==, SPUR_PATTERN_N_TO_N);
  g_assert_cmpuint (collective.n_members, ==, N_STREAMS);
}

static void
test_strangers (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;
  guint32 alone = 0;

  g_test_summary ("Unknown communicators, strangers to one and communicators of one give nothing.");

  fixture_init (&self);
  alone = spur_definitions_add_group (spur_trace_get_definitions (self.trace), "self", &alone, 1);
  append_collective (&self, 0, SPUR_PATTERN_BARRIER, SPUR_NONE, 0, 0);
  self.group = alone;
  append_collective (&self, 0, SPUR_PATTERN_BARRIER, SPUR_NONE, 0, 0);
  append_collective (&self, 1, SPUR_PATTERN_BARRIER, SPUR_NONE, 0, 0);
  self.group = SPUR_NONE;
  append_collective (&self, 2, SPUR_PATTERN_BARRIER, SPUR_NONE, 0, 0);
  edges = match (&self);

  /* The barrier of the world with one member, the stranger, the unknown communicator. */
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_incomplete_collectives, ==, 3);
  g_assert_cmpuint (spur_edges_get_n_collectives (edges), ==, 1);
}

static void
test_cancelled (void)
{
  Fixture self;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  SpurJob job = { NULL, NULL, cancellable, 2 };
  g_autoptr (GError) error = NULL;

  g_test_summary ("Matching stops where it is told to.");

  fixture_init (&self);
  append_send (&self, 0, 1, 1);
  g_assert_true (spur_trace_seal (self.trace, NULL));
  g_cancellable_cancel (cancellable);
  g_assert_null (spur_edges_new_for_trace (self.trace, &job, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_object (&self.trace);
}

/* Many channels and many messages, against the obvious way. */
static void
test_many (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;
  g_autoptr (GHashTable) sends = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) expected = g_ptr_array_new_with_free_func (g_free);
  guint64 n_events[N_STREAMS] = { 0 };
  const SpurEdge *all;
  gsize n_edges;

  g_test_summary ("Thousands of messages in hundreds of channels find each other.");

  fixture_init (&self);
  for (guint i = 0; i < 5000; i++)
    {
      guint from = (guint) g_test_rand_int_range (0, N_STREAMS);
      guint to = (from + (guint) g_test_rand_int_range (1, N_STREAMS)) % N_STREAMS;
      guint tag = (guint) g_test_rand_int_range (0, 100);

      append_send (&self, from, to, tag);
      append_receive (&self, from, to, tag, 0);
      g_ptr_array_add (expected, g_strdup_printf ("%u/%" G_GUINT64_FORMAT " %u/%" G_GUINT64_FORMAT,
                                                  from, n_events[from]++, to, n_events[to]++));
    }
  for (guint i = 0; i < expected->len; i++)
    g_hash_table_add (sends, g_strdup (g_ptr_array_index (expected, i)));
  edges = match (&self);
  assert_counts (edges, 5000, 0, 0, 0);
  all = spur_edges_get_all (edges, &n_edges);
  for (gsize i = 0; i < n_edges; i++)
    {
      g_autofree char *text =
        g_strdup_printf ("%u/%" G_GUINT64_FORMAT " %u/%" G_GUINT64_FORMAT, all[i].from_stream,
                         all[i].from_event, all[i].to_stream, all[i].to_event);

      g_assert_true (g_hash_table_remove (sends, text));
    }
}

static void
test_predecessors (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;

  g_test_summary ("Named predecessors are edges, once, and an event can have many both ways.");

  fixture_init (&self);
  append_send (&self, 0, 1, 7);
  append_receive (&self, 0, 1, 7, 0);
  append_internal (&self, 2);
  append_internal (&self, 2);
  append_internal (&self, 3);
  append_internal (&self, 3);
  /* The same as the message, beside it, from the receive on, and within a stream. */
  spur_trace_add_predecessor (self.trace, 1, 0, 0, 0);
  spur_trace_add_predecessor (self.trace, 1, 0, 3, 0);
  spur_trace_add_predecessor (self.trace, 2, 1, 1, 0);
  spur_trace_add_predecessor (self.trace, 3, 1, 2, 1);
  spur_trace_add_predecessor (self.trace, 3, 1, 1, 0);
  spur_trace_add_predecessor (self.trace, 3, 1, 1, 0);
  spur_trace_add_predecessor (self.trace, 3, 1, 3, 0);
  edges = match (&self);
  assert_counts (edges, 5, 0, 0, 0);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_named, ==, 4);
  assert_edge (edges, 0, 0, 0, 1, 0);
  assert_edge (edges, 1, 3, 0, 1, 0);
  assert_edge (edges, 2, 1, 0, 2, 1);
  assert_edge (edges, 3, 1, 0, 3, 1);
  assert_edge (edges, 4, 2, 1, 3, 1);
}

/* A trace in which everything was named already has no edges more or less. */
static void
test_named_messages (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;
  guint64 n_events[N_STREAMS] = { 0 };

  g_test_summary ("What messages say and predecessors repeat is there once.");

  fixture_init (&self);
  for (guint i = 0; i < 1000; i++)
    {
      guint from = (guint) g_test_rand_int_range (0, N_STREAMS);
      guint to = (from + (guint) g_test_rand_int_range (1, N_STREAMS)) % N_STREAMS;

      append_send (&self, from, to, 1);
      append_receive (&self, from, to, 1, 0);
      if (i % 3 != 0)
        spur_trace_add_predecessor (self.trace, to, n_events[to], from, n_events[from]);
      n_events[from]++;
      n_events[to]++;
    }
  edges = match (&self);
  assert_counts (edges, 1000, 0, 0, 0);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_named, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/causality/matcher/posted", test_posted);
  g_test_add_func ("/causality/matcher/direction", test_direction);
  g_test_add_func ("/causality/matcher/unmatched", test_unmatched);
  g_test_add_func ("/causality/matcher/by-id", test_by_id);
  g_test_add_func ("/causality/matcher/collective", test_collective);
  g_test_add_func ("/causality/matcher/lost-member", test_lost_member);
  g_test_add_func ("/causality/matcher/lost-in-the-middle", test_lost_in_the_middle);
  g_test_add_func ("/causality/matcher/lost-send", test_lost_send);
  g_test_add_func ("/causality/matcher/many-unmatched", test_many_unmatched);
  g_test_add_func ("/causality/matcher/disagreement", test_disagreement);
  g_test_add_func ("/causality/matcher/loose-ends", test_loose_ends);
  g_test_add_func ("/causality/matcher/strangers", test_strangers);
  g_test_add_func ("/causality/matcher/cancelled", test_cancelled);
  g_test_add_func ("/causality/matcher/many", test_many);
  g_test_add_func ("/causality/matcher/predecessors", test_predecessors);
  g_test_add_func ("/causality/matcher/named-messages", test_named_messages);
  return g_test_run ();
}
