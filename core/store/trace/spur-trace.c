/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/store/trace/spur-trace.h"

#include "core/base/spur-object-internal.h"
#include "core/store/trace/spur-spool-private.h"
#include "core/store/trace/spur-trace-internal.h"

/**
 * SpurTrace:
 *
 * Streams of events plus what they refer to: event classes, active objects, states, strings,
 * communicators, clocks.
 *
 * A codec or a program makes a trace, adds definitions, then events, and seals it. From then on
 * it is read-only but for its correction, and any number of threads may read it.
 *
 * Since: 1.0
 */

SPUR_DEFINE_OBJECT (SpurTrace, spur_trace, 0)

typedef struct
{
  gpointer data;
  GDestroyNotify release;
} Held;

static void
release_held (gpointer data)
{
  Held *held = data;

  held->release (held->data);
  g_free (held);
}

static void
spur_trace_clear (SpurTrace *self)
{
  g_ptr_array_unref (self->streams);
  g_ptr_array_unref (self->held);
  for (guint i = 0; i < self->groups->len; i++)
    g_free ((guint32 *) g_array_index (self->groups, SpurGroup, i).members);
  for (guint i = 0; i < self->classes->n_classes; i++)
    spur_event_layout_unref (self->classes->layouts[i]);
  g_clear_pointer (&self->classes->spool, spur_spool_free);
  g_free (self->classes->pager);
  g_free (self->classes);
  g_array_unref (self->groups);
  g_hash_table_unref (self->list_ids);
  g_ptr_array_unref (self->lists);
  g_array_unref (self->states);
  g_array_unref (self->objects);
  g_array_unref (self->clocks);
  g_array_unref (self->losses);
  g_ptr_array_unref (self->object_views);
  g_ptr_array_unref (self->strings);
  g_hash_table_unref (self->string_ids);
  g_hash_table_unref (self->state_ids);
  g_hash_table_unref (self->facts);
  g_ptr_array_unref (self->fact_keys);
  g_string_chunk_free (self->texts);
  g_array_unref (self->predecessors);
  g_free (self->identifier_name);
  g_clear_object (&self->factories);
  g_clear_object (&self->serializer);
  g_clear_pointer (&self->object_identifiers, g_array_unref);
  g_clear_pointer (&self->object_of_identifier, g_hash_table_unref);
  g_clear_object (&self->correction);
}

static void
clear_view (gpointer view)
{
  g_clear_object (&view);
}

static void
spur_trace_init (SpurTrace *self)
{
  self->classes = g_new0 (SpurClassTable, 1);
  self->texts = g_string_chunk_new (4096);
  self->strings = g_ptr_array_new ();
  self->string_ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->states = g_array_new (FALSE, FALSE, sizeof (SpurState));
  self->state_ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->objects = g_array_new (FALSE, FALSE, sizeof (SpurObject));
  self->object_views = g_ptr_array_new_with_free_func (clear_view);
  self->groups = g_array_new (FALSE, FALSE, sizeof (SpurGroup));
  self->predecessors = g_array_new (FALSE, FALSE, sizeof (SpurPredecessor));
  spur_trace_init_lists (self);
  self->clocks = g_array_new (FALSE, FALSE, sizeof (SpurClock));
  self->streams = g_ptr_array_new_with_free_func (g_object_unref);
  self->losses = g_array_new (FALSE, FALSE, sizeof (SpurLoss));
  self->facts = g_hash_table_new (g_str_hash, g_str_equal);
  self->fact_keys = g_ptr_array_new ();
  self->held = g_ptr_array_new_with_free_func (release_held);
}

/**
 * spur_trace_new:
 *
 * Makes a trace to be filled.
 *
 * Returns: (transfer full): a trace
 *
 * Since: 1.0
 */
SpurTrace *
spur_trace_new (void)
{
  return spur_trace_new_with_chunks (8192);
}

/**
 * spur_trace_new_with_chunks:
 * @chunk_events: the most events of a chunk, from 1 to 2^20
 *
 * The chunk size trades memory against speed, and changes no result.
 *
 * Returns: (transfer full): a trace to be filled
 *
 * Since: 1.0
 */
SpurTrace *
spur_trace_new_with_chunks (guint chunk_events)
{
  SpurTrace *self;

  g_return_val_if_fail (chunk_events > 0 && chunk_events <= 1u << 20, NULL);

  self = g_object_new (SPUR_TYPE_TRACE, NULL);
  self->classes->chunk_events = chunk_events;
  return self;
}

const char *
spur_trace_keep_text (SpurTrace *self, const char *text)
{
  return g_string_chunk_insert_const (self->texts, text != NULL ? text : "");
}

const SpurClassTable *
spur_trace_get_class_table (SpurTrace *self)
{
  return self->classes;
}

void
spur_trace_hold (SpurTrace *self, gpointer data, GDestroyNotify release)
{
  Held *held = g_new (Held, 1);

  *held = (Held){ data, release };
  g_ptr_array_add (self->held, held);
}

void
spur_trace_set_pager (SpurTrace *self, SpurPager *pager)
{
  g_free (self->classes->pager);
  self->classes->pager = pager;
}

/**
 * spur_trace_set_max_mapped_bytes:
 * @self: a trace
 * @n_bytes: how much of its file may stay in memory, at least 1 MiB
 *
 * Bounds the memory that the events of a trace take that was opened from a container, or that is
 * written into one while it is filled: 256 MiB at first. More is faster where the same events are
 * read again and again. Chunks that were asked for by spur_stream_get_chunk() and records by
 * spur_stream_get_record() stay in memory in any case. Nothing changes for other traces, which are
 * in memory as a whole.
 *
 * Since: 1.0
 */
void
spur_trace_set_max_mapped_bytes (SpurTrace *self, guint64 n_bytes)
{
  g_return_if_fail (SPUR_IS_TRACE (self));

  if (self->classes->pager != NULL)
    spur_pager_set_max_bytes (self->classes->pager, n_bytes);
}

/**
 * spur_trace_compact:
 * @self: a sealed trace that nothing else reads meanwhile
 * @job: (nullable): how the work is to be done
 *
 * Packs the events of streams in memory, but short ones, as a container has them: in a quarter of
 * the memory. What was got from spur_stream_get_chunk() or spur_stream_get_record() is gone.
 *
 * Since: 1.0
 */
void
spur_trace_compact (SpurTrace *self, const SpurJob *job)
{
  g_return_if_fail (SPUR_IS_TRACE (self));
  g_return_if_fail (self->is_sealed);

  spur_job_run (job, self->streams->len, spur_stream_compact, self->streams->pdata);
}

/**
 * spur_trace_get_n_classes:
 * @self: a trace
 *
 * Gets how many event classes it has.
 *
 * Returns: how many event classes it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint, spur_trace_get_n_classes, SpurTrace, SPUR_IS_TRACE, self->classes->n_classes)

/**
 * spur_trace_get_class:
 * @self: a trace
 * @index: an event class, below spur_trace_get_n_classes()
 *
 * Gets what the class says of its events.
 *
 * Returns: (transfer none): what the class says of its events
 *
 * Since: 1.0
 */
const SpurEventLayout *
spur_trace_get_class (SpurTrace *self, guint index)
{
  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);
  g_return_val_if_fail (index < self->classes->n_classes, NULL);

  return self->classes->layouts[index];
}

/**
 * spur_trace_get_n_strings:
 * @self: a trace
 *
 * Gets how many strings it has.
 *
 * Returns: how many strings it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint, spur_trace_get_n_strings, SpurTrace, SPUR_IS_TRACE, self->strings->len)

/**
 * spur_trace_get_string:
 * @self: a trace
 * @string: an entry of the string table, or %SPUR_NONE
 *
 * Gets the string.
 *
 * Returns: (transfer none) (nullable): the string; %NULL for %SPUR_NONE
 *
 * Since: 1.0
 */
const char *
spur_trace_get_string (SpurTrace *self, guint32 string)
{
  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);

  return string < self->strings->len ? g_ptr_array_index (self->strings, string) : NULL;
}

/**
 * spur_trace_get_entry_name:
 * @self: a trace
 * @type: %SPUR_FIELD_STRING, %SPUR_FIELD_OBJECT, %SPUR_FIELD_STATE or %SPUR_FIELD_GROUP
 * @entry: an entry of the table that fields of @type refer to, or %SPUR_NONE
 *
 * Gets what to call an entry that a field refers to.
 *
 * Returns: (transfer none) (nullable): the string itself, or the name of the object, state or
 * group; %NULL for %SPUR_NONE and where there is no such entry
 *
 * Since: 1.0
 */
const char *
spur_trace_get_entry_name (SpurTrace *self, SpurFieldType type, guint32 entry)
{
  const SpurObject *object;
  const SpurState *state;
  const SpurGroup *group;

  switch (type)
    {
    case SPUR_FIELD_OBJECT:
      object = spur_trace_get_object_info (self, entry);
      return object != NULL ? object->name : NULL;
    case SPUR_FIELD_STATE:
      state = spur_trace_get_state (self, entry);
      return state != NULL ? state->name : NULL;
    case SPUR_FIELD_GROUP:
      group = spur_trace_get_group (self, entry);
      return group != NULL ? group->name : NULL;
    default:
      return spur_trace_get_string (self, entry);
    }
}

/**
 * spur_trace_get_n_states:
 * @self: a trace
 *
 * Gets how many states it has.
 *
 * Returns: how many states it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint, spur_trace_get_n_states, SpurTrace, SPUR_IS_TRACE, self->states->len)

/**
 * spur_trace_get_state:
 * @self: a trace
 * @state: an entry of the state table, or %SPUR_NONE
 *
 * Gets the state.
 *
 * Returns: (transfer none) (nullable): the state; %NULL for %SPUR_NONE
 *
 * Since: 1.0
 */
const SpurState *
spur_trace_get_state (SpurTrace *self, guint32 state)
{
  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);

  return state < self->states->len ? &g_array_index (self->states, SpurState, state) : NULL;
}

/**
 * spur_trace_get_n_objects:
 * @self: a trace
 *
 * Gets how many active objects it has.
 *
 * Returns: how many active objects it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint, spur_trace_get_n_objects, SpurTrace, SPUR_IS_TRACE, self->objects->len)

/**
 * spur_trace_get_object_info:
 * @self: a trace
 * @object: an entry of the table of active objects, or %SPUR_NONE
 *
 * Gets what is known of the object.
 *
 * Returns: (transfer none) (nullable): what is known of the object; %NULL for %SPUR_NONE
 *
 * Since: 1.0
 */
const SpurObject *
spur_trace_get_object_info (SpurTrace *self, guint32 object)
{
  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);

  return object < self->objects->len ? &g_array_index (self->objects, SpurObject, object) : NULL;
}

/**
 * spur_trace_count_objects:
 * @self: a trace
 * @type: %SPUR_TYPE_LOAD_OBJECT, %SPUR_TYPE_TARGET or a subclass
 *
 * Gets how many active objects are of @type.
 *
 * Returns: how many active objects are of @type
 *
 * Since: 1.0
 */
guint
spur_trace_count_objects (SpurTrace *self, GType type)
{
  guint n_objects = 0;

  g_return_val_if_fail (SPUR_IS_TRACE (self), 0);

  for (guint i = 0; i < self->objects->len; i++)
    n_objects += g_type_is_a (g_array_index (self->objects, SpurObject, i).type, type);
  return n_objects;
}

/**
 * spur_trace_get_n_groups:
 * @self: a trace
 *
 * Gets how many communicators it has.
 *
 * Returns: how many communicators it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint, spur_trace_get_n_groups, SpurTrace, SPUR_IS_TRACE, self->groups->len)

/**
 * spur_trace_get_group:
 * @self: a trace
 * @group: an entry of the table of communicators, or %SPUR_NONE
 *
 * Gets the communicator.
 *
 * Returns: (transfer none) (nullable): the communicator; %NULL for %SPUR_NONE
 *
 * Since: 1.0
 */
const SpurGroup *
spur_trace_get_group (SpurTrace *self, guint32 group)
{
  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);

  return group < self->groups->len ? &g_array_index (self->groups, SpurGroup, group) : NULL;
}

/**
 * spur_trace_get_n_clocks:
 * @self: a trace
 *
 * Gets how many clocks it has.
 *
 * Returns: how many clocks it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint, spur_trace_get_n_clocks, SpurTrace, SPUR_IS_TRACE, self->clocks->len)

/**
 * spur_trace_get_clock:
 * @self: a trace
 * @clock: an entry of the table of clocks
 *
 * Gets what is known of the clock.
 *
 * Returns: (transfer none): what is known of the clock
 *
 * Since: 1.0
 */
const SpurClock *
spur_trace_get_clock (SpurTrace *self, guint clock)
{
  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);
  g_return_val_if_fail (clock < self->clocks->len, NULL);

  return &g_array_index (self->clocks, SpurClock, clock);
}

/**
 * spur_trace_get_n_streams:
 * @self: a trace
 *
 * Gets how many streams it has.
 *
 * Returns: how many streams it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint, spur_trace_get_n_streams, SpurTrace, SPUR_IS_TRACE, self->streams->len)

/**
 * spur_trace_get_stream:
 * @self: a trace
 * @index: position of the stream, below spur_trace_get_n_streams()
 *
 * Gets the stream.
 *
 * Returns: (transfer none): the stream; it lives as long as @self
 *
 * Since: 1.0
 */
SpurStream *
spur_trace_get_stream (SpurTrace *self, guint index)
{
  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);
  g_return_val_if_fail (index < self->streams->len, NULL);

  return g_ptr_array_index (self->streams, index);
}

#define N_FETCHED 16

void
spur_trace_fetch_streams (SpurTrace *self, guint index, SpurChunkParts parts)
{
  if (index % N_FETCHED == 0)
    spur_streams_fetch ((SpurStream **) self->streams->pdata + index,
                        MIN (self->streams->len - index, N_FETCHED), parts);
}

/**
 * spur_trace_get_n_events:
 * @self: a trace
 *
 * Gets how many events all streams have together.
 *
 * Returns: how many events all streams have together
 *
 * Since: 1.0
 */
guint64
spur_trace_get_n_events (SpurTrace *self)
{
  guint64 n_events = 0;

  g_return_val_if_fail (SPUR_IS_TRACE (self), 0);

  for (guint i = 0; i < self->streams->len; i++)
    n_events += spur_stream_get_n_events (g_ptr_array_index (self->streams, i));
  return n_events;
}

/**
 * spur_trace_get_n_losses:
 * @self: a trace
 *
 * Gets how many kinds of things were left out.
 *
 * Returns: how many kinds of things were left out
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint, spur_trace_get_n_losses, SpurTrace, SPUR_IS_TRACE, self->losses->len)

/**
 * spur_trace_get_loss:
 * @self: a trace
 * @index: which kind, below spur_trace_get_n_losses()
 *
 * Gets what was left out, and how often.
 *
 * Returns: (transfer none): what was left out, and how often
 *
 * Since: 1.0
 */
const SpurLoss *
spur_trace_get_loss (SpurTrace *self, guint index)
{
  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);
  g_return_val_if_fail (index < self->losses->len, NULL);

  return &g_array_index (self->losses, SpurLoss, index);
}

/**
 * spur_trace_get_fact:
 * @self: a trace
 * @key: what is asked
 *
 * Gets what was said of it.
 *
 * Returns: (transfer none) (nullable): what was said of it
 *
 * Since: 1.0
 */
const char *
spur_trace_get_fact (SpurTrace *self, const char *key)
{
  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  return g_hash_table_lookup (self->facts, key);
}

/**
 * spur_trace_get_fact_keys:
 * @self: a trace
 *
 * Gets everything that was said, in the order in which it was first said.
 *
 * Returns: (transfer none) (element-type utf8): the keys of what was said
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  GPtrArray *, spur_trace_get_fact_keys, SpurTrace, SPUR_IS_TRACE, self->fact_keys)

/**
 * spur_trace_get_correction:
 * @self: a trace
 *
 * Gets the correction, where the trace has one.
 *
 * Returns: (transfer none) (nullable): the correction
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  SpurCorrection *, spur_trace_get_correction, SpurTrace, SPUR_IS_TRACE, self->correction)

/**
 * spur_trace_set_correction:
 * @self: a trace
 * @correction: (nullable): what gives its corrected times, or %NULL to take it away
 *
 * Puts a correction beside the raw times, or takes it away.
 *
 * Since: 1.0
 */
void
spur_trace_set_correction (SpurTrace *self, SpurCorrection *correction)
{
  g_return_if_fail (SPUR_IS_TRACE (self));
  g_return_if_fail (correction == NULL ||
                    spur_correction_get_n_streams (correction) == self->streams->len);

  g_set_object (&self->correction, correction);
}
