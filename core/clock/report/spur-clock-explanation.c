/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/report/spur-clock-explanation.h"

#include "core/clock/presync/spur-clock-steps-private.h"
#include "core/clock/report/spur-clock-explainer-private.h"

struct _SpurClockExplanation
{
  GObject parent_instance;

  /* SpurExplainedStep */
  GArray *steps;
};

G_DEFINE_FINAL_TYPE (SpurClockExplanation, spur_clock_explanation, G_TYPE_OBJECT)

static void
clear_step (gpointer data)
{
  SpurExplainedStep *step = data;

  g_clear_object (&step->after);
  g_clear_object (&step->forward);
  g_free ((gpointer) step->jumps);
}

static void
spur_clock_explanation_init (SpurClockExplanation *self)
{
  self->steps = g_array_new (FALSE, TRUE, sizeof (SpurExplainedStep));
  g_array_set_clear_func (self->steps, clear_step);
}

static void
spur_clock_explanation_finalize (GObject *object)
{
  g_array_unref (SPUR_CLOCK_EXPLANATION (object)->steps);
  G_OBJECT_CLASS (spur_clock_explanation_parent_class)->finalize (object);
}

static void
spur_clock_explanation_class_init (SpurClockExplanationClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_clock_explanation_finalize;
}

static void
collect_jumps (SpurExplainer *self, guint stream)
{
  guint64 event, begin = 0;
  SpurExplainedPush push;

  for (; spur_explainer_find_first_from (self, stream, begin, &event); begin = event + 1)
    {
      SpurReason reason = spur_explainer_make_reason (self, SPUR_REASON_JUMP, stream, event);

      if (spur_explainer_find_jump (self, stream, event, &push) == 0)
        continue;
      reason.from_stream = push.stream;
      reason.from_event = push.event;
      reason.edge = push.kind;
      reason.mu_ns = push.mu_ns;
      reason.before_ns = spur_explainer_get_time (self, self->before, stream, event);
      reason.after_ns = spur_explainer_get_time (self, self->forward, stream, event);
      spur_explainer_add_reason (self, &reason);
    }
}

/* The forward pass again, and every push of it. */
static gboolean
collect_pushes (SpurExplainer *self,
                SpurCorrection *before,
                SpurExplainedStep *step,
                GError **error)
{
  g_autoptr (SpurCorrection) forward = spur_clock_steps_copy_maps (before, NULL);
  gsize n_jumps;

  if (!spur_explainer_run_direction (self, FALSE, forward, error))
    return FALSE;
  self->before = before;
  self->forward = forward;
  self->reasons = g_array_new (FALSE, FALSE, sizeof (SpurReason));
  spur_explainer_take_direction (self);
  for (guint s = 0; s < spur_trace_get_n_streams (self->trace); s++)
    collect_jumps (self, s);
  spur_explainer_clear_direction (self);
  step->jumps = g_array_steal (self->reasons, &n_jumps);
  step->n_jumps = n_jumps;
  g_clear_pointer (&self->reasons, g_array_unref);
  step->forward = g_steal_pointer (&forward);
  step->window = self->parameters.window;
  step->length_ns = self->parameters.length_ns;
  step->slope_ppb = self->parameters.slope_ppb;
  return TRUE;
}

static gboolean
collect_step (SpurExplainer *self,
              const char *options,
              const guint *n_before,
              const guint *n_after,
              GError **error)
{
  g_autoptr (SpurCorrection) before = spur_clock_steps_copy_maps (self->correction, n_before);
  SpurExplainedStep *step;
  gboolean is_logical;

  g_array_set_size (self->steps, self->steps->len + 1);
  step = &g_array_index (self->steps, SpurExplainedStep, self->steps->len - 1);
  step->method = self->method;
  step->after = spur_clock_steps_copy_maps (self->correction, n_after);
  if (!spur_explainer_read_step (self, options, &is_logical, error))
    return FALSE;
  return !is_logical || self->parameters.direction != SPUR_DIRECTION_FORWARD ||
         collect_pushes (self, before, step, error);
}

/**
 * spur_clock_explanation_new:
 * @trace: a sealed trace
 * @edges: its edges, with the delays that the correction was made with; those that form cycles are
 *   left out of them
 * @correction: (nullable): a correction of @trace
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Explains a correction for all events at once: what each of its steps made of them, and by which
 * edges the logical clocks among them pushed which events. From that the chain of any event
 * follows, as spur_clock_explain() gives it of one. Only logical clocks that go forward in time
 * have their pushes told.
 *
 * The passes of logical clocks are made again, so it takes about as long as they do.
 *
 * Returns: (transfer full): the explanation, or %NULL with %G_IO_ERROR_NOT_SUPPORTED where the
 *   correction does not name its steps, or what a step says
 *
 * Since: 1.0
 */
SpurClockExplanation *
spur_clock_explanation_new (SpurTrace *trace,
                            SpurEdges *edges,
                            SpurCorrection *correction,
                            const SpurJob *job,
                            GError **error)
{
  g_autoptr (SpurClockExplanation) self = NULL;
  SpurExplainer explainer = {
    .trace = trace, .edges = edges, .correction = correction, .job = job
  };

  g_return_val_if_fail (SPUR_IS_TRACE (trace) && SPUR_IS_EDGES (edges), NULL);
  g_return_val_if_fail (correction == NULL || SPUR_IS_CORRECTION (correction), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_object_new (SPUR_TYPE_CLOCK_EXPLANATION, NULL);
  explainer.steps = self->steps;
  if (correction != NULL && !spur_explainer_visit_steps (&explainer, collect_step, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * spur_clock_explanation_get_steps:
 * @self: an explanation
 * @n_steps: (out): how many steps the correction has
 *
 * Returns: (transfer none) (array length=n_steps): the steps of the correction, the first one first
 *
 * Since: 1.0
 */
const SpurExplainedStep *
spur_clock_explanation_get_steps (SpurClockExplanation *self, gsize *n_steps)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_EXPLANATION (self), NULL);
  g_return_val_if_fail (n_steps != NULL, NULL);

  *n_steps = self->steps->len;
  return (const SpurExplainedStep *) (gconstpointer) self->steps->data;
}
