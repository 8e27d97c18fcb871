/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "core/plugin/spur-plugin.h"
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
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("spur-plugin-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->registry = spur_registry_new ();
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->registry);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static char *
write_file (const char *folder, const char *name, const char *text)
{
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

/* What follows the module in a manifest of the plugin "probe". */
#define BRINGS_ALL                                                                                 \
  "<codec name='probe' type='ProbeCodec'><input magic='PROBE'/></codec>"                           \
  "<event-class name='Probe_Event'/>"                                                              \
  "<visualizer name='Probe_Visualizer' type='ProbeVisualizer'/>"

/* A manifest, and beside it the module that is called so. */
static void
write_plugin (const char *folder, const char *id, const char *probe, const char *brings)
{
  g_autofree char *file = g_strdup_printf ("libspur-probe-%s.so", probe);
  g_autofree char *module = g_test_build_filename (G_TEST_BUILT, "plugin", file, NULL);
  g_autofree char *link = g_build_filename (folder, file, NULL);
  g_autofree char *name = g_strconcat (id, ".plugin.xml", NULL);
  g_autofree char *manifest =
    g_strdup_printf ("<plugin xmlns='urn:spur:plugin:1' id='%s'><description>Test</description>"
                     "<abi major='%d' minor='%d'/><module>%s</module>%s</plugin>",
                     id, SPUR_ABI_MAJOR, SPUR_ABI_MINOR, file, brings);

  g_free (write_file (folder, name, manifest));
  g_assert_true (g_file_test (module, G_FILE_TEST_EXISTS));
  g_assert_true (symlink (module, link) == 0 || errno == EEXIST);
}

static SpurPlugin *
get_plugin (SpurRegistry *registry, guint index)
{
  g_autoptr (GPtrArray) plugins = spur_registry_get_plugins (registry);

  g_assert_cmpuint (index, <, plugins->len);
  return g_ptr_array_index (plugins, index);
}

static void
assert_n_plugins (SpurRegistry *registry, guint n_plugins)
{
  g_autoptr (GPtrArray) plugins = spur_registry_get_plugins (registry);

  g_assert_cmpuint (plugins->len, ==, n_plugins);
}

/* The one problem that there is has all of these words. */
static void
assert_problem (SpurRegistry *registry, const char *first, const char *second, const char *third)
{
  g_autoptr (GPtrArray) problems = spur_registry_get_problems (registry);
  const char *problem;

  g_assert_cmpuint (problems->len, ==, 1);
  problem = g_ptr_array_index (problems, 0);
  g_test_message ("%s", problem);
  g_assert_nonnull (strstr (problem, first));
  g_assert_nonnull (strstr (problem, second));
  g_assert_nonnull (strstr (problem, third));
}

static void
assert_no_problem (SpurRegistry *registry)
{
  g_autoptr (GPtrArray) problems = spur_registry_get_problems (registry);

  for (guint i = 0; i < problems->len; i++)
    g_test_message ("%s", (const char *) g_ptr_array_index (problems, i));
  g_assert_cmpuint (problems->len, ==, 0);
}

static void
test_lazy (Fixture *fixture, gconstpointer data)
{
  g_autofree char *input = NULL;
  g_autofree char *other = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("A plugin is loaded when something of it is needed, and not before.");
  write_plugin (fixture->folder, "probe", "good", BRINGS_ALL);
  spur_registry_add_folder (fixture->registry, fixture->folder);
  assert_no_problem (fixture->registry);
  assert_n_plugins (fixture->registry, 1);
  g_assert_cmpstr (spur_plugin_get_id (get_plugin (fixture->registry, 0)), ==, "probe");
  g_assert_cmpstr (spur_plugin_get_description (get_plugin (fixture->registry, 0)), ==, "Test");
  g_assert_cmpuint (spur_registry_find_visualizer (
                      fixture->registry, spur_event_type_get_layout (SPUR_TYPE_LO_MIGRATION_EVENT)),
                    ==, G_TYPE_INVALID);
  g_assert_cmpuint (spur_registry_find_event_type (fixture->registry, "No_Event"), ==,
                    G_TYPE_INVALID);
  g_assert_false (spur_plugin_is_loaded (get_plugin (fixture->registry, 0)));

  input = write_file (fixture->folder, "input.any", "PROBE 1");
  trace = spur_registry_open_trace (fixture->registry, input, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (spur_plugin_is_loaded (get_plugin (fixture->registry, 0)));
  g_assert_cmpstr (spur_trace_get_fact (trace, "format"), ==, "probe");
  g_assert_cmpstr (spur_trace_get_fact (trace, "path"), ==, input);

  other = write_file (fixture->folder, "other.any", "NO PROBE");
  g_assert_null (spur_registry_open_trace (fixture->registry, other, NULL, &error));
  g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_UNKNOWN);
  g_assert_nonnull (strstr (error->message, other));
  g_assert_nonnull (strstr (error->message, "probe"));
}

static void
test_view (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = NULL;
  GType type;

  g_test_summary (
    "A view is known by its manifest, and its plugin is loaded when it is asked for.");
  write_plugin (fixture->folder, "probe", "good",
                "<codec name='probe' type='ProbeCodec'><input magic='PROBE'/></codec>"
                "<event-class name='Probe_Event'/>"
                "<view name='probe-view' type='ProbeVisualizer'/>");
  spur_registry_add_folder (fixture->registry, fixture->folder);
  g_assert_true (spur_registry_add_view (fixture->registry, "own", SPUR_TYPE_TARGET, &error));
  names = spur_registry_dup_views (fixture->registry);
  g_assert_cmpuint (g_strv_length (names), ==, 2);
  g_assert_cmpstr (names[0], ==, "own");
  g_assert_cmpstr (names[1], ==, "probe-view");
  g_assert_cmpuint (spur_registry_find_view (fixture->registry, "probe", &error), ==,
                    G_TYPE_INVALID);
  g_assert_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MISSING);
  g_assert_nonnull (strstr (error->message, "own, probe-view"));
  g_clear_error (&error);
  g_assert_false (spur_plugin_is_loaded (get_plugin (fixture->registry, 0)));
  type = spur_registry_find_view (fixture->registry, "probe-view", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (g_type_name (type), ==, "ProbeVisualizer");
  g_assert_true (spur_plugin_is_loaded (get_plugin (fixture->registry, 0)));
  g_assert_false (spur_registry_add_view (fixture->registry, "probe-view", type, &error));
  g_assert_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_DUPLICATE);
  assert_no_problem (fixture->registry);
}

static void
test_missing_input (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "none", NULL);
  g_autoptr (GError) error = NULL;

  g_test_summary ("What is not there is an error that names it.");
  g_assert_null (spur_registry_open_trace (fixture->registry, path, NULL, &error));
  g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING);
  g_assert_nonnull (strstr (error->message, path));
}

typedef struct
{
  const char *probe;
  const char *brings;
  SpurPluginError code;
  const char *first;
  const char *second;
} Refusal;

static const Refusal refusals[] = {
  { "other-major", BRINGS_ALL, SPUR_PLUGIN_ERROR_ABI, "2.0", "1.0" },
  { "older-major", BRINGS_ALL, SPUR_PLUGIN_ERROR_ABI, "0.0", "build the plugin anew" },
  { "newer-minor", BRINGS_ALL, SPUR_PLUGIN_ERROR_ABI, "1.1", "newer Spur" },
  { "short", BRINGS_ALL, SPUR_PLUGIN_ERROR_ABI, "12 bytes", "build the plugin anew" },
  { "other-id", BRINGS_ALL, SPUR_PLUGIN_ERROR_LOAD, "impostor", "probe" },
  { "no-symbol", BRINGS_ALL, SPUR_PLUGIN_ERROR_LOAD, "spur_plugin", "SPUR_PLUGIN_DEFINE" },
  { "unresolved", BRINGS_ALL, SPUR_PLUGIN_ERROR_LOAD, "spur_probe_that_is_nowhere", "probe" },
  { "failing", BRINGS_ALL, SPUR_PLUGIN_ERROR_LOAD, "the moon is not full", "failing" },
  { "forgetful", BRINGS_ALL, SPUR_PLUGIN_ERROR_LOAD, "ProbeCodec", "does not" },
  { "good", "<event-class name='Probe_Event'/>", SPUR_PLUGIN_ERROR_LOAD, "ProbeCodec",
    "manifest does not name" },
  { "namesake",
    "<codec name='probe' type='OtherCodec'/><event-class name='LO_Migration_Event'/>"
    "<visualizer name='Probe_Visualizer' type='OtherVisualizer'/>",
    SPUR_PLUGIN_ERROR_DUPLICATE, "extends: LO_Migration_Event | LO_Event", "SpurLoMigrationEvent" },
};

static void
test_refused (Fixture *fixture, gconstpointer data)
{
  const Refusal *refusal = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) again = NULL;
  SpurPlugin *plugin;

  g_test_summary ("A module that is not as it should be is refused, with what is to be done.");
  write_plugin (fixture->folder, "probe", refusal->probe, refusal->brings);
  spur_registry_add_folder (fixture->registry, fixture->folder);
  assert_no_problem (fixture->registry);
  plugin = get_plugin (fixture->registry, 0);
  g_assert_false (spur_plugin_load (plugin, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, SPUR_PLUGIN_ERROR, (int) refusal->code);
  g_assert_nonnull (strstr (error->message, refusal->first));
  g_assert_nonnull (strstr (error->message, refusal->second));
  g_assert_false (spur_plugin_is_loaded (plugin));
  g_assert_false (spur_plugin_load (plugin, &again));
  g_assert_cmpstr (again->message, ==, error->message);

  g_assert_cmpuint (spur_registry_find_event_type (fixture->registry, "Probe_Event"), ==,
                    G_TYPE_INVALID);
}

static void
test_refused_in_passing (Fixture *fixture, gconstpointer data)
{
  g_autofree char *input = write_file (fixture->folder, "input", "PROBE");
  g_autoptr (GError) error = NULL;

  g_test_summary ("A plugin that cannot be loaded is a problem, and is named where it was tried.");
  write_plugin (fixture->folder, "probe", "no-symbol", BRINGS_ALL);
  spur_registry_add_folder (fixture->registry, fixture->folder);
  g_assert_null (spur_registry_open_trace (fixture->registry, input, NULL, &error));
  g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_UNKNOWN);
  g_assert_nonnull (strstr (error->message, "no symbol spur_plugin"));
  assert_problem (fixture->registry, "no-symbol.so", "spur_plugin", "SPUR_PLUGIN_DEFINE");
}

static void
test_manifest_abi (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path =
    write_file (fixture->folder, "old.plugin.xml",
                "<plugin xmlns='urn:spur:plugin:1' id='old'><description>Test</description>"
                "<abi major='7' minor='3'/><module>libspur-none.so</module></plugin>");
  g_autoptr (GError) error = NULL;

  g_test_summary ("What the manifest says of the version is enough to refuse; nothing is opened.");
  spur_registry_add_folder (fixture->registry, fixture->folder);
  g_assert_false (spur_plugin_load (get_plugin (fixture->registry, 0), &error));
  g_assert_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_ABI);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_nonnull (strstr (error->message, "7.3"));
  g_assert_nonnull (strstr (error->message, "1.0"));
}

static void
test_search_path (Fixture *fixture, gconstpointer data)
{
  g_autofree char *first = g_build_filename (fixture->folder, "first", NULL);
  g_autofree char *second = g_build_filename (fixture->folder, "second", NULL);
  g_autofree char *deep = g_build_filename (first, "a", "b", "c", NULL);
  g_autofree char *too_deep = g_build_filename (deep, "d", NULL);
  g_autofree char *path = g_strconcat (first, "::", second, NULL);
  g_autofree char *before = g_strdup (g_getenv ("SPUR_PLUGIN_PATH"));

  g_test_summary ("The path is searched in order, 3 folders deep, and the first of a name wins.");
  write_plugin (deep, "probe", "good", "");
  write_plugin (too_deep, "unseen", "good", "");
  write_plugin (second, "probe", "other-major", "");
  write_plugin (second, "second", "good", "");
  g_setenv ("SPUR_PLUGIN_PATH", path, TRUE);
  spur_registry_add_default_folders (fixture->registry);
  g_setenv ("SPUR_PLUGIN_PATH", before, TRUE);

  assert_no_problem (fixture->registry);
  g_assert_cmpstr (spur_plugin_get_id (get_plugin (fixture->registry, 0)), ==, "probe");
  g_assert_true (g_str_has_prefix (spur_plugin_get_path (get_plugin (fixture->registry, 0)), deep));
  g_assert_cmpstr (spur_plugin_get_id (get_plugin (fixture->registry, 1)), ==, "second");
  for (guint i = 0; i < 2; i++)
    g_assert_cmpstr (spur_plugin_get_id (get_plugin (fixture->registry, i)), !=, "unseen");
}

static void
test_duplicates (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Two plugins that bring one thing: the second is a problem that names both.");
  write_plugin (fixture->folder, "alpha", "good", data);
  write_plugin (fixture->folder, "beta", "good", data);
  write_plugin (fixture->folder, "gamma", "good", "<event-class name='Gamma_Event'/>");
  spur_registry_add_folder (fixture->registry, fixture->folder);
  assert_problem (fixture->registry, "plugin alpha", "plugin beta", "beta.plugin.xml");
  assert_n_plugins (fixture->registry, 2);
  g_assert_cmpstr (spur_plugin_get_id (get_plugin (fixture->registry, 1)), ==, "gamma");
}

static void
test_same_id (Fixture *fixture, gconstpointer data)
{
  g_autofree char *sub = g_build_filename (fixture->folder, "sub", NULL);

  g_test_summary ("Within one folder of the path a plugin may be there once.");
  write_plugin (fixture->folder, "probe", "good", "");
  write_plugin (sub, "probe", "good", "");
  spur_registry_add_folder (fixture->registry, fixture->folder);
  assert_problem (fixture->registry, "sub/probe.plugin.xml", "there already", "probe.plugin.xml");
  assert_n_plugins (fixture->registry, 1);
}

static void
test_visualizers (Fixture *fixture, gconstpointer data)
{
  SpurRegistry *registry = fixture->registry;
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurEventLayout) foreign = NULL;
  GType probe;

  g_test_summary ("The class's own visualizer, else that of the parent, and so on.");
  write_plugin (fixture->folder, "probe", "good", BRINGS_ALL);
  spur_registry_add_folder (registry, fixture->folder);
  /* Any types will do. */
  g_assert_true (
    spur_registry_add_visualizer (registry, "LO_Visualizer", SPUR_TYPE_LOAD_OBJECT, &error));
  g_assert_true (
    spur_registry_add_visualizer (registry, "LO_Migration_Visualizer", SPUR_TYPE_TARGET, &error));
  g_assert_no_error (error);
  g_assert_false (
    spur_registry_add_visualizer (registry, "Probe_Visualizer", SPUR_TYPE_TARGET, &error));
  g_assert_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_DUPLICATE);
  g_assert_nonnull (strstr (error->message, "plugin probe"));

  g_assert_cmpuint (
    spur_registry_find_visualizer (registry, spur_event_type_get_layout (SPUR_TYPE_LO_EVENT)), ==,
    SPUR_TYPE_LOAD_OBJECT);
  g_assert_cmpuint (spur_registry_find_visualizer (
                      registry, spur_event_type_get_layout (SPUR_TYPE_LO_TERMINATION_EVENT)),
                    ==, SPUR_TYPE_LOAD_OBJECT);
  g_assert_cmpuint (spur_registry_find_visualizer (
                      registry, spur_event_type_get_layout (SPUR_TYPE_LO_MIGRATION_EVENT)),
                    ==, SPUR_TYPE_TARGET);
  g_assert_cmpuint (
    spur_registry_find_visualizer (registry, spur_event_type_get_layout (SPUR_TYPE_TARGET_EVENT)),
    ==, G_TYPE_INVALID);

  /* A class that this program does not know is drawn as its parent is. */
  foreign = spur_event_layout_new ("Tree_Migration_Event",
                                   spur_event_type_get_layout (SPUR_TYPE_LO_MIGRATION_EVENT),
                                   SPUR_TYPE_LO_EVENT);
  g_assert_cmpuint (spur_registry_find_visualizer (registry, foreign), ==, SPUR_TYPE_TARGET);

  probe = spur_registry_find_event_type (registry, "Probe_Event");
  g_assert_cmpstr (g_type_name (probe), ==, "ProbeEvent");
  g_assert_cmpstr (
    g_type_name (spur_registry_find_visualizer (registry, spur_event_type_get_layout (probe))), ==,
    "ProbeVisualizer");
}

static void
test_no_folder (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "none", NULL);

  g_test_summary ("A folder that is not there is said.");
  spur_registry_add_folder (fixture->registry, path);
  assert_problem (fixture->registry, path, "folder", "plugins");
}

#define ADD(path, data, test) g_test_add (path, Fixture, data, set_up, test, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/registry/search-path", NULL, test_search_path);
  ADD ("/registry/no-folder", NULL, test_no_folder);
  ADD ("/registry/view", NULL, test_view);
  ADD ("/registry/missing-input", NULL, test_missing_input);
  ADD ("/registry/same-id", NULL, test_same_id);
  ADD ("/registry/duplicate/codec", "<codec name='probe' type='ProbeCodec'/>", test_duplicates);
  ADD ("/registry/duplicate/class", "<event-class name='Probe_Event'/>", test_duplicates);
  ADD ("/registry/duplicate/visualizer",
       "<visualizer name='Probe_Visualizer' type='ProbeVisualizer'/>", test_duplicates);
  ADD ("/registry/duplicate/style", "<style class='LO_Event' colour='#102030'/>", test_duplicates);
  ADD ("/registry/manifest-abi", NULL, test_manifest_abi);
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autofree char *path = g_strdup_printf ("/registry/refused/%u-%s", i, refusals[i].probe);

      ADD (path, &refusals[i], test_refused);
    }
  ADD ("/registry/refused/in-passing", NULL, test_refused_in_passing);
  ADD ("/registry/lazy", NULL, test_lazy);
  ADD ("/registry/visualizers", NULL, test_visualizers);
  return g_test_run ();
}
