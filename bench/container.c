/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* How long it takes to save a container of many events and to open it again:
 *
 *   container PATH [EVENTS]
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sys/resource.h>

#include "core/store/container/spur-container.h"
#include "events/spur-events.h"

#define N_STREAMS 8
#define N_ROUNDS 3

static SpurTrace *
make_trace (guint64 n_events)
{
  SpurTrace *trace = spur_trace_new ();
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  const SpurClock clock = { "clock", "tsc", 1000000000, 0, 0 };
  const guint8 record[64] = { 0 };
  const guint classes[] = { spur_trace_add_event_type (trace, SPUR_TYPE_REGION_ENTER_EVENT),
                            spur_trace_add_event_type (trace, SPUR_TYPE_REGION_EXIT_EVENT) };

  spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, "node", NULL, SPUR_NONE);
  spur_definitions_add_state (definitions, "main", SPUR_STATE_WORK);
  for (guint s = 0; s < N_STREAMS; s++)
    {
      SpurStream *stream = spur_trace_add_stream (
        trace, "stream", spur_definitions_add_clock (definitions, &clock), 0);

      for (guint64 i = s; i < n_events; i += N_STREAMS)
        spur_stream_append (stream, (gint64) i * 10, classes[i / N_STREAMS % 2], record);
    }
  g_assert_true (spur_trace_seal (trace, NULL));
  return trace;
}

static void
tell (const char *what, gint64 begin_us, double n_mb)
{
  double seconds = (double) (g_get_monotonic_time () - begin_us) / G_USEC_PER_SEC;
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  g_print ("%s: %.3f s, %.0f MB, %.0f MB/s, peak memory %.0f MB\n", what, seconds, n_mb,
           n_mb / seconds, (double) usage.ru_maxrss / 1024);
}

static gboolean
run (SpurTrace *trace, const char *path, GError **error)
{
  gint64 begin_us = g_get_monotonic_time ();
  g_autoptr (SpurTrace) copy = NULL;
  GStatBuf facts;

  if (!spur_container_save (trace, path, NULL, error) || g_stat (path, &facts) != 0)
    return FALSE;
  tell ("save", begin_us, (double) facts.st_size / 1e6);
  begin_us = g_get_monotonic_time ();
  copy = spur_container_open (path, NULL, error);
  if (copy == NULL)
    return FALSE;
  tell ("open", begin_us, (double) facts.st_size / 1e6);
  return TRUE;
}

int
main (int argc, char **argv)
{
  guint64 n_events = argc > 2 ? g_ascii_strtoull (argv[2], NULL, 10) : 8500000;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  if (argc < 2)
    {
      g_printerr ("usage: %s PATH [EVENTS]\n", argv[0]);
      return 2;
    }
  trace = make_trace (n_events);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      if (!run (trace, argv[1], &error))
        {
          g_printerr ("%s\n", error != NULL ? error->message : "the file went away");
          return 1;
        }
    }
  return 0;
}
