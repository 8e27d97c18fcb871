/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* A correction without its trace: a container with the trace's streams, none of their events, and
 * the time maps. So everything that makes containers safe to read holds for it. */
#include "core/store/trace/spur-map-file.h"

#include "core/base/spur-error-internal.h"
#include "core/store/container/spur-container-internal.h"
#include "core/store/container/spur-container.h"

#define FINGERPRINT_FACT "maps.fingerprint"
#define EVENTS_FACT "maps.events"

/* Every this many-th raw time of a stream is part of its fingerprint, beside the last. */
#define EVENTS_BETWEEN_SAMPLES 4096

/**
 * spur_map_file_build_path:
 * @trace_path: the file that a trace was read from
 *
 * Says where the maps of a trace lie that are kept beside it.
 *
 * Returns: (transfer full): the path with %SPUR_MAP_FILE_SUFFIX behind it
 *
 * Since: 1.0
 */
char *
spur_map_file_build_path (const char *trace_path)
{
  g_return_val_if_fail (trace_path != NULL, NULL);

  return g_strconcat (trace_path, SPUR_MAP_FILE_SUFFIX, NULL);
}

static void
add_number (GChecksum *checksum, guint64 number)
{
  guint64 value = GUINT64_TO_LE (number);

  g_checksum_update (checksum, (const guchar *) &value, sizeof value);
}

static void
add_stream (GChecksum *checksum, SpurTrace *trace, SpurStream *stream)
{
  const SpurClock *clock =
    spur_definitions_get_clock (spur_trace_get_definitions (trace), spur_stream_get_clock (stream));
  const char *name = spur_stream_get_name (stream);
  guint64 n_events = spur_stream_get_n_events (stream);

  add_number (checksum, strlen (name));
  g_checksum_update (checksum, (const guchar *) name, -1);
  add_number (checksum, clock->resolution_hz);
  add_number (checksum, n_events);
  for (guint64 i = 0; i < n_events; i += EVENTS_BETWEEN_SAMPLES)
    add_number (checksum, (guint64) spur_stream_get_ticks (stream, i));
  if (n_events > 0)
    add_number (checksum, (guint64) spur_stream_get_ticks (stream, n_events - 1));
}

/* What makes a trace this one: its streams' names, clocks, numbers of events and some of their raw
 * times. */
static char *
build_fingerprint (SpurTrace *trace)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint n_streams = spur_trace_get_n_streams (trace);

  add_number (checksum, n_streams);
  for (guint i = 0; i < n_streams; i++)
    add_stream (checksum, trace, spur_trace_get_stream (trace, i));
  return g_strdup (g_checksum_get_string (checksum));
}

static SpurTrace *
make_shell (SpurTrace *trace, GError **error)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurTrace) shell = spur_trace_new ();
  g_autofree char *fingerprint = build_fingerprint (trace);
  g_autofree char *n_events =
    g_strdup_printf ("%" G_GUINT64_FORMAT, spur_trace_get_n_events (trace));

  for (guint i = 0; i < spur_definitions_get_n_clocks (definitions); i++)
    spur_definitions_add_clock (spur_trace_get_definitions (shell),
                                spur_definitions_get_clock (definitions, i));
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);

      spur_trace_add_stream (shell, spur_stream_get_name (stream), spur_stream_get_clock (stream),
                             SPUR_NONE);
    }
  spur_trace_set_fact (shell, FINGERPRINT_FACT, fingerprint);
  spur_trace_set_fact (shell, EVENTS_FACT, n_events);
  return spur_trace_seal (shell, error) ? g_steal_pointer (&shell) : NULL;
}

/**
 * spur_map_file_save:
 * @trace: a sealed trace with a correction
 * @path: where to write
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Writes the time maps of a trace and the facts of its correction, without the trace. The file is
 * small, and complete or not there at all.
 *
 * Returns: %TRUE, or %FALSE with an error as of spur_container_save()
 *
 * Since: 1.0
 */
gboolean
spur_map_file_save (SpurTrace *trace, const char *path, const SpurJob *job, GError **error)
{
  g_autoptr (SpurTrace) shell = NULL;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (spur_trace_get_correction (trace) != NULL, FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  shell = make_shell (trace, error);
  if (shell == NULL)
    return FALSE;
  spur_trace_set_correction (shell, spur_trace_get_correction (trace));
  return spur_container_save (shell, path, job, error);
}

static gboolean
check_same (SpurTrace *trace, SpurTrace *shell, const char *path, GError **error)
{
  const char *said = spur_trace_get_fact (shell, FINGERPRINT_FACT);
  const char *n_events = spur_trace_get_fact (shell, EVENTS_FACT);
  g_autofree char *fingerprint = NULL;

  if (said == NULL || n_events == NULL)
    return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT,
                           "%s: holds no time maps, it is a trace of its own", path);
  fingerprint = build_fingerprint (trace);
  if (g_str_equal (fingerprint, said))
    return TRUE;
  return spur_error_set (
    error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_OTHER_TRACE,
    "%s: belongs to another trace, one with %u streams and %.20s events; this one has "
    "%u and %" G_GUINT64_FORMAT ", and its own names and times",
    path, spur_trace_get_n_streams (shell), n_events, spur_trace_get_n_streams (trace),
    spur_trace_get_n_events (trace));
}

/* The correction of a shell that belongs to @trace. */
static SpurCorrection *
take_correction (SpurTrace *trace, SpurTrace *shell, const char *path, GError **error)
{
  SpurCorrection *correction;

  if (!check_same (trace, shell, path, error))
    return NULL;
  correction = spur_trace_get_correction (shell);
  if (correction == NULL)
    return spur_error_set_null (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT,
                                "%s: holds no time maps", path);
  if (!spur_container_check_correction (trace, correction, error))
    return spur_error_prefix_null (error, "%s: ", path);
  return g_object_ref (correction);
}

/**
 * spur_map_file_load:
 * @trace: a sealed trace
 * @path: a file that spur_map_file_save() wrote
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Reads time maps that were saved without their trace. That they belong to @trace is told by its
 * streams' names, clocks, numbers of events and a sample of their raw times.
 *
 * Returns: (transfer full): the correction, or %NULL with %SPUR_STORE_ERROR_OTHER_TRACE where the
 *   maps belong to another trace, or with an error as of spur_container_open()
 *
 * Since: 1.0
 */
SpurCorrection *
spur_map_file_load (SpurTrace *trace, const char *path, const SpurJob *job, GError **error)
{
  g_autoptr (SpurTrace) shell = NULL;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  shell = spur_container_open (path, job, error);
  return shell != NULL ? take_correction (trace, shell, path, error) : NULL;
}

SpurCorrection *
spur_map_file_load_bytes (
  SpurTrace *trace, const char *path, GBytes *bytes, const SpurJob *job, GError **error)
{
  g_autoptr (SpurTrace) shell = spur_container_open_bytes (path, bytes, TRUE, job, error);

  return shell != NULL ? take_correction (trace, shell, path, error) : NULL;
}
