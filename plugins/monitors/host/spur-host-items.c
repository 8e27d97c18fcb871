/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/monitors/host/spur-host-file.h"

#include <stdlib.h>

void
spur_host_items_close (void *state)
{
  free (((SpurHostItems *) state)->items);
}

/* Items mostly come in the order of the sample before. */
static SpurHostItem *
find_item (SpurHostItems *self, SpurHostContext *context, const char *name)
{
  SpurHostItem *items;

  if (self->guess < self->n_items && strcmp (self->items[self->guess].name, name) == 0)
    return &self->items[self->guess];
  for (unsigned i = 0; i < self->n_items; i++)
    {
      if (strcmp (self->items[i].name, name) == 0)
        return &self->items[i];
    }
  if (self->n_items == self->item_class->n_max)
    return NULL;
  items = spur_host_make_room (self->items, self->n_items, sizeof *items);
  if (items == NULL)
    return NULL;
  self->items = items;
  items += self->n_items++;
  memset (items, 0, sizeof *items);
  memcpy (items->name, name, strlen (name) + 1);
  if (self->item_class->is_left_out != NULL)
    items->is_left_out = self->item_class->is_left_out (self, context, name);
  return items;
}

static void
put_item (const SpurHostItemClass *item_class,
          SpurHostItem *item,
          SpurHostContext *context,
          const int64_t *numbers)
{
  SpurHostRow row = { .table = item_class->table, .time_ns = context->time_ns };
  int64_t since[SPUR_HOST_MAX_NUMBERS] = { 0 };
  bool is_idle = item_class->level < 0 || numbers[item_class->level] == 0;

  for (int i = 0; i < (int) item_class->n_numbers; i++)
    {
      if (i == item_class->level)
        continue;
      since[i] = spur_host_difference (context, numbers[i], item->numbers[i]);
      is_idle = is_idle && since[i] == 0;
    }
  if (is_idle && (item->is_idle || item->part == SPUR_HOST_WHOLE))
    return;
  item->is_idle = is_idle;
  if (item->part == SPUR_HOST_WHOLE)
    item->part = item_class->add_part (context, item->name);
  row.part = item->part;
  row.values[1] = context->time_ns - item->time_ns;
  item_class->fill (&row, numbers, since);
  context->sink->put (context->sink, &row);
}

void
spur_host_items_take (SpurHostItems *self,
                      SpurHostContext *context,
                      const SpurHostText *name,
                      SpurHostText *numbers)
{
  const SpurHostItemClass *item_class = self->item_class;
  char text[SPUR_HOST_TEXT_BYTES];
  int64_t values[SPUR_HOST_MAX_NUMBERS];
  SpurHostItem *item;

  if (!spur_host_text_copy (name, text) ||
      spur_host_scan_numbers (numbers, values, item_class->n_numbers) != item_class->n_numbers)
    {
      context->n_odd_lines++;
      return;
    }
  item = find_item (self, context, text);
  if (item == NULL)
    {
      context->n_left_out++;
      return;
    }
  self->guess = (unsigned) (item - self->items) + 1;
  if (item->is_left_out || item->is_seen)
    return;
  if (item->is_known)
    put_item (item_class, item, context, values);
  memcpy (item->numbers, values, sizeof values);
  item->time_ns = context->time_ns;
  item->is_known = item->is_seen = true;
}

void
spur_host_items_end (SpurHostItems *self)
{
  for (unsigned i = 0; i < self->n_items; i++)
    {
      self->items[i].is_known = self->items[i].is_seen;
      self->items[i].is_seen = false;
    }
  self->guess = 0;
}
