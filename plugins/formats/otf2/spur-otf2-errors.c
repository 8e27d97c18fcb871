/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* libotf2 prints its errors unless a callback takes them. The callback is global, so it is put
 * there while at least one trace is read, and sorts the messages by the thread that they are for.
 */
#include "plugins/formats/otf2/spur-otf2-archive.h"

#include <errno.h>

#include <otf2/OTF2_ErrorCodes.h>

#include "core/base/spur-error-internal.h"
#include "core/format/spur-codec.h"

static GMutex mutex;
static guint n_holders;
static OTF2_ErrorCallback previous;

/* The first message since spur_otf2_errors_begin(), the innermost one. */
static GPrivate message = G_PRIVATE_INIT (g_free);

static OTF2_ErrorCode G_GNUC_PRINTF (6, 0) take_error (void *user_data,
                                                       const char *file,
                                                       uint64_t line,
                                                       const char *function,
                                                       OTF2_ErrorCode code,
                                                       const char *format,
                                                       va_list arguments)
{
  const char *first = g_private_get (&message);

  if (first != NULL && *first == '\0')
    {
      g_autofree char *text = g_strdup_vprintf (format, arguments);

      g_private_replace (&message, g_strdup_printf ("%s: %s", OTF2_Error_GetName (code), text));
    }
  return code;
}

/* Paired with spur_otf2_errors_release(); from any thread. */
void
spur_otf2_errors_hold (void)
{
  g_mutex_lock (&mutex);
  if (n_holders++ == 0)
    previous = OTF2_Error_RegisterCallback (take_error, NULL);
  g_mutex_unlock (&mutex);
}

void
spur_otf2_errors_release (void)
{
  g_mutex_lock (&mutex);
  if (--n_holders == 0)
    OTF2_Error_RegisterCallback (previous, NULL);
  g_mutex_unlock (&mutex);
}

/* Forgets what libotf2 said in this thread. */
void
spur_otf2_errors_begin (void)
{
  g_private_replace (&message, g_strdup (""));
}

/* FALSE; says in @error what libotf2 said first in this thread. */
gboolean
spur_otf2_errors_fail (const char *path, const char *what, GError **error)
{
  const char *first = g_private_get (&message);

  return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                         "%s: %s: libotf2 says: %s", path, what,
                         first != NULL && *first != '\0' ? first : "nothing");
}

void
spur_otf2_errors_end (void)
{
  g_private_replace (&message, NULL);
}

gboolean
spur_otf2_errors_fail_system (const char *path, GError **error)
{
  int number = errno;

  return spur_error_set (error, G_IO_ERROR, g_io_error_from_errno (number), "%s: %s", path,
                         g_strerror (number));
}

typedef struct
{
  SpurOtf2Task task;
  gpointer user_data;
  GError **errors;
  gint is_failed;
} Tasks;

static void
run_task (guint index, gpointer user_data)
{
  Tasks *tasks = user_data;

  if (!g_atomic_int_get (&tasks->is_failed) &&
      !tasks->task (index, tasks->user_data, &tasks->errors[index]))
    g_atomic_int_set (&tasks->is_failed, TRUE);
}

gboolean
spur_otf2_errors_run (
  const SpurJob *job, guint n_tasks, SpurOtf2Task task, gpointer user_data, GError **error)
{
  g_autofree GError **errors = g_new0 (GError *, n_tasks + 1);
  Tasks tasks = { task, user_data, errors, FALSE };
  guint n_found = 0;

  spur_job_run (job, n_tasks, run_task, &tasks);
  for (guint i = 0; i < n_tasks; i++)
    {
      if (errors[i] != NULL && n_found++ == 0)
        g_propagate_error (error, errors[i]);
      else
        g_clear_error (&errors[i]);
    }
  return !tasks.is_failed;
}
