/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/logical/spur-causal-clock.h"

#include "core/clock/logical/spur-clock-pass-private.h"

#define DEFAULT_SLOPE_PPB 10000000
#define DEFAULT_MIX_PPB 500000000

/**
 * SpurCausalClock:
 *
 * What the simple, the controlled and the extended logical clock have in common
 * (clock-correction.md sections 2, 3, 5 and 7): events are pushed by the edges that lead to them,
 * and the jumps may be spread over the time before.
 *
 * Afterwards every edge takes at least mu and no stream's order is inverted. Events at the ends of
 * edges get exactly the times of the definition. The others lie on straight lines between them,
 * within 2 ns of the definition; where several windows overlap, each of them adds at most 1 ns plus
 * its slope times what was there. Where a window is steeper than time itself every event is exact.
 *
 * A trace that obeys the clock condition stays as it is where delta is 0.
 *
 * The facts that it notes, under the method's name as in `eclc.result`: `result`, `method`,
 * `mu-ns`, `delta-ns`, `gamma-ppb` or the parameters of the controller, `slope-ppb` and `mix-ppb`
 * where they count, `gamma-passes` where gamma was iterated, `cyclic-edges` and
 * `cyclic-edges-left-out` where edges were left out, and where something was changed
 * `edges-repaired` (edges and members of collective operations that took less than mu), `jumps`,
 * `moved-nodes` (events at the ends of edges that moved), `largest-jump-ns`, `largest-error-ns`
 * (how far the forward pass pushed an event at most), `largest-shift-ns` and `steepest-ppm` (how
 * much faster than before time runs at most between two neighbouring nodes).
 *
 * Since: 1.0
 */
typedef struct
{
  SpurClockParameters parameters;
} SpurCausalClockPrivate;

/* clang-format off */
G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SpurCausalClock, spur_causal_clock, SPUR_TYPE_CLOCK_CORRECTOR)

G_DEFINE_ENUM_TYPE (SpurWindow, spur_window,
  G_DEFINE_ENUM_VALUE (SPUR_WINDOW_SLOPE, "slope"),
  G_DEFINE_ENUM_VALUE (SPUR_WINDOW_FIXED, "fixed"),
  G_DEFINE_ENUM_VALUE (SPUR_WINDOW_STREAM, "stream"))

G_DEFINE_ENUM_TYPE (SpurBackwardLimits, spur_backward_limits,
  G_DEFINE_ENUM_VALUE (SPUR_BACKWARD_LIMITS_FORWARD, "forward"),
  G_DEFINE_ENUM_VALUE (SPUR_BACKWARD_LIMITS_FINAL, "final"))

G_DEFINE_ENUM_TYPE (SpurDirection, spur_direction,
  G_DEFINE_ENUM_VALUE (SPUR_DIRECTION_FORWARD, "forward"),
  G_DEFINE_ENUM_VALUE (SPUR_DIRECTION_MIRROR, "mirror"),
  G_DEFINE_ENUM_VALUE (SPUR_DIRECTION_MIX, "mix"))

G_DEFINE_ENUM_TYPE (SpurOnCycle, spur_on_cycle,
  G_DEFINE_ENUM_VALUE (SPUR_ON_CYCLE_ERROR, "error"),
  G_DEFINE_ENUM_VALUE (SPUR_ON_CYCLE_LEAVE_OUT, "leave-out"))
/* clang-format on */

enum
{
  PROP_0,
  PROP_DELTA_NS,
  PROP_BACKWARD,
  PROP_BACKWARD_LIMITS,
  PROP_SLOPE_PPB,
  PROP_WINDOW,
  PROP_WINDOW_LENGTH_NS,
  PROP_DIRECTION,
  PROP_MIX_PPB,
  PROP_ON_CYCLE,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

SpurClockParameters *
spur_causal_clock_get_parameters (SpurCausalClock *self)
{
  SpurCausalClockPrivate *priv = spur_causal_clock_get_instance_private (self);

  return &priv->parameters;
}

static void
spur_causal_clock_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  const SpurClockParameters *parameters =
    spur_causal_clock_get_parameters (SPUR_CAUSAL_CLOCK (object));

  switch (id)
    {
    case PROP_DELTA_NS:
      g_value_set_int64 (value, parameters->delta_ns);
      break;
    case PROP_BACKWARD:
      g_value_set_boolean (value, parameters->is_backward);
      break;
    case PROP_BACKWARD_LIMITS:
      g_value_set_enum (value, (int) parameters->limits);
      break;
    case PROP_SLOPE_PPB:
      g_value_set_int64 (value, parameters->slope_ppb);
      break;
    case PROP_WINDOW:
      g_value_set_enum (value, (int) parameters->window);
      break;
    case PROP_WINDOW_LENGTH_NS:
      g_value_set_int64 (value, parameters->length_ns);
      break;
    case PROP_DIRECTION:
      g_value_set_enum (value, (int) parameters->direction);
      break;
    case PROP_MIX_PPB:
      g_value_set_int64 (value, parameters->mix_ppb);
      break;
    case PROP_ON_CYCLE:
      g_value_set_enum (value, (int) parameters->on_cycle);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
spur_causal_clock_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SpurClockParameters *parameters = spur_causal_clock_get_parameters (SPUR_CAUSAL_CLOCK (object));

  switch (id)
    {
    case PROP_DELTA_NS:
      parameters->delta_ns = g_value_get_int64 (value);
      break;
    case PROP_BACKWARD:
      parameters->is_backward = g_value_get_boolean (value);
      break;
    case PROP_BACKWARD_LIMITS:
      parameters->limits = (SpurBackwardLimits) g_value_get_enum (value);
      break;
    case PROP_SLOPE_PPB:
      parameters->slope_ppb = g_value_get_int64 (value);
      break;
    case PROP_WINDOW:
      parameters->window = (SpurWindow) g_value_get_enum (value);
      break;
    case PROP_WINDOW_LENGTH_NS:
      parameters->length_ns = g_value_get_int64 (value);
      break;
    case PROP_DIRECTION:
      parameters->direction = (SpurDirection) g_value_get_enum (value);
      break;
    case PROP_MIX_PPB:
      parameters->mix_ppb = g_value_get_int64 (value);
      break;
    case PROP_ON_CYCLE:
      parameters->on_cycle = (SpurOnCycle) g_value_get_enum (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static gboolean
spur_causal_clock_correct (SpurClockCorrector *corrector,
                           SpurTrace *trace,
                           SpurEdges *edges,
                           SpurCorrection *correction,
                           const SpurJob *job,
                           GError **error)
{
  SpurClockParameters *parameters =
    spur_causal_clock_get_parameters (SPUR_CAUSAL_CLOCK (corrector));

  parameters->name = spur_clock_corrector_get_name (corrector);
  parameters->mu_ns = spur_clock_corrector_get_mu_ns (corrector);
  return spur_clock_run (parameters, trace, edges, correction, job, error);
}

static void
install_backward_properties (void)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  /**
   * SpurCausalClock:backward:
   *
   * Whether jumps are spread over the events before them (clock-correction.md section 3). At first
   * only the extended clock does.
   *
   * Since: 1.0
   */
  properties[PROP_BACKWARD] = g_param_spec_boolean ("backward", NULL, NULL, FALSE, flags);

  /**
   * SpurCausalClock:backward-limits:
   *
   * What limits how far backward amortization may move a send.
   *
   * Since: 1.0
   */
  properties[PROP_BACKWARD_LIMITS] = g_param_spec_enum (
    "backward-limits", NULL, NULL, SPUR_TYPE_BACKWARD_LIMITS, SPUR_BACKWARD_LIMITS_FORWARD, flags);

  /**
   * SpurCausalClock:slope-ppb:
   *
   * The jump divided by the length of its window, in parts per billion: 10^7, that is 0.01, at
   * first. For %SPUR_WINDOW_SLOPE.
   *
   * Since: 1.0
   */
  properties[PROP_SLOPE_PPB] =
    g_param_spec_int64 ("slope-ppb", NULL, NULL, 1, G_MAXINT64, DEFAULT_SLOPE_PPB, flags);

  /**
   * SpurCausalClock:window:
   *
   * How far backward amortization reaches. With %SPUR_WINDOW_STREAM the time taken grows with the
   * number of jumps times that of events.
   *
   * Since: 1.0
   */
  properties[PROP_WINDOW] =
    g_param_spec_enum ("window", NULL, NULL, SPUR_TYPE_WINDOW, SPUR_WINDOW_SLOPE, flags);

  /**
   * SpurCausalClock:window-length-ns:
   *
   * L_A for %SPUR_WINDOW_FIXED, in ns.
   *
   * Since: 1.0
   */
  properties[PROP_WINDOW_LENGTH_NS] =
    g_param_spec_int64 ("window-length-ns", NULL, NULL, 0, SPUR_TIME_LIMIT_NS, 0, flags);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  install_backward_properties ();

  /**
   * SpurCausalClock:delta-ns:
   *
   * The smallest distance kept between two events of a stream, in ns. At 0 order is kept; above,
   * every event is looked at, not only those at the ends of edges.
   *
   * Since: 1.0
   */
  properties[PROP_DELTA_NS] =
    g_param_spec_int64 ("delta-ns", NULL, NULL, 0, SPUR_TIME_LIMIT_NS, 0, flags);

  /**
   * SpurCausalClock:direction:
   *
   * Which of the times that obey the clock condition are chosen.
   *
   * Since: 1.0
   */
  properties[PROP_DIRECTION] =
    g_param_spec_enum ("direction", NULL, NULL, SPUR_TYPE_DIRECTION, SPUR_DIRECTION_FORWARD, flags);

  /**
   * SpurCausalClock:mix-ppb:
   *
   * How much of the mirrored trace's times is in a mix, in parts per billion. For
   * %SPUR_DIRECTION_MIX.
   *
   * Since: 1.0
   */
  properties[PROP_MIX_PPB] =
    g_param_spec_int64 ("mix-ppb", NULL, NULL, 0, SPUR_PARTS_PER_BILLION, DEFAULT_MIX_PPB, flags);

  /**
   * SpurCausalClock:on-cycle:
   *
   * What is done where edges form a cycle.
   *
   * Since: 1.0
   */
  properties[PROP_ON_CYCLE] =
    g_param_spec_enum ("on-cycle", NULL, NULL, SPUR_TYPE_ON_CYCLE, SPUR_ON_CYCLE_ERROR, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
spur_causal_clock_class_init (SpurCausalClockClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = spur_causal_clock_get_property;
  object_class->set_property = spur_causal_clock_set_property;
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->correct = spur_causal_clock_correct;
  install_properties (object_class);
}

static void
spur_causal_clock_init (SpurCausalClock *self)
{
  SpurClockParameters *parameters = spur_causal_clock_get_parameters (self);

  parameters->distribution = &spur_distribution_self;
  parameters->slope_ppb = DEFAULT_SLOPE_PPB;
  parameters->mix_ppb = DEFAULT_MIX_PPB;
}
