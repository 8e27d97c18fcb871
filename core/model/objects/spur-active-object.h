/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/identifiers/spur-identifier.h"
#include "core/model/objects/spur-entry-list.h"
#include "core/model/objects/spur-location.h"

G_BEGIN_DECLS

#define SPUR_TYPE_ACTIVE_OBJECT (spur_active_object_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurActiveObject, spur_active_object, SPUR, ACTIVE_OBJECT, GObject)

/**
 * SpurActiveObjectClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurActiveObjectClass
{
  GObjectClass parent_class;

  /*< private >*/
  gpointer _reserved[8];
};

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_active_object_new (GType type, const char *name, const char *kind);

SPUR_AVAILABLE_IN_ALL
SpurIdentifier *spur_active_object_get_identifier (SpurActiveObject *self);

SPUR_AVAILABLE_IN_ALL
void spur_active_object_set_identifier (SpurActiveObject *self, SpurIdentifier *identifier);

SPUR_AVAILABLE_IN_ALL
const char *spur_active_object_get_name (SpurActiveObject *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_active_object_get_kind (SpurActiveObject *self);

SPUR_AVAILABLE_IN_ALL
SpurResourceList *spur_active_object_get_resources (SpurActiveObject *self);

SPUR_AVAILABLE_IN_ALL
void spur_active_object_set_resources (SpurActiveObject *self, SpurResourceList *resources);

SPUR_AVAILABLE_IN_ALL
SpurLocation *spur_active_object_get_location (SpurActiveObject *self);

SPUR_AVAILABLE_IN_ALL
void spur_active_object_set_location (SpurActiveObject *self, SpurLocation *location);

#define SPUR_TYPE_LOAD_OBJECT (spur_load_object_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLoadObject, spur_load_object, SPUR, LOAD_OBJECT, SpurActiveObject)

/**
 * SpurLoadObjectClass:
 * @parent_class: the parent
 *
 * What is created, placed, migrated, changes state, sends, ends.
 *
 * Since: 1.0
 */
struct _SpurLoadObjectClass
{
  SpurActiveObjectClass parent_class;

  /*< private >*/
  gpointer _reserved[8];
};

#define SPUR_TYPE_PINNED_OBJECT (spur_pinned_object_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurPinnedObject, spur_pinned_object, SPUR, PINNED_OBJECT, SpurLoadObject)

/**
 * SpurPinnedObjectClass:
 * @parent_class: the parent
 *
 * A load object that load management may not move.
 *
 * Since: 1.0
 */
struct _SpurPinnedObjectClass
{
  SpurLoadObjectClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

#define SPUR_TYPE_TARGET (spur_target_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurTarget, spur_target, SPUR, TARGET, SpurActiveObject)

/**
 * SpurTargetClass:
 * @parent_class: the parent
 *
 * What load objects run on.
 *
 * Since: 1.0
 */
struct _SpurTargetClass
{
  SpurActiveObjectClass parent_class;

  /*< private >*/
  gpointer _reserved[8];
};

#define SPUR_TYPE_LM_COMPONENT (spur_lm_component_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLmComponent, spur_lm_component, SPUR, LM_COMPONENT, SpurLoadObject)

/**
 * SpurLmComponentClass:
 * @parent_class: the parent
 *
 * A load object that manages load.
 *
 * Since: 1.0
 */
struct _SpurLmComponentClass
{
  SpurLoadObjectClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
