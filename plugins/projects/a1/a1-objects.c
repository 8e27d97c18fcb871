/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a1/a1-objects.h"

#include "plugins/projects/kit/sim-define.h"

SIM_DEFINE_PLAIN_TYPE (A1Computer, a1_computer, SpurTarget, SPUR_TYPE_TARGET)
SIM_DEFINE_PLAIN_TYPE (A1Processor, a1_processor, SpurTarget, SPUR_TYPE_TARGET)
SIM_DEFINE_PLAIN_TYPE (A1Process, a1_process, SpurLoadObject, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_PLAIN_TYPE (A1Thread, a1_thread, SpurLoadObject, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_PLAIN_TYPE (A1Object, a1_object, SpurLoadObject, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_PLAIN_TYPE (A1Monitor, a1_monitor, SpurLmComponent, SPUR_TYPE_LM_COMPONENT)
