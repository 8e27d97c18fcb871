/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Enough channels that their messages are joined in several buckets: the pairs, what is
 * left over, and that the nodes which matching makes are those of its edges. */
#include "config.h"

#include "core/causality/spur-nodes-internal.h"
#include "events/spur-events.h"
#include "tests/causality/id-messages.h"
#include "tests/test-corpus.h"

#define N_STREAMS 500
#define N_MESSAGES 12000
#define N_TAGS 6
#define N_TRACES 6

/* What is expected of messages that can only meet each other, in the order in which they came. */
typedef struct
{
  guint from;
  guint to;
  GArray *sends;
  GArray *receives;
} Channel;

typedef struct
{
  SpurTrace *trace;
  GRand *rand;
  guint32 group;
  gint64 now_ns;
  GHashTable *channels;
  GArray *expected;
  /* One end in lost_share is lost; 0 for none. */
  guint lost_share;
  guint64 n_local;
  guint64 n_sends_left;
  guint64 n_receives_left;
} Run;

static void
free_channel (gpointer data)
{
  Channel *channel = data;

  g_array_unref (channel->sends);
  g_array_unref (channel->receives);
  g_free (channel);
}

static guint
below (Run *self, guint n)
{
  return (guint) g_rand_int_range (self->rand, 0, (gint32) n);
}

static guint64
append (Run *self, guint s, GType type, ...)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  SpurStream *stream = spur_trace_get_stream (self->trace, s);
  guint64 event = spur_stream_get_n_events (stream);
  guint8 record[128] = { 0 };
  va_list list;

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
  spur_stream_append (stream, self->now_ns++, spur_trace_add_event_type (self->trace, type),
                      record);
  return event;
}

static Channel *
find_channel (Run *self, guint from, guint to, guint tag)
{
  guint64 key = ((guint64) from << 40 | (guint64) to << 20 | tag) + 1;
  Channel *channel = g_hash_table_lookup (self->channels, &key);

  if (channel != NULL)
    return channel;
  channel = g_new (Channel, 1);
  *channel = (Channel){ from, to, g_array_new (FALSE, FALSE, sizeof (guint64)),
                        g_array_new (FALSE, FALSE, sizeof (guint64)) };
  g_hash_table_insert (self->channels, g_memdup2 (&key, sizeof key), channel);
  return channel;
}

static void
do_send (Run *self, guint from, guint to, guint tag)
{
  guint64 event = append (self, from, SPUR_TYPE_CHANNEL_SEND_EVENT, SPUR_USE_SUBJECT,
                          (guint64) from, SPUR_USE_PEER, (guint64) to, SPUR_USE_TAG, (guint64) tag,
                          SPUR_USE_COMMUNICATOR, (guint64) self->group, SPUR_USE_NONE);

  g_array_append_val (find_channel (self, from, to, tag)->sends, event);
}

static void
do_receive (Run *self, guint from, guint to, guint tag)
{
  guint64 event =
    append (self, to, SPUR_TYPE_CHANNEL_RECEIVE_EVENT, SPUR_USE_SUBJECT, (guint64) to,
            SPUR_USE_PEER, (guint64) from, SPUR_USE_TAG, (guint64) tag, SPUR_USE_COMMUNICATOR,
            (guint64) self->group, SPUR_USE_POSTED, G_GUINT64_CONSTANT (0), SPUR_USE_NONE);

  g_array_append_val (find_channel (self, from, to, tag)->receives, event);
}

static gboolean
is_kept (Run *self)
{
  return self->lost_share == 0 || below (self, self->lost_share) > 0;
}

static void
do_message (Run *self, guint from, guint to, guint tag)
{
  if (is_kept (self))
    do_send (self, from, to, tag);
  if (is_kept (self))
    do_receive (self, from, to, tag);
}

/* Two messages of which the second one arrives first. */
static void
do_overtaken (Run *self, guint from, guint to)
{
  do_send (self, from, to, 0);
  do_send (self, from, to, 1);
  do_receive (self, from, to, 1);
  do_receive (self, from, to, 0);
}

static void
expect (Run *self, guint from, guint64 send, guint to, guint64 receive)
{
  SpurEdge edge = { send, receive, SPUR_MU_DEFAULT, from, to };

  if (from == to)
    self->n_local++;
  else
    g_array_append_val (self->expected, edge);
}

/* Signals reach several streams, the one that gives it among them. */
static void
do_signal (Run *self, guint64 id)
{
  guint from = below (self, N_STREAMS);
  guint n = below (self, 4);
  guint64 send =
    append (self, from, test_id_send_event_get_type (), SPUR_USE_MESSAGE_ID, id, SPUR_USE_NONE);

  self->n_sends_left += n == 0;
  for (guint i = 0; i < n; i++)
    {
      guint to = below (self, N_STREAMS);
      guint64 receive = append (self, to, test_id_receive_event_get_type (), SPUR_USE_MESSAGE_ID,
                                id, SPUR_USE_NONE);

      expect (self, from, send, to, receive);
    }
}

static void
make_trace (Run *self, guint n_overtaken)
{
  SpurDefinitions *definitions;

  self->trace = spur_trace_new_with_chunks (64);
  definitions = spur_trace_get_definitions (self->trace);
  self->now_ns = 0;
  for (guint i = 0; i < N_STREAMS; i++)
    {
      g_autofree char *name = g_strdup_printf ("rank %u", i);
      SpurClock clock = { name, "program", 1000000000, 0, i };

      spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, name, NULL, SPUR_NONE);
      spur_trace_add_stream (self->trace, name, spur_definitions_add_clock (definitions, &clock),
                             SPUR_NONE);
    }
  self->group = spur_definitions_add_group (definitions, "world", NULL, 0);
  for (guint i = 0; i < N_MESSAGES; i++)
    {
      guint from = below (self, N_STREAMS);

      if (below (self, 8) == 0)
        do_signal (self, i);
      else
        do_message (self, from, (from + below (self, 4)) % N_STREAMS, below (self, N_TAGS));
    }
  for (guint i = 0; i < n_overtaken; i++)
    do_overtaken (self, i, i + below (self, 2));
  g_assert_true (spur_trace_seal (self->trace, NULL));
}

/* From the first on where receives are missing, from the last on where sends are. */
static void
expect_messages (Run *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->channels);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Channel *channel = value;
      guint n_sends = channel->sends->len, n_receives = channel->receives->len;
      guint n = MIN (n_sends, n_receives);

      self->n_sends_left += n_sends - n;
      self->n_receives_left += n_receives - n;
      for (guint i = 0; i < n; i++)
        expect (self, channel->from, g_array_index (channel->sends, guint64, i), channel->to,
                g_array_index (channel->receives, guint64, n_receives - n + i));
    }
}

static int
compare_edges (gconstpointer a, gconstpointer b)
{
  return spur_edge_compare (a, b);
}

static void
check_edges (Run *self, SpurEdges *edges)
{
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  g_assert_cmpuint (n_edges, ==, self->expected->len);
  for (gsize i = 0; i < n_edges; i++)
    {
      const SpurEdge *expected = &g_array_index (self->expected, SpurEdge, i);

      g_assert_cmpint (spur_edge_compare (&all[i], expected), ==, 0);
      g_assert_cmpint (all[i].mu_ns, ==, SPUR_MU_DEFAULT);
    }
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_local, ==, self->n_local);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched_sends, ==, self->n_sends_left);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched_receives, ==, self->n_receives_left);
}

/* The nodes that came with the edges, before those were read, and the ones that are made of
 * them. */
static void
check_nodes (Run *self, const SpurNodes *nodes, SpurEdges *edges)
{
  g_autoptr (SpurNodes) made = spur_nodes_make (self->trace, edges, NULL, NULL);

  g_assert_cmpuint (nodes->n_nodes, ==, made->n_nodes);
  for (guint s = 0; s < N_STREAMS; s++)
    {
      const SpurNodeStream *a = &nodes->streams[s], *b = &made->streams[s];

      g_assert_cmpmem (a->bits, a->n_words * sizeof *a->bits, b->bits,
                       b->n_words * sizeof *b->bits);
      g_assert_cmpmem (a->ranks, a->n_words * sizeof *a->ranks, b->ranks,
                       b->n_words * sizeof *b->ranks);
      g_assert_cmpuint (a->n_nodes, ==, b->n_nodes);
    }
  g_assert_cmpmem (nodes->pairs, self->expected->len * sizeof *nodes->pairs, made->pairs,
                   self->expected->len * sizeof *made->pairs);
}

static void
test_run (guint32 seed, guint lost_share, guint n_overtaken)
{
  Run self = { .rand = g_rand_new_with_seed (seed), .lost_share = lost_share };

  self.channels = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, free_channel);
  self.expected = g_array_new (FALSE, FALSE, sizeof (SpurEdge));
  make_trace (&self, n_overtaken);
  expect_messages (&self);
  g_array_sort (self.expected, compare_edges);
  for (guint n_threads = 1; n_threads <= 8; n_threads += 7)
    {
      SpurJob job = { NULL, NULL, NULL, n_threads };
      g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (self.trace, &job, NULL);
      g_autoptr (SpurNodes) nodes = spur_edges_get_nodes (edges, self.trace, &job);

      g_assert_nonnull (nodes->pairs);
      g_assert_null (nodes->edges);
      check_edges (&self, edges);
      g_assert_nonnull (nodes->edges);
      check_nodes (&self, nodes, edges);
    }
  g_array_unref (self.expected);
  g_hash_table_unref (self.channels);
  g_object_unref (self.trace);
  g_rand_free (self.rand);
}

static void
test_runs (guint n_runs, guint lost_share, guint n_overtaken)
{
  const char *text = g_getenv ("SPUR_TEST_SEED");
  guint32 seed = text != NULL ? (guint32) g_ascii_strtoull (text, NULL, 0) : g_random_int ();
  guint n_traces = text != NULL ? 1 : spur_test_scale (n_runs);

  for (guint i = 0; i < n_traces; i++)
    {
      g_test_message ("SPUR_TEST_SEED=%u", seed + i);
      test_run (seed + i, lost_share, n_overtaken);
    }
}

static void
test_many (void)
{
  g_test_summary ("Messages of thousands of channels meet those that they should.");

  test_runs (N_TRACES, 200, 0);
}

static void
test_in_order (void)
{
  g_test_summary ("Messages of several tags that all arrive in the order in which they were sent.");

  test_runs (N_TRACES / 2, 0, 0);
}

static void
test_overtaken (void)
{
  g_test_summary ("A message of another tag that overtakes one is no partner of its receive.");

  test_runs (N_TRACES / 2, 0, 1);
  test_runs (N_TRACES / 2, 0, 9);
}

/* Edges that are added to edges that were not read yet. */
static void
test_added (void)
{
  Run self = { .rand = g_rand_new_with_seed (1), .lost_share = 200 };
  SpurEdge more = { 0, 0, 5, 1, 0 };
  const SpurEdge *all;
  gsize n_edges;

  g_test_summary ("What is added to edges that came as pairs of nodes is there beside them.");

  self.channels = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, free_channel);
  self.expected = g_array_new (FALSE, FALSE, sizeof (SpurEdge));
  make_trace (&self, 0);
  expect_messages (&self);
  {
    g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (self.trace, NULL, NULL);
    g_autoptr (SpurNodes) nodes = spur_edges_get_nodes (edges, self.trace, NULL);
    g_autoptr (SpurNodes) others = NULL;

    spur_edges_add (edges, &more);
    all = spur_edges_get_all (edges, &n_edges);
    g_assert_cmpuint (n_edges, ==, self.expected->len + 1);
    g_assert_cmpint (spur_edge_compare (&all[0], &more), ==, 0);
    g_assert_cmpint (all[0].mu_ns, ==, 5);
    others = spur_edges_get_nodes (edges, self.trace, NULL);
    g_assert_true (nodes != others);
    g_assert_true (others->has_mu);
    g_assert_true (spur_nodes_contains (others, 0, 0) && spur_nodes_contains (others, 1, 0));
  }
  g_array_unref (self.expected);
  g_hash_table_unref (self.channels);
  g_object_unref (self.trace);
  g_rand_free (self.rand);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/causality/channels/many", test_many);
  g_test_add_func ("/causality/channels/in-order", test_in_order);
  g_test_add_func ("/causality/channels/overtaken", test_overtaken);
  g_test_add_func ("/causality/channels/added", test_added);
  return g_test_run ();
}
