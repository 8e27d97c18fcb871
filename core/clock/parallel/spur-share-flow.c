/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-pages-private.h"
#include "core/clock/parallel/spur-share-flow-private.h"

/* The forward pass (clock-correction.md section 2) as dataflow over ranks: a stream runs until an
 * event needs one that is not done; what others need of it goes to them in batches. A rank that
 * can do nothing sends what it has and waits. That everybody is at the end is told to rank 0. That
 * nobody can go on, though some are not at the end, shows in what rank 0 is told when it asks
 * twice: that all wait, and that all that was sent has come. */

/* So much is sent at once, and so many events are done at most before it is sent. */
#define BATCH_BYTES (64 * 1024)
#define MAX_UNSENT 4096

#define PROBE_AFTER_US (20 * 1000)
#define LOOK_UP_US (100 * 1000)

typedef enum
{
  BATCH,
  TELL_DONE,
  FINISH,
  PROBE,
  ANSWER,
  STUCK,
  ABORT,
} Kind;

#define ITEM_SHIFT 60

static void
push (SpurShareFlow *self, guint32 stream)
{
  self->queue[self->queue_end] = stream;
  self->queue_end = self->queue_end + 1 == self->share->n_streams ? 0 : self->queue_end + 1;
  self->n_queued++;
}

static guint32
pop (SpurShareFlow *self)
{
  guint32 stream = self->queue[self->queue_begin];

  self->queue_begin = self->queue_begin + 1 == self->share->n_streams ? 0 : self->queue_begin + 1;
  self->n_queued--;
  return stream;
}

void
spur_share_flow_wake (SpurShareFlow *self, guint32 stream)
{
  self->runs[stream].waits_for = SPUR_NONE;
  self->runs[stream].waits_in = SPUR_NO_JOIN;
  push (self, stream);
}

static void
send_kind (SpurShareFlow *self, guint rank, Kind kind, guint64 first, guint64 second)
{
  GByteArray *bytes = g_byte_array_new ();

  spur_parcel_put_u64 (bytes, kind);
  spur_parcel_put_u64 (bytes, first);
  spur_parcel_put_u64 (bytes, second);
  spur_ranks_send (self->share->ranks, rank, bytes);
}

static void
send_kind_to_all (SpurShareFlow *self, Kind kind)
{
  for (guint r = 0; r < self->share->ranks->n_ranks; r++)
    {
      if (r != self->share->ranks->rank)
        send_kind (self, r, kind, 0, 0);
    }
}

static void
flush (SpurShareFlow *self, guint rank)
{
  if (self->batches[rank] == NULL)
    return;
  spur_ranks_send (self->share->ranks, rank, g_steal_pointer (&self->batches[rank]));
  self->n_sent++;
}

static void
flush_all (SpurShareFlow *self)
{
  for (guint r = 0; self->n_unsent > 0 && r < self->share->ranks->n_ranks; r++)
    flush (self, r);
  self->n_unsent = 0;
}

void
spur_share_flow_put (
  SpurShareFlow *self, guint rank, SpurShareItem item, guint64 index, gint64 value)
{
  if (self->batches[rank] == NULL)
    {
      self->batches[rank] = g_byte_array_new ();
      spur_parcel_put_u64 (self->batches[rank], BATCH);
    }
  spur_parcel_put_u64 (self->batches[rank], (guint64) item << ITEM_SHIFT | index);
  spur_parcel_put_u64 (self->batches[rank], (guint64) value);
  self->n_unsent++;
  if (self->batches[rank]->len >= BATCH_BYTES)
    flush (self, rank);
}

/* The streams that wait for a stream form a pairing heap, the one that waits for the earliest
 * slot at its root. */
static guint32
merge (SpurShareFlow *self, guint32 a, guint32 b)
{
  guint32 swap = a;

  if (a == SPUR_NONE || b == SPUR_NONE)
    return a == SPUR_NONE ? b : a;
  if (self->runs[b].awaited_slot < self->runs[a].awaited_slot)
    {
      a = b;
      b = swap;
    }
  self->runs[b].next_waiter = self->runs[a].first_child;
  self->runs[a].first_child = b;
  return a;
}

static guint32
remove_root (SpurShareFlow *self, guint32 root)
{
  guint32 rest = self->runs[root].first_child, pairs = SPUR_NONE, heap = SPUR_NONE;

  while (rest != SPUR_NONE)
    {
      guint32 a = rest, b = self->runs[a].next_waiter;

      rest = b != SPUR_NONE ? self->runs[b].next_waiter : SPUR_NONE;
      a = merge (self, a, b);
      self->runs[a].next_waiter = pairs;
      pairs = a;
    }
  while (pairs != SPUR_NONE)
    {
      guint32 next = self->runs[pairs].next_waiter;

      heap = merge (self, heap, pairs);
      pairs = next;
    }
  return heap;
}

static void
wait_for_slot (SpurShareFlow *self, guint32 stream, guint32 from_stream, gsize slot)
{
  SpurShareRun *run = &self->runs[stream];

  run->waits_for = from_stream;
  run->awaited_slot = slot;
  run->first_child = run->next_waiter = SPUR_NONE;
  self->waiters[from_stream] = merge (self, self->waiters[from_stream], stream);
}

/* The next value of a stream that somebody here waits for. */
static void
take_value (SpurShareFlow *self, guint32 stream, gint64 clock_ns)
{
  guint32 *waiters = &self->waiters[stream];

  self->slot_ns[self->arrived[stream]++] = clock_ns;
  while (*waiters != SPUR_NONE && self->runs[*waiters].awaited_slot < self->arrived[stream])
    {
      guint32 woken = *waiters;

      *waiters = remove_root (self, woken);
      spur_share_flow_wake (self, woken);
    }
}

/* Takes the bounds of the edges into the present event; FALSE where a send is not done. */
static gboolean
take_edges (SpurShareFlow *self, guint32 stream)
{
  SpurShareRun *run = &self->runs[stream];

  for (; run->edge < run->last_edge && self->share->all[run->edge].to_event == run->event;
       run->edge++)
    {
      const SpurEdge *edge = &self->share->all[run->edge];
      gsize slot = self->share->slots[run->edge];

      if (slot >= self->arrived[edge->from_stream])
        {
          wait_for_slot (self, stream, edge->from_stream, slot);
          return FALSE;
        }
      run->bound_ns =
        MAX (run->bound_ns, self->slot_ns[slot] + spur_clock_edge_mu (self->parameters, edge));
    }
  return TRUE;
}

static gboolean
next_event (SpurShareFlow *self, guint32 stream)
{
  SpurShareRun *run = &self->runs[stream];

  if (!spur_node_walk_next (&run->walk, &run->event))
    {
      run->is_done = TRUE;
      self->n_done++;
      return FALSE;
    }
  run->from_ns = self->pass->from_ns[run->node];
  run->clock_b_ns = spur_clock_line_next (&run->line, run->control.gamma_ppb,
                                          self->parameters->delta_ns, run->from_ns);
  run->bound_ns = G_MININT64;
  run->end = run->first_end;
  return TRUE;
}

/* Tells those who wait for the present event. */
static void
publish (SpurShareFlow *self, guint32 stream, gint64 clock_ns)
{
  SpurShareRun *run = &self->runs[stream];

  for (; run->route < run->last_route && self->share->routes[run->route].event == run->event;
       run->route++)
    {
      guint rank = self->share->routes[run->route].rank;

      if (rank == self->share->ranks->rank)
        take_value (self, stream, clock_ns);
      else
        spur_share_flow_put (self, rank, SPUR_SHARE_VALUE, stream, clock_ns);
    }
  spur_share_joins_publish (self, stream, clock_ns);
}

static gboolean
refuse_time (const SpurShareRun *run, gint64 clock_ns, GError **error)
{
  gint64 time_ns = run->from_ns < 0 ? run->from_ns : clock_ns;

  g_set_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_RANGE,
               "%s: event %" G_GUINT64_FORMAT ": its time would be %" G_GINT64_FORMAT
               " ns, which is outside of +-2^61 ns",
               spur_stream_get_name (run->times.times.stream),
               spur_clock_times_get_event (&run->times, run->event),
               run->times.is_mirrored ? -time_ns : time_ns);
  return FALSE;
}

/* What only the controller needs. */
static void
control (SpurShareFlow *self, SpurShareRun *run, gint64 clock_ns)
{
  SpurClockPass *pass = self->pass;
  gint64 gamma_ppb = run->control.gamma_ppb;

  pass->clock_b_ns[run->node] = run->clock_b_ns;
  spur_clock_control_update (&run->control, &self->parameters->controller, run->event == 0,
                             run->from_ns, pass->logical_ns[run->node], clock_ns);
  if (run->control.gamma_ppb != gamma_ppb)
    spur_clock_line_jump (&run->line, run->from_ns, clock_ns);
}

static gboolean
finish_event (SpurShareFlow *self, guint32 stream, GError **error)
{
  SpurShareRun *run = &self->runs[stream];
  SpurClockPass *pass = self->pass;
  gint64 clock_ns = MAX (run->clock_b_ns, run->bound_ns);

  if (clock_ns > SPUR_TIME_LIMIT_NS || run->from_ns < -SPUR_TIME_LIMIT_NS)
    return refuse_time (run, clock_ns, error);
  if (clock_ns > run->clock_b_ns)
    {
      spur_clock_line_jump (&run->line, run->from_ns, clock_ns);
      pass->n_jumps[stream]++;
      run->largest_jump_ns = MAX (run->largest_jump_ns, clock_ns - run->clock_b_ns);
    }
  run->largest_error_ns = MAX (run->largest_error_ns, clock_ns - run->from_ns);
  if (pass->logical_ns != NULL)
    control (self, run, clock_ns);
  pass->clock_ns[run->node++] = clock_ns;
  publish (self, stream, clock_ns);
  return TRUE;
}

/* Runs a stream until it waits or is at its end. */
static gboolean
run_stream (SpurShareFlow *self, guint32 stream, GError **error)
{
  SpurShareRun *run = &self->runs[stream];

  if (!run->is_begun)
    {
      run->is_begun = TRUE;
      if (!next_event (self, stream))
        return TRUE;
    }
  for (;;)
    {
      if (!take_edges (self, stream) || !spur_share_joins_take (self, stream))
        return TRUE;
      if (!finish_event (self, stream, error))
        return FALSE;
      if (self->n_unsent >= MAX_UNSENT)
        flush_all (self);
      if (!next_event (self, stream))
        return TRUE;
    }
}

static void
take_batch (SpurShareFlow *self, guint from, SpurParcelReader *reader)
{
  SpurShare *share = self->share;

  self->n_received++;
  while (!spur_parcel_is_at_end (reader))
    {
      guint64 word = spur_parcel_take_u64 (reader);
      gint64 value = (gint64) spur_parcel_take_u64 (reader);
      guint64 index = word & ((G_GUINT64_CONSTANT (1) << ITEM_SHIFT) - 1);

      switch ((SpurShareItem) (word >> ITEM_SHIFT))
        {
        case SPUR_SHARE_VALUE:
          take_value (self, (guint32) index, value);
          break;
        case SPUR_SHARE_ENTER:
          spur_share_joins_enter (self, share->members_at[share->first_member_at[from] + index],
                                  value);
          break;
        case SPUR_SHARE_BOUND:
          spur_share_joins_bound (self, share->first_join[from] + index, value);
          break;
        }
    }
}

/* What a rank says of itself; on rank 0. All are idle when they answer, as they answer only then.
 */
static void
take_answer (SpurShareFlow *self, guint64 n_sent, guint64 n_received)
{
  self->sums[0] += n_sent;
  self->sums[1] += n_received;
  if (++self->n_answers < self->share->ranks->n_ranks)
    return;
  self->is_probing = FALSE;
  if (self->has_last_sums && self->sums[0] == self->sums[1] &&
      self->sums[0] == self->last_sums[0] && self->sums[1] == self->last_sums[1])
    {
      send_kind_to_all (self, STUCK);
      self->state = SPUR_SHARE_STUCK;
    }
  memcpy (self->last_sums, self->sums, sizeof self->sums);
  self->has_last_sums = TRUE;
}

static void
begin_probe (SpurShareFlow *self)
{
  self->is_probing = TRUE;
  self->n_answers = 0;
  memset (self->sums, 0, sizeof self->sums);
  send_kind_to_all (self, PROBE);
  take_answer (self, self->n_sent, self->n_received);
}

static void
take_told (SpurShareFlow *self)
{
  if (++self->n_told < self->share->ranks->n_ranks)
    return;
  send_kind_to_all (self, FINISH);
  self->state = SPUR_SHARE_FINISHED;
}

static void
take_parcel (SpurShareFlow *self, guint from, const GByteArray *bytes)
{
  SpurParcelReader reader = spur_parcel_read (bytes);
  guint64 first;

  switch ((Kind) spur_parcel_take_u64 (&reader))
    {
    case BATCH:
      take_batch (self, from, &reader);
      break;
    case TELL_DONE:
      take_told (self);
      break;
    case FINISH:
      self->state = SPUR_SHARE_FINISHED;
      break;
    case PROBE:
      send_kind (self, from, ANSWER, self->n_sent, self->n_received);
      break;
    case ANSWER:
      first = spur_parcel_take_u64 (&reader);
      take_answer (self, first, spur_parcel_take_u64 (&reader));
      break;
    case STUCK:
      self->state = SPUR_SHARE_STUCK;
      break;
    case ABORT:
      self->state = SPUR_SHARE_FAILED;
      break;
    }
}

/* Waits for news from others. */
static void
wait_for_others (SpurShareFlow *self)
{
  SpurRanks *ranks = self->share->ranks;
  gboolean may_probe = ranks->rank == 0 && !self->is_probing;
  guint from = 0;
  g_autoptr (GByteArray) bytes = NULL;

  if (ranks->n_ranks == 1)
    {
      self->state = SPUR_SHARE_STUCK;
      return;
    }
  bytes = spur_ranks_receive (ranks, may_probe ? PROBE_AFTER_US : LOOK_UP_US, &from);
  if (bytes != NULL)
    take_parcel (self, from, bytes);
  else if (may_probe)
    begin_probe (self);
}

static void
tell_done (SpurShareFlow *self)
{
  if (self->has_told || self->n_done < self->n_own)
    return;
  self->has_told = TRUE;
  if (self->share->ranks->rank == 0)
    take_told (self);
  else
    send_kind (self, 0, TELL_DONE, 0, 0);
}

static gboolean
go_on (SpurShareFlow *self, GError **error)
{
  for (guint64 n_turns = 0; self->n_queued > 0; n_turns++)
    {
      if (n_turns % 1024 == 0 && spur_job_is_cancelled (self->job, error))
        return FALSE;
      if (!run_stream (self, pop (self), error))
        return FALSE;
    }
  flush_all (self);
  tell_done (self);
  if (self->state == SPUR_SHARE_GOING)
    wait_for_others (self);
  return !spur_job_is_cancelled (self->job, error);
}

static void
run_all (SpurShareFlow *self, GError **error)
{
  spur_share_joins_begin (self);
  while (self->state == SPUR_SHARE_GOING)
    {
      if (go_on (self, error))
        continue;
      self->state = SPUR_SHARE_FAILED;
      send_kind_to_all (self, ABORT);
    }
}

static void
begin_runs (SpurShareFlow *self, SpurCorrection *correction)
{
  SpurShare *share = self->share;

  for (guint32 s = 0; s < share->n_streams; s++)
    {
      SpurShareRun *run = &self->runs[s];

      self->arrived[s] = share->first_slot[s];
      self->waiters[s] = SPUR_NONE;
      if (!spur_share_is_own (share, s))
        continue;
      run->node = self->nodes->streams[s].n_words > 0 ? self->nodes->streams[s].ranks[0] : 0;
      run->edge = share->first_edge[s];
      run->last_edge = share->first_edge[s + 1];
      run->first_end = share->first_end[s];
      run->last_end = share->first_end[s + 1];
      run->route = share->first_route[s];
      run->last_route = share->first_route[s + 1];
      run->waits_for = run->first_child = run->next_waiter = SPUR_NONE;
      run->waits_in = SPUR_NO_JOIN;
      spur_clock_times_init (&run->times, self->parameters, share->trace, correction, s);
      run->control.gamma_ppb = self->parameters->gamma_ppb;
      if (self->pass->logical_ns != NULL)
        spur_clock_control_init (&run->control, &self->parameters->controller);
      spur_node_walk_init (&run->walk, self->nodes, s);
      self->n_own++;
      push (self, s);
    }
}

/* What the ranks found together. */
static void
combine (SpurShareFlow *self)
{
  SpurClockPass *pass = self->pass;
  gint64 n_jumps = 0, most[2] = { 0, 0 };

  for (guint s = 0; s < self->share->n_streams; s++)
    {
      n_jumps += (gint64) pass->n_jumps[s];
      most[0] = MAX (most[0], self->runs[s].largest_jump_ns);
      most[1] = MAX (most[1], self->runs[s].largest_error_ns);
    }
  spur_ranks_combine (self->share->ranks, SPUR_RANKS_SUM, &n_jumps, 1);
  spur_ranks_combine (self->share->ranks, SPUR_RANKS_MAX, most, G_N_ELEMENTS (most));
  pass->n_jumps_in_all = (guint64) n_jumps;
  pass->largest_jump_ns = most[0];
  pass->largest_error_ns = most[1];
}

static gboolean
end (SpurShareFlow *self, GError *problem, GError **error)
{
  g_autoptr (GError) own = problem;

  /* An error elsewhere comes first, so that a rank that was sent away has it, too. */
  if (spur_ranks_agree (self->share->ranks, &own) && self->state == SPUR_SHARE_STUCK)
    spur_share_name_cycle (self, &own);
  if (own != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&own));
      return FALSE;
    }
  combine (self);
  if (self->parameters->is_backward && self->pass->n_jumps_in_all > 0)
    spur_share_limit (self);
  return TRUE;
}

static void
prepare (SpurClockPass *pass,
         const SpurClockParameters *parameters,
         SpurShare *share,
         SpurCorrection *correction,
         const SpurJob *job)
{
  if (pass->nodes == NULL)
    {
      pass->has_all = spur_clock_pass_find_all (parameters, share->trace);
      pass->nodes = spur_share_get_nodes (share, pass->has_all);
      pass->n_jumps = g_new (guint64, (gsize) share->n_streams + 1);
      pass->clock_ns = SPUR_PAGES_NEW (gint64, pass->nodes->n_nodes);
      spur_clock_pass_read_times (pass, parameters, share->trace, correction, job);
    }
  memset (pass->n_jumps, 0, share->n_streams * sizeof *pass->n_jumps);
  if (!parameters->is_backward)
    return;
  if (pass->limits_ns == NULL)
    pass->limits_ns = SPUR_PAGES_NEW (gint64, pass->nodes->n_nodes);
  for (guint64 i = 0; i < pass->nodes->n_nodes; i++)
    pass->limits_ns[i] = SPUR_NO_LIMIT;
}

gboolean
spur_share_pass_run (SpurClockPass *pass,
                     const SpurClockParameters *parameters,
                     SpurShare *share,
                     SpurCorrection *correction,
                     const SpurJob *job,
                     GError **error)
{
  gsize n_streams = (gsize) share->n_streams + 1;
  g_autofree SpurShareRun *runs = g_new0 (SpurShareRun, n_streams);
  g_autofree guint32 *queue = g_new (guint32, n_streams);
  g_autofree gsize *arrived = g_new0 (gsize, n_streams);
  g_autofree guint32 *waiters = g_new0 (guint32, n_streams);
  g_autofree gint64 *slot_ns = g_new (gint64, share->n_slots + 1);
  g_autofree GByteArray **batches = g_new0 (GByteArray *, share->ranks->n_ranks);
  SpurShareFlow flow = { .share = share,
                         .pass = pass,
                         .parameters = parameters,
                         .job = job,
                         .runs = runs,
                         .queue = queue,
                         .arrived = arrived,
                         .waiters = waiters,
                         .slot_ns = slot_ns,
                         .batches = batches };
  GError *problem = NULL;
  gboolean is_done;

  prepare (pass, parameters, share, correction, job);
  flow.nodes = pass->nodes;
  spur_share_joins_init (&flow);
  begin_runs (&flow, correction);
  spur_ranks_begin_flow (share->ranks);
  run_all (&flow, &problem);
  is_done = end (&flow, problem, error);
  for (guint r = 0; r < share->ranks->n_ranks; r++)
    g_clear_pointer (&batches[r], g_byte_array_unref);
  spur_share_joins_clear (&flow);
  return is_done;
}
