/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

#include "cli/spur-cli.h"
#include "cli/spur-correcting.h"
#include "cli/spur-text.h"
#include "core/clock/spur-extended-clock.h"
#include "core/store/spur-container.h"

static char *output;
static char *method_text;
static char *mu_text;
static char *gamma_text;
static char *slope_text;
static char *delta_text;
static gboolean no_backward;
static char **settings;

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write the corrected trace here",
    "OUT.spur" },
  { "method", 0, 0, G_OPTION_ARG_STRING, &method_text, "Correctors in order (default auto)",
    "LIST" },
  { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &settings,
    "Set an option of the correctors, as in eclc.mu-ns=20", "NAME=VALUE" },
  { "mu-ns", 0, 0, G_OPTION_ARG_STRING, &mu_text, "Least delay of an edge, as in 2us (default 1)",
    "NS" },
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
  const char *text = method_text != NULL ? method_text : "auto";
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) asked = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) known = spur_clock_corrector_list_names ();
  g_auto (GStrv) names = NULL;

  correcting->chain = spur_clock_chain_new (text, &error);
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
      spur_cli_usage (cli, "--method: there is no corrector '%s'; did you mean '%s'?", asked[i],
                      nearest);
      return FALSE;
    }
  spur_cli_usage (cli, "--method: %s", error->message);
  return FALSE;
}

/* Times may have a unit, as everywhere on the command line. */
static gboolean
parse_setting (SpurCli *cli, SpurCorrecting *correcting, const char *setting)
{
  const char *equals = strchr (setting, '=');
  g_autofree char *name = NULL;
  g_autofree char *value = NULL;
  g_autoptr (GError) error = NULL;
  gint64 ns;

  if (equals == NULL)
    {
      spur_cli_usage (cli, "--set: got '%s', wanted NAME=VALUE, as in eclc.mu-ns=20", setting);
      return FALSE;
    }
  name = g_strndup (setting, (gsize) (equals - setting));
  value = g_strdup (equals + 1);
  if (g_str_has_suffix (name, "-ns") && spur_text_parse_duration (value, &ns, NULL))
    {
      g_free (value);
      value = g_strdup_printf ("%" G_GINT64_FORMAT, ns);
    }
  if (spur_clock_chain_set_option (correcting->chain, name, value, &error))
    return TRUE;
  spur_cli_usage (cli, "--set: %s", error->message);
  return FALSE;
}

static void
set_options (SpurCorrecting *correcting, gint64 gamma_ppb, gint64 slope_ppb, gint64 delta_ns)
{
  for (guint i = 0; i < spur_clock_chain_get_n_correctors (correcting->chain); i++)
    {
      SpurClockCorrector *corrector = spur_clock_chain_get_corrector (correcting->chain, i);

      spur_clock_corrector_set_mu_ns (corrector, correcting->mu_ns);
      if (!SPUR_IS_EXTENDED_CLOCK (corrector))
        continue;
      spur_extended_clock_set_gamma_ppb (SPUR_EXTENDED_CLOCK (corrector), gamma_ppb);
      spur_extended_clock_set_slope_ppb (SPUR_EXTENDED_CLOCK (corrector), slope_ppb);
      spur_extended_clock_set_delta_ns (SPUR_EXTENDED_CLOCK (corrector), delta_ns);
      spur_extended_clock_set_backward (SPUR_EXTENDED_CLOCK (corrector), !no_backward);
    }
}

static gboolean
parse_options (SpurCli *cli, SpurCorrecting *correcting)
{
  gint64 gamma_ppb = 999990000, slope_ppb = 10000000, delta_ns = 0;

  correcting->mu_ns = 1;
  if (!parse_methods (cli, correcting) ||
      !spur_cli_parse_time (cli, "--mu-ns", mu_text, &correcting->mu_ns) ||
      !spur_cli_parse_time (cli, "--delta-ns", delta_text, &delta_ns) ||
      !parse_factor (cli, "--gamma", gamma_text, &gamma_ppb) ||
      !parse_factor (cli, "--slope", slope_text, &slope_ppb))
    return FALSE;
  if (correcting->mu_ns < 0 || delta_ns < 0 || slope_ppb <= 0)
    {
      spur_cli_usage (cli, "--mu-ns and --delta-ns cannot be negative, --slope is above 0");
      return FALSE;
    }
  set_options (correcting, gamma_ppb, slope_ppb, delta_ns);
  for (guint i = 0; settings != NULL && settings[i] != NULL; i++)
    {
      if (!parse_setting (cli, correcting, settings[i]))
        return FALSE;
    }
  return TRUE;
}

/* The new correction is made from raw times, whatever the trace had. */
static SpurExit
correct (SpurCli *cli, SpurCorrecting *correcting)
{
  SpurExit code = SPUR_EXIT_OK;
  g_autoptr (SpurTrace) trace = spur_cli_open (cli, &code);
  g_autoptr (GError) error = NULL;

  if (trace == NULL)
    return code;
  if (!spur_correcting_run (correcting, trace, &cli->job, &error))
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input, error);

  spur_trace_set_correction (trace, correcting->correction);
  if (!spur_container_save (trace, output, &cli->job, &error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, output, error);
  spur_progress_end (cli->progress);
  if (cli->json)
    spur_correcting_put_json (correcting, cli, output);
  else
    spur_correcting_put_text (correcting, cli, output);
  return SPUR_EXIT_OK;
}

/* A slip of the hand must not cost a foreign trace or any of its files; Spur's own traces hold
 * the raw times, so they may be written again. */
static gboolean
would_destroy (const char *path)
{
  GStatBuf facts;

  return g_stat (path, &facts) == 0 && S_ISREG (facts.st_mode) && facts.st_size > 0 &&
         !spur_container_is_container (path);
}

static SpurExit
run (SpurCli *cli)
{
  g_auto (SpurCorrecting) correcting = { 0 };

  if (output == NULL)
    return spur_cli_usage (cli, "name the file to write with -o OUT.spur");
  if (!parse_options (cli, &correcting))
    return SPUR_EXIT_USAGE;
  if (would_destroy (output))
    return spur_cli_usage (cli, "'%s' is there and is no Spur trace; it is not overwritten",
                           output);
  return correct (cli, &correcting);
}

const SpurVerb spur_verb_correct = {
  .name = "correct",
  .summary = "Correct the clocks and write the trace with its correction",
  .arguments = "TRACE",
  .description = "Auto is bounds, then eclc. Bounds gives every stream the constant offset in the\n"
                 "middle of what its messages allow; eclc, the extended controlled logical clock,\n"
                 "then moves what still is received before it is sent. Raw times are kept: the\n"
                 "correction lies beside them, and correcting again begins from them.",
  .examples = "  spur correct run.sts -o run.spur\n"
              "  spur correct traces.otf2 -o run.spur --mu-ns 500 --json\n"
              "  spur correct run.sts -o run.spur --method eclc --gamma 0.999",
  .entries = entries,
  .run = run,
};
