/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-collective-end-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_COLLECTIVE_COMPLETION_EVENT (spur_collective_completion_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurCollectiveCompletionEvent,
                          spur_collective_completion_event,
                          SPUR,
                          COLLECTIVE_COMPLETION_EVENT,
                          SpurCollectiveEndEvent)

/**
 * SpurCollectiveCompletionEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurCollectiveCompletionEventClass
{
  SpurCollectiveEndEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
guint64 spur_collective_completion_event_get_request (SpurCollectiveCompletionEvent *self);

G_END_DECLS
