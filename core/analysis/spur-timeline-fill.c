/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the events of a trace say of its active objects, in order. */
#include <stdlib.h>

#include "core/analysis/spur-timeline-private.h"
#include "core/base/spur-order-internal.h"
#include "core/store/trace/spur-replay-internal.h"

/* An object joins or leaves a neighborhood. */
typedef struct
{
  SpurTimelineRow row;
  gboolean joins;
} Membership;

typedef struct
{
  SpurTimeline *timeline;
  const SpurReplay *replay;
  GArray *memberships;
} Walk;

static void
add_row (Walk *walk, SpurTimelineKind kind, guint32 object, guint64 value, guint32 list)
{
  SpurTimelineRow row = { .time_ns = walk->replay->time_ns,
                          .event = walk->replay->event,
                          .value = value,
                          .stream = walk->replay->stream,
                          .object = object,
                          .list = list };

  if (object >= walk->timeline->n_objects)
    return;
  g_array_append_val (walk->timeline->kinds[kind].rows, row);
}

static guint32
get_use (const Walk *walk, SpurUse use)
{
  return spur_replay_get_use (walk->replay, use);
}

static gboolean
is_load_object (Walk *walk, guint32 object)
{
  const SpurObject *info =
    spur_definitions_get_object (spur_trace_get_definitions (walk->timeline->trace), object);

  return info != NULL && g_type_is_a (info->type, SPUR_TYPE_LOAD_OBJECT);
}

static void
place_object (Walk *walk, guint32 object, guint32 where)
{
  if (where != SPUR_NONE)
    add_row (walk, SPUR_TIMELINE_PLACES, object, where, SPUR_NONE);
}

static void
enter_state (Walk *walk, guint32 object)
{
  add_row (walk, SPUR_TIMELINE_STATES, object, get_use (walk, SPUR_USE_STATE), SPUR_NONE);
  if (is_load_object (walk, object))
    place_object (walk, object, walk->replay->target);
}

/* The object is in the innermost state again that it is in. */
static void
leave_state (Walk *walk)
{
  const GArray *entered = walk->replay->entered;
  guint32 object = walk->replay->left.object;
  guint32 state = SPUR_NONE;

  if (!walk->replay->has_left)
    return;
  for (guint i = entered->len; i > 0 && state == SPUR_NONE; i--)
    {
      if (g_array_index (entered, SpurEntered, i - 1).object == object)
        state = g_array_index (entered, SpurEntered, i - 1).state;
    }
  add_row (walk, SPUR_TIMELINE_STATES, object, state, SPUR_NONE);
  add_row (walk, SPUR_TIMELINE_CHANGES, object, 0, SPUR_NONE);
}

static void
end_object (Walk *walk, guint32 object)
{
  add_row (walk, SPUR_TIMELINE_EXISTENCE, object, FALSE, SPUR_NONE);
  add_row (walk, SPUR_TIMELINE_PLACES, object, SPUR_NONE, SPUR_NONE);
  add_row (walk, SPUR_TIMELINE_STATES, object, SPUR_NONE, SPUR_NONE);
}

static void
note_members (Walk *walk, guint32 neighborhood, gboolean joins)
{
  const SpurGroup *group = spur_definitions_get_group (
    spur_trace_get_definitions (walk->timeline->trace), get_use (walk, SPUR_USE_MEMBERS));
  Membership membership = { { .time_ns = walk->replay->time_ns,
                              .event = walk->replay->event,
                              .value = SPUR_NONE,
                              .stream = walk->replay->stream,
                              .object = neighborhood },
                            joins };

  if (group == NULL && !joins)
    g_array_append_val (walk->memberships, membership);
  for (guint i = 0; group != NULL && i < group->n_members; i++)
    {
      membership.row.value = group->members[i];
      g_array_append_val (walk->memberships, membership);
      add_row (walk, SPUR_TIMELINE_CHANGES, group->members[i], 0, SPUR_NONE);
    }
}

static void
take_effect (Walk *walk, guint32 object)
{
  guint32 where;

  switch (walk->replay->layout->effect)
    {
    case SPUR_EFFECT_ENTER:
      enter_state (walk, object);
      break;
    case SPUR_EFFECT_LEAVE:
      leave_state (walk);
      break;
    case SPUR_EFFECT_SET:
      add_row (walk, SPUR_TIMELINE_STATES, object, get_use (walk, SPUR_USE_STATE),
               get_use (walk, SPUR_USE_VALUES));
      break;
    case SPUR_EFFECT_PLACE:
      /* A placement that says who created its subject is its creation as well. */
      if (walk->replay->layout->field_of_use[SPUR_USE_PARENT] >= 0)
        add_row (walk, SPUR_TIMELINE_EXISTENCE, object, TRUE, SPUR_NONE);
      where = get_use (walk, SPUR_USE_DESTINATION);
      place_object (walk, object, where != SPUR_NONE ? where : walk->replay->target);
      break;
    case SPUR_EFFECT_BEGIN:
      add_row (walk, SPUR_TIMELINE_EXISTENCE, object, TRUE, SPUR_NONE);
      break;
    case SPUR_EFFECT_END:
      end_object (walk, object);
      break;
    case SPUR_EFFECT_CONNECT:
      note_members (walk, object, TRUE);
      break;
    case SPUR_EFFECT_DISCONNECT:
      note_members (walk, object, FALSE);
      break;
    case SPUR_EFFECT_MEASURE:
      add_row (
        walk, SPUR_TIMELINE_LOADS, object,
        spur_event_layout_get_use (walk->replay->layout, SPUR_USE_LOAD, walk->replay->record, 0),
        get_use (walk, SPUR_USE_VALUES));
      break;
    case SPUR_EFFECT_NONE:
      break;
    }
}

static void
take_event (SpurReplay *replay, gpointer user_data)
{
  Walk *walk = user_data;
  guint32 object = replay->subject;
  guint32 resources = spur_replay_get_use (replay, SPUR_USE_RESOURCES);
  SpurEffect effect = replay->layout->effect;

  walk->replay = replay;
  take_effect (walk, object);
  if (resources != SPUR_NONE)
    add_row (walk, SPUR_TIMELINE_RESOURCES, object, 0, resources);
  if ((effect != SPUR_EFFECT_NONE && effect != SPUR_EFFECT_LEAVE) || resources != SPUR_NONE)
    add_row (walk, SPUR_TIMELINE_CHANGES, object, 0, SPUR_NONE);
}

SPUR_DEFINE_ORDER (compare_rows, SpurTimelineRow, SPUR_BY_4 (object, time_ns, stream, event))

/* Joining or leaving of one event, and of one neighborhood, in the order of the group. */
SPUR_DEFINE_ORDER (compare_memberships,
                   Membership,
                   compare_rows (&p->row, &q->row) ?: SPUR_BY (row.value))

static void
sort_rows (SpurTimelineRows *self, guint32 n_objects)
{
  guint32 row = 0;

  if (self->rows->len > 0)
    qsort (self->rows->data, self->rows->len, sizeof (SpurTimelineRow), compare_rows);
  self->firsts = g_new (guint32, (gsize) n_objects + 1);
  for (guint32 object = 0; object <= n_objects; object++)
    {
      while (row < self->rows->len &&
             g_array_index (self->rows, SpurTimelineRow, row).object < object)
        row++;
      self->firsts[object] = row;
    }
}

static void
index_residents (SpurTimeline *self)
{
  GArray *rows = self->kinds[SPUR_TIMELINE_PLACES].rows;

  for (guint i = 0; i < rows->len; i++)
    {
      const SpurTimelineRow *row = &g_array_index (rows, SpurTimelineRow, i);
      gboolean is_last = i + 1 == rows->len || row[1].object != row->object;
      SpurInterval interval = { row->time_ns, is_last ? G_MAXINT64 : row[1].time_ns,
                                (guint32) row->value, row->object };

      if (row->value < self->n_objects)
        spur_intervals_add (&self->residents, &interval);
    }
  spur_intervals_index (&self->residents, self->n_objects);
}

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
  const SpurTimelineRow *row = &membership->row;
  gpointer member = GUINT_TO_POINTER ((guint) row->value);
  gint64 *begin_ns = g_hash_table_lookup (since, member);

  if (row->value >= self->n_objects)
    {
      if (!membership->joins)
        end_all (self, since, row->object, row->time_ns);
    }
  else if (membership->joins && begin_ns == NULL)
    {
      g_hash_table_insert (since, member, g_memdup2 (&row->time_ns, sizeof row->time_ns));
    }
  else if (!membership->joins && begin_ns != NULL)
    {
      end_membership (self, row->object, (guint32) row->value, *begin_ns, row->time_ns);
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
      if (i + 1 == memberships->len || membership[1].row.object != membership->row.object)
        end_all (self, since, membership->row.object, G_MAXINT64);
    }
  spur_intervals_index (&self->memberships, self->n_objects);
  spur_intervals_index (&self->members, self->n_objects);
}

void
spur_timeline_fill (SpurTimeline *self)
{
  g_autoptr (GArray) memberships = g_array_new (FALSE, FALSE, sizeof (Membership));
  Walk walk = { .timeline = self, .memberships = memberships };

  for (guint s = 0; s < spur_trace_get_n_streams (self->trace); s++)
    spur_replay_stream (self->trace, s, self->raw ? SPUR_REPLAY_RAW : SPUR_REPLAY_CORRECTED,
                        take_event, NULL, &walk);
  for (guint kind = 0; kind < SPUR_TIMELINE_N_KINDS; kind++)
    sort_rows (&self->kinds[kind], self->n_objects);
  index_residents (self);
  index_memberships (self, memberships);
}
