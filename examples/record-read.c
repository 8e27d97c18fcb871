/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Runs a program that records by itself, here record-tasks, and reads what it has recorded:
 *
 *   cc -o record-read record-read.c $(pkg-config --cflags --libs spur-1)
 *   ./record-read ./record-tasks
 */
#include <glib/gstdio.h>
#include <spur.h>

static void
print_stream (const char *path)
{
  g_autoptr (GError) error = NULL;
  SpurRecordingCounts counts;
  g_autoptr (SpurTrace) trace = spur_recording_open (path, &counts, NULL, &error);

  if (trace == NULL)
    {
      g_printerr ("%s\n", error->message);
      return;
    }
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);

      g_print ("%" G_GUINT64_FORMAT " events of a %s\n", spur_stream_get_n_events (stream),
               spur_definitions_get_object (spur_trace_get_definitions (trace),
                                            spur_stream_get_target (stream))
                 ->kind);
    }
  g_print ("%" G_GUINT64_FORMAT " dropped, %" G_GUINT64_FORMAT " lost, %s\n", counts.n_dropped,
           counts.n_lost, counts.is_closed ? "ended well" : "was cut off");
}

int
main (int argc, char *argv[])
{
  g_autofree char *folder = g_dir_make_tmp ("record-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "tasks.spurrec", NULL);
  g_autoptr (GError) error = NULL;

  g_setenv ("SPUR_RECORD", path, TRUE);
  if (argc < 2 ||
      !g_spawn_sync (NULL, argv + 1, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, NULL, &error))
    g_printerr ("%s\n", error != NULL ? error->message : "name the program");
  else
    print_stream (path);
  g_unlink (path);
  g_rmdir (folder);
  return 0;
}
