/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Conditions on fields are made into tests by class before the events are read, so that an event
 * costs no comparison of strings. */
#include "cli/options/spur-where.h"

#include <math.h>
#include <string.h>

#include "cli/options/spur-options.h"

typedef enum
{
  COMPARE_EQUAL,
  COMPARE_NOT_EQUAL,
  COMPARE_AT_MOST,
  COMPARE_AT_LEAST,
  COMPARE_BELOW,
  COMPARE_ABOVE,
} Comparison;

/* Longer ones come before those that they begin with. */
static const struct
{
  const char *sign;
  Comparison comparison;
} signs[] = {
  { "!=", COMPARE_NOT_EQUAL }, { "<=", COMPARE_AT_MOST }, { ">=", COMPARE_AT_LEAST },
  { "=", COMPARE_EQUAL },      { "<", COMPARE_BELOW },    { ">", COMPARE_ABOVE },
};

/* FIELD=VALUE, taken apart. */
typedef struct
{
  char *field;
  const char *value;
  Comparison comparison;
  guint8
    *entries[SPUR_FIELD_LIST + 1]; /* by type: the entries of its table that fit, once needed */
} Condition;

/* A condition as a class has it. */
typedef struct
{
  guint field;
  SpurFieldType type;
  Comparison comparison;
  /* Of references. */
  const guint8 *entries;
  guint n_entries;
  gboolean none_fits;
  /* Of numbers: the whole number where there is one, as the bits of the type. */
  gboolean is_whole;
  guint64 bits;
  double real;
} Test;

struct _SpurWhere
{
  GPtrArray *conditions; /* of Condition */
  GArray **tests;        /* by class, of Test; NULL where a field is missing */
  guint n_classes;
};

static void
condition_free (gpointer data)
{
  Condition *self = data;

  for (gsize i = 0; i < G_N_ELEMENTS (self->entries); i++)
    g_free (self->entries[i]);
  g_free (self->field);
  g_free (self);
}

void
spur_where_free (SpurWhere *self)
{
  for (guint i = 0; i < self->n_classes; i++)
    g_clear_pointer (&self->tests[i], g_array_unref);
  g_free (self->tests);
  g_ptr_array_unref (self->conditions);
  g_free (self);
}

static Condition *
parse_condition (const char *text)
{
  gsize n_before = strcspn (text, "!<>=");

  for (gsize i = 0; n_before > 0 && i < G_N_ELEMENTS (signs); i++)
    {
      Condition *self;

      if (!g_str_has_prefix (text + n_before, signs[i].sign))
        continue;
      self = g_new0 (Condition, 1);
      self->field = g_strndup (text, n_before);
      self->value = text + n_before + strlen (signs[i].sign);
      self->comparison = signs[i].comparison;
      return self;
    }
  return NULL;
}

/* Tests */

static gboolean
is_reference (SpurFieldType type)
{
  return type == SPUR_FIELD_STRING || type == SPUR_FIELD_OBJECT || type == SPUR_FIELD_STATE ||
         type == SPUR_FIELD_GROUP;
}

static guint
count_entries (SpurTrace *trace, SpurFieldType type)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  switch (type)
    {
    case SPUR_FIELD_OBJECT:
      return spur_definitions_get_n_objects (definitions);
    case SPUR_FIELD_STATE:
      return spur_definitions_get_n_states (definitions);
    case SPUR_FIELD_GROUP:
      return spur_definitions_get_n_groups (definitions);
    default:
      return spur_definitions_get_n_strings (definitions);
    }
}

static const guint8 *
find_entries (Condition *self, SpurTrace *trace, SpurFieldType type)
{
  guint n_entries = count_entries (trace, type);

  if (self->entries[type] != NULL)
    return self->entries[type];
  self->entries[type] = g_new0 (guint8, (gsize) n_entries + 1);
  for (guint32 i = 0; i < n_entries; i++)
    self->entries[type][i] =
      spur_names_fit (self->value,
                      spur_definitions_get_entry_name (spur_trace_get_definitions (trace), type, i))
        ? 1
        : 0;
  return self->entries[type];
}

/* FALSE where the value is no number. A fraction, or what the type cannot hold, is compared as a
 * double. */
static gboolean
parse_number (const Condition *self, Test *test)
{
  gint64 whole;
  char *end;

  test->real = g_ascii_strtod (self->value, &end);
  if (end == self->value || *end != '\0' || !isfinite (test->real))
    return FALSE;
  if (test->type == SPUR_FIELD_INT64)
    {
      test->is_whole =
        g_ascii_string_to_signed (self->value, 10, G_MININT64, G_MAXINT64, &whole, NULL);
      test->bits = test->is_whole ? (guint64) whole : 0;
    }
  else if (test->type != SPUR_FIELD_DOUBLE)
    test->is_whole =
      g_ascii_string_to_unsigned (self->value, 10, 0, G_MAXUINT64, &test->bits, NULL);
  return TRUE;
}

static gboolean
make_test (
  SpurCli *cli, SpurTrace *trace, Condition *self, const SpurEventLayout *layout, Test *test)
{
  const SpurField *field = &layout->fields[test->field];

  test->type = field->type;
  test->comparison = self->comparison;
  if (!is_reference (field->type))
    return parse_number (self, test) ||
           SPUR_CLI_REFUSE (cli, "--where: '%s' is no number, as field '%s' of %s holds",
                            self->value, self->field, layout->name);
  if (self->comparison > COMPARE_NOT_EQUAL)
    return SPUR_CLI_REFUSE (
      cli, "--where: field '%s' of %s holds names, which are = or !=", self->field, layout->name);
  test->entries = find_entries (self, trace, field->type);
  test->n_entries = count_entries (trace, field->type);
  test->none_fits = g_str_equal (self->value, "-");
  return TRUE;
}

static gboolean
refuse_field (SpurCli *cli, SpurTrace *trace, const char *field)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *nearest;

  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);

      for (guint j = 0; j < layout->n_fields; j++)
        g_ptr_array_add (names, (gpointer) layout->fields[j].name);
    }
  g_ptr_array_add (names, NULL);
  nearest = spur_text_find_nearest (field, (const char *const *) names->pdata);
  if (nearest != NULL)
    return SPUR_CLI_REFUSE (cli, "--where: no event has a field '%s'; did you mean '%s'?", field,
                            nearest);
  return SPUR_CLI_REFUSE (cli, "--where: no event has a field '%s'", field);
}

/* Adds the condition to the tests of all classes. */
static gboolean
add_condition (SpurWhere *self, SpurCli *cli, SpurTrace *trace, Condition *condition)
{
  gboolean is_known = FALSE;

  for (guint i = 0; i < self->n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);
      int field = spur_event_layout_find_field (layout, condition->field);
      Test test = { .field = (guint) MAX (field, 0) };

      if (field < 0 || layout->fields[field].type == SPUR_FIELD_LIST)
        {
          g_clear_pointer (&self->tests[i], g_array_unref);
          continue;
        }
      is_known = TRUE;
      if (!make_test (cli, trace, condition, layout, &test))
        return FALSE;
      if (self->tests[i] != NULL)
        g_array_append_val (self->tests[i], test);
    }
  return is_known || refuse_field (cli, trace, condition->field);
}

SpurWhere *
spur_where_new (SpurCli *cli, SpurTrace *trace, char **conditions)
{
  g_autoptr (SpurWhere) self = g_new0 (SpurWhere, 1);

  self->conditions = g_ptr_array_new_with_free_func (condition_free);
  self->n_classes = spur_trace_get_n_classes (trace);
  self->tests = g_new0 (GArray *, (gsize) self->n_classes + 1);
  for (guint i = 0; i < self->n_classes; i++)
    self->tests[i] = g_array_new (FALSE, FALSE, sizeof (Test));
  for (; *conditions != NULL; conditions++)
    {
      Condition *condition = parse_condition (*conditions);

      if (condition == NULL)
        {
          spur_cli_usage (cli, "--where: '%s' is not FIELD=VALUE", *conditions);
          return NULL;
        }
      g_ptr_array_add (self->conditions, condition);
      if (!add_condition (self, cli, trace, condition))
        return NULL;
    }
  return g_steal_pointer (&self);
}

/* Below 0, 0 or above 0. What is no number fits nothing but !=. */
static int
compare_number (const Test *test, guint64 bits, gboolean *is_number)
{
  double real;

  if (test->is_whole && test->type == SPUR_FIELD_INT64)
    return ((gint64) bits > (gint64) test->bits) - ((gint64) bits < (gint64) test->bits);
  if (test->is_whole)
    return (bits > test->bits) - (bits < test->bits);
  if (test->type == SPUR_FIELD_DOUBLE)
    memcpy (&real, &bits, sizeof real);
  else
    real = test->type == SPUR_FIELD_INT64 ? (double) (gint64) bits : (double) bits;
  *is_number = !isnan (real);
  return (real > test->real) - (real < test->real);
}

static gboolean
holds_test (const Test *test, guint64 bits)
{
  gboolean is_number = TRUE;
  int order;

  if (is_reference (test->type))
    {
      gboolean fits = bits < test->n_entries ? test->entries[bits] != 0 : test->none_fits;

      return fits == (test->comparison == COMPARE_EQUAL);
    }
  order = compare_number (test, bits, &is_number);
  if (!is_number)
    return test->comparison == COMPARE_NOT_EQUAL;
  switch (test->comparison)
    {
    case COMPARE_EQUAL:
      return order == 0;
    case COMPARE_NOT_EQUAL:
      return order != 0;
    case COMPARE_AT_MOST:
      return order <= 0;
    case COMPARE_AT_LEAST:
      return order >= 0;
    case COMPARE_BELOW:
      return order < 0;
    case COMPARE_ABOVE:
      return order > 0;
    }
  return FALSE;
}

gboolean
spur_where_accepts (const SpurWhere *self,
                    guint class_index,
                    const SpurEventLayout *layout,
                    const guint8 *record)
{
  const GArray *tests = self->tests[class_index];

  if (tests == NULL)
    return FALSE;
  for (guint i = 0; i < tests->len; i++)
    {
      const Test *test = &g_array_index (tests, Test, i);

      if (!holds_test (test, spur_event_layout_get_uint (layout, test->field, record)))
        return FALSE;
    }
  return TRUE;
}
