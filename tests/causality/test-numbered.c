/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Messages that overtake others, and are told apart by their numbers: pairs by hand, and what
 * random programs really did; with any number of threads and ranks, and while events come. */
#include "config.h"

#include "core/causality/live/spur-live-classes.h"
#include "core/causality/live/spur-live-match-internal.h"
#include "core/causality/spur-delays.h"
#include "core/causality/spur-disagreements.h"
#include "core/clock/parallel/spur-partition-private.h"
#include "events/spur-events.h"
#include "tests/clock/rank-correct.h"
#include "tests/clock/rank-loop.h"

#define MAX_STREAMS 6
#define N_PROGRAMS 60
#define N_STEPS 400
#define N_TAGS 2
#define NOWHERE SPUR_NONE

/* A message, with its ends as they are in the trace; the stream is %NOWHERE where one is lost. */
typedef struct
{
  guint32 from, to;
  guint32 tag;
  guint64 number;
  guint64 sent, received;
  guint32 sent_in, received_in;
  guint64 size;
} Message;

/* Object o has the stream o. */
typedef struct
{
  SpurTrace *trace;
  guint n_streams;
  gint64 now_ns;
  /* Every event in the order in which they came, as SpurLiveEvent is fed. */
  GArray *order;
  /* Of the last match: the partner of each receive. */
  SpurEdges *edges;
} Fixture;

typedef struct
{
  guint32 stream;
  guint64 event;
} Place;

static void
fixture_init (Fixture *self, guint n_streams)
{
  *self = (Fixture){ spur_trace_new_with_chunks (7), n_streams };
  self->order = g_array_new (FALSE, FALSE, sizeof (Place));
  for (guint i = 0; i < n_streams; i++)
    {
      g_autofree char *name = g_strdup_printf ("rank %u", i);
      SpurClock clock = { name, "program", 1000000000, 0, i };

      spur_definitions_add_object (spur_trace_get_definitions (self->trace), SPUR_TYPE_LOAD_OBJECT,
                                   name, NULL, SPUR_NONE);
      spur_trace_add_stream (
        self->trace, name,
        spur_definitions_add_clock (spur_trace_get_definitions (self->trace), &clock), SPUR_NONE);
    }
}

static void
fixture_clear (Fixture *self)
{
  g_clear_object (&self->edges);
  g_clear_object (&self->trace);
  g_array_unref (self->order);
}

static guint64
append_in (Fixture *self, guint s, gboolean is_send, const Message *message)
{
  GType type = is_send ? SPUR_TYPE_LO_MESSAGE_SEND_EVENT : SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT;
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  SpurStream *stream = spur_trace_get_stream (self->trace, s);
  Place place = { s, spur_stream_get_n_events (stream) };
  guint8 record[128];
  const guint64 values[][2] = {
    { SPUR_USE_SUBJECT, is_send ? message->from : message->to },
    { SPUR_USE_PEER, is_send ? message->to : message->from },
    { SPUR_USE_TAG, message->tag },
    { SPUR_USE_NUMBER, message->number },
    { SPUR_USE_SIZE, message->size },
  };

  memset (record, 0xff, sizeof record);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    spur_event_layout_set_uint (layout, (guint) layout->field_of_use[values[i][0]], record,
                                values[i][1]);
  self->now_ns += 10;
  spur_stream_append (stream, self->now_ns, spur_trace_add_event_type (self->trace, type), record);
  g_array_append_val (self->order, place);
  return place.event;
}

/* From stream 0 to stream 1. */
static guint64
send_one (Fixture *self, guint64 number)
{
  const Message message = { .from = 0, .to = 1, .tag = 4, .number = number };

  return append_in (self, 0, TRUE, &message);
}

static guint64
receive_one (Fixture *self, guint64 number)
{
  const Message message = { .from = 0, .to = 1, .tag = 4, .number = number };

  return append_in (self, 1, FALSE, &message);
}

static void
run_match (Fixture *self, guint n_threads)
{
  SpurJob job = { NULL, NULL, NULL, n_threads };
  g_autoptr (GError) error = NULL;

  g_clear_object (&self->edges);
  self->edges = spur_edges_new_for_trace (self->trace, &job, &error);
  g_assert_no_error (error);
}

static void
match (Fixture *self)
{
  g_assert_true (spur_trace_seal (self->trace, NULL));
  run_match (self, 1);
}

/* The send that a receive met, or {NOWHERE}. */
static Place
find_partner (SpurEdges *edges, guint32 stream, guint64 event)
{
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);
  Place found = { NOWHERE, 0 };

  for (gsize i = 0; i < n_edges; i++)
    {
      if (all[i].to_stream == stream && all[i].to_event == event)
        {
          g_assert_cmpuint (found.stream, ==, NOWHERE);
          found = (Place){ all[i].from_stream, all[i].from_event };
        }
    }
  return found;
}

static void
assert_pair (Fixture *self, guint64 receive, guint64 send)
{
  const Place place = find_partner (self->edges, 1, receive);

  g_assert_cmpuint (place.stream, ==, 0);
  g_assert_cmpuint (place.event, ==, send);
}

static void
assert_counts (SpurEdges *edges, gsize n_edges, guint64 n_sends, guint64 n_receives)
{
  const SpurMatchCounts *counts = spur_edges_get_counts (edges);
  gsize n_found, n_unmatched;

  spur_edges_get_all (edges, &n_found);
  spur_edges_get_unmatched (edges, &n_unmatched);
  g_assert_cmpuint (n_found, ==, n_edges);
  g_assert_cmpuint (counts->n_unmatched_sends, ==, n_sends);
  g_assert_cmpuint (counts->n_unmatched_receives, ==, n_receives);
  g_assert_cmpuint (n_unmatched, ==, n_sends + n_receives);
}

static void
test_overtaking (void)
{
  Fixture self;

  g_test_summary (
    "The second of three messages comes first: by numbers every receive has its send; "
    "without, they come in order.");

  for (guint64 has = 0; has <= 1; has++)
    {
      fixture_init (&self, 2);
      send_one (&self, has * 11);
      send_one (&self, has * 12);
      receive_one (&self, has * 12);
      send_one (&self, has * 13);
      receive_one (&self, has * 13);
      receive_one (&self, has * 11);
      match (&self);
      assert_pair (&self, 0, has != 0 ? 1 : 0);
      assert_pair (&self, 1, has != 0 ? 2 : 1);
      assert_pair (&self, 2, has != 0 ? 0 : 2);
      assert_counts (self.edges, 3, 0, 0);
      fixture_clear (&self);
    }
}

static void
test_one_side (void)
{
  Fixture self;

  g_test_summary ("Numbers that only the sends have tell nothing.");

  fixture_init (&self, 2);
  send_one (&self, 5);
  send_one (&self, 3);
  receive_one (&self, 0);
  receive_one (&self, G_MAXUINT64);
  match (&self);
  assert_pair (&self, 0, 0);
  assert_pair (&self, 1, 1);
  assert_counts (self.edges, 2, 0, 0);
  fixture_clear (&self);
}

static void
test_mixed (void)
{
  Fixture self;

  g_test_summary ("Receives without a number take the sends that no number claims, in order.");

  fixture_init (&self, 2);
  send_one (&self, 1);
  send_one (&self, 2);
  send_one (&self, 0);
  send_one (&self, 4);
  send_one (&self, 5);
  receive_one (&self, 5);
  receive_one (&self, 0);
  receive_one (&self, 2);
  receive_one (&self, 0);
  receive_one (&self, 0);
  match (&self);
  assert_pair (&self, 0, 4);
  assert_pair (&self, 1, 0);
  assert_pair (&self, 2, 1);
  assert_pair (&self, 3, 2);
  assert_pair (&self, 4, 3);
  assert_counts (self.edges, 5, 0, 0);
  fixture_clear (&self);
}

static void
test_lost (void)
{
  Fixture self;
  gsize n_unmatched;
  const SpurUnmatched *unmatched;

  g_test_summary ("A lost message does not make the others of its channel meet others.");

  fixture_init (&self, 2);
  send_one (&self, 1);
  send_one (&self, 2);
  send_one (&self, 3);
  receive_one (&self, 9);
  receive_one (&self, 3);
  receive_one (&self, 1);
  match (&self);
  assert_pair (&self, 1, 2);
  assert_pair (&self, 2, 0);
  assert_counts (self.edges, 2, 1, 1);
  unmatched = spur_edges_get_unmatched (self.edges, &n_unmatched);
  g_assert_cmpuint (unmatched[0].stream, ==, 0);
  g_assert_cmpuint (unmatched[0].event, ==, 1);
  g_assert_cmpint (unmatched[0].reason, ==, SPUR_UNMATCHED_SEND);
  g_assert_cmpuint (unmatched[0].object, ==, 1);
  g_assert_cmpuint (unmatched[1].stream, ==, 1);
  g_assert_cmpuint (unmatched[1].event, ==, 0);
  g_assert_cmpint (unmatched[1].reason, ==, SPUR_UNMATCHED_RECEIVE);
  fixture_clear (&self);
}

static void
test_repeated (void)
{
  Fixture self;
  gsize n_unmatched;
  const SpurUnmatched *unmatched;

  g_test_summary (
    "A number that comes twice belongs to no message: such ends are counted and named, also where "
    "they come in the same order at both sides.");

  fixture_init (&self, 2);
  send_one (&self, 7);
  send_one (&self, 7);
  send_one (&self, 8);
  receive_one (&self, 7);
  receive_one (&self, 7);
  receive_one (&self, 8);
  match (&self);
  assert_pair (&self, 2, 2);
  assert_counts (self.edges, 1, 2, 2);
  unmatched = spur_edges_get_unmatched (self.edges, &n_unmatched);
  for (gsize i = 0; i < n_unmatched; i++)
    g_assert_cmpint (unmatched[i].reason, ==, SPUR_UNMATCHED_REPEATED);
  fixture_clear (&self);

  fixture_init (&self, 2);
  send_one (&self, 7);
  receive_one (&self, 7);
  receive_one (&self, 7);
  match (&self);
  assert_counts (self.edges, 0, 1, 2);
  fixture_clear (&self);
}

static void
test_moving (void)
{
  const Message first = { .from = 0, .to = 1, .tag = 4, .number = 21 };
  const Message second = { .from = 0, .to = 1, .tag = 4, .number = 22 };
  Fixture self;

  g_test_summary (
    "Messages of an object that sends from two streams, whose order is not known, meet "
    "by their numbers.");

  fixture_init (&self, 3);
  append_in (&self, 0, TRUE, &first);
  append_in (&self, 2, TRUE, &second);
  append_in (&self, 1, FALSE, &second);
  append_in (&self, 1, FALSE, &first);
  match (&self);
  assert_counts (self.edges, 2, 0, 0);
  g_assert_cmpuint (find_partner (self.edges, 1, 0).stream, ==, 2);
  g_assert_cmpuint (find_partner (self.edges, 1, 1).stream, ==, 0);
  fixture_clear (&self);
}

/* What random programs do: messages on their way come in any order. */
typedef struct
{
  Fixture fixture;
  GRand *rand;
  GArray *messages;
  guint64 next_number[MAX_STREAMS];
  /* In percent: of ends that have no number, and of those that are not recorded. */
  guint unnumbered, lost;
} Program;

static guint
below (Program *self, guint n)
{
  return (guint) g_rand_int_range (self->rand, 0, (gint32) n);
}

static void
send_random (Program *self)
{
  Fixture *fixture = &self->fixture;
  guint32 from = below (self, fixture->n_streams);
  guint32 to = (from + 1 + below (self, fixture->n_streams - 1)) % fixture->n_streams;
  Message message = { from, to, below (self, N_TAGS), 0, 0, 0, NOWHERE, NOWHERE };
  Message recorded;

  /* Unique, and in no order. */
  message.number = (++self->next_number[from] * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 1 | 1;
  recorded = message;
  if (below (self, 100) < self->unnumbered)
    recorded.number = 0;
  if (below (self, 100) >= self->lost)
    {
      message.sent = append_in (fixture, from, TRUE, &recorded);
      message.sent_in = from;
    }
  g_array_append_val (self->messages, message);
}

/* One of the last few that are on their way. */
static void
receive_random (Program *self, guint *n_received)
{
  guint n = self->messages->len;
  Message *message, recorded;

  if (*n_received == n)
    return;
  for (guint tries = 0; tries < 8; tries++)
    {
      guint i = *n_received + below (self, MIN (n - *n_received, 5));

      message = &g_array_index (self->messages, Message, i);
      if (message->received_in == message->to)
        continue;
      recorded = *message;
      if (below (self, 100) < self->unnumbered)
        recorded.number = 0;
      message->received_in = message->to;
      message->received = G_MAXUINT64;
      if (below (self, 100) >= self->lost)
        message->received = append_in (&self->fixture, message->to, FALSE, &recorded);
      break;
    }
  while (*n_received < n &&
         g_array_index (self->messages, Message, *n_received).received_in != NOWHERE)
    (*n_received)++;
}

static void
program_run (Program *self, guint32 seed, guint unnumbered, guint lost)
{
  guint n_received = 0;

  *self = (Program){ .rand = g_rand_new_with_seed (seed),
                     .messages = g_array_new (FALSE, FALSE, sizeof (Message)),
                     .unnumbered = unnumbered,
                     .lost = lost };
  fixture_init (&self->fixture, 2 + seed % (MAX_STREAMS - 1));
  for (guint i = 0; i < N_STEPS; i++)
    {
      if (below (self, 2) == 0)
        send_random (self);
      else
        receive_random (self, &n_received);
    }
  match (&self->fixture);
}

static void
program_clear (Program *self)
{
  g_rand_free (self->rand);
  g_array_unref (self->messages);
  fixture_clear (&self->fixture);
}

static void
assert_same_edges (SpurEdges *edges, SpurEdges *expected)
{
  gsize n_edges, n_expected, n_unmatched, n_unmatched_expected;
  const SpurEdge *a = spur_edges_get_all (edges, &n_edges);
  const SpurEdge *b = spur_edges_get_all (expected, &n_expected);
  const SpurUnmatched *p = spur_edges_get_unmatched (edges, &n_unmatched);
  const SpurUnmatched *q = spur_edges_get_unmatched (expected, &n_unmatched_expected);

  g_assert_cmpmem (a, n_edges * sizeof *a, b, n_expected * sizeof *b);
  g_assert_cmpuint (n_unmatched, ==, n_unmatched_expected);
  for (gsize i = 0; i < n_unmatched; i++)
    g_assert_cmpint (spur_unmatched_compare (&p[i], &q[i]), ==, 0);
  g_assert_cmpmem (spur_edges_get_counts (edges), sizeof (SpurMatchCounts),
                   spur_edges_get_counts (expected), sizeof (SpurMatchCounts));
}

static void
test_truth (void)
{
  g_test_summary (
    "By their numbers every message that random programs sent and received meets itself, "
    "whatever overtook what and was lost.");

  for (guint32 seed = 0; seed < N_PROGRAMS; seed++)
    {
      Program self;
      gsize n_pairs = 0, n_edges;

      program_run (&self, seed, 0, seed % 3 == 0 ? 0 : 5);
      for (guint i = 0; i < self.messages->len; i++)
        {
          const Message *message = &g_array_index (self.messages, Message, i);
          Place partner;

          if (message->received_in == NOWHERE || message->received == G_MAXUINT64)
            continue;
          partner = find_partner (self.fixture.edges, message->to, message->received);
          g_assert_cmpuint (partner.stream, ==, message->sent_in);
          if (partner.stream != NOWHERE)
            g_assert_cmpuint (partner.event, ==, message->sent);
          n_pairs += partner.stream != NOWHERE;
        }
      spur_edges_get_all (self.fixture.edges, &n_edges);
      g_assert_cmpuint (n_edges, ==, n_pairs);
      program_clear (&self);
    }
}

static void
run_rank (SpurExchange *exchange, gpointer data)
{
  Fixture *self = data;
  SpurJob job = { NULL, NULL, NULL, 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurPartition) partition = rank_partition_new (exchange, self->trace, NULL);
  SpurEdges *own;
  gsize n_own, n_all, n_expected = 0;
  const SpurEdge *edges, *all = spur_edges_get_all (self->edges, &n_all);

  g_assert_true (spur_partition_match (partition, &job, &error));
  g_assert_no_error (error);
  own = spur_partition_get_edges (partition);
  edges = spur_edges_get_all (own, &n_own);
  for (gsize i = 0; i < n_all; i++)
    {
      if (!spur_partition_has_stream (partition, all[i].to_stream))
        continue;
      g_assert_cmpuint (n_expected, <, n_own);
      g_assert_cmpmem (&edges[n_expected++], sizeof *edges, &all[i], sizeof *all);
    }
  g_assert_cmpuint (n_expected, ==, n_own);
  g_assert_cmpmem (spur_edges_get_counts (own), sizeof (SpurMatchCounts),
                   spur_edges_get_counts (self->edges), sizeof (SpurMatchCounts));
}

static void
test_alike (void)
{
  g_test_summary (
    "The pairs are the same with any number of threads and ranks, where some ends have "
    "no number and some are lost.");

  for (guint32 seed = 0; seed < N_PROGRAMS; seed++)
    {
      Program self;
      g_autoptr (SpurEdges) alone = NULL;

      program_run (&self, seed, seed % 4 * 20, seed % 3 * 4);
      alone = g_object_ref (self.fixture.edges);
      run_match (&self.fixture, 2);
      assert_same_edges (self.fixture.edges, alone);
      run_match (&self.fixture, 8);
      assert_same_edges (self.fixture.edges, alone);
      for (guint n = 1; n <= 4; n++)
        rank_loop_run (n, 0, run_rank, &self.fixture);
      program_clear (&self);
    }
}

static void
ignore_wake (guint32 stream, gpointer user_data)
{
}

/* Feeds the events in the order in which they came; every receive that has a partner among the
 * edges has it here. */
static void
assert_live_alike (Fixture *self)
{
  g_autoptr (SpurLiveClasses) classes = spur_live_classes_new (self->trace, NULL);
  g_autofree SpurHeld *held = g_new0 (SpurHeld, self->order->len);
  g_autoptr (GHashTable) sends = g_hash_table_new (NULL, NULL);
  SpurLiveMatcher matcher;

  spur_live_matcher_init (&matcher, ignore_wake, NULL);
  matcher.max_messages = G_MAXUINT;
  for (guint i = 0; i < self->order->len; i++)
    {
      const Place place = g_array_index (self->order, Place, i);
      SpurStream *stream = spur_trace_get_stream (self->trace, place.stream);
      const SpurEventLayout *layout;

      held[i].event.stream = place.stream;
      spur_live_classes_describe (classes, spur_stream_get_class_index (stream, place.event),
                                  spur_stream_get_record (stream, place.event, &layout),
                                  &held[i].event);
      spur_live_matcher_take (&matcher, &held[i], NULL);
      if (held[i].event.role == SPUR_ROLE_SEND && held[i].message != NULL)
        g_hash_table_insert (sends, held[i].message, &held[i]);
    }
  for (guint i = 0; i < self->order->len; i++)
    {
      const Place place = g_array_index (self->order, Place, i);
      const SpurHeld *send = g_hash_table_lookup (sends, held[i].message);
      Place partner;

      if (held[i].event.role != SPUR_ROLE_RECEIVE)
        continue;
      partner = find_partner (self->edges, place.stream, place.event);
      g_assert_true ((send != NULL) == (partner.stream != NOWHERE));
      if (send == NULL)
        continue;
      g_assert_cmpuint (partner.stream, ==, send->event.stream);
      g_assert_cmpuint (partner.event, ==, g_array_index (self->order, Place, send - held).event);
    }
  spur_live_matcher_clear (&matcher);
}

static void
test_live (void)
{
  g_test_summary ("While events come they meet as in the whole trace: by numbers, or without.");

  for (guint32 seed = 0; seed < N_PROGRAMS; seed++)
    {
      Program self;

      program_run (&self, seed, seed % 2 * 100, seed % 2 == 0 ? seed % 3 * 4 : 0);
      assert_live_alike (&self.fixture);
      program_clear (&self);
    }
}

static void
append_sized (Fixture *self, gboolean is_send, guint64 number, guint32 tag, guint64 size)
{
  const Message message = { .from = 0, .to = 1, .tag = tag, .number = number, .size = size };

  append_in (self, is_send ? 0 : 1, is_send, &message);
}

static void
assert_disagreement (const SpurDisagreement *row,
                     SpurDisagreementKind kind,
                     const guint64 events[2],
                     guint64 sent,
                     guint64 received)
{
  g_assert_cmpint (row->kind, ==, kind);
  g_assert_cmpuint (row->from_stream, ==, 0);
  g_assert_cmpuint (row->from_event, ==, events[0]);
  g_assert_cmpuint (row->to_stream, ==, 1);
  g_assert_cmpuint (row->to_event, ==, events[1]);
  g_assert_cmpuint (row->sent, ==, sent);
  g_assert_cmpuint (row->received, ==, received);
}

static void
test_disagreements (void)
{
  static const guint n_threads[] = { 1, 2, 8 };
  Fixture self;

  g_test_summary (
    "Messages that were received with another size or tag than they were sent with are "
    "named; a size that one end does not know is no other one.");

  fixture_init (&self, 2);
  append_sized (&self, TRUE, 1, 4, 100);
  append_sized (&self, TRUE, 2, 4, 200);
  append_sized (&self, TRUE, 3, 4, 300);
  append_sized (&self, TRUE, 4, 4, 400);
  append_sized (&self, TRUE, 5, 4, 500);
  append_sized (&self, FALSE, 2, 4, 200);
  append_sized (&self, FALSE, 1, 4, 99);
  append_sized (&self, FALSE, 3, 4, 0);
  append_sized (&self, FALSE, 4, 4, G_MAXUINT64);
  append_sized (&self, FALSE, 5, 6, 500);
  match (&self);
  assert_counts (self.edges, 4, 1, 1);
  for (guint i = 0; i < G_N_ELEMENTS (n_threads); i++)
    {
      SpurJob job = { NULL, NULL, NULL, n_threads[i] };
      g_autoptr (SpurDisagreements) found = spur_disagreements_find (self.trace, self.edges, &job);
      gsize n_rows;
      const SpurDisagreement *rows = spur_disagreements_get_all (found, &n_rows);

      g_assert_cmpuint (n_rows, ==, 2);
      g_assert_cmpuint (spur_disagreements_count (found, SPUR_DISAGREEMENT_SIZE), ==, 1);
      g_assert_cmpuint (spur_disagreements_count (found, SPUR_DISAGREEMENT_TAG), ==, 1);
      assert_disagreement (&rows[0], SPUR_DISAGREEMENT_SIZE, (guint64[]){ 0, 1 }, 100, 99);
      assert_disagreement (&rows[1], SPUR_DISAGREEMENT_TAG, (guint64[]){ 4, 4 }, 4, 6);
    }
  fixture_clear (&self);
}

static void
test_many_sizes (void)
{
  g_autoptr (SpurDisagreements) found = NULL;
  Fixture self;
  gsize n_rows;

  g_test_summary ("Of very many other sizes the first are listed and all are counted.");

  fixture_init (&self, 2);
  for (guint i = 0; i < 70000; i++)
    {
      append_sized (&self, TRUE, 0, 4, 8);
      append_sized (&self, FALSE, 0, 4, i % 2 == 0 ? 8 : 9);
    }
  match (&self);
  found = spur_disagreements_find (self.trace, self.edges, NULL);
  spur_disagreements_get_all (found, &n_rows);
  g_assert_cmpuint (n_rows, ==, SPUR_MAX_DISAGREEMENTS);
  g_assert_cmpuint (spur_disagreements_count (found, SPUR_DISAGREEMENT_SIZE), ==, 35000);
  fixture_clear (&self);
}

/* The first message takes 390 ns, the second, which overtakes it, 20 ns. */
static void
test_mu (void)
{
  g_test_summary ("The least delay that is measured is that of true pairs: messages that overtake "
                  "others do not make it longer.");

  for (guint64 has = 0; has <= 1; has++)
    {
      g_autoptr (SpurDelays) delays = spur_delays_new ();
      const guint32 domains[] = { 0, 0 };
      g_autofree char *text = NULL;
      Fixture self;

      fixture_init (&self, 2);
      send_one (&self, has * 1);
      self.now_ns += 350;
      send_one (&self, has * 2);
      self.now_ns += 10;
      receive_one (&self, has * 2);
      receive_one (&self, has * 1);
      match (&self);
      spur_delays_set_estimates (delays, TRUE);
      spur_delays_apply (delays, self.edges, self.trace, domains, NULL);
      text = spur_delays_describe (delays);
      g_assert_nonnull (
        strstr (text, has != 0 ? "measured on one clock: 20 ns" : "measured on one clock: 30 ns"));
      fixture_clear (&self);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/numbered/overtaking", test_overtaking);
  g_test_add_func ("/numbered/one-side", test_one_side);
  g_test_add_func ("/numbered/mixed", test_mixed);
  g_test_add_func ("/numbered/lost", test_lost);
  g_test_add_func ("/numbered/repeated", test_repeated);
  g_test_add_func ("/numbered/moving", test_moving);
  g_test_add_func ("/numbered/truth", test_truth);
  g_test_add_func ("/numbered/alike", test_alike);
  g_test_add_func ("/numbered/live", test_live);
  g_test_add_func ("/numbered/disagreements", test_disagreements);
  g_test_add_func ("/numbered/many-sizes", test_many_sizes);
  g_test_add_func ("/numbered/mu", test_mu);
  return g_test_run ();
}
