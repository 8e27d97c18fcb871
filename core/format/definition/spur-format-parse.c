/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Declared event classes and the items of rules. */
#include <string.h>

#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/format/definition/spur-format-xml-internal.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/model/events/spur-event-type.h"
#include "core/store/container/spur-container-internal.h"

/* The schema allows only words that are there. */
static void
read_word (const xmlNode *node, const char *attribute, SpurMeaning meaning, guint *value)
{
  const char *text = spur_format_xml_get (node, attribute);

  if (text != NULL)
    spur_meaning_find_word (meaning, text, value);
}

static gboolean
read_field (SpurFormatDefinition *self,
            SpurEventLayout *layout,
            const xmlNode *node,
            GError **error)
{
  const char *name = spur_format_xml_get (node, "name");
  const char *unit = spur_format_xml_get (node, "unit");
  const char *description = spur_format_xml_get (node, "description");
  guint type = 0, use = SPUR_USE_NONE, field;

  read_word (node, "type", SPUR_MEANING_FIELD_TYPE, &type);
  read_word (node, "use", SPUR_MEANING_USE, &use);
  if (spur_event_layout_find_field (layout, name) >= 0)
    return spur_format_definition_fail (self, node, error, "%s has a field %s already",
                                        layout->name, name);
  if (layout->n_fields >= SPUR_LAYOUT_MAX_FIELDS)
    return spur_format_definition_fail (self, node, error, "an event class may have %d fields",
                                        SPUR_LAYOUT_MAX_FIELDS);
  field = spur_event_layout_add_field (layout, name, type, use, description);
  spur_event_layout_set_unit (layout, field, unit);
  return TRUE;
}

static gboolean
omit_field (SpurFormatDefinition *self,
            SpurEventLayout *layout,
            const xmlNode *node,
            GError **error)
{
  const char *name = spur_format_xml_get (node, "field");

  if (spur_event_layout_find_field (layout, name) < 0)
    return spur_format_definition_fail (self, node, error, "%s has no field %s to be left out",
                                        layout->name, name);
  spur_event_layout_omit_field (layout, name);
  return TRUE;
}

/* A class that this program has may be declared as it is. */
static gboolean
check_known (SpurFormatDefinition *self,
             const SpurEventLayout *layout,
             const xmlNode *node,
             GError **error)
{
  GType known = spur_event_type_from_name (layout->name);
  g_autofree char *place = NULL;
  g_autofree char *difference = NULL;

  if (known == G_TYPE_INVALID)
    return TRUE;
  place = spur_event_type_dup_place (known);
  difference = spur_event_layout_describe_difference (layout, self->path,
                                                      spur_event_type_get_layout (known), place);
  return difference == NULL ||
         spur_format_definition_fail (self, node, error, "event class %s is there already: %s",
                                      layout->name, difference);
}

static gboolean
read_class (SpurFormatDefinition *self, const xmlNode *node, GError **error)
{
  const char *name = spur_format_xml_get (node, "name");
  const char *extends = spur_format_xml_get (node, "extends");
  const SpurEventLayout *parent = spur_format_definition_find_class (self, extends);
  guint role, match, effect;
  SpurEventLayout *layout;

  if (parent == NULL)
    return spur_format_definition_fail (self, node, error,
                                        "event class %s extends %s, which is not known; declare "
                                        "it before, or load the plugin that brings it",
                                        name, extends);
  if (spur_format_find_layout (self->layouts, name) != NULL)
    return spur_format_definition_fail (self, node, error, "event class %s is there already", name);
  if (self->layouts->len >= SPUR_MAX_CLASSES)
    return spur_format_definition_fail (self, node, error, "a format may have %d event classes",
                                        SPUR_MAX_CLASSES);
  layout = spur_event_layout_new (name, parent, spur_format_get_concrete_type (parent->type));
  g_ptr_array_add (self->layouts, layout);
  role = parent->role;
  match = parent->match;
  effect = parent->effect;
  read_word (node, "role", SPUR_MEANING_ROLE, &role);
  read_word (node, "match", SPUR_MEANING_MATCH, &match);
  read_word (node, "effect", SPUR_MEANING_EFFECT, &effect);
  layout->role = role;
  layout->match = match;
  layout->effect = effect;
  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    {
      if (spur_format_xml_is (child, "field") && !read_field (self, layout, child, error))
        return FALSE;
      if (spur_format_xml_is (child, "omit") && !omit_field (self, layout, child, error))
        return FALSE;
    }
  return check_known (self, layout, node, error);
}

gboolean
spur_format_parse_classes (SpurFormatDefinition *self, const xmlNode *node, GError **error)
{
  const char *otherwise = spur_format_xml_get (node, "default");

  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    {
      if (spur_format_xml_is (child, "event-class") && !read_class (self, child, error))
        return FALSE;
    }
  if (otherwise == NULL)
    return TRUE;
  self->default_layout = spur_format_definition_find_class (self, otherwise);
  if (self->default_layout == NULL)
    return spur_format_definition_fail (self, node, error,
                                        "the default event class %s is not known", otherwise);
  return TRUE;
}

static gboolean
read_time_item (SpurFormatDefinition *self,
                SpurFormatItem *item,
                const xmlNode *node,
                GError **error)
{
  static const char *const formats[] = { [SPUR_FORMAT_TIME_SECONDS] = "seconds",
                                         [SPUR_FORMAT_TIME_ISO8601] = "iso8601",
                                         [SPUR_FORMAT_TIME_TICKS] = "ticks" };
  const char *format = spur_format_xml_get (node, "format");
  const char *unit = spur_format_xml_get (node, "unit");
  const char *of = spur_format_xml_get (node, "of");
  SpurFormatTime *time = &item->time;

  time->unit_ns = spur_format_unit_to_ns (unit != NULL ? unit : "ns");
  time->of_ns = of != NULL ? spur_format_unit_to_ns (of) : 0;
  time->n_digits = (guint) spur_format_xml_get_number (node, "digits", 9);
  time->is_fallback = spur_format_xml_get_flag (node, "fallback");
  time->pattern = format;
  time->kind = format != NULL ? SPUR_FORMAT_TIME_UNITS + 1 : SPUR_FORMAT_TIME_UNITS;
  while (format != NULL && time->kind < SPUR_FORMAT_TIME_PATTERN &&
         !g_str_equal (format, formats[time->kind]))
    time->kind++;
  if (time->kind == SPUR_FORMAT_TIME_PATTERN && spur_format_time_check (time->pattern) != NULL)
    return spur_format_definition_fail (self, item->node, error, "the format of <time> %s",
                                        spur_format_time_check (time->pattern));
  if (unit != NULL && time->kind != SPUR_FORMAT_TIME_UNITS)
    return spur_format_definition_fail (self, item->node, error,
                                        "<time> has a format and a unit; it may have one of them");
  if (of != NULL && time->of_ns <= time->unit_ns)
    return spur_format_definition_fail (self, item->node, error,
                                        "<time> is a number of %s of the %s, which is not longer",
                                        unit != NULL ? unit : "ns", of);
  return TRUE;
}

static const SpurFormatLookup *
find_lookup (SpurFormatDefinition *self, const char *name)
{
  for (guint i = 0; i < self->lookups->len; i++)
    {
      const SpurFormatLookup *lookup = g_ptr_array_index (self->lookups, i);

      if (g_str_equal (lookup->name, name))
        return lookup;
    }
  return NULL;
}

static gboolean
read_field_item (SpurFormatDefinition *self,
                 SpurFormatItem *item,
                 const xmlNode *node,
                 GError **error)
{
  const char *lookup = spur_format_xml_get (node, "lookup");
  const char *scale = spur_format_xml_get (node, "scale");
  const char *slash;

  item->name = spur_format_xml_get (node, "name");
  if (lookup != NULL)
    {
      item->lookup = find_lookup (self, lookup);
      if (item->lookup == NULL)
        return spur_format_definition_fail (
          self, item->node, error, "there is no lookup %s; declare it in <lookups>", lookup);
    }
  if (scale == NULL)
    return TRUE;
  slash = strchr (scale, '/');
  item->numerator = g_ascii_strtoll (scale, NULL, 10);
  item->denominator = slash != NULL ? g_ascii_strtoll (slash + 1, NULL, 10) : 1;
  return TRUE;
}

static const char *const item_elements[] = {
  [SPUR_FORMAT_CONSTANT] = "constant",
  [SPUR_FORMAT_TIME] = "time",
  [SPUR_FORMAT_STREAM] = "stream",
  [SPUR_FORMAT_CLASS] = "class",
  [SPUR_FORMAT_FIELD] = "field",
  [SPUR_FORMAT_FIELDS] = "fields",
  [SPUR_FORMAT_REST] = "rest",
  [SPUR_FORMAT_PREDECESSORS] = "predecessors",
  [SPUR_FORMAT_VECTOR_CLOCK] = "vector-clock",
};

static gboolean
read_item (SpurFormatDefinition *self, SpurFormatItem *item, const xmlNode *node, GError **error)
{
  const char *of = spur_format_xml_get (node, "of");

  for (guint i = 0; i < G_N_ELEMENTS (item_elements); i++)
    {
      if (spur_format_xml_is (node, item_elements[i]))
        item->kind = i;
    }
  item->key = spur_format_xml_get (node, "key");
  item->value = spur_format_xml_get (node, "value");
  item->if_missing = spur_format_xml_get (node, "default");
  item->is_optional = spur_format_xml_get_flag (node, "optional") || item->if_missing != NULL;
  item->object_type = spur_format_xml_get (node, "type");
  item->object_kind = spur_format_xml_get (node, "kind");
  item->prefix = spur_format_xml_get (node, "prefix");
  item->entry = spur_format_xml_get (node, "entry");
  item->numerator = item->denominator = 1;
  if (item->kind == SPUR_FORMAT_STREAM || item->kind == SPUR_FORMAT_CONSTANT)
    {
      item->is_host = g_strcmp0 (of, "host") == 0;
      item->is_program = g_strcmp0 (of, "program") == 0;
    }
  if ((item->entry != NULL || item->is_host || item->is_program) && !self->encoding->has_entries)
    return spur_format_definition_fail (
      self, item->node, error, "entries, hosts and programs are only written by <key-value>");
  if (item->kind == SPUR_FORMAT_TIME)
    return read_time_item (self, item, node, error);
  if (item->kind == SPUR_FORMAT_FIELD)
    return read_field_item (self, item, node, error);
  if (item->kind == SPUR_FORMAT_REST)
    item->name = spur_format_xml_get (node, "field");
  return TRUE;
}

gboolean
spur_format_parse_items (SpurFormatDefinition *self,
                         SpurFormatRule *rule,
                         const xmlNode *node,
                         GError **error)
{
  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    {
      SpurFormatItem item = { 0 };
      gboolean is_good;

      if (child->type != XML_ELEMENT_NODE)
        continue;
      item.node = child;
      is_good = read_item (self, &item, child, error);
      g_array_append_val (rule->items, item);
      if (!is_good)
        return FALSE;
    }
  return TRUE;
}

/* A rule for one class must fit that class, and every key must be there once. */
static gboolean
check_rule (SpurFormatDefinition *self, const SpurFormatRule *rule, GError **error)
{
  g_autoptr (SpurFormatProgram) program = NULL;
  const SpurEventLayout *layout;
  g_autofree char *word = NULL;

  if (g_str_equal (rule->class_name, "*") || strchr (rule->class_name, ' ') != NULL)
    return TRUE;
  word = rule->is_definition ? g_strconcat ("@", rule->class_name, NULL) : NULL;
  layout = word != NULL ? spur_format_find_definition_layout (word, NULL)
                        : spur_format_definition_find_class (self, rule->class_name);
  if (layout == NULL)
    return spur_format_definition_fail (self, rule->node, error,
                                        "event class %s is not known; declare it in "
                                        "<event-classes>, or load the plugin that brings it",
                                        rule->class_name);
  program = spur_format_program_new (self, rule, layout, error);
  return program != NULL;
}

/* Of two rules for one class the second would never be followed. */
static gboolean
check_rule_is_new (SpurFormatDefinition *self,
                   GHashTable *seen,
                   const SpurFormatRule *rule,
                   GError **error)
{
  char *word = g_strconcat (rule->is_definition ? "@" : "", rule->class_name, NULL);

  if (g_hash_table_add (seen, word))
    return TRUE;
  return spur_format_definition_fail (self, rule->node, error, "there already is a rule for %s",
                                      rule->class_name);
}

gboolean
spur_format_parse_check (SpurFormatDefinition *self, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->rules->len; i++)
    {
      const SpurFormatRule *rule = g_ptr_array_index (self->rules, i);

      if (rule->is_apart && !self->encoding->has_definitions_apart)
        return spur_format_definition_fail (
          self, rule->node, error, "definitions apart are only there for <delimited> formats");
      if (!check_rule_is_new (self, seen, rule, error) || !check_rule (self, rule, error))
        return FALSE;
    }
  return self->encoding->compile == NULL || self->encoding->compile (self, error);
}
