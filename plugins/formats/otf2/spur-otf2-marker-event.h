/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define SPUR_TYPE_OTF2_MARKER_EVENT (spur_otf2_marker_event_get_type ())

G_DECLARE_FINAL_TYPE (
  SpurOtf2MarkerEvent, spur_otf2_marker_event, SPUR, OTF2_MARKER_EVENT, SpurLoEvent)

G_END_DECLS
