/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/options/spur-options.h"
#include "cli/output/spur-layout.h"
#include "core/base/spur-order-internal.h"
#include "core/clock/report/spur-clock-explain.h"
#include "spur-enums.h"

static SpurMuOptions delays = { .is_again = TRUE };

static const GOptionEntry entries[] = {
  SPUR_MU_ENTRIES (delays),
  G_OPTION_ENTRY_NULL,
};

/* Of a longer chain the first and the last half of this are shown; --json gives all. */
#define MAX_SHOWN 40

typedef struct
{
  SpurCli *cli;
  SpurTrace *trace;
  guint stream;
  guint64 event;
  gint64 begin_ns;
  gint64 raw_ns;
  gint64 time_ns;
  SpurReason *reasons;
  gsize n_reasons;
} Explaining;

static const char *const kind_names[] = {
  [SPUR_REASON_UNMOVED] = "unmoved", [SPUR_REASON_MAP] = "map",
  [SPUR_REASON_CARRIED] = "carried", [SPUR_REASON_JUMP] = "jump",
  [SPUR_REASON_SPREAD] = "spread",   [SPUR_REASON_CAUSE] = "cause",
  [SPUR_REASON_MORE] = "more",       [SPUR_REASON_PART] = "part",
};

static gint64
get_time (SpurTrace *trace, guint stream, guint64 event)
{
  SpurCorrection *correction = spur_trace_get_correction (trace);
  gint64 raw_ns = spur_stream_get_raw_ns (spur_trace_get_stream (trace, stream), event);

  return correction != NULL ? spur_correction_apply (correction, stream, event, raw_ns) : raw_ns;
}

/* The stream's first event at a time or after it. */
static gboolean
find_time (Explaining *self, const char *text)
{
  SpurStream *stream = spur_trace_get_stream (self->trace, self->stream);
  guint64 low = 0, high = spur_stream_get_n_events (stream), middle;
  gint64 time_ns;

  if (!spur_cli_parse_time (self->cli, "EVENT", text, &time_ns))
    return FALSE;
  time_ns += self->begin_ns;
  SPUR_BISECT (low, high, middle, get_time (self->trace, self->stream, middle) < time_ns)
  self->event = low;
  if (low < spur_stream_get_n_events (stream))
    return TRUE;
  return SPUR_CLI_REFUSE (self->cli, "EVENT: '%s' is after the stream's last event", text);
}

static gboolean
find_number (Explaining *self, const char *text)
{
  guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (self->trace, self->stream));

  if (n_events > 0 && g_ascii_string_to_unsigned (text, 10, 0, n_events - 1, &self->event, NULL))
    return TRUE;
  return SPUR_CLI_REFUSE (self->cli,
                          "EVENT: '%s' is none of the stream's %" G_GUINT64_FORMAT
                          " events, which are counted from 0",
                          text, n_events);
}

/* STREAM:NUMBER or STREAM@TIME; a stream's name may have both signs in it. */
static gboolean
find_event (Explaining *self, const char *text)
{
  const char *sign = NULL;
  g_autofree char *name = NULL;

  for (const char *c = text; *c != '\0'; c++)
    {
      if (*c == ':' || *c == '@')
        sign = c;
    }
  if (sign == NULL)
    return SPUR_CLI_REFUSE (self->cli, "EVENT: got '%s', wanted STREAM:NUMBER or STREAM@TIME",
                            text);
  name = g_strndup (text, (gsize) (sign - text));
  if (!spur_filter_find_stream (self->trace, name, &self->stream))
    return SPUR_CLI_REFUSE (self->cli, "EVENT: '%s' is none of the %u streams", name,
                            spur_trace_get_n_streams (self->trace));
  return *sign == ':' ? find_number (self, sign + 1) : find_time (self, sign + 1);
}

static const char *
get_class_name (Explaining *self, guint stream, guint64 event)
{
  guint index = spur_stream_get_class_index (spur_trace_get_stream (self->trace, stream), event);

  return spur_trace_get_class (self->trace, index)->name;
}

/* "MPI Rank 3 event 17 (Channel_Send_Event)" */
static void
append_event (Explaining *self, GString *text, guint stream, guint64 event)
{
  spur_text_append_safe (text, spur_stream_get_name (spur_trace_get_stream (self->trace, stream)));
  g_string_append_printf (text, " event %" G_GUINT64_FORMAT " (", event);
  spur_text_append_safe (text, get_class_name (self, stream, event));
  g_string_append_c (text, ')');
}

static void
append_shift (GString *text, gint64 shift_ns)
{
  g_autofree char *duration = spur_text_duration (shift_ns);

  g_string_append_printf (text, "%s%s", shift_ns > 0 ? "+" : "", duration);
}

/* The event that is explained needs no name. */
static void
append_subject (Explaining *self, GString *text, const SpurReason *reason)
{
  if (reason->stream == self->stream && reason->event == self->event)
    return;
  append_event (self, text, reason->stream, reason->event);
  g_string_append (text, " is ");
}

/* What stands in a sentence where that has a name in braces. */
static void
append_part (Explaining *self, GString *text, const SpurReason *reason, const char *name)
{
  g_autofree char *mu = spur_text_duration (reason->mu_ns);

  if (g_str_equal (name, "of"))
    append_event (self, text, reason->stream, reason->event);
  else if (g_str_equal (name, "from"))
    append_event (self, text, reason->from_stream, reason->from_event);
  else if (g_str_equal (name, "subject"))
    append_subject (self, text, reason);
  else if (g_str_equal (name, "shift"))
    append_shift (text, reason->after_ns - reason->before_ns);
  else if (g_str_equal (name, "method"))
    g_string_append (text, reason->method);
  else if (g_str_equal (name, "mu"))
    g_string_append (text, mu);
  else if (g_str_equal (name, "edge"))
    g_string_append (text, spur_reason_get_edge_text (reason->edge));
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, reason->share_ppb / 10000000);
}

/* Parts of the sentence are texts and names in turn. */
static void
append_reason (Explaining *self, GString *text, const SpurReason *reason)
{
  g_auto (GStrv) parts =
    g_strsplit_set (spur_reason_kind_get_sentence (reason->kind, reason->is_backwards,
                                                   reason->from_stream != SPUR_NONE),
                    "{}", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (i % 2 == 0)
      g_string_append (text, parts[i]);
    else
      append_part (self, text, reason, parts[i]);
}

static const SpurLayout layout[] = {
  SPUR_LAYOUT_TITLE_OF ("title"),
  SPUR_LAYOUT_NOTE_OF ("recorded", "recorded"),
  SPUR_LAYOUT_NOTE_OF ("corrected", "corrected"),
  SPUR_LAYOUT_EMPTY,
  { SPUR_LAYOUT_SENTENCE, "shown_chain" },
  { SPUR_LAYOUT_END },
};

static void
add_times (Explaining *self, SpurTree *tree)
{
  g_autoptr (GString) raw = g_string_new (NULL);
  g_autoptr (GString) corrected = g_string_new (NULL);

  spur_text_append_seconds (raw, self->raw_ns - self->begin_ns);
  g_string_append (raw, " s");
  spur_text_append_seconds (corrected, self->time_ns - self->begin_ns);
  g_string_append (corrected, " s");
  if (self->time_ns != self->raw_ns)
    {
      g_string_append (corrected, "  (");
      append_shift (corrected, self->time_ns - self->raw_ns);
      g_string_append_c (corrected, ')');
    }
  spur_tree_add_int (tree, "raw_ns", self->raw_ns);
  spur_tree_add_int (tree, "time_ns", self->time_ns);
  spur_tree_add_note (tree, "recorded", raw->str);
  spur_tree_add_note (tree, "corrected", corrected->str);
}

/* The reasons as sentences. */
static void
add_chain (Explaining *self, SpurTree *tree)
{
  spur_tree_begin_list (tree, "shown_chain");
  for (gsize i = 0; i < self->n_reasons; i++)
    {
      g_autoptr (GString) text = g_string_new ("- ");

      if (i == MAX_SHOWN / 2 && self->n_reasons > MAX_SHOWN)
        {
          spur_tree_print_note (tree, NULL, "- ... %" G_GSIZE_FORMAT " more, --json lists all ...",
                                self->n_reasons - MAX_SHOWN);
          i = self->n_reasons - MAX_SHOWN / 2;
        }
      append_reason (self, text, &self->reasons[i]);
      spur_tree_add_note (tree, NULL, text->str);
    }
  spur_tree_end (tree);
}

static void
add_event (Explaining *self, SpurTree *tree, const char *name, guint stream, guint64 event)
{
  spur_tree_begin_object (tree, name);
  spur_tree_add_int (tree, "stream", stream);
  spur_tree_add_string (tree, "stream_name",
                        spur_stream_get_name (spur_trace_get_stream (self->trace, stream)));
  spur_tree_add_count (tree, "event", event);
  spur_tree_add_string (tree, "class", get_class_name (self, stream, event));
  spur_tree_end (tree);
}

static void
add_reason (Explaining *self, SpurTree *tree, const SpurReason *reason)
{
  spur_tree_add_string (tree, "kind", kind_names[reason->kind]);
  spur_tree_add_string (tree, "method", reason->method);
  add_event (self, tree, "of", reason->stream, reason->event);
  if (reason->from_stream != SPUR_NONE)
    add_event (self, tree, "from", reason->from_stream, reason->from_event);
  else
    spur_tree_add_null (tree, "from");
  spur_tree_add_int (tree, "before_ns", reason->before_ns);
  spur_tree_add_int (tree, "after_ns", reason->after_ns);
  spur_tree_add_int (tree, "shift_ns", reason->after_ns - reason->before_ns);
  if (reason->kind == SPUR_REASON_JUMP)
    {
      g_autoptr (GEnumClass) kinds = g_type_class_ref (SPUR_TYPE_EDGE_KIND);

      spur_tree_add_string (tree, "edge", g_enum_get_value (kinds, (int) reason->edge)->value_nick);
      spur_tree_add_int (tree, "mu_ns", reason->mu_ns);
    }
  if (reason->kind == SPUR_REASON_PART)
    spur_tree_add_int (tree, "share_ppb", reason->share_ppb);
  spur_tree_add_bool (tree, "backwards", reason->is_backwards);
}

static void
add_reasons (Explaining *self)
{
  SpurTree *tree = self->cli->tree;
  g_autoptr (GString) title = g_string_new (NULL);

  append_event (self, title, self->stream, self->event);
  spur_tree_add_note (tree, "title", title->str);
  spur_tree_add_string (tree, "path", self->cli->input);
  add_event (self, tree, "event", self->stream, self->event);
  add_times (self, tree);
  add_chain (self, tree);
  for (gsize i = 0; spur_tree_next_row (tree, "reasons", i, self->n_reasons); i++)
    add_reason (self, tree, &self->reasons[i]);
}

static gboolean
check_options (SpurCli *cli)
{
  return spur_mu_check (cli, &delays);
}

static SpurExit
run_explain (SpurCli *cli)
{
  SpurTrace *trace = cli->trace;
  g_autoptr (SpurEdges) edges = NULL;
  Explaining self = { .cli = cli, .trace = trace };
  gint64 end_ns, mu_ns = 1;

  spur_trace_get_span_ns (trace, FALSE, &self.begin_ns, &end_ns);
  if (!find_event (&self, cli->output))
    return SPUR_EXIT_USAGE;
  edges = spur_edges_new_for_trace (trace, &cli->job, &cli->error);
  if (edges == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
  if (!spur_mu_apply (&delays, trace, edges, &cli->job, &mu_ns, &cli->error))
    return spur_cli_usage (cli, "%s", cli->error->message);
  self.reasons = spur_clock_explain (trace, edges, spur_trace_get_correction (trace), self.stream,
                                     self.event, &cli->job, &self.n_reasons, &cli->error);
  if (self.reasons == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->input);
  self.raw_ns = spur_stream_get_raw_ns (spur_trace_get_stream (trace, self.stream), self.event);
  self.time_ns = get_time (trace, self.stream, self.event);
  add_reasons (&self);
  g_free (self.reasons);
  return SPUR_EXIT_OK;
}

const SpurVerb spur_verb_explain = {
  .name = "explain",
  .summary = "Say why an event has its corrected time",
  .arguments = "TRACE EVENT",
  .second = "name the event, as in 'PE 3:1234' or 'PE 3@1.5s'",
  .description = "Names the steps of the correction that moved the event, and where messages\n"
                 "pushed it the chain of them, back to the first one. Methods, their options and\n"
                 "mu are those that the correction notes; options of mu come before these.\n"
                 "EVENT is STREAM:NUMBER, counted from 0 as 'spur events --json' does, or\n"
                 "STREAM@TIME, the stream's first event then or later; times count from the\n"
                 "trace's begin.",
  .examples = "  spur explain run.spur 'PE 3:1234'\n"
              "  spur explain run.spur 3@1.5s\n"
              "  spur explain --json traces.otf2 'MPI Rank 0:17'",
  .entries = entries,
  .layout = layout,
  .reads = TRUE,
  .check = check_options,
  .run = run_explain,
};
