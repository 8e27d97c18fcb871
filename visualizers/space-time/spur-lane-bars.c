/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where the lanes of a picture have bars and signs, so that arrows come to these. */
#include "core/base/spur-order-internal.h"
#include "visualizers/space-time/spur-space-time-internal.h"

/* A time without a gap in which a row has bars. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
} Stretch;

typedef struct
{
  const SpurTrack *track;
  GArray *stretches;
} Row;

struct _SpurLaneBars
{
  /* Every time is one of a bar: states come from an index. */
  gboolean is_full;
  /* By lane, its rows from above. */
  GPtrArray *rows_of_lane;
  /* Signs that have a place above the states, by lane and time. */
  GArray *signs;
};

SPUR_DEFINE_ORDER (compare_signs, SpurSceneGlyph, SPUR_BY_2 (lane, time_ns))

/* A bar that begins or ends. */
typedef struct
{
  gint64 time_ns;
  gint32 by;
} Change;

/* A bar that ends when another one begins is not there with it. */
SPUR_DEFINE_ORDER (compare_changes, Change, SPUR_BY_2 (time_ns, by))

static void
clear_row (gpointer data)
{
  Row *row = data;

  g_array_unref (row->stretches);
}

/* Spans of a track come by their begins. */
static GArray *
find_stretches (const SpurTrack *track, const SpurSpan *spans)
{
  GArray *stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));
  Stretch *last = NULL;

  for (guint i = 0; i < track->spans->len; i++)
    {
      const SpurSpan *span = &spans[g_array_index (track->spans, guint32, i)];
      const Stretch stretch = { span->begin_ns, span->end_ns };

      if (last != NULL && span->begin_ns <= last->end_ns)
        {
          last->end_ns = MAX (last->end_ns, span->end_ns);
          continue;
        }
      g_array_append_val (stretches, stretch);
      last = &g_array_index (stretches, Stretch, stretches->len - 1);
    }
  return stretches;
}

/* Ticks are thin, and hide nothing. */
static GArray *
find_signs (const SpurScene *scene)
{
  GArray *signs = g_array_new (FALSE, FALSE, sizeof (SpurSceneGlyph));

  for (guint i = 0; i < scene->glyphs->len; i++)
    {
      const SpurSceneGlyph *glyph = &g_array_index (scene->glyphs, SpurSceneGlyph, i);

      if (g_array_index (scene->styles, SpurStyle, glyph->style).form != SPUR_FORM_TICK)
        g_array_append_vals (signs, glyph, 1);
    }
  g_array_sort (signs, compare_signs);
  return signs;
}

SpurLaneBars *
spur_lane_bars_new (SpurSpaceTime *picture)
{
  SpurLaneBars *self = g_new0 (SpurLaneBars, 1);
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (picture->history, &n_spans);

  self->is_full = picture->has_cells;
  self->rows_of_lane = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint i = 0; i < picture->lanes->n_lanes; i++)
    {
      GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));

      g_array_set_clear_func (rows, clear_row);
      g_ptr_array_add (self->rows_of_lane, rows);
    }
  for (guint i = 0; i < picture->tracks->len; i++)
    {
      const SpurTrack *track = g_ptr_array_index (picture->tracks, i);
      const Row row = { track, find_stretches (track, spans) };

      g_array_append_val ((GArray *) g_ptr_array_index (self->rows_of_lane, track->lane), row);
    }
  self->signs = find_signs (picture->scene);
  return self;
}

void
spur_lane_bars_free (SpurLaneBars *self)
{
  g_array_unref (self->signs);
  g_ptr_array_unref (self->rows_of_lane);
  g_free (self);
}

static gboolean
has_bar (const Row *row, gint64 time_ns)
{
  const Stretch *all = (const Stretch *) row->stretches->data;
  guint low = 0, high = row->stretches->len, middle;

  SPUR_BISECT (low, high, middle, all[middle].begin_ns <= time_ns)
  return low > 0 && all[low - 1].end_ns >= time_ns;
}

const SpurTrack *
spur_lane_bars_find (const SpurLaneBars *self, guint lane, gint64 time_ns, gboolean is_from_above)
{
  const GArray *rows = g_ptr_array_index (self->rows_of_lane, lane);

  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, is_from_above ? i : rows->len - 1 - i);

      if (self->is_full || has_bar (row, time_ns))
        return row->track;
    }
  return NULL;
}

gboolean
spur_lane_bars_has_sign (const SpurLaneBars *self, guint lane, gint64 from_ns, gint64 to_ns)
{
  const SpurSceneGlyph *all = (const SpurSceneGlyph *) self->signs->data;
  guint low = 0, high = self->signs->len, middle;

  SPUR_BISECT (low, high, middle,
               all[middle].lane < lane ||
                 (all[middle].lane == lane && all[middle].time_ns < from_ns))
  return low < self->signs->len && all[low].lane == lane && all[low].time_ns <= to_ns;
}

/* Within the times of the picture. */
static void
add_changes (GArray *changes, const Row *row, gint64 from_ns, gint64 to_ns)
{
  for (guint i = 0; i < row->stretches->len; i++)
    {
      const Stretch *stretch = &g_array_index (row->stretches, Stretch, i);
      const Change begin = { MAX (stretch->begin_ns, from_ns), 1 };
      const Change end = { MIN (stretch->end_ns, to_ns), -1 };

      if (begin.time_ns >= end.time_ns)
        continue;
      g_array_append_val (changes, begin);
      g_array_append_val (changes, end);
    }
}

guint
spur_lane_bars_count (const SpurLaneBars *self, guint lane, gint64 from_ns, gint64 to_ns)
{
  const GArray *rows = g_ptr_array_index (self->rows_of_lane, lane);
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (Change));
  gint32 n = 0, most = 0;

  if (self->is_full || rows->len < 2)
    return rows->len;
  for (guint i = 0; i < rows->len; i++)
    add_changes (changes, &g_array_index (rows, Row, i), from_ns, to_ns);
  g_array_sort (changes, compare_changes);
  for (guint i = 0; i < changes->len; i++)
    {
      n += g_array_index (changes, Change, i).by;
      most = MAX (most, n);
    }
  return (guint) most;
}
