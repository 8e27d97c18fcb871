/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Reads an archive: its anchor and definitions first, then looks over all files of its locations,
 * then reads the locations at once, each with a reader of its own, because libotf2's readers take
 * no second thread. */
#include "plugins/formats/otf2/spur-otf2-codec.h"

#include <otf2/otf2.h>

#include "core/base/spur-error-internal.h"
#include "plugins/formats/otf2/spur-otf2-filler.h"

/* Between two looks at whether to stop. */
#define EVENTS_AT_ONCE 65536

#define REPORT_INTERVAL_US (G_USEC_PER_SEC / 10)

typedef struct
{
  SpurOtf2Location definition;
  GArray *metrics;
  gboolean has_definitions;
  gboolean has_mappings;
  guint64 n_records;
  guint64 n_missing;
  guint64 losses[SPUR_OTF2_N_LOSSES];
} Location;

typedef struct
{
  const SpurOtf2Anchor *anchor;
  const SpurJob *job;
  gboolean has_definition_files;
  Location *locations;
  guint n_locations;
  guint64 n_records;
  SpurOtf2Tables *tables;

  GMutex mutex;
  guint64 n_done;
  gint64 reported_us;
} Reading;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OTF2_Reader, OTF2_Reader_Close)

static OTF2_Reader *
open_reader (const SpurOtf2Anchor *anchor, GError **error)
{
  OTF2_Reader *reader;

  spur_otf2_errors_begin ();
  reader = OTF2_Reader_Open (anchor->path);
  if (reader == NULL)
    spur_otf2_errors_fail (anchor->path, "the archive cannot be opened", error);
  else
    OTF2_Reader_SetSerialCollectiveCallbacks (reader);
  return reader;
}

/* While spur_otf2_errors_hold() holds. @n_missing: definitions that the anchor announces and that
 * are not there. */
SpurOtf2Definitions *
spur_otf2_read_definitions (const SpurOtf2Anchor *anchor, guint64 *n_missing, GError **error)
{
  g_autoptr (OTF2_Reader) reader = NULL;
  SpurOtf2Definitions *definitions;
  SpurOtf2Census census;

  if (!spur_otf2_scan (anchor->global_definitions, SPUR_OTF2_GLOBAL_DEFINITIONS,
                       anchor->definition_chunk_bytes, &census, error))
    return NULL;
  *n_missing = anchor->n_global_definitions > census.n_records
                 ? anchor->n_global_definitions - census.n_records
                 : 0;
  reader = open_reader (anchor, error);
  definitions =
    reader != NULL ? spur_otf2_definitions_read (reader, anchor->global_definitions, error) : NULL;
  spur_otf2_errors_end ();
  return definitions;
}

static gboolean
is_there (const SpurOtf2Anchor *anchor, guint64 location, const char *suffix)
{
  g_autofree char *path = spur_otf2_anchor_build_path (anchor, location, suffix);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static gboolean
scan_file (Reading *reading,
           Location *location,
           SpurOtf2FileKind kind,
           SpurOtf2Census *census,
           GError **error)
{
  const SpurOtf2Anchor *anchor = reading->anchor;
  gboolean is_events = kind == SPUR_OTF2_EVENTS;
  g_autofree char *path =
    spur_otf2_anchor_build_path (anchor, location->definition.id, is_events ? "evt" : "def");

  return spur_otf2_scan (path, kind,
                         is_events ? anchor->event_chunk_bytes : anchor->definition_chunk_bytes,
                         census, error);
}

static int
compare_uses (gconstpointer a, gconstpointer b)
{
  const SpurOtf2MetricUse *first = a, *second = b;

  if (first->metric != second->metric)
    return first->metric < second->metric ? -1 : 1;
  return (first->n_values > second->n_values) - (first->n_values < second->n_values);
}

/* The metrics of a location by their global ids, in an order that is always the same. */
static void
take_metrics (Location *location, GHashTable *uses, GHashTable *mapping)
{
  GHashTableIter iter;
  gpointer own, n_values;

  if (uses == NULL)
    return;
  location->metrics = g_array_new (FALSE, FALSE, sizeof (SpurOtf2MetricUse));
  g_hash_table_iter_init (&iter, uses);
  while (g_hash_table_iter_next (&iter, &own, &n_values))
    {
      SpurOtf2MetricUse use = { GPOINTER_TO_UINT (own), GPOINTER_TO_UINT (n_values) };
      gpointer global;

      if (mapping != NULL && g_hash_table_lookup_extended (mapping, own, NULL, &global))
        use.metric = GPOINTER_TO_UINT (global);
      g_array_append_val (location->metrics, use);
    }
  g_array_sort (location->metrics, compare_uses);
  location->definition.metrics = location->metrics;
}

/* Its local definitions, in which ids may have another meaning. */
static gboolean
scan_definitions (Reading *reading, Location *location, SpurOtf2Census *census, GError **error)
{
  if (!reading->has_definition_files)
    return TRUE;
  if (!scan_file (reading, location, SPUR_OTF2_LOCAL_DEFINITIONS, census, error))
    return FALSE;
  location->has_definitions = TRUE;
  location->has_mappings = census->n_mappings > 0;
  return TRUE;
}

/* A location without events may have no files. */
static gboolean
scan_location (guint index, gpointer user_data, GError **error)
{
  Reading *reading = user_data;
  Location *location = &reading->locations[index];
  SpurOtf2Census events = { 0 };
  SpurOtf2Census definitions = { 0 };
  gboolean is_good;

  if (location->definition.n_events == 0 &&
      !is_there (reading->anchor, location->definition.id, "evt"))
    return TRUE;
  is_good = !spur_job_is_cancelled (reading->job, error) &&
            scan_file (reading, location, SPUR_OTF2_EVENTS, &events, error) &&
            scan_definitions (reading, location, &definitions, error);
  if (is_good)
    {
      location->n_records = events.n_records;
      location->n_missing = events.n_missing;
      take_metrics (location, events.metrics, definitions.metrics);
    }
  spur_otf2_census_clear (&events);
  spur_otf2_census_clear (&definitions);
  return is_good;
}

static void
add_done (Reading *reading, guint64 n_records)
{
  gint64 now_us = g_get_monotonic_time ();
  gboolean is_due;
  guint64 n_done;

  g_mutex_lock (&reading->mutex);
  n_done = reading->n_done += n_records;
  is_due = now_us - reading->reported_us >= REPORT_INTERVAL_US;
  if (is_due)
    reading->reported_us = now_us;
  g_mutex_unlock (&reading->mutex);
  if (is_due)
    spur_job_report (reading->job, "reading", n_done, reading->n_records);
}

static OTF2_CallbackCode
take_clock_offset (void *user_data, OTF2_TimeStamp time, int64_t offset, double deviation)
{
  const SpurOtf2Filler *filler = user_data;
  SpurClockOffset kept = { (gint64) (time - filler->global_offset), offset, deviation };

  spur_stream_add_clock_offset (filler->stream, &kept);
  return OTF2_CALLBACK_SUCCESS;
}

/* libotf2 takes the mapping tables in them to itself. */
static gboolean
read_local_definitions (OTF2_Reader *reader, SpurOtf2Filler *filler, guint64 location)
{
  OTF2_DefReaderCallbacks *callbacks;
  OTF2_DefReader *definitions;
  OTF2_ErrorCode status;
  uint64_t n_read;

  if (OTF2_Reader_OpenDefFiles (reader) != OTF2_SUCCESS)
    return FALSE;
  definitions = OTF2_Reader_GetDefReader (reader, location);
  if (definitions == NULL)
    return FALSE;
  callbacks = OTF2_DefReaderCallbacks_New ();
  OTF2_DefReaderCallbacks_SetClockOffsetCallback (callbacks, take_clock_offset);
  OTF2_Reader_RegisterDefCallbacks (reader, definitions, callbacks, filler);
  OTF2_DefReaderCallbacks_Delete (callbacks);
  status = OTF2_Reader_ReadAllLocalDefinitions (reader, definitions, &n_read);
  OTF2_Reader_CloseDefReader (reader, definitions);
  OTF2_Reader_CloseDefFiles (reader);
  return status == OTF2_SUCCESS;
}

static gboolean
read_records (
  Reading *reading, Location *location, OTF2_Reader *reader, OTF2_EvtReader *events, GError **error)
{
  uint64_t n_read = EVENTS_AT_ONCE;
  guint64 n_all = 0;

  while (n_read == EVENTS_AT_ONCE)
    {
      if (spur_job_is_cancelled (reading->job, error))
        return FALSE;
      if (OTF2_Reader_ReadLocalEvents (reader, events, EVENTS_AT_ONCE, &n_read) != OTF2_SUCCESS)
        {
          g_autofree char *path =
            spur_otf2_anchor_build_path (reading->anchor, location->definition.id, "evt");
          g_autofree char *what = g_strdup_printf ("event %" G_GUINT64_FORMAT " cannot be read",
                                                   n_all + (guint64) n_read);

          return spur_otf2_errors_fail (path, what, error);
        }
      n_all += n_read;
      add_done (reading, n_read);
    }
  return TRUE;
}

static gboolean
read_events (
  Reading *reading, Location *location, OTF2_Reader *reader, SpurOtf2Filler *filler, GError **error)
{
  OTF2_EvtReaderCallbacks *callbacks;
  OTF2_EvtReader *events = NULL;
  gboolean is_read;

  if (OTF2_Reader_OpenEvtFiles (reader) == OTF2_SUCCESS)
    events = OTF2_Reader_GetEvtReader (reader, location->definition.id);
  if (events == NULL)
    return spur_otf2_errors_fail (reading->anchor->path, "events cannot be opened", error);
  callbacks = OTF2_EvtReaderCallbacks_New ();
  spur_otf2_filler_register (callbacks);
  spur_otf2_markers_register (callbacks);
  spur_otf2_metrics_register (callbacks);
  spur_otf2_teams_register (callbacks);
  spur_otf2_windows_register (callbacks);
  OTF2_Reader_RegisterEvtCallbacks (reader, events, callbacks, filler);
  OTF2_EvtReaderCallbacks_Delete (callbacks);
  /* Raw times; and where there is nothing to map, asking for every id is half of the cost. */
  OTF2_EvtReader_ApplyClockOffsets (events, false);
  OTF2_EvtReader_ApplyMappingTables (events, location->has_mappings);
  is_read = read_records (reading, location, reader, events, error);
  OTF2_Reader_CloseEvtReader (reader, events);
  OTF2_Reader_CloseEvtFiles (reader);
  return is_read;
}

static gboolean
fill_location (Reading *reading, Location *location, SpurOtf2Filler *filler, GError **error)
{
  g_autoptr (OTF2_Reader) reader = open_reader (reading->anchor, error);

  if (reader == NULL)
    return FALSE;
  OTF2_Reader_SelectLocation (reader, location->definition.id);
  if (location->has_definitions &&
      !read_local_definitions (reader, filler, location->definition.id))
    {
      g_autofree char *path =
        spur_otf2_anchor_build_path (reading->anchor, location->definition.id, "def");

      return spur_otf2_errors_fail (path, "local definitions cannot be read", error);
    }
  return read_events (reading, location, reader, filler, error);
}

static gboolean
fill_stream (guint index, gpointer user_data, GError **error)
{
  Reading *reading = user_data;
  Location *location = &reading->locations[index];
  g_autofree SpurOtf2Filler *filler = g_new (SpurOtf2Filler, 1);
  gboolean is_filled;

  spur_otf2_filler_init (filler, reading->tables, index);
  is_filled = fill_location (reading, location, filler, error);
  for (guint i = 0; i < SPUR_OTF2_N_LOSSES; i++)
    location->losses[i] = filler->losses[i];
  spur_otf2_filler_clear (filler);
  spur_otf2_errors_end ();
  return is_filled;
}

/* Puts aside what gets no stream; the locations stay in order. */
static void
choose_locations (Reading *reading, SpurTrace *trace)
{
  guint n_kept = 0;

  for (guint i = 0; i < reading->n_locations; i++)
    {
      Location *location = &reading->locations[i];
      guint64 n_announced = location->definition.n_events;
      guint64 n_missing = 0;

      if (n_announced != OTF2_UNDEFINED_UINT64 && n_announced > location->n_records)
        n_missing = n_announced - location->n_records;
      spur_trace_add_loss (trace, "events that are announced but not there",
                           MAX (n_missing, location->n_missing));
      if (location->n_records == 0)
        continue;
      reading->n_records += location->n_records;
      reading->locations[n_kept++] = *location;
    }
  reading->n_locations = n_kept;
}

static void
take_locations (Reading *reading, const SpurOtf2Definitions *definitions)
{
  guint n_all = definitions->locations->len;

  reading->locations = g_new0 (Location, MAX (n_all, 1));
  for (guint i = 0; i < n_all; i++)
    {
      const SpurOtf2Location *location =
        &g_array_index (definitions->locations, SpurOtf2Location, i);

      reading->has_definition_files |= is_there (reading->anchor, location->id, "def");
      reading->locations[reading->n_locations++].definition = *location;
    }
}

static void
add_losses (Reading *reading, SpurTrace *trace)
{
#define LOSS_NAME(name, text) text,
  static const char *const names[] = { SPUR_OTF2_LOSSES (LOSS_NAME) };

  for (guint i = 0; i < SPUR_OTF2_N_LOSSES; i++)
    for (guint k = 0; k < reading->n_locations; k++)
      spur_trace_add_loss (trace, names[i], reading->locations[k].losses[i]);
}

static gboolean
fill_trace (Reading *reading,
            const SpurOtf2Definitions *definitions,
            SpurTrace *trace,
            GError **error)
{
  g_autoptr (SpurOtf2Places) places = NULL;
  g_autoptr (SpurOtf2Tables) tables = NULL;
  g_autoptr (SpurOtf2Metrics) metrics = NULL;
  g_autofree SpurOtf2Location *locations = NULL;

  take_locations (reading, definitions);
  if (!spur_otf2_errors_run (reading->job, reading->n_locations, scan_location, reading, error))
    return FALSE;
  choose_locations (reading, trace);
  locations = g_new (SpurOtf2Location, MAX (reading->n_locations, 1));
  for (guint i = 0; i < reading->n_locations; i++)
    locations[i] = reading->locations[i].definition;
  places = spur_otf2_places_new (trace, definitions, locations, reading->n_locations);
  tables = spur_otf2_tables_new (places);
  tables->marker_kinds = spur_otf2_markers_add_kinds (trace);
  metrics = spur_otf2_metrics_new (places);
  tables->metrics = metrics;
  reading->tables = tables;
  if (!spur_otf2_errors_run (reading->job, reading->n_locations, fill_stream, reading, error))
    return FALSE;
  add_losses (reading, trace);
  return TRUE;
}

static SpurTrace *
read_archive (const SpurOtf2Anchor *anchor, const SpurJob *job, GError **error)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autoptr (SpurOtf2Definitions) definitions = NULL;
  Reading reading = { .anchor = anchor, .job = job };
  guint64 n_missing;
  gboolean is_read;

  definitions = spur_otf2_read_definitions (anchor, &n_missing, error);
  if (definitions == NULL)
    return NULL;
  spur_trace_add_loss (trace, "definitions that are announced but not there", n_missing);
  g_mutex_init (&reading.mutex);
  is_read = fill_trace (&reading, definitions, trace, error);
  for (guint i = 0; i < reading.n_locations; i++)
    g_clear_pointer (&reading.locations[i].metrics, g_array_unref);
  g_free (reading.locations);
  g_mutex_clear (&reading.mutex);
  if (!is_read)
    return NULL;
  spur_trace_set_fact (trace, "format", "OTF2");
  if (anchor->creator[0] != '\0')
    spur_trace_set_fact (trace, "creator", anchor->creator);
  if (!spur_trace_seal (trace, error))
    return spur_error_prefix_null (error, "%s: ", anchor->path);
  return g_steal_pointer (&trace);
}

/* NULL with an error of %SPUR_FORMAT_ERROR, %SPUR_STORE_ERROR_RANGE or %G_IO_ERROR_CANCELLED. */
SpurTrace *
spur_otf2_read (const char *path, const SpurJob *job, GError **error)
{
  g_autoptr (SpurOtf2Anchor) anchor = spur_otf2_anchor_read (path, error);
  SpurTrace *trace;

  if (anchor == NULL)
    return NULL;
  spur_otf2_errors_hold ();
  trace = read_archive (anchor, job, error);
  spur_otf2_errors_release ();
  return trace;
}
