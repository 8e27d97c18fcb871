/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define SPUR_TYPE_REQUEST_EVENT (spur_request_event_get_type ())

G_DECLARE_FINAL_TYPE (SpurRequestEvent, spur_request_event, SPUR, REQUEST_EVENT, SpurLoEvent)

G_END_DECLS
