/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/scene/spur-scene.h"

/* The lane on which an active object is at a time, or SPUR_NONE. */
typedef guint32 (*SpurLaneFinder) (gpointer data, guint32 object, gint64 time_ns);

/* Sets what answers spur_scene_find_lane(), until it is set to NULL. */
void spur_scene_set_lane_finder (SpurScene *self, SpurLaneFinder finder, gpointer data);

/* (array length=n_bars): the bars that visualizers added. */
const SpurSceneBar *spur_scene_get_bars (SpurScene *self, gsize *n_bars);

/* (array length=n_arrows): the arrows. */
const SpurSceneArrow *spur_scene_get_arrows (SpurScene *self, gsize *n_arrows);

/* (array length=n_values): the measured values. */
const SpurSceneValue *spur_scene_get_values (SpurScene *self, gsize *n_values);

/* Marks at one instant that are left out because they would lie on another. */
guint64 spur_scene_get_n_hidden (SpurScene *self);

/* Leaves out and counts all ticks of styles that have more than this on a lane on average: they
 * would only grey the lanes. Signs are kept. */
void spur_scene_drop_crowded (SpurScene *self, guint max_ticks_per_lane);

/* Sorts the arrows by time and keeps at most @max_arrows: moves first, then edges that are received
 * before they are sent, but a quarter of the room is for the others as long as there are any. Each
 * kind is thinned evenly, so a trace always gives the same picture. Returns how many are left out.
 */
guint64 spur_scene_thin_arrows (SpurScene *self, gsize max_arrows);
