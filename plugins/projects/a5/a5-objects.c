/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a5/a5-objects.h"

#include "plugins/projects/kit/sim-define.h"

SIM_DEFINE_PLAIN_TYPE (A5Host, a5_host, SpurTarget, SPUR_TYPE_TARGET)
SIM_DEFINE_PLAIN_TYPE (A5Prover, a5_prover, SpurLoadObject, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_PLAIN_TYPE (A5Supervisor, a5_supervisor, SpurLmComponent, SPUR_TYPE_LM_COMPONENT)
SIM_DEFINE_PLAIN_TYPE (A5Daemon, a5_daemon, SpurLmComponent, SPUR_TYPE_LM_COMPONENT)
