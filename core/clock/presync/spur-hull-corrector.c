/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-hull-corrector.h"

#include "core/clock/presync/spur-clock-lines-private.h"

/**
 * SpurHullCorrector:
 *
 * Pre-synchronisation by convex hulls: offset and drift of every clock (clock-correction.md
 * section 6).
 *
 * The line of a pair of clocks runs between the lower hulls of the delays of both directions, in
 * the middle of what is feasible; where drifts change so that no line is, it contradicts the edges
 * as little as can be. Method "hull".
 *
 * Since: 1.0
 */
struct _SpurHullCorrector
{
  SpurPresynchroniser parent_instance;

  SpurHullPairs pairs;
};

G_DEFINE_TYPE (SpurHullCorrector, spur_hull_corrector, SPUR_TYPE_PRESYNCHRONISER)

enum
{
  PROP_PAIRS = 1,
};

/* clang-format off */
G_DEFINE_ENUM_TYPE (SpurHullPairs, spur_hull_pairs,
  G_DEFINE_ENUM_VALUE (SPUR_HULL_PAIRS_ALL, "all"),
  G_DEFINE_ENUM_VALUE (SPUR_HULL_PAIRS_TREE, "tree"))
/* clang-format on */

static gboolean
spur_hull_corrector_fit (SpurPresynchroniser *presynchroniser,
                         SpurTrace *trace,
                         const SpurClockSamples *samples,
                         SpurClockFit *fit,
                         const SpurJob *job,
                         GError **error)
{
  SpurHullCorrector *self = SPUR_HULL_CORRECTOR (presynchroniser);
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (samples);

  spur_clock_pairs_fit_lines (pairs, samples, spur_pair_line_by_hull,
                              self->pairs == SPUR_HULL_PAIRS_TREE ? SPUR_JOIN_TREE : SPUR_JOIN_ALL,
                              fit);
  return TRUE;
}

static void
spur_hull_corrector_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (id == PROP_PAIRS)
    g_value_set_enum (value, SPUR_HULL_CORRECTOR (object)->pairs);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
spur_hull_corrector_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  if (id == PROP_PAIRS)
    SPUR_HULL_CORRECTOR (object)->pairs = (SpurHullPairs) g_value_get_enum (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
spur_hull_corrector_class_init (SpurHullCorrectorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = spur_hull_corrector_get_property;
  object_class->set_property = spur_hull_corrector_set_property;
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->name = "hull";
  SPUR_PRESYNCHRONISER_CLASS (klass)->fit = spur_hull_corrector_fit;

  /**
   * SpurHullCorrector:pairs:
   *
   * Which pairs of clocks decide: "all" at first, or "tree".
   *
   * Since: 1.0
   */
  g_object_class_install_property (object_class, PROP_PAIRS,
                                   g_param_spec_enum ("pairs", NULL, NULL, SPUR_TYPE_HULL_PAIRS,
                                                      SPUR_HULL_PAIRS_ALL,
                                                      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
}

static void
spur_hull_corrector_init (SpurHullCorrector *self)
{
}
