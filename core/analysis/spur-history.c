/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/analysis/spur-history.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/spur-object-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/store/trace/spur-replay-internal.h"

/**
 * SpurHistory:
 *
 * What was where, in which state, from when to when: the states of a trace's active objects, the
 * moves of its load objects and the load of its targets, at raw or corrected times.
 *
 * Since: 1.0
 */

/* Time that a target is busy; disjoint and in order once they are united. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 target;
} Busy;

/* A load object is seen somewhere. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint64 order;
  guint32 object;
  guint32 target;
  guint32 stream;
} Sighting;

/* A state that is set, not entered: it lasts until the object's next one. Or the object is placed
 * elsewhere, and takes its state along; where it is known to be then holds for later states, too.
 */
typedef enum
{
  SETTING_STATE,
  SETTING_PLACE,
  SETTING_KNOWN_PLACE,
} SettingKind;

typedef struct
{
  gint64 time_ns;
  guint64 order;
  guint32 object;
  guint32 state;
  guint32 target;
  guint32 stream;
  SettingKind kind;
} Setting;

/* What is found in one stream, by one thread. */
typedef enum
{
  FOUND_SPANS,
  FOUND_SIGHTINGS,
  FOUND_SETTINGS,
  FOUND_BUSY,
  N_FOUND,
} FoundKind;

typedef struct
{
  GArray *rows[N_FOUND];
} Found;

struct _SpurHistory
{
  GObject parent_instance;

  SpurTrace *trace;
  gboolean raw;
  Found *found;
  guint8 *is_load_object;
  gint64 end_ns;

  GArray *spans;
  GArray *moves;
  GArray *busy;
  gint64 *busy_ns;
  guint8 *has_stream;
  guint n_objects;
};

SPUR_DEFINE_OBJECT (SpurHistory, spur_history, G_TYPE_FLAG_NONE)

static void
spur_history_clear (SpurHistory *self)
{
  g_array_unref (self->spans);
  g_array_unref (self->moves);
  g_array_unref (self->busy);
  g_free (self->busy_ns);
  g_free (self->has_stream);
  g_free (self->is_load_object);
  g_clear_object (&self->trace);
}

static void
spur_history_init (SpurHistory *self)
{
  self->spans = g_array_new (FALSE, FALSE, sizeof (SpurSpan));
  self->moves = g_array_new (FALSE, FALSE, sizeof (SpurMove));
  self->busy = g_array_new (FALSE, FALSE, sizeof (Busy));
}

/* What the walk through one stream knows. */
typedef struct
{
  SpurHistory *history;
  Found *found;
  guint32 stream;
  guint32 target;
  gint64 since_ns;
  gboolean is_busy;
} Walk;

static gboolean
is_busy_state (SpurTrace *trace, guint32 state)
{
  const SpurState *info = spur_definitions_get_state (spur_trace_get_definitions (trace), state);

  return info != NULL && (info->kind == SPUR_STATE_WORK || info->kind == SPUR_STATE_OVERHEAD);
}

static void
set_busy (Walk *walk, gint64 time_ns, gboolean is_busy)
{
  GArray *busy = walk->found->rows[FOUND_BUSY];
  Busy interval = { walk->since_ns, time_ns, walk->target };
  Busy *last = busy->len > 0 ? &g_array_index (busy, Busy, busy->len - 1) : NULL;

  if (walk->is_busy && time_ns > walk->since_ns)
    {
      if (last != NULL && last->end_ns == walk->since_ns)
        last->end_ns = time_ns;
      else
        g_array_append_val (busy, interval);
    }
  walk->since_ns = time_ns;
  walk->is_busy = is_busy;
}

static gboolean
is_load_object (SpurHistory *self, guint32 object)
{
  return object < self->n_objects && self->is_load_object[object];
}

static void
see_object (Walk *walk, guint32 object, guint32 target, gint64 begin_ns, gint64 end_ns)
{
  Sighting sighting = { begin_ns, end_ns, walk->found->rows[FOUND_SIGHTINGS]->len,
                        object,   target, walk->stream };

  if (is_load_object (walk->history, object) && target != SPUR_NONE)
    g_array_append_val (walk->found->rows[FOUND_SIGHTINGS], sighting);
}

static void
enter_state (Walk *walk, SpurReplay *replay)
{
  SpurEntered *entered = spur_replay_get_innermost (replay);
  SpurSpan span = { replay->time_ns, replay->time_ns, walk->stream,  replay->entered->len - 1,
                    walk->target,    entered->object, entered->state };

  entered->tag = walk->found->rows[FOUND_SPANS]->len;
  set_busy (walk, replay->time_ns, is_busy_state (walk->history->trace, entered->state));
  g_array_append_val (walk->found->rows[FOUND_SPANS], span);
}

static void
leave_state (SpurReplay *replay, gpointer user_data)
{
  Walk *walk = user_data;
  const SpurEntered *around = spur_replay_get_innermost (replay);
  SpurSpan *span;

  if (!replay->has_left)
    return;
  span = &g_array_index (walk->found->rows[FOUND_SPANS], SpurSpan, replay->left.tag);
  span->end_ns = replay->time_ns;
  see_object (walk, span->object, span->target, span->begin_ns, replay->time_ns);
  set_busy (walk, replay->time_ns,
            is_busy_state (walk->history->trace, around != NULL ? around->state : SPUR_NONE));
}

static void
set_state (Walk *walk, guint32 object, guint32 state, gint64 time_ns)
{
  Setting setting = { time_ns,      walk->found->rows[FOUND_SETTINGS]->len,
                      object,       state,
                      walk->target, walk->stream,
                      SETTING_STATE };

  if (object != SPUR_NONE)
    g_array_append_val (walk->found->rows[FOUND_SETTINGS], setting);
}

/* What is in another load object is where the stream runs that says so. */
static guint32
target_of (Walk *walk, guint32 place)
{
  return place == SPUR_NONE || is_load_object (walk->history, place) ? walk->target : place;
}

static void
place_object (Walk *walk, const SpurReplay *replay)
{
  gint64 time_ns = replay->time_ns;
  guint32 object = replay->subject;
  guint32 from = spur_replay_get_use (replay, SPUR_USE_SOURCE);
  guint32 to = spur_replay_get_use (replay, SPUR_USE_DESTINATION);
  gboolean is_held = is_load_object (walk->history, to);
  Setting setting = { .time_ns = time_ns,
                      .order = walk->found->rows[FOUND_SETTINGS]->len,
                      .object = object,
                      .stream = walk->stream,
                      .kind = is_held ? SETTING_PLACE : SETTING_KNOWN_PLACE };

  /* An object placed into a load object is on the target of the stream that says so. */
  if (to == SPUR_NONE || is_held)
    to = walk->target;
  /* An object that arrives has left before; one that only moves has been at the source until now.
   */
  if (replay->layout->role != SPUR_ROLE_RECEIVE && !is_load_object (walk->history, from))
    see_object (walk, object, from, time_ns, time_ns);
  see_object (walk, object, to, time_ns, time_ns);
  setting.target = to;
  if (is_load_object (walk->history, object) && to != SPUR_NONE)
    g_array_append_val (walk->found->rows[FOUND_SETTINGS], setting);
}

/* An object that is sent away has been at the source until now. */
static void
see_departure (Walk *walk, const SpurReplay *replay)
{
  guint32 source = spur_replay_get_use (replay, SPUR_USE_SOURCE);

  see_object (walk, replay->subject, target_of (walk, source), replay->time_ns, replay->time_ns);
}

static void
take_event (SpurReplay *replay, gpointer user_data)
{
  Walk *walk = user_data;

  switch (replay->layout->effect)
    {
    case SPUR_EFFECT_ENTER:
      enter_state (walk, replay);
      break;
    case SPUR_EFFECT_LEAVE:
      leave_state (replay, walk);
      break;
    case SPUR_EFFECT_SET:
      set_state (walk, replay->subject, spur_replay_get_use (replay, SPUR_USE_STATE),
                 replay->time_ns);
      break;
    case SPUR_EFFECT_END:
      set_state (walk, replay->subject, SPUR_NONE, replay->time_ns);
      break;
    case SPUR_EFFECT_PLACE:
      place_object (walk, replay);
      break;
    case SPUR_EFFECT_NONE:
      if (replay->layout->role == SPUR_ROLE_SEND &&
          replay->layout->field_of_use[SPUR_USE_SOURCE] >= 0)
        see_departure (walk, replay);
      break;
    case SPUR_EFFECT_BEGIN:
    case SPUR_EFFECT_CONNECT:
    case SPUR_EFFECT_DISCONNECT:
    case SPUR_EFFECT_MEASURE:
      break;
    }
}

SPUR_DEFINE_ORDER (compare_sightings, Sighting, SPUR_BY_4 (object, begin_ns, stream, order))

SPUR_DEFINE_ORDER (compare_settings, Setting, SPUR_BY_4 (object, time_ns, stream, order))

SPUR_DEFINE_ORDER (compare_busy, Busy, SPUR_BY_3 (target, begin_ns, end_ns))

SPUR_DEFINE_ORDER (compare_spans, SpurSpan, SPUR_BY_4 (target, begin_ns, stream, depth))

static const struct
{
  guint n_bytes;
  int (*compare) (const void *a, const void *b);
} kinds[N_FOUND] = {
  [FOUND_SPANS] = { sizeof (SpurSpan), compare_spans },
  [FOUND_SIGHTINGS] = { sizeof (Sighting), compare_sightings },
  [FOUND_SETTINGS] = { sizeof (Setting), compare_settings },
  [FOUND_BUSY] = { sizeof (Busy), compare_busy },
};

static void
walk_stream (guint index, gpointer data)
{
  SpurHistory *self = data;
  Walk walk = { .history = self,
                .found = &self->found[index],
                .stream = index,
                .target = spur_stream_get_target (spur_trace_get_stream (self->trace, index)) };

  for (guint kind = 0; kind < N_FOUND; kind++)
    walk.found->rows[kind] = g_array_new (FALSE, FALSE, kinds[kind].n_bytes);
  spur_replay_stream (self->trace, index, self->raw ? SPUR_REPLAY_RAW : SPUR_REPLAY_CORRECTED,
                      take_event, leave_state, &walk);
}

/* What all streams say, in order; each part is freed at once. */
static GArray *
gather_rows (SpurHistory *self, FoundKind kind)
{
  GArray *all = g_array_new (FALSE, FALSE, kinds[kind].n_bytes);

  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    {
      GArray *part = self->found[i].rows[kind];

      if (part->len > 0)
        g_array_append_vals (all, part->data, part->len);
      g_array_unref (part);
    }
  if (all->len > 0)
    qsort (all->data, all->len, kinds[kind].n_bytes, kinds[kind].compare);
  return all;
}

static void
find_moves (SpurHistory *self)
{
  g_autoptr (GArray) sightings = gather_rows (self, FOUND_SIGHTINGS);

  for (guint i = 1; i < sightings->len; i++)
    {
      const Sighting *a = &g_array_index (sightings, Sighting, i - 1);
      const Sighting *b = &g_array_index (sightings, Sighting, i);
      SpurMove move = { b->object,  a->target, b->target,
                        a->stream,  b->stream, MIN (a->end_ns, b->begin_ns),
                        b->begin_ns };

      if (a->object == b->object && a->target != b->target)
        g_array_append_val (self->moves, move);
    }
}

/* What the walk through the settings of one object knows. */
typedef struct
{
  guint32 object;
  guint32 state;
  guint32 target;
  gboolean is_known;
} Last;

static void
take_setting (SpurHistory *self, Last *last, const Setting *setting)
{
  if (last->object != setting->object)
    *last = (Last){ setting->object, SPUR_NONE, SPUR_NONE, FALSE };
  if (setting->kind == SETTING_STATE)
    last->state = setting->state;
  if (setting->kind != SETTING_STATE || !last->is_known)
    last->target = setting->target;
  if (setting->kind != SETTING_STATE)
    last->is_known = setting->kind == SETTING_KNOWN_PLACE;
  if (!is_load_object (self, setting->object))
    last->target = setting->object;
}

/* Being placed where it is ends no state. */
static gboolean
goes_on (GArray *spans, const Setting *setting, const SpurSpan *span)
{
  SpurSpan *before = spans->len > 0 ? &g_array_index (spans, SpurSpan, spans->len - 1) : NULL;

  if (before == NULL || setting->kind == SETTING_STATE || before->object != span->object ||
      before->end_ns != span->begin_ns || before->target != span->target)
    return FALSE;
  before->end_ns = span->end_ns;
  return TRUE;
}

/* States that were set last until the object's next one, or to the end of the trace. */
static void
close_settings (SpurHistory *self, GArray *busy)
{
  g_autoptr (GArray) settings = gather_rows (self, FOUND_SETTINGS);
  Last last = { .object = SPUR_NONE };

  for (guint i = 0; i < settings->len; i++)
    {
      const Setting *a = &g_array_index (settings, Setting, i);
      const Setting *b = i + 1 < settings->len ? a + 1 : NULL;
      gint64 end_ns = b != NULL && b->object == a->object ? b->time_ns : self->end_ns;
      SpurSpan span = { a->time_ns, end_ns, a->stream, 0, 0, a->object, 0 };
      Busy interval = { a->time_ns, end_ns, 0 };

      take_setting (self, &last, a);
      span.target = interval.target = last.target;
      span.state = last.state;
      if (last.state == SPUR_NONE)
        continue;
      if (!goes_on (self->spans, a, &span))
        g_array_append_val (self->spans, span);
      if (is_busy_state (self->trace, last.state))
        g_array_append_val (busy, interval);
    }
}

static void
unite_busy (SpurHistory *self, GArray *busy)
{
  if (busy->len > 0)
    qsort (busy->data, busy->len, sizeof (Busy), compare_busy);
  for (guint i = 0; i < busy->len; i++)
    {
      Busy *next = &g_array_index (busy, Busy, i);
      Busy *last =
        self->busy->len > 0 ? &g_array_index (self->busy, Busy, self->busy->len - 1) : NULL;

      if (last != NULL && last->target == next->target && next->begin_ns <= last->end_ns)
        last->end_ns = MAX (last->end_ns, next->end_ns);
      else
        g_array_append_val (self->busy, *next);
    }
  for (guint i = 0; i < self->busy->len; i++)
    {
      const Busy *interval = &g_array_index (self->busy, Busy, i);

      if (interval->target < self->n_objects)
        self->busy_ns[interval->target] += interval->end_ns - interval->begin_ns;
    }
}

static void
know_objects (SpurHistory *self)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);

  self->n_objects = spur_definitions_get_n_objects (definitions);
  self->busy_ns = g_new0 (gint64, self->n_objects + 1);
  self->has_stream = g_new0 (guint8, self->n_objects + 1);
  self->is_load_object = g_new0 (guint8, self->n_objects + 1);
  for (guint32 i = 0; i < self->n_objects; i++)
    self->is_load_object[i] =
      g_type_is_a (spur_definitions_get_object (definitions, i)->type, SPUR_TYPE_LOAD_OBJECT);
  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    {
      guint32 target = spur_stream_get_target (spur_trace_get_stream (self->trace, i));

      if (target < self->n_objects)
        self->has_stream[target] = TRUE;
    }
}

/**
 * spur_history_new:
 * @trace: a sealed trace
 * @raw: whether to go by raw times where the trace has a correction
 *
 * Goes through the trace once, its streams in parallel.
 *
 * Returns: (transfer full): the history
 *
 * Since: 1.0
 */
SpurHistory *
spur_history_new (SpurTrace *trace, gboolean raw)
{
  SpurHistory *self;
  g_autoptr (GArray) busy = NULL;
  g_autoptr (GArray) spans = NULL;
  guint n_streams;
  gint64 begin_ns;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);

  self = g_object_new (SPUR_TYPE_HISTORY, NULL);
  self->trace = g_object_ref (trace);
  self->raw = raw;
  n_streams = spur_trace_get_n_streams (trace);
  spur_trace_get_span_ns (trace, raw, &begin_ns, &self->end_ns);
  know_objects (self);
  self->found = g_new0 (Found, n_streams + 1);
  spur_job_run (NULL, n_streams, walk_stream, self);

  busy = gather_rows (self, FOUND_BUSY);
  spans = gather_rows (self, FOUND_SPANS);
  find_moves (self);
  close_settings (self, busy);
  unite_busy (self, busy);
  if (self->spans->len > 0)
    {
      g_array_append_vals (spans, self->spans->data, self->spans->len);
      qsort (spans->data, spans->len, sizeof (SpurSpan), compare_spans);
    }
  g_array_unref (self->spans);
  self->spans = g_steal_pointer (&spans);
  g_clear_pointer (&self->found, g_free);
  return self;
}

/**
 * spur_history_get_spans:
 * @self: a history
 * @n_spans: (out): how many
 *
 * Gets every state that was entered or set, ordered by target, then by begin.
 *
 * Returns: (transfer none) (array length=n_spans): every state that was entered or set, ordered by
 *   target, then by begin
 *
 * Since: 1.0
 */
const SpurSpan *
spur_history_get_spans (SpurHistory *self, gsize *n_spans)
{
  g_return_val_if_fail (SPUR_IS_HISTORY (self), NULL);
  g_return_val_if_fail (n_spans != NULL, NULL);

  *n_spans = self->spans->len;
  return (const SpurSpan *) (gpointer) self->spans->data;
}

/**
 * spur_history_get_moves:
 * @self: a history
 * @n_moves: (out): how many
 *
 * Gets every time that a load object was placed, or began to run, on another target than before,
 * ordered by object, then by time.
 *
 * Returns: (transfer none) (array length=n_moves): every time that a load object was placed, or
 *   began to run, on another target than before, ordered by object, then by time
 *
 * Since: 1.0
 */
const SpurMove *
spur_history_get_moves (SpurHistory *self, gsize *n_moves)
{
  g_return_val_if_fail (SPUR_IS_HISTORY (self), NULL);
  g_return_val_if_fail (n_moves != NULL, NULL);

  *n_moves = self->moves->len;
  return (const SpurMove *) (gpointer) self->moves->data;
}

/**
 * spur_history_get_busy_ns:
 * @self: a history
 * @target: an entry of the trace's table of active objects
 *
 * Gets how long the innermost state on @target was work or overhead, in ns.
 *
 * Returns: how long the innermost state on @target was work or overhead, in ns
 *
 * Since: 1.0
 */
gint64
spur_history_get_busy_ns (SpurHistory *self, guint32 target)
{
  g_return_val_if_fail (SPUR_IS_HISTORY (self), 0);

  return target < self->n_objects ? self->busy_ns[target] : 0;
}

/* The first interval of a target; they are ordered by target. */
static guint
find_busy (SpurHistory *self, guint32 target)
{
  guint low = 0, high = self->busy->len, middle;

  SPUR_BISECT (low, high, middle, g_array_index (self->busy, Busy, middle).target < target);
  return low;
}

/**
 * spur_history_get_load:
 * @self: a history
 * @target: an entry of the trace's table of active objects
 * @begin_ns: where the first bin begins
 * @end_ns: where the last bin ends, after @begin_ns
 * @n_bins: how many bins of equal length, at least 1
 * @load: (out caller-allocates) (array length=n_bins): the share of each bin in which @target is
 *   busy, from 0 to 1
 *
 * The load of a target over time.
 *
 * Since: 1.0
 */
void
spur_history_get_load (
  SpurHistory *self, guint32 target, gint64 begin_ns, gint64 end_ns, guint n_bins, double *load)
{
  double bin_ns;

  g_return_if_fail (SPUR_IS_HISTORY (self));
  g_return_if_fail (end_ns > begin_ns && n_bins > 0 && load != NULL);

  bin_ns = (double) (end_ns - begin_ns) / n_bins;
  memset (load, 0, n_bins * sizeof *load);
  for (guint i = find_busy (self, target); i < self->busy->len; i++)
    {
      const Busy *interval = &g_array_index (self->busy, Busy, i);
      double from = (double) (MAX (interval->begin_ns, begin_ns) - begin_ns) / bin_ns;
      double to = (double) (MIN (interval->end_ns, end_ns) - begin_ns) / bin_ns;

      if (interval->target != target)
        break;
      if (to <= from)
        continue;
      for (guint bin = (guint) from; bin < n_bins && bin < to; bin++)
        load[bin] += MIN (to, bin + 1.0) - MAX (from, (double) bin);
    }
}

/**
 * spur_history_get_imbalance:
 * @self: a history
 *
 * Gets the largest busy time of a target divided by the mean one, over the targets that streams
 * ran on.
 *
 * Returns: the largest busy time of a target divided by the mean one, over the targets that
 *   streams ran on; 1 means balanced, and that is also the answer where nothing is busy
 *
 * Since: 1.0
 */
double
spur_history_get_imbalance (SpurHistory *self)
{
  double sum_ns = 0, most_ns = 0;
  guint n_targets = 0;

  g_return_val_if_fail (SPUR_IS_HISTORY (self), 1);

  for (guint32 i = 0; i < self->n_objects; i++)
    {
      if (!self->has_stream[i])
        continue;
      n_targets++;
      sum_ns += (double) self->busy_ns[i];
      most_ns = MAX (most_ns, (double) self->busy_ns[i]);
    }
  return sum_ns > 0 ? most_ns * n_targets / sum_ns : 1;
}
