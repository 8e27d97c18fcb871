/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-lm-component.h"
#include "core/model/objects/spur-neighborhood.h"
#include "core/model/objects/spur-target.h"

G_BEGIN_DECLS

/**
 * A1Computer:
 *
 * A computer of the network.
 */
#define A1_TYPE_COMPUTER (a1_computer_get_type ())
G_DECLARE_FINAL_TYPE (A1Computer, a1_computer, A1, COMPUTER, SpurTarget)

/**
 * A1Processor:
 *
 * A processor of a computer.
 */
#define A1_TYPE_PROCESSOR (a1_processor_get_type ())
G_DECLARE_FINAL_TYPE (A1Processor, a1_processor, A1, PROCESSOR, SpurTarget)

/**
 * A1Process:
 *
 * A process of a parallel application.
 */
#define A1_TYPE_PROCESS (a1_process_get_type ())
G_DECLARE_FINAL_TYPE (A1Process, a1_process, A1, PROCESS, SpurLoadObject)

/**
 * A1Thread:
 *
 * A thread of a process.
 */
#define A1_TYPE_THREAD (a1_thread_get_type ())
G_DECLARE_FINAL_TYPE (A1Thread, a1_thread, A1, THREAD, SpurLoadObject)

/**
 * A1Object:
 *
 * An object in the sense of a programming language, in a process.
 */
#define A1_TYPE_OBJECT (a1_object_get_type ())
G_DECLARE_FINAL_TYPE (A1Object, a1_object, A1, OBJECT, SpurLoadObject)

/**
 * A1Monitor:
 *
 * A part of the monitoring system OCM: one on each computer, with its node status reporter, and a
 *  central one.
 */
#define A1_TYPE_MONITOR (a1_monitor_get_type ())
G_DECLARE_FINAL_TYPE (A1Monitor, a1_monitor, A1, MONITOR, SpurLmComponent)

G_END_DECLS
