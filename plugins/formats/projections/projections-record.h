/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/formats/projections/projections-lines.h"
#include "plugins/formats/projections/projections-sts.h"

/* The latest time, so that it lies within the limits of trace time. */
#define PROJECTIONS_MAX_TIME_US ((G_GINT64_CONSTANT (1) << 61) / 1000)

/* The types of records as Charm++ numbers them. */
enum
{
  PROJECTIONS_CREATION = 1,
  PROJECTIONS_BEGIN_PROCESSING = 2,
  PROJECTIONS_END_PROCESSING = 3,
  PROJECTIONS_ENQUEUE = 4,
  PROJECTIONS_DEQUEUE = 5,
  PROJECTIONS_BEGIN_COMPUTATION = 6,
  PROJECTIONS_END_COMPUTATION = 7,
  PROJECTIONS_BEGIN_INTERRUPT = 8,
  PROJECTIONS_END_INTERRUPT = 9,
  PROJECTIONS_MESSAGE_RECV = 10,
  PROJECTIONS_BEGIN_TRACE = 11,
  PROJECTIONS_END_TRACE = 12,
  PROJECTIONS_USER_EVENT = 13,
  PROJECTIONS_BEGIN_IDLE = 14,
  PROJECTIONS_END_IDLE = 15,
  PROJECTIONS_BEGIN_PACK = 16,
  PROJECTIONS_END_PACK = 17,
  PROJECTIONS_BEGIN_UNPACK = 18,
  PROJECTIONS_END_UNPACK = 19,
  PROJECTIONS_CREATION_BCAST = 20,
  PROJECTIONS_CREATION_MULTICAST = 21,
  PROJECTIONS_USER_SUPPLIED = 26,
  PROJECTIONS_MEMORY_USAGE = 27,
  PROJECTIONS_NOTE = 28,
  PROJECTIONS_BRACKETED_NOTE = 29,
  PROJECTIONS_END_PHASE = 30,
  PROJECTIONS_USER_STAT = 32,
  PROJECTIONS_BEGIN_USER_EVENT_PAIR = 98,
  PROJECTIONS_END_USER_EVENT_PAIR = 99,
  PROJECTIONS_USER_EVENT_PAIR = 100,
  PROJECTIONS_N_TYPES,
};

/* A record of a log; what its type does not have is 0. */
typedef struct
{
  guint type;
  gint64 time_us;
  gint64 entry;
  gint64 event;
  gint64 pe;
  gint64 n_message_bytes;
  gint64 n_receivers;
  /* Of a user event or statistic. */
  gint64 number;
  double value;
  /* The element's index, where the entry method's chare is an array. */
  guint n_dims;
  gint32 index[PROJECTIONS_MAX_DIMS];
  /* Of a note. */
  const char *text;
  gsize n_text_bytes;
} ProjectionsRecord;

typedef enum
{
  PROJECTIONS_PARSED,
  PROJECTIONS_MALFORMED,
  PROJECTIONS_UNKNOWN_TYPE,
} ProjectionsVerdict;

/* The line's type, whatever comes after it. */
gboolean projections_record_scan_type (const ProjectionsLine *line, gint64 *type);

ProjectionsVerdict projections_record_parse (const ProjectionsSts *sts,
                                             const ProjectionsLine *line,
                                             ProjectionsRecord *record);

/* The fields of a type's records, for a person. */
const char *projections_record_describe (guint type);

/* An element of a chare array: what migrates. */
typedef struct
{
  guint32 chare;
  guint32 n_dims;
  gint32 index[PROJECTIONS_MAX_DIMS];
} ProjectionsElement;

/* Whether the record is about an element of an array, and about which. */
gboolean projections_element_from_record (ProjectionsElement *self,
                                          const ProjectionsSts *sts,
                                          const ProjectionsRecord *record);

guint projections_element_hash (gconstpointer self);

gboolean projections_element_equal (gconstpointer self, gconstpointer other);

/* By chare, then by index. */
int projections_element_compare (gconstpointer self, gconstpointer other);

/* As in "Lb_array[3]" or "Grid[1,2]". */
char *projections_element_to_string (const ProjectionsElement *self, const ProjectionsSts *sts);
