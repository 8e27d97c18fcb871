/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

#define SPUR_TYPE_CURSOR (spur_cursor_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurCursor, spur_cursor, SPUR, CURSOR, GObject)

SPUR_AVAILABLE_IN_ALL
SpurCursor *spur_cursor_new (SpurTrace *trace, gboolean raw);

SPUR_AVAILABLE_IN_ALL
SpurCursor *spur_cursor_new_for_stream (SpurTrace *trace, guint stream, gboolean raw);

SPUR_AVAILABLE_IN_ALL
gboolean spur_cursor_next (SpurCursor *self);

SPUR_AVAILABLE_IN_ALL
guint spur_cursor_get_stream (SpurCursor *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_cursor_get_position (SpurCursor *self);

SPUR_AVAILABLE_IN_ALL
gint64 spur_cursor_get_time_ns (SpurCursor *self);

SPUR_AVAILABLE_IN_ALL
gint64 spur_cursor_get_raw_ns (SpurCursor *self);

SPUR_AVAILABLE_IN_ALL
guint spur_cursor_get_class_index (SpurCursor *self);

SPUR_AVAILABLE_IN_ALL
const SpurEventLayout *spur_cursor_get_layout (SpurCursor *self);

SPUR_AVAILABLE_IN_ALL
const guint8 *spur_cursor_get_record (SpurCursor *self);

SPUR_AVAILABLE_IN_ALL
SpurEvent *spur_cursor_ref_event (SpurCursor *self);

G_END_DECLS
