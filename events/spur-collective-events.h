/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define SPUR_TYPE_COLLECTIVE_EVENT (spur_collective_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurCollectiveEvent, spur_collective_event, SPUR, COLLECTIVE_EVENT, SpurLoEvent)

#define SPUR_TYPE_COLLECTIVE_BEGIN_EVENT (spur_collective_begin_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurCollectiveBeginEvent,
                          spur_collective_begin_event,
                          SPUR,
                          COLLECTIVE_BEGIN_EVENT,
                          SpurCollectiveEvent)

#define SPUR_TYPE_COLLECTIVE_END_EVENT (spur_collective_end_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurCollectiveEndEvent,
                          spur_collective_end_event,
                          SPUR,
                          COLLECTIVE_END_EVENT,
                          SpurCollectiveEvent)

#define SPUR_TYPE_COLLECTIVE_START_EVENT (spur_collective_start_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurCollectiveStartEvent,
                          spur_collective_start_event,
                          SPUR,
                          COLLECTIVE_START_EVENT,
                          SpurCollectiveBeginEvent)

#define SPUR_TYPE_COLLECTIVE_COMPLETION_EVENT (spur_collective_completion_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurCollectiveCompletionEvent,
                          spur_collective_completion_event,
                          SPUR,
                          COLLECTIVE_COMPLETION_EVENT,
                          SpurCollectiveEndEvent)

#define SPUR_TYPE_COLLECTIVE_EXCHANGE_EVENT (spur_collective_exchange_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurCollectiveExchangeEvent,
                          spur_collective_exchange_event,
                          SPUR,
                          COLLECTIVE_EXCHANGE_EVENT,
                          SpurCollectiveEndEvent)

G_END_DECLS
