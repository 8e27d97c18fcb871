/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Finds the calls around the ends of edges, stream by stream, for wait states, efficiencies and the
 * critical path. */
#include "core/analysis/waits/spur-calls-private.h"

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-error-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/store/trace/spur-store-internal.h"

/* What is to be done with the events of a class. */
typedef enum
{
  PLAN_ENTER = 1 << 0,
  PLAN_LEAVE = 1 << 1,
  PLAN_SEND = 1 << 2,
  PLAN_RECEIVE = 1 << 3,
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
  /* Of every state that is entered and not left: its call, or %SPUR_CALL_NONE. */
  GArray *stack;
  /* The innermost call of kind communication. */
  guint32 innermost;
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
    spur_pages_grow (to->calls, to->n_calls * sizeof *to->calls, n_wanted, sizeof *to->calls);
  self->ends =
    spur_pages_grow (self->ends, to->n_calls * sizeof *self->ends, n_wanted, sizeof *self->ends);
  to->n_allocated = n_wanted;
}

static void
enter_state (Walk *self, const ClassPlan *plan, const guint8 *record)
{
  SpurStreamCalls *to = self->to;
  guint64 state = get_field (&plan->state, record, SPUR_NONE);
  guint32 call = SPUR_CALL_NONE;

  if (state < self->pass->n_states && self->pass->states[state].is_call)
    {
      if (G_UNLIKELY (to->n_calls == to->n_allocated))
        grow_calls (self);
      call = to->n_calls++;
      to->calls[call] =
        (SpurCall){ get_time_ns (self), G_MAXINT64, (guint32) self->chunk->first + self->at,
                    self->pass->states[state].flags };
      self->ends[call] = (CallEnd){ G_MAXUINT32, self->innermost };
      if ((to->calls[call].flags & SPUR_CALL_IS_IDLE) == 0)
        self->innermost = call;
    }
  g_array_append_val (self->stack, call);
}

static void
leave_state (Walk *self)
{
  guint32 call;

  if (self->stack->len == 0)
    return;
  call = g_array_index (self->stack, guint32, self->stack->len - 1);
  g_array_set_size (self->stack, self->stack->len - 1);
  if (call == SPUR_CALL_NONE)
    return;
  self->to->calls[call].leave_ns = get_time_ns (self);
  self->ends[call].leave_event = (guint32) self->chunk->first + self->at;
  self->innermost = self->ends[call].parent;
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

static void
note_send (Walk *self, const ClassPlan *plan, const guint8 *record)
{
  gint64 eager_bytes = self->pass->input->eager_bytes;
  SpurCall *call;

  if (self->innermost == SPUR_CALL_NONE)
    return;
  call = &self->to->calls[self->innermost];
  call->flags |= (call->flags & SPUR_CALL_SENDS) != 0 ? SPUR_CALL_SENDS_MANY : SPUR_CALL_SENDS;
  if (eager_bytes >= 0 && get_field (&plan->size, record, G_MAXUINT64) <= (guint64) eager_bytes)
    call->flags |= SPUR_CALL_IS_EAGER;
}

/* Threads are idle in a barrier, which then tells what they wait for. */
static void
note_end (Walk *self)
{
  guint32 call = self->stack->len > 0 ? g_array_index (self->stack, guint32, self->stack->len - 1)
                                      : SPUR_CALL_NONE;

  if (call != SPUR_CALL_NONE)
    self->to->calls[call].flags |= SPUR_CALL_HAS_END;
}

static void
note_node (Walk *self, const ClassPlan *plan, const guint8 *record, guint64 node)
{
  SpurCalls *calls = self->pass->calls;
  guint32 event = (guint32) self->chunk->first + self->at;
  guint64 posted = 0;

  calls->times_ns[node] = get_time_ns (self);
  calls->kinds[node] = plan->kind;
  if (plan->kind == SPUR_NODE_KIND_END)
    note_end (self);
  calls->call_of[node] = self->innermost;
  calls->posted_in[node] = SPUR_CALL_NONE;
  if ((plan->steps & PLAN_RECEIVE) == 0)
    return;
  posted = get_field (&plan->posted, record, 0);
  if (posted <= event)
    calls->posted_in[node] =
      posted == 0 ? self->innermost : find_call (self, event - (guint32) posted);
}

/* A state is entered before, and left after what else its event is. */
static inline void
take_event (Walk *self, const guint8 *record, const guint64 *node)
{
  const ClassPlan *plan = &self->pass->classes[self->chunk->classes[self->at]];

  if ((plan->steps & PLAN_ENTER) != 0)
    enter_state (self, plan, record);
  if ((plan->steps & PLAN_SEND) != 0)
    note_send (self, plan, record);
  else if ((plan->steps & PLAN_RECEIVE) != 0 && self->innermost != SPUR_CALL_NONE)
    self->to->calls[self->innermost].flags |= SPUR_CALL_RECEIVES;
  if (node != NULL)
    note_node (self, plan, record, *node);
  if ((plan->steps & PLAN_LEAVE) != 0)
    leave_state (self);
}

static void
leave_rest (Walk *self, gint64 end_ns)
{
  for (guint32 i = 0; i < self->to->n_calls; i++)
    {
      if (self->ends[i].leave_event == G_MAXUINT32)
        self->to->calls[i].leave_ns = end_ns;
    }
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

      for (self->at = 0; self->at < self->chunk->n_events; self->at++)
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
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  Walk walk = { .pass = pass,
                .to = &pass->calls->streams[index],
                .stack = stack,
                .innermost = SPUR_CALL_NONE,
                .stream = spur_trace_get_stream (pass->input->trace, index) };

  if (spur_job_is_cancelled (pass->input->job, NULL))
    return;
  spur_trace_fetch_streams (pass->input->trace, index, SPUR_CHUNK_ALL);
  spur_time_walk_init (&walk.times, pass->input->correction, index);
  leave_rest (&walk, take_events (&walk, index));
  spur_pages_free (walk.ends);
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

SpurCalls *
spur_calls_new (const SpurCallsInput *input, GError **error)
{
  g_autoptr (SpurCalls) self = g_new0 (SpurCalls, 1);
  g_auto (Pass) pass = { 0 };
  guint64 first_node = 0;

  self->nodes = spur_edges_get_nodes_without_times (input->edges, input->trace, input->job);
  g_return_val_if_fail (self->nodes != NULL, NULL);
  if (!check_counts (self->nodes, input->trace, error))
    return NULL;
  self->n_streams = self->nodes->n_streams;
  self->streams = g_new0 (SpurStreamCalls, self->n_streams + 1);
  for (guint s = 0; s <= self->n_streams; s++)
    {
      self->streams[s].first_node = first_node;
      self->streams[s].n_nodes = s < self->n_streams ? self->nodes->streams[s].n_nodes : 0;
      first_node += self->streams[s].n_nodes;
    }
  self->times_ns = SPUR_PAGES_NEW (gint64, first_node);
  self->kinds = SPUR_PAGES_NEW (guint8, first_node);
  self->call_of = SPUR_PAGES_NEW (guint32, first_node);
  self->posted_in = SPUR_PAGES_NEW (guint32, first_node);
  pass_init (&pass, input, self);
  spur_job_run (input->job, self->n_streams, read_stream, &pass);
  return spur_job_is_cancelled (input->job, error) ? NULL : g_steal_pointer (&self);
}

void
spur_calls_free (SpurCalls *self)
{
  for (guint s = 0; self->streams != NULL && s < self->n_streams; s++)
    spur_pages_free (self->streams[s].calls);
  g_free (self->streams);
  spur_pages_free (self->times_ns);
  spur_pages_free (self->kinds);
  spur_pages_free (self->call_of);
  spur_pages_free (self->posted_in);
  g_clear_pointer (&self->nodes, spur_nodes_free);
  g_free (self);
}

/* Streams without nodes are passed over. */
guint
spur_calls_get_stream (const SpurCalls *self, guint64 node)
{
  guint low = 0, high = self->n_streams;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (self->streams[middle].first_node <= node)
        low = middle;
      else
        high = middle;
    }
  return low;
}
