/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib-object.h>

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

#define SPUR_TYPE_PLACEMENT (spur_placement_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurPlacement, spur_placement, SPUR, PLACEMENT, GObject)

/**
 * SPUR_PLACEMENT_MAX_BRUTE:
 *
 * The largest number of movable objects whose placements %SPUR_PLACEMENT_BRUTE tries.
 *
 * Since: 1.0
 */
#define SPUR_PLACEMENT_MAX_BRUTE 12

/**
 * SpurPlacementStrategy:
 * @SPUR_PLACEMENT_GREEDY: the largest object first, each on the target with the least load so far
 * @SPUR_PLACEMENT_REFINE: from where objects are, one object at a time leaves the target with the
 *   most work, as long as that gets less
 * @SPUR_PLACEMENT_DIFFUSION: from where objects are, each target gives a third of what it has
 *   more to each of its two neighbours in a ring of the targets, round by round
 * @SPUR_PLACEMENT_BRUTE: all placements are tried
 *
 * How objects are placed anew.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_PLACEMENT_GREEDY,
  SPUR_PLACEMENT_REFINE,
  SPUR_PLACEMENT_DIFFUSION,
  SPUR_PLACEMENT_BRUTE,
} SpurPlacementStrategy;

SPUR_AVAILABLE_IN_ALL
SpurPlacement *spur_placement_new (guint n_targets, double byte_cost, double move_cost);

SPUR_AVAILABLE_IN_ALL
guint
spur_placement_add_object (SpurPlacement *self, double load, guint target, gboolean is_movable);

SPUR_AVAILABLE_IN_ALL
void spur_placement_add_message (SpurPlacement *self, guint from, guint to, double bytes);

SPUR_AVAILABLE_IN_ALL
const guint32 *spur_placement_get_present (SpurPlacement *self, guint *n_objects);

SPUR_AVAILABLE_IN_ALL
guint32 *
spur_placement_solve (SpurPlacement *self, SpurPlacementStrategy strategy, guint *n_objects);

SPUR_AVAILABLE_IN_ALL
double *spur_placement_dup_loads (SpurPlacement *self, const guint32 *targets, guint *n_targets);

SPUR_AVAILABLE_IN_ALL
double *spur_placement_dup_works (SpurPlacement *self, const guint32 *targets, guint *n_targets);

SPUR_AVAILABLE_IN_ALL
double spur_placement_get_work (SpurPlacement *self, const guint32 *targets);

SPUR_AVAILABLE_IN_ALL
guint spur_placement_count_moves (SpurPlacement *self, const guint32 *targets);

SPUR_AVAILABLE_IN_ALL
double spur_placement_get_least_work (SpurPlacement *self);

G_END_DECLS
