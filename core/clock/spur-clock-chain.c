/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/spur-clock-chain.h"

#include "core/base/spur-integer-private.h"
#include "core/base/spur-object-internal.h"
#include "core/base/spur-option-internal.h"
#include "core/causality/spur-check-internal.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "core/clock/parallel/spur-clock-work-private.h"
#include "core/clock/parallel/spur-partition-private.h"
#include "core/clock/presync/spur-clock-steps-private.h"
#include "core/clock/spur-clock-outcome-private.h"
#include "core/clock/spur-clock-verdict-private.h"

#define WHOLE_PPB G_GINT64_CONSTANT (1000000000)

/* Of eclc, as it comes and where it has to do without pre-synchronisation. */
#define USUAL_GAMMA_PPB G_GINT64_CONSTANT (999990000)
#define BALANCED_GAMMA_PPB G_GINT64_CONSTANT (999900000)

/* Single stamps that are wrong move less than that share of the events that a clock which is wrong
 * does: simulations of both kinds are apart by 1 in 60 and 1 in 10. */
#define MILD_SHARE 25

/**
 * SpurClockChain:
 *
 * Correctors that work one after the other on one #SpurCorrection, as in "hull,eclc".
 *
 * "auto" stands for a pre-synchronisation that can follow wandering clocks, then the extended
 * controlled logical clock; both leave alone what needs no correction. Where the first can do
 * nothing, as for messages in one direction only, the second mixes both directions.
 * Options are the properties of the correctors. After a run the chain knows for every step what it
 * did, and the violations before and after it; the correction has it as facts `step.N`.
 *
 * Since: 1.0
 */
struct _SpurClockChain
{
  GObject parent_instance;

  GPtrArray *correctors;
  GArray *steps;
  gboolean is_auto;
  /* How many maps each stream had before each step. */
  guint *n_maps;
  guint n_streams;
};

SPUR_DEFINE_OBJECT (SpurClockChain, spur_clock_chain, G_TYPE_FLAG_NONE)

static void
clear_step (gpointer data)
{
  SpurClockStep *step = data;

  g_free ((char *) step->result);
}

static void
spur_clock_chain_clear (SpurClockChain *self)
{
  g_ptr_array_unref (self->correctors);
  g_array_unref (self->steps);
  g_free (self->n_maps);
}

static void
spur_clock_chain_init (SpurClockChain *self)
{
  self->correctors = g_ptr_array_new_with_free_func (g_object_unref);
  self->steps = g_array_new (FALSE, FALSE, sizeof (SpurClockStep));
  g_array_set_clear_func (self->steps, clear_step);
}

static gboolean
add_method (SpurClockChain *self, const char *name, GError **error)
{
  SpurClockCorrector *corrector;

  if (g_str_equal (name, "auto"))
    {
      self->is_auto = TRUE;
      return add_method (self, "model", error) && add_method (self, "eclc", error);
    }
  corrector = spur_clock_corrector_make (name, error);
  if (corrector == NULL)
    return FALSE;
  if (SPUR_IS_CAUSAL_CLOCK (corrector))
    g_object_set (corrector, "on-cycle", SPUR_ON_CYCLE_LEAVE_OUT, NULL);
  g_ptr_array_add (self->correctors, corrector);
  return TRUE;
}

/**
 * spur_clock_chain_new:
 * @methods: names of correctors in order, separated by commas, as in "hull,eclc"; "auto" for what
 *   suits most traces
 * @error: return location for an error
 *
 * Makes a chain of correctors, each with the options that it has at first, but for logical clocks,
 * which leave out edges that form cycles.
 *
 * Returns: (transfer full): the chain, or %NULL with %SPUR_CLOCK_ERROR_METHOD where there is no
 *   such corrector, or there are none or more than %SPUR_CORRECTION_MAX_MAPS
 *
 * Since: 1.0
 */
SpurClockChain *
spur_clock_chain_new (const char *methods, GError **error)
{
  g_autoptr (SpurClockChain) self = NULL;
  g_auto (GStrv) names = NULL;

  g_return_val_if_fail (methods != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_object_new (SPUR_TYPE_CLOCK_CHAIN, NULL);
  names = g_strsplit (methods, ",", -1);
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (!add_method (self, g_strstrip (names[i]), error))
        return NULL;
    }
  if (self->correctors->len >= 1 && self->correctors->len <= SPUR_CORRECTION_MAX_MAPS)
    return g_steal_pointer (&self);
  g_set_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_METHOD,
               "'%s' names %u correctors; name 1 to %d, as in hull,eclc", methods,
               self->correctors->len, SPUR_CORRECTION_MAX_MAPS);
  return NULL;
}

/**
 * spur_clock_chain_get_n_correctors:
 * @self: a chain
 *
 * Gets how many correctors it has.
 *
 * Returns: how many correctors it has, at least 1
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint,
                    spur_clock_chain_get_n_correctors,
                    SpurClockChain,
                    SPUR_IS_CLOCK_CHAIN,
                    self->correctors->len)

/**
 * spur_clock_chain_get_corrector:
 * @self: a chain
 * @index: which one, below spur_clock_chain_get_n_correctors()
 *
 * Gets a corrector, as to set what is no property.
 *
 * Returns: (transfer none): the corrector
 *
 * Since: 1.0
 */
SpurClockCorrector *
spur_clock_chain_get_corrector (SpurClockChain *self, guint index)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_CHAIN (self), NULL);
  g_return_val_if_fail (index < self->correctors->len, NULL);

  return g_ptr_array_index (self->correctors, index);
}

static void
refuse_option (SpurClockChain *self, const char *name, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < self->correctors->len; i++)
    {
      SpurClockCorrector *corrector = self->correctors->pdata[i];
      g_autofree char *before = g_strconcat (spur_clock_corrector_get_name (corrector), ".", NULL);

      spur_option_list (G_OBJECT_GET_CLASS (corrector), before, known);
    }
  g_set_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_OPTION,
               "no corrector of the chain has an option '%s'; there are %s", name,
               known->len > 0 ? known->str : "none");
}

/* Whether the option, which may be that of one method only, is one of the corrector. */
static gboolean
has_option (SpurClockCorrector *corrector, const char *name)
{
  const char *method = spur_clock_corrector_get_name (corrector);
  const char *dot = strchr (name, '.');
  gboolean is_factor;

  if (dot != NULL &&
      (strlen (method) != (gsize) (dot - name) || strncmp (name, method, strlen (method)) != 0))
    return FALSE;
  return spur_option_find (G_OBJECT_GET_CLASS (corrector), dot != NULL ? dot + 1 : name,
                           &is_factor) != NULL;
}

/**
 * spur_clock_chain_has_option:
 * @self: a chain
 * @name: a property, as for spur_clock_chain_set_option()
 *
 * Tells whether any of its correctors has an option.
 *
 * Returns: whether any of its correctors has the option
 *
 * Since: 1.0
 */
gboolean
spur_clock_chain_has_option (SpurClockChain *self, const char *name)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_CHAIN (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  for (guint i = 0; i < self->correctors->len; i++)
    {
      if (has_option (self->correctors->pdata[i], name))
        return TRUE;
    }
  return FALSE;
}

/**
 * spur_clock_chain_set_option:
 * @self: a chain
 * @name: a property, as in "mu-ns", of all correctors that have it; or of one method, as in
 *   "eclc.mu-ns"
 * @value: the value as text, as for spur_clock_corrector_set_option()
 * @error: return location for an error
 *
 * Sets an option of the chain's correctors.
 *
 * Returns: whether it was set; else @error is %SPUR_CLOCK_ERROR_OPTION where no corrector has such
 *   an option, or where it cannot have that value
 *
 * Since: 1.0
 */
gboolean
spur_clock_chain_set_option (SpurClockChain *self,
                             const char *name,
                             const char *value,
                             GError **error)
{
  const char *dot;
  guint n_set = 0;

  g_return_val_if_fail (SPUR_IS_CLOCK_CHAIN (self), FALSE);
  g_return_val_if_fail (name != NULL && value != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  dot = strchr (name, '.');
  for (guint i = 0; i < self->correctors->len; i++)
    {
      SpurClockCorrector *corrector = self->correctors->pdata[i];

      if (!has_option (corrector, name))
        continue;
      if (!spur_clock_corrector_set_option (corrector, dot != NULL ? dot + 1 : name, value, error))
        return FALSE;
      n_set++;
    }
  if (n_set > 0)
    return TRUE;
  refuse_option (self, name, error);
  return FALSE;
}

static char *
get_result (SpurCorrection *correction, const char *name)
{
  g_autofree char *key = g_strconcat (name, ".result", NULL);
  const char *result = spur_correction_get_fact (correction, key);

  return g_strdup (result != NULL ? result : "done");
}

static void
note_step (SpurClockChain *self, SpurCorrection *correction, const SpurClockStep *step)
{
  g_autofree char *key = g_strdup_printf ("step.%u", self->steps->len + 1);
  g_autofree char *text =
    g_strdup_printf ("%s: %s; reversed %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT
                     ", in collectives %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
                     step->name, step->result, step->before.n_reversed, step->after.n_reversed,
                     step->before.n_collective_reversed, step->after.n_collective_reversed);

  spur_correction_set_fact (correction, key, text);
}

static void
forget_steps (SpurClockChain *self, guint n_streams)
{
  g_array_set_size (self->steps, 0);
  g_free (self->n_maps);
  self->n_maps = g_new0 (guint, (gsize) self->correctors->len * n_streams + 1);
  self->n_streams = n_streams;
}

/* Whether the step before left violations, and did nothing against them or nothing that tells which
 * clock is wrong. */
static gboolean
is_stuck (SpurClockChain *self, guint index)
{
  const SpurClockStep *before;

  if (!self->is_auto || index == 0 || index > self->steps->len)
    return FALSE;
  before = &g_array_index (self->steps, SpurClockStep, index - 1);
  return (!spur_clock_outcome_is_change (before->outcome) ||
          before->outcome == SPUR_CLOCK_OUTCOME_ONE_SIDED) &&
         before->outcome != SPUR_CLOCK_OUTCOME_CLOCKS_RIGHT &&
         before->after.n_reversed + before->after.n_collective_reversed > 0;
}

static gboolean
run_corrector (SpurClockCorrector *corrector, const SpurClockWork *work, GError **error)
{
  if (work->partition != NULL)
    return spur_partition_correct (work->partition, corrector, work->correction, work->job, error);
  return spur_clock_corrector_correct (corrector, work->trace, work->edges, work->correction,
                                       work->job, error);
}

/* How far a map moves all events of a stream together, in ns times 1024 events: later, less how far
 * earlier, or both together. */
static gint64
sum_shifts (const SpurTimeMap *map, guint64 n_events, gboolean is_absolute)
{
  gsize n_knots;
  const SpurKnot *knots = spur_time_map_get_knots (map, &n_knots);
  SpurInt128 sum = 0;

  for (gsize i = 0; i < n_knots; i++)
    {
      gint64 shift_ns = knots[i].to_ns - knots[i].from_ns, next_ns = shift_ns;
      guint64 next = n_events;

      if (i + 1 < n_knots)
        {
          next = knots[i + 1].event;
          next_ns = knots[i + 1].to_ns - knots[i + 1].from_ns;
        }
      shift_ns = is_absolute ? ABS (shift_ns) : shift_ns;
      next_ns = is_absolute ? ABS (next_ns) : next_ns;
      sum += ((SpurInt128) shift_ns + next_ns) * (SpurInt128) (next - knots[i].event);
    }
  return (gint64) (sum / 2048);
}

/* How far a step moves events all together, before which streams had @n_before maps. */
static gint64
sum_step (SpurClockChain *self,
          const SpurClockWork *work,
          const guint *n_before,
          gboolean is_absolute)
{
  gint64 shift = 0;

  for (guint s = 0; s < self->n_streams; s++)
    {
      guint n_maps = spur_correction_get_n_maps (work->correction, s);

      if (n_maps > n_before[s])
        shift += sum_shifts (spur_correction_get_map (work->correction, s, n_maps - 1),
                             spur_stream_get_n_events (spur_trace_get_stream (work->trace, s)),
                             is_absolute);
    }
  spur_communicator_all_reduce (work->distribution->communicator, SPUR_REDUCE_SUM, &shift, 1);
  return shift;
}

static gboolean
try_corrector (SpurClockChain *self,
               SpurClockCorrector *corrector,
               const SpurClockWork *work,
               gboolean is_absolute,
               gint64 *shift,
               GError **error)
{
  g_autoptr (SpurCorrection) trial = spur_clock_steps_copy_maps (work->correction, NULL);
  g_autofree guint *n_before = spur_clock_steps_count_maps (trial);
  SpurClockWork trying = *work;

  trying.correction = trial;
  if (!run_corrector (corrector, &trying, error))
    return FALSE;
  *shift = sum_step (self, &trying, n_before, is_absolute);
  return TRUE;
}

/* (transfer full): The same with the same options. */
static SpurClockCorrector *
copy_corrector (SpurClockCorrector *corrector)
{
  SpurClockCorrector *copy = g_object_new (G_OBJECT_TYPE (corrector), NULL);
  g_autofree char *options = spur_option_write_all (G_OBJECT (corrector));

  spur_option_read_all (G_OBJECT (copy), options, NULL);
  return copy;
}

/* Whether it is eclc, with the options that count here as they come. */
static gboolean
is_usual (SpurClockCorrector *corrector)
{
  gint64 gamma_ppb;
  SpurDirection direction;

  if (!g_str_equal (spur_clock_corrector_get_name (corrector), "eclc"))
    return FALSE;
  g_object_get (corrector, "gamma-ppb", &gamma_ppb, "direction", &direction, NULL);
  return gamma_ppb == USUAL_GAMMA_PPB && direction == SPUR_DIRECTION_FORWARD;
}

/* Where messages do not tell which of two clocks is wrong, both directions are mixed
 * (clock-correction.md section 7), so that events keep their mean: an error that is unknown changes
 * no mean. Jumps are given back sooner, so that clocks that wander are not held off for long. Gives
 * (transfer full) a corrector that does that, NULL on error, and @corrector itself where its
 * options were set. */
static SpurClockCorrector *
balance_corrector (SpurClockChain *self,
                   SpurClockCorrector *corrector,
                   const SpurClockWork *work,
                   GError **error)
{
  g_autoptr (SpurClockCorrector) balanced = NULL;
  gint64 later, earlier;

  if (!is_usual (corrector))
    return g_object_ref (corrector);
  balanced = copy_corrector (corrector);
  g_object_set (balanced, "gamma-ppb", BALANCED_GAMMA_PPB, NULL);
  if (!try_corrector (self, balanced, work, FALSE, &later, error))
    return NULL;
  g_object_set (balanced, "direction", SPUR_DIRECTION_MIRROR, NULL);
  if (!try_corrector (self, balanced, work, FALSE, &earlier, error))
    return NULL;
  later = MAX (later, 0);
  earlier = MAX (-earlier, 0);
  if (later + earlier > 0)
    g_object_set (balanced, "mix-ppb", spur_mul_div_floor (WHOLE_PPB, later, later + earlier),
                  NULL);
  g_object_set (balanced, "direction", SPUR_DIRECTION_MIX, NULL);
  spur_correction_set_fact (
    work->correction, "auto.balance",
    "clocks are not known from both sides: a mix of both directions that leaves the mean");
  return g_steal_pointer (&balanced);
}

/* How far events may be moved all together before something milder is looked for: by a tenth of
 * what the clocks are known to, which is not seen beside it. In ns times 1024 events. */
static gint64
get_budget (SpurClockChain *self, const SpurClockWork *work)
{
  gint64 sums[2] = { 0, 0 }, width_ns = -1;

  for (guint s = 0; s < self->n_streams; s++)
    {
      SpurStream *stream = spur_trace_get_stream (work->trace, s);
      guint64 n_events = spur_stream_get_n_events (stream);

      if (n_events == 0 || !spur_clock_work_is_own (work, s))
        continue;
      sums[0] += (gint64) n_events;
      width_ns = MAX (width_ns, spur_clock_chain_get_half_width_ns (
                                  self, s, spur_stream_get_raw_ns (stream, n_events / 2)));
    }
  spur_communicator_all_reduce (work->distribution->communicator, SPUR_REDUCE_SUM, sums, 1);
  spur_communicator_all_reduce (work->distribution->communicator, SPUR_REDUCE_MAX, &width_ns, 1);
  return spur_mul_div_floor (MAX (width_ns, 0), sums[0], 10 * 1024);
}

/* A logical clock that follows each push for long makes much of one wrong stamp or of coarse ticks.
 * Where it moves events by more than the budget, and one that returns to its own time at once moves
 * far fewer, it is that one. */
static gboolean
moderate_step (SpurClockChain *self,
               SpurClockCorrector *corrector,
               const SpurClockWork *work,
               const guint *n_before,
               GError **error)
{
  g_autoptr (SpurClockCorrector) mild = NULL;
  gint64 shift = sum_step (self, work, n_before, TRUE), milder;
  SpurClockWork before = *work;
  g_autoptr (SpurCorrection) start = NULL;

  if (!self->is_auto || !is_usual (corrector) || shift <= get_budget (self, work))
    return TRUE;
  mild = copy_corrector (corrector);
  g_object_set (mild, "gamma-ppb", G_GINT64_CONSTANT (0), NULL);
  before.correction = start = spur_clock_steps_copy_maps (work->correction, n_before);
  if (!try_corrector (self, mild, &before, TRUE, &milder, error))
    return FALSE;
  if (milder > shift / MILD_SHARE)
    return TRUE;
  spur_clock_steps_take_back (work->correction, n_before);
  g_object_set (mild, "backward", FALSE, NULL);
  if (!run_corrector (mild, work, error))
    return FALSE;
  spur_correction_set_fact (work->correction, "auto.budget",
                            "each push ends where the clock's own time is reached again: more "
                            "would be moved otherwise than clocks are wrong");
  return TRUE;
}

static void
leave_step (const SpurClockWork *work,
            SpurClockCorrector *corrector,
            const guint *n_before,
            SpurClockOutcome outcome)
{
  g_autofree char *key = g_strconcat (spur_clock_corrector_get_name (corrector), ".result", NULL);
  g_autofree char *text = spur_clock_outcome_describe (outcome, NULL);

  spur_clock_corrector_set_outcome (corrector, outcome);
  spur_clock_steps_add (work->correction, corrector, n_before, work->distribution->communicator);
  spur_correction_set_fact (work->correction, key, text);
}

/* Whether a logical clock comes behind the corrector. */
static gboolean
is_followed (SpurClockChain *self, SpurClockCorrector *corrector)
{
  guint last = self->correctors->len - 1;

  return SPUR_IS_CAUSAL_CLOCK (self->correctors->pdata[last]) && !SPUR_IS_CAUSAL_CLOCK (corrector);
}

/* Whether edges are reversed by less than clocks are known to, and by less than before, so that it
 * does not matter how many there are. */
static gboolean
is_within_bounds (SpurClockCorrector *corrector,
                  const SpurClockWork *work,
                  const SpurClockStep *step)
{
  gint64 worst_ns = MAX (step->after.worst_ns, step->after.collective_worst_ns);

  return worst_ns < MAX (step->before.worst_ns, step->before.collective_worst_ns) &&
         worst_ns <= spur_clock_bounds_get_least (corrector, work);
}

/* A step that leaves more edges reversed than it found is taken back. Offsets within bounds reverse
 * edges by less than the bounds only: clocks are known so well, and a logical clock pushes them. */
static void
check_step (SpurClockChain *self,
            const SpurClockWork *work,
            SpurClockCorrector *corrector,
            const guint *n_before,
            SpurClockStep *step)
{
  if (step->after.n_reversed + step->after.n_collective_reversed <=
        step->before.n_reversed + step->before.n_collective_reversed ||
      (is_followed (self, corrector) &&
       (spur_clock_corrector_get_outcome (corrector) == SPUR_CLOCK_OUTCOME_BOUNDED ||
        is_within_bounds (corrector, work, step))))
    return;
  spur_clock_steps_take_back (work->correction, n_before);
  leave_step (work, corrector, n_before, SPUR_CLOCK_OUTCOME_MORE_REVERSED);
  step->after = step->before;
}

/* Runs the corrector. Events without edges are pushed by none of auto, whatever their order. */
static gboolean
run_checked (SpurClockChain *self,
             SpurClockCorrector *corrector,
             const SpurClockWork *work,
             const guint *n_before,
             SpurClockStep *step,
             GError **error)
{
  guint64 n_edges = step->before.n_edges + step->before.n_collective_receives;

  if (self->is_auto && SPUR_IS_CAUSAL_CLOCK (corrector) && n_edges == 0)
    {
      leave_step (work, corrector, n_before, SPUR_CLOCK_OUTCOME_NOT_CONNECTED);
      step->after = step->before;
      return TRUE;
    }
  if (!run_corrector (corrector, work, error) ||
      !moderate_step (self, corrector, work, n_before, error))
    return FALSE;
  spur_clock_work_check (work, &step->after, spur_clock_corrector_get_mu_ns (corrector));
  check_step (self, work, corrector, n_before, step);
  return TRUE;
}

static gboolean
run_step (SpurClockChain *self, guint index, const SpurClockWork *work, GError **error)
{
  SpurClockCorrector *asked = self->correctors->pdata[index];
  g_autoptr (SpurClockCorrector) corrector = NULL;
  SpurClockStep step = { .name = spur_clock_corrector_get_name (asked) };
  g_autofree guint *n_before = spur_clock_steps_count_maps (work->correction);
  gint64 outcome;

  memcpy (self->n_maps + (gsize) index * self->n_streams, n_before,
          self->n_streams * sizeof *n_before);
  spur_clock_work_check (work, &step.before, spur_clock_corrector_get_mu_ns (asked));
  corrector =
    is_stuck (self, index) ? balance_corrector (self, asked, work, error) : g_object_ref (asked);
  if (corrector == NULL)
    return FALSE;
  spur_clock_corrector_set_outcome (corrector, SPUR_CLOCK_OUTCOME_UNKNOWN);
  if (!run_checked (self, corrector, work, n_before, &step, error))
    return FALSE;
  /* The same on all ranks, though a method may have been run by one of them. */
  outcome = (gint64) spur_clock_corrector_get_outcome (corrector);
  spur_communicator_all_reduce (work->distribution->communicator, SPUR_REDUCE_MAX, &outcome, 1);
  step.outcome = (SpurClockOutcome) outcome;
  spur_clock_corrector_set_outcome (asked, step.outcome);
  step.result = get_result (work->correction, step.name);
  note_step (self, work->correction, &step);
  g_array_append_val (self->steps, step);
  return TRUE;
}

static gboolean
run_steps (SpurClockChain *self, const SpurClockWork *work, GError **error)
{
  forget_steps (self, spur_correction_get_n_streams (work->correction));
  for (guint i = 0; i < self->correctors->len; i++)
    {
      if (!run_step (self, i, work, error))
        return FALSE;
    }
  spur_clock_verdict_note (self, work);
  spur_clock_bounds_note (self, work);
  return TRUE;
}

/**
 * spur_clock_chain_run:
 * @self: a chain
 * @trace: a sealed trace
 * @edges: its edges
 * @correction: the time maps so far, to which the steps append
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Runs the correctors in order, and checks the edges before, between and after them. Where one
 * fails, the maps of those before it stay.
 *
 * Returns: whether it was done; else @error is what spur_clock_corrector_correct() says
 *
 * Since: 1.0
 */
gboolean
spur_clock_chain_run (SpurClockChain *self,
                      SpurTrace *trace,
                      SpurEdges *edges,
                      SpurCorrection *correction,
                      const SpurJob *job,
                      GError **error)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_CHAIN (self), FALSE);
  g_return_val_if_fail (SPUR_IS_TRACE (trace) && SPUR_IS_EDGES (edges), FALSE);
  g_return_val_if_fail (SPUR_IS_CORRECTION (correction), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return run_steps (
    self, &(SpurClockWork){ trace, edges, correction, job, NULL, &spur_distribution_self }, error);
}

/**
 * spur_clock_chain_run_partition:
 * @self: a chain, the same on all ranks
 * @partition: a rank's partition of a trace, after spur_partition_match()
 * @correction: the time maps of the rank's own streams so far, to which the steps append
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Runs the correctors in order, as spur_clock_chain_run() does, on a trace whose streams are
 * distributed over several processes. All ranks call it.
 *
 * Returns: whether it was done, the same on all ranks; else @error is that of the first rank that
 *   has one
 *
 * Since: 1.0
 */
gboolean
spur_clock_chain_run_partition (SpurClockChain *self,
                                SpurPartition *partition,
                                SpurCorrection *correction,
                                const SpurJob *job,
                                GError **error)
{
  SpurClockWork work = { NULL, NULL, correction, job, partition, NULL };

  g_return_val_if_fail (SPUR_IS_CLOCK_CHAIN (self), FALSE);
  g_return_val_if_fail (SPUR_IS_PARTITION (partition), FALSE);
  g_return_val_if_fail (SPUR_IS_CORRECTION (correction), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  work.trace = partition->trace;
  work.edges = partition->edges;
  work.distribution = &partition->distribution;
  return run_steps (self, &work, error);
}

/**
 * spur_clock_chain_get_n_steps:
 * @self: a chain
 *
 * Gets how many steps of the last run were done.
 *
 * Returns: how many steps of the last run were done
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint, spur_clock_chain_get_n_steps, SpurClockChain, SPUR_IS_CLOCK_CHAIN, self->steps->len)

/**
 * spur_clock_chain_get_step:
 * @self: a chain
 * @index: which one, below spur_clock_chain_get_n_steps()
 *
 * Gets what a corrector did in the last run.
 *
 * Returns: (transfer none): what it did
 *
 * Since: 1.0
 */
const SpurClockStep *
spur_clock_chain_get_step (SpurClockChain *self, guint index)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_CHAIN (self), NULL);
  g_return_val_if_fail (index < self->steps->len, NULL);

  return &g_array_index (self->steps, SpurClockStep, index);
}

/**
 * spur_clock_chain_get_n_maps:
 * @self: a chain
 * @index: which step, below spur_clock_chain_get_n_steps()
 * @stream: position of a stream
 *
 * Gets how many maps of the correction were there before a step, so that what the step added can
 * be told from what was there.
 *
 * Returns: how many maps the stream had before the step
 *
 * Since: 1.0
 */
guint
spur_clock_chain_get_n_maps (SpurClockChain *self, guint index, guint stream)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_CHAIN (self), 0);
  g_return_val_if_fail (index < self->steps->len && stream < self->n_streams, 0);

  return self->n_maps[(gsize) index * self->n_streams + stream];
}

/**
 * spur_clock_chain_get_half_width_ns:
 * @self: a chain that has run
 * @stream: position of a stream
 * @time_ns: when, in the time that the corrector that knows it makes
 *
 * How far a stream's corrected time may be off from that of all streams together, as the last of
 * the correctors says that knows it; see spur_clock_corrector_get_half_width_ns().
 *
 * Returns: the most that it may be off, in ns, or -1 where that is unknown
 *
 * Since: 1.0
 */
gint64
spur_clock_chain_get_half_width_ns (SpurClockChain *self, guint stream, gint64 time_ns)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_CHAIN (self), -1);

  for (guint i = self->correctors->len; i > 0; i--)
    {
      gint64 half_width_ns =
        spur_clock_corrector_get_half_width_ns (self->correctors->pdata[i - 1], stream, time_ns);

      if (half_width_ns >= 0)
        return half_width_ns;
    }
  return -1;
}
