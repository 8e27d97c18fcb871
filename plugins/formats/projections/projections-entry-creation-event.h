/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-message-events.h"

G_BEGIN_DECLS

#define PROJECTIONS_TYPE_ENTRY_CREATION_EVENT (projections_entry_creation_event_get_type ())

G_DECLARE_FINAL_TYPE (ProjectionsEntryCreationEvent,
                      projections_entry_creation_event,
                      PROJECTIONS,
                      ENTRY_CREATION_EVENT,
                      SpurLoMessageSendEvent)

G_END_DECLS
