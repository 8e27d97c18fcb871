/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The places where a location's files have times: before events and snapshots, in the event that a
 * buffer was flushed, in the records of a snapshot and in clock offsets. */
#include "plugins/formats/otf2/rewrite/spur-otf2-retimer.h"

#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/format/spur-codec.h"
#include "plugins/formats/otf2/spur-otf2-filler.h"

#define TIME_BYTES 8
#define BUFFER_FLUSH 10
#define FIRST_SNAPSHOT_WITH_TIME 12
#define CLOCK_OFFSET 6
#define ALL_BITS_SET 0xff

/* @stream, which may be NULL, is stamped by the clock of the location; @is_own says whether it
 * holds the events of the location. */
void
spur_otf2_retimer_init (SpurOtf2Retimer *self,
                        const SpurOtf2Clock *clock,
                        SpurStream *stream,
                        gboolean is_own)
{
  SpurCorrection *correction = spur_trace_get_correction (clock->trace);

  *self = (SpurOtf2Retimer){ .clock = clock, .is_own = is_own && stream != NULL };
  spur_otf2_times_init (&self->times, stream, correction, clock->resolution_hz);
  spur_otf2_times_init (&self->others, stream, correction, clock->resolution_hz);
  /* Nothing was looked up yet. */
  self->others.has_next = FALSE;
}

void
spur_otf2_retimer_clear (SpurOtf2Retimer *self)
{
  spur_otf2_times_clear (&self->times);
  spur_otf2_times_clear (&self->others);
}

/* Whether all events of the stream were met. */
gboolean
spur_otf2_retimer_is_done (const SpurOtf2Retimer *self)
{
  return !self->is_own || !self->times.has_next;
}

static guint64
finish_time (const SpurOtf2Retimer *self, gint64 new_ticks)
{
  return (guint64) new_ticks + self->clock->global_offset + self->clock->shift;
}

static gint64
begin_time (const SpurOtf2Retimer *self, guint64 time)
{
  return (gint64) (time - self->clock->global_offset);
}

/* The new time of what bears a time of the location's clock. It is never before the beginning of
 * the clock. */
guint64
spur_otf2_retimer_map (SpurOtf2Retimer *self, guint64 time)
{
  gint64 ticks;

  if (time == G_MAXUINT64)
    return time;
  ticks = spur_otf2_times_at (&self->others, begin_time (self, time));
  if (ticks < 0 && (guint64) -ticks > self->clock->global_offset + self->clock->shift)
    return 0;
  return finish_time (self, ticks);
}

static void
note_time (SpurOtf2Retimer *self, guint64 old_time, guint64 new_time)
{
  if (self->n_records++ == 0)
    {
      self->first_old = old_time;
      self->first_new = new_time;
    }
  self->first_old = MIN (self->first_old, old_time);
  self->first_new = MIN (self->first_new, new_time);
  self->last_new = MAX (self->last_new, new_time);
}

static gboolean
get_event_time (
  gpointer user_data, guint8 type, guint64 old_time, guint64 *new_time, GError **error)
{
  SpurOtf2Retimer *self = user_data;
  gint64 ticks;

  if (!self->is_own)
    *new_time = spur_otf2_retimer_map (self, old_time);
  else if (spur_otf2_is_left_out (type))
    *new_time =
      finish_time (self, spur_otf2_times_between (&self->times, begin_time (self, old_time)));
  else if (type == SPUR_OTF2_METRIC)
    *new_time =
      finish_time (self, spur_otf2_times_take_all (&self->times, begin_time (self, old_time),
                                                   self->clock->is_metric));
  else if (spur_otf2_times_take (&self->times, begin_time (self, old_time), &ticks))
    *new_time = finish_time (self, ticks);
  else
    return spur_error_set (
      error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
      "the record of type %u at time %" G_GUINT64_FORMAT
      " is not the next event of the trace that was read, so the archive has changed "
      "since",
      type, old_time);
  note_time (self, old_time, *new_time);
  return TRUE;
}

static void
map_at (SpurOtf2Retimer *self, SpurOtf2Record *record)
{
  guint64 time;

  if (record->n_bytes < TIME_BYTES)
    return;
  time = spur_otf2_get_long (record->fields, record->is_big_endian);
  spur_otf2_put_long (record->fields, spur_otf2_retimer_map (self, time), record->is_big_endian);
}

static void
change_event (gpointer user_data, SpurOtf2Record *record)
{
  if (record->type == BUFFER_FLUSH)
    map_at (user_data, record);
}

const SpurOtf2CopyClass spur_otf2_event_copy = { SPUR_OTF2_EVENTS, get_event_time, change_event,
                                                 NULL };

static gboolean
get_snapshot_time (
  gpointer user_data, guint8 type, guint64 old_time, guint64 *new_time, GError **error)
{
  *new_time = spur_otf2_retimer_map (user_data, old_time);
  return TRUE;
}

/* After the records of the beginning and the end come those of events that are under way, with the
 * time of the event first. */
static void
change_snapshot (gpointer user_data, SpurOtf2Record *record)
{
  if (record->type >= FIRST_SNAPSHOT_WITH_TIME)
    map_at (user_data, record);
}

const SpurOtf2CopyClass spur_otf2_snapshot_copy = { SPUR_OTF2_SNAPSHOTS, get_snapshot_time,
                                                    change_snapshot, NULL };

/* Readers would add the offset to times that are corrected already. libotf2 takes no two offsets of
 * one time. */
static void
change_definition (gpointer user_data, SpurOtf2Record *record)
{
  SpurOtf2Retimer *self = user_data;
  guint8 *offset = record->fields + TIME_BYTES;
  guint64 time;

  if (!self->clock->is_changed || record->type != CLOCK_OFFSET || record->n_bytes <= TIME_BYTES)
    return;
  map_at (self, record);
  time = spur_otf2_get_long (record->fields, record->is_big_endian);
  if (self->n_clock_offsets++ > 0)
    time = MAX (time, self->last_offset_time + 1);
  self->last_offset_time = time;
  spur_otf2_put_long (record->fields, time, record->is_big_endian);
  if (*offset == ALL_BITS_SET)
    *offset = 0;
  else if (*offset < record->n_bytes - TIME_BYTES)
    memset (offset + 1, 0, *offset);
}

const SpurOtf2CopyClass spur_otf2_definition_copy = { SPUR_OTF2_LOCAL_DEFINITIONS, NULL,
                                                      change_definition, NULL };
