/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/projects/kit/sim-program.h"

#include "core/base/spur-error-internal.h"
#include "core/store/container/spur-container.h"

#define MAX_SKEW_US 1000000

SimOptions
sim_program_get_defaults (const SimProgram *self)
{
  return (SimOptions){ 1, self->hosts.usual, self->size.usual, 0 };
}

static gboolean
check_range (const char *option, gint64 value, const SimRange *range, GError **error)
{
  if (value >= range->least && value <= range->most)
    return TRUE;
  return spur_error_set (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                         "%s: %" G_GINT64_FORMAT " is not from %u to %u", option, value,
                         range->least, range->most);
}

static void
set_facts (const SimProgram *self, const SimOptions *options, SpurTrace *trace)
{
  g_autofree char *program = g_strdup_printf ("spur-sim-%s", self->name);
  g_autofree char *seed = g_strdup_printf ("%" G_GUINT64_FORMAT, options->seed);

  spur_trace_set_fact (trace, "title", self->title);
  spur_trace_set_fact (trace, "program", program);
  spur_trace_set_fact (trace, "project", self->name);
  spur_trace_set_fact (trace, "seed", seed);
}

SpurTrace *
sim_program_probe (const SimProgram *self,
                   const SimOptions *options,
                   const SimProbe *probe,
                   GError **error)
{
  static const SimRange skew_us = { 0, 0, MAX_SKEW_US };
  g_autoptr (SimWorld) world = NULL;

  if (!check_range ("--hosts", options->n_hosts, &self->hosts, error) ||
      !check_range ("--size", options->size, &self->size, error) ||
      !check_range ("--skew", options->skew_ns / 1000, &skew_us, error))
    return NULL;
  sim_classes_register (self->classes);
  world = sim_world_new (options->seed, options->skew_ns);
  sim_world_set_probe (world, probe);
  set_facts (self, options, sim_world_get_trace (world));
  self->run (world, options);
  return sim_world_finish (world, error);
}

SpurTrace *
sim_program_simulate (const SimProgram *self, const SimOptions *options, GError **error)
{
  return sim_program_probe (self, options, NULL, error);
}

typedef struct
{
  gint64 seed;
  gint n_hosts;
  gint size;
  gint skew_us;
  char *output;
} Arguments;

static char *
describe_examples (const SimProgram *self)
{
  return g_strdup_printf ("The same options give the same trace on every machine.\n\n"
                          "Examples:\n"
                          "  spur-sim-%1$s -o %1$s.spur\n"
                          "  spur --project %1$s info %1$s.spur\n"
                          "  spur-sim-%1$s --seed 7 --skew 500 -o skewed.spur\n"
                          "  spur --project %1$s check skewed.spur\n",
                          self->name);
}

static char *
describe_number (const char *what, const SimRange *range)
{
  return g_strdup_printf ("%s, %u to %u (default %u)", what, range->least, range->most,
                          range->usual);
}

static gboolean
parse_arguments (
  const SimProgram *self, Arguments *arguments, int *argc, char ***argv, GError **error)
{
  g_autofree char *hosts_help = describe_number ("How many hosts", &self->hosts);
  g_autofree char *size_help = describe_number (self->size_help, &self->size);
  const GOptionEntry entries[] = {
    { "seed", 0, 0, G_OPTION_ARG_INT64, &arguments->seed, "Another run for another number", "N" },
    { "hosts", 0, 0, G_OPTION_ARG_INT, &arguments->n_hosts, hosts_help, "N" },
    { "size", 0, 0, G_OPTION_ARG_INT, &arguments->size, size_help, "N" },
    { "skew", 0, 0, G_OPTION_ARG_INT, &arguments->skew_us, "How far clocks are off, in us", "US" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &arguments->output, "The trace to write", "FILE" },
    { NULL, 0, 0, 0, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autofree char *examples = describe_examples (self);

  g_option_context_set_summary (context, self->summary);
  g_option_context_set_description (context, examples);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  if (*argc == 1)
    return TRUE;
  return spur_error_set (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                         "%s: no argument is expected; the trace is named with -o", (*argv)[1]);
}

static gboolean
simulate_and_save (const SimProgram *self, const Arguments *arguments, GError **error)
{
  const SimOptions options = { .seed = (guint64) arguments->seed,
                               .n_hosts = (guint) MAX (arguments->n_hosts, 0),
                               .size = (guint) MAX (arguments->size, 0),
                               .skew_ns = (gint64) arguments->skew_us * 1000 };
  g_autoptr (SpurTrace) trace = NULL;
  gint64 begin_ns, end_ns;

  trace = sim_program_simulate (self, &options, error);
  if (trace == NULL || !spur_container_save (trace, arguments->output, NULL, error))
    return FALSE;
  spur_trace_get_span_ns (trace, TRUE, &begin_ns, &end_ns);
  g_print ("%s: %" G_GUINT64_FORMAT " events, %u streams, %.3f s\n", arguments->output,
           spur_trace_get_n_events (trace), spur_trace_get_n_streams (trace),
           (double) (end_ns - begin_ns) / 1e9);
  return TRUE;
}

int
sim_program_main (const SimProgram *self, int argc, char **argv)
{
  g_autofree char *default_output = g_strdup_printf ("%s.spur", self->name);
  g_autofree char *given = NULL;
  g_autoptr (GError) error = NULL;
  Arguments arguments = { .seed = 1,
                          .n_hosts = (gint) self->hosts.usual,
                          .size = (gint) self->size.usual };
  gboolean is_understood = parse_arguments (self, &arguments, &argc, &argv, &error);

  given = arguments.output;
  if (given == NULL)
    arguments.output = default_output;
  if (is_understood && simulate_and_save (self, &arguments, &error))
    return 0;
  g_printerr ("spur-sim-%s: %s\n", self->name, error->message);
  return error->domain == G_OPTION_ERROR ? 2 : 1;
}
