/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Sums up the events of one stream, in one pass over its columns. */
#include "core/analysis/profile/spur-profile-private.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/store/trace/spur-replay-internal.h"

/* A state that the stream is in. */
typedef struct
{
  guint row;
  gint64 enter_ns;
  gint64 inside_ns;
} Frame;

/* A stream up to an event. A state that is open several times has its inclusive time counted by the
 * outermost one. */
typedef struct
{
  const SpurProfileSettings *settings;
  const SpurClassMessages *classes;
  guint32 n_objects;
  SpurProfileSums *sums;
  GArray *frames;
  GArray *n_open; /* by row of the states */
} Walk;

static void
init_rows (SpurProfileRows *self, guint row_bytes)
{
  self->rows = g_array_new (FALSE, TRUE, row_bytes);
  spur_key_table_init (&self->keys);
}

static void
clear_rows (SpurProfileRows *self)
{
  g_clear_pointer (&self->rows, g_array_unref);
  spur_key_table_clear (&self->keys);
}

void
spur_profile_sums_init (SpurProfileSums *self, guint n_classes)
{
  *self = (SpurProfileSums){ .classes = g_array_new (FALSE, TRUE, sizeof (SpurClassProfile)) };
  g_array_set_size (self->classes, n_classes);
  init_rows (&self->objects, sizeof (SpurObjectProfile));
  init_rows (&self->states, sizeof (SpurStateProfile));
  init_rows (&self->pairs, sizeof (SpurPairProfile));
  self->sides = g_array_new (FALSE, FALSE, sizeof (SpurProfileSide));
}

void
spur_profile_sums_clear (SpurProfileSums *self)
{
  g_clear_pointer (&self->classes, g_array_unref);
  clear_rows (&self->objects);
  clear_rows (&self->states);
  clear_rows (&self->pairs);
  g_clear_pointer (&self->sides, g_array_unref);
}

/* The row of a key; a new one is zeroed, and @is_new is set. */
static guint
find_row (SpurProfileRows *self, guint64 key, gboolean *is_new)
{
  guint row = spur_key_table_add (&self->keys, key);

  *is_new = row == self->rows->len;
  if (*is_new)
    g_array_set_size (self->rows, row + 1);
  return row;
}

static gint64
clamp_time (const Walk *walk, gint64 time_ns)
{
  return CLAMP (time_ns, walk->settings->begin_ns, walk->settings->end_ns);
}

static gboolean
is_inside (const Walk *walk, gint64 time_ns)
{
  return time_ns >= walk->settings->begin_ns && time_ns < walk->settings->end_ns;
}

/* States */

static guint
find_state (Walk *walk, guint32 object, guint32 state)
{
  SpurProfileRows *states = &walk->sums->states;
  const guint none = 0;
  gboolean is_new;
  guint row = find_row (states, (guint64) object << 32 | state, &is_new);

  if (!is_new)
    return row;
  g_array_index (states->rows, SpurStateProfile, row) =
    (SpurStateProfile){ .object = object, .state = state, .is_entered = TRUE };
  g_array_append_val (walk->n_open, none);
  return row;
}

static guint
open_frame (Walk *walk, guint32 object, guint32 state, gint64 enter_ns)
{
  Frame frame = { find_state (walk, object, state), enter_ns, 0 };

  g_array_index (walk->n_open, guint, frame.row)++;
  g_array_append_val (walk->frames, frame);
  return frame.row;
}

static void
enter_state (Walk *walk, const SpurReplay *replay)
{
  guint32 state = spur_replay_get_use (replay, SPUR_USE_STATE);
  guint row = open_frame (walk, replay->subject, state, clamp_time (walk, replay->time_ns));

  g_array_index (walk->sums->states.rows, SpurStateProfile, row).n_times +=
    is_inside (walk, replay->time_ns);
}

static void
leave_state (SpurReplay *replay, gpointer user_data)
{
  Walk *walk = user_data;
  Frame frame = g_array_index (walk->frames, Frame, walk->frames->len - 1);
  SpurStateProfile *row = &g_array_index (walk->sums->states.rows, SpurStateProfile, frame.row);
  gint64 inclusive_ns = MAX (clamp_time (walk, replay->time_ns) - frame.enter_ns, 0);

  g_array_set_size (walk->frames, walk->frames->len - 1);
  if (--g_array_index (walk->n_open, guint, frame.row) == 0)
    row->inclusive_ns += inclusive_ns;
  row->exclusive_ns += MAX (inclusive_ns - frame.inside_ns, 0);
  if (walk->frames->len > 0)
    g_array_index (walk->frames, Frame, walk->frames->len - 1).inside_ns += inclusive_ns;
}

static void
take_state (Walk *walk, SpurReplay *replay)
{
  if (replay->layout->effect == SPUR_EFFECT_ENTER)
    enter_state (walk, replay);
  else if (replay->has_left)
    leave_state (replay, walk);
  else if (replay->layout->effect == SPUR_EFFECT_SET)
    walk->sums->has_set = TRUE;
}

/* Messages */

static guint64
get_message_bytes (const SpurReplay *replay)
{
  const SpurEventLayout *layout = replay->layout;
  SpurUse use = layout->field_of_use[SPUR_USE_SIZE] >= 0 ? SPUR_USE_SIZE : SPUR_USE_SENT_BYTES;

  return spur_event_layout_get_use (layout, use, replay->record, 0);
}

static void
count_of_object (Walk *walk, const SpurReplay *replay, guint64 n_bytes)
{
  gboolean is_new;
  guint row = find_row (&walk->sums->objects, replay->subject, &is_new);
  SpurObjectProfile *object = &g_array_index (walk->sums->objects.rows, SpurObjectProfile, row);

  object->n_events++;
  if (walk->classes[replay->class_index].message == SPUR_PROFILE_NO_MESSAGE)
    return;
  if (replay->layout->role == SPUR_ROLE_SEND)
    {
      object->n_sent++;
      object->sent_bytes += n_bytes;
    }
  else
    {
      object->n_received++;
      object->received_bytes += n_bytes;
    }
}

/* Entries of the two tables do not meet: both are of tables in memory, and so below 2^31. */
static guint32
get_code (guint32 n_objects, guint32 object, guint32 group)
{
  return object == SPUR_NONE && group != SPUR_NONE ? n_objects + group : object;
}

SpurPairProfile *
spur_profile_find_pair (SpurProfileRows *pairs, guint32 n_objects, const SpurPairProfile *key)
{
  guint64 from = get_code (n_objects, key->from, key->from_group);
  guint32 to = get_code (n_objects, key->to, key->to_group);
  gboolean is_new;
  guint row = find_row (pairs, from << 32 | to, &is_new);
  SpurPairProfile *pair = &g_array_index (pairs->rows, SpurPairProfile, row);

  if (is_new)
    *pair = *key;
  return pair;
}

static SpurProfileSide
get_side (const SpurReplay *replay)
{
  guint32 own = replay->subject != SPUR_NONE ? replay->subject : replay->target;
  guint32 peer = spur_replay_get_use (replay, SPUR_USE_PEER);

  return (SpurProfileSide){
    .n_bytes = get_message_bytes (replay),
    .own = own,
    .peer = peer,
    .group = peer == SPUR_NONE ? spur_replay_get_use (replay, SPUR_USE_MEMBERS) : SPUR_NONE,
    .is_receive = replay->layout->role == SPUR_ROLE_RECEIVE,
  };
}

static void
count_of_pair (Walk *walk, const SpurReplay *replay)
{
  SpurProfileSide side = get_side (replay);
  SpurPairProfile sent = { side.own, SPUR_NONE, side.peer, side.group };
  SpurPairProfile received = { side.peer, side.group, side.own, SPUR_NONE };
  SpurPairProfile *pair = spur_profile_find_pair (&walk->sums->pairs, walk->n_objects,
                                                  side.is_receive ? &received : &sent);

  if (side.is_receive)
    {
      pair->n_received++;
      pair->received_bytes += side.n_bytes;
    }
  else
    {
      pair->n_sent++;
      pair->sent_bytes += side.n_bytes;
    }
}

static void
note_side (Walk *walk, const SpurReplay *replay, gboolean counts)
{
  SpurProfileSide side = get_side (replay);

  side.number = spur_event_layout_get_use (replay->layout, SPUR_USE_MESSAGE_ID, replay->record, 0);
  side.tag = spur_event_layout_get_use (replay->layout, SPUR_USE_TAG, replay->record, 0);
  side.family = walk->classes[replay->class_index].family;
  side.counts = counts;
  g_array_append_val (walk->sums->sides, side);
}

static gboolean
is_counted (const Walk *walk, const SpurReplay *replay)
{
  const SpurProfileSettings *settings = walk->settings;

  return is_inside (walk, replay->time_ns) &&
         (settings->accept == NULL ||
          settings->accept (replay->layout, replay->class_index, replay->record, replay->stream,
                            settings->accept_data));
}

static void
count_event (Walk *walk, const SpurReplay *replay)
{
  SpurClassProfile *counts =
    &g_array_index (walk->sums->classes, SpurClassProfile, replay->class_index);
  guint64 n_bytes = get_message_bytes (replay);

  counts->n_events++;
  counts->message_bytes += n_bytes;
  counts->record_bytes += replay->layout->n_bytes;
  if ((walk->settings->parts & SPUR_PROFILE_OBJECTS) != 0 && replay->subject < walk->n_objects)
    count_of_object (walk, replay, n_bytes);
}

static void
take_event (SpurReplay *replay, gpointer user_data)
{
  Walk *walk = user_data;
  SpurProfileParts parts = walk->settings->parts;
  SpurProfileMessage message = walk->classes[replay->class_index].message;
  gboolean counts = is_counted (walk, replay);

  if (counts)
    count_event (walk, replay);
  if ((parts & SPUR_PROFILE_PAIRS) != 0 && message == SPUR_PROFILE_NUMBERED)
    note_side (walk, replay, counts);
  else if ((parts & SPUR_PROFILE_PAIRS) != 0 && message == SPUR_PROFILE_MESSAGE && counts)
    count_of_pair (walk, replay);
  if ((parts & SPUR_PROFILE_STATES) != 0)
    take_state (walk, replay);
}

void
spur_profile_walk_part (SpurTrace *trace,
                        const SpurReplayPart *part,
                        const SpurProfileSettings *settings,
                        const SpurClassMessages *classes,
                        SpurProfileSums *sums)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  g_autoptr (GArray) n_open = g_array_new (FALSE, FALSE, sizeof (guint));
  Walk walk = {
    settings, classes, spur_definitions_get_n_objects (spur_trace_get_definitions (trace)),
    sums,     frames,  n_open
  };
  gboolean has_states = (settings->parts & SPUR_PROFILE_STATES) != 0;

  for (guint i = 0; has_states && i < part->n_entered; i++)
    open_frame (&walk, part->entered[i].object, part->entered[i].state, settings->begin_ns);
  spur_replay_part (trace, part, take_event, has_states ? leave_state : NULL, &walk);
}
