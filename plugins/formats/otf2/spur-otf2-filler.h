/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/formats/otf2/spur-otf2-requests.h"
#include "plugins/formats/otf2/spur-otf2-tables.h"
#include "plugins/formats/otf2/spur-otf2-teams.h"

G_BEGIN_DECLS

/* What is left out or cannot be told; spur_otf2_loss_names says it in words. */
typedef enum
{
  SPUR_OTF2_LOSS_METRICS,
  SPUR_OTF2_LOSS_METRIC_MEMBERS,
  SPUR_OTF2_LOSS_METRIC_VALUES,
  SPUR_OTF2_LOSS_METRIC_TYPES,
  SPUR_OTF2_LOSS_NO_NUMBERS,
  SPUR_OTF2_LOSS_PARAMETERS,
  SPUR_OTF2_LOSS_CALLING_CONTEXTS,
  SPUR_OTF2_LOSS_UNKNOWN,
  SPUR_OTF2_LOSS_REGIONS,
  SPUR_OTF2_LOSS_COMMS,
  SPUR_OTF2_LOSS_PEERS,
  SPUR_OTF2_LOSS_ROOTS,
  SPUR_OTF2_LOSS_REQUESTS,
  SPUR_OTF2_LOSS_WINDOWS,
  SPUR_OTF2_LOSS_LOCK_ORDER,
  SPUR_OTF2_LOSS_TEAMS,
  SPUR_OTF2_N_LOSSES,
} SpurOtf2Loss;

extern const char *const spur_otf2_loss_names[SPUR_OTF2_N_LOSSES];

#define SPUR_OTF2_STATE_SLOTS 256
#define SPUR_OTF2_CHANNEL_SLOTS 16

/* What was looked up last for ids that end in the slot's number. */
typedef struct
{
  OTF2_RegionRef region;
  guint32 state;
  SpurOtf2RegionKind kind;
} SpurOtf2StateSlot;

typedef struct
{
  OTF2_CommRef comm;
  SpurOtf2Channel channel;
} SpurOtf2ChannelSlot;

/* Fills one stream. */
typedef struct
{
  const SpurOtf2Tables *tables;
  guint place;
  SpurStream *stream;
  guint64 global_offset;
  guint32 target;
  guint32 speaker;
  guint64 n_events;
  SpurOtf2Classes classes;
  SpurOtf2StateSlot states[SPUR_OTF2_STATE_SLOTS];
  SpurOtf2ChannelSlot channels[SPUR_OTF2_CHANNEL_SLOTS];
  SpurOtf2Requests requests;

  /* Of the region that was looked up last, and of the innermost one that tells of windows; and
   * whose barrier the thread is in. */
  SpurOtf2RegionKind region_kind;
  SpurOtf2RegionKind window_kind;
  guint32 barrier_team;
  SpurOtf2Teams teams;
  guint64 losses[SPUR_OTF2_N_LOSSES];
} SpurOtf2Filler;

void spur_otf2_filler_init (SpurOtf2Filler *self, const SpurOtf2Tables *tables, guint place);
void spur_otf2_filler_clear (SpurOtf2Filler *self);

/* Each for a part of the events; the user data of @callbacks is to be a #SpurOtf2Filler. */
void spur_otf2_filler_register (OTF2_EvtReaderCallbacks *callbacks);
void spur_otf2_markers_register (OTF2_EvtReaderCallbacks *callbacks);
void spur_otf2_metrics_register (OTF2_EvtReaderCallbacks *callbacks);
void spur_otf2_teams_register (OTF2_EvtReaderCallbacks *callbacks);
void spur_otf2_windows_register (OTF2_EvtReaderCallbacks *callbacks);

/* What libotf2 hands over of every event before what is its own. */
#define SPUR_OTF2_PARAMETERS                                                                       \
  OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void *user_data,              \
    OTF2_AttributeList *attributes

/* Records are packed as their classes lay them out, which spur_otf2_filler_init() makes sure of. */
#define SPUR_OTF2_PACKED __attribute__ ((packed))

typedef struct SPUR_OTF2_PACKED
{
  guint32 object;
  guint32 communicator;
  guint8 pattern;
  guint32 root;
  guint64 sent;
  guint64 received;
  guint32 operation;
} SpurOtf2CollectiveRecord;

/* An operation of the pattern in a communicator; without a root that the pattern needs, no process
 * waits. */
SpurOtf2CollectiveRecord spur_otf2_filler_make_collective (SpurOtf2Filler *self,
                                                           const SpurOtf2Channel *channel,
                                                           OTF2_CollectiveOp operation,
                                                           SpurPattern pattern,
                                                           guint32 root,
                                                           const guint64 n_bytes[2]);

/* Adds an event whose record is of the size that its class says. */
OTF2_CallbackCode spur_otf2_filler_append (
  SpurOtf2Filler *self, OTF2_TimeStamp time, guint class_index, const void *record, gsize n_bytes);

/* What was looked up last of a communicator; one that is not defined is a loss. */
const SpurOtf2Channel *spur_otf2_filler_find_channel (SpurOtf2Filler *self, OTF2_CommRef comm);

OTF2_CallbackCode spur_otf2_filler_mark (SpurOtf2Filler *self, OTF2_TimeStamp time, guint marker);
OTF2_CallbackCode spur_otf2_filler_skip (SpurOtf2Filler *self, SpurOtf2Loss loss);

G_END_DECLS
