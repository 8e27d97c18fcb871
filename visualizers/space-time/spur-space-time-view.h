/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <cairo.h>

#include "core/causality/spur-edges.h"
#include "core/index/spur-index.h"
#include "core/plugin/spur-registry.h"
#include "visualizers/canvas/spur-view-error.h"

G_BEGIN_DECLS

#define SPUR_TYPE_SPACE_TIME_VIEW (spur_space_time_view_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurSpaceTimeView, spur_space_time_view, SPUR, SPACE_TIME_VIEW, GObject)

SPUR_AVAILABLE_IN_ALL
SpurSpaceTimeView *spur_space_time_view_new (SpurTrace *trace, SpurEdges *edges);

SPUR_AVAILABLE_IN_ALL
void spur_space_time_view_set_registry (SpurSpaceTimeView *self, SpurRegistry *registry);

SPUR_AVAILABLE_IN_ALL
void spur_space_time_view_set_title (SpurSpaceTimeView *self, const char *title);

SPUR_AVAILABLE_IN_ALL
void spur_space_time_view_set_span_ns (SpurSpaceTimeView *self, gint64 from_ns, gint64 to_ns);

SPUR_AVAILABLE_IN_ALL
void spur_space_time_view_set_index (SpurSpaceTimeView *self, SpurIndex *index);

SPUR_AVAILABLE_IN_ALL
void spur_space_time_view_set_raw (SpurSpaceTimeView *self, gboolean raw);

SPUR_AVAILABLE_IN_ALL
void spur_space_time_view_set_size (SpurSpaceTimeView *self, guint width_px, guint height_px);

SPUR_AVAILABLE_IN_ALL
void spur_space_time_view_draw (SpurSpaceTimeView *self, cairo_t *context);

SPUR_AVAILABLE_IN_ALL
char *spur_space_time_view_get_note (SpurSpaceTimeView *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_space_time_view_save (SpurSpaceTimeView *self, const char *path, GError **error);

G_END_DECLS
