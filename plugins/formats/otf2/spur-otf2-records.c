/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the fields of OTF2's records are (OTF2 3.0), one character a field:
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
#include "config.h"

#include "plugins/formats/otf2/spur-otf2-records.h"

static const char *const event_formats[] = {
  [SPUR_OTF2_ATTRIBUTE_LIST] = "n*(4v)",
  [10] = "F",
  [11] = "1",
  [12] = "!4",
  [13] = "!4",
  [14] = "4448",
  [15] = "44488",
  [16] = "!8",
  [17] = "!8",
  [18] = "4448",
  [19] = "44488",
  [20] = "!8",
  [21] = "!8",
  [22] = "",
  [23] = "14488",
  [24] = "!4",
  [25] = "",
  [26] = "44",
  [27] = "44",
  [28] = "!8",
  [29] = "!8",
  [30] = "!8",
  [31] = "4c*(18)",
  [32] = "44",
  [33] = "48",
  [34] = "48",
  [35] = "4",
  [36] = "4",
  [37] = "",
  [38] = "144488",
  [39] = "444",
  [40] = "4481",
  [41] = "4481",
  [42] = "4481",
  [43] = "448",
  [44] = "441",
  [45] = "4",
  [46] = "4488",
  [47] = "4488",
  [48] = "441888",
  [49] = "48",
  [50] = "48",
  [51] = "48",
  [52] = "48",
  [53] = "14",
  [54] = "1",
  [55] = "4",
  [56] = "4",
  [57] = "144",
  [58] = "144",
  [59] = "444",
  [60] = "444",
  [61] = "444",
  [62] = "48",
  [63] = "48",
  [64] = "48",
  [65] = "48",
  [66] = "44",
  [67] = "4",
  [68] = "444",
  [69] = "4144",
  [70] = "4",
  [71] = "444",
  [72] = "4818",
  [73] = "44",
  [74] = "14",
  [75] = "41488",
  [76] = "48",
  [77] = "48",
  [78] = "488",
  [79] = "48",
  [80] = "41",
  [81] = "41",
  [82] = "41",
  [83] = "4n*(4)",
  [84] = "8",
  [85] = "8",
  [86] = "144888",
  [87] = "4",
  [88] = "4",
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
