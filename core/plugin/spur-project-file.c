/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A project file, as schemas/project.rnc describes it, becomes a SpurProject. */
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/format/definition/spur-format-xml-internal.h"
#include "core/format/spur-class-declaration.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/plugin/spur-project-private.h"

/* What is made of a colour for a dark ground, where nothing is said of it. */
#define DARKER(channel) ((channel) *3 / 4)

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
  const char *dark = spur_format_xml_get (node, "dark");

  while ((color->name = spur_format_xml_get (node, words[color->of])) == NULL)
    color->of++;
  color->light = parse_color (spur_format_xml_get (node, "value"));
  color->dark = dark != NULL ? parse_color (dark) : darken_color (color->light);
  color->statement =
    (SpurStatement){ node, g_strdup_printf ("the colour of %s %s", words[color->of], color->name),
                     g_strdup_printf ("#%06x, on a dark ground #%06x", color->light, color->dark) };
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
  const char *scale = spur_format_xml_get (node, "scale");
  SpurShownUnit *shown = &unit->shown;

  unit->of = spur_format_xml_get (node, "of");
  unit->field = spur_format_xml_get (node, "field");
  unit->class_name = spur_format_xml_get (node, "class");
  shown->name = spur_format_xml_get (node, "shown");
  parse_scale (scale != NULL ? scale : "1", shown);
  shown->n_digits = (guint) spur_format_xml_get_number (node, "digits", 0);
  unit->statement = (SpurStatement){
    node, describe_unit_key (unit),
    g_strdup_printf ("%s, %" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT " of the value, %u digits",
                     shown->name, shown->numerator, shown->denominator, shown->n_digits)
  };
  return unit;
}

static SpurProjectState *
read_state (const xmlNode *node)
{
  SpurProjectState *state = g_new0 (SpurProjectState, 1);
  const char *word = spur_format_xml_get (node, "kind");
  guint kind = SPUR_STATE_WORK;

  /* The schema knows the same words. */
  if (!spur_meaning_find_word (SPUR_MEANING_STATE_KIND, word, &kind))
    g_assert_not_reached ();
  state->name = spur_format_xml_get (node, "name");
  state->kind = kind;
  state->statement =
    (SpurStatement){ node, g_strdup_printf ("the kind of state %s", state->name), g_strdup (word) };
  return state;
}

static SpurProjectVisualizer *
read_visualizer (const xmlNode *node)
{
  SpurProjectVisualizer *visualizer = g_new0 (SpurProjectVisualizer, 1);
  GString *value = g_string_new (spur_format_xml_get (node, "name"));

  visualizer->class_name = spur_format_xml_get (node, "class");
  visualizer->name = spur_format_xml_get (node, "name");
  for (const xmlNode *child = spur_format_xml_find (node->children, "parameter"); child != NULL;
       child = spur_format_xml_find (child->next, "parameter"))
    g_string_append_printf (value, " %s='%s'", spur_format_xml_get (child, "name"),
                            spur_format_xml_get (child, "value"));
  visualizer->statement =
    (SpurStatement){ node, g_strdup_printf ("the visualizer of %s", visualizer->class_name),
                     g_string_free (value, FALSE) };
  return visualizer;
}

static SpurStatement *
read_correction (const xmlNode *node)
{
  SpurStatement *statement = g_new (SpurStatement, 1);

  *statement = (SpurStatement){ node, g_strdup ("how clocks are corrected"),
                                spur_project_describe_correction (node) };
  return statement;
}

static gboolean
read_format (SpurProject *self, const xmlNode *node, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autofree char *path = g_build_filename (folder, spur_format_xml_get (node, "file"), NULL);

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return spur_error_set (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MISSING,
                           "%s:%ld: the format definition %s is not there", self->path,
                           xmlGetLineNo ((xmlNode *) node), path);
  g_ptr_array_add (self->formats, g_steal_pointer (&path));
  return TRUE;
}

/* The document is valid, so what must be there is there. */
static gboolean
read_element (SpurProject *self, const xmlNode *node, GError **error)
{
  if (spur_format_xml_is (node, "description"))
    self->description = spur_format_xml_dup_text (node);
  else if (spur_format_xml_is (node, "plugin"))
    g_ptr_array_add (self->plugins, (gpointer) spur_format_xml_get (node, "id"));
  else if (spur_format_xml_is (node, "event-class"))
    {
      SpurEventDeclaration *declaration = spur_class_declaration_parse (node, self->path, error);

      if (declaration == NULL)
        return FALSE;
      g_ptr_array_add (self->declarations, declaration);
    }
  else if (spur_format_xml_is (node, "format"))
    return read_format (self, node, error);
  else if (spur_format_xml_is (node, "state"))
    g_ptr_array_add (self->states, read_state (node));
  else if (spur_format_xml_is (node, "visualizer"))
    g_ptr_array_add (self->visualizers, read_visualizer (node));
  else if (spur_format_xml_is (node, "colour"))
    g_ptr_array_add (self->colors, read_color (node));
  else if (spur_format_xml_is (node, "unit"))
    g_ptr_array_add (self->units, read_unit (node));
  else if (spur_format_xml_is (node, "correction"))
    g_ptr_array_add (self->corrections, read_correction (node));
  return TRUE;
}

static gboolean
check_name (SpurProject *self, GError **error)
{
  g_autofree char *file = g_path_get_basename (self->path);
  g_autofree char *wanted = g_strconcat (self->name, SPUR_PROJECT_SUFFIX, NULL);

  if (strcmp (file, wanted) == 0)
    return TRUE;
  return spur_error_set (
    error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST,
    "%s: is the file of project %s; call it %s, since projects are found by their files' "
    "names",
    self->path, self->name, wanted);
}

gboolean
spur_project_read_file (SpurProject *self, const char *path, GError **error)
{
  g_autoptr (GError) problem = NULL;
  const xmlNode *root;

  self->doc = spur_format_xml_read (path, NULL, 0, "project.rng", &problem);
  if (self->doc == NULL)
    return spur_error_set (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MANIFEST, "%s",
                           problem->message);
  root = xmlDocGetRootElement (self->doc);
  self->path = g_strdup (path);
  self->name = spur_format_xml_get (root, "name");
  for (const xmlNode *node = root->children; node != NULL; node = node->next)
    {
      if (!read_element (self, node, error))
        return FALSE;
    }
  return check_name (self, error);
}
