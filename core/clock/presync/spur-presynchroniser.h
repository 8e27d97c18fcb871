/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/spur-clock-corrector.h"

G_BEGIN_DECLS

#define SPUR_TYPE_PRESYNCHRONISER (spur_presynchroniser_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurPresynchroniser, spur_presynchroniser, SPUR, PRESYNCHRONISER, SpurClockCorrector)

/**
 * SpurClockSamples:
 *
 * What the edges tell of the clocks. For the methods of the library itself.
 *
 * Since: 1.0
 */
typedef struct _SpurClockSamples SpurClockSamples;

/**
 * SpurClockFit:
 *
 * What a method found of the clocks. For the methods of the library itself.
 *
 * Since: 1.0
 */
typedef struct _SpurClockFit SpurClockFit;

/**
 * SpurPresynchroniserClass:
 * @parent_class: the parent
 *
 * A method that finds how wrong each clock is, as a curve.
 *
 * Since: 1.0
 */
struct _SpurPresynchroniserClass
{
  SpurClockCorrectorClass parent_class;

  /*< private >*/
  gboolean (*fit) (SpurPresynchroniser *self,
                   SpurTrace *trace,
                   const SpurClockSamples *samples,
                   SpurClockFit *fit,
                   const SpurJob *job,
                   GError **error);
  /* Whether it may change what has no violation. */
  gboolean is_measured;
  /* Whether measured offsets are used where edges do not tell. */
  gboolean falls_back;
  gpointer _reserved[5];
};

SPUR_AVAILABLE_IN_ALL
void spur_presynchroniser_set_domains (SpurPresynchroniser *self, const char *domains);

G_END_DECLS
