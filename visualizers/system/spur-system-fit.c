/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* How large boxes are: all of one depth the same, so that fuller ones are seen to be fuller. */
#include "visualizers/system/spur-system-internal.h"

#define PAD_PX SPUR_SYSTEM_PAD_PX
#define HEAD_PX 20.0
#define SMALL_HEAD_PX 13.0
/* Boxes less high have no room for a name above what is in them. */
#define LEAST_HEAD_BOX_PX 26.0
#define HEAD_BOX_PX 54.0
/* A name of a dozen letters in a line is some five times as wide as high. */
#define LEAF_RATIO 5.0
#define BOX_RATIO 1.5
/* Smaller boxes have no room for a name. */
#define NAME_WIDTH_PX 70.0
#define NAME_HEIGHT_PX 13.0
#define MAX_LEAF_WIDTH_PX 190.0
#define MAX_LEAF_HEIGHT_PX 34.0
/* Where nothing is on targets these have room for their state in a second line. */
#define MAX_TARGET_WIDTH_PX 260.0
#define MAX_TARGET_HEIGHT_PX 64.0
/* Of the plot for what is on no target: this is looked for, but not what the picture is about. */
#define STRIP_SHARE 0.25
/* Smaller boxes are not told apart. */
#define LEAST_BOX_PX 4.0

/* By depth the most children of a box on targets; the last one is 0. */
static GArray *
find_capacities (const SpurSystem *self)
{
  GArray *most = g_array_new (FALSE, TRUE, sizeof (guint));

  for (guint i = 0; i < self->n_boxes; i++)
    {
      const SpurSystemBox *box = &self->boxes[i];
      guint n_children = box->n_children - (i == 0 && self->n_nowhere > 0);
      guint *capacity;

      if (box->is_nowhere)
        continue;
      if (most->len <= box->depth)
        g_array_set_size (most, box->depth + 1);
      capacity = &g_array_index (most, guint, box->depth);
      *capacity = MAX (*capacity, n_children);
    }
  return most;
}

double
spur_system_get_full_height (const SpurSystem *self, double width_px)
{
  g_autoptr (GArray) capacities = find_capacities (self);
  double n_cells = 1.0;

  for (guint depth = 0; depth + 1 < capacities->len; depth++)
    n_cells *= MAX (g_array_index (capacities, guint, depth), 1);
  return n_cells * NAME_WIDTH_PX * NAME_HEIGHT_PX / width_px;
}

/* The room in a box for what is in it. */
static void
get_inside (const SpurSystemGrid *box, guint depth, double *width_px, double *height_px)
{
  double pad_px = depth > 0 ? PAD_PX : 0.0;

  *width_px = MAX (box->width_px - 2.0 * pad_px, 0.0);
  *height_px = MAX (box->height_px - box->head_px - 2.0 * pad_px, 0.0);
}

/* Boxes of one depth while their grid is chosen. */
typedef struct
{
  guint n_boxes;
  double room_width_px;
  double room_height_px;
  double ratio;
  double max_width_px;
  double max_height_px;
} Fitting;

static double
divide_room (const Fitting *self, SpurSystemGrid *grid, guint n_columns)
{
  guint n_rows = (self->n_boxes + n_columns - 1) / n_columns;

  grid->n_columns = n_columns;
  grid->n_rows = n_rows;
  grid->width_px = (self->room_width_px - (n_columns - 1) * grid->gap_px) / n_columns;
  grid->height_px = (self->room_height_px - (n_rows - 1) * grid->gap_px) / n_rows;
  grid->width_px = CLAMP (grid->width_px, 0.0, self->max_width_px);
  grid->height_px = CLAMP (grid->height_px, 0.0, self->max_height_px);
  return MIN (grid->width_px / self->ratio, grid->height_px);
}

/* Places of a grid without a box. Those of names are many anyway, and lists of them read well. */
static guint
count_empty (const Fitting *self, const SpurSystemGrid *grid)
{
  return self->ratio == LEAF_RATIO ? 0 : grid->n_columns * grid->n_rows - self->n_boxes;
}

/* The number of columns with which boxes of this shape are largest; of several that which leaves
 * the least empty, or else the most. */
static void
choose_columns (const Fitting *self, SpurSystemGrid *grid)
{
  double best = -1.0;
  guint n_best = 1, n_least = G_MAXUINT;

  for (guint n = 1; n <= self->n_boxes && n * LEAST_BOX_PX <= self->room_width_px + 1.0; n++)
    {
      double size = divide_room (self, grid, n);
      guint n_empty = count_empty (self, grid);

      if (size < best - 0.01 || (size < best + 0.01 && n_empty > n_least))
        continue;
      best = MAX (best, size);
      n_best = n;
      n_least = n_empty;
    }
  divide_room (self, grid, n_best);
}

static gboolean
is_too_small (const SpurSystemGrid *grid)
{
  return grid->width_px < LEAST_BOX_PX || grid->height_px < LEAST_BOX_PX;
}

static SpurSystemGrid
fit_depth (const SpurSystemGrid *around, guint depth, guint n_boxes, gboolean is_leaf)
{
  SpurSystemGrid grid = { .gap_px = depth == 1 ? SPUR_SYSTEM_GAP_PX : 5.0 };
  Fitting fitting = { .n_boxes = n_boxes,
                      .ratio = is_leaf ? LEAF_RATIO : BOX_RATIO,
                      .max_width_px = G_MAXDOUBLE,
                      .max_height_px = G_MAXDOUBLE };

  if (is_leaf)
    {
      grid.gap_px = 2.0;
      fitting.max_width_px = depth == 1 ? MAX_TARGET_WIDTH_PX : MAX_LEAF_WIDTH_PX;
      fitting.max_height_px = depth == 1 ? MAX_TARGET_HEIGHT_PX : MAX_LEAF_HEIGHT_PX;
    }
  get_inside (around, depth - 1, &fitting.room_width_px, &fitting.room_height_px);
  choose_columns (&fitting, &grid);
  if (grid.width_px < 2.5 * LEAST_BOX_PX || grid.height_px < 3.0 * LEAST_BOX_PX)
    grid.gap_px = 1.0;
  choose_columns (&fitting, &grid);
  grid.is_counted = is_too_small (&grid);
  if (!is_leaf && grid.height_px >= LEAST_HEAD_BOX_PX)
    grid.head_px = grid.height_px >= HEAD_BOX_PX ? HEAD_PX : SMALL_HEAD_PX;
  return grid;
}

static double
get_needed_height (const SpurSystemGrid *grid, guint depth, const SpurSystemGrid *inside)
{
  return grid->head_px + (depth > 0 ? 2.0 * PAD_PX : 0.0) +
         inside->n_rows * (inside->height_px + inside->gap_px) - inside->gap_px;
}

/* Boxes are no higher than what is in them needs. */
static void
lower_boxes (GArray *grids)
{
  for (guint depth = grids->len - 1; depth-- > 0;)
    {
      SpurSystemGrid *grid = &g_array_index (grids, SpurSystemGrid, depth);
      const SpurSystemGrid *inside = &g_array_index (grids, SpurSystemGrid, depth + 1);

      if (!inside->is_counted)
        grid->height_px = MIN (grid->height_px, get_needed_height (grid, depth, inside));
    }
}

/* A part of the plot for what is on no target, no larger than it needs. */
static void
fit_strip (SpurSystemLayout *self, const SpurSystem *system, double width_px, double height_px)
{
  const SpurSystemBox *strip = &system->boxes[system->boxes[0].n_children];
  Fitting fitting = { .n_boxes = strip->n_children,
                      .ratio = LEAF_RATIO,
                      .max_width_px = MAX_LEAF_WIDTH_PX,
                      .max_height_px = MAX_LEAF_HEIGHT_PX };

  self->strip = (SpurSystemGrid){ .width_px = width_px,
                                  .height_px = height_px * STRIP_SHARE,
                                  .head_px = HEAD_PX };
  self->in_strip = (SpurSystemGrid){ .gap_px = 2.0 };
  get_inside (&self->strip, 1, &fitting.room_width_px, &fitting.room_height_px);
  choose_columns (&fitting, &self->in_strip);
  self->in_strip.is_counted = is_too_small (&self->in_strip);
  if (!self->in_strip.is_counted)
    self->strip.height_px = get_needed_height (&self->strip, 1, &self->in_strip);
}

void
spur_system_layout_init (SpurSystemLayout *self,
                         const SpurSystem *system,
                         double width_px,
                         double height_px)
{
  g_autoptr (GArray) capacities = find_capacities (system);
  SpurSystemGrid grid = { .n_columns = 1, .n_rows = 1, .width_px = width_px };
  double below_px = 0.0;

  *self = (SpurSystemLayout){ .depths = g_array_new (FALSE, TRUE, sizeof (SpurSystemGrid)) };
  if (system->n_nowhere > 0)
    {
      fit_strip (self, system, width_px, height_px);
      below_px = SPUR_SYSTEM_GAP_PX + self->strip.height_px;
    }
  grid.height_px = height_px - below_px;
  g_array_append_val (self->depths, grid);
  for (guint depth = 1; depth < capacities->len && !grid.is_counted; depth++)
    {
      grid = fit_depth (&grid, depth, g_array_index (capacities, guint, depth - 1),
                        g_array_index (capacities, guint, depth) == 0);
      g_array_append_val (self->depths, grid);
    }
  lower_boxes (self->depths);
  self->height_px = g_array_index (self->depths, SpurSystemGrid, 0).height_px + below_px;
}

void
spur_system_layout_clear (SpurSystemLayout *self)
{
  g_array_unref (self->depths);
}
