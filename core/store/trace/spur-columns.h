/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

/**
 * SpurColumn:
 * @SPUR_COLUMN_TIME_NS: corrected time, or raw time where the trace has no correction; gint64 in ns
 * @SPUR_COLUMN_RAW_NS: raw time; gint64 in ns
 * @SPUR_COLUMN_CLASS: index of the event's class in the trace; guint16
 *
 * What every event has.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_COLUMN_TIME_NS,
  SPUR_COLUMN_RAW_NS,
  SPUR_COLUMN_CLASS,
} SpurColumn;

SPUR_AVAILABLE_IN_ALL
GBytes *spur_stream_get_column (SpurStream *self, SpurTrace *trace, SpurColumn column);

SPUR_AVAILABLE_IN_ALL
GBytes *spur_stream_get_field_column (SpurStream *self, SpurTrace *trace, const char *field);

G_END_DECLS
