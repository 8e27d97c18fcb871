/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The native container `.spur`; doc/container.md describes the file byte by byte. */
#include "core/store/container/spur-container-internal.h"

#include "core/store/container/spur-container.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/spur-error-internal.h"
#include "core/store/trace/spur-spool-private.h"
#include "core/store/trace/spur-trace-internal.h"

/* Does not wait for a pipe's other end. */
static int
open_file (const char *path, GError **error)
{
  struct stat facts;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  if (fd < 0 || fstat (fd, &facts) != 0)
    {
      spur_error_set_errno (error, path, "cannot be opened");
      if (fd >= 0)
        close (fd);
      return -1;
    }
  if (S_ISREG (facts.st_mode))
    return fd;
  close (fd);
  g_set_error (error, G_IO_ERROR,
               S_ISDIR (facts.st_mode) ? G_IO_ERROR_IS_DIRECTORY : G_IO_ERROR_NOT_REGULAR_FILE,
               "%s: is a %s, a container is a regular file", path,
               S_ISDIR (facts.st_mode) ? "folder" : "device or pipe");
  return -1;
}

/**
 * spur_container_open:
 * @path: a container
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Opens a container. The file is mapped, so the events cost no memory of their own, and how much of
 * it stays in memory is bounded, see spur_trace_set_max_mapped_bytes(); it must not be shortened or
 * changed in place while the trace lives. Saving over it is safe, as the new file
 * takes its place only under its name.
 *
 * Everything is checked before the trace is handed out: checksums, and that what one part refers to
 * is there. Event classes that this program does not know are read with the layout that the file
 * gives, as the nearest ancestor that this program knows.
 *
 * Returns: (transfer full): the sealed trace, or %NULL with %SPUR_STORE_ERROR_FORMAT where the file
 *   is no container or contradicts itself, %SPUR_STORE_ERROR_TRUNCATED where it ends too early,
 *   %SPUR_STORE_ERROR_CHECKSUM where bytes were changed, %SPUR_STORE_ERROR_VERSION where this
 *   version cannot read it, %SPUR_STORE_ERROR_RANGE where a number is outside of what it may be,
 *   %SPUR_MODEL_ERROR_CONFLICT where it contradicts an event class that this program knows, or
 *   an error of #GIOErrorEnum where it cannot be read at all
 *
 * Since: 1.0
 */
SpurTrace *
spur_container_open (const char *path, const SpurJob *job, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return spur_container_open_choice (path, NULL, job, error);
}

SpurTrace *
spur_container_open_choice (const char *path,
                            const SpurContainerChoice *choice,
                            const SpurJob *job,
                            GError **error)
{
  g_autoptr (GMappedFile) file = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) problem = NULL;
  SpurTrace *trace = NULL;
  int fd;

  fd = open_file (path, error);
  if (fd < 0)
    return NULL;
  file = g_mapped_file_new_from_fd (fd, FALSE, &problem);
  if (file != NULL)
    {
      bytes = g_mapped_file_get_bytes (file);
      trace = spur_container_open_mapped (path, fd, bytes, choice, job, error);
    }
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: cannot be mapped: %s", path,
                 problem->message);
  close (fd);
  return trace;
}

static gboolean
check_machine (const char *path, GError **error)
{
  if (G_BYTE_ORDER == G_LITTLE_ENDIAN)
    return TRUE;
  return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_VERSION,
                         "%s: containers are little-endian, this machine is not", path);
}

/**
 * spur_container_begin:
 * @trace: a trace without events that is not sealed yet
 * @path: where the container is to be
 * @error: return location for an error
 *
 * Says at the beginning that the trace is to become a container: its events are packed and written
 * while it is filled, so that it needs hardly any memory. spur_container_save() with the same @path
 * adds the rest and gives the file its name; until then it lies beside it, and it goes away with
 * the trace where it is not saved. Everything else is as with any other trace.
 *
 * However many streams there are, what is not written yet has no more than 256 MiB in all: where
 * that is not enough, chunks are written before they are full. So a stream is to be filled by one
 * thread, the same one from its first event to its last; other streams may be filled by others.
 *
 * Returns: %TRUE, or %FALSE with an error of #GIOErrorEnum where nothing can be written there
 *
 * Since: 1.0
 */
gboolean
spur_container_begin (SpurTrace *trace, const char *path, GError **error)
{
  g_return_val_if_fail (SPUR_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (!trace->definitions->is_sealed && spur_trace_get_n_events (trace) == 0,
                        FALSE);
  g_return_val_if_fail (trace->classes->spool == NULL, FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!check_machine (path, error))
    return FALSE;
  trace->classes->spool = spur_spool_new (trace->classes, path, error);
  return trace->classes->spool != NULL;
}

/**
 * spur_container_save:
 * @trace: a sealed trace
 * @path: where to write
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Writes a trace with its correction. Raw times are kept; the correction is written beside them.
 * A trace that was opened from a container and is saved again gives the same bytes, whatever
 * classes this program knows.
 *
 * The file is written beside @path and takes its name when it is whole. After a failure nothing
 * has changed.
 *
 * Returns: %TRUE, or %FALSE with %SPUR_STORE_ERROR_RANGE or %SPUR_STORE_ERROR_FORMAT where the
 * trace has what no container can hold, as a reference to nothing, or an error of #GIOErrorEnum
 * where the file cannot be written or the work was cancelled
 *
 * Since: 1.0
 */
gboolean
spur_container_save (SpurTrace *trace, const char *path, const SpurJob *job, GError **error)
{
  GError *problem = NULL;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (trace->definitions->is_sealed, FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!check_machine (path, error))
    return FALSE;
  if (spur_container_write (trace, path, job, &problem))
    return TRUE;
  if (problem->domain == SPUR_STORE_ERROR)
    g_prefix_error (&problem, "%s: cannot be saved: ", path);
  return spur_error_pass (error, problem);
}
