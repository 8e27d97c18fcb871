/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/events/spur-event-type.h"
#include "events/spur-events.h"
#include "recording-canvas.h"
#include "synthetic-trace.h"
#include "visualizers/space-time/spur-space-time-internal.h"
#include "visualizers/spur-view.h"
#include "visualizers/style/spur-palette-internal.h"
#include "visualizers/view/spur-view-internal.h"

#include <glib/gstdio.h>

/* What a plugin would bring: a kind of migration, without a style. */
typedef SpurLoMigrationEvent TopologyMigrationEvent;
typedef SpurLoMigrationEventClass TopologyMigrationEventClass;

GType topology_migration_event_get_type (void);

G_DEFINE_TYPE (TopologyMigrationEvent, topology_migration_event, SPUR_TYPE_LO_MIGRATION_EVENT)

static void
topology_migration_event_class_init (TopologyMigrationEventClass *klass)
{
  spur_event_class_set_name (SPUR_EVENT_CLASS (klass), "Topology_Migration_Event");
}

static void
topology_migration_event_init (TopologyMigrationEvent *self)
{
}

#define TOPOLOGY_COLOR 0x005f73

static void
find_style (SpurRegistry *registry, GType event_type, SpurStyle *style)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (event_type);
  g_autoptr (SpurVisualizer) visualizer = spur_view_create_visualizer (registry, layout);

  spur_visualizer_get_style (visualizer, layout, style);
}

static SpurForm
find_form (SpurRegistry *registry, GType event_type, const char **label)
{
  SpurStyle style;

  find_style (registry, event_type, &style);
  if (label != NULL)
    *label = style.label;
  return style.form;
}

static void
test_shipped (void)
{
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  const struct
  {
    GType type;
    SpurForm form;
    const char *label;
  } cases[] = {
    { SPUR_TYPE_EVENT, SPUR_FORM_TICK, "event" },
    { SPUR_TYPE_LO_EVENT, SPUR_FORM_TICK, "event" },
    { SPUR_TYPE_LO_CREATION_EVENT, SPUR_FORM_GLYPH, "created" },
    { SPUR_TYPE_LO_PLACEMENT_EVENT, SPUR_FORM_GLYPH, "placed" },
    { SPUR_TYPE_LO_MIGRATION_EVENT, SPUR_FORM_MOVE, "migration" },
    { SPUR_TYPE_LO_STATE_CHANGE_EVENT, SPUR_FORM_BAR, NULL },
    { SPUR_TYPE_LO_TERMINATION_EVENT, SPUR_FORM_GLYPH, "ended" },
    { SPUR_TYPE_LO_MESSAGE_EVENT, SPUR_FORM_MESSAGE, "message" },
    { SPUR_TYPE_LO_MESSAGE_SEND_EVENT, SPUR_FORM_MESSAGE, "message" },
    { SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT, SPUR_FORM_MESSAGE, "message" },
    { SPUR_TYPE_CHANNEL_SEND_EVENT, SPUR_FORM_MESSAGE, "message" },
    { SPUR_TYPE_CHANNEL_RECEIVE_EVENT, SPUR_FORM_MESSAGE, "message" },
    { SPUR_TYPE_REGION_ENTER_EVENT, SPUR_FORM_BAR, NULL },
    { SPUR_TYPE_REGION_EXIT_EVENT, SPUR_FORM_BAR, NULL },
    { SPUR_TYPE_COLLECTIVE_EVENT, SPUR_FORM_COLLECTIVE, "collective" },
    { SPUR_TYPE_COLLECTIVE_BEGIN_EVENT, SPUR_FORM_COLLECTIVE, "collective" },
    { SPUR_TYPE_COLLECTIVE_END_EVENT, SPUR_FORM_COLLECTIVE, "collective" },
    { SPUR_TYPE_TARGET_EVENT, SPUR_FORM_TICK, "event" },
    { SPUR_TYPE_TARGET_ADDITION_EVENT, SPUR_FORM_GLYPH, "target added" },
    { SPUR_TYPE_TARGET_STATE_CHANGE_EVENT, SPUR_FORM_BAR, NULL },
  };

  g_test_summary ("Every event class of the library is drawn, its own way or its parent's.");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *label;

      g_assert_cmpint (find_form (registry, cases[i].type, &label), ==, cases[i].form);
      g_assert_cmpstr (label, ==, cases[i].label);
    }
}

/* A style of its own: that of a migration, in another colour. */
static void
add_topology_style (SpurRegistry *registry)
{
  SpurStyle style;

  find_style (registry, SPUR_TYPE_LO_MIGRATION_EVENT, &style);
  style.color = TOPOLOGY_COLOR;
  spur_view_add_style (registry, "Topology_Migration_Event", &style);
}

static void
test_subclass (void)
{
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  SpurStyle migration, style;

  g_test_summary ("A subclass is drawn as its parent, until it has a style by its own name.");

  find_style (registry, SPUR_TYPE_LO_MIGRATION_EVENT, &migration);
  find_style (registry, topology_migration_event_get_type (), &style);
  g_assert_cmpint (style.form, ==, SPUR_FORM_MOVE);
  g_assert_cmphex (style.color, ==, migration.color);
  g_assert_cmphex (style.color, !=, TOPOLOGY_COLOR);
  add_topology_style (registry);
  find_style (registry, topology_migration_event_get_type (), &style);
  g_assert_cmpint (style.form, ==, SPUR_FORM_MOVE);
  g_assert_cmphex (style.color, ==, TOPOLOGY_COLOR);
  find_style (registry, SPUR_TYPE_LO_MIGRATION_EVENT, &style);
  g_assert_cmphex (style.color, ==, migration.color);
}

static void
test_register_twice (void)
{
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  const SpurEventLayout *layout = spur_event_type_get_layout (SPUR_TYPE_WINDOW_GET_EVENT);

  g_test_summary ("Registering again changes nothing.");

  spur_view_register_visualizers (registry);
  spur_view_register_visualizers (registry);
  g_assert_true (spur_registry_find_visualizer (registry, layout) ==
                 spur_get_visualizer_get_type ());
}

static void
test_drawn_as_migration (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (2, 1);

  g_test_summary ("A plugin's migrations are migration arrows, in its colour where it has one.");

  synthetic_append (synthetic, 0, 0, SPUR_TYPE_LO_PLACEMENT_EVENT, SPUR_USE_SUBJECT,
                    synthetic->objects[0], SPUR_USE_DESTINATION, synthetic->targets[0],
                    SPUR_USE_NONE);
  synthetic_append (synthetic, 1, 1000, topology_migration_event_get_type (), SPUR_USE_SUBJECT,
                    synthetic->objects[0], SPUR_USE_DESTINATION, synthetic->targets[1],
                    SPUR_USE_NONE);
  synthetic_seal (synthetic);
  for (guint own = 0; own < 2; own++)
    {
      g_autoptr (SpurRegistry) registry = spur_registry_new ();
      g_autoptr (RecordingCanvas) canvas = recording_canvas_new ();
      g_autoptr (SpurSpaceTimeView) view =
        spur_space_time_view_new (synthetic->trace, synthetic->edges);

      if (own)
        add_topology_style (registry);
      spur_view_set_registry (SPUR_VIEW (view), registry);
      spur_view_draw_on (SPUR_VIEW (view), &canvas->canvas);
      g_assert_cmpuint (canvas->n_segments[SPUR_LAYER_MOVE], ==, 1);
      g_assert_cmpint (g_hash_table_contains (canvas->colors, GUINT_TO_POINTER (TOPOLOGY_COLOR)),
                       ==, own != 0);
      g_assert_true (recording_canvas_has_text (canvas, "migration"));
    }
}

/* Loads a project of one class, which is drawn with these parameters. */
static SpurProject *
load_parameters (SpurRegistry *registry,
                 const char *class_name,
                 const char *parameters,
                 GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("spur-visualizers-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "drawn.project.xml", NULL);
  g_autofree char *text = g_strdup_printf (
    "<project xmlns='urn:spur:project:1' name='drawn'><description>Drawn</description>\n"
    "<event-class name='%s' extends='LO_Creation_Event'>"
    "<field name='bytes' type='uint64'/></event-class>\n"
    "<visualizer class='%s' name='LO_Creation_Visualizer'>\n%s</visualizer></project>",
    class_name, class_name, parameters);
  SpurProject *project;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  spur_view_register_visualizers (registry);
  project = spur_project_load (registry, path, error);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  return project;
}

/* Adds the marks of an event of the class with these bytes. */
static void
add_bytes (SpurVisualizer *visualizer,
           SpurScene *scene,
           Synthetic *synthetic,
           const SpurEventLayout *layout,
           guint64 bytes)
{
  g_autofree guint8 *record = g_malloc0 (layout->n_bytes);
  g_autofree guint32 *lanes = g_new0 (guint32, 16);
  const guint8 *records[] = { record };
  const gint64 times_ns[] = { 10 * (gint64) scene->glyphs->len };
  SpurEventBatch batch = { .trace = synthetic->trace,
                           .layout = layout,
                           .target_lanes = lanes,
                           .n_events = 1,
                           .times_ns = times_ns,
                           .records = records };
  SpurStyle style;

  for (guint i = 0; i < layout->n_fields; i++)
    if (layout->fields[i].type >= SPUR_FIELD_STRING)
      spur_event_layout_set_uint (layout, i, record, SPUR_NONE);
  spur_event_layout_set_uint (layout, (guint) spur_event_layout_find_field (layout, "bytes"),
                              record, bytes);
  spur_visualizer_get_style (visualizer, layout, &style);
  batch.style = spur_scene_add_style (scene, &style);
  spur_visualizer_add_marks (visualizer, scene, &batch);
}

/* A visualizer that notes what it gets. */
typedef struct
{
  SpurVisualizer parent_instance;

  GString *got;
} NotingVisualizer;

typedef SpurVisualizerClass NotingVisualizerClass;
GType noting_visualizer_get_type (void);
G_DEFINE_TYPE (NotingVisualizer, noting_visualizer, SPUR_TYPE_VISUALIZER)

static void
note_marks (SpurVisualizer *visualizer, SpurScene *scene, const SpurEventBatch *batch)
{
  NotingVisualizer *self = (NotingVisualizer *) visualizer;
  int field = spur_visualizer_find_value_field (visualizer, batch->layout);

  for (gsize i = 0; i < batch->n_events; i++)
    g_string_append_printf (
      self->got, "%d: %g on %u; ", (int) batch->times_ns[i],
      spur_visualizer_read_number (batch->layout, (guint) field, batch->records[i]),
      spur_visualizer_find_lane (scene, batch, i));
}

static void
note_bucket (SpurVisualizer *visualizer, SpurScene *scene, const SpurEventBucket *bucket)
{
  g_string_append_printf (((NotingVisualizer *) visualizer)->got,
                          "%d at %d to %d: %g to %g on %u; ", (int) bucket->n_events,
                          (int) bucket->first_ns, (int) bucket->last_ns, bucket->least,
                          bucket->most, bucket->lane);
}

static void
noting_visualizer_class_init (NotingVisualizerClass *klass)
{
  klass->add_marks = note_marks;
  klass->add_bucket = note_bucket;
}

static void
noting_visualizer_init (NotingVisualizer *self)
{
}

/* Loads of two targets, as one stream tells of them. */
static void
add_loads (SpurBucketing *bucketing, Synthetic *synthetic, guint style)
{
  static const struct
  {
    gint64 time_ns;
    guint target;
    double load;
  } loads[] = { { 5, 0, 1.0 },   { 15, 0, 3.0 },  { 20, 1, 9.0 },  { 99, 0, 2.0 },
                { 100, 0, 4.0 }, { 205, 1, 5.0 }, { 299, 1, 5.5 }, { 300, 0, 6.0 } };
  const SpurEventLayout *layout = spur_event_type_get_layout (SPUR_TYPE_LM_TARGET_LOAD_EVENT);
  const guint32 lanes[] = { 0, 1 };
  SpurEventBatch batch = { .trace = synthetic->trace,
                           .layout = layout,
                           .style = style,
                           .target_lanes = lanes,
                           .n_events = 1 };

  for (guint i = 0; i < G_N_ELEMENTS (loads); i++)
    {
      g_autofree guint8 *record = g_malloc0 (layout->n_bytes);
      const guint8 *records[] = { record };
      guint64 bits;

      spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_SUBJECT], record,
                                  synthetic->targets[loads[i].target]);
      memcpy (&bits, &loads[i].load, sizeof bits);
      spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_LOAD], record,
                                  bits);
      batch.times_ns = &loads[i].time_ns;
      batch.records = records;
      spur_bucketing_add (bucketing, &batch);
    }
  spur_bucketing_flush (bucketing);
}

static void
test_buckets (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (2, 0);
  g_autoptr (SpurScene) scene = spur_scene_new (0, 1000, 2, 10);
  g_autoptr (GString) got = g_string_new (NULL);
  NotingVisualizer *visualizer = g_object_new (noting_visualizer_get_type (), NULL);
  SpurStyle style;
  SpurBucketing *bucketing = spur_bucketing_new (SPUR_VISUALIZER (visualizer), scene);

  g_test_summary ("Events of a class in one column of a lane come as a bucket with their number, "
                  "span and range of values, and those that are alone as what they are.");

  visualizer->got = got;
  spur_style_init (&style);
  synthetic_seal (synthetic);
  add_loads (bucketing, synthetic, spur_scene_add_style (scene, &style));
  g_assert_cmpstr (got->str, ==,
                   "3 at 5 to 99: 1 to 3 on 0; 2 at 205 to 299: 5 to 5.5 on 1; "
                   "20: 9 on 1; 100: 4 on 0; 300: 6 on 0; ");
  spur_bucketing_free (bucketing);
  g_object_unref (visualizer);
}

static void
test_sized (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (1, 1);
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurProject) project =
    load_parameters (registry, "XML_Sized_Event",
                     "<parameter name='label' value='sized'/><parameter name='glyph' "
                     "value='square'/><parameter name='width' value='12'/>"
                     "<parameter name='size-field' value='bytes'/>"
                     "<parameter name='size-full' value='600'/>",
                     &error);
  g_autoptr (SpurScene) scene = spur_scene_new (0, 1000, 1, 1000);
  g_autoptr (SpurVisualizer) visualizer = NULL;
  static const guint64 bytes[] = { 600, 0, 100, 101, 6000000 };
  /* Sixths of the full area. */
  static const double sixths[] = { 6.0, 1.0, 1.0, 2.0, 6.0 };
  const SpurEventLayout *layout;
  const SpurSceneGlyph *glyphs;
  const SpurStyle *styles;
  gsize n_glyphs, n_styles;

  g_test_summary ("Parameters of a project file set properties: signs as large as a field says.");

  g_assert_no_error (error);
  g_assert_nonnull (project);
  synthetic_seal (synthetic);
  layout = spur_event_type_get_layout (spur_event_type_from_name ("XML_Sized_Event"));
  visualizer = spur_view_create_visualizer (registry, layout);
  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    add_bytes (visualizer, scene, synthetic, layout, bytes[i]);
  glyphs = spur_scene_get_glyphs (scene, &n_glyphs);
  styles = spur_scene_get_styles (scene, &n_styles);
  g_assert_cmpuint (n_glyphs, ==, G_N_ELEMENTS (bytes));
  for (guint i = 0; i < n_glyphs; i++)
    {
      const SpurStyle *style = &styles[glyphs[i].style];

      g_assert_cmpint (style->form, ==, SPUR_FORM_GLYPH);
      g_assert_cmpint (style->glyph, ==, SPUR_GLYPH_SQUARE);
      g_assert_cmpstr (style->label, ==, "sized");
      g_assert_cmpfloat_with_epsilon (style->width_px * style->width_px, 24.0 * sixths[i], 1e-9);
    }
}

static void
test_level (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (1, 1);
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  g_autoptr (SpurProject) project = load_parameters (
    registry, "XML_Level_Event", "<parameter name='level-field' value='bytes'/>", NULL);
  g_autoptr (SpurScene) scene = spur_scene_new (0, 1000, 1, 1000);
  g_autoptr (SpurVisualizer) visualizer = NULL;
  const SpurEventLayout *layout;

  g_test_summary ("A field of a class is a level, where a project says so.");

  g_assert_nonnull (project);
  synthetic_seal (synthetic);
  layout = spur_event_type_get_layout (spur_event_type_from_name ("XML_Level_Event"));
  visualizer = spur_view_create_visualizer (registry, layout);
  add_bytes (visualizer, scene, synthetic, layout, 4711);
  g_assert_cmpuint (scene->glyphs->len, ==, 0);
  g_assert_cmpuint (scene->values->len, ==, 1);
  g_assert_cmpfloat (g_array_index (scene->values, SpurSceneValue, 0).value, ==, 4711.0);
}

static void
test_wrong_parameters (void)
{
  static const char *const bad[][2] = {
    { "<parameter name='labell' value='x'/>",
      "drawn.project.xml:4: found the parameter labell='x' for LO_Creation_Visualizer, expected "
      "one "
      "of form, glyph, opacity, width, dash, label, full, size-field, size-full, level-field" },
    { "<parameter name='glyph' value='cricle'/>", "'cricle' is none of dot, ring, " },
    { "<parameter name='width' value='0'/>", "0 is not from 0.1 to 100" },
    { "<parameter name='size-field' value='bites'/>",
      "expected a field of XML_Wrong_Event: object, " },
  };

  g_test_summary ("Parameters that there are not are refused: file, line, found and expected.");

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (SpurRegistry) registry = spur_registry_new ();
      g_autoptr (GError) error = NULL;

      g_assert_null (load_parameters (registry, "XML_Wrong_Event", bad[i][0], &error));
      g_assert_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, bad[i][1]));
    }
}

/* A visualizer that draws its events itself: a bar of 10 ns for each. */
typedef SpurVisualizer PulseVisualizer;
typedef SpurVisualizerClass PulseVisualizerClass;

GType pulse_visualizer_get_type (void);

G_DEFINE_TYPE (PulseVisualizer, pulse_visualizer, SPUR_TYPE_VISUALIZER)

static guint n_batches;

static void
pulse_add_marks (SpurVisualizer *self, SpurScene *scene, const SpurEventBatch *batch)
{
  n_batches++;
  for (gsize i = 0; i < batch->n_events; i++)
    {
      const SpurSceneBar bar = { batch->times_ns[i], batch->times_ns[i] + 10, batch->lane,
                                 batch->style };

      g_assert_cmpuint (
        spur_event_layout_get_use (batch->layout, SPUR_USE_SUBJECT, batch->records[i], SPUR_NONE),
        !=, SPUR_NONE);
      spur_scene_add_bar (scene, &bar);
    }
}

/* Classes that say where something goes are thicker. */
static void
pulse_get_style (SpurVisualizer *self, const SpurEventLayout *layout, SpurStyle *style)
{
  if (layout->field_of_use[SPUR_USE_DESTINATION] >= 0)
    style->width_px = 9;
}

static void
pulse_visualizer_class_init (PulseVisualizerClass *klass)
{
  SPUR_VISUALIZER_CLASS (klass)->get_style = pulse_get_style;
  SPUR_VISUALIZER_CLASS (klass)->add_marks = pulse_add_marks;
}

static void
pulse_visualizer_init (PulseVisualizer *self)
{
}

static void
test_get_style (void)
{
  g_autoptr (SpurVisualizer) visualizer = g_object_new (pulse_visualizer_get_type (), NULL);
  SpurStyle style;

  g_test_summary ("A visualizer may change the style of a class by what its fields are.");

  spur_visualizer_get_style (visualizer, spur_event_type_get_layout (SPUR_TYPE_LO_CREATION_EVENT),
                             &style);
  g_assert_cmpfloat (style.width_px, ==, 1);
  spur_visualizer_get_style (visualizer, spur_event_type_get_layout (SPUR_TYPE_LO_MIGRATION_EVENT),
                             &style);
  g_assert_cmpfloat (style.width_px, ==, 9);
}

static void
test_batches (void)
{
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  g_autoptr (Synthetic) synthetic = synthetic_new (1, 1);
  g_autoptr (RecordingCanvas) canvas = recording_canvas_new ();
  g_autoptr (SpurSpaceTimeView) view = NULL;

  g_test_summary ("A visualizer that draws itself gets all events, in batches, and no others.");

  for (guint i = 0; i < 2500; i++)
    synthetic_append (synthetic, 0, i * 100, SPUR_TYPE_LO_CREATION_EVENT, SPUR_USE_SUBJECT,
                      synthetic->objects[0], SPUR_USE_NONE);
  synthetic_seal (synthetic);
  spur_registry_add_visualizer (registry, "LO_Creation_Visualizer", pulse_visualizer_get_type (),
                                NULL);
  view = spur_space_time_view_new (synthetic->trace, synthetic->edges);
  spur_view_set_registry (SPUR_VIEW (view), registry);
  spur_view_draw_on (SPUR_VIEW (view), &canvas->canvas);
  g_assert_cmpuint (canvas->n_rects[SPUR_LAYER_BAR], ==, 2500);
  g_assert_cmpuint (n_batches, >=, 2);
  g_assert_cmpuint (n_batches, <=, 5);
}

/* A folder with the manifest of a plugin that is never loaded. */
static char *
write_manifest (const char *styles)
{
  char *folder = g_dir_make_tmp ("spur-styles-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "styles.plugin.xml", NULL);
  g_autofree char *text =
    g_strconcat ("<plugin xmlns='urn:spur:plugin:1' id='styles'><description>Styles</description>"
                 "<abi major='1' minor='0'/><module>libspur-styles.so</module>",
                 styles, "</plugin>", NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return folder;
}

static void
remove_manifest (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "styles.plugin.xml", NULL);

  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_styles_of_manifest (void)
{
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  g_autofree char *folder =
    write_manifest ("<style class='LO_Migration_Event' opacity='0.5' label='moves'/>"
                    "<style class='Topology_Migration_Event' colour='#005f73' dash='2.5'/>"
                    "<style class='Custom_Event' form='tick' glyph='triangle-down' width='3'/>"
                    "<style class='LM_Target_Load_Event' full='1'/>");
  SpurStyle migration, topology, custom, load;

  g_test_summary ("A manifest says how events look; what it does not say is inherited.");

  spur_registry_add_folder (registry, folder);
  find_style (registry, SPUR_TYPE_LO_MIGRATION_EVENT, &migration);
  find_style (registry, topology_migration_event_get_type (), &topology);
  find_style (registry, SPUR_TYPE_CUSTOM_EVENT, &custom);
  g_assert_cmpint (migration.form, ==, SPUR_FORM_MOVE);
  g_assert_cmpfloat (migration.opacity, ==, 0.5);
  g_assert_cmpstr (migration.label, ==, "moves");
  g_assert_cmpint (topology.form, ==, SPUR_FORM_MOVE);
  g_assert_cmphex (topology.color, ==, TOPOLOGY_COLOR);
  g_assert_cmphex (migration.color, !=, TOPOLOGY_COLOR);
  g_assert_cmpfloat (topology.opacity, ==, 0.5);
  g_assert_cmpfloat (topology.dash_px, ==, 2.5);
  g_assert_cmpfloat (topology.width_px, ==, migration.width_px);
  g_assert_cmpstr (topology.label, ==, "moves");
  g_assert_cmpint (custom.form, ==, SPUR_FORM_TICK);
  g_assert_cmpint (custom.glyph, ==, SPUR_GLYPH_TRIANGLE_DOWN);
  g_assert_cmpfloat (custom.width_px, ==, 3.0);
  find_style (registry, SPUR_TYPE_LM_TARGET_LOAD_EVENT, &load);
  g_assert_cmpint (load.form, ==, SPUR_FORM_LEVEL);
  g_assert_cmpfloat (load.full, ==, 1.0);
  g_assert_cmpfloat (custom.full, ==, 0.0);
  remove_manifest (folder);
}

static void
test_visualizer_of_ancestor (void)
{
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  const struct
  {
    GType event;
    GType visualizer;
  } cases[] = {
    { SPUR_TYPE_EVENT, SPUR_TYPE_VISUALIZER },
    { SPUR_TYPE_LO_CREATION_EVENT, SPUR_TYPE_VISUALIZER },
    { SPUR_TYPE_THREAD_FORK_EVENT, spur_thread_visualizer_get_type () },
    { SPUR_TYPE_THREAD_BEGIN_EVENT, spur_thread_visualizer_get_type () },
    { SPUR_TYPE_THREAD_END_EVENT, spur_thread_visualizer_get_type () },
    { SPUR_TYPE_LO_CREATE_NEIGHBORHOOD_EVENT, spur_neighborhood_visualizer_get_type () },
    { SPUR_TYPE_TARGET_DESTROY_NEIGHBORHOOD_EVENT, spur_neighborhood_visualizer_get_type () },
    { SPUR_TYPE_WINDOW_PUT_EVENT, spur_put_visualizer_get_type () },
    { SPUR_TYPE_WINDOW_GET_EVENT, spur_get_visualizer_get_type () },
  };

  g_test_summary ("Events of which more is drawn than a style says have a visualizer for it.");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SpurVisualizer) visualizer =
        spur_view_create_visualizer (registry, spur_event_type_get_layout (cases[i].event));

      g_assert_true (G_OBJECT_TYPE (visualizer) == cases[i].visualizer);
    }
}

static void
test_style_of_application (void)
{
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  g_autofree char *folder = write_manifest ("<style class='LO_Migration_Event' colour='#112233'/>");
  SpurStyle style;

  g_test_summary ("What the application says of a class comes before what a plugin says.");

  spur_registry_add_folder (registry, folder);
  find_style (registry, topology_migration_event_get_type (), &style);
  g_assert_cmphex (style.color, ==, 0x112233);
  style.color = TOPOLOGY_COLOR;
  spur_view_add_style (registry, "LO_Migration_Event", &style);
  find_style (registry, topology_migration_event_get_type (), &style);
  g_assert_cmphex (style.color, ==, TOPOLOGY_COLOR);
  g_assert_cmpint (style.form, ==, SPUR_FORM_MOVE);
  remove_manifest (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/visualizers/shipped", test_shipped);
  g_test_add_func ("/visualizers/subclass", test_subclass);
  g_test_add_func ("/visualizers/register-twice", test_register_twice);
  g_test_add_func ("/visualizers/drawn-as-migration", test_drawn_as_migration);
  g_test_add_func ("/visualizers/batches", test_batches);
  g_test_add_func ("/views/visualizers/get-style", test_get_style);
  g_test_add_func ("/visualizers/styles-of-manifest", test_styles_of_manifest);
  g_test_add_func ("/visualizers/visualizer-of-ancestor", test_visualizer_of_ancestor);
  g_test_add_func ("/visualizers/style-of-application", test_style_of_application);
  g_test_add_func ("/visualizers/buckets", test_buckets);
  g_test_add_func ("/visualizers/sized", test_sized);
  g_test_add_func ("/visualizers/level", test_level);
  g_test_add_func ("/visualizers/wrong-parameters", test_wrong_parameters);
  return g_test_run ();
}
