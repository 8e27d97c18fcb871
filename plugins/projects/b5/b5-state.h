/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-world.h"

#define B5_AGENTS_PER_PROCESS 4

/* The parameters of the receiver-initiated strategy, chosen at program start: who has at most
 * this many tasks asks, who has at least this many may give; how many processes are asked one after
 * the other, and how long one waits before asking again. */
#define B5_LOW_LOAD 1
#define B5_HIGH_LOAD 4
#define B5_PROBES 3
#define B5_PAUSE_NS 4000000

/* What a root task is worth; it is split among descendants until all of it came back. */
#define B5_CREDIT (G_GUINT64_CONSTANT (1) << 32)

#define B5_NOBODY G_MAXUINT

typedef enum
{
  B5_AGENT_BLOCKED,
  B5_AGENT_READY,
  B5_AGENT_RUNNING,
  B5_AGENT_MIGRATING,
  B5_N_AGENT_STATES,
} B5AgentState;

typedef enum
{
  B5_LOAD_LOW,
  B5_LOAD_NORMAL,
  B5_LOAD_HIGH,
  B5_N_LOADS,
} B5LoadClass;

/* Also the types of messages that the trace names. */
typedef enum
{
  B5_MESSAGE_START = 1,
  B5_MESSAGE_REQUEST,
  B5_MESSAGE_REPLY,
  B5_MESSAGE_AGENT,
  B5_MESSAGE_TASK,
  B5_MESSAGE_FORWARD,
  B5_MESSAGE_LOCATION,
  B5_MESSAGE_CREDIT,
  B5_MESSAGE_STOP,
  B5_MESSAGE_STOPPED,
  B5_MESSAGE_EXIT,
} B5MessageKind;

typedef struct
{
  B5MessageKind kind;
  guint from;
  guint to;
  guint agent;
  guint task;
  guint load;
  guint place;
  guint version;
  guint64 credit;
  guint64 n_bytes;
  SimMail *mail;

  /* The task that was sent with it, or the agent that migrates. */
  SimMail *carried;

  /* A task's first process, which learns where the agent is. */
  guint origin;
} B5Message;

typedef struct
{
  guint32 object;
  guint agent;
  guint level;
  guint64 credit;
  gint64 buffered_ns;
} B5TaskInfo;

/* A task that came to a process before its agent did. */
typedef struct
{
  guint task;
  SimMail *mail;
} B5Early;

typedef struct
{
  guint32 object;
  guint process;
  guint home;
  B5AgentState state;
  GQueue buffer;
  GArray *early;
  guint n_neighbours;
  guint neighbours[4];

  /* How often it migrated: who knows a higher number knows better where it is. */
  guint version;
} B5AgentInfo;

typedef struct
{
  guint place;
  guint version;
} B5Known;

typedef struct
{
  guint32 object;
  guint32 component;
  guint host;
  guint stream;
  guint speed_per_mille;
  B5Known *known;
  GQueue inbox;
  guint next_agent;
  guint running;
  guint current_task;
  guint64 credit;
  B5LoadClass load_class;
  guint recorded_load;
  guint n_probes;
  guint probes[B5_PROBES];
  guint next_probe;
  gboolean is_begun;

  /* Whether the agents that begin in it are there. */
  gboolean has_agents;
  gboolean is_busy;
  gboolean is_distributing;
  gboolean is_asking;
  gboolean is_pausing;
  gboolean is_stopping;
  gboolean has_stopped;
  gboolean is_over;
} B5ProcessInfo;

typedef struct
{
  guint32 object;
  guint32 group;
} B5Pair;

typedef struct
{
  SimWorld *world;
  SimRandom *random;

  /* Takes a message, by its address, to the process that it is for. */
  SimHandler deliver;
  guint n_processes;
  B5ProcessInfo *processes;
  guint n_agents;
  B5AgentInfo *agents;
  GArray *tasks;
  GArray *pairs;
  guint n_roots;
  guint64 recovered;
  guint n_stopped;
} B5Simulation;

static inline B5TaskInfo *
b5_simulation_get_task (const B5Simulation *self, guint task)
{
  return &g_array_index (self->tasks, B5TaskInfo, task);
}

/* b5-process.c: state, load and messages of a process */

extern const SimState b5_agent_states[B5_N_AGENT_STATES];
extern const SimState b5_load_states[B5_N_LOADS];
void b5_process_send (B5Simulation *self, const B5Message *message);
void b5_process_set_agent (B5Simulation *self, guint process, guint agent, B5AgentState state);
void b5_process_buffer (B5Simulation *self, guint process, guint task);
guint b5_process_get_load (B5Simulation *self, guint process);
void b5_process_measure (B5Simulation *self, guint process);

/* b5-execution.c: what a process does */

void b5_execution_deliver (gpointer data, guint64 address, guint64 unused);
void b5_execution_step (B5Simulation *self, guint process);

/* b5-tasks.c: what happens to tasks */

guint b5_tasks_add (
  B5Simulation *self, guint process, guint32 creator, guint agent, guint level, guint64 credit);
void b5_tasks_send (B5Simulation *self, guint process, guint32 sender, guint task);
void b5_tasks_receive (B5Simulation *self, const B5Message *message);
void b5_tasks_welcome (B5Simulation *self, guint process, guint agent);
gint64 b5_tasks_get_cost_ns (B5Simulation *self, guint task);
guint b5_tasks_count_children (B5Simulation *self, guint task);
void b5_tasks_divide (B5Simulation *self, guint process, guint task, guint n_children);

/* b5-strategy.c: the receiver-initiated strategy */

void b5_strategy_look (B5Simulation *self, guint process);
void b5_strategy_handle (B5Simulation *self, const B5Message *message);

/* b5-ending.c: how the end is found, and what happens then */

void b5_ending_give_back (B5Simulation *self, guint process);
void b5_ending_handle (B5Simulation *self, const B5Message *message);
void b5_ending_stopped (B5Simulation *self, guint process);

/* b5-beginning.c: hosts, processes, agents and the first tasks */

void b5_beginning_begin (B5Simulation *self, guint process);
void b5_beginning_place (B5Simulation *self, guint process);
