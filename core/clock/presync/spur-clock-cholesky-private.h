/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <math.h>

G_BEGIN_DECLS

/* The factor of Cholesky of a symmetric matrix of @n rows, of which the lower half is given, with a
 * diagonal that is larger by the share @damping. @factor may be @matrix. FALSE where that is as
 * good as singular. */
static inline gboolean
spur_cholesky_factorise (const double *matrix, gsize n, double damping, double *factor)
{
  for (gsize i = 0; i < n; i++)
    {
      for (gsize j = 0; j <= i; j++)
        {
          double sum = matrix[i * n + j];

          if (i == j)
            sum *= 1.0 + damping;
          for (gsize k = 0; k < j; k++)
            sum -= factor[i * n + k] * factor[j * n + k];
          if (i == j && !(sum > 0.0))
            return FALSE;
          factor[i * n + j] = i == j ? sqrt (sum) : sum / factor[j * n + j];
        }
    }
  return TRUE;
}

/* Turns the right side into the solution. */
static inline void
spur_cholesky_solve (const double *factor, gsize n, double *right)
{
  for (gsize i = 0; i < n; i++)
    {
      for (gsize k = 0; k < i; k++)
        right[i] -= factor[i * n + k] * right[k];
      right[i] /= factor[i * n + i];
    }
  for (gsize i = n; i > 0; i--)
    {
      for (gsize k = i; k < n; k++)
        right[i - 1] -= factor[k * n + i - 1] * right[k];
      right[i - 1] /= factor[(i - 1) * n + i - 1];
    }
}

G_END_DECLS
