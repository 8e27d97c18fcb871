/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/presence/spur-history.h"
#include "visualizers/canvas/spur-canvas-internal.h"
#include "visualizers/style/spur-palette-internal.h"
#include "visualizers/system/spur-system-view.h"

/* An active object at a time. What is on or in it are its children, which lie one behind the other
 * in the list of boxes. The first box is the whole system; another one that is of no object holds
 * what exists and is on no target. */
typedef struct
{
  guint32 object;
  guint32 state;
  guint swatch;
  guint depth;
  guint parent;
  guint first_child;
  guint n_children;
  /* Load objects in it, in any depth. */
  guint n_inside;
  gboolean is_target;
  gboolean exists;
  /* It is the box of what is on no target, or in that. */
  gboolean is_nowhere;
} SpurSystemBox;

/* The active objects of a trace at a time, as boxes in boxes. */
typedef struct
{
  SpurTrace *trace;
  SpurHistory *history;
  SpurTimeline *timeline;
  SpurPalette *palette;
  gboolean raw;
  gint64 zero_ns;
  gint64 time_ns;
  /* By object: targets that have a box at any time. */
  guint8 *has_box;
  GArray *list;
  const SpurSystemBox *boxes;
  guint n_boxes;
  guint n_targets;
  guint n_objects;
  guint n_nowhere;
} SpurSystem;

/* (transfer full): by object, whether it is a target that has a box at any time. */
guint8 *spur_system_find_targets (SpurTrace *trace, SpurTimeline *timeline);

/* Goes through the trace. */
SpurSystem *spur_system_new (SpurTrace *trace, SpurRegistry *registry, gboolean raw);

/* Fills the boxes for a time. */
void spur_system_set_time_ns (SpurSystem *self, gint64 time_ns);

const char *spur_system_get_name (const SpurSystem *self, const SpurSystemBox *box);

void spur_system_free (SpurSystem *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurSystem, spur_system_free)

/* Around what is in a box. */
#define SPUR_SYSTEM_PAD_PX 5.0

/* Between the boxes of the outermost depth. */
#define SPUR_SYSTEM_GAP_PX 12.0

/* How boxes of one depth lie in that around them, all of the same size. */
typedef struct
{
  guint n_columns;
  guint n_rows;
  double width_px;
  double height_px;
  /* Above what is in a box, for its name. */
  double head_px;
  double gap_px;
  /* Too small to be drawn one by one: what is around them says how many there are. */
  gboolean is_counted;
} SpurSystemGrid;

/* How high a plot must be, that all boxes in it have room for a name, if all were as full as the
 * fullest of their depth. */
double spur_system_get_full_height (const SpurSystem *self, double width_px);

/* Where boxes lie in a plot. */
typedef struct
{
  /* By depth, from that of the whole system, which is as high as what is in it needs; no deeper
   * than boxes are drawn. */
  GArray *depths;
  /* What is on no target, in a strip below the system; there is none where it is 0 high. */
  SpurSystemGrid strip;
  SpurSystemGrid in_strip;
  double height_px;
} SpurSystemLayout;

/* Lays boxes out in a plot of at most this size. */
void spur_system_layout_init (SpurSystemLayout *self,
                              const SpurSystem *system,
                              double width_px,
                              double height_px);

void spur_system_layout_clear (SpurSystemLayout *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurSystemLayout, spur_system_layout_clear)

typedef struct
{
  const char *title;
  double width_px;
  double height_px;
} SpurSystemSize;

double spur_system_get_natural_height (const SpurSystem *self, double width_px);

void spur_system_draw (SpurSystem *self, SpurCanvas *canvas, const SpurSystemSize *size);

char *spur_system_get_note (const SpurSystem *self);
