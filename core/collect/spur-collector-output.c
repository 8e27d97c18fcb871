/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The recording of all events in order: written, given to others, and taken from others. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/collect/spur-collector-private.h"

#define SUFFIX ".spurrec"

/* What a collector before has written is not written over: NAME-1.spurrec. */
static gboolean
put_aside (SpurCollector *self, const char *path, GError **error)
{
  gsize n_bytes = strlen (path) - (g_str_has_suffix (path, SUFFIX) ? strlen (SUFFIX) : 0);
  g_autofree char *aside = NULL;
  guint number = 0;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  do
    {
      g_free (aside);
      aside = g_strdup_printf ("%.*s-%u%s", (int) n_bytes, path, ++number, path + n_bytes);
    }
  while (g_file_test (aside, G_FILE_TEST_EXISTS));
  if (rename (path, aside) == 0)
    {
      g_autofree char *folder = g_path_get_dirname (path);

      /* That the name is another one by now is on the disk before a file of the old name is made. A
       * folder that cannot be written down now cannot be so later; the file itself is there. */
      if (self->options.has_to_sync)
        spur_collect_sync_folder (folder);
      spur_collector_tell_problem (self, "%s was there, and is %s now", path, aside);
      return TRUE;
    }
  return spur_error_set (error, G_IO_ERROR, (int) g_io_error_from_errno (errno), "%s: %s", path,
                         g_strerror (errno));
}

/**
 * spur_collector_write:
 * @self: a collector, which writes nothing in order yet
 * @path: a file that is made, as in "run.spurrec"; one that is there is put aside
 * @error: return location for an error
 *
 * Writes the events of all recorders from now on into one recording (doc/recording.md), in one
 * causally consistent order and at the times that the #SpurLiveCorrector gave them. It can be
 * opened at any time, while it grows, by spur_recording_open(): all that left until a moment ago is
 * in it. All that is to be set must be set before.
 *
 * Where the disk is full events wait up to the limit for listeners; what is beyond is dropped,
 * which the recording says, and #SpurCollectCounts.n_unwritten. The recordings of the recorders
 * have them in any case.
 *
 * Returns: %FALSE with an error of #GIOErrorEnum where the file cannot be written
 *
 * Since: 1.0
 */
gboolean
spur_collector_write (SpurCollector *self, const char *path, GError **error)
{
  g_return_val_if_fail (SPUR_IS_COLLECTOR (self), FALSE);
  g_return_val_if_fail (path != NULL && self->output == NULL && !self->is_stopped, FALSE);

  if (!put_aside (self, path, error))
    return FALSE;
  spur_collector_begin (self);
  self->output = spur_collect_output_new (path, self->live, self->options.n_listener_bytes, error);
  self->is_serving |= self->output != NULL;
  return self->output != NULL;
}

/**
 * spur_collector_serve_recording:
 * @self: a collector for which spur_collector_write() was called
 * @address: an address as of spur_collector_listen()
 * @error: return location for an error
 *
 * Lets others connect that get the recording which is written, as it is in its file: first what is
 * there, then what comes. Nothing is dropped for those who are slow. spur_collector_follow() takes
 * it.
 *
 * Returns: (transfer full): the address with its port, or %NULL with an error as of
 *   spur_collector_listen()
 *
 * Since: 1.0
 */
char *
spur_collector_serve_recording (SpurCollector *self, const char *address, GError **error)
{
  g_return_val_if_fail (SPUR_IS_COLLECTOR (self), NULL);
  g_return_val_if_fail (address != NULL && self->output != NULL && !self->is_stopped, NULL);

  return spur_collect_listen (self, address, SPUR_COLLECT_READERS, error);
}

/**
 * spur_collector_follow:
 * @self: a collector
 * @address: "unix:PATH" or "tcp:HOST:PORT", where another one serves its recording
 * @error: return location for an error
 *
 * Takes the recording of another collector as if it were that of a recorder, while it grows. Where
 * the connection breaks it connects again; what comes twice counts once. With
 * spur_collector_set_tls() it speaks TLS to TCP ports, with the collector's own certificate, and
 * the other one's must have been signed by the same authorities. All that is to be set must be set
 * before.
 *
 * Returns: %FALSE with %G_IO_ERROR_INVALID_ARGUMENT where @address is none
 *
 * Since: 1.0
 */
gboolean
spur_collector_follow (SpurCollector *self, const char *address, GError **error)
{
  SpurCollectSource *source;

  g_return_val_if_fail (SPUR_IS_COLLECTOR (self), FALSE);
  g_return_val_if_fail (address != NULL && !self->is_stopped, FALSE);

  spur_collector_begin (self);
  source = spur_collect_source_new (self, address, error);
  if (source != NULL)
    g_ptr_array_add (self->sources, source);
  return source != NULL;
}

static void
tell_readers (SpurCollector *self)
{
  g_autoptr (GPtrArray) listeners = g_ptr_array_copy (self->listeners, NULL, NULL);

  for (guint i = 0; i < listeners->len; i++)
    spur_collect_listener_read_on (g_ptr_array_index (listeners, i));
}

void
spur_collector_write_output (SpurCollector *self)
{
  g_autoptr (GError) error = NULL;
  gboolean is_full = !spur_collect_output_flush (self->output, FALSE, &error);

  if (is_full && !self->is_output_full)
    spur_collector_tell_problem (self, "%s; events in order wait until it goes on", error->message);
  self->is_output_full = is_full;
  tell_readers (self);
}

void
spur_collector_end_output (SpurCollector *self)
{
  g_autoptr (GError) error = NULL;

  if (!spur_collect_output_finish (self->output, self->options.has_to_sync, &error))
    spur_collector_tell_problem (self, "%s; not all events in order are in it", error->message);
  tell_readers (self);
}
