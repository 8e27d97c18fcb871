/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-collective-begin-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_COLLECTIVE_START_EVENT (spur_collective_start_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurCollectiveStartEvent,
                          spur_collective_start_event,
                          SPUR,
                          COLLECTIVE_START_EVENT,
                          SpurCollectiveBeginEvent)

/**
 * SpurCollectiveStartEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurCollectiveStartEventClass
{
  SpurCollectiveBeginEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
guint64 spur_collective_start_event_get_request (SpurCollectiveStartEvent *self);

G_END_DECLS
