/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A simple scheduler: queries come first in, first out, and all interpreters of one are assigned
 * at once. Memory must be free, so that nothing is ever swapped; a scan goes where its disk is, or
 * as long as the network is not busy to another node. Nothing that is assigned moves again. */
#include "plugins/projects/b2/b2-state.h"

#define ARRIVAL_NS 90000000
#define FIRST_ARRIVAL_NS 5000000
#define SCAN_NEED (5 * B2_MEGABYTE)
#define JOIN_NEED (10 * B2_MEGABYTE)
#define JOIN_NEED_PER_SCAN (4 * B2_MEGABYTE)

void
b2_scheduler_prepare (B2Simulation *self, guint n_queries)
{
  self->n_queries = n_queries;
  self->queries = g_new0 (B2QueryInfo, n_queries);
  for (guint i = 0; i < n_queries; i++)
    {
      B2QueryInfo *query = &self->queries[i];

      query->object = sim_world_add_object (self->world, "B2Query", "query", "query %u", i + 1);
      query->n_scans = (guint) sim_random_between (self->random, 2, B2_MAX_SCANS);
      for (guint k = 0; k < query->n_scans; k++)
        {
          query->disks[k] = (guint) sim_random_below (self->random, self->n_nodes);
          query->n_batches[k] = (guint) sim_random_between (self->random, 3, 10);
        }
    }
}

static void
set_phase (B2Simulation *self, const B2QueryInfo *query, const char *state)
{
  sim_world_record (self->world, self->nodes[0].stream, "B2QueryPhaseEvent", query->object,
                    { "state", SIM_TEXT (state) });
}

static gboolean
has_memory (const B2NodeInfo *node, guint64 extra, guint64 need)
{
  return node->is_known && node->memory - node->reserved >= extra + need;
}

/* The node with most free memory; @extra is what is to be taken of each besides. */
static guint
find_roomiest (B2Simulation *self, const guint64 *extra, guint64 need)
{
  guint best = B2_NOBODY;
  guint64 most = 0;

  for (guint i = 0; i < self->n_nodes; i++)
    {
      const B2NodeInfo *node = &self->nodes[i];
      guint64 rest = node->memory - node->reserved;

      if (!has_memory (node, extra[i], need) || rest - extra[i] <= most)
        continue;
      best = i;
      most = rest - extra[i];
    }
  return best;
}

/* Where all interpreters of a query can be, the join last. */
static gboolean
find_places (B2Simulation *self, const B2QueryInfo *query, guint *places)
{
  g_autofree guint64 *extra = g_new0 (guint64, self->n_nodes);

  for (guint k = 0; k < query->n_scans; k++)
    {
      places[k] = query->disks[k];
      if (!has_memory (&self->nodes[places[k]], extra[places[k]], SCAN_NEED))
        places[k] = self->known_network_per_mille < B2_BUSY_PER_MILLE
                      ? find_roomiest (self, extra, SCAN_NEED)
                      : B2_NOBODY;
      if (places[k] == B2_NOBODY)
        return FALSE;
      extra[places[k]] += SCAN_NEED;
    }
  places[query->n_scans] =
    find_roomiest (self, extra, JOIN_NEED + query->n_scans * JOIN_NEED_PER_SCAN);
  return places[query->n_scans] != B2_NOBODY;
}

static guint
assign_scan (B2Simulation *self, guint query, guint scan, guint node)
{
  B2QueryInfo *info = &self->queries[query];
  gboolean is_join = scan == info->n_scans;
  g_autofree char *name = is_join ? g_strdup_printf ("join %u", query + 1)
                                  : g_strdup_printf ("scan %u.%u", query + 1, scan + 1);
  B2InterpreterInfo interpreter = {
    .object = sim_world_add_object (self->world, "B2Interpreter", "interpreter", "%s", name),
    .query = query,
    .is_join = is_join,
    .node = node,
    .disk = is_join ? node : info->disks[scan],
    .need = is_join ? JOIN_NEED + info->n_scans * JOIN_NEED_PER_SCAN : SCAN_NEED,
    .n_batches = is_join ? 0 : info->n_batches[scan],
    .n_open = is_join ? info->n_scans : 0,
  };
  B2NodeInfo *to = &self->nodes[node];
  const B2Message message = { .kind = B2_MESSAGE_ASSIGNMENT,
                              .node = node,
                              .interpreter = self->interpreters->len,
                              .memory = to->memory - to->reserved };

  g_queue_init (&interpreter.waiting);
  g_array_append_val (self->interpreters, interpreter);
  to->reserved += interpreter.need;
  info->n_running++;
  b2_nodes_send (self, &message);
  return message.interpreter;
}

static void
assign_waiting (B2Simulation *self)
{
  for (guint i = 0; i < self->n_arrived; i++)
    {
      B2QueryInfo *query = &self->queries[i];
      guint places[B2_MAX_SCANS + 1];

      if (query->is_assigned)
        continue;
      if (!find_places (self, query, places))
        return;
      query->is_assigned = TRUE;
      set_phase (self, query, "in execution");
      query->join = assign_scan (self, i, query->n_scans, places[query->n_scans]);
      for (guint k = 0; k < query->n_scans; k++)
        assign_scan (self, i, k, places[k]);
    }
}

static void
arrive_query (gpointer data, guint64 query, guint64 unused)
{
  B2Simulation *self = data;

  sim_world_record (self->world, self->nodes[0].stream, "SpurLoCreationEvent",
                    self->queries[query].object, { "type", SIM_TEXT ("query") });
  set_phase (self, &self->queries[query], "queued");
  self->n_arrived++;
  assign_waiting (self);
  if (self->n_arrived < self->n_queries)
    sim_world_after (self->world, sim_random_wait_ns (self->random, ARRIVAL_NS), arrive_query, self,
                     query + 1, 0);
}

void
b2_scheduler_start (B2Simulation *self)
{
  sim_world_at (self->world, FIRST_ARRIVAL_NS, arrive_query, self, 0, 0);
}

void
b2_scheduler_handle (B2Simulation *self, const B2Message *message)
{
  B2NodeInfo *node = &self->nodes[message->node];
  B2InterpreterInfo *interpreter;
  B2QueryInfo *query;

  if (message->kind == B2_MESSAGE_REPORT)
    {
      node->is_known = TRUE;
      self->known_network_per_mille = message->load_per_mille;
      assign_waiting (self);
      return;
    }
  interpreter = b2_get_interpreter (self, message->interpreter);
  query = &self->queries[interpreter->query];
  node->reserved -= interpreter->need;
  if (--query->n_running == 0)
    {
      sim_world_end (self->world, self->nodes[0].stream, query->object);
      self->is_over = ++self->n_done == self->n_queries;
    }
  assign_waiting (self);
}
