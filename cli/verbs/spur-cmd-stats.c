/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "cli/output/spur-table.h"
#include "cli/output/spur-text.h"
#include "cli/run/spur-cli.h"
#include "core/analysis/spur-history.h"

#define MAX_MOVERS 10
#define BAR_CELLS 24

static gboolean raw;

static const GOptionEntry entries[] = {
  { "raw", 0, 0, G_OPTION_ARG_NONE, &raw, "Use the raw times of a corrected trace", NULL },
  G_OPTION_ENTRY_NULL,
};

typedef struct
{
  guint32 object;
  guint n_moves;
} Mover;

/* What is told of a trace. */
typedef struct
{
  SpurTrace *trace;
  SpurHistory *history;
  GArray *targets;
  GArray *movers;
  gsize n_moves;
  gint64 length_ns;
} Stats;

static void
stats_clear (Stats *self)
{
  g_clear_pointer (&self->targets, g_array_unref);
  g_clear_pointer (&self->movers, g_array_unref);
  g_clear_object (&self->history);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stats, stats_clear)

/* The targets that streams ran on, over which the imbalance is taken, and others that were busy. */
static GArray *
list_targets (SpurTrace *trace, SpurHistory *history)
{
  GArray *targets = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n_objects = spur_trace_get_n_objects (trace);
  g_autofree guint8 *has_stream = g_new0 (guint8, n_objects + 1);

  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      guint32 target = spur_stream_get_target (spur_trace_get_stream (trace, i));

      if (target < n_objects)
        has_stream[target] = TRUE;
    }
  for (guint32 i = 0; i < n_objects; i++)
    {
      if (has_stream[i] || spur_history_get_busy_ns (history, i) > 0)
        g_array_append_val (targets, i);
    }
  return targets;
}

static int
compare_movers (const void *a, const void *b)
{
  const Mover *x = a, *y = b;

  if (x->n_moves != y->n_moves)
    return x->n_moves > y->n_moves ? -1 : 1;
  return x->object < y->object ? -1 : x->object > y->object;
}

static GArray *
list_movers (SpurTrace *trace, SpurHistory *history, gsize *n_moves)
{
  GArray *movers = g_array_new (FALSE, FALSE, sizeof (Mover));
  const SpurMove *moves = spur_history_get_moves (history, n_moves);
  guint n_objects = spur_trace_get_n_objects (trace);
  g_autofree guint *counts = g_new0 (guint, n_objects + 1);

  for (gsize i = 0; i < *n_moves; i++)
    counts[moves[i].object]++;
  for (guint32 i = 0; i < n_objects; i++)
    {
      Mover mover = { i, counts[i] };

      if (counts[i] > 0)
        g_array_append_val (movers, mover);
    }
  g_array_sort (movers, compare_movers);
  return movers;
}

static void
stats_init (Stats *self, SpurTrace *trace)
{
  gint64 begin_ns;
  gint64 end_ns;

  self->trace = trace;
  self->history = spur_history_new (trace, raw);
  self->targets = list_targets (trace, self->history);
  self->movers = list_movers (trace, self->history, &self->n_moves);
  spur_trace_get_span_ns (trace, raw, &begin_ns, &end_ns);
  self->length_ns = end_ns - begin_ns;
}

static const char *
get_name (Stats *self, guint32 object)
{
  return spur_trace_get_object_info (self->trace, object)->name;
}

static void
put_json (SpurCli *cli, Stats *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  double imbalance = spur_history_get_imbalance (self->history);

  json_builder_begin_object (builder);
  spur_cli_add_string (builder, "path", cli->input);
  spur_cli_add_int (builder, "length_ns", self->length_ns);
  spur_cli_add_int (builder, "moves", (gint64) self->n_moves);
  json_builder_set_member_name (builder, "imbalance");
  if (isfinite (imbalance))
    json_builder_add_double_value (builder, imbalance);
  else
    json_builder_add_null_value (builder);
  json_builder_set_member_name (builder, "targets");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->targets->len; i++)
    {
      guint32 target = g_array_index (self->targets, guint32, i);

      json_builder_begin_object (builder);
      spur_cli_add_string (builder, "name", get_name (self, target));
      spur_cli_add_int (builder, "busy_ns", spur_history_get_busy_ns (self->history, target));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "movers");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->movers->len; i++)
    {
      const Mover *mover = &g_array_index (self->movers, Mover, i);

      json_builder_begin_object (builder);
      spur_cli_add_string (builder, "name", get_name (self, mover->object));
      spur_cli_add_int (builder, "moves", mover->n_moves);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  spur_cli_put_json (cli, builder);
}

static void
put_targets (SpurCli *cli, Stats *self)
{
  g_autoptr (SpurTable) table = spur_table_new (4);
  SpurUnit unit = spur_text_get_unit (self->length_ns);
  g_autofree char *busy = g_strdup_printf ("busy %s", spur_text_get_unit_name (unit));

  spur_table_set_heading (table, "target", busy, "of the time", "");
  spur_table_set_left (table, 3);
  for (guint i = 0; i < self->targets->len; i++)
    {
      guint32 target = g_array_index (self->targets, guint32, i);
      gint64 busy_ns = spur_history_get_busy_ns (self->history, target);
      double share = self->length_ns > 0 ? (double) busy_ns / (double) self->length_ns : 0.0;
      g_autofree char *percent = g_strdup_printf ("%.1f %%", 100.0 * share);
      g_autoptr (GString) bar = g_string_new (NULL);

      spur_text_append_bar (bar, share, BAR_CELLS);
      g_strchomp (bar->str);
      spur_table_add_text (table, get_name (self, target));
      spur_table_add_in_unit (table, busy_ns, SPUR_TONE_PLAIN, unit);
      spur_table_add_text (table, percent);
      spur_table_add_text (table, bar->str);
    }
  spur_table_put (table, cli);
}

static void
put_movers (SpurCli *cli, Stats *self)
{
  g_autoptr (SpurTable) table = spur_table_new (2);

  if (self->movers->len == 0)
    return;
  spur_out_puts (cli->out, "\n");
  spur_table_set_heading (table, "moved most", "moves");
  for (guint i = 0; i < MIN (self->movers->len, MAX_MOVERS); i++)
    {
      const Mover *mover = &g_array_index (self->movers, Mover, i);

      spur_table_add_text (table, get_name (self, mover->object));
      spur_table_add_count (table, mover->n_moves, FALSE);
    }
  spur_table_put (table, cli);
  if (self->movers->len > MAX_MOVERS)
    spur_out_printf (cli->out, "  ... and %u more; --json lists all\n",
                     self->movers->len - MAX_MOVERS);
}

static void
put_text (SpurCli *cli, Stats *self)
{
  g_autofree char *name = spur_text_safe (cli->input);
  g_autofree char *moves = spur_text_count (self->n_moves);
  g_autofree char *length = spur_text_duration (self->length_ns);
  g_autofree char *imbalance =
    g_strdup_printf ("%.3f  (busiest target / mean)", spur_history_get_imbalance (self->history));

  spur_cli_put (cli, SPUR_TONE_BOLD, name);
  spur_out_puts (cli->out, "\n");
  spur_cli_put_row (cli, "times",
                    spur_trace_get_correction (self->trace) == NULL ? "as they came"
                    : raw                                           ? "raw"
                                                                    : "corrected");
  spur_cli_put_row (cli, "length", length);
  spur_cli_put_row (cli, "moves", moves);
  spur_cli_put_row (cli, "imbalance", imbalance);
  spur_out_puts (cli->out, "\n");
  put_targets (cli, self);
  put_movers (cli, self);
}

static SpurExit
run (SpurCli *cli)
{
  SpurExit code = SPUR_EXIT_OK;
  g_autoptr (SpurTrace) trace = spur_cli_open (cli, &code);
  g_auto (Stats) stats = { 0 };

  if (trace == NULL)
    return code;
  stats_init (&stats, trace);
  spur_progress_end (cli->progress);
  if (cli->json)
    put_json (cli, &stats);
  else
    put_text (cli, &stats);
  return SPUR_EXIT_OK;
}

const SpurVerb spur_verb_stats = {
  .name = "stats",
  .summary = "Say how busy targets were and which objects moved",
  .arguments = "TRACE",
  .description = "Shows each target's busy time, the imbalance (the largest busy time divided by\n"
                 "the mean one) and how often load objects moved to another target.",
  .examples = "  spur stats run.spur          In corrected order\n"
              "  spur stats --raw run.spur    In the order of the raw times\n"
              "  spur stats --json run.spur   For programs",
  .entries = entries,
  .run = run,
};
