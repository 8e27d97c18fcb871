/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Records objects into a file and into memory at the same time, and looks at what is in memory
 * while it records:
 *
 *   cc -o recorder-sinks recorder-sinks.c $(pkg-config --cflags --libs spur-1)
 *   ./recorder-sinks
 */
#include <glib/gstdio.h>
#include <spur.h>

static void
run_task (SpurRecorder *recorder, SpurActiveObject *task, guint n_moves)
{
  for (guint i = 0; i < n_moves; i++)
    {
      g_autoptr (SpurEvent) move =
        spur_recorder_make_event (recorder, SPUR_TYPE_LO_MIGRATION_EVENT);
      g_autoptr (SpurEvent) load =
        spur_recorder_make_event (recorder, SPUR_TYPE_LM_TARGET_LOAD_EVENT);

      spur_event_set_object (move, "object", task);
      spur_recorder_record (recorder, move, NULL);
      spur_recorder_record_at_level (recorder, load, G_LOG_LEVEL_DEBUG, NULL);
    }
}

static void
print_counts (const char *what, SpurTrace *trace)
{
  g_print ("%s: %" G_GUINT64_FORMAT " events\n", what, spur_trace_get_n_events (trace));
}

static gboolean
record_events (const char *path, GError **error)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurSink) file = spur_recording_sink_new (path);
  g_autoptr (SpurSink) memory = spur_memory_sink_new ();
  g_autoptr (SpurActiveObject) task = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "a", "task");
  g_autoptr (SpurTrace) now = NULL;

  if (!spur_sink_set_rules (memory, "-level:debug", error) ||
      !spur_recorder_add_sink (recorder, file, error) ||
      !spur_recorder_add_sink (recorder, memory, error))
    return FALSE;
  run_task (recorder, task, 100);
  now = spur_sink_snapshot (memory, error);
  if (now == NULL)
    return FALSE;
  print_counts ("in memory by now", now);
  if (!spur_recorder_set_rules (recorder, "-@LM", error))
    return FALSE;
  run_task (recorder, task, 100);
  return spur_recorder_close (recorder, error);
}

int
main (void)
{
  g_autofree char *folder = g_dir_make_tmp ("sinks-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "run.spurrec", NULL);
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  if (record_events (path, &error))
    trace = spur_recording_open (path, NULL, NULL, &error);
  if (trace != NULL)
    print_counts ("in the file", trace);
  else
    g_printerr ("%s\n", error->message);
  g_unlink (path);
  g_rmdir (folder);
  return trace != NULL ? 0 : 1;
}
