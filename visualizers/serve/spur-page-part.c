/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* All events of a part of a large trace, with what is around, as the page of a small trace has
 * them. */
#include "core/base/spur-error-internal.h"
#include "visualizers/serve/spur-page-source-private.h"

/* The window around an event that is asked for. */
static gboolean
place_event (SpurPageSource *self, GHashTable *query, SpurPageWindow *window, GError **error)
{
  SpurTrace *trace = self->report.trace;
  gint64 stream, event, last_stream = (gint64) spur_trace_get_n_streams (trace) - 1;
  guint64 n_events;

  window->side = spur_page_query_side (self, query, error);
  if (window->side == NULL ||
      !spur_page_query_int (query, "stream", 0, last_stream, &stream, error) ||
      !spur_page_query_int (query, "event", 0, G_MAXINT64, &event, error))
    return FALSE;
  n_events = spur_stream_get_n_events (spur_trace_get_stream (trace, (guint) stream));
  if ((guint64) event >= n_events)
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is no such event");
  window->from_ns =
    spur_space_time_event_ns (window->side->picture, (guint) stream, (guint64) event);
  window->to_ns = window->from_ns + 1;
  return TRUE;
}

static SpurPageWindow
widen_window (const SpurPageWindow *window, gint64 margin_ns)
{
  SpurPageWindow wide = *window;

  wide.from_ns = MAX (window->from_ns - margin_ns, -SPUR_TIME_LIMIT_NS);
  wide.to_ns = MIN (window->to_ns + margin_ns, SPUR_TIME_LIMIT_NS);
  return wide;
}

/* As wide as a part may be, so that a page can move a little without asking again. */
static gboolean
fill_window (SpurPageSource *self, SpurPageWindow *window, GError **error)
{
  const SpurSpaceTime *picture = window->side->picture;
  gint64 low = 0, high = picture->to_ns - picture->from_ns;
  SpurPageWindow wide;

  if (spur_page_window_count (self, window) > SPUR_REPORT_PART_EVENTS)
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           "the window has more than %u events", SPUR_REPORT_PART_EVENTS);
  while (high - low > 1)
    {
      gint64 middle = low + (high - low) / 2;

      wide = widen_window (window, middle);
      if (spur_page_window_count (self, &wide) > SPUR_REPORT_PART_EVENTS)
        high = middle;
      else
        low = middle;
    }
  *window = widen_window (window, low);
  return TRUE;
}

/* Rows, colours and styles of a part are those of the page. */
static void
fill_side (SpurPageSource *self, SpurReport *part, SpurReportSide *side, gboolean is_outline)
{
  const SpurSpaceTimeOptions options = { .trace = part->trace,
                                         .edges = part->edges,
                                         .registry = spur_registry_get_default (),
                                         .index = self->report.index,
                                         .edge_index = side == &part->raw ? self->raw_edges
                                                                          : self->corrected_edges,
                                         .raw = side == &part->raw,
                                         .has_span = TRUE,
                                         .from_ns = part->from_ns,
                                         .to_ns = part->to_ns,
                                         .lanes = self->report.raw.picture->lanes,
                                         .keep_all = TRUE,
                                         .is_outline = is_outline,
                                         .has_stream_rows = TRUE,
                                         .max_span_events = is_outline ? 0 : G_MAXUINT64,
                                         .max_arrows = G_MAXUINT,
                                         .max_bands = G_MAXUINT };

  side->picture = spur_space_time_new (&options);
}

static GString *
write_part (SpurReport *part, const SpurReportSide *side)
{
  gboolean raw = side == &part->raw;
  GString *json = g_string_new (NULL);

  g_string_append_printf (
    json, "{\"from\":%" G_GINT64_FORMAT ",\"to\":%" G_GINT64_FORMAT ",\"columns\":{",
    part->from_ns - side->picture->zero_ns, part->to_ns - side->picture->zero_ns);
  spur_report_append_events (json, part);
  spur_report_append_edges (json, part);
  g_string_append_printf (json, "},\"times\":{\"%s\":", raw ? "raw" : "corrected");
  /* The page has the load of the whole trace, or none. */
  spur_report_append_side (json, part, raw ? &part->raw : &part->corrected, 1);
  return g_string_append (json, "}}");
}

GBytes *
spur_page_source_make_part (SpurPageSource *self, GHashTable *query, GError **error)
{
  const gboolean is_event = query != NULL && g_hash_table_contains (query, "event");
  SpurReport part = { .trace = self->report.trace,
                      .edges = self->report.edges,
                      .has_corrected = self->report.has_corrected };
  SpurReportOptions options = { .has_span = TRUE };
  SpurPageWindow window;
  GString *json;
  gboolean raw;

  if (!(is_event ? place_event (self, query, &window, error)
                 : spur_page_query_window (self, query, &window, error)) ||
      !fill_window (self, &window, error))
    return NULL;
  raw = window.side == &self->report.raw;
  options.from_ns = part.from_ns = window.from_ns;
  options.to_ns = part.to_ns = window.to_ns;
  part.only = raw ? &part.raw : &part.corrected;
  fill_side (self, &part, &part.raw, !raw);
  if (part.has_corrected)
    fill_side (self, &part, &part.corrected, raw);
  spur_report_choose_window (&part, &options);
  json = write_part (&part, part.only);
  spur_report_clear (&part);
  return g_string_free_to_bytes (json);
}
