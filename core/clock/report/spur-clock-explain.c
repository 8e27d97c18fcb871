/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Why an event has its time. Time maps do not say which edge bent them, so the forward pass is made
 * again with the options that the correction's facts name, from the times that the steps before it
 * gave. In its times every jump is exactly as far as the edge that made it asks.
 *
 * A step that goes back in time is explained in the mirrored trace: edges are turned round, events
 * counted from the end and times negated, and only what is said of it is turned back. */
#include "core/clock/report/spur-clock-explain.h"

#include "core/base/spur-error-internal.h"
#include "core/base/spur-integer-private.h"
#include "core/base/spur-option-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/causality/spur-dependence-internal.h"
#include "core/causality/spur-edge-visitor-internal.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "core/clock/logical/spur-clock-pass-private.h"
#include "core/clock/presync/spur-clock-steps-private.h"
#include "core/clock/spur-clock-corrector.h"

#define MAX_REASONS 10000

/* Receives among which the jump that was spread over an event is looked for. */
#define MAX_LOOKED_AT 1000000

/* Events between the ends of edges may be off by so much. */
#define SLACK_NS 2

/* An exit from a collective operation. */
typedef struct
{
  guint64 event;
  gsize instance;
  guint32 member;
} Exit;

typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  SpurCorrection *correction;
  const SpurJob *job;
  guint stream;
  guint64 event;

  /* Of the direction that is gone through. */
  SpurEdges *directed;
  SpurEdgeVisitor visitor;
  gsize n_edges;

  /* Up to the step that pushes events, with its forward pass, and with all of it. */
  SpurCorrection *before;
  SpurCorrection *forward;
  SpurCorrection *after;
  const char *method;
  SpurClockParameters parameters;

  /* Of every stream by event; made when first needed. */
  GArray **exits;
  GArray *reasons;

  /* SpurExplainedStep, of all events. */
  GArray *steps;
} Explainer;

/* To the event's place in the mirrored trace, and back. */
static guint64
turn_event (Explainer *self, guint32 stream, guint64 event)
{
  if (!self->parameters.is_mirrored || stream == SPUR_NONE)
    return event;
  return spur_stream_get_n_events (spur_trace_get_stream (self->trace, stream)) - 1 - event;
}

static void
add_reason (Explainer *self, const SpurReason *reason)
{
  SpurReason turned = *reason;

  turned.event = turn_event (self, reason->stream, reason->event);
  turned.from_event = turn_event (self, reason->from_stream, reason->from_event);
  if (self->parameters.is_mirrored)
    {
      turned.before_ns = -reason->before_ns;
      turned.after_ns = -reason->after_ns;
      turned.is_backwards = TRUE;
    }
  g_array_append_val (self->reasons, turned);
}

static SpurReason
make_reason (const Explainer *self, SpurReasonKind kind, guint32 stream, guint64 event)
{
  return (SpurReason){
    .kind = kind, .method = self->method, .stream = stream, .event = event, .from_stream = SPUR_NONE
  };
}

static gint64
get_time (Explainer *self, SpurCorrection *correction, guint32 stream, guint64 event)
{
  guint64 turned = turn_event (self, stream, event);
  gint64 raw_ns = spur_stream_get_raw_ns (spur_trace_get_stream (self->trace, stream), turned);
  gint64 time_ns = spur_correction_apply (correction, stream, turned, raw_ns);

  return self->parameters.is_mirrored ? -time_ns : time_ns;
}

/* How far the forward pass pushed an event. */
static gint64
get_push (Explainer *self, guint32 stream, guint64 event)
{
  return get_time (self, self->forward, stream, event) -
         get_time (self, self->before, stream, event);
}

SPUR_DEFINE_ORDER (compare_exits, Exit, SPUR_BY (event))

static void
collect_exits (Explainer *self)
{
  guint n_streams = spur_trace_get_n_streams (self->trace);
  gsize n_collectives = spur_edges_get_n_collectives (self->directed);

  self->exits = g_new (GArray *, MAX (n_streams, 1));
  for (guint s = 0; s < n_streams; s++)
    self->exits[s] = g_array_new (FALSE, FALSE, sizeof (Exit));
  for (gsize i = 0; i < n_collectives; i++)
    {
      const SpurCollective collective = spur_edges_read_collective (self->directed, i);

      for (guint32 k = 0; k < collective.n_members; k++)
        {
          Exit exit = { collective.members[k].exit_event, i, k };

          if (spur_collective_member_receives (&collective, k))
            g_array_append_val (self->exits[collective.members[k].stream], exit);
        }
    }
  for (guint s = 0; s < n_streams; s++)
    g_array_sort (self->exits[s], compare_exits);
}

static guint
find_exit (const GArray *exits, guint64 event)
{
  guint low = 0, high = exits->len, middle;

  SPUR_BISECT (low, high, middle, g_array_index (exits, Exit, middle).event < event);
  return low;
}

/* The edge into an event that leaves it the least room. */
typedef struct
{
  gboolean is_found;
  guint32 stream;
  guint64 event;
  SpurEdgeKind kind;
  gint64 mu_ns;
  gint64 room_ns;
} Push;

/* @other is without its room. */
static void
consider_push (Explainer *self, Push *push, gint64 to_ns, Push other)
{
  other.room_ns = to_ns - get_time (self, self->forward, other.stream, other.event) - other.mu_ns;
  if (!push->is_found || push->room_ns > other.room_ns)
    *push = other;
}

static void
consider_exit (Explainer *self, Push *push, gint64 to_ns, const Exit *exit)
{
  gint64 mu_ns = spur_mu_get_collective (&self->visitor.mu, exit->instance);
  const SpurCollective collective = spur_edges_read_collective (self->directed, exit->instance);

  for (guint32 i = 0; i < collective.n_members; i++)
    {
      const SpurMember *member = &collective.members[i];

      if (spur_collective_depends (&collective, i, exit->member))
        consider_push (self, push, to_ns,
                       (Push){ TRUE, member->stream, member->enter_event, SPUR_EDGE_COLLECTIVE,
                               spur_mu_get_members (&self->visitor.mu, member,
                                                    &collective.members[exit->member], mu_ns),
                               0 });
    }
}

static Push
find_push (Explainer *self, guint32 stream, guint64 event)
{
  gint64 to_ns = get_time (self, self->forward, stream, event);
  const GArray *exits = self->exits[stream];
  Push push = { FALSE, SPUR_NONE, 0, SPUR_EDGE_MESSAGE, 0, 0 };

  for (gsize i = spur_edges_find_into (self->directed, stream, event);
       i < self->n_edges && self->visitor.all[i].to_stream == stream &&
       self->visitor.all[i].to_event == event;
       i++)
    consider_push (self, &push, to_ns,
                   (Push){ TRUE, self->visitor.all[i].from_stream, self->visitor.all[i].from_event,
                           spur_edges_get_kind (self->directed, i),
                           spur_edge_visitor_get_mu (&self->visitor, NULL, i), 0 });
  for (guint i = find_exit (exits, event);
       i < exits->len && g_array_index (exits, Exit, i).event == event; i++)
    consider_exit (self, &push, to_ns, &g_array_index (exits, Exit, i));
  return push;
}

/* How far the event jumped, by which edge; 0 where it did not. */
static gint64
find_jump (Explainer *self, guint32 stream, guint64 event, Push *push)
{
  gint64 rise_ns = get_push (self, stream, event);

  if (event > 0)
    rise_ns -= get_push (self, stream, event - 1);
  if (rise_ns <= 0)
    return 0;
  *push = find_push (self, stream, event);
  /* Where mu is not known any more, only what is more than rounding counts. */
  return push->is_found && (push->room_ns == 0 || rise_ns > SLACK_NS) ? rise_ns : 0;
}

/* The last receive or exit before @end; FALSE where there is none. */
static gboolean
find_last_before (const Explainer *self, guint32 stream, guint64 end, guint64 *event)
{
  const GArray *exits = self->exits[stream];
  gsize edge = spur_edges_find_into (self->directed, stream, end);
  guint exit = find_exit (exits, end);
  gboolean has_edge = edge > 0 && self->visitor.all[edge - 1].to_stream == stream;

  if (!has_edge && exit == 0)
    return FALSE;
  *event = has_edge ? self->visitor.all[edge - 1].to_event : 0;
  if (exit > 0)
    *event = MAX (*event, g_array_index (exits, Exit, exit - 1).event);
  return TRUE;
}

static gboolean
find_first_from (const Explainer *self, guint32 stream, guint64 begin, guint64 *event)
{
  const GArray *exits = self->exits[stream];
  gsize edge = spur_edges_find_into (self->directed, stream, begin);
  guint exit = find_exit (exits, begin);
  gboolean has_edge = edge < self->n_edges && self->visitor.all[edge].to_stream == stream;

  if (!has_edge && exit == exits->len)
    return FALSE;
  *event = has_edge ? self->visitor.all[edge].to_event : G_MAXUINT64;
  if (exit < exits->len)
    *event = MIN (*event, g_array_index (exits, Exit, exit).event);
  return TRUE;
}

/* The last jump of the stream at @event or before it. */
static gboolean
find_last_jump (Explainer *self, guint32 stream, guint64 event, guint64 *jump, Push *push)
{
  guint64 end = event + 1;

  while (find_last_before (self, stream, end, jump))
    {
      if (find_jump (self, stream, *jump, push) > 0)
        return TRUE;
      end = *jump;
    }
  return FALSE;
}

/* From an event that was pushed back to the one that was not pushed. */
static void
follow_pushes (Explainer *self, guint32 stream, guint64 event)
{
  while (get_push (self, stream, event) > 0)
    {
      SpurReason reason = make_reason (self, SPUR_REASON_CARRIED, stream, event);
      guint64 jump;
      Push push;

      reason.before_ns = get_time (self, self->before, stream, event);
      reason.after_ns = get_time (self, self->forward, stream, event);
      if (self->reasons->len >= MAX_REASONS || !find_last_jump (self, stream, event, &jump, &push))
        {
          reason.kind = SPUR_REASON_MORE;
          add_reason (self, &reason);
          return;
        }
      if (jump != event)
        {
          reason.from_stream = stream;
          reason.from_event = jump;
          add_reason (self, &reason);
          reason.event = jump;
          reason.before_ns = get_time (self, self->before, stream, jump);
          reason.after_ns = get_time (self, self->forward, stream, jump);
        }
      reason.kind = SPUR_REASON_JUMP;
      reason.from_stream = push.stream;
      reason.from_event = push.event;
      reason.edge = push.kind;
      reason.mu_ns = push.mu_ns;
      add_reason (self, &reason);
      if (get_push (self, push.stream, push.event) <= 0)
        {
          SpurReason cause = make_reason (self, SPUR_REASON_CAUSE, push.stream, push.event);

          cause.from_stream = stream;
          cause.from_event = jump;
          cause.before_ns = cause.after_ns = get_time (self, self->before, push.stream, push.event);
          cause.mu_ns = push.mu_ns;
          add_reason (self, &cause);
        }
      stream = push.stream;
      event = push.event;
    }
}

/* Whether the window before a jump of @rise_ns is longer than @way_ns. */
static gboolean
reaches_event (const Explainer *self, gint64 rise_ns, gint64 way_ns)
{
  if (self->parameters.window == SPUR_WINDOW_STREAM)
    return TRUE;
  if (self->parameters.window == SPUR_WINDOW_FIXED)
    return way_ns < self->parameters.length_ns + SLACK_NS;
  return (SpurInt128) way_ns * self->parameters.slope_ppb <
         (SpurInt128) (rise_ns + SLACK_NS) * SPUR_PARTS_PER_BILLION;
}

/* The first jump after the event whose window reaches it. */
static gboolean
find_amortized (Explainer *self, guint32 stream, guint64 event, guint64 *jump)
{
  gint64 time_ns = get_time (self, self->forward, stream, event);
  guint64 begin = event + 1;

  for (guint i = 0; i < MAX_LOOKED_AT && find_first_from (self, stream, begin, jump); i++)
    {
      Push push;
      gint64 rise_ns = find_jump (self, stream, *jump, &push);
      gint64 right_ns = get_time (self, self->forward, stream, *jump) - rise_ns;

      if (rise_ns > 0 && reaches_event (self, rise_ns, right_ns - time_ns))
        return TRUE;
      begin = *jump + 1;
    }
  return FALSE;
}

static void
explain_push (Explainer *self, guint32 stream, guint64 event)
{
  gint64 before_ns = get_time (self, self->before, stream, event);
  gint64 forward_ns = get_time (self, self->forward, stream, event);
  gint64 after_ns = get_time (self, self->after, stream, event);
  SpurReason reason = make_reason (self, SPUR_REASON_MAP, stream, event);
  guint64 jump;

  reason.before_ns = before_ns;
  reason.after_ns = after_ns;
  /* Made in another way than the facts say: there is no chain of pushes to follow. */
  if (after_ns < forward_ns - SLACK_NS)
    {
      add_reason (self, &reason);
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
      add_reason (self, &reason);
      return;
    }
  reason.from_stream = stream;
  reason.from_event = jump;
  add_reason (self, &reason);
  follow_pushes (self, stream, jump);
}

/* A pass in one direction only, to the end of @result. */
static gboolean
run_direction (Explainer *self, gboolean is_backward, SpurCorrection *result, GError **error)
{
  const SpurClockWork work = { self->trace, self->edges, result,
                               self->job,   NULL,        &spur_distribution_self };
  SpurClockParameters parameters = self->parameters;

  parameters.direction =
    self->parameters.is_mirrored ? SPUR_DIRECTION_MIRROR : SPUR_DIRECTION_FORWARD;
  parameters.is_backward = is_backward;
  parameters.on_cycle = SPUR_ON_CYCLE_LEAVE_OUT;
  return spur_clock_run (&parameters, &work, error);
}

static void
clear_direction (Explainer *self)
{
  for (guint s = 0; self->exits != NULL && s < spur_trace_get_n_streams (self->trace); s++)
    g_array_unref (self->exits[s]);
  g_clear_pointer (&self->exits, g_free);
  g_clear_object (&self->directed);
}

/* Edges that form cycles have been left out by now. */
static void
take_direction (Explainer *self)
{
  SpurMu mu;

  self->directed = self->parameters.is_mirrored ? spur_edges_new_mirrored (self->edges, self->trace)
                                                : g_object_ref (self->edges);
  mu = spur_clock_get_mu_of (&self->parameters, self->directed);
  self->visitor = spur_edge_visitor_of (&mu, NULL, TRUE);
  self->n_edges = spur_edges_get_n_edges (self->directed);
  collect_exits (self);
}

/* @after is what the direction makes of all, or NULL where that is not known. */
static gboolean
explain_direction (Explainer *self, SpurCorrection *after, gint64 share_ppb, GError **error)
{
  g_autoptr (SpurCorrection) forward = spur_clock_steps_copy_maps (self->before, NULL);
  g_autoptr (SpurCorrection) whole = spur_clock_steps_copy_maps (self->before, NULL);
  guint stream = self->stream;
  SpurReason part =
    make_reason (self, SPUR_REASON_PART, stream, turn_event (self, stream, self->event));

  part.share_ppb = share_ppb;
  if (!run_direction (self, FALSE, forward, error) ||
      (after == NULL && !run_direction (self, self->parameters.is_backward, whole, error)))
    return FALSE;
  self->forward = forward;
  self->after = after != NULL ? after : whole;
  part.before_ns = get_time (self, self->before, stream, part.event);
  part.after_ns = get_time (self, self->after, stream, part.event);
  if (part.before_ns == part.after_ns)
    return TRUE;
  if (after == NULL)
    add_reason (self, &part);
  take_direction (self);
  explain_push (self, stream, part.event);
  clear_direction (self);
  return TRUE;
}

static gboolean
explain_clock (Explainer *self, SpurCorrection *after, GError **error)
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
explain_step (
  Explainer *self, const char *options, const guint *n_before, const guint *n_after, GError **error)
{
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make (self->method, NULL);
  g_autoptr (SpurCorrection) before = spur_clock_steps_copy_maps (self->correction, n_before);
  g_autoptr (SpurCorrection) after = spur_clock_steps_copy_maps (self->correction, n_after);
  SpurReason reason = make_reason (self, SPUR_REASON_MAP, self->stream, self->event);

  reason.before_ns = get_time (self, before, self->stream, self->event);
  reason.after_ns = get_time (self, after, self->stream, self->event);
  if (reason.before_ns == reason.after_ns)
    return TRUE;
  if (!SPUR_IS_CAUSAL_CLOCK (corrector))
    {
      add_reason (self, &reason);
      return TRUE;
    }
  /* With the options that the facts name, or as it comes where they name none. */
  if (options != NULL && !spur_option_read_all (G_OBJECT (corrector), options, error))
    return FALSE;
  self->parameters = spur_causal_clock_get_parameters (SPUR_CAUSAL_CLOCK (corrector));
  self->before = before;
  return explain_clock (self, after, error);
}

typedef gboolean (*StepFunc) (Explainer *self,
                              const char *options,
                              const guint *n_before,
                              const guint *n_after,
                              GError **error);

static gboolean
visit_steps (Explainer *self, StepFunc visit, GError **error)
{
  SpurCorrection *correction = self->correction;
  g_auto (GStrv) names = spur_clock_steps_dup_names (correction);
  guint n_steps = g_strv_length (names);
  guint n_streams = spur_correction_get_n_streams (correction);
  g_autofree guint *n_before = g_new0 (guint, MAX (n_streams, 1));
  g_autofree guint *n_after = g_new0 (guint, MAX (n_streams, 1));
  gboolean is_done = TRUE;

  for (guint i = 0; i < n_steps && is_done; i++)
    {
      if (!spur_clock_steps_get_n_before (correction, i, n_before) ||
          !spur_clock_steps_get_n_before (correction, i + 1, n_after))
        return spur_error_set (
          error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
          "the correction does not say which of its time maps are of which step; "
          "correct the trace again");
      self->method = g_intern_string (names[i]);
      is_done =
        visit (self, spur_clock_steps_get_options (correction, i), n_before, n_after, error);
    }
  return is_done;
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
  Explainer self = { .trace = trace,
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
    is_done = visit_steps (&self, explain_step, error);
  if (is_done && self.reasons->len == 0)
    {
      SpurReason reason = make_reason (&self, SPUR_REASON_UNMOVED, stream, event);

      reason.method = NULL;
      reason.before_ns = reason.after_ns =
        spur_stream_get_raw_ns (spur_trace_get_stream (trace, stream), event);
      add_reason (&self, &reason);
    }
  *n_reasons = is_done ? self.reasons->len : 0;
  return (SpurReason *) (gpointer) g_array_free (self.reasons, !is_done);
}

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
collect_jumps (Explainer *self, guint stream)
{
  guint64 event, begin = 0;
  Push push;

  for (; find_first_from (self, stream, begin, &event); begin = event + 1)
    {
      SpurReason reason = make_reason (self, SPUR_REASON_JUMP, stream, event);

      if (find_jump (self, stream, event, &push) == 0)
        continue;
      reason.from_stream = push.stream;
      reason.from_event = push.event;
      reason.edge = push.kind;
      reason.mu_ns = push.mu_ns;
      reason.before_ns = get_time (self, self->before, stream, event);
      reason.after_ns = get_time (self, self->forward, stream, event);
      add_reason (self, &reason);
    }
}

/* The forward pass again, and every push of it. */
static gboolean
collect_pushes (Explainer *self, SpurCorrection *before, SpurExplainedStep *step, GError **error)
{
  g_autoptr (SpurCorrection) forward = spur_clock_steps_copy_maps (before, NULL);
  gsize n_jumps;

  if (!run_direction (self, FALSE, forward, error))
    return FALSE;
  self->before = before;
  self->forward = forward;
  self->reasons = g_array_new (FALSE, FALSE, sizeof (SpurReason));
  take_direction (self);
  for (guint s = 0; s < spur_trace_get_n_streams (self->trace); s++)
    collect_jumps (self, s);
  clear_direction (self);
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
collect_step (
  Explainer *self, const char *options, const guint *n_before, const guint *n_after, GError **error)
{
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make (self->method, NULL);
  g_autoptr (SpurCorrection) before = spur_clock_steps_copy_maps (self->correction, n_before);
  SpurExplainedStep *step;

  g_array_set_size (self->steps, self->steps->len + 1);
  step = &g_array_index (self->steps, SpurExplainedStep, self->steps->len - 1);
  step->method = self->method;
  step->after = spur_clock_steps_copy_maps (self->correction, n_after);
  if (!SPUR_IS_CAUSAL_CLOCK (corrector))
    return TRUE;
  if (options != NULL && !spur_option_read_all (G_OBJECT (corrector), options, error))
    return FALSE;
  self->parameters = spur_causal_clock_get_parameters (SPUR_CAUSAL_CLOCK (corrector));
  return self->parameters.direction != SPUR_DIRECTION_FORWARD ||
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
  Explainer explainer = { .trace = trace, .edges = edges, .correction = correction, .job = job };

  g_return_val_if_fail (SPUR_IS_TRACE (trace) && SPUR_IS_EDGES (edges), NULL);
  g_return_val_if_fail (correction == NULL || SPUR_IS_CORRECTION (correction), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_object_new (SPUR_TYPE_CLOCK_EXPLANATION, NULL);
  explainer.steps = self->steps;
  if (correction != NULL && !visit_steps (&explainer, collect_step, error))
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
