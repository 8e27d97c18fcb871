/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Simulators are asked where their objects are while they run; a timeline has to say the same of
 * what they recorded. */
#include "config.h"

#include <stdlib.h>

#include "core/analysis/presence/spur-load.h"
#include "core/analysis/presence/spur-timeline.h"
#include "core/base/spur-order-internal.h"
#include "core/clock/spur-trace-correct.h"
#include "tests/projects/project-run.h"

#define N_TIMES 1000

/* As many again are the very times of events. */
#define N_EVENT_TIMES 300
#define N_ALL_TIMES (N_TIMES + N_EVENT_TIMES)
#define N_SEEDS 3
#define SKEW_NS 3000000

/* @migrations: the class of the events by which its load objects come to another place */
typedef struct
{
  const SimProgram *program;
  const char *migrations;
} Case;

static const Case cases[] = {
  { &a1_program, "OMIS_Checkpoint_Migration_Receive_Event" },
  { &b3_program, "ARESO_Node_Migration_Receive_Event" },
  { &b4_program, "Partition_State_Receive_Event" },
  { &b5_program, "ALDY_Agent_Migration_Receive_Event" },
};

typedef struct
{
  SpurTrace *trace;
  SpurTimeline *timeline;
  gint64 times_ns[N_ALL_TIMES];

  /* By time, what each object was on or in; there were fewer objects early. */
  guint32 *places[N_ALL_TIMES];
  guint n_objects[N_ALL_TIMES];
} Truth;

static void
take_places (gpointer data, guint time, const guint32 *places, guint n_objects)
{
  Truth *self = data;

  self->places[time] = g_memdup2 (places, n_objects * sizeof *places);
  self->n_objects[time] = n_objects;
}

static gint64
choose_event_ns (SpurTrace *trace, GRand *random)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  SpurStream *stream;
  guint64 n_events;

  do
    {
      stream =
        spur_trace_get_stream (trace, (guint) g_rand_int_range (random, 0, (gint) n_streams));
      n_events = spur_stream_get_n_events (stream);
    }
  while (n_events == 0);
  return spur_stream_get_raw_ns (stream, g_rand_int (random) % n_events);
}

SPUR_DEFINE_ORDER (compare_times, gint64, SPUR_ORDER (*p, *q))

static void
choose_times (Truth *self, SpurTrace *trace, guint64 seed)
{
  GRand *random = g_rand_new_with_seed ((guint32) seed);
  gint64 begin_ns, end_ns;

  spur_trace_get_span_ns (trace, TRUE, &begin_ns, &end_ns);
  for (guint i = 0; i < N_TIMES; i++)
    self->times_ns[i] = (gint64) g_rand_double_range (random, (double) begin_ns, (double) end_ns);
  for (guint i = N_TIMES; i < N_ALL_TIMES; i++)
    self->times_ns[i] = choose_event_ns (trace, random);
  qsort (self->times_ns, N_ALL_TIMES, sizeof *self->times_ns, compare_times);
  g_rand_free (random);
}

static Truth *
truth_new (const SimProgram *program, guint64 seed)
{
  Truth *self = g_new0 (Truth, 1);
  SimOptions options = sim_program_get_defaults (program);
  const SimProbe probe = { self->times_ns, N_ALL_TIMES, take_places, self };
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) first = NULL;

  options.seed = seed;
  first = sim_program_simulate (program, &options, &error);
  g_assert_no_error (error);
  choose_times (self, first, seed);
  self->trace = sim_program_probe (program, &options, &probe, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_events (self->trace), ==, spur_trace_get_n_events (first));
  for (guint i = 0; i < N_ALL_TIMES; i++)
    g_assert_nonnull (self->places[i]);
  self->timeline = spur_timeline_new (self->trace, TRUE);
  return self;
}

static void
truth_free (Truth *self)
{
  for (guint i = 0; i < N_ALL_TIMES; i++)
    g_free (self->places[i]);
  g_object_unref (self->timeline);
  g_object_unref (self->trace);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Truth, truth_free)

static gboolean
is_load_object (SpurTrace *trace, guint32 object)
{
  return g_type_is_a (
    spur_definitions_get_object (spur_trace_get_definitions (trace), object)->type,
    SPUR_TYPE_LOAD_OBJECT);
}

static guint32
get_place (const Truth *self, guint time, guint32 object)
{
  return object < self->n_objects[time] ? self->places[time][object] : SPUR_NONE;
}

/* Through all that the object is in. */
static guint32
get_target (const Truth *self, guint time, guint32 object)
{
  while (object != SPUR_NONE && is_load_object (self->trace, object))
    object = get_place (self, time, object);
  return object;
}

static const char *
get_name (const Truth *self, guint32 object)
{
  return object == SPUR_NONE
           ? "nowhere"
           : spur_definitions_get_object (spur_trace_get_definitions (self->trace), object)->name;
}

static guint
check_object (const Truth *self, guint time, guint32 object)
{
  guint32 place = get_place (self, time, object);
  guint32 target = get_target (self, time, object);
  SpurSituation found;

  spur_timeline_get_situation (self->timeline, object, self->times_ns[time], &found);
  if (found.place == place && found.target == target &&
      spur_timeline_get_target (self->timeline, object, self->times_ns[time]) == target)
    return 0;
  g_test_message ("%" G_GINT64_FORMAT " ns: %s is in %s on %s, not in %s on %s",
                  self->times_ns[time], get_name (self, object), get_name (self, place),
                  get_name (self, target), get_name (self, found.place),
                  get_name (self, found.target));
  return 1;
}

/* All that is on a target, through containers, and nothing else. */
static void
check_contents (const Truth *self, guint time, guint32 target)
{
  guint n_found, n_true = 0;
  g_autofree guint32 *found =
    spur_timeline_get_contents (self->timeline, target, self->times_ns[time], &n_found);

  for (guint32 i = 0; i < self->n_objects[time]; i++)
    n_true += is_load_object (self->trace, i) && get_target (self, time, i) == target;
  g_assert_cmpuint (n_found, ==, n_true);
  for (guint i = 0; i < n_found; i++)
    g_assert_cmpuint (get_target (self, time, found[i]), ==, target);
}

static void
test_places (gconstpointer data)
{
  const Case *tested = data;

  g_test_summary ("Objects are where the simulator has them, in containers and on targets.");

  for (guint64 seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autoptr (Truth) truth = truth_new (tested->program, seed);
      guint32 n_objects =
        spur_definitions_get_n_objects (spur_trace_get_definitions (truth->trace));
      guint n_wrong = 0, n_somewhere = 0;

      for (guint time = 0; time < N_ALL_TIMES; time++)
        {
          for (guint32 i = 0; i < n_objects; i++)
            {
              if (!is_load_object (truth->trace, i))
                continue;
              n_wrong += check_object (truth, time, i);
              n_somewhere += get_target (truth, time, i) != SPUR_NONE;
            }
        }
      g_assert_cmpuint (n_somewhere, >, N_ALL_TIMES);
      g_assert_cmpuint (n_wrong, ==, 0);
    }
}

static void
test_contents (gconstpointer data)
{
  const Case *tested = data;
  g_autoptr (Truth) truth = truth_new (tested->program, 1);
  SpurDefinitions *definitions = spur_trace_get_definitions (truth->trace);
  guint32 n_objects = spur_definitions_get_n_objects (definitions);

  g_test_summary ("What is on a target is what the simulator has there, in any container.");

  for (guint time = 0; time < N_ALL_TIMES; time += 10)
    {
      for (guint32 i = 0; i < n_objects; i++)
        {
          if (g_type_is_a (spur_definitions_get_object (definitions, i)->type, SPUR_TYPE_TARGET))
            check_contents (truth, time, i);
        }
    }
}

typedef struct
{
  SpurTimeline *timeline;
  guint n_moves;
} Moves;

/* A migration to another target; processes of one host hand over what stays there. */
static void
count_move (SpurTrace *trace,
            const SpurEventLayout *layout,
            const guint8 *record,
            gint64 time_ns,
            gpointer data)
{
  Moves *self = data;
  guint32 from = (guint32) project_get (layout, record, "source");
  guint32 to = (guint32) project_get (layout, record, "destination");

  self->n_moves += spur_timeline_get_target (self->timeline, from, time_ns) !=
                   spur_timeline_get_target (self->timeline, to, time_ns);
}

static void
test_moves (gconstpointer data)
{
  const Case *tested = data;

  g_test_summary ("Moves are what was migrated to another target.");

  for (guint64 seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autoptr (SpurTrace) trace = project_run (tested->program, seed, 0);
      g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, TRUE);
      Moves expected = { timeline, 0 };
      gsize n_moves;

      project_visit (trace, tested->migrations, count_move, &expected);
      spur_timeline_get_moves (timeline, &n_moves);
      g_assert_cmpuint (project_count (trace, tested->migrations), >, 0);
      g_assert_cmpuint (n_moves, ==, expected.n_moves);
    }
}

/* After a target was removed, it has neither load nor anything on it. */
static void
check_removed (SpurTimeline *timeline, SpurLoad *loads, guint32 target)
{
  gint64 begin_ns, end_ns;
  SpurSituation situation;
  SpurTargetLoad load;
  SpurChange change;

  spur_trace_get_span_ns (spur_timeline_get_trace (timeline), TRUE, &begin_ns, &end_ns);
  spur_timeline_get_situation (timeline, target, end_ns, &situation);
  if (situation.exists ||
      !spur_timeline_get_previous_change (timeline, target, G_MAXINT64, &change))
    return;
  g_assert_cmpint (change.time_ns, <, end_ns);
  spur_load_get (loads, target, change.time_ns, end_ns, &load);
  g_assert_cmpint (load.present_ns, ==, 0);
  g_assert_cmpint (load.work_ns, ==, 0);
  g_assert_cmpuint (load.resident_max, ==, 0);
}

static void
check_ended (const Truth *self, guint32 object, gint64 *present_ns)
{
  guint n_presences;
  g_autofree SpurPresence *presences =
    spur_timeline_get_presences (self->timeline, object, &n_presences);

  for (guint i = 0; i < n_presences; i++)
    {
      g_assert_cmpint (presences[i].begin_ns, <, presences[i].end_ns);
      g_assert_true (i == 0 || presences[i - 1].end_ns <= presences[i].begin_ns);
      *present_ns += presences[i].end_ns - presences[i].begin_ns;
    }
}

static void
test_ends (gconstpointer data)
{
  const Case *tested = data;
  g_autoptr (Truth) truth = truth_new (tested->program, 1);
  SpurDefinitions *definitions = spur_trace_get_definitions (truth->trace);
  g_autoptr (SpurLoad) loads = spur_load_new (truth->timeline);
  gint64 begin_ns, end_ns, present_ns = 0;
  double resident_ns = 0;

  g_test_summary ("Removed targets have no load, and ended objects load nothing.");

  spur_trace_get_span_ns (truth->trace, TRUE, &begin_ns, &end_ns);
  for (guint32 i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    {
      SpurTargetLoad load;

      if (is_load_object (truth->trace, i))
        check_ended (truth, i, &present_ns);
      if (!g_type_is_a (spur_definitions_get_object (definitions, i)->type, SPUR_TYPE_TARGET))
        continue;
      check_removed (truth->timeline, loads, i);
      spur_load_get (loads, i, begin_ns, end_ns, &load);
      resident_ns += load.resident_mean * (double) load.present_ns;
    }
  g_test_message ("present for %" G_GINT64_FORMAT " ns, resident for %.0f ns", present_ns,
                  resident_ns);
  g_assert_cmpfloat (ABS (resident_ns - (double) present_ns), <, 1e-9 * (double) present_ns);
}

/* Differences between the times of a trace's events and the true ones of @truth. */
typedef struct
{
  gint64 least_ns;
  gint64 most_ns;
} Errors;

static Errors
measure_errors (SpurTrace *truth, SpurTrace *trace, SpurCorrection *correction)
{
  Errors errors = { G_MAXINT64, G_MININT64 };

  for (guint s = 0; s < spur_trace_get_n_streams (truth); s++)
    {
      SpurStream *right = spur_trace_get_stream (truth, s);
      SpurStream *stream = spur_trace_get_stream (trace, s);

      g_assert_cmpuint (spur_stream_get_n_events (right), ==, spur_stream_get_n_events (stream));
      for (guint64 i = 0; i < spur_stream_get_n_events (stream); i++)
        {
          gint64 raw_ns = spur_stream_get_raw_ns (stream, i);
          gint64 error_ns =
            spur_correction_apply (correction, s, i, raw_ns) - spur_stream_get_raw_ns (right, i);

          errors.least_ns = MIN (errors.least_ns, error_ns);
          errors.most_ns = MAX (errors.most_ns, error_ns);
        }
    }
  return errors;
}

/* Whether an object was on @target at some time within a span. */
static gboolean
was_on (SpurTimeline *truth, guint32 object, guint32 target, gint64 begin_ns, gint64 end_ns)
{
  guint n_presences;
  g_autofree SpurPresence *presences = spur_timeline_get_presences (truth, object, &n_presences);

  for (guint i = 0; i < n_presences; i++)
    {
      gboolean has_part = presences[i].begin_ns <= end_ns && presences[i].end_ns > begin_ns;

      if (target == SPUR_NONE && presences[i].begin_ns <= begin_ns && presences[i].end_ns > end_ns)
        return FALSE;
      if (presences[i].target == target && has_part)
        return TRUE;
    }
  return target == SPUR_NONE;
}

static void
test_corrected (gconstpointer data)
{
  const Case *tested = data;
  g_autoptr (SpurTrace) right = project_run (tested->program, 1, 0);
  g_autoptr (SpurTrace) trace = project_run (tested->program, 1, SKEW_NS);
  g_autoptr (SpurTimeline) truth = spur_timeline_new (right, TRUE);
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree Truth *chosen = g_new0 (Truth, 1);
  Errors errors;
  gint64 shift_ns, bound_ns;
  gsize n_true, n_moves;

  g_test_summary ("By corrected clocks, objects are where they are, but for what clocks are off.");

  spur_trace_correct (trace, "auto", NULL, NULL, &error);
  g_assert_no_error (error);
  timeline = spur_timeline_new (trace, FALSE);
  errors = measure_errors (right, trace, spur_trace_get_correction (trace));
  shift_ns = errors.least_ns + (errors.most_ns - errors.least_ns) / 2;
  bound_ns = (errors.most_ns - errors.least_ns) / 2 + 1;
  g_test_message ("corrected clocks are off by %" G_GINT64_FORMAT " ns", bound_ns);
  g_assert_cmpint (bound_ns, <, SKEW_NS / 10);
  spur_timeline_get_moves (truth, &n_true);
  spur_timeline_get_moves (timeline, &n_moves);
  g_assert_cmpuint (n_moves, ==, n_true);
  choose_times (chosen, right, 1);
  for (guint t = 0; t < N_ALL_TIMES; t += 2)
    {
      for (guint32 i = 0; i < spur_definitions_get_n_objects (spur_trace_get_definitions (right));
           i++)
        {
          gint64 time_ns = chosen->times_ns[t];

          if (is_load_object (right, i))
            g_assert_true (was_on (truth, i,
                                   spur_timeline_get_target (timeline, i, time_ns + shift_ns),
                                   time_ns - bound_ns, time_ns + bound_ns));
        }
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*run) (gconstpointer data);
  } tests[] = { { "places", test_places },
                { "contents", test_contents },
                { "moves", test_moves },
                { "ends", test_ends },
                { "corrected", test_corrected } };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      for (guint k = 0; k < G_N_ELEMENTS (tests); k++)
        {
          g_autofree char *path =
            g_strdup_printf ("/presence-truth/%s/%s", cases[i].program->name, tests[k].name);

          g_test_add_data_func (path, &cases[i], tests[k].run);
        }
    }
  return g_test_run ();
}
