/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/format/text/spur-format-text-private.h"

/* A rule as the steps by which a line of text is written. */

typedef enum
{
  STEP_NOTHING,
  STEP_UINT,
  STEP_INT,
  STEP_DOUBLE,
  STEP_SCALED,
  STEP_NAME,
  STEP_REST,
  STEP_TIME,
  STEP_TIME_TICKS,
  STEP_TIME_SLOW,
  STEP_TIME_QUOTED,
  STEP_STREAM,
  STEP_STREAM_IF_OTHER,
  STEP_HOST,
  STEP_PROGRAM,
  STEP_ENTRY,
  STEP_PREDECESSORS,
} StepKind;

typedef struct
{
  char *text;
  guint32 n_bytes;
} Slice;

typedef struct
{
  StepKind kind;
  gboolean may_miss;
  guint16 offset_bytes;
  guint8 n_bytes;
  guint64 missing_bits;
  /* Always, and only before a value that is there; both have room to be copied in pieces. */
  Slice always;
  Slice if_there;
  const Slice *names;
  const SpurFormatOp *op;
  /* Of times: the text of a second, which many events share. */
  gint64 second;
  guint n_second_bytes;
  char second_text[64];
  /* Of <rest/>: texts by list. */
  Slice *rests;
} Step;

/* Whether the events of a list are calls of a logger. */
typedef enum
{
  CALL_UNKNOWN,
  CALL_NO,
  CALL_YES,
} Call;

typedef struct
{
  guint n_steps;
  Step *steps;
  /* By list, where the rule writes entries as items; else NULL. */
  guint8 *calls;
} Line;

typedef struct
{
  SpurFormatSource *source;
  SpurFormatOutput *output;
  SpurFormatTextStyle style;
  Slice *tables[SPUR_FIELD_LIST + 1];
  guint n_entries[SPUR_FIELD_LIST + 1];
  Slice *streams;
  Slice *hosts;
  char *program;
  Line **lines;
  GString *buffer;
} SpurFormatText;
