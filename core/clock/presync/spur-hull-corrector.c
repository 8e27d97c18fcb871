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
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

GType
spur_hull_pairs_get_type (void)
{
  static const GEnumValue values[] = {
    { SPUR_HULL_PAIRS_ALL, "SPUR_HULL_PAIRS_ALL", "all" },
    { SPUR_HULL_PAIRS_TREE, "SPUR_HULL_PAIRS_TREE", "tree" },
    { 0, NULL, NULL },
  };
  static gsize type;

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_enum_register_static ("SpurHullPairs", values));
  return type;
}

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
    spur_hull_corrector_set_pairs (SPUR_HULL_CORRECTOR (object), g_value_get_enum (value));
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
   * SpurHullCorrector:pairs: (getter get_pairs) (setter set_pairs)
   *
   * Which pairs of clocks decide: "all" at first, or "tree".
   *
   * Since: 1.0
   */
  props[PROP_PAIRS] =
    g_param_spec_enum ("pairs", NULL, NULL, SPUR_TYPE_HULL_PAIRS, SPUR_HULL_PAIRS_ALL,
                       G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
spur_hull_corrector_init (SpurHullCorrector *self)
{
}

/**
 * spur_hull_corrector_new:
 *
 * Makes a pre-synchroniser by convex hulls, over all pairs.
 *
 * Returns: (transfer full): a pre-synchroniser by convex hulls, over all pairs
 *
 * Since: 1.0
 */
SpurClockCorrector *
spur_hull_corrector_new (void)
{
  return g_object_new (SPUR_TYPE_HULL_CORRECTOR, NULL);
}

/**
 * spur_hull_corrector_get_pairs:
 * @self: a corrector
 *
 * Gets which pairs of clocks decide.
 *
 * Returns: which pairs of clocks decide
 *
 * Since: 1.0
 */
SpurHullPairs
spur_hull_corrector_get_pairs (SpurHullCorrector *self)
{
  g_return_val_if_fail (SPUR_IS_HULL_CORRECTOR (self), SPUR_HULL_PAIRS_ALL);

  return self->pairs;
}

/**
 * spur_hull_corrector_set_pairs:
 * @self: a corrector
 * @pairs: which pairs of clocks decide
 *
 * Sets which pairs of clocks decide.
 *
 * Since: 1.0
 */
void
spur_hull_corrector_set_pairs (SpurHullCorrector *self, SpurHullPairs pairs)
{
  g_return_if_fail (SPUR_IS_HULL_CORRECTOR (self));
  g_return_if_fail (pairs <= SPUR_HULL_PAIRS_TREE);

  if (pairs == self->pairs)
    return;
  self->pairs = pairs;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PAIRS]);
}
