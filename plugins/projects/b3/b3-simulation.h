/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/b3/b3-tree.h"
#include "plugins/projects/kit/sim-program.h"

typedef enum
{
  B3_DOWN,
  B3_UP,
} B3Direction;

/* What a node of the tree is to its process. */
typedef struct
{
  guint32 object;
  guint process;
  guint n_awaited;
  gboolean has_grown;
} B3Place;

typedef struct
{
  guint number;
  guint stream;
  guint32 object;
  guint speed_percent;

  /* Nodes that may be computed: twice the node, plus the direction. */
  GQueue ready;
  gboolean is_busy;

  /* In a phase of balancing: nodes that are still to come; may be below 0 before it is known how
   * many there are. */
  gboolean has_placement;
  int n_to_come;
} B3SimProcess;

/* The tags of the messages of balancing. */
typedef enum
{
  B3_PHASE_DONE = 2,
  B3_PHASE_PLACEMENT,
  B3_PHASE_READY,
  B3_PHASE_START,
  B3_PHASE_END,
} B3Phase;

typedef struct
{
  SimWorld *world;
  SimRandom *random;
  B3Tree tree;
  GArray *places;
  guint n_processes;
  B3SimProcess *processes;
  guint n_rounds;
  guint round;
  guint n_traversals;

  guint balancer_stream;
  guint32 balancer_object;
  guint n_ready;
  guint *new_process;
} B3Simulation;

B3Place *b3_place (B3Simulation *self, guint32 node);

/* The traversal, as processes see it. */

void b3_start_traversal (B3Simulation *self);

/* Makes a node known, and records that a process has it. */
void b3_add_node (B3Simulation *self, guint32 node, guint process);

/* Balancing. */

void b3_balancing_begin (B3Simulation *self);
