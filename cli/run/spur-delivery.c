/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/run/spur-delivery.h"

#include "cli/output/spur-layout.h"
#include "core/base/spur-error-internal.h"
#include "core/store/container/spur-container.h"
#include "core/store/trace/spur-map-file.h"

static gboolean
is_folder (const char *path)
{
  return g_str_has_suffix (path, G_DIR_SEPARATOR_S) || g_file_test (path, G_FILE_TEST_IS_DIR);
}

static gboolean
plan_folder (SpurDelivery *self, SpurCli *cli, const char *output, const char *suffix)
{
  g_autofree char *name = NULL;

  if (suffix == NULL)
    return SPUR_CLI_REFUSE (cli, "'%s' is a folder; name the file to write", output);
  name = g_path_get_basename (self->file);
  self->kind = SPUR_DELIVERY_REWRITE;
  self->path = g_build_filename (output, name, NULL);
  return spur_cli_may_write (cli, self->path);
}

/* In a container itself, beside any other trace. */
static void
plan_save (SpurDelivery *self, SpurCli *cli)
{
  if (spur_registry_is_native (spur_registry_get_default (), cli->input))
    {
      self->kind = SPUR_DELIVERY_CONTAINER;
      self->path = g_strdup (cli->input);
      return;
    }
  self->kind = SPUR_DELIVERY_MAPS;
  self->path = spur_cli_build_map_path (cli);
}

static SpurDeliveryKind
choose_kind (const char *output, const char *suffix)
{
  if (g_str_has_suffix (output, SPUR_MAP_FILE_SUFFIX))
    return SPUR_DELIVERY_MAPS;
  if (suffix != NULL && g_str_has_suffix (output, suffix))
    return SPUR_DELIVERY_REWRITE;
  return SPUR_DELIVERY_CONTAINER;
}

gboolean
spur_delivery_is_named (SpurFormat *format, const char *path)
{
  g_auto (GStrv) suffixes = spur_format_dup_suffixes (format);

  for (guint i = 0; suffixes[i] != NULL; i++)
    {
      if (g_str_has_suffix (path, suffixes[i]))
        return TRUE;
    }
  return FALSE;
}

/* Whether a file of this name would be taken for one of a format that is described in XML. */
static SpurFormat *
find_text_format (const char *output)
{
  g_autoptr (GPtrArray) formats = spur_registry_get_formats (spur_registry_get_default ());

  for (guint i = 0; i < formats->len; i++)
    {
      SpurFormat *format = g_ptr_array_index (formats, i);

      if (spur_delivery_is_named (format, output) &&
          !g_str_equal (spur_format_get_name (format), "spur"))
        return format;
    }
  return NULL;
}

static const char *
find_suffix (SpurDelivery *self, SpurCli *cli)
{
  self->notes = g_ptr_array_new_with_free_func (g_free);
  if (spur_cli_is_pipe (cli))
    return NULL;
  self->codec = spur_registry_find_codec (spur_registry_get_default (), cli->input, &self->file);
  return self->codec != NULL ? spur_codec_get_rewrite_suffix (self->codec) : NULL;
}

void
spur_delivery_choose (SpurDelivery *self, SpurCli *cli, const char *output)
{
  const char *suffix = find_suffix (self, cli);

  self->kind = choose_kind (output, suffix);
  self->path = g_strdup (output);
}

gboolean
spur_delivery_plan (SpurDelivery *self, SpurCli *cli, const char *output)
{
  *self = (SpurDelivery){ .kind = SPUR_DELIVERY_CONTAINER };
  if (output == NULL && spur_cli_is_pipe (cli))
    return SPUR_CLI_REFUSE (cli,
                            "a correction cannot be kept with standard input; name a file with -o");
  if (output == NULL)
    {
      self->notes = g_ptr_array_new_with_free_func (g_free);
      plan_save (self, cli);
      return TRUE;
    }
  if (is_folder (output))
    return plan_folder (self, cli, output, find_suffix (self, cli));
  spur_delivery_choose (self, cli, output);
  if (self->kind == SPUR_DELIVERY_CONTAINER &&
      spur_registry_is_foreign_name (spur_registry_get_default (), output))
    return SPUR_CLI_REFUSE (
      cli,
      "'%s' is named like a foreign trace, but '%s' cannot be rewritten as one; "
      "name it .spur",
      output, cli->input);
  if (self->kind == SPUR_DELIVERY_CONTAINER && find_text_format (output) != NULL)
    return SPUR_CLI_REFUSE (
      cli,
      "'%s' is named like a trace of the format %s; name it .spur, and write the "
      "other one with 'spur convert'",
      output, spur_format_get_name (find_text_format (output)));
  return spur_cli_may_write (cli, output);
}

void
spur_delivery_clear (SpurDelivery *self)
{
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->file, g_free);
  g_clear_object (&self->codec);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
}

gboolean
spur_delivery_write (SpurDelivery *self, SpurCli *cli)
{
  SpurTrace *trace = cli->trace;
  g_autofree char *folder = NULL;

  if (self->kind == SPUR_DELIVERY_CONTAINER)
    return spur_container_save (trace, self->path, &cli->job, &cli->error);
  if (self->kind == SPUR_DELIVERY_MAPS)
    return spur_map_file_save (trace, self->path, &cli->job, &cli->error);
  folder = g_path_get_dirname (self->path);
  if (g_mkdir_with_parents (folder, 0777) != 0)
    return spur_error_set (&cli->error, G_IO_ERROR, G_IO_ERROR_FAILED,
                           "%s: the folder cannot be made", folder);
  return spur_codec_rewrite (self->codec, self->file, trace, self->path, &cli->job, self->notes,
                             &cli->error);
}

static SpurExit
undo_in_container (SpurDelivery *self, SpurCli *cli, gboolean *was_there)
{
  cli->trace = spur_container_open (self->path, &cli->job, &cli->error);
  if (cli->trace == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, self->path);
  *was_there = spur_trace_get_correction (cli->trace) != NULL;
  if (!*was_there)
    return SPUR_EXIT_OK;
  spur_trace_set_correction (cli->trace, NULL);
  if (!spur_container_save (cli->trace, self->path, &cli->job, &cli->error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, self->path);
  return SPUR_EXIT_OK;
}

/* Only what holds time maps is deleted, whatever it is called. */
static SpurExit
undo_beside (SpurDelivery *self, SpurCli *cli, gboolean *was_there)
{
  g_autoptr (GFile) file = g_file_new_for_path (self->path);

  *was_there = g_file_test (self->path, G_FILE_TEST_EXISTS);
  if (!*was_there)
    return SPUR_EXIT_OK;
  if (!spur_registry_is_native (spur_registry_get_default (), self->path))
    {
      spur_cli_warn (cli, "%s: holds no time maps; it is not deleted", self->path);
      return SPUR_EXIT_BAD_INPUT;
    }
  if (!g_file_delete (file, NULL, &cli->error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, self->path);
  return SPUR_EXIT_OK;
}

static void
add_undone (SpurDelivery *self, SpurCli *cli, gboolean was_there)
{
  static const SpurLayout layout[] = {
    SPUR_LAYOUT_LINE_OF ("undone_path", "took the correction away: ", 0),
    SPUR_LAYOUT_LINE_OF ("other_path", "there is no correction to take away: ", 0),
    { SPUR_LAYOUT_END },
  };

  cli->layout = layout;
  spur_tree_add_string (cli->tree, "path", cli->input);
  spur_tree_add_bool (cli->tree, "undone", was_there);
  spur_tree_add_note (cli->tree, was_there ? "undone_path" : "other_path", self->path);
}

SpurExit
spur_delivery_undo (SpurDelivery *self, SpurCli *cli)
{
  gboolean was_there = FALSE;
  SpurExit code;

  *self = (SpurDelivery){ .notes = g_ptr_array_new_with_free_func (g_free) };
  if (!g_file_test (cli->input, G_FILE_TEST_EXISTS))
    {
      spur_cli_warn (cli, "%s: no such file or folder", cli->input);
      return SPUR_EXIT_BAD_INPUT;
    }
  plan_save (self, cli);
  code = self->kind == SPUR_DELIVERY_CONTAINER ? undo_in_container (self, cli, &was_there)
                                               : undo_beside (self, cli, &was_there);
  if (code == SPUR_EXIT_OK)
    add_undone (self, cli, was_there);
  return code;
}
