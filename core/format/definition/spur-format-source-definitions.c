/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Definitions of a trace as records. */
#include <string.h>

#include "core/format/definition/spur-format-source-private.h"
#include "core/store/container/spur-container-internal.h"

#define NS_PER_S 1000000000

typedef struct
{
  SpurFormatSource *source;
  const SpurContainerOrigin *origin;
  SpurFormatProgram *programs[SPUR_FORMAT_N_DEFINES];
  SpurFormatRecordFunc func;
  gpointer user_data;
} Definer;

#define TEXT(t)                                                                                    \
  {                                                                                                \
    .text = (t)                                                                                    \
  }
#define BITS(b)                                                                                    \
  {                                                                                                \
    .bits = (b)                                                                                    \
  }

static gboolean
put_definition (Definer *self, SpurFormatDefine define, const SpurFormatValue *values)
{
  SpurFormatRecord record = { self->programs[define], values };

  return self->func (&record, self->user_data);
}

static guint
count_facts (SpurTrace *trace)
{
  return spur_trace_get_fact_keys (trace)->len;
}

static gboolean
put_fact (Definer *self, guint index)
{
  SpurTrace *trace = self->source->trace;
  const char *key = g_ptr_array_index (spur_trace_get_fact_keys (trace), index);
  const SpurFormatValue values[] = { TEXT (key), TEXT (spur_trace_get_fact (trace, key)) };

  /* What was opened is no part of the trace. */
  return strcmp (key, "path") == 0 || strcmp (key, "format") == 0 ||
         put_definition (self, SPUR_FORMAT_DEFINE_FACT, values);
}

static gboolean
put_identifiers (Definer *self, guint index)
{
  const char *name = spur_trace_get_identifier_name (self->source->trace);
  const SpurFormatValue values[] = { TEXT (name) };

  return name == NULL || put_definition (self, SPUR_FORMAT_DEFINE_IDENTIFIERS, values);
}

/* The time of day at which the trace's times are 0, in ticks; FALSE where that is not known. */
static gboolean
find_unix_epoch (SpurFormatSource *source, guint64 resolution_hz, guint64 *epoch_ticks)
{
  const char *text = spur_trace_get_fact (source->trace, "epoch-unix-ns");
  SpurInt128 ticks;
  guint64 ns;

  if (!source->definition->is_unix || text == NULL ||
      !g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64, &ns, NULL))
    return FALSE;
  ticks = (SpurInt128) ns * (SpurInt128) resolution_hz / NS_PER_S;
  *epoch_ticks = ticks <= G_MAXINT64 ? (guint64) ticks : 0;
  return ticks <= G_MAXINT64;
}

/* Corrected times are nanoseconds, whatever the clock's ticks were. */
void
spur_format_get_clock (SpurFormatSource *source, guint clock, SpurClock *facts)
{
  SpurInt128 epoch;
  guint64 unix_ticks;

  *facts = *spur_definitions_get_clock (source->definitions, clock);
  if (find_unix_epoch (source, source->is_corrected ? NS_PER_S : facts->resolution_hz, &unix_ticks))
    {
      facts->epoch_ticks = unix_ticks;
      facts->resolution_hz = source->is_corrected ? NS_PER_S : facts->resolution_hz;
      return;
    }
  if (!source->is_corrected || facts->resolution_hz == NS_PER_S)
    return;
  epoch = (SpurInt128) facts->epoch_ticks * NS_PER_S / (SpurInt128) facts->resolution_hz;
  facts->epoch_ticks = epoch <= G_MAXUINT64 ? (guint64) epoch : 0;
  facts->resolution_hz = NS_PER_S;
}

static gboolean
put_clock (Definer *self, guint index)
{
  SpurClock clock;

  spur_format_get_clock (self->source, index, &clock);
  return put_definition (self, SPUR_FORMAT_DEFINE_CLOCK,
                         (const SpurFormatValue[]){ BITS (index), TEXT (clock.name),
                                                    TEXT (clock.kind), BITS (clock.resolution_hz),
                                                    BITS (clock.epoch_ticks),
                                                    BITS (clock.domain) });
}

static gboolean
put_state (Definer *self, guint index)
{
  const SpurState *state = spur_definitions_get_state (self->source->definitions, index);
  const SpurFormatValue values[] = { BITS (index), TEXT (state->name),
                                     TEXT (spur_meaning_get_word (SPUR_MEANING_STATE_KIND,
                                                                  state->kind)) };

  return put_definition (self, SPUR_FORMAT_DEFINE_STATE, values);
}

static gboolean
put_fields (Definer *self, guint64 id, const SpurEventLayout *layout)
{
  for (guint i = 0; i < layout->n_fields; i++)
    {
      const SpurField *field = &layout->fields[i];
      const SpurFormatValue values[] = {
        BITS (id),
        TEXT (field->name),
        TEXT (spur_meaning_get_word (SPUR_MEANING_FIELD_TYPE, field->type)),
        TEXT (spur_meaning_get_word (SPUR_MEANING_USE, field->use)),
        TEXT (field->unit),
        TEXT (field->description),
      };

      if (!put_definition (self, SPUR_FORMAT_DEFINE_FIELD, values))
        return FALSE;
    }
  return TRUE;
}

static gboolean
put_class (Definer *self, guint64 id, const SpurEventLayout *layout)
{
  const SpurFormatValue values[] = {
    BITS (id),
    TEXT (layout->name),
    TEXT (layout->parent_name),
    TEXT (spur_meaning_get_word (SPUR_MEANING_ROLE, layout->role)),
    TEXT (spur_meaning_get_word (SPUR_MEANING_MATCH, layout->match)),
    TEXT (spur_meaning_get_word (SPUR_MEANING_EFFECT, layout->effect)),
  };

  return put_definition (self, SPUR_FORMAT_DEFINE_CLASS, values) &&
         (self->programs[SPUR_FORMAT_DEFINE_FIELD] == NULL || put_fields (self, id, layout));
}

static gboolean
put_classes (Definer *self, guint index)
{
  SpurTrace *trace = self->source->trace;

  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    {
      if (!put_class (self, i, spur_trace_get_class (trace, i)))
        return FALSE;
    }
  for (guint i = 0; i < self->origin->ancestors->len; i++)
    {
      if (!put_class (self, SPUR_NONE, g_ptr_array_index (self->origin->ancestors, i)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
put_string (Definer *self, guint index)
{
  const SpurFormatValue values[] = { BITS (index), TEXT (spur_definitions_get_string (
                                                     self->source->definitions, index)) };

  return put_definition (self, SPUR_FORMAT_DEFINE_STRING, values);
}

static gboolean
put_list (Definer *self, guint index)
{
  const SpurFormatValue values[] = { BITS (index), TEXT (self->source->list_texts[index]) };

  return put_definition (self, SPUR_FORMAT_DEFINE_LIST, values);
}

/* "Name Ancestor Ancestor", so that a reader that does not know the type knows its ancestors. */
static char *
get_type_names (Definer *self, guint object)
{
  guint32 index = self->origin->type_of_object[object];
  const SpurContainerType *type = g_ptr_array_index (self->origin->object_types, index);

  gboolean is_known = strcmp (type->name, g_type_name (type->type)) == 0;

  if (*type->ancestors != '\0' && type->type != SPUR_TYPE_LOAD_OBJECT &&
      type->type != SPUR_TYPE_TARGET)
    is_known = FALSE;
  return is_known ? g_strdup (type->name) : g_strconcat (type->name, " ", type->ancestors, NULL);
}

static gboolean
put_object (Definer *self, guint index)
{
  SpurTrace *trace = self->source->trace;
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  const SpurObject *object = spur_definitions_get_object (definitions, index);
  g_autofree char *type = get_type_names (self, index);
  const char *attributes = object->attributes < spur_definitions_get_n_lists (definitions)
                             ? self->source->list_texts[object->attributes]
                             : NULL;
  guint64 origin = 0, number = 0;

  spur_definitions_get_object_identifier (definitions, index, &origin, &number);
  return put_definition (self, SPUR_FORMAT_DEFINE_OBJECT,
                         (const SpurFormatValue[]){ BITS (index), TEXT (type), TEXT (object->name),
                                                    TEXT (object->kind), BITS (object->parent),
                                                    TEXT (attributes), BITS (origin),
                                                    BITS (number) });
}

static gboolean
put_group (Definer *self, guint index)
{
  const SpurGroup *group = spur_definitions_get_group (self->source->definitions, index);
  g_autoptr (GString) members = g_string_new (NULL);

  for (guint i = 0; i < group->n_members; i++)
    g_string_append_printf (members, "%s%u", i > 0 ? " " : "", group->members[i]);
  return put_definition (
    self, SPUR_FORMAT_DEFINE_GROUP,
    (const SpurFormatValue[]){ BITS (index), TEXT (group->name), TEXT (members->str) });
}

static gboolean
put_stream (Definer *self, guint index)
{
  SpurStream *stream = spur_trace_get_stream (self->source->trace, index);
  const SpurFormatValue values[] = { BITS (index), TEXT (spur_stream_get_name (stream)),
                                     BITS (spur_stream_get_clock (stream)),
                                     BITS (spur_stream_get_target (stream)),
                                     BITS (spur_stream_get_origin (stream)) };

  return put_definition (self, SPUR_FORMAT_DEFINE_STREAM, values);
}

static gboolean
put_offsets (Definer *self, guint index)
{
  guint n_offsets;
  const SpurClockOffset *offsets =
    spur_stream_get_clock_offsets (spur_trace_get_stream (self->source->trace, index), &n_offsets);

  for (guint i = 0; i < n_offsets; i++)
    {
      SpurFormatValue values[] = { BITS (index), BITS ((guint64) offsets[i].ticks),
                                   BITS ((guint64) offsets[i].offset_ticks), BITS (0) };

      memcpy (&values[3].bits, &offsets[i].deviation_ticks, sizeof values[3].bits);
      if (!put_definition (self, SPUR_FORMAT_DEFINE_OFFSET, values))
        return FALSE;
    }
  return TRUE;
}

static gboolean
put_loss (Definer *self, guint index)
{
  const SpurLoss *loss = spur_trace_get_loss (self->source->trace, index);
  const SpurFormatValue values[] = { TEXT (loss->what), BITS (loss->count) };

  return put_definition (self, SPUR_FORMAT_DEFINE_LOSS, values);
}

/* Fields are written behind their class. */
static const struct
{
  SpurFormatDefine define;
  /* How many there are; both NULL for what is put at once. */
  guint (*count) (SpurTrace *trace);
  guint (*count_entries) (SpurDefinitions *definitions);
  gboolean (*put) (Definer *self, guint index);
} tables[] = {
  { SPUR_FORMAT_DEFINE_FACT, count_facts, NULL, put_fact },
  { SPUR_FORMAT_DEFINE_IDENTIFIERS, NULL, NULL, put_identifiers },
  { SPUR_FORMAT_DEFINE_CLOCK, NULL, spur_definitions_get_n_clocks, put_clock },
  { SPUR_FORMAT_DEFINE_STATE, NULL, spur_definitions_get_n_states, put_state },
  { SPUR_FORMAT_DEFINE_CLASS, NULL, NULL, put_classes },
  { SPUR_FORMAT_DEFINE_STRING, NULL, spur_definitions_get_n_strings, put_string },
  { SPUR_FORMAT_DEFINE_LIST, NULL, spur_definitions_get_n_lists, put_list },
  { SPUR_FORMAT_DEFINE_OBJECT, NULL, spur_definitions_get_n_objects, put_object },
  { SPUR_FORMAT_DEFINE_GROUP, NULL, spur_definitions_get_n_groups, put_group },
  { SPUR_FORMAT_DEFINE_STREAM, spur_trace_get_n_streams, NULL, put_stream },
  { SPUR_FORMAT_DEFINE_OFFSET, spur_trace_get_n_streams, NULL, put_offsets },
  { SPUR_FORMAT_DEFINE_LOSS, spur_trace_get_n_losses, NULL, put_loss },
};

static guint
count_entries (SpurTrace *trace, guint table)
{
  if (tables[table].count != NULL)
    return tables[table].count (trace);
  if (tables[table].count_entries != NULL)
    return tables[table].count_entries (spur_trace_get_definitions (trace));
  return 1;
}

static gboolean
make_programs (Definer *self)
{
  const SpurFormatDefinition *definition = self->source->definition;

  for (guint i = 0; i < SPUR_FORMAT_N_DEFINES; i++)
    {
      const SpurFormatRule *rule = spur_format_definition_find_define (definition, i);

      if (rule == NULL || rule->is_apart != self->source->is_apart)
        continue;
      self->programs[i] = spur_format_program_new (
        definition, rule, spur_format_get_definition_layout (i), &self->source->error);
      if (self->programs[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

gboolean
spur_format_source_each_definition (SpurFormatSource *self,
                                    SpurFormatRecordFunc func,
                                    gpointer user_data)
{
  g_autoptr (SpurContainerOrigin) collected = NULL;
  Definer definer = { .source = self, .func = func, .user_data = user_data };
  gboolean is_good = make_programs (&definer);

  definer.origin = spur_container_origin_get (self->trace);
  if (definer.origin == NULL)
    definer.origin = collected = spur_container_origin_collect (self->trace);
  for (guint i = 0; is_good && i < G_N_ELEMENTS (tables); i++)
    {
      guint n_entries = count_entries (self->trace, i);

      if (definer.programs[tables[i].define] == NULL)
        continue;
      for (guint k = 0; is_good && k < n_entries; k++)
        is_good = tables[i].put (&definer, k);
    }
  for (guint i = 0; i < SPUR_FORMAT_N_DEFINES; i++)
    g_clear_pointer (&definer.programs[i], spur_format_program_free);
  return is_good;
}
