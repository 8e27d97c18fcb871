/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* States of rows in columns, for a window of any number of events. */
#include "core/base/spur-error-internal.h"
#include "visualizers/serve/spur-page-source-private.h"

/* The page draws three states a column, from the foot, and all others as one. */
#define SLOTS 3
#define FULL_SHARE 255.0f

/* More columns than a screen has; and a tile is small enough to be sent while a window moves. */
#define MAX_COLUMNS 8192
#define MAX_BYTES 1000000
#define BYTES_PER_CELL (2 * SLOTS + 1)
/* The numbers of tracks, columns and events. */
#define HEAD_BYTES 16
#define MAX_TRACKS (MAX_BYTES / BYTES_PER_CELL)

/* A tile in the making; its tracks are made in parallel. */
typedef struct
{
  SpurIndex *index;
  SpurSpaceTime *picture;
  SpurIndexWindow window;
  GArray *tracks;
  guint n_swatches;
  /* From the foot: work, overhead, communication, idle. */
  GArray *order;
  guint8 *is_hidden;
  guint8 *bytes;
} Maker;

static void
maker_clear (Maker *self)
{
  g_clear_pointer (&self->tracks, g_array_unref);
  g_clear_pointer (&self->order, g_array_unref);
  g_clear_pointer (&self->is_hidden, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Maker, maker_clear)

/* The least of the largest shares of a column that are told apart. */
static float
find_least (const Maker *self, const float *shares)
{
  float largest[SLOTS] = { 0 };

  for (guint s = 0; s < self->n_swatches; s++)
    {
      float share = self->is_hidden[s] ? 0.0f : shares[s];

      for (guint slot = 0; slot < SLOTS; slot++)
        if (share > largest[slot])
          {
            float smaller = largest[slot];

            largest[slot] = share;
            share = smaller;
          }
    }
  return largest[SLOTS - 1];
}

static guint8
round_share (float share)
{
  return (guint8) CLAMP (share * FULL_SHARE + 0.5f, 0.0f, FULL_SHARE);
}

static void
put_column (const Maker *self, const float *shares, guint8 *swatch, guint8 *share, guint8 *rest)
{
  float least = find_least (self, shares);
  float sum = 0.0f, used = 0.0f;
  guint slot = 0;

  for (guint i = 0; i < self->order->len; i++)
    {
      guint s = g_array_index (self->order, guint, i);

      if (self->is_hidden[s] || shares[s] <= 0.0f)
        continue;
      sum += shares[s];
      if (slot == SLOTS || shares[s] < least)
        continue;
      swatch[slot] = (guint8) s;
      share[slot++] = MAX (round_share (shares[s]), 1);
      used += shares[s];
    }
  *rest = round_share (sum - used);
}

/* Bytes of the cells of a track. */
static gsize
get_track_bytes (const Maker *self)
{
  return (gsize) self->window.n_columns * BYTES_PER_CELL;
}

static void
make_track (guint index, gpointer data)
{
  const Maker *self = data;
  const SpurTrack *track =
    g_ptr_array_index (self->picture->tracks, g_array_index (self->tracks, guint32, index));
  gsize n = self->window.n_columns;
  g_autofree float *shares = g_new0 (float, n * self->n_swatches);
  const SpurIndexShares to = { self->picture->swatch_of_state, self->n_swatches, shares };
  guint8 *bytes = self->bytes + HEAD_BYTES + index * get_track_bytes (self);

  spur_index_add_shares (self->index, &track->stream, 1, &self->window, &to);
  for (gsize c = 0; c < n; c++)
    put_column (self, &shares[c * self->n_swatches], bytes + c * SLOTS, bytes + (n + c) * SLOTS,
                bytes + 2 * n * SLOTS + c);
}

static void
put_number (guint8 *bytes, guint64 value)
{
  guint64 ordered = GUINT64_TO_LE (value);

  memcpy (bytes, &ordered, sizeof ordered);
}

static GBytes *
make_tile (Maker *self, guint64 n_events)
{
  const SpurJob job = { .n_threads = 0 };
  gsize n_bytes = HEAD_BYTES + self->tracks->len * get_track_bytes (self);

  self->bytes = g_malloc0 (n_bytes);
  put_number (self->bytes, self->tracks->len | (guint64) self->window.n_columns << 32);
  put_number (self->bytes + HEAD_BYTES / 2, n_events);
  spur_job_run (&job, self->tracks->len, make_track, self);
  return g_bytes_new_take (self->bytes, n_bytes);
}

/* Reads what is asked for, but for the window. */
static gboolean
maker_init (Maker *self, GHashTable *query, GError **error)
{
  guint n_tracks = self->picture->tracks->len;
  g_autoptr (GArray) hidden = NULL;
  gint64 n_columns;

  if (!spur_page_query_int (query, "columns", 1, MAX_COLUMNS, &n_columns, error))
    return FALSE;
  self->window.n_columns = (guint) n_columns;
  self->tracks = spur_page_query_list (query, "tracks", n_tracks, MAX_TRACKS, error);
  if (self->tracks == NULL)
    return FALSE;
  hidden = spur_page_query_list (query, "hidden", self->n_swatches, self->n_swatches, error);
  if (hidden == NULL)
    return FALSE;
  if (self->tracks->len * get_track_bytes (self) > MAX_BYTES)
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           "%u tracks of %u columns are more than %d bytes", self->tracks->len,
                           self->window.n_columns, MAX_BYTES);
  self->order = spur_palette_order (self->picture->palette);
  self->is_hidden = g_new0 (guint8, self->n_swatches);
  for (guint i = 0; i < hidden->len; i++)
    self->is_hidden[g_array_index (hidden, guint32, i)] = TRUE;
  return TRUE;
}

GBytes *
spur_page_source_make_tile (SpurPageSource *self, GHashTable *query, GError **error)
{
  g_auto (Maker) maker = { .index = self->report.index };
  SpurPageWindow window;

  if (!spur_page_query_window (self, query, &window, error))
    return NULL;
  maker.picture = window.side->picture;
  maker.n_swatches = maker.picture->palette->n_swatches;
  maker.window = (SpurIndexWindow){ .from_ns = window.from_ns,
                                    .to_ns = window.to_ns,
                                    .raw = window.side == &self->report.raw };
  if (!maker_init (&maker, query, error))
    return NULL;
  return make_tile (&maker, spur_page_window_count (self, &window));
}
