/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-active-object.h"
#include "core/model/objects/spur-lm-component.h"
#include "core/model/objects/spur-load-object.h"
#include "core/model/objects/spur-target.h"

G_BEGIN_DECLS

/**
 * B4Machine:
 *
 * A workstation.
 */
#define B4_TYPE_MACHINE (b4_machine_get_type ())
G_DECLARE_FINAL_TYPE (B4Machine, b4_machine, B4, MACHINE, SpurTarget)

/**
 * B4Simulator:
 *
 * A process that simulates some partitions of the circuit.
 */
#define B4_TYPE_SIMULATOR (b4_simulator_get_type ())
G_DECLARE_FINAL_TYPE (B4Simulator, b4_simulator, B4, SIMULATOR, SpurLoadObject)

/**
 * B4Controller:
 *
 * The global controller, which asks for the progress of virtual time and initiates migrations.
 */
#define B4_TYPE_CONTROLLER (b4_controller_get_type ())
G_DECLARE_FINAL_TYPE (B4Controller, b4_controller, B4, CONTROLLER, SpurLmComponent)

/**
 * B4CircuitPartition:
 *
 * Gates and signals that are simulated together, and migrate together. It is placed in a simulator.
 */
#define B4_TYPE_CIRCUIT_PARTITION (b4_circuit_partition_get_type ())
G_DECLARE_FINAL_TYPE (
  B4CircuitPartition, b4_circuit_partition, B4, CIRCUIT_PARTITION, SpurLoadObject)

G_END_DECLS
