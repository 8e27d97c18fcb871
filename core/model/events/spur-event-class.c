/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a class says of its events. */
#include "config.h"

#include "core/model/events/spur-event-type-private.h"
#include "core/model/events/spur-event.h"

/**
 * spur_event_class_set_name:
 * @klass: a class that is being initialised
 * @name: the name of its events in traces, as in "LO_Migration_Event"
 *
 * Names the class in traces; subclasses are named by their own GType as long as they say
 * nothing.
 *
 * Since: 1.0
 */
void
spur_event_class_set_name (SpurEventClass *klass, const char *name)
{
  SpurEventLayout *layout;

  g_return_if_fail (name != NULL);

  layout = spur_event_class_own_layout (klass);
  g_free (layout->name);
  layout->name = g_strdup (name);
}

/**
 * spur_event_class_set_role:
 * @klass: a class that is being initialised
 * @role: the causal role of its events
 * @match: how their partners are found
 *
 * Says what causal role the events have, and how their partners are found.
 *
 * Since: 1.0
 */
void
spur_event_class_set_role (SpurEventClass *klass, SpurRole role, SpurMatch match)
{
  SpurEventLayout *layout = spur_event_class_own_layout (klass);

  layout->role = role;
  layout->match = match;
}

/**
 * spur_event_class_set_effect:
 * @klass: a class that is being initialised
 * @effect: what its events do to the state of their subject
 *
 * Says what the events do to the state of their subject.
 *
 * Since: 1.0
 */
void
spur_event_class_set_effect (SpurEventClass *klass, SpurEffect effect)
{
  spur_event_class_own_layout (klass)->effect = effect;
}

/**
 * spur_event_class_add_field:
 * @klass: a class that is being initialised
 * @name: the field's name
 * @type: how it is packed
 * @use: what it means to matching, correction and views
 * @description: (nullable): one sentence for a person
 *
 * Adds a parameter to the events of the class, behind the inherited ones.
 *
 * Returns: the field's index
 *
 * Since: 1.0
 */
guint
spur_event_class_add_field (
  SpurEventClass *klass, const char *name, SpurFieldType type, SpurUse use, const char *description)
{
  return spur_event_layout_add_field (spur_event_class_own_layout (klass), name, type, use,
                                      description);
}

/**
 * spur_event_class_set_unit:
 * @klass: a class that is being initialised
 * @field: the name of one of its fields
 * @unit: (nullable): the unit of the field's values, as in "bytes", "ns" or "1/s"
 *
 * Says the unit of a field's values.
 *
 * Since: 1.0
 */
void
spur_event_class_set_unit (SpurEventClass *klass, const char *field, const char *unit)
{
  SpurEventLayout *layout = spur_event_class_own_layout (klass);
  int index = spur_event_layout_find_field (layout, field);

  g_return_if_fail (index >= 0);

  spur_event_layout_set_unit (layout, (guint) index, unit);
}

/**
 * spur_event_class_omit_field:
 * @klass: a class that is being initialised
 * @field: the name of an inherited field
 *
 * Leaves an inherited parameter out of the records of this class and its subclasses. Who asks an
 * event for it gets what stands for nothing.
 *
 * Since: 1.0
 */
void
spur_event_class_omit_field (SpurEventClass *klass, const char *field)
{
  spur_event_layout_omit_field (spur_event_class_own_layout (klass), field);
}
