/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "core/analysis/presence/spur-load.h"
#include "core/clock/spur-clock-corrector.h"
#include "core/model/events/spur-event-type.h"
#include "core/plugin/spur-project.h"
#include "core/plugin/spur-validate.h"
#include "events/spur-events.h"

typedef struct
{
  char *folder;
  SpurRegistry *registry;
} Fixture;

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK) && g_file_test (path, G_FILE_TEST_IS_DIR))
        remove_folder (path);
      else
        g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("spur-project-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
  fixture->registry = spur_registry_new ();
  g_setenv ("SPUR_PROJECT_PATH", fixture->folder, TRUE);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->registry);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

/* A project file of this content; %NULL for nothing but the description. */
static char *
write_project (Fixture *fixture, const char *name, const char *content)
{
  g_autofree char *file = g_strconcat (name, ".project.xml", NULL);
  g_autofree char *text = g_strdup_printf ("<project xmlns='urn:spur:project:1' name='%s'>\n"
                                           "<description> About %s </description>\n%s</project>",
                                           name, name, content != NULL ? content : "");
  char *path = g_build_filename (fixture->folder, file, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static SpurProject *
load (Fixture *fixture, const char *name, const char *content)
{
  g_autofree char *path = write_project (fixture, name, content);
  g_autoptr (GError) error = NULL;
  SpurProject *project = spur_project_load (fixture->registry, name, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (spur_project_get_path (project), ==, path);
  return project;
}

static void
assert_refused (Fixture *fixture,
                const char *name,
                const char *content,
                GQuark domain,
                int code,
                const char *words)
{
  g_autofree char *path = write_project (fixture, name, content);
  g_autoptr (GError) error = NULL;

  g_assert_null (spur_project_load (fixture->registry, name, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, domain, code);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_true (g_str_has_prefix (error->message, path));
}

static const SpurEventLayout *
find_class (const char *name)
{
  GType type = spur_event_type_from_name (name);

  g_assert_true (type != G_TYPE_INVALID);
  return spur_event_type_get_layout (type);
}

static void
test_classes (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SpurProject) project =
    load (fixture, "classes",
          "<event-class name='XML_Rollback_Event' extends='LO_Migration_Send_Event' effect='set'>"
          "<field name='depth' type='uint32' unit='events' description='how many were undone'/>"
          "<field name='to' type='state' use='state'/><omit field='source'/></event-class>"
          "<event-class name='XML_Short_Rollback_Event' extends='XML_Rollback_Event'/>");
  g_auto (GStrv) names = spur_project_dup_event_classes (project);
  const SpurEventLayout *layout = find_class ("XML_Short_Rollback_Event");
  const char *wanted[] = { "XML_Rollback_Event", "XML_Short_Rollback_Event", NULL };
  int depth = spur_event_layout_find_field (layout, "depth");

  g_test_summary ("Event classes of a project file are real classes.");

  g_assert_cmpstrv (names, wanted);
  g_assert_cmpstr (spur_project_get_name (project), ==, "classes");
  g_assert_cmpstr (spur_project_get_description (project), ==, "About classes");
  g_assert_true (g_type_is_a (layout->type, SPUR_TYPE_LO_MIGRATION_SEND_EVENT));
  g_assert_cmpstr (layout->parent_name, ==, "XML_Rollback_Event");
  g_assert_cmpint (layout->role, ==, SPUR_ROLE_SEND);
  g_assert_cmpint (layout->effect, ==, SPUR_EFFECT_SET);
  g_assert_cmpint (depth, >, 0);
  g_assert_cmpstr (layout->fields[depth].unit, ==, "events");
  g_assert_cmpstr (layout->fields[depth].description, ==, "how many were undone");
  g_assert_cmpint (spur_event_layout_find_field (layout, "source"), ==, -1);
}

static char *
find_path (SpurRegistry *registry, const char *name, GError **error)
{
  g_autoptr (SpurProject) project = spur_project_read (registry, name, error);

  return project != NULL ? g_strdup (spur_project_get_path (project)) : NULL;
}

static void
test_found (Fixture *fixture, gconstpointer data)
{
  g_autofree char *deep = g_build_filename (fixture->folder, "a", "b", "c", NULL);
  g_autofree char *file = g_build_filename (deep, "deep.project.xml", NULL);
  g_autofree char *path = NULL;
  g_autofree char *moved = NULL;
  g_auto (GStrv) list = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("Projects are found by name in the folders of SPUR_PROJECT_PATH.");

  g_free (write_project (fixture, "one", NULL));
  moved = write_project (fixture, "deep", NULL);
  g_assert_cmpint (g_mkdir_with_parents (deep, 0700), ==, 0);
  g_assert_cmpint (g_rename (moved, file), ==, 0);
  path = find_path (fixture->registry, "deep", &error);
  g_assert_cmpstr (path, ==, file);
  list = spur_project_list (fixture->registry);
  g_assert_cmpstr (list[0], ==, file);
  g_assert_true (g_str_has_suffix (list[1], "/one.project.xml"));

  /* A second file of one name is hidden by the first one. */
  g_free (write_project (fixture, "deep", NULL));
  g_assert_null (find_path (fixture->registry, "two", &error));
  g_assert_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MISSING);
  g_assert_nonnull (strstr (error->message, "there is no project two; there are deep, one;"));
  g_clear_error (&error);
  g_assert_null (find_path (fixture->registry, "no/such.project.xml", &error));
  g_assert_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MISSING);
}

static void
test_beside_plugins (Fixture *fixture, gconstpointer data)
{
  g_autofree char *written = write_project (fixture, "beside", NULL);
  g_autofree char *found = NULL;

  g_test_summary ("Projects are found beside the plugins of the registry.");

  g_unsetenv ("SPUR_PROJECT_PATH");
  spur_registry_add_folder (fixture->registry, fixture->folder);
  found = find_path (fixture->registry, "beside", NULL);
  g_assert_cmpstr (found, ==, written);
}

static void
test_plugin (Fixture *fixture, gconstpointer data)
{
  g_autofree char *module =
    g_test_build_filename (G_TEST_BUILT, "plugin", "libspur-probe-good.so", NULL);
  g_autofree char *link = g_build_filename (fixture->folder, "libspur-probe-good.so", NULL);
  g_autofree char *manifest = g_build_filename (fixture->folder, "probe.plugin.xml", NULL);
  g_autoptr (SpurProject) project = NULL;
  const char *text = "<plugin xmlns='urn:spur:plugin:1' id='probe'><description>Test</description>"
                     "<abi major='1' minor='0'/><module>libspur-probe-good.so</module>"
                     "<codec name='probe' type='ProbeCodec'><input magic='PROBE'/></codec>"
                     "<event-class name='Probe_Event'/>"
                     "<visualizer name='Probe_Visualizer' type='ProbeVisualizer'/></plugin>";
  const SpurEventLayout *layout;
  g_auto (GStrv) plugins = NULL;

  g_test_summary ("A project loads its plugins first, so that their classes can be extended.");

  g_assert_true (g_file_set_contents (manifest, text, -1, NULL));
  g_assert_cmpint (symlink (module, link), ==, 0);
  spur_registry_add_folder (fixture->registry, fixture->folder);
  project = load (fixture, "extends",
                  "<plugin id='probe'/><event-class name='XML_Probe_Event' extends='Probe_Event'/>"
                  "<visualizer class='XML_Plain_Event' name='Probe_Visualizer'/>");
  plugins = spur_project_dup_plugins (project);
  g_assert_cmpstr (plugins[0], ==, "probe");
  layout = find_class ("XML_Probe_Event");
  g_assert_cmpstr (g_type_name (g_type_parent (layout->type)), ==, "ProbeEvent");
  g_assert_cmpstr (g_type_name (spur_registry_find_visualizer (fixture->registry, layout)), ==,
                   "ProbeVisualizer");

  assert_refused (fixture, "without", "<plugin id='nowhere'/>", SPUR_PLUGIN_ERROR,
                  SPUR_PLUGIN_ERROR_MISSING, "plugin nowhere is not there; install it");
  assert_refused (fixture, "against", "<event-class name='Probe_Event' extends='LO_Event'/>",
                  SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_CONFLICT, "class ProbeEvent of this program");
}

static void
test_chosen_visualizer (Fixture *fixture, gconstpointer data)
{
  SpurRegistry *registry = fixture->registry;
  g_autoptr (SpurProject) project =
    load (fixture, "chooses",
          "<event-class name='XML_Drawn_Event' extends='LO_Event'/>"
          "<event-class name='XML_Drawn_Too_Event' extends='XML_Drawn_Event'/>"
          "<visualizer class='XML_Drawn_Event' name='Other_Visualizer'>"
          "<parameter name='cancelled' value='x'/></visualizer>"
          "<visualizer class='LO_Termination_Event' name='Missing_Visualizer'/>");
  const SpurEventLayout *layout = find_class ("XML_Drawn_Too_Event");
  g_autoptr (GObject) object = g_object_new (SPUR_TYPE_LOAD_OBJECT, NULL);
  g_autoptr (GPtrArray) problems = NULL;

  g_test_summary ("A project chooses a class's visualizer; subclasses inherit it.");
  g_assert_nonnull (project);

  /* Any types will do. */
  g_assert_true (
    spur_registry_add_visualizer (registry, "Other_Visualizer", SPUR_TYPE_LOAD_OBJECT, NULL));
  g_assert_true (spur_registry_add_visualizer (registry, "LO_Visualizer", SPUR_TYPE_TARGET, NULL));
  g_assert_true (spur_registry_find_visualizer (registry, layout) == SPUR_TYPE_LOAD_OBJECT);
  g_assert_true (spur_registry_find_visualizer (
                   registry, spur_event_type_get_layout (SPUR_TYPE_LO_TERMINATION_EVENT)) ==
                 SPUR_TYPE_TARGET);
  spur_registry_set_parameters (registry, layout, object);
  problems = spur_registry_get_problems (registry);
  g_assert_cmpuint (problems->len, ==, 2);
  g_assert_nonnull (strstr (problems->pdata[0], "Missing_Visualizer"));
  g_assert_nonnull (strstr (problems->pdata[1], "cannot have the parameter cancelled='x'"));
}

static void
test_parameters (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *parameter;
    const char *said;
  } bad[] = {
    { "<parameter name='gamma' value='1'/>",
      ":4: found the parameter gamma='1' for Other_Visualizer, expected one of " },
    { "<parameter name='gamma-ppb' value='x'/>", "expected another value: 'x' is no whole number" },
    { "<parameter name='gamma-ppb' value='1000000001'/>", "expected another value: 1000000001" },
    { "<parameter name='on-cycle' value='loop'/>", "'loop' is none of " },
  };
  g_autoptr (SpurClockCorrector) corrector = NULL;

  g_test_summary ("A project is refused where a visualizer has no such parameter, or value.");

  /* Any type with properties will do. */
  corrector = spur_clock_corrector_make ("eclc", NULL);
  g_assert_true (spur_registry_add_visualizer (fixture->registry, "Other_Visualizer",
                                               G_OBJECT_TYPE (corrector), NULL));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *content = g_strdup_printf (
        "<visualizer class='LO_Event' name='Other_Visualizer'>\n%s</visualizer>", bad[i].parameter);
      g_autofree char *name = g_strdup_printf ("bad_%u", i);

      assert_refused (fixture, name, content, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST,
                      bad[i].said);
    }
  g_object_unref (load (fixture, "good",
                        "<visualizer class='LO_Event' name='Other_Visualizer'>"
                        "<parameter name='gamma-ppb' value='1000000000'/></visualizer>"));
}

static void
test_colours (Fixture *fixture, gconstpointer data)
{
  SpurRegistry *registry = fixture->registry;
  g_autoptr (SpurProject) project = load (
    fixture, "colours",
    "<colour state='idle' value='#0A1b2c'/><colour kind='task' value='#808080' dark='#010203'/>"
    "<colour class='LO_Migration_Event' value='#ffffff'/>");
  guint32 light = 1, dark = 2;

  g_test_summary ("Colours of states, kinds and classes, and of classes that extend them.");
  g_assert_nonnull (project);

  g_assert_false (spur_registry_find_color (registry, SPUR_COLOR_OF_STATE, "task", &light, &dark));
  g_assert_cmpuint (light, ==, 1);
  g_assert_true (spur_registry_find_color (registry, SPUR_COLOR_OF_STATE, "idle", &light, &dark));
  g_assert_cmphex (light, ==, 0x0a1b2c);
  g_assert_cmphex (dark, ==, 0x071421);
  g_assert_true (spur_registry_find_color (registry, SPUR_COLOR_OF_KIND, "task", NULL, &dark));
  g_assert_cmphex (dark, ==, 0x010203);
  g_assert_true (spur_registry_find_class_color (
    registry, spur_event_type_get_layout (SPUR_TYPE_LO_MIGRATION_SEND_EVENT), &light, NULL));
  g_assert_cmphex (light, ==, 0xffffff);
  g_assert_false (spur_registry_find_class_color (
    registry, spur_event_type_get_layout (SPUR_TYPE_LO_EVENT), &light, NULL));
}

static void
assert_shown (const SpurShownUnit *unit, SpurFieldType type, guint64 bits, const char *wanted)
{
  g_autofree char *shown = spur_shown_unit_format (unit, type, bits);

  g_assert_cmpstr (shown, ==, wanted);
}

static void
test_units (Fixture *fixture, gconstpointer data)
{
  SpurRegistry *registry = fixture->registry;
  const SpurEventLayout *send = spur_event_type_get_layout (SPUR_TYPE_LO_MESSAGE_SEND_EVENT);
  guint size = (guint) spur_event_layout_find_field (send, "size");
  g_autoptr (SpurProject) project =
    load (fixture, "units",
          "<unit of='bytes' shown='KiB' scale='1/1024' digits='1'/>"
          "<unit class='LO_Message_Event' field='tag' shown='types'/>"
          "<unit of='huge' shown='x' scale='999999999999999999' digits='9'/>"
          "<unit of='tiny' shown='y' scale='1/999999999999999999' digits='9'/>");
  const SpurShownUnit *kib = spur_registry_find_unit_of (registry, "bytes");
  const SpurShownUnit *huge = spur_registry_find_unit_of (registry, "huge");
  const SpurShownUnit *tiny = spur_registry_find_unit_of (registry, "tiny");
  guint tag = (guint) spur_event_layout_find_field (send, "tag");
  double half = 0.5;
  guint64 bits;

  g_test_summary ("Numbers are shown in a project's units, exactly, and rounded to the digits.");
  g_assert_nonnull (project);

  g_assert_true (spur_registry_find_unit (registry, send, size) ==
                 (send->fields[size].unit != NULL ? kib : NULL));
  g_assert_cmpstr (spur_registry_find_unit (registry, send, tag)->name, ==, "types");
  g_assert_null (spur_registry_find_unit_of (registry, NULL));
  assert_shown (kib, SPUR_FIELD_UINT64, 1536, "1.5 KiB");
  assert_shown (kib, SPUR_FIELD_UINT8, 0, "0.0 KiB");
  assert_shown (kib, SPUR_FIELD_UINT32, 1024 + 51, "1.0 KiB");
  assert_shown (kib, SPUR_FIELD_UINT32, 1024 + 52, "1.1 KiB");
  assert_shown (kib, SPUR_FIELD_UINT32, 2047, "2.0 KiB");
  assert_shown (kib, SPUR_FIELD_INT64, (guint64) -1536, "-1.5 KiB");
  assert_shown (kib, SPUR_FIELD_INT64, (guint64) G_MININT64, "-9007199254740992.0 KiB");
  assert_shown (huge, SPUR_FIELD_UINT64, G_MAXUINT64,
                "18446744073709551596553255926290448385.000000000 x");
  assert_shown (tiny, SPUR_FIELD_UINT64, G_MAXUINT64, "18.446744074 y");
  memcpy (&bits, &half, sizeof bits);
  bits += (guint64) 11 << 52;
  assert_shown (kib, SPUR_FIELD_DOUBLE, bits, "1.0 KiB");
  assert_shown (kib, SPUR_FIELD_STRING, 0, NULL);
}

static void
test_two (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SpurProject) first =
    load (fixture, "first",
          "<event-class name='XML_Shared_Event' extends='LO_Event'><field name='a' type='uint8'/>"
          "</event-class>\n<colour state='idle' value='#111111'/>");
  g_autoptr (SpurProject) second = load (
    fixture, "second",
    "<event-class name='XML_Shared_Event' extends='LO_Event'><field name='a' type='uint8'/>"
    "</event-class>\n<colour state='idle' value='#111111'/><colour kind='idle' value='#222222'/>");
  g_autoptr (SpurProject) again = spur_project_load (fixture->registry, "first", NULL);
  guint32 light = 0, dark = 0;

  g_test_summary ("Two projects can be loaded at once, as long as they agree.");
  g_assert_nonnull (second);

  g_assert_true (again == first);
  assert_refused (fixture, "third", "\n\n<colour state='idle' value='#111112'/>", SPUR_PLUGIN_ERROR,
                  SPUR_PLUGIN_ERROR_DUPLICATE,
                  "third.project.xml:5: two definitions of the colour of state idle disagree: here "
                  "#111112, on a dark ground #0c0c0d | in ");
  assert_refused (fixture, "fourth", "<unit of='s' shown='ms'/><unit of='s' shown='us'/>",
                  SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_DUPLICATE, "the unit s disagree");
  assert_refused (fixture, "fifth",
                  "<event-class name='XML_Shared_Event' extends='LO_Event'>"
                  "<field name='a' type='uint16'/></event-class>",
                  SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_CONFLICT, "field a: uint16 | uint8");
  /* Nothing of those that were refused is in effect. */
  g_assert_true (
    spur_registry_find_color (fixture->registry, SPUR_COLOR_OF_STATE, "idle", &light, &dark));
  g_assert_cmphex (light, ==, 0x111111);
  g_assert_null (spur_registry_find_unit_of (fixture->registry, "s"));
}

static void
test_correction (Fixture *fixture, gconstpointer data)
{
  static const char content[] = "<correction methods='hull, eclc'>"
                                "<set name='eclc.gamma' value='0.9'/></correction>";
  g_autoptr (SpurProject) silent = load (fixture, "silent", NULL);
  g_autoptr (SpurProject) first = NULL;
  g_autoptr (SpurProject) second = NULL;
  g_autoptr (SpurClockChain) chain = NULL;
  g_autoptr (SpurClockChain) other = NULL;
  gint64 gamma_ppb;

  g_test_summary ("A project makes the correctors that it names; two that disagree are refused.");

  g_assert_null (spur_registry_find_correcting_project (fixture->registry));
  g_assert_false (spur_project_has_delays (silent));
  first = load (fixture, "first", content);
  second = load (fixture, "second", content);
  g_assert_true (spur_registry_find_correcting_project (fixture->registry) == first);
  chain = spur_project_make_chain (first, NULL, NULL);
  g_assert_cmpuint (spur_clock_chain_get_n_correctors (chain), ==, 2);
  g_object_get (spur_clock_chain_get_corrector (chain, 1), "gamma-ppb", &gamma_ppb, NULL);
  g_assert_cmpint (gamma_ppb, ==, 900000000);
  other = spur_project_make_chain (first, "logical", NULL);
  g_assert_cmpuint (spur_clock_chain_get_n_correctors (other), ==, 1);
  assert_refused (fixture, "third", "\n<correction methods='hull, eclc'/>", SPUR_PLUGIN_ERROR,
                  SPUR_PLUGIN_ERROR_DUPLICATE,
                  "third.project.xml:4: two definitions of how clocks are corrected disagree");
  assert_refused (fixture, "fourth", "<correction methods='hull'/>\n<correction/>",
                  SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST, "fourth.project.xml:4:");
}

static void
test_wrong (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;
  g_autofree char *other = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("What is wrong with a file is said with its name and line.");

  assert_refused (fixture, "unknown_parent", "\n<event-class name='A' extends='No_Event'/>",
                  SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_UNKNOWN,
                  "unknown_parent.project.xml:4: event class A extends No_Event");
  assert_refused (fixture, "unknown_element", "\n<thing/>", SPUR_PLUGIN_ERROR,
                  SPUR_PLUGIN_ERROR_MANIFEST, "unknown_element.project.xml:4:");
  assert_refused (fixture, "no_format", "<format file='x.format.xml'/>", SPUR_PLUGIN_ERROR,
                  SPUR_PLUGIN_ERROR_MISSING, "x.format.xml is not there");
  path = write_project (fixture, "right", NULL);
  other = g_build_filename (fixture->folder, "left.project.xml", NULL);
  g_assert_cmpint (g_rename (path, other), ==, 0);
  g_assert_null (spur_project_load (fixture->registry, "left", &error));
  g_assert_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST);
  g_assert_nonnull (strstr (error->message, "call it right.project.xml"));
}

#define FORMAT(rules)                                                                              \
  "<format xmlns='urn:spur:format:1' name='project-format' version='1'>\n<key-value>\n" rules      \
  "</key-value></format>\n"

static void
test_format (Fixture *fixture, gconstpointer data)
{
  g_autofree char *good = g_build_filename (fixture->folder, "good.xml", NULL);
  g_autofree char *bad = g_build_filename (fixture->folder, "bad.xml", NULL);
  g_autofree char *path = NULL;
  g_autoptr (SpurProject) project = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("A format that is not valid keeps its project from being loaded, and says why.");
  g_assert_true (g_file_set_contents (
    good, FORMAT ("<event class='Furnace_Test_Event'><class key='c'/></event>"), -1, NULL));
  g_assert_true (g_file_set_contents (
    bad, FORMAT ("<event class='No_Event'><class key='c'/></event>"), -1, NULL));
  assert_refused (fixture, "bad_format", "<format file='bad.xml'/>", SPUR_FORMAT_ERROR,
                  SPUR_FORMAT_ERROR_DATA, "bad.xml:3: event class No_Event is not known");
  project = load (fixture, "good_format",
                  "<event-class name='Furnace_Test_Event' extends='LO_Event'/>"
                  "<format file='good.xml'/>");
  g_assert_nonnull (spur_registry_find_format (fixture->registry, "project-format"));
  path = write_project (fixture, "worse_format", "<format file='bad.xml'/>");
  g_assert_null (spur_validate (path, &error));
  g_assert_nonnull (strstr (error->message, "bad.xml:3: event class No_Event is not known"));
  g_assert_cmpstr (spur_validate (spur_project_get_path (project), NULL), ==, "project file");
}

static SpurStateKind
find_kind (SpurTrace *trace, const char *name)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  for (guint32 i = 0; i < spur_definitions_get_n_states (definitions); i++)
    {
      const SpurState *state = spur_definitions_get_state (definitions, i);

      if (strcmp (state->name, name) == 0)
        return state->kind;
    }
  g_assert_not_reached ();
}

/* Of "node" over the whole trace. */
static void
get_load (SpurTrace *trace, SpurTargetLoad *load)
{
  g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, TRUE);
  g_autoptr (SpurLoad) loads = spur_load_new (timeline);
  guint32 node = 0;
  gint64 begin_ns;
  gint64 end_ns;

  while (strcmp (spur_definitions_get_object (spur_trace_get_definitions (trace), node)->name,
                 "node") != 0)
    node++;
  spur_trace_get_span_ns (trace, TRUE, &begin_ns, &end_ns);
  spur_load_get (loads, node, begin_ns, end_ns, load);
}

/* Computes from 0 to 3, waits to 7, packs to 8, sends to 10, and is in a state of its own to 15. */
static const char states_log[] =
  "NL.EVNT=LO_Creation_Placement_Event NL.SEC=100 object=p destination=node\n"
  "NL.EVNT=LO_State_Change_Event NL.SEC=100 object=p state=computing\n"
  "NL.EVNT=LO_State_Change_Event NL.SEC=103 object=p state=waiting\n"
  "NL.EVNT=LO_State_Change_Event NL.SEC=107 object=p state=packing\n"
  "NL.EVNT=LO_State_Change_Event NL.SEC=108 object=p state=sending\n"
  "NL.EVNT=LO_State_Change_Event NL.SEC=110 object=p state=other\n"
  "NL.EVNT=LO_Termination_Event NL.SEC=115 object=p\n";

static SpurTrace *
open_states_log (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->folder, "states.ulm", NULL);
  g_autoptr (GString) text = g_string_new (states_log);
  g_autoptr (GError) error = NULL;
  SpurTrace *trace;

  g_string_replace (text, "NL.EVNT", "DATE=19980430133038 HOST=h PROG=p LVL=Usage NL.EVNT", 0);
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  trace = spur_registry_open_trace (fixture->registry, path, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static void
test_states (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SpurTrace) before = open_states_log (fixture);
  g_autoptr (SpurProject) first =
    load (fixture, "states",
          "<state name='waiting' kind='idle'/><state name='packing' kind='overhead'/>"
          "<state name='elsewhere' kind='idle'/>");
  g_autoptr (SpurProject) second =
    load (fixture, "more_states",
          "<state name='sending' kind='communication'/><state name='waiting' kind='idle'/>");
  g_autoptr (SpurTrace) trace = open_states_log (fixture);
  SpurTargetLoad load;

  g_test_summary (
    "What time in a state is spent on is as the projects say, else as the trace does.");

  g_assert_true (first != NULL && second != NULL);
  g_assert_cmpint (find_kind (before, "waiting"), ==, SPUR_STATE_WORK);
  g_assert_cmpint (find_kind (trace, "computing"), ==, SPUR_STATE_WORK);
  g_assert_cmpint (find_kind (trace, "waiting"), ==, SPUR_STATE_IDLE);
  g_assert_cmpint (find_kind (trace, "packing"), ==, SPUR_STATE_OVERHEAD);
  g_assert_cmpint (find_kind (trace, "sending"), ==, SPUR_STATE_COMMUNICATION);
  g_assert_cmpint (find_kind (trace, "other"), ==, SPUR_STATE_WORK);
  get_load (before, &load);
  g_assert_cmpint (load.work_ns, ==, 15000000000);
  get_load (trace, &load);
  g_assert_cmpint (load.work_ns, ==, 8000000000);
  g_assert_cmpint (load.overhead_ns, ==, 1000000000);
  g_assert_cmpint (load.communication_ns, ==, 2000000000);
  g_assert_cmpint (load.idle_ns, ==, 4000000000);
  assert_refused (
    fixture, "third_states", "\n<state name='sending' kind='overhead'/>", SPUR_PLUGIN_ERROR,
    SPUR_PLUGIN_ERROR_DUPLICATE,
    "third_states.project.xml:4: two definitions of the kind of state sending disagree: "
    "here overhead | in");
  assert_refused (fixture, "lazy_states", "\n<state name='sending' kind='lazy'/>",
                  SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST, "lazy_states.project.xml:4:");
}

/* Reads the sample of the schema under the name that it has inside. */
static gboolean
read_sample (Fixture *fixture, const char *text, gsize n_bytes, GError **error)
{
  g_autofree char *path = g_build_filename (fixture->folder, "full.project.xml", NULL);
  g_autofree char *format = g_build_filename (fixture->folder, "formats", NULL);
  g_autofree char *definition = g_build_filename (format, "rollback.format.xml", NULL);
  g_autoptr (SpurProject) project = NULL;

  g_assert_cmpint (g_mkdir_with_parents (format, 0700), ==, 0);
  if (!g_file_test (definition, G_FILE_TEST_EXISTS))
    g_assert_true (g_file_set_contents (definition, "", 0, NULL));
  /* Written in place, a file keeps the end of a longer one. */
  g_unlink (path);
  g_assert_true (
    g_file_set_contents_full (path, text, (gssize) n_bytes, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  project = spur_project_read (fixture->registry, path, error);
  return project != NULL;
}

static void
test_samples (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (g_getenv ("SPUR_SCHEMA_PATH"), "tests", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n_invalid = 0;
  const char *name;

  g_test_summary ("Every sample that is called invalid is refused, and the full one is not.");

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;
      gboolean is_invalid = g_str_has_suffix (name, "-invalid.xml");
      gsize n_bytes;

      if (!g_str_has_prefix (name, "project-") || g_str_equal (name, "project-least.xml"))
        continue;
      g_assert_true (g_file_get_contents (path, &text, &n_bytes, NULL));
      g_assert_true (read_sample (fixture, text, n_bytes, &error) == !is_invalid);
      g_test_message ("%s: %s", name, error != NULL ? error->message : "valid");
      n_invalid += is_invalid;
    }
  g_assert_cmpuint (n_invalid, >=, 20);
}

static void
test_truncated (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("SPUR_SCHEMA_PATH"), "tests", "project-full.xml", NULL);
  g_autofree char *text = NULL;
  gsize n_bytes;

  g_test_summary ("Every file that ends too early is refused.");

  g_assert_true (g_file_get_contents (path, &text, &n_bytes, NULL));
  /* Without the last tag's end; what follows it is white space. */
  n_bytes = (gsize) (strstr (text, "</project>") - text) + strlen ("</project>");
  for (gsize i = 0; i < n_bytes; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (read_sample (fixture, text, i, &error));
      g_assert_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST);
    }
}

static void
test_large (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) nested = g_string_new (NULL);
  g_autofree char *large = g_strnfill (1024 * 1024 + 1, ' ');

  g_test_summary ("Files without measure are refused.");

  assert_refused (fixture, "large", large, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST,
                  "it may have 1048576");
  for (guint i = 0; i < 50000; i++)
    g_string_append (nested, "<a>");
  assert_refused (fixture, "nested", nested->str, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST,
                  "nested.project.xml:3");
}

#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/project/classes", test_classes);
  ADD ("/project/found", test_found);
  ADD ("/project/beside-plugins", test_beside_plugins);
  ADD ("/project/plugin", test_plugin);
  ADD ("/project/chosen-visualizer", test_chosen_visualizer);
  ADD ("/project/parameters", test_parameters);
  ADD ("/project/colours", test_colours);
  ADD ("/project/units", test_units);
  ADD ("/project/two", test_two);
  ADD ("/project/correction", test_correction);
  ADD ("/project/wrong", test_wrong);
  ADD ("/project/format", test_format);
  ADD ("/project/states", test_states);
  ADD ("/project/samples", test_samples);
  ADD ("/project/truncated", test_truncated);
  ADD ("/project/large", test_large);
  return g_test_run ();
}
