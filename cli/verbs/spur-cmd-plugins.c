/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-layout.h"
#include "core/plugin/spur-plugin.h"

static gboolean load;

static const GOptionEntry entries[] = {
  SPUR_OPTION ("load", NONE, &load, "Load every plugin; exit 1 where one cannot be", NULL),
  G_OPTION_ENTRY_NULL,
};

static const SpurLayout plugin_layout[] = {
  { SPUR_LAYOUT_TITLE, "id", "description" },
  SPUR_LAYOUT_NOTE_OF ("codecs", "reads"),
  SPUR_LAYOUT_NOTE_OF ("event_classes", "event classes"),
  SPUR_LAYOUT_NOTE_OF ("visualizers", "visualizers"),
  SPUR_LAYOUT_NOTE_OF ("views", "views"),
  SPUR_LAYOUT_NOTE_OF ("monitors", "monitors"),
  SPUR_LAYOUT_NOTE_OF ("path", "from"),
  SPUR_LAYOUT_NOTE_OF ("load", "loaded"),
  SPUR_LAYOUT_EMPTY,
  { SPUR_LAYOUT_END },
};

static const SpurLayout project_layout[] = {
  { SPUR_LAYOUT_TITLE, "option", "description" },
  SPUR_LAYOUT_NOTE_OF ("plugins", "plugins"),
  SPUR_LAYOUT_NOTE_OF ("event_classes", "event classes"),
  SPUR_LAYOUT_NOTE_OF ("formats", "formats"),
  SPUR_LAYOUT_NOTE_OF ("path", "from"),
  SPUR_LAYOUT_EMPTY,
  { SPUR_LAYOUT_END },
};

static const SpurColumn format_columns[] = { { "name", "" }, { "about", "" }, { NULL } };

static const SpurLayout layout[] = {
  { SPUR_LAYOUT_EACH, "plugins", .each = plugin_layout },
  { SPUR_LAYOUT_EACH, "projects", .each = project_layout },
  SPUR_LAYOUT_TITLE_OF ("formats_title"),
  { SPUR_LAYOUT_FACTS, "formats", .columns = format_columns },
  SPUR_LAYOUT_EMPTY,
  SPUR_LAYOUT_LINE_OF ("hint", NULL, 0),
  SPUR_LAYOUT_LINE_OF ("problems", "problem: ", SPUR_SHOW_BAD),
  { SPUR_LAYOUT_END },
};

static void
add_plugin (SpurTree *tree, SpurPlugin *plugin)
{
  g_auto (GStrv) codecs = spur_plugin_dup_names (plugin, SPUR_PLUGIN_PART_CODEC);
  g_auto (GStrv) classes = spur_plugin_dup_names (plugin, SPUR_PLUGIN_PART_EVENT_CLASS);
  g_auto (GStrv) visualizers = spur_plugin_dup_names (plugin, SPUR_PLUGIN_PART_VISUALIZER);
  g_auto (GStrv) views = spur_plugin_dup_names (plugin, SPUR_PLUGIN_PART_VIEW);
  g_auto (GStrv) monitors = spur_plugin_dup_names (plugin, SPUR_PLUGIN_PART_MONITOR);

  spur_tree_add_string (tree, "id", spur_plugin_get_id (plugin));
  spur_tree_add_string (tree, "description", spur_plugin_get_description (plugin));
  spur_tree_add_string (tree, "path", spur_plugin_get_path (plugin));
  spur_tree_add_bool (tree, "loaded", spur_plugin_is_loaded (plugin));
  spur_tree_add_note (tree, "load",
                      spur_plugin_is_loaded (plugin) ? "yes" : "no, is when it is needed");
  spur_tree_add_strings (tree, "codecs", codecs);
  spur_tree_add_strings (tree, "event_classes", classes);
  spur_tree_add_strings (tree, "visualizers", visualizers);
  spur_tree_add_strings (tree, "views", views);
  spur_tree_add_strings (tree, "monitors", monitors);
}

/* (element-type SpurProject): those that can be loaded; what is wrong with others is added to
 * @problems. */
static GPtrArray *
read_projects (SpurRegistry *registry, GPtrArray *problems)
{
  g_auto (GStrv) paths = spur_project_list (registry);
  GPtrArray *projects = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      SpurProject *project = spur_project_read (registry, paths[i], &error);

      if (project != NULL)
        g_ptr_array_add (projects, project);
      else
        g_ptr_array_add (problems, g_strdup (error->message));
    }
  return projects;
}

static void
add_project (SpurTree *tree, SpurProject *project)
{
  g_auto (GStrv) plugins = spur_project_dup_plugins (project);
  g_auto (GStrv) classes = spur_project_dup_event_classes (project);
  g_auto (GStrv) formats = spur_project_dup_formats (project);

  spur_tree_print_note (tree, "option", "--project %s", spur_project_get_name (project));
  spur_tree_add_string (tree, "name", spur_project_get_name (project));
  spur_tree_add_string (tree, "description", spur_project_get_description (project));
  spur_tree_add_string (tree, "path", spur_project_get_path (project));
  spur_tree_add_strings (tree, "plugins", plugins);
  spur_tree_add_strings (tree, "event_classes", classes);
  spur_tree_add_strings (tree, "formats", formats);
}

static void
add_formats (SpurTree *tree)
{
  g_autoptr (GPtrArray) formats = spur_registry_get_formats (spur_registry_get_default ());

  spur_tree_add_note (tree, "formats_title", "formats in XML");
  for (guint i = 0; spur_tree_next_row (tree, "formats", i, formats->len); i++)
    {
      SpurFormat *format = formats->pdata[i];
      const char *title = spur_format_get_title (format);
      gboolean writes = spur_format_can_write (format);

      spur_tree_add_string (tree, "name", spur_format_get_name (format));
      spur_tree_add_string (tree, "title", title);
      spur_tree_add_bool (tree, "writes", writes);
      spur_tree_print_note (tree, "about", "%s%s", title, writes ? "" : "; only read");
    }
}

static void
add_results (SpurTree *tree, GPtrArray *plugins, GPtrArray *projects, GPtrArray *problems)
{
  for (guint i = 0; spur_tree_next_row (tree, "plugins", i, plugins->len); i++)
    add_plugin (tree, plugins->pdata[i]);
  for (guint i = 0; spur_tree_next_row (tree, "projects", i, projects->len); i++)
    add_project (tree, projects->pdata[i]);
  add_formats (tree);
  if (plugins->len == 0)
    spur_tree_add_note (tree, "hint",
                        "No plugin was found; SPUR_PLUGIN_PATH names folders to look in.");
  g_ptr_array_add (problems, NULL);
  spur_tree_add_strings (tree, "problems", (char **) problems->pdata);
}

static SpurExit
run_plugins (SpurCli *cli)
{
  SpurRegistry *registry = spur_registry_get_default ();
  g_autoptr (GPtrArray) plugins = spur_registry_get_plugins (registry);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GPtrArray) projects = NULL;
  g_autoptr (GPtrArray) all_problems = g_ptr_array_new_with_free_func (g_free);
  SpurExit code = SPUR_EXIT_OK;

  for (guint i = 0; load && i < plugins->len; i++)
    {
      SpurPlugin *plugin = plugins->pdata[i];

      g_clear_error (&cli->error);
      if (!spur_plugin_load (plugin, &cli->error))
        code = spur_cli_fail (cli, SPUR_EXIT_FAILURE, spur_plugin_get_path (plugin));
    }
  problems = spur_registry_get_problems (registry);
  for (guint i = 0; i < problems->len; i++)
    g_ptr_array_add (all_problems, g_strdup (problems->pdata[i]));
  projects = read_projects (registry, all_problems);
  add_results (cli->tree, plugins, projects, all_problems);
  return code;
}

const SpurVerb spur_verb_plugins = {
  .name = "plugins",
  .summary = "List plugins and projects, what they bring and what is wrong",
  .arguments = NULL,
  .description = "Plugins are looked for in the folders of SPUR_PLUGIN_PATH (a colon list), then\n"
                 "where Spur is installed. A plugin is loaded when it is needed. Projects are\n"
                 "looked for in the folders of SPUR_PROJECT_PATH, then beside the plugins; a\n"
                 "verb with --project loads one.",
  .examples = "  spur plugins\n"
              "  spur plugins --load\n"
              "  SPUR_PLUGIN_PATH=$PWD/build spur plugins --json",
  .entries = entries,
  .layout = layout,
  .run = run_plugins,
};
