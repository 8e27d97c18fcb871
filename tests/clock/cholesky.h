/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <math.h>

/* Turns a symmetric matrix of @n rows, of which the lower half is given, into its factor of
 * Cholesky. FALSE where it is as good as singular. */
static inline gboolean
spur_cholesky_factorise (double *matrix, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      for (gsize j = 0; j <= i; j++)
        {
          double sum = matrix[i * n + j];

          for (gsize k = 0; k < j; k++)
            sum -= matrix[i * n + k] * matrix[j * n + k];
          if (i == j && !(sum > 0.0))
            return FALSE;
          matrix[i * n + j] = i == j ? sqrt (sum) : sum / matrix[j * n + j];
        }
    }
  return TRUE;
}

/* Turns the right side into the solution. */
static inline void
spur_cholesky_solve (const double *matrix, gsize n, double *right)
{
  for (gsize i = 0; i < n; i++)
    {
      for (gsize k = 0; k < i; k++)
        right[i] -= matrix[i * n + k] * right[k];
      right[i] /= matrix[i * n + i];
    }
  for (gsize i = n; i > 0; i--)
    {
      for (gsize k = i; k < n; k++)
        right[i - 1] -= matrix[k * n + i - 1] * right[k];
      right[i - 1] /= matrix[(i - 1) * n + i - 1];
    }
}
