/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/mpi/spur-mpi-correcting.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "cli/spur-spread.h"
#include "core/clock/spur-extended-clock.h"
#include "core/clock/spur-share.h"
#include "core/store/spur-container.h"

/* What the ranks work on. A trace of a foreign format is read by the first rank, which makes a
 * container of it for all; it is written from what was read, so that nothing is lost. */
static struct
{
  SpurExchange *exchange;
  guint n_local;
  SpurShare *share;
  SpurSpread spread;
} work;

static SpurShare *
open_share (SpurCli *cli, const char *path, SpurExit *code)
{
  g_autoptr (GError) error = NULL;
  SpurShare *share = spur_share_open (work.exchange, path, &cli->job, &error);

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
  int fd = g_mkstemp (path);

  if (fd >= 0)
    close (fd);
  if (fd >= 0 && spur_container_save (trace, path, &cli->job, &error))
    return g_steal_pointer (&path);
  if (error == NULL)
    g_set_error (&error, G_IO_ERROR, G_IO_ERROR_FAILED, "cannot be made: %s", g_strerror (errno));
  *code = spur_cli_fail (cli, SPUR_EXIT_FAILURE, path, error);
  if (fd >= 0)
    g_unlink (path);
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
  spur_share_tell (work.exchange, bytes);
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
    g_unlink (made);
  if (work.share == NULL)
    return NULL;
  return trace != NULL ? g_steal_pointer (&trace) : g_object_ref (spur_share_get_trace (work.share));
}
