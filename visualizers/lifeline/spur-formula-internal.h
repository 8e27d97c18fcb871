/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* Numbers that are computed from the fields of an event: + - * / of fields and constants. */

typedef struct
{
  /* As it was written, without spaces around it. */
  char *text;
  /* (element-type utf8): the fields that it names, each once. */
  GPtrArray *names;
  GArray *steps;
} SpurFormula;

/* (element-type SpurFormula): formulas between commas. Fails with %SPUR_VIEW_ERROR_OPTION. */
GPtrArray *spur_formula_parse_list (const char *text, GError **error);

void spur_formula_free (SpurFormula *self);

/* Of the values of its names, in their order; what is no number gives none. */
double spur_formula_evaluate (const SpurFormula *self, const double *values);

/* Whether it is one field as it is, whose unit is that of the result. */
gboolean spur_formula_is_field (const SpurFormula *self);
