/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-corridor-corrector.h"

#include "core/clock/presync/spur-clock-corridor-private.h"

/**
 * SpurCorridorCorrector:
 *
 * Pre-synchronisation of clocks that wander (clock-correction.md section 6).
 *
 * Where the edges do not tell, as of messages in one direction only, offsets that the tracer
 * measured are used instead, if fewer edges are reversed by them.
 *
 * Since: 1.0
 */
struct _SpurCorridorCorrector
{
  SpurPresynchroniser parent_instance;
};

G_DEFINE_TYPE (SpurCorridorCorrector, spur_corridor_corrector, SPUR_TYPE_PRESYNCHRONISER)

static void
note_corridor (const SpurCorridor *corridor, SpurClockFit *fit, guint n_corrected)
{
  fit->curves = (SpurClockOutcomeCurves){ n_corrected, fit->n_clocks, corridor->window_ns };
  spur_clock_fit_note (fit, "corrected-clocks", n_corrected);
  spur_clock_fit_note (fit, "window-ns", corridor->window_ns);
  spur_clock_fit_note (fit, "relaxation-ns", corridor->relaxation_ns);
  spur_clock_fit_note (fit, "drift-ppb", (gint64) corridor->model.drift);
  spur_clock_fit_note (fit, "noise-ppb-per-sqrt-s", (gint64) corridor->model.noise);
  spur_clock_fit_note (fit, "aging-ppb-per-s-per-sqrt-s", (gint64) corridor->model.aging);
}

static gboolean
spur_corridor_corrector_fit (SpurPresynchroniser *presynchroniser,
                             SpurTrace *trace,
                             const SpurClockSamples *samples,
                             SpurClockFit *fit,
                             const SpurJob *job,
                             GError **error)
{
  g_autofree guint8 *keeps = g_new0 (guint8, samples->n_clocks + 1);
  SpurCorridor corridor;
  guint n_corrected;

  if (spur_clock_samples_sum (samples, samples->n_samples) == 0)
    {
      fit->outcome = SPUR_CLOCK_OUTCOME_NOT_CONNECTED;
      return TRUE;
    }
  spur_corridor_init (&corridor, samples, job);
  if (!spur_corridor_run (&corridor, error))
    {
      spur_corridor_clear (&corridor);
      return FALSE;
    }
  spur_corridor_measure (&corridor, fit);
  n_corrected = spur_corridor_choose (&corridor, fit, keeps);
  fit->outcome = n_corrected > 0 ? SPUR_CLOCK_OUTCOME_CURVES : SPUR_CLOCK_OUTCOME_TOO_WIDE;
  if (n_corrected > 0)
    {
      spur_corridor_add_knots (&corridor, keeps, fit);
      spur_clock_fit_centre (fit, samples);
    }
  note_corridor (&corridor, fit, n_corrected);
  spur_corridor_clear (&corridor);
  return TRUE;
}

static void
spur_corridor_corrector_class_init (SpurCorridorCorrectorClass *klass)
{
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->name = "corridor";
  SPUR_PRESYNCHRONISER_CLASS (klass)->fit = spur_corridor_corrector_fit;
  SPUR_PRESYNCHRONISER_CLASS (klass)->falls_back = TRUE;
}

static void
spur_corridor_corrector_init (SpurCorridorCorrector *self)
{
}
