/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A project file, as schemas/project.rnc describes it, becomes a SpurProject. */
#include "config.h"

#include <string.h>

#include "core/format/spur-class-declaration.h"
#include "core/plugin/spur-project-private.h"

#define SUFFIX ".project.xml"

/* What is made of a colour for a dark ground, where nothing is said of it. */
#define DARKER(channel) ((channel) *3 / 4)

char *
spur_project_get_attribute (const xmlNode *node, const char *name)
{
  xmlChar *value = xmlGetNoNsProp ((xmlNode *) node, (const xmlChar *) name);
  char *copy = g_strdup ((const char *) value);

  xmlFree (value);
  return copy;
}

gboolean
spur_project_is_element (const xmlNode *node, const char *name)
{
  return node->type == XML_ELEMENT_NODE && strcmp ((const char *) node->name, name) == 0;
}

SpurStatement
spur_project_make_statement (const xmlNode *node, char *key, char *value)
{
  SpurStatement statement = { (guint) xmlGetLineNo ((xmlNode *) node), key, value };

  return statement;
}

void
spur_project_clear_statement (SpurStatement *statement)
{
  g_free (statement->key);
  g_free (statement->value);
}

static void
free_color (gpointer data)
{
  SpurProjectColor *color = data;

  spur_project_clear_statement (&color->statement);
  g_free (color->name);
  g_free (color);
}

static void
free_unit (gpointer data)
{
  SpurProjectUnit *unit = data;

  spur_project_clear_statement (&unit->statement);
  g_free (unit->of);
  g_free (unit->field);
  g_free (unit->class_name);
  g_free (unit->shown_name);
  g_free (unit);
}

static void
free_visualizer (gpointer data)
{
  SpurProjectVisualizer *visualizer = data;

  spur_project_clear_statement (&visualizer->statement);
  g_free (visualizer->class_name);
  g_free (visualizer->name);
  g_strfreev (visualizer->parameters);
  g_free (visualizer);
}

/* The schema has checked that there are six hexadecimal digits. */
static guint32
parse_color (const char *text)
{
  return (guint32) g_ascii_strtoull (text + 1, NULL, 16);
}

static guint32
darken_color (guint32 color)
{
  return DARKER (color >> 16 & 0xff) << 16 | DARKER (color >> 8 & 0xff) << 8 |
         DARKER (color & 0xff);
}

static SpurProjectColor *
read_color (const xmlNode *node)
{
  static const char *const words[] = { "state", "class", "kind" };
  SpurProjectColor *color = g_new0 (SpurProjectColor, 1);
  g_autofree char *light = spur_project_get_attribute (node, "value");
  g_autofree char *dark = spur_project_get_attribute (node, "dark");

  while (color->name == NULL)
    {
      color->name = spur_project_get_attribute (node, words[color->of]);
      if (color->name == NULL)
        color->of++;
    }
  color->light = parse_color (light);
  color->dark = dark != NULL ? parse_color (dark) : darken_color (color->light);
  color->statement = spur_project_make_statement (
    node, g_strdup_printf ("the colour of %s %s", words[color->of], color->name),
    g_strdup_printf ("#%06x, on a dark ground #%06x", color->light, color->dark));
  return color;
}

/* The schema has checked that it is "N" or "N/M" with numbers above 0 of at most 18 digits. */
static void
parse_scale (const char *text, SpurShownUnit *unit)
{
  char *end;

  unit->numerator = g_ascii_strtoull (text, &end, 10);
  unit->denominator = *end == '/' ? g_ascii_strtoull (end + 1, NULL, 10) : 1;
}

static char *
describe_unit_key (const SpurProjectUnit *unit)
{
  if (unit->of != NULL)
    return g_strdup_printf ("what is shown of the unit %s", unit->of);
  if (unit->class_name != NULL)
    return g_strdup_printf ("what is shown of the field %s of %s", unit->field, unit->class_name);
  return g_strdup_printf ("what is shown of the field %s", unit->field);
}

static SpurProjectUnit *
read_unit (const xmlNode *node)
{
  SpurProjectUnit *unit = g_new0 (SpurProjectUnit, 1);
  g_autofree char *scale = spur_project_get_attribute (node, "scale");
  g_autofree char *digits = spur_project_get_attribute (node, "digits");
  SpurShownUnit *shown = &unit->shown;

  unit->of = spur_project_get_attribute (node, "of");
  unit->field = spur_project_get_attribute (node, "field");
  unit->class_name = spur_project_get_attribute (node, "class");
  unit->shown_name = spur_project_get_attribute (node, "shown");
  shown->name = unit->shown_name;
  parse_scale (scale != NULL ? scale : "1", shown);
  shown->n_digits = digits != NULL ? (guint) g_ascii_strtoull (digits, NULL, 10) : 0;
  unit->statement = spur_project_make_statement (
    node, describe_unit_key (unit),
    g_strdup_printf ("%s, %" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT " of the value, %u digits",
                     shown->name, shown->numerator, shown->denominator, shown->n_digits));
  return unit;
}

static SpurProjectVisualizer *
read_visualizer (const xmlNode *node)
{
  SpurProjectVisualizer *visualizer = g_new0 (SpurProjectVisualizer, 1);
  g_autoptr (GPtrArray) parameters = g_ptr_array_new ();
  GString *value;

  visualizer->class_name = spur_project_get_attribute (node, "class");
  visualizer->name = spur_project_get_attribute (node, "name");
  value = g_string_new (visualizer->name);
  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    {
      char *name, *text;

      if (!spur_project_is_element (child, "parameter"))
        continue;
      name = spur_project_get_attribute (child, "name");
      text = spur_project_get_attribute (child, "value");
      g_string_append_printf (value, " %s='%s'", name, text);
      g_ptr_array_add (parameters, name);
      g_ptr_array_add (parameters, text);
    }
  g_ptr_array_add (parameters, NULL);
  visualizer->parameters = (char **) g_ptr_array_free (g_steal_pointer (&parameters), FALSE);
  visualizer->statement = spur_project_make_statement (
    node, g_strdup_printf ("the visualizer of %s", visualizer->class_name),
    g_string_free (value, FALSE));
  return visualizer;
}

static gboolean
read_format (SpurProject *self, const xmlNode *node, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autofree char *file = spur_project_get_attribute (node, "file");
  g_autofree char *path = g_build_filename (folder, file, NULL);

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MISSING,
                   "%s:%ld: the format definition %s is not there", self->path,
                   xmlGetLineNo ((xmlNode *) node), path);
      return FALSE;
    }
  g_ptr_array_add (self->formats, g_steal_pointer (&path));
  return TRUE;
}

/* The document is valid, so what must be there is there. */
static gboolean
read_element (SpurProject *self, const xmlNode *node, GError **error)
{
  if (spur_project_is_element (node, "description"))
    {
      xmlChar *text = xmlNodeGetContent (node);

      g_free (self->description);
      self->description = g_strstrip (g_strdup ((const char *) text));
      xmlFree (text);
    }
  else if (spur_project_is_element (node, "plugin"))
    g_ptr_array_add (self->plugins, spur_project_get_attribute (node, "id"));
  else if (spur_project_is_element (node, "event-class"))
    {
      SpurEventDeclaration *declaration = spur_class_declaration_parse (node, self->path, error);

      if (declaration == NULL)
        return FALSE;
      g_ptr_array_add (self->declarations, declaration);
    }
  else if (spur_project_is_element (node, "format"))
    return read_format (self, node, error);
  else if (spur_project_is_element (node, "visualizer"))
    g_ptr_array_add (self->visualizers, read_visualizer (node));
  else if (spur_project_is_element (node, "colour"))
    g_ptr_array_add (self->colors, read_color (node));
  else if (spur_project_is_element (node, "unit"))
    g_ptr_array_add (self->units, read_unit (node));
  else if (spur_project_is_element (node, "correction"))
    g_ptr_array_add (self->corrections, spur_project_read_correction (node));
  return TRUE;
}

static gboolean
check_name (SpurProject *self, GError **error)
{
  g_autofree char *file = g_path_get_basename (self->path);
  g_autofree char *wanted = g_strconcat (self->name, SUFFIX, NULL);

  if (strcmp (file, wanted) == 0)
    return TRUE;
  g_set_error (
    error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST,
    "%s: is the file of project %s; call it %s, since projects are found by their files' "
    "names",
    self->path, self->name, wanted);
  return FALSE;
}

gboolean
spur_project_read_file (SpurProject *self,
                        const char *path,
                        SpurPluginSchema *schema,
                        GError **error)
{
  xmlDoc *doc = spur_plugin_schema_read (schema, path, error);
  const xmlNode *root;
  gboolean is_read = TRUE;

  if (doc == NULL)
    return FALSE;
  root = xmlDocGetRootElement (doc);
  self->path = g_strdup (path);
  self->name = spur_project_get_attribute (root, "name");
  self->plugins = g_ptr_array_new_with_free_func (g_free);
  self->declarations =
    g_ptr_array_new_with_free_func ((GDestroyNotify) spur_event_declaration_unref);
  self->formats = g_ptr_array_new_with_free_func (g_free);
  self->visualizers = g_ptr_array_new_with_free_func (free_visualizer);
  self->colors = g_ptr_array_new_with_free_func (free_color);
  self->units = g_ptr_array_new_with_free_func (free_unit);
  self->corrections = g_ptr_array_new_with_free_func (spur_project_free_correction);
  for (const xmlNode *node = root->children; is_read && node != NULL; node = node->next)
    is_read = read_element (self, node, error);
  xmlFreeDoc (doc);
  return is_read && check_name (self, error);
}
