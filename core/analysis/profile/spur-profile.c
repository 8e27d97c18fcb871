/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/analysis/profile/spur-profile.h"

#include <stdlib.h>

#include "core/analysis/profile/spur-profile-private.h"
#include "core/base/spur-object-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/store/trace/spur-store-internal.h"

/**
 * SpurProfile:
 *
 * Sums over the events of a span: by event class, by active object, by sender and receiver, and by
 * the state that an object is in, with inclusive and exclusive times as profilers have them.
 *
 * Where messages have numbers, both sides of each are kept, 48 bytes a side, until pairs are
 * known.
 *
 * One pass goes over each stream, the streams in parallel. A state that a stream never leaves ends
 * with the stream's last event; one that was set holds until the next one is set, the object ends,
 * or the trace does. What an object enters while a state is set counts to the inclusive time of
 * that state only.
 *
 * Since: 1.0
 */

struct _SpurProfile
{
  GObject parent_instance;

  guint n_classes;
  guint32 n_objects;
  SpurClassProfile *classes;
  SpurObjectProfile *objects;
  GArray *states;
  GArray *pairs;
};

SPUR_DEFINE_OBJECT (SpurProfile, spur_profile, G_TYPE_FLAG_NONE)

static void
spur_profile_clear (SpurProfile *self)
{
  g_free (self->classes);
  g_free (self->objects);
  g_array_unref (self->states);
  g_array_unref (self->pairs);
}

static void
spur_profile_init (SpurProfile *self)
{
  self->states = g_array_new (FALSE, FALSE, sizeof (SpurStateProfile));
  self->pairs = g_array_new (FALSE, FALSE, sizeof (SpurPairProfile));
}

/* What threads share. Each stream adds its sums to those of all at its end. */
typedef struct
{
  SpurProfile *profile;
  SpurTrace *trace;
  const SpurProfileSettings *settings;
  const SpurJob *job;
  const SpurTimelinePart *parts; /* by stream; NULL for all events */
  SpurClassMessages *classes;    /* by class */
  GArray *sides;                 /* of SpurProfileSide */
  gboolean has_set;
  GMutex mutex;
} Profiling;

static void
add_object (SpurObjectProfile *sum, const SpurObjectProfile *object)
{
  sum->n_events += object->n_events;
  sum->n_sent += object->n_sent;
  sum->sent_bytes += object->sent_bytes;
  sum->n_received += object->n_received;
  sum->received_bytes += object->received_bytes;
}

static void
append_rows (GArray *all, const GArray *rows)
{
  if (rows->len > 0)
    g_array_append_vals (all, rows->data, rows->len);
}

static void
add_sums (Profiling *self, const SpurProfileSums *sums)
{
  SpurProfile *profile = self->profile;

  g_mutex_lock (&self->mutex);
  self->has_set |= sums->has_set;
  for (guint i = 0; i < sums->classes->len; i++)
    {
      const SpurClassProfile *row = &g_array_index (sums->classes, SpurClassProfile, i);

      profile->classes[i].n_events += row->n_events;
      profile->classes[i].message_bytes += row->message_bytes;
      profile->classes[i].record_bytes += row->record_bytes;
    }
  for (guint i = 0; i < sums->objects.rows->len; i++)
    add_object (&profile->objects[g_array_index (sums->objects.keys.keys, guint64, i)],
                &g_array_index (sums->objects.rows, SpurObjectProfile, i));
  append_rows (profile->states, sums->states.rows);
  append_rows (profile->pairs, sums->pairs.rows);
  append_rows (self->sides, sums->sides);
  g_mutex_unlock (&self->mutex);
}

static void
profile_stream (guint index, gpointer user_data)
{
  Profiling *self = user_data;
  SpurReplayPart part = { .stream = index, .until_ns = G_MAXINT64 };
  SpurProfileSums sums;

  if (spur_job_is_cancelled (self->job, NULL))
    return;
  if (self->parts != NULL)
    part = self->parts[index].part;
  part.kind = self->settings->raw ? SPUR_REPLAY_ALL_RAW : SPUR_REPLAY_ALL_CORRECTED;
  spur_profile_sums_init (&sums, self->profile->n_classes);
  spur_profile_walk_part (self->trace, &part, self->settings, self->classes, &sums);
  add_sums (self, &sums);
  spur_profile_sums_clear (&sums);
}

SPUR_DEFINE_ORDER (compare_states, SpurStateProfile, SPUR_BY_3 (object, state, is_entered))
SPUR_DEFINE_ORDER (compare_pairs, SpurPairProfile, SPUR_BY_4 (from, from_group, to, to_group))

/* One row for each object and state, whatever streams they come from. */
static void
fold_states (SpurProfile *self)
{
  SpurStateProfile *rows = (SpurStateProfile *) (gpointer) self->states->data;
  guint n_rows = 0;

  if (self->states->len > 0)
    qsort (rows, self->states->len, sizeof *rows, compare_states);
  for (guint i = 0; i < self->states->len; i++)
    {
      SpurStateProfile *last = &rows[n_rows - (n_rows > 0)];

      if (rows[i].n_times == 0 && rows[i].inclusive_ns == 0)
        continue;
      if (n_rows == 0 || compare_states (last, &rows[i]) != 0)
        {
          rows[n_rows++] = rows[i];
          continue;
        }
      last->n_times += rows[i].n_times;
      last->inclusive_ns += rows[i].inclusive_ns;
      last->exclusive_ns += rows[i].exclusive_ns;
    }
  g_array_set_size (self->states, n_rows);
}

static void
fold_pairs (SpurProfile *self)
{
  SpurPairProfile *rows = (SpurPairProfile *) (gpointer) self->pairs->data;
  guint n_rows = 0;

  if (self->pairs->len > 0)
    qsort (rows, self->pairs->len, sizeof *rows, compare_pairs);
  for (guint i = 0; i < self->pairs->len; i++)
    {
      SpurPairProfile *last = &rows[n_rows - (n_rows > 0)];

      if (n_rows == 0 || compare_pairs (last, &rows[i]) != 0)
        {
          rows[n_rows++] = rows[i];
          continue;
        }
      last->n_sent += rows[i].n_sent;
      last->sent_bytes += rows[i].sent_bytes;
      last->n_received += rows[i].n_received;
      last->received_bytes += rows[i].received_bytes;
    }
  g_array_set_size (self->pairs, n_rows);
}

/* What moves or makes its subject, or hands over a lock, is no message. */
static gboolean
tells_of_message (const SpurEventLayout *layout)
{
  return (layout->role == SPUR_ROLE_SEND || layout->role == SPUR_ROLE_RECEIVE) &&
         (layout->match == SPUR_MATCH_FIFO || layout->match == SPUR_MATCH_BY_ID) &&
         !spur_event_layout_is_creation (layout) &&
         spur_replay_get_movement (layout) == SPUR_MOVEMENT_NONE;
}

/* Numbers meet only those of their own family, which is numbered here. */
static void
list_classes (Profiling *self)
{
  guint n_classes = self->profile->n_classes;
  g_autoptr (GHashTable) families = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  self->classes = g_new0 (SpurClassMessages, n_classes + 1);
  for (guint i = 0; i < n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (self->trace, i);
      char *family = spur_event_layout_get_family (layout);
      gpointer index;

      if (tells_of_message (layout))
        self->classes[i].message =
          layout->match == SPUR_MATCH_BY_ID ? SPUR_PROFILE_NUMBERED : SPUR_PROFILE_MESSAGE;
      index = g_hash_table_lookup (families, family);
      if (index == NULL)
        index = GUINT_TO_POINTER (i + 1);
      self->classes[i].family = GPOINTER_TO_UINT (index);
      g_hash_table_insert (families, family, index);
    }
}

static void
join_sides (Profiling *self)
{
  SpurProfileSums sums;

  spur_profile_sums_init (&sums, 0);
  spur_profile_join_sides (self->sides, self->profile->n_objects, &sums.pairs);
  append_rows (self->profile->pairs, sums.pairs.rows);
  spur_profile_sums_clear (&sums);
}

/* What events of the whole trace are needed for: who is at the other side of a message with a
 * number, and states that are set. */
static void
look_at_all_classes (Profiling *self)
{
  guint n_classes = self->profile->n_classes;
  g_autofree guint64 *n_of_class = g_new0 (guint64, n_classes + 1);
  SpurProfileParts parts = self->settings->parts;

  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    spur_stream_count_classes (spur_trace_get_stream (self->trace, i), n_of_class);
  for (guint i = 0; i < n_classes; i++)
    {
      if (n_of_class[i] == 0)
        continue;
      if ((parts & SPUR_PROFILE_PAIRS) != 0 && self->classes[i].message == SPUR_PROFILE_NUMBERED)
        self->parts = NULL;
      self->has_set |= (parts & SPUR_PROFILE_STATES) != 0 &&
                       spur_trace_get_class (self->trace, i)->effect == SPUR_EFFECT_SET;
    }
}

static void
add_set_states (Profiling *self)
{
  gboolean raw = self->settings->raw;
  g_autoptr (SpurTimeline) timeline = NULL;

  if (self->parts != NULL)
    timeline = spur_timeline_new_of_parts (self->trace, raw, self->parts);
  if (timeline == NULL)
    timeline = spur_timeline_new (self->trace, raw);
  spur_profile_add_set_states (timeline, self->settings, self->profile->states);
}

static void
profile_trace (Profiling *self)
{
  SpurProfile *profile = self->profile;

  profile->n_classes = spur_trace_get_n_classes (self->trace);
  profile->n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (self->trace));
  profile->classes = g_new0 (SpurClassProfile, profile->n_classes + 1);
  profile->objects = g_new0 (SpurObjectProfile, (gsize) profile->n_objects + 1);
  list_classes (self);
  if (self->parts != NULL)
    look_at_all_classes (self);
  self->sides = g_array_new (FALSE, FALSE, sizeof (SpurProfileSide));
  g_mutex_init (&self->mutex);
  spur_job_run (self->job, spur_trace_get_n_streams (self->trace), profile_stream, self);
  g_mutex_clear (&self->mutex);
  join_sides (self);
  g_array_unref (self->sides);
  g_free (self->classes);
  if (self->has_set && !spur_job_is_cancelled (self->job, NULL))
    add_set_states (self);
  fold_states (profile);
  fold_pairs (profile);
}

SpurProfile *
spur_profile_new_of_parts (SpurTrace *trace,
                           const SpurProfileSettings *settings,
                           const SpurTimelinePart *parts,
                           const SpurJob *job,
                           GError **error)
{
  g_autoptr (SpurProfile) self = g_object_new (SPUR_TYPE_PROFILE, NULL);
  Profiling profiling = {
    .profile = self, .trace = trace, .settings = settings, .parts = parts, .job = job
  };

  profile_trace (&profiling);
  return spur_job_is_cancelled (job, error) ? NULL : g_steal_pointer (&self);
}

/**
 * spur_profile_new:
 * @trace: a sealed trace
 * @settings: what to sum up
 * @job: (nullable): how to do it
 * @error: set when %NULL is returned
 *
 * Goes through the trace once, its streams in parallel; where states are wanted and some are set,
 * not entered, as those of objects that move, once more.
 *
 * Returns: (transfer full) (nullable): the sums; %NULL with %G_IO_ERROR_CANCELLED
 *
 * Since: 1.0
 */
SpurProfile *
spur_profile_new (SpurTrace *trace,
                  const SpurProfileSettings *settings,
                  const SpurJob *job,
                  GError **error)
{
  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);
  g_return_val_if_fail (settings != NULL && settings->begin_ns <= settings->end_ns, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return spur_profile_new_of_parts (trace, settings, NULL, job, error);
}

/**
 * spur_profile_get_classes:
 * @self: sums
 * @n_classes: (out): how many classes the trace has
 *
 * Gets the sums of each event class of the trace, without those of the classes derived from it.
 *
 * Returns: (array length=n_classes) (transfer none): the sums, by position of the class
 *
 * Since: 1.0
 */
const SpurClassProfile *
spur_profile_get_classes (SpurProfile *self, guint *n_classes)
{
  g_return_val_if_fail (SPUR_IS_PROFILE (self), NULL);
  g_return_val_if_fail (n_classes != NULL, NULL);

  *n_classes = self->n_classes;
  return self->classes;
}

/**
 * spur_profile_get_objects:
 * @self: sums
 * @n_objects: (out): how many active objects the trace has
 *
 * Gets the sums of each active object.
 *
 * Returns: (array length=n_objects) (transfer none): the sums, by entry of the object
 *
 * Since: 1.0
 */
const SpurObjectProfile *
spur_profile_get_objects (SpurProfile *self, guint *n_objects)
{
  g_return_val_if_fail (SPUR_IS_PROFILE (self), NULL);
  g_return_val_if_fail (n_objects != NULL, NULL);

  *n_objects = self->n_objects;
  return self->objects;
}

/**
 * spur_profile_get_states:
 * @self: sums
 * @n_states: (out): how many
 *
 * Gets the times of objects in states, in the order of objects, then of states.
 *
 * Returns: (array length=n_states) (transfer none): the times
 *
 * Since: 1.0
 */
const SpurStateProfile *
spur_profile_get_states (SpurProfile *self, gsize *n_states)
{
  g_return_val_if_fail (SPUR_IS_PROFILE (self), NULL);
  g_return_val_if_fail (n_states != NULL, NULL);

  *n_states = self->states->len;
  return (const SpurStateProfile *) (gpointer) self->states->data;
}

/**
 * spur_profile_get_pairs:
 * @self: sums
 * @n_pairs: (out): how many
 *
 * Gets the messages between active objects, in the order of senders, then of receivers.
 *
 * Returns: (array length=n_pairs) (transfer none): the pairs
 *
 * Since: 1.0
 */
const SpurPairProfile *
spur_profile_get_pairs (SpurProfile *self, gsize *n_pairs)
{
  g_return_val_if_fail (SPUR_IS_PROFILE (self), NULL);
  g_return_val_if_fail (n_pairs != NULL, NULL);

  *n_pairs = self->pairs->len;
  return (const SpurPairProfile *) (gpointer) self->pairs->data;
}
