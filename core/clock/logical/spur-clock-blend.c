/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-points-private.h"

/* Directions (clock-correction.md section 7): the points of a mirrored pass turned round, and the
 * points between those of two passes. */

static SpurClockPoint
mirror_point (const SpurClockPoint *point, guint64 last_event)
{
  return (SpurClockPoint){ last_event - point->event, -point->from_ns, -point->to_ns };
}

void
spur_clock_points_mirror (SpurClockPoints *self, guint64 last_event)
{
  for (gsize i = 0; i < (self->n_points + 1) / 2; i++)
    {
      SpurClockPoint *a = &self->all[i];
      SpurClockPoint *b = &self->all[self->n_points - 1 - i];
      SpurClockPoint swap = mirror_point (a, last_event);

      *a = mirror_point (b, last_event);
      *b = swap;
    }
}

/* The time after of an event that is next to come to point @index of @self, or is that point. */
static gint64
get_to_ns (const SpurClockPoints *self, gsize index, guint64 event, gint64 from_ns)
{
  const SpurClockPoint *a, *b;

  if (self->n_points == 0)
    return from_ns;
  if (index < self->n_points && self->all[index].event == event)
    return self->all[index].to_ns;
  if (index == 0 || index == self->n_points)
    {
      a = &self->all[index == 0 ? 0 : index - 1];
      return from_ns + a->to_ns - a->from_ns;
    }
  a = &self->all[index - 1];
  b = &self->all[index];
  if (b->from_ns <= a->from_ns)
    return a->to_ns;
  return a->to_ns +
         spur_mul_div_floor (b->to_ns - a->to_ns, from_ns - a->from_ns, b->from_ns - a->from_ns);
}

void
spur_clock_points_mix (SpurClockPoints *self, const SpurClockPoints *mirror, gint64 mix_ppb)
{
  SpurClockPoints mixed = { NULL };
  gsize i = 0, k = 0;

  spur_clock_points_reserve (&mixed, MAX (self->n_points + mirror->n_points, 1));
  while (i < self->n_points || k < mirror->n_points)
    {
      const SpurClockPoint *a = i < self->n_points ? &self->all[i] : NULL;
      const SpurClockPoint *b = k < mirror->n_points ? &mirror->all[k] : NULL;
      const SpurClockPoint *next = a == NULL || (b != NULL && b->event < a->event) ? b : a;
      SpurClockPoint point = { next->event, next->from_ns, 0 };
      gint64 early_ns = get_to_ns (self, i, next->event, next->from_ns);
      gint64 late_ns = get_to_ns (mirror, k, next->event, next->from_ns);

      point.to_ns =
        early_ns + spur_mul_div_floor (mix_ppb, late_ns - early_ns, SPUR_PARTS_PER_BILLION);
      mixed.all[mixed.n_points++] = point;
      i += a != NULL && a->event == point.event;
      k += b != NULL && b->event == point.event;
    }
  spur_clock_points_clear (self);
  *self = mixed;
}
