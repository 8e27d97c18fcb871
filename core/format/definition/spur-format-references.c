/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What names in the data mean: entries of the trace's tables, which are made where they must be. */
#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/base/spur-integer-private.h"
#include "core/format/definition/spur-format-builder-private.h"
#include "core/store/trace/spur-store-internal.h"

#define MAX_STREAMS 1000000

/* Where definitions give numbers, a name may have its entry's number behind it, because it is not
 * the only one of its kind: "rank#3". */
static gboolean
find_numbered (SpurFormatBuilder *self,
               SpurFormatDefine define,
               const char *text,
               gsize n_bytes,
               gsize *n_name_bytes,
               guint64 *id)
{
  const char *at = text + n_bytes;

  if (self->n_defined[define] == 0)
    return FALSE;
  while (at > text && at[-1] >= '0' && at[-1] <= '9')
    at--;
  if (at == text || at == text + n_bytes || at[-1] != '#')
    return FALSE;
  *n_name_bytes = (gsize) (at - 1 - text);
  return spur_parse_uint (at, text + n_bytes, id);
}

static gboolean
is_name (const char *name, const char *text, gsize n_bytes)
{
  return strlen (name) == n_bytes && memcmp (name, text, n_bytes) == 0;
}

guint32
spur_format_builder_add_object (SpurFormatBuilder *self, const SpurFormatObject *object)
{
  guint32 id = self->objects->len;

  g_array_append_val (self->objects, *object);
  spur_format_names_add (&self->names[SPUR_FIELD_OBJECT], object->name, strlen (object->name), id);
  return id;
}

/* Of an object that no definition describes: what the item says, else what the field means. */
static const char *
choose_type (const SpurFormatItem *item, const SpurField *field)
{
  if (item != NULL && item->object_type != NULL)
    return item->object_type;
  if (field->use == SPUR_USE_DESTINATION || field->use == SPUR_USE_SOURCE ||
      strcmp (field->name, "target") == 0)
    return "SpurTarget";
  return "SpurLoadObject";
}

/* Whether the text says the number of an entry of the table. */
static gboolean
find_numbered_entry (
  SpurFormatBuilder *self, SpurFieldType type, const char *text, gsize n_bytes, guint64 *bits)
{
  gsize n_name_bytes;

  if (type == SPUR_FIELD_OBJECT)
    return find_numbered (self, SPUR_FORMAT_DEFINE_OBJECT, text, n_bytes, &n_name_bytes, bits) &&
           *bits < self->objects->len &&
           is_name (g_array_index (self->objects, SpurFormatObject, *bits).name, text,
                    n_name_bytes);
  return type == SPUR_FIELD_GROUP &&
         find_numbered (self, SPUR_FORMAT_DEFINE_GROUP, text, n_bytes, &n_name_bytes, bits) &&
         *bits < spur_definitions_get_n_groups (self->definitions) &&
         is_name (spur_definitions_get_group (self->definitions, (guint32) *bits)->name, text,
                  n_name_bytes);
}

static guint32
make_object (SpurFormatBuilder *self, const char *type, const char *kind, const char *name)
{
  SpurFormatObject object = { .type_names = g_strdup (type),
                              .name = g_strdup (name),
                              .kind = g_strdup (kind != NULL ? kind : ""),
                              .parent = SPUR_NONE,
                              .attributes = SPUR_NONE };

  return spur_format_builder_add_object (self, &object);
}

void
spur_format_scope_free (SpurFormatScope *self)
{
  spur_format_names_clear (&self->names);
  g_free (self);
}

/* The number of a table, which is there from now on. A format has few of them. */
static guint
find_scope (SpurFormatBuilder *self, const char *type, const char *kind, const char *prefix)
{
  SpurFormatScope *scope;

  for (guint i = 0; i < self->scopes->len; i++)
    {
      scope = g_ptr_array_index (self->scopes, i);
      if (strcmp (scope->type, type) == 0 && g_strcmp0 (scope->kind, kind) == 0 &&
          g_strcmp0 (scope->prefix, prefix) == 0)
        return i + 1;
    }
  scope = g_new0 (SpurFormatScope, 1);
  *scope = (SpurFormatScope){ .type = type, .kind = kind, .prefix = prefix };
  spur_format_names_init (&scope->names);
  g_ptr_array_add (self->scopes, scope);
  return self->scopes->len;
}

void
spur_format_builder_set_scopes (SpurFormatBuilder *self, SpurFormatProgram *program)
{
  for (guint i = 0; i < program->n_ops; i++)
    {
      SpurFormatOp *op = &program->ops[i];
      const SpurFormatItem *item = op->item;

      if (op->kind != SPUR_FORMAT_FIELD || op->type != SPUR_FIELD_OBJECT || item == NULL)
        continue;
      if (item->object_type != NULL || item->object_kind != NULL || item->prefix != NULL)
        op->scope = find_scope (self, choose_type (item, &program->layout->fields[op->field]),
                                item->object_kind, item->prefix);
    }
}

/* An object that was only named until now is what an item says, where its type is the same. */
static gboolean
adopt_object (SpurFormatBuilder *self, const SpurFormatScope *scope, const char *name, guint32 *id)
{
  SpurFormatObject *object;

  if (!spur_format_names_find (&self->names[SPUR_FIELD_OBJECT], name, strlen (name), id))
    return FALSE;
  object = &g_array_index (self->objects, SpurFormatObject, *id);
  if (self->n_defined[SPUR_FORMAT_DEFINE_OBJECT] > 0)
    return TRUE;
  if (!object->is_guessed || strcmp (object->type_names, scope->type) != 0)
    return FALSE;
  object->is_guessed = FALSE;
  g_free (object->kind);
  object->kind = g_strdup (scope->kind != NULL ? scope->kind : "");
  return TRUE;
}

/* The object that a scope's items mean by @text, which is not in the scope's table. */
static guint32
resolve_object (SpurFormatBuilder *self, guint number, const char *text)
{
  const SpurFormatScope *scope = g_ptr_array_index (self->scopes, number - 1);
  const char *prefix =
    scope->prefix != NULL && !g_str_has_prefix (text, scope->prefix) ? scope->prefix : "";
  g_autofree char *name = g_strconcat (prefix, text, NULL);
  gsize n_bytes = strlen (name);
  SpurFormatScope *plain;
  guint32 id;

  /* The table of tables may grow. */
  number = find_scope (self, scope->type, scope->kind, NULL);
  plain = g_ptr_array_index (self->scopes, number - 1);
  if (spur_format_names_find (&plain->names, name, n_bytes, &id))
    return id;
  if (!adopt_object (self, scope, name, &id))
    id = make_object (self, scope->type, scope->kind, name);
  spur_format_names_add (&plain->names, name, n_bytes, id);
  return id;
}

/* Of an item that says nothing of it: any object of this name, which is not there yet. */
static guint32
guess_object (SpurFormatBuilder *self, const SpurFormatOp *op, const char *name)
{
  const char *type = choose_type (op->item, &self->program->layout->fields[op->field]);
  guint32 id = make_object (self, type, NULL, name);

  g_array_index (self->objects, SpurFormatObject, id).is_guessed = TRUE;
  return id;
}

/* Definitions name each object in one way only. */
static SpurFormatNames *
choose_names (SpurFormatBuilder *self, const SpurFormatOp *op)
{
  if (op->scope == 0 || self->n_defined[SPUR_FORMAT_DEFINE_OBJECT] > 0)
    return &self->names[op->type];
  return &((SpurFormatScope *) g_ptr_array_index (self->scopes, op->scope - 1))->names;
}

/* An entry of this name, which is not there yet. */
static guint32
make_entry (SpurFormatBuilder *self, const SpurFormatOp *op, const char *name)
{
  switch (op->type)
    {
    case SPUR_FIELD_OBJECT:
      return op->scope > 0 ? resolve_object (self, op->scope, name) : guess_object (self, op, name);
    case SPUR_FIELD_GROUP:
      return spur_definitions_add_group (self->definitions, name, NULL, 0);
    case SPUR_FIELD_STATE:
      return spur_definitions_add_state (self->definitions, name, op->state_kind);
    default:
      return spur_definitions_add_string (self->definitions, name);
    }
}

static gboolean
resolve_list (
  SpurFormatBuilder *self, const SpurField *field, const char *text, gsize n_bytes, guint64 *bits)
{
  const char *otherwise = field->use == SPUR_USE_RESOURCES ? "SpurResourceList" : "SpurStateList";
  g_autofree char *problem = NULL;

  *bits = spur_format_list_parse (self->trace, text, n_bytes, otherwise, &problem);
  return problem == NULL || spur_format_builder_refuse (self, "%s: %s", field->name, problem);
}

gboolean
spur_format_builder_resolve (
  SpurFormatBuilder *self, const SpurFormatOp *op, const char *text, gsize n_bytes, guint64 *bits)
{
  g_autofree char *name = NULL;
  SpurFormatNames *names;
  guint32 entry;

  if (op->type == SPUR_FIELD_LIST)
    return resolve_list (self, &self->program->layout->fields[op->field], text, n_bytes, bits);
  if (find_numbered_entry (self, op->type, text, n_bytes, bits))
    return TRUE;
  names = choose_names (self, op);
  if (!spur_format_names_find (names, text, n_bytes, &entry))
    {
      name = spur_format_builder_dup (self, text, n_bytes);
      if (name == NULL)
        return FALSE;
      entry = make_entry (self, op, name);
      spur_format_names_add (names, text, n_bytes, entry);
    }
  *bits = entry;
  return TRUE;
}

gboolean
spur_format_builder_add_stream (SpurFormatBuilder *self,
                                const char *name,
                                guint clock,
                                guint32 target)
{
  const SpurClock *facts;
  SpurFormatStream *stream;
  guint32 known;

  if (self->streams->len >= MAX_STREAMS)
    return spur_format_builder_refuse (self, "there are more than %d streams", MAX_STREAMS);
  facts = spur_definitions_get_clock (self->definitions, clock);
  stream = g_new0 (SpurFormatStream, 1);
  stream->name = g_strdup (name);
  stream->n_name_bytes = strlen (name);
  stream->target = target;
  stream->hz = (gint64) facts->resolution_hz;
  stream->epoch_ticks = facts->epoch_ticks;
  stream->is_meant_by_name =
    strchr (name, '#') == NULL &&
    !spur_format_names_find (&self->names[SPUR_FORMAT_STREAM_NAMES], name, strlen (name), &known);
  /* The table of objects may grow until the end, and with it what targets may be. */
  stream->stream = spur_trace_add_stream (self->trace, name, clock, target);
  spur_format_names_add (&self->names[SPUR_FORMAT_STREAM_NAMES], name, strlen (name),
                         self->streams->len);
  g_ptr_array_add (self->streams, stream);
  return TRUE;
}

/* What a stream runs on, where its item says what that is. */
static guint32
find_host (SpurFormatBuilder *self, const SpurFormatItem *item, const char *name)
{
  guint scope;
  guint32 target;

  if (item == NULL || item->object_type == NULL)
    return SPUR_NONE;
  scope = find_scope (self, item->object_type, item->object_kind, item->prefix);
  if (self->n_defined[SPUR_FORMAT_DEFINE_OBJECT] > 0 &&
      spur_format_names_find (&self->names[SPUR_FIELD_OBJECT], name, strlen (name), &target))
    return target;
  return resolve_object (self, scope, name);
}

/* A stream that no definition describes reads a clock of its own. */
static gboolean
make_stream (SpurFormatBuilder *self, const SpurFormatItem *item, const char *text, gsize n_bytes)
{
  g_autofree char *name = spur_format_builder_dup (self, text, n_bytes);
  SpurClock clock = { .name = name,
                      .kind = self->definition->is_unix ? "realtime" : "unknown",
                      .resolution_hz = self->definition->resolution_hz,
                      .domain = spur_definitions_get_n_clocks (self->definitions) };

  if (name == NULL)
    return FALSE;
  if (self->definition->is_unix && self->has_base && self->base_ns > 0)
    clock.epoch_ticks = (guint64) ((SpurInt128) self->base_ns *
                                   (SpurInt128) self->definition->resolution_hz / 1000000000);
  return spur_format_builder_add_stream (self, name,
                                         spur_definitions_add_clock (self->definitions, &clock),
                                         find_host (self, item, name));
}

gboolean
spur_format_builder_find_stream (SpurFormatBuilder *self,
                                 const SpurFormatItem *item,
                                 const char *name,
                                 gsize n_bytes,
                                 guint *stream)
{
  gsize n_name_bytes;
  guint32 known;
  guint64 id;

  if (find_numbered (self, SPUR_FORMAT_DEFINE_STREAM, name, n_bytes, &n_name_bytes, &id) &&
      id < self->streams->len &&
      is_name (spur_format_builder_get_stream (self, (guint) id)->name, name, n_name_bytes))
    {
      *stream = (guint) id;
      return TRUE;
    }
  if (!spur_format_names_find (&self->names[SPUR_FORMAT_STREAM_NAMES], name, n_bytes, &known))
    {
      if (!make_stream (self, item, name, n_bytes))
        return FALSE;
      known = self->streams->len - 1;
    }
  *stream = known;
  return TRUE;
}
