/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A prover deepens its search tree until it finds a proof, or the tree is too deep. The one that
 * works bottom-up sends lemmas to the others, and one of these gets along with a shallower tree
 * by them. */
#include "plugins/projects/a5/a5-state.h"

#define MAX_DEPTH 8

/* Inferences of the first level, and how many a host of speed 1 makes in 1 ms. */
#define FIRST_LEVEL 1600
#define INFERENCES_PER_MS 4

/* The processor is divided anew, and lemmas are sent, so often. */
#define SLICE_NS 20000000
#define SLICE_MS 20

/* Lemmas that save a level of the tree. */
#define LEMMAS_PER_LEVEL 40
#define LEMMA_BYTES 300

/* A prover that is to end takes what is on its way to it, and frees its memory. */
#define TERMINATING_NS 4000000

static void
tell_verdict (A5Simulation *self, guint prover, A5Result result)
{
  const A5Message verdict = { .kind = A5_MESSAGE_VERDICT,
                              .host = a5_get_prover (self, prover)->host,
                              .prover = prover,
                              .result = result };

  a5_hosts_send (self, &verdict);
}

static void
deepen_search (A5Simulation *self, guint prover)
{
  A5ProverInfo *info = a5_get_prover (self, prover);

  info->depth++;
  info->left = sim_random_about (self->random, (gint64) FIRST_LEVEL << info->depth);
  sim_world_record (self->world, self->hosts[info->host].stream, "A5SearchEvent", info->object,
                    { "state", SIM_TEXT ("searching") }, { "depth", info->depth },
                    { "inferences", info->inferences });
}

static void
receive_lemmas (gpointer data, guint64 what, guint64 unused)
{
  A5Simulation *self = data;
  A5ProverInfo *info = a5_get_prover (self, (guint) (what & G_MAXUINT32));

  if (info->strategy == A5_LEMMA_USER && info->state == A5_STATE_SEARCHING)
    info->n_lemmas += (guint) (what >> 32);
}

static void
send_lemmas (A5Simulation *self, guint prover)
{
  const A5ProverInfo *info = a5_get_prover (self, prover);
  const A5ProblemInfo *problem = &self->problems[info->problem];
  guint n_lemmas = (guint) sim_random_between (self->random, 1, 6);
  SimMessage message = { "A5Lemma",
                         { self->hosts[info->host].stream, info->object },
                         { 0, 0 },
                         A5_MESSAGE_LEMMA,
                         LEMMA_BYTES * n_lemmas };

  for (guint k = 0; k < A5_STRATEGIES; k++)
    {
      guint to = problem->provers[k];
      const A5ProverInfo *other;

      /* Who has ended its search, or has not begun, is not told. */
      if (to == prover || to == A5_NOBODY)
        continue;
      other = a5_get_prover (self, to);
      if (!other->is_begun || other->state != A5_STATE_SEARCHING)
        continue;
      message.to = (SimEnd){ self->hosts[other->host].stream, other->object };
      sim_world_send (self->world, &message, receive_lemmas, self, (guint64) n_lemmas << 32 | to,
                      { "lemmas", n_lemmas }, { "problem", problem->name });
    }
}

/* What a prover does of its work in a slice: users come first, provers share the rest. */
static gint64
get_share (const A5HostInfo *host)
{
  return (gint64) host->speed * (1000 - host->n_users * 230) / 1000 * INFERENCES_PER_MS * SLICE_MS /
         MAX (host->n_provers, 1);
}

/* A prover ends its search with a proof, or without one. */
static void
end_search (A5Simulation *self, guint prover, A5State state, A5Result result)
{
  A5ProverInfo *info = a5_get_prover (self, prover);
  guint stream = self->hosts[info->host].stream;

  info->state = state;
  info->result = result;
  self->hosts[info->host].n_provers--;
  if (result == A5_RESULT_PROOF)
    sim_world_record (self->world, stream, "A5ProofEvent", info->object,
                      { "state", SIM_TEXT ("proved") }, { "depth", info->depth },
                      { "inferences", info->inferences }, { "lemmas", info->n_lemmas });
  else
    sim_world_set_state (self->world, stream, info->object, "exhausted");
  tell_verdict (self, prover, result);
}

static void
search_level (gpointer data, guint64 prover, guint64 unused)
{
  A5Simulation *self = data;
  A5ProverInfo *info = a5_get_prover (self, (guint) prover);
  gint64 share = get_share (&self->hosts[info->host]);
  guint saved = info->n_lemmas / LEMMAS_PER_LEVEL;

  if (info->state != A5_STATE_SEARCHING)
    return;
  info->inferences += (guint64) MIN (share, info->left);
  info->left -= share;
  if (info->strategy == A5_LEMMA_MAKER && info->depth > 1)
    send_lemmas (self, (guint) prover);
  if (info->left <= 0)
    {
      if (info->depth + saved >= info->proof_depth)
        {
          end_search (self, (guint) prover, A5_STATE_PROVED, A5_RESULT_PROOF);
          return;
        }
      if (info->depth == MAX_DEPTH)
        {
          end_search (self, (guint) prover, A5_STATE_EXHAUSTED, A5_RESULT_EXHAUSTED);
          return;
        }
      deepen_search (self, (guint) prover);
    }
  sim_world_after (self->world, SLICE_NS, search_level, self, prover, 0);
}

static void
begin_prover (A5Simulation *self, guint prover)
{
  A5ProverInfo *info = a5_get_prover (self, prover);
  A5HostInfo *host = &self->hosts[info->host];
  guint32 resources =
    sim_world_values (self->world, SPUR_TYPE_RESOURCE_LIST, { "memory", "bytes", info->need },
                      { "processors", NULL, 1 });

  sim_world_record (self->world, host->stream, "A5ProverCreationEvent", info->object,
                    { "type", SIM_TEXT ("prover") }, { "creator", host->daemon },
                    { "destination", host->target },
                    { "problem", self->problems[info->problem].name },
                    { "strategy", self->strategies[info->strategy] }, { "resources", resources });
  info->is_begun = TRUE;
  host->n_provers++;
  deepen_search (self, prover);
  sim_world_after (self->world, SLICE_NS, search_level, self, prover, 0);
}

static void
end_prover (gpointer data, guint64 prover, guint64 unused)
{
  A5Simulation *self = data;
  A5ProverInfo *info = a5_get_prover (self, (guint) prover);

  sim_world_record (self->world, self->hosts[info->host].stream, "A5ProverTerminationEvent",
                    info->object, { "reason", self->results[info->result] });
  tell_verdict (self, (guint) prover, A5_RESULT_ENDED);
}

static void
cancel_prover (A5Simulation *self, guint prover)
{
  A5ProverInfo *info = a5_get_prover (self, prover);

  if (info->state == A5_STATE_SEARCHING)
    self->hosts[info->host].n_provers--;
  info->state = A5_STATE_TERMINATING;
  sim_world_set_state (self->world, self->hosts[info->host].stream, info->object, "terminating");
  sim_world_after (self->world, TERMINATING_NS, end_prover, self, prover, 0);
}

void
a5_provers_handle (A5Simulation *self, const A5Message *message)
{
  if (message->kind == A5_MESSAGE_START)
    begin_prover (self, message->prover);
  else
    cancel_prover (self, message->prover);
}
