/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Rows of states: bars where they are wide enough, else columns of parts of the time. */
#include <math.h>
#include <string.h>

#include "core/base/spur-pages-internal.h"
#include "visualizers/space-time/spur-space-time-internal.h"
#include "visualizers/style/spur-legend-internal.h"

/* A bar that is narrower is not drawn alone, but has its share in its column of pixels. */
#define MIN_BAR_PX 1.5
#define MAX_DEPTH 5
#define MAX_INSET_PX 5.0
/* Below this height shares cannot be told apart: a column has one colour, and the row as much of it
 * as the state has of the time. */
#define MIN_STACK_PX 7.0
/* What would be lower than this beside a bar is not seen, and would only make its edge ragged. */
#define MIN_RAGGED_PX 1.0
/* Rows that are measured at once take that much: some hundred rows of a screen, which is work
 * enough for the threads to be worth their start, and a tenth of what a picture may take. */
#define MEASURED_BYTES ((gsize) 16 << 20)
/* Tops of columns are whole numbers of these; what is lower is not seen. */
#define STEP_PX 0.5
/* A share of all the time, but for how it is rounded. */
#define FULL_SHARE 0.999f
#define CACHE_LINE_BYTES ((gsize) 64)

/* One row of bars while it is drawn. */
typedef struct
{
  SpurSpaceTime *picture;
  const SpurStripBox *box;
  double px_per_ns;
  double inset_px;
  guint n_swatches;
  guint n_columns;
  /* Share of each swatch in each column, and what makes a column a mixed one. */
  float *shares;
  guint8 *is_mixed;
  guint8 *has_edge;
  float *narrow_shares;
  guint8 *depth_of_column;
  /* Of columns that are drawn at once. */
  double *heights;
  GArray *bars[MAX_DEPTH + 1];
  SpurStripSight *sight;
} Strip;

static double
to_px (const Strip *strip, gint64 time_ns)
{
  double px = (double) (time_ns - strip->picture->from_ns) * strip->px_per_ns;

  return CLAMP (px, 0.0, strip->box->width);
}

static double
round_px (double px)
{
  return floor (px * 20.0 + 0.5) / 20.0;
}

/* Time in which @state is the innermost one. */
static void
add_segment (Strip *strip, gint64 begin_ns, gint64 end_ns, const SpurOpenState *state, guint depth)
{
  double begin = to_px (strip, begin_ns) / strip->box->column_px;
  double end = to_px (strip, end_ns) / strip->box->column_px;
  gboolean narrow = (end - begin) * strip->box->column_px < MIN_BAR_PX;
  guint first = MIN ((guint) begin, strip->n_columns - 1);

  if (end_ns <= begin_ns || end_ns <= strip->picture->from_ns || begin_ns >= strip->picture->to_ns)
    return;
  for (guint column = first; column < strip->n_columns && column < end; column++)
    {
      double share = MIN (end, column + 1.0) - MAX (begin, (double) column);

      strip->shares[column * strip->n_swatches + state->swatch] += (float) share;
      if (!narrow)
        {
          strip->has_edge[column] |= share < 0.999;
          continue;
        }
      strip->narrow_shares[column] += (float) share;
      depth = MIN (depth, MAX_DEPTH);
      strip->depth_of_column[column] =
        strip->is_mixed[column] ? MIN (strip->depth_of_column[column], depth) : (guint8) depth;
      strip->is_mixed[column] = TRUE;
    }
}

static void
add_bar (Strip *strip, const SpurSpan *span, guint swatch, guint depth)
{
  double begin = to_px (strip, span->begin_ns);
  double end = to_px (strip, span->end_ns);
  double inset = spur_state_strip_get_inset (strip->box, depth);
  SpurStripBar bar = { .swatch = swatch };

  if (end - begin < MIN_BAR_PX)
    return;
  bar.rect = (SpurRect){ strip->box->x + round_px (begin), strip->box->y + inset,
                         round_px (end) - round_px (begin), strip->box->height - inset };
  g_array_append_val (strip->bars[MIN (depth, MAX_DEPTH)], bar);
}

/* Ends all open states until @time_ns; what is innermost in between is a segment. */
static gint64
close_until (Strip *strip, GArray *stack, gint64 since_ns, gint64 time_ns)
{
  while (stack->len > 0)
    {
      SpurOpenState *top = &g_array_index (stack, SpurOpenState, stack->len - 1);
      gint64 until_ns = MIN (top->end_ns, time_ns);

      if (until_ns > since_ns)
        {
          add_segment (strip, since_ns, until_ns, top, stack->len - 1);
          since_ns = until_ns;
        }
      if (top->end_ns > time_ns)
        break;
      g_array_set_size (stack, stack->len - 1);
    }
  return time_ns;
}

/* An object may take another state while something is entered on its bar. */
guint
spur_state_strip_push (GArray *stack, const SpurOpenState *state)
{
  if (stack->len > 0 && state->owner != SPUR_NONE &&
      g_array_index (stack, SpurOpenState, 0).owner == state->owner)
    {
      g_array_index (stack, SpurOpenState, 0) = *state;
      return 0;
    }
  g_array_append_vals (stack, state, 1);
  return stack->len - 1;
}

double
spur_state_strip_get_inset (const SpurStripBox *box, guint depth)
{
  return MIN (depth, MAX_DEPTH) * MIN (MAX_INSET_PX, box->height * 0.13);
}

static void
measure_cells (Strip *strip, const SpurTrack *track)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (SpurOpenState));
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (strip->picture->history, &n_spans);
  gint64 since_ns = G_MININT64;

  for (guint i = 0; i < track->spans->len; i++)
    {
      const SpurSpan *span = &spans[g_array_index (track->spans, guint32, i)];
      const SpurOpenState open = { span->end_ns,
                                   spur_palette_find (strip->picture->palette, span->state),
                                   span->is_entered ? SPUR_NONE : span->object };

      since_ns = close_until (strip, stack, MAX (since_ns, strip->picture->from_ns),
                              MAX (span->begin_ns, strip->picture->from_ns));
      add_bar (strip, span, open.swatch, spur_state_strip_push (stack, &open));
    }
  close_until (strip, stack, since_ns, G_MAXINT64);
}

/* A run of columns in one state is a bar. */
static void
add_run (Strip *strip, guint first, guint end, guint swatch, guint depth)
{
  const SpurStripBox *box = strip->box;
  double inset = spur_state_strip_get_inset (strip->box, depth);
  double right = MIN (end * box->column_px, box->width);
  SpurStripBar bar = { .swatch = swatch };

  bar.rect = (SpurRect){ box->x + first * box->column_px, box->y + inset,
                         right - first * box->column_px, box->height - inset };
  g_array_append_val (strip->bars[depth], bar);
}

/* Takes the mean of a column over rows. Returns the swatch of a column that is in states of one
 * colour all the time, or the number of swatches. */
static guint
average_column (Strip *strip, guint column, float part)
{
  guint n_swatches = strip->n_swatches, single = n_swatches;
  float *shares = &strip->shares[column * (gsize) n_swatches];

  for (guint s = 0; s < n_swatches; s++)
    {
      float share = shares[s] * part;

      shares[s] = share;
      single = share >= FULL_SHARE ? s : single;
    }
  return single;
}

static gboolean
is_empty (const Strip *strip, guint column)
{
  const float *shares = &strip->shares[column * (gsize) strip->n_swatches];

  for (guint i = 0; i < strip->n_swatches; i++)
    {
      if (shares[i] > 0.0f)
        return FALSE;
    }
  return TRUE;
}

/* Columns of the streams of tracks from the index. */
static void
take_shares (Strip *strip, SpurTrack *const *tracks, guint n_tracks)
{
  SpurSpaceTime *picture = strip->picture;
  SpurIndexWindow window = { picture->from_ns, picture->to_ns, strip->n_columns, picture->raw };
  SpurIndexShares shares = { picture->swatch_of_state, strip->n_swatches, strip->shares };
  g_autofree guint *streams = g_new (guint, n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    streams[i] = tracks[i]->stream;
  spur_index_add_shares (picture->index, streams, n_tracks, &window, &shares);
}

/* What is longer than a pixel in one of several rows is no bar. */
static void
forget_bars (Strip *strip)
{
  for (guint i = 0; i <= MAX_DEPTH; i++)
    g_array_set_size (strip->bars[i], 0);
  memset (strip->has_edge, 0, strip->n_columns);
  memset (strip->depth_of_column, 0, strip->n_columns);
}

/* Makes the shares of several rows those of one. Columns that are in one state all the time are
 * bars. */
static void
split_columns (Strip *strip, guint n_rows)
{
  float part = 1.0f / (float) n_rows;
  guint first = 0, single = average_column (strip, 0, part);

  for (guint c = 0; c < strip->n_columns; c++)
    {
      guint next = c + 1 < strip->n_columns ? average_column (strip, c + 1, part) : G_MAXUINT;

      strip->is_mixed[c] = single == strip->n_swatches && !is_empty (strip, c);
      if (single == next)
        continue;
      if (single < strip->n_swatches)
        add_run (strip, first, c + 1, single, 0);
      first = c + 1;
      single = next;
    }
}

static void
measure_rows (Strip *strip, SpurTrack *const *tracks, guint n_tracks)
{
  gboolean has_cells = strip->picture->has_cells;

  if (has_cells)
    take_shares (strip, tracks, n_tracks);
  for (guint i = 0; !has_cells && i < n_tracks; i++)
    measure_cells (strip, tracks[i]);
  if (n_tracks > 1)
    forget_bars (strip);
  if (has_cells || n_tracks > 1)
    split_columns (strip, n_tracks);
}

static void
smooth_edges (Strip *strip)
{
  if (strip->box->height < MIN_STACK_PX)
    return;
  for (guint c = 0; c < strip->n_columns; c++)
    if (strip->has_edge[c] && strip->narrow_shares[c] * strip->box->height < MIN_RAGGED_PX)
      strip->is_mixed[c] = FALSE;
}

/* Puts the rectangles of bars by their swatches; @begins has one more place than there are these.
 */
static void
sort_bars (const GArray *bars, guint n_swatches, guint *begins, SpurRect *rects)
{
  memset (begins, 0, (n_swatches + (gsize) 1) * sizeof *begins);
  for (guint i = 0; i < bars->len; i++)
    begins[g_array_index (bars, SpurStripBar, i).swatch]++;
  for (guint s = 1; s <= n_swatches; s++)
    begins[s] += begins[s - 1];
  /* From the last one on, so that the others of its swatch come before it. */
  for (guint i = bars->len; i > 0; i--)
    {
      const SpurStripBar *bar = &g_array_index (bars, SpurStripBar, i - 1);

      rects[--begins[bar->swatch]] = bar->rect;
    }
}

static void
draw_bars (Strip *strip, SpurCanvas *canvas)
{
  const SpurSwatch *swatches = strip->picture->palette->all;
  guint n_swatches = strip->n_swatches;
  g_autofree guint *begins = g_new (guint, n_swatches + 1);

  for (guint depth = 0; depth <= MAX_DEPTH; depth++)
    {
      const GArray *bars = strip->bars[depth];
      g_autofree SpurRect *rects = g_new (SpurRect, bars->len);

      if (bars->len > 0)
        sort_bars (bars, n_swatches, begins, rects);
      for (guint s = 0; s < n_swatches && bars->len > 0; s++)
        {
          const SpurPaint paint = spur_paint_of_swatch (&swatches[s]);

          for (guint i = begins[s]; i < begins[s + 1]; i++)
            strip->sight->area_px2[s] += rects[i].width * rects[i].height;
          canvas->fill_rects (canvas, SPUR_LAYER_BAR, &paint, rects + begins[s],
                              begins[s + 1] - begins[s]);
        }
    }
}

static void
add_step (GArray *points, double x, double next_x, double y)
{
  SpurPoint left = { x, y }, right = { next_x, y };
  SpurPoint *last = points->len > 0 ? &g_array_index (points, SpurPoint, points->len - 1) : NULL;

  if (last != NULL && last->y == y)
    {
      last->x = next_x;
      return;
    }
  g_array_append_val (points, left);
  g_array_append_val (points, right);
}

/* Columns as one polygon. */
static void
fill_as_polygon (SpurCanvas *canvas, const SpurPaint *paint, const SpurColumns *columns)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (SpurPoint));
  SpurPoint corner = { columns->x, columns->foot };

  g_array_append_val (points, corner);
  for (guint i = 0; i < columns->n_columns; i++)
    add_step (points, columns->x + i * columns->width_px,
              MIN (columns->x + (i + 1) * columns->width_px, columns->right),
              columns->foot - columns->heights[i]);
  corner.x = MIN (columns->x + columns->n_columns * columns->width_px, columns->right);
  g_array_append_val (points, corner);
  canvas->fill_polygon (canvas, SPUR_LAYER_BAR, paint, (const SpurPoint *) points->data,
                        points->len);
}

/* Fills a run of mixed columns from the row's foot up to @tops. */
static void
fill_run (Strip *strip,
          SpurCanvas *canvas,
          const SpurPaint *paint,
          const double *tops,
          guint first,
          guint end)
{
  const SpurStripBox *box = strip->box;
  SpurColumns columns = { .x = box->x + first * box->column_px,
                          .width_px = box->column_px,
                          .right = box->x + box->width,
                          .foot = box->y + box->height,
                          .heights = strip->heights,
                          .n_columns = end - first };

  for (guint c = first; c < end; c++)
    strip->heights[c - first] = floor (tops[c] / STEP_PX + 0.5) * STEP_PX;
  if (canvas->fill_columns == NULL ||
      !canvas->fill_columns (canvas, SPUR_LAYER_BAR, paint, &columns))
    fill_as_polygon (canvas, paint, &columns);
}

/* Where the columns have some of @swatch; elsewhere the one above or below covers them. */
static void
fill_runs (Strip *strip, SpurCanvas *canvas, guint swatch, const double *tops)
{
  const SpurPaint paint = spur_paint_of_swatch (&strip->picture->palette->all[swatch]);
  guint c = 0;

  while (c < strip->n_columns)
    {
      guint first = c;
      double height = 0.0;

      while (c < strip->n_columns && strip->is_mixed[c] &&
             (height = strip->shares[c * strip->n_swatches + swatch] * strip->box->height) > 0.2)
        {
          strip->sight->area_px2[swatch] += height >= STEP_PX ? height * strip->box->column_px : 0;
          c++;
        }
      if (c > first)
        fill_run (strip, canvas, &paint, tops, first, c);
      else
        c++;
    }
}

/* The colour of a column that is too low for shares: that of which most is due, @due, which is
 * carried from column to column. The last entry stands for no state. */
static guint
choose_color (const float *shares, guint n_swatches, float *due)
{
  guint best = 0;
  float rest = 1.0f, most = -G_MAXFLOAT;

  for (guint s = 0; s < n_swatches; s++)
    {
      float sum = due[s] + shares[s];

      due[s] = sum;
      rest -= shares[s];
      /* Without a branch, as which one is the largest cannot be foreseen. */
      best = sum > most ? s : best;
      most = MAX (most, sum);
    }
  due[n_swatches] += rest;
  if (due[n_swatches] >= most)
    best = n_swatches;
  due[best] -= 1.0f;
  return best;
}

/* Mixed columns get a colour each; runs of one colour become bars. */
static void
choose_colors (Strip *strip)
{
  g_autofree float *due = g_new0 (float, strip->n_swatches + 1);
  guint first = 0, last_color = strip->n_swatches;

  for (guint c = 0; c <= strip->n_columns; c++)
    {
      const float *shares = &strip->shares[c * (gsize) strip->n_swatches];
      guint color = strip->n_swatches;

      if (strip->is_mixed[c])
        color = choose_color (shares, strip->n_swatches, due);

      if (color == last_color && strip->depth_of_column[c] == strip->depth_of_column[first])
        continue;
      if (last_color < strip->n_swatches)
        add_run (strip, first, c, last_color, strip->depth_of_column[first]);
      first = c;
      last_color = color;
    }
  memset (strip->is_mixed, 0, strip->n_columns);
}

/* Draws mixed columns: every colour as an area from the foot, the highest first. */
static void
draw_columns (Strip *strip, SpurCanvas *canvas)
{
  const SpurSwatch *swatches = strip->picture->palette->all;
  guint n_swatches = strip->n_swatches;
  g_autoptr (GArray) order = spur_palette_order (strip->picture->palette);
  g_autofree double *tops = g_new0 (double, strip->n_columns);
  double height = strip->box->height;

  for (guint c = 0; c < strip->n_columns; c++)
    for (guint s = 0; s < n_swatches; s++)
      tops[c] +=
        strip->shares[c * n_swatches + s] * (height - strip->depth_of_column[c] * strip->inset_px);
  for (guint i = order->len; i > 0; i--)
    {
      guint s = g_array_index (order, guint, i - 1);

      if (swatches[s].total_ns > 0 || s == n_swatches - 1)
        fill_runs (strip, canvas, s, tops);
      for (guint c = 0; c < strip->n_columns; c++)
        tops[c] -= strip->shares[c * n_swatches + s] *
                   (height - strip->depth_of_column[c] * strip->inset_px);
    }
}

static guint
count_columns (const SpurStripBox *box)
{
  return (guint) ceil (box->width / box->column_px);
}

/* What a strip takes but for its bars. Columns of the next one begin in another line of the cache,
 * as another thread may write them. */
static gsize
count_column_bytes (const SpurSpaceTime *picture, const SpurStripBox *box)
{
  gsize n_columns = count_columns (box) + (gsize) 1;
  gsize n_bytes = n_columns * (sizeof (double) + sizeof (float) + 3 * sizeof (guint8) +
                               picture->palette->n_swatches * sizeof (float));

  return (n_bytes + CACHE_LINE_BYTES - 1) & ~(CACHE_LINE_BYTES - 1);
}

/* Rows as wide as @box have their columns in @room. */
static void
strip_init (Strip *strip, SpurSpaceTime *picture, const SpurStripBox *box, gpointer room)
{
  gsize n_columns = count_columns (box) + (gsize) 1;

  *strip = (Strip){ .picture = picture,
                    .px_per_ns = box->width / (double) (picture->to_ns - picture->from_ns),
                    .n_swatches = picture->palette->n_swatches,
                    .n_columns = count_columns (box) };
  strip->heights = room;
  strip->shares = (float *) (strip->heights + n_columns);
  strip->narrow_shares = strip->shares + n_columns * strip->n_swatches;
  strip->is_mixed = (guint8 *) (strip->narrow_shares + n_columns);
  strip->has_edge = strip->is_mixed + n_columns;
  strip->depth_of_column = strip->has_edge + n_columns;
  for (guint i = 0; i <= MAX_DEPTH; i++)
    strip->bars[i] = g_array_new (FALSE, FALSE, sizeof (SpurStripBar));
}

/* Begins a row, with nothing in it. */
static void
strip_begin (Strip *strip, const SpurStripBox *box)
{
  gsize n_columns = strip->n_columns + (gsize) 1;

  strip->box = box;
  strip->inset_px = spur_state_strip_get_inset (box, 1);
  memset (strip->shares, 0, strip->n_columns * strip->n_swatches * sizeof *strip->shares);
  memset (strip->narrow_shares, 0, n_columns * sizeof *strip->narrow_shares);
  memset (strip->is_mixed, 0, n_columns);
  memset (strip->has_edge, 0, n_columns);
  memset (strip->depth_of_column, 0, n_columns);
  for (guint i = 0; i <= MAX_DEPTH; i++)
    g_array_set_size (strip->bars[i], 0);
}

/* What a strip may take, with a bar in each column. */
static gsize
count_bytes (const SpurSpaceTime *picture, const SpurStripBox *box)
{
  return count_column_bytes (picture, box) + count_columns (box) * sizeof (SpurStripBar);
}

static void
strip_clear (Strip *strip)
{
  for (guint i = 0; i <= MAX_DEPTH; i++)
    g_array_unref (strip->bars[i]);
}

/* Rows that are measured at once, each by one thread. */
typedef struct
{
  const SpurStripRow *rows;
  Strip *strips;
} Measuring;

static void
measure_strip (guint index, gpointer user_data)
{
  const Measuring *self = user_data;
  const SpurStripRow *row = &self->rows[index];
  Strip *strip = &self->strips[index];

  strip_begin (strip, &row->box);
  measure_rows (strip, row->tracks, row->n_tracks);
  smooth_edges (strip);
  if (row->box.height < MIN_STACK_PX)
    choose_colors (strip);
}

/* Bars where there is room, else columns of shares. */
static void
draw_strip (Strip *strip, SpurCanvas *canvas)
{
  const GArray *bars = strip->bars[0];

  draw_bars (strip, canvas);
  if (strip->picture->has_cells && strip->box->height >= MIN_STACK_PX)
    g_array_append_vals (strip->sight->bars, bars->data, bars->len);
  if (strip->box->height >= MIN_STACK_PX)
    draw_columns (strip, canvas);
}

/* A canvas takes one row after the other, so that all but the drawing itself is done before. Rows
 * are equally wide. Where states are bars, there are few of them. */
void
spur_state_strips_draw (SpurSpaceTime *self,
                        const SpurStripRow *rows,
                        guint n_rows,
                        SpurCanvas *canvas,
                        SpurStripSight *sight)
{
  const SpurJob job = { .n_threads = self->has_cells ? 0 : 1 };
  g_autofree Strip *strips = NULL;
  SPUR_AUTO_PAGES guint8 *columns = NULL;
  gsize n_strip_bytes;
  guint n_at_once;

  if (n_rows == 0)
    return;
  n_at_once = (guint) CLAMP (MEASURED_BYTES / count_bytes (self, &rows[0].box), 1, n_rows);
  n_strip_bytes = count_column_bytes (self, &rows[0].box);
  columns = spur_pages_new (n_at_once, n_strip_bytes);
  strips = g_new (Strip, n_at_once);
  for (guint i = 0; i < n_at_once; i++)
    {
      strip_init (&strips[i], self, &rows[0].box, columns + i * n_strip_bytes);
      strips[i].sight = sight;
    }
  for (guint i = 0; i < n_rows; i += n_at_once)
    {
      Measuring measuring = { rows + i, strips };
      guint n_now = MIN (n_rows - i, n_at_once);

      spur_job_run (&job, n_now, measure_strip, &measuring);
      for (guint k = 0; k < n_now; k++)
        draw_strip (&strips[k], canvas);
    }
  for (guint i = 0; i < n_at_once; i++)
    strip_clear (&strips[i]);
}

void
spur_state_strip_sum (SpurSpaceTime *self, SpurTrack *track, guint n_columns, float *shares)
{
  const SpurStripBox box = { .width = n_columns, .height = 1.0, .column_px = 1.0 };
  g_autofree gpointer columns = g_malloc (count_column_bytes (self, &box));
  Strip strip;

  strip_init (&strip, self, &box, columns);
  strip_begin (&strip, &box);
  measure_rows (&strip, &track, 1);
  for (gsize i = 0; i < (gsize) n_columns * strip.n_swatches; i++)
    shares[i] += strip.shares[i];
  strip_clear (&strip);
}
