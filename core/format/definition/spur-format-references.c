/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What names in the data mean: entries of the trace's tables, which are made where they must be. */
#include "config.h"

#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/base/spur-integer-private.h"
#include "core/format/definition/spur-format-filler-private.h"
#include "core/format/definition/spur-format-list-private.h"
#include "core/store/trace/spur-store-internal.h"

#define MAX_STREAMS 1000000

/* Where definitions give numbers, a name may have its entry's number behind it, because it is not
 * the only one of its kind: "rank#3". */
static gboolean
find_numbered (SpurFormatFiller *self,
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
spur_format_filler_add_object (SpurFormatFiller *self, const SpurFormatObject *object)
{
  guint32 id = self->objects->len, known;
  gsize n_bytes = strlen (object->name);

  g_array_append_val (self->objects, *object);
  if (!spur_format_names_find (&self->object_names, object->name, n_bytes, &known))
    spur_format_names_add (&self->object_names, object->name, n_bytes, id);
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

static gboolean
resolve_object (SpurFormatFiller *self,
                const SpurFormatOp *op,
                const char *text,
                gsize n_bytes,
                guint64 *bits,
                GError **error)
{
  const SpurField *field = &self->open.program->layout->fields[op->field];
  SpurFormatObject object = { .parent = SPUR_NONE, .attributes = SPUR_NONE };
  gsize n_name_bytes;
  guint32 known;

  if (find_numbered (self, SPUR_FORMAT_DEFINE_OBJECT, text, n_bytes, &n_name_bytes, bits) &&
      *bits < self->objects->len &&
      is_name (g_array_index (self->objects, SpurFormatObject, *bits).name, text, n_name_bytes))
    return TRUE;
  if (spur_format_names_find (&self->object_names, text, n_bytes, &known))
    {
      *bits = known;
      return TRUE;
    }
  object.name = spur_format_filler_dup (self, text, n_bytes, error);
  if (object.name == NULL)
    return FALSE;
  object.type_names = g_strdup (choose_type (op->item, field));
  object.kind =
    g_strdup (op->item != NULL && op->item->object_kind != NULL ? op->item->object_kind : "");
  *bits = spur_format_filler_add_object (self, &object);
  return TRUE;
}

static gboolean
resolve_group (
  SpurFormatFiller *self, const char *text, gsize n_bytes, guint64 *bits, GError **error)
{
  g_autofree char *name = NULL;
  gsize n_name_bytes;
  guint32 known;

  if (find_numbered (self, SPUR_FORMAT_DEFINE_GROUP, text, n_bytes, &n_name_bytes, bits) &&
      *bits < spur_trace_get_n_groups (self->trace) &&
      is_name (spur_trace_get_group (self->trace, (guint32) *bits)->name, text, n_name_bytes))
    return TRUE;
  if (spur_format_names_find (&self->group_names, text, n_bytes, &known))
    {
      *bits = known;
      return TRUE;
    }
  name = spur_format_filler_dup (self, text, n_bytes, error);
  if (name == NULL)
    return FALSE;
  *bits = spur_trace_add_group (self->trace, name, NULL, 0);
  spur_format_names_add (&self->group_names, text, n_bytes, (guint32) *bits);
  return TRUE;
}

/* Strings and states: each text is one entry. */
static gboolean
resolve_text (SpurFormatFiller *self,
              SpurFieldType type,
              const char *text,
              gsize n_bytes,
              guint64 *bits,
              GError **error)
{
  SpurFormatNames *names = type == SPUR_FIELD_STRING ? &self->strings : &self->states;
  g_autofree char *copy = NULL;
  guint32 known;

  if (spur_format_names_find (names, text, n_bytes, &known))
    {
      *bits = known;
      return TRUE;
    }
  copy = spur_format_filler_dup (self, text, n_bytes, error);
  if (copy == NULL)
    return FALSE;
  *bits = type == SPUR_FIELD_STRING ? spur_trace_add_string (self->trace, copy)
                                    : spur_trace_add_state (self->trace, copy, SPUR_STATE_WORK);
  spur_format_names_add (names, text, n_bytes, (guint32) *bits);
  return TRUE;
}

static gboolean
resolve_list (SpurFormatFiller *self,
              const SpurField *field,
              const char *text,
              gsize n_bytes,
              guint64 *bits,
              GError **error)
{
  const char *otherwise = field->use == SPUR_USE_RESOURCES ? "SpurResourceList" : "SpurStateList";
  g_autofree char *problem = NULL;

  *bits = spur_format_list_parse (self->trace, text, n_bytes, otherwise, &problem);
  return problem == NULL || spur_format_builder_fail (&self->open, SPUR_FORMAT_ERROR_DATA, error,
                                                      "%s: %s", field->name, problem);
}

gboolean
spur_format_filler_resolve (SpurFormatFiller *self,
                            const SpurFormatOp *op,
                            const char *text,
                            gsize n_bytes,
                            guint64 *bits,
                            GError **error)
{
  if (op->type == SPUR_FIELD_OBJECT)
    return resolve_object (self, op, text, n_bytes, bits, error);
  if (op->type == SPUR_FIELD_GROUP)
    return resolve_group (self, text, n_bytes, bits, error);
  if (op->type == SPUR_FIELD_LIST)
    return resolve_list (self, &self->open.program->layout->fields[op->field], text, n_bytes, bits,
                         error);
  return resolve_text (self, op->type, text, n_bytes, bits, error);
}

gboolean
spur_format_filler_add_stream (SpurFormatFiller *self,
                               const char *name,
                               guint clock,
                               guint32 target,
                               gboolean is_implied,
                               GError **error)
{
  const SpurClock *facts;
  SpurFormatStream *stream;
  guint32 known;

  if (self->streams->len >= MAX_STREAMS)
    return spur_format_builder_fail (&self->open, SPUR_FORMAT_ERROR_DATA, error,
                                     "there are more than %d streams", MAX_STREAMS);
  facts = spur_trace_get_clock (self->trace, clock);
  stream = g_new0 (SpurFormatStream, 1);
  stream->name = g_strdup (name);
  stream->n_name_bytes = strlen (name);
  stream->target = target;
  stream->hz = (gint64) facts->resolution_hz;
  stream->epoch_ticks = facts->epoch_ticks;
  stream->is_implied = is_implied;
  /* The table of objects may grow until the end, and with it what targets may be. */
  stream->stream = spur_trace_add_stream (self->trace, name, clock, target);
  if (!spur_format_names_find (&self->stream_names, name, strlen (name), &known))
    spur_format_names_add (&self->stream_names, name, strlen (name), self->streams->len);
  g_ptr_array_add (self->streams, stream);
  return TRUE;
}

/* A stream that no definition describes reads a clock of its own. */
static gboolean
make_stream (SpurFormatFiller *self,
             const SpurFormatItem *item,
             const char *text,
             gsize n_bytes,
             GError **error)
{
  g_autofree char *name = spur_format_filler_dup (self, text, n_bytes, error);
  SpurClock clock = { .name = name,
                      .kind = self->definition->is_unix ? "realtime" : "unknown",
                      .resolution_hz = self->definition->resolution_hz,
                      .domain = spur_trace_get_n_clocks (self->trace) };
  guint32 target = SPUR_NONE;

  if (name == NULL)
    return FALSE;
  if (self->definition->is_unix && self->has_base && self->base_ns > 0)
    clock.epoch_ticks = (guint64) ((SpurInt128) self->base_ns *
                                   (SpurInt128) self->definition->resolution_hz / 1000000000);
  if (item != NULL && item->object_type != NULL &&
      !spur_format_names_find (&self->object_names, text, n_bytes, &target))
    {
      SpurFormatObject object = { .type_names = g_strdup (item->object_type),
                                  .name = g_strdup (name),
                                  .kind =
                                    g_strdup (item->object_kind != NULL ? item->object_kind : ""),
                                  .parent = SPUR_NONE,
                                  .attributes = SPUR_NONE };

      target = spur_format_filler_add_object (self, &object);
    }
  return spur_format_filler_add_stream (self, name, spur_trace_add_clock (self->trace, &clock),
                                        target, TRUE, error);
}

gboolean
spur_format_filler_find_stream (SpurFormatFiller *self,
                                const SpurFormatItem *item,
                                const char *name,
                                gsize n_bytes,
                                guint *stream,
                                GError **error)
{
  gsize n_name_bytes;
  guint32 known;
  guint64 id;

  if (find_numbered (self, SPUR_FORMAT_DEFINE_STREAM, name, n_bytes, &n_name_bytes, &id) &&
      id < self->streams->len &&
      is_name (spur_format_filler_get_stream (self, (guint) id)->name, name, n_name_bytes))
    {
      *stream = (guint) id;
      return TRUE;
    }
  if (!spur_format_names_find (&self->stream_names, name, n_bytes, &known))
    {
      if (!make_stream (self, item, name, n_bytes, error))
        return FALSE;
      known = self->streams->len - 1;
    }
  *stream = known;
  return TRUE;
}
