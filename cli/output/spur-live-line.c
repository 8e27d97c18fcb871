/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/output/spur-live-line.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define LEAST_COLUMNS 20
#define USUAL_COLUMNS 80
#define US_PER_S 1000000

static gboolean is_shown;

/* A number that a list may have. */
static gboolean
find_figure (SpurEntryList *list, const char *name, double *value)
{
  int index = spur_entry_list_find (list, name);
  const SpurEntry *entry;

  if (index < 0)
    return FALSE;
  entry = spur_entry_list_get_entry (list, (guint) index);
  if (entry->type == SPUR_FIELD_DOUBLE)
    memcpy (value, &entry->bits, sizeof *value);
  else
    *value = (double) (gint64) entry->bits;
  return TRUE;
}

/* Adds a piece where the line has room for all of it. */
static void G_GNUC_PRINTF (3, 4) append (GString *text, guint n_columns, const char *format, ...)
{
  g_autofree char *piece = NULL;
  va_list arguments;

  va_start (arguments, format);
  piece = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (text->len + 2 + strlen (piece) <= n_columns)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "  " : "", piece);
}

/* Numbers take the same room however large they are, so that nothing jumps. */
char *
spur_live_line_format (SpurEntryList *figures, gint64 running_us, guint n_columns)
{
  GString *text = g_string_new (NULL);
  gint64 seconds = running_us / US_PER_S;
  double a, b;

  append (text, n_columns, "%02d:%02d:%02d", (int) (seconds / 3600), (int) (seconds / 60 % 60),
          (int) (seconds % 60));
  if (find_figure (figures, "cpu", &a))
    append (text, n_columns, "cpu %3.0f %%", 100 * a);
  if (find_figure (figures, "runnable", &a))
    append (text, n_columns, "run %2.0f", a);
  if (find_figure (figures, "memory_used", &a) && find_figure (figures, "memory", &b))
    append (text, n_columns, "mem %.1f of %.1f GB", a / 1e9, b / 1e9);
  if (find_figure (figures, "received", &a) && find_figure (figures, "sent", &b))
    append (text, n_columns, "net %5.1f %5.1f MB/s", a / 1e6, b / 1e6);
  if (find_figure (figures, "read", &a) && find_figure (figures, "written", &b))
    append (text, n_columns, "disk %5.1f %5.1f MB/s", a / 1e6, b / 1e6);
  if (find_figure (figures, "retransmitted", &a))
    append (text, n_columns, "sent again %.0f", a);
  return g_string_free (text, FALSE);
}

static guint
get_columns (void)
{
  struct winsize size;

  if (ioctl (STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return USUAL_COLUMNS;
  return MAX (size.ws_col, LEAST_COLUMNS);
}

void
spur_live_line_show (SpurMonitor *monitor, gint64 running_us)
{
  g_autoptr (SpurEntryList) figures = NULL;
  g_autofree char *line = NULL;

  if (!isatty (STDERR_FILENO))
    return;
  figures = spur_monitor_dup_figures (monitor);
  line = spur_live_line_format (figures, running_us, get_columns () - 1);
  fprintf (stderr, "\r%s\033[K", line);
  fflush (stderr);
  is_shown = TRUE;
}

void
spur_live_line_clear (void)
{
  if (!is_shown)
    return;
  fputs ("\r\033[K", stderr);
  fflush (stderr);
  is_shown = FALSE;
}
