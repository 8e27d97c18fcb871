/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Parts of the page of a trace that are text: headline, legend, notes, load of the targets. */
#include "config.h"

#include <string.h>

#include "visualizers/canvas/spur-view-text-internal.h"
#include "visualizers/page/spur-report-private.h"

char *
spur_report_make_subtitle (SpurReport *self)
{
  SpurSpaceTime *picture = self->raw.picture;
  g_autofree char *events = spur_view_format_count (spur_trace_get_n_events (self->trace));
  g_autofree char *streams = spur_view_format_count (spur_trace_get_n_streams (self->trace));
  g_autofree char *targets = spur_view_format_count (spur_lanes_get_n (picture->lanes));
  guint n_objects = spur_trace_count_objects (self->trace, SPUR_TYPE_LOAD_OBJECT);
  g_autofree char *objects = spur_view_format_count (n_objects);
  g_autofree char *messages = spur_view_format_count (self->raw.check.n_edges);
  g_autofree char *length = spur_view_format_ns (picture->to_ns - picture->from_ns, 4);

  g_autofree char *program = spur_page_escape (spur_trace_get_fact (self->trace, "program"));

  return g_strdup_printf ("%s%s%s events in %s streams on %s targets,%s%s%s %s messages "
                          "between streams, %s long",
                          program, *program != '\0' ? "<br/>" : "", events, streams, targets,
                          n_objects > 0 ? " " : "", n_objects > 0 ? objects : "",
                          n_objects > 0 ? " load objects," : "", messages, length);
}

static const char *
get_times_label (SpurReport *self)
{
  return self->has_corrected ? "as recorded, corrected" : "as recorded";
}

static void
append_worst_card (GString *html, SpurReport *self, const char *what, gint64 before, gint64 after)
{
  g_autofree char *before_text = before > 0 ? spur_view_format_ns (before, 4) : g_strdup ("none");
  g_autofree char *after_text = after > 0 ? spur_view_format_ns (after, 4) : g_strdup ("none");

  const SpurPageCard card = { .what = what,
                              .before = before_text,
                              .before_class = before > 0 ? "bad" : "good",
                              .after = self->has_corrected ? after_text : NULL,
                              .after_class = after > 0 ? "bad" : "good",
                              .unit = get_times_label (self) };

  spur_page_append_card (html, &card);
}

static gsize
count_moves (SpurReportSide *side)
{
  gsize n_moves = 0;

  if (side->picture != NULL)
    spur_history_get_moves (side->picture->history, &n_moves);
  return n_moves;
}

static void
append_moves_card (GString *html, SpurReport *self)
{
  gsize before = count_moves (&self->raw), after = count_moves (&self->corrected);
  g_autofree char *before_text = spur_view_format_count (before);
  g_autofree char *after_text = spur_view_format_count (after);
  const SpurPageCard card = { .what = "Moves of load objects between targets",
                              .before = before_text,
                              .before_class = "plain",
                              .after = self->has_corrected ? after_text : NULL,
                              .after_class = "plain",
                              .unit = get_times_label (self) };

  if (before == 0 && after == 0)
    return;
  spur_page_append_card (html, &card);
}

char *
spur_report_make_headline (SpurReport *self)
{
  const SpurCheck *raw = &self->raw.check, *corrected = &self->corrected.check;
  g_autofree char *edges = spur_view_format_count (raw->n_edges);
  g_autofree char *receives = spur_view_format_count (raw->n_collective_receives);
  g_autofree char *of_edges = g_strdup_printf ("of %s", edges);
  g_autofree char *of_receives = g_strdup_printf ("of %s", receives);
  GString *html = g_string_new (NULL);

  spur_page_append_count_card (html, "Messages received before they were sent", raw->n_reversed,
                               self->has_corrected ? &corrected->n_reversed : NULL, of_edges);
  append_worst_card (html, self, "Worst of them, by", raw->worst_ns, corrected->worst_ns);
  if (raw->n_collective_receives > 0)
    {
      spur_page_append_count_card (
        html, "Members that leave a collective operation too early", raw->n_collective_reversed,
        self->has_corrected ? &corrected->n_collective_reversed : NULL, of_receives);
      append_worst_card (html, self, "Worst of these, by", raw->collective_worst_ns,
                         corrected->collective_worst_ns);
    }
  append_moves_card (html, self);
  return g_string_free (html, FALSE);
}

char *
spur_report_make_switch (SpurReport *self)
{
  if (!self->has_corrected)
    return g_strdup ("<span class=\"muted\">Times as recorded</span>\n");
  return g_strdup ("<fieldset class=\"segmented\" aria-label=\"which times are drawn\">"
                   "<input type=\"radio\" name=\"times\" id=\"times-raw\" value=\"raw\"/>"
                   "<label for=\"times-raw\">As recorded</label>"
                   "<input type=\"radio\" name=\"times\" id=\"times-corrected\" "
                   "value=\"corrected\" checked=\"checked\"/>"
                   "<label for=\"times-corrected\">Corrected</label></fieldset>\n");
}

char *
spur_report_make_legend (SpurReport *self)
{
  guint n_swatches;
  const SpurSwatch *swatches = spur_palette_get_swatches (self->raw.picture->palette, &n_swatches);
  GString *html = g_string_new (NULL);

  for (guint i = 0; i < n_swatches; i++)
    {
      g_autofree char *label = spur_page_escape (swatches[i].label);

      if (swatches[i].total_ns == 0)
        continue;
      g_string_append_printf (
        html, "<li><span class=\"swatch\" data-swatch=\"%u\"></span><span title=\"%s\">%s", i,
        label, label);
      if (swatches[i].n_states > 1)
        g_string_append_printf (html, " (%u)", swatches[i].n_states);
      g_string_append (html, "</span></li>\n");
    }
  if (self->n_edges > 0)
    g_string_append (html, "<li><span class=\"sample\"></span><span>message</span></li>\n"
                           "<li><span class=\"sample red\"></span><span>received before "
                           "sent</span></li>\n");
  if (count_moves (&self->raw) > 0)
    g_string_append (html, "<li><span class=\"sample move\"></span><span>move</span></li>\n");
  if (self->raw.picture->counts.n_bands > 0)
    g_string_append (html, "<li><span class=\"sample band\"></span><span>collective "
                           "operation</span></li>\n");
  return g_string_free (html, FALSE);
}

static void
append_kept (GString *html, guint64 n_kept, guint64 n_all, const char *what, const char *how)
{
  g_autofree char *kept = spur_view_format_count (n_kept);
  g_autofree char *all = spur_view_format_count (n_all);

  if (n_kept < n_all)
    g_string_append_printf (html, " This page holds %s of %s %s%s.", kept, all, what, how);
}

char *
spur_report_make_note (SpurReport *self)
{
  GString *html = g_string_new (NULL);

  append_kept (html, self->n_spans_kept, self->n_spans, "states", ", the longest ones");
  append_kept (html, self->n_edges_kept, self->n_edges, "messages",
               ", those received before sent first, spread evenly");
  append_kept (html, self->raw.picture->counts.n_bands_drawn, self->raw.picture->counts.n_bands,
               "collective operations", ", spread evenly");
  if (html->len > 0)
    {
      g_string_prepend (html, "<p class=\"muted\">");
      g_string_append (html, "</p>\n");
    }
  return g_string_free (html, FALSE);
}

char *
spur_report_make_imbalance (SpurReport *self)
{
  double raw = spur_history_get_imbalance (self->raw.picture->history);
  g_autofree char *text = spur_view_format_decimal ((gint64) (raw * 1000.0 + 0.5), 3);
  g_autofree char *corrected_text = NULL;

  if (!self->has_corrected)
    return g_strdup_printf ("Over the whole trace, the largest load is %s times the mean.", text);
  corrected_text = spur_view_format_decimal (
    (gint64) (spur_history_get_imbalance (self->corrected.picture->history) * 1000.0 + 0.5), 3);
  if (strcmp (text, corrected_text) == 0)
    return g_strdup_printf ("Over the whole trace, the largest load is %s times the mean.", text);
  return g_strdup_printf ("Over the whole trace, the largest load is %s times the mean (%s at the "
                          "times as recorded).",
                          corrected_text, text);
}

char *
spur_report_make_busy (SpurReport *self)
{
  SpurSpaceTime *picture = (self->has_corrected ? &self->corrected : &self->raw)->picture;
  gint64 length_ns = MAX (picture->to_ns - picture->from_ns, 1);
  GString *html = g_string_new ("<div class=\"scroll narrow\"><table><thead><tr><th>target</th>"
                                "<th class=\"number\">busy</th><th class=\"number\">share of the "
                                "time</th></tr></thead><tbody>\n");

  for (guint i = 0; i < spur_lanes_get_n (picture->lanes); i++)
    {
      const SpurLane *lane = spur_lanes_get (picture->lanes, i);
      gint64 busy_ns =
        lane->target != SPUR_NONE ? spur_history_get_busy_ns (picture->history, lane->target) : 0;
      g_autofree char *name = spur_page_escape (lane->name);
      g_autofree char *part = spur_view_format_decimal (
        (gint64) ((double) busy_ns * 1000.0 / (double) length_ns + 0.5), 1);
      g_autofree char *percent = g_strconcat (part, " %", NULL);

      g_string_append_printf (html, "<tr><th>%s</th>", name);
      spur_page_append_ns (html, busy_ns, 5);
      spur_page_append_cell (html, percent, FALSE);
      g_string_append (html, "</tr>\n");
    }
  g_string_append (html, "</tbody></table></div>\n");
  return g_string_free (html, FALSE);
}
