/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The visualizers of project B4 that are more than a style; the styles are in the manifest. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* A triangle for each rollback, as large as what is undone. */
GType b4_rollback_visualizer_get_type (void);

/* A tick where the local virtual time grows, in a colour for it. */
GType b4_local_time_visualizer_get_type (void);

G_END_DECLS
