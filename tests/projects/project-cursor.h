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

/* The object that the event at @cursor is about, or %SPUR_NONE. */
static inline guint32
project_cursor_get_subject (SpurCursor *cursor)
{
  return (guint32) spur_event_layout_get_use (spur_cursor_get_layout (cursor), SPUR_USE_SUBJECT,
                                              spur_cursor_get_record (cursor), SPUR_NONE);
}

/* The entry of that name in a list of @trace, which must be there. */
static inline const SpurEntry *
project_find_entry (SpurTrace *trace, guint64 list, const char *name)
{
  const SpurList *info =
    spur_definitions_get_list (spur_trace_get_definitions (trace), (guint32) list);

  for (guint i = 0; info != NULL && i < info->n_entries; i++)
    {
      if (g_str_equal (info->entries[i].name, name))
        return &info->entries[i];
    }
  g_assert_not_reached ();
}

static inline double
project_cursor_get_double (SpurCursor *cursor, const char *field)
{
  guint64 bits = project_cursor_get (cursor, field);
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}
