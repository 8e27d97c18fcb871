/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/formats/otf2/spur-otf2-places.h"

typedef struct _SpurOtf2Metrics SpurOtf2Metrics;

SpurOtf2Metrics *spur_otf2_metrics_new (SpurOtf2Places *places);

void spur_otf2_metrics_free (SpurOtf2Metrics *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurOtf2Metrics, spur_otf2_metrics_free)
