/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

/**
 * SpurRecordingCounts:
 * @n_events: events that were read
 * @n_from_blocks: how many of these came from the file of blocks beside the recording
 * @n_dropped: events that the recorder dropped and counted
 * @n_lost: events that are neither there nor counted as dropped
 * @n_handed_over: events that the program handed over as the recorder counted them at last; 0 where
 *   it did not come to that
 * @n_bad_bytes: bytes that are no whole packet
 * @is_closed: whether the recording ended as it should
 *
 * What was found in a recording.
 *
 * Since: 1.0
 */
typedef struct
{
  guint64 n_events;
  guint64 n_from_blocks;
  guint64 n_dropped;
  guint64 n_lost;
  guint64 n_handed_over;
  guint64 n_bad_bytes;
  gboolean is_closed;
} SpurRecordingCounts;

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_recording_open (const char *path,
                                SpurRecordingCounts *counts,
                                const SpurJob *job,
                                GError **error);

G_END_DECLS
