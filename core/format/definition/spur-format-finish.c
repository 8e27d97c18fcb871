/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What is known only when all definitions, or all events, are read. */
#include "config.h"

#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/format/definition/spur-format-builder-private.h"
#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/store/container/spur-container-internal.h"

static char *
describe_class (const SpurEventLayout *layout)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s (extends %s:", layout->name,
                          layout->parent_name != NULL ? layout->parent_name : "nothing");
  for (guint i = 0; i < layout->n_fields; i++)
    {
      const SpurField *field = &layout->fields[i];

      g_string_append_printf (text, "%s %s %s", i > 0 ? "," : "",
                              spur_meaning_get_word (SPUR_MEANING_FIELD_TYPE, field->type),
                              field->name);
    }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

/* What the data says of a class may not differ from what the format says. */
static gboolean
check_declared (SpurFormatBuilder *self, const SpurEventLayout *layout)
{
  const SpurEventLayout *declared =
    spur_format_find_layout (self->definition->layouts, layout->name);
  g_autofree char *ours = NULL;
  g_autofree char *theirs = NULL;

  if (declared == NULL || spur_event_layout_equal (declared, layout))
    return TRUE;
  ours = describe_class (declared);
  theirs = describe_class (layout);
  return spur_format_builder_refuse (self,
                                     "two definitions of an event class disagree: %s in the "
                                     "data, and %s in the format %s",
                                     theirs, ours, self->definition->name);
}

gboolean
spur_format_builder_end_classes (SpurFormatBuilder *self)
{
  if (self->classes_are_done)
    return TRUE;
  self->classes_are_done = TRUE;
  for (guint i = 0; i < self->layouts->len; i++)
    {
      if (!check_declared (self, g_ptr_array_index (self->layouts, i)))
        return FALSE;
    }
  if (spur_container_add_classes (self->trace, self->layouts, self->ancestors, &self->error))
    return TRUE;
  g_prefix_error (&self->error, "%s: ", self->path);
  return FALSE;
}

/* "Name Ancestor Ancestor"; a name alone is one of this program. */
static guint32
find_type (SpurContainerOrigin *origin, GHashTable *types, const char *names)
{
  const char *space = strchrnul (names, ' ');
  g_autofree char *name = NULL;
  gpointer index;

  if (g_hash_table_lookup_extended (types, names, NULL, &index))
    return GPOINTER_TO_UINT (index);
  name = g_strndup (names, (gsize) (space - names));
  spur_container_origin_add_type (origin->object_types, SPUR_TYPE_ACTIVE_OBJECT, name,
                                  *space == ' ' ? space + 1 : "");
  g_hash_table_insert (types, (gpointer) names, GUINT_TO_POINTER (origin->object_types->len - 1));
  return origin->object_types->len - 1;
}

static GType
get_type (SpurContainerOrigin *origin, guint32 index)
{
  return ((SpurContainerType *) g_ptr_array_index (origin->object_types, index))->type;
}

static gboolean
check_object (SpurFormatBuilder *self, guint index)
{
  const SpurFormatObject *object = &g_array_index (self->objects, SpurFormatObject, index);

  if (object->parent < self->objects->len || object->parent == SPUR_NONE)
    return TRUE;
  return spur_error_set (&self->error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                         "%s: object %u, %s: its parent is object %u, and there are %u", self->path,
                         index, object->name, object->parent, self->objects->len);
}

/* Keeps what this program does not know of classes, so that it can be written back. */
gboolean
spur_format_builder_finish_objects (SpurFormatBuilder *self)
{
  g_autoptr (SpurContainerOrigin) origin = spur_container_origin_new ();
  g_autoptr (GHashTable) types = g_hash_table_new (g_str_hash, g_str_equal);

  origin->type_of_object = g_new (guint32, (gsize) self->objects->len + 1);
  for (guint i = 0; i < self->objects->len; i++)
    {
      const SpurFormatObject *object = &g_array_index (self->objects, SpurFormatObject, i);
      guint32 type = find_type (origin, types, object->type_names);

      if (!check_object (self, i))
        return FALSE;
      origin->type_of_object[i] = type;
      spur_trace_add_object (self->trace, get_type (origin, type), object->name, object->kind,
                             object->parent);
      spur_trace_set_object_attributes (self->trace, i, object->attributes);
      if (object->origin != 0)
        spur_trace_set_object_identifier (self->trace, i, object->origin, object->number);
    }
  for (guint i = 0; i < self->streams->len; i++)
    {
      const SpurFormatStream *stream = spur_format_builder_get_stream (self, i);

      if (stream->target >= self->objects->len && stream->target != SPUR_NONE)
        return spur_format_builder_refuse (self,
                                           "the target of stream %s is object %u, and there are %u",
                                           stream->name, stream->target, self->objects->len);
    }
  if (self->n_defined[SPUR_FORMAT_DEFINE_CLASS] > 0)
    {
      for (guint i = 0; i < self->ancestors->len; i++)
        g_ptr_array_add (origin->ancestors,
                         spur_event_layout_ref (g_ptr_array_index (self->ancestors, i)));
      spur_container_origin_collect_lists (origin, self->trace);
      spur_container_origin_attach (self->trace, g_steal_pointer (&origin));
    }
  return TRUE;
}

gboolean
spur_format_builder_finish_edges (SpurFormatBuilder *self)
{
  for (guint i = 0; i < self->edges->len; i++)
    {
      const SpurFormatEdge *edge = &g_array_index (self->edges, SpurFormatEdge, i);

      if (edge->before_stream >= self->streams->len ||
          edge->before_event >=
            spur_format_builder_get_stream (self, (guint) edge->before_stream)->n_events)
        return spur_error_set (
          &self->error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
          "%s: event %" G_GUINT64_FORMAT " of stream %u is said to be after event "
          "%" G_GUINT64_FORMAT " of stream %" G_GUINT64_FORMAT ", which is not there",
          self->path, edge->event, edge->stream, edge->before_event, edge->before_stream);
      spur_trace_add_predecessor (self->trace, edge->stream, edge->event,
                                  (guint) edge->before_stream, edge->before_event);
    }
  return TRUE;
}
