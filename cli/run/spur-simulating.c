/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/run/spur-simulating.h"

#include <string.h>

#include "core/base/spur-error-internal.h"

static void
free_run (gpointer data)
{
  SpurSimulatedRun *run = data;

  for (guint i = 0; i < run->n_methods; i++)
    {
      g_free (run->methods[i].label);
      g_clear_object (&run->methods[i].quality);
    }
  g_free (run);
}

void
spur_simulating_init (SpurSimulating *self)
{
  memset (self, 0, sizeof *self);
  self->clocks = g_ptr_array_new_with_free_func (g_free);
  self->runs = g_ptr_array_new_with_free_func (free_run);
}

void
spur_simulating_clear (SpurSimulating *self)
{
  g_clear_object (&self->simulation);
  g_clear_pointer (&self->shape, g_free);
  g_clear_pointer (&self->clocks, g_ptr_array_unref);
  g_clear_pointer (&self->methods, g_strfreev);
  g_clear_pointer (&self->runs, g_ptr_array_unref);
}

static const char *const shapes[] = {
  [SPUR_CLOCK_SHAPE_CONSTANT] = "constant", [SPUR_CLOCK_SHAPE_DRIFT] = "drift",
  [SPUR_CLOCK_SHAPE_ZIGZAG] = "zigzag",     [SPUR_CLOCK_SHAPE_WANDER] = "wander",
  [SPUR_CLOCK_SHAPE_SINUS] = "sinus",       [SPUR_CLOCK_SHAPE_TICKS] = "ticks",
  [SPUR_CLOCK_SHAPE_STEP] = "step",         [SPUR_CLOCK_SHAPE_STOP] = "stop",
  [SPUR_CLOCK_SHAPE_STAMP] = "stamp",       NULL,
};

#define DEFAULT_HEIGHT_NS 1000000

static gboolean
refuse_clock (GError **error, const char *text, const char *what)
{
  return spur_error_set (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         "'%s': %s; give one like 8=constant:1ms or 0-3,7=sinus:500us:10ms", text,
                         what);
}

static gboolean
parse_error (const char *text, const char *course, SpurClockDeviation *result, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (course, ":", 4);
  guint n_parts = g_strv_length (parts), shape = 0;

  while (n_parts > 0 && shapes[shape] != NULL && !g_str_equal (shapes[shape], parts[0]))
    shape++;
  if (n_parts == 0 || shapes[shape] == NULL)
    return refuse_clock (error, text,
                         "the shape is none of constant, drift, zigzag, wander, sinus, ticks, "
                         "step, stop and stamp");
  *result = (SpurClockDeviation){ (SpurClockShape) shape, DEFAULT_HEIGHT_NS, 0 };
  if (n_parts > 3)
    return refuse_clock (error, text, "more than a shape, a height and a period");
  if ((n_parts > 1 && !spur_text_parse_duration (parts[1], &result->height_ns, error)) ||
      (n_parts > 2 && !spur_text_parse_duration (parts[2], &result->period_ns, error)))
    return FALSE;
  if (ABS (result->height_ns) > SPUR_TIME_LIMIT_NS / 4)
    return refuse_clock (error, text, "the height is beyond 2^59 ns");
  if (result->period_ns < 0 || (n_parts > 2 && result->period_ns == 0))
    return refuse_clock (error, text, "a period is above 0");
  if ((shape == SPUR_CLOCK_SHAPE_TICKS || shape == SPUR_CLOCK_SHAPE_STOP) && result->height_ns <= 0)
    return refuse_clock (error, text, "ticks and stops are longer than 0");
  return TRUE;
}

/* "3", "3-5" or "all" */
static gboolean
parse_range (const char *range, guint n_processes, guint *first, guint *last)
{
  g_auto (GStrv) ends = g_strsplit (range, "-", 2);
  guint64 low, high;

  if (g_str_equal (range, "all"))
    {
      *first = 0;
      *last = n_processes - 1;
      return TRUE;
    }
  if (ends[0] == NULL || !g_ascii_string_to_unsigned (ends[0], 10, 0, n_processes - 1, &low, NULL))
    return FALSE;
  high = low;
  if (ends[1] != NULL &&
      !g_ascii_string_to_unsigned (ends[1], 10, low, n_processes - 1, &high, NULL))
    return FALSE;
  *first = (guint) low;
  *last = (guint) high;
  return TRUE;
}

#define MAX_ERRORS 4

gboolean
spur_simulating_add_clock (SpurSimulating *self, const char *text, GError **error)
{
  guint n_processes = spur_simulation_get_n_processes (self->simulation);
  const char *sign = strchr (text, '=');
  g_autofree char *names = NULL;
  g_auto (GStrv) ranges = NULL;
  SpurClockDeviation clock;
  guint first, last;

  if (sign == NULL)
    return refuse_clock (error, text, "there is no '='");
  if (self->clocks->len == MAX_ERRORS)
    return refuse_clock (error, text, "at most four errors of clocks can be given");
  if (!parse_error (text, sign + 1, &clock, error))
    return FALSE;
  names = g_strndup (text, (gsize) (sign - text));
  ranges = g_strsplit (names, ",", -1);
  for (guint i = 0; ranges[i] != NULL; i++)
    {
      if (!parse_range (ranges[i], n_processes, &first, &last))
        {
          g_autofree char *what = g_strdup_printf ("processes are 0 to %u", n_processes - 1);

          return refuse_clock (error, text, what);
        }
    }
  for (guint i = 0; ranges[i] != NULL; i++)
    {
      parse_range (ranges[i], n_processes, &first, &last);
      for (guint process = first; process <= last; process++)
        spur_simulation_add_deviation (self->simulation, process, &clock);
    }
  g_ptr_array_add (self->clocks, g_strdup (text));
  return TRUE;
}

/* As PDP'97 calls the clocks; of others the names in capitals, and their options as they are. */
static char *
get_label (const char *method)
{
  const char *options = strchrnul (method, ':');
  g_autofree char *name = g_ascii_strup (method, options - method);

  if (g_str_equal (method, "logical"))
    return g_strdup ("LC");
  if (g_str_equal (method, "controlled"))
    return g_strdup ("LC'");
  return g_strconcat (name, options, NULL);
}

/* Those that have a delta keep it; a chain in which none has is none the worse. */
static void
set_delta (SpurSimulating *self, SpurClockChain *chain)
{
  g_autofree char *delta = g_strdup_printf ("%" G_GINT64_FORMAT, self->delta_ns);
  g_autoptr (GError) error = NULL;

  spur_clock_chain_set_option (chain, "delta-ns", delta, &error);
}

/* "hull+eclc:gamma=0.9:backward=no" */
static SpurClockChain *
make_chain (SpurSimulating *self, const char *method, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (method, ":", -1);
  g_autofree char *mu = g_strdup_printf ("%" G_GINT64_FORMAT, self->mu_ns);
  g_autoptr (SpurClockChain) chain = NULL;

  if (parts[0] != NULL)
    g_strdelimit (parts[0], "+", ',');
  chain = spur_clock_chain_new (parts[0] != NULL ? parts[0] : "", error);
  if (chain == NULL || !spur_clock_chain_set_option (chain, "mu-ns", mu, error))
    return NULL;
  set_delta (self, chain);
  for (guint i = 1; parts[i] != NULL; i++)
    {
      char *sign = strchr (parts[i], '=');

      if (sign == NULL)
        return spur_error_set_null (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                                    "'%s' is no option; give one like eclc:gamma=0.9", parts[i]);
      *sign = '\0';
      if (!spur_clock_chain_set_option (chain, parts[i], sign + 1, error))
        return NULL;
    }
  return g_steal_pointer (&chain);
}

gboolean
spur_simulating_check_methods (SpurSimulating *self, GError **error)
{
  for (guint i = 0; self->methods[i] != NULL; i++)
    {
      g_autoptr (SpurClockChain) chain = make_chain (self, self->methods[i], error);

      if (chain == NULL)
        return FALSE;
    }
  return TRUE;
}

/* What is measured of a run. */
typedef struct
{
  SpurTrace *trace;
  SpurTrace *truth;
  SpurEdges *edges;
  gint64 mu_ns;
  const SpurJob *job;
} Measuring;

static gboolean
measure_method (SpurSimulatedRun *run,
                const Measuring *measuring,
                const char *name,
                SpurCorrection *correction,
                GError **error)
{
  SpurSimulatedMethod *method = &run->methods[run->n_methods];

  method->quality =
    spur_clock_quality_new (measuring->trace, correction, measuring->truth, measuring->job, error);
  if (method->quality == NULL)
    return FALSE;
  spur_check_run (&method->check, measuring->trace, measuring->edges, correction, measuring->mu_ns,
                  measuring->job);
  method->name = name;
  method->label = g_str_equal (name, "clocks") ? g_strdup ("clocks") : get_label (name);
  run->n_methods++;
  return TRUE;
}

static gboolean
correct_and_measure (SpurSimulating *self,
                     SpurSimulatedRun *run,
                     const Measuring *measuring,
                     const char *method,
                     GError **error)
{
  g_autoptr (SpurClockChain) chain = make_chain (self, method, error);
  g_autoptr (SpurCorrection) correction =
    spur_correction_new (spur_trace_get_n_streams (measuring->trace));

  if (chain == NULL || !spur_clock_chain_run (chain, measuring->trace, measuring->edges, correction,
                                              measuring->job, error))
    return FALSE;
  return measure_method (run, measuring, method, correction, error);
}

gboolean
spur_simulating_run (SpurSimulating *self,
                     guint64 seed,
                     SpurTrace **trace,
                     SpurTrace **truth,
                     const SpurJob *job,
                     GError **error)
{
  SpurSimulatedRun *run = g_new0 (SpurSimulatedRun, 1);
  g_autoptr (SpurEdges) edges = NULL;
  Measuring measuring = { NULL, NULL, NULL, self->mu_ns, job };

  run->seed = seed;
  g_ptr_array_add (self->runs, run);
  spur_simulation_set_seed (self->simulation, seed);
  if (!spur_simulation_run (self->simulation, trace, truth, job, error))
    return FALSE;
  edges = spur_edges_new_for_trace (*trace, job, error);
  if (edges == NULL)
    return FALSE;
  measuring.trace = *trace;
  measuring.truth = *truth;
  measuring.edges = edges;
  run->n_events = spur_trace_get_n_events (*trace);
  if (!measure_method (run, &measuring, "clocks", NULL, error))
    return FALSE;
  for (guint i = 0; self->methods[i] != NULL; i++)
    {
      if (!correct_and_measure (self, run, &measuring, self->methods[i], error))
        return FALSE;
    }
  return TRUE;
}

gboolean
spur_simulating_score (
  SpurSimulating *self, SpurTrace *trace, SpurTrace *truth, const SpurJob *job, GError **error)
{
  SpurSimulatedRun *run = g_new0 (SpurSimulatedRun, 1);
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace, job, error);
  Measuring measuring = { trace, truth, edges, self->mu_ns, job };
  SpurCorrection *correction = spur_trace_get_correction (trace);

  g_ptr_array_add (self->runs, run);
  run->n_events = spur_trace_get_n_events (trace);
  return edges != NULL && measure_method (run, &measuring, "clocks", NULL, error) &&
         (correction == NULL || measure_method (run, &measuring, "corrected", correction, error));
}

const SpurSimulatedMethod *
spur_simulated_run_find (const SpurSimulatedRun *self, const char *name)
{
  for (guint i = 0; i < self->n_methods; i++)
    {
      if (g_str_equal (self->methods[i].name, name))
        return &self->methods[i];
    }
  return NULL;
}

double
spur_simulated_method_get_worst (const SpurSimulatedMethod *self, guint *n_over)
{
  double worst = 0;

  *n_over = 0;
  for (guint i = 0; i < spur_clock_quality_get_n_streams (self->quality); i++)
    {
      const SpurStreamQuality *stream = spur_clock_quality_get_stream (self->quality, i);

      worst = MAX (worst, stream->deviation);
      *n_over += stream->deviation > 0.05;
    }
  return worst;
}
