/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/projects/b4/b4-simulation.h"

#define NEAR_GATES 12
#define MAX_DELAY 4

static guint32
choose_input (SimRandom *random, guint32 gate, guint n_gates)
{
  gint64 chosen;

  /* Feedback and long wires are rare. */
  if (sim_random_chance (random, 60))
    return (guint32) sim_random_below (random, n_gates);
  if (sim_random_chance (random, 60))
    chosen = sim_random_between (random, gate, gate + NEAR_GATES);
  else
    chosen = sim_random_between (random, (gint64) gate - NEAR_GATES, (gint64) gate - 1);
  return (guint32) (chosen + n_gates) % n_gates;
}

static void
make_gates (B4Circuit *self, SimRandom *random)
{
  for (guint32 i = 0; i < self->n_gates; i++)
    {
      B4Gate *gate = &self->gates[i];
      gboolean is_input = i % 8 == 0;

      gate->partition = (guint32) ((guint64) i * self->n_partitions / self->n_gates);
      gate->kind = is_input ? B4_GATE_INPUT : (guint8) (1 + sim_random_below (random, 4));
      gate->delay = (guint8) sim_random_between (random, 1, MAX_DELAY);
      gate->inputs[0] = choose_input (random, i, self->n_gates);
      gate->inputs[1] = choose_input (random, i, self->n_gates);
    }
}

static gboolean
reads_input (const B4Gate *gate, guint k)
{
  return gate->kind != B4_GATE_INPUT && (k == 0 || gate->inputs[1] != gate->inputs[0]);
}

static void
make_fanout (B4Circuit *self)
{
  g_autofree guint32 *next = NULL;

  self->first_fanout = g_new0 (guint32, self->n_gates + 1);
  self->fanout = g_new0 (guint32, 2 * self->n_gates);
  for (guint32 i = 0; i < 2 * self->n_gates; i++)
    {
      if (reads_input (&self->gates[i / 2], i % 2))
        self->first_fanout[self->gates[i / 2].inputs[i % 2] + 1]++;
    }
  for (guint32 i = 0; i < self->n_gates; i++)
    self->first_fanout[i + 1] += self->first_fanout[i];
  next = g_memdup2 (self->first_fanout, (self->n_gates + 1) * sizeof (guint32));
  for (guint32 i = 0; i < 2 * self->n_gates; i++)
    {
      if (reads_input (&self->gates[i / 2], i % 2))
        self->fanout[next[self->gates[i / 2].inputs[i % 2]]++] = i / 2;
    }
}

static void
make_partitions (B4Circuit *self)
{
  g_autofree guint32 *seen = g_new0 (guint32, self->n_partitions);
  guint32 n = 0;

  self->first_partition = g_new0 (guint32, self->n_gates + 1);
  self->partitions = g_new0 (guint32, 3 * self->n_gates);
  for (guint32 i = 0; i < self->n_gates; i++)
    {
      self->first_partition[i] = n;
      self->partitions[n++] = self->gates[i].partition;
      seen[self->gates[i].partition] = i + 1;
      for (guint32 k = self->first_fanout[i]; k < self->first_fanout[i + 1]; k++)
        {
          guint32 partition = self->gates[self->fanout[k]].partition;

          if (seen[partition] != i + 1)
            self->partitions[n++] = partition;
          seen[partition] = i + 1;
        }
    }
  self->first_partition[self->n_gates] = n;
}

static void
make_stimuli (B4Circuit *self, SimRandom *random)
{
  guint64 next_id = 1;

  self->stimuli = g_array_new (FALSE, FALSE, sizeof (B4Signal));
  for (guint32 i = 0; i < self->n_gates; i += 8)
    {
      guint64 at = (guint64) sim_random_between (random, 1, 20);

      for (guint8 value = 1; at <= self->end; value = !value)
        {
          for (guint32 k = self->first_partition[i]; k < self->first_partition[i + 1]; k++)
            {
              B4Signal signal = { at, next_id++, i, self->partitions[k], value, FALSE };

              g_array_append_val (self->stimuli, signal);
            }
          at += (guint64) sim_random_between (random, 10, 40);
        }
    }
}

B4Circuit *
b4_circuit_new (SimRandom *random, guint n_gates, guint n_partitions, guint64 end)
{
  B4Circuit *self = g_new0 (B4Circuit, 1);

  self->n_gates = n_gates;
  self->n_partitions = n_partitions;
  self->end = end;
  self->gates = g_new0 (B4Gate, n_gates);
  make_gates (self, random);
  make_fanout (self);
  make_partitions (self);
  make_stimuli (self, random);
  return self;
}

void
b4_circuit_free (B4Circuit *self)
{
  g_free (self->gates);
  g_free (self->first_fanout);
  g_free (self->fanout);
  g_free (self->first_partition);
  g_free (self->partitions);
  g_array_unref (self->stimuli);
  g_free (self);
}

guint8
b4_circuit_evaluate (const B4Circuit *self, guint32 gate, const guint8 *values)
{
  const B4Gate *it = &self->gates[gate];
  guint8 a = values[it->inputs[0]];
  guint8 b = values[it->inputs[1]];

  switch ((B4GateKind) it->kind)
    {
    case B4_GATE_AND:
      return a & b;
    case B4_GATE_OR:
      return a | b;
    case B4_GATE_NAND:
      return !(a & b);
    case B4_GATE_XOR:
      return a ^ b;
    case B4_GATE_INPUT:
      break;
    }
  return values[gate];
}
