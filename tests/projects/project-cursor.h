/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <string.h>

#include "core/store/trace/spur-cursor.h"

/* For tests that go through a trace event by event, in the order of times. */

/* Whether the event at @cursor is of @type or derived from it. */
static inline gboolean
project_cursor_is_a (SpurCursor *cursor, GType type)
{
  return g_type_is_a (spur_cursor_get_layout (cursor)->type, type);
}

/* A field of the event at @cursor, which its class must have. */
static inline guint64
project_cursor_get (SpurCursor *cursor, const char *field)
{
  const SpurEventLayout *layout = spur_cursor_get_layout (cursor);
  int index = spur_event_layout_find_field (layout, field);

  g_assert_cmpint (index, >=, 0);
  return spur_event_layout_get_uint (layout, (guint) index, spur_cursor_get_record (cursor));
}

static inline double
project_cursor_get_double (SpurCursor *cursor, const char *field)
{
  guint64 bits = project_cursor_get (cursor, field);
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}
