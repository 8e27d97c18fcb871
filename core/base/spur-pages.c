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
get_array (gpointer mapped, gsize n_mapped_bytes)
{
  guint8 *first = mapped;

  if (n_mapped_bytes >= 2 * HUGE_PAGE_BYTES)
    first += -GPOINTER_TO_SIZE (mapped) & (HUGE_PAGE_BYTES - 1);
  return first + HEAD_BYTES;
}

static gpointer
map_pages (gsize n_bytes)
{
  gsize n_mapped_bytes = n_bytes + HEAD_BYTES;
  gpointer mapped;
  Head *head;

  /* So that it can begin at a multiple of the huge page. */
  if (n_mapped_bytes >= HUGE_PAGE_BYTES)
    n_mapped_bytes += HUGE_PAGE_BYTES;
  mapped = mmap (NULL, n_mapped_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return NULL;
  if (n_mapped_bytes >= 2 * HUGE_PAGE_BYTES)
    madvise (mapped, n_mapped_bytes, MADV_HUGEPAGE);
  head = (Head *) get_array (mapped, n_mapped_bytes) - 1;
  *head = (Head){ mapped, n_mapped_bytes };
  return head + 1;
}

/* What was freed and waits for somebody who needs as much. */
#define N_KEPT 12
#define MAX_KEPT_BYTES ((gsize) 96 << 20)

static GMutex keeping;
static Head kept[N_KEPT];
static gsize n_kept_bytes;

/* The smallest that is large enough and not much larger. */
static Head *
find_kept (gsize n_bytes)
{
  Head *best = NULL;

  for (guint i = 0; i < N_KEPT; i++)
    {
      if (kept[i].n_mapped_bytes >= n_bytes && kept[i].n_mapped_bytes / 2 <= n_bytes &&
          (best == NULL || kept[i].n_mapped_bytes < best->n_mapped_bytes))
        best = &kept[i];
    }
  return best;
}

static gpointer
take_kept (gsize n_bytes)
{
  Head *found, head;

  g_mutex_lock (&keeping);
  found = find_kept (n_bytes + HEAD_BYTES + HUGE_PAGE_BYTES);
  if (found == NULL)
    {
      g_mutex_unlock (&keeping);
      return NULL;
    }
  head = *found;
  *found = (Head){ NULL, 0 };
  n_kept_bytes -= head.n_mapped_bytes;
  g_mutex_unlock (&keeping);
  ((Head *) get_array (head.mapped, head.n_mapped_bytes))[-1] = head;
  return get_array (head.mapped, head.n_mapped_bytes);
}

static gboolean
keep (const Head *head)
{
  gboolean is_kept = FALSE;

  madvise (head->mapped, head->n_mapped_bytes, MADV_FREE);
  g_mutex_lock (&keeping);
  for (guint i = 0; i < N_KEPT && n_kept_bytes + head->n_mapped_bytes <= MAX_KEPT_BYTES; i++)
    {
      if (kept[i].mapped != NULL)
        continue;
      kept[i] = *head;
      n_kept_bytes += head->n_mapped_bytes;
      is_kept = TRUE;
      break;
    }
  g_mutex_unlock (&keeping);
  return is_kept;
}

static gpointer
allocate (gsize n_elements, gsize n_element_bytes, gboolean is_zeroed)
{
  gsize n_bytes;
  gpointer pages;
  Head *head;

  if (!g_size_checked_mul (&n_bytes, n_elements, n_element_bytes) ||
      n_bytes > G_MAXSSIZE - HEAD_BYTES - HUGE_PAGE_BYTES)
    g_error ("%" G_GSIZE_FORMAT " times %" G_GSIZE_FORMAT " bytes do not fit into memory",
             n_elements, n_element_bytes);
  if (n_bytes >= LARGE_BYTES)
    {
      pages = is_zeroed ? NULL : take_kept (n_bytes);
      pages = pages != NULL ? pages : map_pages (n_bytes);
      if (pages != NULL)
        return pages;
    }
  head = is_zeroed ? g_malloc0 (sizeof *head + n_bytes) : g_malloc (sizeof *head + n_bytes);
  *head = (Head){ NULL, 0 };
  return head + 1;
}

gpointer
spur_pages_new (gsize n_elements, gsize n_element_bytes)
{
  return allocate (n_elements, n_element_bytes, FALSE);
}

gpointer
spur_pages_new0 (gsize n_elements, gsize n_element_bytes)
{
  return allocate (n_elements, n_element_bytes, TRUE);
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
  Head *head = pages, copy;

  if (pages == NULL)
    return;
  head--;
  if (head->mapped == NULL)
    {
      g_free (head);
      return;
    }
  copy = *head;
  if (!keep (&copy))
    munmap (copy.mapped, copy.n_mapped_bytes);
}
