/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What it costs to watch a host: monitor [SECONDS [INTERVAL_MS [CATEGORY...]]], 60 s every 100 ms
 * without arguments. The trace is written to a file as by `spur monitor`. SPUR_PLUGIN_PATH and
 * SPUR_SCHEMA_PATH are to be set as for the command. */
#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "core/plugin/spur-registry.h"
#include "core/store/container/spur-container.h"

#define LIMIT_PERCENT 0.5

static double
get_seconds (const struct timeval *time)
{
  return (double) time->tv_sec + 1e-6 * (double) time->tv_usec;
}

static void
get_cpu (double *user, double *system)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  *user = get_seconds (&usage.ru_utime);
  *system = get_seconds (&usage.ru_stime);
}

static glong
get_resident_kib (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

static void
check (gboolean is_good, const GError *error)
{
  if (!is_good)
    g_error ("%s", error != NULL ? error->message : "failed");
}

int
main (int argc, char **argv)
{
  guint seconds = argc > 1 ? (guint) atoi (argv[1]) : 60;
  guint interval_ms = argc > 2 ? (guint) atoi (argv[2]) : SPUR_MONITOR_INTERVAL_MS;
  g_autofree char *folder = g_dir_make_tmp ("spur-bench-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "host.spur", NULL);
  g_autoptr (SpurTrace) trace = spur_trace_new_with_chunks (4096);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurMonitor) monitor =
    spur_registry_make_monitor (spur_registry_get_default (), "host", &error);
  double user[2], system[2], percent;
  glong begin_kib;
  GStatBuf facts;

  check (monitor != NULL, error);
  spur_monitor_set_interval_ms (monitor, interval_ms);
  if (argc > 3)
    check (spur_monitor_set_categories (monitor, (const char *const *) argv + 3, &error), error);
  check (spur_container_begin (trace, path, &error), error);
  spur_monitor_set_trace (monitor, trace);
  check (spur_monitor_start (monitor, &error), error);
  g_usleep (G_USEC_PER_SEC / 2);
  begin_kib = get_resident_kib ();
  get_cpu (&user[0], &system[0]);
  g_usleep ((gulong) seconds * G_USEC_PER_SEC);
  get_cpu (&user[1], &system[1]);
  check (spur_monitor_stop (monitor, &error), error);
  check (spur_trace_seal (trace, &error), error);
  check (spur_container_save (trace, path, NULL, &error), error);
  check (g_stat (path, &facts) == 0, NULL);

  percent = 100 * (user[1] - user[0] + system[1] - system[0]) / seconds;
  g_print ("%u s, every %u ms: %.3f %% of a core (user %.3f, system %.3f); limit %.1f %%: %s\n",
           seconds, interval_ms, percent, 100 * (user[1] - user[0]) / seconds,
           100 * (system[1] - system[0]) / seconds, LIMIT_PERCENT,
           percent < LIMIT_PERCENT ? "kept" : "BROKEN");
  g_print ("%" G_GUINT64_FORMAT " looks, %" G_GUINT64_FORMAT " missed, %" G_GUINT64_FORMAT
           " events, %" G_GINT64_FORMAT " bytes; memory %ld KiB, %+ld KiB while it ran\n",
           spur_monitor_get_n_samples (monitor), spur_monitor_get_n_missed (monitor),
           spur_monitor_get_n_events (monitor), (gint64) facts.st_size, get_resident_kib (),
           get_resident_kib () - begin_kib);
  g_unlink (path);
  g_rmdir (folder);
  return percent < LIMIT_PERCENT ? 0 : 1;
}
