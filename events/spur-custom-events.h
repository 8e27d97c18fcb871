/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-define.h"
#include "core/model/events/spur-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_CUSTOM_EVENT (spur_custom_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (SpurCustomEvent, spur_custom_event, SPUR, CUSTOM_EVENT, SpurEvent)

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_custom_event_get_object (SpurCustomEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_custom_event_get_values (SpurCustomEvent *self);

#define SPUR_TYPE_RECORDER_DROP_EVENT (spur_recorder_drop_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurRecorderDropEvent, spur_recorder_drop_event, SPUR, RECORDER_DROP_EVENT, SpurCustomEvent)

SPUR_AVAILABLE_IN_ALL
guint64 spur_recorder_drop_event_get_dropped (SpurRecorderDropEvent *self);

G_END_DECLS
