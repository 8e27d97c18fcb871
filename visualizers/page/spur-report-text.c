/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Parts of the page of a trace that are text: headline, legend, notes, load of the targets. */
#include <math.h>
#include <string.h>

#include "visualizers/page/spur-page-private.h"

/* What a page of a trace that grows has beside the others. */
#define LIVE_CONTROLS                                                                              \
  "<span class=\"tools\"><button type=\"button\" id=\"live-pause\" "                               \
  "aria-pressed=\"false\">Pause</button></span><label class=\"check\"><input type=\"checkbox\" "   \
  "id=\"live-follow\" checked=\"checked\"/> follow the end</label><span class=\"muted\" "          \
  "id=\"live-said\">live</span>\n"

/* The length of what the picture shows first; where that is at corrected times, that as recorded
 * stands beside it if it reads differently. */
static void
append_length (GString *html, SpurReport *self)
{
  const SpurSpaceTime *raw = self->raw.picture, *shown = raw;
  const char *raw_text = SPUR_PAGE_NS (raw->to_ns - raw->from_ns, 4), *text;

  if (self->has_corrected && self->corrected.picture != NULL)
    shown = self->corrected.picture;
  text = SPUR_PAGE_NS (shown->to_ns - shown->from_ns, 4);
  g_string_append_printf (html, ", %s long", text);
  if (strcmp (text, raw_text) != 0)
    g_string_append_printf (html, " (%s as recorded)", raw_text);
}

/* The program stands below the title, where that does not say the same. */
static void
append_subtitle (GString *html, SpurReport *self, const char *title)
{
  SpurSpaceTime *picture = self->raw.picture;
  const char *name = spur_trace_get_fact (self->trace, "program");
  g_autofree char *program = spur_page_escape (name);

  if (*program != '\0' && strcmp (name, title) != 0)
    g_string_append_printf (html, "%s<br/>", program);
  spur_view_append_counted (html, "", self->n_events, "event");
  spur_view_append_counted (html, " in ", spur_trace_get_n_streams (self->trace), "stream");
  spur_view_append_counted (html, " on ", picture->lanes->n_targets, "target");
  spur_view_append_objects (html, self->trace);
  spur_view_append_counted (html, ", ", self->raw.check.of_kind[SPUR_EDGE_MESSAGE].n_edges,
                            "message");
  g_string_append (html, " between streams");
  append_length (html, self);
}

static const char *
get_times_label (SpurReport *self)
{
  return self->has_corrected ? "as recorded, corrected" : "as recorded";
}

static void
append_worst_card (GString *html, SpurReport *self, const char *what, gint64 before, gint64 after)
{
  const char *before_text = before > 0 ? SPUR_VIEW_NS (before, 4) : "none";
  const char *after_text = after > 0 ? SPUR_VIEW_NS (after, 4) : "none";

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
    spur_timeline_get_moves (side->picture->timeline, &n_moves);
  return n_moves;
}

static void
append_moves_card (GString *html, SpurReport *self)
{
  gsize before = count_moves (&self->raw), after = count_moves (&self->corrected);
  const SpurPageCard card = { .what = "Moves of load objects between targets",
                              .before = SPUR_VIEW_COUNT (before),
                              .before_class = "plain",
                              .after = self->has_corrected ? SPUR_VIEW_COUNT (after) : NULL,
                              .after_class = "plain",
                              .unit = get_times_label (self) };

  if (before == 0 && after == 0)
    return;
  spur_page_append_card (html, &card);
}

/* What is not a message. */
static SpurCheckEdges
sum_other_edges (const SpurCheck *check)
{
  SpurCheckEdges sum = { 0 };

  for (guint k = 0; k < SPUR_N_EDGE_KINDS; k++)
    {
      if (k == SPUR_EDGE_MESSAGE)
        continue;
      sum.n_edges += check->of_kind[k].n_edges;
      sum.n_reversed += check->of_kind[k].n_reversed;
      sum.worst_ns = MAX (sum.worst_ns, check->of_kind[k].worst_ns);
    }
  return sum;
}

static void
append_edge_cards (GString *html,
                   SpurReport *self,
                   const char *what,
                   const SpurCheckEdges *raw,
                   const SpurCheckEdges *corrected)
{
  g_autofree char *of_edges = g_strdup_printf ("of %s", SPUR_VIEW_COUNT (raw->n_edges));

  spur_page_append_count_card (html, what, raw->n_reversed,
                               self->has_corrected ? &corrected->n_reversed : NULL, of_edges);
  if (raw->n_reversed > 0 || (self->has_corrected && corrected->n_reversed > 0))
    append_worst_card (html, self, "Worst of them, by", raw->worst_ns, corrected->worst_ns);
}

static void
append_headline (GString *html, SpurReport *self)
{
  const SpurCheck *raw = &self->raw.check, *corrected = &self->corrected.check;
  const SpurCheckEdges raw_others = sum_other_edges (raw);
  const SpurCheckEdges corrected_others = sum_other_edges (corrected);
  g_autofree char *of_receives =
    g_strdup_printf ("of %s", SPUR_VIEW_COUNT (raw->n_collective_receives));

  if (raw->of_kind[SPUR_EDGE_MESSAGE].n_edges > 0)
    append_edge_cards (html, self, "Messages received before they were sent",
                       &raw->of_kind[SPUR_EDGE_MESSAGE], &corrected->of_kind[SPUR_EDGE_MESSAGE]);
  if (raw_others.n_edges > 0)
    append_edge_cards (html, self, "Other events before what they follow", &raw_others,
                       &corrected_others);
  if (raw->n_collective_receives > 0)
    {
      spur_page_append_count_card (
        html, "Members that leave a collective operation too early", raw->n_collective_reversed,
        self->has_corrected ? &corrected->n_collective_reversed : NULL, of_receives);
      if (raw->n_collective_reversed > 0 ||
          (self->has_corrected && corrected->n_collective_reversed > 0))
        append_worst_card (html, self, "Worst of these, by", raw->collective_worst_ns,
                           corrected->collective_worst_ns);
    }
  append_moves_card (html, self);
}

static const char *
get_switch (SpurReport *self)
{
  if (!self->has_corrected)
    return "<span class=\"muted\">Times as recorded</span>\n";
  return "<fieldset class=\"segmented\" aria-label=\"which times are drawn\">"
         "<input type=\"radio\" name=\"times\" id=\"times-raw\" value=\"raw\"/>"
         "<label for=\"times-raw\">As recorded</label>"
         "<input type=\"radio\" name=\"times\" id=\"times-corrected\" "
         "value=\"corrected\" checked=\"checked\"/>"
         "<label for=\"times-corrected\">Corrected</label></fieldset>\n";
}

static void
append_legend (GString *html, SpurReport *self)
{
  const SpurPalette *palette = self->raw.picture->palette;
  g_autofree char *edge_kinds = spur_report_list_edge_kinds (self);

  for (guint i = 0; i < palette->n_swatches; i++)
    {
      g_autofree char *label = spur_page_escape (palette->all[i].label);

      if (palette->all[i].total_ns == 0)
        continue;
      g_string_append_printf (
        html,
        "<li><button type=\"button\" data-swatch=\"%u\"><span class=\"swatch\"></span>"
        "<span title=\"%s\">%s",
        i, label, label);
      if (palette->all[i].n_states > 1)
        g_string_append_printf (html, " (%u)", palette->all[i].n_states);
      g_string_append (html, "</span></button></li>\n");
    }
  if (self->raw.check.n_edges > 0)
    g_string_append_printf (
      html,
      "<li data-edges=\"plain\"><span class=\"sample\"></span><span>%s</span></li>\n"
      "<li data-edges=\"reversed\"><span class=\"sample red\"></span>"
      "<span>received before "
      "sent</span></li>\n",
      spur_report_has_other_edges (self) ? edge_kinds : "message");
  if (self->raw.picture->counts.n_bands > 0)
    g_string_append (html,
                     "<li data-edges=\"bands\"><span class=\"sample band\"></span><span>collective "
                     "operation</span></li>\n");
}

/* A page of a large trace asks the server for what it shows. */
static void
append_served_note (GString *html, SpurReport *self)
{
  g_string_append_printf (
    html,
    "<p class=\"sample-note\" id=\"part\"><b>A large trace:</b> windows of more than %s events "
    "show states, marks, loads and times. Zoom in, and their events and messages are there, too. "
    "The search for states, and profiles of messages, are of such a window. Balance and waits of "
    "the whole trace are told by <code>spur balance</code> and <code>spur waits</code>."
    "</p>\n",
    SPUR_VIEW_COUNT (SPUR_REPORT_PART_EVENTS));
}

static void
append_tail_note (GString *html, SpurReport *self)
{
  guint64 n_events = spur_trace_get_n_events (self->trace);

  if (self->tail != NULL && n_events < self->n_events)
    g_string_append_printf (html,
                            "<p class=\"sample-note\" id=\"tail\"><b>The end of a recording:</b> "
                            "this page is about the newest %s of %s events, and what was said "
                            "before of states and places that last.</p>\n",
                            SPUR_VIEW_COUNT (n_events), SPUR_VIEW_COUNT (self->n_events));
}

/* What is left out is said before anything else is. */
static void
append_note (GString *html, SpurReport *self)
{
  gint64 zero_ns = self->raw.picture->zero_ns;
  gboolean is_tail = self->tail != NULL && spur_trace_get_n_events (self->trace) < self->n_events;
  g_autofree char *input = spur_page_escape (self->input != NULL ? self->input : "TRACE");

  append_tail_note (html, self);
  if (self->index != NULL)
    append_served_note (html, self);
  if (self->index != NULL || self->n_events_kept == self->n_events)
    return;
  g_string_append_printf (
    html,
    "<p class=\"sample-note\" id=\"part\"><b>A part of the trace:</b> the picture and the events "
    "of this page are %s of %s events, all from %s to %s. Tables and findings are about %s.",
    SPUR_VIEW_COUNT (self->n_events_kept), SPUR_VIEW_COUNT (self->n_events),
    SPUR_PAGE_NS (self->from_ns - zero_ns, 7), SPUR_PAGE_NS (self->to_ns - zero_ns, 7),
    is_tail ? "the newest events" : "the whole trace");
  if (self->is_cut && !self->is_live)
    g_string_append_printf (html,
                            " A page of what follows: <code>spur report %s --from %sns "
                            "-o next.html</code>",
                            input, SPUR_PAGE_NUMBER ("%.0f", (double) (self->to_ns - zero_ns)));
  g_string_append (html, "</p>\n");
}

/* NULL where no target is busy. */
static char *
format_imbalance (SpurReportSide *side)
{
  SpurLoad *loads = spur_history_get_target_loads (side->picture->history);
  double imbalance = spur_load_get_imbalance (loads, side->picture->from_ns, side->picture->to_ns);

  if (isnan (imbalance))
    return NULL;
  return g_strdup (SPUR_VIEW_DECIMAL ((gint64) (imbalance * 1000.0 + 0.5), 3));
}

/* Time of work and overhead. */
static gint64
get_busy_ns (SpurSpaceTime *picture, guint32 target)
{
  SpurTargetLoad load = { 0 };

  if (target != SPUR_NONE)
    spur_load_get (spur_history_get_target_loads (picture->history), target, picture->from_ns,
                   picture->to_ns, &load);
  return load.work_ns + load.overhead_ns;
}

static void
append_imbalance (GString *html, SpurReport *self)
{
  g_autofree char *raw = format_imbalance (&self->raw);
  g_autofree char *text =
    self->has_corrected ? format_imbalance (&self->corrected) : g_strdup (raw);

  if (text == NULL)
    {
      g_string_append (html, "No target is ever busy.");
      return;
    }
  g_string_append_printf (html, "Over the whole trace, the largest load is %s times the mean",
                          text);
  if (raw != NULL && !g_str_equal (text, raw))
    g_string_append_printf (html, " (%s at the times as recorded)", raw);
  g_string_append_c (html, '.');
}

static void
append_busy_rows (GString *html, SpurReport *self)
{
  SpurSpaceTime *picture = (self->has_corrected ? &self->corrected : &self->raw)->picture;
  gint64 length_ns = MAX (picture->to_ns - picture->from_ns, 1);

  for (guint i = 0; i < picture->lanes->n_lanes; i++)
    {
      const SpurLane *lane = &picture->lanes->all[i];
      gint64 busy_ns = get_busy_ns (picture, lane->target);
      g_autofree char *percent = g_strconcat (
        SPUR_VIEW_DECIMAL ((gint64) ((double) busy_ns * 1000.0 / (double) length_ns + 0.5), 1),
        " %", NULL);

      /* A lane of a stream that belongs to no target. */
      if (lane->target == SPUR_NONE)
        continue;
      spur_page_begin_row (html, lane->name);
      spur_page_append_ns (html, busy_ns, 5);
      spur_page_append_cell (html, percent, FALSE);
      g_string_append (html, "</tr>\n");
    }
}

/* The load of the whole trace is known where its history is. */
static void
append_busy (GString *html, SpurReport *self)
{
  if (self->index != NULL)
    return;
  g_string_append (html,
                   "<details><summary>How busy each target is, over the whole trace</summary>\n"
                   "<p class=\"muted\">Share of the time in which a target is busy with work "
                   "or overhead. ");
  append_imbalance (html, self);
  g_string_append (html, "</p>\n<div class=\"scroll narrow\"><table><thead><tr><th>target</th>"
                         "<th class=\"number\">busy</th><th class=\"number\">share of the time</th>"
                         "</tr></thead><tbody>\n");
  append_busy_rows (html, self);
  g_string_append (html, "</tbody></table></div></details>\n");
}

static char *
make_picture_label (SpurReport *self)
{
  g_autofree char *edge_kinds = spur_report_list_edge_kinds (self);

  return g_strdup_printf ("space-time picture of %u lanes with %s %s, of which %s are "
                          "received before sent in the times as recorded",
                          self->raw.picture->lanes->n_lanes,
                          SPUR_VIEW_COUNT (self->raw.check.n_edges), edge_kinds,
                          SPUR_VIEW_COUNT (self->raw.check.n_reversed));
}

static gboolean
has_load_objects (SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  for (guint32 i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    if (g_type_is_a (spur_definitions_get_object (definitions, i)->type, SPUR_TYPE_LOAD_OBJECT))
      return TRUE;
  return FALSE;
}

/* How the picture is read, of what it has: a page that is served may get all of it. */
static void
append_picture_note (GString *html, SpurReport *self, gboolean is_served)
{
  const SpurSpaceTime *picture = self->raw.picture;
  const gboolean has_states = is_served || picture->tracks->len > 0;
  const gboolean has_messages = is_served || picture->counts.n_messages > 0;
  const gboolean has_moves = is_served || picture->counts.n_moves > 0;
  const gboolean has_values = picture->scene->values->len > 0;
  const gboolean has_objects = is_served || has_load_objects (self->trace);
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  g_autofree char *list = NULL;

  g_string_append_printf (
    html, "A row for every target%s.",
    has_objects ? ", and for every load object on it where the row is unfolded" : "");
  if (has_states)
    g_ptr_array_add (parts, (gpointer) "states are bars");
  if (has_messages)
    g_ptr_array_add (parts, (gpointer) "messages are lines from send to receive");
  if (has_moves)
    g_ptr_array_add (parts, (gpointer) "moves of load objects lie on top");
  if (has_values)
    g_ptr_array_add (parts, (gpointer) "what was measured is a line of steps");
  list = spur_view_join_names (parts);
  if (parts->len > 0)
    g_string_append_printf (html, " %c%s.", g_ascii_toupper (list[0]), list + 1);
  if (has_states)
    g_string_append (html, " Where states are shorter than a pixel, the height of a colour is its "
                           "share of the time.");
}

void
spur_report_add_text (GHashTable *pieces, SpurReport *self)
{
  g_autofree char *title = spur_view_find_title (self->trace);
  GString *bands = spur_page_add_piece (pieces, "BANDS");
  gboolean is_served = self->index != NULL || self->is_live;

  spur_page_set_piece (pieces, "TITLE", spur_page_escape (title));
  append_subtitle (spur_page_add_piece (pieces, "SUBTITLE"), self, title);
  append_headline (spur_page_add_piece (pieces, "HEADLINE"), self);
  spur_page_set_piece (pieces, "SWITCH", g_strdup (get_switch (self)));
  spur_page_set_piece (pieces, "PICTURE_LABEL", make_picture_label (self));
  append_picture_note (spur_page_add_piece (pieces, "PICTURE_NOTE"), self, is_served);
  append_legend (spur_page_add_piece (pieces, "LEGEND"), self);
  spur_page_set_piece (pieces, "EDGE_KINDS", spur_report_list_edge_kinds (self));
  if (self->raw.picture->counts.n_bands > 0)
    g_string_append (bands, "<label class=\"check\"><input type=\"checkbox\" id=\"show-bands\" "
                            "checked=\"checked\"/> collectives</label>\n");
  append_note (spur_page_add_piece (pieces, "NOTE"), self);
  spur_page_set_piece (pieces, "LOADS",
                       g_strdup (is_served ? "This page loads from its own server only."
                                           : "This page loads nothing from anywhere."));
  spur_page_set_piece (pieces, "LIVE", g_strdup (self->is_live ? LIVE_CONTROLS : ""));
  spur_page_set_piece (pieces, "CONNECT", g_strdup (is_served ? " connect-src 'self';" : ""));
  append_busy (spur_page_add_piece (pieces, "BUSY"), self);
}
