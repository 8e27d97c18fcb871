/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/parallel/spur-share-private.h"

/* Values on their way along all edges at once, and back. */

gint64 *
spur_share_give_values (SpurShare *self, const SpurNodes *nodes, const gint64 *values)
{
  GByteArray **parcels = spur_ranks_new_parcels (self->ranks);
  g_autofree SpurParcelReader *readers = g_new0 (SpurParcelReader, self->ranks->n_ranks);
  gint64 *of_slots = g_new (gint64, self->n_slots + 1);

  for (guint s = 0; s < self->n_streams; s++)
    {
      for (gsize i = self->first_route[s]; i < self->first_route[s + 1]; i++)
        spur_parcel_put (parcels[self->routes[i].rank],
                         &values[spur_nodes_find (nodes, s, self->routes[i].event)],
                         sizeof *values);
    }
  spur_ranks_swap (self->ranks, parcels);
  for (guint r = 0; r < self->ranks->n_ranks; r++)
    readers[r] = spur_parcel_read (parcels[r]);
  for (guint s = 0; s < self->n_streams; s++)
    spur_parcel_take (&readers[self->owners[s]], of_slots + self->first_slot[s],
                      (self->first_slot[s + 1] - self->first_slot[s]) * sizeof *of_slots);
  spur_ranks_free_parcels (self->ranks, parcels);
  return of_slots;
}

static inline void
lower (gint64 *limit, gint64 to)
{
  *limit = MIN (*limit, to);
}

void
spur_share_return_limits (SpurShare *self,
                          const SpurNodes *nodes,
                          const gint64 *slot_limits,
                          gint64 *limits)
{
  GByteArray **parcels = spur_ranks_new_parcels (self->ranks);
  g_autofree SpurParcelReader *readers = g_new0 (SpurParcelReader, self->ranks->n_ranks);

  for (guint s = 0; s < self->n_streams; s++)
    spur_parcel_put (parcels[self->owners[s]], slot_limits + self->first_slot[s],
                     (self->first_slot[s + 1] - self->first_slot[s]) * sizeof *slot_limits);
  spur_ranks_swap (self->ranks, parcels);
  for (guint r = 0; r < self->ranks->n_ranks; r++)
    readers[r] = spur_parcel_read (parcels[r]);
  for (guint s = 0; s < self->n_streams; s++)
    {
      for (gsize i = self->first_route[s]; i < self->first_route[s + 1]; i++)
        lower (&limits[spur_nodes_find (nodes, s, self->routes[i].event)],
               (gint64) spur_parcel_take_u64 (&readers[self->routes[i].rank]));
    }
  spur_ranks_free_parcels (self->ranks, parcels);
}

void
spur_share_give_members (
  SpurShare *self, const SpurNodes *nodes, const gint64 *values, gint64 **enters, gint64 **exits)
{
  GByteArray **parcels = spur_ranks_new_parcels (self->ranks);

  for (guint r = 0; r < self->ranks->n_ranks; r++)
    {
      for (gsize i = self->first_join[r]; i < self->first_join[r + 1]; i++)
        {
          const SpurShareJoin *join = &self->joins[i];
          gint64 pair[2] = { values[spur_nodes_find (nodes, join->stream, join->enter_event)],
                             values[spur_nodes_find (nodes, join->stream, join->exit_event)] };

          spur_parcel_put (parcels[r], pair, sizeof pair);
        }
    }
  spur_ranks_swap (self->ranks, parcels);
  *enters = g_new (gint64, self->n_members + 1);
  *exits = g_new (gint64, self->n_members + 1);
  for (guint r = 0; r < self->ranks->n_ranks; r++)
    {
      SpurParcelReader reader = spur_parcel_read (parcels[r]);

      for (gsize i = self->first_member_at[r]; i < self->first_member_at[r + 1]; i++)
        {
          (*enters)[self->members_at[i]] = (gint64) spur_parcel_take_u64 (&reader);
          (*exits)[self->members_at[i]] = (gint64) spur_parcel_take_u64 (&reader);
        }
    }
  spur_ranks_free_parcels (self->ranks, parcels);
}

void
spur_share_return_members (SpurShare *self,
                           const SpurNodes *nodes,
                           const gint64 *member_limits,
                           gint64 *limits)
{
  GByteArray **parcels = spur_ranks_new_parcels (self->ranks);

  for (guint r = 0; r < self->ranks->n_ranks; r++)
    {
      for (gsize i = self->first_member_at[r]; i < self->first_member_at[r + 1]; i++)
        spur_parcel_put_u64 (parcels[r], (guint64) member_limits[self->members_at[i]]);
    }
  spur_ranks_swap (self->ranks, parcels);
  for (guint r = 0; r < self->ranks->n_ranks; r++)
    {
      SpurParcelReader reader = spur_parcel_read (parcels[r]);

      for (gsize i = self->first_join[r]; i < self->first_join[r + 1]; i++)
        lower (&limits[spur_nodes_find (nodes, self->joins[i].stream, self->joins[i].enter_event)],
               (gint64) spur_parcel_take_u64 (&reader));
    }
  spur_ranks_free_parcels (self->ranks, parcels);
}
