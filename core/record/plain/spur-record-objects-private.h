/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
#pragma once

#include "core/record/spur-record.h"

/* For the recorder of objects, whose events have their times already, in ns of CLOCK_MONOTONIC. */

/* The same as spur_record_open() with this clock, whatever the options say. */
SpurRecord *spur_rec_open_monotonic (const char *where);

/* The stream that the calling thread records into, none where it has none yet. */
SpurRecordStream spur_rec_peek_stream (SpurRecord *record);
