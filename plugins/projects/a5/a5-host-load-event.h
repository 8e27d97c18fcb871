/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define A5_TYPE_HOST_LOAD_EVENT (a5_host_load_event_get_type ())

/* What interactive users take of a host, and what they leave. */
G_DECLARE_FINAL_TYPE (
  A5HostLoadEvent, a5_host_load_event, A5, HOST_LOAD_EVENT, SpurLmTargetLoadEvent)

G_END_DECLS
