/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What must hold of a trace, so that nobody has to look again. Asked when a container is opened
 * and when it is written, so that what is written can be opened. */
#include "config.h"

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-integer-private.h"
#include "core/store/spur-container-private.h"
#include "core/store/spur-trace-private.h"

/* Corrected times are worked out in 64 bits; below this no map can overflow. */
#define MIDDLE_LIMIT_NS ((G_GINT64_CONSTANT (1) << 62) - 1)

typedef enum
{
  REFERENCE_STRING,
  REFERENCE_OBJECT,
  REFERENCE_STATE,
  REFERENCE_GROUP,
  N_REFERENCES,
} ReferenceKind;

static const char *const reference_names[N_REFERENCES] = { "string", "object", "state", "group" };

typedef struct
{
  guint16 offset_bytes;
  guint16 kind;
} Reference;

typedef struct
{
  guint32 n_bytes;
  guint32 first_reference;
  guint32 n_references;
} ClassRule;

struct _SpurContainerRules
{
  SpurTrace *trace;
  guint n_classes;
  ClassRule *classes;
  GArray *references;
  guint32 n_entries[N_REFERENCES];
  gint64 *limit_ticks;
};

static int
get_reference_kind (SpurFieldType type)
{
  switch (type)
    {
    case SPUR_FIELD_STRING:
      return REFERENCE_STRING;
    case SPUR_FIELD_OBJECT:
      return REFERENCE_OBJECT;
    case SPUR_FIELD_STATE:
      return REFERENCE_STATE;
    case SPUR_FIELD_GROUP:
      return REFERENCE_GROUP;
    default:
      return -1;
    }
}

static void
add_class_rule (SpurContainerRules *self, guint index)
{
  const SpurEventLayout *layout = spur_trace_get_class (self->trace, index);
  ClassRule *rule = &self->classes[index];

  rule->n_bytes = (guint32) layout->n_bytes;
  rule->first_reference = self->references->len;
  for (guint i = 0; i < layout->n_fields; i++)
    {
      int kind = get_reference_kind (layout->fields[i].type);
      Reference reference = { (guint16) layout->fields[i].offset_bytes, (guint16) kind };

      if (kind >= 0)
        g_array_append_val (self->references, reference);
    }
  rule->n_references = self->references->len - rule->first_reference;
}

SpurContainerRules *
spur_container_rules_new (SpurTrace *trace)
{
  SpurContainerRules *self = g_new0 (SpurContainerRules, 1);
  guint n_streams = spur_trace_get_n_streams (trace);

  self->trace = trace;
  self->n_classes = spur_trace_get_n_classes (trace);
  self->classes = g_new0 (ClassRule, self->n_classes + 1);
  self->references = g_array_new (FALSE, FALSE, sizeof (Reference));
  for (guint i = 0; i < self->n_classes; i++)
    add_class_rule (self, i);
  self->n_entries[REFERENCE_STRING] = spur_trace_get_n_strings (trace);
  self->n_entries[REFERENCE_OBJECT] = spur_trace_get_n_objects (trace);
  self->n_entries[REFERENCE_STATE] = spur_trace_get_n_states (trace);
  self->n_entries[REFERENCE_GROUP] = spur_trace_get_n_groups (trace);
  self->limit_ticks = g_new (gint64, n_streams + 1);
  for (guint i = 0; i < n_streams; i++)
    self->limit_ticks[i] = spur_stream_get_limit_ticks (spur_trace_get_stream (trace, i));
  return self;
}

void
spur_container_rules_free (SpurContainerRules *self)
{
  g_array_unref (self->references);
  g_free (self->limit_ticks);
  g_free (self->classes);
  g_free (self);
}

static void G_GNUC_PRINTF (5, 6) set_event_error (const SpurContainerRules *self,
                                                  SpurContainerChunk *chunk,
                                                  SpurStoreError code,
                                                  guint32 position,
                                                  const char *format,
                                                  ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  chunk->error = g_error_new (SPUR_STORE_ERROR, code, "stream %u, event %" G_GUINT64_FORMAT ": %s",
                              chunk->stream, chunk->columns.first + position, text);
}

static gboolean
check_references (const SpurContainerRules *self,
                  const ClassRule *rule,
                  const guint8 *record,
                  const Reference **bad)
{
  const Reference *references = (const Reference *) (gpointer) self->references->data;

  for (guint32 i = 0; i < rule->n_references; i++)
    {
      const Reference *reference = &references[rule->first_reference + i];
      guint32 entry = spur_get_le32 (record + reference->offset_bytes);

      if (G_UNLIKELY (entry >= self->n_entries[reference->kind] && entry != SPUR_NONE))
        {
          *bad = reference;
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_record (const SpurContainerRules *self,
              SpurContainerChunk *chunk,
              guint32 i,
              guint32 *n_bytes)
{
  const SpurChunk *columns = &chunk->columns;
  const guint8 *record = columns->records + *n_bytes;
  const Reference *bad;
  const ClassRule *rule;

  if (G_UNLIKELY (columns->classes[i] >= self->n_classes))
    {
      set_event_error (self, chunk, SPUR_STORE_ERROR_RANGE, i,
                       "event class %u is not defined, there are %u", columns->classes[i],
                       self->n_classes);
      return FALSE;
    }
  rule = &self->classes[columns->classes[i]];
  if (G_UNLIKELY (i % SPUR_CHUNK_MARK_EVENTS == 0 &&
                  columns->marks[i / SPUR_CHUNK_MARK_EVENTS] != *n_bytes))
    {
      set_event_error (self, chunk, SPUR_STORE_ERROR_FORMAT, i,
                       "its record is marked at byte %u and lies at byte %u of the chunk's records",
                       columns->marks[i / SPUR_CHUNK_MARK_EVENTS], *n_bytes);
      return FALSE;
    }
  if (G_UNLIKELY (rule->n_bytes > columns->n_record_bytes - *n_bytes))
    {
      set_event_error (self, chunk, SPUR_STORE_ERROR_TRUNCATED, i,
                       "its record has %u bytes, %u are left in the chunk", rule->n_bytes,
                       columns->n_record_bytes - *n_bytes);
      return FALSE;
    }
  if (G_UNLIKELY (!check_references (self, rule, record, &bad)))
    {
      set_event_error (self, chunk, SPUR_STORE_ERROR_RANGE, i, "%s %u is not defined, there are %u",
                       reference_names[bad->kind], spur_get_le32 (record + bad->offset_bytes),
                       self->n_entries[bad->kind]);
      return FALSE;
    }
  *n_bytes += rule->n_bytes;
  return TRUE;
}

static gboolean
check_ticks (const SpurContainerRules *self, SpurContainerChunk *chunk)
{
  const SpurChunk *columns = &chunk->columns;
  const guint32 *ticks = columns->ticks;
  guint32 n_events = chunk->columns.n_events;
  gint64 limit = self->limit_ticks[chunk->stream];
  guint32 low = ticks[0], high = ticks[0];
  guint64 n_steps_back = 0;

  for (guint32 i = 1; i < n_events; i++)
    {
      n_steps_back += ticks[i] < ticks[i - 1];
      low = MIN (low, ticks[i]);
      high = MAX (high, ticks[i]);
    }
  chunk->n_steps_back = n_steps_back;
  if (columns->base_ticks >= -limit && columns->base_ticks <= limit - (gint64) high)
    {
      chunk->first_ticks = spur_chunk_get_ticks (columns, 0);
      chunk->last_ticks = spur_chunk_get_ticks (columns, n_events - 1);
      chunk->min_ticks = columns->base_ticks + low;
      chunk->max_ticks = columns->base_ticks + high;
      return TRUE;
    }
  for (guint32 i = 0; i < n_events; i++)
    {
      if (columns->base_ticks < -limit || columns->base_ticks > limit - (gint64) ticks[i])
        {
          set_event_error (self, chunk, SPUR_STORE_ERROR_RANGE, i,
                           "%u ticks after %" G_GINT64_FORMAT " are outside of +-2^61 ns", ticks[i],
                           columns->base_ticks);
          break;
        }
    }
  return FALSE;
}

/* Leaves an error in the chunk, or what is known of its times. Called by many threads, each with
 * a chunk of its own. */
void
spur_container_rules_check (const SpurContainerRules *self, SpurContainerChunk *chunk)
{
  guint32 n_bytes = 0;

  if (!check_ticks (self, chunk))
    return;
  for (guint32 i = 0; i < chunk->columns.n_events; i++)
    {
      if (!check_record (self, chunk, i, &n_bytes))
        return;
    }
  if (n_bytes != chunk->columns.n_record_bytes)
    set_event_error (self, chunk, SPUR_STORE_ERROR_FORMAT, 0,
                     "its chunk has %u bytes of records, its events need %u",
                     chunk->columns.n_record_bytes, n_bytes);
}

static gboolean
set_reference_error (
  GError **error, const char *what, guint index, const char *field, guint32 entry, guint n_entries)
{
  g_set_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
               "%s %u: %s %u is not defined, there are %u", what, index, field, entry, n_entries);
  return FALSE;
}

/* Who walks from an object to its parents must come to an end. */
static gboolean
check_parents (SpurTrace *trace, GError **error)
{
  guint n_objects = spur_trace_get_n_objects (trace);
  g_autofree guint32 *seen_from = g_new0 (guint32, (gsize) n_objects + 1);

  for (guint i = 0; i < n_objects; i++)
    {
      guint32 at = i;

      while (at != SPUR_NONE && seen_from[at] == 0)
        {
          guint32 parent = spur_trace_get_object_info (trace, at)->parent;

          if (parent >= n_objects && parent != SPUR_NONE)
            return set_reference_error (error, "object", at, "parent", parent, n_objects);
          seen_from[at] = i + 1;
          at = parent;
        }
      if (at != SPUR_NONE && seen_from[at] == i + 1)
        {
          g_set_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT,
                       "object %u: is a parent of its own parents", at);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
spur_container_check_definitions (SpurTrace *trace, GError **error)
{
  guint n_objects = spur_trace_get_n_objects (trace);

  for (guint i = 0; i < spur_trace_get_n_groups (trace); i++)
    {
      const SpurGroup *group = spur_trace_get_group (trace, i);

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
widen (const SpurTimeMap *map, gint64 *low_ns, gint64 *high_ns)
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
spur_container_check_correction (SpurTrace *trace,
                                 SpurCorrection *correction,
                                 const GArray *chunks,
                                 GError **error)
{
  guint at = 0;

  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, s);
      gint64 low_ns = 0, high_ns = 0;

      for (; at < chunks->len && g_array_index (chunks, SpurContainerChunk, at).stream == s; at++)
        {
          const SpurContainerChunk *chunk = &g_array_index (chunks, SpurContainerChunk, at);

          low_ns = MIN (low_ns, spur_stream_ticks_to_ns (stream, chunk->min_ticks));
          high_ns = MAX (high_ns, spur_stream_ticks_to_ns (stream, chunk->max_ticks));
        }
      for (guint i = 0; i < spur_correction_get_n_maps (correction, s); i++)
        {
          if (widen (spur_correction_get_map (correction, s, i), &low_ns, &high_ns))
            continue;
          g_set_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                       "stream %u: time map %u takes times outside of +-2^62 ns", s, i);
          return FALSE;
        }
    }
  return TRUE;
}
