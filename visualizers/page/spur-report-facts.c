/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Parts of the page of a trace that say what its correction did and what is known of it. */
#include <string.h>

#include "core/causality/spur-disagreements.h"
#include "visualizers/page/spur-page-private.h"

/* A fact of one stream is named METHOD.stream.NUMBER.WHAT. */
#define STREAM_MARK ".stream."
#define MAX_STREAM_COLUMNS 8

static gboolean
has_unit (const char *key, const char *unit)
{
  gsize n_bytes = strlen (key), n_unit_bytes = strlen (unit);

  return n_bytes > n_unit_bytes && g_str_has_suffix (key, unit) &&
         strchr ("-_", key[n_bytes - n_unit_bytes - 1]) != NULL;
}

/* A fact's value with the unit that its key says. */
static char *
format_value (const char *key, const char *value)
{
  gint64 number;

  if (!g_ascii_string_to_signed (value, 10, G_MININT64, G_MAXINT64, &number, NULL))
    return spur_page_escape (value);
  if (has_unit (key, "ns"))
    return g_strdup (SPUR_VIEW_NS (number, 6));
  return g_strconcat (SPUR_VIEW_DECIMAL (number, 0), has_unit (key, "ppb") ? " ppb" : NULL, NULL);
}

/* A key without its unit, and with blanks. */
static char *
format_key (const char *key)
{
  g_autofree char *words = g_strdup (key);

  if (has_unit (words, "ns"))
    words[strlen (words) - 3] = '\0';
  else if (has_unit (words, "ppb"))
    words[strlen (words) - 4] = '\0';
  g_strdelimit (words, "-_.", ' ');
  return spur_page_escape (words);
}

/* Splits METHOD.stream.NUMBER.WHAT into its number and METHOD.WHAT. */
static gboolean
split_stream_key (const char *key, guint64 *stream, char **column)
{
  const char *mark = strstr (key, STREAM_MARK);
  const char *number = mark != NULL ? mark + strlen (STREAM_MARK) : NULL;
  char *end = NULL;

  if (number == NULL || !g_ascii_isdigit (*number))
    return FALSE;
  *stream = g_ascii_strtoull (number, &end, 10);
  if (*end != '.')
    return FALSE;
  *column = g_strdup_printf ("%.*s%s", (int) (mark - key), key, end);
  return TRUE;
}

/* The columns of the table of streams, in the order in which they were noted. */
static GPtrArray *
list_columns (SpurCorrection *correction)
{
  GPtrArray *keys = spur_correction_get_fact_keys (correction);
  GPtrArray *columns = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < keys->len; i++)
    {
      g_autofree char *column = NULL;
      guint64 stream;

      if (split_stream_key (g_ptr_array_index (keys, i), &stream, &column) &&
          columns->len < MAX_STREAM_COLUMNS &&
          !g_ptr_array_find_with_equal_func (columns, column, g_str_equal, NULL))
        g_ptr_array_add (columns, g_steal_pointer (&column));
    }
  return columns;
}

static const char *
find_stream_fact (SpurCorrection *correction, guint stream, const char *column)
{
  const char *point = strchr (column, '.');
  g_autofree char *key =
    g_strdup_printf ("%.*s" STREAM_MARK "%u%s", (int) (point - column), column, stream, point);

  return spur_correction_get_fact (correction, key);
}

static void
append_shift (GString *html, SpurReport *self, guint index, guint64 event)
{
  SpurStream *stream = spur_trace_get_stream (self->trace, index);
  gint64 raw_ns = spur_stream_get_raw_ns (stream, event);
  gint64 shift_ns =
    spur_correction_apply (spur_trace_get_correction (self->trace), index, event, raw_ns) - raw_ns;

  g_string_append_printf (html, "<td class=\"number\">%s%s</td>", shift_ns > 0 ? "+" : "",
                          SPUR_VIEW_NS (shift_ns, 6));
}

static void
append_stream_row (GString *html, SpurReport *self, guint index, GPtrArray *columns)
{
  SpurCorrection *correction = spur_trace_get_correction (self->trace);
  SpurStream *stream = spur_trace_get_stream (self->trace, index);
  guint64 n_events = spur_stream_get_n_events (stream);

  spur_page_begin_row (html, spur_stream_get_name (stream));
  spur_page_append_count (html, spur_report_count_stream (self, index), FALSE);
  if (n_events > 0)
    {
      append_shift (html, self, index, 0);
      append_shift (html, self, index, n_events - 1);
    }
  else
    g_string_append (html, "<td></td><td></td>");
  for (guint i = 0; i < columns->len; i++)
    {
      const char *column = g_ptr_array_index (columns, i);
      const char *value = find_stream_fact (correction, index, column);
      g_autofree char *text = value != NULL ? format_value (column, value) : g_strdup ("");

      spur_page_append_cell (html, text, FALSE);
    }
  g_string_append (html, "</tr>\n");
}

static void
append_stream_table (GString *html, SpurReport *self)
{
  g_autoptr (GPtrArray) columns = list_columns (spur_trace_get_correction (self->trace));

  g_string_append (html,
                   "<div class=\"scroll\"><table><thead><tr><th>stream</th>"
                   "<th class=\"number\">events</th><th class=\"number\">first event moved by</th>"
                   "<th class=\"number\">last event moved by</th>");
  for (guint i = 0; i < columns->len; i++)
    {
      g_autofree char *title = format_key (g_ptr_array_index (columns, i));

      g_string_append_printf (html, "<th class=\"number\">%s</th>", title);
    }
  g_string_append (html, "</tr></thead><tbody>\n");
  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    append_stream_row (html, self, i, columns);
  g_string_append (html, "</tbody></table></div>\n");
}

static void
append_correction (GString *html, SpurReport *self)
{
  SpurCorrection *correction = spur_trace_get_correction (self->trace);
  GPtrArray *keys;

  if (correction == NULL)
    return;
  g_string_append (html, "<section><details>\n<summary>What the correction did</summary>\n<p "
                         "class=\"muted\">How far the events of each stream "
                         "were moved in time, and what each step of the method found.</p>\n");
  append_stream_table (html, self);
  g_string_append (html, "<div class=\"columns\"><table><tbody>\n");
  keys = spur_correction_get_fact_keys (correction);
  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);
      g_autofree char *column = NULL;
      g_autofree char *name = format_key (key);
      g_autofree char *value = format_value (key, spur_correction_get_fact (correction, key));
      guint64 stream;

      /* Keys of maps are only for programs. */
      if (!g_str_has_prefix (key, "maps.") && !split_stream_key (key, &stream, &column))
        g_string_append_printf (html, "<tr><th>%s</th><td>%s</td></tr>\n", name, value);
    }
  g_string_append (html, "</tbody></table></div>\n</details></section>\n");
}

static void
append_count_row (GString *html, const char *what, guint64 count)
{
  spur_page_begin_row (html, what);
  spur_page_append_count (html, count, FALSE);
  g_string_append (html, "</tr>\n");
}

static void
append_counts (GString *html, SpurReport *self)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  const SpurMatchCounts *counts = spur_edges_get_counts (self->edges);
  g_autoptr (SpurDisagreements) found = spur_disagreements_find (self->trace, self->edges, NULL);

  append_count_row (html, "events", self->n_events);
  append_count_row (html, "streams", spur_trace_get_n_streams (self->trace));
  append_count_row (html, "clocks", spur_definitions_get_n_clocks (definitions));
  append_count_row (html, "event classes", spur_trace_get_n_classes (self->trace));
  append_count_row (html, "states", spur_definitions_get_n_states (definitions));
  for (guint k = 0; k < SPUR_N_EDGE_KINDS; k++)
    {
      guint64 n_edges = self->raw.check.of_kind[k].n_edges;
      g_autofree char *what =
        g_strconcat (spur_edge_kind_get_text ((SpurEdgeKind) k), " between streams", NULL);

      if (k == SPUR_EDGE_MESSAGE || n_edges > 0)
        append_count_row (html, what, n_edges);
    }
  append_count_row (html, "messages within a stream", counts->n_local);
  append_count_row (html, "sends without a receive", counts->n_unmatched_sends);
  append_count_row (html, "receives without a send", counts->n_unmatched_receives);
  append_count_row (html, "messages received with another size than sent",
                    spur_disagreements_count (found, SPUR_DISAGREEMENT_SIZE));
  append_count_row (html, "messages received with another tag than sent",
                    spur_disagreements_count (found, SPUR_DISAGREEMENT_TAG));
  append_count_row (html, "collective operations", spur_edges_get_n_collectives (self->edges));
  append_count_row (html, "incomplete collective operations", counts->n_incomplete_collectives);
  append_count_row (html, "events before the one before them (as recorded)",
                    self->raw.check.n_order_inversions);
  for (guint i = 0; i < spur_trace_get_n_losses (self->trace); i++)
    {
      const SpurLoss *loss = spur_trace_get_loss (self->trace, i);
      g_autofree char *what = g_strdup_printf ("left out in reading: %s", loss->what);

      append_count_row (html, what, loss->count);
    }
}

void
spur_report_add_facts (GHashTable *pieces, SpurReport *self)
{
  GPtrArray *keys = spur_trace_get_fact_keys (self->trace);
  GString *facts = spur_page_add_piece (pieces, "FACTS");

  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);

      spur_page_append_fact (facts, key, spur_trace_get_fact (self->trace, key));
    }
  append_counts (spur_page_add_piece (pieces, "COUNTS"), self);
  append_correction (spur_page_add_piece (pieces, "CORRECTION"), self);
}
