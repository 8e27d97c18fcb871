/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The supervisor starts provers of all strategies for a problem, each on the host that promises
 * the shortest time among those with enough memory. The first proof ends the others. */
#include "plugins/projects/a5/a5-state.h"

static const guint64 needs[A5_STRATEGIES] = { 16 * A5_MEGABYTE, 10 * A5_MEGABYTE, 12 * A5_MEGABYTE,
                                              14 * A5_MEGABYTE };

void
a5_supervisor_prepare (A5Simulation *self, guint n_problems)
{
  self->n_problems = n_problems;
  self->problems = g_new0 (A5ProblemInfo, n_problems);
  for (guint i = 0; i < n_problems; i++)
    {
      A5ProblemInfo *problem = &self->problems[i];
      g_autofree char *name = g_strdup_printf ("problem %u", i + 1);

      problem->name = sim_world_add_string (self->world, name);
      problem->n_unstarted = A5_STRATEGIES;
      for (guint k = 0; k < A5_STRATEGIES; k++)
        problem->provers[k] = A5_NOBODY;
    }
}

static guint64
get_free (const A5HostInfo *host)
{
  return host->known_memory > host->reserved ? host->known_memory - host->reserved : 0;
}

/* What a prover would get of the processor. */
static guint
get_promise (const A5HostInfo *host)
{
  return host->speed * (1000 - host->known_load_per_mille) / (host->n_started + 1);
}

static guint
choose_host (A5Simulation *self, guint64 need)
{
  guint best = A5_NOBODY, best_promise = 0;

  for (guint i = 0; i < self->n_hosts; i++)
    {
      const A5HostInfo *host = &self->hosts[i];

      if (!host->is_known || get_free (host) < MAX (need, A5_LEAST_MEMORY))
        continue;
      if (get_promise (host) > best_promise)
        {
          best = i;
          best_promise = get_promise (host);
        }
    }
  return best;
}

static void
start_prover (A5Simulation *self, guint problem, guint strategy, guint host)
{
  A5ProverInfo prover = {
    .object = sim_world_add_object (self->world, "A5Prover", "prover", "prover %u.%u", problem + 1,
                                    strategy + 1),
    .problem = problem,
    .strategy = strategy,
    .host = host,
    .need = needs[strategy],
    .proof_depth = (guint) sim_random_between (self->random, 4, 9),
  };
  A5HostInfo *info = &self->hosts[host];
  A5Message message = {
    .kind = A5_MESSAGE_START, .host = host, .prover = self->provers->len, .memory = get_free (info)
  };

  g_array_append_val (self->provers, prover);
  self->problems[problem].provers[strategy] = message.prover;
  self->problems[problem].n_unstarted--;
  info->reserved += prover.need;
  info->n_started++;
  a5_hosts_send (self, &message);
}

/* Starts what memory allows, of problems that are open and then of new ones. */
static void
start_waiting (A5Simulation *self)
{
  for (guint i = 0; i < self->n_problems; i++)
    {
      A5ProblemInfo *problem = &self->problems[i];

      if (i == self->next_problem && self->n_open < A5_MAX_OPEN)
        {
          self->next_problem++;
          self->n_open++;
        }
      if (i >= self->next_problem)
        return;
      for (guint k = 0; k < A5_STRATEGIES && !problem->is_decided; k++)
        {
          guint host;

          if (problem->provers[k] != A5_NOBODY)
            continue;
          host = choose_host (self, needs[k]);
          if (host != A5_NOBODY)
            start_prover (self, i, k, host);
        }
    }
}

static void
decide_problem (A5Simulation *self, A5ProblemInfo *problem)
{
  problem->is_decided = TRUE;
  for (guint k = 0; k < A5_STRATEGIES; k++)
    {
      A5Message cancel = { .kind = A5_MESSAGE_CANCEL, .prover = problem->provers[k] };

      if (problem->provers[k] == A5_NOBODY)
        continue;
      cancel.host = a5_get_prover (self, cancel.prover)->host;
      a5_hosts_send (self, &cancel);
    }
}

static void
finish_program (A5Simulation *self)
{
  self->is_over = TRUE;
  for (guint i = 0; i < self->n_hosts; i++)
    {
      const A5Message all_done = { .kind = A5_MESSAGE_CANCEL, .host = i, .prover = A5_NOBODY };

      a5_hosts_send (self, &all_done);
    }
}

static void
take_verdict (A5Simulation *self, const A5Message *message)
{
  const A5ProverInfo *prover = a5_get_prover (self, message->prover);
  A5ProblemInfo *problem = &self->problems[prover->problem];
  A5HostInfo *host = &self->hosts[message->host];

  if (message->result == A5_RESULT_ENDED)
    {
      host->reserved -= prover->need;
      host->n_started--;
      if (++problem->n_ended == A5_STRATEGIES - problem->n_unstarted)
        {
          self->n_open--;
          self->n_done++;
        }
    }
  else if (message->result == A5_RESULT_EXHAUSTED)
    {
      problem->n_exhausted++;
    }
  if (!problem->is_decided &&
      (message->result == A5_RESULT_PROOF || problem->n_exhausted == A5_STRATEGIES))
    decide_problem (self, problem);
  if (self->n_done == self->n_problems)
    finish_program (self);
  else
    start_waiting (self);
}

static gboolean
knows_all (const A5Simulation *self)
{
  for (guint i = 0; i < self->n_hosts; i++)
    {
      if (!self->hosts[i].is_known)
        return FALSE;
    }
  return TRUE;
}

void
a5_supervisor_handle (A5Simulation *self, const A5Message *message)
{
  A5HostInfo *host = &self->hosts[message->host];

  if (message->kind == A5_MESSAGE_VERDICT)
    {
      take_verdict (self, message);
      return;
    }
  host->is_known = TRUE;
  host->known_memory = message->memory;
  host->known_load_per_mille = message->load_per_mille;
  if (!self->is_over && knows_all (self))
    start_waiting (self);
}
