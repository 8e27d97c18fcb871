/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/model/objects/spur-target.h"

/**
 * SpurTarget:
 *
 * What load objects run on: host, node, core (TUM-I9909 section 3.2).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurTarget, spur_target, SPUR_TYPE_ACTIVE_OBJECT)

static void
spur_target_class_init (SpurTargetClass *klass)
{
}

static void
spur_target_init (SpurTarget *self)
{
}
