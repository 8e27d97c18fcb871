/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/scene/spur-scene.h"

/* The lane on which an active object is at a time, or SPUR_NONE. */
typedef guint32 (*SpurLaneFinder) (gpointer data, guint32 object, gint64 time_ns);

struct _SpurScene
{
  GObject parent_instance;

  gint64 from_ns;
  gint64 to_ns;
  guint n_lanes;
  guint n_columns;
  /* Marks that lie on one another are kept, too. */
  gboolean keeps_all;

  GArray *styles;
  GArray *glyphs;
  GArray *bars;
  GArray *arrows;
  /* One bit for every style, lane and column that has a glyph, made when a style has its first. */
  GPtrArray *taken;
  /* Marks that are left out because they would lie on another. */
  guint64 n_hidden;

  GArray *values;
  /* The last value of every series: a copy of it, to its place in values. */
  GHashTable *last_values;

  SpurLaneFinder finder;
  gpointer finder_data;
};

/* Which of the scene's columns a time within its span is in. */
gsize spur_scene_find_column (SpurScene *self, gint64 time_ns);

/* How many events have no mark of their own, but one with others. */
guint64 spur_scene_count_gathered (SpurScene *self);

/* Sets what answers spur_scene_find_lane(), until it is set to NULL. */
void spur_scene_set_lane_finder (SpurScene *self, SpurLaneFinder finder, gpointer data);

/* Leaves out and counts all ticks of styles that have more than this on a lane on average: they
 * would only grey the lanes. Signs are kept. */
void spur_scene_drop_crowded (SpurScene *self, guint max_ticks_per_lane);

/* Sorts the arrows by time, and joins them to bundles where there are more than @max_arrows: first
 * those that are neither moves nor received before they are sent, in a quarter of the room or more.
 * Bundles have the arrows that are the same in the picture; where they are still too many, those
 * that are the same at half of its columns, and so on. A trace always gives the same picture. Where
 * there are too many pairs of lanes, bundles are left out evenly. Returns how many arrows are. */
guint64 spur_scene_bundle_arrows (SpurScene *self, gsize max_arrows);
