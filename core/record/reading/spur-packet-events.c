/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The events of a packet, one after the other. */
#include "config.h"

#include "core/record/reading/spur-packet.h"

#define TICKS_COLUMN 0
#define CLASS_COLUMN 1

const char *
spur_packet_events_check (SpurPacketEvents *self)
{
  const char *problem = NULL;

  if (self->n_events == 0)
    return "no events";
  for (guint32 i = 0; i < self->n_events && problem == NULL; i++)
    {
      guint64 kind = spur_packet_column_get (&self->columns[CLASS_COLUMN], i);

      if (kind >= self->n_classes || self->classes[kind].n_taken == self->classes[kind].n_events)
        problem = "events that are not of the classes that it names";
      else
        self->classes[kind].n_taken++;
    }
  for (guint32 i = 0; i < self->n_classes; i++)
    self->classes[i].n_taken = 0;
  return problem;
}

gboolean
spur_packet_events_next (SpurPacketEvents *self, SpurPacketEvent *event)
{
  SpurPacketClass *event_class;
  guint32 index = self->n_taken;

  if (index == self->n_events)
    return FALSE;
  event_class = &self->classes[spur_packet_column_get (&self->columns[CLASS_COLUMN], index)];
  event->ticks = spur_packet_column_get (&self->columns[TICKS_COLUMN], index);
  event->event_class = event_class;
  event->index = event_class->n_taken++;
  self->n_taken++;
  return TRUE;
}
