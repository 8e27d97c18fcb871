/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What caused waits (Bohme and others, Identifying the root causes of wait states in large-scale
 * parallel applications, ICPP 2010; doc/balance.md). */
#include "core/analysis/waits/spur-delay-costs-private.h"

#include <stdlib.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-heap-private.h"
#include "core/base/spur-integer-private.h"
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"

/* A wait with a cause. @together is the node of the stream that is waited for where both were last
 * together, and @partner that of the stream that waits; G_MAXUINT32 for their begins. @first_own is
 * the first wait of the former after that, and @next another wait of the same group. Until these
 * are known @together is the node before which the stream begins to be waited for.
 *
 * Before its turn @direct_ns says when the wait was over, after it what of it the delay cost; and
 * after it @excess_ns says how much too long the stream worked that was waited for. */
typedef struct
{
  guint32 together;
  guint32 next;
  union
  {
    struct
    {
      guint32 partner;
      guint32 first_own;
    };
    gint64 excess_ns;
  };
  gint64 direct_ns;
} Delay;

typedef struct
{
  const SpurWaitsSearch *search;
  const SpurStreamWaits *streams;
  const SpurCallsInput *input;
  SpurDelayCosts *to;
  /* The first row of each stream in the order of all, and of each row its delay. Also what others
   * lost by it: before its turn as -1 less that, after it what of that the delay cost. */
  guint64 *first_rows;
  Delay *delays;
  gint64 *lost_ns;
  /* Nodes of a stream that follow each other are a group: the first group of each stream, and of
   * each group the first of the waits for the stream that begin to be over between the node before
   * and one of these. */
  gsize *first_groups;
  guint32 *waits_for;
} Costing;

/* In a group there are about as many waits as nodes. */
#define NODES_PER_GROUP 16

#define NO_NODE G_MAXUINT32
#define NO_ROW G_MAXUINT32

static gboolean
has_cause (const SpurWaitRow *row)
{
  switch (row->pattern)
    {
    case SPUR_WAIT_BARRIER_COMPLETION:
    case SPUR_WAIT_N_TO_N_COMPLETION:
    case SPUR_WAIT_IDLE:
      return FALSE;
    default:
      return row->cause != G_MAXUINT32;
    }
}

static const SpurWaitRow *
get_row (const Costing *self, guint32 stream, guint32 row)
{
  return &self->streams[stream].rows[row];
}

static gint64
get_end_ns (const SpurWaitRow *row)
{
  return row->begin_ns + row->duration_ns;
}

/* A call that completes a message that another one sent is at none. */
static gboolean
is_at_node (const Costing *self, guint32 stream, const SpurWaitRow *row)
{
  return spur_nodes_contains (self->search->calls->nodes, stream, row->event);
}

/* When it was over: what the stream waited for was there, and had been got. */
static gint64
get_over_ns (const Costing *self, guint32 stream, const SpurWaitRow *row)
{
  const SpurCalls *calls = self->search->calls;

  return is_at_node (self, stream, row)
           ? MAX (get_end_ns (row),
                  calls->times_ns[spur_nodes_find (calls->nodes, stream, row->event)])
           : get_end_ns (row);
}

static const guint32 *
get_calls_of (const Costing *self, const SpurWaitRow *row)
{
  const SpurCalls *calls = self->search->calls;

  return row->pattern == SPUR_WAIT_LATE_RECEIVER ? calls->posted_in : calls->call_of;
}

/* A late receiver is waited for until it posts the receive, others until their call begins. */
static gint64
get_cause_ns (const Costing *self, const SpurWaitRow *row, guint32 stream)
{
  const SpurCalls *calls = self->search->calls;
  guint32 call = get_calls_of (self, row)[row->cause];

  return call != SPUR_CALL_NONE ? calls->streams[stream].calls[call].enter_ns
                                : calls->times_ns[row->cause];
}

/* The first node of the stream at @cause_ns or later, of those up to @cause. */
static guint32
find_place (const Costing *self, guint32 stream, guint32 cause, gint64 cause_ns)
{
  const SpurCalls *calls = self->search->calls;
  guint32 n_before = cause - (guint32) calls->streams[stream].first_node, step = 1;
  guint32 low, high, middle;

  /* Mostly it is in the same call, or a few calls ago. */
  while (step <= n_before && calls->times_ns[cause - step] >= cause_ns)
    step *= 2;
  low = cause - MIN (step, n_before);
  high = cause - step / 2;
  SPUR_BISECT (low, high, middle, calls->times_ns[middle] < cause_ns);
  return low;
}

static gsize *
count_groups (const SpurCalls *calls)
{
  gsize *first_groups = g_new0 (gsize, calls->n_streams + 1);

  for (guint s = 0; s < calls->n_streams; s++)
    first_groups[s + 1] = first_groups[s] + calls->streams[s].n_nodes / NODES_PER_GROUP + 1;
  return first_groups;
}

static guint32 *
get_group (const Costing *self, guint stream, guint32 node)
{
  guint64 position = node - self->search->calls->streams[stream].first_node;

  return &self->waits_for[self->first_groups[stream] + position / NODES_PER_GROUP];
}

/* Causes of rows that come soon, of those that are taken in order. */
static void
fetch_causes (const Costing *self, guint32 stream, guint32 row)
{
  const SpurCalls *calls = self->search->calls;
  guint32 last = self->streams[stream].n_rows - 1;
  const SpurWaitRow *soon = get_row (self, stream, MIN (row + SPUR_CALLS_AHEAD, last));
  const SpurWaitRow *later = get_row (self, stream, MIN (row + 2 * SPUR_CALLS_AHEAD, last));

  spur_calls_fetch_node (calls, later->cause);
  spur_calls_fetch_call (calls, soon->cause, get_calls_of (self, soon));
}

static void
link_delays (Costing *self)
{
  const SpurCalls *calls = self->search->calls;

  memset (self->waits_for, 0xff, self->first_groups[calls->n_streams] * sizeof *self->waits_for);
  for (guint32 s = 0; s < calls->n_streams; s++)
    {
      for (guint32 i = 0; i < self->streams[s].n_rows; i++)
        {
          const SpurWaitRow *row = get_row (self, s, i);
          guint32 index = (guint32) self->first_rows[s] + i, stream, place, *first;

          fetch_causes (self, s, i);
          self->delays[index] = (Delay){ .together = NO_NODE, .next = NO_ROW, .partner = NO_NODE };
          if (!has_cause (row))
            continue;
          stream = spur_calls_get_stream (calls, row->cause);
          place = find_place (self, stream, row->cause, get_cause_ns (self, row, stream));
          first = get_group (self, stream, place);
          self->delays[index].next = *first;
          self->delays[index].direct_ns = get_over_ns (self, s, row);
          self->delays[index].together = place;
          *first = index;
        }
    }
}

/* The stream of a row of all. */
static guint32
find_stream (const Costing *self, guint32 index)
{
  guint32 low = 0, high = self->search->calls->n_streams, middle;

  SPUR_BISECT (low, high, middle, self->first_rows[middle + 1] <= index);
  return low;
}

/* When a stream was last together with another one: the nodes of both, and the first wait of the
 * stream after that. */
typedef struct
{
  guint32 node;
  guint32 partner;
  guint32 first_own;
} Meeting;

/* A stream on the way: its last message with each other stream, its last collective operation, and
 * its first wait that is still to come. */
typedef struct
{
  const Costing *costing;
  guint stream;
  Meeting *messages;
  Meeting operation;
  guint32 next_row;
} Together;

/* The exit of a stream in the operation of which @end is an exit. */
static guint32
find_exit (const Costing *self, guint32 end, guint32 stream)
{
  guint32 position;
  SpurCollective collective =
    spur_edges_find_member (self->search->edges, self->search->partners[end], &position);

  for (guint32 i = 0; i < collective.n_members; i++)
    {
      /* Members are mostly in the order of streams. */
      guint32 k = (i + stream) % collective.n_members;

      if (collective.members[k].stream == stream)
        return (guint32) spur_nodes_find_exit (self->search->calls->nodes, &collective.members[k]);
    }
  return G_MAXUINT32;
}

/* The stream goes past a node. */
static void
pass_node (Together *self, guint32 node, guint64 event)
{
  const Costing *costing = self->costing;
  const SpurWaitsSearch *search = costing->search;
  guint32 partner = search->partners[node];

  if (partner == G_MAXUINT32)
    return;
  while (self->next_row < costing->streams[self->stream].n_rows &&
         get_row (costing, self->stream, self->next_row)->event <= event)
    self->next_row++;
  if (search->calls->kinds[node] == SPUR_NODE_KIND_END)
    self->operation = (Meeting){ node, NO_NODE, self->next_row };
  else
    self->messages[spur_calls_get_stream (search->calls, partner)] =
      (Meeting){ node, partner, self->next_row };
}

/* The later of the last message between the two and the last operation of both. */
static void
find_together (const Together *self, guint32 index)
{
  Delay *delay = &self->costing->delays[index];
  guint32 stream = find_stream (self->costing, index), exit = NO_NODE;
  Meeting last = self->messages[stream];

  if (self->operation.node != NO_NODE && (last.node == NO_NODE || last.node < self->operation.node))
    exit = find_exit (self->costing, self->operation.node, stream);
  if (exit != NO_NODE)
    {
      last = self->operation;
      last.partner = exit;
    }
  delay->together = last.node;
  delay->partner = last.partner;
  delay->first_own = last.node != NO_NODE ? last.first_own : 0;
}

static void
join_stream (guint stream, gpointer user_data)
{
  const Costing *self = user_data;
  const SpurCalls *calls = self->search->calls;
  guint32 node = (guint32) calls->streams[stream].first_node;
  g_autofree Meeting *messages = g_new (Meeting, calls->n_streams);
  Together together = { self, stream, messages, { NO_NODE, NO_NODE, 0 }, 0 };
  SpurNodeWalk nodes;
  guint64 event;

  memset (messages, 0xff, calls->n_streams * sizeof *messages);
  spur_node_walk_init (&nodes, calls->nodes, stream);
  for (; spur_node_walk_next (&nodes, &event); node++)
    {
      for (guint32 i = *get_group (self, stream, node); i != NO_ROW; i = self->delays[i].next)
        {
          /* Of those that are known it is a node before this one. */
          if (self->delays[i].together == node)
            find_together (&together, i);
        }
      pass_node (&together, node, event);
    }
}

/* The time of a node, or of the stream's first event. */
static gint64
get_time_ns (const Costing *self, guint stream, guint32 node)
{
  SpurTimes times;

  if (node != NO_NODE)
    return self->search->calls->times_ns[node];
  spur_times_init (&times, self->input->trace, self->input->correction, stream);
  return spur_times_at (&times, 0);
}

/* How long a stream worked until a node, or its begin. */
static gint64
get_own_ns (const Costing *self, guint32 node)
{
  return node != NO_NODE ? self->search->calls->own_ns[node] : 0;
}

/* The same until a call that is entered before the node at @place and after the one before. */
static gint64
get_own_at_call (const Costing *self, guint32 stream, guint32 call, guint32 place)
{
  const SpurCalls *calls = self->search->calls;
  const SpurStreamCalls *of = &calls->streams[stream];
  guint32 node = place > of->first_node ? place - 1 : NO_NODE, first = 0, end = call, middle;
  gint64 own_ns = get_own_ns (self, node), reach_ns = get_time_ns (self, stream, node);

  if (node != NO_NODE && calls->call_of[node] != SPUR_CALL_NONE)
    {
      first = calls->call_of[node] + 1;
      reach_ns = MAX (reach_ns, spur_calls_get_leave_ns (of, &of->calls[first - 1]));
    }
  else
    SPUR_BISECT (first, end, middle, of->calls[middle].enter_ns < reach_ns);
  for (; first < call; first++)
    {
      own_ns += MAX (of->calls[first].enter_ns - reach_ns, 0);
      reach_ns = MAX (reach_ns, spur_calls_get_leave_ns (of, &of->calls[first]));
    }
  return own_ns + MAX (of->calls[call].enter_ns - reach_ns, 0);
}

/* The same until the stream waits. */
static gint64
get_own_at_wait (const Costing *self, guint32 stream, const SpurWaitRow *row)
{
  const SpurCalls *calls = self->search->calls;
  const SpurStreamCalls *of = &calls->streams[stream];
  guint32 node = (guint32) spur_nodes_find (calls->nodes, stream, row->event);
  guint32 low = 0, high = of->n_calls, middle;

  if (is_at_node (self, stream, row))
    return get_own_ns (self, node);
  SPUR_BISECT (low, high, middle, of->calls[middle].enter_event < row->call_event);
  return get_own_at_call (self, stream, low, node);
}

/* The same until what a wait is for. A stream does not work between the begin of the call around a
 * node and that. */
static gint64
get_own_at_cause (const Costing *self, const SpurWaitRow *row, guint32 stream, gint64 cause_ns)
{
  const SpurCalls *calls = self->search->calls;
  guint32 call = calls->posted_in[row->cause];

  if (row->pattern != SPUR_WAIT_LATE_RECEIVER || call == SPUR_CALL_NONE ||
      call == calls->call_of[row->cause])
    return get_own_ns (self, row->cause);
  return get_own_at_call (self, stream, call, find_place (self, stream, row->cause, cause_ns));
}

/* The waits of the stream that is waited for, from where both were together to the cause. */
typedef struct
{
  guint32 stream;
  guint32 first;
  guint32 end;
  gint64 cause_ns;
  gint64 over_ns;
  gint64 duration_ns;
} OwnWaits;

static Delay *
get_delay (const Costing *self, guint32 stream, guint32 row)
{
  return &self->delays[self->first_rows[stream] + row];
}

static gint64 *
get_lost (const Costing *self, guint32 stream, guint32 row)
{
  return &self->lost_ns[self->first_rows[stream] + row];
}

/* Whether a wait in the range ended before the cause, and was over before the wait for that was: it
 * has not had its turn then. */
static gboolean
is_before (const Costing *self, const OwnWaits *waits, guint32 index)
{
  const SpurWaitRow *row = get_row (self, waits->stream, index);

  return get_end_ns (row) <= waits->cause_ns &&
         (!has_cause (row) || (*get_lost (self, waits->stream, index) < 0 &&
                               get_delay (self, waits->stream, index)->direct_ns < waits->over_ns));
}

static OwnWaits
find_own_waits (const Costing *self, const SpurWaitRow *row, const Delay *delay)
{
  guint32 stream = spur_calls_get_stream (self->search->calls, row->cause);
  OwnWaits waits = { .stream = stream,
                     .first = delay->first_own,
                     .end = self->streams[stream].n_rows,
                     .cause_ns = get_cause_ns (self, row, stream),
                     .over_ns = delay->direct_ns };

  for (guint32 i = waits.first; i < waits.end; i++)
    {
      const SpurWaitRow *own = get_row (self, stream, i);

      if (own->begin_ns >= waits.cause_ns)
        waits.end = i;
      else
        waits.duration_ns += is_before (self, &waits, i) ? own->duration_ns : 0;
    }
  return waits;
}

/* Each of the waits takes its part of what others lost; the last the rest. */
static void
pass_on (Costing *self, const OwnWaits *waits, gint64 lost_ns)
{
  gint64 duration_ns = waits->duration_ns;

  for (guint32 i = waits->first; i < waits->end && duration_ns > 0; i++)
    {
      const SpurWaitRow *row = get_row (self, waits->stream, i);
      gint64 part_ns;

      if (!is_before (self, waits, i))
        continue;
      part_ns = spur_mul_div_floor (lost_ns, row->duration_ns, duration_ns);
      *get_lost (self, waits->stream, i) -= part_ns;
      lost_ns -= part_ns;
      duration_ns -= row->duration_ns;
    }
}

/* Why a stream came late: how much longer it worked than the one that waits, how long it waited
 * itself, and, which nothing explains, how much longer it was in calls and how much later it began.
 * Together they are at least as long as the wait. */
typedef struct
{
  gint64 excess_ns;
  gint64 waits_ns;
  gint64 others_ns;
} Lateness;

static Lateness
find_lateness (const Costing *self, guint32 stream, guint32 index, const OwnWaits *waits)
{
  const SpurWaitRow *row = get_row (self, stream, index);
  const Delay *delay = get_delay (self, stream, index);
  gint64 work_ns = get_own_at_cause (self, row, waits->stream, waits->cause_ns) -
                   get_own_ns (self, delay->together);
  gint64 other_work_ns = get_own_at_wait (self, stream, row) - get_own_ns (self, delay->partner);
  gint64 begin_ns = get_time_ns (self, waits->stream, delay->together);
  gint64 other_begin_ns = get_time_ns (self, stream, delay->partner);
  gint64 calls_ns = waits->cause_ns - begin_ns - work_ns - waits->duration_ns;
  gint64 other_calls_ns = MAX (row->begin_ns - other_begin_ns - other_work_ns, 0);

  return (Lateness){ MAX (work_ns - other_work_ns, 0), waits->duration_ns,
                     MAX (calls_ns - other_calls_ns, 0) + MAX (begin_ns - other_begin_ns, 0) };
}

/* Shares a wait, and what others lost by it, by why the other stream came late. */
static void
share_wait (Costing *self, guint32 stream, guint32 index)
{
  const SpurWaitRow *row = get_row (self, stream, index);
  Delay *delay = get_delay (self, stream, index);
  gint64 *others_ns = get_lost (self, stream, index);
  OwnWaits waits = find_own_waits (self, row, delay);
  Lateness lateness = find_lateness (self, stream, index, &waits);
  gint64 sum_ns = lateness.excess_ns + lateness.waits_ns + lateness.others_ns;
  gint64 passed_ns = -1 - *others_ns, lost_ns = row->duration_ns + passed_ns;
  gint64 direct_ns = 0, indirect_ns = 0, unexplained_ns = lost_ns;

  if (sum_ns > 0)
    {
      direct_ns = spur_mul_div_floor (row->duration_ns, lateness.excess_ns, sum_ns);
      indirect_ns = spur_mul_div_floor (passed_ns, lateness.excess_ns, sum_ns);
      unexplained_ns = spur_mul_div_floor (lost_ns, lateness.others_ns, sum_ns);
    }
  self->to->totals[waits.stream].direct_ns += direct_ns;
  self->to->totals[waits.stream].indirect_ns += indirect_ns;
  lost_ns -= direct_ns + indirect_ns + unexplained_ns;
  if (waits.duration_ns > 0)
    pass_on (self, &waits, lost_ns);
  else
    unexplained_ns += lost_ns;
  self->to->totals[stream].unexplained_ns += unexplained_ns;
  delay->excess_ns = lateness.excess_ns;
  delay->direct_ns = direct_ns;
  *others_ns = indirect_ns;
}

/* The waits of a stream that have not had their turn: the first @n_left of its rows, or of @order
 * where rows are not over one after the other. The next is over at @over_ns. */
typedef struct
{
  gint64 over_ns;
  guint32 stream;
  guint32 n_left;
  guint32 *order;
} Turn;

/* A row with when it is over. */
typedef struct
{
  gint64 over_ns;
  guint32 row;
} Over;

SPUR_DEFINE_ORDER (compare_overs, Over, SPUR_BY_2 (over_ns, row))

static gboolean
is_over_in_order (const Costing *self, guint32 stream)
{
  gint64 last_ns = G_MININT64;

  for (guint32 i = 0; i < self->streams[stream].n_rows; i++)
    {
      gint64 over_ns = get_delay (self, stream, i)->direct_ns;

      if (!has_cause (get_row (self, stream, i)))
        continue;
      if (over_ns < last_ns)
        return FALSE;
      last_ns = over_ns;
    }
  return TRUE;
}

static void
order_turn (const Costing *self, Turn *turn)
{
  guint32 n_rows = turn->n_left;
  g_autofree Over *overs = g_new (Over, n_rows);

  for (guint32 i = 0; i < n_rows; i++)
    overs[i] = (Over){ get_delay (self, turn->stream, i)->direct_ns, i };
  qsort (overs, n_rows, sizeof *overs, compare_overs);
  turn->order = g_new (guint32, n_rows);
  for (guint32 i = 0; i < n_rows; i++)
    turn->order[i] = overs[i].row;
}

static guint32
get_next_row (const Turn *turn)
{
  return turn->order != NULL ? turn->order[turn->n_left - 1] : turn->n_left - 1;
}

/* Goes on to the next wait with a cause; FALSE where there is none. */
static gboolean
go_on (const Costing *self, Turn *turn)
{
  while (turn->n_left > 0 && !has_cause (get_row (self, turn->stream, get_next_row (turn))))
    turn->n_left--;
  if (turn->n_left > 0)
    turn->over_ns = get_delay (self, turn->stream, get_next_row (turn))->direct_ns;
  return turn->n_left > 0;
}

/* The last first: what is lost by a wait is known when all after it are done. */
static gboolean
is_turn_before (gconstpointer a, gconstpointer b)
{
  const Turn *p = a, *q = b;

  return p->over_ns != q->over_ns ? p->over_ns > q->over_ns : p->stream < q->stream;
}

static void
share_waits (Costing *self)
{
  guint32 n_streams = self->search->calls->n_streams, n_turns = 0;
  g_autofree Turn *turns = g_new0 (Turn, n_streams + 1);
  g_autofree gpointer *heap = g_new (gpointer, n_streams + 1);

  for (guint32 s = 0; s < n_streams; s++)
    {
      turns[s] = (Turn){ .stream = s, .n_left = self->streams[s].n_rows };
      if (!is_over_in_order (self, s))
        order_turn (self, &turns[s]);
      if (go_on (self, &turns[s]))
        heap[n_turns++] = &turns[s];
    }
  spur_heap_build (heap, n_turns, is_turn_before);
  while (n_turns > 0)
    {
      Turn *turn = heap[0];

      share_wait (self, turn->stream, get_next_row (turn));
      turn->n_left--;
      if (!go_on (self, turn))
        heap[0] = heap[--n_turns];
      spur_heap_sift_down (heap, n_turns, 0, is_turn_before);
    }
  for (guint32 s = 0; s < n_streams; s++)
    g_free (turns[s].order);
}

/* Waits that have no cause, and what others lost by them. */
static void
sum_unexplained (Costing *self)
{
  for (guint32 s = 0; s < self->search->calls->n_streams; s++)
    {
      for (guint32 i = 0; i < self->streams[s].n_rows; i++)
        {
          const SpurWaitRow *row = get_row (self, s, i);

          if (!has_cause (row))
            self->to->totals[s].unexplained_ns += row->duration_ns - 1 - *get_lost (self, s, i);
        }
    }
}

/* The cost of the stream's delay until a time, of those from @first on; a new one where there is
 * none. */
static SpurDelayCost *
find_cost (GArray *costs, guint first, guint32 stream, gint64 end_ns)
{
  const SpurDelayCost none = { .stream = stream, .begin_ns = G_MAXINT64, .end_ns = end_ns };

  for (guint i = first; i < costs->len; i++)
    {
      if (g_array_index (costs, SpurDelayCost, i).end_ns == end_ns)
        return &g_array_index (costs, SpurDelayCost, i);
    }
  g_array_append_val (costs, none);
  return &g_array_index (costs, SpurDelayCost, costs->len - 1);
}

/* What many streams waited for is one delay. */
static void
add_cost (const Costing *self, guint first, guint32 stream, guint32 index)
{
  const Delay *delay = &self->delays[index];
  guint32 other = find_stream (self, index);
  const SpurWaitRow *row = get_row (self, other, index - (guint32) self->first_rows[other]);
  SpurDelayCost *cost;

  if (delay->excess_ns <= 0)
    return;
  cost = find_cost (self->to->costs, first, stream, get_cause_ns (self, row, stream));
  cost->begin_ns = MIN (cost->begin_ns, get_time_ns (self, stream, delay->together));
  cost->excess_ns = MAX (cost->excess_ns, delay->excess_ns);
  cost->direct_ns += delay->direct_ns;
  cost->indirect_ns += self->lost_ns[index];
}

SPUR_DEFINE_ORDER (compare_costs,
                   SpurDelayCost,
                   SPUR_ORDER (q->direct_ns + q->indirect_ns, p->direct_ns + p->indirect_ns) ?
                     : SPUR_BY (stream) ?
                     : SPUR_BY (end_ns))

/* Sorts what was gathered, and lets go of all but the most costly. */
static void
keep_most_costly (GArray *costs, guint n_most)
{
  g_array_sort (costs, compare_costs);
  if (costs->len > n_most)
    g_array_set_size (costs, n_most);
}

/* The room that they take is of the order of what is wanted. Waits for the same delay are in one
 * group, as they begin to be over at the same time. */
static void
list_costs (const Costing *self)
{
  guint n_most = self->search->settings.n_delays;
  GArray *costs = self->to->costs;

  for (guint s = 0; s < self->search->calls->n_streams; s++)
    {
      for (gsize group = self->first_groups[s]; group < self->first_groups[s + 1]; group++)
        {
          guint first;

          if (costs->len / 2 > n_most + 512ull)
            keep_most_costly (costs, n_most);
          first = costs->len;
          for (guint32 i = self->waits_for[group]; i != NO_ROW; i = self->delays[i].next)
            add_cost (self, first, s, i);
        }
    }
  keep_most_costly (costs, n_most);
}

/* The first row of each stream in the order of all. */
static guint64 *
count_rows (const SpurStreamWaits *streams, guint n_streams)
{
  guint64 *first_rows = g_new0 (guint64, n_streams + 1);

  for (guint s = 0; s < n_streams; s++)
    first_rows[s + 1] = first_rows[s] + streams[s].n_rows;
  return first_rows;
}

static gboolean
check_n_rows (guint64 n_rows, GError **error)
{
  return n_rows < NO_ROW ||
         spur_error_set (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_RANGE,
                         "there are %" G_GUINT64_FORMAT
                         " waits, what they came from is found of up to 2^32 - 2",
                         n_rows);
}

/* Before the turn of any. */
static gint64 *
make_lost (guint64 n_rows)
{
  gint64 *lost_ns = SPUR_PAGES_NEW (gint64, n_rows);

  memset (lost_ns, 0xff, n_rows * sizeof *lost_ns);
  return lost_ns;
}

SpurDelayCosts *
spur_delay_costs_new (SpurWaitsSearch *search,
                      const SpurStreamWaits *streams,
                      const SpurCallsInput *input,
                      GError **error)
{
  guint n_streams = search->calls->n_streams;
  g_autofree guint64 *first_rows = count_rows (streams, n_streams);
  g_autofree gsize *first_groups = count_groups (search->calls);
  SpurDelayCosts *self;
  Costing costing = { search, streams, input, .first_rows = first_rows,
                      .first_groups = first_groups };

  if (!check_n_rows (first_rows[n_streams], error))
    return NULL;
  costing.to = self = g_new0 (SpurDelayCosts, 1);
  self->n_streams = n_streams;
  self->totals = g_new0 (SpurDelayTotal, n_streams + 1);
  self->costs = g_array_new (FALSE, FALSE, sizeof (SpurDelayCost));
  costing.delays = SPUR_PAGES_NEW (Delay, first_rows[n_streams]);
  costing.waits_for = SPUR_PAGES_NEW (guint32, first_groups[n_streams]);
  link_delays (&costing);
  spur_job_run (input->job, n_streams, join_stream, &costing);
  spur_waits_search_clear_partners (search);
  spur_pages_trim ();
  costing.lost_ns = make_lost (first_rows[n_streams]);
  share_waits (&costing);
  sum_unexplained (&costing);
  list_costs (&costing);
  spur_pages_free (costing.delays);
  spur_pages_free (costing.lost_ns);
  spur_pages_free (costing.waits_for);
  return self;
}

void
spur_delay_costs_free (SpurDelayCosts *self)
{
  g_free (self->totals);
  g_array_unref (self->costs);
  g_free (self);
}
