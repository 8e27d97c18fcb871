/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* From libotf2's callbacks to records of a stream: one event each, in the order of the file. */
#include "plugins/formats/otf2/spur-otf2-filler.h"

#include <string.h>

typedef struct SPUR_OTF2_PACKED
{
  guint32 object;
  guint32 state;
} StateRecord;

typedef struct SPUR_OTF2_PACKED
{
  guint32 object;
  guint32 peer;
  guint32 tag;
  guint64 size;
  guint32 communicator;
} SendRecord;

typedef struct SPUR_OTF2_PACKED
{
  SendRecord message;
  guint32 posted;
} ReceiveRecord;

typedef struct SPUR_OTF2_PACKED
{
  guint32 object;
  guint64 request;
} StartRecord;

typedef struct SPUR_OTF2_PACKED
{
  SpurOtf2CollectiveRecord collective;
  guint64 request;
} CompletionRecord;

typedef struct SPUR_OTF2_PACKED
{
  StateRecord state;
  guint32 team;
  guint8 pattern;
} BarrierRecord;

typedef struct SPUR_OTF2_PACKED
{
  guint32 object;
  guint64 request;
  guint32 kind;
} RequestRecord;

typedef struct SPUR_OTF2_PACKED
{
  RequestRecord request;
  guint32 posted;
} SendCompletionRecord;

typedef struct SPUR_OTF2_PACKED
{
  guint32 object;
  guint32 kind;
} MarkerRecord;

static void
check_layout (const SpurOtf2Tables *tables, guint class_index, gsize n_bytes)
{
  g_assert (spur_trace_get_class (tables->trace, class_index)->n_bytes == n_bytes);
}

void
spur_otf2_filler_init (SpurOtf2Filler *self, const SpurOtf2Tables *tables, guint place)
{
  const SpurOtf2Place *here = &tables->places->all[place];
  const SpurOtf2Classes *classes = &tables->classes;

  check_layout (tables, classes->enter, sizeof (StateRecord));
  check_layout (tables, classes->leave, sizeof (StateRecord));
  check_layout (tables, classes->send, sizeof (SendRecord));
  check_layout (tables, classes->receive, sizeof (ReceiveRecord));
  check_layout (tables, classes->collective_begin, sizeof (guint32));
  check_layout (tables, classes->collective_end, sizeof (SpurOtf2CollectiveRecord));
  check_layout (tables, classes->collective_start, sizeof (StartRecord));
  check_layout (tables, classes->collective_completion, sizeof (CompletionRecord));
  check_layout (tables, classes->barrier_enter, sizeof (StateRecord));
  check_layout (tables, classes->barrier_exit, sizeof (BarrierRecord));
  check_layout (tables, classes->request, sizeof (RequestRecord));
  check_layout (tables, classes->send_completion, sizeof (SendCompletionRecord));
  check_layout (tables, classes->marker, sizeof (MarkerRecord));
  *self = (SpurOtf2Filler){ .tables = tables,
                            .place = place,
                            .stream = here->stream,
                            .global_offset = tables->global_offset,
                            .target = GUINT32_TO_LE (here->target),
                            .speaker = GUINT32_TO_LE (here->speaker),
                            .classes = *classes };
  /* Nothing is found in a slot whose id belongs to another one. */
  for (guint i = 0; i < SPUR_OTF2_STATE_SLOTS; i++)
    self->states[i].region = i + 1;
  for (guint i = 0; i < SPUR_OTF2_CHANNEL_SLOTS; i++)
    self->channels[i].comm = i + 1;
  spur_otf2_requests_init (&self->requests);
  spur_otf2_teams_init (&self->teams);
  self->barrier_team = SPUR_NONE;
}

void
spur_otf2_filler_clear (SpurOtf2Filler *self)
{
  spur_otf2_requests_clear (&self->requests);
  spur_otf2_teams_clear (&self->teams);
}

/* Inline, so that the size of the record is known where it is written. */
static inline OTF2_CallbackCode
append_event (
  SpurOtf2Filler *self, OTF2_TimeStamp time, guint class_index, const void *record, gsize n_bytes)
{
  gint64 ticks = (gint64) (time - self->global_offset);

  memcpy (spur_stream_append_in_place (self->stream, ticks, class_index), record, n_bytes);
  self->n_events++;
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode
spur_otf2_filler_append (
  SpurOtf2Filler *self, OTF2_TimeStamp time, guint class_index, const void *record, gsize n_bytes)
{
  check_layout (self->tables, class_index, n_bytes);
  return append_event (self, time, class_index, record, n_bytes);
}

static inline guint32
find_state (SpurOtf2Filler *self, OTF2_RegionRef region)
{
  SpurOtf2StateSlot *slot = &self->states[region % SPUR_OTF2_STATE_SLOTS];

  if (G_UNLIKELY (slot->region != region))
    {
      slot->region = region;
      slot->state = spur_otf2_tables_find_state (self->tables, region);
      slot->kind = spur_otf2_tables_get_region_kind (self->tables, region);
    }
  if (G_UNLIKELY (slot->state == SPUR_NONE))
    self->losses[SPUR_OTF2_LOSS_REGIONS]++;
  self->region_kind = slot->kind;
  return slot->state;
}

static inline const SpurOtf2Channel *
find_channel (SpurOtf2Filler *self, OTF2_CommRef comm)
{
  SpurOtf2ChannelSlot *slot = &self->channels[comm % SPUR_OTF2_CHANNEL_SLOTS];

  if (G_UNLIKELY (slot->comm != comm))
    {
      slot->comm = comm;
      spur_otf2_tables_find_channel (self->tables, self->place, comm, &slot->channel);
    }
  if (G_UNLIKELY (slot->channel.group == SPUR_NONE))
    self->losses[SPUR_OTF2_LOSS_COMMS]++;
  return &slot->channel;
}

const SpurOtf2Channel *
spur_otf2_filler_find_channel (SpurOtf2Filler *self, OTF2_CommRef comm)
{
  return find_channel (self, comm);
}

static inline guint32
find_peer (SpurOtf2Filler *self, const SpurOtf2Channel *channel, guint32 rank)
{
  guint32 peer = G_LIKELY (rank < channel->n_members) ? channel->members[rank] : SPUR_NONE;

  if (G_UNLIKELY (peer == SPUR_NONE))
    self->losses[SPUR_OTF2_LOSS_PEERS]++;
  return peer;
}

static OTF2_CallbackCode
enter_special (SpurOtf2Filler *self, OTF2_TimeStamp time, const StateRecord *record)
{
  if (self->region_kind != SPUR_OTF2_REGION_BARRIER)
    self->window_kind = self->region_kind;
  else
    {
      self->barrier_team = spur_otf2_teams_get_group (&self->teams);
      if (self->barrier_team != SPUR_NONE)
        return append_event (self, time, self->classes.barrier_enter, record, sizeof *record);
    }
  return append_event (self, time, self->classes.enter, record, sizeof *record);
}

static OTF2_CallbackCode
leave_special (SpurOtf2Filler *self, OTF2_TimeStamp time, const StateRecord *record)
{
  BarrierRecord barrier = { *record, GUINT32_TO_LE (self->barrier_team), SPUR_PATTERN_BARRIER };

  if (self->region_kind != SPUR_OTF2_REGION_BARRIER)
    self->window_kind = SPUR_OTF2_REGION_OTHER;
  else if (self->barrier_team != SPUR_NONE)
    {
      self->barrier_team = SPUR_NONE;
      return append_event (self, time, self->classes.barrier_exit, &barrier, sizeof barrier);
    }
  return append_event (self, time, self->classes.leave, record, sizeof *record);
}

static OTF2_CallbackCode
on_enter (SPUR_OTF2_PARAMETERS, OTF2_RegionRef region)
{
  SpurOtf2Filler *self = user_data;
  StateRecord record = { self->target, GUINT32_TO_LE (find_state (self, region)) };

  if (G_UNLIKELY (self->region_kind != SPUR_OTF2_REGION_OTHER))
    return enter_special (self, time, &record);
  return append_event (self, time, self->classes.enter, &record, sizeof record);
}

static OTF2_CallbackCode
on_leave (SPUR_OTF2_PARAMETERS, OTF2_RegionRef region)
{
  SpurOtf2Filler *self = user_data;
  StateRecord record = { self->target, GUINT32_TO_LE (find_state (self, region)) };

  if (G_UNLIKELY (self->region_kind != SPUR_OTF2_REGION_OTHER))
    return leave_special (self, time, &record);
  return append_event (self, time, self->classes.leave, &record, sizeof record);
}

static inline SendRecord
make_message (
  SpurOtf2Filler *self, uint32_t rank, OTF2_CommRef comm, uint32_t tag, uint64_t n_bytes)
{
  const SpurOtf2Channel *channel = find_channel (self, comm);

  return (SendRecord){ self->speaker, GUINT32_TO_LE (find_peer (self, channel, rank)),
                       GUINT32_TO_LE (tag), GUINT64_TO_LE (n_bytes),
                       GUINT32_TO_LE (channel->group) };
}

static OTF2_CallbackCode
on_send (SPUR_OTF2_PARAMETERS, uint32_t receiver, OTF2_CommRef comm, uint32_t tag, uint64_t n_bytes)
{
  SpurOtf2Filler *self = user_data;
  SendRecord record = make_message (self, receiver, comm, tag, n_bytes);

  return append_event (self, time, self->classes.send, &record, sizeof record);
}

static OTF2_CallbackCode
on_isend (SPUR_OTF2_PARAMETERS,
          uint32_t receiver,
          OTF2_CommRef comm,
          uint32_t tag,
          uint64_t n_bytes,
          uint64_t request)
{
  SpurOtf2Filler *self = user_data;

  spur_otf2_requests_put (&self->requests, request, self->n_events);
  return on_send (location, time, position, user_data, attributes, receiver, comm, tag, n_bytes);
}

static OTF2_CallbackCode
on_receive (
  SPUR_OTF2_PARAMETERS, uint32_t sender, OTF2_CommRef comm, uint32_t tag, uint64_t n_bytes)
{
  SpurOtf2Filler *self = user_data;
  ReceiveRecord record = { make_message (self, sender, comm, tag, n_bytes), 0 };

  return append_event (self, time, self->classes.receive, &record, sizeof record);
}

static OTF2_CallbackCode
on_ireceive (SPUR_OTF2_PARAMETERS,
             uint32_t sender,
             OTF2_CommRef comm,
             uint32_t tag,
             uint64_t n_bytes,
             uint64_t request)
{
  SpurOtf2Filler *self = user_data;
  ReceiveRecord record = { make_message (self, sender, comm, tag, n_bytes), 0 };
  guint64 posted;

  if (spur_otf2_requests_take (&self->requests, request, &posted))
    record.posted = GUINT32_TO_LE ((guint32) MIN (self->n_events - posted, G_MAXUINT32));
  else
    self->losses[SPUR_OTF2_LOSS_REQUESTS]++;
  return append_event (self, time, self->classes.receive, &record, sizeof record);
}

static inline RequestRecord
make_request (const SpurOtf2Filler *self, uint64_t request, SpurOtf2RequestKind kind)
{
  return (RequestRecord){ self->speaker, GUINT64_TO_LE (request),
                          GUINT32_TO_LE (self->tables->request_kinds[kind]) };
}

static inline OTF2_CallbackCode
append_request (SpurOtf2Filler *self,
                OTF2_TimeStamp time,
                uint64_t request,
                SpurOtf2RequestKind kind)
{
  RequestRecord record = make_request (self, request, kind);

  return append_event (self, time, self->classes.request, &record, sizeof record);
}

static OTF2_CallbackCode
on_receive_posted (SPUR_OTF2_PARAMETERS, uint64_t request)
{
  SpurOtf2Filler *self = user_data;

  spur_otf2_requests_put (&self->requests, request, self->n_events);
  return append_request (self, time, request, SPUR_OTF2_REQUEST_POSTED);
}

static OTF2_CallbackCode
on_send_complete (SPUR_OTF2_PARAMETERS, uint64_t request)
{
  SpurOtf2Filler *self = user_data;
  SendCompletionRecord record = { make_request (self, request, SPUR_OTF2_REQUEST_SENT), 0 };
  guint64 posted;

  if (spur_otf2_requests_take (&self->requests, request, &posted))
    record.posted = GUINT32_TO_LE ((guint32) MIN (self->n_events - posted, G_MAXUINT32));
  return append_event (self, time, self->classes.send_completion, &record, sizeof record);
}

static OTF2_CallbackCode
on_request_tested (SPUR_OTF2_PARAMETERS, uint64_t request)
{
  return append_request (user_data, time, request, SPUR_OTF2_REQUEST_TESTED);
}

static OTF2_CallbackCode
on_request_cancelled (SPUR_OTF2_PARAMETERS, uint64_t request)
{
  SpurOtf2Filler *self = user_data;
  guint64 posted;

  spur_otf2_requests_take (&self->requests, request, &posted);
  return append_request (self, time, request, SPUR_OTF2_REQUEST_CANCELLED);
}

static OTF2_CallbackCode
on_collective_request (SPUR_OTF2_PARAMETERS, uint64_t request)
{
  SpurOtf2Filler *self = user_data;
  StartRecord record = { self->speaker, GUINT64_TO_LE (request) };

  return append_event (self, time, self->classes.collective_start, &record, sizeof record);
}

static OTF2_CallbackCode
on_collective_begin (SPUR_OTF2_PARAMETERS)
{
  SpurOtf2Filler *self = user_data;

  return append_event (self, time, self->classes.collective_begin, &self->speaker,
                       sizeof self->speaker);
}

SpurOtf2CollectiveRecord
spur_otf2_filler_make_collective (SpurOtf2Filler *self,
                                  const SpurOtf2Channel *channel,
                                  OTF2_CollectiveOp operation,
                                  SpurPattern pattern,
                                  guint32 root,
                                  const guint64 n_bytes[2])
{
  guint32 name =
    operation < SPUR_OTF2_N_COLLECTIVE_OPS ? self->tables->operations[operation] : SPUR_NONE;

  if (root >= channel->n_members)
    {
      root = SPUR_NONE;
      if (pattern == SPUR_PATTERN_ONE_TO_N || pattern == SPUR_PATTERN_N_TO_ONE)
        {
          self->losses[SPUR_OTF2_LOSS_ROOTS]++;
          pattern = SPUR_PATTERN_INTERNAL;
        }
    }
  return (SpurOtf2CollectiveRecord){
    self->speaker,        GUINT32_TO_LE (channel->group), (guint8) pattern,
    GUINT32_TO_LE (root), GUINT64_TO_LE (n_bytes[0]),     GUINT64_TO_LE (n_bytes[1]),
    GUINT32_TO_LE (name)
  };
}

static SpurOtf2CollectiveRecord
make_collective (SpurOtf2Filler *self,
                 OTF2_CollectiveOp operation,
                 OTF2_CommRef comm,
                 uint32_t root,
                 uint64_t n_sent,
                 uint64_t n_received)
{
  return spur_otf2_filler_make_collective (self, find_channel (self, comm), operation,
                                           spur_otf2_pattern_of (operation), root,
                                           (guint64[]){ n_sent, n_received });
}

static OTF2_CallbackCode
on_collective_end (SPUR_OTF2_PARAMETERS,
                   OTF2_CollectiveOp operation,
                   OTF2_CommRef comm,
                   uint32_t root,
                   uint64_t n_sent,
                   uint64_t n_received)
{
  SpurOtf2Filler *self = user_data;
  SpurOtf2CollectiveRecord record =
    make_collective (self, operation, comm, root, n_sent, n_received);

  return append_event (self, time, self->classes.collective_end, &record, sizeof record);
}

static OTF2_CallbackCode
on_collective_complete (SPUR_OTF2_PARAMETERS,
                        OTF2_CollectiveOp operation,
                        OTF2_CommRef comm,
                        uint32_t root,
                        uint64_t n_sent,
                        uint64_t n_received,
                        uint64_t request)
{
  SpurOtf2Filler *self = user_data;
  CompletionRecord record = { make_collective (self, operation, comm, root, n_sent, n_received),
                              GUINT64_TO_LE (request) };

  return append_event (self, time, self->classes.collective_completion, &record, sizeof record);
}

static OTF2_CallbackCode
on_unknown (SPUR_OTF2_PARAMETERS)
{
  return spur_otf2_filler_skip (user_data, SPUR_OTF2_LOSS_UNKNOWN);
}

/* An event of which only the kind is kept. */
OTF2_CallbackCode
spur_otf2_filler_mark (SpurOtf2Filler *self, OTF2_TimeStamp time, guint marker)
{
  MarkerRecord record = { self->target, GUINT32_TO_LE (self->tables->marker_kinds[marker]) };

  return append_event (self, time, self->classes.marker, &record, sizeof record);
}

/* A record that is left out. */
OTF2_CallbackCode
spur_otf2_filler_skip (SpurOtf2Filler *self, SpurOtf2Loss loss)
{
  self->losses[loss]++;
  return OTF2_CALLBACK_SUCCESS;
}

void
spur_otf2_filler_register (OTF2_EvtReaderCallbacks *callbacks)
{
  OTF2_EvtReaderCallbacks_SetUnknownCallback (callbacks, on_unknown);
  OTF2_EvtReaderCallbacks_SetEnterCallback (callbacks, on_enter);
  OTF2_EvtReaderCallbacks_SetLeaveCallback (callbacks, on_leave);
  OTF2_EvtReaderCallbacks_SetMpiSendCallback (callbacks, on_send);
  OTF2_EvtReaderCallbacks_SetMpiIsendCallback (callbacks, on_isend);
  OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback (callbacks, on_send_complete);
  OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback (callbacks, on_receive_posted);
  OTF2_EvtReaderCallbacks_SetMpiRecvCallback (callbacks, on_receive);
  OTF2_EvtReaderCallbacks_SetMpiIrecvCallback (callbacks, on_ireceive);
  OTF2_EvtReaderCallbacks_SetMpiRequestTestCallback (callbacks, on_request_tested);
  OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback (callbacks, on_request_cancelled);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback (callbacks, on_collective_begin);
  OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback (callbacks, on_collective_end);
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback (callbacks,
                                                                   on_collective_request);
  OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback (callbacks,
                                                                    on_collective_complete);
}
