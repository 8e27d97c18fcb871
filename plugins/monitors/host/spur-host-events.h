/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event.h"
#include "plugins/monitors/host/spur-host-source.h"

/* Everything that a host is asked for, in the order in which it is. */
extern const SpurHostSource *const spur_host_sources[];
extern const guint spur_host_n_sources;

const SpurHostTable *spur_host_find_table (SpurHostTableId id);

/* The event class that rows of a table become. */
GType spur_host_get_event_type (SpurHostTableId id);
