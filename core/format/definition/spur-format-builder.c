/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Makes a trace of records from outside: records and their classes. */
#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/base/spur-error-internal.h"
#include "core/format/text/spur-format-text-private.h"
#include "core/store/trace/spur-store-internal.h"

#define MAX_RECALLED 65536
#define MAX_RECALLED_BYTES 1024
#define BYTES_PER_REPORT (1u << 20)

static void
clear_object (gpointer data)
{
  SpurFormatObject *object = data;

  g_free (object->type_names);
  g_free (object->name);
  g_free (object->kind);
}

static void
free_stream (gpointer data)
{
  SpurFormatStream *stream = data;

  g_clear_pointer (&stream->clock_entries, g_array_unref);
  g_clear_pointer (&stream->clock_begins, g_array_unref);
  g_free (stream->name);
  g_free (stream);
}

SpurFormatBuilder *
spur_format_builder_new (const SpurFormatDefinition *definition,
                         const char *path,
                         const guint8 *bytes,
                         gsize n_bytes,
                         const SpurJob *job)
{
  SpurFormatBuilder *self = g_new0 (SpurFormatBuilder, 1);

  self->definition = definition;
  self->path = g_strdup (path);
  self->bytes = bytes;
  self->n_bytes = n_bytes;
  self->place = bytes;
  self->next_report = bytes;
  self->job = job;
  self->trace = spur_trace_new ();
  self->definitions = spur_trace_get_definitions (self->trace);
  self->program_list = g_ptr_array_new_with_free_func ((GDestroyNotify) spur_format_program_free);
  self->class_programs = g_ptr_array_new ();
  self->layouts = g_ptr_array_new_with_free_func ((GDestroyNotify) spur_event_layout_unref);
  self->ancestors = g_ptr_array_new_with_free_func ((GDestroyNotify) spur_event_layout_unref);
  for (guint i = 0; i < SPUR_FORMAT_N_NAMES; i++)
    spur_format_names_init (&self->names[i]);
  self->scopes = g_ptr_array_new_with_free_func ((GDestroyNotify) spur_format_scope_free);
  self->objects = g_array_new (FALSE, FALSE, sizeof (SpurFormatObject));
  g_array_set_clear_func (self->objects, clear_object);
  self->streams = g_ptr_array_new_with_free_func (free_stream);
  self->stream_name = g_string_new (NULL);
  self->rest = g_array_new (FALSE, FALSE, sizeof (SpurEntry));
  self->rest_texts = g_string_chunk_new (1024);
  self->predecessors = g_array_new (FALSE, FALSE, sizeof (SpurFormatPredecessor));
  self->vector = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->edges = g_array_new (FALSE, FALSE, sizeof (SpurFormatEdge));
  self->last_stream = -1;
  g_type_ensure (SPUR_TYPE_LOAD_OBJECT);
  g_type_ensure (SPUR_TYPE_TARGET);
  g_type_ensure (SPUR_TYPE_STATE_LIST);
  g_type_ensure (SPUR_TYPE_RESOURCE_LIST);
  return self;
}

void
spur_format_builder_free (SpurFormatBuilder *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->texts); i++)
    {
      if (self->texts[i] != NULL)
        g_string_free (self->texts[i], TRUE);
    }
  for (guint i = 0; i < SPUR_FORMAT_N_NAMES; i++)
    spur_format_names_clear (&self->names[i]);
  g_ptr_array_unref (self->program_list);
  g_ptr_array_unref (self->class_programs);
  g_ptr_array_unref (self->layouts);
  g_ptr_array_unref (self->ancestors);
  g_ptr_array_unref (self->scopes);
  g_array_unref (self->objects);
  g_ptr_array_unref (self->streams);
  g_string_free (self->stream_name, TRUE);
  g_array_unref (self->rest);
  g_string_chunk_free (self->rest_texts);
  g_array_unref (self->predecessors);
  g_array_unref (self->vector);
  g_array_unref (self->edges);
  g_free (self->buffer);
  g_free (self->path);
  g_clear_object (&self->trace);
  g_clear_error (&self->error);
  g_free (self);
}

gboolean
spur_format_builder_report (SpurFormatBuilder *self, gconstpointer at)
{
  self->next_report = (const guint8 *) at + BYTES_PER_REPORT;
  spur_job_report (self->job, "reading",
                   MIN ((guint64) ((const guint8 *) at - self->bytes), self->n_bytes),
                   self->n_bytes);
  return !spur_job_is_cancelled (self->job, &self->error);
}

const SpurFormatItem *
spur_format_builder_get_stream_item (SpurFormatBuilder *self)
{
  const SpurFormatProgram *program = self->program;

  for (guint i = 0; i < program->n_ops; i++)
    {
      if (program->ops[i].kind == SPUR_FORMAT_STREAM)
        return program->ops[i].item;
    }
  return NULL;
}

void
spur_format_builder_add_predecessor (SpurFormatBuilder *self, guint64 stream, guint64 event)
{
  SpurFormatPredecessor predecessor = { stream, event };

  g_array_append_val (self->predecessors, predecessor);
}

/* Texts that stand for what the data does not say. */
static gboolean
set_text_defaults (SpurFormatBuilder *self, SpurFormatProgram *program)
{
  self->program = program;
  for (guint i = 0; i < program->n_ops; i++)
    {
      const SpurFormatOp *op = &program->ops[i];
      const char *text = op->item != NULL ? op->item->if_missing : NULL;
      guint64 bits;

      if (op->kind != SPUR_FORMAT_FIELD || !op->is_reference || text == NULL)
        continue;
      if (!spur_format_builder_resolve (self, op, text, strlen (text), &bits))
        return FALSE;
      spur_event_layout_set_uint (program->layout, op->field, program->empty, bits);
    }
  return TRUE;
}

static SpurFormatProgram *
add_program (SpurFormatBuilder *self, const SpurEventLayout *layout, int define)
{
  const SpurFormatRule *rule = define >= 0
                                 ? spur_format_definition_find_define (self->definition, define)
                                 : spur_format_definition_find_rule (self->definition, layout);
  SpurFormatProgram *program;

  if (rule == NULL)
    {
      spur_format_builder_refuse (self, "the format %s has no rule for %s", self->definition->name,
                                  layout->name);
      return NULL;
    }
  program = spur_format_program_new (self->definition, rule, layout, &self->error);
  if (program == NULL)
    return NULL;
  g_ptr_array_add (self->program_list, program);
  spur_format_builder_set_scopes (self, program);
  if (define < 0)
    {
      program->class_index = spur_trace_add_class (self->trace, layout);
      if (!set_text_defaults (self, program))
        return NULL;
    }
  /* A record without fields has a place, too. */
  if (layout->n_bytes >= self->n_buffer_bytes)
    {
      self->n_buffer_bytes = layout->n_bytes + 1;
      self->buffer = g_realloc (self->buffer, self->n_buffer_bytes);
    }
  return program;
}

static const SpurEventLayout *
find_written (SpurFormatBuilder *self, const char *name)
{
  for (guint i = 0; i < self->definition->rules->len; i++)
    {
      const SpurFormatRule *rule = g_ptr_array_index (self->definition->rules, i);

      if (rule->written != NULL && strcmp (rule->written, name) == 0)
        return spur_format_definition_find_class (self->definition, rule->class_name);
    }
  return NULL;
}

/* An unknown class: of the name that the data gives, below the definition's default. */
static const SpurEventLayout *
make_class (SpurFormatBuilder *self, const char *name)
{
  const SpurEventLayout *otherwise = self->definition->default_layout;
  SpurEventLayout *layout;

  if (otherwise == NULL || *name == '\0' || *name == '@')
    {
      spur_format_builder_refuse (
        self,
        "event class “%.80s” is not known; declare it in the format %s, or "
        "load the plugin that brings it",
        name, self->definition->name);
      return NULL;
    }
  if (spur_trace_get_n_classes (self->trace) >= SPUR_MAX_CLASSES - 1)
    {
      spur_trace_add_loss (self->trace, "names of event classes", 1);
      return otherwise;
    }
  layout = spur_event_layout_new (name, otherwise, spur_format_get_concrete_type (otherwise->type));
  g_ptr_array_add (self->layouts, layout);
  return layout;
}

static SpurFormatProgram *
make_program (SpurFormatBuilder *self, const char *name)
{
  const SpurEventLayout *layout;
  int define = -1;

  layout = spur_format_find_definition_layout (name, &define);
  if (define >= 0)
    return add_program (self, layout, define);
  if (!spur_format_builder_end_classes (self))
    return NULL;
  layout = spur_format_find_layout (self->layouts, name);
  if (layout == NULL)
    layout = find_written (self, name);
  if (layout == NULL)
    layout = spur_format_definition_find_class (self->definition, name);
  if (layout == NULL)
    layout = make_class (self, name);
  return layout != NULL ? add_program (self, layout, -1) : NULL;
}

SpurFormatProgram *
spur_format_builder_find_rule (SpurFormatBuilder *self, const SpurFormatRule *rule)
{
  const SpurEventLayout *layout;

  /* A class may be found by its name before. */
  for (guint i = 0; i < self->program_list->len; i++)
    {
      SpurFormatProgram *program = g_ptr_array_index (self->program_list, i);

      if (program->rule == rule && strcmp (program->layout->name, rule->class_name) == 0)
        return program;
    }
  if (!spur_format_builder_end_classes (self))
    return NULL;
  layout = spur_format_definition_find_class (self->definition, rule->class_name);
  if (layout == NULL)
    layout = make_class (self, rule->class_name);
  return layout != NULL ? add_program (self, layout, -1) : NULL;
}

SpurFormatProgram *
spur_format_builder_find_class (SpurFormatBuilder *self, const char *name, gsize n_bytes)
{
  g_autofree char *copy = NULL;
  SpurFormatProgram *program;
  guint32 index;

  if (G_LIKELY (
        spur_format_names_find (&self->names[SPUR_FORMAT_CLASS_NAMES], name, n_bytes, &index)))
    return g_ptr_array_index (self->program_list, index);
  copy = spur_format_builder_dup (self, name, n_bytes);
  program = copy != NULL ? make_program (self, copy) : NULL;
  if (program != NULL && self->names[SPUR_FORMAT_CLASS_NAMES].n_names < 2 * SPUR_MAX_CLASSES)
    spur_format_names_add (&self->names[SPUR_FORMAT_CLASS_NAMES], name, n_bytes,
                           self->program_list->len - 1);
  return program;
}

SpurFormatProgram *
spur_format_builder_peek_class (SpurFormatBuilder *self, const char *name, gsize n_bytes)
{
  guint32 index;

  return spur_format_names_find (&self->names[SPUR_FORMAT_CLASS_NAMES], name, n_bytes, &index)
           ? g_ptr_array_index (self->program_list, index)
           : NULL;
}

SpurFormatProgram *
spur_format_builder_get_class (SpurFormatBuilder *self, guint64 index)
{
  const SpurEventLayout *layout;
  SpurFormatProgram *program;

  if (index < self->class_programs->len && g_ptr_array_index (self->class_programs, index) != NULL)
    return g_ptr_array_index (self->class_programs, index);
  if (!spur_format_builder_end_classes (self))
    return NULL;
  if (self->n_defined[SPUR_FORMAT_DEFINE_CLASS] > 0 && index < self->layouts->len)
    layout = g_ptr_array_index (self->layouts, index);
  else if (self->n_defined[SPUR_FORMAT_DEFINE_CLASS] == 0 && index < self->definition->layouts->len)
    layout = g_ptr_array_index (self->definition->layouts, index);
  else
    {
      spur_format_builder_refuse (self, "event class %" G_GUINT64_FORMAT " is not defined", index);
      return NULL;
    }
  program = add_program (self, layout, -1);
  if (program == NULL)
    return NULL;
  if (index >= self->class_programs->len)
    g_ptr_array_set_size (self->class_programs, (int) index + 1);
  g_ptr_array_index (self->class_programs, index) = program;
  return program;
}

static inline void
clear_rest (SpurFormatBuilder *self)
{
  self->rest_text = NULL;
  if (self->rest->len > 0)
    {
      g_array_set_size (self->rest, 0);
      g_string_chunk_clear (self->rest_texts);
    }
}

void
spur_format_builder_begin (SpurFormatBuilder *self, SpurFormatProgram *program)
{
  self->program = program;
  self->record = self->buffer;
  memcpy (self->record, program->empty, program->layout->n_bytes);
  if (program->define >= 0)
    {
      memset (self->has_text, 0, program->layout->n_fields * sizeof *self->has_text);
      return;
    }
  self->facts = (SpurFormatFacts){ .stream = -1 };
  self->has_ticks = FALSE;
  clear_rest (self);
}

gboolean
spur_format_builder_save (SpurFormatBuilder *self, SpurFormatPart *part)
{
  gsize n_bytes = self->program->layout->n_bytes;

  if ((!self->has_base && self->n_defined[SPUR_FORMAT_DEFINE_STREAM] == 0) ||
      self->program->define >= 0 || self->has_ticks || self->rest->len > 0 ||
      self->predecessors->len > 0 || self->vector->len > 0)
    return FALSE;
  /* Texts that had escapes are gone with their record. */
  if (self->facts.host != NULL &&
      ((const guint8 *) self->facts.host_text < self->bytes ||
       (const guint8 *) self->facts.host_text > self->bytes + self->n_bytes))
    return FALSE;
  if (part->n_bytes != n_bytes || part->record == NULL)
    part->record = g_realloc (part->record, n_bytes + 1);
  memcpy (part->record, self->record, n_bytes);
  part->n_bytes = n_bytes;
  part->facts = self->facts;
  return TRUE;
}

void
spur_format_builder_resume (SpurFormatBuilder *self,
                            SpurFormatProgram *program,
                            const SpurFormatPart *part)
{
  self->program = program;
  self->record = self->buffer;
  memcpy (self->record, part->record, part->n_bytes);
  self->facts = part->facts;
  if (part->facts.stream >= 0)
    self->last_stream = part->facts.stream;
  self->has_ticks = FALSE;
  clear_rest (self);
}

void
spur_format_part_clear (SpurFormatPart *self)
{
  g_clear_pointer (&self->record, g_free);
}

gboolean
spur_format_builder_recall_rest (SpurFormatBuilder *self, const char *text, gsize n_bytes)
{
  guint32 list;

  if (self->program->define >= 0 || self->program->rest < 0 || self->rest->len > 0)
    return FALSE;
  if (spur_format_names_find (&self->names[SPUR_FIELD_LIST], text, n_bytes, &list))
    {
      spur_format_builder_put_bits (self, &self->program->ops[self->program->rest], list);
      return TRUE;
    }
  self->rest_text = text;
  self->n_rest_bytes = n_bytes;
  return FALSE;
}

gboolean
spur_format_builder_put_rest (
  SpurFormatBuilder *self, const char *key, gsize n_key_bytes, const char *text, gsize n_bytes)
{
  SpurEntry entry = { 0 };

  if (self->program->define >= 0 || self->program->rest < 0)
    {
      spur_trace_add_loss (self->trace, "values of unknown keys", 1);
      return TRUE;
    }
  if (memchr (key, '\0', n_key_bytes) != NULL || memchr (text, '\0', n_bytes) != NULL)
    return spur_format_builder_refuse (self, "a text has a byte 0, which no text may have");
  entry.name = g_string_chunk_insert_len (self->rest_texts, key, (gssize) n_key_bytes);
  spur_format_list_guess (&entry,
                          g_string_chunk_insert_len (self->rest_texts, text, (gssize) n_bytes));
  g_array_append_val (self->rest, entry);
  return TRUE;
}

static void
end_rest (SpurFormatBuilder *self)
{
  const SpurFormatProgram *program = self->program;
  guint32 id;
  SpurList list = { .class_name = "SpurStateList",
                    .type = SPUR_TYPE_STATE_LIST,
                    .n_entries = self->rest->len,
                    .entries = (const SpurEntry *) (gpointer) self->rest->data };

  id = spur_definitions_add_list (self->definitions, &list);
  spur_format_builder_put_bits (self, &program->ops[program->rest], id);
  if (self->rest_text != NULL && self->n_rest_bytes <= MAX_RECALLED_BYTES &&
      self->names[SPUR_FIELD_LIST].n_names < MAX_RECALLED)
    spur_format_names_add (&self->names[SPUR_FIELD_LIST], self->rest_text, self->n_rest_bytes, id);
}

/* Most events come from where the event before came from. */
static gboolean
is_last_stream (const SpurFormatBuilder *self, const char *name, gsize n_bytes)
{
  const SpurFormatStream *last =
    self->last_stream >= 0 ? g_ptr_array_index (self->streams, self->last_stream) : NULL;

  return last != NULL && last->is_meant_by_name && last->n_name_bytes == n_bytes &&
         spur_bytes_are_same (last->name, name, n_bytes);
}

static gboolean
use_stream (SpurFormatBuilder *self, const SpurFormatItem *item, const char *name, gsize n_bytes)
{
  guint stream = (guint) self->last_stream;

  if (!is_last_stream (self, name, n_bytes) &&
      !spur_format_builder_find_stream (self, item, name, n_bytes, &stream))
    return FALSE;
  self->facts.stream = self->last_stream = (int) stream;
  return TRUE;
}

gboolean
spur_format_builder_set_stream (SpurFormatBuilder *self,
                                const SpurFormatOp *op,
                                const char *name,
                                gsize n_bytes)
{
  if (op->item->is_host)
    {
      self->facts.host = op;
      self->facts.host_text = name;
      self->facts.n_host_bytes = n_bytes;
      return TRUE;
    }
  if (!self->has_base && self->n_defined[SPUR_FORMAT_DEFINE_STREAM] == 0 &&
      !is_last_stream (self, name, n_bytes))
    {
      g_string_truncate (self->stream_name, 0);
      g_string_append_len (self->stream_name, name, (gssize) n_bytes);
      self->stream_item = op->item;
      return TRUE;
    }
  return use_stream (self, op->item, name, n_bytes);
}

gboolean
spur_format_builder_has_program (SpurFormatBuilder *self, const char *name, gsize n_bytes)
{
  g_autofree char *program = spur_format_log_dup_program (self->trace);
  guint32 object;

  if (program != NULL && strlen (program) == n_bytes && memcmp (program, name, n_bytes) == 0)
    return TRUE;
  return spur_format_names_find (&self->names[SPUR_FIELD_OBJECT], name, n_bytes, &object) &&
         g_strcmp0 (g_array_index (self->objects, SpurFormatObject, object).kind,
                    SPUR_FORMAT_LOG_PROGRAM_KIND) == 0;
}

gboolean
spur_format_builder_set_stream_index (SpurFormatBuilder *self, guint64 stream)
{
  if (stream >= self->streams->len)
    return spur_format_builder_refuse (self, "stream %" G_GUINT64_FORMAT " is not defined", stream);
  self->facts.stream = (int) stream;
  return TRUE;
}

static void
keep_edges (SpurFormatBuilder *self, const SpurFormatStream *stream)
{
  for (guint i = 0; i < self->predecessors->len; i++)
    {
      const SpurFormatPredecessor *before =
        &g_array_index (self->predecessors, SpurFormatPredecessor, i);
      SpurFormatEdge edge = { (guint) self->facts.stream, stream->n_events, before->stream,
                              before->event };

      g_array_append_val (self->edges, edge);
    }
  g_array_set_size (self->predecessors, 0);
}

/* A record that does not say its stream: of its host, of the item's default, or the only one. */
static gboolean
set_default_stream (SpurFormatBuilder *self)
{
  const SpurFormatItem *item = spur_format_builder_get_stream_item (self);
  const char *name = item != NULL ? item->if_missing : "events";

  self->has_base = TRUE;
  if (self->stream_item != NULL)
    return use_stream (self, g_steal_pointer (&self->stream_item), self->stream_name->str,
                       self->stream_name->len);
  if (self->facts.host != NULL)
    return use_stream (self, self->facts.host->item, self->facts.host_text,
                       self->facts.n_host_bytes);
  if (name == NULL)
    return spur_format_builder_refuse (self, "the record does not say its stream%s%s",
                                       item->key != NULL ? "; it has no " : "",
                                       item->key != NULL ? item->key : "");
  return use_stream (self, item, name, strlen (name));
}

/* Entries of the table that fields of the type refer to. */
static guint
count_entries (const SpurFormatBuilder *self, SpurFieldType type)
{
  switch (type)
    {
    case SPUR_FIELD_STRING:
      return spur_definitions_get_n_strings (self->definitions);
    case SPUR_FIELD_OBJECT:
      return self->objects->len;
    case SPUR_FIELD_STATE:
      return spur_definitions_get_n_states (self->definitions);
    case SPUR_FIELD_GROUP:
      return spur_definitions_get_n_groups (self->definitions);
    default:
      return spur_definitions_get_n_lists (self->definitions);
    }
}

static gboolean
check_references (SpurFormatBuilder *self)
{
  const SpurFormatProgram *program = self->program;

  for (guint i = 0; i < program->n_references; i++)
    {
      const SpurField *field = &program->layout->fields[program->references[i]];
      guint32 entry = spur_get_le32 (self->record + field->offset_bytes);

      if (G_UNLIKELY (entry != SPUR_NONE && entry >= count_entries (self, field->type)))
        return spur_format_builder_refuse (self, "%s is entry %u of its table, which has %u",
                                           field->name, entry, count_entries (self, field->type));
    }
  return TRUE;
}

gboolean
spur_format_builder_end (SpurFormatBuilder *self)
{
  SpurFormatStream *stream;
  gint64 ticks;

  if (G_UNLIKELY (self->program->define >= 0))
    return spur_format_builder_define (self);
  if (!self->facts.has_time && !self->has_ticks && !spur_format_builder_use_fallback (self))
    return FALSE;
  if (!self->has_base && self->facts.has_time)
    self->base_ns = self->facts.ns;
  if (self->facts.stream < 0 && !set_default_stream (self))
    return FALSE;
  stream = g_ptr_array_index (self->streams, self->facts.stream);
  if (!spur_format_builder_get_ticks (self, stream, &ticks) || !check_references (self))
    return FALSE;
  if (self->rest->len > 0)
    end_rest (self);
  if (self->predecessors->len > 0)
    keep_edges (self, stream);
  if (self->vector->len > 0)
    spur_format_builder_keep_clock (self, stream);
  spur_stream_append (stream->stream, ticks, self->program->class_index, self->record);
  stream->n_events++;
  return TRUE;
}

static gboolean
finish_trace (SpurFormatBuilder *self)
{
  if (!spur_format_builder_end_classes (self) || !spur_format_builder_finish_objects (self))
    return FALSE;
  spur_format_builder_add_clock_edges (self);
  if (!spur_format_builder_finish_edges (self))
    return FALSE;
  if (spur_trace_seal (self->trace, &self->error))
    return TRUE;
  return spur_error_prefix (&self->error, "%s: ", self->path);
}

SpurTrace *
spur_format_builder_read (SpurFormatBuilder *self, GError **error)
{
  if (self->definition->encoding->read (self) && finish_trace (self))
    return g_steal_pointer (&self->trace);
  return spur_error_pass_null (error, g_steal_pointer (&self->error));
}
