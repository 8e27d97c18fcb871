/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Opens a trace of any format that is known, corrects its clocks, and says what that changed.
 *
 *   cc -o embed embed.c $(pkg-config --cflags --libs spur-1)
 */
#include <spur.h>

static void
print_report (SpurTrace *trace, const SpurCheck *check, gboolean raw)
{
  g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, raw);
  gsize n_moves;

  spur_timeline_get_moves (timeline, &n_moves);
  g_print ("%s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
           " messages are received before they are sent, load objects move %" G_GSIZE_FORMAT
           " times\n",
           raw ? "raw time" : "corrected", check->n_reversed, check->n_edges, n_moves);
}

/* Fields are looked up once, and read of every event without making objects of them. */
static void
tell_largest_message (SpurTrace *trace)
{
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, FALSE);
  const SpurCursorField *object = spur_cursor_find_field (cursor, "object", SPUR_FIELD_OBJECT);
  const SpurCursorField *size = spur_cursor_find_field (cursor, "size", SPUR_FIELD_UINT64);
  SpurActiveObject *sender = NULL;
  guint64 most_bytes = 0;

  if (object == NULL || size == NULL)
    return;
  while (spur_cursor_next (cursor))
    {
      if (spur_cursor_get_uint (cursor, size) <= most_bytes)
        continue;
      most_bytes = spur_cursor_get_uint (cursor, size);
      sender = spur_cursor_get_object (cursor, object);
    }
  if (sender != NULL)
    g_print ("the largest message has %" G_GUINT64_FORMAT " bytes, from %s\n", most_bytes,
             spur_active_object_get_name (sender));
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurClockReport) report = NULL;

  if (argc != 2)
    {
      g_printerr ("Usage: %s TRACE\n", argv[0]);
      return 2;
    }
  trace = spur_registry_open_trace (spur_registry_get_default (), argv[1], NULL, &error);
  if (trace == NULL || !spur_trace_correct (trace, "auto", NULL, &report, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  print_report (trace, &spur_clock_report_get_figures (report)->before, TRUE);
  print_report (trace, &spur_clock_report_get_figures (report)->after, FALSE);
  tell_largest_message (trace);
  return 0;
}
