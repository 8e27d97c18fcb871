/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cli/output/spur-text.h"
#include "cli/run/spur-cli.h"
#include "core/store/container/spur-container.h"
#include "core/store/trace/spur-chunk-walk.h"

/* Longer tables than this are for --json; a person wants to see what kind of trace it is. */
#define MAX_ROWS 16
#define NAME_CELLS 30

/* A fact may be a whole table. */
#define LONG_FACT 1000
#define SHORT_FACT 100

static guint64 *
count_classes (SpurTrace *trace)
{
  guint64 *counts = g_new0 (guint64, spur_trace_get_n_classes (trace) + 1);

  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, s);

      g_autoptr (SpurChunkWalk) walk = spur_chunk_walk_new (stream, SPUR_CHUNK_CLASSES);
      const SpurChunk *chunk;

      while ((chunk = spur_chunk_walk_next (walk)) != NULL)
        {
          for (guint32 i = 0; i < chunk->n_events; i++)
            counts[chunk->classes[i]]++;
        }
    }
  return counts;
}

static void
add_classes (JsonBuilder *builder, SpurTrace *trace)
{
  g_autofree guint64 *counts = count_classes (trace);

  json_builder_set_member_name (builder, "classes");
  json_builder_begin_array (builder);
  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);

      json_builder_begin_object (builder);
      spur_cli_add_string (builder, "name", layout->name);
      spur_cli_add_string (builder, "parent", layout->parent_name);
      spur_cli_add_int (builder, "events", (gint64) counts[i]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_streams (JsonBuilder *builder, SpurTrace *trace)
{
  json_builder_set_member_name (builder, "stream_list");
  json_builder_begin_array (builder);
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);
      const SpurObject *target =
        spur_trace_get_object_info (trace, spur_stream_get_target (stream));

      json_builder_begin_object (builder);
      spur_cli_add_string (builder, "name", spur_stream_get_name (stream));
      spur_cli_add_int (builder, "events", (gint64) spur_stream_get_n_events (stream));
      spur_cli_add_int (builder, "steps_back", (gint64) spur_stream_get_n_steps_back (stream));
      spur_cli_add_int (builder, "clock", spur_stream_get_clock (stream));
      spur_cli_add_string (builder, "target", target != NULL ? target->name : NULL);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_clocks (JsonBuilder *builder, SpurTrace *trace)
{
  json_builder_set_member_name (builder, "clocks");
  json_builder_begin_array (builder);
  for (guint i = 0; i < spur_trace_get_n_clocks (trace); i++)
    {
      const SpurClock *clock = spur_trace_get_clock (trace, i);

      json_builder_begin_object (builder);
      spur_cli_add_string (builder, "name", clock->name);
      spur_cli_add_string (builder, "kind", clock->kind);
      spur_cli_add_int (builder, "resolution_hz", (gint64) clock->resolution_hz);
      spur_cli_add_int (builder, "domain", clock->domain);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_groups (JsonBuilder *builder, SpurTrace *trace)
{
  json_builder_set_member_name (builder, "communicators");
  json_builder_begin_array (builder);
  for (guint i = 0; i < spur_trace_get_n_groups (trace); i++)
    {
      const SpurGroup *group = spur_trace_get_group (trace, i);

      json_builder_begin_object (builder);
      spur_cli_add_string (builder, "name", group->name);
      spur_cli_add_int (builder, "members", group->n_members);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_facts (JsonBuilder *builder, SpurTrace *trace)
{
  GPtrArray *keys = spur_trace_get_fact_keys (trace);

  json_builder_set_member_name (builder, "facts");
  json_builder_begin_object (builder);
  for (guint i = 0; i < keys->len; i++)
    spur_cli_add_string (builder, keys->pdata[i], spur_trace_get_fact (trace, keys->pdata[i]));
  json_builder_end_object (builder);
}

static void
add_correction (JsonBuilder *builder, SpurCorrection *correction)
{
  GPtrArray *keys = NULL;

  json_builder_set_member_name (builder, "correction");
  if (correction == NULL)
    {
      json_builder_add_null_value (builder);
      return;
    }
  keys = spur_correction_get_fact_keys (correction);
  json_builder_begin_object (builder);
  for (guint i = 0; i < keys->len; i++)
    spur_cli_add_string (builder, keys->pdata[i],
                         spur_correction_get_fact (correction, keys->pdata[i]));
  json_builder_end_object (builder);
}

/* A container remembers what the trace came from as its format. */
static const char *
get_format (SpurCli *cli, SpurTrace *trace)
{
  return spur_container_is_container (cli->input) ? "spur" : spur_trace_get_fact (trace, "format");
}

static void
put_json (SpurCli *cli, SpurTrace *trace)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  gint64 begin_ns;
  gint64 end_ns;

  spur_trace_get_span_ns (trace, FALSE, &begin_ns, &end_ns);
  json_builder_begin_object (builder);
  spur_cli_add_string (builder, "path", cli->input);
  spur_cli_add_string (builder, "format", get_format (cli, trace));
  spur_cli_add_int (builder, "events", (gint64) spur_trace_get_n_events (trace));
  spur_cli_add_int (builder, "streams", spur_trace_get_n_streams (trace));
  spur_cli_add_int (builder, "load_objects",
                    spur_trace_count_objects (trace, SPUR_TYPE_LOAD_OBJECT));
  spur_cli_add_int (builder, "targets", spur_trace_count_objects (trace, SPUR_TYPE_TARGET));
  spur_cli_add_int (builder, "begin_ns", begin_ns);
  spur_cli_add_int (builder, "end_ns", end_ns);
  add_correction (builder, spur_trace_get_correction (trace));
  add_facts (builder, trace);
  add_classes (builder, trace);
  add_clocks (builder, trace);
  add_groups (builder, trace);
  add_streams (builder, trace);
  json_builder_end_object (builder);
  spur_cli_put_json (cli, builder);
}

static void
put_count (SpurCli *cli, const char *name, guint64 count)
{
  g_autofree char *text = spur_text_count (count);

  spur_cli_put_row (cli, name, text);
}

static void
put_heading (SpurCli *cli, const char *heading)
{
  spur_out_puts (cli->out, "\n");
  spur_cli_put (cli, SPUR_TONE_BOLD, heading);
  spur_out_puts (cli->out, "\n");
}

static void
put_count_row (SpurCli *cli, const char *name, guint64 count, const char *after)
{
  GString *text = spur_out_buffer (cli->out);
  g_autofree char *number = spur_text_count (count);
  g_autofree char *safe = spur_text_shorten (name, NAME_CELLS);

  g_string_append (text, "  ");
  spur_text_append_padded (text, safe, NAME_CELLS);
  g_string_append_printf (text, " %12s", number);
  if (after != NULL)
    {
      g_string_append (text, "  ");
      spur_text_append_safe (text, after);
    }
  g_string_append_c (text, '\n');
  spur_out_settle (cli->out);
}

static void
put_more (SpurCli *cli, guint n_rows)
{
  if (n_rows > MAX_ROWS)
    spur_out_printf (cli->out, "  ... and %u more; --json lists all\n", n_rows - MAX_ROWS);
}

typedef struct
{
  const char *name;
  const char *parent;
  guint64 count;
} ClassRow;

static int
compare_rows (const void *a, const void *b)
{
  const ClassRow *x = a, *y = b;

  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return g_strcmp0 (x->name, y->name);
}

static void
put_classes (SpurCli *cli, SpurTrace *trace)
{
  guint n_classes = spur_trace_get_n_classes (trace);
  g_autofree guint64 *counts = count_classes (trace);
  g_autofree ClassRow *rows = g_new0 (ClassRow, n_classes + 1);
  guint n_rows = 0;

  for (guint i = 0; i < n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);

      if (counts[i] > 0)
        rows[n_rows++] = (ClassRow){ layout->name, layout->parent_name, counts[i] };
    }
  qsort (rows, n_rows, sizeof *rows, compare_rows);
  put_heading (cli, "Event classes");
  for (guint i = 0; i < MIN (n_rows, MAX_ROWS); i++)
    {
      g_autofree char *parent =
        rows[i].parent != NULL ? g_strdup_printf ("a %s", rows[i].parent) : NULL;

      put_count_row (cli, rows[i].name, rows[i].count, parent);
    }
  put_more (cli, n_rows);
}

static void
put_streams (SpurCli *cli, SpurTrace *trace)
{
  guint n_streams = spur_trace_get_n_streams (trace);

  put_heading (cli, "Streams");
  for (guint i = 0; i < MIN (n_streams, MAX_ROWS); i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);
      const SpurClock *clock = spur_trace_get_clock (trace, spur_stream_get_clock (stream));
      guint64 n_back = spur_stream_get_n_steps_back (stream);
      g_autofree char *frequency = spur_text_frequency (clock->resolution_hz);
      g_autofree char *back = n_back > 0 ? spur_text_count (n_back) : NULL;
      g_autoptr (GString) after = g_string_new (frequency);

      if (g_strcmp0 (clock->name, spur_stream_get_name (stream)) != 0)
        g_string_append_printf (after, ", clock %s", clock->name);
      if (back != NULL)
        g_string_append_printf (after, ", %s steps back", back);
      put_count_row (cli, spur_stream_get_name (stream), spur_stream_get_n_events (stream),
                     after->str);
    }
  put_more (cli, n_streams);
}

static void
put_groups (SpurCli *cli, SpurTrace *trace)
{
  guint n_groups = spur_trace_get_n_groups (trace);

  if (n_groups == 0)
    return;
  put_heading (cli, "Communicators");
  for (guint i = 0; i < MIN (n_groups, MAX_ROWS); i++)
    {
      const SpurGroup *group = spur_trace_get_group (trace, i);

      put_count_row (cli, group->name, group->n_members,
                     group->n_members == 1 ? "member" : "members");
    }
  put_more (cli, n_groups);
}

static void
put_losses (SpurCli *cli, SpurTrace *trace)
{
  guint n_losses = spur_trace_get_n_losses (trace);

  if (n_losses == 0)
    return;
  put_heading (cli, "Left out when reading");
  for (guint i = 0; i < n_losses; i++)
    {
      const SpurLoss *loss = spur_trace_get_loss (trace, i);

      put_count_row (cli, loss->what, loss->count, NULL);
    }
}

static void
put_facts (SpurCli *cli, SpurTrace *trace)
{
  GPtrArray *keys = spur_trace_get_fact_keys (trace);

  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = keys->pdata[i];
      const char *value = spur_trace_get_fact (trace, key);
      g_autofree char *shown =
        strlen (value) > LONG_FACT ? spur_text_shorten (value, SHORT_FACT) : g_strdup (value);

      if (!g_str_equal (key, "format") && !g_str_equal (key, "path"))
        spur_cli_put_row (cli, key, shown);
    }
}

static void
put_text (SpurCli *cli, SpurTrace *trace)
{
  SpurCorrection *correction = spur_trace_get_correction (trace);
  const char *format = get_format (cli, trace);
  const char *origin = spur_trace_get_fact (trace, "format");
  const char *method = correction != NULL ? spur_correction_get_fact (correction, "method") : NULL;
  g_autofree char *name = spur_text_safe (cli->input);
  g_autofree char *length = NULL;
  gint64 begin_ns;
  gint64 end_ns;

  spur_trace_get_span_ns (trace, FALSE, &begin_ns, &end_ns);
  length = spur_text_duration (end_ns - begin_ns);
  spur_cli_put (cli, SPUR_TONE_BOLD, name);
  spur_out_puts (cli->out, "\n");
  spur_cli_put_row (cli, "format", format);
  if (origin != NULL && !g_str_equal (origin, format))
    spur_cli_put_row (cli, "made from", origin);
  put_facts (cli, trace);
  put_count (cli, "events", spur_trace_get_n_events (trace));
  put_count (cli, "streams", spur_trace_get_n_streams (trace));
  put_count (cli, "load objects", spur_trace_count_objects (trace, SPUR_TYPE_LOAD_OBJECT));
  put_count (cli, "targets", spur_trace_count_objects (trace, SPUR_TYPE_TARGET));
  spur_cli_put_row (cli, "length", length);
  spur_cli_put_row (cli, "correction",
                    correction == NULL ? "none" : (method != NULL ? method : "yes"));
  put_classes (cli, trace);
  put_streams (cli, trace);
  put_groups (cli, trace);
  put_losses (cli, trace);
}

static SpurExit
run (SpurCli *cli)
{
  SpurExit code = SPUR_EXIT_OK;
  g_autoptr (SpurTrace) trace = spur_cli_open (cli, &code);

  if (trace == NULL)
    return code;
  spur_progress_end (cli->progress);
  if (cli->json)
    put_json (cli, trace);
  else
    put_text (cli, trace);
  return SPUR_EXIT_OK;
}

const SpurVerb spur_verb_info = {
  .name = "info",
  .summary = "Say what a trace is and what is in it",
  .arguments = "TRACE",
  .tells_losses = TRUE,
  .description = "Shows the format, the events by class, streams, clocks, active objects and\n"
                 "communicators, the correction, and what a reader had to leave out.",
  .examples = "  spur info run.sts               A Projections trace\n"
              "  spur info scorep/traces.otf2    An OTF2 archive\n"
              "  spur info --json run.spur       For programs",
  .run = run,
};
