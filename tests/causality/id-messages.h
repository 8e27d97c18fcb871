/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-events.h"

/* Messages of load objects that are matched by a number. */
GType test_id_send_event_get_type (void);
GType test_id_receive_event_get_type (void);
