/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/formats/projections/projections-record.h"

G_BEGIN_DECLS

/* An element of a chare array: what migrates. */
typedef struct
{
  guint32 chare;
  guint32 n_dims;
  gint32 index[PROJECTIONS_MAX_DIMS];
} ProjectionsElement;

/* Whether the record is about an element of an array, and about which. */
gboolean projections_element_from_record (ProjectionsElement *self,
                                          const ProjectionsSts *sts,
                                          const ProjectionsRecord *record);

guint projections_element_hash (gconstpointer self);

gboolean projections_element_equal (gconstpointer self, gconstpointer other);

/* By chare, then by index. */
int projections_element_compare (gconstpointer self, gconstpointer other);

/* As in "Lb_array[3]" or "Grid[1,2]". */
char *projections_element_to_string (const ProjectionsElement *self, const ProjectionsSts *sts);

G_END_DECLS
