/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/mpi/spur-mpi-correcting.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "cli/run/spur-spread.h"
#include "core/base/spur-new-files.h"
#include "core/clock/parallel/spur-share.h"
#include "core/store/container/spur-container.h"

/* What the ranks work on. A trace of a foreign format is read by the first rank, which makes a
 * container of it for all; it is written from what was read, so that nothing is lost. */
static struct
{
  SpurExchange *exchange;
  guint n_threads;
  SpurShare *share;
  SpurSpread spread;
} work;

/* Ranks of one machine divide its processors between them, and only the first one tells of its
 * progress. */
static SpurJob
get_job (const SpurJob *job)
{
  SpurJob own = *job;

  own.n_threads = work.n_threads;
  if (!work.spread.is_first)
    own.progress = NULL;
  return own;
}

static SpurShare *
open_share (SpurCli *cli, const char *path, SpurExit *code)
{
  g_autoptr (GError) error = NULL;
  SpurJob own = get_job (&cli->job);
  SpurShare *share = spur_share_open (work.exchange, path, &own, &error);

  if (share == NULL)
    *code = spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input, error);
  return share;
}

/* In the folder for what is short-lived: $TMPDIR, which all ranks have to see. */
static char *
make_container (SpurCli *cli, SpurTrace *trace, SpurExit *code)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "spur-mpi-XXXXXX.spur", NULL);
  int fd = spur_new_files_make (path, O_RDWR);

  if (fd >= 0)
    close (fd);
  if (fd >= 0 && spur_container_save (trace, path, &cli->job, &error) &&
      spur_new_files_keep (&error))
    return g_steal_pointer (&path);
  if (error == NULL)
    g_set_error (&error, G_IO_ERROR, G_IO_ERROR_FAILED, "cannot be made: %s", g_strerror (errno));
  *code = spur_cli_fail (cli, SPUR_EXIT_FAILURE, path, error);
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

/* The first rank gets the trace as it was read, to write it with its correction. */
static SpurTrace *
open_foreign (SpurCli *cli, char **path, SpurExit *code)
{
  g_autoptr (SpurTrace) trace = spur_cli_open (cli, code);

  if (trace != NULL)
    *path = make_container (cli, trace, code);
  return *path != NULL ? g_steal_pointer (&trace) : NULL;
}

static SpurTrace *
open_trace (SpurCli *cli, SpurExit *code)
{
  gboolean is_first = work.exchange->rank == 0;
  gboolean is_foreign = is_first && !spur_container_is_container (cli->input);
  g_autoptr (SpurTrace) trace = NULL;
  g_autofree char *path = NULL;
  g_autofree char *made = NULL;

  if (is_foreign)
    {
      trace = open_foreign (cli, &path, code);
      made = g_strdup (path);
    }
  else if (is_first)
    path = g_strdup (cli->input);
  path = agree_on_path (g_steal_pointer (&path), code);
  if (*code != SPUR_EXIT_OK)
    return NULL;
  work.share = open_share (cli, path, code);
  if (made != NULL)
    spur_new_files_delete (made);
  if (work.share == NULL)
    return NULL;
  if (trace != NULL)
    return g_steal_pointer (&trace);
  spur_cli_tell_losses (cli, spur_share_get_trace (work.share), cli->input);
  return g_object_ref (spur_share_get_trace (work.share));
}

static SpurEdges *
match_edges (const SpurJob *job, GError **error)
{
  SpurJob own = get_job (job);

  if (!spur_share_match (work.share, &own, error))
    return NULL;
  return g_object_ref (spur_share_get_edges (work.share));
}

static void
apply_delays (SpurDelays *delays, const SpurJob *job)
{
  SpurJob own = get_job (job);

  spur_share_apply_delays (work.share, delays, &own);
}

static void
check_clocks (SpurCheck *result, SpurCorrection *correction, gint64 mu_ns, const SpurJob *job)
{
  SpurJob own = get_job (job);

  spur_share_check (work.share, result, correction, mu_ns, &own);
}

static gboolean
correct_clocks (SpurClockChain *chain,
                SpurCorrection *correction,
                const SpurJob *job,
                GError **error)
{
  SpurJob own = get_job (job);

  return spur_clock_chain_run_shared (chain, work.share, correction, &own, error);
}

static SpurEdges *
get_edges (void)
{
  return spur_share_get_edges (work.share);
}

static gboolean
is_own (guint stream)
{
  return spur_share_has_stream (work.share, stream);
}

static gboolean
collect_streams (SpurCorrecting *self, GError **error)
{
  for (guint i = 0; i < self->n_streams; i++)
    {
      SpurCorrectedStream *stream = &self->streams[i];
      gint64 row[] = { (gint64) stream->n_moved, stream->largest_ns };

      /* A rank that does not have a stream has nothing but zeros for it. */
      spur_share_add_up (work.share, row, G_N_ELEMENTS (row));
      stream->n_moved = (guint64) row[0];
      stream->largest_ns = row[1];
    }
  return spur_share_collect (work.share, self->correction, error);
}

void
spur_mpi_correcting_begin (SpurExchange *exchange, guint n_local)
{
  work.exchange = exchange;
  work.n_threads = MAX (g_get_num_processors () / MAX (n_local, 1), 1);
  work.spread =
    (SpurSpread){ exchange->rank == 0, open_trace, match_edges, apply_delays,   check_clocks,
                  correct_clocks,      get_edges,  is_own,      collect_streams };
  spur_spread_set (&work.spread);
}

void
spur_mpi_correcting_end (void)
{
  spur_spread_set (NULL);
  g_clear_object (&work.share);
}
