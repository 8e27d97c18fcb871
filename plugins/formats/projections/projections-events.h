/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib-object.h>

#define PROJECTIONS_TYPE_ENTRY_BEGIN_EVENT (projections_entry_begin_event_get_type ())
#define PROJECTIONS_TYPE_ENTRY_CREATION_EVENT (projections_entry_creation_event_get_type ())
#define PROJECTIONS_TYPE_ENTRY_END_EVENT (projections_entry_end_event_get_type ())
#define PROJECTIONS_TYPE_RECORD_EVENT (projections_record_event_get_type ())

GType projections_entry_begin_event_get_type (void);
GType projections_entry_creation_event_get_type (void);
GType projections_entry_end_event_get_type (void);
GType projections_record_event_get_type (void);
