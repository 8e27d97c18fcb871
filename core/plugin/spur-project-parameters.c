/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The parameters that a project gives to visualizers are properties of these. They are checked when
 * the project is loaded, so that a wrong one is an error and not a picture that looks otherwise. */
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-option-internal.h"
#include "core/format/definition/spur-format-xml-internal.h"
#include "core/model/events/spur-event-type.h"
#include "core/plugin/spur-project-private.h"
#include "core/plugin/spur-registry-private.h"

/* A parameter with this end says a field of the event class. */
#define FIELD_SUFFIX "-field"

#define PLAIN_VISUALIZER "Event_Visualizer"

/* A parameter while it is checked. */
typedef struct
{
  SpurProject *project;
  const SpurProjectVisualizer *chosen;
  /* NULL where the program does not know the event class before it has a trace. */
  const SpurEventLayout *layout;
  GObjectClass *klass;
  const xmlNode *node;
  const char *name;
  const char *value;
} Parameter;

static const SpurEventLayout *
find_layout (SpurRegistry *registry, const char *class_name)
{
  GType type = spur_event_type_from_name (class_name);

  if (type == G_TYPE_INVALID)
    type = spur_registry_find_event_type (registry, class_name);
  return type != G_TYPE_INVALID ? spur_event_type_get_layout (type) : NULL;
}

/* The class that draws: that of the name, else that of the event class which the name is after,
 * else the one that draws all events without one of their own. */
static GType
find_type (SpurRegistry *registry, const SpurProjectVisualizer *chosen)
{
  GType type = spur_registry_find_visualizer_named (registry, chosen->name);
  g_autofree char *class_name = g_strdup_printf (
    "%.*sEvent", (int) (strlen (chosen->name) - strlen ("Visualizer")), chosen->name);
  const SpurEventLayout *layout =
    type == G_TYPE_INVALID ? find_layout (registry, class_name) : NULL;

  if (layout != NULL)
    type = spur_registry_find_visualizer (registry, layout);
  return type != G_TYPE_INVALID ? type
                                : spur_registry_find_visualizer_named (registry, PLAIN_VISUALIZER);
}

static gboolean
is_settable (const GParamSpec *spec)
{
  return spec != NULL && (spec->flags & G_PARAM_WRITABLE) != 0 &&
         (spec->flags & G_PARAM_CONSTRUCT_ONLY) == 0;
}

static gboolean
refuse_parameter (const Parameter *self, const char *expected, GError **error)
{
  return spur_error_set (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST,
                         "%s:%u: found the parameter %s='%s' for %s, expected %s",
                         self->project->path, spur_format_xml_get_line (self->node), self->name,
                         self->value, self->chosen->name, expected);
}

static gboolean
refuse_name (const Parameter *self, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  spur_option_list (self->klass, "", names);
  g_string_prepend (names, names->len > 0 ? "one of " : "none");
  return refuse_parameter (self, names->str, error);
}

static gboolean
check_field (const Parameter *self, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (self->layout == NULL || spur_event_layout_find_field (self->layout, self->value) >= 0)
    return TRUE;
  g_string_printf (names, "a field of %s:", self->layout->name);
  for (guint i = 0; i < self->layout->n_fields; i++)
    g_string_append_printf (names, "%s %s", i > 0 ? "," : "", self->layout->fields[i].name);
  return refuse_parameter (self, names->str, error);
}

static gboolean
check_parameter (const Parameter *self, GError **error)
{
  GParamSpec *spec = g_object_class_find_property (self->klass, self->name);
  g_auto (GValue) value = G_VALUE_INIT;
  g_autoptr (GError) problem = NULL;
  g_autofree char *expected = NULL;

  if (!is_settable (spec))
    return refuse_name (self, error);
  if (g_str_has_suffix (self->name, FIELD_SUFFIX))
    return check_field (self, error);
  if (spur_option_parse (spec, FALSE, self->value, &value, &problem))
    return TRUE;
  expected = g_strdup_printf ("another value: %s", problem->message);
  return refuse_parameter (self, expected, error);
}

static gboolean
check_visualizer (Parameter *self, GError **error)
{
  for (const xmlNode *node =
         spur_format_xml_find (self->chosen->statement.node->children, "parameter");
       node != NULL; node = spur_format_xml_find (node->next, "parameter"))
    {
      self->node = node;
      self->name = spur_format_xml_get (node, "name");
      self->value = spur_format_xml_get (node, "value");
      if (!check_parameter (self, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
spur_project_check_visualizers (SpurProject *self, SpurRegistry *registry, GError **error)
{
  for (guint i = 0; i < self->visualizers->len; i++)
    {
      Parameter parameter = { .project = self, .chosen = self->visualizers->pdata[i] };
      GType type = find_type (registry, parameter.chosen);
      g_autoptr (GTypeClass) klass = type != G_TYPE_INVALID ? g_type_class_ref (type) : NULL;

      parameter.klass = (GObjectClass *) klass;
      parameter.layout = find_layout (registry, parameter.chosen->class_name);
      if (klass != NULL && !check_visualizer (&parameter, error))
        return FALSE;
    }
  return TRUE;
}
