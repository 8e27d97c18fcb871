/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/spur-delivery.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

#include "core/plugin/spur-registry.h"
#include "core/store/spur-container.h"

static gboolean
is_folder (const char *path)
{
  return g_str_has_suffix (path, G_DIR_SEPARATOR_S) || g_file_test (path, G_FILE_TEST_IS_DIR);
}

/* A slip of the hand must not cost a foreign trace or any of its files; Spur's own traces hold
 * the raw times, so they may be written again. */
static gboolean
would_destroy (const char *path)
{
  GStatBuf facts;

  return g_stat (path, &facts) == 0 && S_ISREG (facts.st_mode) && facts.st_size > 0 &&
         !spur_container_is_container (path);
}

static gboolean
plan_folder (SpurDelivery *self, SpurCli *cli, const char *output, const char *suffix)
{
  g_autofree char *name = NULL;

  if (suffix == NULL)
    {
      spur_cli_usage (cli, "'%s' is a folder; name the file to write", output);
      return FALSE;
    }
  name = g_path_get_basename (self->file);
  self->path = g_build_filename (output, name, NULL);
  return TRUE;
}

gboolean
spur_delivery_plan (SpurDelivery *self, SpurCli *cli, const char *output)
{
  const char *suffix = NULL;

  *self = (SpurDelivery){ .notes = g_ptr_array_new_with_free_func (g_free) };
  self->codec = spur_registry_find_codec (spur_registry_get_default (), cli->input, &self->file);
  if (self->codec != NULL)
    suffix = spur_codec_get_rewrite_suffix (self->codec);
  if (is_folder (output))
    return plan_folder (self, cli, output, suffix);
  self->path = g_strdup (output);
  if (suffix != NULL && g_str_has_suffix (output, suffix))
    return TRUE;
  g_clear_object (&self->codec);
  if (!would_destroy (output))
    return TRUE;
  spur_cli_usage (cli, "'%s' is there and is no Spur trace; it is not overwritten", output);
  return FALSE;
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
spur_delivery_write (SpurDelivery *self, SpurCli *cli, SpurTrace *trace, GError **error)
{
  g_autofree char *folder = NULL;

  if (self->codec == NULL)
    return spur_container_save (trace, self->path, &cli->job, error);
  folder = g_path_get_dirname (self->path);
  if (g_mkdir_with_parents (folder, 0777) != 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: the folder cannot be made", folder);
      return FALSE;
    }
  return spur_codec_rewrite (self->codec, self->file, trace, self->path, &cli->job, self->notes,
                             error);
}

void
spur_delivery_put_notes (SpurDelivery *self, SpurCli *cli)
{
  for (guint i = 0; i < self->notes->len; i++)
    {
      if (i == 0)
        spur_out_puts (cli->out, "\n");
      spur_cli_put_sentence (cli, g_ptr_array_index (self->notes, i));
    }
}
