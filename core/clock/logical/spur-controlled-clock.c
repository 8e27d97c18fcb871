/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/logical/spur-controlled-clock.h"

#include "core/clock/logical/spur-clock-pass-private.h"

/**
 * SpurControlledClock:
 *
 * The controlled logical clock (PDP'97 algorithms 2 and 3; exactly: clock-correction.md section 2),
 * method "controlled": after a jump a stream's clock goes on at nearly its own speed, gamma, and a
 * controller in every stream makes gamma smaller where the clock runs away from the simple logical
 * clock.
 *
 * The controller looks at every event, so work and memory follow events, not only edges.
 *
 * What it guarantees and notes says #SpurCausalClock.
 *
 * Since: 1.0
 */
struct _SpurControlledClock
{
  SpurCausalClock parent_instance;
};

G_DEFINE_TYPE (SpurControlledClock, spur_controlled_clock, SPUR_TYPE_CAUSAL_CLOCK)

enum
{
  PROP_0,
  PROP_Q_INIT_NS,
  PROP_Q_MIN_NS,
  PROP_Q_FACTOR_PPB,
  PROP_GAMMA_MAX_PPB,
  PROP_GAMMA_DEGRESS_PPB,
  PROP_L_UPPER_PPB,
  PROP_L_LOWER_PPB,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

static SpurClockController *
get_controller (gpointer self)
{
  return &spur_causal_clock_get_parameters (SPUR_CAUSAL_CLOCK (self))->controller;
}

static gint64 *
get_place (gpointer self, guint id)
{
  SpurClockController *controller = get_controller (self);

  switch (id)
    {
    case PROP_Q_INIT_NS:
      return &controller->q_init_ns;
    case PROP_Q_MIN_NS:
      return &controller->q_min_ns;
    case PROP_Q_FACTOR_PPB:
      return &controller->q_factor_ppb;
    case PROP_GAMMA_MAX_PPB:
      return &controller->gamma_max_ppb;
    case PROP_GAMMA_DEGRESS_PPB:
      return &controller->gamma_degress_ppb;
    case PROP_L_UPPER_PPB:
      return &controller->l_upper_ppb;
    case PROP_L_LOWER_PPB:
      return &controller->l_lower_ppb;
    default:
      return NULL;
    }
}

static void
spur_controlled_clock_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  const gint64 *place = get_place (object, id);

  if (place != NULL)
    g_value_set_int64 (value, *place);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
spur_controlled_clock_set_property (GObject *object,
                                    guint id,
                                    const GValue *value,
                                    GParamSpec *pspec)
{
  gint64 *place = get_place (object, id);

  if (place != NULL)
    *place = g_value_get_int64 (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static GParamSpec *
make_ns (const char *name, gint64 if_unset)
{
  return g_param_spec_int64 (name, NULL, NULL, 0, SPUR_TIME_LIMIT_NS, if_unset,
                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
}

static GParamSpec *
make_ppb (const char *name, gint64 minimum, gint64 maximum, gint64 if_unset)
{
  return g_param_spec_int64 (name, NULL, NULL, minimum, maximum, if_unset,
                             G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
}

static void
install_q_properties (void)
{
  /**
   * SpurControlledClock:q-init-ns:
   *
   * What the errors D and D' of both clocks are taken to be before the first event, in ns.
   *
   * Since: 1.0
   */
  properties[PROP_Q_INIT_NS] = make_ns ("q-init-ns", spur_clock_controller_published.q_init_ns);

  /**
   * SpurControlledClock:q-min-ns:
   *
   * What D and D' decay to where there is no error, in ns.
   *
   * Since: 1.0
   */
  properties[PROP_Q_MIN_NS] = make_ns ("q-min-ns", spur_clock_controller_published.q_min_ns);

  /**
   * SpurControlledClock:q-factor-ppb:
   *
   * How much of D and D' is left at the next event, in parts per billion.
   *
   * Since: 1.0
   */
  properties[PROP_Q_FACTOR_PPB] = make_ppb ("q-factor-ppb", 0, SPUR_PARTS_PER_BILLION,
                                            spur_clock_controller_published.q_factor_ppb);
}

static void
install_gamma_properties (void)
{
  /**
   * SpurControlledClock:gamma-max-ppb:
   *
   * Gamma at first and at most, in parts per billion.
   *
   * Since: 1.0
   */
  properties[PROP_GAMMA_MAX_PPB] = make_ppb ("gamma-max-ppb", 0, SPUR_PARTS_PER_BILLION,
                                             spur_clock_controller_published.gamma_max_ppb);

  /**
   * SpurControlledClock:gamma-degress-ppb:
   *
   * What gamma is multiplied by where the clock runs away, and divided by where it does not, in
   * parts per billion.
   *
   * Since: 1.0
   */
  properties[PROP_GAMMA_DEGRESS_PPB] = make_ppb ("gamma-degress-ppb", 1, SPUR_PARTS_PER_BILLION,
                                                 spur_clock_controller_published.gamma_degress_ppb);

  /**
   * SpurControlledClock:l-upper-ppb:
   *
   * Gamma is made smaller where D' is more than this factor of D, in parts per billion.
   *
   * Since: 1.0
   */
  properties[PROP_L_UPPER_PPB] =
    make_ppb ("l-upper-ppb", 0, G_MAXINT64, spur_clock_controller_published.l_upper_ppb);

  /**
   * SpurControlledClock:l-lower-ppb:
   *
   * Gamma is made larger where D' is less than this factor of D, in parts per billion.
   *
   * Since: 1.0
   */
  properties[PROP_L_LOWER_PPB] =
    make_ppb ("l-lower-ppb", 0, G_MAXINT64, spur_clock_controller_published.l_lower_ppb);
}

static void
spur_controlled_clock_class_init (SpurControlledClockClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = spur_controlled_clock_get_property;
  object_class->set_property = spur_controlled_clock_set_property;
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->name = "controlled";
  install_q_properties ();
  install_gamma_properties ();
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
spur_controlled_clock_init (SpurControlledClock *self)
{
  SpurClockParameters *parameters = spur_causal_clock_get_parameters (SPUR_CAUSAL_CLOCK (self));

  parameters->has_controller = TRUE;
  parameters->controller = spur_clock_controller_published;
}

/**
 * spur_controlled_clock_new:
 *
 * Makes a controlled logical clock with the parameters of PDP'97, delta 0 and mu 1 ns, forward
 * only.
 *
 * Returns: (transfer full): a controlled logical clock
 *
 * Since: 1.0
 */
SpurClockCorrector *
spur_controlled_clock_new (void)
{
  return g_object_new (SPUR_TYPE_CONTROLLED_CLOCK, NULL);
}
