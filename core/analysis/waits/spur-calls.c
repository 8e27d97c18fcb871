/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Finds the calls around the ends of edges, stream by stream, for wait states, efficiencies and the
 * critical path. */
#include "core/analysis/waits/spur-calls-private.h"
#include "core/analysis/waits/spur-state-stack-private.h"

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-error-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/store/trace/spur-store-internal.h"

/* What is to be done with the events of a class. */
typedef enum
{
  PLAN_ENTER = 1 << 0,
  PLAN_LEAVE = 1 << 1,
  PLAN_SEND = 1 << 2,
  PLAN_RECEIVE = 1 << 3,
  PLAN_COMPLETE = 1 << 4,
} PlanSteps;

/* Where a field lies in a record; 0 bytes where the class does not have it. */
typedef struct
{
  guint32 offset;
  guint32 n_bytes;
} Place;

typedef struct
{
  guint8 steps;
  guint8 kind;
  guint32 n_bytes;
  Place state;
  Place size;
  Place posted;
} ClassPlan;

/* Of a state: the flags of its calls, and whether it makes any. */
typedef struct
{
  guint8 is_call;
  guint8 flags;
} StatePlan;

typedef struct
{
  const SpurCallsInput *input;
  SpurCalls *calls;
  ClassPlan *classes;
  StatePlan *states;
  guint n_states;
} Pass;

/* Where a call of the stream ends, and the call around it. */
typedef struct
{
  guint32 leave_event;
  guint32 parent;
} CallEnd;

/* A stream on the way. */
typedef struct
{
  const Pass *pass;
  SpurStreamCalls *to;
  CallEnd *ends;
  SpurStateStack stack;
  /* How long the stream worked, outside of all calls, until @since_ns; how many calls are around
   * the event; and when the states last changed. */
  gint64 own_ns;
  gint64 since_ns;
  guint32 n_around;
  gint64 changed_ns;
  /* The innermost call of kind communication; the last one that was left, when, and the event
   * behind that. */
  guint32 innermost;
  guint32 left;
  guint32 left_next;
  gint64 left_ns;
  SpurStream *stream;
  SpurTimeWalk times;
  const SpurChunk *chunk;
  /* The event that is looked at. */
  guint32 at;
} Walk;

static Place
find_place (const SpurEventLayout *layout, SpurUse use)
{
  int field = layout->field_of_use[use];

  if (field < 0)
    return (Place){ 0, 0 };
  return (Place){ (guint32) layout->fields[field].offset_bytes,
                  (guint32) spur_field_type_get_n_bytes (layout->fields[field].type) };
}

static guint64
get_field (const Place *place, const guint8 *record, guint64 if_absent)
{
  switch (place->n_bytes)
    {
    case 0:
      return if_absent;
    case 1:
      return record[place->offset];
    case 2:
      return spur_get_le16 (record + place->offset);
    case 4:
      return spur_get_le32 (record + place->offset);
    default:
      return spur_get_le64 (record + place->offset);
    }
}

static SpurNodeKind
get_kind (const SpurEventLayout *layout)
{
  gboolean is_message = layout->match == SPUR_MATCH_FIFO || layout->match == SPUR_MATCH_BY_ID;

  switch (layout->role)
    {
    case SPUR_ROLE_SEND:
      return is_message                             ? SPUR_NODE_KIND_SEND
             : layout->match == SPUR_MATCH_HANDOVER ? SPUR_NODE_KIND_RELEASE
                                                    : SPUR_NODE_KIND_OTHER;
    case SPUR_ROLE_RECEIVE:
      return is_message                             ? SPUR_NODE_KIND_RECEIVE
             : layout->match == SPUR_MATCH_HANDOVER ? SPUR_NODE_KIND_ACQUIRE
                                                    : SPUR_NODE_KIND_OTHER;
    case SPUR_ROLE_COLLECTIVE_BEGIN:
      return SPUR_NODE_KIND_BEGIN;
    case SPUR_ROLE_COLLECTIVE_END:
      return SPUR_NODE_KIND_END;
    case SPUR_ROLE_INTERNAL:
      break;
    }
  return SPUR_NODE_KIND_OTHER;
}

static ClassPlan
plan_class (const SpurEventLayout *layout)
{
  ClassPlan plan = { 0,
                     (guint8) get_kind (layout),
                     (guint32) layout->n_bytes,
                     find_place (layout, SPUR_USE_STATE),
                     find_place (layout, SPUR_USE_SIZE),
                     find_place (layout, SPUR_USE_POSTED) };

  if (layout->effect == SPUR_EFFECT_ENTER)
    plan.steps |= PLAN_ENTER;
  if (layout->effect == SPUR_EFFECT_LEAVE)
    plan.steps |= PLAN_LEAVE;
  if (plan.kind == SPUR_NODE_KIND_SEND)
    plan.steps |= PLAN_SEND;
  if (plan.kind == SPUR_NODE_KIND_RECEIVE)
    plan.steps |= PLAN_RECEIVE;
  if (layout->role == SPUR_ROLE_INTERNAL && plan.posted.n_bytes > 0)
    plan.steps |= PLAN_COMPLETE;
  return plan;
}

static StatePlan
plan_state (const SpurState *state)
{
  if (state->kind == SPUR_STATE_IDLE)
    return (StatePlan){ TRUE, SPUR_CALL_IS_IDLE };
  return (StatePlan){ state->kind == SPUR_STATE_COMMUNICATION,
                      state->is_immediate ? SPUR_CALL_IS_IMMEDIATE : 0 };
}

static void
pass_init (Pass *self, const SpurCallsInput *input, SpurCalls *calls)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (input->trace);
  guint n_classes = spur_trace_get_n_classes (input->trace);

  self->input = input;
  self->calls = calls;
  self->n_states = spur_definitions_get_n_states (definitions);
  self->classes = g_new (ClassPlan, n_classes + 1);
  self->states = g_new (StatePlan, self->n_states + 1);
  for (guint i = 0; i < n_classes; i++)
    self->classes[i] = plan_class (spur_trace_get_class (input->trace, i));
  for (guint i = 0; i < self->n_states; i++)
    self->states[i] = plan_state (spur_definitions_get_state (definitions, i));
}

static void
pass_clear (Pass *self)
{
  g_free (self->classes);
  g_free (self->states);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pass, pass_clear)

static inline gint64
get_time_ns (Walk *self)
{
  gint64 ticks = spur_chunk_get_ticks (self->chunk, self->at);

  return spur_time_walk_at (&self->times, self->chunk->first + self->at,
                            spur_stream_ticks_to_ns (self->stream, ticks));
}

/* Memory that is not written to is not taken, so at first there is room for a call in two events.
 */
static void
grow_calls (Walk *self)
{
  SpurStreamCalls *to = self->to;
  guint32 n_wanted = to->n_allocated > 0
                       ? to->n_allocated + to->n_allocated / 2 + 1
                       : (guint32) (spur_stream_get_n_events (self->stream) / 2) + 1;

  to->calls =
    spur_pages_grow (to->calls, (to->n_calls - 1) * sizeof *to->calls, n_wanted, sizeof *to->calls);
  self->ends = spur_pages_grow (self->ends, (to->n_calls - 1) * sizeof *self->ends, n_wanted,
                                sizeof *self->ends);
  to->n_allocated = n_wanted;
}

/* How long the stream worked until now. A clock that steps back takes no work away. */
static gint64
advance_own (Walk *self, gint64 now_ns)
{
  if (self->n_around == 0 && now_ns > self->since_ns)
    {
      self->own_ns += now_ns - self->since_ns;
      self->since_ns = now_ns;
    }
  return self->own_ns;
}

/* The innermost state lasts until now. */
static void
advance_states (Walk *self, gint64 now_ns)
{
  const SpurEnteredState *top = spur_state_stack_get_top (&self->stack);
  guint32 n_states = self->pass->n_states, state = top != NULL ? top->state : n_states;

  if (now_ns <= self->changed_ns || !self->pass->input->with_work)
    return;
  self->to->work.states_ns[MIN (state, n_states)] += now_ns - self->changed_ns;
  self->changed_ns = now_ns;
}

static guint32
enter_call (Walk *self, guint32 flags, gint64 now_ns)
{
  SpurStreamCalls *to = self->to;
  guint32 call = to->n_calls++;

  if (G_UNLIKELY (call == to->n_allocated))
    grow_calls (self);
  to->calls[call] =
    (SpurCall){ now_ns, (guint32) self->chunk->first + self->at, flags, SPUR_CALL_IS_LONG };
  self->ends[call] = (CallEnd){ G_MAXUINT32, self->innermost };
  if ((flags & SPUR_CALL_IS_IDLE) == 0)
    self->innermost = call;
  advance_own (self, now_ns);
  self->n_around++;
  return call;
}

static void
set_length (SpurStreamCalls *self, guint32 call, gint64 leave_ns)
{
  const SpurLongCall is_long = { call, leave_ns - self->calls[call].enter_ns };

  if (is_long.length_ns >= 0 && is_long.length_ns < SPUR_CALL_IS_LONG)
    self->calls[call].length_ns = (guint32) is_long.length_ns & SPUR_CALL_IS_LONG;
  else
    g_array_append_val (self->long_calls, is_long);
}

static void
leave_call (Walk *self, guint32 call, gint64 now_ns)
{
  set_length (self->to, call, now_ns);
  self->ends[call].leave_event = (guint32) self->chunk->first + self->at;
  self->innermost = self->ends[call].parent;
  self->left = call;
  self->left_next = self->ends[call].leave_event + 1;
  self->left_ns = now_ns;
  self->n_around--;
  self->since_ns = MAX (self->since_ns, now_ns);
}

/* The innermost state, if it is of kind idle. */
static inline SpurEnteredState *
find_idle (const Walk *self)
{
  SpurEnteredState *top = spur_state_stack_get_top (&self->stack);

  return top != NULL && top->state < self->pass->n_states &&
             (self->pass->states[top->state].flags & SPUR_CALL_IS_IDLE) != 0
           ? top
           : NULL;
}

/* A stream is not idle while it is in a state inside of an idle one. */
static void
enter_state (Walk *self, const ClassPlan *plan, const guint8 *record)
{
  guint64 state = get_field (&plan->state, record, SPUR_NONE);
  SpurEnteredState entered = { (guint32) MIN (state, SPUR_NONE), SPUR_CALL_NONE };
  gint64 now_ns = get_time_ns (self);
  SpurEnteredState *idle = find_idle (self);

  advance_states (self, now_ns);
  if (idle != NULL)
    {
      leave_call (self, idle->call, now_ns);
      idle->call = SPUR_CALL_NONE;
    }
  if (state < self->pass->n_states && self->pass->states[state].is_call)
    entered.call = enter_call (self, self->pass->states[state].flags, now_ns);
  spur_state_stack_push (&self->stack, entered);
}

static void
leave_state (Walk *self)
{
  const SpurEnteredState *top = spur_state_stack_get_top (&self->stack);
  gint64 now_ns = get_time_ns (self);
  SpurEnteredState *idle;

  if (top == NULL)
    return;
  advance_states (self, now_ns);
  spur_state_stack_pop (&self->stack);
  if (top->call != SPUR_CALL_NONE)
    leave_call (self, top->call, now_ns);
  idle = find_idle (self);
  if (idle != NULL)
    idle->call = enter_call (self, SPUR_CALL_IS_IDLE, now_ns);
}

/* The last call that is entered at @event or before, of those before @end. */
static guint32
find_entered (const SpurStreamCalls *calls, guint32 end, guint32 event)
{
  guint32 step = 1, low;

  /* Receives are mostly posted a few calls ago. */
  while (step < end && calls->calls[end - step].enter_event > event)
    step *= 2;
  low = step < end ? end - step : 0;
  end = end - step / 2;
  while (end - low > 1)
    {
      guint32 middle = low + (end - low) / 2;

      if (calls->calls[middle].enter_event <= event)
        low = middle;
      else
        end = middle;
    }
  return calls->calls[low].enter_event <= event ? low : SPUR_CALL_NONE;
}

/* The call around an event of the past. */
static guint32
find_call (const Walk *self, guint32 event)
{
  guint32 call =
    self->to->n_calls > 0 ? find_entered (self->to, self->to->n_calls, event) : SPUR_CALL_NONE;

  while (call != SPUR_CALL_NONE && (self->ends[call].leave_event < event ||
                                    (self->to->calls[call].flags & SPUR_CALL_IS_IDLE) != 0))
    call = self->ends[call].parent;
  return call;
}

/* The innermost call sends a message, or completes one. */
static void
note_message (Walk *self, gboolean is_eager)
{
  SpurCall *call = &self->to->calls[self->innermost];

  call->flags |= (call->flags & SPUR_CALL_SENDS) != 0 ? SPUR_CALL_SENDS_MANY : SPUR_CALL_SENDS;
  if (is_eager)
    call->flags |= SPUR_CALL_IS_EAGER;
}

static void
note_send (Walk *self, const ClassPlan *plan, const guint8 *record)
{
  gint64 eager_bytes = self->pass->input->eager_bytes;

  if (self->innermost != SPUR_CALL_NONE)
    note_message (self, eager_bytes >= 0 &&
                          get_field (&plan->size, record, G_MAXUINT64) <= (guint64) eager_bytes);
}

/* A send that another call began is complete. */
static void
note_completion (Walk *self, const ClassPlan *plan, const guint8 *record)
{
  SpurCalls *calls = self->pass->calls;
  guint stream = (guint) (self->to - calls->streams);
  guint64 event = self->chunk->first + self->at;
  guint64 posted = get_field (&plan->posted, record, 0), node;

  if (posted == 0 || posted > event || self->innermost == SPUR_CALL_NONE ||
      !spur_nodes_contains (calls->nodes, stream, event - posted))
    return;
  node = spur_nodes_find (calls->nodes, stream, event - posted);
  if (calls->kinds[node] != SPUR_NODE_KIND_SEND || calls->call_of[node] == SPUR_CALL_NONE ||
      calls->call_of[node] == self->innermost)
    return;
  calls->posted_in[node] = self->innermost;
  note_message (self, (self->to->calls[calls->call_of[node]].flags & SPUR_CALL_IS_EAGER) != 0);
}

/* Threads are idle in a barrier, which then tells what they wait for. */
static void
note_end (Walk *self)
{
  const SpurEnteredState *top = spur_state_stack_get_top (&self->stack);

  if (top != NULL && top->call != SPUR_CALL_NONE)
    self->to->calls[top->call].flags |= SPUR_CALL_HAS_END;
}

/* The call that completes a receive: the one around it, or the one before it, where it comes next
 * and at the same time. SimGrid ends the link of a message after the state of the call. */
static guint32
find_receiving (Walk *self)
{
  guint32 event = (guint32) self->chunk->first + self->at;

  if (self->innermost != SPUR_CALL_NONE || event != self->left_next ||
      (self->to->calls[self->left].flags & SPUR_CALL_IS_IDLE) != 0 ||
      get_time_ns (self) != self->left_ns)
    return self->innermost;
  self->left_next++;
  return self->left;
}

static void
note_node (Walk *self, const ClassPlan *plan, const guint8 *record, guint64 node, guint32 receiving)
{
  SpurCalls *calls = self->pass->calls;
  guint32 event = (guint32) self->chunk->first + self->at;
  guint64 posted = 0;

  calls->times_ns[node] = get_time_ns (self);
  if (calls->own_ns != NULL)
    calls->own_ns[node] = advance_own (self, calls->times_ns[node]);
  calls->kinds[node] = plan->kind;
  if (plan->kind == SPUR_NODE_KIND_END)
    note_end (self);
  calls->call_of[node] = receiving;
  calls->posted_in[node] = SPUR_CALL_NONE;
  if ((plan->steps & PLAN_RECEIVE) == 0)
    return;
  posted = get_field (&plan->posted, record, 0);
  if (posted <= event)
    calls->posted_in[node] = posted == 0 ? receiving : find_call (self, event - (guint32) posted);
}

/* A state is entered before, and left after what else its event is. */
static inline void
take_event (Walk *self, const guint8 *record, const guint64 *node)
{
  const ClassPlan *plan = &self->pass->classes[self->chunk->classes[self->at]];
  guint32 call;

  if ((plan->steps & PLAN_ENTER) != 0)
    enter_state (self, plan, record);
  call = (plan->steps & PLAN_RECEIVE) != 0 ? find_receiving (self) : self->innermost;
  if ((plan->steps & PLAN_SEND) != 0)
    note_send (self, plan, record);
  else if ((plan->steps & PLAN_RECEIVE) != 0 && call != SPUR_CALL_NONE)
    self->to->calls[call].flags |= SPUR_CALL_RECEIVES;
  else if ((plan->steps & PLAN_COMPLETE) != 0)
    note_completion (self, plan, record);
  if (node != NULL)
    note_node (self, plan, record, *node, call);
  if ((plan->steps & PLAN_LEAVE) != 0)
    leave_state (self);
}

SPUR_DEFINE_ORDER (compare_long_calls, SpurLongCall, SPUR_BY (call))

static void
leave_rest (Walk *self, gint64 end_ns)
{
  for (guint32 i = 0; i < self->to->n_calls; i++)
    {
      if (self->ends[i].leave_event == G_MAXUINT32)
        set_length (self->to, i, end_ns);
    }
  g_array_sort (self->to->long_calls, compare_long_calls);
}

/* Marks are no deeper than there are events since the last one, so that they never take much. */
static void
add_mark (Walk *self)
{
  SpurStreamWork *work = &self->to->work;
  SpurStateMark mark = { self->chunk->first, self->changed_ns, work->marked_states->len,
                         self->stack.n_states };
  guint64 last = work->marks->len > 0
                   ? g_array_index (work->marks, SpurStateMark, work->marks->len - 1).event
                   : 0;

  if (self->stack.n_states > self->chunk->first - last)
    return;
  for (guint i = 0; i < self->stack.n_states; i++)
    g_array_append_val (work->marked_states, self->stack.states[i].state);
  g_array_append_val (work->marks, mark);
}

static void
begin_chunk (Walk *self)
{
  SpurStreamWork *work = &self->to->work;

  self->at = 0;
  if (!work->has_events)
    work->begin_ns = self->since_ns = self->changed_ns = get_time_ns (self);
  work->has_events = TRUE;
  if (self->pass->input->with_work)
    add_mark (self);
}

static void
end_stream (Walk *self, gint64 end_ns)
{
  SpurStreamWork *work = &self->to->work;

  work->end_ns = end_ns;
  work->work_ns = advance_own (self, end_ns);
  advance_states (self, end_ns);
}

/* All events of the stream; gives the time of the last. */
static gint64
take_events (Walk *self, guint index)
{
  const SpurCalls *calls = self->pass->calls;
  g_autoptr (SpurChunkWalk) chunks = spur_chunk_walk_new (self->stream, SPUR_CHUNK_ALL);
  guint64 node = self->to->first_node, next_event;
  gint64 end_ns = 0;
  SpurNodeWalk nodes;

  spur_node_walk_init (&nodes, calls->nodes, index);
  if (!spur_node_walk_next (&nodes, &next_event))
    next_event = G_MAXUINT64;
  while ((self->chunk = spur_chunk_walk_next (chunks)) != NULL)
    {
      const guint8 *record = self->chunk->records;

      begin_chunk (self);
      for (; self->at < self->chunk->n_events; self->at++)
        {
          gboolean is_node = self->chunk->first + self->at == next_event;

          take_event (self, record, is_node ? &node : NULL);
          record += self->pass->classes[self->chunk->classes[self->at]].n_bytes;
          node += is_node;
          if (is_node && !spur_node_walk_next (&nodes, &next_event))
            next_event = G_MAXUINT64;
        }
      self->at = self->chunk->n_events - 1;
      end_ns = get_time_ns (self);
    }
  return end_ns;
}

static void
read_stream (guint index, gpointer user_data)
{
  const Pass *pass = user_data;
  Walk walk = { .pass = pass,
                .to = &pass->calls->streams[index],
                .innermost = SPUR_CALL_NONE,
                .left_next = G_MAXUINT32,
                .stream = spur_trace_get_stream (pass->input->trace, index) };
  gint64 end_ns;

  if (spur_job_is_cancelled (pass->input->job, NULL))
    return;
  spur_trace_fetch_streams (pass->input->trace, index, SPUR_CHUNK_ALL);
  spur_time_walk_init (&walk.times, pass->input->correction, index);
  end_ns = take_events (&walk, index);
  end_stream (&walk, end_ns);
  leave_rest (&walk, end_ns);
  spur_pages_fit (walk.to->calls, walk.to->n_calls * sizeof *walk.to->calls);
  spur_pages_free (walk.ends);
  spur_state_stack_clear (&walk.stack);
}

static gboolean
check_counts (const SpurNodes *nodes, SpurTrace *trace, GError **error)
{
  for (guint s = 0; s < nodes->n_streams; s++)
    {
      if (nodes->streams[s].n_events >= G_MAXUINT32)
        return spur_error_set (
          error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_RANGE,
          "stream %s has %" G_GUINT64_FORMAT " events, calls are found in up to 2^32 - 2",
          spur_stream_get_name (spur_trace_get_stream (trace, s)), nodes->streams[s].n_events);
    }
  if (nodes->n_nodes >= G_MAXUINT32)
    return spur_error_set (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_RANGE,
                           "%" G_GUINT64_FORMAT
                           " events are at the end of an edge, calls are found of up to 2^32 - 2",
                           nodes->n_nodes);
  return TRUE;
}

static void
open_streams (SpurCalls *self, const SpurCallsInput *input)
{
  guint64 first_node = 0;

  self->n_streams = self->nodes->n_streams;
  self->streams = g_new0 (SpurStreamCalls, self->n_streams + 1);
  for (guint s = 0; s <= self->n_streams; s++)
    {
      SpurStreamCalls *stream = &self->streams[s];

      stream->long_calls = g_array_new (FALSE, FALSE, sizeof (SpurLongCall));
      stream->first_node = first_node;
      stream->n_nodes = s < self->n_streams ? self->nodes->streams[s].n_nodes : 0;
      first_node += stream->n_nodes;
      if (!input->with_work)
        continue;
      stream->work.states_ns =
        g_new0 (gint64, spur_definitions_get_n_states (spur_trace_get_definitions (input->trace)) +
                          (gsize) 1);
      stream->work.marks = g_array_new (FALSE, FALSE, sizeof (SpurStateMark));
      stream->work.marked_states = g_array_new (FALSE, FALSE, sizeof (guint32));
    }
}

/* The last stream that begins at the first node of a block or before. */
static void
number_blocks (SpurCalls *self)
{
  guint64 n_blocks = (self->nodes->n_nodes >> SPUR_CALLS_BLOCK_BITS) + 1;
  guint32 stream = 0;

  self->streams_of_blocks = g_new0 (guint32, n_blocks + 1);
  for (guint64 i = 0; i <= n_blocks; i++)
    {
      while (stream + 1 < self->n_streams &&
             self->streams[stream + 1].first_node <= i << SPUR_CALLS_BLOCK_BITS)
        stream++;
      self->streams_of_blocks[i] = stream;
    }
}

SpurCalls *
spur_calls_new (const SpurCallsInput *input, GError **error)
{
  g_autoptr (SpurCalls) self = g_new0 (SpurCalls, 1);
  g_auto (Pass) pass = { 0 };

  self->nodes = spur_edges_get_nodes_without_times (input->edges, input->trace, input->job);
  g_return_val_if_fail (self->nodes != NULL, NULL);
  if (!check_counts (self->nodes, input->trace, error))
    return NULL;
  /* What matching left behind is of no use to arrays of other sizes. */
  spur_pages_trim ();
  open_streams (self, input);
  number_blocks (self);
  self->times_ns = SPUR_PAGES_NEW (gint64, self->nodes->n_nodes);
  if (input->with_work)
    self->own_ns = SPUR_PAGES_NEW (gint64, self->nodes->n_nodes);
  self->kinds = SPUR_PAGES_NEW (guint8, self->nodes->n_nodes);
  self->call_of = SPUR_PAGES_NEW (guint32, self->nodes->n_nodes);
  self->posted_in = SPUR_PAGES_NEW (guint32, self->nodes->n_nodes);
  pass_init (&pass, input, self);
  spur_job_run (input->job, self->n_streams, read_stream, &pass);
  /* Threads that read at the same time leave more behind than what comes next has use for. */
  spur_pages_trim ();
  return spur_job_is_cancelled (input->job, error) ? NULL : g_steal_pointer (&self);
}

static void
clear_stream (SpurStreamCalls *self)
{
  spur_pages_free (self->calls);
  g_clear_pointer (&self->long_calls, g_array_unref);
  g_free (self->work.states_ns);
  g_clear_pointer (&self->work.marks, g_array_unref);
  g_clear_pointer (&self->work.marked_states, g_array_unref);
}

void
spur_calls_free (SpurCalls *self)
{
  for (guint s = 0; self->streams != NULL && s <= self->n_streams; s++)
    clear_stream (&self->streams[s]);
  g_free (self->streams);
  g_free (self->streams_of_blocks);
  spur_pages_free (self->times_ns);
  spur_pages_free (self->own_ns);
  spur_pages_free (self->kinds);
  spur_pages_free (self->call_of);
  spur_pages_free (self->posted_in);
  g_clear_pointer (&self->nodes, spur_nodes_free);
  g_free (self);
}

gint64
spur_calls_find_length_ns (const SpurStreamCalls *self, guint32 call)
{
  const SpurLongCall *calls = (const SpurLongCall *) (gconstpointer) self->long_calls->data;
  guint low = 0, high = self->long_calls->len, middle;

  SPUR_BISECT (low, high, middle, calls[middle].call < call);
  return calls[low].length_ns;
}
