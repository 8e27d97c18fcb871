/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b4/b4-objects.h"

#include "plugins/projects/kit/sim-define.h"

SIM_DEFINE_PLAIN_TYPE (B4Machine, b4_machine, SpurTarget, SPUR_TYPE_TARGET)
SIM_DEFINE_PLAIN_TYPE (B4Simulator, b4_simulator, SpurLoadObject, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_PLAIN_TYPE (B4Controller, b4_controller, SpurLmComponent, SPUR_TYPE_LM_COMPONENT)
SIM_DEFINE_PLAIN_TYPE (B4CircuitPartition,
                       b4_circuit_partition,
                       SpurLoadObject,
                       SPUR_TYPE_LOAD_OBJECT)
