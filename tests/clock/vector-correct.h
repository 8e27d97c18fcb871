/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/spur-clock-corrector.h"

G_BEGIN_DECLS

/* What the test of the vectors does around its work, and how it has a trace corrected: as one
 * process, or as several ranks. */

void vector_correct_begin (int *argc, char ***argv);

void vector_correct_end (void);

gboolean vector_correct (SpurClockCorrector *corrector,
                         SpurTrace *trace,
                         SpurEdges *edges,
                         SpurCorrection *correction,
                         const SpurJob *job,
                         GError **error);

G_END_DECLS
