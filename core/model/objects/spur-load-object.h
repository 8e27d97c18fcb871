/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-active-object.h"

G_BEGIN_DECLS

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

G_END_DECLS
