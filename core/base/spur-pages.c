/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-pages-private.h"

#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE_BYTES ((gsize) 2 << 20)
#define LARGE_BYTES ((gsize) 1 << 20)
#define HEAD_BYTES 64

/* Lies right before the array. */
typedef struct
{
  gpointer mapped;
  gsize n_mapped_bytes;
} Head;

static gpointer
map_pages (gsize n_bytes)
{
  gsize n_mapped_bytes = n_bytes + HEAD_BYTES;
  guint8 *mapped, *first;
  Head *head;

  /* So that it can begin at a multiple of the huge page. */
  if (n_mapped_bytes >= HUGE_PAGE_BYTES)
    n_mapped_bytes += HUGE_PAGE_BYTES;
  mapped = mmap (NULL, n_mapped_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return NULL;
  first = mapped;
  if (n_mapped_bytes >= 2 * HUGE_PAGE_BYTES)
    {
      first += -GPOINTER_TO_SIZE (mapped) & (HUGE_PAGE_BYTES - 1);
      madvise (first, n_bytes + HEAD_BYTES, MADV_HUGEPAGE);
    }
  head = (Head *) (gpointer) (first + HEAD_BYTES) - 1;
  *head = (Head){ mapped, n_mapped_bytes };
  return head + 1;
}

gpointer
spur_pages_new (gsize n_elements, gsize n_element_bytes)
{
  gsize n_bytes;
  gpointer pages = NULL;
  Head *head;

  if (!g_size_checked_mul (&n_bytes, n_elements, n_element_bytes) ||
      n_bytes > G_MAXSSIZE - HEAD_BYTES - HUGE_PAGE_BYTES)
    g_error ("%" G_GSIZE_FORMAT " times %" G_GSIZE_FORMAT " bytes do not fit into memory",
             n_elements, n_element_bytes);
  if (n_bytes >= LARGE_BYTES)
    pages = map_pages (n_bytes);
  if (pages != NULL)
    return pages;
  head = g_malloc0 (sizeof *head + n_bytes);
  return head + 1;
}

gpointer
spur_pages_grow (gpointer pages, gsize n_used_bytes, gsize n_elements, gsize n_element_bytes)
{
  gpointer larger = spur_pages_new (n_elements, n_element_bytes);

  if (n_used_bytes > 0)
    memcpy (larger, pages, n_used_bytes);
  spur_pages_free (pages);
  return larger;
}

void
spur_pages_free (gpointer pages)
{
  Head *head = pages;

  if (pages == NULL)
    return;
  head--;
  if (head->mapped != NULL)
    munmap (head->mapped, head->n_mapped_bytes);
  else
    g_free (head);
}
