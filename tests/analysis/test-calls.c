/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The calls around the ends of edges. */
#include "config.h"

#include "core/analysis/waits/spur-calls-private.h"
#include "tests/analysis/wait-trace.h"

typedef struct
{
  gint64 enter_ns;
  gint64 leave_ns;
} Expected;

#define NO_CALL                                                                                    \
  {                                                                                                \
    -1, -1                                                                                         \
  }

static SpurCalls *
find_calls (WaitTrace *self, guint n_threads, gint64 eager_bytes)
{
  SpurJob job = { NULL, NULL, NULL, n_threads };
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (self->trace, &job, &error);
  SpurCallsInput input = { self->trace, edges, spur_trace_get_correction (self->trace),
                           eager_bytes, FALSE, &job };
  SpurCalls *calls;

  g_assert_no_error (error);
  calls = spur_calls_new (&input, &error);
  g_assert_no_error (error);
  return calls;
}

static void
check_call (const SpurCalls *calls, guint stream, guint64 event, Expected expected)
{
  guint64 node = spur_nodes_find (calls->nodes, stream, event);
  const SpurCall *call = spur_calls_get (calls, stream, node);

  g_assert_cmpuint (spur_calls_get_stream (calls, node), ==, stream);
  g_assert_cmpint (call != NULL ? call->enter_ns : -1, ==, expected.enter_ns);
  g_assert_cmpint (call != NULL ? spur_calls_get_leave_ns (&calls->streams[stream], call) : -1, ==,
                   expected.leave_ns);
}

static void
check_posting (const SpurCalls *calls, guint stream, guint64 event, Expected expected)
{
  guint64 node = spur_nodes_find (calls->nodes, stream, event);
  guint32 call = calls->posted_in[node];
  const SpurStreamCalls *of = &calls->streams[stream];
  const SpurCall *found = call != SPUR_CALL_NONE ? &of->calls[call] : NULL;

  g_assert_cmpint (found != NULL ? found->enter_ns : -1, ==, expected.enter_ns);
  g_assert_cmpint (found != NULL ? spur_calls_get_leave_ns (of, found) : -1, ==, expected.leave_ns);
}

static void
test_messages (void)
{
  g_auto (WaitTrace) self;
  guint64 sent, received, outside, alone;

  g_test_summary ("Messages are in the innermost call of the message layer, or in none.");

  wait_trace_init (&self, 2, TRUE);
  wait_trace_enter (&self, 0, 0, "main");
  wait_trace_enter (&self, 0, 10000, "MPI_Send");
  wait_trace_enter (&self, 0, 11000, "pack");
  sent = wait_trace_send (&self, 0, 12000, 1, 100);
  wait_trace_leave (&self, 0, 13000);
  wait_trace_leave (&self, 0, 14000);
  outside = wait_trace_send (&self, 0, 15000, 1, 100);
  wait_trace_leave (&self, 0, 20000);
  wait_trace_enter (&self, 1, 0, "idle");
  received = wait_trace_receive_call (&self, 1, 16000, 18000, 0);
  wait_trace_leave (&self, 1, 19000);
  /* This call is never left: it ends with the stream. */
  wait_trace_enter (&self, 1, 20000, "MPI_Recv");
  alone = wait_trace_receive (&self, 1, 25000, 0, 5);
  wait_trace_enter (&self, 1, 30000, "main");
  wait_trace_seal (&self, FALSE);
  for (guint n_threads = 1; n_threads <= 2; n_threads++)
    {
      g_autoptr (SpurCalls) calls = find_calls (&self, n_threads, 50);

      check_call (calls, 0, sent, (Expected){ 10000, 14000 });
      check_call (calls, 0, outside, (Expected) NO_CALL);
      check_call (calls, 1, received, (Expected){ 16000, 18000 });
      check_call (calls, 1, alone, (Expected){ 20000, 30000 });
      g_assert_cmpuint (calls->streams[0].n_calls, ==, 1);
      g_assert_cmpuint (calls->streams[0].calls[0].flags, ==, SPUR_CALL_SENDS);
      g_assert_cmpuint (calls->streams[1].calls[0].flags, ==, SPUR_CALL_IS_IDLE);
      g_assert_cmpint (spur_calls_get_leave_ns (&calls->streams[1], &calls->streams[1].calls[0]),
                       ==, 16000);
      g_assert_cmpuint (calls->streams[1].calls[1].flags, ==, SPUR_CALL_RECEIVES);
      g_assert_cmpuint (calls->streams[1].calls[2].flags, ==, SPUR_CALL_IS_IDLE);
      g_assert_cmpint (calls->streams[1].calls[2].enter_ns, ==, 18000);
      g_assert_cmpint (spur_calls_get_leave_ns (&calls->streams[1], &calls->streams[1].calls[2]),
                       ==, 19000);
    }
}

static void
test_eager (void)
{
  g_auto (WaitTrace) self;

  g_test_summary ("A send is eager up to the size that is given, and with it.");

  wait_trace_init (&self, 2, TRUE);
  wait_trace_enter (&self, 0, 10, "MPI_Send");
  wait_trace_send (&self, 0, 10, 1, 4096);
  wait_trace_leave (&self, 0, 20);
  wait_trace_enter (&self, 0, 30, "MPI_Isend");
  wait_trace_send (&self, 0, 30, 1, 4097);
  wait_trace_send (&self, 0, 30, 1, 4098);
  wait_trace_leave (&self, 0, 40);
  wait_trace_seal (&self, FALSE);
  {
    g_autoptr (SpurCalls) calls = find_calls (&self, 1, 4096);
    const SpurCall *all = calls->streams[0].calls;

    g_assert_cmpuint (calls->streams[0].n_calls, ==, 2);
    g_assert_cmpuint (all[0].flags, ==, SPUR_CALL_SENDS | SPUR_CALL_IS_EAGER);
    g_assert_cmpuint (all[1].flags, ==,
                      SPUR_CALL_SENDS | SPUR_CALL_SENDS_MANY | SPUR_CALL_IS_IMMEDIATE);
  }
}

static void
test_postings (void)
{
  g_auto (WaitTrace) self;
  guint64 posted[20], received[20];
  gint64 now_ns = 0;

  g_test_summary ("Receives know the call that posted them, however long ago that was.");

  wait_trace_init (&self, 2, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (posted); i++)
    {
      wait_trace_send_call (&self, 1, now_ns, now_ns + 10, 0);
      posted[i] = wait_trace_enter (&self, 0, now_ns, "MPI_Irecv");
      if (i % 2 == 0)
        wait_trace_enter (&self, 0, now_ns + 10, "idle");
      if (i % 3 == 0)
        posted[i] = wait_trace_enter (&self, 0, now_ns + 20, "allocate");
      wait_trace_leave (&self, 0, now_ns + 30);
      if (i % 2 == 0)
        wait_trace_leave (&self, 0, now_ns + 40);
      if (i % 3 == 0)
        wait_trace_leave (&self, 0, now_ns + 50);
      now_ns += 100;
    }
  for (guint i = 0; i < G_N_ELEMENTS (posted); i++)
    {
      wait_trace_enter (&self, 0, now_ns, "MPI_Wait");
      received[i] = wait_trace_receive (&self, 0, now_ns, 1, posted[i]);
      wait_trace_leave (&self, 0, now_ns);
    }
  wait_trace_seal (&self, FALSE);
  {
    g_autoptr (SpurCalls) calls = find_calls (&self, 1, -1);

    for (gint64 i = 0; i < (gint64) G_N_ELEMENTS (posted); i++)
      {
        gint64 leave_ns = i % 3 == 0 ? 50 : i % 2 == 0 ? 40 : 30;

        check_posting (calls, 0, received[i], (Expected){ 100 * i, 100 * i + leave_ns });
      }
  }
}

static void
test_corrected (void)
{
  g_auto (WaitTrace) self;
  guint64 received;

  g_test_summary ("Times are those of the correction.");

  wait_trace_init (&self, 2, FALSE);
  self.is_skewed = TRUE;
  wait_trace_send_call (&self, 0, 5000, 6000, 1);
  received = wait_trace_receive_call (&self, 1, 2000, 9000, 0);
  wait_trace_seal (&self, TRUE);
  {
    g_autoptr (SpurCalls) calls = find_calls (&self, 1, -1);

    check_call (calls, 1, received, (Expected){ 2000, 9000 });
    g_assert_cmpint (calls->times_ns[spur_nodes_find (calls->nodes, 1, received)], ==, 9000);
  }
}

/* Just as long as fits beside the flags, longer, and both in calls that are left late. */
static void
test_lengths (void)
{
  const gint64 most_ns = SPUR_CALL_IS_LONG - 1;
  const gint64 ends_ns[] = { most_ns, most_ns + 1, 3 * most_ns, 10 };
  guint64 received[G_N_ELEMENTS (ends_ns)];
  gint64 now_ns = 0;
  g_auto (WaitTrace) self;

  g_test_summary ("Calls have their lengths, however long they are.");

  wait_trace_init (&self, 2, TRUE);
  wait_trace_enter (&self, 0, 0, "MPI_Bcast");
  for (guint i = 0; i < G_N_ELEMENTS (ends_ns); i++)
    {
      wait_trace_send_call (&self, 1, now_ns, now_ns, 0);
      received[i] = wait_trace_receive_call (&self, 0, now_ns, now_ns + ends_ns[i], 1);
      now_ns += ends_ns[i];
    }
  wait_trace_leave (&self, 0, now_ns);
  wait_trace_seal (&self, FALSE);
  {
    g_autoptr (SpurCalls) calls = find_calls (&self, 1, -1);

    g_assert_cmpuint (calls->streams[0].long_calls->len, ==, 3);
    g_assert_cmpint (spur_calls_get_leave_ns (&calls->streams[0], &calls->streams[0].calls[0]), ==,
                     now_ns);
    now_ns = 0;
    for (guint i = 0; i < G_N_ELEMENTS (ends_ns); i++)
      {
        check_call (calls, 0, received[i], (Expected){ now_ns, now_ns + ends_ns[i] });
        now_ns += ends_ns[i];
      }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/calls/messages", test_messages);
  g_test_add_func ("/calls/eager", test_eager);
  g_test_add_func ("/calls/postings", test_postings);
  g_test_add_func ("/calls/corrected", test_corrected);
  g_test_add_func ("/calls/lengths", test_lengths);
  return g_test_run ();
}
