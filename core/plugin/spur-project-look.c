/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the projects that are loaded say of kinds of states, visualizers, colours, units and
 * corrections, and whether they agree. */
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-integer-private.h"
#include "core/base/spur-option-internal.h"
#include "core/format/definition/spur-format-xml-internal.h"
#include "core/plugin/spur-project-private.h"
#include "core/plugin/spur-registry-private.h"

static const SpurStatement *
find_statement (GPtrArray *statements, const char *key, guint end)
{
  for (guint i = 0; i < MIN (end, statements->len); i++)
    {
      const SpurStatement *statement = g_ptr_array_index (statements, i);

      if (strcmp (statement->key, key) == 0)
        return statement;
    }
  return NULL;
}

static gboolean
check_statement (SpurProject *self,
                 const SpurStatement *own,
                 SpurProject *other,
                 const SpurStatement *theirs,
                 GError **error)
{
  if (theirs == NULL || strcmp (own->value, theirs->value) == 0)
    return TRUE;
  return spur_error_set (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_DUPLICATE,
                         "%s:%u: two definitions of %s disagree: here %s | in %s:%u %s", self->path,
                         spur_format_xml_get_line (own->node), own->key, own->value, other->path,
                         spur_format_xml_get_line (theirs->node), theirs->value);
}

gboolean
spur_project_check_statements (SpurProject *self, SpurRegistry *registry, GError **error)
{
  GPtrArray *own[] = { self->states, self->visualizers, self->colors, self->units,
                       self->corrections };

  for (guint k = 0; k < G_N_ELEMENTS (own); k++)
    {
      for (guint i = 0; i < own[k]->len; i++)
        {
          const SpurStatement *statement = g_ptr_array_index (own[k], i);

          if (!check_statement (self, statement, self, find_statement (own[k], statement->key, i),
                                error))
            return FALSE;
          for (guint j = 0; j < registry->projects->len; j++)
            {
              SpurProject *other = g_ptr_array_index (registry->projects, j);
              GPtrArray *theirs[] = { other->states, other->visualizers, other->colors,
                                      other->units, other->corrections };

              if (!check_statement (self, statement, other,
                                    find_statement (theirs[k], statement->key, G_MAXUINT), error))
                return FALSE;
            }
        }
    }
  return TRUE;
}

static const SpurProjectState *
find_state (SpurRegistry *self, const char *name)
{
  for (guint i = 0; i < self->projects->len; i++)
    {
      GPtrArray *states = ((SpurProject *) self->projects->pdata[i])->states;

      for (guint j = 0; j < states->len; j++)
        {
          const SpurProjectState *state = g_ptr_array_index (states, j);

          if (strcmp (state->name, name) == 0)
            return state;
        }
    }
  return NULL;
}

void
spur_registry_set_state_kinds (SpurRegistry *self, SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint n_states = self->projects->len > 0 ? spur_definitions_get_n_states (definitions) : 0;

  for (guint32 i = 0; i < n_states; i++)
    {
      const SpurProjectState *said =
        find_state (self, spur_definitions_get_state (definitions, i)->name);

      if (said != NULL)
        spur_definitions_set_state_kind (definitions, i, said->kind);
    }
}

/**
 * spur_registry_find_color:
 * @self: a registry
 * @of: what @name is
 * @name: the name of a state, an event class or a kind of active objects
 * @light: (out) (optional): 0xrrggbb, on a light ground
 * @dark: (out) (optional): the same, on a dark ground
 *
 * Finds the colour that a loaded project gives to something.
 *
 * Returns: %FALSE where no project says anything of it; the colours are not touched then
 *
 * Since: 1.0
 */
gboolean
spur_registry_find_color (
  SpurRegistry *self, SpurColorOf of, const char *name, guint32 *light, guint32 *dark)
{
  g_return_val_if_fail (SPUR_IS_REGISTRY (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  for (guint i = 0; i < self->projects->len; i++)
    {
      GPtrArray *colors = ((SpurProject *) self->projects->pdata[i])->colors;

      for (guint j = 0; j < colors->len; j++)
        {
          const SpurProjectColor *color = g_ptr_array_index (colors, j);

          if (color->of != of || strcmp (color->name, name) != 0)
            continue;
          if (light != NULL)
            *light = color->light;
          if (dark != NULL)
            *dark = color->dark;
          return TRUE;
        }
    }
  return FALSE;
}

/* The names of the class and of its ancestors, nearest first. */
static const char **
list_names (const SpurEventLayout *layout)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_ptr_array_add (names, (gpointer) layout->name);
  if (layout->parent_name != NULL)
    g_ptr_array_add (names, (gpointer) layout->parent_name);
  for (GType type = layout->type; g_type_is_a (type, SPUR_TYPE_EVENT); type = g_type_parent (type))
    g_ptr_array_add (names, (gpointer) spur_event_type_get_layout (type)->name);
  g_ptr_array_add (names, NULL);
  return (const char **) g_ptr_array_steal (names, NULL);
}

/**
 * spur_registry_find_class_color:
 * @self: a registry
 * @layout: an event class
 * @light: (out) (optional): 0xrrggbb, on a light ground
 * @dark: (out) (optional): the same, on a dark ground
 *
 * Finds the colour that a loaded project gives to an event class or to the nearest of its
 * ancestors.
 *
 * Returns: %FALSE where no project says anything of them; the colours are not touched then
 *
 * Since: 1.0
 */
gboolean
spur_registry_find_class_color (SpurRegistry *self,
                                const SpurEventLayout *layout,
                                guint32 *light,
                                guint32 *dark)
{
  g_autofree const char **names = NULL;

  g_return_val_if_fail (SPUR_IS_REGISTRY (self), FALSE);
  g_return_val_if_fail (layout != NULL, FALSE);

  names = list_names (layout);
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (spur_registry_find_color (self, SPUR_COLOR_OF_CLASS, names[i], light, dark))
        return TRUE;
    }
  return FALSE;
}

/* Each of @class_name, @field and @of is %NULL where nothing is to be said of it. */
static const SpurShownUnit *
find_unit (SpurRegistry *self, const char *class_name, const char *field, const char *of)
{
  for (guint i = 0; i < self->projects->len; i++)
    {
      GPtrArray *units = ((SpurProject *) self->projects->pdata[i])->units;

      for (guint j = 0; j < units->len; j++)
        {
          const SpurProjectUnit *unit = g_ptr_array_index (units, j);

          if (g_strcmp0 (unit->class_name, class_name) == 0 &&
              g_strcmp0 (unit->field, field) == 0 && g_strcmp0 (unit->of, of) == 0)
            return &unit->shown;
        }
    }
  return NULL;
}

/**
 * spur_registry_find_unit:
 * @self: a registry
 * @layout: an event class
 * @field: a field's index
 *
 * Finds how the numbers of a field are to be shown: what a loaded project says of the field of
 * this class or the nearest of its ancestors, else of the field of any class, else of the field's
 * unit.
 *
 * Returns: (transfer none) (nullable): how, or %NULL where no project says anything of it; it
 *   lives as long as @self
 *
 * Since: 1.0
 */
const SpurShownUnit *
spur_registry_find_unit (SpurRegistry *self, const SpurEventLayout *layout, guint field)
{
  g_autofree const char **names = NULL;
  const SpurShownUnit *unit = NULL;
  const SpurField *info;

  g_return_val_if_fail (SPUR_IS_REGISTRY (self), NULL);
  g_return_val_if_fail (layout != NULL && field < layout->n_fields, NULL);

  if (self->projects->len == 0)
    return NULL;
  info = &layout->fields[field];
  names = list_names (layout);
  for (guint i = 0; unit == NULL && names[i] != NULL; i++)
    unit = find_unit (self, names[i], info->name, NULL);
  if (unit == NULL)
    unit = find_unit (self, NULL, info->name, NULL);
  return unit != NULL ? unit : spur_registry_find_unit_of (self, info->unit);
}

/**
 * spur_registry_find_unit_of:
 * @self: a registry
 * @unit: (nullable): the unit of a value, as in "bytes"
 *
 * Finds how numbers of a unit are to be shown.
 *
 * Returns: (transfer none) (nullable): how, or %NULL where no loaded project says anything of it;
 *   it lives as long as @self
 *
 * Since: 1.0
 */
const SpurShownUnit *
spur_registry_find_unit_of (SpurRegistry *self, const char *unit)
{
  g_return_val_if_fail (SPUR_IS_REGISTRY (self), NULL);

  return unit != NULL ? find_unit (self, NULL, NULL, unit) : NULL;
}

static const SpurProjectVisualizer *
find_chosen (SpurRegistry *self, const char *class_name)
{
  for (guint i = 0; i < self->projects->len; i++)
    {
      GPtrArray *visualizers = ((SpurProject *) self->projects->pdata[i])->visualizers;

      for (guint j = 0; j < visualizers->len; j++)
        {
          const SpurProjectVisualizer *visualizer = g_ptr_array_index (visualizers, j);

          if (strcmp (visualizer->class_name, class_name) == 0)
            return visualizer;
        }
    }
  return NULL;
}

const char *
spur_registry_find_chosen_visualizer (SpurRegistry *self, const char *class_name)
{
  const SpurProjectVisualizer *chosen = find_chosen (self, class_name);

  return chosen != NULL ? chosen->name : NULL;
}

static void
set_parameter (SpurRegistry *self,
               const SpurProjectVisualizer *chosen,
               GObject *visualizer,
               const char *name,
               const char *text)
{
  GParamSpec *spec = g_object_class_find_property (G_OBJECT_GET_CLASS (visualizer), name);
  g_auto (GValue) value = G_VALUE_INIT;

  if (spec != NULL && (spec->flags & G_PARAM_WRITABLE) != 0 &&
      (spec->flags & G_PARAM_CONSTRUCT_ONLY) == 0 &&
      spur_option_parse (spec, FALSE, text, &value, NULL))
    {
      g_object_set_property (visualizer, name, &value);
      return;
    }
  spur_registry_add_problem (self, "%s: %s cannot have the parameter %s='%s'",
                             chosen->statement.key, chosen->name, name, text);
}

/**
 * spur_registry_set_parameters:
 * @self: a registry
 * @layout: an event class
 * @visualizer: a visualizer that was made for the class
 *
 * Sets the properties of a visualizer that a loaded project gives as parameters. One that the
 * visualizer does not have, or that cannot have the value, is among
 * spur_registry_get_problems().
 *
 * Since: 1.0
 */
void
spur_registry_set_parameters (SpurRegistry *self,
                              const SpurEventLayout *layout,
                              GObject *visualizer)
{
  const SpurProjectVisualizer *chosen = NULL;
  g_autofree const char **names = NULL;
  GType type;

  g_return_if_fail (SPUR_IS_REGISTRY (self));
  g_return_if_fail (layout != NULL);
  g_return_if_fail (G_IS_OBJECT (visualizer));

  names = list_names (layout);
  for (guint i = 0; chosen == NULL && names[i] != NULL; i++)
    chosen = find_chosen (self, names[i]);
  if (chosen == NULL)
    return;
  /* A nearer ancestor may have a visualizer of its own. */
  type = spur_registry_find_visualizer_named (self, chosen->name);
  if (type != G_TYPE_INVALID && type != G_OBJECT_TYPE (visualizer))
    return;
  for (const xmlNode *node = spur_format_xml_find (chosen->statement.node->children, "parameter");
       node != NULL; node = spur_format_xml_find (node->next, "parameter"))
    set_parameter (self, chosen, visualizer, spur_format_xml_get (node, "name"),
                   spur_format_xml_get (node, "value"));
}

static char *
format_fixed (const SpurShownUnit *self, gboolean is_negative, guint64 magnitude)
{
  SpurUint128 one = 1;
  SpurUint128 scaled, whole;
  guint64 fraction;
  char digits[40];
  gsize n = sizeof digits;

  for (guint i = 0; i < self->n_digits; i++)
    one *= 10;
  /* The numbers of a scale are below 10^18, so both products are below 2^124. */
  whole = (SpurUint128) magnitude * self->numerator / self->denominator;
  scaled = (SpurUint128) magnitude * self->numerator % self->denominator * one;
  scaled = (scaled + self->denominator / 2) / self->denominator;
  whole += scaled / one;
  fraction = (guint64) (scaled % one);
  do
    digits[--n] = (char) ('0' + (int) (whole % 10));
  while ((whole /= 10) != 0);
  if (self->n_digits == 0)
    return g_strdup_printf ("%s%.*s", is_negative ? "-" : "", (int) (sizeof digits - n),
                            digits + n);
  return g_strdup_printf ("%s%.*s.%0*" G_GUINT64_FORMAT, is_negative ? "-" : "",
                          (int) (sizeof digits - n), digits + n, (int) self->n_digits, fraction);
}

/**
 * spur_shown_unit_format:
 * @self: how a number is shown
 * @type: how the number is packed
 * @bits: the bits of the number, as spur_event_layout_get_uint() gives them
 *
 * Shows a number in the unit that a person wants to see.
 *
 * Returns: (transfer full) (nullable): the number and the unit for a person, rounded to the digits
 *   that are shown; %NULL where @type is no number
 *
 * Since: 1.0
 */
char *
spur_shown_unit_format (const SpurShownUnit *self, SpurFieldType type, guint64 bits)
{
  g_autofree char *number = NULL;

  g_return_val_if_fail (self != NULL && self->denominator > 0, NULL);

  if (type == SPUR_FIELD_DOUBLE)
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE + 320];
      char format[] = "%.0f";
      double real;

      memcpy (&real, &bits, sizeof real);
      format[2] = (char) ('0' + self->n_digits);
      real = real * (double) self->numerator / (double) self->denominator;
      number = g_strdup (g_ascii_formatd (buffer, sizeof buffer, format, real));
    }
  else if (type == SPUR_FIELD_INT64 && (gint64) bits < 0)
    number = format_fixed (self, TRUE, 0 - bits);
  else if (type <= SPUR_FIELD_INT64)
    number = format_fixed (self, FALSE, bits);
  else
    return NULL;
  return g_strconcat (number, " ", self->name, NULL);
}
