/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Definitions that the data itself brings: what a record of each kind says, and what is known only
 * when all definitions, or all events, are read. */
#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/base/spur-error-internal.h"
#include "core/format/definition/spur-format-builder-private.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/store/container/spur-container-internal.h"

/* The fields of a definition by their names. */
static guint
find_entry (SpurFormatBuilder *self, const char *name)
{
  return (guint) spur_event_layout_find_field (self->program->layout, name);
}

/* NULL where it is not there. */
static const char *
find_text (SpurFormatBuilder *self, const char *name)
{
  guint field = find_entry (self, name);

  return self->has_text[field] ? self->texts[field]->str : NULL;
}

static const char *
get_text (SpurFormatBuilder *self, const char *name)
{
  const char *text = find_text (self, name);

  return text != NULL ? text : "";
}

static guint64
get_bits (SpurFormatBuilder *self, const char *name)
{
  return spur_event_layout_get_uint (self->program->layout, find_entry (self, name), self->record);
}

static gboolean
refuse_entry (SpurFormatBuilder *self, const char *what, const char *value)
{
  return spur_format_builder_refuse (self, "%s: %s “%.80s”", self->program->layout->name, what,
                                     value);
}

/* Entries are numbered in their order from 0. */
static gboolean
check_id (SpurFormatBuilder *self, guint next)
{
  guint64 id = get_bits (self, "id");

  return id == next ||
         spur_format_builder_refuse (self, "%s has the id %" G_GUINT64_FORMAT ", the next is %u",
                                     self->program->layout->name, id, next);
}

static gboolean
get_word (SpurFormatBuilder *self, const char *name, SpurMeaning meaning, guint *value)
{
  const char *text = get_text (self, name);

  return spur_meaning_find_word (meaning, text, value) ||
         refuse_entry (self, "there is no such word:", text);
}

static gboolean
define_fact (SpurFormatBuilder *self)
{
  spur_trace_set_fact (self->trace, get_text (self, "key"), get_text (self, "value"));
  return TRUE;
}

static gboolean
define_clock (SpurFormatBuilder *self)
{
  SpurClock clock = { .name = get_text (self, "name"),
                      .kind = get_text (self, "kind"),
                      .resolution_hz = get_bits (self, "resolution"),
                      .epoch_ticks = get_bits (self, "epoch"),
                      .domain = (guint32) get_bits (self, "domain") };

  if (clock.resolution_hz == 0 || clock.resolution_hz > G_MAXINT64)
    return refuse_entry (self, "the resolution of a clock is above 0 and below 2^63: clock",
                         clock.name);
  if (!check_id (self, spur_definitions_get_n_clocks (self->definitions)))
    return FALSE;
  spur_definitions_add_clock (self->definitions, &clock);
  return TRUE;
}

static gboolean
define_state (SpurFormatBuilder *self)
{
  guint next = spur_definitions_get_n_states (self->definitions), kind;
  const char *name = get_text (self, "name");

  if (!check_id (self, next) || !get_word (self, "kind", SPUR_MEANING_STATE_KIND, &kind))
    return FALSE;
  if (spur_definitions_add_state (self->definitions, name, kind) != next)
    return refuse_entry (self, "there already is a state", name);
  spur_format_names_add (&self->names[SPUR_FIELD_STATE], name, strlen (name), next);
  return TRUE;
}

/* Ancestors of the trace's classes have no id, because no event is of them. */
static gboolean
define_class (SpurFormatBuilder *self)
{
  gboolean is_ancestor = get_bits (self, "id") == SPUR_NONE;
  GPtrArray *layouts = is_ancestor ? self->ancestors : self->layouts;
  guint role, match, effect;
  SpurEventLayout *layout;

  if (self->classes_are_done)
    return refuse_entry (self, "definitions of classes come before events: class",
                         get_text (self, "name"));
  if (*get_text (self, "name") == '\0')
    return refuse_entry (self, "a class has no name; its parent is", get_text (self, "parent"));
  if ((!is_ancestor && !check_id (self, layouts->len)) ||
      !get_word (self, "role", SPUR_MEANING_ROLE, &role) ||
      !get_word (self, "match", SPUR_MEANING_MATCH, &match) ||
      !get_word (self, "effect", SPUR_MEANING_EFFECT, &effect))
    return FALSE;
  if (layouts->len >= SPUR_MAX_CLASSES - 1)
    return refuse_entry (self, "there are too many classes: class", get_text (self, "name"));
  layout = spur_event_layout_new (get_text (self, "name"), NULL, SPUR_TYPE_EVENT);
  layout->parent_name = g_strdup (find_text (self, "parent"));
  layout->role = role;
  layout->match = match;
  layout->effect = effect;
  g_ptr_array_add (layouts, layout);
  return TRUE;
}

/* Of a class of the trace, or of the last ancestor. */
static SpurEventLayout *
find_class (SpurFormatBuilder *self)
{
  guint64 id = get_bits (self, "class");

  if (id == SPUR_NONE)
    return self->ancestors->len > 0 ? g_ptr_array_index (self->ancestors, self->ancestors->len - 1)
                                    : NULL;
  return id < self->layouts->len ? g_ptr_array_index (self->layouts, id) : NULL;
}

static gboolean
define_field (SpurFormatBuilder *self)
{
  SpurEventLayout *layout = find_class (self);
  const char *name = get_text (self, "name");
  guint type, use, field;

  if (self->classes_are_done)
    return refuse_entry (self, "definitions of classes come before events: field", name);
  if (layout == NULL)
    return refuse_entry (self, "its class is not defined: field", name);
  if (*name == '\0')
    return refuse_entry (self, "a field has no name; its class is", layout->name);
  if (!get_word (self, "type", SPUR_MEANING_FIELD_TYPE, &type) ||
      !get_word (self, "use", SPUR_MEANING_USE, &use))
    return FALSE;
  if (layout->n_fields >= SPUR_LAYOUT_MAX_FIELDS ||
      spur_event_layout_find_field (layout, name) >= 0)
    return refuse_entry (self, "the class has too many fields, or this one already:", name);
  field = spur_event_layout_add_field (layout, name, type, use, find_text (self, "description"));
  spur_event_layout_set_unit (layout, field, find_text (self, "unit"));
  return TRUE;
}

static gboolean
define_string (SpurFormatBuilder *self)
{
  guint next = spur_definitions_get_n_strings (self->definitions);
  const char *text = get_text (self, "text");

  if (!check_id (self, next))
    return FALSE;
  if (spur_definitions_add_string (self->definitions, text) != next)
    return refuse_entry (self, "there already is a string", text);
  spur_format_names_add (&self->names[SPUR_FIELD_STRING], text, strlen (text), next);
  return TRUE;
}

static gboolean
parse_list (SpurFormatBuilder *self, const char *field, const char *otherwise, guint32 *list)
{
  const char *text = find_text (self, field);
  g_autofree char *problem = NULL;

  *list = SPUR_NONE;
  if (text == NULL)
    return TRUE;
  *list = spur_format_list_parse (self->trace, text, strlen (text), otherwise, &problem);
  return problem == NULL || refuse_entry (self, "has a list that cannot be read:", problem);
}

static gboolean
define_list (SpurFormatBuilder *self)
{
  guint next = spur_definitions_get_n_lists (self->definitions);
  guint32 list;

  if (!check_id (self, next) || !parse_list (self, "text", "SpurStateList", &list))
    return FALSE;
  return list == next || refuse_entry (self, "there already is a list", get_text (self, "text"));
}

static gboolean
define_object (SpurFormatBuilder *self)
{
  SpurFormatObject object = { .parent = (guint32) get_bits (self, "parent"),
                              .origin = get_bits (self, "origin"),
                              .number = get_bits (self, "number") };

  if (!check_id (self, self->objects->len) ||
      !parse_list (self, "attributes", "SpurResourceList", &object.attributes))
    return FALSE;
  object.name = g_strdup (get_text (self, "name"));
  object.kind = g_strdup (get_text (self, "kind"));
  object.type_names = g_strdup (get_text (self, "type"));
  spur_format_builder_add_object (self, &object);
  return TRUE;
}

/* Numbers with spaces between. */
static gboolean
parse_members (SpurFormatBuilder *self, GArray *members)
{
  const char *at = get_text (self, "members");

  while (*at != '\0')
    {
      const char *end = strchrnul (at, ' ');
      guint64 value;
      guint32 member;

      if (!spur_parse_uint (at, end, &value) || value >= self->objects->len)
        return refuse_entry (self, "has a member that is no object defined before it:", at);
      member = (guint32) value;
      g_array_append_val (members, member);
      at = *end == ' ' ? end + 1 : end;
    }
  return TRUE;
}

static gboolean
define_group (SpurFormatBuilder *self)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint next = spur_definitions_get_n_groups (self->definitions);
  const char *name = get_text (self, "name");

  if (!check_id (self, next) || !parse_members (self, members))
    return FALSE;
  spur_definitions_add_group (self->definitions, name, (const guint32 *) (gpointer) members->data,
                              members->len);
  spur_format_names_add (&self->names[SPUR_FIELD_GROUP], name, strlen (name), next);
  return TRUE;
}

static gboolean
define_stream (SpurFormatBuilder *self)
{
  guint64 clock = get_bits (self, "clock");
  guint64 origin = get_bits (self, "origin");
  SpurFormatStream *stream;

  if (!check_id (self, self->streams->len))
    return FALSE;
  if (clock >= spur_definitions_get_n_clocks (self->definitions))
    return refuse_entry (self, "its clock is not defined: stream", get_text (self, "name"));
  if (!spur_format_builder_add_stream (self, get_text (self, "name"), (guint) clock,
                                       (guint32) get_bits (self, "target")))
    return FALSE;
  stream = spur_format_builder_get_stream (self, self->streams->len - 1);
  if (origin != 0)
    spur_stream_set_origin (stream->stream, origin);
  return TRUE;
}

static gboolean
define_offset (SpurFormatBuilder *self)
{
  guint64 stream = get_bits (self, "stream");
  guint64 deviation = get_bits (self, "deviation");
  SpurClockOffset offset = { .ticks = (gint64) get_bits (self, "ticks"),
                             .offset_ticks = (gint64) get_bits (self, "offset") };

  memcpy (&offset.deviation_ticks, &deviation, sizeof deviation);
  if (stream >= self->streams->len)
    return spur_format_builder_refuse (self, "@offset: stream %" G_GUINT64_FORMAT " is not defined",
                                       stream);
  spur_stream_add_clock_offset (spur_format_builder_get_stream (self, (guint) stream)->stream,
                                &offset);
  return TRUE;
}

static gboolean
define_loss (SpurFormatBuilder *self)
{
  spur_trace_add_loss (self->trace, get_text (self, "what"), get_bits (self, "count"));
  return TRUE;
}

static gboolean
define_identifiers (SpurFormatBuilder *self)
{
  spur_trace_set_identifier_name (self->trace, get_text (self, "class"));
  return TRUE;
}

typedef gboolean (*Handler) (SpurFormatBuilder *self);

static const Handler handlers[] = {
  [SPUR_FORMAT_DEFINE_FACT] = define_fact,
  [SPUR_FORMAT_DEFINE_IDENTIFIERS] = define_identifiers,
  [SPUR_FORMAT_DEFINE_CLOCK] = define_clock,
  [SPUR_FORMAT_DEFINE_STATE] = define_state,
  [SPUR_FORMAT_DEFINE_CLASS] = define_class,
  [SPUR_FORMAT_DEFINE_FIELD] = define_field,
  [SPUR_FORMAT_DEFINE_STRING] = define_string,
  [SPUR_FORMAT_DEFINE_LIST] = define_list,
  [SPUR_FORMAT_DEFINE_OBJECT] = define_object,
  [SPUR_FORMAT_DEFINE_GROUP] = define_group,
  [SPUR_FORMAT_DEFINE_STREAM] = define_stream,
  [SPUR_FORMAT_DEFINE_OFFSET] = define_offset,
  [SPUR_FORMAT_DEFINE_LOSS] = define_loss,
};

G_STATIC_ASSERT (G_N_ELEMENTS (handlers) == SPUR_FORMAT_N_DEFINES);

gboolean
spur_format_builder_define (SpurFormatBuilder *self)
{
  guint define = (guint) self->program->define;

  if (!handlers[define](self))
    return FALSE;
  self->n_defined[define]++;
  return TRUE;
}

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
  return spur_error_prefix (&self->error, "%s: ", self->path);
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
      spur_definitions_add_object (self->definitions, get_type (origin, type), object->name,
                                   object->kind, object->parent);
      spur_definitions_set_object_attributes (self->definitions, i, object->attributes);
      if (object->origin != 0)
        spur_definitions_set_object_identifier (self->definitions, i, object->origin,
                                                object->number);
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
