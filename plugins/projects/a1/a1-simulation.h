/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-program.h"

#define A1_MAX_THREADS 4
#define A1_MAX_OBJECTS 6

typedef struct
{
  guint number;
  guint32 object;
  guint computer;
  guint n_steps_left;
  guint64 memory_bytes;

  /* Whom it talks to, or SPUR_NONE. */
  guint32 partner;
  guint32 threads[A1_MAX_THREADS];
  guint n_threads;
  guint32 objects[A1_MAX_OBJECTS];
  guint n_objects;
  guint n_incoming;
  gboolean is_moving;
  gboolean is_waiting_to_move;
  gboolean is_ending;
  gboolean is_over;
} A1SimProcess;

typedef struct
{
  guint number;
  guint32 target;
  guint32 processors[2];
  guint stream;
  guint32 monitor;
  gboolean is_there;
  gboolean is_leaving;

  /* Of the network, as the central monitor knows it: it learns late that a computer is left. */
  gboolean is_member;
  gboolean is_monitored;
  guint n_processes;
  guint n_users;
  guint next_pid;
  guint slowness;

  /* Smoothed, in thousandths of a process. */
  guint load_milli;

  /* What the central monitor knows. */
  guint known_load_milli;
} A1SimComputer;

typedef enum
{
  A1_SERVICE_CREATE = 1,
  A1_SERVICE_CREATED,
  A1_SERVICE_LOAD,
  A1_SERVICE_EVACUATE,
  A1_SERVICE_EVACUATED,
  A1_SERVICE_MESSAGE,
} A1Service;

typedef struct
{
  SimWorld *world;
  SimRandom *random;
  guint n_computers;
  A1SimComputer *computers;
  GPtrArray *processes;
  guint n_wanted;
  guint n_begun;
  guint n_ended;
  guint n_objects;
  guint64 n_sent_bytes;

  guint central_stream;
  guint32 central;
  gboolean is_over;
  guint32 network;
  guint32 members;

  guint32 service_names[A1_SERVICE_MESSAGE];
} A1Simulation;

A1SimProcess *a1_process (const A1Simulation *self, guint32 number);

/* Processes */

void a1_process_create (A1Simulation *self, A1SimComputer *computer);

/* Writes where the process is, and what it contains. */
void a1_process_locate (const A1Simulation *self, const A1SimProcess *process, guint32 *places);

/* Moves to another computer at the end of the present step. */
void a1_process_move (A1Simulation *self, A1SimProcess *process);

/* Monitoring */

/* The computer with least load, as far as the central monitor knows. */
A1SimComputer *a1_choose_computer (A1Simulation *self);

/* A process has left; where it was the last one to go, the computer leaves. */
void a1_check_evacuated (A1Simulation *self, A1SimComputer *computer);
