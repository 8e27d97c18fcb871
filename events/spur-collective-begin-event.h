/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-collective-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_COLLECTIVE_BEGIN_EVENT (spur_collective_begin_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurCollectiveBeginEvent,
                          spur_collective_begin_event,
                          SPUR,
                          COLLECTIVE_BEGIN_EVENT,
                          SpurCollectiveEvent)

/**
 * SpurCollectiveBeginEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurCollectiveBeginEventClass
{
  SpurCollectiveEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
