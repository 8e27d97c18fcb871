/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/parallel/spur-share-flow-private.h"

/* Who waits for whom when nobody can go on. */
typedef struct
{
  guint64 event;
  guint64 awaited_event;
  guint32 stream;
  guint32 awaited_stream;
} Stuck;

/* The enter that a member waits for, or itself where there is none. */
static void
find_awaited (const SpurShareFlow *self, gsize number, Stuck *stuck)
{
  const SpurShare *share = self->share;
  gsize index = share->instance_of_member[number];
  guint32 member = (guint32) (number - share->first_member[index]);
  SpurCollective collective;

  spur_edges_get_collective (share->edges, index, &collective);
  stuck->awaited_stream = collective.members[member].stream;
  stuck->awaited_event = collective.members[member].exit_event;
  for (guint32 k = 0; k < collective.n_members; k++)
    {
      if (!spur_collective_depends (&collective, k, member) ||
          self->members[share->first_member[index] + k].is_entered)
        continue;
      stuck->awaited_stream = collective.members[k].stream;
      stuck->awaited_event = collective.members[k].enter_event;
      return;
    }
}

/* Streams that wait for a send know it; those that wait in a collective operation ask its owner. */
static GByteArray *
list_stuck (SpurShareFlow *self)
{
  SpurShare *share = self->share;
  GByteArray *own = g_byte_array_new ();
  GByteArray **parcels = spur_ranks_new_parcels (share->ranks);

  for (guint32 s = 0; s < share->n_streams; s++)
    {
      const SpurShareRun *run = &self->runs[s];
      Stuck stuck = { run->event, 0, s, run->waits_for };

      if (!spur_share_is_own (share, s) || run->is_done)
        continue;
      if (run->waits_for != SPUR_NONE)
        {
          stuck.awaited_event = share->slot_events[run->awaited_slot];
          spur_parcel_put (own, &stuck, sizeof stuck);
          continue;
        }
      stuck.awaited_event = run->waits_in - share->first_join[share->joins[run->waits_in].owner];
      spur_parcel_put (parcels[share->joins[run->waits_in].owner], &stuck, sizeof stuck);
    }
  spur_ranks_swap (share->ranks, parcels);
  for (guint r = 0; r < share->ranks->n_ranks; r++)
    {
      SpurParcelReader reader = spur_parcel_read (parcels[r]);

      while (!spur_parcel_is_at_end (&reader))
        {
          Stuck stuck;

          spur_parcel_take (&reader, &stuck, sizeof stuck);
          find_awaited (self, share->members_at[share->first_member_at[r] + stuck.awaited_event],
                        &stuck);
          spur_parcel_put (own, &stuck, sizeof stuck);
        }
    }
  spur_ranks_free_parcels (share->ranks, parcels);
  return own;
}

/* By stream; streams that are done have an awaited stream of %SPUR_NONE. */
static Stuck *
collect_stuck (SpurShareFlow *self)
{
  SpurShare *share = self->share;
  Stuck *all = g_new0 (Stuck, (gsize) share->n_streams + 1);
  GByteArray **parcels = spur_ranks_gather (share->ranks, list_stuck (self));

  for (guint s = 0; s < share->n_streams; s++)
    all[s].awaited_stream = SPUR_NONE;
  for (guint r = 0; r < share->ranks->n_ranks; r++)
    {
      SpurParcelReader reader = spur_parcel_read (parcels[r]);

      while (!spur_parcel_is_at_end (&reader))
        {
          Stuck stuck;

          spur_parcel_take (&reader, &stuck, sizeof stuck);
          all[stuck.stream] = stuck;
        }
    }
  spur_ranks_free_parcels (share->ranks, parcels);
  return all;
}

#define MAX_NAMED_EDGES 64

static void
add_name (const SpurShareFlow *self, GString *names, guint32 stream, guint64 event)
{
  SpurStream *of_trace = spur_trace_get_stream (self->share->trace, stream);

  if (self->parameters->is_mirrored)
    event = spur_stream_get_n_events (of_trace) - 1 - event;
  g_string_append_printf (names, "%s event %" G_GUINT64_FORMAT, spur_stream_get_name (of_trace),
                          event);
}

static void
add_edge_name (const SpurShareFlow *self, GString *names, const Stuck *stuck)
{
  gboolean is_mirrored = self->parameters->is_mirrored;

  g_string_append (names, names->len > 0 ? ", " : "");
  add_name (self, names, is_mirrored ? stuck->stream : stuck->awaited_stream,
            is_mirrored ? stuck->event : stuck->awaited_event);
  g_string_append (names, " before ");
  add_name (self, names, is_mirrored ? stuck->awaited_stream : stuck->stream,
            is_mirrored ? stuck->awaited_event : stuck->event);
}

/* Every stuck stream waits for a stuck stream: who follows long enough goes round a cycle, which
 * is named from its first stream on, as without ranks. */
void
spur_share_name_cycle (SpurShareFlow *self, GError **error)
{
  g_autofree Stuck *all = collect_stuck (self);
  g_autoptr (GString) names = g_string_new (NULL);
  guint32 stream = 0, first, lowest;
  guint n_named = 0;

  while (stream + 1 < self->share->n_streams && all[stream].awaited_stream == SPUR_NONE)
    stream++;
  for (guint i = 0; i < self->share->n_streams; i++)
    stream = all[stream].awaited_stream;
  first = lowest = stream;
  do
    {
      stream = all[stream].awaited_stream;
      lowest = MIN (lowest, stream);
    }
  while (stream != first);
  first = stream = lowest;
  do
    {
      const Stuck *stuck = &all[stream];

      if (n_named++ < MAX_NAMED_EDGES)
        add_edge_name (self, names, stuck);
      stream = stuck->awaited_stream;
    }
  while (stream != first);
  if (n_named > MAX_NAMED_EDGES)
    g_string_append_printf (names, ", and %u more", n_named - MAX_NAMED_EDGES);
  g_set_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_CYCLE,
               "the edges form a cycle, so they are matched wrongly: %s", names->str);
}
