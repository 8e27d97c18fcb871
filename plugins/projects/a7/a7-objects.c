/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a7/a7-objects.h"

#include "plugins/projects/kit/sim-define.h"

SIM_DEFINE_PLAIN_TYPE (A7Node, a7_node, SpurTarget, SPUR_TYPE_TARGET)
SIM_DEFINE_PLAIN_TYPE (A7Subproblem, a7_subproblem, SpurLoadObject, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_PLAIN_TYPE (A7Balancer, a7_balancer, SpurLmComponent, SPUR_TYPE_LM_COMPONENT)
