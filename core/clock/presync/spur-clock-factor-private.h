/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* An incomplete Cholesky factor of a sparse, symmetric, positive definite matrix: about its
 * inverse, for conjugate gradients. Nearly all of it where few clocks are joined or in a grid. */
typedef struct _SpurClockFactor SpurClockFactor;

/* What a matrix has at (row, column) and at (column, row). */
typedef struct
{
  guint32 row;
  guint32 column;
  double value;
} SpurMatrixEntry;

/* Entries of one place are added up. */
SpurClockFactor *spur_clock_factor_new (guint32 n_rows,
                                        const double *diagonal,
                                        const SpurMatrixEntry *entries,
                                        gsize n_entries);

void spur_clock_factor_solve (SpurClockFactor *self, const double *right, double *result);

void spur_clock_factor_free (SpurClockFactor *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurClockFactor, spur_clock_factor_free)
