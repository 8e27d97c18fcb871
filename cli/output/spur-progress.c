/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-out.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/output/spur-text.h"

#define QUIET_US G_USEC_PER_SEC
#define BETWEEN_US (G_USEC_PER_SEC / 10)
#define BAR_CELLS 24

struct _SpurProgress
{
  GMutex mutex;
  gboolean is_wanted;
  gboolean is_shown;
  gint64 begin_us;
  gint64 next_us;
};

SpurProgress *
spur_progress_new (void)
{
  SpurProgress *self = g_new0 (SpurProgress, 1);
  const char *term = g_getenv ("TERM");

  g_mutex_init (&self->mutex);
  self->is_wanted = isatty (STDERR_FILENO) && term != NULL && g_strcmp0 (term, "dumb") != 0;
  self->begin_us = g_get_monotonic_time ();
  self->next_us = self->begin_us + QUIET_US;
  return self;
}

void
spur_progress_free (SpurProgress *self)
{
  spur_progress_end (self);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

static void
wipe_line (SpurProgress *self)
{
  if (self->is_shown)
    fputs ("\r\033[K", stderr);
  self->is_shown = FALSE;
}

static void
show_line (SpurProgress *self, const char *what, guint64 n_done, guint64 n_total)
{
  g_autoptr (GString) line = g_string_new ("\r\033[K");

  g_string_append_printf (line, "%-12.24s ", what);
  if (n_total > 0)
    {
      double ratio = MIN ((double) n_done / (double) n_total, 1.0);

      spur_text_append_bar (line, ratio, BAR_CELLS);
      g_string_append_printf (line, " %3.0f %%", ratio * 100.0);
    }
  else
    {
      spur_text_append_count (line, n_done);
    }
  fputs (line->str, stderr);
  fflush (stderr);
  self->is_shown = TRUE;
}

void
spur_progress_report (const char *what, guint64 n_done, guint64 n_total, gpointer data)
{
  SpurProgress *self = data;
  gint64 now_us;

  if (!self->is_wanted)
    return;

  now_us = g_get_monotonic_time ();
  g_mutex_lock (&self->mutex);
  if (self->is_wanted && now_us >= self->next_us)
    {
      show_line (self, what, n_done, n_total);
      self->next_us = now_us + BETWEEN_US;
    }
  g_mutex_unlock (&self->mutex);
}

void
spur_progress_clear (SpurProgress *self)
{
  g_mutex_lock (&self->mutex);
  wipe_line (self);
  g_mutex_unlock (&self->mutex);
}

void
spur_progress_end (SpurProgress *self)
{
  g_mutex_lock (&self->mutex);
  wipe_line (self);
  self->is_wanted = FALSE;
  g_mutex_unlock (&self->mutex);
}
