/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where a new archive is written: into a hidden folder beside its place. Its parts get their names
 * when all are complete, the anchor file last, so that a reader finds all of an archive or nothing.
 * An archive of the same name goes away, its anchor file first. */
#include "config.h"

#include "plugins/formats/otf2/rewrite/spur-otf2-folder.h"

#include <glib/gstdio.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-new-files.h"
#include "plugins/formats/otf2/spur-otf2-errors.h"

#define SUFFIX ".otf2"

/* What beside the anchor file is part of an archive; "" is the folder of the locations. */
static const char *const part_suffixes[] = { "", ".def", ".marker", ".thumb", ".srm" };

static char *
build_final_path (const SpurOtf2Folder *self, const char *suffix)
{
  g_autofree char *name = g_strconcat (self->name, suffix, NULL);

  return g_build_filename (self->parent, name, NULL);
}

static gboolean
is_there (const SpurOtf2Folder *self, const char *suffix)
{
  g_autofree char *path = build_final_path (self, suffix);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Parts without an anchor file belong to something else. */
static gboolean
check_free (const SpurOtf2Folder *self, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (part_suffixes); i++)
    {
      g_autofree char *path = build_final_path (self, part_suffixes[i]);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                   "%s: is there already, and is part of no archive; an archive of this name would "
                   "need its place",
                   path);
      return FALSE;
    }
  return TRUE;
}

static gboolean
is_part (const char *path)
{
  static const char *const suffixes[] = { ".evt", ".def", ".snap", ".thumb" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      if (g_str_has_suffix (path, suffixes[i]))
        return g_file_test (path, G_FILE_TEST_IS_REGULAR);
    }
  return FALSE;
}

/* What lies in the folder of an archive that is replaced goes away with it, so nothing else may. */
static gboolean
check_old (const SpurOtf2Folder *self, GError **error)
{
  g_autofree char *folder = build_final_path (self, "");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (is_part (path))
        continue;
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                   "%s: is part of no archive, so the archive around it is not replaced", path);
      return FALSE;
    }
  return TRUE;
}

/* For the anchor file NAME.otf2; an archive of this name is replaced. NULL with %G_IO_ERROR_EXISTS
 * where something else has the name of one of its parts, or another error of %G_IO_ERROR. */
SpurOtf2Folder *
spur_otf2_folder_new (const char *output, GError **error)
{
  g_autoptr (SpurOtf2Folder) self = g_new0 (SpurOtf2Folder, 1);
  g_autofree char *basename = g_path_get_basename (output);
  g_autofree char *template = NULL;

  if (!g_str_has_suffix (basename, SUFFIX) || strlen (basename) == strlen (SUFFIX))
    return spur_error_set_null (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                                "%s: an OTF2 archive is named NAME" SUFFIX, output);
  self->parent = g_path_get_dirname (output);
  self->name = g_strndup (basename, strlen (basename) - strlen (SUFFIX));
  self->is_replacing = is_there (self, SUFFIX);
  if (self->is_replacing ? !check_old (self, error) : !check_free (self, error))
    return NULL;
  template = g_strdup_printf ("%s/.%s-XXXXXX", self->parent, basename);
  if (!spur_new_files_make_folder (template))
    {
      spur_otf2_errors_fail_system (self->parent, error);
      return NULL;
    }
  self->hidden = g_steal_pointer (&template);
  self->locations = g_build_filename (self->hidden, self->name, NULL);
  if (g_mkdir (self->locations, 0777) != 0)
    {
      spur_otf2_errors_fail_system (self->locations, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* What was not finished leaves nothing. */
void
spur_otf2_folder_free (SpurOtf2Folder *self)
{
  if (self->hidden != NULL && !self->is_finished)
    spur_new_files_delete (self->hidden);
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

/* After all files with times. The anchor file holds no name and no time, so it is copied too. */
gboolean
spur_otf2_folder_copy_rest (SpurOtf2Folder *self, const SpurOtf2Anchor *anchor, GError **error)
{
  g_autofree char *new_anchor = spur_otf2_folder_build_path (self, SUFFIX);

  return copy_others (self, anchor->folder, error) && copy_beside (self, anchor, error) &&
         copy_file (anchor->path, new_anchor, error);
}

static void
move_clear (gpointer data)
{
  SpurNewFileMove *move = data;

  g_free ((char *) move->from);
  g_free ((char *) move->to);
}

/* Adds that the new part of this name takes its place, or, where there is none or @is_removed, that
 * the old one goes away, if there is one. */
static void
add_move (const SpurOtf2Folder *self, GArray *moves, const char *suffix, gboolean is_removed)
{
  g_autofree char *from = spur_otf2_folder_build_path (self, suffix);
  gboolean is_new = !is_removed && g_file_test (from, G_FILE_TEST_EXISTS);
  SpurNewFileMove move = { NULL, NULL };

  if (!is_new && !(self->is_replacing && is_there (self, suffix)))
    return;
  move.from = is_new ? g_steal_pointer (&from) : NULL;
  move.to = build_final_path (self, suffix);
  g_array_append_val (moves, move);
}

/* The archive takes its place. */
gboolean
spur_otf2_folder_finish (SpurOtf2Folder *self, GError **error)
{
  g_autoptr (GArray) moves = g_array_new (FALSE, FALSE, sizeof (SpurNewFileMove));

  g_array_set_clear_func (moves, move_clear);
  if (self->is_replacing)
    add_move (self, moves, SUFFIX, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (part_suffixes); i++)
    add_move (self, moves, part_suffixes[i], FALSE);
  add_move (self, moves, SUFFIX, FALSE);
  self->is_finished = spur_new_files_move (
    self->hidden, (const SpurNewFileMove *) (gpointer) moves->data, moves->len, error);
  return self->is_finished;
}
