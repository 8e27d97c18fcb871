/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the edges tell of the clocks, with the edges distributed over ranks. A rank makes the
 * samples of its own edges; then those of each pair of clocks go to one rank, so a question about
 * one pair needs no other rank, and one about all pairs is put together from few numbers. */
#include "core/clock/presync/spur-clock-samples-private.h"

/* The pairs of clocks are dealt out one by one, as in a triangle: each clock with those before it.
 */
static guint
choose_rank (const SpurClockSample *sample, guint n_ranks)
{
  guint64 low = MIN (sample->from, sample->to), high = MAX (sample->from, sample->to);

  return (guint) ((high * (high - 1) / 2 + low) % n_ranks);
}

void
spur_clock_samples_redistribute (SpurClockSamples *samples)
{
  SpurCommunicator *ranks = samples->communicator;
  GByteArray **buffers;
  gsize n_samples = 0;

  if (ranks->n_ranks == 1)
    return;
  buffers = spur_communicator_new_buffers (ranks);
  for (gsize i = 0; i < samples->n_samples; i++)
    {
      const SpurClockSample *sample = &samples->samples[i];

      spur_message_put (buffers[choose_rank (sample, ranks->n_ranks)], sample, sizeof *sample);
    }
  g_clear_pointer (&samples->samples, g_free);
  spur_communicator_all_to_all (ranks, buffers);
  for (guint r = 0; r < ranks->n_ranks; r++)
    n_samples += buffers[r]->len / sizeof (SpurClockSample);
  samples->samples = g_new (SpurClockSample, n_samples + 1);
  samples->n_samples = 0;
  for (guint r = 0; r < ranks->n_ranks; r++)
    {
      SpurMessageReader reader = spur_message_read (buffers[r]);

      spur_message_take (&reader, samples->samples + samples->n_samples, buffers[r]->len);
      samples->n_samples += buffers[r]->len / sizeof (SpurClockSample);
      g_byte_array_set_size (buffers[r], 0);
    }
  spur_communicator_free_buffers (ranks, buffers);
}

void
spur_clock_samples_share_spans (SpurClockSamples *samples)
{
  gsize n = samples->n_clocks;
  g_autofree gint64 *first_ns = g_new (gint64, n + 1);
  g_autofree gint64 *last_ns = g_new (gint64, n + 1);
  g_autofree gint64 *n_events = g_new (gint64, n + 1);

  for (gsize i = 0; i < n; i++)
    {
      first_ns[i] = samples->spans[i].first_ns;
      last_ns[i] = samples->spans[i].last_ns;
      n_events[i] = (gint64) samples->spans[i].n_events;
    }
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_MIN, first_ns, n);
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_MAX, last_ns, n);
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_SUM, n_events, n);
  for (gsize i = 0; i < n; i++)
    samples->spans[i] = (SpurClockSpan){ first_ns[i], last_ns[i], (guint64) n_events[i] };
}
