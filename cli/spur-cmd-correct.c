/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/spur-cli.h"
#include "cli/spur-clock-report-put.h"
#include "cli/spur-correcting.h"
#include "cli/spur-delivery.h"
#include "cli/spur-spread.h"
#include "cli/spur-text.h"

static char *output;
static char *method_text;
static SpurMuOptions delays;
static char *gamma_text;
static char *slope_text;
static char *delta_text;
static gboolean no_backward;
static char **reports;
static gboolean save;
static gboolean undo;

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
    "Write the corrected trace: a .spur, or its own format", "OUT" },
  { "save", 0, 0, G_OPTION_ARG_NONE, &save, "Keep the correction with the trace, as TRACE.spurmap",
    NULL },
  { "undo", 0, 0, G_OPTION_ARG_NONE, &undo, "Take that correction away again", NULL },
  { "report", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &reports,
    "Write what it did (.txt, .json, .html; repeatable)", "FILE" },
  { "method", 0, 0, G_OPTION_ARG_STRING, &method_text, "Correctors in order (default bounds,eclc)",
    "LIST" },
  SPUR_MU_ENTRIES (delays),
  { "gamma", 0, 0, G_OPTION_ARG_STRING, &gamma_text, "eclc: speed after a jump (default 0.99999)",
    "FACTOR" },
  { "slope", 0, 0, G_OPTION_ARG_STRING, &slope_text, "eclc: steepness backwards (default 0.01)",
    "FACTOR" },
  { "delta-ns", 0, 0, G_OPTION_ARG_STRING, &delta_text,
    "eclc: least distance in a stream (default 0)", "NS" },
  { "no-backward", 0, 0, G_OPTION_ARG_NONE, &no_backward, "eclc: do not spread jumps backwards",
    NULL },
  G_OPTION_ENTRY_NULL,
};

static gboolean
parse_factor (SpurCli *cli, const char *option, const char *text, gint64 *ppb)
{
  g_autoptr (GError) error = NULL;

  if (text == NULL || spur_text_parse_ppb (text, ppb, &error))
    return TRUE;
  spur_cli_usage (cli, "%s: %s", option, error->message);
  return FALSE;
}

static gboolean
parse_methods (SpurCli *cli, SpurCorrecting *correcting)
{
  const char *names[] = { "bounds", "eclc", NULL };

  correcting->methods = g_strsplit (method_text != NULL ? method_text : "bounds,eclc", ",", -1);
  for (guint i = 0; correcting->methods[i] != NULL; i++)
    {
      const char *nearest;

      if (g_strv_contains (names, correcting->methods[i]))
        continue;
      nearest = spur_text_find_nearest (correcting->methods[i], names);
      spur_cli_usage (cli, "--method: there is no corrector '%s'; did you mean '%s'?",
                      correcting->methods[i], nearest != NULL ? nearest : "bounds,eclc");
      return FALSE;
    }
  if (g_strv_length (correcting->methods) >= 1 &&
      g_strv_length (correcting->methods) <= SPUR_CORRECTION_MAX_MAPS)
    return TRUE;
  spur_cli_usage (cli, "--method: name 1 to %d correctors, as in bounds,eclc",
                  SPUR_CORRECTION_MAX_MAPS);
  return FALSE;
}

static gboolean
parse_options (SpurCli *cli, SpurCorrecting *correcting)
{
  correcting->mu = &delays;
  correcting->gamma_ppb = 999990000;
  correcting->slope_ppb = 10000000;
  correcting->backward = !no_backward;
  if (!parse_methods (cli, correcting) || !spur_mu_check (cli, &delays) ||
      !spur_cli_parse_time (cli, "--delta-ns", delta_text, &correcting->delta_ns) ||
      !parse_factor (cli, "--gamma", gamma_text, &correcting->gamma_ppb) ||
      !parse_factor (cli, "--slope", slope_text, &correcting->slope_ppb))
    return FALSE;
  if (correcting->delta_ns >= 0 && correcting->slope_ppb > 0)
    return TRUE;
  spur_cli_usage (cli, "--delta-ns cannot be negative, --slope is above 0");
  return FALSE;
}

static gboolean
report (SpurCli *cli, SpurCorrecting *correcting, SpurTrace *trace, GError **error)
{
  g_autoptr (SpurEdges) edges = spur_spread_get () == NULL
                                  ? g_object_ref (correcting->edges)
                                  : spur_edges_new_for_trace (trace, &cli->job, error);
  g_autoptr (SpurClockReport) made = NULL;

  if (edges != NULL)
    made = spur_clock_report_new (trace, edges, correcting->correction, correcting->mu_ns,
                                  &cli->job, error);
  return made != NULL && spur_clock_report_write (made, cli, reports, error);
}

/* The new correction is made from raw times, whatever the trace had. */
static SpurExit
correct (SpurCli *cli, SpurCorrecting *correcting, SpurDelivery *delivery)
{
  SpurExit code = SPUR_EXIT_OK;
  g_autoptr (SpurTrace) trace = spur_spread_open (cli, &code);
  g_autoptr (GError) error = NULL;

  if (trace == NULL)
    return code;
  if (!spur_correcting_run (correcting, trace, &cli->job, &error))
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input, error);
  if (!spur_spread_is_first ())
    return SPUR_EXIT_OK;

  spur_trace_set_correction (trace, correcting->correction);
  if (reports != NULL && !report (cli, correcting, trace, &error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, "--report", error);
  if (!spur_delivery_write (delivery, cli, trace, &error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, delivery->path, error);
  spur_progress_end (cli->progress);
  if (cli->json)
    spur_correcting_put_json (correcting, cli, delivery->path);
  else
    spur_correcting_put_text (correcting, cli, delivery->path);
  if (!cli->json)
    spur_delivery_put_notes (delivery, cli);
  return SPUR_EXIT_OK;
}

static SpurExit
run (SpurCli *cli)
{
  g_auto (SpurCorrecting) correcting = { 0 };
  g_auto (SpurDelivery) delivery = { 0 };

  if (undo)
    return output == NULL && !save ? spur_delivery_undo (&delivery, cli)
                                   : spur_cli_usage (cli, "--undo writes nothing, so no -o");
  if (output == NULL && !save)
    return spur_cli_usage (cli, "name the file to write with -o OUT.spur, or --save");
  if (output != NULL && save)
    return spur_cli_usage (cli, "--save keeps the correction with the trace, so no -o");
  if (!parse_options (cli, &correcting) || !spur_clock_report_check_paths (cli, reports))
    return SPUR_EXIT_USAGE;
  if (!spur_delivery_plan (&delivery, cli, output))
    return SPUR_EXIT_USAGE;
  return correct (cli, &correcting, &delivery);
}

const SpurVerb spur_verb_correct = {
  .name = "correct",
  .summary = "Correct the clocks and write the trace with its correction",
  .arguments = "TRACE",
  .description = "Bounds gives every stream the constant offset in the middle of what its\n"
                 "messages allow; eclc, the extended controlled logical clock, then moves what\n"
                 "still is received before it is sent. Raw times are kept: the correction lies\n"
                 "beside them, and correcting again begins from them.",
  .examples = "  spur correct run.sts -o run.spur\n"
              "  spur correct traces.otf2 -o run.spur --mu-ns 500 --json\n"
              "  spur correct run.sts -o run.spur --method eclc --gamma 0.999",
  .entries = entries,
  .run = run,
};
