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
  SpurStream *(*find_location_stream) (gpointer user_data, guint64 location);
  SpurStream *(*find_group_stream) (gpointer user_data, guint64 group);
  gpointer user_data;
} SpurOtf2GlobalTimes;

void spur_otf2_global_times_set_up_definitions (SpurOtf2GlobalTimes *self, SpurOtf2Copy *copy);

void spur_otf2_global_times_set_up_markers (SpurOtf2GlobalTimes *self, SpurOtf2Copy *copy);

G_END_DECLS
