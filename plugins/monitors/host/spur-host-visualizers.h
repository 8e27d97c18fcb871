/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

extern const guint spur_host_n_visualizers;

GType spur_host_get_visualizer_type (guint index);

G_END_DECLS
