/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/scene/spur-scene.h"

G_BEGIN_DECLS

/* The lane on which an active object is at a time, or SPUR_NONE. */
typedef guint32 (*SpurLaneFinder) (gpointer data, guint32 object, gint64 time_ns);

/* Who answers spur_scene_find_lane(); lives at least as long as visualizers are asked. */
void spur_scene_set_lane_finder (SpurScene *self, SpurLaneFinder finder, gpointer data);

G_END_DECLS
