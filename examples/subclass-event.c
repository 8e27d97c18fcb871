/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* An event class of one's own: the creation of a process is the creation of a load object, and
 * brings its process id. It is put into a trace, and read back. A reader that does not know the
 * class still knows that a load object is created.
 *
 *   cc -o subclass-event subclass-event.c $(pkg-config --cflags --libs spur-1)
 */
#include <spur.h>

#define MY_TYPE_PROCESS_CREATION_EVENT (my_process_creation_event_get_type ())

GType my_process_creation_event_get_type (void);

SPUR_DEFINE_EVENT_CLASS (MyProcessCreationEvent,
                         my_process_creation_event,
                         SPUR_TYPE_LO_CREATION_EVENT,
                         SPUR_TRAIT_NAME ("Process_Creation_Event"),
                         SPUR_TRAIT_FIELD ("pid", UINT32, NONE, "the process id on its host"))

static SpurTrace *
record_trace (GError **error)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autoptr (SpurActiveObject) process =
    spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "worker", "process");
  g_autoptr (SpurEvent) event = spur_event_new (MY_TYPE_PROCESS_CREATION_EVENT);
  const SpurClock clock = { "host clock", "monotonic", 1000000000, 0, 0 };
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint32 host =
    spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, "host", "host", SPUR_NONE);
  SpurStream *stream =
    spur_trace_add_stream (trace, "host", spur_definitions_add_clock (definitions, &clock), host);

  spur_event_set_time_ns (event, 1500);
  spur_event_set_object (event, "object", process);
  spur_event_set_uint (event, "pid", 4711);
  spur_trace_append_event (trace, stream, event);
  if (!spur_trace_seal (trace, error))
    return NULL;
  return g_steal_pointer (&trace);
}

static void
print_trace (SpurTrace *trace)
{
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, FALSE);

  while (spur_cursor_next (cursor))
    {
      const SpurEventLayout *layout = spur_cursor_get_layout (cursor);
      g_autoptr (SpurEvent) event = spur_cursor_ref_event (cursor);
      SpurActiveObject *object = spur_event_get_object (event, "object");

      g_print ("%" G_GINT64_FORMAT " ns: %s, which is a %s: %s, process id %u\n",
               spur_cursor_get_time_ns (cursor), layout->name, layout->parent_name,
               spur_active_object_get_name (object), (guint) spur_event_get_uint (event, "pid"));
    }
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = record_trace (&error);

  if (trace == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  print_trace (trace);
  return 0;
}
