/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Monitoring: node status reporters measure, users come and go, computers join and leave, and the
 * central monitor has processes created where there is least load. */
#include "plugins/projects/a1/a1-simulation.h"

#define REPORT_NS 100000000
#define NETWORK_NS 200000000
#define ARRIVAL_NS 90000000
#define SESSION_NS 600000000
#define BETWEEN_SESSIONS_NS 900000000
#define SERVICE_BYTES 96
#define NETWORK_BYTES_PER_S 12500000
#define MEGABYTE (1 << 20)

static void deliver_service (gpointer simulation, guint64 what, guint64 service);

/* From the central monitor to that of a computer, or back. */
static void
ask_service (A1Simulation *self, guint computer, A1Service service, guint value)
{
  const SimEnd central = { self->central_stream, self->central };
  const SimEnd node = { self->computers[computer].stream, self->computers[computer].monitor };
  gboolean from_central = service == A1_SERVICE_CREATE || service == A1_SERVICE_EVACUATE;
  const SimMessage message = { "A1Service", from_central ? central : node,
                               from_central ? node : central, service, SERVICE_BYTES };

  sim_world_send (self->world, &message, deliver_service, self, (guint64) value << 32 | computer,
                  { "service", self->service_names[service] });
}

A1SimComputer *
a1_choose_computer (A1Simulation *self)
{
  A1SimComputer *chosen = NULL;

  for (guint i = 0; i < self->n_computers; i++)
    {
      A1SimComputer *computer = &self->computers[i];

      if (computer->is_there && !computer->is_leaving &&
          (chosen == NULL || computer->known_load_milli < chosen->known_load_milli))
        chosen = computer;
    }

  /* Until it reports, it is known that it gets one more. */
  chosen->known_load_milli += 1000;
  return chosen;
}

static void
record_user (A1Simulation *self, const A1SimComputer *computer, gboolean comes)
{
  static const char *const users[] = { "anna", "bert", "carla", "david" };
  guint last = computer->n_users - (comes ? 1 : 0);
  guint32 name =
    sim_world_add_string (self->world, users[(computer->number + last) % G_N_ELEMENTS (users)]);

  sim_world_record (self->world, computer->stream, comes ? "A1LoginEvent" : "A1LogoutEvent",
                    computer->target,
                    { "state", SIM_TEXT (computer->n_users > 0 ? "interactive use" : "no user") },
                    { "user", name }, { "users", computer->n_users });
}

static gboolean
is_over (const A1Simulation *self)
{
  return self->n_ended == self->n_wanted;
}

static void
log_user_out (gpointer simulation, guint64 number, guint64 unused)
{
  A1Simulation *self = simulation;
  A1SimComputer *computer = &self->computers[number];

  if (!computer->is_there || computer->n_users == 0)
    return;
  computer->n_users--;
  record_user (self, computer, FALSE);
}

static void
log_user_in (gpointer simulation, guint64 number, guint64 unused)
{
  A1Simulation *self = simulation;
  A1SimComputer *computer = &self->computers[number];

  if (is_over (self))
    return;
  sim_world_after (self->world, sim_random_wait_ns (self->random, BETWEEN_SESSIONS_NS), log_user_in,
                   self, number, 0);
  if (!computer->is_there || computer->is_leaving || computer->n_users == 3)
    return;
  computer->n_users++;
  record_user (self, computer, TRUE);
  sim_world_after (self->world, sim_random_wait_ns (self->random, SESSION_NS), log_user_out, self,
                   number, 0);
}

static guint64
count_memory (const A1Simulation *self, const A1SimComputer *computer)
{
  guint64 n_bytes = (guint64) computer->n_users * 8 * MEGABYTE;

  for (guint i = 0; i < self->processes->len; i++)
    {
      const A1SimProcess *process = a1_process (self, i);

      if (process->computer == computer->number && !process->is_moving && !process->is_ending)
        n_bytes += process->memory_bytes;
    }
  return n_bytes;
}

static void
report_load (gpointer simulation, guint64 number, guint64 unused)
{
  A1Simulation *self = simulation;
  A1SimComputer *computer = &self->computers[number];
  guint now_milli = (computer->n_processes + computer->n_users) * 1000;

  if (is_over (self) || !computer->is_there)
    {
      sim_world_end (self->world, computer->stream, computer->monitor);
      computer->is_monitored = FALSE;
      return;
    }
  computer->load_milli = (computer->load_milli * 3 + now_milli) / 4;
  sim_world_record (
    self->world, computer->stream, "A1NodeLoadEvent", computer->target,
    { "load", sim_double ((double) computer->load_milli / 1000.0) },
    { "values", sim_world_values (self->world, SPUR_TYPE_STATE_LIST,
                                  { "processes", "processes", computer->n_processes },
                                  { "memory", "bytes", count_memory (self, computer) }) });
  ask_service (self, computer->number, A1_SERVICE_LOAD, computer->load_milli);
  sim_world_after (self->world, sim_random_about (self->random, REPORT_NS), report_load, self,
                   number, 0);
}

static void
measure_network (gpointer simulation, guint64 last_bytes, guint64 unused)
{
  A1Simulation *self = simulation;
  guint64 n_bytes = self->n_sent_bytes - last_bytes;
  guint64 limit = NETWORK_BYTES_PER_S / (1000000000 / NETWORK_NS);

  sim_world_record (self->world, self->central_stream, "A1NetworkLoadEvent", self->network,
                    { "load", sim_double ((double) n_bytes / (double) limit) },
                    { "values", sim_world_values (self->world, SPUR_TYPE_STATE_LIST,
                                                  { "sent", "bytes", n_bytes }) });
  self->is_over = is_over (self);
  if (self->is_over)
    sim_world_end (self->world, self->central_stream, self->central);
  else
    sim_world_after (self->world, NETWORK_NS, measure_network, self, self->n_sent_bytes, 0);
}

static void
join_computer (gpointer simulation, guint64 number, guint64 unused)
{
  A1Simulation *self = simulation;
  A1SimComputer *computer = &self->computers[number];

  computer->is_there = computer->is_member = computer->is_monitored = TRUE;
  sim_world_record (
    self->world, computer->stream, "A1ComputerAdditionEvent", computer->target,
    { "attributes",
      sim_world_values (self->world, SPUR_TYPE_RESOURCE_LIST, { "processors", "processors", 2 },
                        { "memory", "bytes", 512 * (guint64) MEGABYTE },
                        { "speed", "percent", 10000 / computer->slowness }) });
  for (guint i = 0; i < G_N_ELEMENTS (computer->processors); i++)
    sim_world_record (self->world, computer->stream, "A1ProcessorAdditionEvent",
                      computer->processors[i], { "parent", computer->target });
  sim_world_record (self->world, computer->stream, "SpurLoCreationPlacementEvent",
                    computer->monitor, { "creator", self->central },
                    { "destination", computer->target });
  sim_world_after (self->world, sim_random_wait_ns (self->random, REPORT_NS), report_load, self,
                   number, 0);
  sim_world_after (self->world, sim_random_wait_ns (self->random, BETWEEN_SESSIONS_NS), log_user_in,
                   self, number, 0);
}

/* The last computer joins late, the second one leaves early. */
static void
change_computers (A1Simulation *self)
{
  if (self->n_begun == self->n_wanted / 3)
    join_computer (self, self->n_computers - 1, 0);
  if (self->n_begun == self->n_wanted * 2 / 3)
    {
      self->computers[1].is_leaving = TRUE;
      ask_service (self, 1, A1_SERVICE_EVACUATE, 0);
    }
}

static void
submit_job (gpointer simulation, guint64 unused_a, guint64 unused_b)
{
  A1Simulation *self = simulation;

  ask_service (self, a1_choose_computer (self)->number, A1_SERVICE_CREATE, 0);
  self->n_begun++;
  change_computers (self);
  if (self->n_begun < self->n_wanted)
    sim_world_after (self->world, sim_random_wait_ns (self->random, ARRIVAL_NS), submit_job, self,
                     0, 0);
}

static void
evacuate_computer (A1Simulation *self, A1SimComputer *computer)
{
  for (guint i = 0; i < self->processes->len; i++)
    {
      if (a1_process (self, i)->computer == computer->number)
        a1_process_move (self, a1_process (self, i));
    }
  while (computer->n_users > 0)
    log_user_out (self, computer->number, 0);
  a1_check_evacuated (self, computer);
}

void
a1_check_evacuated (A1Simulation *self, A1SimComputer *computer)
{
  if (computer->is_leaving && computer->is_there && computer->n_processes == 0)
    {
      computer->is_there = FALSE;
      ask_service (self, computer->number, A1_SERVICE_EVACUATED, 0);
    }
}

static void
deliver_service (gpointer simulation, guint64 what, guint64 service)
{
  A1Simulation *self = simulation;
  A1SimComputer *computer = &self->computers[what & G_MAXUINT32];

  switch ((A1Service) service)
    {
    case A1_SERVICE_CREATE:
      a1_process_create (self, computer);
      ask_service (self, computer->number, A1_SERVICE_CREATED, 0);
      break;
    case A1_SERVICE_LOAD:
      computer->known_load_milli = (guint) (what >> 32);
      break;
    case A1_SERVICE_EVACUATE:
      evacuate_computer (self, computer);
      break;
    case A1_SERVICE_EVACUATED:
      sim_world_record_fields (self->world, self->central_stream, "A1ComputerRemovalEvent",
                               computer->target, NULL);
      computer->is_member = FALSE;
      break;
    case A1_SERVICE_CREATED:
    case A1_SERVICE_MESSAGE:
      break;
    }
}

static void
start_monitor (A1Simulation *self)
{
  sim_world_record (self->world, self->central_stream, "SpurTargetCreateNeighborhoodEvent",
                    self->network, { "members", self->members });
  for (guint i = 0; i < self->n_computers - 1; i++)
    join_computer (self, i, 0);
  sim_world_after (self->world, NETWORK_NS, measure_network, self, 0, 0);
  sim_world_after (self->world, ARRIVAL_NS, submit_job, self, 0, 0);
}

static void
add_words (A1Simulation *self)
{
  static const SimState states[] = {
    { "running", SPUR_STATE_WORK },         { "blocked", SPUR_STATE_IDLE },
    { "migrating", SPUR_STATE_OVERHEAD },   { "no user", SPUR_STATE_IDLE },
    { "interactive use", SPUR_STATE_IDLE },
  };
  static const char *const names[] = { [A1_SERVICE_CREATE] = "node_create_proc",
                                       [A1_SERVICE_CREATED] = "proc_has_been_created",
                                       [A1_SERVICE_LOAD] = "node_get_loadavg",
                                       [A1_SERVICE_EVACUATE] = "node_evacuate",
                                       [A1_SERVICE_EVACUATED] = "node_has_been_evacuated" };

  sim_world_add_states (self->world, states, G_N_ELEMENTS (states));
  for (guint i = A1_SERVICE_CREATE; i < G_N_ELEMENTS (names); i++)
    self->service_names[i] = sim_world_add_string (self->world, names[i]);
}

static void
add_computer (A1Simulation *self, guint number)
{
  A1SimComputer *computer = &self->computers[number];
  g_autofree char *name = g_strdup_printf ("node%u", number + 1);
  guint host = sim_world_add_host (self->world, "A1Computer", "computer", "%s", name);

  computer->number = number;
  computer->target = sim_world_get_target (self->world, host);
  computer->stream = sim_world_add_stream (self->world, host, "monitor of node%u", number + 1);
  computer->monitor =
    sim_world_add_object (self->world, "A1Monitor", "monitor", "monitor of node%u", number + 1);
  computer->slowness = (guint) sim_random_between (self->random, 80, 140);
  for (guint i = 0; i < G_N_ELEMENTS (computer->processors); i++)
    {
      g_autofree char *processor = g_strdup_printf ("%s/cpu%u", name, i);

      computer->processors[i] = spur_definitions_add_object (
        spur_trace_get_definitions (sim_world_get_trace (self->world)), sim_type ("A1Processor"),
        processor, "processor", computer->target);
    }
}

static void
add_network (A1Simulation *self)
{
  g_autofree guint32 *members = g_new0 (guint32, self->n_computers);

  for (guint i = 0; i < self->n_computers; i++)
    members[i] = self->computers[i].target;
  self->network = sim_world_add_object (self->world, "SpurNeighborhood", "network", "ethernet");
  self->members = sim_world_add_group (self->world, "ethernet", members, self->n_computers);
}

static void
start_simulation (gpointer simulation, guint64 unused_a, guint64 unused_b)
{
  A1Simulation *self = simulation;

  sim_world_record (self->world, self->central_stream, "SpurLoCreationPlacementEvent",
                    self->central, { "destination", self->computers[0].target });
  start_monitor (self);
}

static void
locate_objects (gpointer simulation, guint32 *places)
{
  const A1Simulation *self = simulation;

  if (self->computers[0].is_member && !self->is_over)
    places[self->central] = self->computers[0].target;
  for (guint i = 0; i < self->n_computers; i++)
    {
      const A1SimComputer *computer = &self->computers[i];

      if (computer->is_member && computer->is_monitored)
        places[computer->monitor] = computer->target;
    }
  for (guint i = 0; i < self->processes->len; i++)
    a1_process_locate (self, a1_process (self, i), places);
}

static void
run_simulation (SimWorld *world, const SimOptions *options)
{
  A1Simulation simulation = { .world = world,
                              .random = sim_world_get_random (world),
                              .n_computers = options->n_hosts,
                              .n_wanted = options->size };

  simulation.processes = g_ptr_array_new_with_free_func (g_free);
  simulation.computers = g_new0 (A1SimComputer, simulation.n_computers);
  add_words (&simulation);
  for (guint i = 0; i < simulation.n_computers; i++)
    add_computer (&simulation, i);
  add_network (&simulation);
  simulation.central_stream = sim_world_add_stream (world, 0, "central monitor");
  simulation.central = sim_world_add_object (world, "A1Monitor", "monitor", "central monitor");
  sim_world_set_locate (world, locate_objects, &simulation);
  sim_world_at (world, 1000000, start_simulation, &simulation, 0, 0);
  sim_world_run (world);
  g_free (simulation.computers);
  g_ptr_array_unref (simulation.processes);
}

const SimProgram a1_program = {
  .classes = a1_classes,
  .name = "a1",
  .title = "Monitored processes of a network of computers (A1)",
  .summary =
    "Simulates a network of computers under the monitoring system OCM: processes, threads\n"
    "and objects come and go, users log in and out, a computer joins and another one leaves.\n"
    "Writes the trace of what the monitors see.",
  .size_help = "How many processes are created",
  .hosts = { 4, 6, 128 },
  .size = { 6, 48, 20000 },
  .run = run_simulation,
};
