/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-pages-private.h"

/* An array that grows at its end as GArray does, for as many elements as a trace has events: it
 * lies in pages (spur-pages-private.h), and adding an element is no call. Zeroed it is empty. */
typedef struct
{
  gpointer elements;
  gsize n;
  gsize n_room;
} SpurPageArray;

/* Makes room for more. */
void spur_page_array_grow (SpurPageArray *self, gsize n_element_bytes);

/* Gives back the room behind the last element. */
void spur_page_array_fit (SpurPageArray *self, gsize n_element_bytes);

/* Leaves an empty array. */
void spur_page_array_clear (SpurPageArray *self);

static inline gpointer
spur_page_array_add (SpurPageArray *self, gsize n_element_bytes)
{
  if (self->n == self->n_room)
    spur_page_array_grow (self, n_element_bytes);
  return (guint8 *) self->elements + self->n++ * n_element_bytes;
}

/* Where the new last element lies, with anything in it. */
#define SPUR_PAGE_ARRAY_ADD(self, Type) ((Type *) spur_page_array_add ((self), sizeof (Type)))
#define SPUR_PAGE_ARRAY_AT(self, Type, index) (((Type *) (self)->elements) + (index))
