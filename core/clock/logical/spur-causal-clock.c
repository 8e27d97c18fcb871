/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/logical/spur-causal-clock.h"

#include "core/base/spur-option-internal.h"
#include "core/clock/logical/spur-clock-pass-private.h"
#include "core/clock/spur-clock-methods-private.h"
#include "spur-enums.h"

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
 * The methods are "logical", PDP'97 algorithm 1: an event is as early as its own clock, the event
 * before it and the edges to it allow; "controlled", algorithms 2 and 3: after a jump a clock goes
 * on at nearly its own speed, gamma, which a controller in every stream makes smaller where the
 * clock runs away from the simple one; and "eclc" (FZJ-JSC-IB-2007-11), with one gamma and backward
 * amortization. clock-correction.md section 12 lists their options.
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

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SpurCausalClock, spur_causal_clock, SPUR_TYPE_CLOCK_CORRECTOR)

#define FIELD(name) G_STRUCT_OFFSET (SpurClockParameters, name)
#define TIME(name, field)                                                                          \
  {                                                                                                \
    name, G_TYPE_INT64, NULL, FIELD (field), 0, SPUR_TIME_LIMIT_NS                                 \
  }
#define FACTOR(name, field, minimum, maximum)                                                      \
  {                                                                                                \
    name, G_TYPE_INT64, NULL, FIELD (field), minimum, maximum                                      \
  }
#define CHOICE(name, field, get_enum)                                                              \
  {                                                                                                \
    name, G_TYPE_ENUM, get_enum, FIELD (field), 0, 0                                               \
  }

/**
 * SpurCausalClock:delta-ns:
 *
 * The least distance of two events of a stream after the correction, in ns; 0 at first.
 *
 * Since: 1.0
 */
/**
 * SpurCausalClock:backward:
 *
 * Whether jumps are spread over the time before them; at first only with "eclc".
 *
 * Since: 1.0
 */
/**
 * SpurCausalClock:backward-limits:
 *
 * What limits how far an event moves to a jump: receive times of the forward pass, or final ones.
 *
 * Since: 1.0
 */
/**
 * SpurCausalClock:slope-ppb:
 *
 * A jump by the length of the window that it is spread over, in parts per billion, at least 1.
 *
 * Since: 1.0
 */
/**
 * SpurCausalClock:window:
 *
 * How long the window is over which a jump is spread.
 *
 * Since: 1.0
 */
/**
 * SpurCausalClock:window-length-ns:
 *
 * The length in ns of every window where #SpurCausalClock:window is %SPUR_WINDOW_FIXED.
 *
 * Since: 1.0
 */
/**
 * SpurCausalClock:direction:
 *
 * Whether causes push their effects, effects pull their causes, or the result is a mix.
 *
 * Since: 1.0
 */
/**
 * SpurCausalClock:mix-ppb:
 *
 * The share of the mirrored result in a mix, in parts per billion up to 10^9.
 *
 * Since: 1.0
 */
/**
 * SpurCausalClock:on-cycle:
 *
 * Whether edges that form a cycle are left out, or are an error.
 *
 * Since: 1.0
 */
/* Of all methods. */
static const SpurOption options[] = {
  TIME ("delta-ns", delta_ns),
  { "backward", G_TYPE_BOOLEAN, NULL, FIELD (is_backward), 0, 0 },
  CHOICE ("backward-limits", limits, spur_backward_limits_get_type),
  FACTOR ("slope-ppb", slope_ppb, 1, G_MAXINT64),
  CHOICE ("window", window, spur_window_get_type),
  TIME ("window-length-ns", length_ns),
  CHOICE ("direction", direction, spur_direction_get_type),
  FACTOR ("mix-ppb", mix_ppb, 0, SPUR_PARTS_PER_BILLION),
  CHOICE ("on-cycle", on_cycle, spur_on_cycle_get_type),
};

static const SpurOption controlled_options[] = {
  TIME ("q-init-ns", controller.q_init_ns),
  TIME ("q-min-ns", controller.q_min_ns),
  FACTOR ("q-factor-ppb", controller.q_factor_ppb, 0, SPUR_PARTS_PER_BILLION),
  FACTOR ("gamma-max-ppb", controller.gamma_max_ppb, 0, SPUR_PARTS_PER_BILLION),
  FACTOR ("gamma-degress-ppb", controller.gamma_degress_ppb, 1, SPUR_PARTS_PER_BILLION),
  FACTOR ("l-upper-ppb", controller.l_upper_ppb, 0, G_MAXINT64),
  FACTOR ("l-lower-ppb", controller.l_lower_ppb, 0, G_MAXINT64),
};

static const SpurOption extended_options[] = {
  FACTOR ("gamma-ppb", gamma_ppb, 0, SPUR_PARTS_PER_BILLION),
  CHOICE ("gamma-control", gamma_control, spur_gamma_control_get_type),
  FACTOR ("threshold-ppb", threshold_ppb, 0, SPUR_PARTS_PER_BILLION),
};

#define COMMON_PARAMETERS .slope_ppb = 10000000, .mix_ppb = 500000000

/* With the gamma of 0 that is there the controlled clock is the simple one. */
static const SpurClockParameters logical_parameters = { COMMON_PARAMETERS };

static const SpurClockParameters controlled_parameters = {
  COMMON_PARAMETERS,
  .has_controller = TRUE,
  .controller = { SPUR_CLOCK_CONTROLLER_PUBLISHED },
};

static const SpurClockParameters extended_parameters = {
  COMMON_PARAMETERS,
  .gamma_ppb = 999990000,
  .threshold_ppb = 50000000,
  .is_backward = TRUE,
};

/* The methods: classes that differ in their options and in what these are at first. */
static const struct
{
  const char *type_name;
  const char *name;
  const SpurClockParameters *initial;
  const SpurOption *options;
  guint n_options;
} methods[] = {
  { "SpurLogicalClock", "logical", &logical_parameters, NULL, 0 },
  { "SpurControlledClock", "controlled", &controlled_parameters, controlled_options,
    G_N_ELEMENTS (controlled_options) },
  { "SpurExtendedClock", "eclc", &extended_parameters, extended_options,
    G_N_ELEMENTS (extended_options) },
};

typedef struct
{
  SpurCausalClockClass parent_class;

  const SpurClockParameters *initial;
} MethodClass;

SpurClockParameters
spur_causal_clock_get_parameters (SpurCausalClock *self)
{
  const SpurCausalClockPrivate *priv = spur_causal_clock_get_instance_private (self);
  SpurClockParameters parameters = priv->parameters;

  parameters.name = spur_clock_corrector_get_name (SPUR_CLOCK_CORRECTOR (self));
  parameters.mu_ns = spur_clock_corrector_get_mu_ns (SPUR_CLOCK_CORRECTOR (self));
  return parameters;
}

static gboolean
spur_causal_clock_correct (SpurClockCorrector *corrector,
                           SpurTrace *trace,
                           SpurEdges *edges,
                           SpurCorrection *correction,
                           const SpurJob *job,
                           GError **error)
{
  const SpurClockWork work = spur_clock_work_get (trace, edges, correction, job);
  SpurClockParameters parameters = spur_causal_clock_get_parameters (SPUR_CAUSAL_CLOCK (corrector));

  /* Only the edges of all ranks together tell which of them form a cycle. */
  if (work.partition != NULL)
    parameters.on_cycle = SPUR_ON_CYCLE_ERROR;
  return spur_clock_run (&parameters, &work, error);
}

static void
spur_causal_clock_class_init (SpurCausalClockClass *klass)
{
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->correct = spur_causal_clock_correct;
  spur_options_install (G_OBJECT_CLASS (klass), G_PRIVATE_OFFSET (SpurCausalClock, parameters),
                        &logical_parameters, options, G_N_ELEMENTS (options));
}

static void
spur_causal_clock_init (SpurCausalClock *self)
{
}

static void
method_class_init (gpointer klass, gpointer data)
{
  guint method = GPOINTER_TO_UINT (data);

  ((MethodClass *) klass)->initial = methods[method].initial;
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->name = methods[method].name;
  spur_options_install (G_OBJECT_CLASS (klass), G_PRIVATE_OFFSET (SpurCausalClock, parameters),
                        methods[method].initial, methods[method].options,
                        methods[method].n_options);
}

static void
method_init (GTypeInstance *instance, gpointer klass)
{
  SpurCausalClockPrivate *priv =
    spur_causal_clock_get_instance_private (SPUR_CAUSAL_CLOCK (instance));

  priv->parameters = *((const MethodClass *) klass)->initial;
}

void
spur_causal_clock_register (SpurClockTypeFunc add_type)
{
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      const GTypeInfo info = {
        .class_size = sizeof (MethodClass),
        .class_init = method_class_init,
        .class_data = GUINT_TO_POINTER (i),
        .instance_size = sizeof (SpurCausalClock),
        .instance_init = method_init,
      };

      add_type (g_type_register_static (SPUR_TYPE_CAUSAL_CLOCK, methods[i].type_name, &info,
                                        G_TYPE_FLAG_NONE));
    }
}
