/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where a new archive is written: into a hidden folder beside its place. Its parts are moved from
 * there when all are complete, the anchor file last, so that who looks for an archive finds all of
 * it or nothing. */
#include "config.h"

#include "plugins/formats/otf2/spur-otf2-folder.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#define SUFFIX ".otf2"

static gboolean
fail (const char *path, GError **error)
{
  int number = errno;

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (number), "%s: %s", path,
               g_strerror (number));
  return FALSE;
}

static char *
build_final_path (const SpurOtf2Folder *self, const char *suffix)
{
  g_autofree char *name = g_strconcat (self->name, suffix, NULL);

  return g_build_filename (self->parent, name, NULL);
}

/* Nobody's archive is written over, nor mixed with another one. */
static gboolean
check_free (const SpurOtf2Folder *self, GError **error)
{
  static const char *const suffixes[] = { SUFFIX, "", ".def", ".marker" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = build_final_path (self, suffixes[i]);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                   "%s: is there already; an archive is not written over another one", path);
      return FALSE;
    }
  return TRUE;
}

/*
 * spur_otf2_folder_new:
 * @output: the anchor file that is to be, NAME.otf2
 * @error: return location for an error
 *
 * Returns: where the archive is to be written, or %NULL with %G_IO_ERROR_EXISTS where there is one,
 *   %G_IO_ERROR_INVALID_FILENAME or another error of %G_IO_ERROR
 */
SpurOtf2Folder *
spur_otf2_folder_new (const char *output, GError **error)
{
  g_autoptr (SpurOtf2Folder) self = g_new0 (SpurOtf2Folder, 1);
  g_autofree char *basename = g_path_get_basename (output);
  g_autofree char *template = NULL;

  if (!g_str_has_suffix (basename, SUFFIX) || strlen (basename) == strlen (SUFFIX))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                   "%s: an OTF2 archive is named NAME" SUFFIX, output);
      return NULL;
    }
  self->parent = g_path_get_dirname (output);
  self->name = g_strndup (basename, strlen (basename) - strlen (SUFFIX));
  if (!check_free (self, error))
    return NULL;
  template = g_strdup_printf ("%s/.%s-XXXXXX", self->parent, basename);
  if (g_mkdtemp_full (template, 0777) == NULL)
    {
      fail (self->parent, error);
      return NULL;
    }
  self->hidden = g_steal_pointer (&template);
  self->locations = g_build_filename (self->hidden, self->name, NULL);
  if (g_mkdir (self->locations, 0777) != 0)
    {
      fail (self->locations, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      g_unlink (file);
    }
  g_rmdir (path);
}

/* What was not finished leaves nothing. */
void
spur_otf2_folder_free (SpurOtf2Folder *self)
{
  if (self->locations != NULL)
    remove_folder (self->locations);
  if (self->hidden != NULL)
    remove_folder (self->hidden);
  g_free (self->locations);
  g_free (self->hidden);
  g_free (self->name);
  g_free (self->parent);
  g_free (self);
}

/* (transfer full): for now, of a file beside the anchor. */
char *
spur_otf2_folder_build_path (const SpurOtf2Folder *self, const char *suffix)
{
  g_autofree char *name = g_strconcat (self->name, suffix, NULL);

  return g_build_filename (self->hidden, name, NULL);
}

/* (transfer full): for now, of a location's file. */
char *
spur_otf2_folder_build_location_path (const SpurOtf2Folder *self,
                                      guint64 location,
                                      const char *suffix)
{
  return g_strdup_printf ("%s/%" G_GUINT64_FORMAT ".%s", self->locations, location, suffix);
}

static gboolean
copy_file (const char *from, const char *to, GError **error)
{
  g_autoptr (GFile) source = g_file_new_for_path (from);
  g_autoptr (GFile) target = g_file_new_for_path (to);

  if (g_file_copy (source, target, G_FILE_COPY_NONE, NULL, NULL, NULL, error))
    return TRUE;
  g_prefix_error (error, "%s: ", from);
  return FALSE;
}

/* Thumbnails and whatever else is there: all that is no file of a known location. */
static gboolean
copy_others (SpurOtf2Folder *self, const char *folder, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *from = g_build_filename (folder, name, NULL);
      g_autofree char *to = g_build_filename (self->locations, name, NULL);

      if (g_file_test (from, G_FILE_TEST_IS_REGULAR) && !g_file_test (to, G_FILE_TEST_EXISTS) &&
          !copy_file (from, to, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
copy_beside (SpurOtf2Folder *self, const SpurOtf2Anchor *anchor, GError **error)
{
  static const char *const suffixes[] = { ".thumb", ".srm" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *from = g_strconcat (anchor->folder, suffixes[i], NULL);
      g_autofree char *to = spur_otf2_folder_build_path (self, suffixes[i]);

      if (g_file_test (from, G_FILE_TEST_IS_REGULAR) && !copy_file (from, to, error))
        return FALSE;
    }
  return TRUE;
}

/*
 * spur_otf2_folder_copy_rest:
 * @anchor: the archive that is copied
 * @error: return location for an error
 *
 * After all files with times. The anchor file holds no name and no time, so it is copied too.
 */
gboolean
spur_otf2_folder_copy_rest (SpurOtf2Folder *self, const SpurOtf2Anchor *anchor, GError **error)
{
  g_autofree char *new_anchor = spur_otf2_folder_build_path (self, SUFFIX);

  return copy_others (self, anchor->folder, error) && copy_beside (self, anchor, error) &&
         copy_file (anchor->path, new_anchor, error);
}

static gboolean
move (const SpurOtf2Folder *self, const char *suffix, GError **error)
{
  g_autofree char *from = spur_otf2_folder_build_path (self, suffix);
  g_autofree char *to = build_final_path (self, suffix);

  if (!g_file_test (from, G_FILE_TEST_EXISTS) || g_rename (from, to) == 0)
    return TRUE;
  return fail (to, error);
}

/* Takes back what was moved. */
static void
move_back (const SpurOtf2Folder *self, const char *suffix)
{
  g_autofree char *from = build_final_path (self, suffix);
  g_autofree char *to = spur_otf2_folder_build_path (self, suffix);

  if (!g_file_test (to, G_FILE_TEST_EXISTS))
    g_rename (from, to);
}

/* The archive takes its place. */
gboolean
spur_otf2_folder_finish (SpurOtf2Folder *self, GError **error)
{
  static const char *const suffixes[] = { "", ".def", ".marker", ".thumb", ".srm", SUFFIX };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      if (move (self, suffixes[i], error))
        continue;
      while (i-- > 0)
        move_back (self, suffixes[i]);
      return FALSE;
    }
  return TRUE;
}
