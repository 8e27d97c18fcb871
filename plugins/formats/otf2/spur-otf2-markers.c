/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Events of which nothing but the kind is kept, and records that are left out and counted. Each is
 * written down once, with what libotf2 hands over beside the location, time, position and
 * attributes; callbacks, names and registration are made from that. */
#include "plugins/formats/otf2/spur-otf2-filler.h"

#include <string.h>

#include "plugins/formats/otf2/spur-otf2-archive.h"

/* clang-format off */
#define MARKERS(X) \
  X (BufferFlush, OTF2_TimeStamp a) \
  X (MeasurementOnOff, OTF2_MeasurementMode a) \
  X (OmpTaskCreate, uint64_t a) \
  X (OmpTaskSwitch, uint64_t a) \
  X (OmpTaskComplete, uint64_t a) \
  X (RmaWinCreate, OTF2_RmaWinRef a) \
  X (RmaWinDestroy, OTF2_RmaWinRef a) \
  X (RmaGroupSync, OTF2_RmaSyncLevel a, OTF2_RmaWinRef b, OTF2_GroupRef c) \
  X (RmaRequestLock, OTF2_RmaWinRef a, uint32_t b, uint64_t c, OTF2_LockType d) \
  X (RmaTryLock, OTF2_RmaWinRef a, uint32_t b, uint64_t c, OTF2_LockType d) \
  X (RmaSync, OTF2_RmaWinRef a, uint32_t b, OTF2_RmaSyncType c) \
  X (RmaWaitChange, OTF2_RmaWinRef a) \
  X (RmaAtomic, OTF2_RmaWinRef a, uint32_t b, OTF2_RmaAtomicType c, uint64_t d, uint64_t e, \
      uint64_t f) \
  X (RmaOpCompleteBlocking, OTF2_RmaWinRef a, uint64_t b) \
  X (RmaOpCompleteNonBlocking, OTF2_RmaWinRef a, uint64_t b) \
  X (RmaOpTest, OTF2_RmaWinRef a, uint64_t b) \
  X (RmaOpCompleteRemote, OTF2_RmaWinRef a, uint64_t b) \
  X (ThreadBegin, OTF2_CommRef a, uint64_t b) \
  X (ThreadEnd, OTF2_CommRef a, uint64_t b) \
  X (ThreadTaskCreate, OTF2_CommRef a, uint32_t b, uint32_t c) \
  X (ThreadTaskSwitch, OTF2_CommRef a, uint32_t b, uint32_t c) \
  X (ThreadTaskComplete, OTF2_CommRef a, uint32_t b, uint32_t c) \
  X (IoCreateHandle, OTF2_IoHandleRef a, OTF2_IoAccessMode b, OTF2_IoCreationFlag c, \
      OTF2_IoStatusFlag d) \
  X (IoDestroyHandle, OTF2_IoHandleRef a) \
  X (IoDuplicateHandle, OTF2_IoHandleRef a, OTF2_IoHandleRef b, OTF2_IoStatusFlag c) \
  X (IoSeek, OTF2_IoHandleRef a, int64_t b, OTF2_IoSeekOption c, uint64_t d) \
  X (IoChangeStatusFlags, OTF2_IoHandleRef a, OTF2_IoStatusFlag b) \
  X (IoDeleteFile, OTF2_IoParadigmRef a, OTF2_IoFileRef b) \
  X (IoOperationBegin, OTF2_IoHandleRef a, OTF2_IoOperationMode b, OTF2_IoOperationFlag c, \
      uint64_t d, uint64_t e) \
  X (IoOperationTest, OTF2_IoHandleRef a, uint64_t b) \
  X (IoOperationIssued, OTF2_IoHandleRef a, uint64_t b) \
  X (IoOperationComplete, OTF2_IoHandleRef a, uint64_t b, uint64_t c) \
  X (IoOperationCancelled, OTF2_IoHandleRef a, uint64_t b) \
  X (IoAcquireLock, OTF2_IoHandleRef a, OTF2_LockType b) \
  X (IoReleaseLock, OTF2_IoHandleRef a, OTF2_LockType b) \
  X (IoTryLock, OTF2_IoHandleRef a, OTF2_LockType b) \
  X (ProgramBegin, OTF2_StringRef a, uint32_t b, const OTF2_StringRef *c) \
  X (ProgramEnd, int64_t a) \
  X (CommCreate, OTF2_CommRef a) \
  X (CommDestroy, OTF2_CommRef a)

#define SKIPS(X) \
  X (ParameterString, SPUR_OTF2_LOSS_PARAMETERS, OTF2_ParameterRef a, OTF2_StringRef b) \
  X (ParameterInt, SPUR_OTF2_LOSS_PARAMETERS, OTF2_ParameterRef a, int64_t b) \
  X (ParameterUnsignedInt, SPUR_OTF2_LOSS_PARAMETERS, OTF2_ParameterRef a, uint64_t b) \
  X (CallingContextEnter, SPUR_OTF2_LOSS_CALLING_CONTEXTS, OTF2_CallingContextRef a, uint32_t b) \
  X (CallingContextLeave, SPUR_OTF2_LOSS_CALLING_CONTEXTS, OTF2_CallingContextRef a) \
  X (CallingContextSample, SPUR_OTF2_LOSS_CALLING_CONTEXTS, OTF2_CallingContextRef a, \
      uint32_t b, OTF2_InterruptGeneratorRef c)
/* clang-format on */

/* The numbers of those in files, as the format has them. */
#define FIRST_PARAMETER 32
#define LAST_PARAMETER 34
#define FIRST_CALLING_CONTEXT 66
#define LAST_CALLING_CONTEXT 68

enum
{
#define NUMBER(name, ...) MARKER_##name,
  MARKERS (NUMBER)
#undef NUMBER
    N_MARKERS
};

static const char *const marker_names[] = {
#define NAME(name, ...) #name,
  MARKERS (NAME)
#undef NAME
};

guint32 *
spur_otf2_markers_add_kinds (SpurTrace *trace)
{
  guint32 *kinds = g_new (guint32, N_MARKERS);

  for (guint i = 0; i < N_MARKERS; i++)
    kinds[i] = spur_definitions_add_string (spur_trace_get_definitions (trace), marker_names[i]);
  return kinds;
}

guint
spur_otf2_marker_find (const char *name)
{
  guint marker = 0;

  while (strcmp (marker_names[marker], name) != 0)
    marker++;
  return marker;
}

#define MARK(name, ...)                                                                            \
  static OTF2_CallbackCode mark_##name (SPUR_OTF2_PARAMETERS, ##__VA_ARGS__)                       \
  {                                                                                                \
    return spur_otf2_filler_mark (user_data, time, MARKER_##name);                                 \
  }
MARKERS (MARK)
#undef MARK

#define SKIP(name, loss, ...)                                                                      \
  static OTF2_CallbackCode skip_##name (SPUR_OTF2_PARAMETERS, ##__VA_ARGS__)                       \
  {                                                                                                \
    return spur_otf2_filler_skip (user_data, loss);                                                \
  }
SKIPS (SKIP)
#undef SKIP

/* Whether records of an .evt file that start with @record become no event of the stream; metrics
 * become any number of them. */
gboolean
spur_otf2_is_left_out (guint8 record)
{
  return (record >= FIRST_PARAMETER && record <= LAST_PARAMETER) ||
         (record >= FIRST_CALLING_CONTEXT && record <= LAST_CALLING_CONTEXT) ||
         spur_otf2_record_format (SPUR_OTF2_EVENTS, record) == NULL;
}

void
spur_otf2_markers_register (OTF2_EvtReaderCallbacks *callbacks)
{
#define SET_MARK(name, ...) OTF2_EvtReaderCallbacks_Set##name##Callback (callbacks, mark_##name);
  MARKERS (SET_MARK)
#undef SET_MARK
#define SET_SKIP(name, ...) OTF2_EvtReaderCallbacks_Set##name##Callback (callbacks, skip_##name);
  SKIPS (SET_SKIP)
#undef SET_SKIP
}
