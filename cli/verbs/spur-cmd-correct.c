/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-clock-report-put.h"
#include "cli/run/spur-delivery.h"
#include "cli/run/spur-ranks.h"

static char *method_text;
static SpurMuOptions delays;
static char *gamma_text;
static char *slope_text;
static char *delta_text;
static gboolean no_backward;
static char **settings;
static char **domains;
static char *memory_text;
static guint64 max_mapped_bytes;
static char **reports;
static gboolean save;
static gboolean undo;

static const GOptionEntry entries[] = {
  SPUR_OPTION ("save", NONE, &save, "Keep the correction with the trace, as TRACE.spurmap", NULL),
  SPUR_OPTION ("undo", NONE, &undo, "Remove the correction that --save kept", NULL),
  SPUR_OPTION ("report",
               FILENAME_ARRAY,
               &reports,
               "Write what changed (.txt, .json, .html; repeatable)",
               "FILE"),
  SPUR_OPTION ("method", STRING, &method_text, "Correctors in order (default auto)", "LIST"),
  SPUR_OPTION ("set",
               STRING_ARRAY,
               &settings,
               "Set an option of the correctors, as in eclc.mu=2us",
               "NAME=VALUE"),
  SPUR_OPTION (
    "domain", STRING_ARRAY, &domains, "Streams of one clock, or: by-clock, by-host, found", "LIST"),
  SPUR_MU_ENTRIES (delays),
  SPUR_OPTION ("gamma",
               STRING,
               &gamma_text,
               "eclc: speed of a clock after a jump (default 0.99999)",
               "FACTOR"),
  SPUR_OPTION (
    "slope", STRING, &slope_text, "eclc: jump by time that it is spread over (0.01)", "FACTOR"),
  SPUR_OPTION (
    "delta-ns", STRING, &delta_text, "eclc: least time from event to event (default 0)", "NS"),
  SPUR_OPTION ("no-backward", NONE, &no_backward, "eclc: do not spread jumps backwards", NULL),
  SPUR_OPTION (
    "memory", STRING, &memory_text, "Memory for the trace in a .spur (default 256M)", "SIZE"),
  G_OPTION_ENTRY_NULL,
};

static const SpurOptionWords option_words[] = {
  { .option = "method", .dup_words = spur_clock_corrector_dup_names },
  { NULL },
};

static gboolean
parse_factor (SpurCli *cli, const char *option, const char *text, gint64 *ppb)
{
  return text == NULL || spur_text_parse_ppb (text, ppb, &cli->error) ||
         spur_cli_refuse (cli, option);
}

static gboolean
parse_methods (SpurCli *cli, SpurCorrecting *correcting)
{
  SpurProject *project = spur_registry_find_correcting_project (spur_registry_get_default ());
  const char *text = method_text != NULL ? method_text : "auto";
  g_auto (GStrv) asked = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) known = spur_clock_corrector_dup_names ();
  g_auto (GStrv) names = NULL;

  if (project != NULL)
    correcting->chain = spur_project_make_chain (project, method_text, &cli->error);
  else
    correcting->chain = spur_clock_chain_new (text, &cli->error);
  if (correcting->chain != NULL)
    return TRUE;
  g_strv_builder_add (builder, "auto");
  g_strv_builder_addv (builder, (const char **) known);
  names = g_strv_builder_end (builder);
  asked = g_strsplit (text, ",", -1);
  for (guint i = 0; asked[i] != NULL; i++)
    {
      const char *nearest =
        spur_text_find_nearest (g_strstrip (asked[i]), (const char *const *) names);

      if (g_strv_contains ((const char *const *) names, asked[i]) || nearest == NULL)
        continue;
      return SPUR_CLI_REFUSE (cli, "--method: there is no corrector '%s'; did you mean '%s'?",
                              asked[i], nearest);
    }
  return spur_cli_refuse (cli, "--method");
}

static gboolean
parse_setting (SpurCli *cli, SpurCorrecting *correcting, const char *setting)
{
  const char *equals = strchr (setting, '=');
  g_autofree char *name = NULL;

  if (equals == NULL)
    return SPUR_CLI_REFUSE (cli, "--set: got '%s', wanted NAME=VALUE, as in eclc.mu=2us", setting);
  name = g_strndup (setting, (gsize) (equals - setting));
  return spur_clock_chain_set_option (correcting->chain, name, equals + 1, &cli->error) ||
         spur_cli_refuse (cli, "--set");
}

/* An option of eclc was meant for another chain where there is none. */
static gboolean
check_taker (SpurCli *cli, SpurCorrecting *correcting, const char *option)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < spur_clock_chain_get_n_correctors (correcting->chain); i++)
    {
      SpurClockCorrector *corrector = spur_clock_chain_get_corrector (correcting->chain, i);

      if (g_str_equal (spur_clock_corrector_get_name (corrector), "eclc"))
        return TRUE;
      g_string_append_printf (names, "%s%s", i > 0 ? "," : "",
                              spur_clock_corrector_get_name (corrector));
    }
  return SPUR_CLI_REFUSE (
    cli, "%s: no corrector of --method %s takes it; see OPTIONS of spur-correct(1)", option,
    names->str);
}

static gboolean
check_takers (SpurCli *cli, SpurCorrecting *correcting)
{
  const struct
  {
    const char *option;
    gboolean is_given;
  } options[] = {
    { "--gamma", gamma_text != NULL },
    { "--slope", slope_text != NULL },
    { "--delta-ns", delta_text != NULL },
    { "--no-backward", no_backward },
  };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      if (options[i].is_given && !check_taker (cli, correcting, options[i].option))
        return FALSE;
    }
  return TRUE;
}

/* Each --domain names the streams of one clock, or says how to find them. */
static void
set_domains (SpurCorrecting *correcting)
{
  g_autofree char *text = g_strjoinv (";", domains);
  const char *value = text;

  if (g_str_equal (text, "by-clock"))
    value = "clock";
  else if (g_str_equal (text, "by-host"))
    value = "host";
  if (spur_clock_chain_has_option (correcting->chain, "domains"))
    spur_clock_chain_set_option (correcting->chain, "domains", value, NULL);
}

/* What no option says stays as it comes, or as a project says. */
static void
set_options (SpurCorrecting *correcting, gint64 gamma_ppb, gint64 slope_ppb, gint64 delta_ns)
{
  for (guint i = 0; i < spur_clock_chain_get_n_correctors (correcting->chain); i++)
    {
      SpurClockCorrector *corrector = spur_clock_chain_get_corrector (correcting->chain, i);

      if (!g_str_equal (spur_clock_corrector_get_name (corrector), "eclc"))
        continue;
      if (gamma_text != NULL)
        g_object_set (corrector, "gamma-ppb", gamma_ppb, NULL);
      if (slope_text != NULL)
        g_object_set (corrector, "slope-ppb", slope_ppb, NULL);
      if (delta_text != NULL)
        g_object_set (corrector, "delta-ns", delta_ns, NULL);
      if (no_backward)
        g_object_set (corrector, "backward", FALSE, NULL);
    }
}

static gboolean
parse_options (SpurCli *cli, SpurCorrecting *correcting)
{
  gint64 gamma_ppb = 999990000, slope_ppb = 10000000, delta_ns = 0;

  correcting->mu = &delays;
  if (!parse_methods (cli, correcting) || !spur_mu_check (cli, &delays) ||
      !spur_cli_parse_bytes (cli, "--memory", memory_text, &max_mapped_bytes) ||
      !spur_cli_parse_time (cli, "--delta-ns", delta_text, &delta_ns) ||
      !parse_factor (cli, "--gamma", gamma_text, &gamma_ppb) ||
      !parse_factor (cli, "--slope", slope_text, &slope_ppb))
    return FALSE;
  if (delta_ns < 0 || slope_ppb <= 0)
    return SPUR_CLI_REFUSE (cli, "--delta-ns cannot be negative, --slope is above 0");
  if (!check_takers (cli, correcting))
    return FALSE;
  set_options (correcting, gamma_ppb, slope_ppb, delta_ns);
  if (domains != NULL)
    set_domains (correcting);
  for (guint i = 0; settings != NULL && settings[i] != NULL; i++)
    {
      if (!parse_setting (cli, correcting, settings[i]))
        return FALSE;
    }
  return TRUE;
}

static gint64
get_half_width (guint stream, gint64 time_ns, gpointer user_data)
{
  return spur_clock_chain_get_half_width_ns (user_data, stream, time_ns);
}

static gboolean
write_reports (SpurCli *cli, SpurCorrecting *correcting)
{
  SpurTrace *trace = cli->trace;
  g_autoptr (SpurEdges) edges = spur_ranks_is_alone ()
                                  ? g_object_ref (correcting->edges)
                                  : spur_edges_new_for_trace (trace, &cli->job, &cli->error);
  g_autoptr (SpurClockReport) made = NULL;

  if (edges == NULL)
    return FALSE;
  if (edges != correcting->edges)
    spur_delays_apply (spur_edges_get_delays (correcting->edges), edges, trace, NULL, &cli->job);
  made = spur_clock_report_new (trace, edges, correcting->correction, correcting->mu_ns, &cli->job,
                                &cli->error);
  if (made == NULL)
    return FALSE;
  spur_clock_report_take_half_widths (made, get_half_width, correcting->chain);
  return spur_clock_report_write (made, cli, reports);
}

/* Some options can be read only when the trace is there; what a project says is input. */
static SpurExit
fail_correcting (SpurCli *cli)
{
  const GError *error = cli->error;
  gboolean is_mu = g_error_matches (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_DELAY);
  gboolean is_option = g_error_matches (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_OPTION);

  if ((is_mu && delays.said != NULL) || (is_option && domains != NULL))
    return spur_cli_usage (cli, "%s", error->message);
  return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
}

/* The new correction is made from raw times, whatever the trace had. */
static SpurExit
correct_trace (SpurCli *cli, SpurCorrecting *correcting, SpurDelivery *delivery)
{
  SpurExit code = SPUR_EXIT_OK;
  SpurProject *project = spur_registry_find_correcting_project (spur_registry_get_default ());
  SpurTrace *trace = cli->trace = spur_ranks_open (cli, &code);

  if (trace == NULL)
    return code;
  if (project != NULL && domains == NULL && !spur_project_check_trace (project, trace, &cli->error))
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, spur_project_get_path (project));
  if (max_mapped_bytes > 0)
    spur_trace_set_max_mapped_bytes (trace, max_mapped_bytes);
  /* The correctors need the room. */
  spur_trace_compact (trace, &cli->job);
  if (!spur_correcting_run (correcting, trace, &cli->job, &cli->error))
    return fail_correcting (cli);
  if (!spur_ranks_is_first ())
    return SPUR_EXIT_OK;

  spur_trace_set_correction (trace, correcting->correction);
  if (reports != NULL && !write_reports (cli, correcting))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, "--report");
  if (!spur_delivery_write (delivery, cli))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, delivery->path);
  spur_correcting_add (correcting, cli, delivery->path, delivery->notes);
  return SPUR_EXIT_OK;
}

static SpurExit
run_correct (SpurCli *cli)
{
  g_auto (SpurCorrecting) correcting = { 0 };
  g_auto (SpurDelivery) delivery = { 0 };

  if (undo)
    return cli->output == NULL && !save ? spur_delivery_undo (&delivery, cli)
                                        : spur_cli_usage (cli, "--undo writes nothing, so no -o");
  if (cli->output == NULL && !save)
    return spur_cli_usage (cli, "name the file to write with -o OUT.spur, or --save");
  if (cli->output != NULL && save)
    return spur_cli_usage (cli, "--save keeps the correction with the trace, so no -o");
  if (!parse_options (cli, &correcting) || !spur_clock_report_check_paths (cli, reports))
    return SPUR_EXIT_USAGE;
  if (!spur_delivery_plan (&delivery, cli, cli->output))
    return SPUR_EXIT_USAGE;
  return correct_trace (cli, &correcting, &delivery);
}

const SpurVerb spur_verb_correct = {
  .name = "correct",
  .summary = "Correct the clocks and write the trace with its correction",
  .arguments = "TRACE [OUT]",
  .writes = TRUE,
  .output = "Write the corrected trace: a .spur, or its own format",
  .output_as = "OUT",
  .description = "Auto is model, then eclc. Model looks for steps, stops and wrong stamps, and\n"
                 "takes the least that explains the messages: nothing, constants, lines or\n"
                 "curves. Eclc, the extended controlled logical clock, then moves what still is\n"
                 "received before it is sent. Raw times are kept: the correction lies beside\n"
                 "them, and correcting again begins from them.\n"
                 "Correctors: auto, model, offset (measured offsets), bounds (constants),\n"
                 "regression, hull, minmax (lines), corridor (curves), logical, controlled, eclc.",
  .examples = "  spur correct run.sts -o run.spur\n"
              "  spur correct traces.otf2 -o run.spur --mu-ns 500 --json\n"
              "  spur correct run.sts -o run.spur --method hull,eclc --set hull.pairs=tree",
  .entries = entries,
  .words = option_words,
  .run = run_correct,
};
