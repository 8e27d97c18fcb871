/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/projects/a5/a5-state.h"
#include "plugins/projects/kit/sim-program.h"

#define MEASURING_NS 100000000
#define USER_NS 2500000000
#define MAX_USERS 3
#define USER_PER_MILLE 230
#define USER_MEMORY (12 * A5_MEGABYTE)
#define MESSAGE_BYTES 96

/* After the end messages are still on their way for so long. */
#define DRAIN_NS 50000000

static const struct
{
  guint speed;
  guint megabytes;
} models[] = { { 120, 96 }, { 80, 64 }, { 150, 128 }, { 60, 48 }, { 100, 64 } };

static void
add_host (A5Simulation *self, guint host)
{
  A5HostInfo *info = &self->hosts[host];
  g_autofree char *name = g_strdup_printf ("hpc%u", host + 1);
  g_autofree char *daemon = g_strdup_printf ("daemon of %s", name);
  guint number = sim_world_add_host (self->world, "A5Host", "workstation", "%s", name);

  info->target = sim_world_get_target (self->world, number);
  info->stream = sim_world_add_stream (self->world, number, "%s", name);
  info->daemon = sim_world_add_object (self->world, "A5Daemon", "daemon", "%s", daemon);
  info->speed = models[host % G_N_ELEMENTS (models)].speed;
  info->memory = models[host % G_N_ELEMENTS (models)].megabytes * A5_MEGABYTE;
}

static void
prepare_hosts (A5Simulation *self, guint n_hosts)
{
  static const SimState states[] = {
    { "searching", SPUR_STATE_WORK }, { "proved", SPUR_STATE_IDLE },
    { "exhausted", SPUR_STATE_IDLE }, { "terminating", SPUR_STATE_OVERHEAD },
    { "free", SPUR_STATE_IDLE },      { "used", SPUR_STATE_IDLE },
  };
  static const char *const result_names[] = { "none", "proof", "exhausted", "ended" };
  static const char *const strategy_names[] = { "bottom-up", "top-down", "weighted depth",
                                                "top-down with lemmas" };

  sim_world_add_states (self->world, states, G_N_ELEMENTS (states));
  for (guint i = 0; i < A5_N_RESULTS; i++)
    self->results[i] = sim_world_add_string (self->world, result_names[i]);
  for (guint i = 0; i < A5_STRATEGIES; i++)
    self->strategies[i] = sim_world_add_string (self->world, strategy_names[i]);
  sim_world_add_string (self->world, "prover");
  sim_world_add_string (self->world, "load management");
  self->n_hosts = n_hosts;
  self->hosts = g_new0 (A5HostInfo, n_hosts);
  for (guint i = 0; i < n_hosts; i++)
    add_host (self, i);
  self->supervisor = sim_world_add_object (self->world, "A5Supervisor", "supervisor", "supervisor");
}

static guint
get_load_per_mille (const A5HostInfo *host)
{
  return host->n_users * USER_PER_MILLE;
}

static guint64
get_memory (const A5HostInfo *host)
{
  return host->memory - host->n_users * USER_MEMORY;
}

static gboolean
is_upward (const A5Message *message)
{
  return message->kind == A5_MESSAGE_REPORT || message->kind == A5_MESSAGE_VERDICT;
}

static void
deliver_message (gpointer data, guint64 address, guint64 unused)
{
  A5Simulation *self = data;
  g_autofree A5Message *message = GSIZE_TO_POINTER (address);

  if (is_upward (message))
    a5_supervisor_handle (self, message);
  else if (message->prover != A5_NOBODY)
    a5_provers_handle (self, message);
}

void
a5_hosts_send (A5Simulation *self, const A5Message *message)
{
  static const char *const types[] = { [A5_MESSAGE_REPORT] = "A5Report",
                                       [A5_MESSAGE_START] = "A5Start",
                                       [A5_MESSAGE_VERDICT] = "A5Verdict",
                                       [A5_MESSAGE_CANCEL] = "A5Cancel" };
  const A5HostInfo *host = &self->hosts[message->host];
  const SimEnd below = { host->stream, host->daemon };
  const SimEnd above = { self->hosts[0].stream, self->supervisor };
  const SimMessage sent = { types[message->kind], is_upward (message) ? below : above,
                            is_upward (message) ? above : below, message->kind, MESSAGE_BYTES };
  SimField fields[6] = { { NULL, 0 } };
  guint n = 0;

  if (message->prover != A5_NOBODY)
    fields[n++] = (SimField){ "prover", a5_get_prover (self, message->prover)->object };
  if (message->kind == A5_MESSAGE_REPORT || message->kind == A5_MESSAGE_START)
    fields[n++] = (SimField){ "memory", message->memory };
  if (message->kind == A5_MESSAGE_REPORT)
    fields[n++] = (SimField){ "load", sim_double (message->load_per_mille / 1000.0) };
  if (message->kind == A5_MESSAGE_VERDICT)
    fields[n++] = (SimField){ "result", self->results[message->result] };
  if (message->kind == A5_MESSAGE_START)
    {
      const A5ProverInfo *prover = a5_get_prover (self, message->prover);

      fields[n++] = (SimField){ "problem", self->problems[prover->problem].name };
      fields[n++] = (SimField){ "need", prover->need };
    }
  sim_world_send_fields (self->world, &sent, deliver_message, self,
                         GPOINTER_TO_SIZE (g_memdup2 (message, sizeof *message)), fields);
}

static void
remove_host (A5Simulation *self, guint host)
{
  const A5HostInfo *info = &self->hosts[host];

  if (host == 0)
    sim_world_end (self->world, info->stream, self->supervisor);
  sim_world_end (self->world, info->stream, info->daemon);
}

static void
measure_host (gpointer data, guint64 host, guint64 is_last)
{
  A5Simulation *self = data;
  const A5HostInfo *info = &self->hosts[host];
  const A5Message report = { .kind = A5_MESSAGE_REPORT,
                             .host = (guint) host,
                             .prover = A5_NOBODY,
                             .memory = get_memory (info),
                             .load_per_mille = get_load_per_mille (info) };

  if (is_last)
    {
      remove_host (self, (guint) host);
      return;
    }
  if (self->is_over)
    {
      sim_world_after (self->world, DRAIN_NS, measure_host, self, host, TRUE);
      return;
    }
  sim_world_record (self->world, info->stream, "A5HostLoadEvent", info->target,
                    { "load", sim_double (report.load_per_mille / 1000.0) },
                    { "memory", report.memory }, { "users", info->n_users });
  a5_hosts_send (self, &report);
  sim_world_after (self->world, MEASURING_NS, measure_host, self, host, FALSE);
}

static void
record_users (A5Simulation *self, const A5HostInfo *host)
{
  guint32 values =
    sim_world_values (self->world, SPUR_TYPE_STATE_LIST, { "users", "users", host->n_users },
                      { "memory left", "bytes", get_memory (host) });

  sim_world_record (self->world, host->stream, "SpurTargetStateChangeEvent", host->target,
                    { "state", SIM_TEXT (host->n_users > 0 ? "used" : "free") },
                    { "values", values });
}

/* Users come and go. */
static void
change_users (gpointer data, guint64 host, guint64 unused)
{
  A5Simulation *self = data;
  A5HostInfo *info = &self->hosts[host];
  gboolean comes =
    info->n_users == 0 || (info->n_users < MAX_USERS && sim_random_chance (self->random, 450));

  if (self->is_over)
    return;
  info->n_users += comes ? 1 : -1;
  record_users (self, info);
  sim_world_after (self->world, sim_random_wait_ns (self->random, USER_NS / 2) + USER_NS / 4,
                   change_users, self, host, 0);
}

static void
begin_host (gpointer data, guint64 host, guint64 unused)
{
  A5Simulation *self = data;
  const A5HostInfo *info = &self->hosts[host];
  guint32 attributes =
    sim_world_values (self->world, SPUR_TYPE_RESOURCE_LIST, { "memory", "bytes", info->memory },
                      { "speed", "1/s", info->speed * G_GUINT64_CONSTANT (1000000) });

  sim_world_record (self->world, info->stream, "SpurTargetAdditionEvent", info->target,
                    { "attributes", attributes });
  if (host == 0)
    sim_world_record (self->world, info->stream, "SpurLoCreationPlacementEvent", self->supervisor,
                      { "type", SIM_TEXT ("load management") }, { "destination", info->target });
  sim_world_record (self->world, info->stream, "SpurLoCreationPlacementEvent", info->daemon,
                    { "type", SIM_TEXT ("load management") }, { "destination", info->target });
  record_users (self, info);
  measure_host (self, host, FALSE);
}

static void
start_hosts (A5Simulation *self)
{
  for (guint i = 0; i < self->n_hosts; i++)
    {
      sim_world_at (self->world, 1000000 + 7000 * (gint64) i, begin_host, self, i, 0);
      sim_world_at (self->world, 2000000 + sim_random_wait_ns (self->random, USER_NS / 4),
                    change_users, self, i, 0);
    }
}

static void
run_simulation (SimWorld *world, const SimOptions *options)
{
  A5Simulation self = { .world = world,
                        .random = sim_world_get_random (world),
                        .provers = g_array_new (FALSE, FALSE, sizeof (A5ProverInfo)) };

  prepare_hosts (&self, options->n_hosts);
  a5_supervisor_prepare (&self, options->size);
  start_hosts (&self);
  sim_world_run (world);
  g_array_unref (self.provers);
  g_free (self.problems);
  g_free (self.hosts);
}

const SimProgram a5_program = {
  .classes = a5_classes,
  .name = "a5",
  .title = "Cooperative parallel theorem proving (A5)",
  .summary =
    "Simulates cooperative parallel theorem proving: provers of several strategies compete\n"
    "for a proof, exchange lemmas, and are placed by memory, speed and users of hosts.",
  .size_help = "How many problems are to be proved",
  .hosts = { 2, 6, 200 },
  .size = { 1, 24, 2000 },
  .run = run_simulation,
};
