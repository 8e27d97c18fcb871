/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What caused waits (Bohme and others, Identifying the root causes of wait states in large-scale
 * parallel applications, ICPP 2010; doc/balance.md). */
#include "core/analysis/waits/spur-delay-costs-private.h"

#include "core/base/spur-integer-private.h"
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"

/* A wait with a cause: when a stream did what it waits for. @together is the node of that stream
 * where both were last together, and @partner that of the stream that waits; G_MAXUINT32 for their
 * begins. */
typedef struct
{
  gint64 cause_ns;
  guint32 cause_stream;
  guint32 stream;
  guint32 row;
  guint32 together;
  guint32 partner;
  gint64 excess_ns;
  gint64 direct_ns;
  gint64 indirect_ns;
} Delay;

typedef struct
{
  const SpurWaitsSearch *search;
  const SpurStreamWaits *streams;
  const SpurCallsInput *input;
  const gint64 *own_ns;
  SpurDelayCosts *to;
  /* Of Delay, by cause. */
  GArray *delays;
  /* The first row of each stream in the order of all, and of each row what others lost by it. */
  guint64 *first_rows;
  gint64 *passed_on_ns;
} Costing;

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
  return &g_array_index (self->streams[stream].rows, SpurWaitRow, row);
}

static gint64
get_end_ns (const SpurWaitRow *row)
{
  return row->begin_ns + row->duration_ns;
}

/* When it was over: what the stream waited for was there, and had been got. */
static gint64
get_over_ns (const Costing *self, guint32 stream, const SpurWaitRow *row)
{
  const SpurCalls *calls = self->search->calls;

  return MAX (get_end_ns (row),
              calls->times_ns[spur_nodes_find (calls->nodes, stream, row->event)]);
}

SPUR_DEFINE_ORDER (compare_delays,
                   Delay,
                   SPUR_BY (cause_stream) ?
                     : SPUR_BY (cause_ns) ?
                     : SPUR_BY (stream) ?
                     : SPUR_BY (row))

/* A late receiver is waited for until it posts the receive, others until their call begins. */
static gint64
get_cause_ns (const Costing *self, const SpurWaitRow *row, guint32 stream)
{
  const SpurCalls *calls = self->search->calls;
  guint32 call = row->pattern == SPUR_WAIT_LATE_RECEIVER ? calls->posted_in[row->cause]
                                                         : calls->call_of[row->cause];

  return call != SPUR_CALL_NONE ? calls->streams[stream].calls[call].enter_ns
                                : calls->times_ns[row->cause];
}

static void
list_delays (Costing *self)
{
  self->delays = g_array_new (FALSE, FALSE, sizeof (Delay));
  for (guint32 s = 0; s < self->search->calls->n_streams; s++)
    {
      const GArray *rows = self->streams[s].rows;

      self->first_rows[s + 1] = self->first_rows[s] + rows->len;
      for (guint32 i = 0; i < rows->len; i++)
        {
          const SpurWaitRow *row = get_row (self, s, i);
          Delay delay = { 0, 0, s, i, G_MAXUINT32, G_MAXUINT32 };

          if (!has_cause (row))
            continue;
          delay.cause_stream = spur_calls_get_stream (self->search->calls, row->cause);
          delay.cause_ns = get_cause_ns (self, row, delay.cause_stream);
          g_array_append_val (self->delays, delay);
        }
    }
  g_array_sort (self->delays, compare_delays);
}

/* With which streams a stream was last together: the nodes of both, by the other stream, and its
 * last collective operation. */
typedef struct
{
  const Costing *costing;
  guint stream;
  guint32 *nodes;
  guint32 *partners;
  guint32 last_end;
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
pass_node (Together *self, guint32 node)
{
  const SpurWaitsSearch *search = self->costing->search;
  guint32 partner = search->partners[node];
  guint other;

  if (partner == G_MAXUINT32)
    return;
  if (search->calls->kinds[node] == SPUR_NODE_KIND_END)
    {
      self->last_end = node;
      return;
    }
  other = spur_calls_get_stream (search->calls, partner);
  self->nodes[other] = node;
  self->partners[other] = partner;
}

/* The later of the last message between the two and the last operation of both. */
static void
find_together (const Together *self, Delay *delay)
{
  guint32 exit = G_MAXUINT32;

  delay->together = self->nodes[delay->stream];
  delay->partner = self->partners[delay->stream];
  if (self->last_end != G_MAXUINT32 &&
      (delay->together == G_MAXUINT32 || delay->together < self->last_end))
    exit = find_exit (self->costing, self->last_end, delay->stream);
  if (exit == G_MAXUINT32)
    return;
  delay->together = self->last_end;
  delay->partner = exit;
}

static void
join_stream (guint stream, gpointer user_data)
{
  const Costing *self = user_data;
  const SpurCalls *calls = self->search->calls;
  Delay *delays = (Delay *) (gpointer) self->delays->data;
  guint64 node = calls->streams[stream].first_node;
  guint64 end = node + calls->streams[stream].n_nodes;
  gsize low = 0, high = self->delays->len, middle;
  g_autofree guint32 *room = NULL;
  Together together = { self, stream, NULL, NULL, G_MAXUINT32 };

  SPUR_BISECT (low, high, middle, delays[middle].cause_stream < stream);
  if (low == self->delays->len || delays[low].cause_stream != stream)
    return;
  room = g_new (guint32, 2 * (gsize) calls->n_streams);
  memset (room, 0xff, 2 * (gsize) calls->n_streams * sizeof *room);
  together.nodes = room;
  together.partners = room + calls->n_streams;
  for (; low < self->delays->len && delays[low].cause_stream == stream; low++)
    {
      for (; node < end && calls->times_ns[node] < delays[low].cause_ns; node++)
        pass_node (&together, (guint32) node);
      find_together (&together, &delays[low]);
    }
}

/* The time of a node, or of the stream's first event. */
static gint64
get_time_ns (const Costing *self, guint stream, guint32 node)
{
  SpurTimes times;

  if (node != G_MAXUINT32)
    return self->search->calls->times_ns[node];
  spur_times_init (&times, self->input->trace, self->input->correction, stream);
  return spur_times_at (&times, 0);
}

/* How long a stream worked until a node, or its begin. */
static gint64
get_own_ns (const Costing *self, guint32 node)
{
  return node != G_MAXUINT32 ? self->own_ns[node] : 0;
}

/* The same until a time, at which a call begins or a node is. */
static gint64
get_own_at (const Costing *self, guint32 stream, gint64 time_ns)
{
  const SpurCalls *calls = self->search->calls;
  const SpurStreamCalls *of = &calls->streams[stream];
  guint64 low = of->first_node, high = low + of->n_nodes, middle;
  guint32 first = 0, end = of->n_calls, half, node = G_MAXUINT32;
  gint64 own_ns, reach_ns;

  SPUR_BISECT (low, high, middle, calls->times_ns[middle] <= time_ns);
  if (low > of->first_node)
    node = (guint32) low - 1;
  own_ns = get_own_ns (self, node);
  reach_ns = get_time_ns (self, stream, node);
  SPUR_BISECT (first, end, half, of->calls[half].enter_ns < reach_ns);
  if (node != G_MAXUINT32 && calls->call_of[node] != SPUR_CALL_NONE)
    reach_ns = MAX (reach_ns, of->calls[calls->call_of[node]].leave_ns);
  for (; first < of->n_calls && of->calls[first].enter_ns < time_ns; first++)
    {
      own_ns += MAX (of->calls[first].enter_ns - reach_ns, 0);
      reach_ns = MAX (reach_ns, of->calls[first].leave_ns);
    }
  return own_ns + MAX (time_ns - reach_ns, 0);
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

/* Whether a wait in the range ended before the cause, and was over before the wait for that was.
 */
static gboolean
is_before (const Costing *self, const OwnWaits *waits, const SpurWaitRow *row)
{
  return get_end_ns (row) <= waits->cause_ns &&
         (!has_cause (row) || get_over_ns (self, waits->stream, row) < waits->over_ns);
}

static guint32
find_row (const Costing *self, guint32 stream, guint64 event)
{
  guint32 low = 0, high = self->streams[stream].rows->len, middle;

  SPUR_BISECT (low, high, middle, get_row (self, stream, middle)->event < event);
  return low;
}

static OwnWaits
find_own_waits (const Costing *self, const Delay *delay, gint64 over_ns)
{
  const SpurCalls *calls = self->search->calls;
  guint32 stream = delay->cause_stream;
  OwnWaits waits = { .stream = stream,
                     .end = self->streams[stream].rows->len,
                     .cause_ns = delay->cause_ns,
                     .over_ns = over_ns };

  if (delay->together != G_MAXUINT32)
    waits.first =
      find_row (self, stream, spur_nodes_get_event (calls->nodes, stream, delay->together) + 1);
  for (guint32 i = waits.first; i < waits.end; i++)
    {
      const SpurWaitRow *row = get_row (self, stream, i);

      if (row->begin_ns >= waits.cause_ns)
        waits.end = i;
      else
        waits.duration_ns += is_before (self, &waits, row) ? row->duration_ns : 0;
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

      if (!is_before (self, waits, row))
        continue;
      part_ns = spur_mul_div_floor (lost_ns, row->duration_ns, duration_ns);
      self->passed_on_ns[self->first_rows[waits->stream] + i] += part_ns;
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
find_lateness (const Costing *self, const Delay *delay, const OwnWaits *waits)
{
  const SpurCalls *calls = self->search->calls;
  const SpurWaitRow *row = get_row (self, delay->stream, delay->row);
  guint64 node = spur_nodes_find (calls->nodes, delay->stream, row->event);
  gint64 work_ns =
    get_own_at (self, waits->stream, waits->cause_ns) - get_own_ns (self, delay->together);
  gint64 other_work_ns = self->own_ns[node] - get_own_ns (self, delay->partner);
  gint64 begin_ns = get_time_ns (self, waits->stream, delay->together);
  gint64 other_begin_ns = get_time_ns (self, delay->stream, delay->partner);
  gint64 calls_ns = waits->cause_ns - begin_ns - work_ns - waits->duration_ns;
  gint64 other_calls_ns = MAX (row->begin_ns - other_begin_ns - other_work_ns, 0);

  return (Lateness){ MAX (work_ns - other_work_ns, 0), waits->duration_ns,
                     MAX (calls_ns - other_calls_ns, 0) + MAX (begin_ns - other_begin_ns, 0) };
}

/* Shares a wait, and what others lost by it, by why the other stream came late. */
static void
share_wait (Costing *self, Delay *delay)
{
  const SpurWaitRow *row = get_row (self, delay->stream, delay->row);
  gint64 passed_on_ns = self->passed_on_ns[self->first_rows[delay->stream] + delay->row];
  OwnWaits waits = find_own_waits (self, delay, get_over_ns (self, delay->stream, row));
  Lateness lateness = find_lateness (self, delay, &waits);
  gint64 sum_ns = lateness.excess_ns + lateness.waits_ns + lateness.others_ns;
  gint64 lost_ns = row->duration_ns + passed_on_ns, unexplained_ns = lost_ns;

  delay->excess_ns = lateness.excess_ns;
  if (sum_ns > 0)
    {
      delay->direct_ns = spur_mul_div_floor (row->duration_ns, lateness.excess_ns, sum_ns);
      delay->indirect_ns = spur_mul_div_floor (passed_on_ns, lateness.excess_ns, sum_ns);
      unexplained_ns = spur_mul_div_floor (lost_ns, lateness.others_ns, sum_ns);
    }
  self->to->totals[waits.stream].direct_ns += delay->direct_ns;
  self->to->totals[waits.stream].indirect_ns += delay->indirect_ns;
  lost_ns -= delay->direct_ns + delay->indirect_ns + unexplained_ns;
  if (waits.duration_ns > 0)
    pass_on (self, &waits, lost_ns);
  else
    unexplained_ns += lost_ns;
  self->to->totals[delay->stream].unexplained_ns += unexplained_ns;
}

typedef struct
{
  gint64 over_ns;
  guint32 delay;
} Turn;

/* The last first: what is lost by a wait is known when all after it are done. */
SPUR_DEFINE_ORDER (compare_turns, Turn, SPUR_ORDER (q->over_ns, p->over_ns) ?: SPUR_BY (delay))

static void
share_waits (Costing *self)
{
  g_autoptr (GArray) turns = g_array_sized_new (FALSE, FALSE, sizeof (Turn), self->delays->len);

  for (guint32 i = 0; i < self->delays->len; i++)
    {
      const Delay *delay = &g_array_index (self->delays, Delay, i);
      Turn turn = { get_over_ns (self, delay->stream, get_row (self, delay->stream, delay->row)),
                    i };

      g_array_append_val (turns, turn);
    }
  g_array_sort (turns, compare_turns);
  for (guint32 i = 0; i < turns->len; i++)
    share_wait (self, &g_array_index (self->delays, Delay, g_array_index (turns, Turn, i).delay));
}

/* Waits that have no cause, and what others lost by them. */
static void
sum_unexplained (Costing *self)
{
  for (guint32 s = 0; s < self->search->calls->n_streams; s++)
    {
      for (guint32 i = 0; i < self->streams[s].rows->len; i++)
        {
          const SpurWaitRow *row = get_row (self, s, i);

          if (!has_cause (row))
            self->to->totals[s].unexplained_ns +=
              row->duration_ns + self->passed_on_ns[self->first_rows[s] + i];
        }
    }
}

SPUR_DEFINE_ORDER (compare_costs,
                   SpurDelayCost,
                   SPUR_ORDER (q->direct_ns + q->indirect_ns, p->direct_ns + p->indirect_ns) ?
                     : SPUR_BY (stream) ?
                     : SPUR_BY (end_ns))

/* What many streams waited for is one delay. */
static void
list_costs (Costing *self)
{
  GArray *costs = self->to->costs;
  const Delay *last = NULL;

  for (guint32 i = 0; i < self->delays->len; i++)
    {
      const Delay *delay = &g_array_index (self->delays, Delay, i);
      guint32 stream = delay->cause_stream;
      SpurDelayCost *cost;

      if (delay->excess_ns == 0)
        continue;
      if (last == NULL || last->cause_stream != stream || last->cause_ns != delay->cause_ns)
        {
          SpurDelayCost first = { .stream = stream,
                                  .begin_ns = get_time_ns (self, stream, delay->together),
                                  .end_ns = delay->cause_ns };

          g_array_append_val (costs, first);
        }
      last = delay;
      cost = &g_array_index (costs, SpurDelayCost, costs->len - 1);
      cost->begin_ns = MIN (cost->begin_ns, get_time_ns (self, stream, delay->together));
      cost->excess_ns = MAX (cost->excess_ns, delay->excess_ns);
      cost->direct_ns += delay->direct_ns;
      cost->indirect_ns += delay->indirect_ns;
    }
  g_array_sort (costs, compare_costs);
}

SpurDelayCosts *
spur_delay_costs_new (const SpurWaitsSearch *search,
                      const SpurStreamWaits *streams,
                      const SpurCallsInput *input,
                      const gint64 *own_ns)
{
  SpurDelayCosts *self = g_new0 (SpurDelayCosts, 1);
  guint n_streams = search->calls->n_streams;
  g_autofree guint64 *first_rows = g_new0 (guint64, n_streams + 1);
  Costing costing = { .search = search,
                      .streams = streams,
                      .input = input,
                      .own_ns = own_ns,
                      .to = self,
                      .first_rows = first_rows };

  self->n_streams = n_streams;
  self->totals = g_new0 (SpurDelayTotal, n_streams + 1);
  self->costs = g_array_new (FALSE, FALSE, sizeof (SpurDelayCost));
  list_delays (&costing);
  costing.passed_on_ns = SPUR_PAGES_NEW0 (gint64, first_rows[n_streams]);
  spur_job_run (input->job, n_streams, join_stream, &costing);
  share_waits (&costing);
  sum_unexplained (&costing);
  list_costs (&costing);
  spur_pages_free (costing.passed_on_ns);
  g_array_unref (costing.delays);
  return self;
}

void
spur_delay_costs_free (SpurDelayCosts *self)
{
  g_free (self->totals);
  g_array_unref (self->costs);
  g_free (self);
}
