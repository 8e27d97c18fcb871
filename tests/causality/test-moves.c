/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Creation, placement and migration as edges, and messages of objects that move. */
#include "config.h"

#include "core/causality/spur-check.h"
#include "events/spur-events.h"
#include "tests/test-corpus.h"

#define N_HOSTS 3
#define N_OBJECTS 12

/* Hosts are objects 0 to 2, each with a stream; load objects follow. */
typedef struct
{
  SpurTrace *trace;
  SpurStream *streams[N_HOSTS];
  gint64 now_ns;
  gint64 offsets_ns[N_HOSTS];
} Fixture;

static void
fixture_init (Fixture *self, gboolean is_one_clock)
{
  SpurDefinitions *definitions;

  self->trace = spur_trace_new_with_chunks (4);
  definitions = spur_trace_get_definitions (self->trace);
  self->now_ns = 0;
  for (guint i = 0; i < N_OBJECTS; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s %u", i < N_HOSTS ? "host" : "agent", i);

      spur_definitions_add_object (
        definitions, i < N_HOSTS ? SPUR_TYPE_TARGET : SPUR_TYPE_LOAD_OBJECT, name, NULL, SPUR_NONE);
    }
  for (guint i = 0; i < N_HOSTS; i++)
    {
      g_autofree char *name = g_strdup_printf ("host %u", i);
      SpurClock clock = { name, "program", 1000000000, 0, is_one_clock ? 7 : i };

      self->offsets_ns[i] = 0;
      self->streams[i] = spur_trace_add_stream (
        self->trace, name, spur_definitions_add_clock (definitions, &clock), i);
    }
}

/* Packs an event of @object from uses and values, ended by SPUR_USE_NONE; what is not said is
 * absent. Returns its position. */
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

static guint64
append_state (Fixture *self, guint stream, guint32 object)
{
  return append (self, stream, SPUR_TYPE_LO_STATE_CHANGE_EVENT, object, SPUR_USE_NONE);
}

static SpurEdges *
match (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  SpurEdges *edges;

  spur_trace_seal (self->trace, &error);
  g_assert_no_error (error);
  edges = spur_edges_new_for_trace (self->trace, NULL, &error);
  g_assert_no_error (error);
  return edges;
}

static gboolean
has_edge (SpurEdges *edges, guint from, guint64 send, guint to, guint64 receive)
{
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    {
      if (all[i].from_stream == from && all[i].from_event == send && all[i].to_stream == to &&
          all[i].to_event == receive)
        return TRUE;
    }
  return FALSE;
}

static gsize
count_edges (SpurEdges *edges)
{
  gsize n_edges;

  spur_edges_get_all (edges, &n_edges);
  return n_edges;
}

static void
test_creation (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;

  g_test_summary ("An object was created before anything happened to it in another stream.");

  fixture_init (&self, FALSE);
  append (&self, 0, SPUR_TYPE_LO_CREATION_EVENT, 5, SPUR_USE_NONE);
  append_state (&self, 1, 5);
  append_state (&self, 1, 5);
  append_state (&self, 2, 6);
  edges = match (&self);
  g_assert_cmpuint (count_edges (edges), ==, 1);
  g_assert_true (has_edge (edges, 0, 0, 1, 0));
  g_object_unref (self.trace);
}

static void
test_created_twice (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;

  g_test_summary ("Of who is created twice nothing is claimed.");

  fixture_init (&self, FALSE);
  append (&self, 0, SPUR_TYPE_LO_CREATION_EVENT, 5, SPUR_USE_NONE);
  append (&self, 1, SPUR_TYPE_LO_CREATION_EVENT, 5, SPUR_USE_NONE);
  append_state (&self, 2, 5);
  edges = match (&self);
  g_assert_cmpuint (count_edges (edges), ==, 0);
  g_object_unref (self.trace);
}

static void
test_placement (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;

  g_test_summary ("A third party places an object, which was created before and runs afterwards.");

  fixture_init (&self, FALSE);
  append (&self, 0, SPUR_TYPE_LO_CREATION_EVENT, 5, SPUR_USE_NONE);
  append (&self, 1, SPUR_TYPE_LO_PLACEMENT_EVENT, 5, SPUR_USE_DESTINATION, 2u, SPUR_USE_NONE);
  append_state (&self, 2, 5);
  edges = match (&self);
  g_assert_true (has_edge (edges, 0, 0, 1, 0));
  g_assert_true (has_edge (edges, 0, 0, 2, 0));
  g_assert_true (has_edge (edges, 1, 0, 2, 0));
  g_assert_cmpuint (count_edges (edges), ==, 3);
  g_object_unref (self.trace);
}

static void
test_migration (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;

  g_test_summary ("An object that moves about, and back, goes from stay to stay.");

  fixture_init (&self, FALSE);
  append (&self, 0, SPUR_TYPE_LO_CREATION_EVENT, 5, SPUR_USE_NONE);
  append (&self, 0, SPUR_TYPE_LO_MIGRATION_EVENT, 5, SPUR_USE_SOURCE, 0u, SPUR_USE_DESTINATION, 1u,
          SPUR_USE_NONE);
  append_state (&self, 1, 5);
  append (&self, 1, SPUR_TYPE_LO_MIGRATION_EVENT, 5, SPUR_USE_SOURCE, 1u, SPUR_USE_DESTINATION, 0u,
          SPUR_USE_NONE);
  append_state (&self, 0, 5);
  append (&self, 0, SPUR_TYPE_LO_MIGRATION_EVENT, 5, SPUR_USE_SOURCE, 0u, SPUR_USE_DESTINATION, 1u,
          SPUR_USE_NONE);
  append_state (&self, 1, 5);
  edges = match (&self);
  g_assert_true (has_edge (edges, 0, 0, 1, 0));
  g_assert_true (has_edge (edges, 0, 1, 1, 0));
  g_assert_true (has_edge (edges, 1, 1, 0, 2));
  g_assert_true (has_edge (edges, 0, 3, 1, 2));
  g_assert_cmpuint (count_edges (edges), ==, 4);
  g_object_unref (self.trace);
}

static void
test_arrivals (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;

  g_test_summary (
    "Where migrations are recorded at their end only, the stays before them are known.");

  fixture_init (&self, FALSE);
  append_state (&self, 0, 5);
  append (&self, 1, SPUR_TYPE_LO_MIGRATION_EVENT, 5, SPUR_USE_SOURCE, 0u, SPUR_USE_DESTINATION, 1u,
          SPUR_USE_NONE);
  append_state (&self, 1, 5);
  append (&self, 2, SPUR_TYPE_LO_MIGRATION_EVENT, 5, SPUR_USE_SOURCE, 1u, SPUR_USE_DESTINATION, 2u,
          SPUR_USE_NONE);
  edges = match (&self);
  g_assert_true (has_edge (edges, 0, 0, 1, 0));
  g_assert_true (has_edge (edges, 1, 1, 2, 0));
  g_assert_cmpuint (count_edges (edges), ==, 2);
  g_object_unref (self.trace);
}

static void
test_unknown_way (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;

  g_test_summary ("An object that was there before it came makes no edge that may be false.");

  fixture_init (&self, FALSE);
  append_state (&self, 1, 5);
  append_state (&self, 0, 5);
  append (&self, 0, SPUR_TYPE_LO_MIGRATION_EVENT, 5, SPUR_USE_SOURCE, 0u, SPUR_USE_DESTINATION, 1u,
          SPUR_USE_NONE);
  append_state (&self, 0, 5);
  edges = match (&self);
  g_assert_cmpuint (count_edges (edges), ==, 0);
  g_object_unref (self.trace);
}

static guint64
append_send (Fixture *self, guint stream, guint32 from, guint32 to)
{
  return append (self, stream, SPUR_TYPE_LO_MESSAGE_SEND_EVENT, from, SPUR_USE_PEER, to,
                 SPUR_USE_NONE);
}

static guint64
append_receive (Fixture *self, guint stream, guint32 from, guint32 to)
{
  return append (self, stream, SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT, to, SPUR_USE_PEER, from,
                 SPUR_USE_NONE);
}

static void
append_migration (Fixture *self, guint32 object, guint from, guint to, guint number)
{
  append (self, from, SPUR_TYPE_LO_MIGRATION_SEND_EVENT, object, SPUR_USE_SOURCE, from,
          SPUR_USE_DESTINATION, to, SPUR_USE_MESSAGE_ID, number, SPUR_USE_NONE);
  append (self, to, SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT, object, SPUR_USE_SOURCE, from,
          SPUR_USE_DESTINATION, to, SPUR_USE_MESSAGE_ID, number, SPUR_USE_NONE);
}

/* Object 5 sends to object 6 from hosts 2, 0, 2; object 6 is on host 1. */
static void
make_moving_sender (Fixture *self, guint64 *sends, guint64 *receives)
{
  append (self, 2, SPUR_TYPE_LO_CREATION_EVENT, 5, SPUR_USE_NONE);
  sends[0] = append_send (self, 2, 5, 6);
  receives[0] = append_receive (self, 1, 5, 6);
  append_migration (self, 5, 2, 0, 1);
  sends[1] = append_send (self, 0, 5, 6);
  receives[1] = append_receive (self, 1, 5, 6);
  append_migration (self, 5, 0, 2, 2);
  sends[2] = append_send (self, 2, 5, 6);
  receives[2] = append_receive (self, 1, 5, 6);
}

static void
test_moving_sender (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;
  guint64 sends[3], receives[3];
  SpurCheck check;

  g_test_summary ("The messages of an object that moves meet in the order of its way.");

  fixture_init (&self, FALSE);
  make_moving_sender (&self, sends, receives);
  edges = match (&self);
  g_assert_true (has_edge (edges, 2, sends[0], 1, receives[0]));
  g_assert_true (has_edge (edges, 0, sends[1], 1, receives[1]));
  g_assert_true (has_edge (edges, 2, sends[2], 1, receives[2]));
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched, ==, 0);
  spur_check_run (&check, self.trace, edges, NULL, 1, NULL);
  g_assert_true (spur_check_is_clean (&check));
  g_object_unref (self.trace);
}

static void
test_moving_receiver (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;
  guint64 sends[2], receives[2];

  g_test_summary ("So do those that it receives.");

  fixture_init (&self, FALSE);
  append (&self, 2, SPUR_TYPE_LO_CREATION_EVENT, 6, SPUR_USE_NONE);
  sends[0] = append_send (&self, 1, 5, 6);
  receives[0] = append_receive (&self, 2, 5, 6);
  append_migration (&self, 6, 2, 0, 1);
  sends[1] = append_send (&self, 1, 5, 6);
  receives[1] = append_receive (&self, 0, 5, 6);
  edges = match (&self);
  g_assert_true (has_edge (edges, 1, sends[0], 2, receives[0]));
  g_assert_true (has_edge (edges, 1, sends[1], 0, receives[1]));
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched, ==, 0);
  g_object_unref (self.trace);
}

static void
test_threads (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;
  guint64 sends[2], receives[2];

  g_test_summary ("Streams of one clock have the order of that clock.");

  fixture_init (&self, TRUE);
  sends[0] = append_send (&self, 2, 5, 6);
  sends[1] = append_send (&self, 0, 5, 6);
  receives[0] = append_receive (&self, 1, 5, 6);
  receives[1] = append_receive (&self, 1, 5, 6);
  edges = match (&self);
  g_assert_true (has_edge (edges, 2, sends[0], 1, receives[0]));
  g_assert_true (has_edge (edges, 0, sends[1], 1, receives[1]));
  g_object_unref (self.trace);
}

static void
test_unknown_order (void)
{
  Fixture self;
  g_autoptr (SpurEdges) edges = NULL;
  const SpurUnmatched *rows;
  gsize n_rows;

  g_test_summary (
    "Where nothing says which message was first none is claimed to be, and all are named.");

  fixture_init (&self, FALSE);
  append_send (&self, 2, 5, 6);
  append_send (&self, 0, 5, 6);
  append_receive (&self, 1, 5, 6);
  append_receive (&self, 1, 5, 6);
  edges = match (&self);
  g_assert_cmpuint (count_edges (edges), ==, 0);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched_sends, ==, 2);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched_receives, ==, 2);
  rows = spur_edges_get_unmatched (edges, &n_rows);
  g_assert_cmpuint (n_rows, ==, 4);
  for (gsize i = 0; i < n_rows; i++)
    g_assert_cmpint (rows[i].reason, ==, SPUR_UNMATCHED_ORDER);
  g_object_unref (self.trace);
}

/* An object goes at random from host to host, and says so in one of three ways; every edge must be
 * in the order in which things happened. */
static void
make_random (Fixture *self, GRand *rand)
{
  guint place[N_OBJECTS], way = (guint) g_rand_int_range (rand, 0, 3);

  for (guint i = N_HOSTS; i < N_OBJECTS; i++)
    {
      place[i] = (guint) g_rand_int_range (rand, 0, N_HOSTS);
      if (g_rand_boolean (rand))
        append (self, place[i], SPUR_TYPE_LO_CREATION_EVENT, i, SPUR_USE_NONE);
      else
        append_state (self, place[i], i);
    }
  for (guint n = 0; n < 120; n++)
    {
      guint32 object = (guint32) g_rand_int_range (rand, N_HOSTS, N_OBJECTS);
      guint32 other = (guint32) g_rand_int_range (rand, N_HOSTS, N_OBJECTS);
      guint to = (guint) g_rand_int_range (rand, 0, N_HOSTS);

      if (g_rand_int_range (rand, 0, 3) > 0)
        {
          append_send (self, place[object], object, other);
          append_receive (self, place[other], object, other);
        }
      else if (to != place[object])
        {
          if (way == 0)
            append_migration (self, object, place[object], to, n);
          else
            append (self, way == 1 ? place[object] : to, SPUR_TYPE_LO_MIGRATION_EVENT, object,
                    SPUR_USE_SOURCE, place[object], SPUR_USE_DESTINATION, to, SPUR_USE_NONE);
          place[object] = to;
        }
    }
}

static void
test_random (void)
{
  const char *text = g_getenv ("SPUR_TEST_SEED");
  guint32 seed = text != NULL ? (guint32) g_ascii_strtoull (text, NULL, 0) : g_random_int ();
  guint n_traces = text != NULL ? 1 : spur_test_scale (300);
  gsize n_all = 0;

  g_test_summary ("Whatever objects do, no edge is against the order in which it happened.");

  for (guint i = 0; i < n_traces; i++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed + i);
      g_autoptr (SpurEdges) edges = NULL;
      Fixture self;
      SpurCheck check;

      g_test_message ("SPUR_TEST_SEED=%u", seed + i);
      fixture_init (&self, FALSE);
      make_random (&self, rand);
      edges = match (&self);
      spur_check_run (&check, self.trace, edges, NULL, 1, NULL);
      g_assert_true (spur_check_is_clean (&check));
      n_all += count_edges (edges);
      g_object_unref (self.trace);
    }
  g_assert_cmpuint (n_all, >, 10 * n_traces);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/causality/moves/creation", test_creation);
  g_test_add_func ("/causality/moves/created-twice", test_created_twice);
  g_test_add_func ("/causality/moves/placement", test_placement);
  g_test_add_func ("/causality/moves/migration", test_migration);
  g_test_add_func ("/causality/moves/arrivals", test_arrivals);
  g_test_add_func ("/causality/moves/unknown-way", test_unknown_way);
  g_test_add_func ("/causality/moves/moving-sender", test_moving_sender);
  g_test_add_func ("/causality/moves/moving-receiver", test_moving_receiver);
  g_test_add_func ("/causality/moves/threads", test_threads);
  g_test_add_func ("/causality/moves/unknown-order", test_unknown_order);
  g_test_add_func ("/causality/moves/random", test_random);
  return g_test_run ();
}
