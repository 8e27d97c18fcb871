/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Events as a person reads them. */
#include "config.h"

#include "core/model/events/spur-event-internal.h"

static void
append_list (GString *string, SpurEntryList *list)
{
  g_autofree char *text = list != NULL ? spur_entry_list_to_string (list) : g_strdup ("-");

  g_string_append (string, text);
}

void
spur_event_append_value (GString *string, const SpurField *field, const SpurEventSlot *slot)
{
  if (field->type == SPUR_FIELD_LIST)
    append_list (string, slot->list);
  else if (field->type == SPUR_FIELD_STRING || field->type == SPUR_FIELD_STATE ||
           field->type == SPUR_FIELD_GROUP)
    g_string_append (string, slot->text != NULL ? slot->text : "-");
  else if (field->type == SPUR_FIELD_OBJECT)
    g_string_append (string,
                     slot->object != NULL ? spur_active_object_get_name (slot->object) : "-");
  else if (field->type == SPUR_FIELD_DOUBLE)
    g_string_append_printf (string, "%.17g", slot->real);
  else if (field->type == SPUR_FIELD_INT64)
    g_string_append_printf (string, "%" G_GINT64_FORMAT, (gint64) slot->number);
  else
    g_string_append_printf (string, "%" G_GUINT64_FORMAT, slot->number);
}

/**
 * spur_event_to_string:
 * @self: an event
 *
 * Gets time, class and fields as a person reads them.
 *
 * Returns: (transfer full): time, class and fields as a person reads them
 *
 * Since: 1.0
 */
char *
spur_event_to_string (SpurEvent *self)
{
  const SpurEventLayout *layout;
  const SpurEventSlot *slots;
  GString *string;

  g_return_val_if_fail (SPUR_IS_EVENT (self), NULL);

  slots = spur_event_get_slots (self);
  layout = spur_event_get_layout (self);
  string = g_string_new (NULL);
  g_string_append_printf (string, "%" G_GINT64_FORMAT " %s", spur_event_get_time_ns (self),
                          layout->name);
  for (guint i = 0; i < layout->n_fields; i++)
    {
      g_string_append_printf (string, " %s=", layout->fields[i].name);
      spur_event_append_value (string, &layout->fields[i], &slots[i]);
    }
  return g_string_free (string, FALSE);
}
