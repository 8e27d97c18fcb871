/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Finds the waits of a stream from its calls: one look at each end of an edge, backwards, so that
 * it is known what is received later (Scalasca's patterns, doc/balance.md). */
#include "core/analysis/waits/spur-waits-private.h"

#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"

/* Room for the first waits of a stream. */
#define MIN_ROWS 64

/* How long a wait is, by what is between the begin of the call and the time that it waits for. */
typedef enum
{
  FORM_FROM_BEGIN, /* as long as that, from the begin of the call on, at most up to its end */
  FORM_TO_END,     /* the same, up to the end of the call */
  FORM_WITHIN,     /* as long as that, but 0 where the call has ended by then */
} Form;

/* A wait, or none: @distance_ns may be below 0 or longer than the call. */
typedef struct
{
  SpurWaitPattern pattern;
  Form form;
  gint64 begin_ns;
  gint64 length_ns;
  gint64 distance_ns;
  guint64 event;
  guint32 call_event;
  guint32 cause;
} Candidate;

/* A stream on the way. */
typedef struct
{
  const SpurWaitsSearch *search;
  const SpurCalls *calls;
  guint stream;
  SpurStreamWaits *to;
  GHashTable *slots;
  guint32 last_clock;
  guint last_slot;

  /* Whether there may be a wait that is not in the order of events. */
  gboolean is_unordered;

  /* The receives of the call that is looked at: the one that waits longest, if there is one, and
   * the first that was sent. Then of all calls behind it. */
  guint32 call;
  gboolean has_best;
  Candidate best;
  gint64 best_sent_ns;
  gint64 call_first_sent_ns;
  gint64 first_sent_ns;
} Walk;

static gint64
get_length_ns (const Walk *self, const SpurCall *call)
{
  return spur_calls_get_length_ns (&self->calls->streams[self->stream], call);
}

/* In the span that is asked for. */
static gint64
get_duration (const Walk *self, const Candidate *candidate, gint64 distance_ns)
{
  const SpurWaitsSettings *settings = &self->search->settings;
  gint64 duration_ns = CLAMP (distance_ns, 0, candidate->length_ns), begin_ns, end_ns;

  if (candidate->form == FORM_WITHIN && distance_ns >= candidate->length_ns)
    duration_ns = 0;
  begin_ns = candidate->begin_ns;
  if (candidate->form == FORM_TO_END)
    begin_ns += candidate->length_ns - duration_ns;
  end_ns = MIN (begin_ns + duration_ns, settings->end_ns);
  return MAX (end_ns - MAX (begin_ns, settings->begin_ns), 0);
}

/* Where the wait begins in that span. */
static gint64
get_begin (const Walk *self, const Candidate *candidate)
{
  gint64 begin_ns = candidate->begin_ns;

  if (candidate->form == FORM_TO_END)
    begin_ns += candidate->length_ns - CLAMP (candidate->distance_ns, 0, candidate->length_ns);
  return MAX (begin_ns, self->search->settings.begin_ns);
}

static SpurWaitShift *
find_shift (Walk *self, guint32 clock)
{
  gpointer slot;

  if (clock != self->last_clock)
    {
      if (!g_hash_table_lookup_extended (self->slots, GUINT_TO_POINTER (clock), NULL, &slot))
        {
          SpurWaitShift shift = { .clock = clock };

          slot = GUINT_TO_POINTER (self->to->shifts->len);
          g_hash_table_insert (self->slots, GUINT_TO_POINTER (clock), slot);
          g_array_append_val (self->to->shifts, shift);
        }
      self->last_clock = clock;
      self->last_slot = GPOINTER_TO_UINT (slot);
    }
  return &g_array_index (self->to->shifts, SpurWaitShift, self->last_slot);
}

/* What sums change by where one of the two clocks is off by its half width. */
static void
note_shift (Walk *self, const Candidate *candidate, guint32 clock, gint64 later_ns)
{
  SpurWaitShift *shift = find_shift (self, clock);
  gint64 duration_ns = get_duration (self, candidate, candidate->distance_ns);

  shift->later_ns[candidate->pattern] +=
    get_duration (self, candidate, candidate->distance_ns + later_ns) - duration_ns;
  shift->earlier_ns[candidate->pattern] +=
    get_duration (self, candidate, candidate->distance_ns - later_ns) - duration_ns;
}

/* By how much the wait is off at most where the distance is by up to @error_ns: a wait that may be
 * within its call or not may be anything from none to the whole call. */
static gint64
get_most_off (const Walk *self, const Candidate *candidate, gint64 error_ns)
{
  gint64 duration_ns = get_duration (self, candidate, candidate->distance_ns);
  gint64 least_ns = get_duration (self, candidate, candidate->distance_ns - error_ns);
  gint64 most_ns = get_duration (self, candidate, candidate->distance_ns + error_ns);

  if (candidate->form == FORM_WITHIN && candidate->distance_ns - error_ns < candidate->length_ns &&
      candidate->distance_ns + error_ns >= candidate->length_ns)
    {
      most_ns = get_duration (self, candidate, candidate->length_ns - 1);
      least_ns = 0;
    }
  return MAX (ABS (duration_ns - least_ns), ABS (most_ns - duration_ns));
}

/* By how much the wait may be off; -1 where nothing is known. */
static gint64
measure_error (Walk *self, const Candidate *candidate)
{
  const SpurWaitsSearch *search = self->search;
  guint32 other;
  gint64 own_ns, other_ns, error_ns, sign;

  if (candidate->cause == G_MAXUINT32)
    return 0;
  other = spur_calls_get_stream (self->calls, candidate->cause);
  if (search->clocks[other] == search->clocks[self->stream])
    return 0;
  own_ns = spur_clock_bounds_get_ns (search->bounds, self->stream, candidate->begin_ns);
  other_ns =
    spur_clock_bounds_get_ns (search->bounds, other, self->calls->times_ns[candidate->cause]);
  if (own_ns < 0 || other_ns < 0)
    return -1;
  error_ns = get_most_off (self, candidate, own_ns + other_ns);
  if (error_ns == 0)
    return 0;
  /* A later clock of the other one makes the wait longer, but that after its leave shorter. */
  sign = candidate->form == FORM_TO_END ? -1 : 1;
  note_shift (self, candidate, search->clocks[other], sign * other_ns);
  note_shift (self, candidate, search->clocks[self->stream], -sign * own_ns);
  return error_ns;
}

static void
add_row (SpurStreamWaits *waits, const SpurWaitRow *row)
{
  if (waits->n_rows == waits->n_allocated)
    {
      waits->n_allocated += waits->n_allocated / 2 + MIN_ROWS;
      waits->rows = spur_pages_grow (waits->rows, waits->n_rows * sizeof *waits->rows,
                                     waits->n_allocated, sizeof *waits->rows);
    }
  waits->rows[waits->n_rows++] = *row;
}

static void
take_candidate (Walk *self, const Candidate *candidate)
{
  SpurWaitTotal *total = &self->to->totals[candidate->pattern];
  gint64 duration_ns = get_duration (self, candidate, candidate->distance_ns);
  gint64 error_ns = measure_error (self, candidate);
  SpurWaitRow row = { get_begin (self, candidate), duration_ns,           error_ns,
                      (guint32) candidate->event,  candidate->call_event, candidate->cause,
                      candidate->pattern };

  if (duration_ns <= 0)
    return;
  add_row (self->to, &row);
  total->n_waits++;
  total->duration_ns += duration_ns;
  total->n_undetermined += error_ns >= duration_ns;
  if (error_ns < 0)
    total->error_ns = -1;
}

/* When a message was sent: when its call was entered. */
static gint64
get_sent_ns (const SpurCalls *calls, guint32 node)
{
  const SpurCall *call = spur_calls_get (calls, spur_calls_get_stream (calls, node), node);

  return call != NULL ? call->enter_ns : calls->times_ns[node];
}

/* The receives of a call are all known: only the longest wait counts, as the others are in it. */
static void
end_call (Walk *self)
{
  if (self->has_best)
    {
      if (self->first_sent_ns < self->best_sent_ns)
        self->best.pattern = SPUR_WAIT_WRONG_ORDER;
      take_candidate (self, &self->best);
    }
  self->has_best = FALSE;
  self->first_sent_ns = MIN (self->first_sent_ns, self->call_first_sent_ns);
  self->call_first_sent_ns = G_MAXINT64;
}

static void
take_receive (Walk *self, guint64 event, guint32 node, const SpurCall *call)
{
  guint32 partner = self->search->partners[node];
  gint64 sent_ns;

  if (partner == G_MAXUINT32)
    return;
  sent_ns = get_sent_ns (self->calls, partner);
  self->call_first_sent_ns = MIN (self->call_first_sent_ns, sent_ns);
  if (call == NULL || (call->flags & SPUR_CALL_IS_IMMEDIATE) != 0 ||
      (self->has_best && sent_ns <= self->best_sent_ns))
    return;
  self->has_best = TRUE;
  self->best_sent_ns = sent_ns;
  self->best = (Candidate){ SPUR_WAIT_LATE_SENDER,    FORM_FROM_BEGIN,
                            call->enter_ns,           get_length_ns (self, call),
                            sent_ns - call->enter_ns, event,
                            call->enter_event,        partner };
}

/* A call that does nothing but send this message, or complete it, waits for the receive, unless it
 * may return earlier. Where it only completes the message, what it enters with tells of the wait.
 */
static void
take_send (Walk *self, guint64 event, guint32 node, const SpurCall *call)
{
  const guint others =
    SPUR_CALL_SENDS_MANY | SPUR_CALL_RECEIVES | SPUR_CALL_IS_IMMEDIATE | SPUR_CALL_IS_EAGER;
  guint32 partner = self->search->partners[node], posted_in;
  guint32 completed_in = self->calls->posted_in[node];
  const SpurCall *posting;
  Candidate candidate;

  if (completed_in != SPUR_CALL_NONE)
    {
      call = &self->calls->streams[self->stream].calls[completed_in];
      event = call->enter_event;
    }
  if (partner == G_MAXUINT32 || call == NULL || (call->flags & others) != 0)
    return;
  self->is_unordered |= completed_in != SPUR_CALL_NONE;
  posted_in = self->calls->posted_in[partner];
  if (posted_in == SPUR_CALL_NONE)
    return;
  posting = &self->calls->streams[spur_calls_get_stream (self->calls, partner)].calls[posted_in];
  candidate = (Candidate){ SPUR_WAIT_LATE_RECEIVER,
                           FORM_WITHIN,
                           call->enter_ns,
                           get_length_ns (self, call),
                           posting->enter_ns - call->enter_ns,
                           event,
                           call->enter_event,
                           partner };
  take_candidate (self, &candidate);
}

static void
take_lock (Walk *self, guint64 event, guint32 node, const SpurCall *call)
{
  guint32 partner = self->search->partners[node];
  Candidate candidate;

  if (partner == G_MAXUINT32 || call == NULL)
    return;
  candidate = (Candidate){ SPUR_WAIT_LOCK,
                           FORM_FROM_BEGIN,
                           call->enter_ns,
                           get_length_ns (self, call),
                           self->calls->times_ns[partner] - call->enter_ns,
                           event,
                           call->enter_event,
                           partner };
  take_candidate (self, &candidate);
}

/* An operation that does not block waits in the call that completes it. */
static void
take_end (Walk *self, guint64 event, guint32 node, const SpurCall *call)
{
  guint32 member = self->search->partners[node];
  const SpurMemberWait *wait;
  Candidate candidate;
  gint64 begin_ns;

  if (member == G_MAXUINT32 || (call != NULL && (call->flags & SPUR_CALL_IS_IMMEDIATE) != 0))
    return;
  wait = &self->search->members[member];
  begin_ns = self->calls->times_ns[wait->begin];
  if (call != NULL && self->calls->call_of[wait->begin] != self->calls->call_of[node])
    begin_ns = MAX (begin_ns, call->enter_ns);
  candidate = (Candidate){ .begin_ns = begin_ns,
                           .length_ns = MAX (self->calls->times_ns[node] - begin_ns, 0),
                           .event = event,
                           .call_event = call != NULL ? call->enter_event : (guint32) event };
  if (wait->completion != SPUR_N_WAIT_PATTERNS)
    {
      candidate.pattern = wait->completion;
      candidate.form = FORM_TO_END;
      candidate.distance_ns = self->calls->times_ns[node] - wait->first_leave_ns;
      candidate.cause = wait->leaver;
      take_candidate (self, &candidate);
    }
  if (wait->pattern == SPUR_N_WAIT_PATTERNS)
    return;
  candidate.pattern = wait->pattern;
  candidate.form = FORM_FROM_BEGIN;
  candidate.distance_ns = wait->other_ns - begin_ns;
  candidate.cause = wait->cause;
  take_candidate (self, &candidate);
}

static void
take_node (Walk *self, guint64 event, guint32 node)
{
  const SpurCall *call = spur_calls_get (self->calls, self->stream, node);

  if (self->calls->call_of[node] != self->call)
    {
      end_call (self);
      self->call = self->calls->call_of[node];
    }
  switch (self->calls->kinds[node])
    {
    case SPUR_NODE_KIND_RECEIVE:
      take_receive (self, event, node, call);
      break;
    case SPUR_NODE_KIND_SEND:
      take_send (self, event, node, call);
      break;
    case SPUR_NODE_KIND_ACQUIRE:
      take_lock (self, event, node, call);
      break;
    case SPUR_NODE_KIND_END:
      take_end (self, event, node, call);
      break;
    default:
      break;
    }
}

/* Of nodes that come soon, as they are taken from the last one on. */
static void
fetch_ahead (const Walk *self, guint32 node)
{
  const SpurCalls *calls = self->calls;
  const guint32 *partners = self->search->partners;
  guint32 n_before = node - (guint32) calls->streams[self->stream].first_node;
  guint32 soon = node - MIN (n_before, SPUR_CALLS_AHEAD);
  gboolean is_sent = calls->kinds[soon] == SPUR_NODE_KIND_SEND;

  spur_calls_fetch_node (calls, partners[node - MIN (n_before, 2 * SPUR_CALLS_AHEAD)]);
  spur_calls_fetch_call (calls, partners[soon], is_sent ? calls->posted_in : calls->call_of);
}

static void
take_nodes (Walk *self)
{
  const SpurNodeStream *nodes = &self->calls->nodes->streams[self->stream];
  guint64 node = self->calls->streams[self->stream].first_node + nodes->n_nodes;

  for (gsize word = nodes->n_words; word-- > 0;)
    {
      guint64 rest = nodes->bits[word];

      while (rest != 0)
        {
          guint bit = 63 - (guint) __builtin_clzll (rest);

          rest ^= G_GUINT64_CONSTANT (1) << bit;
          fetch_ahead (self, (guint32) --node);
          take_node (self, 64 * (guint64) word + bit, (guint32) node);
        }
    }
  end_call (self);
}

SPUR_DEFINE_ORDER (compare_rows, SpurWaitRow, SPUR_BY_2 (event, pattern))

static void
reverse_rows (SpurStreamWaits *waits)
{
  for (guint32 i = 0, k = waits->n_rows; i + 1 < k; i++)
    {
      SpurWaitRow row = waits->rows[i];

      k--;
      waits->rows[i] = waits->rows[k];
      waits->rows[k] = row;
    }
}

static void
take_idle_states (Walk *self)
{
  const SpurStreamCalls *calls = &self->calls->streams[self->stream];

  for (guint32 i = 0; i < calls->n_calls; i++)
    {
      const SpurCall *call = &calls->calls[i];
      gint64 length_ns = get_length_ns (self, call);
      Candidate candidate = { SPUR_WAIT_IDLE, FORM_FROM_BEGIN,   call->enter_ns,    length_ns,
                              length_ns,      call->enter_event, call->enter_event, G_MAXUINT32 };

      if ((call->flags & (SPUR_CALL_IS_IDLE | SPUR_CALL_HAS_END)) != SPUR_CALL_IS_IDLE)
        continue;
      take_candidate (self, &candidate);
      self->is_unordered = TRUE;
    }
}

void
spur_waits_search_stream (const SpurWaitsSearch *self, guint stream, SpurStreamWaits *waits)
{
  g_autoptr (GHashTable) slots = g_hash_table_new (NULL, NULL);
  Walk walk = { .search = self,
                .calls = self->calls,
                .stream = stream,
                .to = waits,
                .slots = slots,
                .last_clock = G_MAXUINT32,
                .call = SPUR_CALL_NONE,
                .call_first_sent_ns = G_MAXINT64,
                .first_sent_ns = G_MAXINT64 };

  waits->shifts = g_array_new (FALSE, FALSE, sizeof (SpurWaitShift));
  /* Mostly there are fewer waits than nodes. Rows that grow are there twice for a time. */
  waits->n_allocated = (guint32) self->calls->streams[stream].n_nodes;
  waits->rows = spur_pages_new_room (waits->n_allocated, sizeof *waits->rows);
  take_nodes (&walk);
  reverse_rows (waits);
  take_idle_states (&walk);
  if (walk.is_unordered && waits->n_rows > 0)
    qsort (waits->rows, waits->n_rows, sizeof *waits->rows, compare_rows);
  spur_pages_fit (waits->rows, waits->n_rows * sizeof *waits->rows);
}

/* A collective operation of known pairs: the last of those that the member got data from. */
static void
join_pair (SpurWaitsSearch *self, guint32 from, guint32 to)
{
  guint32 member = self->partners[to];
  gint64 begin_ns = self->calls->times_ns[from];
  SpurMemberWait *wait;

  if (member == G_MAXUINT32)
    return;
  wait = &self->members[member];
  if (wait->pattern != SPUR_N_WAIT_PATTERNS && wait->other_ns >= begin_ns)
    return;
  wait->pattern = SPUR_WAIT_N_TO_N;
  wait->other_ns = begin_ns;
  wait->cause = from;
}

static void
join_nodes (SpurWaitsSearch *self, guint32 from, guint32 to)
{
  SpurNodeKind from_kind = self->calls->kinds[from], to_kind = self->calls->kinds[to];

  if (to_kind == SPUR_NODE_KIND_END && from_kind == SPUR_NODE_KIND_BEGIN)
    join_pair (self, from, to);
  if ((to_kind != SPUR_NODE_KIND_RECEIVE || from_kind != SPUR_NODE_KIND_SEND) &&
      (to_kind != SPUR_NODE_KIND_ACQUIRE || from_kind != SPUR_NODE_KIND_RELEASE))
    return;
  self->partners[from] = to;
  self->partners[to] = from;
}

void
spur_waits_search_join (SpurWaitsSearch *self)
{
  const SpurNodes *nodes = self->calls->nodes;
  gsize n_edges = spur_edges_get_n_edges (self->edges), n_members;
  const SpurMember *members = spur_edges_get_members (self->edges, &n_members);

  memset (self->partners, 0xff, nodes->n_nodes * sizeof *self->partners);
  for (gsize i = 0; i < n_members; i++)
    self->partners[spur_nodes_find_exit (nodes, &members[i])] = (guint32) i;
  for (gsize i = 0; i < n_edges; i++)
    join_nodes (self, nodes->pairs[i].from, nodes->pairs[i].to);
}

void
spur_waits_search_clear_members (SpurWaitsSearch *self)
{
  g_clear_pointer (&self->members, spur_pages_free);
}

void
spur_waits_search_clear_partners (SpurWaitsSearch *self)
{
  g_clear_pointer (&self->partners, spur_pages_free);
}
