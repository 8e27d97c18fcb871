/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/formats/otf2/spur-otf2-tables.h"

typedef struct
{
  guint64 request;
  guint64 event;
  gboolean is_used;
} SpurOtf2Posting;

/* Which event posted the receives of a stream that are not complete yet, by request number. A
 * receive in twelve events would make a GHashTable the costliest thing of reading. */
typedef struct
{
  SpurOtf2Posting *postings;
  gsize n_slots;
  gsize n_used;
} SpurOtf2Requests;

void spur_otf2_requests_init (SpurOtf2Requests *self);
void spur_otf2_requests_clear (SpurOtf2Requests *self);
void spur_otf2_requests_put (SpurOtf2Requests *self, guint64 request, guint64 event);
gboolean spur_otf2_requests_take (SpurOtf2Requests *self, guint64 request, guint64 *event);

/* What is left out or cannot be told, and how a person reads it. */
/* clang-format off */
#define SPUR_OTF2_LOSSES(X) \
  X (METRICS, "metric records of undefined metrics") \
  X (METRIC_MEMBERS, "metric values of undefined members") \
  X (METRIC_VALUES, "metric values that are not in their record") \
  X (METRIC_TYPES, "metric values of types that metrics do not have") \
  X (NO_NUMBERS, "metric values that are not finite") \
  X (PARAMETERS, "parameter records") \
  X (CALLING_CONTEXTS, "calling context records") \
  X (UNKNOWN, "records of unknown type") \
  X (REGIONS, "references to undefined regions") \
  X (COMMS, "references to undefined communicators") \
  X (PEERS, "message peers outside of their communicator") \
  X (ROOTS, "collective roots outside of their communicator") \
  X (REQUESTS, "non-blocking receives that were not posted") \
  X (WINDOWS, "references to undefined windows") \
  X (LOCK_ORDER, "locks of windows without a recorded order") \
  X (TEAMS, "ends of threads in no known team")
/* clang-format on */

typedef enum
{
#define SPUR_OTF2_LOSS_NUMBER(name, text) SPUR_OTF2_LOSS_##name,
  SPUR_OTF2_LOSSES (SPUR_OTF2_LOSS_NUMBER)
#undef SPUR_OTF2_LOSS_NUMBER
    SPUR_OTF2_N_LOSSES,
} SpurOtf2Loss;

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

/* The teams that a thread is in, the innermost last, and how often it entered each. */
typedef struct
{
  GArray *open;
  GHashTable *n_entered;
  guint64 n_forks;

  /* The last fork: its number is that of the team that the thread enters next. */
  guint8 *fork;
  guint64 fork_event;

  /* The team that was left last, which the next join waits for. */
  guint64 left;
  gboolean has_left;
} SpurOtf2Teams;

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

void spur_otf2_teams_init (SpurOtf2Teams *self);
void spur_otf2_teams_clear (SpurOtf2Teams *self);

/* The group of the innermost team, or SPUR_NONE. */
guint32 spur_otf2_teams_get_group (const SpurOtf2Teams *self);

/* The kinds of markers as strings of the trace, by number. To be freed with g_free(). */
guint32 *spur_otf2_markers_add_kinds (SpurTrace *trace);

gboolean spur_otf2_is_left_out (guint8 record);

/* The number of a marker that is known to be there. */
guint spur_otf2_marker_find (const char *name);
