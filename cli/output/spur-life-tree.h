/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/output/spur-layout.h"
#include "core/analysis/presence/spur-load.h"
#include "core/analysis/profile/spur-profile.h"

/* The active objects of a trace, to be told. */
typedef struct
{
  SpurTrace *trace;
  SpurTimeline *timeline;
  SpurLoad *loads;
  SpurProfile *profile;     /* for the life of one: of objects and states */
  const guint8 *are_wanted; /* by object */
  gint64 begin_ns;
  gint64 end_ns;
} SpurLives;

/* A row for each target and load object that is wanted. */
void spur_tree_add_lives (SpurTree *self, const SpurLives *lives);

/* All of one object. */
void spur_tree_add_life (SpurTree *self, const SpurLives *lives, guint32 object);

extern const SpurLayout spur_lives_layout[];
extern const SpurLayout spur_life_layout[];
