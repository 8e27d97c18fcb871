/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The part of the page of a trace that says what calls waited for, and how far that is known. */
#include "core/analysis/waits/spur-waits.h"
#include "spur-enums.h"
#include "visualizers/page/spur-page-private.h"

/* A page lists the first streams, and the longest waits. */
#define MAX_STREAMS 1000
#define MAX_LONGEST 25

/* Of a bar, in units of its picture. */
#define BAR_WIDTH 160.0
#define BAR_HEIGHT 12.0

typedef struct
{
  SpurTrace *trace;
  SpurSpaceTime *picture;
  SpurWaits *waits;
  GEnumClass *patterns;
  guint n_streams;
  /* What a full bar is. */
  gint64 most_ns;
} WaitsPage;

static const char *
get_pattern_name (const WaitsPage *self, guint pattern)
{
  return g_enum_get_value (self->patterns, (int) pattern)->value_nick;
}

static SpurWaitTotal
get_total (const WaitsPage *self, guint32 stream, guint32 pattern)
{
  SpurWaitTotal total;

  spur_waits_get_total (self->waits, stream, pattern, &total);
  return total;
}

static void
append_error (GString *html, gint64 error_ns)
{
  if (error_ns >= 0)
    spur_page_append_ns (html, error_ns, 4);
  else
    spur_page_append_cell (html, "unknown", FALSE);
}

static void
append_share (GString *html, gint64 part_ns, gint64 whole_ns)
{
  g_autofree char *text = g_strconcat (
    SPUR_VIEW_DECIMAL ((gint64) (1e4 * (double) part_ns / (double) MAX (whole_ns, 1) + 0.5), 2),
    " %", NULL);

  spur_page_append_cell (html, text, FALSE);
}

/* A bar as long as the waits, and a line over what they may be. */
static void
append_bar (GString *html, const WaitsPage *self, const SpurWaitTotal *total)
{
  double scale = BAR_WIDTH / (double) MAX (self->most_ns, 1);
  double middle = (double) total->duration_ns * scale;
  double error = (double) MAX (total->error_ns, 0) * scale;

  g_string_append_printf (html,
                          "<td><svg class=\"wait-bar\" viewBox=\"0 0 %s %s\" "
                          "preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect height=\"%s\" ",
                          SPUR_PAGE_NUMBER ("%.0f", BAR_WIDTH),
                          SPUR_PAGE_NUMBER ("%.0f", BAR_HEIGHT),
                          SPUR_PAGE_NUMBER ("%.0f", BAR_HEIGHT));
  g_string_append_printf (html, "width=\"%s\"/>", SPUR_PAGE_NUMBER ("%.2f", middle));
  if (error > 0.0)
    g_string_append_printf (html, "<path d=\"M%s 2v8m0-4H%sm0-4v8\"/>",
                            SPUR_PAGE_NUMBER ("%.2f", MAX (middle - error, 0.5)),
                            SPUR_PAGE_NUMBER ("%.2f", MIN (middle + error, BAR_WIDTH - 0.5)));
  g_string_append (html, "</svg></td>");
}

static void
append_total (GString *html, const WaitsPage *self, const SpurWaitTotal *total, guint n_streams)
{
  gint64 length_ns = self->picture->to_ns - self->picture->from_ns;

  spur_page_append_count (html, total->n_waits, FALSE);
  spur_page_append_count (html, total->n_undetermined, FALSE);
  spur_page_append_ns (html, total->duration_ns, 4);
  append_error (html, total->error_ns);
  append_share (html, total->duration_ns, (gint64) n_streams * length_ns);
}

static void
append_patterns (GString *html, const WaitsPage *self)
{
  g_string_append (html, "<div class=\"scroll wait-patterns\"><table><thead><tr><th>pattern</th>"
                         "<th class=\"number\">waits</th><th class=\"number\">not determined</th>"
                         "<th class=\"number\">time</th><th class=\"number\">±</th>"
                         "<th class=\"number\">of the time</th></tr></thead><tbody>\n");
  for (guint p = 0; p < SPUR_N_WAIT_PATTERNS; p++)
    {
      SpurWaitTotal total = get_total (self, SPUR_NONE, p);

      if (total.n_waits == 0)
        continue;
      spur_page_begin_row (html, get_pattern_name (self, p));
      append_total (html, self, &total, self->n_streams);
      g_string_append (html, "</tr>\n");
    }
  g_string_append (html, "</tbody></table></div>\n");
}

static void
append_stream (GString *html, const WaitsPage *self, guint32 stream)
{
  SpurWaitTotal all = get_total (self, stream, SPUR_NONE);

  spur_page_begin_row (html, spur_stream_get_name (spur_trace_get_stream (self->trace, stream)));
  append_bar (html, self, &all);
  append_total (html, self, &all, 1);
  for (guint p = 0; p < SPUR_N_WAIT_PATTERNS; p++)
    {
      SpurWaitTotal total = get_total (self, stream, p);

      if (get_total (self, SPUR_NONE, p).n_waits == 0)
        continue;
      if (total.n_waits > 0)
        spur_page_append_ns (html, total.duration_ns, 4);
      else
        spur_page_append_cell (html, "", FALSE);
    }
  g_string_append (html, "</tr>\n");
}

static void
append_streams (GString *html, const WaitsPage *self)
{
  guint n_shown = MIN (self->n_streams, MAX_STREAMS);

  g_string_append (html,
                   "<div class=\"scroll wait-streams\"><table><thead><tr><th>stream</th><th></th>"
                   "<th class=\"number\">waits</th><th class=\"number\">not determined</th>"
                   "<th class=\"number\">time</th><th class=\"number\">±</th>"
                   "<th class=\"number\">of its time</th>");
  for (guint p = 0; p < SPUR_N_WAIT_PATTERNS; p++)
    {
      if (get_total (self, SPUR_NONE, p).n_waits > 0)
        g_string_append_printf (html, "<th class=\"number\">%s</th>", get_pattern_name (self, p));
    }
  g_string_append (html, "</tr></thead><tbody>\n");
  for (guint32 s = 0; s < n_shown; s++)
    append_stream (html, self, s);
  g_string_append (html, "</tbody></table></div>\n");
  if (n_shown < self->n_streams)
    g_string_append_printf (html, "<p class=\"muted\">These are the first %s of %s streams.</p>\n",
                            SPUR_VIEW_COUNT (n_shown), SPUR_VIEW_COUNT (self->n_streams));
}

/* The name of the state that the event enters, for use in HTML. */
static char *
format_call (const WaitsPage *self, const SpurWait *wait)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  SpurStream *stream = spur_trace_get_stream (self->trace, wait->stream);
  const SpurEventLayout *layout;
  const guint8 *record = spur_stream_get_record (stream, wait->call_event, &layout);
  guint64 state = spur_event_layout_get_use (layout, SPUR_USE_STATE, record, SPUR_NONE);

  if (layout->effect != SPUR_EFFECT_ENTER || state >= spur_definitions_get_n_states (definitions))
    return g_strdup ("");
  return spur_page_escape (spur_definitions_get_state (definitions, (guint32) state)->name);
}

static char *
format_stream (const WaitsPage *self, guint32 stream)
{
  return stream != SPUR_NONE
           ? spur_page_escape (spur_stream_get_name (spur_trace_get_stream (self->trace, stream)))
           : g_strdup ("");
}

/* The picture shows as much before and after the wait as that is long. */
static void
append_wait (GString *html, const WaitsPage *self, guint64 index, guint digits)
{
  gint64 zero_ns = self->picture->zero_ns;
  g_autofree char *stream = NULL;
  g_autofree char *cause = NULL;
  g_autofree char *call = NULL;
  g_autofree char *at = NULL;
  SpurWait wait;

  spur_waits_get_wait (self->waits, index, &wait);
  at = spur_page_mark_ns (wait.begin_ns - zero_ns, digits);
  stream = format_stream (self, wait.stream);
  cause = format_stream (self, wait.cause_stream);
  call = format_call (self, &wait);
  g_string_append_printf (
    html,
    "<tr><th class=\"number\"><button type=\"button\" class=\"show\" "
    "data-from=\"%" G_GINT64_FORMAT "\" data-to=\"%" G_GINT64_FORMAT "\">%s</button></th>",
    wait.begin_ns - zero_ns - wait.duration_ns, wait.begin_ns - zero_ns + 2 * wait.duration_ns, at);
  spur_page_append_ns (html, wait.duration_ns, 4);
  append_error (html, wait.error_ns);
  g_string_append_printf (html, "<td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n",
                          get_pattern_name (self, wait.pattern), stream, call, cause);
}

/* How many digits of their times tell waits apart: a tenth of the shortest one is enough. */
static guint
count_digits (const WaitsPage *self, const guint64 *waits, guint n_waits)
{
  gint64 latest_ns = 1, shortest_ns = G_MAXINT64;
  guint digits = 1;

  for (guint i = 0; i < n_waits; i++)
    {
      SpurWait wait;

      spur_waits_get_wait (self->waits, waits[i], &wait);
      latest_ns = MAX (latest_ns, wait.begin_ns - self->picture->zero_ns);
      shortest_ns = MIN (shortest_ns, wait.duration_ns);
    }
  for (gint64 rest_ns = latest_ns; rest_ns / 10 >= MAX (shortest_ns / 10, 1); rest_ns /= 10)
    digits++;
  return digits;
}

static void
append_longest (GString *html, const WaitsPage *self)
{
  guint n_longest;
  g_autofree guint64 *longest = spur_waits_list_longest (self->waits, MAX_LONGEST, &n_longest);
  guint digits = count_digits (self, longest, n_longest);

  g_string_append (html, "<h3>The longest waits</h3>\n<p class=\"muted\">The picture above shows "
                         "the wait whose time is chosen.</p>\n"
                         "<div class=\"scroll wait-longest\"><table><thead><tr>"
                         "<th class=\"number\">at</th>"
                         "<th class=\"number\">time</th><th class=\"number\">±</th>"
                         "<th>pattern</th><th>of</th><th>in</th><th>for</th></tr></thead>"
                         "<tbody>\n");
  for (guint i = 0; i < n_longest; i++)
    append_wait (html, self, longest[i], digits);
  g_string_append (html, "</tbody></table></div>\n");
}

static guint32
find_extreme (const WaitsPage *self, gboolean is_most)
{
  guint32 found = 0;

  for (guint32 s = 1; s < self->n_streams; s++)
    {
      gint64 one_ns = get_total (self, s, SPUR_NONE).duration_ns;
      gint64 found_ns = get_total (self, found, SPUR_NONE).duration_ns;

      if (is_most ? one_ns > found_ns : one_ns < found_ns)
        found = s;
    }
  return found;
}

static guint
find_largest_pattern (const WaitsPage *self)
{
  guint found = 0;

  for (guint p = 1; p < SPUR_N_WAIT_PATTERNS; p++)
    {
      if (get_total (self, SPUR_NONE, p).duration_ns >
          get_total (self, SPUR_NONE, found).duration_ns)
        found = p;
    }
  return found;
}

/* What the clocks leave open. */
static void
append_known (GString *html, const SpurWaitTotal *all)
{
  if (all->error_ns < 0)
    g_string_append (html, " How well the clocks agree is not known, so none of it is certain.");
  else if (all->error_ns > 0)
    g_string_append_printf (html, " That may be off by %s, as far as the clocks are known.",
                            SPUR_PAGE_NS (all->error_ns, 4));
  if (all->n_undetermined > 0 && all->error_ns >= 0)
    g_string_append_printf (html,
                            " %s of %s waits are not longer than what the clocks are known to: "
                            "they may not be there.",
                            SPUR_VIEW_COUNT (all->n_undetermined), SPUR_VIEW_COUNT (all->n_waits));
}

static void
append_largest_pattern (GString *html, const WaitsPage *self, gint64 all_ns)
{
  guint pattern = find_largest_pattern (self);
  gint64 pattern_ns = get_total (self, SPUR_NONE, pattern).duration_ns;

  if (pattern_ns == all_ns)
    g_string_append_printf (html, ", all of it by %s.", get_pattern_name (self, pattern));
  else
    g_string_append_printf (html, ", most of it by %s (%s).", get_pattern_name (self, pattern),
                            SPUR_PAGE_NS (pattern_ns, 4));
}

static void
append_findings (GString *html, const WaitsPage *self)
{
  guint64 n_reversed = spur_waits_get_n_reversed (self->waits);
  SpurWaitTotal all = get_total (self, SPUR_NONE, SPUR_NONE);
  guint32 most = find_extreme (self, TRUE), least = find_extreme (self, FALSE);
  g_autofree char *most_name = format_stream (self, most);
  g_autofree char *least_name = format_stream (self, least);

  if (n_reversed > 0)
    g_string_append_printf (html,
                            "<p class=\"sample-note\"><b>Not safe:</b> %s edges are received "
                            "before they are sent at these times.</p>\n",
                            SPUR_VIEW_COUNT (n_reversed));
  g_string_append_printf (html, "<p>All streams together wait for %s",
                          SPUR_PAGE_NS (all.duration_ns, 4));
  append_largest_pattern (html, self, all.duration_ns);
  if (self->n_streams > 1)
    g_string_append_printf (html, " %s waits longest (%s), %s least (%s).", most_name,
                            SPUR_PAGE_NS (get_total (self, most, SPUR_NONE).duration_ns, 4),
                            least_name,
                            SPUR_PAGE_NS (get_total (self, least, SPUR_NONE).duration_ns, 4));
  append_known (html, &all);
  g_string_append (html, "</p>\n");
}

/* The longest wait is a finding. */
static void
append_longest_finding (GString *html, const WaitsPage *self)
{
  guint n_longest;
  g_autofree guint64 *longest = spur_waits_list_longest (self->waits, 1, &n_longest);
  gint64 from_ns;
  g_autofree char *stream = NULL;
  g_autofree char *cause = NULL;
  SpurWait wait;

  if (n_longest == 0)
    return;
  spur_waits_get_wait (self->waits, longest[0], &wait);
  stream = format_stream (self, wait.stream);
  cause = format_stream (self, wait.cause_stream);
  from_ns = wait.begin_ns - self->picture->zero_ns;
  g_string_append_printf (html, "<li>The longest wait is one of %s", stream);
  if (*cause != '\0')
    g_string_append_printf (html, ", for %s", cause);
  g_string_append_printf (html, ": %s (%s)", SPUR_PAGE_NS (wait.duration_ns, 4),
                          get_pattern_name (self, wait.pattern));
  g_string_append_printf (html,
                          ". <button type=\"button\" class=\"show\" data-from=\"%" G_GINT64_FORMAT
                          "\" data-to=\"%" G_GINT64_FORMAT "\">Show</button></li>\n",
                          from_ns - wait.duration_ns, from_ns + 2 * wait.duration_ns);
}

static void
append_section (GString *html, WaitsPage *self)
{
  for (guint32 s = 0; s < self->n_streams; s++)
    {
      SpurWaitTotal total = get_total (self, s, SPUR_NONE);

      self->most_ns = MAX (self->most_ns, total.duration_ns + MAX (total.error_ns, 0));
    }
  g_string_append (html, "<section aria-labelledby=\"waits\">\n<h2 id=\"waits\">Waits</h2>\n"
                         "<p class=\"muted\">When calls of the message layer wait, by the patterns "
                         "of Scalasca. The line on a bar is by how much the clocks may be off."
                         "</p>\n");
  append_findings (html, self);
  append_streams (html, self);
  append_patterns (html, self);
  append_longest (html, self);
  g_string_append (html, "</section>\n");
}

void
spur_report_add_waits (GHashTable *pieces, SpurReport *report, const SpurJob *job)
{
  const SpurWaitsSettings settings = { !report->has_corrected, -1, G_MININT64, G_MAXINT64 };
  const SpurReportSide *side = report->has_corrected ? &report->corrected : &report->raw;
  g_autoptr (SpurWaits) waits = spur_waits_new (report->trace, report->edges, &settings, job, NULL);
  GString *html = spur_page_add_piece (pieces, "WAITS");
  WaitsPage self = { .trace = report->trace,
                     .picture = side->picture,
                     .waits = waits,
                     .n_streams = spur_trace_get_n_streams (report->trace) };

  /* A trace that is too large for waits has a page without them, as has one that does not wait. */
  if (waits == NULL || spur_waits_get_n_waits (waits) == 0)
    return;
  self.patterns = g_type_class_ref (SPUR_TYPE_WAIT_PATTERN);
  append_section (html, &self);
  append_longest_finding (g_hash_table_lookup (pieces, "FINDINGS"), &self);
  g_type_class_unref (self.patterns);
}
