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
  gboolean is_started;
} Line;

static gint64
run_forward (const ReferenceTrace *trace, Line *line, guint event)
{
  gint64 c = trace->from_ns[event];
  gint64 along, other;

  if (!line->is_started)
    {
      *line = (Line){ c, c, c, TRUE };
      return c;
    }
  along =
    line->anchor_to_ns + divide ((Wide) trace->gamma_ppb * (c - line->anchor_from_ns), 1000000000);
  other = MAX (c, line->last_ns + trace->delta_ns);
  if (other > along)
    {
      line->anchor_from_ns = c;
      line->anchor_to_ns = other;
    }
  return MAX (along, other);
}

void
reference_clock_run (const ReferenceTrace *trace, gint64 *to_ns, double *slack_ns)
{
  g_autofree Line *lines = g_new0 (Line, trace->n_streams);
  g_autofree gint64 *clock_b_ns = g_new (gint64, trace->n_events + 1);
  g_autofree gint64 *clock_ns = g_new (gint64, trace->n_events + 1);
  g_autofree gint64 *limits_ns = g_new (gint64, trace->n_events + 1);
  g_autofree guint *own = g_new (guint, trace->n_events + 1);

  for (guint e = 0; e < trace->n_events; e++)
    {
      Line *line = &lines[trace->streams[e]];

      clock_ns[e] = clock_b_ns[e] = run_forward (trace, line, e);
      limits_ns[e] = NO_LIMIT;
      slack_ns[e] = 1;
      for (guint i = 0; i < trace->edges->len; i++)
        {
          const ReferenceEdge *edge = &g_array_index (trace->edges, ReferenceEdge, i);

          if (edge->to == e)
            clock_ns[e] = MAX (clock_ns[e], clock_ns[edge->from] + edge->mu_ns);
        }
      if (clock_ns[e] > clock_b_ns[e])
        {
          line->anchor_from_ns = trace->from_ns[e];
          line->anchor_to_ns = clock_ns[e];
        }
      line->last_ns = clock_ns[e];
    }
  for (guint i = 0; i < trace->edges->len; i++)
    {
      const ReferenceEdge *edge = &g_array_index (trace->edges, ReferenceEdge, i);

      limits_ns[edge->from] = MIN (limits_ns[edge->from], clock_ns[edge->to] - edge->mu_ns);
    }
  memcpy (to_ns, clock_ns, trace->n_events * sizeof *to_ns);
  for (guint s = 0; s < trace->n_streams; s++)
    {
      guint n_own = 0;

      for (guint e = 0; e < trace->n_events; e++)
        {
          if (trace->streams[e] != s)
            continue;
          own[n_own++] = e;
          if (clock_ns[e] > clock_b_ns[e])
            spread (trace, own, n_own - 1, clock_b_ns[e], clock_ns[e] - clock_b_ns[e], limits_ns,
                    to_ns, slack_ns);
        }
    }
}
