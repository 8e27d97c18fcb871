/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The end of a collection: what one recorder sent must not keep the recordings of others from
 * becoming a trace. */
#include "config.h"

#include "cli/run/spur-collecting.h"
#include "core/base/spur-error-internal.h"

#include "core/format/spur-codec.h"
#include "core/merge/spur-merger.h"
#include "core/model/events/spur-event-type.h"
#include "core/plugin/spur-registry.h"

typedef struct
{
  SpurCli *cli;
  const char *output;
  GPtrArray *paths;
  GPtrArray *left_out;
} Merge;

/* Others are of the disk, say, and no recording's fault. */
static gboolean
is_of_data (const GError *error)
{
  return error->domain == SPUR_FORMAT_ERROR || error->domain == SPUR_MODEL_ERROR ||
         error->domain == SPUR_STORE_ERROR;
}

static SpurTrace *
open_recording (const Merge *self, const char *path, GError **error)
{
  const SpurJob job = { .cancellable = self->cli->job.cancellable,
                        .n_threads = self->cli->job.n_threads };

  return spur_registry_open_trace (spur_registry_get_default (), path, &job, error);
}

/* Takes the recording at @index out of those that are merged. */
static void
leave_out (Merge *self, guint index, const GError *error)
{
  spur_progress_end (self->cli->progress);
  spur_cli_warn (self->cli, "a recording is left out: %s", error->message);
  g_ptr_array_add (self->left_out, g_ptr_array_steal_index (self->paths, index));
}

/* What is added: the first recording, and those from @from to before @to. Those that cannot be are
 * left out, but where @is_trial. */
static SpurTrace *
merge_range (Merge *self, guint from, guint to, gboolean is_trial, GError **error)
{
  g_autoptr (SpurMerger) merger = spur_merger_new ();
  guint n_to_skip = from;

  if (!spur_merger_begin (merger, self->output, error))
    return NULL;
  for (guint i = 0; i < MIN (to, self->paths->len);)
    {
      const char *path = g_ptr_array_index (self->paths, i);
      g_autoptr (GError) problem = NULL;
      g_autoptr (SpurTrace) trace = open_recording (self, path, &problem);

      if (trace != NULL && spur_merger_add (merger, trace, path, &self->cli->job, &problem))
        {
          i = i == 0 ? n_to_skip : i + 1;
          spur_job_report (&self->cli->job, "merging", i, self->paths->len);
        }
      else if (is_trial || !is_of_data (problem))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
      else
        leave_out (self, i, problem);
    }
  return spur_merger_finish (merger, error);
}

/* Each is good by itself, but together they are not: the one that does not go together with the
 * first is found by trying, or it is the first where most do not. */
static guint
find_bad (Merge *self)
{
  guint n_bad = 0;
  guint last_bad = self->paths->len - 1;

  for (guint i = 1; i < self->paths->len; i++)
    {
      g_autoptr (SpurTrace) trace = merge_range (self, i, i + 1, TRUE, NULL);

      if (trace != NULL)
        continue;
      n_bad++;
      last_bad = i;
    }
  return n_bad > self->paths->len / 2 ? 0 : last_bad;
}

SpurTrace *
spur_collect_merge (
  SpurCli *cli, const char *output, GPtrArray *paths, GPtrArray *left_out, GError **error)
{
  Merge self = { cli, output, paths, left_out };

  while (paths->len > 0)
    {
      g_autoptr (GError) problem = NULL;
      SpurTrace *trace = merge_range (&self, 1, G_MAXUINT, FALSE, &problem);

      if (trace != NULL && paths->len > 0)
        return trace;
      g_clear_object (&trace);
      if (problem != NULL && !is_of_data (problem))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
      if (problem != NULL && paths->len > 0)
        leave_out (&self, find_bad (&self), problem);
    }
  return spur_error_set_null (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA, "%s",
                              "no recording can be read; nothing was written");
}
