/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <cairo.h>

#include "core/plugin/spur-registry.h"
#include "core/store/trace/spur-trace.h"
#include "visualizers/canvas/spur-view-error.h"

G_BEGIN_DECLS

#define SPUR_TYPE_SYSTEM_VIEW (spur_system_view_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurSystemView, spur_system_view, SPUR, SYSTEM_VIEW, GObject)

SPUR_AVAILABLE_IN_ALL
SpurSystemView *spur_system_view_new (SpurTrace *trace);

SPUR_AVAILABLE_IN_ALL
void spur_system_view_set_registry (SpurSystemView *self, SpurRegistry *registry);

SPUR_AVAILABLE_IN_ALL
void spur_system_view_set_title (SpurSystemView *self, const char *title);

SPUR_AVAILABLE_IN_ALL
void spur_system_view_set_time_ns (SpurSystemView *self, gint64 time_ns);

SPUR_AVAILABLE_IN_ALL
void spur_system_view_set_raw (SpurSystemView *self, gboolean raw);

SPUR_AVAILABLE_IN_ALL
void spur_system_view_set_size (SpurSystemView *self, guint width_px, guint height_px);

SPUR_AVAILABLE_IN_ALL
void spur_system_view_draw (SpurSystemView *self, cairo_t *context);

SPUR_AVAILABLE_IN_ALL
char *spur_system_view_get_note (SpurSystemView *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_system_view_save (SpurSystemView *self, const char *path, GError **error);

G_END_DECLS
