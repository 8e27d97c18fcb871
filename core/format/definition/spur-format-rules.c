/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Which rule a class is written by, and what definitions look like as records. */
#include <string.h>

#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/model/events/spur-event-type.h"

/* Names and fields; a field is a string where no type stands before it. */
static const char *const defines[] = {
  [SPUR_FORMAT_DEFINE_FACT] = "@fact key value",
  [SPUR_FORMAT_DEFINE_IDENTIFIERS] = "@identifiers class",
  [SPUR_FORMAT_DEFINE_CLOCK] =
    "@clock uint32:id name kind uint64:resolution uint64:epoch uint32:domain",
  [SPUR_FORMAT_DEFINE_STATE] = "@state uint32:id name kind",
  [SPUR_FORMAT_DEFINE_CLASS] = "@class object:id name parent role match effect",
  [SPUR_FORMAT_DEFINE_FIELD] = "@field object:class name type use unit description",
  [SPUR_FORMAT_DEFINE_STRING] = "@string uint32:id text",
  [SPUR_FORMAT_DEFINE_LIST] = "@list uint32:id text",
  [SPUR_FORMAT_DEFINE_OBJECT] =
    "@object uint32:id type name kind object:parent attributes uint64:origin uint64:number",
  [SPUR_FORMAT_DEFINE_GROUP] = "@group uint32:id name members",
  [SPUR_FORMAT_DEFINE_STREAM] = "@stream uint32:id name uint32:clock object:target uint64:origin",
  [SPUR_FORMAT_DEFINE_OFFSET] = "@offset uint32:stream int64:ticks int64:offset double:deviation",
  [SPUR_FORMAT_DEFINE_LOSS] = "@loss what uint64:count",
};

G_STATIC_ASSERT (G_N_ELEMENTS (defines) == SPUR_FORMAT_N_DEFINES);

static SpurEventLayout *
make_layout (const char *define)
{
  g_auto (GStrv) words = g_strsplit (define, " ", -1);
  SpurEventLayout *layout = spur_event_layout_new (words[0], NULL, SPUR_TYPE_EVENT);

  for (guint i = 1; words[i] != NULL; i++)
    {
      char *colon = strchr (words[i], ':');
      guint type = SPUR_FIELD_STRING;

      if (colon != NULL)
        *colon = '\0';
      if (colon != NULL && !spur_meaning_find_word (SPUR_MEANING_FIELD_TYPE, words[i], &type))
        g_assert_not_reached ();
      spur_event_layout_add_field (layout, colon != NULL ? colon + 1 : words[i], type,
                                   SPUR_USE_NONE, NULL);
    }
  return layout;
}

const SpurEventLayout *
spur_format_get_definition_layout (SpurFormatDefine define)
{
  static SpurEventLayout *layouts[SPUR_FORMAT_N_DEFINES];
  static gsize is_made;

  if (g_once_init_enter (&is_made))
    {
      for (guint i = 0; i < SPUR_FORMAT_N_DEFINES; i++)
        layouts[i] = make_layout (defines[i]);
      g_once_init_leave (&is_made, 1);
    }
  return layouts[define];
}

const SpurEventLayout *
spur_format_find_definition_layout (const char *name, int *define)
{
  for (guint i = 0; i < SPUR_FORMAT_N_DEFINES; i++)
    {
      const SpurEventLayout *layout = spur_format_get_definition_layout (i);

      if (strcmp (layout->name, name) != 0)
        continue;
      if (define != NULL)
        *define = (int) i;
      return layout;
    }
  return NULL;
}

GType
spur_format_get_concrete_type (GType type)
{
  while (G_TYPE_IS_ABSTRACT (type) && type != SPUR_TYPE_EVENT)
    type = g_type_parent (type);
  return type;
}

const SpurEventLayout *
spur_format_find_layout (const GPtrArray *declared, const char *name)
{
  for (guint i = 0; i < declared->len; i++)
    {
      const SpurEventLayout *layout = g_ptr_array_index (declared, i);

      if (strcmp (layout->name, name) == 0)
        return layout;
    }
  return NULL;
}

const SpurEventLayout *
spur_format_definition_find_class (const SpurFormatDefinition *self, const char *name)
{
  const SpurEventLayout *declared = spur_format_find_layout (self->layouts, name);
  GType known = declared == NULL ? spur_event_type_from_name (name) : G_TYPE_INVALID;

  return known != G_TYPE_INVALID ? spur_event_type_get_layout (known) : declared;
}

static const SpurFormatRule *
find_rule (const SpurFormatDefinition *self, gboolean is_definition, const char *name)
{
  for (guint i = 0; i < self->rules->len; i++)
    {
      const SpurFormatRule *rule = g_ptr_array_index (self->rules, i);

      if (rule->is_definition == is_definition && strcmp (rule->class_name, name) == 0)
        return rule;
    }
  return NULL;
}

const SpurFormatRule *
spur_format_definition_find_rule (const SpurFormatDefinition *self, const SpurEventLayout *layout)
{
  const SpurFormatRule *rule = find_rule (self, FALSE, layout->name);
  const char *parent_name = layout->parent_name;

  /* A class that was read from elsewhere may name parents that go in a circle. */
  for (guint i = 0; rule == NULL && parent_name != NULL && i < 100; i++)
    {
      const SpurEventLayout *parent;

      rule = find_rule (self, FALSE, parent_name);
      parent = rule == NULL ? spur_format_definition_find_class (self, parent_name) : NULL;
      parent_name = parent != NULL ? parent->parent_name : NULL;
    }
  return rule != NULL ? rule : find_rule (self, FALSE, "*");
}

/* Words with spaces between. */
static gboolean
has_word (const char *words, const char *word)
{
  gsize n_bytes = strlen (word);

  for (const char *at = words; at != NULL; at = strchr (at, ' '))
    {
      at += *at == ' ';
      if (strncmp (at, word, n_bytes) == 0 && (at[n_bytes] == ' ' || at[n_bytes] == '\0'))
        return TRUE;
    }
  return FALSE;
}

const SpurFormatRule *
spur_format_definition_find_define (const SpurFormatDefinition *self, SpurFormatDefine define)
{
  /* Behind the @ */
  const char *word = spur_format_get_definition_layout (define)->name + 1;

  for (guint i = 0; i < self->rules->len; i++)
    {
      const SpurFormatRule *rule = g_ptr_array_index (self->rules, i);

      if (rule->is_definition && has_word (rule->class_name, word))
        return rule;
    }
  return find_rule (self, TRUE, "*");
}
