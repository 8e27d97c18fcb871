/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/live/spur-live-corrector.h"

#include "core/base/spur-error-internal.h"
#include "core/base/spur-heap-private.h"
#include "core/base/spur-object-internal.h"
#include "core/base/spur-region-private.h"
#include "core/causality/live/spur-live-match-internal.h"
#include "core/causality/spur-edges.h"
#include "core/clock/logical/spur-clock-line-private.h"

/**
 * SpurLiveCorrector:
 *
 * Corrects the clocks of a merged trace while it grows, with a bounded delay.
 *
 * Events of many streams come as they please, those of one stream in order. They leave in the order
 * of their corrected times, which is causally consistent: the forward pass of the controlled
 * logical clock with a fixed gamma (clock-correction.md section 2). An event leaves as soon as none
 * of the streams can bring an earlier one, and as soon as the begins of the edges that end in it
 * have left. What is waited for too long, by the limits of #SpurLiveOptions, is given up: an event
 * that comes later than that is put behind what has left by then, and says so; no event is lost,
 * and none leaves out of order.
 *
 * Where nothing is given up and nothing is late, the times are those of #SpurExtendedClock without
 * backward amortization, exactly at the ends of edges and within 2 ns elsewhere.
 *
 * A corrector is used by one thread at a time. Its memory follows the events that are here and the
 * messages that are on their way, both of which are limited.
 *
 * Since: 1.0
 */

#define DEFAULT_GAMMA_PPB 999990000
#define DEFAULT_DELAY_NS G_GINT64_CONSTANT (1000000000)
#define DEFAULT_MAX_HELD (1u << 20)
#define DEFAULT_MAX_MESSAGES (1u << 20)

/* A stream: its events without a time and those with one, first to last, and where its clock is. */
typedef struct
{
  SpurHeld *first;
  SpurHeld *last;
  SpurHeld *first_timed;
  SpurHeld *last_timed;
  GPtrArray *stack;
  guint64 n_events;
  SpurClockLine line;
  gint64 mark_ns; /* what is still to come is not before it */
  gboolean is_ended;
  gboolean is_queued;
} Stream;

struct _SpurLiveCorrector
{
  GObject parent_instance;

  SpurLiveOptions options;
  GArray *streams;
  guint n_ended;
  SpurLiveMatcher matcher;
  GArray *queue;

  /* The least time that each stream can still bring, as a tree of minima with the streams as its
   * leaves. */
  gint64 *tree;
  guint n_leaves;

  /* Of each stream the first event with a time, the earliest at the root. */
  GPtrArray *heap;
  SpurHeld *oldest;
  SpurHeld *newest;
  /* They leave in about the order in which they came. */
  SpurRegion held;
  guint64 sequence;
  gint64 latest_ns;
  gint64 left_ns;
  SpurLiveCounts counts;
};

SPUR_DEFINE_OBJECT (SpurLiveCorrector, spur_live_corrector, G_TYPE_FLAG_FINAL)

static Stream *
get_stream (SpurLiveCorrector *self, guint32 stream)
{
  return &g_array_index (self->streams, Stream, stream);
}

static void
wake_stream (guint32 stream, gpointer user_data)
{
  SpurLiveCorrector *self = user_data;
  Stream *woken = get_stream (self, stream);

  if (woken->is_queued)
    return;
  woken->is_queued = TRUE;
  g_array_append_val (self->queue, stream);
}

static void
clear_stream (gpointer data)
{
  g_ptr_array_unref (((Stream *) data)->stack);
}

static void
spur_live_corrector_clear (SpurLiveCorrector *self)
{
  spur_live_matcher_clear (&self->matcher);
  while (self->oldest != NULL)
    {
      SpurHeld *held = self->oldest;

      self->oldest = held->newer;
      if (held->enter != NULL && --held->enter->n_refs == 0)
        g_free (held->enter);
      spur_region_free (&self->held, held);
    }
  spur_region_clear (&self->held);
  g_array_unref (self->streams);
  g_array_unref (self->queue);
  g_ptr_array_unref (self->heap);
  g_free (self->tree);
}

static void
spur_live_corrector_init (SpurLiveCorrector *self)
{
  self->options = (SpurLiveOptions){ .mu_ns = 1,
                                     .gamma_ppb = DEFAULT_GAMMA_PPB,
                                     .delay_ns = DEFAULT_DELAY_NS,
                                     .max_held = DEFAULT_MAX_HELD,
                                     .max_messages = DEFAULT_MAX_MESSAGES };
  self->streams = g_array_new (FALSE, TRUE, sizeof (Stream));
  g_array_set_clear_func (self->streams, clear_stream);
  self->queue = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->heap = g_ptr_array_new ();
  self->latest_ns = self->left_ns = G_MININT64;
  spur_live_matcher_init (&self->matcher, wake_stream, self);
}

/**
 * spur_live_corrector_new:
 * @n_streams: how many streams there are at first
 *
 * Makes a corrector that holds nothing yet.
 *
 * Returns: (transfer full): a corrector with mu of 1 ns, delta 0, gamma 0.99999, a delay of 1 s and
 *   room for 1,048,576 events and as many messages
 *
 * Since: 1.0
 */
SpurLiveCorrector *
spur_live_corrector_new (guint n_streams)
{
  SpurLiveCorrector *self = g_object_new (SPUR_TYPE_LIVE_CORRECTOR, NULL);

  for (guint i = 0; i < n_streams; i++)
    spur_live_corrector_add_stream (self);
  return self;
}

/**
 * spur_live_corrector_get_options:
 * @self: a live corrector
 *
 * Gets how the corrector works, to be changed before the first event; @delay_ns, @max_held and
 * @max_messages may change later, too.
 *
 * Returns: (transfer none): the options, as long as @self
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (SpurLiveOptions *,
                    spur_live_corrector_get_options,
                    SpurLiveCorrector,
                    SPUR_IS_LIVE_CORRECTOR,
                    &self->options)

/* No event of the stream that is still to get a time will be earlier. */
static void
set_least_time (SpurLiveCorrector *self, guint32 stream, gint64 time_ns)
{
  guint node = self->n_leaves + stream;

  self->tree[node] = time_ns;
  for (node /= 2; node > 0; node /= 2)
    self->tree[node] = MIN (self->tree[2 * node], self->tree[2 * node + 1]);
}

static void
note_least_time (SpurLiveCorrector *self, guint32 index)
{
  const Stream *stream = get_stream (self, index);

  /* Corrected times are never before those of the clock. */
  gint64 least_ns = stream->first != NULL ? stream->first->event.raw_ns : stream->mark_ns;

  if (stream->is_ended && stream->first == NULL)
    least_ns = G_MAXINT64;
  else if (stream->line.is_started)
    least_ns = MAX (least_ns, stream->line.last_ns);
  set_least_time (self, index, least_ns);
}

static void
grow_tree (SpurLiveCorrector *self)
{
  self->n_leaves = MAX (2 * self->n_leaves, 1);
  self->tree = g_renew (gint64, self->tree, 2 * self->n_leaves);
  for (guint i = 0; i < 2 * self->n_leaves; i++)
    self->tree[i] = G_MAXINT64;
  for (guint i = 0; i < self->streams->len; i++)
    note_least_time (self, i);
}

/**
 * spur_live_corrector_add_stream:
 * @self: a live corrector
 *
 * A stream more. Until its first event has come, others wait for it as they do for any.
 *
 * Returns: the stream's index
 *
 * Since: 1.0
 */
guint
spur_live_corrector_add_stream (SpurLiveCorrector *self)
{
  Stream stream = { .mark_ns = G_MININT64 };

  g_return_val_if_fail (SPUR_IS_LIVE_CORRECTOR (self), 0);

  stream.stack = spur_live_stack_new ();
  g_array_append_val (self->streams, stream);
  if (self->streams->len > self->n_leaves)
    grow_tree (self);
  else
    note_least_time (self, self->streams->len - 1);
  return self->streams->len - 1;
}

/**
 * spur_live_corrector_end_stream:
 * @self: a live corrector
 * @stream: a stream
 *
 * No more events of the stream will come, so no stream waits for them. When all streams have ended,
 * everything that is here can be taken.
 *
 * Since: 1.0
 */
void
spur_live_corrector_end_stream (SpurLiveCorrector *self, guint stream)
{
  g_return_if_fail (SPUR_IS_LIVE_CORRECTOR (self));
  g_return_if_fail (stream < self->streams->len);

  self->n_ended += !get_stream (self, stream)->is_ended;
  get_stream (self, stream)->is_ended = TRUE;
  note_least_time (self, stream);
}

static gboolean
leaves_before (gconstpointer a, gconstpointer b)
{
  const SpurHeld *first = a, *second = b;

  if (first->event.time_ns != second->event.time_ns)
    return first->event.time_ns < second->event.time_ns;
  return first->sequence < second->sequence;
}

/* Its time is not before that of the one before it in its stream. */
static void
put_timed (SpurLiveCorrector *self, Stream *stream, SpurHeld *held)
{
  held->next = NULL;
  if (stream->first_timed == NULL)
    {
      stream->first_timed = held;
      g_ptr_array_add (self->heap, held);
      spur_heap_sift_up (self->heap->pdata, self->heap->len - 1, leaves_before);
    }
  else
    stream->last_timed->next = held;
  stream->last_timed = held;
}

static SpurHeld *
take_timed (SpurLiveCorrector *self)
{
  SpurHeld *held = self->heap->pdata[0];
  Stream *stream = get_stream (self, held->event.stream);
  SpurHeld *next = held->next;

  stream->first_timed = next;
  if (next == NULL)
    {
      next = self->heap->pdata[self->heap->len - 1];
      g_ptr_array_set_size (self->heap, (int) self->heap->len - 1);
    }
  if (self->heap->len > 0)
    {
      self->heap->pdata[0] = next;
      spur_heap_sift_down (self->heap->pdata, self->heap->len, 0, leaves_before);
    }
  return held;
}

static void
note_late (SpurLiveCorrector *self, SpurHeld *held, gint64 late_ns)
{
  held->event.late_ns = late_ns;
  self->counts.n_late++;
  self->counts.worst_late_ns = MAX (self->counts.worst_late_ns, late_ns);
}

/* Gives the first event of a stream its time. */
static void
finish_first (SpurLiveCorrector *self, guint32 index, gint64 bound_ns)
{
  Stream *stream = get_stream (self, index);
  SpurHeld *held = stream->first;
  gint64 clock_b_ns = spur_clock_line_next (&stream->line, self->options.gamma_ppb,
                                            self->options.delta_ns, held->event.raw_ns);
  gint64 time_ns = clock_b_ns;

  if (bound_ns != G_MININT64)
    time_ns = MAX (time_ns, bound_ns);
  if (time_ns < self->left_ns)
    {
      note_late (self, held, self->left_ns - time_ns);
      time_ns = self->left_ns;
    }
  time_ns = MIN (time_ns, SPUR_TIME_LIMIT_NS);
  if (time_ns != clock_b_ns)
    spur_clock_line_jump (&stream->line, held->event.raw_ns, time_ns);
  stream->first = held->next;
  if (stream->first == NULL)
    stream->last = NULL;
  held->event.time_ns = time_ns;
  held->has_time = TRUE;
  held->sequence = self->sequence++;
  spur_live_matcher_finish (&self->matcher, held);
  self->counts.n_behind += held->event.is_behind;
  put_timed (self, stream, held);
}

/* Streams run until they wait; those that are woken run, too. */
static void
run_queue (SpurLiveCorrector *self)
{
  while (self->queue->len > 0)
    {
      guint32 index = g_array_index (self->queue, guint32, self->queue->len - 1);
      gint64 bound_ns;

      g_array_set_size (self->queue, self->queue->len - 1);
      get_stream (self, index)->is_queued = FALSE;
      while (
        get_stream (self, index)->first != NULL &&
        spur_live_matcher_is_ready (&self->matcher, get_stream (self, index)->first, &bound_ns))
        finish_first (self, index, bound_ns);
      note_least_time (self, index);
    }
}

/**
 * spur_live_corrector_push:
 * @self: a live corrector
 * @event: an event, the next of its stream, which has not ended; copied
 * @error: return location for an error
 *
 * An event came.
 *
 * Returns: %FALSE with %SPUR_CAUSALITY_ERROR_RANGE where its time lies outside of +-2^61 ns; then
 *   it was not taken
 *
 * Since: 1.0
 */
gboolean
spur_live_corrector_push (SpurLiveCorrector *self, const SpurLiveEvent *event, GError **error)
{
  Stream *stream;
  SpurHeld *held;

  g_return_val_if_fail (SPUR_IS_LIVE_CORRECTOR (self), FALSE);
  g_return_val_if_fail (event != NULL && event->stream < self->streams->len, FALSE);
  g_return_val_if_fail (!get_stream (self, event->stream)->is_ended, FALSE);
  g_return_val_if_fail (!event->has_mu || (event->mu_ns >= 0 && event->mu_ns <= SPUR_TIME_LIMIT_NS),
                        FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  stream = get_stream (self, event->stream);
  if (event->raw_ns > SPUR_TIME_LIMIT_NS || event->raw_ns < -SPUR_TIME_LIMIT_NS)
    return spur_error_set (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_RANGE,
                           "stream %u: event %" G_GUINT64_FORMAT ": its time is %" G_GINT64_FORMAT
                           " ns, which is outside of +-2^61 ns",
                           event->stream, stream->n_events, event->raw_ns);
  self->latest_ns = MAX (self->latest_ns, event->raw_ns);
  held = spur_region_alloc (&self->held, sizeof *held);
  *held = (SpurHeld){ .event = *event };
  held->event.position = stream->n_events++;
  held->event.time_ns = held->event.late_ns = 0;
  held->event.is_unmatched = held->event.is_behind = FALSE;
  held->arrival_ns = self->latest_ns;
  held->older = self->newest;
  *(self->newest != NULL ? &self->newest->newer : &self->oldest) = held;
  self->newest = held;
  *(stream->last != NULL ? &stream->last->next : &stream->first) = held;
  stream->last = held;
  self->counts.n_pushed++;
  self->counts.n_held++;
  self->counts.most_held = MAX (self->counts.most_held, self->counts.n_held);
  self->matcher.delays = self->options.delays;
  self->matcher.mu_ns = self->options.mu_ns;
  self->matcher.max_messages = self->options.max_messages;
  spur_live_matcher_take (&self->matcher, held, stream->stack);
  if (stream->first == held)
    wake_stream (event->stream, self);
  run_queue (self);
  return TRUE;
}

/**
 * spur_live_corrector_advance:
 * @self: a live corrector
 * @now_ns: the time now, in ns, by the clocks that the events' times come from
 *
 * Says how late it is where no events come, so that those that are here leave when their delay is
 * over.
 *
 * Since: 1.0
 */
void
spur_live_corrector_advance (SpurLiveCorrector *self, gint64 now_ns)
{
  g_return_if_fail (SPUR_IS_LIVE_CORRECTOR (self));

  self->latest_ns = MAX (self->latest_ns, CLAMP (now_ns, -SPUR_TIME_LIMIT_NS, SPUR_TIME_LIMIT_NS));
}

/**
 * spur_live_corrector_advance_stream:
 * @self: a live corrector
 * @stream: a stream
 * @now_ns: a time, in ns, by the clock that its events' times come from
 *
 * Says that no event of the stream that is still to come is before @now_ns, so that others need not
 * wait for it as far as that. One that comes nonetheless is late.
 *
 * Since: 1.0
 */
void
spur_live_corrector_advance_stream (SpurLiveCorrector *self, guint stream, gint64 now_ns)
{
  Stream *marked;

  g_return_if_fail (SPUR_IS_LIVE_CORRECTOR (self));
  g_return_if_fail (stream < self->streams->len);

  marked = get_stream (self, stream);
  marked->mark_ns = MAX (marked->mark_ns, CLAMP (now_ns, -SPUR_TIME_LIMIT_NS, SPUR_TIME_LIMIT_NS));
  note_least_time (self, stream);
}

/* The stream whose first event @index waits for in the end: what that event waits for did not come.
 * A walk that is longer than there are streams is in a cycle. */
static guint32
find_culprit (SpurLiveCorrector *self, guint32 index)
{
  for (guint n = 0; n <= self->streams->len; n++)
    {
      guint32 awaited =
        spur_live_matcher_get_awaited (&self->matcher, get_stream (self, index)->first);

      if (awaited == SPUR_NONE || get_stream (self, awaited)->first == NULL)
        return index;
      index = awaited;
    }
  self->counts.n_cycles++;
  return index;
}

static void
force_event (SpurLiveCorrector *self, SpurHeld *held)
{
  while (!held->has_time)
    {
      guint32 culprit = find_culprit (self, held->event.stream);

      spur_live_matcher_give_up (get_stream (self, culprit)->first);
      self->counts.n_unmatched++;
      wake_stream (culprit, self);
      run_queue (self);
    }
}

static gboolean
is_overdue (SpurLiveCorrector *self)
{
  if (self->counts.n_held > self->options.max_held)
    return TRUE;
  /* No more events come. */
  if (self->n_ended == self->streams->len)
    return TRUE;
  return self->latest_ns - self->oldest->arrival_ns > self->options.delay_ns;
}

/**
 * spur_live_corrector_pop:
 * @self: a live corrector
 * @event: (out caller-allocates): the event, with its corrected time
 *
 * Takes the next event that can leave. Its time is not below that of the one before.
 *
 * Returns: %FALSE where none can leave now
 *
 * Since: 1.0
 */
gboolean
spur_live_corrector_pop (SpurLiveCorrector *self, SpurLiveEvent *event)
{
  SpurHeld *held;

  g_return_val_if_fail (SPUR_IS_LIVE_CORRECTOR (self), FALSE);
  g_return_val_if_fail (event != NULL, FALSE);

  if (self->oldest == NULL)
    return FALSE;
  if (self->heap->len == 0 || ((SpurHeld *) self->heap->pdata[0])->event.time_ns > self->tree[1])
    {
      if (!is_overdue (self))
        return FALSE;
      force_event (self, self->oldest);
    }
  held = take_timed (self);
  *(held->older != NULL ? &held->older->newer : &self->oldest) = held->newer;
  *(held->newer != NULL ? &held->newer->older : &self->newest) = held->older;
  self->left_ns = held->event.time_ns;
  self->counts.n_popped++;
  self->counts.n_held--;
  *event = held->event;
  spur_region_free (&self->held, held);
  return TRUE;
}

/**
 * spur_live_corrector_get_counts:
 * @self: a live corrector
 * @counts: (out caller-allocates): what it did so far
 *
 * Gets what has come, gone, and been late so far.
 *
 * Since: 1.0
 */
void
spur_live_corrector_get_counts (SpurLiveCorrector *self, SpurLiveCounts *counts)
{
  g_return_if_fail (SPUR_IS_LIVE_CORRECTOR (self));
  g_return_if_fail (counts != NULL);

  *counts = self->counts;
  counts->n_messages = self->matcher.open_messages.length + self->matcher.open_instances.length;
  counts->n_forgotten = self->matcher.n_forgotten;
}
