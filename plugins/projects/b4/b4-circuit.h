/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-world.h"

typedef enum
{
  B4_GATE_INPUT,
  B4_GATE_AND,
  B4_GATE_OR,
  B4_GATE_NAND,
  B4_GATE_XOR,
} B4GateKind;

typedef struct
{
  guint32 inputs[2];
  guint32 partition;

  /* In ticks of virtual time, above 0. */
  guint8 delay;
  guint8 kind;
} B4Gate;

/* The signal of a gate takes a value at a virtual time. One of @is_anti takes the signal of the
 * same id back. */
typedef struct
{
  guint64 virtual_time;
  guint64 id;
  guint32 gate;
  guint32 partition;
  guint8 value;
  guint8 is_anti;
} B4Signal;

/* A logic circuit in partitions. What gate i feeds is fanout[first_fanout[i]] up to that of i + 1,
 * and the partitions that want to know of it likewise, its own first. */
typedef struct
{
  guint n_gates;
  guint n_partitions;
  guint64 end;
  B4Gate *gates;
  guint32 *first_fanout;
  guint32 *fanout;
  guint32 *first_partition;
  guint32 *partitions;

  /* What comes from outside. */
  GArray *stimuli;
} B4Circuit;

/* Gates are numbered so that near ones are wired with near ones, and partitions are runs of
 * numbers. Stimuli end at the virtual time @end. */
B4Circuit *b4_circuit_new (SimRandom *random, guint n_gates, guint n_partitions, guint64 end);

void b4_circuit_free (B4Circuit *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (B4Circuit, b4_circuit_free)

guint8 b4_circuit_evaluate (const B4Circuit *self, guint32 gate, const guint8 *values);
