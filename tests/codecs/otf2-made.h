/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Archives made for what they hold. All give the path of the anchor file. */

#define MADE_LOCATIONS 2

/* Regions entered and left by all locations at the same times. */
typedef struct
{
  guint64 resolution_hz;
  guint64 global_offset;
  guint n_events;

  /* Of event i: first + i * step. */
  guint64 first_ticks;
  guint64 step_ticks;
} MadePlan;

char *made_write_planned (const char *folder, const MadePlan *plan);

/* One of each kind of event that has a form of its own, with attributes. */
char *made_write_kinds (const char *folder);

/* A buffer flush, a snapshot and markers. */
char *made_write_others (const char *folder);

G_END_DECLS
