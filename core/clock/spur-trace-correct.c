/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/spur-trace-correct.h"

#include "core/clock/spur-clock-chain.h"

/* The whole way from a trace to corrected times, in one call. */

static gint64
get_half_width (guint stream, gint64 time_ns, gpointer user_data)
{
  return spur_clock_chain_get_half_width_ns (user_data, stream, time_ns);
}

/**
 * spur_trace_correct:
 * @trace: a sealed trace
 * @methods: names of correctors in order, as for spur_clock_chain_new(); "auto" suits most traces
 * @job: (nullable): how the work is to be done
 * @report: (out) (optional) (transfer full): return location for what was done, in numbers
 * @error: return location for an error
 *
 * Finds the edges of a trace, corrects its clocks by them, and gives it the correction: its events
 * have corrected times from then on. It begins at raw times, whatever correction the trace had. For
 * options of the correctors, and delays other than 1 ns, use #SpurClockChain.
 *
 * Returns: whether it was done; else the trace is as it was, and @error is
 *   %SPUR_CLOCK_ERROR_METHOD for unknown methods, or what spur_edges_new_for_trace(),
 *   spur_clock_chain_run() or spur_clock_report_new() say
 *
 * Since: 1.0
 */
gboolean
spur_trace_correct (SpurTrace *trace,
                    const char *methods,
                    const SpurJob *job,
                    SpurClockReport **report,
                    GError **error)
{
  g_autoptr (SpurClockChain) chain = NULL;
  g_autoptr (SpurEdges) edges = NULL;
  g_autoptr (SpurCorrection) correction = NULL;
  g_autoptr (SpurClockReport) made = NULL;
  gint64 mu_ns;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (methods != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  chain = spur_clock_chain_new (methods, error);
  if (chain == NULL)
    return FALSE;
  edges = spur_edges_new_for_trace (trace, job, error);
  if (edges == NULL)
    return FALSE;
  correction = spur_correction_new (spur_trace_get_n_streams (trace));
  if (!spur_clock_chain_run (chain, trace, edges, correction, job, error))
    return FALSE;
  if (report != NULL)
    {
      mu_ns = spur_clock_corrector_get_mu_ns (spur_clock_chain_get_corrector (chain, 0));
      made = spur_clock_report_new (trace, edges, correction, mu_ns, job, error);
      if (made == NULL)
        return FALSE;
      spur_clock_report_take_half_widths (made, get_half_width, chain);
      *report = g_steal_pointer (&made);
    }
  spur_trace_set_correction (trace, correction);
  return TRUE;
}
