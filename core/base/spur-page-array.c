/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-page-array-private.h"

#define FIRST_ROOM 64

void
spur_page_array_grow (SpurPageArray *self, gsize n_element_bytes)
{
  gsize n_room = self->n_room > 0 ? 2 * self->n_room : FIRST_ROOM;

  self->elements =
    spur_pages_grow (self->elements, self->n * n_element_bytes, n_room, n_element_bytes);
  self->n_room = n_room;
}

void
spur_page_array_fit (SpurPageArray *self, gsize n_element_bytes)
{
  spur_pages_fit (self->elements, self->n * n_element_bytes);
  self->n_room = self->n;
}

void
spur_page_array_clear (SpurPageArray *self)
{
  spur_pages_free (self->elements);
  *self = (SpurPageArray){ NULL, 0, 0 };
}
