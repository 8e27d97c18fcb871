/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What must hold of a trace, checked once when a container is opened and when it is written, so
 * that every file that is written can be opened. */
#include "core/base/spur-error-internal.h"
#include "core/store/container/spur-container-internal.h"
#include "core/store/trace/spur-trace-internal.h"

/* Corrected times are worked out in 64 bits; below this no map can overflow. */
#define MIDDLE_LIMIT_NS ((G_GINT64_CONSTANT (1) << 62) - 1)

static const char *const reference_names[SPUR_N_REFERENCES] = { "string", "object", "state",
                                                                "group", "list" };

void
spur_container_rules_init (SpurContainerRules *self, SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  self->trace = trace;
  self->n_entries[SPUR_REFERENCE_STRING] = spur_definitions_get_n_strings (definitions);
  self->n_entries[SPUR_REFERENCE_OBJECT] = spur_definitions_get_n_objects (definitions);
  self->n_entries[SPUR_REFERENCE_STATE] = spur_definitions_get_n_states (definitions);
  self->n_entries[SPUR_REFERENCE_GROUP] = spur_definitions_get_n_groups (definitions);
  self->n_entries[SPUR_REFERENCE_LIST] = spur_definitions_get_n_lists (definitions);
}

static gboolean G_GNUC_PRINTF (4, 5) set_event_error (
  SpurContainerChunk *chunk, SpurStoreError code, guint32 position, const char *format, ...)
{
  SPUR_FORMAT_MESSAGE (text, format);

  chunk->error = g_error_new (SPUR_STORE_ERROR, code, "stream %u, event %" G_GUINT64_FORMAT ": %s",
                              chunk->stream, chunk->packed.first + position, text);
  return FALSE;
}

static gboolean
check_ticks (const SpurContainerRules *self, SpurContainerChunk *chunk, SpurPackedReader *reader)
{
  gint64 limit = spur_stream_get_limit_ticks (spur_trace_get_stream (self->trace, chunk->stream));
  gint64 base_ticks = chunk->packed.base_ticks;

  if (base_ticks < -limit || base_ticks > limit)
    return set_event_error (chunk, SPUR_STORE_ERROR_RANGE, 0,
                            "%" G_GINT64_FORMAT " ticks are outside of +-2^61 ns", base_ticks);
  spur_packed_reader_check_ticks (reader, base_ticks, &chunk->facts);
  if (chunk->facts.max_ticks <= limit)
    return TRUE;
  return set_event_error (chunk, SPUR_STORE_ERROR_RANGE, 0,
                          "up to %" G_GINT64_FORMAT " ticks in its chunk are outside of +-2^61 ns",
                          chunk->facts.max_ticks);
}

/* Position in the chunk of event @index of a class. */
static guint32
find_event (SpurPackedReader *reader, const SpurPackedClass *klass, guint32 index)
{
  const SpurPackedColumn *slots = &reader->columns[SPUR_PACKED_SLOTS];
  guint32 slot = (guint32) (klass - reader->classes);

  for (guint32 i = 0; i < reader->n_events; i++)
    {
      if (reader->n_classes > 1 && (guint16) spur_packed_column_get (slots, i) != slot)
        continue;
      if (index-- == 0)
        return i;
    }
  return 0;
}

/* Most columns cannot hold a wrong reference, by how they are packed. */
static gboolean
check_column (const SpurPackedColumn *column, guint32 n_entries, guint32 *index, guint32 *entry)
{
  guint64 least = (guint32) (column->base + 1);
  guint64 most = least + (column->step * (column->n_values - 1) >> SPUR_PACKED_STEP_BITS);

  if (column->width < sizeof (guint32) &&
      most + (G_GUINT64_CONSTANT (1) << column->width * 8) - 1 <= n_entries)
    return TRUE;
  if (spur_packed_column_count_referred (column) <= n_entries)
    return TRUE;
  for (guint32 i = 0; i < column->n_values; i++)
    {
      *entry = (guint32) spur_packed_column_get (column, i);
      *index = i;
      if (G_UNLIKELY (*entry >= n_entries && *entry != SPUR_NONE))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_references (const SpurContainerRules *self,
                  SpurContainerChunk *chunk,
                  SpurPackedReader *reader,
                  const SpurPackedClass *klass)
{
  const SpurEventLayout *layout = spur_trace_get_class (self->trace, klass->class_index);
  guint32 index = 0, entry = 0;

  for (guint32 i = 0; i < layout->n_fields; i++)
    {
      int kind = spur_packed_get_reference (layout->fields[i].type);
      guint32 n_entries = kind >= 0 ? self->n_entries[kind] : 0;

      if (kind >= 0 &&
          !check_column (&reader->columns[klass->first_column + i], n_entries, &index, &entry))
        return set_event_error (chunk, SPUR_STORE_ERROR_RANGE, find_event (reader, klass, index),
                                "%s %u is not defined, there are %u", reference_names[kind], entry,
                                n_entries);
    }
  return TRUE;
}

/* Leaves an error in the chunk, or what is known of its times. Called by many threads, each with
 * a chunk and a reader of its own. */
void
spur_container_rules_check (const SpurContainerRules *self,
                            SpurContainerChunk *chunk,
                            SpurPackedReader *reader)
{
  const char *problem = spur_packed_reader_open (reader, &chunk->packed);
  guint32 event = 0;

  if (problem == NULL)
    problem = spur_packed_reader_check_slots (reader, &event);
  if (problem != NULL)
    {
      set_event_error (chunk, SPUR_STORE_ERROR_FORMAT, event, "its chunk is damaged: %s", problem);
      return;
    }
  if (!check_ticks (self, chunk, reader))
    return;
  for (guint32 i = 0; i < reader->n_classes; i++)
    {
      if (!check_references (self, chunk, reader, &reader->classes[i]))
        return;
    }
}

void
spur_container_rules_check_packed (const SpurContainerRules *self, SpurContainerChunk *chunk)
{
  SpurPackedReader reader;

  spur_packed_reader_init (&reader, spur_trace_get_class_table (self->trace));
  spur_container_rules_check (self, chunk, &reader);
  spur_packed_reader_clear (&reader);
}

/* Whether everything is there that is referred to. */
gboolean
spur_container_rules_allow (const SpurContainerRules *self, const SpurChunkFacts *facts)
{
  for (guint kind = 0; kind < SPUR_N_REFERENCES; kind++)
    {
      if (facts->n_referred[kind] > self->n_entries[kind])
        return FALSE;
    }
  return TRUE;
}

static gboolean
set_reference_error (
  GError **error, const char *what, guint index, const char *field, guint32 entry, guint n_entries)
{
  return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                         "%s %u: %s %u is not defined, there are %u", what, index, field, entry,
                         n_entries);
}

/* A walk from an object to its parents must come to an end. */
static gboolean
check_parents (SpurTrace *trace, GError **error)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint n_objects = spur_definitions_get_n_objects (definitions);
  g_autofree guint32 *seen_from = g_new0 (guint32, (gsize) n_objects + 1);

  for (guint i = 0; i < n_objects; i++)
    {
      guint32 at = i;

      while (at != SPUR_NONE && seen_from[at] == 0)
        {
          guint32 parent = spur_definitions_get_object (definitions, at)->parent;

          if (parent >= n_objects && parent != SPUR_NONE)
            return set_reference_error (error, "object", at, "parent", parent, n_objects);
          seen_from[at] = i + 1;
          at = parent;
        }
      if (at != SPUR_NONE && seen_from[at] == i + 1)
        return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT,
                               "object %u: is a parent of its own parents", at);
    }
  return TRUE;
}

gboolean
spur_container_check_definitions (SpurTrace *trace, GError **error)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint n_objects = spur_definitions_get_n_objects (definitions);

  for (guint i = 0; i < spur_definitions_get_n_groups (definitions); i++)
    {
      const SpurGroup *group = spur_definitions_get_group (definitions, i);

      for (guint k = 0; k < group->n_members; k++)
        {
          if (group->members[k] >= n_objects && group->members[k] != SPUR_NONE)
            return set_reference_error (error, "group", i, "member", group->members[k], n_objects);
        }
    }
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      guint32 target = spur_stream_get_target (spur_trace_get_stream (trace, i));

      if (target >= n_objects && target != SPUR_NONE)
        return set_reference_error (error, "stream", i, "target", target, n_objects);
    }
  return check_parents (trace, error);
}

/* Takes the interval of times through a map. Between the first and the last knot times are between
 * theirs; outside they are shifted. */
static gboolean
widen_span (const SpurTimeMap *map, gint64 *low_ns, gint64 *high_ns)
{
  gsize n_knots;
  const SpurKnot *knots = spur_time_map_get_knots (map, &n_knots);
  const SpurKnot *a = &knots[0];
  const SpurKnot *b = &knots[n_knots - 1];
  gint64 first_ns = a->to_ns - a->from_ns;
  gint64 last_ns = b->to_ns - b->from_ns;
  gint64 low = *low_ns + MIN (first_ns, last_ns);
  gint64 high = *high_ns + MAX (first_ns, last_ns);

  *low_ns = MIN (low, a->to_ns);
  *high_ns = MAX (high, b->to_ns);
  return *low_ns >= -MIDDLE_LIMIT_NS && *high_ns <= MIDDLE_LIMIT_NS;
}

gboolean
spur_container_check_correction (SpurTrace *trace, SpurCorrection *correction, GError **error)
{
  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, s);
      gint64 low_ns, high_ns;

      spur_stream_get_span (stream, &low_ns, &high_ns);
      low_ns = spur_stream_ticks_to_ns (stream, low_ns);
      high_ns = spur_stream_ticks_to_ns (stream, high_ns);
      for (guint i = 0; i < spur_correction_get_n_maps (correction, s); i++)
        {
          if (widen_span (spur_correction_get_map (correction, s, i), &low_ns, &high_ns))
            continue;
          return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                                 "stream %u: time map %u takes times outside of +-2^62 ns", s, i);
        }
    }
  return TRUE;
}
