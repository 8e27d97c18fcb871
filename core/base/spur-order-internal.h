/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <string.h>

/* -1, 0 or 1 as a function for sorting wants it; more keys follow behind ?: and count where those
 * before them are equal. */
#define SPUR_ORDER(a, b) (((a) > (b)) - ((a) < (b)))

/* Orders of *@p and *@q by one field, or by several. */
#define SPUR_BY(field) SPUR_ORDER (p->field, q->field)
#define SPUR_BY_2(first, second) SPUR_BY (first) ?: SPUR_BY (second)
#define SPUR_BY_3(first, second, third) SPUR_BY_2 (first, second) ?: SPUR_BY (third)
#define SPUR_BY_4(first, second, third, fourth) SPUR_BY_3 (first, second, third) ?: SPUR_BY (fourth)

/* A function for sorting elements of a type: @order is that of *@p and *@q. */
#define SPUR_DEFINE_ORDER(name, Type, order)                                                       \
  static int name (const void *a, const void *b)                                                   \
  {                                                                                                \
    const Type *p = a, *q = b;                                                                     \
                                                                                                   \
    return order;                                                                                  \
  }

/* Moves @low to the first place from there on for which @is_before does not hold, or to @high. What
 * it holds for comes first, and it speaks of @middle. */
#define SPUR_BISECT(low, high, middle, is_before)                                                  \
  while (low < high)                                                                               \
    {                                                                                              \
      middle = low + (high - low) / 2;                                                             \
      if (is_before)                                                                               \
        low = middle + 1;                                                                          \
      else                                                                                         \
        high = middle;                                                                             \
    }

/* Sorts @items, which mostly are in order already; @compare is a function of SPUR_DEFINE_ORDER. */
#define SPUR_SORT_UNLESS_SORTED(items, n_items, compare)                                           \
  for (gsize i_ = 1; i_ < (n_items); i_++)                                                         \
    {                                                                                              \
      if (compare (&(items)[i_ - 1], &(items)[i_]) <= 0)                                           \
        continue;                                                                                  \
      qsort (items, n_items, sizeof *(items), compare);                                            \
      break;                                                                                       \
    }

/* A function that sorts @n_items items of a type, which stay in order where they are equal. With
 * @compare, of SPUR_DEFINE_ORDER, compiled into it and with parts that are in order already it is
 * much faster than qsort(). @scratch has room for half of the items. */
#define SPUR_DEFINE_SORT(name, Type, compare)                                                      \
  static void name (Type *items, gsize n_items, Type *scratch)                                     \
  {                                                                                                \
    gsize n_first = n_items / 2, i = 0, j = n_first, n = 0;                                        \
                                                                                                   \
    if (n_items < 2)                                                                               \
      return;                                                                                      \
    name (items, n_first, scratch);                                                                \
    name (items + n_first, n_items - n_first, scratch);                                            \
    if (compare (&items[n_first - 1], &items[n_first]) <= 0)                                       \
      return;                                                                                      \
    memcpy (scratch, items, n_first * sizeof *items);                                              \
    while (i < n_first && j < n_items)                                                             \
      items[n++] = compare (&scratch[i], &items[j]) <= 0 ? scratch[i++] : items[j++];              \
    memcpy (&items[n], &scratch[i], (n_first - i) * sizeof *items);                                \
  }

/* The same of an array of such items. */
#define SPUR_DEFINE_ARRAY_SORT(name, Type, compare)                                                \
  SPUR_DEFINE_SORT (name##_items, Type, compare)                                                   \
                                                                                                   \
  static void name (GArray *array)                                                                 \
  {                                                                                                \
    Type *scratch = g_new (Type, array->len / 2 + 1);                                              \
                                                                                                   \
    name##_items ((Type *) (gpointer) array->data, array->len, scratch);                           \
    g_free (scratch);                                                                              \
  }
