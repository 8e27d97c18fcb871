/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A scan reads pages in batches, selects tuples and sends them to the join of its query; a join
 * works on what comes until all scans have ended, and sorts the result. */
#include "plugins/projects/b2/b2-state.h"

#define PAGE_BYTES 8192
#define BATCH_PAGES 24
#define BATCH_BYTES (BATCH_PAGES * PAGE_BYTES)
#define DISK_NS_PER_BYTE 120
#define OPENING_NS 3000000
#define SCANNING_NS 5000000
#define TUPLE_BYTES 50
#define JOINING_NS_PER_TUPLE 6000
#define SORTING_NS_PER_TUPLE 2500
#define CLOSING_NS 2000000

static guint
stream_of (B2Simulation *self, const B2InterpreterInfo *interpreter)
{
  return self->nodes[interpreter->node].stream;
}

static void
set_phase (B2Simulation *self, guint interpreter, const char *state)
{
  const B2InterpreterInfo *info = b2_get_interpreter (self, interpreter);

  sim_world_record (self->world, stream_of (self, info), "B2QueryPhaseEvent", info->object,
                    { "state", SIM_TEXT (state) }, { "tuples", info->n_tuples });
}

static void
finish_interpreter (gpointer data, guint64 interpreter, guint64 unused)
{
  B2Simulation *self = data;
  const B2InterpreterInfo *info = b2_get_interpreter (self, (guint) interpreter);
  const B2Message completion = { .kind = B2_MESSAGE_COMPLETION,
                                 .node = info->node,
                                 .interpreter = (guint) interpreter };

  sim_world_end (self->world, stream_of (self, info), info->object);
  self->nodes[info->node].taken -= info->need;
  self->nodes[info->node].n_interpreters--;
  b2_nodes_send (self, &completion);
}

static void
close_interpreter (B2Simulation *self, guint interpreter)
{
  set_phase (self, interpreter, "closing");
  sim_world_after (self->world, CLOSING_NS, finish_interpreter, self, interpreter, 0);
}

static void join_next (B2Simulation *self, guint join);

static void
finish_sort (gpointer data, guint64 join, guint64 unused)
{
  close_interpreter (data, (guint) join);
}

static void
finish_join (gpointer data, guint64 join, guint64 n_tuples)
{
  B2Simulation *self = data;
  B2InterpreterInfo *info = b2_get_interpreter (self, (guint) join);

  info->is_busy = FALSE;
  info->n_tuples += n_tuples;
  join_next (self, (guint) join);
}

static void
join_next (B2Simulation *self, guint join)
{
  B2InterpreterInfo *info = b2_get_interpreter (self, join);
  guint64 n_tuples;

  if (info->is_busy)
    return;
  if (!g_queue_is_empty (&info->waiting))
    {
      n_tuples = GPOINTER_TO_UINT (g_queue_pop_head (&info->waiting));
      info->is_busy = TRUE;
      set_phase (self, join, "joining");
      sim_world_after (self->world, (gint64) n_tuples * JOINING_NS_PER_TUPLE, finish_join, self,
                       join, n_tuples);
    }
  else if (info->n_open > 0)
    {
      set_phase (self, join, "waiting");
    }
  else
    {
      info->is_busy = TRUE;
      set_phase (self, join, "sorting");
      sim_world_after (self->world, (gint64) info->n_tuples * SORTING_NS_PER_TUPLE, finish_sort,
                       self, join, 0);
    }
}

/* Tuples that are sent to a join. */
typedef struct
{
  SimMail *mail;
  guint scan;
  guint join;
  guint n_tuples;
  gboolean is_last;
} Batch;

static void
receive_tuples (gpointer data, guint64 address, guint64 unused)
{
  B2Simulation *self = data;
  g_autofree Batch *batch = GSIZE_TO_POINTER (address);
  B2InterpreterInfo *info = b2_get_interpreter (self, batch->join);

  sim_mail_receive (batch->mail, stream_of (self, info));
  g_queue_push_tail (&info->waiting, GUINT_TO_POINTER (batch->n_tuples));
  info->n_open -= batch->is_last;
  join_next (self, batch->join);
}

/* The network was free at last. */
static void
launch_tuples (gpointer data, guint64 address, guint64 unused)
{
  B2Simulation *self = data;
  const Batch *batch = GSIZE_TO_POINTER (address);
  guint from = stream_of (self, b2_get_interpreter (self, batch->scan));
  guint to = stream_of (self, b2_get_interpreter (self, batch->join));

  sim_world_at (self->world, sim_world_arrival_ns (self->world, from, to, 1), receive_tuples, self,
                address, 0);
}

static void
send_tuples (B2Simulation *self, guint scan, guint n_tuples, gboolean is_last)
{
  const B2InterpreterInfo *info = b2_get_interpreter (self, scan);
  Batch batch = { NULL, scan, self->queries[info->query].join, n_tuples, is_last };
  const B2InterpreterInfo *join = b2_get_interpreter (self, batch.join);
  const SimMessage tuples = { "B2Tuples",
                              { stream_of (self, info), info->object },
                              { stream_of (self, join), join->object },
                              B2_MESSAGE_TUPLES,
                              (guint64) TUPLE_BYTES * n_tuples };
  gint64 at_ns = sim_world_get_now_ns (self->world);

  batch.mail = sim_world_post (self->world, &tuples, { "tuples", n_tuples });
  if (join->node != info->node)
    at_ns = b2_nodes_transfer (self, tuples.n_bytes);
  sim_world_at (self->world, at_ns, launch_tuples, self,
                GPOINTER_TO_SIZE (g_memdup2 (&batch, sizeof batch)), 0);
}

static void read_batch (B2Simulation *self, guint scan);

static void
finish_scan (gpointer data, guint64 scan, guint64 unused)
{
  B2Simulation *self = data;
  B2InterpreterInfo *info = b2_get_interpreter (self, (guint) scan);
  guint n_tuples = (guint) sim_random_between (self->random, 200, 1500);

  info->n_tuples += n_tuples;
  info->n_batches--;
  send_tuples (self, (guint) scan, n_tuples, info->n_batches == 0);
  if (info->n_batches > 0)
    read_batch (self, (guint) scan);
  else
    close_interpreter (self, (guint) scan);
}

static void
was_read (gpointer data, guint64 scan, guint64 unused)
{
  B2Simulation *self = data;
  const B2InterpreterInfo *info = b2_get_interpreter (self, (guint) scan);
  g_autofree char *relation = g_strdup_printf ("relation %u", info->disk + 1);

  self->nodes[info->node].n_read_bytes += BATCH_BYTES;
  sim_world_record (self->world, stream_of (self, info), "B2PageReadEvent", info->object,
                    { "relation", sim_world_add_string (self->world, relation) },
                    { "pages", BATCH_PAGES }, { "size", BATCH_BYTES },
                    { "disk", self->nodes[info->disk].target });
  set_phase (self, (guint) scan, "scanning");
  sim_world_after (self->world, sim_random_about (self->random, SCANNING_NS), finish_scan, self,
                   scan, 0);
}

/* The disk has done its part; another node's pages come over the network. */
static void
left_disk (gpointer data, guint64 scan, guint64 unused)
{
  B2Simulation *self = data;
  const B2InterpreterInfo *info = b2_get_interpreter (self, (guint) scan);

  if (info->disk == info->node)
    was_read (self, scan, 0);
  else
    sim_world_at (self->world, b2_nodes_transfer (self, BATCH_BYTES), was_read, self, scan, 0);
}

static void
read_batch (B2Simulation *self, guint scan)
{
  const B2InterpreterInfo *info = b2_get_interpreter (self, scan);
  B2NodeInfo *disk = &self->nodes[info->disk];
  gint64 now_ns = sim_world_get_now_ns (self->world);

  set_phase (self, scan, "reading");
  disk->disk_free_ns = MAX (disk->disk_free_ns, now_ns) +
                       sim_random_about (self->random, BATCH_BYTES * DISK_NS_PER_BYTE);
  sim_world_at (self->world, disk->disk_free_ns, left_disk, self, scan, 0);
}

static void
finish_opening (gpointer data, guint64 interpreter, guint64 unused)
{
  B2Simulation *self = data;

  if (b2_get_interpreter (self, (guint) interpreter)->is_join)
    join_next (self, (guint) interpreter);
  else
    read_batch (self, (guint) interpreter);
}

void
b2_interpreters_begin (B2Simulation *self, guint interpreter)
{
  B2InterpreterInfo *info = b2_get_interpreter (self, interpreter);
  B2NodeInfo *node = &self->nodes[info->node];
  guint32 resources =
    sim_world_values (self->world, SPUR_TYPE_RESOURCE_LIST, { "memory", "bytes", info->need });

  node->taken += info->need;
  node->n_interpreters++;
  sim_world_record (
    self->world, node->stream, "B2InterpreterCreationEvent", info->object,
    { "type", SIM_TEXT ("interpreter") }, { "creator", self->queries[info->query].object },
    { "destination", node->target }, { "query", self->queries[info->query].object },
    { "operation", SIM_TEXT (info->is_join ? "join" : "scan") }, { "resources", resources });
  set_phase (self, interpreter, "opening");
  sim_world_after (self->world, OPENING_NS, finish_opening, self, interpreter, 0);
}
