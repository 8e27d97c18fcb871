/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-define.h"

G_BEGIN_DECLS

#define SPUR_TYPE_CUSTOM_EVENT (spur_custom_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurCustomEvent, spur_custom_event, SPUR, CUSTOM_EVENT, SpurEvent)

#define SPUR_TYPE_RECORDER_DROP_EVENT (spur_recorder_drop_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurRecorderDropEvent, spur_recorder_drop_event, SPUR, RECORDER_DROP_EVENT, SpurCustomEvent)

G_END_DECLS
