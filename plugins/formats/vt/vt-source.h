/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gio/gio.h>

/* The bytes of a file, decompressed where brotli compressed them, piece by piece. */
typedef struct _VtSource VtSource;

VtSource *vt_source_open (const char *path, GError **error);

/* The bytes belong to the caller and outlive the source. */
VtSource *vt_source_new_for_bytes (const char *name, const guint8 *bytes, gsize n_bytes);

void vt_source_free (VtSource *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (VtSource, vt_source_free)

const char *vt_source_get_name (const VtSource *self);

/* The next bytes, valid until the next call; none at the end. */
gboolean vt_source_read (VtSource *self, const guint8 **bytes, gsize *n_bytes, GError **error);
