/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Processes with threads and objects: they compute, talk, need more and less, move, and end. */
#include "plugins/projects/a1/a1-simulation.h"

#define STEP_NS 40000000
#define RETRY_NS 3000000

/* A checkpoint goes through the network in pieces. */
#define NETWORK_NS_PER_BYTE 80
#define PIECE_BYTES (1 << 19)
#define MEGABYTE (1 << 20)
#define PROCESSORS 2

A1SimProcess *
a1_process (const A1Simulation *self, guint32 number)
{
  return g_ptr_array_index (self->processes, number);
}

void
a1_process_locate (const A1Simulation *self, const A1SimProcess *process, guint32 *places)
{
  if (process->is_over)
    return;
  if (!process->is_moving)
    places[process->object] = self->computers[process->computer].target;
  for (guint i = 0; i < process->n_threads; i++)
    places[process->threads[i]] = process->object;
  for (guint i = 0; i < process->n_objects; i++)
    places[process->objects[i]] = process->object;
}

static guint
a1_stream (const A1Simulation *self, const A1SimProcess *process)
{
  return self->computers[process->computer].stream;
}

static void
set_state (A1Simulation *self, A1SimProcess *process, const char *state)
{
  sim_world_set_state (self->world, a1_stream (self, process), process->object, state);
}

static guint32
list_requirements (A1Simulation *self, guint64 memory_bytes, guint n_threads)
{
  return sim_world_values (self->world, SPUR_TYPE_RESOURCE_LIST,
                           { "memory", "bytes", memory_bytes },
                           { "processors", "processors", n_threads });
}

static void
record_end (A1Simulation *self, const A1SimProcess *process, guint32 object, guint64 exit_status)
{
  sim_world_record (self->world, a1_stream (self, process), "A1TerminationEvent", object,
                    { "exit_status", exit_status });
}

static void
add_thread (A1Simulation *self, A1SimProcess *process)
{
  guint32 thread = sim_world_add_object (self->world, "A1Thread", "thread", "thread %u.%u",
                                         process->number + 1, ++self->n_objects);

  process->threads[process->n_threads++] = thread;
  sim_world_record (self->world, a1_stream (self, process), "A1ThreadCreationEvent", thread,
                    { "creator", process->object }, { "destination", process->object },
                    { "tid", process->n_threads });
}

static void
add_object (A1Simulation *self, A1SimProcess *process)
{
  guint32 object = sim_world_add_object (self->world, "A1Object", "object", "object %u.%u",
                                         process->number + 1, ++self->n_objects);
  guint64 n_bytes = (1 + sim_random_below (self->random, 64)) * 4096;

  process->objects[process->n_objects++] = object;
  sim_world_record (self->world, a1_stream (self, process), "A1ObjectCreationEvent", object,
                    { "creator", process->threads[0] }, { "destination", process->object },
                    { "requirements", sim_world_values (self->world, SPUR_TYPE_RESOURCE_LIST,
                                                        { "memory", "bytes", n_bytes }) });
}

static void
change_requirements (A1Simulation *self, A1SimProcess *process)
{
  gint64 megabytes = sim_random_between (self->random, -1, 2);

  if (megabytes < 0 && process->memory_bytes < 2 * MEGABYTE)
    megabytes = -megabytes;
  process->memory_bytes = (guint64) ((gint64) process->memory_bytes + megabytes * MEGABYTE);
  sim_world_record (
    self->world, a1_stream (self, process), "A1RequirementsEvent", process->object,
    { "requirements", list_requirements (self, process->memory_bytes, process->n_threads) });
}

static SimEnd
end_of (const A1Simulation *self, const A1SimProcess *process)
{
  return (SimEnd){ a1_stream (self, process), process->object };
}

/* Where the process moves, its messages wait for it. */
static void
deliver_message (gpointer simulation, guint64 number, guint64 mail)
{
  A1Simulation *self = simulation;
  A1SimProcess *to = a1_process (self, (guint32) number);

  if (to->is_moving)
    {
      sim_world_after (self->world, RETRY_NS, deliver_message, self, number, mail);
      return;
    }
  to->n_incoming--;
  sim_mail_receive (GSIZE_TO_POINTER (mail), a1_stream (self, to));
}

static void
send_message (A1Simulation *self, A1SimProcess *process)
{
  A1SimProcess *partner =
    process->partner != SPUR_NONE ? a1_process (self, process->partner) : NULL;
  guint64 n_bytes = 256 * (1 + sim_random_below (self->random, 250));
  SimMessage message = {
    "A1Message", end_of (self, process), { 0, 0 }, A1_SERVICE_MESSAGE, n_bytes
  };
  SimMail *mail;

  if (partner == NULL || partner->is_ending)
    return;
  message.to = end_of (self, partner);
  message.id = sim_world_next_id (self->world);
  partner->n_incoming++;
  self->n_sent_bytes += n_bytes;
  mail = sim_world_post_fields (self->world, &message, NULL);
  sim_world_at (self->world,
                sim_world_arrival_ns (self->world, message.from.stream, message.to.stream, n_bytes),
                deliver_message, self, partner->number, GPOINTER_TO_SIZE (mail));
}

static void step_process (gpointer simulation, guint64 number, guint64 unused);

/* @what: the process in the upper half, the computer in the lower one. */
static void
arrive_process (gpointer simulation, guint64 what, guint64 mail)
{
  A1Simulation *self = simulation;
  A1SimProcess *process = a1_process (self, (guint32) (what >> 32));
  guint to = (guint) (what & G_MAXUINT32);

  sim_mail_receive (GSIZE_TO_POINTER (mail), self->computers[to].stream);
  process->computer = to;
  process->is_moving = FALSE;
  self->computers[to].n_processes++;
  step_process (self, process->number, 0);
}

static void
transfer_part (gpointer simulation, guint64 n_left, guint64 unused)
{
  A1Simulation *self = simulation;
  guint64 n_bytes = MIN (n_left, PIECE_BYTES);

  self->n_sent_bytes += n_bytes;
  if (n_left > n_bytes)
    sim_world_after (self->world, (gint64) n_bytes * NETWORK_NS_PER_BYTE, transfer_part, self,
                     n_left - n_bytes, 0);
}

static void
leave_computer (A1Simulation *self, A1SimProcess *process)
{
  A1SimComputer *from = &self->computers[process->computer];
  A1SimComputer *to = a1_choose_computer (self);
  const SimMessage checkpoint = { "A1CheckpointMigration",
                                  { from->stream, from->target },
                                  { to->stream, to->target },
                                  0,
                                  process->memory_bytes,
                                  sim_world_next_id (self->world),
                                  process->object };
  SimMail *mail;
  gint64 arrival_ns;

  set_state (self, process, "migrating");
  mail = sim_world_post_fields (self->world, &checkpoint, NULL);
  process->is_waiting_to_move = FALSE;
  process->is_moving = TRUE;
  transfer_part (self, process->memory_bytes, 0);
  arrival_ns = sim_world_arrival_ns (self->world, from->stream, to->stream, 4096) +
               (gint64) process->memory_bytes * NETWORK_NS_PER_BYTE;
  sim_world_at (self->world, arrival_ns, arrive_process, self,
                (guint64) process->number << 32 | to->number, GPOINTER_TO_SIZE (mail));
  from->n_processes--;
  a1_check_evacuated (self, from);
}

void
a1_process_move (A1Simulation *self, A1SimProcess *process)
{
  process->is_waiting_to_move = !process->is_ending && !process->is_moving;
}

static void
end_process (gpointer simulation, guint64 number, guint64 unused)
{
  A1Simulation *self = simulation;
  A1SimProcess *process = a1_process (self, (guint32) number);
  A1SimComputer *computer = &self->computers[process->computer];

  /* What is on its way to it has to come first. */
  if (process->n_incoming > 0)
    {
      sim_world_after (self->world, RETRY_NS, end_process, self, number, 0);
      return;
    }
  for (guint i = 0; i < process->n_objects; i++)
    record_end (self, process, process->objects[i], 0);
  for (guint i = process->n_threads; i > 0; i--)
    record_end (self, process, process->threads[i - 1], 0);
  record_end (self, process, process->object, sim_random_chance (self->random, 80));
  process->is_over = TRUE;
  computer->n_processes--;
  self->n_ended++;
  a1_check_evacuated (self, computer);
}

static void
choose_action (A1Simulation *self, A1SimProcess *process)
{
  guint64 luck = sim_random_below (self->random, 100);

  if (luck < 45)
    send_message (self, process);
  else if (luck < 65)
    change_requirements (self, process);
  else if (luck < 75 && process->n_threads < A1_MAX_THREADS)
    add_thread (self, process);
  else if (luck < 82 && process->n_threads > 1)
    record_end (self, process, process->threads[--process->n_threads], 0);
  else if (luck < 94 && process->n_objects < A1_MAX_OBJECTS)
    add_object (self, process);
  else if (process->n_objects > 0)
    record_end (self, process, process->objects[--process->n_objects], 0);
}

static void
finish_step (gpointer simulation, guint64 number, guint64 unused)
{
  A1Simulation *self = simulation;
  A1SimProcess *process = a1_process (self, (guint32) number);

  choose_action (self, process);
  if (--process->n_steps_left == 0)
    {
      process->is_ending = TRUE;
      process->is_waiting_to_move = FALSE;
      set_state (self, process, "blocked");
      end_process (self, number, 0);
      return;
    }
  if (process->is_waiting_to_move)
    {
      leave_computer (self, process);
      return;
    }
  set_state (self, process, "blocked");
  sim_world_after (self->world, sim_random_wait_ns (self->random, STEP_NS / 4), step_process, self,
                   number, 0);
}

static void
step_process (gpointer simulation, guint64 number, guint64 unused)
{
  A1Simulation *self = simulation;
  A1SimProcess *process = a1_process (self, (guint32) number);
  const A1SimComputer *computer = &self->computers[process->computer];
  guint n_busy = MAX (computer->n_processes + computer->n_users, PROCESSORS);
  gint64 work_ns = sim_random_wait_ns (self->random, STEP_NS) * computer->slowness / 100;

  set_state (self, process, "running");

  /* Other processes on the processors take their time. */
  sim_world_after (self->world, work_ns * n_busy / PROCESSORS + 1000, finish_step, self, number, 0);
}

void
a1_process_create (A1Simulation *self, A1SimComputer *computer)
{
  A1SimProcess *process = g_new0 (A1SimProcess, 1);

  process->number = self->processes->len;
  process->object = sim_world_add_object (self->world, "A1Process", "process", "process %u",
                                          self->processes->len + 1);
  process->computer = computer->number;
  process->n_steps_left = (guint) sim_random_between (self->random, 12, 44);
  process->memory_bytes = (guint64) sim_random_between (self->random, 2, 9) * MEGABYTE;
  process->partner = SPUR_NONE;

  /* Two that follow each other belong to one application. */
  if (process->number % 2 == 1)
    {
      process->partner = process->number - 1;
      a1_process (self, process->partner)->partner = process->number;
    }
  g_ptr_array_add (self->processes, process);
  computer->n_processes++;
  sim_world_record (self->world, computer->stream, "A1ProcessCreationEvent", process->object,
                    { "creator", computer->monitor }, { "destination", computer->target },
                    { "pid", ++computer->next_pid },
                    { "requirements", list_requirements (self, process->memory_bytes, 1) });
  add_thread (self, process);
  step_process (self, process->number, 0);
}
