/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* One-sided operations: what of them makes threads of control wait for each other. */
#include "plugins/formats/otf2/spur-otf2-filler.h"

typedef struct SPUR_OTF2_PACKED
{
  guint32 object;
  guint32 window;
  guint32 peer;
  guint32 peers;
} WindowRecord;

typedef struct SPUR_OTF2_PACKED
{
  WindowRecord window;
  guint64 size;
} TransferRecord;

typedef struct SPUR_OTF2_PACKED
{
  WindowRecord window;
  guint32 number;
} SyncRecord;

typedef struct SPUR_OTF2_PACKED
{
  WindowRecord window;
  guint32 lock;
  guint64 grant;
} LockRecord;

/* Locks of windows are recorded without the order in which they were had. */
#define NO_ORDER G_MAXUINT64

static const SpurOtf2Channel *
find_window (SpurOtf2Filler *self, OTF2_RmaWinRef window)
{
  static const SpurOtf2Channel none = { SPUR_NONE, 0, NULL };
  OTF2_CommRef comm = spur_otf2_tables_find_window (self->tables, window);

  if (comm != OTF2_UNDEFINED_COMM)
    return spur_otf2_filler_find_channel (self, comm);
  self->losses[SPUR_OTF2_LOSS_WINDOWS]++;
  return &none;
}

/* All processes of the window where @remote is undefined. */
static WindowRecord
make_record (SpurOtf2Filler *self, OTF2_RmaWinRef window, uint32_t remote)
{
  const SpurOtf2Channel *channel = find_window (self, window);
  guint32 peer = remote < channel->n_members ? channel->members[remote] : SPUR_NONE;

  if (peer == SPUR_NONE && remote != OTF2_UNDEFINED_UINT32 && channel->group != SPUR_NONE)
    self->losses[SPUR_OTF2_LOSS_PEERS]++;
  return (WindowRecord){ self->speaker, GUINT32_TO_LE (channel->group), GUINT32_TO_LE (peer),
                         SPUR_NONE };
}

static OTF2_CallbackCode
append_transfer (SpurOtf2Filler *self,
                 OTF2_TimeStamp time,
                 guint class_index,
                 OTF2_RmaWinRef window,
                 uint32_t remote,
                 uint64_t n_bytes)
{
  TransferRecord record = { make_record (self, window, remote), GUINT64_TO_LE (n_bytes) };

  return spur_otf2_filler_append (self, time, class_index, &record, sizeof record);
}

static OTF2_CallbackCode
on_put (
  SPUR_OTF2_PARAMETERS, OTF2_RmaWinRef window, uint32_t remote, uint64_t n_bytes, uint64_t matching)
{
  SpurOtf2Filler *self = user_data;

  return append_transfer (self, time, self->classes.put, window, remote, n_bytes);
}

static OTF2_CallbackCode
on_get (
  SPUR_OTF2_PARAMETERS, OTF2_RmaWinRef window, uint32_t remote, uint64_t n_bytes, uint64_t matching)
{
  SpurOtf2Filler *self = user_data;

  return append_transfer (self, time, self->classes.get, window, remote, n_bytes);
}

static OTF2_CallbackCode
append_lock (SpurOtf2Filler *self,
             OTF2_TimeStamp time,
             guint class_index,
             OTF2_RmaWinRef window,
             uint32_t remote,
             uint64_t lock)
{
  LockRecord record = { make_record (self, window, remote), GUINT32_TO_LE ((guint32) lock),
                        NO_ORDER };

  self->losses[SPUR_OTF2_LOSS_LOCK_ORDER]++;
  return spur_otf2_filler_append (self, time, class_index, &record, sizeof record);
}

static OTF2_CallbackCode
on_acquire (
  SPUR_OTF2_PARAMETERS, OTF2_RmaWinRef window, uint32_t remote, uint64_t lock, OTF2_LockType type)
{
  SpurOtf2Filler *self = user_data;

  return append_lock (self, time, self->classes.lock, window, remote, lock);
}

static OTF2_CallbackCode
on_release (SPUR_OTF2_PARAMETERS, OTF2_RmaWinRef window, uint32_t remote, uint64_t lock)
{
  SpurOtf2Filler *self = user_data;

  return append_lock (self, time, self->classes.unlock, window, remote, lock);
}

/* Post and start, complete and wait are one and the same record in OTF2. */
static OTF2_CallbackCode
on_group_sync (SPUR_OTF2_PARAMETERS,
               OTF2_RmaSyncLevel level,
               OTF2_RmaWinRef window,
               OTF2_GroupRef group)
{
  SpurOtf2Filler *self = user_data;
  SyncRecord record = { make_record (self, window, OTF2_UNDEFINED_UINT32), 0 };
  guint32 peers = spur_otf2_tables_find_group (self->tables, group);

  record.window.peers = GUINT32_TO_LE (peers);
  switch (self->window_kind)
    {
    case SPUR_OTF2_REGION_POST:
      return spur_otf2_filler_append (self, time, self->classes.post, &record, sizeof record);
    case SPUR_OTF2_REGION_START:
      return spur_otf2_filler_append (self, time, self->classes.start, &record, sizeof record);
    case SPUR_OTF2_REGION_COMPLETE:
      return spur_otf2_filler_append (self, time, self->classes.complete, &record, sizeof record);
    case SPUR_OTF2_REGION_WAIT:
      return spur_otf2_filler_append (self, time, self->classes.wait, &record, sizeof record);
    case SPUR_OTF2_REGION_OTHER:
    case SPUR_OTF2_REGION_BARRIER:
      break;
    }
  return spur_otf2_filler_mark (self, time, spur_otf2_marker_find ("RmaGroupSync"));
}

static OTF2_CallbackCode
on_collective_begin (SPUR_OTF2_PARAMETERS)
{
  SpurOtf2Filler *self = user_data;

  return spur_otf2_filler_append (self, time, self->classes.collective_begin, &self->speaker,
                                  sizeof self->speaker);
}

/* To make and to free a window synchronises its processes where the record says so. */
static SpurPattern
get_pattern (OTF2_CollectiveOp operation, OTF2_RmaSyncLevel level)
{
  SpurPattern pattern = spur_otf2_pattern_of (operation);

  if (pattern == SPUR_PATTERN_INTERNAL && (level & OTF2_RMA_SYNC_LEVEL_PROCESS) != 0)
    return SPUR_PATTERN_BARRIER;
  return pattern;
}

static OTF2_CallbackCode
on_collective_end (SPUR_OTF2_PARAMETERS,
                   OTF2_CollectiveOp operation,
                   OTF2_RmaSyncLevel level,
                   OTF2_RmaWinRef window,
                   uint32_t root,
                   uint64_t n_sent,
                   uint64_t n_received)
{
  SpurOtf2Filler *self = user_data;
  SpurOtf2CollectiveRecord record = spur_otf2_filler_make_collective (
    self, find_window (self, window), operation, get_pattern (operation, level), root,
    (guint64[]){ n_sent, n_received });

  return spur_otf2_filler_append (self, time, self->classes.fence, &record, sizeof record);
}

void
spur_otf2_windows_register (OTF2_EvtReaderCallbacks *callbacks)
{
  OTF2_EvtReaderCallbacks_SetRmaPutCallback (callbacks, on_put);
  OTF2_EvtReaderCallbacks_SetRmaGetCallback (callbacks, on_get);
  OTF2_EvtReaderCallbacks_SetRmaAcquireLockCallback (callbacks, on_acquire);
  OTF2_EvtReaderCallbacks_SetRmaReleaseLockCallback (callbacks, on_release);
  OTF2_EvtReaderCallbacks_SetRmaGroupSyncCallback (callbacks, on_group_sync);
  OTF2_EvtReaderCallbacks_SetRmaCollectiveBeginCallback (callbacks, on_collective_begin);
  OTF2_EvtReaderCallbacks_SetRmaCollectiveEndCallback (callbacks, on_collective_end);
}
