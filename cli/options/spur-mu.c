/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/run/spur-ranks.h"

#define DEFAULT_MU_NS 1

static gboolean
is_said (const SpurMuOptions *options)
{
  return options->plain != NULL || options->files != NULL || options->said != NULL;
}

/* The project whose delays hold, as no option says any. */
static SpurProject *
find_project (const SpurMuOptions *options)
{
  if (is_said (options))
    return NULL;
  return spur_registry_find_correcting_project (spur_registry_get_default ());
}

gboolean
spur_mu_is_given (const SpurMuOptions *options)
{
  SpurProject *project = find_project (options);

  if (project != NULL)
    return spur_project_has_delays (project);
  if (options->plain != NULL || options->files != NULL)
    return TRUE;
  for (guint i = 0; options->said != NULL && options->said[i] != NULL; i++)
    {
      if (!g_str_equal (options->said[i], "auto"))
        return TRUE;
    }
  return FALSE;
}

gboolean
spur_mu_check (SpurCli *cli, const SpurMuOptions *options)
{
  gint64 plain_ns = 0;

  if (!spur_cli_parse_time (cli, "--mu-ns", options->plain, &plain_ns))
    return FALSE;
  if (plain_ns >= 0)
    return TRUE;
  return SPUR_CLI_REFUSE (cli, "--mu-ns: a delay cannot be negative");
}

static gboolean
parse_delays (const SpurMuOptions *options, SpurDelays *delays, SpurTrace *trace, GError **error)
{
  SpurProject *project = find_project (options);
  gint64 plain_ns;

  spur_delays_set_estimates (delays, !spur_mu_is_given (options));
  if (project != NULL && !spur_project_add_delays (project, delays, trace, error))
    return FALSE;
  if (options->plain != NULL)
    {
      if (!spur_text_parse_duration (options->plain, &plain_ns, error))
        return FALSE;
      spur_delays_set_default_ns (delays, plain_ns);
    }
  for (guint i = 0; options->files != NULL && options->files[i] != NULL; i++)
    {
      if (!spur_delays_parse_file (delays, trace, options->files[i], error))
        return FALSE;
    }
  for (guint i = 0; options->said != NULL && options->said[i] != NULL; i++)
    {
      if (!spur_delays_parse (delays, trace, options->said[i], error))
        return FALSE;
    }
  return TRUE;
}

gboolean
spur_mu_apply (const SpurMuOptions *options,
               SpurTrace *trace,
               SpurEdges *edges,
               const SpurJob *job,
               gint64 *mu_ns,
               GError **error)
{
  SpurCorrection *correction = spur_trace_get_correction (trace);
  g_autoptr (SpurDelays) delays = spur_delays_new ();
  gboolean recalls = options->is_again && !is_said (options) && correction != NULL &&
                     spur_correction_get_fact (correction, "mu.method") != NULL;

  if (recalls ? !spur_delays_recall (delays, correction, error)
              : !parse_delays (options, delays, trace, error))
    return FALSE;
  *mu_ns = spur_delays_get_default_ns (delays);
  if (*mu_ns == SPUR_MU_DEFAULT)
    *mu_ns = DEFAULT_MU_NS;
  spur_ranks_apply_delays (delays, trace, edges, job);
  return TRUE;
}
