/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Why an event has its time. Time maps do not say which edge bent them, so the forward pass is made
 * again with the options that the correction's facts name, from the times that the steps before it
 * gave. In its times every jump is exactly as far as the edge that made it asks.
 *
 * A step that goes back in time is explained in the mirrored trace: edges are turned round, events
 * counted from the end and times negated, and only what is said of it is turned back. */
#include "core/clock/report/spur-clock-explainer-private.h"

#include "core/base/spur-error-internal.h"
#include "core/base/spur-option-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/causality/spur-dependence-internal.h"
#include "core/clock/presync/spur-clock-steps-private.h"
#include "core/clock/spur-clock-corrector.h"

/* An exit from a collective operation. */
typedef struct
{
  guint64 event;
  gsize instance;
  guint32 member;
} Exit;

guint64
spur_explainer_turn_event (SpurExplainer *self, guint32 stream, guint64 event)
{
  if (!self->parameters.is_mirrored || stream == SPUR_NONE)
    return event;
  return spur_stream_get_n_events (spur_trace_get_stream (self->trace, stream)) - 1 - event;
}

void
spur_explainer_add_reason (SpurExplainer *self, const SpurReason *reason)
{
  SpurReason turned = *reason;

  turned.event = spur_explainer_turn_event (self, reason->stream, reason->event);
  turned.from_event = spur_explainer_turn_event (self, reason->from_stream, reason->from_event);
  if (self->parameters.is_mirrored)
    {
      turned.before_ns = -reason->before_ns;
      turned.after_ns = -reason->after_ns;
      turned.is_backwards = TRUE;
    }
  g_array_append_val (self->reasons, turned);
}

SpurReason
spur_explainer_make_reason (const SpurExplainer *self,
                            SpurReasonKind kind,
                            guint32 stream,
                            guint64 event)
{
  return (SpurReason){
    .kind = kind, .method = self->method, .stream = stream, .event = event, .from_stream = SPUR_NONE
  };
}

gint64
spur_explainer_get_time (SpurExplainer *self,
                         SpurCorrection *correction,
                         guint32 stream,
                         guint64 event)
{
  guint64 turned = spur_explainer_turn_event (self, stream, event);
  gint64 raw_ns = spur_stream_get_raw_ns (spur_trace_get_stream (self->trace, stream), turned);
  gint64 time_ns = spur_correction_apply (correction, stream, turned, raw_ns);

  return self->parameters.is_mirrored ? -time_ns : time_ns;
}

gint64
spur_explainer_get_push (SpurExplainer *self, guint32 stream, guint64 event)
{
  return spur_explainer_get_time (self, self->forward, stream, event) -
         spur_explainer_get_time (self, self->before, stream, event);
}

SPUR_DEFINE_ORDER (compare_exits, Exit, SPUR_BY (event))

static void
collect_exits (SpurExplainer *self)
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

/* @other is without its room. */
static void
consider_push (SpurExplainer *self, SpurExplainedPush *push, gint64 to_ns, SpurExplainedPush other)
{
  other.room_ns =
    to_ns - spur_explainer_get_time (self, self->forward, other.stream, other.event) - other.mu_ns;
  if (!push->is_found || push->room_ns > other.room_ns)
    *push = other;
}

static void
consider_exit (SpurExplainer *self, SpurExplainedPush *push, gint64 to_ns, const Exit *exit)
{
  gint64 mu_ns = spur_mu_get_collective (&self->visitor.mu, exit->instance);
  const SpurCollective collective = spur_edges_read_collective (self->directed, exit->instance);

  for (guint32 i = 0; i < collective.n_members; i++)
    {
      const SpurMember *member = &collective.members[i];

      if (spur_collective_depends (&collective, i, exit->member))
        consider_push (
          self, push, to_ns,
          (SpurExplainedPush){ TRUE, member->stream, member->enter_event, SPUR_EDGE_COLLECTIVE,
                               spur_mu_get_members (&self->visitor.mu, member,
                                                    &collective.members[exit->member], mu_ns),
                               0 });
    }
}

static SpurExplainedPush
find_push (SpurExplainer *self, guint32 stream, guint64 event)
{
  gint64 to_ns = spur_explainer_get_time (self, self->forward, stream, event);
  const GArray *exits = self->exits[stream];
  SpurExplainedPush push = { FALSE, SPUR_NONE, 0, SPUR_EDGE_MESSAGE, 0, 0 };

  for (gsize i = spur_edges_find_into (self->directed, stream, event);
       i < self->n_edges && self->visitor.all[i].to_stream == stream &&
       self->visitor.all[i].to_event == event;
       i++)
    consider_push (self, &push, to_ns,
                   (SpurExplainedPush){ TRUE, self->visitor.all[i].from_stream,
                                        self->visitor.all[i].from_event,
                                        spur_edges_get_kind (self->directed, i),
                                        spur_edge_visitor_get_mu (&self->visitor, NULL, i), 0 });
  for (guint i = find_exit (exits, event);
       i < exits->len && g_array_index (exits, Exit, i).event == event; i++)
    consider_exit (self, &push, to_ns, &g_array_index (exits, Exit, i));
  return push;
}

gint64
spur_explainer_find_jump (SpurExplainer *self,
                          guint32 stream,
                          guint64 event,
                          SpurExplainedPush *push)
{
  gint64 rise_ns = spur_explainer_get_push (self, stream, event);

  if (event > 0)
    rise_ns -= spur_explainer_get_push (self, stream, event - 1);
  if (rise_ns <= 0)
    return 0;
  *push = find_push (self, stream, event);
  /* Where mu is not known any more, only what is more than rounding counts. */
  return push->is_found && (push->room_ns == 0 || rise_ns > SPUR_EXPLAINED_SLACK_NS) ? rise_ns : 0;
}

gboolean
spur_explainer_find_last_before (const SpurExplainer *self,
                                 guint32 stream,
                                 guint64 end,
                                 guint64 *event)
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

gboolean
spur_explainer_find_first_from (const SpurExplainer *self,
                                guint32 stream,
                                guint64 begin,
                                guint64 *event)
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

gboolean
spur_explainer_run_direction (SpurExplainer *self,
                              gboolean is_backward,
                              SpurCorrection *result,
                              GError **error)
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

void
spur_explainer_clear_direction (SpurExplainer *self)
{
  for (guint s = 0; self->exits != NULL && s < spur_trace_get_n_streams (self->trace); s++)
    g_array_unref (self->exits[s]);
  g_clear_pointer (&self->exits, g_free);
  g_clear_object (&self->directed);
}

void
spur_explainer_take_direction (SpurExplainer *self)
{
  SpurMu mu;

  self->directed = self->parameters.is_mirrored ? spur_edges_new_mirrored (self->edges, self->trace)
                                                : g_object_ref (self->edges);
  mu = spur_clock_get_mu_of (&self->parameters, self->directed);
  self->visitor = spur_edge_visitor_of (&mu, NULL, TRUE);
  self->n_edges = spur_edges_get_n_edges (self->directed);
  collect_exits (self);
}

gboolean
spur_explainer_read_step (SpurExplainer *self,
                          const char *options,
                          gboolean *is_logical,
                          GError **error)
{
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make (self->method, NULL);

  *is_logical = SPUR_IS_CAUSAL_CLOCK (corrector);
  if (!*is_logical)
    return TRUE;
  if (options != NULL && !spur_option_read_all (G_OBJECT (corrector), options, error))
    return FALSE;
  self->parameters = spur_causal_clock_get_parameters (SPUR_CAUSAL_CLOCK (corrector));
  return TRUE;
}

gboolean
spur_explainer_visit_steps (SpurExplainer *self, SpurExplainFunc visit, GError **error)
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
