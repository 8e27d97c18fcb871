/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/spur-clock-corrector.h"

#include "core/base/spur-error-internal.h"
#include "core/base/spur-object-internal.h"
#include "core/base/spur-option-internal.h"
#include "core/clock/parallel/spur-clock-work-private.h"
#include "core/clock/presync/spur-clock-steps-private.h"

#define DEFAULT_MU_NS 1

/**
 * spur_clock_error_quark:
 *
 * Gets the domain %SPUR_CLOCK_ERROR.
 *
 * Returns: the domain %SPUR_CLOCK_ERROR
 *
 * Since: 1.0
 */
/* clang-format off */
G_DEFINE_QUARK (spur-clock-error-quark, spur_clock_error)
/* clang-format on */

/**
 * SpurClockCorrector:
 *
 * A step of a chain of corrections: takes a trace, its edges and the time maps so far, and appends
 * maps and a report.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 mu_ns;
  SpurClockOutcome outcome;
} SpurClockCorrectorPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SpurClockCorrector, spur_clock_corrector, G_TYPE_OBJECT)

static SpurClockCorrectorPrivate *
get_private (SpurClockCorrector *self)
{
  return spur_clock_corrector_get_instance_private (self);
}

/* More than the true minimum makes violations where there are none and pushes the whole trace
 * forward. */
static const SpurOption mu_option = { .name = "mu-ns",
                                      .type = G_TYPE_INT64,
                                      .maximum = SPUR_TIME_LIMIT_NS };

static void
spur_clock_corrector_class_init (SpurClockCorrectorClass *klass)
{
  static const gint64 initial_ns = DEFAULT_MU_NS;

  /**
   * SpurClockCorrector:mu-ns:
   *
   * The smallest delay of an edge that has none of its own, in ns.
   *
   * Since: 1.0
   */
  spur_options_install (G_OBJECT_CLASS (klass), G_PRIVATE_OFFSET (SpurClockCorrector, mu_ns),
                        &initial_ns, &mu_option, 1);
}

static void
spur_clock_corrector_init (SpurClockCorrector *self)
{
  get_private (self)->mu_ns = DEFAULT_MU_NS;
}

/**
 * spur_clock_corrector_get_name:
 * @self: a corrector
 *
 * Gets the method's name, as in "eclc".
 *
 * Returns: (transfer none): the method's name, as in "eclc"
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (const char *,
                    spur_clock_corrector_get_name,
                    SpurClockCorrector,
                    SPUR_IS_CLOCK_CORRECTOR,
                    SPUR_CLOCK_CORRECTOR_GET_CLASS (self)->name)

/**
 * spur_clock_corrector_get_mu_ns:
 * @self: a corrector
 *
 * Gets the smallest delay of an edge that has none of its own, in ns.
 *
 * Returns: the smallest delay of an edge that has none of its own, in ns
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (gint64,
                    spur_clock_corrector_get_mu_ns,
                    SpurClockCorrector,
                    SPUR_IS_CLOCK_CORRECTOR,
                    get_private (self)->mu_ns)

/**
 * spur_clock_corrector_set_mu_ns:
 * @self: a corrector
 * @mu_ns: the smallest delay of an edge that has none of its own, in ns, from 0 to
 *   %SPUR_TIME_LIMIT_NS
 *
 * At first it is 1 ns. More than the true minimum makes violations where there are none and
 * pushes the whole trace forward.
 *
 * Since: 1.0
 */
void
spur_clock_corrector_set_mu_ns (SpurClockCorrector *self, gint64 mu_ns)
{
  g_return_if_fail (SPUR_IS_CLOCK_CORRECTOR (self));
  g_return_if_fail (mu_ns >= 0 && mu_ns <= SPUR_TIME_LIMIT_NS);

  get_private (self)->mu_ns = mu_ns;
}

/**
 * spur_clock_corrector_get_outcome:
 * @self: a corrector
 *
 * Gets what the last spur_clock_corrector_correct() that succeeded did.
 *
 * Returns: what was done
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (SpurClockOutcome,
                    spur_clock_corrector_get_outcome,
                    SpurClockCorrector,
                    SPUR_IS_CLOCK_CORRECTOR,
                    get_private (self)->outcome)

/**
 * spur_clock_corrector_set_outcome:
 * @self: a corrector
 * @outcome: what it did
 *
 * Says what was done, for the function `correct` of a class of correctors. Where it says nothing,
 * streams that were given maps count as %SPUR_CLOCK_OUTCOME_REPAIRED, and none as
 * %SPUR_CLOCK_OUTCOME_CONDITION_HOLDS.
 *
 * Since: 1.0
 */
void
spur_clock_corrector_set_outcome (SpurClockCorrector *self, SpurClockOutcome outcome)
{
  g_return_if_fail (SPUR_IS_CLOCK_CORRECTOR (self));

  get_private (self)->outcome = outcome;
}

static gboolean
has_room (SpurTrace *trace, SpurCorrection *correction, GError **error)
{
  for (guint s = 0; s < spur_correction_get_n_streams (correction); s++)
    {
      if (spur_correction_get_n_maps (correction, s) < SPUR_CORRECTION_MAX_MAPS)
        continue;
      return spur_error_set (
        error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
        "%s: has %d time maps already, and may have no more; correct the raw trace",
        spur_stream_get_name (spur_trace_get_stream (trace, s)), SPUR_CORRECTION_MAX_MAPS);
    }
  return TRUE;
}

/**
 * spur_clock_corrector_correct:
 * @self: a corrector
 * @trace: a sealed trace
 * @edges: its edges
 * @correction: the time maps so far, to which this step appends
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Appends a time map to every stream of @correction that needs one, and notes in its facts what
 * was done. The fact "method" lists the steps of the chain, and "maps.N" the streams that the Nth
 * of them gave a time map. Where it fails, @correction is as it was before.
 *
 * Returns: whether it was done; else @error is %G_IO_ERROR_CANCELLED, %G_IO_ERROR_NO_SPACE where
 *   a stream has %SPUR_CORRECTION_MAX_MAPS maps, or what the method says
 *
 * Since: 1.0
 */
gboolean
spur_clock_corrector_correct (SpurClockCorrector *self,
                              SpurTrace *trace,
                              SpurEdges *edges,
                              SpurCorrection *correction,
                              const SpurJob *job,
                              GError **error)
{
  g_autofree guint *n_before = NULL;
  SpurCommunicator *communicator;
  GError *problem = NULL;
  gboolean is_done;

  g_return_val_if_fail (SPUR_IS_CLOCK_CORRECTOR (self), FALSE);
  g_return_val_if_fail (SPUR_IS_TRACE (trace) && SPUR_IS_EDGES (edges), FALSE);
  g_return_val_if_fail (SPUR_IS_CORRECTION (correction), FALSE);
  g_return_val_if_fail (spur_edges_get_n_streams (edges) == spur_trace_get_n_streams (trace),
                        FALSE);
  g_return_val_if_fail (
    spur_correction_get_n_streams (correction) == spur_trace_get_n_streams (trace), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  communicator = spur_clock_work_get (trace, edges, correction, job).distribution->communicator;
  n_before = spur_clock_steps_count_maps (correction);
  spur_clock_corrector_set_outcome (self, SPUR_CLOCK_OUTCOME_UNKNOWN);
  is_done = !spur_job_is_cancelled (job, &problem) && has_room (trace, correction, &problem);
  if (!spur_communicator_agree (communicator, g_steal_pointer (&problem), error))
    return FALSE;
  is_done = is_done && SPUR_CLOCK_CORRECTOR_GET_CLASS (self)->correct (self, trace, edges,
                                                                       correction, job, &problem);
  if (!spur_communicator_agree (communicator, problem, error) || !is_done)
    return FALSE;
  spur_clock_steps_add (correction, self, n_before, communicator);
  return TRUE;
}

/**
 * spur_clock_corrector_get_half_width_ns:
 * @self: a corrector that has corrected
 * @stream: position of a stream
 * @time_ns: when, in the time that the corrector made
 *
 * How far a stream's corrected time may be off from that of all streams together, as far as the
 * edges can tell (clock-correction.md section 6): an upper bound that assumes that clocks run
 * steadily between one window and the next.
 *
 * Returns: the most that it may be off, in ns, or -1 where the method does not know
 *
 * Since: 1.0
 */
gint64
spur_clock_corrector_get_half_width_ns (SpurClockCorrector *self, guint stream, gint64 time_ns)
{
  SpurClockCorrectorClass *klass;

  g_return_val_if_fail (SPUR_IS_CLOCK_CORRECTOR (self), -1);

  klass = SPUR_CLOCK_CORRECTOR_GET_CLASS (self);
  return klass->get_half_width_ns != NULL ? klass->get_half_width_ns (self, stream, time_ns) : -1;
}
