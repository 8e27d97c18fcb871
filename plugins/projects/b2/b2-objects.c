/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-objects.h"

#include "plugins/projects/kit/sim-define.h"

SIM_DEFINE_PLAIN_TYPE (B2Node, b2_node, SpurTarget, SPUR_TYPE_TARGET)
SIM_DEFINE_PLAIN_TYPE (B2Query, b2_query, SpurLoadObject, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_PLAIN_TYPE (B2Interpreter, b2_interpreter, SpurLoadObject, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_PLAIN_TYPE (B2Scheduler, b2_scheduler, SpurLmComponent, SPUR_TYPE_LM_COMPONENT)
SIM_DEFINE_PLAIN_TYPE (B2Monitor, b2_monitor, SpurLmComponent, SPUR_TYPE_LM_COMPONENT)
