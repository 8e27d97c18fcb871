/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Which rule a class is written by, and what definitions look like as records. */
#include "config.h"

#include <string.h>

#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/model/events/spur-event.h"

typedef struct
{
  const char *name;
  SpurFieldType type;
} Column;

#define MAX_COLUMNS 8

static const struct
{
  const char *name;
  Column columns[MAX_COLUMNS];
} defines[] = {
  [SPUR_FORMAT_DEFINE_FACT] = { "@fact",
                                { { "key", SPUR_FIELD_STRING }, { "value", SPUR_FIELD_STRING } } },
  [SPUR_FORMAT_DEFINE_IDENTIFIERS] = { "@identifiers", { { "class", SPUR_FIELD_STRING } } },
  [SPUR_FORMAT_DEFINE_CLOCK] = { "@clock",
                                 { { "id", SPUR_FIELD_UINT32 },
                                   { "name", SPUR_FIELD_STRING },
                                   { "kind", SPUR_FIELD_STRING },
                                   { "resolution", SPUR_FIELD_UINT64 },
                                   { "epoch", SPUR_FIELD_UINT64 },
                                   { "domain", SPUR_FIELD_UINT32 } } },
  [SPUR_FORMAT_DEFINE_STATE] = { "@state",
                                 { { "id", SPUR_FIELD_UINT32 },
                                   { "name", SPUR_FIELD_STRING },
                                   { "kind", SPUR_FIELD_STRING } } },
  [SPUR_FORMAT_DEFINE_CLASS] = { "@class",
                                 { { "id", SPUR_FIELD_OBJECT },
                                   { "name", SPUR_FIELD_STRING },
                                   { "parent", SPUR_FIELD_STRING },
                                   { "role", SPUR_FIELD_STRING },
                                   { "match", SPUR_FIELD_STRING },
                                   { "effect", SPUR_FIELD_STRING } } },
  [SPUR_FORMAT_DEFINE_FIELD] = { "@field",
                                 { { "class", SPUR_FIELD_OBJECT },
                                   { "name", SPUR_FIELD_STRING },
                                   { "type", SPUR_FIELD_STRING },
                                   { "use", SPUR_FIELD_STRING },
                                   { "unit", SPUR_FIELD_STRING },
                                   { "description", SPUR_FIELD_STRING } } },
  [SPUR_FORMAT_DEFINE_STRING] = { "@string",
                                  { { "id", SPUR_FIELD_UINT32 }, { "text", SPUR_FIELD_STRING } } },
  [SPUR_FORMAT_DEFINE_LIST] = { "@list",
                                { { "id", SPUR_FIELD_UINT32 }, { "text", SPUR_FIELD_STRING } } },
  [SPUR_FORMAT_DEFINE_OBJECT] = { "@object",
                                  { { "id", SPUR_FIELD_UINT32 },
                                    { "type", SPUR_FIELD_STRING },
                                    { "name", SPUR_FIELD_STRING },
                                    { "kind", SPUR_FIELD_STRING },
                                    { "parent", SPUR_FIELD_OBJECT },
                                    { "attributes", SPUR_FIELD_STRING },
                                    { "origin", SPUR_FIELD_UINT64 },
                                    { "number", SPUR_FIELD_UINT64 } } },
  [SPUR_FORMAT_DEFINE_GROUP] = { "@group",
                                 { { "id", SPUR_FIELD_UINT32 },
                                   { "name", SPUR_FIELD_STRING },
                                   { "members", SPUR_FIELD_STRING } } },
  [SPUR_FORMAT_DEFINE_STREAM] = { "@stream",
                                  { { "id", SPUR_FIELD_UINT32 },
                                    { "name", SPUR_FIELD_STRING },
                                    { "clock", SPUR_FIELD_UINT32 },
                                    { "target", SPUR_FIELD_OBJECT },
                                    { "origin", SPUR_FIELD_UINT64 } } },
  [SPUR_FORMAT_DEFINE_OFFSET] = { "@offset",
                                  { { "stream", SPUR_FIELD_UINT32 },
                                    { "ticks", SPUR_FIELD_INT64 },
                                    { "offset", SPUR_FIELD_INT64 },
                                    { "deviation", SPUR_FIELD_DOUBLE } } },
  [SPUR_FORMAT_DEFINE_LOSS] = { "@loss",
                                { { "what", SPUR_FIELD_STRING }, { "count", SPUR_FIELD_UINT64 } } },
};

G_STATIC_ASSERT (G_N_ELEMENTS (defines) == SPUR_FORMAT_N_DEFINES);

static SpurEventLayout *layouts[SPUR_FORMAT_N_DEFINES];

static void
make_layouts (void)
{
  for (guint i = 0; i < SPUR_FORMAT_N_DEFINES; i++)
    {
      layouts[i] = spur_event_layout_new (defines[i].name, NULL, SPUR_TYPE_EVENT);
      for (guint k = 0; k < MAX_COLUMNS && defines[i].columns[k].name != NULL; k++)
        spur_event_layout_add_field (layouts[i], defines[i].columns[k].name,
                                     defines[i].columns[k].type, SPUR_USE_NONE, NULL);
    }
}

const SpurEventLayout *
spur_format_get_definition_layout (SpurFormatDefine define)
{
  static gsize is_made;

  if (g_once_init_enter (&is_made))
    {
      make_layouts ();
      g_once_init_leave (&is_made, 1);
    }
  return layouts[define];
}

const SpurEventLayout *
spur_format_find_definition_layout (const char *name, int *define)
{
  for (guint i = 0; i < SPUR_FORMAT_N_DEFINES; i++)
    {
      if (strcmp (defines[i].name, name) != 0)
        continue;
      if (define != NULL)
        *define = (int) i;
      return spur_format_get_definition_layout (i);
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

static const SpurEventLayout *
find_below (GType type, const char *name)
{
  guint n_children;
  g_autofree GType *children = g_type_children (type, &n_children);
  const SpurEventLayout *layout = spur_event_type_get_layout (type);

  if (strcmp (layout->name, name) == 0)
    return layout;
  for (guint i = 0; i < n_children; i++)
    {
      layout = find_below (children[i], name);
      if (layout != NULL)
        return layout;
    }
  return NULL;
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

  return declared != NULL ? declared : find_below (SPUR_TYPE_EVENT, name);
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
  for (guint i = 0; i < self->rules->len; i++)
    {
      const SpurFormatRule *rule = g_ptr_array_index (self->rules, i);

      if (rule->is_definition && has_word (rule->class_name, defines[define].name + 1))
        return rule;
    }
  return find_rule (self, TRUE, "*");
}
