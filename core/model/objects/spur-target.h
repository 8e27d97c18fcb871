/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-active-object.h"

G_BEGIN_DECLS

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

G_END_DECLS
