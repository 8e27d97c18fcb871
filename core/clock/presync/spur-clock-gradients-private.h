/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* A symmetric system of linear equations that is solved by conjugate gradients. */
typedef struct
{
  gconstpointer system;
  gsize n_values;
  void (*multiply) (gconstpointer system, const double *values, double *result);
  /* About the inverse of multiply(). */
  void (*scale) (gconstpointer system, const double *right, double *result);
  /* It is solved where the last fifth of the rounds gained no more than this share of what all
   * rounds did: of the square of the solution, in the system's own norm. */
  double share;
  gsize max_rounds;
} SpurGradients;

double spur_gradients_get_product (const double *a, const double *b, gsize n);

void spur_gradients_solve (const SpurGradients *self, const double *right, double *values);
