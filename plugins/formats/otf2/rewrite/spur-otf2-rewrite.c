/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Writes an archive again with corrected times: its files are copied record by record, and nothing
 * but times is changed, and what goes with them: the clock's properties and its offsets. */
#include "plugins/formats/otf2/spur-otf2-codec.h"

#include <glib/gstdio.h>
#include <otf2/OTF2_Marker.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-new-files.h"
#include "plugins/formats/otf2/rewrite/spur-otf2-retimer.h"

/* An archive that is being written: in a hidden folder beside its place. Its parts get their names
 * when all are complete, the anchor file last, so that a reader finds all of an archive or nothing.
 * An archive of the same name goes away, its anchor file first. */
typedef struct
{
  char *parent;
  char *name;
  char *hidden;
  char *locations;
  /* Whether there is an archive of this name. */
  gboolean is_replacing;
  gboolean is_finished;
} SpurOtf2Folder;

#define SUFFIX ".otf2"

/* What beside the anchor file is part of an archive; "" is the folder of the locations. */
static const char *const part_suffixes[] = { "", ".def", ".marker", ".thumb", ".srm" };

static char *
build_final_path (const SpurOtf2Folder *self, const char *suffix)
{
  g_autofree char *name = g_strconcat (self->name, suffix, NULL);

  return g_build_filename (self->parent, name, NULL);
}

static gboolean
is_there (const SpurOtf2Folder *self, const char *suffix)
{
  g_autofree char *path = build_final_path (self, suffix);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* What was not finished leaves nothing. */
static void
spur_otf2_folder_free (SpurOtf2Folder *self)
{
  if (self->hidden != NULL && !self->is_finished)
    spur_new_files_delete (self->hidden);
  g_free (self->locations);
  g_free (self->hidden);
  g_free (self->name);
  g_free (self->parent);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurOtf2Folder, spur_otf2_folder_free)

/* Parts without an anchor file belong to something else. */
static gboolean
check_free (const SpurOtf2Folder *self, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (part_suffixes); i++)
    {
      g_autofree char *path = build_final_path (self, part_suffixes[i]);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      return spur_error_set (
        error, G_IO_ERROR, G_IO_ERROR_EXISTS,
        "%s: is there already, and is part of no archive; an archive of this name would "
        "need its place",
        path);
    }
  return TRUE;
}

static gboolean
is_part (const char *path)
{
  static const char *const suffixes[] = { ".evt", ".def", ".snap", ".thumb" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      if (g_str_has_suffix (path, suffixes[i]))
        return g_file_test (path, G_FILE_TEST_IS_REGULAR);
    }
  return FALSE;
}

/* What lies in the folder of an archive that is replaced goes away with it, so nothing else may. */
static gboolean
check_old (const SpurOtf2Folder *self, GError **error)
{
  g_autofree char *folder = build_final_path (self, "");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (is_part (path))
        continue;
      return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                             "%s: is part of no archive, so the archive around it is not replaced",
                             path);
    }
  return TRUE;
}

/* For the anchor file NAME.otf2; an archive of this name is replaced. NULL with %G_IO_ERROR_EXISTS
 * where something else has the name of one of its parts, or another error of %G_IO_ERROR. */
static SpurOtf2Folder *
spur_otf2_folder_new (const char *output, GError **error)
{
  g_autoptr (SpurOtf2Folder) self = g_new0 (SpurOtf2Folder, 1);
  g_autofree char *basename = g_path_get_basename (output);
  g_autofree char *template = NULL;

  if (!g_str_has_suffix (basename, SUFFIX) || strlen (basename) == strlen (SUFFIX))
    return spur_error_set_null (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                                "%s: an OTF2 archive is named NAME" SUFFIX, output);
  self->parent = g_path_get_dirname (output);
  self->name = g_strndup (basename, strlen (basename) - strlen (SUFFIX));
  self->is_replacing = is_there (self, SUFFIX);
  if (self->is_replacing ? !check_old (self, error) : !check_free (self, error))
    return NULL;
  template = g_strdup_printf ("%s/.%s-XXXXXX", self->parent, basename);
  if (!spur_new_files_make_folder (template))
    {
      spur_otf2_errors_fail_system (self->parent, error);
      return NULL;
    }
  self->hidden = g_steal_pointer (&template);
  self->locations = g_build_filename (self->hidden, self->name, NULL);
  if (g_mkdir (self->locations, 0777) != 0)
    {
      spur_otf2_errors_fail_system (self->locations, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* (transfer full): for now, of a file beside the anchor. */
static char *
spur_otf2_folder_build_path (const SpurOtf2Folder *self, const char *suffix)
{
  g_autofree char *name = g_strconcat (self->name, suffix, NULL);

  return g_build_filename (self->hidden, name, NULL);
}

/* (transfer full): for now, of a location's file. */
static char *
spur_otf2_folder_build_location_path (const SpurOtf2Folder *self,
                                      guint64 location,
                                      const char *suffix)
{
  return g_strdup_printf ("%s/%" G_GUINT64_FORMAT ".%s", self->locations, location, suffix);
}

static gboolean
copy_file (const char *from, const char *to, GError **error)
{
  g_autoptr (GFile) source = g_file_new_for_path (from);
  g_autoptr (GFile) target = g_file_new_for_path (to);

  if (g_file_copy (source, target, G_FILE_COPY_NONE, NULL, NULL, NULL, error))
    return TRUE;
  return spur_error_prefix (error, "%s: ", from);
}

/* Thumbnails and whatever else is there: all that is no file of a known location. */
static gboolean
copy_others (SpurOtf2Folder *self, const char *folder, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *from = g_build_filename (folder, name, NULL);
      g_autofree char *to = g_build_filename (self->locations, name, NULL);

      if (g_file_test (from, G_FILE_TEST_IS_REGULAR) && !g_file_test (to, G_FILE_TEST_EXISTS) &&
          !copy_file (from, to, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
copy_beside (SpurOtf2Folder *self, const SpurOtf2Anchor *anchor, GError **error)
{
  static const char *const suffixes[] = { ".thumb", ".srm" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *from = g_strconcat (anchor->folder, suffixes[i], NULL);
      g_autofree char *to = spur_otf2_folder_build_path (self, suffixes[i]);

      if (g_file_test (from, G_FILE_TEST_IS_REGULAR) && !copy_file (from, to, error))
        return FALSE;
    }
  return TRUE;
}

/* After all files with times. The anchor file holds no name and no time, so it is copied too. */
static gboolean
spur_otf2_folder_copy_rest (SpurOtf2Folder *self, const SpurOtf2Anchor *anchor, GError **error)
{
  g_autofree char *new_anchor = spur_otf2_folder_build_path (self, SUFFIX);

  return copy_others (self, anchor->folder, error) && copy_beside (self, anchor, error) &&
         copy_file (anchor->path, new_anchor, error);
}

static void
move_clear (gpointer data)
{
  SpurNewFileMove *move = data;

  g_free ((char *) move->from);
  g_free ((char *) move->to);
}

/* Adds that the new part of this name takes its place, or, where there is none or @is_removed, that
 * the old one goes away, if there is one. */
static void
add_move (const SpurOtf2Folder *self, GArray *moves, const char *suffix, gboolean is_removed)
{
  g_autofree char *from = spur_otf2_folder_build_path (self, suffix);
  gboolean is_new = !is_removed && g_file_test (from, G_FILE_TEST_EXISTS);
  SpurNewFileMove move = { NULL, NULL };

  if (!is_new && !(self->is_replacing && is_there (self, suffix)))
    return;
  move.from = is_new ? g_steal_pointer (&from) : NULL;
  move.to = build_final_path (self, suffix);
  g_array_append_val (moves, move);
}

/* The archive takes its place. */
static gboolean
spur_otf2_folder_finish (SpurOtf2Folder *self, GError **error)
{
  g_autoptr (GArray) moves = g_array_new (FALSE, FALSE, sizeof (SpurNewFileMove));

  g_array_set_clear_func (moves, move_clear);
  if (self->is_replacing)
    add_move (self, moves, SUFFIX, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (part_suffixes); i++)
    add_move (self, moves, part_suffixes[i], FALSE);
  add_move (self, moves, SUFFIX, FALSE);
  self->is_finished = spur_new_files_move (
    self->hidden, (const SpurNewFileMove *) (gpointer) moves->data, moves->len, error);
  return self->is_finished;
}

#define CLOCK_PROPERTIES 5
#define MARKER 6
#define NS_PER_S 1000000000

__extension__ typedef unsigned __int128 Uint128;

typedef struct
{
  const SpurOtf2Location *definition;

  /* Whose clock stamped it; its own where it has one. (nullable) */
  SpurStream *stream;
  gboolean has_stream;
  SpurOtf2Census census;

  /* Of its first record. */
  guint64 first_time;
  SpurOtf2Retimer retimer;
} Location;

/* From the first to the last record, before and after. */
typedef struct
{
  gboolean is_set;
  guint64 first_old;
  guint64 first_new;
  guint64 last_new;

  /* How much earlier the clock begins. */
  guint64 moved_offset_ticks;
} Reach;

typedef struct
{
  const SpurOtf2Anchor *anchor;
  const SpurOtf2Definitions *definitions;
  const SpurJob *job;
  SpurOtf2Folder *folder;
  SpurOtf2Clock clock;
  Reach reach;
  Location *locations;
  guint n_locations;
  gint n_done;
} Rewriting;

static gboolean
file_exists (const SpurOtf2Anchor *anchor,
             const Location *location,
             const char *suffix,
             char **path)
{
  *path = spur_otf2_anchor_build_path (anchor, location->definition->id, suffix);
  return g_file_test (*path, G_FILE_TEST_EXISTS);
}

static gboolean
look_over (guint index, gpointer user_data, GError **error)
{
  Rewriting *self = user_data;
  Location *location = &self->locations[index];
  g_autofree char *path = NULL;

  return !file_exists (self->anchor, location, "evt", &path) ||
         (spur_otf2_scan (path, SPUR_OTF2_EVENTS, self->anchor->event_chunk_bytes,
                          &location->census, error) &&
          spur_otf2_copy_get_first_time (path, &location->first_time, error));
}

/* The streams of a trace are the locations that have records, as the reader has chosen them. */
static gboolean
find_streams (Rewriting *self, GError **error)
{
  guint n_streams = spur_trace_get_n_streams (self->clock.trace);
  guint n_found = 0;

  for (guint i = 0; i < self->n_locations; i++)
    {
      Location *location = &self->locations[i];

      if (location->census.n_records == 0)
        continue;
      if (n_found < n_streams)
        location->stream = spur_trace_get_stream (self->clock.trace, n_found);
      location->has_stream =
        location->stream != NULL && spur_stream_get_n_events (location->stream) > 0;
      n_found++;
    }
  if (n_found == n_streams)
    return TRUE;
  return spur_error_set (
    error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
    "%s: %u locations with events, but the trace that was read from it has %u streams; "
    "the archive has changed since",
    self->anchor->path, n_found, n_streams);
}

static gpointer
get_clock_group (const Rewriting *self, const Location *location)
{
  return GUINT_TO_POINTER (
    spur_otf2_definitions_find_clock_group (self->definitions, location->definition->group));
}

/* What has no events, because it has no records or none that is read, is stamped by the process
 * that it belongs to or works for. */
static void
assign_streams (Rewriting *self)
{
  g_autoptr (GHashTable) streams = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->n_locations; i++)
    {
      const Location *location = &self->locations[i];
      gpointer group = get_clock_group (self, location);

      if (location->has_stream && !g_hash_table_contains (streams, group))
        g_hash_table_insert (streams, group, location->stream);
    }
  for (guint i = 0; i < self->n_locations; i++)
    {
      Location *location = &self->locations[i];

      if (!location->has_stream)
        location->stream = g_hash_table_lookup (streams, get_clock_group (self, location));
    }
}

/* Times are unsigned; those before the clock's beginning move all of them. */
static void
find_shift (Rewriting *self)
{
  guint64 offset = self->clock.global_offset;

  for (guint i = 0; i < self->n_locations; i++)
    {
      Location *location = &self->locations[i];
      SpurOtf2Times times;
      gint64 old_ticks, new_ticks;

      if (location->census.n_records == 0)
        continue;
      old_ticks = (gint64) (location->first_time - offset);
      spur_otf2_times_init (&times, location->stream, spur_trace_get_correction (self->clock.trace),
                            self->clock.resolution_hz);
      new_ticks = spur_otf2_times_between (&times, old_ticks);
      spur_otf2_times_clear (&times);
      if (new_ticks < 0 && (guint64) -new_ticks > offset)
        self->clock.shift = MAX (self->clock.shift, (guint64) -new_ticks - offset);
    }
}

static gboolean
copy_location_file (Rewriting *self,
                    Location *location,
                    const char *suffix,
                    const SpurOtf2CopyClass *class,
                    guint64 chunk_bytes,
                    GError **error)
{
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  SpurOtf2Copy copy = { class, &location->retimer, .chunk_bytes = chunk_bytes };

  if (!file_exists (self->anchor, location, suffix, &from))
    return TRUE;
  to = spur_otf2_folder_build_location_path (self->folder, location->definition->id, suffix);
  copy.from = from;
  copy.to = to;
  copy.cancellable = self->job != NULL ? self->job->cancellable : NULL;
  return spur_otf2_copy_run (&copy, error);
}

static gboolean
check_all_met (Rewriting *self, Location *location, GError **error)
{
  if (spur_otf2_retimer_is_done (&location->retimer))
    return TRUE;
  return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                         "%s: location %" G_GUINT64_FORMAT
                         " has fewer events than the trace that was read; "
                         "the archive has changed since",
                         self->anchor->path, location->definition->id);
}

static gboolean
copy_location (guint index, gpointer user_data, GError **error)
{
  Rewriting *self = user_data;
  Location *location = &self->locations[index];
  guint64 event_chunk_bytes = self->anchor->event_chunk_bytes;
  gboolean is_done;

  spur_otf2_retimer_init (&location->retimer, &self->clock, location->stream, location->has_stream);
  is_done =
    copy_location_file (self, location, "evt", &spur_otf2_event_copy, event_chunk_bytes, error) &&
    check_all_met (self, location, error) &&
    copy_location_file (self, location, "snap", &spur_otf2_snapshot_copy, event_chunk_bytes,
                        error) &&
    copy_location_file (self, location, "def", &spur_otf2_definition_copy,
                        self->anchor->definition_chunk_bytes, error);
  spur_otf2_retimer_clear (&location->retimer);
  spur_job_report (self->job, "writing", (guint64) g_atomic_int_add (&self->n_done, 1) + 1,
                   self->n_locations);
  return is_done;
}

/* What the clock's properties have to reach. */
static void
collect_reach (Rewriting *self)
{
  Reach *reach = &self->reach;

  for (guint i = 0; i < self->n_locations; i++)
    {
      const SpurOtf2Retimer *retimer = &self->locations[i].retimer;

      if (retimer->n_records == 0)
        continue;
      if (!reach->is_set || retimer->first_old < reach->first_old)
        reach->first_old = retimer->first_old;
      if (!reach->is_set || retimer->first_new < reach->first_new)
        reach->first_new = retimer->first_new;
      reach->last_new =
        reach->is_set ? MAX (reach->last_new, retimer->last_new) : retimer->last_new;
      reach->is_set = TRUE;
    }
}

/* The clock of a marker that is not for one location or process is unknown. */
static SpurStream *
find_marker_stream (const Rewriting *self, guint8 scope, guint64 id)
{
  for (guint i = 0; i < self->n_locations; i++)
    {
      const Location *location = &self->locations[i];

      if ((scope == OTF2_MARKER_SCOPE_LOCATION && location->definition->id == id) ||
          (scope == OTF2_MARKER_SCOPE_LOCATION_GROUP && location->definition->group == id &&
           location->stream != NULL))
        return location->stream;
    }
  return NULL;
}

/* The real time at the clock's beginning is in ns. */
static guint64
move_real_time (const Rewriting *self, guint64 real_time, guint64 earlier_ticks)
{
  guint64 resolution_hz = self->clock.resolution_hz;
  guint64 rest = earlier_ticks % resolution_hz;
  guint64 ns = earlier_ticks / resolution_hz * NS_PER_S +
               (guint64) ((Uint128) rest * NS_PER_S / resolution_hz);

  return real_time == G_MAXUINT64 || real_time < ns ? real_time : real_time - ns;
}

static gboolean
replace_clock (gpointer user_data, const SpurOtf2Record *record, GByteArray *fields)
{
  Rewriting *self = user_data;
  Reach *reach = &self->reach;
  gboolean is_big_endian = record->is_big_endian;
  guint64 resolution, offset, length, real_time, new_offset, end;
  gsize at = 0;

  if (record->type != CLOCK_PROPERTIES || !reach->is_set || !self->clock.is_changed ||
      !spur_otf2_take_number (record, &at, &resolution) ||
      !spur_otf2_take_number (record, &at, &offset) ||
      !spur_otf2_take_number (record, &at, &length))
    return FALSE;
  new_offset = offset + self->clock.shift;
  end = new_offset + length;
  if (reach->first_new < new_offset && reach->first_new < reach->first_old + self->clock.shift)
    new_offset = reach->first_new;
  reach->moved_offset_ticks = offset + self->clock.shift - new_offset;
  if (length != G_MAXUINT64)
    length = MAX (end, reach->last_new) - new_offset;
  spur_otf2_add_number (fields, resolution, is_big_endian);
  spur_otf2_add_number (fields, new_offset, is_big_endian);
  spur_otf2_add_number (fields, length, is_big_endian);
  /* Came with OTF2 3.0. */
  if (at < record->n_bytes && spur_otf2_take_number (record, &at, &real_time))
    spur_otf2_add_number (fields, move_real_time (self, real_time, reach->moved_offset_ticks),
                          is_big_endian);
  g_byte_array_append (fields, record->fields + at, record->n_bytes - at);
  return TRUE;
}

/* The archive's .def file, after all events. */
static const SpurOtf2CopyClass global_definition_copy = { SPUR_OTF2_GLOBAL_DEFINITIONS, NULL, NULL,
                                                          replace_clock };

static gboolean
replace_marker (gpointer user_data, const SpurOtf2Record *record, GByteArray *fields)
{
  Rewriting *self = user_data;
  gboolean is_big_endian = record->is_big_endian;
  guint64 time, duration, marker, id, new_time, new_end;
  SpurOtf2Retimer retimer;
  guint8 scope;
  gsize at = 0, rest;

  if (record->type != MARKER || !spur_otf2_take_number (record, &at, &time) ||
      !spur_otf2_take_number (record, &at, &duration))
    return FALSE;
  rest = at;
  if (!spur_otf2_take_number (record, &at, &marker) || at >= record->n_bytes)
    return FALSE;
  scope = record->fields[at++];
  if (!spur_otf2_take_number (record, &at, &id))
    return FALSE;
  spur_otf2_retimer_init (&retimer, &self->clock, find_marker_stream (self, scope, id), FALSE);
  new_time = spur_otf2_retimer_map (&retimer, time);
  new_end = spur_otf2_retimer_map (&retimer, time + duration);
  spur_otf2_retimer_clear (&retimer);
  spur_otf2_add_number (fields, new_time, is_big_endian);
  spur_otf2_add_number (fields, new_end - new_time, is_big_endian);
  g_byte_array_append (fields, record->fields + rest, record->n_bytes - rest);
  return TRUE;
}

static const SpurOtf2CopyClass marker_copy = { SPUR_OTF2_MARKERS, NULL, NULL, replace_marker };

static gboolean
copy_global_files (Rewriting *self, GError **error)
{
  g_autofree char *markers = g_strconcat (self->anchor->folder, ".marker", NULL);
  g_autofree char *new_definitions = spur_otf2_folder_build_path (self->folder, ".def");
  g_autofree char *new_markers = spur_otf2_folder_build_path (self->folder, ".marker");
  SpurOtf2Copy copy = { &global_definition_copy, self, .from = self->anchor->global_definitions,
                        .to = new_definitions,
                        .chunk_bytes = self->anchor->definition_chunk_bytes };

  collect_reach (self);
  if (!spur_otf2_copy_run (&copy, error))
    return FALSE;
  if (!g_file_test (markers, G_FILE_TEST_EXISTS))
    return TRUE;
  copy.class = &marker_copy;
  copy.from = markers;
  copy.to = new_markers;
  return spur_otf2_copy_run (&copy, error);
}

static void
add_notes (const Rewriting *self, GPtrArray *notes)
{
  guint64 n_clock_offsets = 0;

  if (notes == NULL)
    return;
  for (guint i = 0; i < self->n_locations; i++)
    n_clock_offsets += self->locations[i].retimer.n_clock_offsets;
  if (self->clock.shift > 0)
    g_ptr_array_add (notes, g_strdup_printf ("all times are %" G_GUINT64_FORMAT
                                             " ticks later, because OTF2 has no negative ones",
                                             self->clock.shift));
  if (self->reach.moved_offset_ticks != 0)
    g_ptr_array_add (notes, g_strdup_printf ("the clock begins %" G_GUINT64_FORMAT " ticks earlier",
                                             self->reach.moved_offset_ticks));
  if (n_clock_offsets > 0)
    g_ptr_array_add (notes, g_strdup_printf ("%" G_GUINT64_FORMAT
                                             " clock offsets are set to 0, because readers "
                                             "would add them to the corrected times",
                                             n_clock_offsets));
  if (self->clock.resolution_hz < NS_PER_S && self->clock.is_changed)
    g_ptr_array_add (
      notes, g_strdup_printf ("the clock has %" G_GUINT64_FORMAT
                              " ticks a second, times are rounded down to them: no edge is "
                              "reversed by that, but one may take less than its least delay",
                              self->clock.resolution_hz));
}

static gboolean
copy_all (Rewriting *self, GPtrArray *notes, GError **error)
{
  if (!spur_otf2_errors_run (self->job, self->n_locations, look_over, self, error) ||
      spur_job_is_cancelled (self->job, error) || !find_streams (self, error))
    return FALSE;
  assign_streams (self);
  find_shift (self);
  if (!spur_otf2_errors_run (self->job, self->n_locations, copy_location, self, error) ||
      spur_job_is_cancelled (self->job, error) || !copy_global_files (self, error) ||
      !spur_otf2_folder_copy_rest (self->folder, self->anchor, error) ||
      !spur_otf2_folder_finish (self->folder, error))
    return FALSE;
  add_notes (self, notes);
  return TRUE;
}

static gboolean
has_maps (SpurCorrection *correction)
{
  guint n_streams = correction != NULL ? spur_correction_get_n_streams (correction) : 0;

  for (guint s = 0; s < n_streams; s++)
    {
      if (spur_correction_get_n_maps (correction, s) > 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean *
find_metric_classes (SpurTrace *trace)
{
  guint n_classes = spur_trace_get_n_classes (trace);
  gboolean *is_metric = g_new (gboolean, n_classes + 1);

  for (guint i = 0; i < n_classes; i++)
    is_metric[i] = g_type_is_a (spur_trace_get_class (trace, i)->type, SPUR_TYPE_OTF2_METRIC_EVENT);
  return is_metric;
}

static gboolean
rewrite_archive (const SpurOtf2Anchor *anchor,
                 SpurTrace *trace,
                 SpurOtf2Folder *folder,
                 const SpurJob *job,
                 GPtrArray *notes,
                 GError **error)
{
  g_autoptr (SpurOtf2Definitions) definitions = NULL;
  Rewriting self = { .anchor = anchor, .job = job, .folder = folder };
  guint64 n_missing;
  gboolean is_done;

  definitions = spur_otf2_read_definitions (anchor, &n_missing, error);
  if (definitions == NULL)
    return FALSE;
  self.definitions = definitions;
  self.clock.trace = trace;
  self.clock.is_changed = has_maps (spur_trace_get_correction (trace));
  self.clock.resolution_hz = definitions->resolution_hz;
  self.clock.global_offset = definitions->global_offset;
  self.clock.is_metric = find_metric_classes (trace);
  self.n_locations = definitions->locations->len;
  self.locations = g_new0 (Location, MAX (self.n_locations, 1));
  for (guint i = 0; i < self.n_locations; i++)
    self.locations[i].definition = &g_array_index (definitions->locations, SpurOtf2Location, i);
  is_done = copy_all (&self, notes, error);
  for (guint i = 0; i < self.n_locations; i++)
    spur_otf2_census_clear (&self.locations[i].census);
  g_free ((gpointer) self.clock.is_metric);
  g_free (self.locations);
  return is_done;
}

/* Copies an archive, complete or not at all, with the corrected times of @trace, which was read
 * from it. FALSE with an error of %SPUR_FORMAT_ERROR or %G_IO_ERROR. */
gboolean
spur_otf2_rewrite (SpurCodec *codec,
                   const char *path,
                   SpurTrace *trace,
                   const char *output,
                   const SpurJob *job,
                   GPtrArray *notes,
                   GError **error)
{
  g_autoptr (SpurOtf2Anchor) anchor = spur_otf2_anchor_read (path, error);
  g_autoptr (SpurOtf2Folder) folder = NULL;
  gboolean is_done;

  if (anchor == NULL)
    return FALSE;
  folder = spur_otf2_folder_new (output, error);
  if (folder == NULL)
    return FALSE;
  spur_otf2_errors_hold ();
  is_done = rewrite_archive (anchor, trace, folder, job, notes, error);
  spur_otf2_errors_release ();
  return is_done;
}
