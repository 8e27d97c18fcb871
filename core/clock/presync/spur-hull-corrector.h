/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-presynchroniser.h"

G_BEGIN_DECLS

#define SPUR_TYPE_HULL_CORRECTOR (spur_hull_corrector_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (
  SpurHullCorrector, spur_hull_corrector, SPUR, HULL_CORRECTOR, SpurPresynchroniser)

/**
 * SpurHullPairs:
 * @SPUR_HULL_PAIRS_ALL: all of them, by least squares
 * @SPUR_HULL_PAIRS_TREE: a spanning tree of those whose lines are known best
 *
 * Which pairs of clocks decide.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_HULL_PAIRS_ALL,
  SPUR_HULL_PAIRS_TREE,
} SpurHullPairs;

SPUR_AVAILABLE_IN_ALL
GType spur_hull_pairs_get_type (void);

#define SPUR_TYPE_HULL_PAIRS (spur_hull_pairs_get_type ())

G_END_DECLS
