/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Wait states of traces made by arithmetic: what waits, from when on, how long and for whom follows
 * from the times of their calls, worked out by hand. All times are in us here. */
#include "config.h"

#include <spur.h>

#include "tests/analysis/wait-trace.h"

#define US(time) ((gint64) (time) *1000)

#define NO_CAUSE SPUR_NONE

typedef struct
{
  SpurWaitPattern pattern;
  guint32 stream;
  gint64 begin_us;
  gint64 duration_us;
  guint32 cause;
} Expected;

#define MAX_EXPECTED 12

/* Waits by stream, then by event; the last has no duration. */
typedef struct
{
  const char *name;
  void (*build) (WaitTrace *self);
  guint n_ranks;
  gint64 eager_bytes;
  Expected waits[MAX_EXPECTED];
} Scenario;

static void
build_late_sender (WaitTrace *self)
{
  /* The first receive waits for its send, the second one is longer than it waits, the third has
   * what it wants. */
  wait_trace_receive_call (self, 1, US (100), US (180), 0);
  wait_trace_receive_call (self, 1, US (200), US (300), 0);
  wait_trace_receive_call (self, 1, US (400), US (420), 0);
  wait_trace_send_call (self, 0, US (170), US (172), 1);
  wait_trace_send_call (self, 0, US (230), US (240), 1);
  wait_trace_send_call (self, 0, US (310), US (320), 1);
}

static void
build_wrong_order (WaitTrace *self)
{
  /* What rank 2 sends at 10 waits until what rank 0 sends at 50 is there. What both send later
   * comes in order. */
  wait_trace_receive_call (self, 1, US (20), US (60), 0);
  wait_trace_receive_call (self, 1, US (61), US (62), 2);
  wait_trace_receive_call (self, 1, US (70), US (95), 2);
  wait_trace_receive_call (self, 1, US (96), US (110), 0);
  wait_trace_send_call (self, 0, US (50), US (51), 1);
  wait_trace_send_call (self, 0, US (100), US (101), 1);
  wait_trace_send_call (self, 2, US (10), US (11), 1);
  wait_trace_send_call (self, 2, US (90), US (91), 1);
}

static void
build_wait_all (WaitTrace *self)
{
  guint64 first = wait_trace_enter (self, 0, US (1), "MPI_Irecv");
  guint64 second;

  /* Three receives end in one call: only the longest counts. A test never waits. */
  wait_trace_leave (self, 0, US (2));
  second = wait_trace_enter (self, 0, US (3), "MPI_Irecv");
  wait_trace_leave (self, 0, US (4));
  wait_trace_enter (self, 0, US (10), "MPI_Waitall");
  wait_trace_receive (self, 0, US (90), 1, first);
  wait_trace_receive (self, 0, US (90), 2, second);
  wait_trace_receive (self, 0, US (90), 1, second);
  wait_trace_leave (self, 0, US (90));
  wait_trace_enter (self, 0, US (100), "MPI_Testall");
  wait_trace_receive (self, 0, US (130), 1, second);
  wait_trace_leave (self, 0, US (130));
  wait_trace_send_call (self, 1, US (40), US (41), 0);
  wait_trace_send_call (self, 1, US (50), US (51), 0);
  wait_trace_send_call (self, 1, US (120), US (121), 0);
  wait_trace_send_call (self, 2, US (80), US (81), 0);
}

static void
build_late_receiver (WaitTrace *self)
{
  guint64 posted;

  /* A send that is longer than until the receive waits; one that is over before does not, nor one
   * that is posted in time, nor MPI_Isend. */
  wait_trace_send_call (self, 0, US (10), US (60), 1);
  wait_trace_send_call (self, 0, US (70), US (80), 1);
  wait_trace_send_call (self, 0, US (200), US (250), 1);
  wait_trace_enter (self, 0, US (300), "MPI_Isend");
  wait_trace_send (self, 0, US (300), 1, 8);
  wait_trace_leave (self, 0, US (340));
  wait_trace_receive_call (self, 1, US (55), US (62), 0);
  wait_trace_receive_call (self, 1, US (90), US (95), 0);
  posted = wait_trace_enter (self, 1, US (150), "MPI_Irecv");
  wait_trace_leave (self, 1, US (151));
  wait_trace_enter (self, 1, US (240), "MPI_Wait");
  wait_trace_receive (self, 1, US (255), 0, posted);
  wait_trace_leave (self, 1, US (255));
  wait_trace_receive_call (self, 1, US (320), US (341), 0);
}

/* A send that begins and ends at a time, in MPI_Isend. */
static guint64
isend (WaitTrace *self, gint64 time_us)
{
  guint64 sent;

  wait_trace_enter (self, 0, US (time_us), "MPI_Isend");
  sent = wait_trace_send (self, 0, US (time_us), 1, 8);
  wait_trace_leave (self, 0, US (time_us));
  return sent;
}

static void
complete_in (WaitTrace *self, const char *call, gint64 enter_us, gint64 leave_us, guint64 sent)
{
  wait_trace_enter (self, 0, US (enter_us), call);
  wait_trace_complete (self, 0, US (leave_us), sent);
  wait_trace_leave (self, 0, US (leave_us));
}

static void
build_completed (WaitTrace *self)
{
  guint64 first, second;

  /* The call that completes a send waits for the receive; but not one that completes two, one that
   * is over before, nor MPI_Test. A receive between the send and its completion waits before. */
  first = isend (self, 10);
  wait_trace_receive_call (self, 0, US (12), US (18), 1);
  complete_in (self, "MPI_Wait", 20, 80, first);
  first = isend (self, 100);
  second = isend (self, 102);
  wait_trace_enter (self, 0, US (110), "MPI_Waitall");
  wait_trace_complete (self, 0, US (159), first);
  wait_trace_complete (self, 0, US (160), second);
  wait_trace_leave (self, 0, US (160));
  complete_in (self, "MPI_Wait", 210, 230, isend (self, 200));
  complete_in (self, "MPI_Test", 310, 320, isend (self, 300));
  wait_trace_send_call (self, 1, US (16), US (17), 0);
  wait_trace_receive_call (self, 1, US (50), US (81), 0);
  wait_trace_receive_call (self, 1, US (150), US (161), 0);
  wait_trace_receive_call (self, 1, US (162), US (163), 0);
  wait_trace_receive_call (self, 1, US (240), US (241), 0);
  wait_trace_receive_call (self, 1, US (315), US (321), 0);
}

static void
build_late_posting (WaitTrace *self)
{
  guint64 posted;

  /* The receive is posted in a call of its own, long before it is complete. A small message is
   * eager, and MPI_Sendrecv waits for more than one thing. */
  wait_trace_enter (self, 0, US (100), "MPI_Ssend");
  wait_trace_send (self, 0, US (101), 1, 1000);
  wait_trace_leave (self, 0, US (200));
  wait_trace_enter (self, 0, US (300), "MPI_Send");
  wait_trace_send (self, 0, US (301), 1, 64);
  wait_trace_leave (self, 0, US (360));
  wait_trace_enter (self, 0, US (400), "MPI_Sendrecv");
  wait_trace_send (self, 0, US (400), 1, 1000);
  wait_trace_receive (self, 0, US (460), 1, 7);
  wait_trace_leave (self, 0, US (460));
  posted = wait_trace_enter (self, 1, US (130), "MPI_Irecv");
  wait_trace_leave (self, 1, US (140));
  wait_trace_enter (self, 1, US (190), "MPI_Wait");
  wait_trace_receive (self, 1, US (201), 0, posted);
  wait_trace_leave (self, 1, US (201));
  wait_trace_receive_call (self, 1, US (350), US (361), 0);
  wait_trace_enter (self, 1, US (440), "MPI_Sendrecv");
  wait_trace_send (self, 1, US (440), 0, 1000);
  wait_trace_receive (self, 1, US (450), 0, 9);
  wait_trace_leave (self, 1, US (450));
}

static void
build_barrier (WaitTrace *self)
{
  const WaitOperation barrier = { SPUR_PATTERN_BARRIER, SPUR_NONE, 0, 0 };

  wait_trace_collective (self, 0, US (100), US (160), &barrier);
  wait_trace_collective (self, 1, US (150), US (155), &barrier);
  wait_trace_collective (self, 2, US (120), US (170), &barrier);
}

static void
build_n_to_n (WaitTrace *self)
{
  const WaitOperation all = { SPUR_PATTERN_N_TO_N, SPUR_NONE, 8, 8 };
  const WaitOperation only_receives = { SPUR_PATTERN_N_TO_N, SPUR_NONE, 0, 8 };
  const WaitOperation only_sends = { SPUR_PATTERN_N_TO_N, SPUR_NONE, 8, 0 };

  /* The last to come sends nothing, and the first one gets nothing. */
  wait_trace_collective (self, 0, US (10), US (12), &only_sends);
  wait_trace_collective (self, 1, US (20), US (75), &all);
  wait_trace_collective (self, 2, US (60), US (80), &all);
  wait_trace_collective (self, 3, US (70), US (76), &only_receives);
}

static void
build_reduce (WaitTrace *self)
{
  const WaitOperation gives = { SPUR_PATTERN_N_TO_ONE, 1, 8, 0 };
  const WaitOperation gives_nothing = { SPUR_PATTERN_N_TO_ONE, 1, 0, 0 };
  const WaitOperation root = { SPUR_PATTERN_N_TO_ONE, 1, 8, 8 };

  /* The root waits for the first that gives something. */
  wait_trace_collective (self, 0, US (50), US (51), &gives);
  wait_trace_collective (self, 1, US (10), US (100), &root);
  wait_trace_collective (self, 2, US (90), US (95), &gives);
  wait_trace_collective (self, 3, US (20), US (21), &gives_nothing);
}

static void
build_broadcast (WaitTrace *self)
{
  const WaitOperation root = { SPUR_PATTERN_ONE_TO_N, 2, 8, 0 };
  const WaitOperation gets = { SPUR_PATTERN_ONE_TO_N, 2, 0, 8 };

  wait_trace_collective (self, 0, US (10), US (60), &gets);
  wait_trace_collective (self, 1, US (55), US (65), &gets);
  wait_trace_collective (self, 2, US (50), US (52), &root);
}

static void
build_scan (WaitTrace *self)
{
  const WaitOperation scan = { SPUR_PATTERN_SCAN, SPUR_NONE, 8, 8 };

  /* Each waits for the last of those before it, and none for those behind. */
  wait_trace_collective (self, 0, US (40), US (45), &scan);
  wait_trace_collective (self, 1, US (10), US (50), &scan);
  wait_trace_collective (self, 2, US (30), US (55), &scan);
  wait_trace_collective (self, 3, US (90), US (95), &scan);
}

static void
build_locks (WaitTrace *self)
{
  /* The second thread waits until the first has released; the third comes when it is free. */
  wait_trace_enter (self, 0, US (10), "lock");
  wait_trace_acquire (self, 0, US (11), 0);
  wait_trace_leave (self, 0, US (11));
  wait_trace_release (self, 0, US (60), 1);
  wait_trace_enter (self, 1, US (20), "lock");
  wait_trace_acquire (self, 1, US (62), 1);
  wait_trace_leave (self, 1, US (63));
  wait_trace_release (self, 1, US (70), 2);
  wait_trace_enter (self, 2, US (80), "lock");
  wait_trace_acquire (self, 2, US (81), 2);
  wait_trace_leave (self, 2, US (81));
}

static void
build_idle (WaitTrace *self)
{
  /* States inside of an idle state are not idle: calls wait for themselves, user code does not. */
  wait_trace_enter (self, 0, US (10), "compute");
  wait_trace_leave (self, 0, US (50));
  wait_trace_send_call (self, 0, US (60), US (61), 1);
  wait_trace_enter (self, 1, US (5), "idle");
  wait_trace_leave (self, 1, US (30));
  wait_trace_receive_call (self, 1, US (40), US (62), 0);
  wait_trace_enter (self, 1, US (70), "idle");
  wait_trace_enter (self, 1, US (75), "compute");
  wait_trace_leave (self, 1, US (80));
  wait_trace_enter (self, 1, US (83), "idle");
  wait_trace_leave (self, 1, US (90));
  wait_trace_leave (self, 1, US (92));
}

static void
build_receive_behind (WaitTrace *self)
{
  /* As SimGrid writes it: the message is there when the call is left. The last one comes later, so
   * no call is known to have waited for it. */
  wait_trace_send_call (self, 0, US (50), US (51), 1);
  wait_trace_send_call (self, 0, US (70), US (71), 1);
  wait_trace_send_call (self, 2, US (0), US (1), 1);
  wait_trace_send_call (self, 2, US (45), US (46), 1);
  wait_trace_receive (self, 1, US (5), 2, 0);
  wait_trace_enter (self, 1, US (10), "MPI_Wait");
  wait_trace_leave (self, 1, US (60));
  wait_trace_receive (self, 1, US (60), 2, 3);
  wait_trace_receive (self, 1, US (60), 0, 4);
  wait_trace_enter (self, 1, US (62), "MPI_Wait");
  wait_trace_leave (self, 1, US (80));
  wait_trace_receive (self, 1, US (81), 0, 7);
}

static void
build_idle_barrier (WaitTrace *self)
{
  const WaitOperation barrier = { SPUR_PATTERN_BARRIER, SPUR_NONE, 0, 0 };

  /* The idle state that a barrier is in is no second wait. */
  for (guint rank = 0; rank < 2; rank++)
    {
      gint64 begin_us = 10 + 30 * (gint64) rank;

      wait_trace_enter (self, rank, US (begin_us), "idle");
      wait_trace_begin (self, rank, US (begin_us));
      wait_trace_end (self, rank, US (50), &barrier);
      wait_trace_leave (self, rank, US (50));
    }
}

static const Scenario scenarios[] = {
  { "receive-behind", build_receive_behind, 3, -1, { { SPUR_WAIT_LATE_SENDER, 1, 10, 40, 0 } } },
  { "idle-barrier", build_idle_barrier, 2, -1, { { SPUR_WAIT_BARRIER, 0, 10, 30, 1 } } },
  { "late-sender",
    build_late_sender,
    2,
    -1,
    { { SPUR_WAIT_LATE_SENDER, 1, 100, 70, 0 }, { SPUR_WAIT_LATE_SENDER, 1, 200, 30, 0 } } },
  { "wrong-order",
    build_wrong_order,
    3,
    -1,
    { { SPUR_WAIT_WRONG_ORDER, 1, 20, 30, 0 },
      { SPUR_WAIT_LATE_SENDER, 1, 70, 20, 2 },
      { SPUR_WAIT_LATE_SENDER, 1, 96, 4, 0 } } },
  { "wait-all", build_wait_all, 3, -1, { { SPUR_WAIT_LATE_SENDER, 0, 10, 70, 2 } } },
  { "late-receiver", build_late_receiver, 2, -1, { { SPUR_WAIT_LATE_RECEIVER, 0, 10, 45, 1 } } },
  { "completed",
    build_completed,
    2,
    -1,
    { { SPUR_WAIT_LATE_SENDER, 0, 12, 4, 1 }, { SPUR_WAIT_LATE_RECEIVER, 0, 20, 30, 1 } } },
  { "completed-eager", build_completed, 2, 8, { { SPUR_WAIT_LATE_SENDER, 0, 12, 4, 1 } } },
  { "late-posting",
    build_late_posting,
    2,
    -1,
    { { SPUR_WAIT_LATE_RECEIVER, 0, 100, 30, 1 },
      { SPUR_WAIT_LATE_RECEIVER, 0, 300, 50, 1 },
      { SPUR_WAIT_LATE_SENDER, 0, 400, 40, 1 } } },
  { "eager",
    build_late_posting,
    2,
    64,
    { { SPUR_WAIT_LATE_RECEIVER, 0, 100, 30, 1 }, { SPUR_WAIT_LATE_SENDER, 0, 400, 40, 1 } } },
  { "barrier",
    build_barrier,
    3,
    -1,
    { { SPUR_WAIT_BARRIER, 0, 100, 50, 1 },
      { SPUR_WAIT_BARRIER_COMPLETION, 0, 155, 5, 1 },
      { SPUR_WAIT_BARRIER, 2, 120, 30, 1 },
      { SPUR_WAIT_BARRIER_COMPLETION, 2, 155, 15, 1 } } },
  { "n-to-n",
    build_n_to_n,
    4,
    -1,
    { { SPUR_WAIT_N_TO_N, 1, 20, 40, 2 },
      { SPUR_WAIT_N_TO_N_COMPLETION, 2, 75, 5, 1 },
      { SPUR_WAIT_N_TO_N_COMPLETION, 3, 75, 1, 1 } } },
  { "reduce", build_reduce, 4, -1, { { SPUR_WAIT_EARLY_REDUCE, 1, 10, 40, 0 } } },
  { "broadcast", build_broadcast, 3, -1, { { SPUR_WAIT_LATE_BROADCAST, 0, 10, 40, 2 } } },
  { "scan",
    build_scan,
    4,
    -1,
    { { SPUR_WAIT_EARLY_SCAN, 1, 10, 30, 0 }, { SPUR_WAIT_EARLY_SCAN, 2, 30, 10, 0 } } },
  { "locks", build_locks, 3, -1, { { SPUR_WAIT_LOCK, 1, 20, 40, 0 } } },
  { "idle",
    build_idle,
    2,
    -1,
    { { SPUR_WAIT_IDLE, 1, 5, 25, NO_CAUSE },
      { SPUR_WAIT_LATE_SENDER, 1, 40, 20, 0 },
      { SPUR_WAIT_IDLE, 1, 70, 5, NO_CAUSE },
      { SPUR_WAIT_IDLE, 1, 80, 3, NO_CAUSE },
      { SPUR_WAIT_IDLE, 1, 83, 7, NO_CAUSE },
      { SPUR_WAIT_IDLE, 1, 90, 2, NO_CAUSE } } },
};

static SpurWaits *
find_waits (SpurTrace *trace, const SpurWaitsSettings *settings, guint n_threads)
{
  SpurJob job = { NULL, NULL, NULL, n_threads };
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace, &job, &error);
  SpurWaits *waits;

  g_assert_no_error (error);
  waits = spur_waits_new (trace, edges, settings, &job, &error);
  g_assert_no_error (error);
  return waits;
}

static void
check_wait (const SpurWait *wait, const Expected *expected, gint64 error_ns)
{
  g_assert_cmpint (wait->pattern, ==, expected->pattern);
  g_assert_cmpuint (wait->stream, ==, expected->stream);
  g_assert_cmpint (wait->begin_ns, ==, US (expected->begin_us));
  g_assert_cmpint (wait->duration_ns, ==, US (expected->duration_us));
  g_assert_cmpuint (wait->cause_stream, ==, expected->cause);
  g_assert_cmpint (wait->error_ns, ==, (expected->cause == NO_CAUSE ? 0 : error_ns));
}

/* The totals are the sums of what is expected. */
static void
check_totals (SpurWaits *waits, const Scenario *scenario)
{
  for (guint32 s = 0; s <= scenario->n_ranks; s++)
    for (guint32 p = 0; p <= SPUR_N_WAIT_PATTERNS; p++)
      {
        gint64 sum_us = 0;
        guint n = 0;
        SpurWaitTotal total;

        for (const Expected *at = scenario->waits; at->duration_us > 0; at++)
          {
            if ((s < scenario->n_ranks && at->stream != s) ||
                (p < SPUR_N_WAIT_PATTERNS && at->pattern != p))
              continue;
            sum_us += at->duration_us;
            n++;
          }
        spur_waits_get_total (waits, s < scenario->n_ranks ? s : SPUR_NONE,
                              p < SPUR_N_WAIT_PATTERNS ? p : SPUR_NONE, &total);
        g_assert_cmpint (total.duration_ns, ==, US (sum_us));
        g_assert_cmpuint (total.n_waits, ==, n);
      }
}

static void
check_scenario (const Scenario *scenario, gboolean one_clock, gboolean is_skewed, guint n_threads)
{
  const SpurWaitsSettings settings = { FALSE, scenario->eager_bytes, G_MININT64, G_MAXINT64 };
  g_auto (WaitTrace) self;
  g_autoptr (SpurWaits) waits = NULL;
  guint n = 0;

  wait_trace_init (&self, scenario->n_ranks, one_clock);
  self.is_skewed = is_skewed;
  scenario->build (&self);
  wait_trace_seal (&self, is_skewed);
  waits = find_waits (self.trace, &settings, n_threads);
  g_assert_cmpuint (spur_waits_get_n_reversed (waits), ==, 0);
  for (; scenario->waits[n].duration_us > 0; n++)
    {
      SpurWait wait;

      g_assert_cmpuint (n, <, spur_waits_get_n_waits (waits));
      spur_waits_get_wait (waits, n, &wait);
      check_wait (&wait, &scenario->waits[n], one_clock ? 0 : -1);
    }
  g_assert_cmpuint (spur_waits_get_n_waits (waits), ==, n);
  check_totals (waits, scenario);
}

static void
test_scenario (gconstpointer data)
{
  for (guint n_threads = 1; n_threads <= 4; n_threads += 3)
    {
      check_scenario (data, TRUE, FALSE, n_threads);
      check_scenario (data, FALSE, FALSE, n_threads);
      check_scenario (data, FALSE, TRUE, n_threads);
    }
}

/* A chain of 100 messages there and back between two clocks, of which the second one is off. */
static void
build_ping_pong (WaitTrace *self)
{
  for (guint i = 0; i < 100; i++)
    {
      gint64 now_us = 100 + 100 * (gint64) i;

      wait_trace_send_call (self, 0, US (now_us), US (now_us + 1), 1);
      wait_trace_receive_call (self, 1, US (now_us - 20), US (now_us + 5), 0);
      wait_trace_send_call (self, 1, US (now_us + 40), US (now_us + 41), 0);
      wait_trace_receive_call (self, 0, US (now_us + 10), US (now_us + 45), 1);
    }
}

/* Gives a trace that is sealed and correct a correction that says how well its clocks are known. */
static void
set_bounds (WaitTrace *self, const char *bounds)
{
  g_autoptr (SpurCorrection) correction = spur_correction_new (self->n_ranks);

  spur_correction_set_fact (correction, "maps.bounds-ns", bounds);
  spur_trace_set_correction (self->trace, correction);
}

static void
check_error (SpurWaits *waits, guint32 stream, gint64 duration_ns, gint64 error_ns, guint n_unsure)
{
  SpurWaitTotal total;

  spur_waits_get_total (waits, stream, SPUR_NONE, &total);
  g_assert_cmpint (total.duration_ns, ==, duration_ns);
  g_assert_cmpint (total.error_ns, ==, error_ns);
  g_assert_cmpuint (total.n_undetermined, ==, n_unsure);
}

static void
test_errors (void)
{
  g_auto (WaitTrace) self;
  g_autoptr (SpurWaits) waits = NULL;
  SpurWait wait;

  g_test_summary ("Errors of two clocks add up in a wait, and each is common to all waits.");

  wait_trace_init (&self, 2, FALSE);
  build_ping_pong (&self);
  wait_trace_seal (&self, FALSE);
  set_bounds (&self, "3000 4000,4000,4000");
  waits = find_waits (self.trace, NULL, 1);
  spur_waits_get_wait (waits, 0, &wait);
  g_assert_cmpint (wait.duration_ns, ==, US (30));
  g_assert_cmpint (wait.error_ns, ==, US (7));
  /* Rank 0 waits 30 us a hundred times, rank 1 20 us. A clock that is off makes the waits of one
   * longer and those of the other one shorter, so that all together are known. */
  check_error (waits, 0, US (3000), US (700), 0);
  check_error (waits, 1, US (2000), US (700), 0);
  check_error (waits, SPUR_NONE, US (5000), 0, 0);
}

static void
test_clamped_errors (void)
{
  g_auto (WaitTrace) self;
  g_autoptr (SpurWaits) waits = NULL;
  SpurWait wait;

  g_test_summary ("What is longer than its call is sure, what is shorter than the error is not.");

  wait_trace_init (&self, 3, FALSE);
  wait_trace_receive_call (&self, 1, US (100), US (104), 0);
  wait_trace_receive_call (&self, 1, US (200), US (300), 0);
  wait_trace_receive_call (&self, 1, US (400), US (500), 0);
  wait_trace_receive_call (&self, 1, US (600), US (700), 2);
  wait_trace_send_call (&self, 0, US (103), US (103), 1);
  wait_trace_send_call (&self, 0, US (250), US (251), 1);
  wait_trace_send_call (&self, 0, US (399), US (399), 1);
  wait_trace_send_call (&self, 2, US (650), US (651), 1);
  wait_trace_seal (&self, FALSE);
  set_bounds (&self, "6000 8000 -");
  waits = find_waits (self.trace, NULL, 1);
  g_assert_cmpuint (spur_waits_get_n_waits (waits), ==, 3);
  /* 3 us, from 0 up to the 4 us of the call. */
  spur_waits_get_wait (waits, 0, &wait);
  g_assert_cmpint (wait.duration_ns, ==, US (3));
  g_assert_cmpint (wait.error_ns, ==, US (3));
  spur_waits_get_wait (waits, 1, &wait);
  g_assert_cmpint (wait.duration_ns, ==, US (50));
  g_assert_cmpint (wait.error_ns, ==, US (14));
  /* Nothing is known of the third clock. */
  spur_waits_get_wait (waits, 2, &wait);
  g_assert_cmpint (wait.duration_ns, ==, US (50));
  g_assert_cmpint (wait.error_ns, ==, -1);
  check_error (waits, 1, US (103), -1, 1);
}

static void
test_within_errors (void)
{
  g_auto (WaitTrace) self;
  g_autoptr (SpurWaits) waits = NULL;
  SpurWait wait;

  g_test_summary ("A send that may be over when the receive is posted may not have waited at all.");

  wait_trace_init (&self, 2, FALSE);
  wait_trace_send_call (&self, 0, US (100), US (200), 1);
  wait_trace_send_call (&self, 0, US (300), US (400), 1);
  wait_trace_receive_call (&self, 1, US (195), US (205), 0);
  wait_trace_receive_call (&self, 1, US (340), US (405), 0);
  wait_trace_seal (&self, FALSE);
  set_bounds (&self, "3000 4000");
  waits = find_waits (self.trace, NULL, 1);
  g_assert_cmpuint (spur_waits_get_n_waits (waits), ==, 2);
  spur_waits_get_wait (waits, 0, &wait);
  g_assert_cmpint (wait.pattern, ==, SPUR_WAIT_LATE_RECEIVER);
  g_assert_cmpint (wait.duration_ns, ==, US (95));
  g_assert_cmpint (wait.error_ns, ==, US (95));
  spur_waits_get_wait (waits, 1, &wait);
  g_assert_cmpint (wait.duration_ns, ==, US (40));
  g_assert_cmpint (wait.error_ns, ==, US (7));
}

static void
test_no_wait_yet (void)
{
  g_auto (WaitTrace) self;
  g_autoptr (SpurWaits) waits = NULL;

  g_test_summary ("What may be a wait is in the error of the total.");

  wait_trace_init (&self, 2, FALSE);
  wait_trace_receive_call (&self, 1, US (400), US (500), 0);
  wait_trace_send_call (&self, 0, US (399), US (399), 1);
  wait_trace_seal (&self, FALSE);
  set_bounds (&self, "6000 8000");
  waits = find_waits (self.trace, NULL, 1);
  g_assert_cmpuint (spur_waits_get_n_waits (waits), ==, 0);
  /* 5 us by the one clock, 7 us by the other. */
  check_error (waits, SPUR_NONE, 0, US (12), 0);
}

static void
test_span (void)
{
  const SpurWaitsSettings settings = { FALSE, -1, US (110), US (170) };
  g_auto (WaitTrace) self;
  g_autoptr (SpurWaits) waits = NULL;
  SpurWait wait;

  g_test_summary ("Waits count as far as they are in the span.");

  wait_trace_init (&self, 3, TRUE);
  build_barrier (&self);
  wait_trace_seal (&self, FALSE);
  waits = find_waits (self.trace, &settings, 1);
  spur_waits_get_wait (waits, 0, &wait);
  g_assert_cmpint (wait.begin_ns, ==, US (110));
  g_assert_cmpint (wait.duration_ns, ==, US (40));
  check_error (waits, SPUR_NONE, US (40 + 5 + 30 + 15), 0, 0);
  g_clear_object (&waits);
  waits = find_waits (self.trace, &(SpurWaitsSettings){ FALSE, -1, US (158), US (163) }, 1);
  check_error (waits, SPUR_NONE, US (2 + 5), 0, 0);
}

static void
test_columns (void)
{
  g_auto (WaitTrace) self;
  g_autoptr (SpurWaits) waits = NULL;
  g_autofree guint64 *longest = NULL;
  g_autoptr (GBytes) durations = NULL;
  g_autoptr (GBytes) causes = NULL;
  const gint64 *durations_ns;
  const guint32 *cause_streams;
  gsize n_bytes;
  guint n_longest;

  g_test_summary ("Columns have a value for each wait, and the longest are found.");

  wait_trace_init (&self, 3, TRUE);
  build_barrier (&self);
  wait_trace_seal (&self, FALSE);
  waits = find_waits (self.trace, NULL, 1);
  durations = spur_waits_get_column (waits, SPUR_WAIT_COLUMN_DURATION_NS);
  durations_ns = g_bytes_get_data (durations, &n_bytes);
  g_assert_cmpuint (n_bytes, ==, 4 * sizeof *durations_ns);
  g_assert_cmpint (durations_ns[0], ==, US (50));
  g_assert_cmpint (durations_ns[3], ==, US (15));
  causes = spur_waits_get_column (waits, SPUR_WAIT_COLUMN_CAUSE_STREAM);
  cause_streams = g_bytes_get_data (causes, &n_bytes);
  g_assert_cmpuint (n_bytes, ==, 4 * sizeof *cause_streams);
  g_assert_cmpuint (cause_streams[2], ==, 1);
  longest = spur_waits_list_longest (waits, 2, &n_longest);
  g_assert_cmpuint (n_longest, ==, 2);
  g_assert_cmpuint (longest[0], ==, 0);
  g_assert_cmpuint (longest[1], ==, 2);
}

static void
test_reversed (void)
{
  const SpurWaitsSettings settings = { TRUE, -1, G_MININT64, G_MAXINT64 };
  g_auto (WaitTrace) self;
  g_autoptr (SpurWaits) waits = NULL;

  g_test_summary ("Raw times that reverse messages are told.");

  wait_trace_init (&self, 2, FALSE);
  self.is_skewed = TRUE;
  build_ping_pong (&self);
  wait_trace_seal (&self, TRUE);
  waits = find_waits (self.trace, &settings, 1);
  g_assert_cmpuint (spur_waits_get_n_reversed (waits), ==, 100);
}

static void
test_found_clocks (void)
{
  g_auto (WaitTrace) self;
  g_autoptr (SpurWaits) waits = NULL;
  g_autoptr (GError) error = NULL;
  SpurWaitTotal total;

  g_test_summary ("Clocks that are found from messages leave waits within their errors.");

  wait_trace_init (&self, 2, FALSE);
  self.is_skewed = TRUE;
  build_ping_pong (&self);
  wait_trace_seal (&self, FALSE);
  g_assert_true (spur_trace_correct (self.trace, "auto", NULL, NULL, &error));
  g_assert_no_error (error);
  waits = find_waits (self.trace, NULL, 1);
  for (guint32 s = 0; s < 2; s++)
    {
      gint64 true_ns = s == 0 ? US (3000) : US (2000);

      spur_waits_get_total (waits, s, SPUR_NONE, &total);
      g_assert_cmpint (total.error_ns, >, 0);
      g_assert_cmpint (total.error_ns, <, true_ns);
      g_assert_cmpint (ABS (total.duration_ns - true_ns), <=, total.error_ns);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (scenarios); i++)
    {
      g_autofree char *path = g_strconcat ("/waits/", scenarios[i].name, NULL);

      g_test_add_data_func (path, &scenarios[i], test_scenario);
    }
  g_test_add_func ("/waits/errors", test_errors);
  g_test_add_func ("/waits/clamped-errors", test_clamped_errors);
  g_test_add_func ("/waits/within-errors", test_within_errors);
  g_test_add_func ("/waits/no-wait-yet", test_no_wait_yet);
  g_test_add_func ("/waits/span", test_span);
  g_test_add_func ("/waits/columns", test_columns);
  g_test_add_func ("/waits/reversed", test_reversed);
  g_test_add_func ("/waits/found-clocks", test_found_clocks);
  return g_test_run ();
}
