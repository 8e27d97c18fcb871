/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-custom-events.h"

G_BEGIN_DECLS

#define B2_TYPE_PAGE_READ_EVENT (b2_page_read_event_get_type ())

/* An interpreter has read pages, from the disk of its node or over the network. */
G_DECLARE_FINAL_TYPE (B2PageReadEvent, b2_page_read_event, B2, PAGE_READ_EVENT, SpurCustomEvent)

G_END_DECLS
