/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

/* Rows of what a recording measured against other recordings' clocks, separated by blanks, each
 * TICKS:ORIGIN:REFERENCE_TICKS:DEVIATION_NS: ticks of its streams, the origin of the other one in
 * hexadecimal digits, the ticks that the other one's clock itself showed then. */
#define SPUR_MERGE_OFFSETS_FACT "recording.offsets"

/* The number by which others call a recording, in hexadecimal digits. */
#define SPUR_MERGE_ORIGIN_FACT "recording.origin"

/* What inputs of a merger say of their clocks. */
GArray *spur_merge_offsets_new (void);

/* Notes what input @from says, to whose ticks @shift_ticks are added, and whose clock has
 * @resolution_hz in the merged trace. */
void spur_merge_offsets_add (
  GArray *inputs, SpurTrace *from, guint first_stream, guint64 resolution_hz, gint64 shift_ticks);

/* Gives streams of @merged the offsets of their clocks, when all inputs were added. */
void spur_merge_offsets_apply (GArray *inputs, SpurTrace *merged);
