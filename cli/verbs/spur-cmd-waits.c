/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "cli/output/spur-causes-tree.h"
#include "cli/output/spur-edges-tree.h"
#include "spur-enums.h"

#define BAR_CELLS 20

/* Microseconds tell waits apart, and leave room for the names in 80 columns. */
#define AT_DECIMALS 6

static char *from_text;
static char *to_text;
static char *eager_text;
static char *by_text;
static gint64 from_ns;
static gint64 to_ns;
static guint64 eager_bytes;
static gint64 top = 10;
static gboolean raw;
static gboolean no_causes;

static const char *const by_words[] = { "stream", "target", NULL };

static const GOptionEntry entries[] = {
  SPUR_OPTION ("by", STRING, &by_text, "Sums by stream (the default) or target", "WHAT"),
  SPUR_OPTION ("from", STRING, &from_text, "Begin this long after the trace's begin", "TIME"),
  SPUR_OPTION ("to", STRING, &to_text, "End before this time after the trace's begin", "TIME"),
  SPUR_OPTION (
    "eager-bytes", STRING, &eager_text, "Sends of up to N bytes wait for no receiver", "N"),
  SPUR_OPTION ("top", INT64, &top, "List the N longest waits and delays, default 10", "N"),
  SPUR_OPTION ("no-causes", NONE, &no_causes, "Only waits: twice as fast", NULL),
  SPUR_OPTION ("raw", NONE, &raw, "Use the raw times of a corrected trace", NULL),
  G_OPTION_ENTRY_NULL,
};

static const SpurOptionWords option_words[] = {
  { "by", by_words, NULL },
  { NULL, NULL, NULL },
};

/* What is told of a trace. */
typedef struct
{
  SpurTrace *trace;
  SpurWaits *waits;
  GEnumClass *patterns;
  gint64 begin_ns;
  gint64 length_ns;
} Telling;

static void
telling_clear (Telling *self)
{
  g_clear_object (&self->waits);
  g_clear_pointer (&self->patterns, g_type_class_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Telling, telling_clear)

static const SpurColumn pattern_columns[] = {
  { "pattern", "pattern", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "waits", "waits", SPUR_SHOW_COUNT },
  { "duration_ns", "time", SPUR_SHOW_IN_UNIT },
  { "error_ns", "+-", SPUR_SHOW_IN_UNIT },
  { "share", "of the time" },
  { "undetermined", "not determined", SPUR_SHOW_COUNT },
  { NULL },
};

#define SUM_COLUMNS(label)                                                                         \
  {                                                                                                \
    { "name", label }, { "waits", "waits", SPUR_SHOW_COUNT },                                      \
      { "duration_ns", "time", SPUR_SHOW_IN_UNIT }, { "error_ns", "+-", SPUR_SHOW_IN_UNIT },       \
      { "share", "of the time" }, { "bar", "", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT }, { NULL },         \
  }

static const SpurColumn stream_columns[] = SUM_COLUMNS ("stream");
static const SpurColumn target_columns[] = SUM_COLUMNS ("target");

static const SpurColumn longest_columns[] = {
  { "at", "longest" },
  { "duration_ns", "time", SPUR_SHOW_DURATION },
  { "error_ns", "+-", SPUR_SHOW_DURATION, SPUR_SHOW_IF_SET },
  { "pattern", "pattern", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "stream", "of", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "call", "in", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "cause_stream", "for", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { NULL },
};

#define LAYOUT(path, of_columns)                                                                   \
  {                                                                                                \
    SPUR_LAYOUT_TITLE_OF ("path"), SPUR_LAYOUT_UNSAFE, SPUR_LAYOUT_NOTE_OF ("times", "times"),     \
      SPUR_LAYOUT_ROW_OF ("length_ns", "length", SPUR_SHOW_DURATION, 0),                           \
      SPUR_LAYOUT_COUNT_OF ("waits", "waits"),                                                     \
      SPUR_LAYOUT_ROW_OF ("duration_ns", "time", SPUR_SHOW_DURATION, 0),                           \
      SPUR_LAYOUT_NOTE_OF ("known", "known within"),                                               \
      SPUR_LAYOUT_NOTE_OF ("unsure", "not determined"), SPUR_LAYOUT_EMPTY_IF ("patterns"),         \
      { SPUR_LAYOUT_TABLE, "patterns", .flags = SPUR_SHOW_IF_SET, .columns = pattern_columns },    \
      SPUR_LAYOUT_EMPTY, SPUR_LAYOUT_TABLE_OF (path, of_columns, 0, NULL),                         \
      SPUR_LAYOUT_WAIT_CAUSES, SPUR_LAYOUT_EMPTY_IF ("longest"),                                   \
      { SPUR_LAYOUT_TABLE, "longest", .flags = SPUR_SHOW_IF_SET, .columns = longest_columns },     \
      { SPUR_LAYOUT_END },                                                                         \
  }

static const SpurLayout layout[] = LAYOUT ("streams", stream_columns);
static const SpurLayout target_layout[] = LAYOUT ("targets", target_columns);

static const char *
get_pattern_name (const Telling *self, guint pattern)
{
  return g_enum_get_value (self->patterns, (int) pattern)->value_nick;
}

static void
add_error (SpurTree *tree, gint64 error_ns)
{
  if (error_ns >= 0)
    spur_tree_add_int (tree, "error_ns", error_ns);
  else
    spur_tree_add_null (tree, "error_ns");
}

/* The share of the time that @n_streams streams take. */
static void
add_total (const Telling *self, SpurTree *tree, const SpurWaitTotal *total, guint n_streams)
{
  double all_ns = (double) self->length_ns * n_streams;
  double ratio = all_ns > 0.0 ? (double) total->duration_ns / all_ns : 0.0;
  g_autoptr (GString) bar = g_string_new (NULL);

  spur_text_append_bar (bar, ratio, BAR_CELLS);
  spur_tree_add_count (tree, "waits", total->n_waits);
  spur_tree_add_int (tree, "duration_ns", total->duration_ns);
  add_error (tree, total->error_ns);
  spur_tree_add_count (tree, "undetermined", total->n_undetermined);
  spur_tree_print_note (tree, "share", "%.2f %%", 100.0 * ratio);
  spur_tree_add_note (tree, "bar", g_strchomp (bar->str));
}

static void
add_patterns (const Telling *self, SpurTree *tree)
{
  guint n_streams = spur_trace_get_n_streams (self->trace);

  spur_tree_begin_list (tree, "patterns");
  for (guint p = 0; p < SPUR_N_WAIT_PATTERNS; p++)
    {
      SpurWaitTotal total;

      spur_waits_get_total (self->waits, SPUR_NONE, p, &total);
      if (total.n_waits == 0)
        continue;
      spur_tree_begin_object (tree, NULL);
      spur_tree_add_string (tree, "pattern", get_pattern_name (self, p));
      add_total (self, tree, &total, n_streams);
      spur_tree_end (tree);
    }
  spur_tree_end (tree);
}

static void
add_to_sum (SpurWaitTotal *sum, const SpurWaitTotal *total)
{
  sum->n_waits += total->n_waits;
  sum->n_undetermined += total->n_undetermined;
  sum->duration_ns += total->duration_ns;
  sum->error_ns = sum->error_ns < 0 || total->error_ns < 0 ? -1 : sum->error_ns + total->error_ns;
}

/* Of some streams: all waits, and how long those of each pattern are. */
static void
add_sums (const Telling *self, SpurTree *tree, const char *name, const GArray *streams)
{
  SpurWaitTotal sums[SPUR_N_WAIT_PATTERNS + 1] = { 0 };

  for (guint i = 0; i < streams->len; i++)
    for (guint p = 0; p <= SPUR_N_WAIT_PATTERNS; p++)
      {
        SpurWaitTotal total;

        spur_waits_get_total (self->waits, g_array_index (streams, guint32, i),
                              p < SPUR_N_WAIT_PATTERNS ? p : SPUR_NONE, &total);
        add_to_sum (&sums[p], &total);
      }
  spur_tree_begin_object (tree, NULL);
  spur_tree_add_string (tree, "name", name);
  add_total (self, tree, &sums[SPUR_N_WAIT_PATTERNS], streams->len);
  spur_tree_begin_object (tree, "patterns_ns");
  for (guint p = 0; p < SPUR_N_WAIT_PATTERNS; p++)
    {
      if (sums[p].n_waits > 0)
        spur_tree_add_int (tree, get_pattern_name (self, p), sums[p].duration_ns);
    }
  spur_tree_end (tree);
  spur_tree_end (tree);
}

static void
add_streams (const Telling *self, SpurTree *tree)
{
  g_autoptr (GArray) one = g_array_new (FALSE, FALSE, sizeof (guint32));

  spur_tree_begin_list (tree, "streams");
  for (guint32 s = 0; s < spur_trace_get_n_streams (self->trace); s++)
    {
      g_array_set_size (one, 0);
      g_array_append_val (one, s);
      add_sums (self, tree, spur_stream_get_name (spur_trace_get_stream (self->trace, s)), one);
    }
  spur_tree_end (tree);
}

/* Targets in the order of the trace, with the streams that ran there. */
static void
add_targets (const Telling *self, SpurTree *tree)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  guint n_objects = spur_definitions_get_n_objects (definitions);
  GArray **streams = g_new0 (GArray *, n_objects + 1);

  for (guint32 s = 0; s < spur_trace_get_n_streams (self->trace); s++)
    {
      guint32 target = spur_stream_get_target (spur_trace_get_stream (self->trace, s));

      target = MIN (target, n_objects);
      if (streams[target] == NULL)
        streams[target] = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_val (streams[target], s);
    }
  spur_tree_begin_list (tree, "targets");
  for (guint i = 0; i <= n_objects; i++)
    {
      if (streams[i] == NULL)
        continue;
      add_sums (self, tree,
                i < n_objects ? spur_definitions_get_object (definitions, i)->name : "(none)",
                streams[i]);
      g_array_unref (streams[i]);
    }
  spur_tree_end (tree);
  g_free (streams);
}

/* The name of the state that the event enters; NULL where it enters none. */
static const char *
get_call_name (const Telling *self, guint32 stream, guint64 event)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  const SpurEventLayout *layout_of;
  const guint8 *record =
    spur_stream_get_record (spur_trace_get_stream (self->trace, stream), event, &layout_of);
  guint64 state = spur_event_layout_get_use (layout_of, SPUR_USE_STATE, record, SPUR_NONE);

  return layout_of->effect == SPUR_EFFECT_ENTER &&
             state < spur_definitions_get_n_states (definitions)
           ? spur_definitions_get_state (definitions, (guint32) state)->name
           : NULL;
}

static const char *
get_stream_name (const Telling *self, guint32 stream)
{
  return stream != SPUR_NONE ? spur_stream_get_name (spur_trace_get_stream (self->trace, stream))
                             : NULL;
}

static void
add_longest (const Telling *self, SpurTree *tree)
{
  guint n_longest;
  g_autofree guint64 *longest =
    spur_waits_list_longest (self->waits, (guint) MIN (top, G_MAXINT32), &n_longest);

  for (guint i = 0; spur_tree_next_row (tree, "longest", i, n_longest); i++)
    {
      g_autoptr (GString) at = g_string_new (NULL);
      SpurWait wait;

      spur_waits_get_wait (self->waits, longest[i], &wait);
      spur_text_append_in_unit (at, wait.begin_ns - self->begin_ns, SPUR_UNIT_S, AT_DECIMALS);
      spur_tree_add_note (tree, "at", at->str);
      spur_tree_add_string (tree, "pattern", get_pattern_name (self, wait.pattern));
      spur_tree_add_int (tree, "begin_ns", wait.begin_ns);
      spur_tree_add_int (tree, "duration_ns", wait.duration_ns);
      add_error (tree, wait.error_ns);
      spur_tree_add_bool (tree, "is_determined", wait.error_ns < wait.duration_ns);
      spur_tree_add_string (tree, "stream", get_stream_name (self, wait.stream));
      spur_tree_add_count (tree, "event", wait.event);
      spur_tree_add_string (tree, "call", get_call_name (self, wait.stream, wait.call_event));
      spur_tree_add_string (tree, "cause_stream", get_stream_name (self, wait.cause_stream));
      if (wait.cause_stream != SPUR_NONE)
        spur_tree_add_count (tree, "cause_event", wait.cause_event);
      else
        spur_tree_add_null (tree, "cause_event");
    }
}

static void
add_known (SpurTree *tree, const SpurWaitTotal *total)
{
  g_autofree char *known = spur_text_duration (total->error_ns);

  if (total->error_ns > 0)
    spur_tree_add_note (tree, "known", known);
  else if (total->error_ns < 0)
    spur_tree_add_note (tree, "known", "unknown, as nothing says how well the clocks agree");
  if (total->n_undetermined > 0)
    spur_tree_print_note (tree, "unsure",
                          "%" G_GUINT64_FORMAT " waits, not longer than their error",
                          total->n_undetermined);
}

static void
add_unsafe (const Telling *self, SpurTree *tree)
{
  guint64 n_reversed = spur_waits_get_n_reversed (self->waits);

  spur_tree_add_count (tree, "reversed", n_reversed);
  if (n_reversed > 0)
    spur_tree_print_note (tree, "unsafe",
                          "Not safe: at these times %" G_GUINT64_FORMAT
                          " edges are received before they are sent. Correct the trace first.",
                          n_reversed);
}

static void
add_waits (SpurCli *cli, const Telling *self)
{
  SpurTree *tree = cli->tree;
  SpurWaitTotal all;

  spur_waits_get_total (self->waits, SPUR_NONE, SPUR_NONE, &all);
  spur_tree_add_unit (tree, spur_text_get_unit (all.duration_ns));
  spur_tree_add_string (tree, "path", cli->input);
  add_unsafe (self, tree);
  spur_tree_add_note (tree, "times",
                      spur_trace_get_correction (self->trace) == NULL ? "as they came"
                      : raw                                           ? "raw"
                                                                      : "corrected");
  spur_tree_add_int (tree, "length_ns", self->length_ns);
  spur_tree_add_count (tree, "waits", all.n_waits);
  spur_tree_add_int (tree, "duration_ns", all.duration_ns);
  add_error (tree, all.error_ns);
  spur_tree_add_count (tree, "undetermined", all.n_undetermined);
  add_known (tree, &all);
  add_patterns (self, tree);
  if (g_strcmp0 (by_text, "target") == 0)
    {
      cli->layout = target_layout;
      add_targets (self, tree);
    }
  else
    add_streams (self, tree);
  spur_tree_add_wait_causes (tree, self->trace, self->waits, self->begin_ns,
                             (guint) MIN (top, G_MAXINT32));
  add_longest (self, tree);
}

static gboolean
check_options (SpurCli *cli)
{
  if (!spur_cli_parse_time (cli, "--from", from_text, &from_ns) ||
      !spur_cli_parse_time (cli, "--to", to_text, &to_ns) ||
      (eager_text != NULL &&
       !spur_cli_parse_bytes (cli, "--eager-bytes", eager_text, &eager_bytes)))
    return FALSE;
  if (from_text != NULL && to_text != NULL && from_ns >= to_ns)
    return SPUR_CLI_REFUSE (cli, "--from: must be before --to");
  if (by_text != NULL && !g_strv_contains (by_words, by_text))
    return SPUR_CLI_REFUSE (cli, "--by: %s is neither stream nor target", by_text);
  return top >= 0 || SPUR_CLI_REFUSE (cli, "--top: a number of waits cannot be negative");
}

static gint64
add_clamped (gint64 begin_ns, gint64 ns)
{
  gint64 sum;

  return __builtin_add_overflow (begin_ns, ns, &sum) ? G_MAXINT64 : sum;
}

static SpurExit
run_waits (SpurCli *cli)
{
  g_auto (Telling)
    telling = { .trace = cli->trace, .patterns = g_type_class_ref (SPUR_TYPE_WAIT_PATTERN) };
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (cli->trace, &cli->job, &cli->error);
  SpurWaitsSettings settings = { raw,
                                 -1,
                                 G_MININT64,
                                 G_MAXINT64,
                                 from_text == NULL && to_text == NULL && !no_causes,
                                 (guint) MIN (top, G_MAXINT32) };
  gint64 end_ns;

  if (edges == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
  spur_trace_get_span_ns (cli->trace, raw, &telling.begin_ns, &end_ns);
  if (eager_text != NULL)
    settings.eager_bytes = (gint64) MIN (eager_bytes, G_MAXINT64);
  if (from_text != NULL)
    settings.begin_ns = add_clamped (telling.begin_ns, from_ns);
  if (to_text != NULL)
    settings.end_ns = add_clamped (telling.begin_ns, to_ns);
  telling.length_ns =
    MAX (MIN (end_ns, settings.end_ns) - MAX (telling.begin_ns, settings.begin_ns), 0);
  telling.waits = spur_waits_new (cli->trace, edges, &settings, &cli->job, &cli->error);
  if (telling.waits == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
  add_waits (cli, &telling);
  return SPUR_EXIT_OK;
}

const SpurVerb spur_verb_waits = {
  .name = "waits",
  .summary = "Find where calls wait, for whom and for how long",
  .arguments = "TRACE",
  .description = "Finds the wait states of message passing as Scalasca defines them: late\n"
                 "senders and receivers, messages in the wrong order, waits in barriers and\n"
                 "other collective operations, for locks, and idle states. Each has the error\n"
                 "that the clocks leave; one that is not longer is not determined. Of a whole run\n"
                 "it tells what the waits came from, too: delays, the critical path and the\n"
                 "parts of its efficiency.",
  .examples = "  spur waits run.spur                         At corrected times\n"
              "  spur waits --eager-bytes 4096 run.spur      Small sends wait for no receiver\n"
              "  spur waits --from 2s --to 3s run.spur       In this second\n"
              "  spur waits --top 1000 --json run.spur       For programs",
  .entries = entries,
  .words = option_words,
  .layout = layout,
  .reads = TRUE,
  .check = check_options,
  .run = run_waits,
};
