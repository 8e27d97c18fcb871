/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"

G_BEGIN_DECLS

#define SPUR_TYPE_CLOCK_CORRECTOR (spur_clock_corrector_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurClockCorrector, spur_clock_corrector, SPUR, CLOCK_CORRECTOR, GObject)

/**
 * SpurClockCorrectorClass:
 * @parent_class: the parent
 * @name: the method's name, as in "eclc"
 * @correct: appends a time map to the streams of @correction that need one, on top of the maps
 *   that are there, and notes in its facts what was done
 * @get_half_width_ns: how far a stream's corrected time may be off after correcting, or %NULL
 *
 * A step of a chain of corrections.
 *
 * Since: 1.0
 */
struct _SpurClockCorrectorClass
{
  GObjectClass parent_class;

  const char *name;
  gboolean (*correct) (SpurClockCorrector *self,
                       SpurTrace *trace,
                       SpurEdges *edges,
                       SpurCorrection *correction,
                       const SpurJob *job,
                       GError **error);
  gint64 (*get_half_width_ns) (SpurClockCorrector *self, guint stream, gint64 time_ns);

  /*< private >*/
  gpointer _reserved[7];
};

SPUR_AVAILABLE_IN_ALL
const char *spur_clock_corrector_get_name (SpurClockCorrector *self);

SPUR_AVAILABLE_IN_ALL
gint64 spur_clock_corrector_get_mu_ns (SpurClockCorrector *self);

SPUR_AVAILABLE_IN_ALL
void spur_clock_corrector_set_mu_ns (SpurClockCorrector *self, gint64 mu_ns);

SPUR_AVAILABLE_IN_ALL
gboolean spur_clock_corrector_correct (SpurClockCorrector *self,
                                       SpurTrace *trace,
                                       SpurEdges *edges,
                                       SpurCorrection *correction,
                                       const SpurJob *job,
                                       GError **error);

SPUR_AVAILABLE_IN_ALL
gint64
spur_clock_corrector_get_half_width_ns (SpurClockCorrector *self, guint stream, gint64 time_ns);

G_END_DECLS
