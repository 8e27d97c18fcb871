/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-collective-end-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_COLLECTIVE_EXCHANGE_EVENT (spur_collective_exchange_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurCollectiveExchangeEvent,
                          spur_collective_exchange_event,
                          SPUR,
                          COLLECTIVE_EXCHANGE_EVENT,
                          SpurCollectiveEndEvent)

/**
 * SpurCollectiveExchangeEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurCollectiveExchangeEventClass
{
  SpurCollectiveEndEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
const char *spur_collective_exchange_event_get_senders (SpurCollectiveExchangeEvent *self);

G_END_DECLS
