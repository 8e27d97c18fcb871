/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the events of a trace say of its active objects, in order. */
#include <stdlib.h>
#include <string.h>

#include "core/analysis/presence/spur-timeline-private.h"
#include "core/base/spur-order-internal.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/store/trace/spur-replay-internal.h"

/* More rows of a kind and stream are counted, not kept: 2^30 of them are 24 GiB. */
#define MAX_ROWS (1u << 30)

/* An object joins or leaves a neighborhood. */
typedef struct
{
  gint64 time_ns;
  guint64 origin;
  guint32 neighborhood;
  guint32 member;
  gboolean joins;
} Membership;

/* What is found in one stream, by one thread. */
typedef struct
{
  SpurKeyedRows columns[SPUR_TIMELINE_N_KINDS]; /* SpurTimelineRow by object */
  SpurPageArray places;                         /* SpurTimelinePlace */
  GArray *memberships;
  GArray *skips; /* SpurTimelineSkip; NULL where nothing is set */
  guint64 n_omitted;
  /* The one object whose communication is all that the stream tells of, or SPUR_NONE, and when. */
  guint32 implied;
  SpurTimelineSpan implied_span;
} Found;

typedef struct
{
  SpurTimeline *timeline;
  Found *found;
  /* By class: whether its events create their subject, and how they move it. */
  guint8 *creates;
  guint8 *movements;
  guint8 *is_component;
  /* By object; NULL where all states are kept. */
  guint8 *is_placed;
  /* By stream, and by class whether all of its events are looked at; NULL where all are. */
  const SpurTimelinePart *parts;
  guint8 *is_rare;
  guint n_rare;
  SpurKeyedPool *pool;
  GAsyncQueue *runs; /* SpurTimelineRuns that no thread uses */
} Filling;

typedef struct
{
  const Filling *filling;
  SpurTimeline *timeline;
  const SpurReplay *replay;
  Found *found;
  /* Of the innermost state before the event, or SPUR_NONE. */
  guint32 innermost;
  /* The object of the states entered, SPUR_NONE for none or several; and a bit for each kind. */
  guint32 entered;
  guint kinds;
  /* NULL where nothing was set yet, or all is kept. */
  SpurTimelineRuns *runs;
} Walk;

/* Of states only where objects are seen. */
static gboolean
keeps_sightings (const SpurTimeline *self, SpurTimelineKind kind)
{
  return self->is_of_places && kind == SPUR_TIMELINE_STATES;
}

static guint64
get_origin (const SpurReplay *replay)
{
  return (guint64) replay->stream << SPUR_TIMELINE_EVENT_BITS | replay->event;
}

/* Kinds by which places are found. */
static gboolean
is_of_place (SpurTimelineKind kind)
{
  return kind == SPUR_TIMELINE_EXISTENCE || kind == SPUR_TIMELINE_STATES;
}

static void
keep_row (Walk *walk, SpurTimelineKind kind, guint32 object, const SpurTimelineRow *row)
{
  SpurKeyedRows *column = &walk->found->columns[kind];

  if (column->rows.n == MAX_ROWS)
    walk->found->n_omitted++;
  else
    *SPUR_KEYED_ROWS_ADD (column, object, SpurTimelineRow) = *row;
}

static void
add_made_row (Walk *walk, SpurTimelineKind kind, guint32 object, SpurTimelineRow row)
{
  row.time_ns = walk->replay->time_ns;
  row.origin = get_origin (walk->replay);
  if (object < walk->timeline->n_objects && (!walk->timeline->is_of_places || is_of_place (kind)))
    keep_row (walk, kind, object, &row);
}

static void
add_row (Walk *walk, SpurTimelineKind kind, guint32 object, guint32 value, guint32 list)
{
  add_made_row (walk, kind, object, (SpurTimelineRow){ .value = value, .list = list });
}

static guint32
get_use (const Walk *walk, SpurUse use)
{
  return spur_replay_get_use (walk->replay, use);
}

static guint64
get_wide_use (const Walk *walk, SpurUse use)
{
  return spur_event_layout_get_use (walk->replay->layout, use, walk->replay->record, 0);
}

static void
add_place (Walk *walk, SpurTimelinePlaced placed)
{
  const SpurReplay *replay = walk->replay;
  SpurTimelinePlace place = {
    .time_ns = replay->time_ns,
    .origin = get_origin (replay),
    .migration = get_wide_use (walk, SPUR_USE_MESSAGE_ID),
    .object = replay->subject,
    .source = get_use (walk, SPUR_USE_SOURCE),
    .destination = get_use (walk, SPUR_USE_DESTINATION),
    .placed = (guint8) placed,
    .creates = walk->filling->creates[replay->class_index],
    .has_migration = replay->layout->field_of_use[SPUR_USE_MESSAGE_ID] >= 0,
  };

  if (place.object >= walk->timeline->n_objects)
    return;
  if (placed == SPUR_TIMELINE_PLACED && place.destination == SPUR_NONE)
    place.destination = replay->target;
  if (walk->found->places.n == MAX_ROWS)
    walk->found->n_omitted++;
  else if (placed != SPUR_TIMELINE_PLACED || place.destination != SPUR_NONE)
    *SPUR_PAGE_ARRAY_ADD (&walk->found->places, SpurTimelinePlace) = place;
}

static gboolean
is_entered (const SpurReplay *replay, guint32 object, guint n_entered)
{
  for (guint i = 0; i < n_entered; i++)
    {
      if (g_array_index (replay->entered, SpurEntered, i).object == object)
        return TRUE;
    }
  return FALSE;
}

static guint32
get_innermost (const SpurReplay *replay)
{
  const SpurEntered *innermost = spur_replay_get_innermost (replay);

  return innermost != NULL ? innermost->object : SPUR_NONE;
}

/* A stream does one thing at a time: the objects whose states lie around the innermost one of
 * another object pause. */
static void
change_innermost (Walk *walk)
{
  const SpurReplay *replay = walk->replay;
  guint32 before = walk->innermost, now = get_innermost (replay);
  guint n_around = replay->entered->len > 0 ? replay->entered->len - 1 : 0;

  walk->innermost = now;
  if (before == now)
    return;
  if (before != SPUR_NONE && is_entered (replay, before, n_around))
    add_row (walk, SPUR_TIMELINE_PAUSES, before, TRUE, 0);
  if (now != SPUR_NONE && (replay->has_left || is_entered (replay, now, n_around)))
    add_row (walk, SPUR_TIMELINE_PAUSES, now, FALSE, 0);
}

/* What kinds of states the stream tells of. */
static void
note_kind (Walk *walk, guint32 object)
{
  const SpurState *state = spur_definitions_get_state (
    spur_trace_get_definitions (walk->timeline->trace), get_use (walk, SPUR_USE_STATE));

  if (walk->kinds == 0)
    walk->entered = object;
  else if (walk->entered != object)
    walk->entered = SPUR_NONE;
  walk->kinds |= 1u << (state != NULL ? state->kind : SPUR_STATE_WORK);
}

/* The object is in the innermost state again that it is in; where there is none, in the one that
 * was set last, which is filled in when the rows of all streams are in order. */
static void
leave_state (Walk *walk)
{
  const GArray *entered = walk->replay->entered;
  guint32 object = walk->replay->left.object;
  guint32 state = SPUR_NONE;

  if (!walk->replay->has_left || walk->timeline->is_of_places)
    return;
  for (guint i = entered->len; i > 0 && state == SPUR_NONE; i--)
    {
      if (g_array_index (entered, SpurEntered, i - 1).object == object)
        state = g_array_index (entered, SpurEntered, i - 1).state;
    }
  add_row (walk, SPUR_TIMELINE_STATES, object, state, SPUR_TIMELINE_LEFT);
  change_innermost (walk);
}

static void
note_members (Walk *walk, guint32 neighborhood, gboolean joins)
{
  const SpurGroup *group = spur_definitions_get_group (
    spur_trace_get_definitions (walk->timeline->trace), get_use (walk, SPUR_USE_MEMBERS));
  Membership membership = { walk->replay->time_ns, get_origin (walk->replay), neighborhood,
                            SPUR_NONE, joins };

  if (neighborhood >= walk->timeline->n_objects)
    return;
  add_row (walk, SPUR_TIMELINE_CONNECTIONS, neighborhood, 0, SPUR_NONE);
  if (group == NULL && !joins)
    g_array_append_val (walk->found->memberships, membership);
  for (guint i = 0; group != NULL && i < group->n_members; i++)
    {
      membership.member = group->members[i];
      g_array_append_val (walk->found->memberships, membership);
      add_row (walk, SPUR_TIMELINE_CONNECTIONS, group->members[i], 0, SPUR_NONE);
    }
}

static void
begin_runs (Walk *walk)
{
  const SpurTimelinePart *part = &walk->filling->parts[walk->replay->stream];

  walk->found->skips = g_array_new (FALSE, FALSE, sizeof (SpurTimelineSkip));
  walk->runs = g_async_queue_try_pop (walk->filling->runs);
  if (walk->runs == NULL)
    walk->runs = spur_timeline_runs_new (walk->timeline);
  walk->runs->from_ns = part->from_ns;
  walk->runs->to_ns = part->part.until_ns;
}

static void
end_runs (Walk *walk)
{
  SpurTimelineRow row;
  guint32 object;

  if (walk->runs == NULL)
    return;
  while (spur_timeline_runs_end (walk->runs, &object, &row, walk->found->skips) > 0)
    keep_row (walk, SPUR_TIMELINE_STATES, object, &row);
  g_async_queue_push (walk->filling->runs, g_steal_pointer (&walk->runs));
}

/* Of what is set out of a window not all is kept. */
static void
set_state (Walk *walk, guint32 object)
{
  const SpurTimelineRow row = { .time_ns = walk->replay->time_ns,
                                .origin = get_origin (walk->replay),
                                .value = get_use (walk, SPUR_USE_STATE),
                                .list = get_use (walk, SPUR_USE_VALUES) };
  SpurTimelineRow kept[2];
  guint n_kept;

  if (object >= walk->timeline->n_objects ||
      (walk->filling->is_placed != NULL && walk->filling->is_placed[object]))
    return;
  if (walk->filling->parts == NULL)
    {
      keep_row (walk, SPUR_TIMELINE_STATES, object, &row);
      return;
    }
  if (walk->runs == NULL)
    begin_runs (walk);
  n_kept = spur_timeline_runs_take (walk->runs, object, &row, kept, walk->found->skips);
  for (guint i = 0; i < n_kept; i++)
    keep_row (walk, SPUR_TIMELINE_STATES, object, &kept[i]);
}

static void
take_effect (Walk *walk, guint32 object)
{
  guint64 bits;
  SpurTimelineRow load = { 0 };

  switch (walk->replay->layout->effect)
    {
    case SPUR_EFFECT_ENTER:
      add_row (walk, SPUR_TIMELINE_STATES, object, get_use (walk, SPUR_USE_STATE),
               SPUR_TIMELINE_ENTERED);
      change_innermost (walk);
      note_kind (walk, object);
      break;
    case SPUR_EFFECT_LEAVE:
      leave_state (walk);
      break;
    case SPUR_EFFECT_SET:
      set_state (walk, object);
      break;
    case SPUR_EFFECT_END:
      add_row (walk, SPUR_TIMELINE_EXISTENCE, object, FALSE, 0);
      add_row (walk, SPUR_TIMELINE_STATES, object, SPUR_NONE, SPUR_NONE);
      break;
    case SPUR_EFFECT_CONNECT:
    case SPUR_EFFECT_DISCONNECT:
      note_members (walk, object, walk->replay->layout->effect == SPUR_EFFECT_CONNECT);
      break;
    case SPUR_EFFECT_MEASURE:
      bits = get_wide_use (walk, SPUR_USE_LOAD);
      memcpy (&load.load, &bits, sizeof bits);
      add_made_row (walk, SPUR_TIMELINE_LOADS, object, load);
      break;
    case SPUR_EFFECT_PLACE:
    case SPUR_EFFECT_BEGIN:
    case SPUR_EFFECT_NONE:
      break;
    }
}

static void
take_movement (Walk *walk)
{
  static const SpurTimelinePlaced placed_by[] = {
    [SPUR_MOVEMENT_ARRIVES] = SPUR_TIMELINE_PLACED,
    [SPUR_MOVEMENT_LEAVES] = SPUR_TIMELINE_SENT,
    [SPUR_MOVEMENT_ENDS] = SPUR_TIMELINE_ENDED,
  };
  guint movement = walk->filling->movements[walk->replay->class_index];

  if (movement != SPUR_MOVEMENT_NONE)
    add_place (walk, placed_by[movement]);
}

static void
take_event (SpurReplay *replay, gpointer user_data)
{
  Walk *walk = user_data;
  guint32 object = replay->subject;
  guint32 resources = spur_replay_get_use (replay, SPUR_USE_RESOURCES);
  SpurTimelineRow message = { 0 };

  walk->replay = replay;
  if (walk->filling->creates[replay->class_index])
    add_row (walk, SPUR_TIMELINE_EXISTENCE, object, TRUE, 0);
  take_effect (walk, object);
  take_movement (walk);
  if (resources != SPUR_NONE)
    add_row (walk, SPUR_TIMELINE_RESOURCES, object, 0, resources);
  if (replay->layout->role != SPUR_ROLE_SEND || object >= walk->timeline->n_objects ||
      !walk->filling->is_component[object])
    return;
  message.n_bytes = get_wide_use (walk, SPUR_USE_SIZE);
  add_made_row (walk, SPUR_TIMELINE_MESSAGES, object, message);
}

/* What happens in a state that its stream never leaves is unknown after the stream's end. */
static void
end_state (SpurReplay *replay, gpointer user_data)
{
  Walk *walk = user_data;

  walk->replay = replay;
  add_row (walk, SPUR_TIMELINE_PAUSES, replay->left.object, TRUE, 0);
}

static gint64
get_event_ns (const SpurTimeline *self, guint stream, guint64 event)
{
  gint64 raw_ns = spur_stream_get_raw_ns (spur_trace_get_stream (self->trace, stream), event);
  SpurCorrection *correction = self->raw ? NULL : spur_trace_get_correction (self->trace);

  return correction != NULL ? spur_correction_apply (correction, stream, event, raw_ns) : raw_ns;
}

static void
note_implied (const Walk *walk, guint stream)
{
  guint64 n_events =
    spur_stream_get_n_events (spur_trace_get_stream (walk->timeline->trace, stream));

  walk->found->implied = SPUR_NONE;
  if (!spur_timeline_implies_work (walk->kinds) || walk->entered >= walk->timeline->n_objects)
    return;
  walk->found->implied = walk->entered;
  walk->found->implied_span =
    (SpurTimelineSpan){ get_event_ns (walk->timeline, stream, 0),
                        get_event_ns (walk->timeline, stream, n_events - 1) };
}

/* Rows that stand for states that a stream entered outside of its part: when it was seen first,
 * which may be after the part, and what is open at the part's begin. */
static void
add_outer_states (Walk *walk, const SpurTimelinePart *part)
{
  const SpurReplayPart *events = &part->part;
  SpurReplay replay = { .stream = events->stream };

  walk->replay = &replay;
  walk->entered = part->object;
  walk->kinds = part->kinds;
  if (part->first_entered != G_MAXUINT64)
    {
      replay.event = part->first_entered;
      replay.time_ns = get_event_ns (walk->timeline, events->stream, replay.event);
      add_row (walk, SPUR_TIMELINE_STATES, part->object, SPUR_NONE, SPUR_TIMELINE_ENTERED);
      add_row (walk, SPUR_TIMELINE_STATES, part->object, SPUR_NONE, SPUR_TIMELINE_LEFT);
    }
  if (events->n_entered == 0)
    return;
  replay.event = events->first;
  replay.time_ns = get_event_ns (walk->timeline, events->stream, replay.event);
  for (guint i = 0; i < events->n_entered; i++)
    add_row (walk, SPUR_TIMELINE_STATES, events->entered[i].object, events->entered[i].state,
             SPUR_TIMELINE_ENTERED);
  walk->innermost = events->entered[events->n_entered - 1].object;
}

static void
take_frequent_event (SpurReplay *replay, gpointer user_data)
{
  Walk *walk = user_data;

  if (!walk->filling->is_rare[replay->class_index])
    take_event (replay, walk);
}

static void
walk_part (Walk *walk, guint stream)
{
  const SpurTimelinePart *part = &walk->filling->parts[stream];
  SpurTrace *trace = walk->timeline->trace;

  add_outer_states (walk, part);
  if (walk->filling->n_rare > 0)
    spur_replay_classes (trace, stream, part->part.kind, walk->filling->is_rare, take_event, walk);
  end_runs (walk);
  spur_replay_part (trace, &part->part, take_frequent_event, end_state, walk);
}

static void
end_columns (const Filling *filling, Found *found)
{
  for (guint kind = 0; kind < SPUR_TIMELINE_N_KINDS; kind++)
    {
      if (keeps_sightings (filling->timeline, kind))
        spur_keyed_rows_group (&found->columns[kind], sizeof (SpurTimelineRow), filling->pool);
      else
        spur_keyed_rows_fit (&found->columns[kind], sizeof (SpurTimelineRow));
    }
}

static void
walk_stream (guint index, gpointer data)
{
  const Filling *filling = data;
  SpurTimeline *self = filling->timeline;
  Found *found = &filling->found[index];
  Walk walk = { .filling = filling,
                .timeline = self,
                .found = found,
                .innermost = SPUR_NONE,
                .entered = SPUR_NONE };

  found->memberships = g_array_new (FALSE, FALSE, sizeof (Membership));
  if (filling->parts != NULL)
    walk_part (&walk, index);
  else
    spur_replay_stream (self->trace, index, self->raw ? SPUR_REPLAY_RAW : SPUR_REPLAY_CORRECTED,
                        take_event, end_state, &walk);
  note_implied (&walk, index);
  end_columns (filling, found);
  spur_page_array_fit (&found->places, sizeof (SpurTimelinePlace));
}

static void
number_ends (SpurTimeline *self)
{
  SpurTimelineRows *rows = &self->kinds[SPUR_TIMELINE_EXISTENCE];

  for (guint32 object = 0; object < self->n_objects; object++)
    {
      guint32 n_ends = 0;

      for (gsize i = rows->firsts[object]; i < rows->firsts[object + 1]; i++)
        {
          n_ends += rows->rows[i].value == 0;
          rows->rows[i].list = n_ends;
        }
    }
}

/* Where no state is entered, the one holds that was set last. */
static void
restore_states (SpurTimeline *self)
{
  SpurTimelineRows *rows = &self->kinds[SPUR_TIMELINE_STATES];

  for (guint32 object = 0; object < self->n_objects; object++)
    {
      guint32 state = SPUR_NONE;

      for (gsize i = rows->firsts[object]; i < rows->firsts[object + 1]; i++)
        {
          SpurTimelineRow *row = &rows->rows[i];

          if (row->list < SPUR_TIMELINE_LEFT || row->list == SPUR_NONE)
            state = row->value;
          else if (row->list == SPUR_TIMELINE_LEFT && row->value == SPUR_NONE)
            row->value = state;
        }
    }
}

static void
index_residents (SpurTimeline *self)
{
  const SpurTimelineRows *rows = &self->kinds[SPUR_TIMELINE_PLACES];

  for (guint32 object = 0; object < self->n_objects; object++)
    {
      for (gsize i = rows->firsts[object]; i < rows->firsts[object + 1]; i++)
        {
          const SpurTimelineRow *row = &rows->rows[i];
          gboolean is_last = i + 1 == rows->firsts[object + 1];
          SpurInterval interval = { row->time_ns, is_last ? G_MAXINT64 : row[1].time_ns, row->value,
                                    object };

          if (row->value < self->n_objects)
            spur_intervals_add (&self->residents, &interval);
        }
    }
  spur_intervals_index (&self->residents, self->n_objects);
}

/* Joining or leaving of one event, and of one neighborhood, in the order of the group. */
SPUR_DEFINE_ORDER (compare_memberships,
                   Membership,
                   SPUR_BY_4 (neighborhood, time_ns, origin, member))

static void
end_membership (SpurTimeline *self, guint32 neighborhood, guint32 member, gint64 begin, gint64 end)
{
  spur_intervals_add (&self->memberships, &(SpurInterval){ begin, end, member, neighborhood });
  spur_intervals_add (&self->members, &(SpurInterval){ begin, end, neighborhood, member });
}

/* @since has when the present members of a neighborhood joined it. */
static void
end_all (SpurTimeline *self, GHashTable *since, guint32 neighborhood, gint64 end_ns)
{
  GHashTableIter iter;
  gpointer member, begin_ns;

  g_hash_table_iter_init (&iter, since);
  while (g_hash_table_iter_next (&iter, &member, &begin_ns))
    {
      end_membership (self, neighborhood, GPOINTER_TO_UINT (member), *(gint64 *) begin_ns, end_ns);
      g_hash_table_iter_remove (&iter);
    }
}

static void
take_membership (SpurTimeline *self, GHashTable *since, const Membership *membership)
{
  gpointer member = GUINT_TO_POINTER (membership->member);
  gint64 *begin_ns = g_hash_table_lookup (since, member);

  if (membership->member >= self->n_objects)
    {
      if (!membership->joins)
        end_all (self, since, membership->neighborhood, membership->time_ns);
    }
  else if (membership->joins && begin_ns == NULL)
    {
      g_hash_table_insert (since, member,
                           g_memdup2 (&membership->time_ns, sizeof membership->time_ns));
    }
  else if (!membership->joins && begin_ns != NULL)
    {
      end_membership (self, membership->neighborhood, membership->member, *begin_ns,
                      membership->time_ns);
      g_hash_table_remove (since, member);
    }
}

static void
index_memberships (SpurTimeline *self, GArray *memberships)
{
  g_autoptr (GHashTable) since = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  if (memberships->len > 0)
    qsort (memberships->data, memberships->len, sizeof (Membership), compare_memberships);
  for (guint i = 0; i < memberships->len; i++)
    {
      const Membership *membership = &g_array_index (memberships, Membership, i);

      take_membership (self, since, membership);
      if (i + 1 == memberships->len || membership[1].neighborhood != membership->neighborhood)
        end_all (self, since, membership->neighborhood, G_MAXINT64);
    }
  spur_intervals_index (&self->memberships, self->n_objects);
  spur_intervals_index (&self->members, self->n_objects);
}

/* Appends what a stream has to what those before it have. */
static void
append_part (GArray *all, GArray *part)
{
  if (part->len > 0)
    g_array_append_vals (all, part->data, part->len);
  g_array_unref (part);
}

static void
gather_implied (SpurTimeline *self, const Found *found)
{
  SpurTimelineSpan *span;

  if (found->implied == SPUR_NONE)
    return;
  if (self->implied == NULL)
    self->implied = g_new0 (SpurTimelineSpan, (gsize) self->n_objects + 1);
  span = &self->implied[found->implied];
  if (span->begin_ns >= span->end_ns)
    *span = found->implied_span;
  span->begin_ns = MIN (span->begin_ns, found->implied_span.begin_ns);
  span->end_ns = MAX (span->end_ns, found->implied_span.end_ns);
}

static void
drop_states (SpurTimeline *self)
{
  SpurTimelineRows *rows = &self->kinds[SPUR_TIMELINE_STATES];

  memset (rows->firsts, 0, ((gsize) self->n_objects + 1) * sizeof *rows->firsts);
  g_clear_pointer (&rows->rows, spur_pages_free);
  spur_pages_trim ();
}

/* Whether any object is where what is in it is seen. */
static gboolean
gather_all (SpurTimeline *self, const Filling *filling, guint n_streams)
{
  Found *found = filling->found;
  gboolean shows_containers;

  g_autofree SpurKeyedRows **columns = g_new (SpurKeyedRows *, n_streams + 1);
  g_autofree SpurPageArray **places = g_new (SpurPageArray *, n_streams + 1);
  g_autoptr (GArray) memberships = g_array_new (FALSE, FALSE, sizeof (Membership));

  for (guint kind = 0; kind < SPUR_TIMELINE_N_KINDS; kind++)
    {
      for (guint s = 0; s < n_streams; s++)
        columns[s] = &found[s].columns[kind];
      if (keeps_sightings (self, kind))
        spur_timeline_gather_sightings (self, filling->is_placed, columns, n_streams);
      else if (kind != SPUR_TIMELINE_PLACES)
        spur_timeline_gather (self, kind, columns, n_streams);
      if (kind == SPUR_TIMELINE_EXISTENCE)
        number_ends (self);
    }
  for (guint s = 0; s < n_streams; s++)
    {
      places[s] = &found[s].places;
      append_part (memberships, found[s].memberships);
      self->n_omitted += found[s].n_omitted;
      gather_implied (self, &found[s]);
    }
  if (!self->is_of_places)
    restore_states (self);
  shows_containers = spur_timeline_resolve_places (self, places, n_streams);
  if (self->is_of_places)
    {
      drop_states (self);
      return shows_containers;
    }
  index_residents (self);
  index_memberships (self, memberships);
  return shows_containers;
}

static void
find_types (SpurTimeline *self, guint8 *is_component)
{
  for (guint32 i = 0; i < self->n_objects; i++)
    {
      GType type = spur_definitions_get_object (spur_trace_get_definitions (self->trace), i)->type;

      self->is_load_object[i] = g_type_is_a (type, SPUR_TYPE_LOAD_OBJECT);
      is_component[i] = g_type_is_a (type, SPUR_TYPE_LM_COMPONENT);
    }
}

static gboolean
is_told_by_parts (const SpurTimeline *self, const Filling *filling)
{
  guint n_streams = spur_trace_get_n_streams (self->trace);
  g_autofree GArray **skips = g_new (GArray *, (gsize) n_streams + 1);

  for (guint i = 0; i < n_streams; i++)
    skips[i] = filling->found[i].skips;
  return spur_timeline_is_seen_at_one_place (self, filling->parts) &&
         spur_timeline_runs_are_seen (self, skips);
}

static void
clear_skips (Found *found, guint n_streams)
{
  for (guint i = 0; i < n_streams; i++)
    g_clear_pointer (&found[i].skips, g_array_unref);
}

gboolean
spur_timeline_fill (SpurTimeline *self, const SpurTimelinePart *parts)
{
  guint n_streams = spur_trace_get_n_streams (self->trace);
  guint n_classes = spur_trace_get_n_classes (self->trace);
  g_autofree Found *found = g_new0 (Found, n_streams + 1);
  g_autofree guint8 *creates = g_new0 (guint8, n_classes + 1);
  g_autofree guint8 *movements = g_new0 (guint8, n_classes + 1);
  g_autofree guint8 *is_component = g_new0 (guint8, (gsize) self->n_objects + 1);
  g_autofree guint8 *is_rare = g_new0 (guint8, n_classes + 1);
  g_autofree guint8 *is_placed = NULL;
  g_autoptr (GAsyncQueue) runs = g_async_queue_new_full ((GDestroyNotify) spur_timeline_runs_free);
  SpurKeyedPool pool;
  Filling filling = { .timeline = self,
                      .found = found,
                      .creates = creates,
                      .movements = movements,
                      .is_component = is_component,
                      .parts = parts,
                      .is_rare = is_rare,
                      .pool = &pool,
                      .runs = runs };
  gboolean shows_containers, is_enough;

  spur_trace_get_span_ns (self->trace, self->raw, &self->begin_ns, &self->end_ns);
  find_types (self, is_component);
  for (guint i = 0; i < n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (self->trace, i);

      creates[i] = (guint8) spur_event_layout_is_creation (layout);
      movements[i] = (guint8) spur_replay_get_movement (layout);
    }
  if (parts != NULL && !spur_timeline_find_rare (self->trace, is_rare, &filling.n_rare))
    return FALSE;
  if (self->is_of_places)
    filling.is_placed = is_placed = spur_timeline_find_placed (self, movements);
  spur_keyed_pool_init (&pool, self->n_objects);
  spur_job_run (NULL, n_streams, walk_stream, &filling);
  spur_keyed_pool_clear (&pool);
  shows_containers = gather_all (self, &filling, n_streams);
  is_enough = parts == NULL || (!shows_containers && is_told_by_parts (self, &filling));
  clear_skips (found, n_streams);
  if (is_enough)
    spur_timeline_find_moves (self);
  return is_enough;
}
