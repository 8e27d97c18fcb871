/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/*
 * Arrays that may be large. Small ones come from the heap; large ones lie in pages of their own,
 * huge ones where the kernel has some, because touching a new small page costs more than filling
 * it. Some of what was freed stays for the next ones: up to 128 MiB, or as much as is used. Like
 * g_malloc() these end the program where there is no memory.
 */

/* With anything in it; aligned to 64 bytes where it is large, else to 16. What is never written to
 * takes no memory. */
gpointer spur_pages_new (gsize n_elements, gsize n_element_bytes);

/* Zeroed. */
gpointer spur_pages_new0 (gsize n_elements, gsize n_element_bytes);

/* Room of which perhaps little is used: in small pages, as of a huge one all is taken where a part
 * is written to. What is not used is for spur_pages_fit(). */
gpointer spur_pages_new_room (gsize n_elements, gsize n_element_bytes);

/* A larger array with the first @n_used_bytes of @pages, which goes. */
gpointer
spur_pages_grow (gpointer pages, gsize n_used_bytes, gsize n_elements, gsize n_element_bytes);

/* Behind the first @n_used_bytes nothing is needed any more. @pages may be NULL. */
void spur_pages_fit (gpointer pages, gsize n_used_bytes);

/* @pages may be NULL. */
void spur_pages_free (gpointer pages);

/* This process does one of @n_processes parts of the work, so less of what was freed stays. */
void spur_pages_share (guint n_processes);

/* Gives back to the system what was freed, the heap's too. */
void spur_pages_trim (void);

#define SPUR_PAGES_NEW(type, n_elements) ((type *) spur_pages_new ((n_elements), sizeof (type)))
#define SPUR_PAGES_NEW0(type, n_elements) ((type *) spur_pages_new0 ((n_elements), sizeof (type)))

/* As g_autofree. */
static inline void
spur_pages_free_place (gpointer place)
{
  spur_pages_free (*(gpointer *) place);
}

#define SPUR_AUTO_PAGES __attribute__ ((cleanup (spur_pages_free_place)))
