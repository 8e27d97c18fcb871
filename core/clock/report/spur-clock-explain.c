/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/report/spur-clock-explain.h"

#include "core/base/spur-integer-private.h"
#include "core/clock/presync/spur-clock-steps-private.h"
#include "core/clock/report/spur-clock-explainer-private.h"

#define MAX_REASONS 10000

/* Receives among which the jump that was spread over an event is looked for. */
#define MAX_LOOKED_AT 1000000

/* The last jump of the stream at @event or before it. */
static gboolean
find_last_jump (
  SpurExplainer *self, guint32 stream, guint64 event, guint64 *jump, SpurExplainedPush *push)
{
  guint64 end = event + 1;

  while (spur_explainer_find_last_before (self, stream, end, jump))
    {
      if (spur_explainer_find_jump (self, stream, *jump, push) > 0)
        return TRUE;
      end = *jump;
    }
  return FALSE;
}

/* From an event that was pushed back to the one that was not pushed. */
static void
follow_pushes (SpurExplainer *self, guint32 stream, guint64 event)
{
  while (spur_explainer_get_push (self, stream, event) > 0)
    {
      SpurReason reason = spur_explainer_make_reason (self, SPUR_REASON_CARRIED, stream, event);
      guint64 jump;
      SpurExplainedPush push;

      reason.before_ns = spur_explainer_get_time (self, self->before, stream, event);
      reason.after_ns = spur_explainer_get_time (self, self->forward, stream, event);
      if (self->reasons->len >= MAX_REASONS || !find_last_jump (self, stream, event, &jump, &push))
        {
          reason.kind = SPUR_REASON_MORE;
          spur_explainer_add_reason (self, &reason);
          return;
        }
      if (jump != event)
        {
          reason.from_stream = stream;
          reason.from_event = jump;
          spur_explainer_add_reason (self, &reason);
          reason.event = jump;
          reason.before_ns = spur_explainer_get_time (self, self->before, stream, jump);
          reason.after_ns = spur_explainer_get_time (self, self->forward, stream, jump);
        }
      reason.kind = SPUR_REASON_JUMP;
      reason.from_stream = push.stream;
      reason.from_event = push.event;
      reason.edge = push.kind;
      reason.mu_ns = push.mu_ns;
      spur_explainer_add_reason (self, &reason);
      if (spur_explainer_get_push (self, push.stream, push.event) <= 0)
        {
          SpurReason cause =
            spur_explainer_make_reason (self, SPUR_REASON_CAUSE, push.stream, push.event);

          cause.from_stream = stream;
          cause.from_event = jump;
          cause.before_ns = cause.after_ns =
            spur_explainer_get_time (self, self->before, push.stream, push.event);
          cause.mu_ns = push.mu_ns;
          spur_explainer_add_reason (self, &cause);
        }
      stream = push.stream;
      event = push.event;
    }
}

/* Whether the window before a jump of @rise_ns is longer than @way_ns. */
static gboolean
reaches_event (const SpurExplainer *self, gint64 rise_ns, gint64 way_ns)
{
  if (self->parameters.window == SPUR_WINDOW_STREAM)
    return TRUE;
  if (self->parameters.window == SPUR_WINDOW_FIXED)
    return way_ns < self->parameters.length_ns + SPUR_EXPLAINED_SLACK_NS;
  return (SpurInt128) way_ns * self->parameters.slope_ppb <
         (SpurInt128) (rise_ns + SPUR_EXPLAINED_SLACK_NS) * SPUR_PARTS_PER_BILLION;
}

/* The first jump after the event whose window reaches it. */
static gboolean
find_amortized (SpurExplainer *self, guint32 stream, guint64 event, guint64 *jump)
{
  gint64 time_ns = spur_explainer_get_time (self, self->forward, stream, event);
  guint64 begin = event + 1;

  for (guint i = 0; i < MAX_LOOKED_AT && spur_explainer_find_first_from (self, stream, begin, jump);
       i++)
    {
      SpurExplainedPush push;
      gint64 rise_ns = spur_explainer_find_jump (self, stream, *jump, &push);
      gint64 right_ns = spur_explainer_get_time (self, self->forward, stream, *jump) - rise_ns;

      if (rise_ns > 0 && reaches_event (self, rise_ns, right_ns - time_ns))
        return TRUE;
      begin = *jump + 1;
    }
  return FALSE;
}

static void
explain_push (SpurExplainer *self, guint32 stream, guint64 event)
{
  gint64 before_ns = spur_explainer_get_time (self, self->before, stream, event);
  gint64 forward_ns = spur_explainer_get_time (self, self->forward, stream, event);
  gint64 after_ns = spur_explainer_get_time (self, self->after, stream, event);
  SpurReason reason = spur_explainer_make_reason (self, SPUR_REASON_MAP, stream, event);
  guint64 jump;

  reason.before_ns = before_ns;
  reason.after_ns = after_ns;
  /* Made in another way than the facts say: there is no chain of pushes to follow. */
  if (after_ns < forward_ns - SPUR_EXPLAINED_SLACK_NS)
    {
      spur_explainer_add_reason (self, &reason);
      return;
    }
  if (forward_ns > before_ns)
    follow_pushes (self, stream, event);
  if (after_ns <= forward_ns)
    return;
  reason.kind = SPUR_REASON_SPREAD;
  reason.before_ns = forward_ns;
  if (!find_amortized (self, stream, event, &jump))
    {
      spur_explainer_add_reason (self, &reason);
      return;
    }
  reason.from_stream = stream;
  reason.from_event = jump;
  spur_explainer_add_reason (self, &reason);
  follow_pushes (self, stream, jump);
}

/* @after is what the direction makes of all, or NULL where that is not known. */
static gboolean
explain_direction (SpurExplainer *self, SpurCorrection *after, gint64 share_ppb, GError **error)
{
  g_autoptr (SpurCorrection) forward = spur_clock_steps_copy_maps (self->before, NULL);
  g_autoptr (SpurCorrection) whole = spur_clock_steps_copy_maps (self->before, NULL);
  guint stream = self->stream;
  SpurReason part = spur_explainer_make_reason (
    self, SPUR_REASON_PART, stream, spur_explainer_turn_event (self, stream, self->event));

  part.share_ppb = share_ppb;
  if (!spur_explainer_run_direction (self, FALSE, forward, error) ||
      (after == NULL &&
       !spur_explainer_run_direction (self, self->parameters.is_backward, whole, error)))
    return FALSE;
  self->forward = forward;
  self->after = after != NULL ? after : whole;
  part.before_ns = spur_explainer_get_time (self, self->before, stream, part.event);
  part.after_ns = spur_explainer_get_time (self, self->after, stream, part.event);
  if (part.before_ns == part.after_ns)
    return TRUE;
  if (after == NULL)
    spur_explainer_add_reason (self, &part);
  spur_explainer_take_direction (self);
  explain_push (self, stream, part.event);
  spur_explainer_clear_direction (self);
  return TRUE;
}

static gboolean
explain_clock (SpurExplainer *self, SpurCorrection *after, GError **error)
{
  SpurDirection direction = self->parameters.direction;
  gint64 mix_ppb = self->parameters.mix_ppb;
  gboolean is_done = TRUE;

  if (direction == SPUR_DIRECTION_MIX)
    after = NULL;
  if (direction != SPUR_DIRECTION_MIRROR)
    is_done = explain_direction (self, after, SPUR_PARTS_PER_BILLION - mix_ppb, error);
  self->parameters.is_mirrored = direction != SPUR_DIRECTION_FORWARD;
  if (is_done && self->parameters.is_mirrored)
    is_done = explain_direction (self, after, mix_ppb, error);
  self->parameters.is_mirrored = FALSE;
  return is_done;
}

static gboolean
explain_step (SpurExplainer *self,
              const char *options,
              const guint *n_before,
              const guint *n_after,
              GError **error)
{
  g_autoptr (SpurCorrection) before = spur_clock_steps_copy_maps (self->correction, n_before);
  g_autoptr (SpurCorrection) after = spur_clock_steps_copy_maps (self->correction, n_after);
  SpurReason reason = spur_explainer_make_reason (self, SPUR_REASON_MAP, self->stream, self->event);
  gboolean is_logical;

  reason.before_ns = spur_explainer_get_time (self, before, self->stream, self->event);
  reason.after_ns = spur_explainer_get_time (self, after, self->stream, self->event);
  if (reason.before_ns == reason.after_ns)
    return TRUE;
  if (!spur_explainer_read_step (self, options, &is_logical, error))
    return FALSE;
  if (!is_logical)
    {
      spur_explainer_add_reason (self, &reason);
      return TRUE;
    }
  self->before = before;
  return explain_clock (self, after, error);
}

/**
 * spur_clock_explain:
 * @trace: a sealed trace
 * @edges: its edges, with the delays that the correction was made with
 * @correction: (nullable): a correction of @trace
 * @stream: position of a stream
 * @event: position of one of its events
 * @job: (nullable): how the work is to be done
 * @n_reasons: (out): how many reasons, at least 1
 * @error: return location for an error
 *
 * Says why an event has its corrected time: which steps of the correction moved its clock, and of
 * a logical clock the chain of edges that pushed it, from the event back to the one that was
 * not pushed. What backward amortization added is told apart, with the jump that it spreads. Of a
 * step that mixes both directions each has its chain.
 *
 * Of a logical clock the passes are made again, with the options that the facts of @correction
 * name, so it takes about as long as they do.
 *
 * Returns: (transfer full) (array length=n_reasons): the reasons, those of the first step first; or
 *   %NULL with %G_IO_ERROR_NOT_SUPPORTED where the correction does not name its steps, or what a
 *   step says
 *
 * Since: 1.0
 */
SpurReason *
spur_clock_explain (SpurTrace *trace,
                    SpurEdges *edges,
                    SpurCorrection *correction,
                    guint stream,
                    guint64 event,
                    const SpurJob *job,
                    gsize *n_reasons,
                    GError **error)
{
  SpurExplainer self = { .trace = trace,
                         .edges = edges,
                         .correction = correction,
                         .job = job,
                         .stream = stream,
                         .event = event };
  gboolean is_done = TRUE;

  g_return_val_if_fail (SPUR_IS_TRACE (trace) && SPUR_IS_EDGES (edges), NULL);
  g_return_val_if_fail (correction == NULL || SPUR_IS_CORRECTION (correction), NULL);
  g_return_val_if_fail (stream < spur_trace_get_n_streams (trace), NULL);
  g_return_val_if_fail (event < spur_stream_get_n_events (spur_trace_get_stream (trace, stream)),
                        NULL);
  g_return_val_if_fail (n_reasons != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self.reasons = g_array_new (FALSE, FALSE, sizeof (SpurReason));
  if (correction != NULL)
    is_done = spur_explainer_visit_steps (&self, explain_step, error);
  if (is_done && self.reasons->len == 0)
    {
      SpurReason reason = spur_explainer_make_reason (&self, SPUR_REASON_UNMOVED, stream, event);

      reason.method = NULL;
      reason.before_ns = reason.after_ns =
        spur_stream_get_raw_ns (spur_trace_get_stream (trace, stream), event);
      spur_explainer_add_reason (&self, &reason);
    }
  *n_reasons = is_done ? self.reasons->len : 0;
  return (SpurReason *) (gpointer) g_array_free (self.reasons, !is_done);
}
