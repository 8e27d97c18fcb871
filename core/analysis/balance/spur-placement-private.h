/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/balance/spur-placement.h"
#include "core/model/events/spur-meaning.h"

/* Work that differs by less than this share is the same: sums of a few million doubles in another
 * order differ by less. */
#define SPUR_PLACEMENT_EPSILON 1e-12

typedef struct
{
  double load;
  gboolean is_movable;
} SpurPlacementObject;

typedef struct
{
  guint32 from;
  guint32 to;
  double bytes;
} SpurPlacementMessage;

/* A message as one of its two objects sees it. */
typedef struct
{
  guint32 peer;
  gboolean is_sent;
  double bytes;
} SpurPlacementLink;

struct _SpurPlacement
{
  GObject parent_instance;

  guint n_targets;
  double byte_cost;
  double move_cost;
  GArray *objects;
  GArray *messages;
  /* Where objects are, guint32. */
  GArray *present;

  /* Links by object, once they are needed: those of object i from firsts[i] on. */
  gsize *firsts;
  SpurPlacementLink *links;
};

/* A placement while it is made, with the work of each target kept up to date. An object may be
 * nowhere yet, %SPUR_NONE: then neither its load nor its messages count. */
typedef struct
{
  const SpurPlacement *problem;
  guint32 *targets;
  double *loads;
  double *sent;
  double *received;
  guint32 *n_arrived;
} SpurPlacementState;

static inline const SpurPlacementObject *
spur_placement_get_object (const SpurPlacement *self, guint object)
{
  return &g_array_index (self->objects, SpurPlacementObject, object);
}

/* All objects are at @targets, or where @targets is NULL those that may move are nowhere. */
void spur_placement_state_init (SpurPlacementState *self,
                                SpurPlacement *problem,
                                const guint32 *targets);

void spur_placement_state_put (SpurPlacementState *self, guint object, guint32 target);

double spur_placement_state_get_work (const SpurPlacementState *self, guint target);

/* The target with the most work. */
guint spur_placement_state_find_busiest (const SpurPlacementState *self);

void spur_placement_state_clear (SpurPlacementState *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurPlacementState, spur_placement_state_clear)

/* (element-type guint32): those that may move, the largest load first. */
GArray *spur_placement_list_movable (const SpurPlacement *self);

void spur_placement_refine (SpurPlacementState *state);

void spur_placement_diffuse (SpurPlacementState *state);

/* FALSE where there are too many placements to try them. */
gboolean spur_placement_try_all (SpurPlacement *self, guint32 *best);
