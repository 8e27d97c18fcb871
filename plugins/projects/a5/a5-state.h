/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-world.h"

#define A5_STRATEGIES 4
#define A5_NOBODY G_MAXUINT
#define A5_MEGABYTE G_GUINT64_CONSTANT (1048576)

/* A host with less free memory gets no prover. */
#define A5_LEAST_MEMORY (10 * A5_MEGABYTE)

/* How many problems are worked on at a time. */
#define A5_MAX_OPEN 3

/* The first strategy makes lemmas, the last one can use them. */
#define A5_LEMMA_MAKER 0
#define A5_LEMMA_USER (A5_STRATEGIES - 1)

typedef enum
{
  A5_STATE_SEARCHING,
  A5_STATE_PROVED,
  A5_STATE_EXHAUSTED,
  A5_STATE_TERMINATING,
} A5State;

/* Also the types of messages that the trace names. */
typedef enum
{
  A5_MESSAGE_REPORT = 1,
  A5_MESSAGE_START,
  A5_MESSAGE_VERDICT,
  A5_MESSAGE_CANCEL,
  A5_MESSAGE_LEMMA,
} A5MessageKind;

typedef enum
{
  A5_RESULT_NONE,
  A5_RESULT_PROOF,
  A5_RESULT_EXHAUSTED,
  A5_RESULT_ENDED,
  A5_N_RESULTS,
} A5Result;

typedef struct
{
  guint32 target;
  guint32 daemon;
  guint stream;
  guint speed;
  guint64 memory;
  guint n_users;
  guint n_provers;

  /* What the supervisor knows of it, and has reserved there. */
  gboolean is_known;
  guint64 known_memory;
  guint known_load_per_mille;
  guint64 reserved;
  guint n_started;
} A5HostInfo;

typedef struct
{
  guint32 object;
  guint problem;
  guint strategy;
  guint host;
  guint64 need;

  /* How deep its proof is: only the simulation knows. */
  guint proof_depth;
  guint depth;
  guint64 inferences;
  gint64 left;
  guint n_lemmas;
  A5State state;
  A5Result result;
  gboolean is_begun;
} A5ProverInfo;

typedef struct
{
  guint32 name;
  guint provers[A5_STRATEGIES];
  guint n_unstarted;
  guint n_exhausted;
  guint n_ended;
  gboolean is_decided;
} A5ProblemInfo;

typedef struct
{
  A5MessageKind kind;
  guint host;
  guint prover;
  guint64 memory;
  guint load_per_mille;
  A5Result result;
} A5Message;

typedef struct
{
  SimWorld *world;
  SimRandom *random;
  guint n_hosts;
  A5HostInfo *hosts;
  GArray *provers;
  guint n_problems;
  A5ProblemInfo *problems;
  guint next_problem;
  guint n_open;
  guint n_done;
  gboolean is_over;
  guint32 supervisor;
  guint32 results[A5_N_RESULTS];
  guint32 strategies[A5_STRATEGIES];
} A5Simulation;

static inline A5ProverInfo *
a5_get_prover (A5Simulation *self, guint prover)
{
  return &g_array_index (self->provers, A5ProverInfo, prover);
}

/* a5-hosts.c: hosts, their users and daemons, and all messages of the load management */

/* To the supervisor, or to the daemon of the message's host. */
void a5_hosts_send (A5Simulation *self, const A5Message *message);

/* a5-supervisor.c: which prover runs where */

void a5_supervisor_prepare (A5Simulation *self, guint n_problems);
void a5_supervisor_handle (A5Simulation *self, const A5Message *message);

/* a5-provers.c: the search for a proof */

void a5_provers_handle (A5Simulation *self, const A5Message *message);
