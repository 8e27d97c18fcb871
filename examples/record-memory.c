/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Two threads record what they do, into memory; then the trace is read there, in the order of
 * time, without a file.
 *
 *   cc -o record-memory record-memory.c $(pkg-config --cflags --libs spur-1)
 */
#include <spur.h>

#define N_TASKS 3

typedef struct
{
  SpurRecorder *recorder;
  SpurActiveObject *worker;
} Work;

static void
record_steps (Work *self, GType type, SpurActiveObject *task)
{
  g_autoptr (SpurEvent) event = spur_recorder_make_event (self->recorder, type);
  g_autoptr (GError) error = NULL;

  spur_event_set_object (event, "object", task);
  if (!spur_recorder_record (self->recorder, event, &error))
    g_printerr ("%s\n", error->message);
}

/* Every event gets its time, an identifier and the thread's source by itself. */
static gpointer
do_work (gpointer data)
{
  Work *self = data;

  spur_recorder_set_source (self->recorder, self->worker);
  for (guint i = 0; i < N_TASKS; i++)
    {
      g_autofree char *name =
        g_strdup_printf ("%s task %u", spur_active_object_get_name (self->worker), i);
      g_autoptr (SpurActiveObject) task =
        spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, name, "task");

      record_steps (self, SPUR_TYPE_LO_CREATION_EVENT, task);
      record_steps (self, SPUR_TYPE_LO_TERMINATION_EVENT, task);
    }
  return NULL;
}

static SpurTrace *
run_program (GError **error)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurActiveObject) a = spur_active_object_new (SPUR_TYPE_TARGET, "worker a", "thread");
  g_autoptr (SpurActiveObject) b = spur_active_object_new (SPUR_TYPE_TARGET, "worker b", "thread");
  Work works[] = { { recorder, a }, { recorder, b } };
  GThread *thread = g_thread_new ("worker b", do_work, &works[1]);

  do_work (&works[0]);
  g_thread_join (thread);
  return spur_recorder_finish (recorder, error);
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = run_program (&error);
  SpurDefinitions *definitions;
  g_autoptr (SpurCursor) cursor = NULL;
  guint64 n_events = 0, n_early = 0;
  gint64 last_ns = G_MININT64;

  if (trace == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  definitions = spur_trace_get_definitions (trace);
  cursor = spur_cursor_new (trace, FALSE);
  while (spur_cursor_next (cursor))
    {
      n_events++;
      n_early += spur_cursor_get_time_ns (cursor) < last_ns;
      last_ns = spur_cursor_get_time_ns (cursor);
    }
  g_print ("%u streams, %" G_GUINT64_FORMAT " events, %" G_GUINT64_FORMAT
           " of them earlier than the one before\n",
           spur_trace_get_n_streams (trace), n_events, n_early);
  g_print ("%u load objects on %u targets\n",
           spur_definitions_count_objects (definitions, SPUR_TYPE_LOAD_OBJECT),
           spur_definitions_count_objects (definitions, SPUR_TYPE_TARGET));
  return 0;
}
