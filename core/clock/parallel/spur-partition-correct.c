/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The steps of a chain with the streams distributed over ranks. Methods that need all edges at once
 * are left to rank 0; maps go on their way to it and back. */
#include "core/base/spur-error-internal.h"
#include "core/clock/logical/spur-clock-pass-private.h"
#include "core/clock/parallel/spur-partition-private.h"
#include "core/clock/presync/spur-presynchroniser-private.h"

static void
put_map (GByteArray *buffer, guint stream, const SpurTimeMap *map)
{
  gsize n_knots;
  const SpurKnot *knots = spur_time_map_get_knots (map, &n_knots);

  spur_message_put_u64 (buffer, stream);
  spur_message_put_u64 (buffer, n_knots);
  spur_message_put (buffer, knots, n_knots * sizeof *knots);
}

static gboolean
take_maps (SpurCorrection *correction, const GByteArray *buffer, GError **error)
{
  SpurMessageReader reader = spur_message_read (buffer);

  while (!spur_message_is_at_end (&reader))
    {
      guint64 stream = spur_message_take_u64 (&reader);
      guint64 n_knots = spur_message_take_u64 (&reader);
      g_autofree SpurKnot *knots = g_new (SpurKnot, n_knots + 1);
      g_autoptr (SpurTimeMap) map = NULL;

      spur_message_take (&reader, knots, n_knots * sizeof *knots);
      map = spur_time_map_new (knots, n_knots, error);
      if (map == NULL)
        return FALSE;
      spur_correction_append_map (correction, (guint) stream, map);
    }
  return TRUE;
}

/* Gives rank 0 the maps of the streams of all others, or where @n_before is not NULL all others its
 * maps of their streams from those on. A rank that has none to give, or to take, passes NULL. */
static gboolean
move_maps (SpurPartition *self,
           SpurCorrection *from,
           const guint *n_before,
           SpurCorrection *to,
           GError **error)
{
  SpurCommunicator *communicator = self->distribution.communicator;
  GByteArray **buffers = spur_communicator_new_buffers (communicator);
  GError *problem = NULL;

  for (guint s = 0; from != NULL && s < self->n_streams; s++)
    {
      guint to_rank = n_before != NULL ? self->distribution.owners[s] : 0;
      guint first = n_before != NULL ? n_before[s] : 0;

      if (n_before == NULL && !spur_partition_is_own (self, s))
        continue;
      for (guint i = first; i < spur_correction_get_n_maps (from, s); i++)
        put_map (buffers[to_rank], s, spur_correction_get_map (from, s, i));
    }
  spur_communicator_all_to_all (communicator, buffers);
  for (guint r = 0; to != NULL && problem == NULL && r < communicator->n_ranks; r++)
    take_maps (to, buffers[r], &problem);
  spur_communicator_free_buffers (communicator, buffers);
  return spur_communicator_agree (communicator, problem, error);
}

static void
copy_facts (SpurCorrection *from, SpurCorrection *to)
{
  GPtrArray *keys = spur_correction_get_fact_keys (from);

  for (guint i = 0; i < keys->len; i++)
    spur_correction_set_fact (to, keys->pdata[i], spur_correction_get_fact (from, keys->pdata[i]));
}

static void
share_facts (SpurPartition *self, SpurCorrection *whole, SpurCorrection *correction)
{
  GByteArray *buffer = NULL;
  GPtrArray *keys;

  if (whole != NULL)
    {
      buffer = g_byte_array_new ();
      keys = spur_correction_get_fact_keys (whole);
      for (guint i = 0; i < keys->len; i++)
        {
          const char *value = spur_correction_get_fact (whole, keys->pdata[i]);

          spur_message_put (buffer, keys->pdata[i], strlen (keys->pdata[i]) + 1);
          spur_message_put (buffer, value, strlen (value) + 1);
        }
    }
  buffer = spur_communicator_broadcast (self->distribution.communicator, buffer);
  for (guint at = 0; at < buffer->len;)
    {
      const char *key = (const char *) buffer->data + at;
      const char *value = key + strlen (key) + 1;

      spur_correction_set_fact (correction, key, value);
      at += (guint) (strlen (key) + strlen (value) + 2);
    }
  g_byte_array_unref (buffer);
}

/* Rank 0 does the step as if there were no others. */
static gboolean
correct_whole (SpurPartition *self,
               SpurClockCorrector *corrector,
               SpurCorrection *whole,
               const SpurJob *job,
               GError **error)
{
  if (self->distribution.communicator->rank != 0)
    return TRUE;
  if (self->whole == NULL)
    {
      self->whole = spur_edges_new_for_trace (self->trace, job, error);
      if (self->whole != NULL && self->delays != NULL)
        spur_delays_apply (self->delays, self->whole, self->trace, NULL, job);
    }
  return self->whole != NULL &&
         spur_clock_corrector_correct (corrector, self->trace, self->whole, whole, job, error);
}

/* Any method, by rank 0 for all. */
static gboolean
correct_alone (SpurPartition *self,
               SpurClockCorrector *corrector,
               SpurCorrection *correction,
               const SpurJob *job,
               GError **error)
{
  gboolean is_first = self->distribution.communicator->rank == 0;
  g_autoptr (SpurCorrection) whole = is_first ? spur_correction_new (self->n_streams) : NULL;
  g_autofree guint *n_before = g_new0 (guint, (gsize) self->n_streams + 1);
  GError *problem = NULL;

  if (!move_maps (self, correction, NULL, whole, error))
    return FALSE;
  for (guint s = 0; is_first && s < self->n_streams; s++)
    n_before[s] = spur_correction_get_n_maps (whole, s);
  if (is_first)
    copy_facts (correction, whole);
  correct_whole (self, corrector, whole, job, &problem);
  if (!spur_communicator_agree (self->distribution.communicator, problem, error))
    return FALSE;
  share_facts (self, whole, correction);
  return move_maps (self, whole, n_before, correction, error);
}

/* The corrector runs on the graph of own streams. */
static gboolean
correct_together (SpurPartition *self,
                  SpurClockCorrector *corrector,
                  SpurCorrection *correction,
                  const SpurJob *job,
                  GError **error)
{
  g_autoptr (GError) problem = NULL;
  gboolean is_done;

  g_return_val_if_fail (spur_partition_get_halo (self, job) != NULL, FALSE);
  spur_clock_work_set_partition (self);
  is_done =
    spur_clock_corrector_correct (corrector, self->trace, self->graph, correction, job, &problem);
  spur_clock_work_set_partition (NULL);
  if (is_done)
    return TRUE;
  if (!g_error_matches (problem, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_CYCLE))
    return spur_error_pass (error, g_steal_pointer (&problem));
  if (!correct_alone (self, corrector, correction, job, error))
    return FALSE;
  /* Without the edges that were left out. */
  spur_partition_take_whole (self);
  return TRUE;
}

/* The logical clocks and pre-synchronisers can, but for cycles that are left out, which the step
 * meets, and for limits from final times: what goes from the last event to the first needs all
 * edges. */
static gboolean
can_be_distributed (SpurClockCorrector *corrector)
{
  SpurClockParameters parameters;

  if (SPUR_IS_PRESYNCHRONISER (corrector))
    return TRUE;
  if (!SPUR_IS_CAUSAL_CLOCK (corrector))
    return FALSE;
  parameters = spur_causal_clock_get_parameters (SPUR_CAUSAL_CLOCK (corrector));
  return !parameters.is_backward || parameters.limits == SPUR_BACKWARD_LIMITS_FORWARD;
}

gboolean
spur_partition_correct (SpurPartition *self,
                        SpurClockCorrector *corrector,
                        SpurCorrection *correction,
                        const SpurJob *job,
                        GError **error)
{
  spur_distribution_release_memory (&self->distribution, self->trace);
  if (can_be_distributed (corrector))
    return correct_together (self, corrector, correction, job, error);
  return correct_alone (self, corrector, correction, job, error);
}

/**
 * spur_partition_collect:
 * @self: a rank's partition
 * @correction: the maps of the rank's own streams; on rank 0 those of all others are added
 * @error: return location for an error
 *
 * Puts the whole correction together on rank 0, and lets go of what was made of the edges, so that
 * there is room for writing. All ranks call it.
 *
 * Returns: whether it was done, the same on all ranks
 *
 * Since: 1.0
 */
gboolean
spur_partition_collect (SpurPartition *self, SpurCorrection *correction, GError **error)
{
  gboolean is_first;

  g_return_val_if_fail (SPUR_IS_PARTITION (self), FALSE);
  g_return_val_if_fail (SPUR_IS_CORRECTION (correction), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  spur_partition_forget_graph (self);
  spur_distribution_release_memory (&self->distribution, self->trace);
  /* It has its own. */
  is_first = self->distribution.communicator->rank == 0;
  return move_maps (self, is_first ? NULL : correction, NULL, is_first ? correction : NULL, error);
}
