/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/object/spur-recorder.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LOG_BRIDGE (spur_log_bridge_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurLogBridge, spur_log_bridge, SPUR, LOG_BRIDGE, GObject)

SPUR_AVAILABLE_IN_ALL
SpurLogBridge *spur_log_bridge_new (GType type);

SPUR_AVAILABLE_IN_ALL
void spur_log_bridge_set_recorder (SpurLogBridge *self, SpurRecorder *recorder);

SPUR_AVAILABLE_IN_ALL
void spur_log_bridge_set_levels (SpurLogBridge *self, GLogLevelFlags levels);

SPUR_AVAILABLE_IN_ALL
void spur_log_bridge_set_domains (SpurLogBridge *self, const char *const *patterns);

SPUR_AVAILABLE_IN_ALL
void spur_log_bridge_set_next (SpurLogBridge *self,
                               GLogWriterFunc function,
                               gpointer user_data,
                               GDestroyNotify destroy);

SPUR_AVAILABLE_IN_ALL
void spur_log_bridge_install (SpurLogBridge *self);

SPUR_AVAILABLE_IN_ALL
GLogWriterOutput spur_log_bridge_writer (GLogLevelFlags level,
                                         const GLogField *fields,
                                         gsize n_fields,
                                         gpointer user_data);

SPUR_AVAILABLE_IN_ALL
guint64 spur_log_bridge_get_n_lost (SpurLogBridge *self);

G_END_DECLS
