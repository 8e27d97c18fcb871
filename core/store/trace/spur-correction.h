/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-time-map.h"

G_BEGIN_DECLS

/**
 * SPUR_CORRECTION_MAX_MAPS:
 *
 * The most maps that a stream's chain can have.
 *
 * Since: 1.0
 */
#define SPUR_CORRECTION_MAX_MAPS 8

#define SPUR_TYPE_CORRECTION (spur_correction_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurCorrection, spur_correction, SPUR, CORRECTION, GObject)

SPUR_AVAILABLE_IN_ALL
SpurCorrection *spur_correction_new (guint n_streams);

SPUR_AVAILABLE_IN_ALL
guint spur_correction_get_n_streams (SpurCorrection *self);

SPUR_AVAILABLE_IN_ALL
void spur_correction_append_map (SpurCorrection *self, guint stream, SpurTimeMap *map);

SPUR_AVAILABLE_IN_ALL
guint spur_correction_get_n_maps (SpurCorrection *self, guint stream);

SPUR_AVAILABLE_IN_ALL
SpurTimeMap *spur_correction_get_map (SpurCorrection *self, guint stream, guint index);

SPUR_AVAILABLE_IN_ALL
gint64 spur_correction_apply (SpurCorrection *self, guint stream, guint64 event, gint64 raw_ns);

/* The report: what was done, with which parameters, and what came of it. Written beside the maps.
 */

SPUR_AVAILABLE_IN_ALL
void spur_correction_set_fact (SpurCorrection *self, const char *key, const char *value);

SPUR_AVAILABLE_IN_ALL
void spur_correction_set_fact_int (SpurCorrection *self, const char *key, gint64 value);

SPUR_AVAILABLE_IN_ALL
const char *spur_correction_get_fact (SpurCorrection *self, const char *key);

SPUR_AVAILABLE_IN_ALL
GPtrArray *spur_correction_get_fact_keys (SpurCorrection *self);

G_END_DECLS
