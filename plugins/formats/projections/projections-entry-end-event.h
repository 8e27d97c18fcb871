/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-region-events.h"

G_BEGIN_DECLS

#define PROJECTIONS_TYPE_ENTRY_END_EVENT (projections_entry_end_event_get_type ())

G_DECLARE_FINAL_TYPE (ProjectionsEntryEndEvent,
                      projections_entry_end_event,
                      PROJECTIONS,
                      ENTRY_END_EVENT,
                      SpurRegionExitEvent)

G_END_DECLS
