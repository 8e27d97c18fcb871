/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Opens a trace of any format that is known, corrects its clocks, and says what that changed.
 *
 *   cc -o embed embed.c $(pkg-config --cflags --libs spur-1)
 */
#include <spur.h>

static gboolean
correct (SpurTrace *trace, SpurEdges *edges, GError **error)
{
  g_autoptr (SpurCorrection) correction = spur_correction_new (spur_trace_get_n_streams (trace));
  g_autoptr (SpurClockCorrector) bounds = spur_bounds_corrector_new ();
  g_autoptr (SpurClockCorrector) eclc = spur_extended_clock_new ();

  if (!spur_clock_corrector_correct (bounds, trace, edges, correction, NULL, error) ||
      !spur_clock_corrector_correct (eclc, trace, edges, correction, NULL, error))
    return FALSE;
  spur_trace_set_correction (trace, correction);
  return TRUE;
}

static void
tell (SpurTrace *trace, SpurEdges *edges, gboolean raw)
{
  g_autoptr (SpurHistory) history = spur_history_new (trace, raw);
  SpurCheck check;
  gsize n_moves;

  spur_check_run (&check, trace, edges, raw ? NULL : spur_trace_get_correction (trace), 0, NULL);
  spur_history_get_moves (history, &n_moves);
  g_print ("%s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
           " messages are received before they are sent, load objects move %" G_GSIZE_FORMAT
           " times\n",
           raw ? "raw time" : "corrected", check.n_reversed, check.n_edges, n_moves);
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
  g_autoptr (SpurEdges) edges = NULL;

  if (argc != 2)
    {
      g_printerr ("Usage: %s TRACE\n", argv[0]);
      return 2;
    }
  trace = spur_registry_open_trace (spur_registry_get_default (), argv[1], NULL, &error);
  if (trace != NULL)
    edges = spur_edges_new_for_trace (trace, NULL, &error);
  if (edges == NULL || !correct (trace, edges, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  tell (trace, edges, TRUE);
  tell (trace, edges, FALSE);
  tell_largest_message (trace);
  return 0;
}
