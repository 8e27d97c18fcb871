/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/output/spur-text.h"
#include "cli/run/spur-cli.h"
#include "core/plugin/spur-plugin.h"
#include "core/plugin/spur-project.h"

static gboolean load;

static const GOptionEntry entries[] = {
  { "load", 0, 0, G_OPTION_ARG_NONE, &load, "Load every plugin; exit 1 where one cannot be", NULL },
  G_OPTION_ENTRY_NULL,
};

static void
add_names (JsonBuilder *builder, const char *member, char **names)
{
  json_builder_set_member_name (builder, member);
  json_builder_begin_array (builder);
  for (guint i = 0; names[i] != NULL; i++)
    spur_cli_add_string (builder, NULL, names[i]);
  json_builder_end_array (builder);
}

static void
add_plugin (JsonBuilder *builder, SpurPlugin *plugin)
{
  g_auto (GStrv) codecs = spur_plugin_dup_codecs (plugin);
  g_auto (GStrv) classes = spur_plugin_dup_event_classes (plugin);
  g_auto (GStrv) visualizers = spur_plugin_dup_visualizers (plugin);
  g_auto (GStrv) monitors = spur_plugin_dup_monitors (plugin);

  json_builder_begin_object (builder);
  spur_cli_add_string (builder, "id", spur_plugin_get_id (plugin));
  spur_cli_add_string (builder, "description", spur_plugin_get_description (plugin));
  spur_cli_add_string (builder, "path", spur_plugin_get_path (plugin));
  json_builder_set_member_name (builder, "loaded");
  json_builder_add_boolean_value (builder, spur_plugin_is_loaded (plugin));
  add_names (builder, "codecs", codecs);
  add_names (builder, "event_classes", classes);
  add_names (builder, "visualizers", visualizers);
  add_names (builder, "monitors", monitors);
  json_builder_end_object (builder);
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
add_project (JsonBuilder *builder, SpurProject *project)
{
  g_auto (GStrv) plugins = spur_project_dup_plugins (project);
  g_auto (GStrv) classes = spur_project_dup_event_classes (project);
  g_auto (GStrv) formats = spur_project_dup_formats (project);

  json_builder_begin_object (builder);
  spur_cli_add_string (builder, "name", spur_project_get_name (project));
  spur_cli_add_string (builder, "description", spur_project_get_description (project));
  spur_cli_add_string (builder, "path", spur_project_get_path (project));
  add_names (builder, "plugins", plugins);
  add_names (builder, "event_classes", classes);
  add_names (builder, "formats", formats);
  json_builder_end_object (builder);
}

static void
add_formats (JsonBuilder *builder)
{
  g_autoptr (GPtrArray) formats = spur_registry_get_formats (spur_registry_get_default ());

  json_builder_set_member_name (builder, "formats");
  json_builder_begin_array (builder);
  for (guint i = 0; i < formats->len; i++)
    {
      SpurFormat *format = formats->pdata[i];

      json_builder_begin_object (builder);
      spur_cli_add_string (builder, "name", spur_format_get_name (format));
      spur_cli_add_string (builder, "title", spur_format_get_title (format));
      json_builder_set_member_name (builder, "writes");
      json_builder_add_boolean_value (builder, spur_format_can_write (format));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
put_json (SpurCli *cli, GPtrArray *plugins, GPtrArray *projects, GPtrArray *problems)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "plugins");
  json_builder_begin_array (builder);
  for (guint i = 0; i < plugins->len; i++)
    add_plugin (builder, plugins->pdata[i]);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "projects");
  json_builder_begin_array (builder);
  for (guint i = 0; i < projects->len; i++)
    add_project (builder, projects->pdata[i]);
  json_builder_end_array (builder);
  add_formats (builder);
  json_builder_set_member_name (builder, "problems");
  json_builder_begin_array (builder);
  for (guint i = 0; i < problems->len; i++)
    spur_cli_add_string (builder, NULL, problems->pdata[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  spur_cli_put_json (cli, builder);
}

static void
put_names (SpurCli *cli, const char *what, char **names)
{
  g_autofree char *list = g_strjoinv (", ", names);

  if (*list != '\0')
    spur_cli_put_row (cli, what, list);
}

static void
put_plugin (SpurCli *cli, SpurPlugin *plugin)
{
  g_auto (GStrv) codecs = spur_plugin_dup_codecs (plugin);
  g_auto (GStrv) classes = spur_plugin_dup_event_classes (plugin);
  g_auto (GStrv) visualizers = spur_plugin_dup_visualizers (plugin);
  g_auto (GStrv) monitors = spur_plugin_dup_monitors (plugin);
  g_autofree char *id = spur_text_safe (spur_plugin_get_id (plugin));
  g_autofree char *description = spur_text_safe (spur_plugin_get_description (plugin));

  spur_cli_put (cli, SPUR_TONE_BOLD, id);
  spur_out_printf (cli->out, "  %s\n", description);
  put_names (cli, "reads", codecs);
  put_names (cli, "event classes", classes);
  put_names (cli, "visualizers", visualizers);
  put_names (cli, "monitors", monitors);
  spur_cli_put_row (cli, "from", spur_plugin_get_path (plugin));
  spur_cli_put_row (cli, "loaded",
                    spur_plugin_is_loaded (plugin) ? "yes" : "no, is when it is needed");
  spur_out_puts (cli->out, "\n");
}

static void
put_project (SpurCli *cli, SpurProject *project)
{
  g_auto (GStrv) plugins = spur_project_dup_plugins (project);
  g_auto (GStrv) classes = spur_project_dup_event_classes (project);
  g_auto (GStrv) formats = spur_project_dup_formats (project);
  g_autofree char *description = spur_text_safe (spur_project_get_description (project));

  spur_cli_put (cli, SPUR_TONE_BOLD, "--project ");
  spur_cli_put (cli, SPUR_TONE_BOLD, spur_project_get_name (project));
  spur_out_printf (cli->out, "  %s\n", description);
  put_names (cli, "plugins", plugins);
  put_names (cli, "event classes", classes);
  put_names (cli, "formats", formats);
  spur_cli_put_row (cli, "from", spur_project_get_path (project));
  spur_out_puts (cli->out, "\n");
}

static void
put_formats (SpurCli *cli)
{
  g_autoptr (GPtrArray) formats = spur_registry_get_formats (spur_registry_get_default ());

  spur_cli_put (cli, SPUR_TONE_BOLD, "formats in XML");
  spur_out_puts (cli->out, "\n");
  for (guint i = 0; i < formats->len; i++)
    {
      SpurFormat *format = formats->pdata[i];
      g_autofree char *title = spur_text_safe (spur_format_get_title (format));
      g_autofree char *text =
        g_strconcat (title, spur_format_can_write (format) ? "" : "; only read", NULL);

      spur_cli_put_row (cli, spur_format_get_name (format), text);
    }
  spur_out_puts (cli->out, "\n");
}

static void
put_text (SpurCli *cli, GPtrArray *plugins, GPtrArray *projects, GPtrArray *problems)
{
  for (guint i = 0; i < plugins->len; i++)
    put_plugin (cli, plugins->pdata[i]);
  for (guint i = 0; i < projects->len; i++)
    put_project (cli, projects->pdata[i]);
  put_formats (cli);
  if (plugins->len == 0)
    spur_out_puts (cli->out, "No plugin was found; SPUR_PLUGIN_PATH names folders to look in.\n");
  for (guint i = 0; i < problems->len; i++)
    {
      g_autofree char *safe = spur_text_safe (problems->pdata[i]);

      spur_cli_put (cli, SPUR_TONE_BAD, "problem: ");
      spur_out_printf (cli->out, "%s\n", safe);
    }
}

static SpurExit
run (SpurCli *cli)
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
      g_autoptr (GError) error = NULL;

      if (!spur_plugin_load (plugin, &error))
        code = spur_cli_fail (cli, SPUR_EXIT_FAILURE, spur_plugin_get_path (plugin), error);
    }
  problems = spur_registry_get_problems (registry);
  for (guint i = 0; i < problems->len; i++)
    g_ptr_array_add (all_problems, g_strdup (problems->pdata[i]));
  projects = read_projects (registry, all_problems);
  spur_progress_end (cli->progress);
  if (cli->json)
    put_json (cli, plugins, projects, all_problems);
  else
    put_text (cli, plugins, projects, all_problems);
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
  .run = run,
};
