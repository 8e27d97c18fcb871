/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-message-events.h"

G_BEGIN_DECLS

#define PROJECTIONS_TYPE_ENTRY_BEGIN_EVENT (projections_entry_begin_event_get_type ())

G_DECLARE_FINAL_TYPE (ProjectionsEntryBeginEvent,
                      projections_entry_begin_event,
                      PROJECTIONS,
                      ENTRY_BEGIN_EVENT,
                      SpurLoMessageReceiveEvent)

G_END_DECLS
