/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Events as a parcel holds them, column by column. */
#include "config.h"

#include "core/base/spur-bytes-private.h"
#include "core/model/spur-event-layout.h"
#include "core/record/spur-parcel-private.h"
#include "core/store/spur-trace.h"

#define MAX_CLASSES 4096
#define MAX_STEP (G_GUINT64_CONSTANT (1) << 44)
#define CLASS_BYTES 12
#define COLUMN_BYTES 24
#define TICKS_COLUMN 0
#define CLASS_COLUMN 1
#define N_OWN_COLUMNS 2

static gboolean
refuse (const SpurParcel *parcel, GError **error, const char *problem)
{
  g_set_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT,
               "parcel %" G_GUINT64_FORMAT " of writer %u: %s", parcel->sequence, parcel->writer,
               problem);
  return FALSE;
}

static gboolean
read_classes (SpurParcelEvents *self, SpurBody *body, guint32 n_columns)
{
  guint64 n_events = 0;
  guint64 n_needed = N_OWN_COLUMNS;

  self->classes = g_new0 (SpurParcelClass, self->n_classes);
  for (guint32 i = 0; i < self->n_classes; i++)
    {
      SpurParcelClass *event_class = &self->classes[i];

      event_class->number = spur_body_get_u32 (body);
      event_class->n_events = spur_body_get_u32 (body);
      event_class->n_fields = spur_body_get_u32 (body);
      event_class->first_column = (guint32) n_needed;
      if (event_class->n_events == 0 || event_class->n_fields > SPUR_LAYOUT_MAX_FIELDS)
        return FALSE;
      n_events += event_class->n_events;
      n_needed += event_class->n_fields;
    }
  if (self->n_classes % 2 != 0)
    spur_body_get_u32 (body);
  return n_events == self->n_events && n_needed == n_columns;
}

static gboolean
read_columns (SpurParcelEvents *self, SpurBody *body, guint32 n_columns)
{
  self->columns = g_new0 (SpurParcelColumn, n_columns);
  for (guint32 i = 0; i < n_columns; i++)
    {
      SpurParcelColumn *column = &self->columns[i];

      column->base = spur_body_get_u64 (body);
      column->step = spur_body_get_u64 (body);
      column->width = spur_body_get_u32 (body);
      spur_body_get_u32 (body);
      if (column->width > 8 || column->step >= MAX_STEP)
        return FALSE;
    }
  return !body->is_short;
}

static gboolean
place_column (SpurParcelColumn *column, SpurBody *body, guint32 n_values)
{
  gsize n_bytes = (gsize) column->width * n_values;

  if ((gsize) (body->end - body->at) < n_bytes)
    return FALSE;
  column->values = body->at;
  body->at += n_bytes;
  return TRUE;
}

static gboolean
place_columns (SpurParcelEvents *self, SpurBody *body)
{
  if (!place_column (&self->columns[TICKS_COLUMN], body, self->n_events) ||
      !place_column (&self->columns[CLASS_COLUMN], body, self->n_events))
    return FALSE;
  for (guint32 i = 0; i < self->n_classes; i++)
    {
      const SpurParcelClass *event_class = &self->classes[i];

      for (guint32 k = 0; k < event_class->n_fields; k++)
        {
          if (!place_column (&self->columns[event_class->first_column + k], body,
                             event_class->n_events))
            return FALSE;
        }
    }
  return TRUE;
}

/* As many of each class as are said to be there. */
static gboolean
check_classes (SpurParcelEvents *self)
{
  for (guint32 i = 0; i < self->n_events; i++)
    {
      guint64 event_class = spur_parcel_column_get (&self->columns[CLASS_COLUMN], i);

      if (event_class >= self->n_classes ||
          self->classes[event_class].n_taken == self->classes[event_class].n_events)
        return FALSE;
      self->classes[event_class].n_taken++;
    }
  spur_parcel_events_rewind (self);
  return TRUE;
}

gboolean
spur_parcel_events_init (SpurParcelEvents *self, const SpurParcel *parcel, GError **error)
{
  g_auto (SpurParcelEvents) events = { .n_events = parcel->n_events };
  SpurBody body;
  guint32 n_columns;

  spur_body_init (&body, parcel);
  events.n_classes = spur_body_get_u32 (&body);
  n_columns = spur_body_get_u32 (&body);
  if (events.n_events > SPUR_PARCEL_MAX_EVENTS || events.n_events == 0)
    return refuse (parcel, error, "it has none or more than 1,048,576 events");
  if (events.n_classes == 0 || events.n_classes > MAX_CLASSES ||
      events.n_classes > parcel->n_bytes / CLASS_BYTES)
    return refuse (parcel, error, "it has no event classes, or more than fit into it");
  if (n_columns > parcel->n_bytes / COLUMN_BYTES || !read_classes (&events, &body, n_columns))
    return refuse (parcel, error, "its event classes do not fit its events and columns");
  if (!read_columns (&events, &body, n_columns))
    return refuse (parcel, error, "its columns are not described as they must be");
  if (!place_columns (&events, &body))
    return refuse (parcel, error, "it ends within a column");
  if (!check_classes (&events))
    return refuse (parcel, error, "its events are not of the classes that it names");
  *self = events;
  events = (SpurParcelEvents){ 0 };
  return TRUE;
}

void
spur_parcel_events_clear (SpurParcelEvents *self)
{
  g_clear_pointer (&self->classes, g_free);
  g_clear_pointer (&self->columns, g_free);
}

void
spur_parcel_events_rewind (SpurParcelEvents *self)
{
  self->n_taken = 0;
  for (guint32 i = 0; i < self->n_classes; i++)
    self->classes[i].n_taken = 0;
}

gboolean
spur_parcel_events_next (SpurParcelEvents *self, SpurParcelEvent *event)
{
  SpurParcelClass *event_class;
  guint32 index = self->n_taken;

  if (index == self->n_events)
    return FALSE;
  event->ticks = spur_parcel_column_get (&self->columns[TICKS_COLUMN], index);
  event_class = &self->classes[spur_parcel_column_get (&self->columns[CLASS_COLUMN], index)];
  event->event_class = event_class;
  event->index = event_class->n_taken++;
  self->n_taken++;
  return TRUE;
}
