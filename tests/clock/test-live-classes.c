/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/live/spur-live-classes.h"
#include "core/causality/spur-delays-internal.h"
#include "core/clock/live/spur-live-corrector.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "core/plugin/spur-registry.h"
#include "core/simulate/spur-simulation.h"
#include "events/spur-events.h"
#include "tests/test-corpus.h"

/* The times of a trace, and what the corrector that is live makes of them. */
typedef struct
{
  SpurTrace *trace;
  SpurDelays *delays;
  SpurCorrection *before;
  SpurCorrection *after;
  gint64 **live_ns;
  gboolean **is_end;
} Case;

/* Every clock is wrong by a constant of its own. */
static SpurCorrection *
make_offsets (SpurTrace *trace)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  SpurCorrection *correction = spur_correction_new (n_streams);

  for (guint i = 0; i < n_streams; i++)
    {
      g_autoptr (SpurTimeMap) map =
        spur_time_map_new_offset ((gint64) (i * 7919 % 13) * 41000 - 250000);

      spur_correction_append_map (correction, i, map);
    }
  return correction;
}

static void
correct_off_line (Case *self)
{
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurEdges) edges = NULL;
  g_autoptr (GError) error = NULL;
  const SpurEdge *all;
  gsize n_edges;

  edges = spur_edges_new_for_trace (self->trace, NULL, &error);
  g_assert_no_error (error);
  if (self->delays != NULL)
    spur_delays_apply (self->delays, edges, self->trace, NULL, NULL);
  self->after = make_offsets (self->trace);
  g_object_set (corrector, "backward", FALSE, NULL);
  spur_clock_corrector_correct (corrector, self->trace, edges, self->after, NULL, &error);
  g_assert_no_error (error);
  all = spur_edges_get_all (edges, &n_edges);
  for (gsize i = 0; i < n_edges; i++)
    {
      self->is_end[all[i].from_stream][all[i].from_event] = TRUE;
      self->is_end[all[i].to_stream][all[i].to_event] = TRUE;
    }
}

static guint64
pop_all (Case *self, SpurLiveCorrector *live, gint64 *last_ns)
{
  SpurLiveEvent event;
  guint64 n = 0;

  for (; spur_live_corrector_pop (live, &event); n++)
    {
      g_assert_cmpint (event.time_ns, >=, *last_ns);
      *last_ns = event.time_ns;
      self->live_ns[event.stream][event.position] = event.time_ns;
    }
  return n;
}

static void
push_event (
  Case *self, SpurLiveCorrector *live, SpurLiveClasses *classes, guint s, guint64 position)
{
  SpurStream *stream = spur_trace_get_stream (self->trace, s);
  SpurLiveEvent event = { .stream = s };
  const SpurEventLayout *layout;
  g_autoptr (GError) error = NULL;

  event.raw_ns =
    spur_correction_apply (self->before, s, position, spur_stream_get_raw_ns (stream, position));
  spur_live_classes_describe (classes, spur_stream_get_class_index (stream, position),
                              spur_stream_get_record (stream, position, &layout), &event);
  spur_live_corrector_push (live, &event, &error);
  g_assert_no_error (error);
}

/* Each stream in turn brings as many events as there are in a buffer. */
static void
correct_live (Case *self, guint n_of_buffer)
{
  guint n_streams = spur_trace_get_n_streams (self->trace);
  g_autoptr (SpurLiveCorrector) live = spur_live_corrector_new (n_streams);
  g_autoptr (SpurLiveClasses) classes = spur_live_classes_new (self->trace, self->delays);
  g_autofree guint64 *next = g_new0 (guint64, n_streams);
  guint64 n_popped = 0, n_events = spur_trace_get_n_events (self->trace), n_pushed = 0;
  gint64 last_ns = G_MININT64;
  SpurLiveCounts counts;

  spur_live_corrector_get_options (live)->delay_ns = G_MAXINT64;
  spur_live_corrector_get_options (live)->delays = self->delays;
  while (n_pushed < n_events)
    for (guint s = 0; s < n_streams; s++)
      {
        guint64 n = spur_stream_get_n_events (spur_trace_get_stream (self->trace, s));

        for (guint i = 0; i < n_of_buffer && next[s] < n; i++, n_pushed++)
          push_event (self, live, classes, s, next[s]++);
        n_popped += pop_all (self, live, &last_ns);
      }
  for (guint s = 0; s < n_streams; s++)
    spur_live_corrector_end_stream (live, s);
  n_popped += pop_all (self, live, &last_ns);
  spur_live_corrector_get_counts (live, &counts);
  g_assert_cmpuint (n_popped, ==, n_events);
  g_assert_cmpuint (counts.n_late, ==, 0);
  g_assert_cmpuint (counts.n_unmatched, ==, 0);
  g_print ("# %" G_GUINT64_FORMAT " events, at most %" G_GUINT64_FORMAT " held\n", n_popped,
           counts.most_held);
}

/* The correctors know other edges between events that are no ends of messages. */
static void
compare (Case *self)
{
  guint64 n_moved = 0;

  for (guint s = 0; s < spur_trace_get_n_streams (self->trace); s++)
    {
      SpurStream *stream = spur_trace_get_stream (self->trace, s);

      for (guint64 i = 0; i < spur_stream_get_n_events (stream); i++)
        {
          gint64 raw_ns = spur_stream_get_raw_ns (stream, i);
          gint64 expected_ns = spur_correction_apply (self->after, s, i, raw_ns);

          g_assert_cmpint (ABS (self->live_ns[s][i] - expected_ns), <=, self->is_end[s][i] ? 0 : 2);
          n_moved += expected_ns != spur_correction_apply (self->before, s, i, raw_ns);
        }
    }
  g_assert_cmpuint (n_moved, >, spur_trace_get_n_events (self->trace) / 10);
}

static void
run_case (SpurTrace *trace, SpurDelays *delays, guint n_of_buffer)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  Case self = { trace,
                delays,
                make_offsets (trace),
                NULL,
                g_new (gint64 *, n_streams),
                g_new (gboolean *, n_streams) };

  for (guint s = 0; s < n_streams; s++)
    {
      guint64 n = spur_stream_get_n_events (spur_trace_get_stream (trace, s));

      self.live_ns[s] = g_new0 (gint64, n);
      self.is_end[s] = g_new0 (gboolean, n);
    }
  correct_off_line (&self);
  correct_live (&self, n_of_buffer);
  compare (&self);
  for (guint s = 0; s < n_streams; s++)
    {
      g_free (self.live_ns[s]);
      g_free (self.is_end[s]);
    }
  g_free (self.live_ns);
  g_free (self.is_end);
  g_object_unref (self.before);
  g_object_unref (self.after);
}

/* Some by class, of which one extends another one, some by pair, and the rest. */
static SpurDelays *
make_delays (SpurTrace *trace)
{
  static const char *const texts[] = { "700",
                                       "LO_Message_Receive_Event=30us",
                                       "Channel_Receive_Event=31us",
                                       "LO_Event=2us",
                                       "0>1=90us",
                                       "1>0=0",
                                       "2,3=55us" };
  SpurDelays *delays = spur_delays_new ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      if (!spur_delays_parse (delays, trace, texts[i], &error))
        g_test_message ("%s", error->message);
    }
  g_assert_true (spur_delays_has_pairs (delays));
  return delays;
}

static void
test_simulated (void)
{
  g_autoptr (SpurSimulation) simulation = spur_simulation_new (3, 3);
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) truth = NULL;
  g_autoptr (SpurDelays) delays = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("The records of a grid, live and off line.");
  spur_simulation_set_event_type (simulation, SPUR_SIMULATION_EVENT_SEND,
                                  SPUR_TYPE_CHANNEL_SEND_EVENT);
  spur_simulation_set_event_type (simulation, SPUR_SIMULATION_EVENT_RECEIVE,
                                  SPUR_TYPE_CHANNEL_RECEIVE_EVENT);
  spur_simulation_set_event_type (simulation, SPUR_SIMULATION_EVENT_PHASE,
                                  SPUR_TYPE_LO_STATE_CHANGE_EVENT);
  spur_simulation_run (simulation, &trace, &truth, NULL, &error);
  g_assert_no_error (error);
  run_case (trace, NULL, 1);
  run_case (trace, NULL, 100);
  delays = make_delays (trace);
  run_case (trace, delays, 1);
  run_case (trace, delays, 100);
}

static void
test_real (gconstpointer data)
{
  SpurRegistry *registry = spur_registry_get_default ();
  g_autofree char *path = spur_test_corpus (data);
  g_autofree char *file = g_build_filename (path, "true", "traces.otf2", NULL);
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurDelays) delays = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("The records of a real run with messages and collective operations.");
  spur_registry_add_default_folders (registry);
  trace = spur_registry_open_trace (registry, file, NULL, &error);
  if (g_error_matches (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_UNKNOWN))
    {
      g_test_skip ("built without OTF2");
      return;
    }
  g_assert_no_error (error);
  run_case (trace, NULL, 64);
  delays = make_delays (trace);
  run_case (trace, delays, 64);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/live-classes/simulated", test_simulated);
  g_test_add_data_func ("/clock/live-classes/real", "otf2-pmpi-lammps-8", test_real);
  return g_test_run ();
}
