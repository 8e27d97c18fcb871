/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Fields of the event that a cursor is on, read without objects: a field is looked up once, for all
 * event classes of the trace. */
#include "core/store/trace/spur-cursor-field.h"

#include <string.h>

#include "core/store/trace/spur-cursor-private.h"

/* Classes without the field. */
#define NO_INDEX (-1)

struct _SpurCursorField
{
  SpurFieldType type;
  /* By index of event class. */
  int indexes[];
};

static SpurFieldType
widen_type (SpurFieldType type)
{
  return type <= SPUR_FIELD_UINT64 ? SPUR_FIELD_UINT64 : type;
}

/**
 * spur_cursor_find_field:
 * @self: a cursor
 * @name: the field's name
 * @type: its type; %SPUR_FIELD_UINT64 stands for all unsigned numbers
 *
 * Looks up a field in all event classes of the trace, to be read of many events.
 *
 * Returns: (transfer none) (nullable): the field, which lives as long as @self; %NULL where no
 *   event class has it
 *
 * Since: 1.0
 */
const SpurCursorField *
spur_cursor_find_field (SpurCursor *self, const char *name, SpurFieldType type)
{
  SpurTrace *trace;
  g_autofree SpurCursorField *field = NULL;
  guint n_classes;
  gboolean is_there = FALSE;

  g_return_val_if_fail (SPUR_IS_CURSOR (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  trace = spur_cursor_get_trace (self);
  n_classes = spur_trace_get_n_classes (trace);
  field = g_malloc (sizeof *field + n_classes * sizeof *field->indexes);
  field->type = widen_type (type);
  for (guint i = 0; i < n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);
      int index = spur_event_layout_find_field (layout, name);

      if (index >= 0 && widen_type (layout->fields[index].type) != field->type)
        index = NO_INDEX;
      field->indexes[i] = index;
      is_there |= index >= 0;
    }
  return is_there ? spur_cursor_keep_field (self, g_steal_pointer (&field)) : NULL;
}

/* FALSE where the event does not have the field. */
static gboolean
read_bits (SpurCursor *self, const SpurCursorField *field, guint64 *bits)
{
  int index = field->indexes[spur_cursor_get_class_index (self)];

  if (index < 0)
    return FALSE;
  *bits = spur_event_layout_get_uint (spur_cursor_get_layout (self), (guint) index,
                                      spur_cursor_get_record (self));
  return TRUE;
}

/**
 * spur_cursor_has_field:
 * @self: a cursor on an event
 * @field: a field that was looked up with @self
 *
 * Tells whether the event that the cursor is at has a field.
 *
 * Returns: whether the event's class has the field
 *
 * Since: 1.0
 */
gboolean
spur_cursor_has_field (SpurCursor *self, const SpurCursorField *field)
{
  g_return_val_if_fail (SPUR_IS_CURSOR (self), FALSE);
  g_return_val_if_fail (field != NULL, FALSE);

  return field->indexes[spur_cursor_get_class_index (self)] >= 0;
}

/**
 * spur_cursor_get_uint:
 * @self: a cursor on an event
 * @field: a field that was looked up with @self as a %SPUR_FIELD_UINT64, or one of entries
 *
 * Reads an unsigned number, or the entry of a table: a state, a group or a list.
 *
 * Returns: the value; 0 where the event does not have the field
 *
 * Since: 1.0
 */
guint64
spur_cursor_get_uint (SpurCursor *self, const SpurCursorField *field)
{
  guint64 bits = 0;

  g_return_val_if_fail (SPUR_IS_CURSOR (self), 0);
  g_return_val_if_fail (field != NULL, 0);

  read_bits (self, field, &bits);
  return bits;
}

/**
 * spur_cursor_get_double:
 * @self: a cursor on an event
 * @field: a field that was looked up with @self as a %SPUR_FIELD_DOUBLE
 *
 * Reads a number with a fraction.
 *
 * Returns: the value; 0 where the event does not have the field
 *
 * Since: 1.0
 */
double
spur_cursor_get_double (SpurCursor *self, const SpurCursorField *field)
{
  guint64 bits = 0;
  double value;

  g_return_val_if_fail (SPUR_IS_CURSOR (self), 0.0);
  g_return_val_if_fail (field != NULL && field->type == SPUR_FIELD_DOUBLE, 0.0);

  read_bits (self, field, &bits);
  memcpy (&value, &bits, sizeof value);
  return value;
}

/**
 * spur_cursor_get_string:
 * @self: a cursor on an event
 * @field: a field that was looked up with @self as a %SPUR_FIELD_STRING
 *
 * Reads a text.
 *
 * Returns: (transfer none) (nullable): the text; %NULL where the event has none
 *
 * Since: 1.0
 */
const char *
spur_cursor_get_string (SpurCursor *self, const SpurCursorField *field)
{
  guint64 entry = SPUR_NONE;

  g_return_val_if_fail (SPUR_IS_CURSOR (self), NULL);
  g_return_val_if_fail (field != NULL && field->type == SPUR_FIELD_STRING, NULL);

  if (!read_bits (self, field, &entry) || entry == SPUR_NONE)
    return NULL;
  return spur_definitions_get_string (spur_trace_get_definitions (spur_cursor_get_trace (self)),
                                      (guint32) entry);
}

/**
 * spur_cursor_get_object:
 * @self: a cursor on an event
 * @field: a field that was looked up with @self as a %SPUR_FIELD_OBJECT
 *
 * Reads an active object.
 *
 * Returns: (transfer none) (nullable): the object; %NULL where the event has none
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_cursor_get_object (SpurCursor *self, const SpurCursorField *field)
{
  guint64 entry = SPUR_NONE;

  g_return_val_if_fail (SPUR_IS_CURSOR (self), NULL);
  g_return_val_if_fail (field != NULL && field->type == SPUR_FIELD_OBJECT, NULL);

  if (!read_bits (self, field, &entry) || entry == SPUR_NONE)
    return NULL;
  return spur_trace_get_object (spur_cursor_get_trace (self), (guint32) entry);
}
