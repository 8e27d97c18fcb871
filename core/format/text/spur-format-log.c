/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Lines of logs, as NetLogger's: host, program, level and name of an event. */
#include "core/format/text/spur-format-text-private.h"

#include <string.h>

#define COMMAND_FACT "command"
#define HOST_KIND "host"
/* Objects that are in each other are no more than these deep; a damaged trace may have circles. */
#define MAX_DEPTH 16

char *
spur_format_log_dup_program (SpurTrace *trace)
{
  const char *command = spur_trace_get_fact (trace, COMMAND_FACT);
  g_autofree char *word = command != NULL ? g_strndup (command, strcspn (command, " ")) : NULL;

  return word != NULL && *word != '\0' ? g_path_get_basename (word) : NULL;
}

const char *
spur_format_log_get_host (SpurTrace *trace, guint stream)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint32 target = spur_stream_get_target (spur_trace_get_stream (trace, stream));
  guint32 object = target;
  const char *name;

  for (guint i = 0; i < MAX_DEPTH && object < spur_definitions_get_n_objects (definitions); i++)
    {
      const SpurObject *info = spur_definitions_get_object (definitions, object);

      if (g_strcmp0 (info->kind, HOST_KIND) == 0 && *info->name != '\0')
        return info->name;
      object = info->parent;
    }
  if (target >= spur_definitions_get_n_objects (definitions))
    return NULL;
  name = spur_definitions_get_object (definitions, target)->name;
  return *name != '\0' ? name : NULL;
}

int
spur_format_log_find_entry (const SpurList *list, const char *name)
{
  for (guint i = 0; i < list->n_entries; i++)
    {
      if (strcmp (list->entries[i].name, name) == 0)
        return (int) i;
    }
  return -1;
}

static gboolean
is_plain_text (const SpurEntry *entry)
{
  return entry->type == SPUR_FIELD_STRING && entry->unit == NULL && entry->text != NULL;
}

/* A class of that name would be read with other fields. */
static gboolean
is_class (const SpurFormatSource *source, const char *name)
{
  if (spur_format_definition_find_class (source->definition, name) != NULL)
    return TRUE;
  for (guint i = 0; i < source->n_classes; i++)
    {
      if (strcmp (spur_trace_get_class (source->trace, i)->name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

gboolean
spur_format_log_is_call (const SpurFormatSource *source,
                         const SpurFormatProgram *program,
                         const SpurList *list)
{
  gboolean has_class = FALSE;

  if (source->definition->default_layout == NULL ||
      !g_str_equal (list->class_name, "SpurStateList"))
    return FALSE;
  for (guint i = 0; i < program->n_ops; i++)
    {
      const SpurFormatOp *op = &program->ops[i];
      const char *name = op->item != NULL ? op->item->entry : NULL;
      int index = name != NULL ? spur_format_log_find_entry (list, name) : -1;

      if (index >= 0 && !is_plain_text (&list->entries[index]))
        return FALSE;
      if (index < 0 || op->kind != SPUR_FORMAT_CLASS)
        continue;
      name = list->entries[index].text;
      has_class = *name != '\0' && *name != '@' && !is_class (source, name);
    }
  return has_class;
}

static gboolean
is_taken (const SpurFormatProgram *program, const SpurList *list, guint index)
{
  for (guint i = 0; i < program->n_ops; i++)
    {
      const SpurFormatItem *item = program->ops[i].item;

      if (item != NULL && item->entry != NULL &&
          spur_format_log_find_entry (list, item->entry) == (int) index)
        return TRUE;
    }
  return FALSE;
}

SpurEntry *
spur_format_log_dup_rest (const SpurFormatProgram *program, const SpurList *list, guint *n_entries)
{
  SpurEntry *entries = g_new (SpurEntry, list->n_entries + 1);

  *n_entries = 0;
  for (guint i = 0; i < list->n_entries; i++)
    {
      SpurEntry *entry = &entries[*n_entries];

      if (is_taken (program, list, i))
        continue;
      *entry = list->entries[i];
      if (entry->type == SPUR_FIELD_INT64 && (gint64) entry->bits >= 0)
        entry->type = SPUR_FIELD_UINT64;
      (*n_entries)++;
    }
  return entries;
}
