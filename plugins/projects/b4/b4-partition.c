/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/projects/b4/b4-simulation.h"

/* An old value, of a gate's signal or of what it promised to become. */
typedef struct
{
  guint64 virtual_time;
  guint32 gate;
  guint8 is_promise;
  guint8 old_value;
} Saved;

typedef struct
{
  guint64 sent_at;
  B4Signal signal;
} Sent;

B4Partition *
b4_partition_new (const B4Circuit *circuit, guint32 number)
{
  B4Partition *self = g_new0 (B4Partition, 1);

  self->circuit = circuit;
  self->number = number;
  self->values = g_new0 (guint8, circuit->n_gates);
  self->promised = g_new0 (guint8, circuit->n_gates);
  self->signals = g_array_new (FALSE, FALSE, sizeof (B4Signal));
  self->saved = g_array_new (FALSE, FALSE, sizeof (Saved));
  self->sent = g_array_new (FALSE, FALSE, sizeof (Sent));
  self->orphans = g_array_new (FALSE, FALSE, sizeof (B4Signal));
  self->next_id = ((guint64) number + 1) << 40;
  return self;
}

void
b4_partition_free (B4Partition *self)
{
  g_free (self->values);
  g_free (self->promised);
  g_array_unref (self->signals);
  g_array_unref (self->saved);
  g_array_unref (self->sent);
  g_array_unref (self->orphans);
  g_free (self);
}

static const B4Signal *
signal_at (const B4Partition *self, guint index)
{
  return &g_array_index (self->signals, B4Signal, index);
}

guint64
b4_partition_get_next (const B4Partition *self)
{
  return self->n_done < self->signals->len ? signal_at (self, self->n_done)->virtual_time
                                           : B4_NEVER;
}

guint64
b4_partition_get_done (const B4Partition *self)
{
  return self->n_done > 0 ? signal_at (self, self->n_done - 1)->virtual_time : 0;
}

guint64
b4_partition_get_least (const B4Partition *self)
{
  guint64 least = b4_partition_get_next (self);

  for (guint i = 0; i < self->orphans->len; i++)
    least = MIN (least, g_array_index (self->orphans, B4Signal, i).virtual_time);
  return least;
}

/* The first signal that is not before the given one, in the order of times and gates. */
static guint
find_place (const B4Partition *self, guint64 virtual_time, guint32 gate)
{
  guint low = 0, high = self->signals->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      const B4Signal *there = signal_at (self, middle);

      if (there->virtual_time < virtual_time ||
          (there->virtual_time == virtual_time && there->gate < gate))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
restore_state (B4Partition *self, guint64 to)
{
  while (self->saved->len > 0)
    {
      const Saved *last = &g_array_index (self->saved, Saved, self->saved->len - 1);

      if (last->virtual_time < to)
        break;
      if (last->is_promise)
        self->promised[last->gate] = last->old_value;
      else
        self->values[last->gate] = last->old_value;
      g_array_set_size (self->saved, self->saved->len - 1);
    }
}

static guint
take_back (B4Partition *self, guint64 to, GArray *out)
{
  guint n_anti = 0;

  while (self->sent->len > 0)
    {
      Sent last = g_array_index (self->sent, Sent, self->sent->len - 1);

      if (last.sent_at < to)
        break;
      last.signal.is_anti = TRUE;
      g_array_append_val (out, last.signal);
      g_array_set_size (self->sent, self->sent->len - 1);
      n_anti++;
    }
  return n_anti;
}

static void
roll_back (B4Partition *self, guint64 to, GArray *out, B4Rollback *rollback)
{
  guint n_done = MIN (find_place (self, to, 0), self->n_done);

  rollback->from = b4_partition_get_done (self);
  rollback->to = to;
  rollback->n_undone = self->n_done - n_done;
  self->n_done = n_done;
  restore_state (self, to);
  rollback->n_anti = take_back (self, to, out);
}

static gboolean
insert_signal (B4Partition *self, const B4Signal *signal, GArray *out, B4Rollback *rollback)
{
  gboolean is_late = self->n_done > 0 && signal->virtual_time <= b4_partition_get_done (self);

  for (guint i = 0; i < self->orphans->len; i++)
    {
      if (g_array_index (self->orphans, B4Signal, i).id == signal->id)
        {
          g_array_remove_index (self->orphans, i);
          return FALSE;
        }
    }
  if (is_late)
    roll_back (self, signal->virtual_time, out, rollback);
  g_array_insert_vals (self->signals, find_place (self, signal->virtual_time, signal->gate), signal,
                       1);
  return is_late;
}

static gboolean
remove_signal (B4Partition *self, const B4Signal *anti, GArray *out, B4Rollback *rollback)
{
  guint at = find_place (self, anti->virtual_time, anti->gate);
  gboolean is_late;

  while (at < self->signals->len && signal_at (self, at)->virtual_time == anti->virtual_time &&
         signal_at (self, at)->gate == anti->gate && signal_at (self, at)->id != anti->id)
    at++;
  if (at == self->signals->len || signal_at (self, at)->id != anti->id)
    {
      g_array_append_val (self->orphans, *anti);
      return FALSE;
    }
  is_late = at < self->n_done;
  if (is_late)
    roll_back (self, anti->virtual_time, out, rollback);
  g_array_remove_index (self->signals, at);
  return is_late;
}

gboolean
b4_partition_insert (B4Partition *self, const B4Signal *signal, GArray *out, B4Rollback *rollback)
{
  return signal->is_anti ? remove_signal (self, signal, out, rollback)
                         : insert_signal (self, signal, out, rollback);
}

static void
save_state (B4Partition *self, guint64 virtual_time, guint32 gate, gboolean is_promise)
{
  Saved saved = { virtual_time, gate, (guint8) is_promise,
                  is_promise ? self->promised[gate] : self->values[gate] };

  g_array_append_val (self->saved, saved);
}

static gboolean
is_mine (const B4Partition *self, guint32 gate)
{
  return self->circuit->gates[gate].partition == self->number;
}

static void
save_promise (B4Partition *self, guint64 now, guint32 gate, guint8 value, GArray *out)
{
  const B4Circuit *circuit = self->circuit;
  guint64 at = now + circuit->gates[gate].delay;

  save_state (self, now, gate, TRUE);
  self->promised[gate] = value;
  if (at > circuit->end)
    return;
  for (guint32 i = circuit->first_partition[gate]; i < circuit->first_partition[gate + 1]; i++)
    {
      Sent sent = { now, { at, self->next_id++, gate, circuit->partitions[i], value, FALSE } };

      g_array_append_val (self->sent, sent);
      g_array_append_val (out, sent.signal);
    }
}

/* The gates of this partition that hear of a signal that changed. */
static void
collect_fanout (B4Partition *self, guint32 gate, GArray *touched)
{
  const B4Circuit *circuit = self->circuit;

  for (guint32 i = circuit->first_fanout[gate]; i < circuit->first_fanout[gate + 1]; i++)
    {
      guint32 fed = circuit->fanout[i];

      if (is_mine (self, fed))
        g_array_append_val (touched, fed);
    }
}

guint
b4_partition_execute (B4Partition *self, GArray *out)
{
  guint64 now = b4_partition_get_next (self);
  g_autoptr (GArray) touched = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (; b4_partition_get_next (self) == now && now != B4_NEVER; self->n_done++)
    {
      const B4Signal *signal = signal_at (self, self->n_done);

      if (self->values[signal->gate] == signal->value)
        continue;
      save_state (self, now, signal->gate, FALSE);
      self->values[signal->gate] = signal->value;
      collect_fanout (self, signal->gate, touched);
    }
  for (guint i = 0; i < touched->len; i++)
    {
      guint32 gate = g_array_index (touched, guint32, i);
      guint8 value = b4_circuit_evaluate (self->circuit, gate, self->values);

      if (value != self->promised[gate])
        save_promise (self, now, gate, value, out);
    }
  self->n_evaluations += touched->len;
  return touched->len;
}

static guint
count_before (const GArray *entries, guint element_size, guint64 global_time)
{
  guint n = 0;

  /* Each kind of entry begins with its virtual time. */
  while (n < entries->len &&
         *(const guint64 *) (gconstpointer) (entries->data + (gsize) n * element_size) <
           global_time)
    n++;
  return n;
}

void
b4_partition_collect (B4Partition *self, guint64 global_time)
{
  guint n_gone = MIN (count_before (self->signals, sizeof (B4Signal), global_time), self->n_done);

  for (guint i = 0; i < n_gone; i++)
    self->n_committed += is_mine (self, signal_at (self, i)->gate);
  g_array_remove_range (self->signals, 0, n_gone);
  self->n_done -= n_gone;
  g_array_remove_range (self->saved, 0, count_before (self->saved, sizeof (Saved), global_time));
  g_array_remove_range (self->sent, 0, count_before (self->sent, sizeof (Sent), global_time));
}

guint64
b4_partition_get_topology_bytes (const B4Partition *self)
{
  guint64 n_mine = 0;

  for (guint32 i = 0; i < self->circuit->n_gates; i++)
    n_mine += is_mine (self, i);
  return n_mine * sizeof (B4Gate);
}

guint64
b4_partition_get_state_bytes (const B4Partition *self)
{
  return self->circuit->n_gates / 4 + self->signals->len * sizeof (B4Signal) +
         self->saved->len * sizeof (Saved) + self->sent->len * sizeof (Sent);
}
