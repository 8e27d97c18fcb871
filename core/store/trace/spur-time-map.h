/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-meaning.h"

G_BEGIN_DECLS

#define SPUR_TYPE_TIME_MAP (spur_time_map_get_type ())

typedef struct _SpurTimeMap SpurTimeMap;

/**
 * SpurKnot:
 * @event: position in its stream of the first event that is not before the knot
 * @from_ns: the knot's time before the map, mostly that event's
 * @to_ns: its time after the map
 *
 * Where a time map bends. The position keeps events apart that share a time.
 *
 * Since: 1.0
 */
typedef struct
{
  guint64 event;
  gint64 from_ns;
  gint64 to_ns;
} SpurKnot;

SPUR_AVAILABLE_IN_ALL
GType spur_time_map_get_type (void);

SPUR_AVAILABLE_IN_ALL
SpurTimeMap *spur_time_map_new (const SpurKnot *knots, gsize n_knots, GError **error);

SPUR_AVAILABLE_IN_ALL
SpurTimeMap *spur_time_map_new_offset (gint64 offset_ns);

SPUR_AVAILABLE_IN_ALL
SpurTimeMap *spur_time_map_ref (SpurTimeMap *self);

SPUR_AVAILABLE_IN_ALL
void spur_time_map_unref (SpurTimeMap *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurTimeMap, spur_time_map_unref)

SPUR_AVAILABLE_IN_ALL
const SpurKnot *spur_time_map_get_knots (const SpurTimeMap *self, gsize *n_knots);

SPUR_AVAILABLE_IN_ALL
gint64
spur_time_map_apply_near (const SpurTimeMap *self, gsize *hint, guint64 event, gint64 from_ns);

G_END_DECLS
