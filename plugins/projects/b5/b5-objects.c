/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-objects.h"

#include "plugins/projects/kit/sim-define.h"

SIM_DEFINE_PLAIN_TYPE (B5Workstation, b5_workstation, SpurTarget, SPUR_TYPE_TARGET)
SIM_DEFINE_PLAIN_TYPE (B5Process, b5_process, SpurLoadObject, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_PLAIN_TYPE (B5Agent, b5_agent, SpurLoadObject, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_PLAIN_TYPE (B5Task, b5_task, SpurLoadObject, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_PLAIN_TYPE (B5Distributor, b5_distributor, SpurLmComponent, SPUR_TYPE_LM_COMPONENT)
