/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

typedef struct
{
  guint64 request;
  guint64 event;
  gboolean is_used;
} SpurOtf2Posting;

/* Which event posted the receives of a stream that are not complete yet, by request number. A
 * receive in twelve events would make a GHashTable the costliest thing of reading. */
typedef struct
{
  SpurOtf2Posting *postings;
  gsize n_slots;
  gsize n_used;
} SpurOtf2Requests;

void spur_otf2_requests_init (SpurOtf2Requests *self);
void spur_otf2_requests_clear (SpurOtf2Requests *self);
void spur_otf2_requests_put (SpurOtf2Requests *self, guint64 request, guint64 event);
gboolean spur_otf2_requests_take (SpurOtf2Requests *self, guint64 request, guint64 *event);
