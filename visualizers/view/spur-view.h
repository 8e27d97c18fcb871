/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <cairo.h>

#include "core/plugin/spur-registry.h"
#include "core/store/trace/spur-trace.h"
#include "visualizers/canvas/spur-view-error.h"

G_BEGIN_DECLS

#define SPUR_TYPE_VIEW (spur_view_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurView, spur_view, SPUR, VIEW, GObject)

/**
 * SpurViewClass:
 * @parent_class: the parent
 * @prepare: (nullable): collects what is drawn from the view's trace, span and options, in place of
 *   what was collected before. It is called before each of the others, once until the view is
 *   changed. %FALSE with an error where it cannot be
 * @get_height: how high a picture of a width wants to be, in pixels
 * @draw: draws the picture on white paper, from the upper left corner of the context on
 * @dup_note: says what the picture shows and what it leaves out, in a sentence or two
 *
 * How a kind of picture is made.
 *
 * Since: 1.0
 */
struct _SpurViewClass
{
  GObjectClass parent_class;

  gboolean (*prepare) (SpurView *self, const SpurJob *job, GError **error);
  double (*get_height) (SpurView *self, double width_px);
  void (*draw) (SpurView *self, cairo_t *context, double width_px, double height_px);
  char *(*dup_note) (SpurView *self);

  /*< private >*/
  /* A SpurViewDrawFunc, of the views of this library, in place of draw. */
  gpointer draw_on;
  gpointer _reserved[8];
};

SPUR_AVAILABLE_IN_ALL
SpurView *spur_view_make (SpurRegistry *registry, const char *name, GError **error);

SPUR_AVAILABLE_IN_ALL
char **spur_view_dup_names (SpurRegistry *registry);

/* What is drawn */

SPUR_AVAILABLE_IN_ALL
void spur_view_set_trace (SpurView *self, SpurTrace *trace);

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_view_get_trace (SpurView *self);

SPUR_AVAILABLE_IN_ALL
void spur_view_set_registry (SpurView *self, SpurRegistry *registry);

SPUR_AVAILABLE_IN_ALL
SpurRegistry *spur_view_get_registry (SpurView *self);

SPUR_AVAILABLE_IN_ALL
void spur_view_set_title (SpurView *self, const char *title);

SPUR_AVAILABLE_IN_ALL
const char *spur_view_get_title (SpurView *self);

SPUR_AVAILABLE_IN_ALL
void spur_view_set_span_ns (SpurView *self, gint64 from_ns, gint64 to_ns);

SPUR_AVAILABLE_IN_ALL
void spur_view_get_span_ns (SpurView *self, gint64 *from_ns, gint64 *to_ns);

SPUR_AVAILABLE_IN_ALL
void spur_view_set_raw (SpurView *self, gboolean raw);

SPUR_AVAILABLE_IN_ALL
gboolean spur_view_get_raw (SpurView *self);

SPUR_AVAILABLE_IN_ALL
void spur_view_set_dark (SpurView *self, gboolean dark);

SPUR_AVAILABLE_IN_ALL
gboolean spur_view_get_dark (SpurView *self);

SPUR_AVAILABLE_IN_ALL
void spur_view_set_size (SpurView *self, guint width_px, guint height_px);

SPUR_AVAILABLE_IN_ALL
guint spur_view_get_width_px (SpurView *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_view_set_option (SpurView *self, const char *name, const char *value, GError **error);

/* The picture */

SPUR_AVAILABLE_IN_ALL
gboolean spur_view_prepare (SpurView *self, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_view_draw (SpurView *self, cairo_t *context);

SPUR_AVAILABLE_IN_ALL
char *spur_view_get_note (SpurView *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_view_save (SpurView *self, const char *path, GError **error);

G_END_DECLS
