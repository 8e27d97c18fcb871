/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Corrected times in ticks of the archive.
 *
 * An event whose time the correction does not change keeps its ticks. Another one gets the ticks
 * that Spur would read as its corrected time, or, where the archive's clock is too coarse for it,
 * the last ones before. That is the same monotone function for all streams, so it turns no edge
 * around.
 *
 * Records that are no events of the stream lie on the straight line between the events around
 * them. */
#include "plugins/formats/otf2/rewrite/spur-otf2-retimer.h"

#include "core/base/spur-order-internal.h"

#define NS_PER_S 1000000000

__extension__ typedef __int128 Int128;

static gint64
divide_floor (Int128 dividend, gint64 divisor)
{
  Int128 quotient = dividend / divisor;

  return (gint64) (quotient - (dividend % divisor < 0));
}

/* Ticks since the global offset for a trace time: the first that is not before it, if Spur reads it
 * as this very time, else the last that is not after it. */
static gint64
ticks_from_ns (gint64 time_ns, guint64 resolution_hz)
{
  gint64 resolution = (gint64) resolution_hz;
  gint64 ticks;

  if (resolution == NS_PER_S)
    return time_ns;
  ticks = -divide_floor (-(Int128) time_ns * resolution, NS_PER_S);
  if (divide_floor ((Int128) ticks * NS_PER_S, resolution) > time_ns)
    ticks--;
  return ticks;
}

static gint64
correct_time (SpurOtf2Times *self, guint64 event, gint64 old_ticks)
{
  gint64 raw_ns, time_ns;

  if (self->n_maps == 0)
    return old_ticks;
  raw_ns = time_ns = spur_stream_ticks_to_ns (self->stream, old_ticks);
  for (guint i = 0; i < self->n_maps; i++)
    time_ns = spur_time_map_apply_near (self->maps[i], &self->hints[i], event, time_ns);
  return time_ns == raw_ns ? old_ticks : ticks_from_ns (time_ns, self->resolution_hz);
}

/* Order is kept where the ticks kept by one event and those made for the next one meet. */
static gint64
correct_in_order (SpurOtf2Times *self, guint64 event, gint64 old_ticks)
{
  gint64 new_ticks = correct_time (self, event, old_ticks);

  if (self->n_maps > 0 && self->has_last)
    new_ticks = MAX (new_ticks, self->last.new_ticks);
  return new_ticks;
}

static void
look_ahead (SpurOtf2Times *self)
{
  while (self->chunk != NULL && self->position == self->chunk->n_events)
    {
      self->chunk = spur_chunk_walk_next (self->walk);
      self->position = 0;
    }
  self->has_next = self->chunk != NULL;
  if (!self->has_next)
    return;
  self->next.event = self->chunk->first + self->position;
  self->next_class = self->chunk->classes[self->position];
  self->next.old_ticks = spur_chunk_get_ticks (self->chunk, self->position);
  self->next.new_ticks = correct_in_order (self, self->next.event, self->next.old_ticks);
  self->position++;
}

/* Without a @stream times stay as they are. */
void
spur_otf2_times_init (SpurOtf2Times *self,
                      SpurStream *stream,
                      SpurCorrection *correction,
                      guint64 resolution_hz)
{
  *self = (SpurOtf2Times){ .stream = stream, .resolution_hz = resolution_hz };
  if (stream == NULL)
    return;
  self->n_events = spur_stream_get_n_events (stream);
  if (correction != NULL)
    {
      guint index = spur_stream_get_index (stream);

      self->n_maps = spur_correction_get_n_maps (correction, index);
      for (guint i = 0; i < self->n_maps; i++)
        self->maps[i] = spur_correction_get_map (correction, index, i);
    }
  self->walk = spur_chunk_walk_new (stream, SPUR_CHUNK_TICKS | SPUR_CHUNK_CLASSES);
  self->chunk = spur_chunk_walk_next (self->walk);
  look_ahead (self);
}

void
spur_otf2_times_clear (SpurOtf2Times *self)
{
  g_clear_pointer (&self->walk, spur_chunk_walk_free);
}

/* The next event of the stream. %FALSE where it is not one of @old_ticks. */
gboolean
spur_otf2_times_take (SpurOtf2Times *self, gint64 old_ticks, gint64 *new_ticks)
{
  if (!self->has_next || self->next.old_ticks != old_ticks)
    return FALSE;
  self->last = self->next;
  self->has_last = TRUE;
  *new_ticks = self->last.new_ticks;
  look_ahead (self);
  return TRUE;
}

static gint64
interpolate_time (const SpurOtf2Time *a, const SpurOtf2Time *b, gint64 old_ticks)
{
  if (old_ticks <= a->old_ticks || b->old_ticks <= a->old_ticks)
    return a->new_ticks;
  if (old_ticks >= b->old_ticks)
    return b->new_ticks;
  if (b->new_ticks - a->new_ticks == b->old_ticks - a->old_ticks)
    return a->new_ticks + (old_ticks - a->old_ticks);
  return a->new_ticks +
         divide_floor ((Int128) (old_ticks - a->old_ticks) * (b->new_ticks - a->new_ticks),
                       b->old_ticks - a->old_ticks);
}

static gint64
shift_time (const SpurOtf2Time *by, gint64 old_ticks)
{
  return by->new_ticks + (old_ticks - by->old_ticks);
}

/* A record between the event taken last and the next one. */
gint64
spur_otf2_times_between (const SpurOtf2Times *self, gint64 old_ticks)
{
  if (self->n_maps == 0)
    return old_ticks;
  if (self->has_last && self->has_next)
    return interpolate_time (&self->last, &self->next, old_ticks);
  if (self->has_last)
    return shift_time (&self->last, MAX (old_ticks, self->last.old_ticks));
  return self->has_next ? shift_time (&self->next, old_ticks) : old_ticks;
}

/* Takes the next events of the stream as long as they are of this time and of a class that
 * @is_of_record has set: those of one record, which may be none. Those of another record of the
 * same time may be among them; it is then between them and what follows. */
gint64
spur_otf2_times_take_all (SpurOtf2Times *self, gint64 old_ticks, const gboolean *is_of_record)
{
  gint64 new_ticks, ignored;

  if (!self->has_next || self->next.old_ticks != old_ticks || !is_of_record[self->next_class] ||
      !spur_otf2_times_take (self, old_ticks, &new_ticks))
    return spur_otf2_times_between (self, old_ticks);
  while (self->has_next && self->next.old_ticks == old_ticks && is_of_record[self->next_class] &&
         spur_otf2_times_take (self, old_ticks, &ignored))
    continue;
  return new_ticks;
}

/* The number of events at or before a time. */
static guint64
count_until (const SpurOtf2Times *self, gint64 old_ticks)
{
  guint64 low = 0, high = self->n_events, middle;

  SPUR_BISECT (low, high, middle, spur_stream_get_ticks (self->stream, middle) <= old_ticks)
  return low;
}

static SpurOtf2Time
look_up (SpurOtf2Times *self, guint64 event)
{
  gint64 old_ticks = spur_stream_get_ticks (self->stream, event);

  return (SpurOtf2Time){ event, old_ticks, correct_time (self, event, old_ticks) };
}

/* What bears a time of the location but is none of its events, at any place in the trace. Does not
 * mix with spur_otf2_times_take(). Quick where one time is near the one before. */
gint64
spur_otf2_times_at (SpurOtf2Times *self, gint64 old_ticks)
{
  gboolean is_near = self->has_last && self->has_next && self->last.old_ticks <= old_ticks &&
                     old_ticks < self->next.old_ticks;

  if (self->n_maps == 0 || self->n_events == 0)
    return old_ticks;
  if (!is_near)
    {
      guint64 n_until = count_until (self, old_ticks);

      self->has_last = n_until > 0;
      self->has_next = n_until < self->n_events;
      if (self->has_last)
        self->last = look_up (self, n_until - 1);
      if (self->has_next)
        self->next = look_up (self, n_until);
    }
  return spur_otf2_times_between (self, old_ticks);
}
