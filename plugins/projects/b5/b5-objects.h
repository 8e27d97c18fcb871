/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-lm-component.h"
#include "core/model/objects/spur-target.h"

G_BEGIN_DECLS

/* A workstation with one or two processors. */
#define B5_TYPE_WORKSTATION (b5_workstation_get_type ())
G_DECLARE_FINAL_TYPE (B5Workstation, b5_workstation, B5, WORKSTATION, SpurTarget)

/* A virtual process: a distributed resource to which work load is assigned. */
#define B5_TYPE_PROCESS (b5_process_get_type ())
G_DECLARE_FINAL_TYPE (B5Process, b5_process, B5, PROCESS, SpurLoadObject)

/* A virtual agent: executes one task after the other, and migrates between processes. */
#define B5_TYPE_AGENT (b5_agent_get_type ())
G_DECLARE_FINAL_TYPE (B5Agent, b5_agent, B5, AGENT, SpurLoadObject)

/* A virtual task: a subproblem of the application, which stays with its agent. */
#define B5_TYPE_TASK (b5_task_get_type ())
G_DECLARE_FINAL_TYPE (B5Task, b5_task, B5, TASK, SpurLoadObject)

/* ALDY itself, as it is linked to a process. */
#define B5_TYPE_DISTRIBUTOR (b5_distributor_get_type ())
G_DECLARE_FINAL_TYPE (B5Distributor, b5_distributor, B5, DISTRIBUTOR, SpurLmComponent)

G_END_DECLS
