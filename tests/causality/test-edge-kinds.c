/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What edges stand for: by what classes mean, whatever their names are, and the same with any
 * number of threads and ranks. */
#include "config.h"

#include "core/causality/spur-check.h"
#include "core/clock/parallel/spur-partition-private.h"
#include "events/spur-events.h"
#include "tests/clock/rank-correct.h"
#include "tests/clock/rank-loop.h"

#define N_STREAMS 4
#define N_OBJECTS 12

/* A migration that a plugin may know. */
typedef SpurLoMigrationReceiveEvent TestArrivalEvent;
typedef SpurLoMigrationReceiveEventClass TestArrivalEventClass;

GType test_arrival_event_get_type (void);

G_DEFINE_TYPE (TestArrivalEvent, test_arrival_event, SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT)

static void
test_arrival_event_class_init (TestArrivalEventClass *klass)
{
  spur_event_class_set_name (SPUR_EVENT_CLASS (klass), "Topology_Arrival_Event");
}

static void
test_arrival_event_init (TestArrivalEvent *self)
{
}

/* Targets are objects 0 to 3, each with a stream; load objects follow. Every stream's clock reads
 * @offsets_ns more than the time. */
typedef struct
{
  SpurTrace *trace;
  SpurStream *streams[N_STREAMS];
  gint64 offsets_ns[N_STREAMS];
  gint64 now_ns;
  void (*assert_check) (const SpurCheck *check);
} Fixture;

static void
fixture_init (Fixture *self)
{
  memset (self, 0, sizeof *self);
  self->trace = spur_trace_new_with_chunks (4);
  for (guint i = 0; i < N_OBJECTS; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s %u", i < N_STREAMS ? "host" : "agent", i);

      spur_definitions_add_object (spur_trace_get_definitions (self->trace),
                                   i < N_STREAMS ? SPUR_TYPE_TARGET : SPUR_TYPE_LOAD_OBJECT, name,
                                   NULL, SPUR_NONE);
    }
  for (guint i = 0; i < N_STREAMS; i++)
    {
      g_autofree char *name = g_strdup_printf ("host %u", i);
      SpurClock clock = { name, "program", 1000000000, 0, i };

      self->streams[i] = spur_trace_add_stream (
        self->trace, name,
        spur_definitions_add_clock (spur_trace_get_definitions (self->trace), &clock), i);
    }
}

/* 10 ns after the event before it; what is not said is absent. Returns its position. */
static guint64
append (Fixture *self, guint stream, GType type, guint32 object, ...)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  guint64 event = spur_stream_get_n_events (self->streams[stream]);
  guint8 record[128];
  va_list list;

  memset (record, 0xff, sizeof record);
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_SUBJECT], record,
                              object);
  va_start (list, object);
  for (;;)
    {
      SpurUse use = (SpurUse) va_arg (list, int);

      if (use == SPUR_USE_NONE)
        break;
      g_assert_cmpint (layout->field_of_use[use], >=, 0);
      spur_event_layout_set_uint (layout, (guint) layout->field_of_use[use], record,
                                  va_arg (list, guint));
    }
  va_end (list);
  self->now_ns += 10;
  spur_stream_append (self->streams[stream], self->now_ns + self->offsets_ns[stream],
                      spur_trace_add_event_type (self->trace, type), record);
  return event;
}

/* One of each kind, two of migrations, from streams 0 and 2 to streams 1 and 3. */
static void
append_all (Fixture *self)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  guint32 members[] = { 0, 1 }, sender[] = { 0 };
  guint32 pair = spur_definitions_add_group (definitions, "pair", members, G_N_ELEMENTS (members));
  guint32 one = spur_definitions_add_group (definitions, "sender", sender, G_N_ELEMENTS (sender));
  guint64 first, second;

  append (self, 0, SPUR_TYPE_LO_MESSAGE_SEND_EVENT, 0, SPUR_USE_PEER, 1, SPUR_USE_NONE);
  append (self, 1, SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT, 1, SPUR_USE_PEER, 0, SPUR_USE_NONE);
  append (self, 0, SPUR_TYPE_LO_MIGRATION_SEND_EVENT, 5, SPUR_USE_MESSAGE_ID, 7, SPUR_USE_NONE);
  append (self, 1, SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT, 5, SPUR_USE_MESSAGE_ID, 7, SPUR_USE_NONE);
  append (self, 2, SPUR_TYPE_LO_MIGRATION_SEND_EVENT, 6, SPUR_USE_MESSAGE_ID, 8, SPUR_USE_NONE);
  append (self, 3, test_arrival_event_get_type (), 6, SPUR_USE_MESSAGE_ID, 8, SPUR_USE_NONE);
  append (self, 0, SPUR_TYPE_LO_CREATION_EVENT, 8, SPUR_USE_NONE);
  append (self, 1, SPUR_TYPE_LO_STATE_CHANGE_EVENT, 8, SPUR_USE_NONE);
  append (self, 2, SPUR_TYPE_THREAD_FORK_EVENT, 9, SPUR_USE_MESSAGE_ID, 3, SPUR_USE_NONE);
  append (self, 3, SPUR_TYPE_THREAD_BEGIN_EVENT, 10, SPUR_USE_MESSAGE_ID, 3, SPUR_USE_NONE);
  append (self, 0, SPUR_TYPE_LOCK_RELEASE_EVENT, 0, SPUR_USE_TAG, 1, SPUR_USE_MESSAGE_ID, 5,
          SPUR_USE_NONE);
  append (self, 1, SPUR_TYPE_LOCK_ACQUIRE_EVENT, 1, SPUR_USE_TAG, 1, SPUR_USE_MESSAGE_ID, 5,
          SPUR_USE_NONE);
  first = append (self, 2, SPUR_TYPE_LO_STATE_CHANGE_EVENT, 2, SPUR_USE_NONE);
  second = append (self, 3, SPUR_TYPE_LO_STATE_CHANGE_EVENT, 3, SPUR_USE_NONE);
  spur_trace_add_predecessor (self->trace, 3, second, 2, first);
  append (self, 0, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT, 0, SPUR_USE_NONE);
  append (self, 1, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT, 1, SPUR_USE_NONE);
  append (self, 0, SPUR_TYPE_COLLECTIVE_EXCHANGE_EVENT, 0, SPUR_USE_COMMUNICATOR, pair,
          SPUR_USE_PATTERN, SPUR_PATTERN_PAIRS, SPUR_USE_NONE);
  append (self, 1, SPUR_TYPE_COLLECTIVE_EXCHANGE_EVENT, 1, SPUR_USE_COMMUNICATOR, pair,
          SPUR_USE_PATTERN, SPUR_PATTERN_PAIRS, SPUR_USE_MEMBERS, one, SPUR_USE_NONE);
}

static SpurEdges *
match (Fixture *self, guint n_threads)
{
  SpurJob job = { NULL, NULL, NULL, n_threads };
  g_autoptr (GError) error = NULL;
  SpurEdges *edges;

  edges = spur_edges_new_for_trace (self->trace, &job, &error);
  g_assert_no_error (error);
  return edges;
}

static void
assert_edges (
  const SpurCheck *check, SpurEdgeKind kind, guint64 n_edges, guint64 n_reversed, gint64 worst_ns)
{
  g_assert_cmpuint (check->of_kind[kind].n_edges, ==, n_edges);
  g_assert_cmpuint (check->of_kind[kind].n_reversed, ==, n_reversed);
  g_assert_cmpint (check->of_kind[kind].worst_ns, ==, worst_ns);
}

/* Streams 1 and 3 are 15 ns and 12 ns behind, so every edge is reversed, by 5 ns or 2 ns. */
static void
assert_check (const SpurCheck *check)
{
  assert_edges (check, SPUR_EDGE_MESSAGE, 1, 1, 5);
  assert_edges (check, SPUR_EDGE_MIGRATION, 2, 2, 5);
  assert_edges (check, SPUR_EDGE_CREATION, 2, 2, 5);
  assert_edges (check, SPUR_EDGE_SYNCHRONISATION, 1, 1, 5);
  /* The begin of member 0 comes 30 ns before the end of member 1. */
  assert_edges (check, SPUR_EDGE_COLLECTIVE, 1, 0, 0);
  assert_edges (check, SPUR_EDGE_NAMED, 1, 1, 2);
  g_assert_cmpuint (check->n_edges, ==, 8);
  g_assert_cmpuint (check->n_reversed, ==, 7);
  g_assert_cmpuint (check->n_below_mu, ==, 7);
  g_assert_cmpint (check->worst_ns, ==, 5);
}

static void
test_kinds (void)
{
  static const SpurEdgeKind expected[] = {
    SPUR_EDGE_MESSAGE,    SPUR_EDGE_MIGRATION, SPUR_EDGE_CREATION, SPUR_EDGE_SYNCHRONISATION,
    SPUR_EDGE_COLLECTIVE, SPUR_EDGE_MIGRATION, SPUR_EDGE_CREATION, SPUR_EDGE_NAMED,
  };
  static const guint n_threads[] = { 1, 2, 8 };
  Fixture self;

  g_test_summary ("Every edge has the kind that the meaning of its classes says, and is counted "
                  "as it.");

  fixture_init (&self);
  self.offsets_ns[1] = -15;
  self.offsets_ns[3] = -12;
  append_all (&self);
  g_assert_true (spur_trace_seal (self.trace, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (n_threads); i++)
    {
      g_autoptr (SpurEdges) edges = match (&self, n_threads[i]);
      SpurCheck check;
      gsize n_edges;

      spur_edges_get_all (edges, &n_edges);
      g_assert_cmpuint (n_edges, ==, G_N_ELEMENTS (expected));
      for (gsize k = 0; k < n_edges; k++)
        g_assert_cmpint (spur_edges_get_kind (edges, k), ==, expected[k]);
      spur_check_run (&check, self.trace, edges, NULL, 1, NULL);
      assert_check (&check);
    }
  g_object_unref (self.trace);
}

static void
run_rank (SpurExchange *exchange, gpointer data)
{
  Fixture *self = data;
  SpurJob job = { NULL, NULL, NULL, 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurPartition) partition = rank_partition_new (exchange, self->trace, NULL);
  SpurCheck check;

  g_assert_true (spur_partition_match (partition, &job, &error));
  g_assert_no_error (error);
  spur_partition_check (partition, &check, NULL, 1, &job);
  self->assert_check (&check);
}

static void
run_ranks (Fixture *self, void (*assert_counts) (const SpurCheck *check))
{
  self->assert_check = assert_counts;
  g_assert_true (spur_trace_seal (self->trace, NULL));
  for (guint n = 1; n <= 4; n++)
    rank_loop_run (n, 0, run_rank, self);
  g_object_unref (self->trace);
}

static void
assert_still_check (const SpurCheck *check)
{
  assert_edges (check, SPUR_EDGE_MESSAGE, 2, 1, 1);
  assert_edges (check, SPUR_EDGE_SYNCHRONISATION, 1, 1, 1);
  assert_edges (check, SPUR_EDGE_NAMED, 1, 0, 0);
  g_assert_cmpuint (check->n_edges, ==, 4);
}

static void
test_ranks (void)
{
  Fixture self;
  guint64 first, second;

  g_test_summary ("Ranks together count the same kinds, however many there are; where objects move "
                  "and where they do not.");

  fixture_init (&self);
  self.offsets_ns[1] = -15;
  self.offsets_ns[3] = -12;
  append_all (&self);
  run_ranks (&self, assert_check);

  fixture_init (&self);
  self.offsets_ns[1] = -11;
  append (&self, 0, SPUR_TYPE_LO_MESSAGE_SEND_EVENT, 0, SPUR_USE_PEER, 1, SPUR_USE_NONE);
  append (&self, 1, SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT, 1, SPUR_USE_PEER, 0, SPUR_USE_NONE);
  append (&self, 2, SPUR_TYPE_LO_MESSAGE_SEND_EVENT, 2, SPUR_USE_PEER, 3, SPUR_USE_NONE);
  append (&self, 3, SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT, 3, SPUR_USE_PEER, 2, SPUR_USE_NONE);
  append (&self, 0, SPUR_TYPE_LOCK_RELEASE_EVENT, 0, SPUR_USE_TAG, 1, SPUR_USE_MESSAGE_ID, 5,
          SPUR_USE_NONE);
  append (&self, 1, SPUR_TYPE_LOCK_ACQUIRE_EVENT, 1, SPUR_USE_TAG, 1, SPUR_USE_MESSAGE_ID, 5,
          SPUR_USE_NONE);
  first = append (&self, 2, SPUR_TYPE_LO_STATE_CHANGE_EVENT, 2, SPUR_USE_NONE);
  second = append (&self, 3, SPUR_TYPE_LO_STATE_CHANGE_EVENT, 3, SPUR_USE_NONE);
  spur_trace_add_predecessor (self.trace, 3, second, 2, first);
  run_ranks (&self, assert_still_check);
}

static void
test_added (void)
{
  static const SpurEdgeKind kinds[] = { SPUR_EDGE_NAMED, SPUR_EDGE_MESSAGE, SPUR_EDGE_CREATION };
  g_autoptr (SpurEdges) edges = spur_edges_new (2);
  gsize n_edges;

  g_test_summary ("Edges that are added in any order keep their kinds when they are put in order.");

  for (guint i = 0; i < 300; i++)
    {
      SpurEdge edge = { i, 299 - i, SPUR_MU_DEFAULT, 0, 1 };

      spur_edges_add_of_kind (edges, &edge, kinds[i % G_N_ELEMENTS (kinds)]);
    }
  spur_edges_get_all (edges, &n_edges);
  g_assert_cmpuint (n_edges, ==, 300);
  for (guint i = 0; i < 300; i++)
    g_assert_cmpint (spur_edges_get_kind (edges, i), ==, kinds[(299 - i) % G_N_ELEMENTS (kinds)]);
}

static void
test_words (void)
{
  g_test_summary ("Every kind has words, and what is no kind has others.");

  for (guint k = 0; k < SPUR_N_EDGE_KINDS; k++)
    g_assert_cmpstr (spur_edge_kind_get_text ((SpurEdgeKind) k), !=,
                     spur_edge_kind_get_text ((SpurEdgeKind) SPUR_N_EDGE_KINDS));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edge-kinds/classes", test_kinds);
  g_test_add_func ("/edge-kinds/ranks", test_ranks);
  g_test_add_func ("/edge-kinds/added", test_added);
  g_test_add_func ("/edge-kinds/words", test_words);
  return g_test_run ();
}
