/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-collective-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_COLLECTIVE_END_EVENT (spur_collective_end_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurCollectiveEndEvent,
                          spur_collective_end_event,
                          SPUR,
                          COLLECTIVE_END_EVENT,
                          SpurCollectiveEvent)

/**
 * SpurCollectiveEndEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurCollectiveEndEventClass
{
  SpurCollectiveEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
const char *spur_collective_end_event_get_communicator (SpurCollectiveEndEvent *self);

SPUR_AVAILABLE_IN_ALL
guint8 spur_collective_end_event_get_pattern (SpurCollectiveEndEvent *self);

SPUR_AVAILABLE_IN_ALL
guint32 spur_collective_end_event_get_root (SpurCollectiveEndEvent *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_collective_end_event_get_sent (SpurCollectiveEndEvent *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_collective_end_event_get_received (SpurCollectiveEndEvent *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_collective_end_event_get_operation (SpurCollectiveEndEvent *self);

G_END_DECLS
