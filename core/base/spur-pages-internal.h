/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

/*
 * Arrays that may be large. Small ones come from the heap; large ones lie in pages of their own,
 * huge ones where the kernel has some, because touching a new small page costs more than filling
 * it. Some of what was freed stays for the next ones: up to 128 MiB, or as much as is used. Like
 * g_malloc() these end the program where there is no memory.
 */

/* With anything in it; aligned to 64 bytes where it is large, else to 16. What is never written to
 * takes no memory. */
SPUR_AVAILABLE_IN_ALL
gpointer spur_pages_new (gsize n_elements, gsize n_element_bytes);

/* Zeroed. */
SPUR_AVAILABLE_IN_ALL
gpointer spur_pages_new0 (gsize n_elements, gsize n_element_bytes);

/* @pages may be NULL. */
SPUR_AVAILABLE_IN_ALL
void spur_pages_free (gpointer pages);

/* As g_autofree. */
static inline void
spur_pages_free_place (gpointer place)
{
  spur_pages_free (*(gpointer *) place);
}

#define SPUR_AUTO_PAGES __attribute__ ((cleanup (spur_pages_free_place)))

G_END_DECLS
