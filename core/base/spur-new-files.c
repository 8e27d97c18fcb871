/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* All files that this process is making. Each is made beside its place, and gets its name when it
 * is complete and on the disk. Several can get their names together, and a process that is about to
 * be ended by a signal deletes those that have none yet. */
#include "core/base/spur-new-files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-new-file-private.h"

/* Deleting a folder begins again where another thread has put something into it meanwhile. */
#define N_DELETE_ROUNDS 100

typedef struct
{
  char *from;
  char *to;
  /* Where lies what had the name, until all moves are done; NULL for nothing. */
  char *aside;
  gboolean is_done;
} Move;

static struct
{
  GMutex lock;
  /* Paths of all files and folders that have no name yet. */
  GPtrArray *temporaries;
  /* Those of them that are complete, and their moves. */
  GPtrArray *held;
  GPtrArray *moves;
  gboolean is_holding;
  gboolean is_kept;
  gboolean is_unsynced;
} files;

static void
move_free (gpointer data)
{
  Move *move = data;

  g_free (move->from);
  g_free (move->to);
  g_free (move->aside);
  g_free (move);
}

static gboolean
is_there (const char *path)
{
  struct stat facts;

  return lstat (path, &facts) == 0;
}

static gboolean
is_folder (const char *path)
{
  struct stat facts;

  return lstat (path, &facts) == 0 && S_ISDIR (facts.st_mode);
}

static void
delete_inner (const char *folder, GFunc delete_one)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      delete_one (path, NULL);
    }
}

static void
delete_tree (gpointer path, gpointer unused)
{
  if (!is_folder (path))
    {
      g_unlink (path);
      return;
    }
  for (guint i = 0; i < N_DELETE_ROUNDS; i++)
    {
      delete_inner (path, delete_tree);
      if (g_rmdir (path) == 0 || (errno != ENOTEMPTY && errno != EEXIST))
        return;
    }
}

/* Some file systems cannot do it, and then do what they can without. */
gboolean
spur_new_files_sync (int fd, const char *path, GError **error)
{
  return files.is_unsynced || fsync (fd) == 0 || errno == EINVAL || errno == ENOTSUP ||
         errno == ENOSYS || errno == EROFS ||
         spur_error_set_errno (error, path, "cannot be written");
}

/* A folder may be writable but not readable, and then it cannot be synced. */
static gboolean
sync_path (const char *path, GError **error)
{
  int fd = files.is_unsynced ? -1 : open (path, O_RDONLY | O_CLOEXEC);
  gboolean is_synced;

  if (fd < 0)
    return TRUE;
  is_synced = spur_new_files_sync (fd, path, error);
  close (fd);
  return is_synced;
}

/* A folder with everything in it. */
static gboolean
sync_tree (const char *folder, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (is_folder (path) ? !sync_tree (path, error) : !sync_path (path, error))
        return FALSE;
    }
  return sync_path (folder, error);
}

/* The folders in which names have changed. */
static gboolean
sync_folders (GPtrArray *moves, GError **error)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < moves->len; i++)
    {
      const Move *move = g_ptr_array_index (moves, i);
      char *folder = g_path_get_dirname (move->to);

      if (g_hash_table_add (known, folder) && !sync_path (folder, error))
        return FALSE;
    }
  return TRUE;
}

/* A file keeps its name meanwhile, where the file system has links. */
static gboolean
put_aside (Move *move)
{
  g_autofree char *folder = g_path_get_dirname (move->to);
  g_autofree char *aside =
    g_strdup_printf ("%s/.spur-old-%08x%08x", folder, g_random_int (), g_random_int ());

  if (!is_there (move->to))
    return TRUE;
  if ((move->from == NULL || is_folder (move->to) || link (move->to, aside) != 0) &&
      g_rename (move->to, aside) != 0)
    return FALSE;
  move->aside = g_steal_pointer (&aside);
  return TRUE;
}

/* A folder is not replaced by a file, nor a file by a folder. */
static gboolean
check_kind (const Move *move, GError **error)
{
  if (move->from == NULL || !is_there (move->to) || is_folder (move->from) == is_folder (move->to))
    return TRUE;
  errno = is_folder (move->to) ? EISDIR : ENOTDIR;
  return spur_error_set_errno (error, move->to, "cannot be replaced");
}

static gboolean
do_move (Move *move, gboolean is_only, GError **error)
{
  if (!check_kind (move, error))
    return FALSE;
  if (!is_only && !put_aside (move))
    return spur_error_set_errno (error, move->to, "cannot be replaced");
  if (move->from == NULL && is_only && g_unlink (move->to) != 0 && errno != ENOENT)
    return spur_error_set_errno (error, move->to, "cannot be deleted");
  if (move->from != NULL && g_rename (move->from, move->to) != 0)
    return spur_error_set_errno (error, move->to, "cannot be written");
  move->is_done = TRUE;
  return TRUE;
}

static void
undo_move (Move *move)
{
  if (move->is_done && move->from != NULL && (move->aside == NULL || is_folder (move->to)))
    g_rename (move->to, move->from);
  if (move->aside != NULL)
    g_rename (move->aside, move->to);
}

/* All of them or none. */
static gboolean
do_moves (GPtrArray *moves, GError **error)
{
  for (guint i = 0; i < moves->len; i++)
    {
      if (do_move (g_ptr_array_index (moves, i), moves->len == 1, error))
        continue;
      for (guint k = i + 1; k-- > 0;)
        undo_move (g_ptr_array_index (moves, k));
      return FALSE;
    }
  for (guint i = 0; i < moves->len; i++)
    {
      const Move *move = g_ptr_array_index (moves, i);

      if (move->aside != NULL)
        delete_tree (move->aside, NULL);
    }
  return TRUE;
}

/* With the lock. */
static void
forget_file (const char *temporary)
{
  guint index;

  if (files.temporaries != NULL &&
      g_ptr_array_find_with_equal_func (files.temporaries, temporary, g_str_equal, &index))
    g_ptr_array_remove_index_fast (files.temporaries, index);
}

/* With the lock. */
static void
remember_file (const char *temporary)
{
  if (files.temporaries == NULL)
    files.temporaries = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (files.temporaries, g_strdup (temporary));
}

/* With the lock: what is complete and was not moved, or is left of a folder that was. */
static void
delete_held (void)
{
  for (guint i = 0; files.held != NULL && i < files.held->len; i++)
    {
      delete_tree (g_ptr_array_index (files.held, i), NULL);
      forget_file (g_ptr_array_index (files.held, i));
    }
  g_clear_pointer (&files.held, g_ptr_array_unref);
}

/**
 * spur_new_files_make: (skip)
 * @pattern: a path that ends in "XXXXXX", which becomes the one that is made
 * @flags: how the file is opened, as O_RDWR
 *
 * Makes a file beside the one that it is to become by spur_new_files_move().
 *
 * Returns: its descriptor, or -1 with errno set
 *
 * Since: 1.0
 */
int
spur_new_files_make (char *pattern, int flags)
{
  int fd;

  g_return_val_if_fail (pattern != NULL, -1);

  g_mutex_lock (&files.lock);
  fd = g_mkstemp_full (pattern, flags | O_CLOEXEC, 0666);
  if (fd >= 0)
    remember_file (pattern);
  g_mutex_unlock (&files.lock);
  return fd;
}

/**
 * spur_new_files_make_folder: (skip)
 * @pattern: a path that ends in "XXXXXX", which becomes the one that is made
 *
 * Makes a folder for files that get their names by spur_new_files_move().
 *
 * Returns: whether it could be made; else errno says why not
 *
 * Since: 1.0
 */
gboolean
spur_new_files_make_folder (char *pattern)
{
  gboolean is_made;

  g_return_val_if_fail (pattern != NULL, FALSE);

  g_mutex_lock (&files.lock);
  is_made = g_mkdtemp_full (pattern, 0777) != NULL;
  if (is_made)
    remember_file (pattern);
  g_mutex_unlock (&files.lock);
  return is_made;
}

/**
 * spur_new_files_delete: (skip)
 * @temporary: what spur_new_files_make() or spur_new_files_make_folder() made
 *
 * Deletes what was not finished, a folder with everything in it.
 *
 * Since: 1.0
 */
void
spur_new_files_delete (const char *temporary)
{
  g_return_if_fail (temporary != NULL);

  g_mutex_lock (&files.lock);
  delete_tree ((gpointer) temporary, NULL);
  forget_file (temporary);
  g_mutex_unlock (&files.lock);
}

static gboolean
check_names (GPtrArray *moves, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < moves->len; i++)
    {
      const Move *move = g_ptr_array_index (moves, i);

      if (move->from == NULL || g_hash_table_add (names, move->to))
        continue;
      return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_EXISTS, "%s: is named for two files",
                             move->to);
    }
  return TRUE;
}

static GPtrArray *
copy_moves (const SpurNewFileMove *moves, guint n_moves)
{
  GPtrArray *copies = g_ptr_array_new_with_free_func (move_free);

  for (guint i = 0; i < n_moves; i++)
    {
      Move *copy = g_new0 (Move, 1);

      copy->from = g_strdup (moves[i].from);
      copy->to = g_strdup (moves[i].to);
      g_ptr_array_add (copies, copy);
    }
  return copies;
}

/* With the lock. */
static void
hold_file (const char *temporary, const SpurNewFileMove *moves, guint n_moves)
{
  g_autoptr (GPtrArray) copies = copy_moves (moves, n_moves);

  if (files.held == NULL)
    {
      files.held = g_ptr_array_new_with_free_func (g_free);
      files.moves = g_ptr_array_new_with_free_func (move_free);
    }
  g_ptr_array_add (files.held, g_strdup (temporary));
  g_ptr_array_extend_and_steal (files.moves, g_steal_pointer (&copies));
}

static gboolean
move_now (const char *temporary, const SpurNewFileMove *moves, guint n_moves, GError **error)
{
  g_autoptr (GPtrArray) copies = copy_moves (moves, n_moves);
  gboolean is_done;

  g_mutex_lock (&files.lock);
  is_done = do_moves (copies, error);
  if (is_done)
    {
      delete_tree ((gpointer) temporary, NULL);
      forget_file (temporary);
    }
  g_mutex_unlock (&files.lock);
  return is_done && sync_folders (copies, error);
}

/**
 * spur_new_files_move: (skip)
 * @temporary: what spur_new_files_make() or spur_new_files_make_folder() made
 * @moves: (array length=n_moves): what is to get which name, @temporary itself or files in it
 * @n_moves: how many
 * @error: return location for an error
 *
 * Gives files their names, all of them or none; what of @temporary is left then is deleted. Folders
 * are written to the disk with all that is in them before, and the folders with the new names
 * after. Between spur_new_files_hold() and spur_new_files_keep() files get their names only with
 * all others.
 *
 * Returns: %TRUE, or %FALSE with an error of #GIOErrorEnum where nothing has changed, and
 *   @temporary is still to be deleted
 *
 * Since: 1.0
 */
gboolean
spur_new_files_move (const char *temporary,
                     const SpurNewFileMove *moves,
                     guint n_moves,
                     GError **error)
{
  gboolean is_held;

  g_return_val_if_fail (temporary != NULL && moves != NULL && n_moves > 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!files.is_unsynced && is_folder (temporary) && !sync_tree (temporary, error))
    return FALSE;
  g_mutex_lock (&files.lock);
  is_held = files.is_holding;
  if (is_held)
    hold_file (temporary, moves, n_moves);
  g_mutex_unlock (&files.lock);
  return is_held || move_now (temporary, moves, n_moves, error);
}

/**
 * spur_new_files_hold: (skip)
 *
 * From now on files that are complete wait for spur_new_files_keep(), so that several files appear
 * together or none does. This is for a program that writes files for one purpose; it holds for all
 * threads.
 *
 * Since: 1.0
 */
void
spur_new_files_hold (void)
{
  g_mutex_lock (&files.lock);
  files.is_holding = TRUE;
  g_mutex_unlock (&files.lock);
}

/* With the lock. */
static gboolean
keep_held (GPtrArray *moves, GError **error)
{
  gboolean is_kept = check_names (moves, error) && do_moves (moves, error);

  files.is_kept |= is_kept;
  delete_held ();
  return is_kept;
}

/**
 * spur_new_files_keep: (skip)
 * @error: return location for an error
 *
 * Gives the files that are complete since spur_new_files_hold() their names, all of them or none;
 * where it fails they are deleted. Later files wait for the next call.
 *
 * Returns: %TRUE, or %FALSE with an error of #GIOErrorEnum
 *
 * Since: 1.0
 */
gboolean
spur_new_files_keep (GError **error)
{
  g_autoptr (GPtrArray) moves = NULL;
  gboolean is_kept = TRUE;

  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  g_mutex_lock (&files.lock);
  moves = g_steal_pointer (&files.moves);
  if (moves != NULL)
    is_kept = keep_held (moves, error);
  g_mutex_unlock (&files.lock);
  return is_kept && (moves == NULL || sync_folders (moves, error));
}

/**
 * spur_new_files_drop: (skip)
 *
 * Deletes the files that are complete since spur_new_files_hold() and have no name yet.
 *
 * Since: 1.0
 */
void
spur_new_files_drop (void)
{
  g_mutex_lock (&files.lock);
  delete_held ();
  g_clear_pointer (&files.moves, g_ptr_array_unref);
  g_mutex_unlock (&files.lock);
}

/**
 * spur_new_files_abandon: (skip)
 *
 * Deletes all files that have no name yet, also those that other threads write. This is for a
 * process that is about to end: no file gets a name, and none is made, any more. It waits until
 * files that are about to get their names have them.
 *
 * Returns: %FALSE where spur_new_files_keep() has given files their names and none is left, so that
 *   what the process was asked for is done
 *
 * Since: 1.0
 */
gboolean
spur_new_files_abandon (void)
{
  g_mutex_lock (&files.lock);
  if (files.is_kept && files.temporaries->len == 0)
    {
      g_mutex_unlock (&files.lock);
      return FALSE;
    }
  for (guint i = 0; files.temporaries != NULL && i < files.temporaries->len; i++)
    delete_tree (g_ptr_array_index (files.temporaries, i), NULL);
  return TRUE;
}

/**
 * spur_new_files_set_sync: (skip)
 * @is_synced: whether files are on the disk before they get their names (default)
 *
 * Says whether new files and the folders with their names are written to the disk, so that they are
 * there, or the old ones, also after a failure of power. Without that they are there only as soon
 * as the system has written them, and writing may be faster.
 *
 * Since: 1.0
 */
void
spur_new_files_set_sync (gboolean is_synced)
{
  files.is_unsynced = !is_synced;
}

/**
 * spur_new_files_save: (skip)
 * @path: the file to write
 * @bytes: (array length=n_bytes): what is to be in it
 * @n_bytes: how many bytes that are
 * @what: what is written, as in "a picture is a regular file"
 * @error: return location for an error
 *
 * Writes a file that appears complete or not at all; what had its name is replaced.
 *
 * Returns: %TRUE, or %FALSE with an error of #GIOErrorEnum, and nothing has changed
 *
 * Since: 1.0
 */
gboolean
spur_new_files_save (
  const char *path, gconstpointer bytes, gsize n_bytes, const char *what, GError **error)
{
  SpurNewFile file;
  gboolean is_saved;

  g_return_val_if_fail (path != NULL && what != NULL, FALSE);
  g_return_val_if_fail (bytes != NULL || n_bytes == 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!spur_new_file_open (&file, path, O_WRONLY, what, error))
    return FALSE;
  is_saved =
    spur_new_file_write (&file, bytes, n_bytes, error) && spur_new_file_commit (&file, error);
  spur_new_file_clear (&file);
  return is_saved;
}
