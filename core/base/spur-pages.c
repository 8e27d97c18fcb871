/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-pages-private.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE_BYTES ((gsize) 2 << 20)
#define SMALL_PAGE_BYTES ((gsize) 4096)
#define LARGE_BYTES ((gsize) 256 << 10)
#define HEAD_BYTES 64

/* Large arrays lie side by side in one region, so that what one leaves behind others can use,
 * however large they are. Its addresses are reserved, and opened in steps. */
#define REGION_BYTES ((gsize) 1 << 40)
#define MIN_REGION_BYTES ((gsize) 1 << 30)
#define STEP_BYTES ((gsize) 256 << 20)
/* Free bytes that are kept in memory; at least as many as are in use are. */
#define MAX_FREE_BYTES ((gsize) 128 << 20)
/* With less a step would take and give back the same pages again and again. */
#define MIN_FREE_BYTES ((gsize) 16 << 20)

typedef enum
{
  ON_HEAP,
  IN_REGION,
  MAPPED,
} Where;

/* Lies right before the array. */
typedef struct
{
  gpointer begin;
  gsize n_bytes;
  Where where;
} Head;

/* A part of the region that is free; those that touch each other are one. */
typedef struct
{
  guint8 *begin;
  gsize n_bytes;
} Hole;

static GMutex mutex;
static gboolean is_reserved;
static GArray *holes;
/* Where in the region what is not opened begins, and what was never used. */
static guint8 *closed;
static guint8 *unused;
static gsize n_bytes_used;
static gsize n_bytes_free;
static gsize max_free_bytes = MAX_FREE_BYTES;

static guint8 *
map_aligned (gsize n_bytes, int protection, int advice)
{
  guint8 *mapped = mmap (NULL, n_bytes + HUGE_PAGE_BYTES, protection,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  gsize n_before;

  if (mapped == MAP_FAILED)
    return NULL;
  n_before = -GPOINTER_TO_SIZE (mapped) & (HUGE_PAGE_BYTES - 1);
  if (n_before > 0)
    munmap (mapped, n_before);
  if (n_before < HUGE_PAGE_BYTES)
    munmap (mapped + n_before + n_bytes, HUGE_PAGE_BYTES - n_before);
  madvise (mapped + n_before, n_bytes, advice);
  return mapped + n_before;
}

static gsize
round_up (gsize n_bytes, gsize unit)
{
  return (n_bytes + unit - 1) / unit * unit;
}

/* Where addresses are limited it is a smaller region, or none. */
static void
reserve_address (void)
{
  Hole whole = { NULL, REGION_BYTES };

  is_reserved = TRUE;
  holes = g_array_new (FALSE, FALSE, sizeof (Hole));
  for (; whole.begin == NULL && whole.n_bytes >= MIN_REGION_BYTES; whole.n_bytes /= 4)
    {
      whole.begin = map_aligned (whole.n_bytes, PROT_NONE, MADV_HUGEPAGE);
      if (whole.begin != NULL)
        g_array_append_val (holes, whole);
    }
  closed = unused = whole.begin;
}

/* What is used up to @end can be written to. */
static gboolean
open_until (guint8 *end)
{
  gsize n_bytes;

  if (end <= closed)
    return TRUE;
  n_bytes = round_up ((gsize) (end - closed), STEP_BYTES);
  if (mprotect (closed, n_bytes, PROT_READ | PROT_WRITE) != 0)
    return FALSE;
  closed += n_bytes;
  return TRUE;
}

static void
use_pages (guint8 *begin, gsize n_bytes)
{
  if (begin + n_bytes > unused)
    {
      n_bytes_free += (gsize) (begin + n_bytes - unused);
      unused = begin + n_bytes;
    }
  n_bytes_free -= MIN (n_bytes_free, n_bytes);
  n_bytes_used += n_bytes;
}

/* The first hole that is large enough, so that what was used before is used again. */
static gpointer
take_hole (gsize n_bytes)
{
  if (!is_reserved)
    reserve_address ();
  for (guint i = 0; i < holes->len; i++)
    {
      Hole *hole = &g_array_index (holes, Hole, i);
      guint8 *begin = hole->begin;

      if (hole->n_bytes < n_bytes)
        continue;
      if (!open_until (begin + n_bytes))
        return NULL;
      hole->begin += n_bytes;
      hole->n_bytes -= n_bytes;
      if (hole->n_bytes == 0)
        g_array_remove_index (holes, i);
      use_pages (begin, n_bytes);
      return begin;
    }
  return NULL;
}

/* An array behind its head; NULL where there is no memory. */
static gpointer
put_head (const Head *head)
{
  if (head->begin == NULL)
    return NULL;
  ((Head *) ((guint8 *) head->begin + HEAD_BYTES))[-1] = *head;
  return (guint8 *) head->begin + HEAD_BYTES;
}

static gpointer
take_mapped (gsize n_bytes, int advice)
{
  Head head = { NULL, round_up (n_bytes + HEAD_BYTES, HUGE_PAGE_BYTES), MAPPED };

  head.begin = map_aligned (head.n_bytes, PROT_READ | PROT_WRITE, advice);
  return put_head (&head);
}

static gpointer
take_large (gsize n_bytes)
{
  Head head = { NULL, round_up (n_bytes + HEAD_BYTES, SMALL_PAGE_BYTES), IN_REGION };

  g_mutex_lock (&mutex);
  head.begin = take_hole (head.n_bytes);
  g_mutex_unlock (&mutex);
  return head.begin != NULL ? put_head (&head) : take_mapped (n_bytes, MADV_HUGEPAGE);
}

static void
give_back (const Head *head)
{
  Hole hole = { head->begin, head->n_bytes };
  guint i = 0;

  while (i < holes->len && g_array_index (holes, Hole, i).begin < hole.begin)
    i++;
  g_array_insert_val (holes, i, hole);
  if (i + 1 < holes->len && hole.begin + hole.n_bytes == g_array_index (holes, Hole, i + 1).begin)
    {
      g_array_index (holes, Hole, i).n_bytes += g_array_index (holes, Hole, i + 1).n_bytes;
      g_array_remove_index (holes, i + 1);
    }
  if (i > 0 &&
      g_array_index (holes, Hole, i - 1).begin + g_array_index (holes, Hole, i - 1).n_bytes ==
        hole.begin)
    {
      g_array_index (holes, Hole, i - 1).n_bytes += g_array_index (holes, Hole, i).n_bytes;
      g_array_remove_index (holes, i);
    }
}

/* Much more was used than is now. */
static void
empty_holes (void)
{
  for (guint i = 0; i < holes->len; i++)
    {
      const Hole *hole = &g_array_index (holes, Hole, i);

      if (hole->begin < unused)
        madvise (hole->begin, MIN (hole->n_bytes, (gsize) (unused - hole->begin)), MADV_DONTNEED);
    }
  n_bytes_free = 0;
}

static void
free_large (const Head *head)
{
  gsize max_free;

  if (head->where == MAPPED)
    {
      munmap (head->begin, head->n_bytes);
      return;
    }
  g_mutex_lock (&mutex);
  n_bytes_used -= head->n_bytes;
  n_bytes_free += head->n_bytes;
  max_free = MAX (max_free_bytes, n_bytes_used);
  if (n_bytes_free > max_free)
    {
      madvise (head->begin, head->n_bytes, MADV_DONTNEED);
      n_bytes_free -= head->n_bytes;
    }
  give_back (head);
  if (n_bytes_free > 2 * max_free)
    empty_holes ();
  g_mutex_unlock (&mutex);
}

static gsize
count_bytes (gsize n_elements, gsize n_element_bytes)
{
  gsize n_bytes;

  if (!g_size_checked_mul (&n_bytes, n_elements, n_element_bytes) ||
      n_bytes > G_MAXSSIZE - HEAD_BYTES - 2 * HUGE_PAGE_BYTES)
    g_error ("%" G_GSIZE_FORMAT " times %" G_GSIZE_FORMAT " bytes do not fit into memory",
             n_elements, n_element_bytes);
  return n_bytes;
}

static gpointer
allocate_pages (gsize n_elements, gsize n_element_bytes, gboolean is_zeroed)
{
  gsize n_bytes = count_bytes (n_elements, n_element_bytes);
  gpointer pages;
  Head *head;

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
  head->where = ON_HEAP;
  return head + 1;
}

/**
 * spur_pages_new: (skip)
 * @n_elements: how many elements
 * @n_element_bytes: bytes of each
 *
 * Makes an array that may be large, with anything in it. What is never written to takes no memory.
 *
 * Returns: the array, for spur_pages_free(); aligned to 64 bytes where it is large, else to 16
 *
 * Since: 1.0
 */
gpointer
spur_pages_new (gsize n_elements, gsize n_element_bytes)
{
  return allocate_pages (n_elements, n_element_bytes, FALSE);
}

/**
 * spur_pages_new0: (skip)
 * @n_elements: how many elements
 * @n_element_bytes: bytes of each
 *
 * Makes an array as spur_pages_new() does, of zeros.
 *
 * Returns: the array, for spur_pages_free()
 *
 * Since: 1.0
 */
gpointer
spur_pages_new0 (gsize n_elements, gsize n_element_bytes)
{
  return allocate_pages (n_elements, n_element_bytes, TRUE);
}

gpointer
spur_pages_new_room (gsize n_elements, gsize n_element_bytes)
{
  gsize n_bytes = count_bytes (n_elements, n_element_bytes);
  gpointer pages = n_bytes >= LARGE_BYTES ? take_mapped (n_bytes, MADV_NOHUGEPAGE) : NULL;

  return pages != NULL ? pages : spur_pages_new (n_elements, n_element_bytes);
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
spur_pages_fit (gpointer pages, gsize n_used_bytes)
{
  gsize n_bytes = round_up (n_used_bytes + HEAD_BYTES, SMALL_PAGE_BYTES);
  Head rest, *head;

  if (pages == NULL)
    return;
  head = (Head *) pages - 1;
  if (head->where == ON_HEAP || n_bytes >= head->n_bytes)
    return;
  rest = (Head){ (guint8 *) head->begin + n_bytes, head->n_bytes - n_bytes, head->where };
  head->n_bytes = n_bytes;
  free_large (&rest);
}

/**
 * spur_pages_free: (skip)
 * @pages: (nullable): an array of spur_pages_new() or its relatives
 *
 * Frees an array. Some of its memory stays for the next ones.
 *
 * Since: 1.0
 */
void
spur_pages_free (gpointer pages)
{
  Head head;

  if (pages == NULL)
    return;
  head = ((Head *) pages)[-1];
  if (head.where == ON_HEAP)
    g_free ((guint8 *) pages - HEAD_BYTES);
  else
    free_large (&head);
}

void
spur_pages_share (guint n_processes)
{
  g_mutex_lock (&mutex);
  max_free_bytes = MAX (MAX_FREE_BYTES / n_processes, MIN_FREE_BYTES);
  g_mutex_unlock (&mutex);
}

void
spur_pages_trim (void)
{
  g_mutex_lock (&mutex);
  if (is_reserved)
    empty_holes ();
  g_mutex_unlock (&mutex);
#ifdef __GLIBC__
  malloc_trim (0);
#endif
}
