/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The states of the page: bars, and shares of the time for those that are left out. */
#include <stdlib.h>

#include "visualizers/page/spur-page-private.h"

/* What keeps a page below some eight megabytes, however large the trace is. */
#define MAX_SPANS 160000
#define MAX_PROFILE_BINS 24000
/* Shares are whole numbers of this: the most that takes two bytes. */
#define SHARE_UNIT 16383.0f

static int
compare_lengths (const void *a, const void *b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return x < y ? 1 : x > y ? -1 : 0;
}

/* The shortest state that is kept, and how many of just that length. */
static gint64
find_threshold (SpurSpaceTime *picture, gsize *n_at_threshold)
{
  gsize n_spans, n_above = 0;
  const SpurSpan *spans = spur_history_get_spans (picture->history, &n_spans);
  g_autofree gint64 *lengths = NULL;

  *n_at_threshold = G_MAXSIZE;
  if (n_spans <= MAX_SPANS)
    return -1;
  lengths = g_new (gint64, n_spans);
  for (gsize i = 0; i < n_spans; i++)
    lengths[i] = spans[i].end_ns - spans[i].begin_ns;
  qsort (lengths, n_spans, sizeof *lengths, compare_lengths);
  while (lengths[n_above] > lengths[MAX_SPANS - 1])
    n_above++;
  *n_at_threshold = MAX_SPANS - n_above;
  return lengths[MAX_SPANS - 1];
}

/* A state that the page has. It is hollow where it has states inside that the page has not. */
typedef struct
{
  guint32 span;
  gboolean is_hollow;
} Kept;

/* The states of a row that are kept; what is left out makes those around it hollow. */
static GArray *
choose_spans (SpurSpaceTime *picture,
              const SpurTrack *track,
              gint64 threshold_ns,
              gsize *n_at_threshold)
{
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (picture->history, &n_spans);
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (Kept));
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < track->spans->len; i++)
    {
      Kept one = { g_array_index (track->spans, guint32, i), FALSE };
      const SpurSpan *span = &spans[one.span];
      gint64 length_ns = span->end_ns - span->begin_ns;

      while (
        open->len > 0 &&
        spans[g_array_index (kept, Kept, g_array_index (open, guint, open->len - 1)).span].end_ns <=
          span->begin_ns)
        g_array_set_size (open, open->len - 1);
      if (length_ns < threshold_ns || (length_ns == threshold_ns && *n_at_threshold == 0))
        {
          for (guint k = 0; k < open->len; k++)
            g_array_index (kept, Kept, g_array_index (open, guint, k)).is_hollow = TRUE;
          continue;
        }
      *n_at_threshold -= length_ns == threshold_ns;
      g_array_append_val (open, kept->len);
      g_array_append_val (kept, one);
    }
  return kept;
}

static void
append_track (GByteArray *bytes, SpurSpaceTime *picture, const SpurTrack *track, GArray *kept)
{
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (picture->history, &n_spans);
  gint64 at_ns = 0;

  spur_report_put_unsigned (bytes, track->lane);
  spur_report_put_unsigned (bytes, track->index);
  spur_report_put_unsigned (bytes, kept->len);
  for (guint i = 0; i < kept->len; i++)
    {
      const Kept *one = &g_array_index (kept, Kept, i);
      const SpurSpan *span = &spans[one->span];
      gint64 begin_ns = span->begin_ns - picture->zero_ns;
      guint64 state = span->state == SPUR_NONE ? 0 : (guint64) span->state + 1;

      spur_report_put_signed (bytes, begin_ns - at_ns);
      spur_report_put_unsigned (bytes, (guint64) MAX (span->end_ns - span->begin_ns, 0));
      spur_report_put_unsigned (bytes, state * 2 + (one->is_hollow ? 1 : 0));
      spur_report_put_entry (bytes, span->object);
      at_ns = begin_ns;
    }
}

/* Of each row what is kept, as arrays of Kept. */
static GPtrArray *
choose_all_spans (SpurReport *self, SpurSpaceTime *picture)
{
  GPtrArray *kept_of_track = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  gsize n_at_threshold;
  gint64 threshold_ns = find_threshold (picture, &n_at_threshold);

  self->n_spans = self->n_spans_kept = 0;
  for (guint i = 0; i < picture->tracks->len; i++)
    {
      const SpurTrack *track = g_ptr_array_index (picture->tracks, i);
      GArray *kept = choose_spans (picture, track, threshold_ns, &n_at_threshold);

      self->n_spans += track->spans->len;
      self->n_spans_kept += kept->len;
      g_ptr_array_add (kept_of_track, kept);
    }
  return kept_of_track;
}

static void
append_bars (GString *json, SpurSpaceTime *picture, GPtrArray *kept_of_track)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  spur_report_put_unsigned (bytes, picture->tracks->len);
  for (guint i = 0; i < picture->tracks->len; i++)
    append_track (bytes, picture, g_ptr_array_index (picture->tracks, i),
                  g_ptr_array_index (kept_of_track, i));
  spur_report_append_base64 (json, "states", bytes);
}

/* Which of a row's states the page has, with all that is inside of them. */
static guint8 *
mark_known (const SpurTrack *track, GArray *kept)
{
  guint8 *is_known = g_new0 (guint8, track->spans->len + 1);
  guint k = 0;

  for (guint i = 0; i < track->spans->len && k < kept->len; i++)
    {
      const Kept *one = &g_array_index (kept, Kept, k);

      if (one->span != g_array_index (track->spans, guint32, i))
        continue;
      is_known[i] = !one->is_hollow;
      k++;
    }
  return is_known;
}

static void
put_bin (GByteArray *bytes, const float *shares, guint n_swatches, float known_share)
{
  guint n = 0;

  for (guint s = 0; s < n_swatches; s++)
    n += (guint) (shares[s] * SHARE_UNIT + 0.5f) > 0;
  spur_report_put_unsigned (bytes, (guint64) (MAX (1.0f - known_share, 0.0f) * SHARE_UNIT + 0.5f));
  spur_report_put_unsigned (bytes, n);
  for (guint s = 0; s < n_swatches; s++)
    {
      guint64 share = (guint64) (MIN (shares[s], 1.0f) * SHARE_UNIT + 0.5f);

      if (share == 0)
        continue;
      spur_report_put_unsigned (bytes, s);
      spur_report_put_unsigned (bytes, share);
    }
}

/* Where states are left out: in bins the part of the time that no bar tells of, and what is
 * innermost in it. The page draws these shares between its bars, so that a row looks as busy as it
 * is, at any zoom. */
static void
append_profiles (GString *json, SpurReport *self, SpurSpaceTime *picture, GPtrArray *kept_of_track)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint n_bins = CLAMP (MAX_PROFILE_BINS / MAX (picture->tracks->len, 1), 64, 2048);
  guint n_tracks = self->n_spans_kept < self->n_spans ? picture->tracks->len : 0;
  guint n_swatches = picture->palette->n_swatches;

  spur_report_put_unsigned (bytes, n_tracks);
  spur_report_put_unsigned (bytes, n_bins);
  for (guint i = 0; i < n_tracks; i++)
    {
      const SpurTrack *track = g_ptr_array_index (picture->tracks, i);
      g_autofree guint8 *is_known = mark_known (track, g_ptr_array_index (kept_of_track, i));
      g_autofree float *known_shares = NULL;
      g_autofree float *shares =
        spur_state_strip_measure (picture, track, is_known, n_bins, &known_shares);

      for (guint bin = 0; bin < n_bins; bin++)
        put_bin (bytes, &shares[(gsize) bin * n_swatches], n_swatches, known_shares[bin]);
    }
  spur_report_append_base64 (json, "profiles", bytes);
}

void
spur_report_append_states (GString *json, SpurReport *self, SpurSpaceTime *picture)
{
  g_autoptr (GPtrArray) kept_of_track = choose_all_spans (self, picture);

  append_bars (json, picture, kept_of_track);
  append_profiles (json, self, picture, kept_of_track);
}

void
spur_report_append_state_census (GString *json, SpurSpaceTime *picture)
{
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (picture->history, &n_spans);
  g_autoptr (GArray) census = spur_report_census_new ();

  for (guint i = 0; i < picture->tracks->len; i++)
    {
      const SpurTrack *track = g_ptr_array_index (picture->tracks, i);

      for (guint k = 0; k < track->spans->len; k++)
        {
          const SpurSpan *span = &spans[g_array_index (track->spans, guint32, k)];

          spur_report_census_add (census, span->begin_ns, span->end_ns);
        }
    }
  spur_report_census_append (census, json, "states", picture->zero_ns);
}
