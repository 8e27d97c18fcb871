/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/identifiers/spur-identifier.h"

G_BEGIN_DECLS

#define SPUR_TYPE_EVENT_ID (spur_event_id_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurEventId, spur_event_id, SPUR, EVENT_ID, SpurIdentifier)

/**
 * SpurEventIdClass:
 * @parent_class: the parent
 * @max_predecessors: how many predecessors an identifier can name: 0, or what the
 *   initialiser of a subclass says
 *
 * Since: 1.0
 */
struct _SpurEventIdClass
{
  SpurIdentifierClass parent_class;

  guint max_predecessors;

  /*< private >*/
  gpointer _reserved[8];
};

SPUR_AVAILABLE_IN_ALL
SpurEventId *spur_event_id_new_of_type (
  GType type, const char *source, guint stream, guint64 origin, guint64 number, gint64 raw_time_ns);

SPUR_AVAILABLE_IN_ALL
const char *spur_event_id_get_source (SpurEventId *self);

SPUR_AVAILABLE_IN_ALL
guint spur_event_id_get_stream (SpurEventId *self);

SPUR_AVAILABLE_IN_ALL
gint64 spur_event_id_get_raw_time_ns (SpurEventId *self);

SPUR_AVAILABLE_IN_ALL
guint spur_event_id_type_get_max_predecessors (GType type);

SPUR_AVAILABLE_IN_ALL
guint spur_event_id_get_n_predecessors (SpurEventId *self);

SPUR_AVAILABLE_IN_ALL
SpurEventId *spur_event_id_get_predecessor (SpurEventId *self, guint index);

G_END_DECLS
