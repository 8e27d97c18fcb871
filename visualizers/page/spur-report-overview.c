/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The whole trace in the page of a part: the shares of the states of each lane. */
#include <string.h>

#include "visualizers/page/spur-page-private.h"

/* Rows of the overview have at most 20 pixels, so that finer shares could not be told apart. */
#define FULL_SHARE 63

/* The tracks of each lane in their order: the first of a lane, and the next after a track. */
typedef struct
{
  guint *first;
  guint *next;
} Chains;

static void
chains_clear (Chains *self)
{
  g_free (self->first);
  g_free (self->next);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Chains, chains_clear)

static void
chain_tracks (Chains *self, const SpurSpaceTime *picture)
{
  guint n_lanes = picture->lanes->n_lanes, n_tracks = picture->tracks->len;

  self->first = g_new (guint, n_lanes);
  self->next = g_new (guint, n_tracks);
  for (guint lane = 0; lane < n_lanes; lane++)
    self->first[lane] = SPUR_NONE;
  for (guint i = n_tracks; i-- > 0;)
    {
      const SpurTrack *track = g_ptr_array_index (picture->tracks, i);

      self->next[i] = self->first[track->lane];
      self->first[track->lane] = i;
    }
}

/* The mean of the rows of a lane. */
static void
sum_lane (SpurSpaceTime *picture, const Chains *chains, guint lane, guint n_columns, float *shares)
{
  gsize n_shares = (gsize) n_columns * picture->palette->n_swatches;
  guint n_rows = 0;

  memset (shares, 0, n_shares * sizeof *shares);
  for (guint i = chains->first[lane]; i != SPUR_NONE; i = chains->next[i])
    {
      spur_state_strip_sum (picture, g_ptr_array_index (picture->tracks, i), n_columns, shares);
      n_rows++;
    }
  for (gsize i = 0; i < n_shares && n_rows > 1; i++)
    shares[i] /= (float) n_rows;
}

void
spur_report_append_overview (GString *json, SpurSpaceTime *picture)
{
  guint n_lanes = picture->lanes->n_lanes, n_swatches = picture->palette->n_swatches;
  guint n_columns = spur_report_count_bins (n_lanes);
  g_autofree float *shares = g_new (float, (gsize) n_columns *n_swatches + 1);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_auto (Chains) chains = { NULL };

  chain_tracks (&chains, picture);
  spur_report_put_unsigned (bytes, n_columns);
  for (guint lane = 0; lane < n_lanes; lane++)
    {
      sum_lane (picture, &chains, lane, n_columns, shares);
      /* Equal bytes beside one another are packed best. */
      for (guint swatch = 0; swatch < n_swatches; swatch++)
        for (guint c = 0; c < n_columns; c++)
          {
            float share = CLAMP (shares[(gsize) c * n_swatches + swatch], 0.0f, 1.0f);

            spur_report_put_unsigned (bytes, (guint64) (share * FULL_SHARE + 0.5f));
          }
    }
  spur_report_append_column (json, "overview", bytes);
}
