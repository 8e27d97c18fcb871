/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a class says of its events. */
#include "core/model/events/spur-event-define.h"
#include "core/model/events/spur-event-internal.h"
#include "core/model/events/spur-event-layout-internal.h"

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
 * Leaves an inherited parameter out of the records of this class and its subclasses. An
 * event that is asked for it says that it is absent.
 *
 * Since: 1.0
 */
void
spur_event_class_omit_field (SpurEventClass *klass, const char *field)
{
  spur_event_layout_omit_field (spur_event_class_own_layout (klass), field);
}

static void
add_trait (SpurEventClass *klass, const SpurEventTrait *trait)
{
  const char *name = trait->name;

  switch (trait->kind)
    {
    case SPUR_TRAIT_KIND_NAME:
      spur_event_class_set_name (klass, name);
      break;
    case SPUR_TRAIT_KIND_ROLE:
      spur_event_class_set_role (klass, (SpurRole) trait->values[0], (SpurMatch) trait->values[1]);
      break;
    case SPUR_TRAIT_KIND_EFFECT:
      spur_event_class_set_effect (klass, (SpurEffect) trait->values[0]);
      break;
    case SPUR_TRAIT_KIND_FIELD:
      spur_event_class_add_field (klass, name, (SpurFieldType) trait->values[0],
                                  (SpurUse) trait->values[1], trait->description);
      if (trait->unit != NULL)
        spur_event_class_set_unit (klass, name, trait->unit);
      break;
    case SPUR_TRAIT_KIND_OMIT:
      spur_event_class_omit_field (klass, name);
      break;
    default:
      g_return_if_reached ();
    }
}

static void
add_traits (gpointer klass, gpointer traits)
{
  for (const SpurEventTrait *trait = traits; trait->kind != SPUR_TRAIT_KIND_END; trait++)
    add_trait (klass, trait);
}

/**
 * spur_event_type_define: (skip)
 * @parent: the type of the class that it extends
 * @type_name: the name of its type, as in "SpurLoMigrationEvent"
 * @traits: (array zero-terminated=1): what it says beside its parent, for ever
 *
 * Defines an event class that is only data: use %SPUR_DEFINE_EVENT_CLASS.
 *
 * Returns: its type
 *
 * Since: 1.0
 */
GType
spur_event_type_define (GType parent, const char *type_name, const SpurEventTrait *traits)
{
  GTypeQuery query;

  g_return_val_if_fail (g_type_is_a (parent, SPUR_TYPE_EVENT), G_TYPE_INVALID);
  g_return_val_if_fail (type_name != NULL && traits != NULL, G_TYPE_INVALID);

  g_type_query (parent, &query);
  return g_type_register_static (parent, g_intern_string (type_name),
                                 &(GTypeInfo){ .class_size = (guint16) query.class_size,
                                               .class_init = add_traits,
                                               .class_data = traits,
                                               .instance_size = (guint16) query.instance_size },
                                 G_TYPE_FLAG_NONE);
}
