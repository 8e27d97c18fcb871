/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-active-object.h"

G_BEGIN_DECLS

#define SPUR_TYPE_OBJECT_LOCATION (spur_object_location_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurObjectLocation, spur_object_location, SPUR, OBJECT_LOCATION, SpurLocation)

/**
 * SpurObjectLocationClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurObjectLocationClass
{
  SpurLocationClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurLocation *spur_object_location_new (SpurActiveObject *holder);

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_object_location_get_holder (SpurObjectLocation *self);

G_END_DECLS
