/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The times that belong to no location: the properties of the clock, and markers. */
#include "config.h"

#include "plugins/formats/otf2/rewrite/spur-otf2-global-times.h"

#define CLOCK_PROPERTIES 5
#define MARKER 6
#define NS_PER_S 1000000000

__extension__ typedef unsigned __int128 Uint128;

/* The real time at the clock's beginning is in ns. */
static guint64
move_real_time (const SpurOtf2GlobalTimes *self, guint64 real_time, guint64 earlier_ticks)
{
  guint64 resolution_hz = self->clock->resolution_hz;
  guint64 rest = earlier_ticks % resolution_hz;
  guint64 ns = earlier_ticks / resolution_hz * NS_PER_S +
               (guint64) ((Uint128) rest * NS_PER_S / resolution_hz);

  return real_time == G_MAXUINT64 || real_time < ns ? real_time : real_time - ns;
}

static gboolean
replace_clock (gpointer user_data, const SpurOtf2Record *record, GByteArray *fields)
{
  SpurOtf2GlobalTimes *self = user_data;
  SpurOtf2Reach *reach = self->reach;
  gboolean is_big_endian = record->is_big_endian;
  guint64 resolution, offset, length, real_time, new_offset, end;
  gsize at = 0;

  if (record->type != CLOCK_PROPERTIES || !reach->is_set || !self->clock->is_changed ||
      !spur_otf2_take_number (record, &at, &resolution) ||
      !spur_otf2_take_number (record, &at, &offset) ||
      !spur_otf2_take_number (record, &at, &length))
    return FALSE;
  new_offset = offset + self->clock->shift;
  end = new_offset + length;
  if (reach->first_new < new_offset && reach->first_new < reach->first_old + self->clock->shift)
    new_offset = reach->first_new;
  reach->moved_offset_ticks = offset + self->clock->shift - new_offset;
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

const SpurOtf2CopyClass spur_otf2_global_definition_copy = { SPUR_OTF2_GLOBAL_DEFINITIONS, NULL,
                                                             NULL, replace_clock };

static gboolean
replace_marker (gpointer user_data, const SpurOtf2Record *record, GByteArray *fields)
{
  SpurOtf2GlobalTimes *self = user_data;
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
  spur_otf2_retimer_init (&retimer, self->clock, self->find_stream (self->user_data, scope, id),
                          FALSE);
  new_time = spur_otf2_retimer_map (&retimer, time);
  new_end = spur_otf2_retimer_map (&retimer, time + duration);
  spur_otf2_retimer_clear (&retimer);
  spur_otf2_add_number (fields, new_time, is_big_endian);
  spur_otf2_add_number (fields, new_end - new_time, is_big_endian);
  g_byte_array_append (fields, record->fields + rest, record->n_bytes - rest);
  return TRUE;
}

const SpurOtf2CopyClass spur_otf2_marker_copy = { SPUR_OTF2_MARKERS, NULL, NULL, replace_marker };
