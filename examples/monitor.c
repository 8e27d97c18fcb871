/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A program that watches its own host while it works, and asks afterwards what its work took. */
#include <spur.h>

/* The work: squares are added up, for half a second. */
static void
keep_busy (SpurRecorder *recorder, SpurActiveObject *task)
{
  const char *const states[] = { "adding", "done" };
  gint64 end_us = g_get_monotonic_time () + G_USEC_PER_SEC / 2;
  volatile guint64 sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      g_autoptr (SpurEvent) event =
        spur_recorder_make_event (recorder, SPUR_TYPE_LO_STATE_CHANGE_EVENT);

      spur_event_set_object (event, "object", task);
      spur_event_set_string (event, "state", states[i]);
      spur_recorder_record (recorder, event, NULL);
      while (i == 0 && g_get_monotonic_time () < end_us)
        for (guint64 k = 0; k < 10000; k++)
          sum += k * k;
    }
  (void) sum;
}

/* How much time of processors the events of the host say, in us. */
static guint64
add_up (SpurTrace *trace)
{
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, TRUE);
  guint64 sum_us = 0;

  while (spur_cursor_next (cursor))
    {
      g_autoptr (SpurEvent) event = spur_cursor_ref_event (cursor);

      if (g_str_equal (spur_event_get_layout (event)->name, "Host_Processor_Load_Event"))
        sum_us += spur_event_get_uint (event, "user") + spur_event_get_uint (event, "nice");
    }
  return sum_us;
}

int
main (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurActiveObject) task =
    spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "squares", "task");
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurMonitor) monitor =
    spur_registry_make_monitor (spur_registry_get_default (), "host", &error);

  if (monitor == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  spur_monitor_set_interval_ms (monitor, 50);
  spur_monitor_set_recorder (monitor, recorder);
  spur_recorder_set_source (recorder, task);
  if (!spur_monitor_start (monitor, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  keep_busy (recorder, task);
  if (!spur_monitor_stop (monitor, &error) ||
      (trace = spur_recorder_finish (recorder, &error)) == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  g_print ("streams: %u\n", spur_trace_get_n_streams (trace));
  g_print ("the task's events: %" G_GUINT64_FORMAT "\n",
           spur_trace_get_n_events (trace) - spur_monitor_get_n_events (monitor));
  g_print ("the work was seen: %s\n", add_up (trace) > 0 ? "yes" : "no");
  return 0;
}
