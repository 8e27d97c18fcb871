/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The newest events of a recording that grows, as one trace after the other: each costs what it has
 * and what has come, however long the recording is, and memory stays the same. Older events go when
 * there are too many, but for those that still matter, which the caller lists. */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

typedef struct _SpurRecordingTail SpurRecordingTail;

SPUR_AVAILABLE_IN_ALL
SpurRecordingTail *spur_recording_tail_new (const char *path, guint64 max_events, GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_recording_tail_free (SpurRecordingTail *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurRecordingTail, spur_recording_tail_free)

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_recording_tail_read (SpurRecordingTail *self, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_recording_tail_note_end (SpurRecordingTail *self);

SPUR_AVAILABLE_IN_ALL
guint32 spur_recording_tail_get_number (SpurRecordingTail *self, guint stream);

SPUR_AVAILABLE_IN_ALL
guint64 *spur_recording_tail_find_cut (SpurRecordingTail *self);

SPUR_AVAILABLE_IN_ALL
void spur_recording_tail_cut (SpurRecordingTail *self, const guint64 *first, const GArray *kept);

SPUR_AVAILABLE_IN_ALL
guint64 spur_recording_tail_get_past (SpurRecordingTail *self,
                                      guint stream,
                                      const guint64 **kept,
                                      guint *n_kept);

G_END_DECLS
