/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* One walk through each stream: what objects did in each phase, and where. */
#include <math.h>
#include <string.h>

#include "core/analysis/balance/spur-balance-private.h"
#include "core/analysis/presence/spur-timeline-private.h"
#include "core/base/spur-order-internal.h"
#include "core/causality/spur-nodes-internal.h"
#include "core/store/trace/spur-replay-internal.h"

#define NS_PER_S 1e9

/* What an event of a class does to the walk. */
typedef enum
{
  ACT_ENTER = 1 << 0,
  ACT_LEAVE = 1 << 1,
  ACT_ADD = 1 << 2,
  ACT_MEASURE = 1 << 3,
  ACT_SEND = 1 << 4,
  ACT_MANAGE = 1 << 5,
  ACT_REMOVE = 1 << 6,
  ACT_SET = 1 << 7,
} Act;

typedef struct
{
  gint64 time_ns;
  guint32 phase;
  guint32 object;
  guint32 stream;
  double load;
} Measured;

/* A phase in a stream. */
typedef struct
{
  guint32 phase;
  gint64 work_begin_ns;
  gint64 work_end_ns;
  gint64 manager_ns;
  guint64 n_manager_messages;
  guint64 manager_bytes;
} Part;

/* Of a phase, the time outside of all states, from the begin of the first to the end of the last.
 */
typedef struct
{
  guint32 phase;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 length_ns;
} Outside;

/* What a stream has. */
typedef struct
{
  SpurKeyedRows settings; /* of gint64, as spur_balance_add_setting() adds them */
  GArray *rows;
  GArray *measured;
  GArray *traffic;
  GArray *parts;
  GArray *changes;
} Found;

typedef struct
{
  SpurBalance *balance;
  guint8 *acts;
  guint8 *is_manager;
  guint8 *is_load_object;
  Found *found;
  SpurTimeline *timeline;
  SpurKeyedPool *pool;
} Collection;

typedef struct
{
  guint32 object;
  SpurStateKind kind;
} Entered;

typedef struct
{
  guint32 object;
  gint64 work_ns;
  gint64 end_ns;
} Sum;

typedef struct
{
  const Collection *collection;
  SpurBalance *balance;
  SpurDefinitions *definitions;
  guint32 n_objects;
  Found *found;
  guint stream;
  guint32 target;
  GArray *marks;
  guint next_mark;
  guint32 marked_phase;
  guint32 phase;
  gint64 since_ns;
  GArray *entered;
  /* Of the phase: Sum, and their positions plus 1 by object. */
  GArray *sums;
  GHashTable *positions;
  guint last;
  Part part;
  GHashTable *traffic;
  /* What states the stream tells of: a bit for each kind, and the one object that is in them, or
   * SPUR_NONE. Until these tell that it is no work: Outside, of the phases before and of this. */
  guint kinds;
  guint32 told_object;
  GArray *outsides;
  Outside outside;
} Walk;

static guint8
get_acts (const SpurBalance *self, const SpurEventLayout *layout)
{
  static const guint8 acts_of_effect[] = {
    [SPUR_EFFECT_ENTER] = ACT_ENTER, [SPUR_EFFECT_LEAVE] = ACT_LEAVE,
    [SPUR_EFFECT_BEGIN] = ACT_ADD,   [SPUR_EFFECT_MEASURE] = ACT_MEASURE,
    [SPUR_EFFECT_SET] = ACT_SET,     [SPUR_EFFECT_END] = ACT_REMOVE | ACT_SET,
  };
  guint8 acts =
    (guint) layout->effect < G_N_ELEMENTS (acts_of_effect) ? acts_of_effect[layout->effect] : 0;

  if (layout->field_of_use[SPUR_USE_LOAD] < 0)
    acts &= (guint8) ~ACT_MEASURE;
  /* Each message once: where it is sent. */
  if (self->options.has_traffic && layout->role != SPUR_ROLE_RECEIVE &&
      layout->field_of_use[SPUR_USE_PEER] >= 0 && layout->field_of_use[SPUR_USE_SUBJECT] >= 0 &&
      layout->field_of_use[SPUR_USE_SIZE] >= 0)
    acts |= ACT_SEND;
  if (self->has_managers && layout->role == SPUR_ROLE_SEND)
    acts |= ACT_MANAGE;
  return acts;
}

static void
clear_sums (Walk *walk)
{
  g_array_set_size (walk->sums, 0);
  g_hash_table_remove_all (walk->positions);
  walk->last = 0;
  walk->part = (Part){ walk->phase, G_MAXINT64, G_MININT64, 0, 0, 0 };
  walk->outside = (Outside){ walk->phase, G_MAXINT64, G_MININT64, 0 };
}

static void
end_phase (Walk *walk)
{
  for (guint i = 0; i < walk->sums->len; i++)
    {
      const Sum *sum = &g_array_index (walk->sums, Sum, i);
      SpurBalanceRow row = {
        walk->phase, sum->object, walk->target, walk->stream, (double) sum->work_ns / NS_PER_S,
        sum->end_ns
      };

      /* Not above 0 where the object did no more than what writing its records takes. */
      if (sum->work_ns > 0)
        g_array_append_val (walk->found->rows, row);
    }
  if (walk->part.work_begin_ns < walk->part.work_end_ns || walk->part.manager_ns > 0 ||
      walk->part.n_manager_messages > 0)
    g_array_append_val (walk->found->parts, walk->part);
  if (walk->outside.length_ns > 0)
    g_array_append_val (walk->outsides, walk->outside);
}

static void
add_work (Walk *walk, guint32 object, gint64 length_ns, gint64 end_ns)
{
  Sum *sum = walk->sums->len > 0 ? &g_array_index (walk->sums, Sum, walk->last) : NULL;

  if (sum == NULL || sum->object != object)
    {
      guint position =
        GPOINTER_TO_UINT (g_hash_table_lookup (walk->positions, GUINT_TO_POINTER (object)));

      if (position == 0)
        {
          Sum fresh = { object, 0, end_ns };

          g_array_append_val (walk->sums, fresh);
          position = walk->sums->len;
          g_hash_table_insert (walk->positions, GUINT_TO_POINTER (object),
                               GUINT_TO_POINTER (position));
        }
      walk->last = position - 1;
      sum = &g_array_index (walk->sums, Sum, walk->last);
    }
  sum->work_ns += length_ns;
  sum->end_ns = end_ns;
}

/* While load is balanced the objects pause, but not what targets do themselves. */
static void
note_work (Walk *walk, guint32 object, gint64 time_ns)
{
  if (walk->balance->has_load_objects && !walk->collection->is_load_object[object])
    return;
  walk->part.work_begin_ns = MIN (walk->part.work_begin_ns, walk->since_ns);
  walk->part.work_end_ns = MAX (walk->part.work_end_ns, time_ns);
}

static void
add_outside (Walk *walk, gint64 time_ns)
{
  walk->outside.begin_ns = MIN (walk->outside.begin_ns, walk->since_ns);
  walk->outside.end_ns = time_ns;
  walk->outside.length_ns += time_ns - walk->since_ns;
}

/* The time since the last event or begin of a phase belongs to the innermost state. */
static void
account_until (Walk *walk, gint64 time_ns)
{
  const Entered *innermost;

  if (walk->entered->len > 0 && time_ns > walk->since_ns)
    {
      innermost = &g_array_index (walk->entered, Entered, walk->entered->len - 1);
      if (walk->collection->is_manager[innermost->object])
        walk->part.manager_ns += innermost->kind != SPUR_STATE_IDLE ? time_ns - walk->since_ns : 0;
      else if (innermost->kind == SPUR_STATE_WORK)
        {
          add_work (walk, innermost->object, time_ns - walk->since_ns, time_ns);
          note_work (walk, innermost->object, time_ns);
        }
    }
  else if (time_ns > walk->since_ns)
    add_outside (walk, time_ns);
  walk->since_ns = MAX (walk->since_ns, time_ns);
}

static void
begin_phase (Walk *walk, guint32 phase)
{
  end_phase (walk);
  walk->phase = phase;
  clear_sums (walk);
}

/* The phase of the stream's next mark, or that behind the last one. */
static guint32
get_marked_phase (const Walk *walk)
{
  return walk->next_mark < walk->marks->len
           ? spur_balance_find_phase (
               walk->balance, g_array_index (walk->marks, SpurBalanceMark, walk->next_mark).number)
           : walk->balance->phases->len;
}

/* Where a stream says itself that a phase begins it is cut there, whatever its clock says; at
 * phases of which it has no mark by their times. */
static void
advance_walk (Walk *walk, guint64 event, gint64 time_ns)
{
  while (walk->phase + 1 < walk->balance->phases->len && walk->phase + 1 != walk->marked_phase &&
         spur_balance_phase_at (walk->balance, walk->phase + 1)->begin_ns <= time_ns)
    {
      account_until (walk, spur_balance_phase_at (walk->balance, walk->phase + 1)->begin_ns);
      begin_phase (walk, walk->phase + 1);
    }
  account_until (walk, time_ns);
  if (walk->next_mark < walk->marks->len &&
      g_array_index (walk->marks, SpurBalanceMark, walk->next_mark).event == event)
    {
      begin_phase (walk, walk->marked_phase);
      walk->next_mark++;
      walk->marked_phase = get_marked_phase (walk);
    }
}

static SpurStateKind
get_state_kind (const Walk *walk, const SpurEventLayout *layout, const guint8 *record)
{
  guint32 state = (guint32) spur_event_layout_get_use (layout, SPUR_USE_STATE, record, SPUR_NONE);
  const SpurState *info = spur_definitions_get_state (walk->definitions, state);

  return info != NULL ? info->kind : SPUR_STATE_IDLE;
}

static void
add_measured (
  Walk *walk, guint32 object, gint64 time_ns, const SpurEventLayout *layout, const guint8 *record)
{
  Measured measured = { time_ns, walk->phase, object, walk->stream, 0 };
  guint64 bits = spur_event_layout_get_use (layout, SPUR_USE_LOAD, record, 0);

  memcpy (&measured.load, &bits, sizeof bits);
  if (walk->collection->is_load_object[object] && isfinite (measured.load) && measured.load >= 0)
    g_array_append_val (walk->found->measured, measured);
}

static guint
hash_traffic (gconstpointer row)
{
  const SpurBalanceTraffic *traffic = row;

  return (traffic->phase * 31 + traffic->from) * 2654435761u + traffic->to;
}

static gboolean
is_same_traffic (gconstpointer a, gconstpointer b)
{
  const SpurBalanceTraffic *p = a;
  const SpurBalanceTraffic *q = b;

  return p->phase == q->phase && p->from == q->from && p->to == q->to;
}

/* A size is a whole number; a class that also says a load of the network has the very bytes. */
static double
get_bytes (const SpurEventLayout *layout, const guint8 *record)
{
  guint64 bits = spur_event_layout_get_use (layout, SPUR_USE_LOAD, record, 0);
  double bytes;

  memcpy (&bytes, &bits, sizeof bits);
  if (layout->field_of_use[SPUR_USE_LOAD] < 0 || !isfinite (bytes) || bytes < 0)
    return (double) spur_event_layout_get_use (layout, SPUR_USE_SIZE, record, 0);
  return bytes;
}

static void
add_traffic (Walk *walk, guint32 object, const SpurEventLayout *layout, const guint8 *record)
{
  guint32 peer = (guint32) spur_event_layout_get_use (layout, SPUR_USE_PEER, record, SPUR_NONE);
  SpurBalanceTraffic traffic = { walk->phase, object, peer, walk->stream, 0 };
  SpurBalanceTraffic *known;

  if (peer >= walk->n_objects || peer == object || !walk->collection->is_load_object[object] ||
      !walk->collection->is_load_object[peer])
    return;
  known = g_hash_table_lookup (walk->traffic, &traffic);
  if (known == NULL)
    {
      known = g_memdup2 (&traffic, sizeof traffic);
      g_hash_table_add (walk->traffic, known);
    }
  known->bytes += get_bytes (layout, record);
}

/* Where a target is added or removed. */
static void
add_change (Walk *walk, guint32 object, gint64 time_ns, gboolean is_end)
{
  SpurBalanceChange change = { object, is_end, 0, time_ns };

  if (!walk->collection->is_load_object[object] && !walk->collection->is_manager[object])
    g_array_append_val (walk->found->changes, change);
}

/* The end of an object sets no state. */
static void
add_setting (
  Walk *walk, guint32 object, gint64 time_ns, const SpurEventLayout *layout, const guint8 *record)
{
  gboolean works =
    layout->effect == SPUR_EFFECT_SET && get_state_kind (walk, layout, record) == SPUR_STATE_WORK;

  if (walk->collection->is_load_object[object] && !walk->collection->is_manager[object])
    spur_balance_add_setting (&walk->found->settings, object, time_ns, works);
}

/* A state of no known object is of none that could work. */
static void
enter_state (
  Walk *walk, guint32 object, gint64 time_ns, const SpurEventLayout *layout, const guint8 *record)
{
  gboolean is_known = object < walk->n_objects;
  Entered entered = { is_known ? object : 0,
                      is_known ? get_state_kind (walk, layout, record) : SPUR_STATE_IDLE };

  g_array_append_val (walk->entered, entered);
  if (walk->kinds == 0)
    walk->told_object = object;
  else if (walk->told_object != object)
    walk->told_object = SPUR_NONE;
  walk->kinds |= 1u << entered.kind;
  if (is_known && entered.kind == SPUR_STATE_WORK && !walk->collection->is_manager[object])
    add_work (walk, object, -walk->balance->options.record_cost_ns, time_ns);
}

static void
act_on_event (Walk *walk, const SpurReplay *replay, guint8 acts)
{
  const SpurEventLayout *layout = replay->layout;
  const guint8 *record = replay->record;
  gint64 time_ns = replay->time_ns;
  guint32 object = replay->subject;
  gboolean is_known;

  if (object == SPUR_NONE)
    {
      object = walk->target;
      acts &= (guint8) ~ACT_SET;
    }
  is_known = object < walk->n_objects;
  if ((acts & ACT_LEAVE) && walk->entered->len > 0)
    g_array_set_size (walk->entered, walk->entered->len - 1);
  if (acts & ACT_ENTER)
    enter_state (walk, object, time_ns, layout, record);
  if (!is_known)
    return;
  if (acts & ACT_MEASURE)
    add_measured (walk, object, time_ns, layout, record);
  if (acts & ACT_SEND)
    add_traffic (walk, object, layout, record);
  if ((acts & ACT_MANAGE) && walk->collection->is_manager[object])
    {
      walk->part.n_manager_messages++;
      walk->part.manager_bytes += spur_event_layout_get_use (layout, SPUR_USE_SIZE, record, 0);
    }
  if (acts & ACT_SET)
    add_setting (walk, object, time_ns, layout, record);
  if (acts & (ACT_ADD | ACT_REMOVE))
    add_change (walk, object, time_ns, (acts & ACT_REMOVE) != 0);
}

static void
take_traffic (Walk *walk)
{
  GHashTableIter iter;
  gpointer traffic;

  g_hash_table_iter_init (&iter, walk->traffic);
  while (g_hash_table_iter_next (&iter, &traffic, NULL))
    g_array_append_vals (walk->found->traffic, traffic, 1);
}

/* Time outside of states lasts to the last event, of whatever class that is. */
static void
advance_to_end (Walk *walk)
{
  SpurTrace *trace = walk->balance->trace;
  guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (trace, walk->stream));
  SpurTimes times;

  if (walk->entered->len > 0 || !spur_timeline_implies_work (walk->kinds))
    return;
  spur_times_init (&times, trace,
                   walk->balance->options.raw ? NULL : spur_trace_get_correction (trace),
                   walk->stream);
  advance_walk (walk, n_events - 1, spur_times_at (&times, n_events - 1));
}

/* Where the stream tells of the communication of one object alone, the object works outside of it,
 * as it does for the load of targets (SpurLoad). Where there are load objects a target does not,
 * as what they do may be told elsewhere. */
static void
use_outsides (Walk *walk)
{
  guint32 object = walk->told_object;

  if (!spur_timeline_implies_work (walk->kinds) || object == SPUR_NONE ||
      walk->collection->is_manager[object] ||
      (walk->balance->has_load_objects && !walk->collection->is_load_object[object]))
    return;
  for (guint i = 0; i < walk->outsides->len; i++)
    {
      const Outside *outside = &g_array_index (walk->outsides, Outside, i);
      SpurBalanceRow row = {
        outside->phase, object, walk->target, walk->stream, (double) outside->length_ns / NS_PER_S,
        outside->end_ns
      };
      Part part = { outside->phase, outside->begin_ns, outside->end_ns, 0, 0, 0 };

      g_array_append_val (walk->found->rows, row);
      g_array_append_val (walk->found->parts, part);
    }
}

static void
visit_event (SpurReplay *replay, gpointer data)
{
  Walk *walk = data;
  guint8 acts = walk->collection->acts[replay->class_index];

  if (replay->event == 0)
    walk->since_ns = replay->time_ns;
  if (acts == 0 && walk->marks->len == 0)
    return;
  advance_walk (walk, replay->event, replay->time_ns);
  if (acts != 0)
    act_on_event (walk, replay, acts);
}

static void
walk_events (Walk *walk)
{
  spur_replay_stream (walk->balance->trace, walk->stream,
                      walk->balance->options.raw ? SPUR_REPLAY_ALL_RAW : SPUR_REPLAY_ALL_CORRECTED,
                      visit_event, NULL, walk);
  advance_to_end (walk);
  end_phase (walk);
  use_outsides (walk);
}

static void
walk_stream (guint index, gpointer data)
{
  const Collection *collection = data;
  SpurBalance *self = collection->balance;
  g_autoptr (GArray) entered = g_array_new (FALSE, FALSE, sizeof (Entered));
  g_autoptr (GArray) sums = g_array_new (FALSE, FALSE, sizeof (Sum));
  g_autoptr (GArray) outsides = g_array_new (FALSE, FALSE, sizeof (Outside));
  g_autoptr (GHashTable) positions = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) traffic =
    g_hash_table_new_full (hash_traffic, is_same_traffic, g_free, NULL);
  Walk walk = { .collection = collection,
                .balance = self,
                .definitions = spur_trace_get_definitions (self->trace),
                .n_objects =
                  spur_definitions_get_n_objects (spur_trace_get_definitions (self->trace)),
                .found = &collection->found[index],
                .stream = index,
                .target = spur_stream_get_target (spur_trace_get_stream (self->trace, index)),
                .marks = self->marks[index],
                .entered = entered,
                .sums = sums,
                .positions = positions,
                .traffic = traffic,
                .told_object = SPUR_NONE,
                .outsides = outsides };

  walk.marked_phase = get_marked_phase (&walk);
  clear_sums (&walk);
  walk_events (&walk);
  take_traffic (&walk);
  spur_keyed_rows_group (&walk.found->settings, sizeof (gint64), collection->pool);
}

/* Measured loads */

/* An object is measured where it is. At the end of a phase it has perhaps left already, so that
 * what counts is where it was just before. */
static void
use_measured (Collection *self, const Found *found)
{
  for (guint i = 0; i < found->measured->len; i++)
    {
      const Measured *measured = &g_array_index (found->measured, Measured, i);
      SpurBalancePhase *phase = spur_balance_phase_at (self->balance, measured->phase);
      guint32 target = spur_timeline_get_target (self->timeline, measured->object,
                                                 MAX (phase->begin_ns, measured->time_ns - 1));
      SpurBalanceRow row = { measured->phase,  measured->object, target,
                             measured->stream, measured->load,   measured->time_ns };

      /* Placed and measured at one time. */
      if (target == SPUR_NONE)
        row.target = spur_timeline_get_target (self->timeline, measured->object, measured->time_ns);
      g_array_append_val (self->balance->rows, row);
    }
}

static void
use_parts (Collection *self, const Found *found)
{
  for (guint i = 0; i < found->parts->len; i++)
    {
      const Part *part = &g_array_index (found->parts, Part, i);
      SpurBalancePhase *phase = spur_balance_phase_at (self->balance, part->phase);

      phase->work_begin_ns = MIN (phase->work_begin_ns, part->work_begin_ns);
      phase->work_end_ns = MAX (phase->work_end_ns, part->work_end_ns);
      phase->manager_ns += part->manager_ns;
      phase->n_manager_messages += part->n_manager_messages;
      phase->manager_bytes += part->manager_bytes;
    }
}

SPUR_DEFINE_ORDER (compare_traffic, SpurBalanceTraffic, SPUR_BY_4 (phase, from, to, order))

static void
use_settings (Collection *self, guint n_streams)
{
  g_autofree SpurKeyedRows **settings = g_new (SpurKeyedRows *, n_streams + 1);

  for (guint i = 0; i < n_streams; i++)
    settings[i] = &self->found[i].settings;
  spur_balance_use_settings (self->balance, self->timeline, settings, n_streams);
}

static void
merge_found (Collection *self, guint n_streams)
{
  SpurBalance *balance = self->balance;
  gsize n_measured = 0;

  for (guint i = 0; i < n_streams; i++)
    {
      const Found *found = &self->found[i];

      n_measured += found->measured->len;
      g_array_append_vals (balance->traffic, found->traffic->data, found->traffic->len);
      use_parts (self, found);
    }
  g_array_sort (balance->traffic, compare_traffic);
  balance->measure = n_measured > 0 ? SPUR_BALANCE_MEASURED : SPUR_BALANCE_TIME;
  for (guint i = 0; i < n_streams; i++)
    {
      const Found *found = &self->found[i];

      if (n_measured > 0)
        use_measured (self, found);
      else
        g_array_append_vals (balance->rows, found->rows->data, found->rows->len);
    }
  if (n_measured == 0 && self->timeline != NULL)
    use_settings (self, n_streams);
  spur_balance_merge_rows (balance->rows);
}

/* Targets that are part of others are at most at this depth. */
#define MAX_PARENTS 64

/* Whether an added target on which nothing is could be used: it holds no target that is used, as a
 * host does, and is no part of one, as a core is. */
static gboolean
could_be_used (SpurDefinitions *definitions,
               const guint8 *is_used,
               const guint8 *has_used_part,
               guint32 target)
{
  guint n_objects = spur_definitions_get_n_objects (definitions);

  if (has_used_part[target])
    return FALSE;
  for (guint n = 0; n < MAX_PARENTS; n++)
    {
      target = spur_definitions_get_object (definitions, target)->parent;
      if (target >= n_objects)
        break;
      if (is_used[target])
        return FALSE;
    }
  return TRUE;
}

/* (transfer full): by object, whether a part of it is used. */
static guint8 *
find_used_wholes (SpurDefinitions *definitions, const guint8 *is_used)
{
  guint n_objects = spur_definitions_get_n_objects (definitions);
  guint8 *has_used_part = g_new0 (guint8, (gsize) n_objects + 1);

  for (guint32 i = 0; i < n_objects; i++)
    {
      guint32 whole = i;

      for (guint n = 0; n < MAX_PARENTS && is_used[i]; n++)
        {
          whole = spur_definitions_get_object (definitions, whole)->parent;
          if (whole >= n_objects)
            break;
          has_used_part[whole] = TRUE;
        }
    }
  return has_used_part;
}

/* Adds those that were added, though nothing is on them. */
static void
add_unused (SpurBalance *balance, guint8 *is_used)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (balance->trace);
  guint n_objects = spur_definitions_get_n_objects (definitions);
  g_autofree guint8 *was_used = g_memdup2 (is_used, (gsize) n_objects + 1);
  g_autofree guint8 *has_used_part = find_used_wholes (definitions, was_used);

  for (guint i = 0; i < balance->changes->len; i++)
    {
      const SpurBalanceChange *change = &g_array_index (balance->changes, SpurBalanceChange, i);

      if (!change->is_end && could_be_used (definitions, was_used, has_used_part, change->target))
        is_used[change->target] = TRUE;
    }
}

/* Targets are those of streams, those where load was, and those that were added. */
static void
list_targets (Collection *self, guint n_streams)
{
  SpurBalance *balance = self->balance;
  SpurDefinitions *definitions = spur_trace_get_definitions (balance->trace);
  guint n_objects = spur_definitions_get_n_objects (definitions);
  g_autofree guint8 *is_used = g_new0 (guint8, (gsize) n_objects + 1);

  for (guint i = 0; i < n_streams; i++)
    {
      guint32 target = spur_stream_get_target (spur_trace_get_stream (balance->trace, i));

      is_used[MIN (target, n_objects)] = TRUE;
      g_array_append_vals (balance->changes, self->found[i].changes->data,
                           self->found[i].changes->len);
    }
  for (guint i = 0; i < balance->rows->len; i++)
    is_used[MIN (g_array_index (balance->rows, SpurBalanceRow, i).target, n_objects)] = TRUE;
  add_unused (balance, is_used);
  balance->positions = g_new (guint32, (gsize) n_objects + 1);
  for (guint32 i = 0; i < n_objects; i++)
    {
      balance->positions[i] = SPUR_NONE;
      if (!is_used[i] ||
          !g_type_is_a (spur_definitions_get_object (definitions, i)->type, SPUR_TYPE_TARGET))
        continue;
      balance->positions[i] = balance->targets->len;
      g_array_append_val (balance->targets, i);
    }
}

static void
clear_found (Found *found)
{
  spur_keyed_rows_clear (&found->settings);
  g_array_unref (found->rows);
  g_array_unref (found->measured);
  g_array_unref (found->traffic);
  g_array_unref (found->parts);
  g_array_unref (found->changes);
}

static void
init_found (Found *found)
{
  found->settings = (SpurKeyedRows){ 0 };
  found->rows = g_array_new (FALSE, FALSE, sizeof (SpurBalanceRow));
  found->measured = g_array_new (FALSE, FALSE, sizeof (Measured));
  found->traffic = g_array_new (FALSE, FALSE, sizeof (SpurBalanceTraffic));
  found->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  found->changes = g_array_new (FALSE, FALSE, sizeof (SpurBalanceChange));
}

void
spur_balance_collect (SpurBalance *self)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  guint n_streams = spur_trace_get_n_streams (self->trace);
  guint n_objects = spur_definitions_get_n_objects (definitions);
  guint n_classes = spur_trace_get_n_classes (self->trace);
  g_autofree guint8 *acts = g_new (guint8, (gsize) n_classes + 1);
  g_autofree guint8 *is_manager = g_new0 (guint8, (gsize) n_objects + 1);
  g_autofree guint8 *is_load_object = g_new0 (guint8, (gsize) n_objects + 1);
  g_autofree Found *found = g_new (Found, (gsize) n_streams + 1);
  Collection collection = { .balance = self,
                            .acts = acts,
                            .is_manager = is_manager,
                            .is_load_object = is_load_object,
                            .found = found };
  gboolean needs_places = FALSE;
  SpurKeyedPool pool;

  for (guint32 i = 0; i < n_objects; i++)
    {
      is_manager[i] =
        g_type_is_a (spur_definitions_get_object (definitions, i)->type, SPUR_TYPE_LM_COMPONENT);
      is_load_object[i] = spur_balance_is_load_object (self, i);
      self->has_load_objects |= is_load_object[i];
      self->has_managers |= is_manager[i];
    }
  for (guint i = 0; i < n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (self->trace, i);

      acts[i] = get_acts (self, layout);
      needs_places |= layout->effect == SPUR_EFFECT_SET || (acts[i] & ACT_MEASURE) != 0;
    }
  /* Before the walk: what making it needs for a while is then not beside what is found. */
  if (needs_places || self->has_load_objects)
    spur_timeline_get_moves (spur_balance_get_timeline (self), &self->n_all_moves);
  if (needs_places)
    collection.timeline = self->timeline;
  else
    g_clear_object (&self->timeline);
  for (guint i = 0; i < n_streams; i++)
    init_found (&found[i]);
  spur_keyed_pool_init (&pool, n_objects);
  collection.pool = &pool;
  spur_job_run (self->job, n_streams, walk_stream, &collection);
  spur_keyed_pool_clear (&pool);
  merge_found (&collection, n_streams);
  list_targets (&collection, n_streams);
  for (guint i = 0; i < n_streams; i++)
    clear_found (&found[i]);
  g_clear_object (&self->timeline);
}
