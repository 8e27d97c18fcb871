/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/output/spur-unmatched.h"

#include "cli/output/spur-text.h"

#define MAX_NAMED 10

static gint64
get_time_ns (SpurTrace *trace, const SpurUnmatched *row, gboolean is_raw)
{
  gint64 raw_ns = spur_stream_get_raw_ns (spur_trace_get_stream (trace, row->stream), row->event);
  SpurCorrection *correction = is_raw ? NULL : spur_trace_get_correction (trace);

  return correction == NULL ? raw_ns
                            : spur_correction_apply (correction, row->stream, row->event, raw_ns);
}

static const char *
get_object (SpurTrace *trace, const SpurUnmatched *row)
{
  return row->object < spur_trace_get_n_objects (trace)
           ? spur_trace_get_object_info (trace, row->object)->name
           : NULL;
}

static const char *
get_class (SpurTrace *trace, const SpurUnmatched *row)
{
  SpurStream *stream = spur_trace_get_stream (trace, row->stream);

  return spur_trace_get_class (trace, spur_stream_get_class_index (stream, row->event))->name;
}

static void
put_row (SpurCli *cli, SpurTrace *trace, const SpurUnmatched *row, gint64 begin_ns, gboolean is_raw)
{
  g_autoptr (GString) text = g_string_new ("  ");
  const char *object = get_object (trace, row);

  spur_text_append_safe (text, spur_stream_get_name (spur_trace_get_stream (trace, row->stream)));
  g_string_append (text, ", event ");
  spur_text_append_count (text, row->event);
  g_string_append (text, " at ");
  spur_text_append_seconds (text, get_time_ns (trace, row, is_raw) - begin_ns);
  g_string_append (text, " s, ");
  spur_text_append_safe (text, get_class (trace, row));
  g_string_append_printf (text, ": %s", spur_unmatched_reason_get_text (row->reason));
  if (row->n_missing > 1)
    g_string_append_printf (text, " (%u members, the first is ", row->n_missing);
  else if (object != NULL)
    g_string_append (text, row->reason == SPUR_UNMATCHED_SEND      ? " (to "
                           : row->reason == SPUR_UNMATCHED_RECEIVE ? " (from "
                                                                   : " (");
  if (object != NULL)
    spur_text_append_safe (text, object);
  g_string_append (text, row->n_missing > 1 || object != NULL ? ")\n" : "\n");
  spur_out_puts (cli->out, text->str);
}

void
spur_unmatched_put_text (SpurCli *cli, SpurTrace *trace, SpurEdges *edges, gboolean is_raw)
{
  guint64 n_all = spur_edges_get_n_unmatched (edges);
  gint64 begin_ns = 0, end_ns = 0;
  const SpurUnmatched *rows;
  gsize n_rows;

  if (n_all == 0)
    return;
  rows = spur_edges_get_unmatched (edges, &n_rows);
  spur_trace_get_span_ns (trace, FALSE, &begin_ns, &end_ns);
  spur_out_puts (cli->out, "\n");
  spur_cli_put (cli, SPUR_TONE_BOLD, "Without a partner");
  spur_out_puts (cli->out, "\n");
  for (gsize i = 0; i < MIN (n_rows, MAX_NAMED); i++)
    put_row (cli, trace, &rows[i], begin_ns, is_raw);
  if (n_all > MAX_NAMED)
    {
      g_autofree char *count = spur_text_count (n_all - MAX_NAMED);

      spur_out_printf (cli->out, "  and %s more; --json lists the first %d\n", count,
                       SPUR_EDGES_MAX_UNMATCHED);
    }
}

void
spur_unmatched_put_json (JsonBuilder *builder, SpurTrace *trace, SpurEdges *edges, gboolean is_raw)
{
  const SpurUnmatched *rows;
  gsize n_rows;

  rows = spur_edges_get_unmatched (edges, &n_rows);
  spur_cli_add_int (builder, "unmatched", (gint64) spur_edges_get_n_unmatched (edges));
  json_builder_set_member_name (builder, "unmatched_events");
  json_builder_begin_array (builder);
  for (gsize i = 0; i < n_rows; i++)
    {
      const SpurUnmatched *row = &rows[i];
      SpurStream *stream = spur_trace_get_stream (trace, row->stream);

      json_builder_begin_object (builder);
      spur_cli_add_int (builder, "stream", row->stream);
      spur_cli_add_string (builder, "stream_name", spur_stream_get_name (stream));
      spur_cli_add_int (builder, "event", (gint64) row->event);
      spur_cli_add_int (builder, "time_ns", get_time_ns (trace, row, is_raw));
      spur_cli_add_string (builder, "class", get_class (trace, row));
      spur_cli_add_string (builder, "reason", spur_unmatched_reason_get_text (row->reason));
      spur_cli_add_string (builder, "object", get_object (trace, row));
      spur_cli_add_int (builder, "missing_members", row->n_missing);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}
