/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* The example of TUM-I9909 section 4.2.4: the creation of a process records who asked for it, and
 * is drawn with a line between the two. One class for the event, one for its visualizer; all
 * else is inherited.
 *
 *   cc -o process-creation process-creation.c $(pkg-config --cflags --libs spur-1 spur-view-1)
 *   ./process-creation processes.svg
 */
#include <spur.h>

#include "visualizers/space-time/spur-space-time-view.h"
#include "visualizers/style/spur-view-registry.h"

#define TYPE_PROCESS_CREATION_EVENT (process_creation_event_get_type ())
GType process_creation_event_get_type (void);

SPUR_DEFINE_EVENT_CLASS (
  ProcessCreationEvent,
  process_creation_event,
  SPUR_TYPE_LO_CREATION_EVENT,
  SPUR_TRAIT_NAME ("Process_Creation_Event"),
  SPUR_TRAIT_FIELD ("requester", OBJECT, PEER, "the load object that asked for the process"))

#define TYPE_PROCESS_CREATION_VISUALIZER (process_creation_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (ProcessCreationVisualizer,
                      process_creation_visualizer,
                      PROCESS,
                      CREATION_VISUALIZER,
                      SpurVisualizer)

struct _ProcessCreationVisualizer
{
  SpurVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (ProcessCreationVisualizer, process_creation_visualizer, SPUR_TYPE_VISUALIZER)

/* What the ancestor draws, and a line from who asked to where the process is. */
static void
add_marks (SpurVisualizer *visualizer, SpurScene *scene, const SpurEventBatch *batch)
{
  static const SpurStyle line = {
    .form = SPUR_FORM_LINK, .color = 0xb0672c, .opacity = 0.9, .width_px = 2.0, .label = "asked for"
  };
  guint style = spur_scene_add_style (scene, &line);

  SPUR_VISUALIZER_CLASS (process_creation_visualizer_parent_class)
    ->add_marks (visualizer, scene, batch);
  for (gsize i = 0; i < batch->n_events; i++)
    {
      guint32 requester = (guint32) spur_event_layout_get_use (batch->layout, SPUR_USE_PEER,
                                                               batch->records[i], SPUR_NONE);
      SpurSceneArrow arrow = { .from_ns = batch->times_ns[i],
                               .to_ns = batch->times_ns[i],
                               .from_lane =
                                 spur_scene_find_lane (scene, requester, batch->times_ns[i]),
                               .to_lane = batch->lane,
                               .style = (guint16) style };

      if (arrow.from_lane != SPUR_NONE)
        spur_scene_add_arrow (scene, &arrow);
    }
}

static void
process_creation_visualizer_class_init (ProcessCreationVisualizerClass *klass)
{
  SPUR_VISUALIZER_CLASS (klass)->add_marks = add_marks;
}

static void
process_creation_visualizer_init (ProcessCreationVisualizer *self)
{
}

/* A shell on one host asks for a process on another one. */
static SpurTrace *
record_trace (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurActiveObject) here = spur_active_object_new (SPUR_TYPE_TARGET, "here", "host");
  g_autoptr (SpurActiveObject) there = spur_active_object_new (SPUR_TYPE_TARGET, "there", "host");
  g_autoptr (SpurActiveObject) shell =
    spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "sh", "process");
  g_autoptr (SpurActiveObject) process =
    spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "make", "process");
  g_autoptr (SpurEvent) start = spur_recorder_make_event (recorder, SPUR_TYPE_LO_PLACEMENT_EVENT);
  g_autoptr (SpurEvent) creation = spur_recorder_make_event (recorder, TYPE_PROCESS_CREATION_EVENT);

  spur_recorder_set_source (recorder, here);
  spur_event_set_object (start, "object", shell);
  spur_event_set_object (start, "destination", here);
  spur_recorder_record (recorder, start, NULL);
  spur_recorder_set_source (recorder, there);
  spur_event_set_object (creation, "object", process);
  spur_event_set_object (creation, "requester", shell);
  spur_recorder_record (recorder, creation, NULL);
  return spur_recorder_finish (recorder, NULL);
}

int
main (int argc, char **argv)
{
  SpurRegistry *registry = spur_registry_get_default ();
  g_autoptr (SpurTrace) trace = record_trace ();
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace, NULL, NULL);
  g_autoptr (SpurEvent) event = spur_trace_get_event (trace, 1, 0);
  g_autoptr (SpurSpaceTimeView) view = NULL;
  g_autoptr (GError) error = NULL;

  g_print ("%s is drawn by ", spur_event_get_layout (event)->name);
  spur_view_register_visualizers (registry);
  if (!spur_registry_add_visualizer (registry, "Process_Creation_Visualizer",
                                     TYPE_PROCESS_CREATION_VISUALIZER, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  g_print ("%s\n",
           g_type_name (spur_registry_find_visualizer (registry, spur_event_get_layout (event))));
  if (argc < 2)
    return 0;
  view = spur_space_time_view_new (trace, edges);
  if (spur_view_save (SPUR_VIEW (view), argv[1], &error))
    return 0;
  g_printerr ("%s\n", error->message);
  return 1;
}
