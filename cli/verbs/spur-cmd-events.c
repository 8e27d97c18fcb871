/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "cli/options/spur-options.h"
#include "core/base/spur-escape-internal.h"
#include "core/store/trace/spur-cursor.h"

#define CLASS_WIDTH 26
#define MAX_STREAM_WIDTH 24

/* A cancelled listing stops after this number of events at most. */
#define EVENTS_BETWEEN_LOOKS 16384

static char *from_text;
static char *to_text;
static gint64 from_ns;
static gint64 to_ns;
static SpurFilterOptions wanted;
static gboolean raw;
static gint64 limit = -1;

static const GOptionEntry entries[] = {
  SPUR_OPTION ("from", STRING, &from_text, "Begin this long after the trace's begin", "TIME"),
  SPUR_OPTION ("to", STRING, &to_text, "End before this time after the trace's begin", "TIME"),
  SPUR_FILTER_ENTRIES (wanted),
  SPUR_OPTION ("limit", INT64, &limit, "Stop after N events", "N"),
  SPUR_OPTION ("raw", NONE, &raw, "Order and show raw times of a corrected trace", NULL),
  G_OPTION_ENTRY_NULL,
};

/* A listing that is being written. */
typedef struct
{
  SpurCli *cli;
  SpurTrace *trace;
  SpurDefinitions *definitions;
  GString *text;
  gint64 begin_ns;
  gint64 from_ns;
  gint64 to_ns;
  guint stream_width;

  /* 0 where the identifiers of the trace's events name no predecessors. */
  guint max_predecessors;
  SpurUnits *units;
} Listing;

static gboolean
is_reference (SpurFieldType type)
{
  return type == SPUR_FIELD_STRING || type == SPUR_FIELD_OBJECT || type == SPUR_FIELD_STATE ||
         type == SPUR_FIELD_GROUP;
}

static void
append_entry (GString *text, const SpurEntry *entry, gboolean json)
{
  if (entry->type == SPUR_FIELD_STRING && json)
    spur_json_append_string (text, entry->text, "");
  else if (entry->type == SPUR_FIELD_STRING)
    spur_text_append_safe (text, entry->text);
  else if (entry->type == SPUR_FIELD_DOUBLE)
    spur_digits_append_double (text, entry->bits, json);
  else if (entry->type == SPUR_FIELD_INT64)
    spur_text_append_int (text, (gint64) entry->bits);
  else
    spur_text_append_uint (text, entry->bits);
}

static void
append_json_list (GString *text, const SpurList *list)
{
  g_string_append_c (text, '[');
  for (guint i = 0; i < list->n_entries; i++)
    {
      const SpurEntry *entry = &list->entries[i];

      g_string_append (text, i > 0 ? ",{\"name\":" : "{\"name\":");
      spur_json_append_string (text, entry->name, "");
      if (entry->unit != NULL)
        {
          g_string_append (text, ",\"unit\":");
          spur_json_append_string (text, entry->unit, "");
        }
      g_string_append (text, ",\"value\":");
      append_entry (text, entry, TRUE);
      g_string_append_c (text, '}');
    }
  g_string_append_c (text, ']');
}

static void
append_list (GString *text, const SpurList *list, gboolean json)
{
  if (list == NULL)
    {
      g_string_append (text, json ? "null" : "-");
      return;
    }
  if (json)
    {
      append_json_list (text, list);
      return;
    }
  g_string_append_c (text, '{');
  for (guint i = 0; i < list->n_entries; i++)
    {
      const SpurEntry *entry = &list->entries[i];

      if (i > 0)
        g_string_append (text, ", ");
      spur_text_append_safe (text, entry->name);
      g_string_append (text, entry->name[0] != '\0' ? "=" : "");
      if (spur_units_append_entry (text, entry))
        continue;
      append_entry (text, entry, FALSE);
      if (entry->unit != NULL)
        g_string_append_c (text, ' ');
      spur_text_append_safe (text, entry->unit != NULL ? entry->unit : "");
    }
  g_string_append_c (text, '}');
}

static void
append_value (Listing *self, const SpurField *field, guint64 bits)
{
  gboolean json = self->cli->json;
  SpurFieldType type = field->type;
  gboolean has_no_root = field->use == SPUR_USE_ROOT && bits == SPUR_NONE;
  const char *name;

  if (is_reference (type) || has_no_root)
    {
      name = has_no_root
               ? NULL
               : spur_definitions_get_entry_name (self->definitions, type, (guint32) bits);
      if (json && name != NULL)
        spur_json_append_string (self->text, name, "");
      else if (json)
        g_string_append (self->text, "null");
      else
        spur_text_append_safe (self->text, name != NULL ? name : "-");
    }
  else if (type == SPUR_FIELD_LIST)
    append_list (self->text, spur_definitions_get_list (self->definitions, (guint32) bits), json);
  else if (type == SPUR_FIELD_DOUBLE)
    spur_digits_append_double (self->text, bits, json);
  else if (type == SPUR_FIELD_INT64)
    spur_text_append_int (self->text, (gint64) bits);
  else
    spur_text_append_uint (self->text, bits);
}

static void
append_id (Listing *self, guint stream, guint64 event)
{
  SpurStream *source = spur_trace_get_stream (self->trace, stream);
  g_autofree char *id = NULL;

  if (self->cli->json)
    {
      id = g_strdup_printf ("%s:%" G_GUINT64_FORMAT, spur_stream_get_name (source), event);
      spur_json_append_string (self->text, id, "");
      return;
    }
  spur_text_append_safe (self->text, spur_stream_get_name (source));
  g_string_append_c (self->text, ':');
  spur_text_append_uint (self->text, event);
}

static void
append_predecessor (Listing *self, guint stream, guint64 event, guint n_before)
{
  if (n_before > 0)
    g_string_append_c (self->text, ',');
  if (!self->cli->json)
    {
      append_id (self, stream, event);
      return;
    }
  g_string_append (self->text, "{\"stream\":");
  spur_text_append_uint (self->text, stream);
  g_string_append (self->text, ",\"event\":");
  spur_text_append_uint (self->text, event);
  g_string_append_c (self->text, '}');
}

/* What the event's identifier says, without making one for every event. */
static void
append_order (Listing *self, SpurCursor *cursor)
{
  guint stream = spur_cursor_get_stream (cursor);
  guint64 event = spur_cursor_get_position (cursor);
  const SpurPredecessor *rows;
  gsize n_rows;
  guint n = 0;

  if (self->max_predecessors == 0)
    return;
  rows = spur_trace_get_predecessors (self->trace, stream, event, &n_rows);
  g_string_append (self->text, self->cli->json ? ",\"id\":" : " id=");
  append_id (self, stream, event);
  g_string_append (self->text, self->cli->json ? ",\"predecessors\":[" : " after=");
  for (; n < n_rows && n < self->max_predecessors; n++)
    append_predecessor (self, rows[n].predecessor_stream, rows[n].predecessor_event, n);
  if (event > 0 && n < self->max_predecessors)
    append_predecessor (self, stream, event - 1, n++);
  g_string_append (self->text, self->cli->json ? "]" : n == 0 ? "-" : "");
}

static void
append_json_event (Listing *self, SpurCursor *cursor)
{
  const SpurEventLayout *layout = spur_cursor_get_layout (cursor);
  const guint8 *record = spur_cursor_get_record (cursor);
  GString *text = self->text;

  g_string_append (text, "{\"time_ns\":");
  spur_text_append_int (text, spur_cursor_get_time_ns (cursor));
  g_string_append (text, ",\"raw_ns\":");
  spur_text_append_int (text, spur_cursor_get_raw_ns (cursor));
  g_string_append (text, ",\"stream\":");
  spur_text_append_uint (text, spur_cursor_get_stream (cursor));
  g_string_append (text, ",\"event\":");
  spur_text_append_uint (text, spur_cursor_get_position (cursor));
  append_order (self, cursor);
  g_string_append (text, ",\"class\":");
  spur_json_append_string (text, layout->name, "");
  g_string_append (text, ",\"fields\":{");
  for (guint i = 0; i < layout->n_fields; i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      spur_json_append_string (text, layout->fields[i].name, "");
      g_string_append_c (text, ':');
      append_value (self, &layout->fields[i], spur_event_layout_get_uint (layout, i, record));
    }
  g_string_append (text, "}}\n");
}

static void
append_spaces (GString *text, gsize from, guint width)
{
  while (text->len < from + width)
    g_string_append_c (text, ' ');
}

static void
append_text_event (Listing *self, SpurCursor *cursor)
{
  const SpurEventLayout *layout = spur_cursor_get_layout (cursor);
  const guint8 *record = spur_cursor_get_record (cursor);
  SpurStream *stream = spur_trace_get_stream (self->trace, spur_cursor_get_stream (cursor));
  GString *text = self->text;
  gsize at;

  spur_text_append_seconds (text, spur_cursor_get_time_ns (cursor) - self->begin_ns);
  g_string_append (text, "  ");
  at = text->len;
  spur_text_append_safe (text, spur_stream_get_name (stream));
  append_spaces (text, at, self->stream_width);
  g_string_append (text, "  ");
  at = text->len;
  spur_text_append_safe (text, layout->name);
  append_spaces (text, at, layout->n_fields > 0 ? CLASS_WIDTH : 0);
  for (guint i = 0; i < layout->n_fields; i++)
    {
      guint64 bits = spur_event_layout_get_uint (layout, i, record);

      g_string_append_c (text, ' ');
      spur_text_append_safe (text, layout->fields[i].name);
      g_string_append_c (text, '=');
      if (spur_units_append (self->units, text, spur_cursor_get_class_index (cursor), layout, i,
                             bits))
        continue;
      append_value (self, &layout->fields[i], bits);
      if (layout->fields[i].unit != NULL)
        {
          g_string_append_c (text, ' ');
          spur_text_append_safe (text, layout->fields[i].unit);
        }
    }
  append_order (self, cursor);
  g_string_append_c (text, '\n');
}

/* Times step back only where a stream's own clock did, and then a later event may still be wanted.
 */
static gboolean
steps_back (SpurTrace *trace)
{
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      if (spur_stream_get_n_steps_back (spur_trace_get_stream (trace, i)) > 0)
        return TRUE;
    }
  return FALSE;
}

static SpurExit
put_events (Listing *self, SpurFilter *filter)
{
  g_autoptr (SpurCursor) cursor =
    filter->n_streams_wanted == 1
      ? spur_cursor_new_for_stream (self->trace, filter->one_stream, raw)
      : spur_cursor_new (self->trace, raw);
  gboolean may_step_back = steps_back (self->trace);
  gint64 n_left = limit >= 0 ? limit : G_MAXINT64;
  guint64 n_seen = 0;

  while (n_left > 0 && spur_cursor_next (cursor))
    {
      gint64 time_ns = spur_cursor_get_time_ns (cursor);

      if (++n_seen % EVENTS_BETWEEN_LOOKS == 0 &&
          g_cancellable_is_cancelled (self->cli->job.cancellable))
        return SPUR_EXIT_INTERRUPTED;
      if (time_ns >= self->to_ns && !may_step_back)
        break;
      if (time_ns < self->from_ns || time_ns >= self->to_ns ||
          !spur_filter_accepts (filter, spur_cursor_get_stream (cursor),
                                spur_cursor_get_class_index (cursor),
                                spur_cursor_get_layout (cursor), spur_cursor_get_record (cursor)))
        continue;
      if (self->cli->json)
        append_json_event (self, cursor);
      else
        append_text_event (self, cursor);
      n_left--;
      spur_out_settle (self->cli->out);
      if (self->cli->out->is_closed)
        break;
    }
  return SPUR_EXIT_OK;
}

/* An object of its own before those of events. */
static void
put_losses (Listing *self)
{
  g_autoptr (SpurTree) tree = NULL;

  if (!self->cli->json || spur_trace_get_n_losses (self->trace) == 0)
    return;
  tree = spur_tree_new ();
  spur_cli_add_losses (self->cli, tree);
  spur_tree_append_json (tree, self->text, FALSE);
  g_string_append_c (self->text, '\n');
}

static guint
get_stream_width (SpurTrace *trace)
{
  gsize width = 0;

  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    width = MAX (width, strlen (spur_stream_get_name (spur_trace_get_stream (trace, i))));
  return (guint) MIN (width, MAX_STREAM_WIDTH);
}

static gint64
add_clamped (gint64 begin_ns, gint64 ns)
{
  gint64 sum;

  return __builtin_add_overflow (begin_ns, ns, &sum) ? G_MAXINT64 : sum;
}

static gboolean
check_options (SpurCli *cli)
{
  if (!spur_cli_parse_time (cli, "--from", from_text, &from_ns) ||
      !spur_cli_parse_time (cli, "--to", to_text, &to_ns))
    return FALSE;
  return limit >= -1 || SPUR_CLI_REFUSE (cli, "--limit: a number of events cannot be negative");
}

static SpurExit
run_events (SpurCli *cli)
{
  SpurTrace *trace = cli->trace;
  g_auto (SpurFilter) filter = { 0 };
  Listing listing = { .cli = cli,
                      .trace = trace,
                      .definitions = spur_trace_get_definitions (trace),
                      .text = cli->out->buffer };
  g_autoptr (SpurUnits) units = NULL;
  gint64 end_ns;

  if (!spur_filter_init (&filter, cli, trace, &wanted))
    return SPUR_EXIT_USAGE;

  spur_progress_end (cli->progress);
  /* Raw times count from the same instant as corrected ones, so that both can be compared. */
  spur_trace_get_span_ns (trace, FALSE, &listing.begin_ns, &end_ns);
  listing.units = units = spur_units_new (trace);
  listing.from_ns = from_text != NULL ? add_clamped (listing.begin_ns, from_ns) : G_MININT64;
  listing.to_ns = to_text != NULL ? add_clamped (listing.begin_ns, to_ns) : G_MAXINT64;
  listing.stream_width = get_stream_width (trace);
  listing.max_predecessors =
    spur_event_id_type_get_max_predecessors (spur_trace_get_identifier_type (trace));
  put_losses (&listing);
  return put_events (&listing, &filter);
}

const SpurVerb spur_verb_events = {
  .name = "events",
  .summary = "List events in the order of their times",
  .arguments = "TRACE",
  .description =
    "Writes a line an event: seconds after the trace's begin, stream, class, fields.\n"
    "Times are corrected where the trace has a correction. With --json every line\n"
    "is an object of its own, whose times are ns of trace time.\n"
    "TIME is as in 1.5s, 300ms, 20us or 1234 (ns). Names may have the wildcards * and\n"
    "?; a class with wildcards stands for those that fit, with a + behind it for what\n"
    "derives from them, too. FIELD is compared by =, !=, <, <=, > or >=.",
  .examples = "  spur events run.spur --limit 20\n"
              "  spur events run.spur --class LO_Message_Event --stream 'PE 0'\n"
              "  spur events run.spur --class 'LM_*' --object 'PE 3'\n"
              "  spur events run.spur --class LO_Migration_Event+ --where 'destination=PE *'\n"
              "  spur events run.spur --where 'size>=4096' --where tag=7\n"
              "  spur events run.spur --from 1.5s --to 1.6s --json",
  .entries = entries,
  .reads = TRUE,
  .check = check_options,
  .run = run_events,
};
