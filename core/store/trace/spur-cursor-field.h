/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-cursor.h"

G_BEGIN_DECLS

/**
 * SpurCursorField:
 *
 * A field of one name and type, wherever event classes have it.
 *
 * Since: 1.0
 */
typedef struct _SpurCursorField SpurCursorField;

SPUR_AVAILABLE_IN_ALL
const SpurCursorField *
spur_cursor_find_field (SpurCursor *self, const char *name, SpurFieldType type);

SPUR_AVAILABLE_IN_ALL
gboolean spur_cursor_has_field (SpurCursor *self, const SpurCursorField *field);

SPUR_AVAILABLE_IN_ALL
guint64 spur_cursor_get_uint (SpurCursor *self, const SpurCursorField *field);

SPUR_AVAILABLE_IN_ALL
double spur_cursor_get_double (SpurCursor *self, const SpurCursorField *field);

SPUR_AVAILABLE_IN_ALL
const char *spur_cursor_get_string (SpurCursor *self, const SpurCursorField *field);

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_cursor_get_object (SpurCursor *self, const SpurCursorField *field);

G_END_DECLS
