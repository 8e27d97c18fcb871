/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-load-object.h"

G_BEGIN_DECLS

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
