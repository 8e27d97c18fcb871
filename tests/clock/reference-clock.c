/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "reference-clock.h"

#define NO_LIMIT G_MAXINT64

typedef struct
{
  gint64 at_ns;
  gint64 height_ns;
} Vertex;

__extension__ typedef __int128 Wide;

static gint64
divide (Wide a, Wide b)
{
  return (gint64) (a / b - (a % b != 0 && (a < 0) != (b < 0)));
}

/* The lower hull by looking from each corner for the flattest way on. */
static GArray *
wrap (GArray *points)
{
  GArray *hull = g_array_new (FALSE, FALSE, sizeof (Vertex));
  Vertex last = g_array_index (points, Vertex, 0);

  g_array_append_val (hull, last);
  for (;;)
    {
      Vertex best = last;

      for (guint i = 0; i < points->len; i++)
        {
          Vertex v = g_array_index (points, Vertex, i);
          Wide turn;

          if (v.at_ns <= last.at_ns)
            continue;
          turn = (Wide) (v.height_ns - last.height_ns) * (best.at_ns - last.at_ns) -
                 (Wide) (best.height_ns - last.height_ns) * (v.at_ns - last.at_ns);
          if (best.at_ns == last.at_ns || turn < 0 || (turn == 0 && v.at_ns > best.at_ns))
            best = v;
        }
      if (best.at_ns == last.at_ns)
        return hull;
      g_array_append_val (hull, best);
      last = best;
    }
}

static gint64
get_height (GArray *hull, gint64 at_ns)
{
  for (guint i = 1;; i++)
    {
      Vertex a = g_array_index (hull, Vertex, i - 1);
      Vertex b = g_array_index (hull, Vertex, i);

      if (at_ns <= b.at_ns)
        return a.height_ns +
               divide ((Wide) (b.height_ns - a.height_ns) * (at_ns - a.at_ns), b.at_ns - a.at_ns);
    }
}

/* A hull is convex: its last part is the steepest. */
static double
get_steepest (GArray *hull)
{
  Vertex a = g_array_index (hull, Vertex, hull->len - 2);
  Vertex b = g_array_index (hull, Vertex, hull->len - 1);

  return (double) (b.height_ns - a.height_ns) / (double) (b.at_ns - a.at_ns);
}

/* One jump, of event @jumper of the stream whose events are @own. */
static void
spread (const ReferenceTrace *trace,
        const guint *own,
        guint jumper,
        gint64 right_ns,
        gint64 jump_ns,
        const gint64 *limits_ns,
        gint64 *t,
        double *slack_ns)
{
  Wide length = trace->window == SPUR_WINDOW_SLOPE ? (Wide) jump_ns * 1000000000 / trace->slope_ppb
                                                   : (Wide) trace->length_ns;
  gint64 left_ns = t[own[0]];
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (Vertex));
  g_autoptr (GArray) hull = NULL;
  Vertex left, right = { right_ns, jump_ns };

  if (trace->window != SPUR_WINDOW_STREAM && right_ns - length > left_ns)
    left_ns = (gint64) (right_ns - length);
  if (left_ns >= right_ns)
    return;
  left = (Vertex){ left_ns, 0 };
  g_array_append_val (points, left);
  for (guint i = 0; i < jumper; i++)
    {
      Vertex v = { t[own[i]], 0 };

      if (limits_ns[own[i]] == NO_LIMIT || v.at_ns <= left_ns || v.at_ns > right_ns)
        continue;
      v.height_ns = limits_ns[own[i]] - v.at_ns;
      if (v.at_ns == right_ns)
        right.height_ns = MIN (right.height_ns, v.height_ns);
      else
        g_array_append_val (points, v);
    }
  /* Of several at one place the lowest counts: from a corner, the steepest way down is taken. */
  g_array_append_val (points, right);
  hull = wrap (points);
  for (guint i = 0; i < jumper; i++)
    {
      guint event = own[i];

      if ((double) t[event] > (double) left_ns - slack_ns[event] && t[event] <= right_ns)
        slack_ns[event] += slack_ns[event] * get_steepest (hull) + 2;
      if (t[event] > left_ns && t[event] <= right_ns)
        t[event] += get_height (hull, t[event]);
    }
}

typedef struct
{
  gint64 anchor_from_ns;
  gint64 anchor_to_ns;
  gint64 last_ns;
  gint64 gamma_ppb;
  gint64 error_ns;
  gint64 controlled_error_ns;
  gboolean is_started;
} Line;

/* What the forward pass gives: LCb and LC'. */
typedef struct
{
  gint64 *before_ns;
  gint64 *clock_ns;
  gint64 largest_error_ns;
} Forward;

static gint64
run_line (const ReferenceTrace *trace, Line *line, guint event)
{
  gint64 c = trace->from_ns[event];
  gint64 along, other;

  if (!line->is_started)
    {
      line->is_started = TRUE;
      line->anchor_from_ns = line->anchor_to_ns = line->last_ns = c;
      return c;
    }
  along =
    line->anchor_to_ns + divide ((Wide) line->gamma_ppb * (c - line->anchor_from_ns), 1000000000);
  other = MAX (c, line->last_ns + trace->delta_ns);
  if (other > along)
    {
      line->anchor_from_ns = c;
      line->anchor_to_ns = other;
    }
  return MAX (along, other);
}

/* Algorithm 3 after an event. */
static void
control (const ReferenceController *controller, Line *line, gboolean is_first, gint64 c, gint64 lc)
{
  Wide left = (Wide) controller->q_factor_ppb * (line->error_ns - controller->q_min_ns);
  Wide controlled_left =
    (Wide) controller->q_factor_ppb * (line->controlled_error_ns - controller->q_min_ns);
  gint64 gamma_ppb = line->gamma_ppb;

  line->error_ns = MAX (lc - c, divide (left, 1000000000) + controller->q_min_ns);
  line->controlled_error_ns =
    MAX (line->last_ns - c, divide (controlled_left, 1000000000) + controller->q_min_ns);
  if (is_first)
    return;
  if ((Wide) line->controlled_error_ns * 1000000000 >
      (Wide) controller->l_upper_ppb * line->error_ns)
    line->gamma_ppb = divide ((Wide) gamma_ppb * controller->gamma_degress_ppb, 1000000000);
  else if ((Wide) line->controlled_error_ns * 1000000000 <
           (Wide) controller->l_lower_ppb * line->error_ns)
    line->gamma_ppb = MIN (divide ((Wide) gamma_ppb * 1000000000, controller->gamma_degress_ppb),
                           controller->gamma_max_ppb);
  if (line->gamma_ppb == gamma_ppb)
    return;
  line->anchor_from_ns = c;
  line->anchor_to_ns = line->last_ns;
}

/* @logical_ns is LC where algorithm 3 controls gamma. */
static void
run_forward (const ReferenceTrace *trace,
             gint64 gamma_ppb,
             const gint64 *logical_ns,
             Forward *forward)
{
  g_autofree Line *lines = g_new0 (Line, trace->n_streams);

  forward->largest_error_ns = 0;
  for (guint s = 0; s < trace->n_streams; s++)
    {
      lines[s].gamma_ppb = logical_ns != NULL ? trace->controller->gamma_max_ppb : gamma_ppb;
      if (logical_ns != NULL)
        lines[s].error_ns = lines[s].controlled_error_ns = trace->controller->q_init_ns;
    }
  for (guint e = 0; e < trace->n_events; e++)
    {
      Line *line = &lines[trace->streams[e]];
      gboolean is_first = !line->is_started;
      gint64 c = trace->from_ns[e];

      forward->clock_ns[e] = forward->before_ns[e] = run_line (trace, line, e);
      for (guint i = 0; i < trace->edges->len; i++)
        {
          const ReferenceEdge *edge = &g_array_index (trace->edges, ReferenceEdge, i);

          if (edge->to == e)
            forward->clock_ns[e] =
              MAX (forward->clock_ns[e], forward->clock_ns[edge->from] + edge->mu_ns);
        }
      if (forward->clock_ns[e] > forward->before_ns[e])
        {
          line->anchor_from_ns = c;
          line->anchor_to_ns = forward->clock_ns[e];
        }
      line->last_ns = forward->clock_ns[e];
      forward->largest_error_ns = MAX (forward->largest_error_ns, line->last_ns - c);
      if (logical_ns != NULL)
        control (trace->controller, line, is_first, c, logical_ns[e]);
    }
}

/* From the first event of any stream to the last one, either way round. */
static void
find_span (const ReferenceTrace *trace, guint stream, gint64 *first_ns, gint64 *last_ns)
{
  gint64 begin_ns = 0, end_ns = 0;
  gboolean is_begun = FALSE;

  for (guint e = 0; e < trace->n_events; e++)
    {
      if (trace->streams[e] != stream)
        continue;
      if (!is_begun)
        begin_ns = trace->from_ns[e];
      is_begun = TRUE;
      end_ns = trace->from_ns[e];
    }
  if (!is_begun)
    return;
  *first_ns = MIN (*first_ns, begin_ns);
  *last_ns = MAX (*last_ns, end_ns);
}

/* One gamma for a pass, and from the original times again while the error is too large. */
static void
run_iterated (const ReferenceTrace *trace, Forward *forward)
{
  gint64 first_ns = G_MAXINT64, last_ns = G_MININT64, threshold_ns, gamma_ppb = 999990000;

  for (guint s = 0; s < trace->n_streams; s++)
    find_span (trace, s, &first_ns, &last_ns);
  threshold_ns = last_ns > first_ns
                   ? divide ((Wide) trace->threshold_ppb * (last_ns - first_ns), 1000000000)
                   : 0;
  run_forward (trace, 0, NULL, forward);
  if (forward->largest_error_ns > threshold_ns)
    threshold_ns = 2 * forward->largest_error_ns;
  for (;;)
    {
      run_forward (trace, gamma_ppb, NULL, forward);
      if (forward->largest_error_ns <= threshold_ns || gamma_ppb == 0)
        return;
      if (gamma_ppb > 999900000)
        gamma_ppb = 999900000;
      else if (gamma_ppb > 999000000)
        gamma_ppb = 999000000;
      else
        gamma_ppb = divide ((Wide) gamma_ppb * 9, 10);
    }
}

static void
run_controlled (const ReferenceTrace *trace, Forward *forward)
{
  g_autofree gint64 *logical_ns = NULL;

  if (trace->is_iterated)
    {
      run_iterated (trace, forward);
      return;
    }
  if (trace->controller == NULL)
    {
      run_forward (trace, trace->gamma_ppb, NULL, forward);
      return;
    }
  run_forward (trace, 0, NULL, forward);
  logical_ns = g_memdup2 (forward->clock_ns, trace->n_events * sizeof *logical_ns);
  run_forward (trace, 0, logical_ns, forward);
}

/* Bit t of row s: events of stream s lead to events of stream t. */
static void
find_followers (const ReferenceTrace *trace, guint64 *followers)
{
  for (guint i = 0; i < trace->edges->len; i++)
    {
      const ReferenceEdge *edge = &g_array_index (trace->edges, ReferenceEdge, i);

      followers[trace->streams[edge->from]] |= (guint64) 1 << trace->streams[edge->to];
    }
  for (guint round = 0; round < trace->n_streams; round++)
    {
      for (guint s = 0; s < trace->n_streams; s++)
        {
          for (guint t = 0; t < trace->n_streams; t++)
            followers[s] |= (followers[s] >> t & 1) != 0 ? followers[t] : 0;
        }
    }
}

/* Streams after those that they lead to; those that lead to each other one by one. */
static void
order_streams (const ReferenceTrace *trace, guint *order)
{
  g_autofree guint64 *followers = g_new0 (guint64, trace->n_streams);
  guint64 done = 0;

  find_followers (trace, followers);
  for (guint n = 0; n < trace->n_streams;)
    {
      guint64 together = 0;

      for (guint s = 0; s < trace->n_streams && together == 0; s++)
        {
          guint64 equal = (guint64) 1 << s;

          for (guint t = 0; t < trace->n_streams; t++)
            {
              if ((followers[s] >> t & 1) != 0 && (followers[t] >> s & 1) != 0)
                equal |= (guint64) 1 << t;
            }
          if ((done & equal) == 0 && (followers[s] & ~(done | equal)) == 0)
            together = equal;
        }
      g_assert_cmpuint (together, !=, 0);
      for (guint s = 0; s < trace->n_streams; s++)
        {
          if ((together >> s & 1) != 0)
            order[n++] = s;
        }
      done |= together;
    }
}

static void
find_limits (const ReferenceTrace *trace, const gint64 *received_ns, gint64 *limits_ns)
{
  for (guint e = 0; e < trace->n_events; e++)
    limits_ns[e] = NO_LIMIT;
  for (guint i = 0; i < trace->edges->len; i++)
    {
      const ReferenceEdge *edge = &g_array_index (trace->edges, ReferenceEdge, i);

      limits_ns[edge->from] = MIN (limits_ns[edge->from], received_ns[edge->to] - edge->mu_ns);
    }
}

static void
run_backward (const ReferenceTrace *trace, const Forward *forward, gint64 *to_ns, double *slack_ns)
{
  g_autofree gint64 *limits_ns = g_new (gint64, trace->n_events + 1);
  g_autofree guint *own = g_new (guint, trace->n_events + 1);
  g_autofree guint *order = g_new (guint, trace->n_streams);

  order_streams (trace, order);
  for (guint i = 0; i < trace->n_streams; i++)
    {
      gboolean is_final = trace->limits == SPUR_BACKWARD_LIMITS_FINAL;
      guint s = is_final ? order[i] : i, n_own = 0;

      find_limits (trace, is_final ? to_ns : forward->clock_ns, limits_ns);
      for (guint e = 0; e < trace->n_events; e++)
        {
          if (trace->streams[e] != s)
            continue;
          own[n_own++] = e;
          if (forward->clock_ns[e] > forward->before_ns[e])
            spread (trace, own, n_own - 1, forward->before_ns[e],
                    forward->clock_ns[e] - forward->before_ns[e], limits_ns, to_ns, slack_ns);
        }
    }
}

/* One direction. */
static void
run (const ReferenceTrace *trace, gint64 *to_ns, double *slack_ns)
{
  Forward forward = { g_new (gint64, trace->n_events + 1), g_new (gint64, trace->n_events + 1), 0 };

  run_controlled (trace, &forward);
  memcpy (to_ns, forward.clock_ns, trace->n_events * sizeof *to_ns);
  for (guint e = 0; e < trace->n_events; e++)
    slack_ns[e] = 1;
  if (trace->is_backward)
    run_backward (trace, &forward, to_ns, slack_ns);
  g_free (forward.before_ns);
  g_free (forward.clock_ns);
}

/* Times change their sign, and who sent receives. */
static void
run_mirrored (const ReferenceTrace *trace, gint64 *to_ns, double *slack_ns)
{
  guint n = trace->n_events;
  g_autofree guint *streams = g_new (guint, n + 1);
  g_autofree gint64 *from_ns = g_new (gint64, n + 1);
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (ReferenceEdge));
  ReferenceTrace mirrored = *trace;

  mirrored.streams = streams;
  mirrored.from_ns = from_ns;
  mirrored.edges = edges;
  for (guint e = 0; e < n; e++)
    {
      streams[n - 1 - e] = trace->streams[e];
      from_ns[n - 1 - e] = -trace->from_ns[e];
    }
  for (guint i = 0; i < trace->edges->len; i++)
    {
      const ReferenceEdge *edge = &g_array_index (trace->edges, ReferenceEdge, i);
      ReferenceEdge back = { n - 1 - edge->to, n - 1 - edge->from, edge->mu_ns };

      g_array_append_val (edges, back);
    }
  run (&mirrored, to_ns, slack_ns);
  for (guint e = 0; e < n / 2; e++)
    {
      gint64 swap_ns = to_ns[e];
      double swap_slack_ns = slack_ns[e];

      to_ns[e] = to_ns[n - 1 - e];
      to_ns[n - 1 - e] = swap_ns;
      slack_ns[e] = slack_ns[n - 1 - e];
      slack_ns[n - 1 - e] = swap_slack_ns;
    }
  for (guint e = 0; e < n; e++)
    to_ns[e] = -to_ns[e];
}

void
reference_clock_run (const ReferenceTrace *trace, gint64 *to_ns, double *slack_ns)
{
  g_autofree gint64 *late_ns = g_new (gint64, trace->n_events + 1);
  g_autofree double *late_slack_ns = g_new (double, trace->n_events + 1);

  if (trace->direction != SPUR_DIRECTION_FORWARD)
    run_mirrored (trace, late_ns, late_slack_ns);
  if (trace->direction != SPUR_DIRECTION_MIRROR)
    run (trace, to_ns, slack_ns);
  for (guint e = 0; e < trace->n_events; e++)
    {
      if (trace->direction == SPUR_DIRECTION_MIRROR)
        {
          to_ns[e] = late_ns[e];
          slack_ns[e] = late_slack_ns[e] + 1;
        }
      else if (trace->direction == SPUR_DIRECTION_MIX)
        {
          to_ns[e] += divide ((Wide) trace->mix_ppb * (late_ns[e] - to_ns[e]), 1000000000);
          slack_ns[e] = MAX (slack_ns[e], late_slack_ns[e]) + 2;
        }
    }
}
