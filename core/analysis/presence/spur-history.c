/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/analysis/presence/spur-history.h"

#include <stdlib.h>
#include <string.h>

#include "core/analysis/presence/spur-history-internal.h"
#include "core/analysis/presence/spur-timeline-private.h"
#include "core/base/spur-object-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/store/trace/spur-replay-internal.h"
#include "core/store/trace/spur-store-internal.h"

/**
 * SpurHistory:
 *
 * What was where, in which state, from when to when: the states of a trace's active objects as
 * spans on targets, at raw or corrected times.
 *
 * A span is where its object is, as #SpurTimeline says; where the object moves in one state, the
 * state is several spans. A load object that events place on a target has spans without a state
 * while it is there and none is known: all the time where streams enter its states, if these
 * streams enter those of no other object.
 *
 * Since: 1.0
 */

/* Spans that moves cut off: the contents of what moves often may have many. Beyond, a state is one
 * span where it began. 2^24 of them are 640 MiB. */
#define MAX_PIECES (1u << 24)

struct _SpurHistory
{
  GObject parent_instance;

  SpurTimeline *timeline;
  SpurLoad *load;
  GArray **found;
  /* By object, whether it shares the streams that enter its states; by stream, whether it enters
   * any; while spans are made. */
  guint8 *is_sharing;
  guint8 *is_entering;
  GArray *spans;
  guint n_pieces;
  /* Of a window: the spans of it are kept. */
  gint64 from_ns;
  gint64 to_ns;
  /* By state, and of no state: how long all spans are, also those that are not kept. */
  gint64 *total_ns;
  guint n_states;
};

SPUR_DEFINE_OBJECT (SpurHistory, spur_history, G_TYPE_FLAG_NONE)

static void
spur_history_clear (SpurHistory *self)
{
  g_array_unref (self->spans);
  g_free (self->total_ns);
  g_clear_object (&self->load);
  g_clear_object (&self->timeline);
}

static void
spur_history_init (SpurHistory *self)
{
  self->spans = g_array_new (FALSE, FALSE, sizeof (SpurSpan));
}

/* States that streams enter and leave. */
typedef struct
{
  GArray *spans;
  guint32 stream;
  guint32 target;
} Walk;

static void
leave_state (SpurReplay *replay, gpointer user_data)
{
  Walk *walk = user_data;

  if (replay->has_left)
    g_array_index (walk->spans, SpurSpan, replay->left.tag).end_ns = replay->time_ns;
}

static void
take_event (SpurReplay *replay, gpointer user_data)
{
  Walk *walk = user_data;
  SpurEntered *entered = spur_replay_get_innermost (replay);

  if (replay->layout->effect == SPUR_EFFECT_LEAVE)
    leave_state (replay, walk);
  else if (replay->layout->effect == SPUR_EFFECT_ENTER)
    {
      SpurSpan span = { replay->time_ns, replay->time_ns, walk->stream,   replay->entered->len - 1,
                        walk->target,    entered->object, entered->state, TRUE };

      entered->tag = walk->spans->len;
      g_array_append_val (walk->spans, span);
    }
}

static void
walk_stream (guint index, gpointer data)
{
  SpurHistory *self = data;
  SpurTrace *trace = self->timeline->trace;
  Walk walk = { g_array_new (FALSE, FALSE, sizeof (SpurSpan)), index,
                spur_stream_get_target (spur_trace_get_stream (trace, index)) };

  if (self->is_entering[index])
    spur_replay_stream (trace, index, self->timeline->raw ? SPUR_REPLAY_RAW : SPUR_REPLAY_CORRECTED,
                        take_event, leave_state, &walk);
  self->found[index] = walk.spans;
}

/* Where the object of the last span was, and how long it is there. */
typedef struct
{
  gint64 begin_ns;
  gint64 until_ns;
  guint32 target;
} Known;

typedef struct
{
  SpurHistory *history;
  /* By object. */
  Known *known;
  /* The latest piece, which the next one may continue. */
  SpurSpan last;
  gboolean has_last;
} Placing;

static const Known *
find_known (Placing *self, guint32 object, gint64 time_ns)
{
  Known *known = &self->known[object];

  if (time_ns < known->begin_ns || time_ns >= known->until_ns)
    {
      known->begin_ns = time_ns;
      known->target =
        spur_timeline_find_target (self->history->timeline, object, time_ns, &known->until_ns);
    }
  return known;
}

static void
count_span (SpurHistory *self, const SpurSpan *span)
{
  self->total_ns[MIN (span->state, self->n_states)] += span->end_ns - span->begin_ns + 1;
}

static void
take_span (SpurHistory *self, const SpurSpan *span)
{
  count_span (self, span);
  if (span->end_ns < self->from_ns || span->begin_ns > self->to_ns)
    return;
  g_array_append_vals (self->spans, span, 1);
}

static void
take_last (Placing *self)
{
  if (self->has_last)
    take_span (self->history, &self->last);
  self->has_last = FALSE;
}

/* What is on no target is seen nowhere, unless its stream's target is unknown, too. */
static void
add_piece (Placing *self, const SpurSpan *span, guint32 target)
{
  SpurTrace *trace = self->history->timeline->trace;
  SpurSpan *last = &self->last;
  SpurSpan piece = *span;

  piece.target = target;
  if (target == SPUR_NONE && span->state == SPUR_NONE && !span->is_entered)
    return;
  if (target == SPUR_NONE &&
      spur_stream_get_target (spur_trace_get_stream (trace, span->stream)) != SPUR_NONE)
    return;
  if (self->has_last && last->object == span->object && last->end_ns == span->begin_ns &&
      last->begin_ns < span->begin_ns && last->target == target && last->state == span->state &&
      last->stream == span->stream && last->depth == span->depth)
    {
      last->end_ns = span->end_ns;
      return;
    }
  take_last (self);
  self->last = piece;
  self->has_last = TRUE;
}

/* Cuts a span where its object moves. What is neither a load object nor a target, or not named, is
 * where its stream runs. */
static void
place_span (Placing *self, const SpurSpan *span)
{
  SpurTimeline *timeline = self->history->timeline;
  SpurSpan piece = *span;
  gboolean is_placed = span->object < timeline->n_objects &&
                       (timeline->is_load_object[span->object] ||
                        g_type_is_a (spur_definitions_get_object (
                                       spur_trace_get_definitions (timeline->trace), span->object)
                                       ->type,
                                     SPUR_TYPE_TARGET));

  if (!is_placed)
    {
      add_piece (self, span,
                 spur_stream_get_target (spur_trace_get_stream (timeline->trace, span->stream)));
      return;
    }
  do
    {
      const Known *known = find_known (self, span->object, piece.begin_ns);
      gboolean is_cut = known->until_ns < span->end_ns && self->history->n_pieces < MAX_PIECES;

      piece.end_ns = is_cut ? known->until_ns : span->end_ns;
      self->history->n_pieces += is_cut;
      add_piece (self, &piece, known->target);
      piece.begin_ns = piece.end_ns;
    }
  while (piece.begin_ns < span->end_ns);
}

static void
place_entered (Placing *self, guint n_streams)
{
  for (guint i = 0; i < n_streams; i++)
    {
      GArray *found = self->history->found[i];

      for (guint k = 0; k < found->len; k++)
        place_span (self, &g_array_index (found, SpurSpan, k));
      g_array_unref (found);
    }
  take_last (self);
}

/* A bar that is entered lies on that of its object, if it ends before that, so what is set is kept
 * until all bars of the window that are entered have ended. */
static void
extend_window (SpurHistory *self)
{
  gint64 to_ns = self->to_ns;

  for (guint i = 0; i < self->spans->len; i++)
    to_ns = MAX (to_ns, g_array_index (self->spans, SpurSpan, i).end_ns);
  self->to_ns = to_ns;
}

/* The first event that places the object; NULL where none does. */
static const SpurTimelineRow *
find_placement (const SpurTimeline *timeline, guint32 object)
{
  const SpurTimelineRows *places = &timeline->kinds[SPUR_TIMELINE_PLACES];

  for (gsize i = places->firsts[object]; i < places->firsts[object + 1]; i++)
    {
      if (places->rows[i].list == SPUR_TIMELINE_PLACED)
        return &places->rows[i];
    }
  return NULL;
}

/* States that are set last until the next one of the object, or to the end of the trace. Before the
 * first one it is just there, where events say so. */
static void
place_set (Placing *self, guint32 object)
{
  SpurTimeline *timeline = self->history->timeline;
  const SpurTimelineRows *states = &timeline->kinds[SPUR_TIMELINE_STATES];
  const SpurTimelineRow *placed =
    timeline->is_load_object[object] ? find_placement (timeline, object) : NULL;
  SpurSpan span = { .object = object, .state = SPUR_NONE };

  if (placed != NULL)
    {
      span.begin_ns = placed->time_ns;
      span.stream = spur_timeline_row_get_stream (placed);
    }
  for (gsize i = states->firsts[object]; i < states->firsts[object + 1]; i++)
    {
      const SpurTimelineRow *row = &states->rows[i];

      if (row->list == SPUR_TIMELINE_ENTERED || row->list == SPUR_TIMELINE_LEFT)
        continue;
      span.end_ns = row->time_ns;
      if (span.state != SPUR_NONE || (placed != NULL && span.begin_ns < span.end_ns))
        place_span (self, &span);
      span.begin_ns = row->time_ns;
      span.state = row->value;
      span.stream = spur_timeline_row_get_stream (row);
    }
  span.end_ns = timeline->end_ns;
  if (span.state != SPUR_NONE || (placed != NULL && span.begin_ns < span.end_ns))
    place_span (self, &span);
}

/* An object without states is seen as long as it is on a target itself; what is in another load
 * object is not shown for itself. */
static void
place_presence (Placing *self, guint32 object)
{
  SpurTimeline *timeline = self->history->timeline;
  const SpurTimelineRows *places = &timeline->kinds[SPUR_TIMELINE_PLACES];

  for (gsize i = places->firsts[object]; i < places->firsts[object + 1]; i++)
    {
      const SpurTimelineRow *row = &places->rows[i];
      gboolean is_last = i + 1 == places->firsts[object + 1];
      SpurSpan span = { .begin_ns = row->time_ns,
                        .end_ns = is_last ? timeline->end_ns : row[1].time_ns,
                        .stream = spur_timeline_row_get_stream (row),
                        .object = object,
                        .state = SPUR_NONE };

      if (row->value < timeline->n_objects && !timeline->is_load_object[row->value] &&
          span.begin_ns < span.end_ns)
        place_span (self, &span);
    }
}

static void
place_object (Placing *self, guint32 object)
{
  SpurTimeline *timeline = self->history->timeline;
  const SpurTimelineRows *states = &timeline->kinds[SPUR_TIMELINE_STATES];
  gboolean has_set = FALSE, has_entered = FALSE;

  for (gsize i = states->firsts[object]; i < states->firsts[object + 1] && !has_set; i++)
    {
      gboolean is_entered = states->rows[i].list == SPUR_TIMELINE_ENTERED;

      has_entered |= is_entered;
      has_set = !is_entered && states->rows[i].list != SPUR_TIMELINE_LEFT &&
                states->rows[i].value != SPUR_NONE;
    }
  if (has_set)
    place_set (self, object);
  else if (timeline->is_load_object[object] &&
           (!has_entered ||
            (!self->history->is_sharing[object] && find_placement (timeline, object) != NULL)))
    place_presence (self, object);
}

/* A stream that enters states of one object only runs that object; others run what comes. */
static void
mark_sharing (SpurHistory *self, guint n_streams)
{
  for (guint s = 0; s < n_streams; s++)
    {
      const SpurSpan *spans = (const SpurSpan *) self->found[s]->data;
      guint n_spans = self->found[s]->len;
      gboolean is_shared = FALSE;

      for (guint i = 1; i < n_spans && !is_shared; i++)
        is_shared = spans[i].object != spans[0].object;
      for (guint i = 0; i < n_spans && is_shared; i++)
        {
          if (spans[i].object < self->timeline->n_objects)
            self->is_sharing[spans[i].object] = TRUE;
        }
    }
}

/* The stay of an object comes before what a stream enters on it at the same time. */
SPUR_DEFINE_ORDER (compare_spans,
                   SpurSpan,
                   SPUR_BY_4 (target, begin_ns, is_entered, stream) ?: SPUR_BY (depth))
SPUR_DEFINE_ARRAY_SORT (sort_spans, SpurSpan, compare_spans)

/* Of a stream that enters no state, as most that set them, nothing is to be read. */
static void
find_entering (SpurTrace *trace, guint8 *is_entering, guint n_streams)
{
  guint n_classes = spur_trace_get_n_classes (trace);
  g_autofree guint64 *n_of_class = g_new (guint64, (gsize) n_classes + 1);

  for (guint s = 0; s < n_streams; s++)
    {
      memset (n_of_class, 0, n_classes * sizeof *n_of_class);
      spur_stream_count_classes (spur_trace_get_stream (trace, s), n_of_class);
      is_entering[s] = FALSE;
      for (guint i = 0; i < n_classes; i++)
        is_entering[s] |=
          n_of_class[i] > 0 && spur_trace_get_class (trace, i)->effect == SPUR_EFFECT_ENTER;
    }
}

static SpurHistory *
make_history (SpurTrace *trace, SpurTimeline *timeline)
{
  SpurHistory *self = g_object_new (SPUR_TYPE_HISTORY, NULL);

  self->timeline = timeline;
  self->load = spur_load_new (timeline);
  self->from_ns = G_MININT64;
  self->to_ns = G_MAXINT64;
  self->n_states = spur_definitions_get_n_states (spur_trace_get_definitions (trace));
  self->total_ns = g_new0 (gint64, (gsize) self->n_states + 1);
  return self;
}

static void
find_spans (SpurHistory *self)
{
  SpurTrace *trace = self->timeline->trace;
  guint n_streams = spur_trace_get_n_streams (trace);
  g_autofree GArray **found = g_new0 (GArray *, (gsize) n_streams + 1);
  g_autofree guint8 *is_entering = g_new0 (guint8, (gsize) n_streams + 1);
  g_autofree guint8 *is_sharing = g_new0 (guint8, (gsize) self->timeline->n_objects + 1);
  g_autofree Known *known = g_new0 (Known, (gsize) self->timeline->n_objects + 1);
  Placing placing = { .history = self, .known = known };

  self->found = found;
  self->is_sharing = is_sharing;
  self->is_entering = is_entering;
  find_entering (trace, is_entering, n_streams);
  spur_job_run (NULL, n_streams, walk_stream, self);
  mark_sharing (self, n_streams);
  place_entered (&placing, n_streams);
  extend_window (self);
  for (guint32 object = 0; object < self->timeline->n_objects; object++)
    place_object (&placing, object);
  take_last (&placing);
  sort_spans (self->spans);
  self->found = NULL;
  self->is_sharing = NULL;
  self->is_entering = NULL;
}

/**
 * spur_history_new:
 * @trace: a sealed trace
 * @raw: whether to go by raw times where the trace has a correction
 *
 * Goes through the trace, its streams in parallel.
 *
 * Returns: (transfer full): the history
 *
 * Since: 1.0
 */
SpurHistory *
spur_history_new (SpurTrace *trace, gboolean raw)
{
  SpurHistory *self;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);

  self = make_history (trace, spur_timeline_new (trace, raw));
  find_spans (self);
  return self;
}

/**
 * spur_history_new_of_window: (skip)
 * @trace: a sealed trace
 * @raw: whether to go by raw times where the trace has a correction
 * @from_ns: begin of a window
 * @to_ns: its end, a time that is part of it
 *
 * Gets what spur_history_new() gives, but of spans only those that have part in a window, and what
 * is set behind it, as far as spans reach that streams enter in the window.
 *
 * Returns: (transfer full): the history
 *
 * Since: 1.0
 */
SpurHistory *
spur_history_new_of_window (SpurTrace *trace, gboolean raw, gint64 from_ns, gint64 to_ns)
{
  SpurHistory *self = make_history (trace, spur_timeline_new (trace, raw));

  self->from_ns = from_ns;
  self->to_ns = to_ns;
  find_spans (self);
  return self;
}

SpurHistory *
spur_history_new_of_spans (SpurTrace *trace, gboolean raw, GArray *spans)
{
  SpurHistory *self = make_history (trace, spur_timeline_new_without_events (trace, raw));

  for (guint i = 0; i < spans->len; i++)
    count_span (self, &g_array_index (spans, SpurSpan, i));
  g_array_unref (self->spans);
  self->spans = spans;
  sort_spans (self->spans);
  return self;
}

/**
 * spur_history_add_times: (skip)
 * @self: a history
 * @total_ns: (inout) (array): by state of the trace, and of no state
 *
 * Adds how long all spans are, each and 1 ns, also those out of the window that the history is of.
 *
 * Since: 1.0
 */
void
spur_history_add_times (SpurHistory *self, gint64 *total_ns)
{
  for (guint i = 0; i <= self->n_states; i++)
    total_ns[i] += self->total_ns[i];
}

/**
 * spur_history_get_timeline:
 * @self: a history
 *
 * Gets where objects are, and what they do, at any time.
 *
 * Returns: (transfer none): the timeline
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  SpurTimeline *, spur_history_get_timeline, SpurHistory, SPUR_IS_HISTORY, self->timeline)

/**
 * spur_history_get_target_loads:
 * @self: a history
 *
 * Gets the loads of the trace's targets over any span.
 *
 * Returns: (transfer none): the loads
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  SpurLoad *, spur_history_get_target_loads, SpurHistory, SPUR_IS_HISTORY, self->load)

/**
 * spur_history_get_spans:
 * @self: a history
 * @n_spans: (out): how many
 *
 * Gets every state that was entered or set, and the presence of objects without states,
 * ordered by target, then by begin.
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
