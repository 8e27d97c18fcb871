/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "cli/output/spur-edges-tree.h"
#include "core/base/spur-order-internal.h"
#include "core/store/trace/spur-chunk-walk.h"

/* Longer tables are for --json. */
#define MAX_ROWS 16

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

static const SpurColumn class_columns[] = {
  { "name", "" }, { "count", "" }, { "parent", "" }, { NULL }
};
static const SpurColumn stream_columns[] = {
  { "name", "" }, { "events", "" }, { "about", "" }, { NULL }
};
static const SpurColumn group_columns[] = {
  { "name", "" }, { "members", "" }, { "about", "" }, { NULL }
};
static const SpurColumn loss_columns[] = { { "what", "" }, { "count", "" }, { NULL } };

#define COUNTS_OF(path, heading, of_columns, most)                                                 \
  {                                                                                                \
    SPUR_LAYOUT_COUNTS, path, heading, .columns = of_columns, .max_rows = most,                    \
                                       .more = "; --json lists all"                                \
  }
#define COUNTS_IF(path, heading, of_columns, most)                                                 \
  {                                                                                                \
    SPUR_LAYOUT_COUNTS, path, heading, .flags = SPUR_SHOW_IF_SET, .columns = of_columns,           \
                                       .max_rows = most, .more = "; --json lists all"              \
  }

static const SpurLayout layout[] = {
  SPUR_LAYOUT_TITLE_OF ("path"),
  SPUR_LAYOUT_NOTE_OF ("shown_format", "format"),
  SPUR_LAYOUT_NOTE_OF ("origin", "made from"),
  { SPUR_LAYOUT_FACTS, "shown_facts" },
  SPUR_LAYOUT_COUNT_OF ("events", "events"),
  SPUR_LAYOUT_COUNT_OF ("streams", "streams"),
  SPUR_LAYOUT_COUNT_OF ("load_objects", "load objects"),
  SPUR_LAYOUT_COUNT_IF ("lm_components", "of load management"),
  SPUR_LAYOUT_COUNT_OF ("targets", "targets"),
  SPUR_LAYOUT_NOTE_OF ("length", "length"),
  SPUR_LAYOUT_NOTE_OF ("shown_correction", "correction"),
  SPUR_LAYOUT_OFFSETS,
  COUNTS_OF ("shown_classes", "Event classes", class_columns, MAX_ROWS),
  COUNTS_OF ("stream_list", "Streams", stream_columns, MAX_ROWS),
  COUNTS_IF ("communicators", "Communicators and groups", group_columns, MAX_ROWS),
  COUNTS_IF ("losses", "Left out when reading", loss_columns, 0),
  { SPUR_LAYOUT_END },
};

static void
add_classes (SpurTree *tree, SpurTrace *trace, const guint64 *counts)
{
  for (guint i = 0; spur_tree_next_row (tree, "classes", i, spur_trace_get_n_classes (trace)); i++)
    {
      const SpurEventLayout *class_layout = spur_trace_get_class (trace, i);

      spur_tree_add_string (tree, "name", class_layout->name);
      spur_tree_add_string (tree, "parent", class_layout->parent_name);
      spur_tree_add_count (tree, "events", counts[i]);
    }
}

typedef struct
{
  const SpurEventLayout *layout;
  guint64 count;
} ClassRow;

SPUR_DEFINE_ORDER (compare_rows,
                   ClassRow,
                   SPUR_ORDER (q->count, p->count) ?: g_strcmp0 (p->layout->name, q->layout->name))

/* The classes that have events, the most frequent ones first. */
static void
add_sorted_classes (SpurTree *tree, SpurTrace *trace, const guint64 *counts)
{
  guint n_classes = spur_trace_get_n_classes (trace);
  g_autofree ClassRow *rows = g_new0 (ClassRow, n_classes + 1);
  guint n_rows = 0;

  for (guint i = 0; i < n_classes; i++)
    {
      if (counts[i] > 0)
        rows[n_rows++] = (ClassRow){ spur_trace_get_class (trace, i), counts[i] };
    }
  qsort (rows, n_rows, sizeof *rows, compare_rows);
  for (guint i = 0; spur_tree_next_row (tree, "shown_classes", i, n_rows); i++)
    {
      spur_tree_add_string (tree, "name", rows[i].layout->name);
      spur_tree_add_count (tree, "count", rows[i].count);
      if (rows[i].layout->parent_name != NULL)
        spur_tree_print_note (tree, "parent", "a %s", rows[i].layout->parent_name);
    }
}

/* "1 GHz, clock host, 3 steps back" */
static char *
describe_clock (SpurTrace *trace, SpurStream *stream)
{
  const SpurClock *clock =
    spur_definitions_get_clock (spur_trace_get_definitions (trace), spur_stream_get_clock (stream));
  g_autofree char *frequency = spur_text_frequency (clock->resolution_hz);
  GString *text = g_string_new (frequency);

  if (g_strcmp0 (clock->name, spur_stream_get_name (stream)) != 0)
    g_string_append_printf (text, ", clock %s", clock->name);
  if (spur_stream_get_n_steps_back (stream) > 0)
    {
      g_string_append (text, ", ");
      spur_text_append_count (text, spur_stream_get_n_steps_back (stream));
      g_string_append (text, " steps back");
    }
  return g_string_free (text, FALSE);
}

static void
add_streams (SpurTree *tree, SpurTrace *trace)
{
  guint n_streams = spur_trace_get_n_streams (trace);

  for (guint i = 0; spur_tree_next_row (tree, "stream_list", i, n_streams); i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);
      const SpurObject *target = spur_definitions_get_object (spur_trace_get_definitions (trace),
                                                              spur_stream_get_target (stream));
      g_autofree char *about = describe_clock (trace, stream);

      spur_tree_add_string (tree, "name", spur_stream_get_name (stream));
      spur_tree_add_count (tree, "events", spur_stream_get_n_events (stream));
      spur_tree_add_count (tree, "steps_back", spur_stream_get_n_steps_back (stream));
      spur_tree_add_int (tree, "clock", spur_stream_get_clock (stream));
      spur_tree_add_string (tree, "target", target != NULL ? target->name : NULL);
      spur_tree_add_note (tree, "about", about);
    }
}

static void
add_clocks (SpurTree *tree, SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  for (guint i = 0;
       spur_tree_next_row (tree, "clocks", i, spur_definitions_get_n_clocks (definitions)); i++)
    {
      const SpurClock *clock = spur_definitions_get_clock (definitions, i);

      spur_tree_add_string (tree, "name", clock->name);
      spur_tree_add_string (tree, "kind", clock->kind);
      spur_tree_add_count (tree, "resolution_hz", clock->resolution_hz);
      spur_tree_add_int (tree, "domain", clock->domain);
    }
}

static void
add_groups (SpurTree *tree, SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint n_groups = spur_definitions_get_n_groups (definitions);

  for (guint i = 0; spur_tree_next_row (tree, "communicators", i, n_groups); i++)
    {
      const SpurGroup *group = spur_definitions_get_group (definitions, i);

      spur_tree_add_string (tree, "name", group->name);
      spur_tree_add_int (tree, "members", group->n_members);
      spur_tree_add_note (tree, "about", group->n_members == 1 ? "member" : "members");
    }
}

static void
add_facts (SpurTree *tree, SpurTrace *trace)
{
  GPtrArray *keys = spur_trace_get_fact_keys (trace);

  spur_tree_begin_object (tree, "facts");
  for (guint i = 0; i < keys->len; i++)
    spur_tree_add_string (tree, keys->pdata[i], spur_trace_get_fact (trace, keys->pdata[i]));
  spur_tree_end (tree);
}

static void
add_shown_facts (SpurTree *tree, SpurTrace *trace)
{
  GPtrArray *keys = spur_trace_get_fact_keys (trace);

  spur_tree_begin_object (tree, "shown_facts");
  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = keys->pdata[i];
      const char *value = spur_trace_get_fact (trace, key);
      g_autofree char *shown =
        strlen (value) > LONG_FACT ? spur_text_shorten (value, SHORT_FACT) : g_strdup (value);

      if (!g_str_equal (key, "format") && !g_str_equal (key, "path"))
        spur_tree_add_note (tree, key, shown);
    }
  spur_tree_end (tree);
}

static void
add_correction (SpurTree *tree, SpurCorrection *correction)
{
  const char *method = correction != NULL ? spur_correction_get_fact (correction, "method") : NULL;

  spur_tree_add_note (tree, "shown_correction",
                      correction == NULL ? "none"
                      : method != NULL   ? method
                                         : "yes");
  if (correction != NULL)
    spur_tree_add_facts (tree, "correction", correction);
  else
    spur_tree_add_null (tree, "correction");
}

/* A container remembers what the trace came from as its format. */
static void
add_format (SpurTree *tree, SpurCli *cli, SpurTrace *trace)
{
  const char *origin = spur_trace_get_fact (trace, "format");
  const char *format =
    spur_registry_is_native (spur_registry_get_default (), cli->input) ? "spur" : origin;

  spur_tree_add_string (tree, "format", format);
  spur_tree_add_note (tree, "shown_format", format);
  if (g_strcmp0 (origin, format) != 0)
    spur_tree_add_note (tree, "origin", origin);
}

static SpurExit
run_info (SpurCli *cli)
{
  SpurTrace *trace = cli->trace;
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  SpurTree *tree = cli->tree;
  g_autofree guint64 *counts = count_classes (trace);
  g_autofree char *length = NULL;
  guint n_components = spur_definitions_count_objects (definitions, SPUR_TYPE_LM_COMPONENT);
  gint64 begin_ns, end_ns;

  spur_trace_get_span_ns (trace, FALSE, &begin_ns, &end_ns);
  length = spur_text_duration (end_ns - begin_ns);
  spur_tree_add_string (tree, "path", cli->input);
  add_format (tree, cli, trace);
  spur_tree_add_count (tree, "events", spur_trace_get_n_events (trace));
  spur_tree_add_int (tree, "streams", spur_trace_get_n_streams (trace));
  spur_tree_add_int (tree, "load_objects",
                     spur_definitions_count_objects (definitions, SPUR_TYPE_LOAD_OBJECT) -
                       n_components);
  if (n_components > 0)
    spur_tree_add_int (tree, "lm_components", n_components);
  spur_tree_add_int (tree, "targets",
                     spur_definitions_count_objects (definitions, SPUR_TYPE_TARGET));
  spur_tree_add_int (tree, "begin_ns", begin_ns);
  spur_tree_add_int (tree, "end_ns", end_ns);
  spur_tree_add_note (tree, "length", length);
  add_correction (tree, spur_trace_get_correction (trace));
  spur_tree_add_offsets (tree, trace);
  add_facts (tree, trace);
  add_shown_facts (tree, trace);
  add_classes (tree, trace, counts);
  add_sorted_classes (tree, trace, counts);
  add_clocks (tree, trace);
  add_groups (tree, trace);
  add_streams (tree, trace);
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
              "  spur info simgrid.trace         A Paje trace\n"
              "  spur info --json run.spur       For programs",
  .layout = layout,
  .reads = TRUE,
  .run = run_info,
};
