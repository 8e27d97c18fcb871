/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/run/spur-ranks.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "core/base/spur-new-files.h"
#include "core/store/container/spur-container.h"

/* What the ranks work on; nothing where this process is alone. A trace of a foreign format is read
 * by the first rank, which makes a container of it for all, and goes on with that as the others do.
 */
static struct
{
  SpurExchange *exchange;
  guint n_threads;
  SpurPartition *partition;
} work;

gboolean
spur_ranks_is_alone (void)
{
  return work.exchange == NULL;
}

gboolean
spur_ranks_is_first (void)
{
  return work.exchange == NULL || work.exchange->rank == 0;
}

gboolean
spur_ranks_has_stream (guint stream)
{
  return work.partition == NULL || spur_partition_has_stream (work.partition, stream);
}

/* Ranks of one machine divide its processors between them where the number of threads is not asked
 * for, and only the first one tells of its progress. */
static SpurJob
get_job (const SpurJob *job)
{
  SpurJob own = *job;

  own.n_threads = job->n_threads > 0 ? job->n_threads : work.n_threads;
  if (!spur_ranks_is_first ())
    own.progress = NULL;
  return own;
}

static SpurPartition *
open_share (SpurCli *cli, const char *path, SpurExit *code)
{
  SpurJob own = get_job (&cli->job);
  SpurPartition *partition = spur_partition_open (work.exchange, path, &own, &cli->error);

  if (partition == NULL)
    *code = spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
  return partition;
}

/* In the folder for what is short-lived: $TMPDIR, which all ranks have to see. */
static char *
make_container (SpurCli *cli, SpurTrace *trace, SpurExit *code)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "spur-mpi-XXXXXX.spur", NULL);
  int fd = spur_new_files_make (path, O_RDWR);

  if (fd >= 0)
    close (fd);
  if (fd >= 0 && spur_container_save (trace, path, &cli->job, &cli->error) &&
      spur_new_files_keep (&cli->error))
    return g_steal_pointer (&path);
  if (cli->error == NULL)
    g_set_error (&cli->error, G_IO_ERROR, G_IO_ERROR_FAILED, "cannot be made: %s",
                 g_strerror (errno));
  *code = spur_cli_fail (cli, SPUR_EXIT_FAILURE, path);
  if (fd >= 0)
    spur_new_files_delete (path);
  return NULL;
}

/* What the first rank finds: the exit code, and the container to open where it is 0. */
static char *
agree_on_path (char *path, SpurExit *code)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint8 number = (guint8) *code;

  g_byte_array_append (bytes, &number, 1);
  if (path != NULL)
    g_byte_array_append (bytes, (const guint8 *) path, (guint) strlen (path));
  g_free (path);
  spur_exchange_tell (work.exchange, bytes);
  *code = (SpurExit) bytes->data[0];
  return g_strndup ((const char *) bytes->data + 1, bytes->len - 1);
}

/* (transfer full): Where the container of a foreign trace is, or NULL. */
static char *
convert_foreign (SpurCli *cli, SpurExit *code)
{
  g_autoptr (SpurTrace) trace = spur_cli_open (cli, code);

  return trace != NULL ? make_container (cli, trace, code) : NULL;
}

SpurTrace *
spur_ranks_open (SpurCli *cli, SpurExit *code)
{
  gboolean is_first = spur_ranks_is_first ();
  gboolean is_foreign =
    is_first && !spur_registry_is_native (spur_registry_get_default (), cli->input);
  g_autofree char *path = NULL;
  g_autofree char *made = NULL;

  if (spur_ranks_is_alone ())
    return spur_cli_open (cli, code);
  if (is_foreign)
    made = convert_foreign (cli, code);
  if (is_first)
    path = g_strdup (is_foreign ? made : cli->input);
  path = agree_on_path (g_steal_pointer (&path), code);
  if (*code != SPUR_EXIT_OK)
    return NULL;
  work.partition = open_share (cli, path, code);
  if (made != NULL)
    spur_new_files_delete (made);
  if (work.partition == NULL)
    return NULL;
  spur_registry_adopt_container (spur_registry_get_default (),
                                 spur_partition_get_trace (work.partition), cli->input);
  if (!is_foreign)
    spur_cli_tell_losses (cli, spur_partition_get_trace (work.partition), cli->input);
  return g_object_ref (spur_partition_get_trace (work.partition));
}

SpurEdges *
spur_ranks_match (SpurTrace *trace, const SpurJob *job, GError **error)
{
  SpurJob own = get_job (job);

  if (work.partition == NULL)
    return spur_edges_new_for_trace (trace, job, error);
  return spur_partition_match (work.partition, &own, error)
           ? g_object_ref (spur_partition_get_edges (work.partition))
           : NULL;
}

void
spur_ranks_apply_delays (SpurDelays *delays, SpurTrace *trace, SpurEdges *edges, const SpurJob *job)
{
  SpurJob own = get_job (job);

  if (work.partition != NULL)
    spur_partition_apply_delays (work.partition, delays, &own);
  else
    spur_delays_apply (delays, edges, trace, NULL, job);
}

void
spur_ranks_check (SpurCorrecting *self,
                  SpurCheck *result,
                  SpurCorrection *correction,
                  const SpurJob *job)
{
  SpurJob own = get_job (job);

  if (work.partition != NULL)
    spur_partition_check (work.partition, result, correction, self->mu_ns, &own);
  else
    spur_check_run (result, self->trace, self->edges, correction, self->mu_ns, job);
}

gboolean
spur_ranks_correct (SpurCorrecting *self, const SpurJob *job, GError **error)
{
  SpurJob own = get_job (job);

  if (work.partition == NULL)
    return spur_clock_chain_run (self->chain, self->trace, self->edges, self->correction, job,
                                 error);
  if (!spur_clock_chain_run_partition (self->chain, work.partition, self->correction, &own, error))
    return FALSE;
  g_set_object (&self->edges, spur_partition_get_edges (work.partition));
  return TRUE;
}

gboolean
spur_ranks_collect (SpurCorrecting *self, GError **error)
{
  if (work.partition == NULL)
    return TRUE;
  for (guint i = 0; i < self->n_streams; i++)
    {
      SpurCorrectedStream *stream = &self->streams[i];
      gint64 row[] = { (gint64) stream->n_moved, (gint64) stream->n_pushed, stream->largest_ns };

      /* A rank that does not have a stream has nothing but zeros for it. */
      spur_partition_add_up (work.partition, row, G_N_ELEMENTS (row));
      stream->n_moved = (guint64) row[0];
      stream->n_pushed = (guint64) row[1];
      stream->largest_ns = row[2];
    }
  return spur_partition_collect (work.partition, self->correction, error);
}

void
spur_ranks_begin (SpurExchange *exchange, guint n_local)
{
  work.exchange = exchange;
  work.n_threads = MAX (g_get_num_processors () / MAX (n_local, 1), 1);
}

void
spur_ranks_end (void)
{
  work.exchange = NULL;
  g_clear_object (&work.partition);
}
