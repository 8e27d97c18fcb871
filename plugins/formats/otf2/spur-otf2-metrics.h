/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/formats/otf2/spur-otf2-places.h"

G_BEGIN_DECLS

/* One member of a metric, and what it is measured on. */
typedef struct
{
  /* %SPUR_NONE where the member is not defined. */
  guint32 target;
  guint32 name;
  guint32 unit;
  guint32 mode;

  /* From the recorded number to the unit: one of them is 1. */
  double factor;
  double divisor;
} SpurOtf2Measure;

/* A metric as one location records it. */
typedef struct
{
  guint n_members;

  /* No more than a record of the location has values. */
  guint n_measures;
  SpurOtf2Measure measures[];
} SpurOtf2Measures;

typedef struct _SpurOtf2Metrics SpurOtf2Metrics;

SpurOtf2Metrics *spur_otf2_metrics_new (SpurOtf2Places *places);

void spur_otf2_metrics_free (SpurOtf2Metrics *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurOtf2Metrics, spur_otf2_metrics_free)

const SpurOtf2Measures *
spur_otf2_metrics_find (const SpurOtf2Metrics *self, guint place, OTF2_MetricRef metric);

G_END_DECLS
