/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Formulas over fields become steps on a stack of numbers, so that an event costs a few of these.
 */
#include "visualizers/lifeline/spur-formula-internal.h"

#include <math.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "visualizers/canvas/spur-view-error.h"

/* What a person writes has a few dozen; each step of a text takes a byte of it at least. */
#define MAX_BYTES 1000
#define MAX_NESTING 64

typedef enum
{
  STEP_CONSTANT,
  STEP_FIELD,
  STEP_ADD,
  STEP_SUBTRACT,
  STEP_MULTIPLY,
  STEP_DIVIDE,
  STEP_NEGATE,
} StepKind;

typedef struct
{
  StepKind kind;
  guint field;
  double constant;
} Step;

/* A text while it is parsed. */
typedef struct
{
  const char *text;
  const char *at;
  guint nesting;
  SpurFormula *formula;
} Parser;

static gboolean parse_sum (Parser *self, GError **error);

void
spur_formula_free (SpurFormula *self)
{
  g_free (self->text);
  g_ptr_array_unref (self->names);
  g_array_unref (self->steps);
  g_free (self);
}

static void
skip_spaces (Parser *self)
{
  while (g_ascii_isspace (*self->at))
    self->at++;
}

static gboolean
refuse_text (const Parser *self, const char *expected, GError **error)
{
  g_autofree char *found =
    *self->at != '\0' ? g_strdup_printf ("'%.*s'", (int) MIN (strlen (self->at), 16), self->at)
                      : g_strdup ("the end");

  return spur_error_set (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_OPTION,
                         "'%s': at character %u found %s, expected %s", self->text,
                         (guint) (self->at - self->text) + 1, found, expected);
}

static void
add_step (Parser *self, StepKind kind, guint field, double constant)
{
  const Step step = { kind, field, constant };

  g_array_append_val (self->formula->steps, step);
}

static void
add_field (Parser *self, const char *begin, gsize n_bytes)
{
  GPtrArray *names = self->formula->names;
  g_autofree char *name = g_strndup (begin, n_bytes);
  guint index;

  if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, &index))
    {
      index = names->len;
      g_ptr_array_add (names, g_steal_pointer (&name));
    }
  add_step (self, STEP_FIELD, index, 0.0);
}

/* A name with other characters is between quotes. */
static gboolean
parse_quoted (Parser *self, GError **error)
{
  const char *end = strchr (self->at + 1, *self->at);

  if (end == NULL || end == self->at + 1)
    return refuse_text (self, "a field between two quotes", error);
  add_field (self, self->at + 1, (gsize) (end - self->at - 1));
  self->at = end + 1;
  return TRUE;
}

static gboolean
parse_number (Parser *self, GError **error)
{
  char *end;
  double number = g_ascii_strtod (self->at, &end);

  if (end == self->at || !isfinite (number))
    return refuse_text (self, "a number", error);
  add_step (self, STEP_CONSTANT, 0, number);
  self->at = end;
  return TRUE;
}

static gboolean
parse_bracket (Parser *self, GError **error)
{
  self->at++;
  if (!parse_sum (self, error))
    return FALSE;
  if (*self->at != ')')
    return refuse_text (self, "')'", error);
  self->at++;
  return TRUE;
}

static gboolean parse_factor (Parser *self, GError **error);

static gboolean
parse_plain_factor (Parser *self, GError **error)
{
  const char *begin = self->at;

  if (g_ascii_isdigit (*begin) || *begin == '.')
    return parse_number (self, error);
  if (*begin == '\'' || *begin == '"')
    return parse_quoted (self, error);
  if (*begin == '(')
    return parse_bracket (self, error);
  if (*begin == '-')
    {
      self->at++;
      if (!parse_factor (self, error))
        return FALSE;
      add_step (self, STEP_NEGATE, 0, 0.0);
      return TRUE;
    }
  while (g_ascii_isalnum (*self->at) || *self->at == '_' || *self->at == '.')
    self->at++;
  if (self->at == begin)
    return refuse_text (self, "a number, a field or '('", error);
  add_field (self, begin, (gsize) (self->at - begin));
  return TRUE;
}

static gboolean
parse_factor (Parser *self, GError **error)
{
  gboolean is_parsed;

  skip_spaces (self);
  if (++self->nesting > MAX_NESTING)
    return refuse_text (self, "less than 64 brackets and signs in each other", error);
  is_parsed = parse_plain_factor (self, error);
  self->nesting--;
  skip_spaces (self);
  return is_parsed;
}

static gboolean
parse_product (Parser *self, GError **error)
{
  if (!parse_factor (self, error))
    return FALSE;
  while (*self->at == '*' || *self->at == '/')
    {
      StepKind kind = *self->at == '*' ? STEP_MULTIPLY : STEP_DIVIDE;

      self->at++;
      if (!parse_factor (self, error))
        return FALSE;
      add_step (self, kind, 0, 0.0);
    }
  return TRUE;
}

static gboolean
parse_sum (Parser *self, GError **error)
{
  if (!parse_product (self, error))
    return FALSE;
  while (*self->at == '+' || *self->at == '-')
    {
      StepKind kind = *self->at == '+' ? STEP_ADD : STEP_SUBTRACT;

      self->at++;
      if (!parse_product (self, error))
        return FALSE;
      add_step (self, kind, 0, 0.0);
    }
  return TRUE;
}

GPtrArray *
spur_formula_parse_list (const char *text, GError **error)
{
  g_autoptr (GPtrArray) formulas =
    g_ptr_array_new_with_free_func ((GDestroyNotify) spur_formula_free);
  Parser parser = { .text = text, .at = text };

  if (strlen (text) > MAX_BYTES)
    return spur_error_set_null (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_OPTION,
                                "formulas of %" G_GSIZE_FORMAT " bytes; the limit is %d",
                                strlen (text), MAX_BYTES);
  do
    {
      const char *begin = parser.at;

      parser.formula = g_new0 (SpurFormula, 1);
      parser.formula->names = g_ptr_array_new_with_free_func (g_free);
      parser.formula->steps = g_array_new (FALSE, FALSE, sizeof (Step));
      g_ptr_array_add (formulas, parser.formula);
      if (!parse_sum (&parser, error))
        return NULL;
      if (*parser.at != ',' && *parser.at != '\0')
        {
          refuse_text (&parser, "+, -, *, / or ','", error);
          return NULL;
        }
      parser.formula->text = g_strstrip (g_strndup (begin, (gsize) (parser.at - begin)));
    }
  while (*parser.at++ == ',');
  return g_steal_pointer (&formulas);
}

gboolean
spur_formula_is_field (const SpurFormula *self)
{
  return self->steps->len == 1 && self->names->len == 1;
}

static double
apply_operator (StepKind kind, double left, double right)
{
  switch (kind)
    {
    case STEP_ADD:
      return left + right;
    case STEP_SUBTRACT:
      return left - right;
    case STEP_MULTIPLY:
      return left * right;
    default:
      return left / right;
    }
}

double
spur_formula_evaluate (const SpurFormula *self, const double *values)
{
  /* Each step puts one number on the stack at most, and takes a byte of the text. */
  double stack[MAX_BYTES];
  guint depth = 0;

  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = &g_array_index (self->steps, Step, i);

      if (step->kind == STEP_CONSTANT)
        stack[depth++] = step->constant;
      else if (step->kind == STEP_FIELD)
        stack[depth++] = values[step->field];
      else if (step->kind == STEP_NEGATE)
        stack[depth - 1] = -stack[depth - 1];
      else
        {
          depth--;
          stack[depth - 1] = apply_operator (step->kind, stack[depth - 1], stack[depth]);
        }
    }
  return stack[0];
}
