/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <otf2/otf2.h>
#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

/* The kinds of markers as strings of the trace, by number. To be freed with g_free(). */
guint32 *spur_otf2_markers_add_kinds (SpurTrace *trace);

gboolean spur_otf2_is_left_out (guint8 record);

/* The number of a marker that is known to be there. */
guint spur_otf2_marker_find (const char *name);

G_END_DECLS
