/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Open addressing, and deletion that closes the gap. */
#include "plugins/formats/otf2/spur-otf2-filler.h"

#define FIRST_SLOTS 64

void
spur_otf2_requests_init (SpurOtf2Requests *self)
{
  self->n_slots = FIRST_SLOTS;
  self->n_used = 0;
  self->postings = g_new0 (SpurOtf2Posting, self->n_slots);
}

void
spur_otf2_requests_clear (SpurOtf2Requests *self)
{
  g_clear_pointer (&self->postings, g_free);
}

/* Numbers that follow each other go to different slots, others are spread. */
static gsize
slot_of (const SpurOtf2Requests *self, guint64 request)
{
  return (gsize) (request ^ (request >> 32) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) &
         (self->n_slots - 1);
}

/* Where @request is, or the free slot where it would be. */
static gsize
find_slot (const SpurOtf2Requests *self, guint64 request)
{
  gsize slot = slot_of (self, request);

  while (self->postings[slot].is_used && self->postings[slot].request != request)
    slot = (slot + 1) & (self->n_slots - 1);
  return slot;
}

static void
grow_table (SpurOtf2Requests *self)
{
  g_autofree SpurOtf2Posting *old = self->postings;
  gsize n_old = self->n_slots;

  self->n_slots *= 2;
  self->postings = g_new0 (SpurOtf2Posting, self->n_slots);
  for (gsize i = 0; i < n_old; i++)
    if (old[i].is_used)
      self->postings[find_slot (self, old[i].request)] = old[i];
}

/* A number that is used again before its receive was complete stands for the new one. */
void
spur_otf2_requests_put (SpurOtf2Requests *self, guint64 request, guint64 event)
{
  gsize slot;

  if (2 * (self->n_used + 1) > self->n_slots)
    grow_table (self);
  slot = find_slot (self, request);
  self->n_used += !self->postings[slot].is_used;
  self->postings[slot] = (SpurOtf2Posting){ request, event, TRUE };
}

/* %FALSE where nothing was put for @request since it was taken last. */
gboolean
spur_otf2_requests_take (SpurOtf2Requests *self, guint64 request, guint64 *event)
{
  gsize mask = self->n_slots - 1;
  gsize gap = find_slot (self, request);

  if (!self->postings[gap].is_used)
    return FALSE;
  *event = self->postings[gap].event;
  self->postings[gap].is_used = FALSE;
  self->n_used--;
  for (gsize slot = (gap + 1) & mask; self->postings[slot].is_used; slot = (slot + 1) & mask)
    {
      gsize home = slot_of (self, self->postings[slot].request);

      if (((slot - home) & mask) >= ((slot - gap) & mask))
        {
          self->postings[gap] = self->postings[slot];
          self->postings[slot].is_used = FALSE;
          gap = slot;
        }
    }
  return TRUE;
}
