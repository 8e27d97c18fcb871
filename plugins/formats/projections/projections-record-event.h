/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define PROJECTIONS_TYPE_RECORD_EVENT (projections_record_event_get_type ())

G_DECLARE_FINAL_TYPE (
  ProjectionsRecordEvent, projections_record_event, PROJECTIONS, RECORD_EVENT, SpurLoEvent)

G_END_DECLS
