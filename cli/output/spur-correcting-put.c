/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/output/spur-table.h"
#include "cli/output/spur-text.h"
#include "cli/run/spur-correcting.h"

#define MAX_ROWS 32

static guint64
count_moved (SpurCorrecting *self, gint64 *largest_ns)
{
  guint64 n_moved = 0;

  *largest_ns = 0;
  for (guint i = 0; i < self->n_streams; i++)
    {
      n_moved += self->streams[i].n_moved;
      if (ABS (self->streams[i].largest_ns) > ABS (*largest_ns))
        *largest_ns = self->streams[i].largest_ns;
    }
  return n_moved;
}

static void
add_stream (JsonBuilder *builder, const SpurCorrectedStream *stream)
{
  json_builder_begin_object (builder);
  spur_cli_add_string (builder, "name", stream->name);
  spur_cli_add_int (builder, "offset_ns", stream->offset_ns);
  if (stream->half_width_ns >= 0)
    spur_cli_add_int (builder, "half_width_ns", stream->half_width_ns);
  spur_cli_add_int (builder, "moved_events", (gint64) stream->n_moved);
  spur_cli_add_int (builder, "largest_shift_ns", stream->largest_ns);
  json_builder_end_object (builder);
}

static void
add_steps (JsonBuilder *builder, SpurClockChain *chain)
{
  json_builder_set_member_name (builder, "steps");
  json_builder_begin_array (builder);
  for (guint i = 0; i < spur_clock_chain_get_n_steps (chain); i++)
    {
      const SpurClockStep *step = spur_clock_chain_get_step (chain, i);

      json_builder_begin_object (builder);
      spur_cli_add_string (builder, "method", step->name);
      spur_cli_add_string (builder, "result", step->result);
      spur_cli_add_int (builder, "reversed_before", (gint64) step->before.n_reversed);
      spur_cli_add_int (builder, "reversed_after", (gint64) step->after.n_reversed);
      spur_cli_add_int (builder, "collective_reversed_before",
                        (gint64) step->before.n_collective_reversed);
      spur_cli_add_int (builder, "collective_reversed_after",
                        (gint64) step->after.n_collective_reversed);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_facts (JsonBuilder *builder, SpurCorrection *correction)
{
  GPtrArray *keys = spur_correction_get_fact_keys (correction);

  json_builder_set_member_name (builder, "facts");
  json_builder_begin_object (builder);
  for (guint i = 0; i < keys->len; i++)
    spur_cli_add_string (builder, keys->pdata[i],
                         spur_correction_get_fact (correction, keys->pdata[i]));
  json_builder_end_object (builder);
}

void
spur_correcting_put_json (SpurCorrecting *self, SpurCli *cli, const char *output)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  gint64 largest_ns;
  guint64 n_moved = count_moved (self, &largest_ns);

  json_builder_begin_object (builder);
  spur_cli_add_string (builder, "path", cli->input);
  spur_cli_add_string (builder, "output", output);
  spur_cli_add_int (builder, "mu_ns", self->mu_ns);
  spur_cli_add_edges (builder, self->edges);
  json_builder_set_member_name (builder, "before");
  json_builder_begin_object (builder);
  spur_cli_add_check (builder, &self->before);
  json_builder_end_object (builder);
  json_builder_set_member_name (builder, "after");
  json_builder_begin_object (builder);
  spur_cli_add_check (builder, &self->after);
  json_builder_end_object (builder);
  spur_cli_add_int (builder, "moved_events", (gint64) n_moved);
  spur_cli_add_int (builder, "largest_shift_ns", largest_ns);
  json_builder_set_member_name (builder, "streams");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n_streams; i++)
    add_stream (builder, &self->streams[i]);
  json_builder_end_array (builder);
  add_steps (builder, self->chain);
  add_facts (builder, self->correction);
  json_builder_end_object (builder);
  spur_cli_put_json (cli, builder);
}

static void
put_violations (SpurCorrecting *self, SpurCli *cli)
{
  g_autoptr (SpurTable) table = spur_table_new (5);
  const SpurCheck *before = &self->before;
  const SpurCheck *after = &self->after;

  spur_table_set_heading (table, "", "edges", "reversed before", "after", "worst before");
  spur_table_add_text (table, "messages");
  spur_table_add_count (table, before->n_edges, FALSE);
  spur_table_add_count (table, before->n_reversed, FALSE);
  spur_table_add_count (table, after->n_reversed, after->n_reversed > 0);
  spur_table_add_duration (table, before->worst_ns);
  spur_table_add_text (table, "collectives");
  spur_table_add_count (table, before->n_collective_receives, FALSE);
  spur_table_add_count (table, before->n_collective_reversed, FALSE);
  spur_table_add_count (table, after->n_collective_reversed, after->n_collective_reversed > 0);
  spur_table_add_duration (table, before->collective_worst_ns);
  spur_table_put (table, cli);
}

static void
put_steps (SpurCorrecting *self, SpurCli *cli)
{
  for (guint i = 0; i < spur_clock_chain_get_n_steps (self->chain); i++)
    {
      const SpurClockStep *step = spur_clock_chain_get_step (self->chain, i);

      spur_cli_put_row (cli, step->name, step->result);
    }
}

/* One unit for all, so that the numbers of a column can be compared by their looks. */
static SpurUnit
choose_unit (SpurCorrecting *self)
{
  gint64 largest_ns = 1000;

  for (guint i = 0; i < self->n_streams; i++)
    {
      largest_ns = MAX (largest_ns, ABS (self->streams[i].offset_ns));
      largest_ns = MAX (largest_ns, ABS (self->streams[i].largest_ns));
    }
  return largest_ns < 1000000000 ? SPUR_UNIT_US : SPUR_UNIT_MS;
}

static void
put_streams (SpurCorrecting *self, SpurCli *cli)
{
  g_autoptr (SpurTable) table = spur_table_new (5);
  SpurUnit unit = choose_unit (self);
  const char *name = spur_text_get_unit_name (unit);
  g_autofree char *offset = g_strdup_printf ("offset %s", name);
  g_autofree char *width = g_strdup_printf ("+- %s", name);
  g_autofree char *shift = g_strdup_printf ("largest shift %s", name);

  spur_table_set_heading (table, "stream", offset, width, "moved events", shift);
  for (guint i = 0; i < MIN (self->n_streams, MAX_ROWS); i++)
    {
      const SpurCorrectedStream *stream = &self->streams[i];

      spur_table_add_text (table, stream->name);
      spur_table_add_in_unit (table, stream->offset_ns, SPUR_TONE_PLAIN, unit);
      if (stream->half_width_ns >= 0)
        spur_table_add_in_unit (table, stream->half_width_ns, SPUR_TONE_PLAIN, unit);
      else
        spur_table_add_text (table, "-");
      spur_table_add_count (table, stream->n_moved, FALSE);
      spur_table_add_in_unit (table, stream->largest_ns, SPUR_TONE_PLAIN, unit);
    }
  spur_table_put (table, cli);
  if (self->n_streams > MAX_ROWS)
    spur_out_printf (cli->out, "  ... and %u more; --json lists all\n", self->n_streams - MAX_ROWS);
}

static void
put_count (SpurCli *cli, const char *name, guint64 count)
{
  g_autofree char *text = spur_text_count (count);

  if (count > 0)
    spur_cli_put_row (cli, name, text);
}

void
spur_correcting_put_text (SpurCorrecting *self, SpurCli *cli, const char *output)
{
  g_autoptr (GString) methods = g_string_new (NULL);
  g_autofree char *safe = spur_text_safe (output);
  guint64 n_unmatched = spur_edges_get_n_unmatched_sends (self->edges) +
                        spur_edges_get_n_unmatched_receives (self->edges);

  for (guint i = 0; i < spur_clock_chain_get_n_steps (self->chain); i++)
    g_string_append_printf (methods, "%s%s", i > 0 ? ", then " : "",
                            spur_clock_chain_get_step (self->chain, i)->name);
  spur_out_printf (cli->out, "wrote %s, corrected by %s\n\n", safe, methods->str);
  put_steps (self, cli);
  spur_out_puts (cli->out, "\n");
  put_violations (self, cli);
  spur_out_puts (cli->out, "\n");
  put_streams (self, cli);
  if (n_unmatched > 0 || spur_edges_get_n_incomplete_collectives (self->edges) > 0)
    spur_out_puts (cli->out, "\n");
  put_count (cli, "unmatched sends", spur_edges_get_n_unmatched_sends (self->edges));
  put_count (cli, "unmatched receives", spur_edges_get_n_unmatched_receives (self->edges));
  put_count (cli, "incomplete collectives", spur_edges_get_n_incomplete_collectives (self->edges));
  spur_cli_put_cyclic (cli, self->edges, self->trace);
}
