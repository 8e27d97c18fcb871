/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-edges-tree.h"

#include "core/causality/spur-cycles.h"
#include "spur-enums.h"

#define MAX_NAMED 10
#define MAX_NAMED_EDGES 20

const SpurColumn spur_finding_columns[] = { { "kind", "" }, { "text", "" }, { NULL } };

static void
add_kinds (SpurTree *self, const SpurCheck *check)
{
  g_autoptr (GEnumClass) kinds = g_type_class_ref (SPUR_TYPE_EDGE_KIND);

  spur_tree_begin_object (self, "kinds");
  for (int k = 0; k < SPUR_N_EDGE_KINDS; k++)
    {
      const SpurCheckEdges *edges = &check->of_kind[k];

      /* Messages are there, if only to say that there are none. */
      if (k != SPUR_EDGE_MESSAGE && edges->n_edges == 0)
        continue;
      spur_tree_begin_object (self, g_enum_get_value (kinds, k)->value_nick);
      spur_tree_add_count (self, "edges", edges->n_edges);
      spur_tree_add_count (self, "reversed", edges->n_reversed);
      spur_tree_add_count (self, "below_mu", edges->n_below_mu);
      spur_tree_add_int (self, "worst_ns", edges->worst_ns);
      spur_tree_end (self);
    }
  spur_tree_end (self);
}

void
spur_tree_add_check (SpurTree *self, const SpurCheck *check)
{
  spur_tree_add_count (self, "edges", check->n_edges);
  spur_tree_add_count (self, "reversed", check->n_reversed);
  spur_tree_add_count (self, "below_mu", check->n_below_mu);
  spur_tree_add_int (self, "worst_ns", check->worst_ns);
  spur_tree_add_count (self, "collective_receives", check->n_collective_receives);
  spur_tree_add_count (self, "collective_reversed", check->n_collective_reversed);
  spur_tree_add_count (self, "collective_below_mu", check->n_collective_below_mu);
  spur_tree_add_int (self, "collective_worst_ns", check->collective_worst_ns);
  spur_tree_add_count (self, "order_inversions", check->n_order_inversions);
  add_kinds (self, check);
}

void
spur_tree_add_reversed (SpurTree *self, guint64 n_reversed, const char *what)
{
  spur_tree_add_count (self, "reversed", n_reversed);
  if (n_reversed > 0)
    spur_tree_print_note (self, "unsafe",
                          "%" G_GUINT64_FORMAT
                          " messages arrive before they were sent: %s are not safe (spur correct).",
                          n_reversed, what);
}

void
spur_tree_add_check_object (SpurTree *self, const char *name, const SpurCheck *check)
{
  spur_tree_begin_object (self, name);
  spur_tree_add_check (self, check);
  spur_tree_end (self);
}

void
spur_tree_add_edges (SpurTree *self, SpurEdges *edges)
{
  spur_tree_add_count (self, "local_messages", spur_edges_get_counts (edges)->n_local);
  spur_tree_add_count (self, "unmatched_sends", spur_edges_get_counts (edges)->n_unmatched_sends);
  spur_tree_add_count (self, "unmatched_receives",
                       spur_edges_get_counts (edges)->n_unmatched_receives);
  spur_tree_add_count (self, "collectives", spur_edges_count_collectives (edges));
  spur_tree_add_count (self, "incomplete_collectives",
                       spur_edges_get_counts (edges)->n_incomplete_collectives);
  spur_tree_add_count (self, "cyclic_edges", spur_edges_get_counts (edges)->n_cyclic);
}

void
spur_tree_add_cycles (SpurTree *self, SpurEdges *edges, SpurTrace *trace)
{
  g_autofree char *names = NULL;

  if (spur_edges_get_counts (edges)->n_cyclic == 0)
    return;
  names = spur_edges_describe_cyclic (edges, trace, MAX_NAMED_EDGES);
  spur_tree_add_note (self, "cycles_warning",
                      "These edges form cycles, so they are matched wrongly; no clock can obey "
                      "them:");
  spur_tree_add_note (self, "cycles", names);
}

void
spur_tree_add_facts (SpurTree *self, const char *name, SpurCorrection *correction)
{
  GPtrArray *keys = correction != NULL ? spur_correction_get_fact_keys (correction) : NULL;

  spur_tree_begin_object (self, name);
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    spur_tree_add_string (self, keys->pdata[i],
                          spur_correction_get_fact (correction, keys->pdata[i]));
  spur_tree_end (self);
}

void
spur_tree_add_verdict (SpurTree *self, SpurClockVerdict verdict, guint component)
{
  g_autoptr (GEnumClass) verdicts = g_type_class_ref (SPUR_TYPE_CLOCK_VERDICT);

  spur_tree_add_string (self, "verdict", g_enum_get_value (verdicts, (int) verdict)->value_nick);
  spur_tree_add_int (self, "component", component);
}

void
spur_tree_add_findings (SpurTree *self, SpurTrace *trace, SpurCorrection *correction)
{
  g_autoptr (GArray) findings = spur_clock_finding_list (correction);
  g_autoptr (GEnumClass) kinds = g_type_class_ref (SPUR_TYPE_CLOCK_FINDING_KIND);
  g_autofree char *known = correction != NULL ? spur_clock_verdict_describe (correction) : NULL;

  spur_tree_add_string (self, "known", known);
  spur_tree_add_string (self, "verdict",
                        known != NULL ? spur_correction_get_fact (correction, "verdict") : NULL);
  for (guint i = 0; spur_tree_next_row (self, "findings", i, findings->len); i++)
    {
      const SpurClockFinding *finding = &g_array_index (findings, SpurClockFinding, i);
      g_autofree char *text = spur_clock_finding_describe (finding, trace);

      spur_tree_add_string (self, "kind",
                            g_enum_get_value (kinds, (int) finding->kind)->value_nick);
      if (finding->stream != G_MAXUINT32)
        spur_tree_add_int (self, "stream", finding->stream);
      else
        spur_tree_add_null (self, "stream");
      spur_tree_add_int (self, "time_ns", finding->time_ns);
      spur_tree_add_int (self, "size_ns", finding->size_ns);
      spur_tree_add_count (self, "seen", finding->n_seen);
      spur_tree_add_count (self, "asked", finding->n_asked);
      spur_tree_add_string (self, "text", text);
    }
}

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
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  return row->object < spur_definitions_get_n_objects (definitions)
           ? spur_definitions_get_object (definitions, row->object)->name
           : NULL;
}

static const char *
get_class (SpurTrace *trace, const SpurUnmatched *row)
{
  SpurStream *stream = spur_trace_get_stream (trace, row->stream);

  return spur_trace_get_class (trace, spur_stream_get_class_index (stream, row->event))->name;
}

static char *
describe_row (SpurTrace *trace, const SpurUnmatched *row, gint64 begin_ns, gboolean is_raw)
{
  GString *text = g_string_new (NULL);
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
  if (row->n_missing > 1 || object != NULL)
    g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static void
add_notes (SpurTree *self, SpurTrace *trace, SpurEdges *edges, gboolean is_raw)
{
  guint64 n_all = spur_edges_get_counts (edges)->n_unmatched;
  gint64 begin_ns = 0, end_ns = 0;
  gsize n_rows;
  const SpurUnmatched *rows = spur_edges_get_unmatched (edges, &n_rows);

  if (n_all == 0)
    return;
  spur_trace_get_span_ns (trace, FALSE, &begin_ns, &end_ns);
  spur_tree_add_note (self, "unmatched_title", "Without a partner");
  spur_tree_begin_list (self, "shown_unmatched");
  for (gsize i = 0; i < MIN (n_rows, MAX_NAMED); i++)
    {
      g_autofree char *text = describe_row (trace, &rows[i], begin_ns, is_raw);

      spur_tree_add_note (self, NULL, text);
    }
  if (n_all > MAX_NAMED)
    {
      g_autofree char *count = spur_text_count (n_all - MAX_NAMED);

      spur_tree_print_note (self, NULL, "and %s more; --json lists the first %d", count,
                            SPUR_EDGES_MAX_UNMATCHED);
    }
  spur_tree_end (self);
}

void
spur_tree_add_unmatched (SpurTree *self, SpurTrace *trace, SpurEdges *edges, gboolean is_raw)
{
  gsize n_rows;
  const SpurUnmatched *rows = spur_edges_get_unmatched (edges, &n_rows);

  spur_tree_add_count (self, "unmatched", spur_edges_get_counts (edges)->n_unmatched);
  for (gsize i = 0; spur_tree_next_row (self, "unmatched_events", i, n_rows); i++)
    {
      const SpurUnmatched *row = &rows[i];
      SpurStream *stream = spur_trace_get_stream (trace, row->stream);

      spur_tree_add_int (self, "stream", row->stream);
      spur_tree_add_string (self, "stream_name", spur_stream_get_name (stream));
      spur_tree_add_count (self, "event", row->event);
      spur_tree_add_int (self, "time_ns", get_time_ns (trace, row, is_raw));
      spur_tree_add_string (self, "class", get_class (trace, row));
      spur_tree_add_string (self, "reason", spur_unmatched_reason_get_text (row->reason));
      spur_tree_add_string (self, "object", get_object (trace, row));
      spur_tree_add_int (self, "missing_members", row->n_missing);
    }
  add_notes (self, trace, edges, is_raw);
}
