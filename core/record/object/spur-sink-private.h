/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/object/spur-recorder.h"
#include "core/record/spur-record.h"

/* For recorders, by one thread at a time. */

/* Once, for ever. */
gboolean spur_sink_open (SpurSink *self, SpurRecorder *recorder, const char *clock, GError **error);

void spur_sink_add_source (SpurSink *self, guint source, SpurActiveObject *object);
void spur_sink_add_state (SpurSink *self, const char *name, SpurStateKind kind);
void spur_sink_set_fact (SpurSink *self, const char *key, const char *value);

/* FALSE where it was dropped. What its rules leave out is no matter. */
gboolean spur_sink_write (
  SpurSink *self, guint source, guint64 number, SpurEvent *event, GLogLevelFlags level);

void spur_sink_flush (SpurSink *self);
void spur_sink_close (SpurSink *self);

/* Its problem, where that was not told yet; else NULL. */
GError *spur_sink_take_problem (SpurSink *self);

/* Whether it writes its problems to the standard error itself. */
void spur_sink_set_tells_user (SpurSink *self);
gboolean spur_sink_tells_user (SpurSink *self);

/* NULL where there is none any more. */
SpurRecorder *spur_sink_dup_recorder (SpurSink *self);

/* What the plain recorder is told of objects. */
SpurRecordList spur_recording_add_list (SpurRecord *record, SpurEntryList *list);

/* The class with its ancestors; NULL where it cannot be recorded. */
SpurRecordClass *spur_recording_declare_class (const SpurEventLayout *layout);

/* FALSE with %G_IO_ERROR_FAILED and the recorder's first problem. */
gboolean spur_recording_check (SpurRecord *record, GError **error);
