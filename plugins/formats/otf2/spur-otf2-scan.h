/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

#include "plugins/formats/otf2/spur-otf2-records.h"

G_BEGIN_DECLS

/* What a sound file holds; n_missing counts events that its chunks announce and do not hold. */
typedef struct
{
  guint64 n_records;
  guint64 n_missing;
  guint64 n_mappings;
} SpurOtf2Census;

gboolean spur_otf2_scan (const char *path,
                         SpurOtf2FileKind kind,
                         guint64 chunk_bytes,
                         SpurOtf2Census *census,
                         GError **error);

G_END_DECLS
