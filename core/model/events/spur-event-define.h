/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Event classes as data: a class is declared in two lines, and defined by a table of what it says
 * beside its parent. A class with behaviour of its own is defined with G_DEFINE_TYPE. */
#pragma once

#include "core/model/events/spur-event.h"

G_BEGIN_DECLS

/**
 * SpurEventTrait: (skip)
 *
 * One thing that an event class says of its events. It is made by the macros `SPUR_TRAIT_…`, whose
 * arguments are the ends of the names of enumerators, as in
 * `SPUR_TRAIT_FIELD ("source", OBJECT, SOURCE, "where it was")`.
 *
 * Since: 1.0
 */
typedef struct
{
  /*< private >*/
  guint kind;
  const char *name;
  int values[2];
  const char *unit;
  const char *description;
} SpurEventTrait;

/*< private >*/
enum
{
  SPUR_TRAIT_KIND_END,
  SPUR_TRAIT_KIND_NAME,
  SPUR_TRAIT_KIND_ROLE,
  SPUR_TRAIT_KIND_EFFECT,
  SPUR_TRAIT_KIND_FIELD,
  SPUR_TRAIT_KIND_OMIT,
};

#ifndef __GI_SCANNER__
#define SPUR_TRAIT(kind, name, value, other_value, unit, description)                              \
  {                                                                                                \
    kind, name, { value, other_value }, unit, description                                          \
  }
#endif

/**
 * SPUR_TRAIT_NAME:
 * @name: as for spur_event_class_set_name()
 *
 * The name of a class in traces.
 *
 * Since: 1.0
 */
#define SPUR_TRAIT_NAME(name) SPUR_TRAIT (SPUR_TRAIT_KIND_NAME, name, 0, 0, NULL, NULL)

/**
 * SPUR_TRAIT_ROLE:
 * @ROLE: the end of a #SpurRole
 * @MATCH: the end of a #SpurMatch
 *
 * The causal role of a class, as for spur_event_class_set_role().
 *
 * Since: 1.0
 */
#define SPUR_TRAIT_ROLE(ROLE, MATCH)                                                               \
  SPUR_TRAIT (SPUR_TRAIT_KIND_ROLE, NULL, SPUR_ROLE_##ROLE, SPUR_MATCH_##MATCH, NULL, NULL)

/**
 * SPUR_TRAIT_EFFECT:
 * @EFFECT: the end of a #SpurEffect
 *
 * What the events of a class do to their subject, as for spur_event_class_set_effect().
 *
 * Since: 1.0
 */
#define SPUR_TRAIT_EFFECT(EFFECT)                                                                  \
  SPUR_TRAIT (SPUR_TRAIT_KIND_EFFECT, NULL, SPUR_EFFECT_##EFFECT, 0, NULL, NULL)

/**
 * SPUR_TRAIT_FIELD:
 * @name: the field's name
 * @TYPE: the end of a #SpurFieldType
 * @USE: the end of a #SpurUse
 * @description: (nullable): one sentence for a person
 *
 * A field, as for spur_event_class_add_field().
 *
 * Since: 1.0
 */
#define SPUR_TRAIT_FIELD(name, TYPE, USE, description)                                             \
  SPUR_TRAIT_UNIT_FIELD (name, TYPE, USE, NULL, description)

/**
 * SPUR_TRAIT_UNIT_FIELD:
 * @name: the field's name
 * @TYPE: the end of a #SpurFieldType
 * @USE: the end of a #SpurUse
 * @unit: (nullable): as for spur_event_class_set_unit()
 * @description: (nullable): one sentence for a person
 *
 * A field whose values have a unit.
 *
 * Since: 1.0
 */
#define SPUR_TRAIT_UNIT_FIELD(name, TYPE, USE, unit, description)                                  \
  SPUR_TRAIT (SPUR_TRAIT_KIND_FIELD, name, SPUR_FIELD_##TYPE, SPUR_USE_##USE, unit, description)

/**
 * SPUR_TRAIT_OMIT:
 * @name: the name of an inherited field
 *
 * A field that the records of a class leave out, as for spur_event_class_omit_field().
 *
 * Since: 1.0
 */
#define SPUR_TRAIT_OMIT(name) SPUR_TRAIT (SPUR_TRAIT_KIND_OMIT, name, 0, 0, NULL, NULL)

/**
 * SPUR_DECLARE_EVENT_CLASS: (skip)
 * @TypeName: as in "SpurLoMigrationEvent"
 * @type_name: as in "spur_lo_migration_event"
 * @MODULE: as in "SPUR"
 * @OBJ_NAME: as in "LO_MIGRATION_EVENT"
 * @ParentName: as in "SpurLoEvent"
 *
 * Declares an event class that others may extend, with its structs and its casts. A class that is
 * only ever named by its #GType needs the prototype of its `get_type ()` alone.
 *
 * Since: 1.0
 */
#define SPUR_DECLARE_EVENT_CLASS(TypeName, type_name, MODULE, OBJ_NAME, ParentName)                \
  SPUR_AVAILABLE_IN_ALL                                                                            \
  G_DECLARE_DERIVABLE_TYPE (TypeName, type_name, MODULE, OBJ_NAME, ParentName)                     \
  struct _##TypeName##Class                                                                        \
  {                                                                                                \
    ParentName##Class parent_class;                                                                \
  };

/**
 * SPUR_DEFINE_EVENT_CLASS: (skip)
 * @TypeName: as in "SpurLoMigrationEvent"
 * @type_name: as in "spur_lo_migration_event"
 * @PARENT_TYPE: the #GType of the parent, as in "SPUR_TYPE_LO_EVENT"
 * @...: what it says beside its parent: `SPUR_TRAIT_NAME ()` first, then the others
 *
 * Defines an event class, at file scope.
 *
 * Since: 1.0
 */
#define SPUR_DEFINE_EVENT_CLASS(TypeName, type_name, PARENT_TYPE, ...)                             \
  GType type_name##_get_type (void)                                                                \
  {                                                                                                \
    static const SpurEventTrait traits[] = { __VA_ARGS__, { 0 } };                                 \
    static gsize type;                                                                             \
                                                                                                   \
    if (g_once_init_enter (&type))                                                                 \
      g_once_init_leave (&type, spur_event_type_define (PARENT_TYPE, #TypeName, traits));          \
    return type;                                                                                   \
  }

SPUR_AVAILABLE_IN_ALL
GType spur_event_type_define (GType parent, const char *type_name, const SpurEventTrait *traits);

G_END_DECLS
