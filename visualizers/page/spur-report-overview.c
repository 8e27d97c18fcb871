/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The whole trace in the page of a part: the shares of the states of each lane. */
#include <string.h>

#include "visualizers/page/spur-page-private.h"

/* Rows of the overview have at most 20 pixels, so that finer shares could not be told apart. */
#define FULL_SHARE 63

/* The mean of the rows of a lane. */
static void
sum_lane (SpurSpaceTime *picture, guint lane, guint n_columns, float *shares)
{
  gsize n_shares = (gsize) n_columns * picture->palette->n_swatches;
  guint n_rows = 0;

  memset (shares, 0, n_shares * sizeof *shares);
  for (guint i = 0; i < picture->tracks->len; i++)
    {
      SpurTrack *track = g_ptr_array_index (picture->tracks, i);

      if (track->lane != lane)
        continue;
      spur_state_strip_sum (picture, track, n_columns, shares);
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

  spur_report_put_unsigned (bytes, n_columns);
  for (guint lane = 0; lane < n_lanes; lane++)
    {
      sum_lane (picture, lane, n_columns, shares);
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
