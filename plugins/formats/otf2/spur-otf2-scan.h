/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

#include "plugins/formats/otf2/spur-otf2-records.h"

/* What a sound file holds; n_missing counts events that its chunks announce and do not hold. */
typedef struct
{
  guint64 n_records;
  guint64 n_missing;
  guint64 n_mappings;

  /* (nullable) Of an .evt file: the metrics that it has records of, by the location's own ids, and
   * how many values these have at most. Of a .def file: the global ids of metrics by the
   * location's own, where they differ. */
  GHashTable *metrics;
} SpurOtf2Census;

gboolean spur_otf2_scan (const char *path,
                         SpurOtf2FileKind kind,
                         guint64 chunk_bytes,
                         SpurOtf2Census *census,
                         GError **error);

void spur_otf2_census_clear (SpurOtf2Census *self);
