/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/model/objects/spur-load-object.h"

/**
 * SpurLoadObject:
 *
 * What is created, placed, migrated, changes state, sends, ends (TUM-I9909 section 3.2).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLoadObject, spur_load_object, SPUR_TYPE_ACTIVE_OBJECT)

static void
spur_load_object_class_init (SpurLoadObjectClass *klass)
{
}

static void
spur_load_object_init (SpurLoadObject *self)
{
}
