/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-location.h"
#include "core/model/objects/spur-target.h"

G_BEGIN_DECLS

#define SPUR_TYPE_TARGET_LOCATION (spur_target_location_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurTargetLocation, spur_target_location, SPUR, TARGET_LOCATION, SpurLocation)

/**
 * SpurTargetLocationClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurTargetLocationClass
{
  SpurLocationClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurLocation *spur_target_location_new (SpurTarget *target);

SPUR_AVAILABLE_IN_ALL
SpurTarget *spur_target_location_get_target (SpurTargetLocation *self);

G_END_DECLS
