/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the fields of OTF2's records are (OTF2 3.0; events by the name of their writer), one
 * character a field:
 *
 *   1 2 F   1, 2 and 8 bytes as they are
 *   4 8     a length byte, then up to 4 or 8 bytes; the length 0xff stands for all bits set
 *   s       bytes up to and with a zero byte
 *   n m     a count like 4 and 8, c a count of 1 byte, of what follows the *
 *   *(...)  that many times
 *   v       a type of 1 byte and a value of this type
 *   ?       may end here: the rest came with a later version of OTF2
 *   !       first in events that are one field without a record length before it
 */
#include "plugins/formats/otf2/spur-otf2-archive.h"

static const char *const event_formats[] = {
  [SPUR_OTF2_ATTRIBUTE_LIST] = "n*(4v)",
  [10] = "F",       /* BufferFlush */
  [11] = "1",       /* MeasurementOnOff */
  [12] = "!4",      /* Enter */
  [13] = "!4",      /* Leave */
  [14] = "4448",    /* MpiSend */
  [15] = "44488",   /* MpiIsend */
  [16] = "!8",      /* MpiIsendComplete */
  [17] = "!8",      /* MpiIrecvRequest */
  [18] = "4448",    /* MpiRecv */
  [19] = "44488",   /* MpiIrecv */
  [20] = "!8",      /* MpiRequestTest */
  [21] = "!8",      /* MpiRequestCancelled */
  [22] = "",        /* MpiCollectiveBegin */
  [23] = "14488",   /* MpiCollectiveEnd */
  [24] = "!4",      /* OmpFork */
  [25] = "",        /* OmpJoin */
  [26] = "44",      /* OmpAcquireLock */
  [27] = "44",      /* OmpReleaseLock */
  [28] = "!8",      /* OmpTaskCreate */
  [29] = "!8",      /* OmpTaskSwitch */
  [30] = "!8",      /* OmpTaskComplete */
  [31] = "4c*(18)", /* Metric */
  [32] = "44",      /* ParameterString */
  [33] = "48",      /* ParameterInt */
  [34] = "48",      /* ParameterUnsignedInt */
  [35] = "4",       /* RmaWinCreate */
  [36] = "4",       /* RmaWinDestroy */
  [37] = "",        /* RmaCollectiveBegin */
  [38] = "144488",  /* RmaCollectiveEnd */
  [39] = "444",     /* RmaGroupSync */
  [40] = "4481",    /* RmaRequestLock */
  [41] = "4481",    /* RmaAcquireLock */
  [42] = "4481",    /* RmaTryLock */
  [43] = "448",     /* RmaReleaseLock */
  [44] = "441",     /* RmaSync */
  [45] = "4",       /* RmaWaitChange */
  [46] = "4488",    /* RmaPut */
  [47] = "4488",    /* RmaGet */
  [48] = "441888",  /* RmaAtomic */
  [49] = "48",      /* RmaOpCompleteBlocking */
  [50] = "48",      /* RmaOpCompleteNonBlocking */
  [51] = "48",      /* RmaOpTest */
  [52] = "48",      /* RmaOpCompleteRemote */
  [53] = "14",      /* ThreadFork */
  [54] = "1",       /* ThreadJoin */
  [55] = "4",       /* ThreadTeamBegin */
  [56] = "4",       /* ThreadTeamEnd */
  [57] = "144",     /* ThreadAcquireLock */
  [58] = "144",     /* ThreadReleaseLock */
  [59] = "444",     /* ThreadTaskCreate */
  [60] = "444",     /* ThreadTaskSwitch */
  [61] = "444",     /* ThreadTaskComplete */
  [62] = "48",      /* ThreadCreate */
  [63] = "48",      /* ThreadBegin */
  [64] = "48",      /* ThreadWait */
  [65] = "48",      /* ThreadEnd */
  [66] = "44",      /* CallingContextEnter */
  [67] = "4",       /* CallingContextLeave */
  [68] = "444",     /* CallingContextSample */
  [69] = "4144",    /* IoCreateHandle */
  [70] = "4",       /* IoDestroyHandle */
  [71] = "444",     /* IoDuplicateHandle */
  [72] = "4818",    /* IoSeek */
  [73] = "44",      /* IoChangeStatusFlags */
  [74] = "14",      /* IoDeleteFile */
  [75] = "41488",   /* IoOperationBegin */
  [76] = "48",      /* IoOperationTest */
  [77] = "48",      /* IoOperationIssued */
  [78] = "488",     /* IoOperationComplete */
  [79] = "48",      /* IoOperationCancelled */
  [80] = "41",      /* IoAcquireLock */
  [81] = "41",      /* IoReleaseLock */
  [82] = "41",      /* IoTryLock */
  [83] = "4n*(4)",  /* ProgramBegin */
  [84] = "8",       /* ProgramEnd */
  [85] = "8",       /* NonBlockingCollectiveRequest */
  [86] = "144888",  /* NonBlockingCollectiveComplete */
  [87] = "4",       /* CommCreate */
  [88] = "4",       /* CommDestroy */
};

/* Local and global definitions differ below 10 only. */
static const char *const definition_formats[] = {
  [10] = "4s",           [11] = "441?4",        [12] = "4444",      [13] = "4414?4",
  [14] = "84184",        [15] = "4441444?4114", [16] = "44444",     [17] = "444",
  [18] = "441n*(8)?114", [19] = "444111184",    [20] = "4c*(4)1?1", [21] = "44818",
  [22] = "4444?4",       [23] = "441",          [24] = "444?4",     [25] = "48",
  [26] = "444?v",        [27] = "41",           [28] = "444?v",     [29] = "844?v",
  [30] = "4441",         [31] = "444c*(4)",     [32] = "44c*(4)",   [33] = "444",
  [34] = "4444",         [35] = "44v",          [36] = "441188",    [37] = "44v",
  [38] = "444",          [39] = "444",          [40] = "4441444",   [41] = "414",
  [42] = "44v",          [43] = "444444",
};

static const char *const global_formats[] = {
  [5] = "888?8",
  [6] = "141",
  [7] = "11v",
  [8] = "14414c*(1v)",
};

/* The mapping table's number of ids is looked at by the scan itself. */
static const char *const local_formats[] = {
  [5] = "1M",
  [6] = "F8F",
};

#define FORMAT_OF(formats, record) ((record) < G_N_ELEMENTS (formats) ? (formats)[record] : NULL)

/* NULL for a record that OTF2 3.0 does not know, and in files that Spur does not read; it is
 * skipped by its length. */
const char *
spur_otf2_record_format (SpurOtf2FileKind kind, guint8 record)
{
  if (kind == SPUR_OTF2_EVENTS)
    return FORMAT_OF (event_formats, record);
  if (kind == SPUR_OTF2_SNAPSHOTS || kind == SPUR_OTF2_MARKERS)
    return NULL;
  if (record >= 10)
    return FORMAT_OF (definition_formats, record);
  if (kind == SPUR_OTF2_LOCAL_DEFINITIONS)
    return FORMAT_OF (local_formats, record);
  return FORMAT_OF (global_formats, record);
}

/* Whether the bytes behind the mark of the end of a file are what libotf2 or a text tool leaves
 * there.
 *
 * After the end of the file libotf2 writes that of its buffer. What follows it, libotf2 never
 * reads. Tools for text files, as hooks of version control, end every file with a line end, and
 * archives that went through one have it there. Anything else may be events that a tool or a
 * changed byte put behind the mark, and is no tail.
 */
gboolean
spur_otf2_is_tail (const guint8 *bytes, gsize n_bytes)
{
  if (n_bytes <= 1)
    return TRUE;
  if (*bytes != SPUR_OTF2_END_OF_BUFFER && *bytes != SPUR_OTF2_END_OF_CHUNK)
    return FALSE;
  return (n_bytes == 2 && bytes[1] == '\n') ||
         (n_bytes == SPUR_OTF2_MAX_TAIL_BYTES && bytes[1] == '\r' && bytes[2] == '\n');
}
