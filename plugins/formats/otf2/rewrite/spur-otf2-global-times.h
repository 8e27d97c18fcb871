/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/formats/otf2/rewrite/spur-otf2-retimer.h"

G_BEGIN_DECLS

/* From the first to the last record, before and after. */
typedef struct
{
  gboolean is_set;
  guint64 first_old;
  guint64 first_new;
  guint64 last_new;

  /* How much earlier the clock begins. */
  guint64 moved_offset_ticks;
} SpurOtf2Reach;

typedef struct
{
  const SpurOtf2Clock *clock;
  SpurOtf2Reach *reach;

  /* (nullable result): whose clock stamps a marker of this scope, an OTF2_MarkerScope. */
  SpurStream *(*find_stream) (gpointer user_data, guint8 scope, guint64 id);
  gpointer user_data;
} SpurOtf2GlobalTimes;

/* The archive's .def file, after all events, and its .marker file; the user data is a
 * #SpurOtf2GlobalTimes. */
extern const SpurOtf2CopyClass spur_otf2_global_definition_copy;
extern const SpurOtf2CopyClass spur_otf2_marker_copy;

G_END_DECLS
