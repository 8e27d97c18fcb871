/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/logical/spur-extended-clock.h"

#include "core/clock/logical/spur-clock-pass-private.h"

#define DEFAULT_GAMMA_PPB 999990000
#define DEFAULT_THRESHOLD_PPB 50000000

/**
 * SpurExtendedClock:
 *
 * The controlled logical clock with collective operations and backward amortization
 * (FZJ-JSC-IB-2007-11; exactly: clock-correction.md sections 2 to 5), method "eclc".
 *
 * Gamma is fixed, or one for a pass: with %SPUR_GAMMA_CONTROL_ITERATED the forward pass is made
 * with 0.99999, and again from the original times with 0.9999, 0.999 and then a tenth less each
 * time, while some event is pushed further than a share of the run. Where clocks are so far off
 * that even the simple logical clock pushes an event further, twice what that does is allowed.
 *
 * What it guarantees and notes says #SpurCausalClock.
 *
 * Since: 1.0
 */
struct _SpurExtendedClock
{
  SpurCausalClock parent_instance;
};

/* clang-format off */
G_DEFINE_TYPE (SpurExtendedClock, spur_extended_clock, SPUR_TYPE_CAUSAL_CLOCK)

G_DEFINE_ENUM_TYPE (SpurGammaControl, spur_gamma_control,
  G_DEFINE_ENUM_VALUE (SPUR_GAMMA_CONTROL_FIXED, "fixed"),
  G_DEFINE_ENUM_VALUE (SPUR_GAMMA_CONTROL_ITERATED, "iterated"))
/* clang-format on */

enum
{
  PROP_0,
  PROP_GAMMA_PPB,
  PROP_GAMMA_CONTROL,
  PROP_THRESHOLD_PPB,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

static SpurClockParameters *
get_parameters (gpointer self)
{
  return spur_causal_clock_get_parameters (SPUR_CAUSAL_CLOCK (self));
}

static void
spur_extended_clock_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  const SpurClockParameters *parameters = get_parameters (object);

  switch (id)
    {
    case PROP_GAMMA_PPB:
      g_value_set_int64 (value, parameters->gamma_ppb);
      break;
    case PROP_GAMMA_CONTROL:
      g_value_set_enum (value, parameters->is_iterated ? SPUR_GAMMA_CONTROL_ITERATED
                                                       : SPUR_GAMMA_CONTROL_FIXED);
      break;
    case PROP_THRESHOLD_PPB:
      g_value_set_int64 (value, parameters->threshold_ppb);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
spur_extended_clock_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SpurClockParameters *parameters = get_parameters (object);

  switch (id)
    {
    case PROP_GAMMA_PPB:
      parameters->gamma_ppb = g_value_get_int64 (value);
      break;
    case PROP_GAMMA_CONTROL:
      parameters->is_iterated = g_value_get_enum (value) == SPUR_GAMMA_CONTROL_ITERATED;
      break;
    case PROP_THRESHOLD_PPB:
      parameters->threshold_ppb = g_value_get_int64 (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  /**
   * SpurExtendedClock:gamma-ppb:
   *
   * How fast a stream's clock runs after a jump compared to before, in parts per billion:
   * 999990000, that is 0.99999, at first. 0 makes the simple logical clock.
   *
   * Since: 1.0
   */
  properties[PROP_GAMMA_PPB] = g_param_spec_int64 (
    "gamma-ppb", NULL, NULL, 0, SPUR_PARTS_PER_BILLION, DEFAULT_GAMMA_PPB, flags);

  /**
   * SpurExtendedClock:gamma-control:
   *
   * Whether gamma is fixed, or found by several passes.
   *
   * Since: 1.0
   */
  properties[PROP_GAMMA_CONTROL] = g_param_spec_enum (
    "gamma-control", NULL, NULL, SPUR_TYPE_GAMMA_CONTROL, SPUR_GAMMA_CONTROL_FIXED, flags);

  /**
   * SpurExtendedClock:threshold-ppb:
   *
   * How far an event may be pushed with an iterated gamma, as a share of the time from the first
   * event of all to the last, in parts per billion: 5 * 10^7, that is 5 %, at first.
   *
   * Since: 1.0
   */
  properties[PROP_THRESHOLD_PPB] = g_param_spec_int64 (
    "threshold-ppb", NULL, NULL, 0, SPUR_PARTS_PER_BILLION, DEFAULT_THRESHOLD_PPB, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
spur_extended_clock_class_init (SpurExtendedClockClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = spur_extended_clock_get_property;
  object_class->set_property = spur_extended_clock_set_property;
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->name = "eclc";
  install_properties (object_class);
}

static void
spur_extended_clock_init (SpurExtendedClock *self)
{
  SpurClockParameters *parameters = get_parameters (self);

  parameters->gamma_ppb = DEFAULT_GAMMA_PPB;
  parameters->threshold_ppb = DEFAULT_THRESHOLD_PPB;
  parameters->is_backward = TRUE;
}

/**
 * spur_extended_clock_new:
 *
 * Makes an extended controlled logical clock with gamma 0.99999, slope 0.01, delta 0 and mu 1
 * ns.
 *
 * Returns: (transfer full): an extended controlled logical clock with gamma 0.99999, slope 0.01,
 *   delta 0 and mu 1 ns
 *
 * Since: 1.0
 */
SpurClockCorrector *
spur_extended_clock_new (void)
{
  return g_object_new (SPUR_TYPE_EXTENDED_CLOCK, NULL);
}

/**
 * spur_extended_clock_set_delta_ns:
 * @self: an extended clock
 * @delta_ns: the smallest distance kept between two events of a stream, in ns, from 0 to
 *   %SPUR_TIME_LIMIT_NS
 *
 * At first it is 0: order is kept. Above 0 every event is looked at, not only those at the ends
 * of edges.
 *
 * Since: 1.0
 */
void
spur_extended_clock_set_delta_ns (SpurExtendedClock *self, gint64 delta_ns)
{
  g_return_if_fail (SPUR_IS_EXTENDED_CLOCK (self));
  g_return_if_fail (delta_ns >= 0 && delta_ns <= SPUR_TIME_LIMIT_NS);

  get_parameters (self)->delta_ns = delta_ns;
}

/**
 * spur_extended_clock_set_gamma_ppb:
 * @self: an extended clock
 * @gamma_ppb: how fast a stream's clock runs after a jump compared to before, in parts per
 *   billion, from 0 to 10^9
 *
 * At first it is 999990000, that is 0.99999. 0 makes the simple logical clock.
 *
 * Since: 1.0
 */
void
spur_extended_clock_set_gamma_ppb (SpurExtendedClock *self, gint64 gamma_ppb)
{
  g_return_if_fail (SPUR_IS_EXTENDED_CLOCK (self));
  g_return_if_fail (gamma_ppb >= 0 && gamma_ppb <= SPUR_PARTS_PER_BILLION);

  get_parameters (self)->gamma_ppb = gamma_ppb;
}

/**
 * spur_extended_clock_set_slope_ppb:
 * @self: an extended clock
 * @slope_ppb: the jump divided by the length of its window, in parts per billion, at least 1
 *
 * At first it is 10^7, that is 0.01. For %SPUR_WINDOW_SLOPE.
 *
 * Since: 1.0
 */
void
spur_extended_clock_set_slope_ppb (SpurExtendedClock *self, gint64 slope_ppb)
{
  g_return_if_fail (SPUR_IS_EXTENDED_CLOCK (self));
  g_return_if_fail (slope_ppb > 0);

  get_parameters (self)->slope_ppb = slope_ppb;
}

/**
 * spur_extended_clock_set_window:
 * @self: an extended clock
 * @window: how far backward amortization reaches
 * @length_ns: the length for %SPUR_WINDOW_FIXED, in ns, from 0 to %SPUR_TIME_LIMIT_NS
 *
 * With %SPUR_WINDOW_STREAM the time taken grows with the number of jumps times that of events.
 *
 * Since: 1.0
 */
void
spur_extended_clock_set_window (SpurExtendedClock *self, SpurWindow window, gint64 length_ns)
{
  g_return_if_fail (SPUR_IS_EXTENDED_CLOCK (self));
  g_return_if_fail (window <= SPUR_WINDOW_STREAM);
  g_return_if_fail (length_ns >= 0 && length_ns <= SPUR_TIME_LIMIT_NS);

  get_parameters (self)->window = window;
  get_parameters (self)->length_ns = length_ns;
}

/**
 * spur_extended_clock_set_backward:
 * @self: an extended clock
 * @backward: whether jumps are spread over the events before them; so it is at first
 *
 * Says whether jumps are spread over the time before them.
 *
 * Since: 1.0
 */
void
spur_extended_clock_set_backward (SpurExtendedClock *self, gboolean backward)
{
  g_return_if_fail (SPUR_IS_EXTENDED_CLOCK (self));

  get_parameters (self)->is_backward = backward;
}
