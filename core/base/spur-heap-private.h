/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* A binary heap of pointers: the first one is before all others. The functions are inlined, so that
 * the comparison is, too. */
typedef gboolean (*SpurHeapIsBefore) (gconstpointer a, gconstpointer b);

/* Moves the element at @at down until none of its children is before it. */
static inline __attribute__ ((always_inline)) void
spur_heap_sift_down (gpointer *heap, guint n_elements, guint at, SpurHeapIsBefore is_before)
{
  gpointer element = heap[at];

  for (;;)
    {
      guint child = 2 * at + 1;

      if (child >= n_elements)
        break;
      if (child + 1 < n_elements && is_before (heap[child + 1], heap[child]))
        child++;
      if (!is_before (heap[child], element))
        break;
      heap[at] = heap[child];
      at = child;
    }
  heap[at] = element;
}

/* Moves the element at @at up until its parent is not after it. */
static inline __attribute__ ((always_inline)) void
spur_heap_sift_up (gpointer *heap, guint at, SpurHeapIsBefore is_before)
{
  gpointer element = heap[at];

  while (at > 0 && is_before (element, heap[(at - 1) / 2]))
    {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
  heap[at] = element;
}

/* Puts any order of elements into that of a heap. */
static inline __attribute__ ((always_inline)) void
spur_heap_build (gpointer *heap, guint n_elements, SpurHeapIsBefore is_before)
{
  for (guint i = n_elements / 2; i-- > 0;)
    spur_heap_sift_down (heap, n_elements, i, is_before);
}
