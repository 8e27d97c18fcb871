/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where a record of text says its class. */
#include <string.h>

#include "core/format/text/spur-format-text-private.h"

static void
add_class_key (SpurFormatLines *self, const char *key)
{
  if (key != NULL && !g_ptr_array_find_with_equal_func (self->class_keys, key, g_str_equal, NULL))
    g_ptr_array_add (self->class_keys, (gpointer) key);
}

static void
find_class_items (SpurFormatLines *self, const SpurFormatRule *rule)
{
  int n_bare = 0;

  for (guint i = 0; i < rule->items->len; i++)
    {
      const SpurFormatItem *item = &g_array_index (rule->items, SpurFormatItem, i);

      if (item->kind == SPUR_FORMAT_CLASS)
        {
          if (item->key == NULL)
            *(rule->is_definition ? &self->define_position : &self->event_position) = n_bare;
          add_class_key (self, item->key);
          add_class_key (self, spur_format_attribute (item->node, "also", NULL));
          if (item->if_missing != NULL)
            self->default_class = item->if_missing;
        }
      n_bare += item->key == NULL && item->kind < SPUR_FORMAT_FIELD;
    }
  if (!rule->is_definition && self->default_class == NULL && strcmp (rule->class_name, "*") != 0)
    self->default_class = rule->written != NULL ? rule->written : rule->class_name;
}

gboolean
spur_format_lines_compile (SpurFormatDefinition *definition,
                           SpurFormatCheckRule check_rule,
                           GError **error)
{
  SpurFormatLines *self = g_new0 (SpurFormatLines, 1);

  definition->compiled = self;
  self->class_keys = g_ptr_array_new ();
  self->define_position = self->event_position = -1;
  for (guint i = 0; i < definition->rules->len; i++)
    {
      const SpurFormatRule *rule = g_ptr_array_index (definition->rules, i);

      if (!check_rule (definition, rule, error))
        return FALSE;
      find_class_items (self, rule);
    }
  return TRUE;
}

void
spur_format_lines_free (gpointer data)
{
  SpurFormatLines *self = data;

  g_ptr_array_unref (self->class_keys);
  g_free (self);
}

SpurFormatProgram *
spur_format_lines_find_default (const SpurFormatLines *self,
                                SpurFormatBuilder *builder,
                                const char *what)
{
  if (self->default_class != NULL)
    return spur_format_builder_find_class (builder, self->default_class,
                                           strlen (self->default_class));
  spur_format_builder_refuse (builder, "the %s does not say its event class", what);
  return NULL;
}
