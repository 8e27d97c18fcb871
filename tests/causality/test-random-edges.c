/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Random runs of a parallel program, which note what happened before what while they write its
 * trace: matching has to find just that. */
#include "config.h"

#include "core/causality/spur-check.h"
#include "events/spur-events.h"
#include "tests/test-corpus.h"

#define N_RANKS 4
#define N_LOCKS 2
#define N_TAGS 2
#define N_TRACES 400

typedef struct
{
  guint stream;
  guint64 event;
} Place;

/* A collective operation: where its members enter, and leave. */
typedef struct
{
  SpurPattern pattern;
  guint root;
  Place enters[N_RANKS];
  Place exits[N_RANKS];
} Operation;

typedef struct
{
  SpurTrace *trace;
  GRand *rand;
  gint64 now_ns;
  guint64 n_numbers;
  guint32 groups[1 << N_RANKS];
  GArray *edges;
  GArray *operations;
  GQueue sent[N_RANKS][N_RANKS][N_TAGS];
  guint64 n_grants[N_LOCKS];
  Place released[N_LOCKS];
} Run;

static guint
below (Run *self, guint n)
{
  return (guint) g_rand_int_range (self->rand, 0, (gint32) n);
}

/* Packs an event of a rank from uses and values, ended by SPUR_USE_NONE; what is not said is
 * absent. */
static Place
append (Run *self, guint rank, GType type, ...)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  SpurStream *stream = spur_trace_get_stream (self->trace, rank);
  Place place = { rank, spur_stream_get_n_events (stream) };
  guint8 record[128];
  va_list list;

  memset (record, 0xff, sizeof record);
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
  self->now_ns += 10;
  spur_stream_append (stream, self->now_ns, spur_trace_add_event_type (self->trace, type), record);
  return place;
}

#define N(value) ((guint64) (value))

static void
expect (Run *self, Place from, Place to)
{
  SpurEdge edge = { from.event, to.event, SPUR_MU_DEFAULT, from.stream, to.stream };

  if (from.stream != to.stream)
    g_array_append_val (self->edges, edge);
}

static void
do_send (Run *self)
{
  guint from = below (self, N_RANKS), to = below (self, N_RANKS), tag = below (self, N_TAGS);
  Place *place = g_new (Place, 1);

  *place = append (self, from, SPUR_TYPE_CHANNEL_SEND_EVENT, SPUR_USE_SUBJECT, N (from),
                   SPUR_USE_PEER, N (to), SPUR_USE_TAG, N (tag), SPUR_USE_COMMUNICATOR,
                   N (self->groups[15]), SPUR_USE_NONE);
  g_queue_push_tail (&self->sent[from][to][tag], place);
}

static void
do_receive (Run *self, guint from, guint to, guint tag)
{
  g_autofree Place *sent = g_queue_pop_head (&self->sent[from][to][tag]);

  if (sent != NULL)
    expect (self, *sent,
            append (self, to, SPUR_TYPE_CHANNEL_RECEIVE_EVENT, SPUR_USE_SUBJECT, N (to),
                    SPUR_USE_PEER, N (from), SPUR_USE_TAG, N (tag), SPUR_USE_COMMUNICATOR,
                    N (self->groups[15]), SPUR_USE_POSTED, N (0), SPUR_USE_NONE));
}

static void
do_team (Run *self)
{
  guint master = below (self, N_RANKS), mask = 1 + below (self, 15);
  guint64 number = ++self->n_numbers;
  Place fork =
    append (self, master, SPUR_TYPE_THREAD_FORK_EVENT, SPUR_USE_MESSAGE_ID, number, SPUR_USE_NONE);
  Place ends[N_RANKS], join;

  for (guint i = 0; i < N_RANKS; i++)
    {
      if ((mask >> i & 1) != 0)
        expect (self, fork,
                append (self, i, SPUR_TYPE_THREAD_BEGIN_EVENT, SPUR_USE_MESSAGE_ID, number,
                        SPUR_USE_NONE));
    }
  for (guint i = N_RANKS; i-- > 0;)
    {
      if ((mask >> i & 1) != 0)
        ends[i] =
          append (self, i, SPUR_TYPE_THREAD_END_EVENT, SPUR_USE_MESSAGE_ID, number, SPUR_USE_NONE);
    }
  join =
    append (self, master, SPUR_TYPE_THREAD_JOIN_EVENT, SPUR_USE_MESSAGE_ID, number, SPUR_USE_NONE);
  for (guint i = 0; i < N_RANKS; i++)
    {
      if ((mask >> i & 1) != 0)
        expect (self, ends[i], join);
    }
}

static void
do_lock (Run *self)
{
  guint rank = below (self, N_RANKS), lock = below (self, N_LOCKS);
  guint64 order = self->n_grants[lock]++;
  Place acquired = append (self, rank, SPUR_TYPE_LOCK_ACQUIRE_EVENT, SPUR_USE_TAG, N (lock),
                           SPUR_USE_MESSAGE_ID, order, SPUR_USE_NONE);

  if (order > 0)
    expect (self, self->released[lock], acquired);
  self->released[lock] = append (self, rank, SPUR_TYPE_LOCK_RELEASE_EVENT, SPUR_USE_TAG, N (lock),
                                 SPUR_USE_MESSAGE_ID, order + 1, SPUR_USE_NONE);
}

static Place
append_window (Run *self, guint rank, GType type, guint peer, guint mask)
{
  guint64 of_peers = mask != 0 ? self->groups[mask] : SPUR_NONE;
  guint64 of_peer = mask != 0 ? SPUR_NONE : peer;

  return append (self, rank, type, SPUR_USE_SUBJECT, N (rank), SPUR_USE_COMMUNICATOR,
                 N (self->groups[15]), SPUR_USE_PEER, of_peer, SPUR_USE_MEMBERS, of_peers,
                 SPUR_USE_TAG, N (0), SPUR_USE_NONE);
}

/* One exposes its window to several, who say it each for itself. */
static void
do_window (Run *self)
{
  guint target = below (self, N_RANKS), mask = (1 + below (self, 15)) & ~(1u << target);
  Place post, completed[N_RANKS], waited;

  if (mask == 0)
    return;
  post = append_window (self, target, SPUR_TYPE_WINDOW_POST_EVENT, 0, mask);
  for (guint i = 0; i < N_RANKS; i++)
    {
      if ((mask >> i & 1) != 0)
        expect (self, post, append_window (self, i, SPUR_TYPE_WINDOW_START_EVENT, target, 0));
    }
  for (guint i = 0; i < N_RANKS; i++)
    {
      if ((mask >> i & 1) != 0)
        completed[i] = append_window (self, i, SPUR_TYPE_WINDOW_COMPLETE_EVENT, target, 0);
    }
  waited = append_window (self, target, SPUR_TYPE_WINDOW_WAIT_EVENT, 0, mask);
  for (guint i = 0; i < N_RANKS; i++)
    {
      if ((mask >> i & 1) != 0)
        expect (self, completed[i], waited);
    }
}

static const SpurPattern patterns[] = { SPUR_PATTERN_BARRIER, SPUR_PATTERN_N_TO_N,
                                        SPUR_PATTERN_ONE_TO_N, SPUR_PATTERN_N_TO_ONE,
                                        SPUR_PATTERN_SCAN };

static Place
append_end (
  Run *self, guint rank, GType type, const Operation *operation, guint64 extra, SpurUse use)
{
  return append (self, rank, type, SPUR_USE_SUBJECT, N (rank), SPUR_USE_COMMUNICATOR,
                 N (self->groups[15]), SPUR_USE_PATTERN, N (operation->pattern), SPUR_USE_ROOT,
                 N (operation->root), SPUR_USE_SENT_BYTES, N (8), SPUR_USE_RECEIVED_BYTES, N (8),
                 use, extra, SPUR_USE_NONE);
}

static void
do_operation (Run *self)
{
  Operation operation = { patterns[below (self, G_N_ELEMENTS (patterns))], below (self, N_RANKS) };

  for (guint i = 0; i < N_RANKS; i++)
    operation.enters[i] = append (self, i, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT, SPUR_USE_NONE);
  for (guint i = N_RANKS; i-- > 0;)
    operation.exits[i] =
      append_end (self, i, SPUR_TYPE_COLLECTIVE_END_EVENT, &operation, 8, SPUR_USE_SENT_BYTES);
  g_array_append_val (self->operations, operation);
}

/* Two that do not block, complete in an order of each member's own. */
static void
do_requests (Run *self)
{
  Operation both[2];
  guint64 numbers[2];

  for (guint k = 0; k < 2; k++)
    {
      both[k].pattern = patterns[below (self, G_N_ELEMENTS (patterns))];
      both[k].root = below (self, N_RANKS);
      numbers[k] = ++self->n_numbers;
      for (guint i = 0; i < N_RANKS; i++)
        both[k].enters[i] = append (self, i, SPUR_TYPE_COLLECTIVE_START_EVENT, SPUR_USE_MESSAGE_ID,
                                    numbers[k], SPUR_USE_NONE);
    }
  for (guint i = 0; i < N_RANKS; i++)
    {
      guint first = below (self, 2);

      for (guint n = 0; n < 2; n++)
        {
          guint k = n ^ first;

          both[k].exits[i] = append_end (self, i, SPUR_TYPE_COLLECTIVE_COMPLETION_EVENT, &both[k],
                                         numbers[k], SPUR_USE_MESSAGE_ID);
        }
    }
  g_array_append_vals (self->operations, both, 2);
}

/* Every member gets data from some others. */
static void
do_exchange (Run *self)
{
  Operation operation = { SPUR_PATTERN_PAIRS, SPUR_NONE };

  for (guint i = 0; i < N_RANKS; i++)
    operation.enters[i] = append (self, i, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT, SPUR_USE_NONE);
  for (guint i = 0; i < N_RANKS; i++)
    {
      guint mask = below (self, 16);

      operation.exits[i] = append_end (self, i, SPUR_TYPE_COLLECTIVE_EXCHANGE_EVENT, &operation,
                                       self->groups[mask], SPUR_USE_MEMBERS);
      for (guint k = 0; k < N_RANKS; k++)
        {
          if ((mask >> k & 1) != 0)
            expect (self, operation.enters[k], operation.exits[i]);
        }
    }
  g_array_append_val (self->operations, operation);
}

static void
run_init (Run *self, guint32 seed)
{
  SpurDefinitions *definitions;
  guint32 ranks[N_RANKS];

  *self = (Run){ .trace = spur_trace_new_with_chunks (1 + seed % 9) };
  definitions = spur_trace_get_definitions (self->trace);
  self->rand = g_rand_new_with_seed (seed);
  self->edges = g_array_new (FALSE, FALSE, sizeof (SpurEdge));
  self->operations = g_array_new (FALSE, FALSE, sizeof (Operation));
  for (guint i = 0; i < N_RANKS; i++)
    {
      g_autofree char *name = g_strdup_printf ("rank %u", i);
      SpurClock clock = { name, "program", 1000000000, 0, i };

      ranks[i] =
        spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, name, NULL, SPUR_NONE);
      spur_trace_add_stream (self->trace, name, spur_definitions_add_clock (definitions, &clock),
                             SPUR_NONE);
    }
  for (guint mask = 0; mask < 1 << N_RANKS; mask++)
    {
      guint32 members[N_RANKS];
      guint n_members = 0;

      for (guint i = 0; i < N_RANKS; i++)
        {
          if ((mask >> i & 1) != 0)
            members[n_members++] = ranks[i];
        }
      self->groups[mask] = spur_definitions_add_group (definitions, "group", members, n_members);
    }
}

static void
run_steps (Run *self)
{
  void (*const steps[]) (Run *) = { do_team,      do_lock,     do_window,
                                    do_operation, do_requests, do_exchange };
  guint n_steps = below (self, 60);

  for (guint n = 0; n < n_steps; n++)
    {
      guint what = below (self, 2 * G_N_ELEMENTS (steps));

      if (what < G_N_ELEMENTS (steps))
        steps[what](self);
      else if (what % 2 == 0)
        do_send (self);
      else
        do_receive (self, below (self, N_RANKS), below (self, N_RANKS), below (self, N_TAGS));
    }
  for (guint i = 0; i < N_RANKS * N_RANKS * N_TAGS; i++)
    {
      guint from = i / N_TAGS / N_RANKS, to = i / N_TAGS % N_RANKS;

      while (!g_queue_is_empty (&self->sent[from][to][i % N_TAGS]))
        do_receive (self, from, to, i % N_TAGS);
    }
}

static int
compare_edges (const void *a, const void *b)
{
  const SpurEdge *p = a, *q = b;
  const guint64 keys[][2] = { { p->to_stream, q->to_stream },
                              { p->to_event, q->to_event },
                              { p->from_stream, q->from_stream },
                              { p->from_event, q->from_event } };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      if (keys[i][0] != keys[i][1])
        return keys[i][0] < keys[i][1] ? -1 : 1;
    }
  return 0;
}

static void
check_edges (Run *self, SpurEdges *edges)
{
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  g_array_sort (self->edges, compare_edges);
  g_assert_cmpuint (n_edges, ==, self->edges->len);
  for (gsize i = 0; i < n_edges; i++)
    g_assert_cmpint (compare_edges (&all[i], &g_array_index (self->edges, SpurEdge, i)), ==, 0);
}

static void
check_operations (Run *self, SpurEdges *edges)
{
  g_assert_cmpuint (spur_edges_get_n_collectives (edges), ==, self->operations->len);
  for (guint i = 0; i < self->operations->len; i++)
    {
      const Operation *expected = &g_array_index (self->operations, Operation, i);
      SpurCollective found;

      spur_edges_get_collective (edges, i, &found);
      g_assert_cmpint (found.pattern, ==, expected->pattern);
      g_assert_cmpuint (found.n_members, ==, N_RANKS);
      g_assert_cmpuint (found.root, ==, expected->root);
      for (guint k = 0; k < N_RANKS; k++)
        {
          g_assert_cmpuint (found.members[k].stream, ==, k);
          g_assert_cmpuint (found.members[k].enter_event, ==, expected->enters[k].event);
          g_assert_cmpuint (found.members[k].exit_event, ==, expected->exits[k].event);
        }
    }
}

static void
run_trace (guint32 seed)
{
  g_autoptr (GError) error = NULL;
  SpurCheck check;
  Run self;

  run_init (&self, seed);
  run_steps (&self);
  spur_trace_seal (self.trace, &error);
  g_assert_no_error (error);
  for (guint n_threads = 1; n_threads <= 4; n_threads += 3)
    {
      SpurJob job = { .n_threads = n_threads };
      g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (self.trace, &job, &error);

      g_assert_no_error (error);
      check_edges (&self, edges);
      check_operations (&self, edges);
      g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched, ==, 0);
      spur_check_run (&check, self.trace, edges, NULL, 1, NULL);
      g_assert_true (spur_check_is_clean (&check));
    }
  g_array_unref (self.edges);
  g_array_unref (self.operations);
  g_rand_free (self.rand);
  g_object_unref (self.trace);
}

static void
test_random (void)
{
  const char *text = g_getenv ("SPUR_TEST_SEED");
  guint32 seed = text != NULL ? (guint32) g_ascii_strtoull (text, NULL, 0) : g_random_int ();
  guint n_traces = text != NULL ? 1 : spur_test_scale (N_TRACES);

  g_test_summary ("What happened before what is found, all of it and nothing else.");

  for (guint i = 0; i < n_traces; i++)
    {
      /* Printed before, so that a crash leaves it, too. */
      g_test_message ("SPUR_TEST_SEED=%u", seed + i);
      run_trace (seed + i);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/causality/random-edges", test_random);
  return g_test_run ();
}
