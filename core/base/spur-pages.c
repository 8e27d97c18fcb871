/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-pages-private.h"

#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE_BYTES ((gsize) 2 << 20)
#define LARGE_BYTES ((gsize) 256 << 10)
#define HEAD_BYTES 64

/* Arrays up to half of that share slabs, larger ones have a mapping of their own. */
#define SLAB_BYTES ((gsize) 256 << 20)
#define N_SLABS 64
/* Of what is free at most so much stays in memory. */
#define MAX_FREE_BYTES ((gsize) 128 << 20)

/* Lies right before the array: of which slab, or which mapping, it is. */
typedef struct
{
  gpointer begin;
  gsize n_bytes;
  gint slab;
} Head;

#define ON_HEAP -1
#define MAPPED -2

/* A part of a slab that is free; those that touch each other are one. */
typedef struct
{
  guint8 *begin;
  gsize n_bytes;
} Hole;

static GMutex mutex;
static guint n_slabs;
static GArray *holes[N_SLABS];
/* Of each slab, where what was never used begins. */
static guint8 *unused[N_SLABS];
static gsize n_free_bytes;

static guint8 *
map_aligned (gsize n_bytes)
{
  guint8 *mapped = mmap (NULL, n_bytes + HUGE_PAGE_BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  gsize n_before;

  if (mapped == MAP_FAILED)
    return NULL;
  n_before = -GPOINTER_TO_SIZE (mapped) & (HUGE_PAGE_BYTES - 1);
  if (n_before > 0)
    munmap (mapped, n_before);
  if (n_before < HUGE_PAGE_BYTES)
    munmap (mapped + n_before + n_bytes, HUGE_PAGE_BYTES - n_before);
  madvise (mapped + n_before, n_bytes, MADV_HUGEPAGE);
  return mapped + n_before;
}

/* The first hole that is large enough, so that what was used before is used again. */
static gpointer
take_hole (guint slab, gsize n_bytes)
{
  for (guint i = 0; i < holes[slab]->len; i++)
    {
      Hole *hole = &g_array_index (holes[slab], Hole, i);
      gpointer begin = hole->begin;

      if (hole->n_bytes < n_bytes)
        continue;
      hole->begin += n_bytes;
      hole->n_bytes -= n_bytes;
      if (hole->begin > unused[slab])
        {
          n_free_bytes += (gsize) (hole->begin - unused[slab]);
          unused[slab] = hole->begin;
        }
      n_free_bytes -= MIN (n_free_bytes, n_bytes);
      if (hole->n_bytes == 0)
        g_array_remove_index (holes[slab], i);
      return begin;
    }
  return NULL;
}

static gpointer
take_from_slabs (gsize n_bytes, gint *slab)
{
  gpointer found = NULL;
  Hole whole;

  for (*slab = 0; *slab < (gint) n_slabs; (*slab)++)
    {
      found = take_hole ((guint) *slab, n_bytes);
      if (found != NULL)
        return found;
    }
  if (n_slabs == N_SLABS)
    return NULL;
  whole = (Hole){ map_aligned (SLAB_BYTES), SLAB_BYTES };
  if (whole.begin == NULL)
    return NULL;
  unused[n_slabs] = whole.begin;
  holes[n_slabs] = g_array_new (FALSE, FALSE, sizeof (Hole));
  g_array_append_val (holes[n_slabs], whole);
  return take_hole (n_slabs++, n_bytes);
}

static gsize
round_up (gsize n_bytes, gsize unit)
{
  return (n_bytes + unit - 1) / unit * unit;
}

static gpointer
take_large (gsize n_bytes)
{
  Head head = { NULL, round_up (n_bytes + HEAD_BYTES, 4096), MAPPED };

  if (head.n_bytes <= SLAB_BYTES / 2)
    {
      g_mutex_lock (&mutex);
      head.begin = take_from_slabs (head.n_bytes, &head.slab);
      g_mutex_unlock (&mutex);
    }
  if (head.begin == NULL)
    {
      head.slab = MAPPED;
      head.n_bytes = round_up (head.n_bytes, HUGE_PAGE_BYTES);
      head.begin = map_aligned (head.n_bytes);
    }
  if (head.begin == NULL)
    return NULL;
  ((Head *) ((guint8 *) head.begin + HEAD_BYTES))[-1] = head;
  return (guint8 *) head.begin + HEAD_BYTES;
}

static void
give_back (const Head *head)
{
  Hole hole = { head->begin, head->n_bytes };
  GArray *all = holes[head->slab];
  guint i = 0;

  while (i < all->len && g_array_index (all, Hole, i).begin < hole.begin)
    i++;
  g_array_insert_val (all, i, hole);
  if (i + 1 < all->len && hole.begin + hole.n_bytes == g_array_index (all, Hole, i + 1).begin)
    {
      g_array_index (all, Hole, i).n_bytes += g_array_index (all, Hole, i + 1).n_bytes;
      g_array_remove_index (all, i + 1);
    }
  if (i > 0 && g_array_index (all, Hole, i - 1).begin + g_array_index (all, Hole, i - 1).n_bytes ==
                 hole.begin)
    {
      g_array_index (all, Hole, i - 1).n_bytes += g_array_index (all, Hole, i).n_bytes;
      g_array_remove_index (all, i);
    }
}

static void
free_large (const Head *head)
{
  if (head->slab == MAPPED)
    {
      munmap (head->begin, head->n_bytes);
      return;
    }
  g_mutex_lock (&mutex);
  n_free_bytes += head->n_bytes;
  if (n_free_bytes > MAX_FREE_BYTES)
    {
      madvise (head->begin, head->n_bytes, MADV_DONTNEED);
      n_free_bytes -= head->n_bytes;
    }
  give_back (head);
  g_mutex_unlock (&mutex);
}

static gpointer
allocate (gsize n_elements, gsize n_element_bytes, gboolean is_zeroed)
{
  gsize n_bytes;
  gpointer pages;
  Head *head;

  if (!g_size_checked_mul (&n_bytes, n_elements, n_element_bytes) ||
      n_bytes > G_MAXSSIZE - HEAD_BYTES - 2 * HUGE_PAGE_BYTES)
    g_error ("%" G_GSIZE_FORMAT " times %" G_GSIZE_FORMAT " bytes do not fit into memory",
             n_elements, n_element_bytes);
  if (n_bytes >= LARGE_BYTES)
    {
      pages = take_large (n_bytes);
      if (pages != NULL && is_zeroed)
        memset (pages, 0, n_bytes);
      if (pages != NULL)
        return pages;
    }
  head = is_zeroed ? g_malloc0 (HEAD_BYTES + n_bytes) : g_malloc (HEAD_BYTES + n_bytes);
  head = (Head *) (gpointer) ((guint8 *) head + HEAD_BYTES) - 1;
  head->slab = ON_HEAP;
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
  Head head;

  if (pages == NULL)
    return;
  head = ((Head *) pages)[-1];
  if (head.slab == ON_HEAP)
    g_free ((guint8 *) pages - HEAD_BYTES);
  else
    free_large (&head);
}
