/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the page says first: what is wrong with the clocks, and where it is worst. */
#include "visualizers/page/spur-page-private.h"

/* As much before and after a finding as it is long, and this much where it is an instant. */
#define LEAST_MARGIN_NS 1000

/* The edge that is received longest before it is sent, or %SPUR_NONE. */
static gsize
find_worst (SpurReport *self, SpurSpaceTime *picture, gint64 *worst_ns)
{
  gsize n_edges, worst = SPUR_NONE;
  const SpurEdge *edges = spur_edges_get_all (self->edges, &n_edges);

  *worst_ns = 0;
  for (gsize i = 0; i < n_edges; i++)
    {
      const SpurEdge *edge = &edges[i];
      gint64 by_ns = spur_space_time_event_ns (picture, edge->from_stream, edge->from_event) -
                     spur_space_time_event_ns (picture, edge->to_stream, edge->to_event);

      if (by_ns <= *worst_ns)
        continue;
      *worst_ns = by_ns;
      worst = i;
    }
  return worst;
}

static void
append_worst (GString *html, SpurReport *self, SpurReportSide *side)
{
  SpurSpaceTime *picture = side->picture;
  gsize n_edges;
  gint64 worst_ns, to_ns, margin_ns;
  gsize worst = find_worst (self, picture, &worst_ns);
  const SpurEdge *edges = spur_edges_get_all (self->edges, &n_edges);
  g_autofree char *from = NULL, *to = NULL;

  if (worst == SPUR_NONE)
    return;
  from = spur_page_escape (
    spur_stream_get_name (spur_trace_get_stream (self->trace, edges[worst].from_stream)));
  to = spur_page_escape (
    spur_stream_get_name (spur_trace_get_stream (self->trace, edges[worst].to_stream)));
  to_ns = spur_space_time_event_ns (picture, edges[worst].to_stream, edges[worst].to_event) -
          picture->zero_ns;
  margin_ns = MAX (worst_ns, LEAST_MARGIN_NS);
  g_string_append_printf (html, ", the worst by %s, from %s to %s", SPUR_PAGE_NS (worst_ns, 4),
                          from, to);
  if (side->check.n_collective_reversed > 0)
    g_string_append_printf (html, ", and in collective operations by %s",
                            SPUR_PAGE_NS (side->check.collective_worst_ns, 4));
  g_string_append_printf (html,
                          ". <button type=\"button\" class=\"show\" data-raw=\"%d\" "
                          "data-from=\"%" G_GINT64_FORMAT "\" data-to=\"%" G_GINT64_FORMAT
                          "\">Show</button>",
                          side == &self->raw, to_ns - margin_ns, to_ns + worst_ns + margin_ns);
}

/* What edges tell of the clocks in one set of times. */
static void
append_side (GString *html, SpurReport *self, SpurReportSide *side, const char *when)
{
  const SpurCheck *check = &side->check;
  guint64 n_all = check->n_edges + check->n_collective_receives;
  guint64 n_reversed = check->n_reversed + check->n_collective_reversed;

  if (n_all == 0 && spur_trace_get_n_streams (self->trace) == 1)
    g_string_append (html, "<li>All events are of one stream, in the order of its clock.</li>\n");
  else if (n_all == 0)
    g_string_append (html, "<li>Nothing in this trace tells whether the clocks agree.</li>\n");
  else if (n_reversed == 0)
    g_string_append_printf (html, "<li>At %s no event comes before what it follows.</li>\n", when);
  else
    {
      g_string_append_printf (html, "<li>At %s %s of %s events come before what they follow", when,
                              SPUR_VIEW_COUNT (n_reversed), SPUR_VIEW_COUNT (n_all));
      if (check->n_reversed > 0)
        append_worst (html, self, side);
      else
        g_string_append_printf (html, ", all in collective operations, the worst by %s.",
                                SPUR_PAGE_NS (check->collective_worst_ns, 4));
      g_string_append (html, "</li>\n");
    }
}

void
spur_report_add_findings (GHashTable *pieces, SpurReport *self)
{
  GString *html = spur_page_add_piece (pieces, "FINDINGS");

  append_side (html, self, &self->raw, "the times as recorded");
  if (self->has_corrected)
    append_side (html, self, &self->corrected, "corrected times");
}
