/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/model/objects/spur-lm-component.h"

/**
 * SpurLmComponent:
 *
 * A component of the load management: a monitor, a strategy, a controller (TUM-I9909 section
 * 4.2.3).
 *
 * It is a load object like any other, so it is placed, changes state and sends, and what it costs
 * can be told from the application's own work by its class.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLmComponent, spur_lm_component, SPUR_TYPE_LOAD_OBJECT)

static void
spur_lm_component_class_init (SpurLmComponentClass *klass)
{
}

static void
spur_lm_component_init (SpurLmComponent *self)
{
}
