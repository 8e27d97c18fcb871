/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-pages-internal.h"

/* Room of which perhaps little is used: in small pages, as of a huge one all is taken where a part
 * is written to. What is not used is for spur_pages_fit(). */
gpointer spur_pages_new_room (gsize n_elements, gsize n_element_bytes);

/* A larger array with the first @n_used_bytes of @pages, which goes. */
gpointer
spur_pages_grow (gpointer pages, gsize n_used_bytes, gsize n_elements, gsize n_element_bytes);

/* Behind the first @n_used_bytes nothing is needed any more. @pages may be NULL. */
void spur_pages_fit (gpointer pages, gsize n_used_bytes);

/* This process does one of @n_processes parts of the work, so less of what was freed stays. */
void spur_pages_share (guint n_processes);

/* Gives back to the system what was freed, the heap's too. */
void spur_pages_trim (void);

#define SPUR_PAGES_NEW(type, n_elements) ((type *) spur_pages_new ((n_elements), sizeof (type)))
#define SPUR_PAGES_NEW0(type, n_elements) ((type *) spur_pages_new0 ((n_elements), sizeof (type)))
