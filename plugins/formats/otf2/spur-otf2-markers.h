/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <otf2/otf2.h>

G_BEGIN_DECLS

extern const guint spur_otf2_n_markers;
extern const char *const spur_otf2_marker_names[];

gboolean spur_otf2_is_left_out (guint8 record);

/* The number of a marker that is known to be there. */
guint spur_otf2_marker_find (const char *name);

void spur_otf2_markers_register (OTF2_EvtReaderCallbacks *callbacks);

G_END_DECLS
