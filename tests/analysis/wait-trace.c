/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "tests/analysis/wait-trace.h"

#include "events/spur-lo-events.h"

/* That a send which does not block is complete, as a format or plugin may say it. */
GType wait_completion_event_get_type (void);

SPUR_DEFINE_EVENT_CLASS (
  WaitCompletionEvent,
  wait_completion_event,
  SPUR_TYPE_LO_EVENT,
  SPUR_TRAIT_NAME ("Wait_Completion_Event"),
  SPUR_TRAIT_FIELD ("posted", UINT32, POSTED, "events of the stream since the send was begun"))

void
wait_trace_init (WaitTrace *self, guint n_ranks, gboolean one_clock)
{
  g_assert_cmpuint (n_ranks, <=, WAIT_TRACE_MAX_RANKS);
  *self = (WaitTrace){ .trace = spur_trace_new (), .n_ranks = n_ranks };
  for (guint i = 0; i < n_ranks; i++)
    {
      g_autofree char *name = g_strdup_printf ("rank %u", i);
      SpurClock clock = { name, "program", 1000000000, 0, one_clock ? 0 : i };

      self->objects[i] = spur_definitions_add_object (spur_trace_get_definitions (self->trace),
                                                      SPUR_TYPE_TARGET, name, "process", SPUR_NONE);
      spur_trace_add_stream (
        self->trace, name,
        spur_definitions_add_clock (spur_trace_get_definitions (self->trace), &clock),
        self->objects[i]);
      /* Some up to 8 ms, in all directions. */
      self->offsets_ns[i] = (gint64) (i * i * 1777777 % 8000000) - 4000000;
      self->per_mille[i] = (gint64) (i * 3 % 5) - 2;
    }
  self->world = spur_definitions_add_group (spur_trace_get_definitions (self->trace), "world",
                                            self->objects, n_ranks);
}

void
wait_trace_clear (WaitTrace *self)
{
  g_clear_object (&self->trace);
}

static gint64
get_clock_ns (const WaitTrace *self, guint rank, gint64 time_ns)
{
  if (!self->is_skewed)
    return time_ns;
  g_assert_cmpint (time_ns % 1000, ==, 0);
  return time_ns + time_ns / 1000 * self->per_mille[rank] + self->offsets_ns[rank];
}

typedef struct
{
  SpurUse use;
  guint64 value;
} UseValue;

static guint64
append_event (
  WaitTrace *self, guint rank, gint64 time_ns, GType type, const UseValue *values, guint n_values)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  SpurStream *stream = spur_trace_get_stream (self->trace, rank);
  guint64 event = spur_stream_get_n_events (stream);
  guint8 record[256] = { 0 };
  int subject = layout->field_of_use[SPUR_USE_SUBJECT];

  g_assert_cmpuint (layout->n_bytes, <=, sizeof record);
  for (guint i = 0; i < layout->n_fields; i++)
    {
      if (layout->fields[i].type >= SPUR_FIELD_STRING)
        spur_event_layout_set_uint (layout, i, record, SPUR_NONE);
    }
  spur_event_layout_set_uint (layout, (guint) subject, record, self->objects[rank]);
  for (guint i = 0; i < n_values; i++)
    spur_event_layout_set_uint (layout, (guint) layout->field_of_use[values[i].use], record,
                                values[i].value);
  spur_stream_append (stream, get_clock_ns (self, rank, time_ns),
                      spur_trace_add_event_type (self->trace, type), record);
  return event;
}

#define APPEND(self, rank, time_ns, type, ...)                                                     \
  append_event (self, rank, time_ns, type, (const UseValue[]){ __VA_ARGS__ },                      \
                G_N_ELEMENTS (((const UseValue[]){ __VA_ARGS__ })))

static guint32
add_state (WaitTrace *self, const char *name)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  gboolean is_call = g_str_has_prefix (name, "MPI_") || g_str_has_prefix (name, "lock");
  guint32 state = spur_definitions_add_state (definitions, name,
                                              is_call ? SPUR_STATE_COMMUNICATION
                                              : g_str_equal (name, "idle") ? SPUR_STATE_IDLE
                                                                           : SPUR_STATE_WORK);

  if (g_str_has_prefix (name, "MPI_I") || g_str_has_prefix (name, "MPI_Test"))
    spur_definitions_set_state_immediate (definitions, state);
  return state;
}

guint64
wait_trace_enter (WaitTrace *self, guint rank, gint64 time_ns, const char *state)
{
  return APPEND (self, rank, time_ns, SPUR_TYPE_REGION_ENTER_EVENT,
                 { SPUR_USE_STATE, add_state (self, state) });
}

guint64
wait_trace_leave (WaitTrace *self, guint rank, gint64 time_ns)
{
  return APPEND (self, rank, time_ns, SPUR_TYPE_REGION_EXIT_EVENT, { SPUR_USE_STATE, SPUR_NONE });
}

guint64
wait_trace_send (WaitTrace *self, guint rank, gint64 time_ns, guint to, guint64 n_bytes)
{
  return APPEND (self, rank, time_ns, SPUR_TYPE_CHANNEL_SEND_EVENT,
                 { SPUR_USE_PEER, self->objects[to] }, { SPUR_USE_SIZE, n_bytes },
                 { SPUR_USE_COMMUNICATOR, self->world });
}

guint64
wait_trace_receive (WaitTrace *self, guint rank, gint64 time_ns, guint from, guint64 posted)
{
  guint64 event = spur_stream_get_n_events (spur_trace_get_stream (self->trace, rank));

  return APPEND (self, rank, time_ns, SPUR_TYPE_CHANNEL_RECEIVE_EVENT,
                 { SPUR_USE_PEER, self->objects[from] }, { SPUR_USE_COMMUNICATOR, self->world },
                 { SPUR_USE_POSTED, event - posted });
}

guint64
wait_trace_complete (WaitTrace *self, guint rank, gint64 time_ns, guint64 sent)
{
  guint64 event = spur_stream_get_n_events (spur_trace_get_stream (self->trace, rank));

  return APPEND (self, rank, time_ns, wait_completion_event_get_type (),
                 { SPUR_USE_POSTED, event - sent });
}

guint64
wait_trace_acquire (WaitTrace *self, guint rank, gint64 time_ns, guint64 order)
{
  return APPEND (self, rank, time_ns, SPUR_TYPE_LOCK_ACQUIRE_EVENT, { SPUR_USE_MESSAGE_ID, order });
}

guint64
wait_trace_release (WaitTrace *self, guint rank, gint64 time_ns, guint64 order)
{
  return APPEND (self, rank, time_ns, SPUR_TYPE_LOCK_RELEASE_EVENT, { SPUR_USE_MESSAGE_ID, order });
}

guint64
wait_trace_begin (WaitTrace *self, guint rank, gint64 time_ns)
{
  return APPEND (self, rank, time_ns, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT,
                 { SPUR_USE_SUBJECT, self->objects[rank] });
}

guint64
wait_trace_end (WaitTrace *self, guint rank, gint64 time_ns, const WaitOperation *operation)
{
  return APPEND (self, rank, time_ns, SPUR_TYPE_COLLECTIVE_END_EVENT,
                 { SPUR_USE_COMMUNICATOR, self->world }, { SPUR_USE_PATTERN, operation->pattern },
                 { SPUR_USE_ROOT, operation->root }, { SPUR_USE_SENT_BYTES, operation->sent_bytes },
                 { SPUR_USE_RECEIVED_BYTES, operation->received_bytes });
}

guint64
wait_trace_collective (
  WaitTrace *self, guint rank, gint64 begin_ns, gint64 end_ns, const WaitOperation *operation)
{
  guint64 event;

  wait_trace_enter (self, rank, begin_ns, "MPI_Collective");
  wait_trace_begin (self, rank, begin_ns);
  event = wait_trace_end (self, rank, end_ns, operation);
  wait_trace_leave (self, rank, end_ns);
  return event;
}

guint64
wait_trace_send_call (WaitTrace *self, guint rank, gint64 enter_ns, gint64 leave_ns, guint to)
{
  guint64 event;

  wait_trace_enter (self, rank, enter_ns, "MPI_Send");
  event = wait_trace_send (self, rank, enter_ns, to, 8);
  wait_trace_leave (self, rank, leave_ns);
  return event;
}

guint64
wait_trace_receive_call (WaitTrace *self, guint rank, gint64 enter_ns, gint64 leave_ns, guint from)
{
  guint64 event = wait_trace_enter (self, rank, enter_ns, "MPI_Recv") + 1;

  wait_trace_receive (self, rank, leave_ns, from, event);
  wait_trace_leave (self, rank, leave_ns);
  return event;
}

/* The line through what the clock says at 0 and at a second. */
static SpurTimeMap *
make_map (WaitTrace *self, guint rank)
{
  guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (self->trace, rank));
  const gint64 second_ns = 1000000000;
  const SpurKnot knots[] = { { 0, get_clock_ns (self, rank, 0), 0 },
                             { n_events, get_clock_ns (self, rank, second_ns), second_ns } };
  g_autoptr (GError) error = NULL;
  SpurTimeMap *map = spur_time_map_new (knots, G_N_ELEMENTS (knots), &error);

  g_assert_no_error (error);
  return map;
}

void
wait_trace_seal (WaitTrace *self, gboolean is_corrected)
{
  g_autoptr (SpurCorrection) correction = spur_correction_new (self->n_ranks);

  g_assert_true (spur_trace_seal (self->trace, NULL));
  if (!is_corrected)
    return;
  for (guint i = 0; i < self->n_ranks; i++)
    {
      g_autoptr (SpurTimeMap) map = make_map (self, i);

      spur_correction_append_map (correction, i, map);
    }
  spur_trace_set_correction (self->trace, correction);
}
