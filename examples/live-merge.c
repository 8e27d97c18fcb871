/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* A monitor: the buffers of six processes, one of whose clocks is a millisecond slow, come in as
 * they are full; the events go out in the order of corrected time, each at most 5 ms later.
 *
 *   cc -o live-merge live-merge.c $(pkg-config --cflags --libs spur-1)
 */
#include <spur.h>

#define N_PROCESSES 6
#define MS G_GINT64_CONSTANT (1000000)

/* What a collector would get from the network, from a simulation here. */
static SpurTrace *
simulate_stream (GError **error)
{
  g_autoptr (SpurSimulation) simulation = spur_simulation_new (2, 3);
  const SpurClockDeviation slow = { SPUR_CLOCK_SHAPE_CONSTANT, -1 * MS, 0 };
  g_autoptr (SpurTrace) truth = NULL;
  SpurTrace *trace = NULL;

  spur_simulation_set_event_type (simulation, SPUR_SIMULATION_EVENT_SEND,
                                  SPUR_TYPE_CHANNEL_SEND_EVENT);
  spur_simulation_set_event_type (simulation, SPUR_SIMULATION_EVENT_RECEIVE,
                                  SPUR_TYPE_CHANNEL_RECEIVE_EVENT);
  spur_simulation_set_event_type (simulation, SPUR_SIMULATION_EVENT_PHASE,
                                  SPUR_TYPE_LO_STATE_CHANGE_EVENT);
  spur_simulation_add_deviation (simulation, 4, &slow);
  return spur_simulation_run (simulation, &trace, &truth, NULL, error) ? trace : NULL;
}

/* Who would draw them, store them or send them on. */
static void
take_out (SpurLiveCorrector *corrector, guint64 *n_moved)
{
  SpurLiveEvent event;

  while (spur_live_corrector_pop (corrector, &event))
    *n_moved += event.time_ns != event.raw_ns;
}

/* Brings the events of a stream up to a time, from @next on. */
static gboolean
bring_buffer (SpurLiveCorrector *corrector,
              SpurLiveClasses *classes,
              SpurStream *stream,
              guint64 *next,
              gint64 until_ns,
              GError **error)
{
  for (; *next < spur_stream_get_n_events (stream); (*next)++)
    {
      SpurLiveEvent event = { .stream = spur_stream_get_index (stream),
                              .raw_ns = spur_stream_get_raw_ns (stream, *next) };
      const SpurEventLayout *layout;
      const guint8 *record = spur_stream_get_record (stream, *next, &layout);

      if (event.raw_ns > until_ns)
        return TRUE;
      spur_live_classes_describe (classes, spur_stream_get_class_index (stream, *next), record,
                                  &event);
      if (!spur_live_corrector_push (corrector, &event, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
run_merge (SpurTrace *trace, SpurLiveCorrector *corrector, guint64 *n_moved, GError **error)
{
  g_autoptr (SpurLiveClasses) classes = spur_live_classes_new (trace, NULL);
  guint64 next[N_PROCESSES] = { 0 };
  gint64 begin_ns, end_ns;

  spur_trace_get_span_ns (trace, TRUE, &begin_ns, &end_ns);
  for (gint64 now_ns = begin_ns; now_ns < end_ns + 2 * MS; now_ns += 2 * MS)
    for (guint i = 0; i < N_PROCESSES; i++)
      {
        if (!bring_buffer (corrector, classes, spur_trace_get_stream (trace, i), &next[i], now_ns,
                           error))
          return FALSE;
        take_out (corrector, n_moved);
      }
  for (guint i = 0; i < N_PROCESSES; i++)
    spur_live_corrector_end_stream (corrector, i);
  take_out (corrector, n_moved);
  return TRUE;
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = simulate_stream (&error);
  g_autoptr (SpurLiveCorrector) corrector = spur_live_corrector_new (N_PROCESSES);
  SpurLiveCounts counts;
  guint64 n_moved = 0;

  spur_live_corrector_get_options (corrector)->mu_ns = MS / 4;
  spur_live_corrector_get_options (corrector)->delay_ns = 5 * MS;
  if (trace == NULL || !run_merge (trace, corrector, &n_moved, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  spur_live_corrector_get_counts (corrector, &counts);
  g_print ("%" G_GUINT64_FORMAT " events in, %" G_GUINT64_FORMAT " out, %" G_GUINT64_FORMAT
           " of them moved\n",
           counts.n_pushed, counts.n_popped, n_moved);
  g_print ("%" G_GUINT64_FORMAT " late, %" G_GUINT64_FORMAT
           " messages given up, at most %" G_GUINT64_FORMAT " events held\n",
           counts.n_late, counts.n_unmatched, counts.most_held);
  return 0;
}
