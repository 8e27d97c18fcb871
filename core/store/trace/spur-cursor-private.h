/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-cursor-field.h"

SpurTrace *spur_cursor_get_trace (SpurCursor *self);

/* Takes @field, which goes with the cursor. */
const SpurCursorField *spur_cursor_keep_field (SpurCursor *self, SpurCursorField *field);
