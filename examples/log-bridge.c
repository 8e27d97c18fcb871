/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* What a program and its libraries log by GLib stands among the events that it records: one sees
 * which task it was that something was said of, and when.
 *
 *   cc -o log-bridge log-bridge.c $(pkg-config --cflags --libs spur-1)
 */
#define G_LOG_USE_STRUCTURED
#define G_LOG_DOMAIN "worker"

#include <spur.h>

/* A program has one writer for all of its life; what it records into may change. */
static SpurLogBridge *
install_bridge (SpurRecorder *recorder)
{
  static const char *const domains[] = { "worker", "store*", NULL };
  SpurLogBridge *bridge = spur_log_bridge_new (SPUR_TYPE_CUSTOM_EVENT);

  spur_log_bridge_set_levels (bridge, G_LOG_LEVEL_MASK & ~G_LOG_LEVEL_DEBUG);
  spur_log_bridge_set_domains (bridge, domains);
  spur_log_bridge_set_recorder (bridge, recorder);
  spur_log_bridge_install (bridge);
  return bridge;
}

static void
record_task (SpurRecorder *recorder, GType type, SpurActiveObject *task)
{
  g_autoptr (SpurEvent) event = spur_recorder_make_event (recorder, type);
  g_autoptr (GError) error = NULL;

  spur_event_set_object (event, "object", task);
  if (!spur_recorder_record (recorder, event, &error))
    g_printerr ("%s\n", error->message);
}

static void
run_tasks (SpurRecorder *recorder)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("task %u", i);
      g_autoptr (SpurActiveObject) task =
        spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, name, "task");

      record_task (recorder, SPUR_TYPE_LO_CREATION_EVENT, task);
      g_info ("%s reads its input", name);
      g_debug ("not recorded");
      g_log_structured ("store-cache", G_LOG_LEVEL_INFO, "BLOCK", "17", "MESSAGE", "%s", "miss");
      g_log_structured ("network", G_LOG_LEVEL_INFO, "MESSAGE", "%s", "of another domain");
      record_task (recorder, SPUR_TYPE_LO_TERMINATION_EVENT, task);
    }
}

static const char *
get_text (SpurEvent *event, const char *name)
{
  SpurEntryList *values = spur_event_get_list (event, "values");
  int index = spur_entry_list_find (values, name);

  return index >= 0 ? spur_entry_list_get_entry (values, (guint) index)->text : "-";
}

static void
print_events (SpurEvent *event)
{
  if (SPUR_IS_CUSTOM_EVENT (event))
    g_print ("  %s: %s: %s, block %s\n", get_text (event, "GLIB_DOMAIN"), get_text (event, "LVL"),
             get_text (event, "MESSAGE"), get_text (event, "BLOCK"));
  else
    g_print ("%s: %s\n", spur_event_get_layout (event)->name,
             spur_active_object_get_name (spur_event_get_object (event, "object")));
}

int
main (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurLogBridge) bridge = install_bridge (recorder);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurCursor) cursor = NULL;

  run_tasks (recorder);
  spur_log_bridge_set_recorder (bridge, NULL);
  trace = spur_recorder_finish (recorder, &error);
  if (trace == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  cursor = spur_cursor_new (trace, FALSE);
  while (spur_cursor_next (cursor))
    {
      g_autoptr (SpurEvent) event = spur_cursor_ref_event (cursor);

      print_events (event);
    }
  g_print ("%" G_GUINT64_FORMAT " messages lost\n", spur_log_bridge_get_n_lost (bridge));
  return 0;
}
