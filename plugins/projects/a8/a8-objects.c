/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a8/a8-objects.h"

#include "plugins/projects/kit/sim-define.h"

SIM_DEFINE_PLAIN_TYPE (A8Host, a8_host, SpurTarget, SPUR_TYPE_TARGET)
SIM_DEFINE_PLAIN_TYPE (A8Actor, a8_actor, SpurLoadObject, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_PLAIN_TYPE (A8Depot, a8_depot, SpurLoadObject, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_PLAIN_TYPE (A8Manager, a8_manager, SpurLmComponent, SPUR_TYPE_LM_COMPONENT)
