/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/object/spur-sink.h"

G_BEGIN_DECLS

#define SPUR_TYPE_RECORDER (spur_recorder_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurRecorder, spur_recorder, SPUR, RECORDER, GObject)

/**
 * SpurClockFunc:
 * @user_data: what was given with the function
 *
 * Called by the thread that records, by one at a time; it must not record itself.
 *
 * Returns: the time now, in ns
 *
 * Since: 1.0
 */
typedef gint64 (*SpurClockFunc) (gpointer user_data);

SPUR_AVAILABLE_IN_ALL
SpurRecorder *spur_recorder_new (void);

SPUR_AVAILABLE_IN_ALL
void spur_recorder_set_factories (SpurRecorder *self, SpurFactories *factories);

SPUR_AVAILABLE_IN_ALL
void spur_recorder_set_clock (SpurRecorder *self,
                              SpurClockFunc function,
                              gpointer user_data,
                              GDestroyNotify destroy);

SPUR_AVAILABLE_IN_ALL
gboolean spur_recorder_add_sink (SpurRecorder *self, SpurSink *sink, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_recorder_set_rules (SpurRecorder *self, const char *rules, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_recorder_wants (SpurRecorder *self, GType type);

SPUR_AVAILABLE_IN_ALL
void spur_recorder_set_fact (SpurRecorder *self, const char *key, const char *value);

SPUR_AVAILABLE_IN_ALL
void spur_recorder_add_state (SpurRecorder *self, const char *name, SpurStateKind kind);

SPUR_AVAILABLE_IN_ALL
void spur_recorder_set_source (SpurRecorder *self, SpurActiveObject *source);

SPUR_AVAILABLE_IN_ALL
SpurEvent *spur_recorder_make_event (SpurRecorder *self, GType type);

SPUR_AVAILABLE_IN_ALL
guint64 spur_recorder_next_number (SpurRecorder *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_recorder_record (SpurRecorder *self, SpurEvent *event, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_recorder_record_at_level (SpurRecorder *self,
                                        SpurEvent *event,
                                        GLogLevelFlags level,
                                        GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_recorder_flush (SpurRecorder *self, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_recorder_close (SpurRecorder *self, GError **error);

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_recorder_finish (SpurRecorder *self, GError **error);

G_END_DECLS
