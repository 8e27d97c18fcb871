/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The end of a collection: what one recorder sent must not keep the recordings of others from
 * becoming a trace. */
#include "cli/run/spur-collecting.h"
#include "core/base/spur-error-internal.h"

#include "core/merge/spur-merger.h"
#include "core/model/events/spur-event-type.h"

/* Others are of the disk, say, and no recording's fault. */
static gboolean
is_of_data (const GError *error)
{
  return error->domain == SPUR_FORMAT_ERROR || error->domain == SPUR_MODEL_ERROR ||
         error->domain == SPUR_STORE_ERROR;
}

static SpurTrace *
open_recording (SpurCli *cli, const char *path, GError **error)
{
  const SpurJob job = { .cancellable = cli->job.cancellable, .n_threads = cli->job.n_threads };

  return spur_registry_open_trace (spur_registry_get_default (), path, &job, error);
}

SpurTrace *
spur_collect_merge (
  SpurCli *cli, const char *output, GPtrArray *paths, GPtrArray *left_out, GError **error)
{
  g_autoptr (SpurMerger) merger = spur_merger_new ();

  if (!spur_merger_begin (merger, output, error))
    return NULL;
  for (guint i = 0; i < paths->len;)
    {
      const char *path = g_ptr_array_index (paths, i);
      g_autoptr (GError) problem = NULL;
      g_autoptr (SpurTrace) trace = open_recording (cli, path, &problem);

      if (trace != NULL && spur_merger_add (merger, trace, path, &cli->job, &problem))
        spur_job_report (&cli->job, "merging", ++i, paths->len);
      else if (!is_of_data (problem))
        {
          return spur_error_pass_null (error, g_steal_pointer (&problem));
        }
      else
        {
          spur_progress_end (cli->progress);
          spur_cli_warn (cli, "a recording is left out: %s", problem->message);
          g_ptr_array_add (left_out, g_ptr_array_steal_index (paths, i));
        }
    }
  if (paths->len == 0)
    return spur_error_set_null (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA, "%s",
                                "no recording can be read; nothing was written");
  return spur_merger_finish (merger, error);
}
