/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a definition says of XML, looked up once: elements and attributes by their names in the
 * document. */
#include <string.h>

#include "core/format/definition/spur-format-xml-internal.h"
#include "core/format/xml/spur-xml-program-private.h"

#define MAX_CONTAINERS 64

/* The class is an attribute of all events or of none, as it is looked for before the rule is
 * known. */
static gboolean
find_class_key (SpurXmlFormat *self, const SpurFormatDefinition *definition, GError **error)
{
  guint n_rules = 0;

  for (guint i = 0; i < definition->rules->len; i++)
    {
      const SpurFormatRule *rule = g_ptr_array_index (definition->rules, i);
      const char *key = NULL;

      if (rule->is_definition)
        continue;
      for (guint k = 0; k < rule->items->len; k++)
        {
          const SpurFormatItem *item = &g_array_index (rule->items, SpurFormatItem, k);

          if (item->kind == SPUR_FORMAT_CLASS)
            key = item->key;
        }
      if (n_rules++ == 0)
        self->class_key = key;
      else if (g_strcmp0 (self->class_key, key) != 0)
        return spur_format_definition_fail (definition, rule->node, error,
                                            "the class must have the same key in all rules, as it "
                                            "tells which rule is meant");
      self->only_rule = n_rules == 1 ? rule : NULL;
    }
  return TRUE;
}

static gboolean
compile_format (SpurFormatDefinition *definition, GError **error)
{
  SpurXmlFormat *self = g_new0 (SpurXmlFormat, 1);
  const xmlNode *node = definition->node;
  const char *containers = spur_format_attribute (node, "containers", "");

  definition->compiled = self;
  self->root = spur_format_xml_get (node, "root");
  self->namespace = spur_format_xml_get (node, "namespace");
  self->record = spur_format_xml_get (node, "record");
  self->others = spur_format_xml_get (node, "others");
  self->has_escapes = g_str_equal (spur_format_attribute (node, "escapes", "none"), "backslash");
  self->containers = g_strsplit_set (containers, " \t\r\n", MAX_CONTAINERS);
  if (!find_class_key (self, definition, error))
    return FALSE;
  if (self->class_key != NULL && self->record == NULL)
    return spur_format_definition_fail (definition, definition->node, error,
                                        "where the attribute %s says the class, record must say "
                                        "which elements are events",
                                        self->class_key);
  if (self->record != NULL && self->class_key == NULL && self->only_rule == NULL)
    return spur_format_definition_fail (definition, definition->node, error,
                                        "where all events are <%s>, <class key=…/> must say "
                                        "where their class is",
                                        self->record);
  return TRUE;
}

static void
free_format (gpointer data)
{
  g_strfreev (((SpurXmlFormat *) data)->containers);
  g_free (data);
}

const char *
spur_xml_get_define_name (const SpurFormatRule *rule, SpurFormatDefine define)
{
  /* Behind the @ */
  const char *word = spur_format_get_definition_layout (define)->name + 1;

  return spur_format_attribute (rule->node, "element", word);
}

static void
program_free (gpointer data)
{
  SpurXmlProgram *self = data;

  for (guint i = 0; i < self->n_items; i++)
    {
      g_free (self->items[i].child);
      g_free (self->items[i].name);
      g_free (self->items[i].lead);
    }
  g_free (self->items);
  g_free (self->element);
  g_free (self->begin);
  g_free (self);
}

static void
set_place (SpurXmlItem *item, const char *key)
{
  const char *slash = strchr (key, '/');

  if (g_str_equal (key, "."))
    {
      item->place = SPUR_XML_AS_TEXT;
      return;
    }
  if (slash == NULL)
    {
      item->place = SPUR_XML_AS_ATTRIBUTE;
      item->name = g_strdup (key[0] == '@' ? key + 1 : key);
      return;
    }
  if (g_str_has_prefix (key, "../@"))
    {
      item->place = SPUR_XML_AS_OUTER_ATTRIBUTE;
      item->name = g_strdup (key + strlen ("../@"));
      return;
    }
  item->child = g_strndup (key, (gsize) (slash - key));
  item->place = slash[1] == '@' ? SPUR_XML_AS_CHILD_ATTRIBUTE : SPUR_XML_AS_CHILD_TEXT;
  if (slash[1] == '@')
    item->name = g_strdup (slash + 2);
}

static const char *
get_default_key (SpurFormatItemKind kind)
{
  switch (kind)
    {
    case SPUR_FORMAT_TIME:
      return "time";
    case SPUR_FORMAT_STREAM:
      return "stream";
    case SPUR_FORMAT_PREDECESSORS:
      return "after";
    case SPUR_FORMAT_VECTOR_CLOCK:
      return "clock";
    default:
      return NULL;
    }
}

/* Names that the rule gives; those of other fields must not be one of them. */
static char **
list_keys (const SpurFormatRule *rule)
{
  GPtrArray *keys = g_ptr_array_new ();

  for (guint i = 0; i < rule->items->len; i++)
    {
      const SpurFormatItem *item = &g_array_index (rule->items, SpurFormatItem, i);

      if (item->key != NULL)
        g_ptr_array_add (keys, g_strdup (item->key));
      else if (item->kind == SPUR_FORMAT_FIELD)
        g_ptr_array_add (keys, g_strdup (item->name));
      else if (get_default_key (item->kind) != NULL)
        g_ptr_array_add (keys, g_strdup (get_default_key (item->kind)));
    }
  g_ptr_array_add (keys, NULL);
  return (char **) g_ptr_array_free (keys, FALSE);
}

static void
set_name (SpurXmlItem *item,
          const SpurFormatProgram *program,
          const SpurFormatOp *op,
          const char *const *keys)
{
  const SpurFormatItem *rule_item = op->item;

  if (rule_item != NULL && rule_item->key != NULL)
    set_place (item, rule_item->key);
  else if (op->kind == SPUR_FORMAT_CLASS)
    item->place = SPUR_XML_AS_NAME;
  else if (op->kind == SPUR_FORMAT_FIELD || op->kind == SPUR_FORMAT_FIELDS)
    {
      const char *name = program->layout->fields[op->field].name;
      gboolean is_named = rule_item != NULL && rule_item->kind == SPUR_FORMAT_FIELD;

      item->place = SPUR_XML_AS_ATTRIBUTE;
      item->name = spur_xml_make_name (name, is_named ? NULL : keys);
    }
  else if (get_default_key (op->kind) != NULL)
    set_place (item, get_default_key (op->kind));
}

static gboolean
is_required (const SpurXmlItem *item)
{
  const SpurFormatOp *op = item->op;

  if (item->place == SPUR_XML_AS_NOTHING || item->place == SPUR_XML_AS_NAME)
    return FALSE;
  if (op->kind == SPUR_FORMAT_PREDECESSORS || op->kind == SPUR_FORMAT_VECTOR_CLOCK)
    return FALSE;
  if (op->item != NULL && (op->item->is_optional || op->item->if_missing != NULL))
    return FALSE;
  if (op->kind == SPUR_FORMAT_TIME)
    return !op->item->time.is_fallback;
  return !op->may_miss;
}

static void
finish_item (SpurXmlProgram *self, guint index)
{
  SpurXmlItem *item = &self->items[index];

  item->is_first_of_child = item->child != NULL;
  for (guint i = 0; i < index; i++)
    {
      if (g_strcmp0 (self->items[i].child, item->child) == 0)
        item->is_first_of_child = FALSE;
    }
  item->n_child_bytes = item->child != NULL ? strlen (item->child) : 0;
  item->n_name_bytes = item->name != NULL ? strlen (item->name) : 0;
  if (item->name != NULL)
    item->lead = g_strdup_printf (" %s=\"", item->name);
  item->n_lead_bytes = item->lead != NULL ? strlen (item->lead) : 0;
  if (is_required (item))
    self->required[index / 64] |= G_GUINT64_CONSTANT (1) << (index % 64);
  self->has_outer |= item->place == SPUR_XML_AS_OUTER_ATTRIBUTE;
  self->has_content |= item->place == SPUR_XML_AS_TEXT || item->child != NULL;
}

static char *
make_element (const SpurFormatDefinition *definition, const SpurFormatProgram *program)
{
  const SpurXmlFormat *format = definition->compiled;
  g_auto (GStrv) words = NULL;

  if (program->define >= 0)
    return g_strdup (spur_xml_get_define_name (program->rule, (SpurFormatDefine) program->define));
  if (format->record != NULL)
    return g_strdup (format->record);
  words = g_new0 (char *, SPUR_FORMAT_N_DEFINES + 1);
  for (guint i = 0, n = 0; i < SPUR_FORMAT_N_DEFINES; i++)
    {
      const SpurFormatRule *rule =
        spur_format_definition_find_define (definition, (SpurFormatDefine) i);

      if (rule != NULL)
        words[n++] = g_strdup (spur_xml_get_define_name (rule, (SpurFormatDefine) i));
    }
  return spur_xml_make_name (program->name, (const char *const *) words);
}

SpurXmlProgram *
spur_xml_program_get (const SpurFormatDefinition *definition,
                      SpurFormatProgram *program,
                      GError **error)
{
  SpurXmlProgram *self = program->data;
  g_auto (GStrv) keys = NULL;

  if (self != NULL)
    return self;
  if (program->n_ops > SPUR_XML_MAX_ITEMS)
    {
      spur_format_definition_fail (definition, program->rule->node, error,
                                   "a record has %u items, it may have %d", program->n_ops,
                                   SPUR_XML_MAX_ITEMS);
      return NULL;
    }
  self = g_new0 (SpurXmlProgram, 1);
  self->program = program;
  self->n_items = program->n_ops;
  self->items = g_new0 (SpurXmlItem, program->n_ops + 1);
  self->element = make_element (definition, program);
  self->n_element_bytes = strlen (self->element);
  self->begin = g_strconcat ("<", self->element, NULL);
  self->n_begin_bytes = strlen (self->begin);
  keys = list_keys (program->rule);
  for (guint i = 0; i < program->n_ops; i++)
    {
      self->items[i].op = &program->ops[i];
      set_name (&self->items[i], program, &program->ops[i], (const char *const *) keys);
      finish_item (self, i);
    }
  program->data = self;
  program->free_data = program_free;
  return self;
}

/* Records as elements, their values as attributes or texts. */
const SpurFormatEncoding spur_format_xml = {
  .element = "xml",
  .is_text = TRUE,
  .compile = compile_format,
  .free_compiled = free_format,
  .read = spur_xml_read,
  .write = spur_xml_write,
};
