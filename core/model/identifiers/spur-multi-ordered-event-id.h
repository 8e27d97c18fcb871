/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/identifiers/spur-ordered-event-id.h"

G_BEGIN_DECLS

#define SPUR_TYPE_MULTI_ORDERED_EVENT_ID (spur_multi_ordered_event_id_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurMultiOrderedEventId,
                          spur_multi_ordered_event_id,
                          SPUR,
                          MULTI_ORDERED_EVENT_ID,
                          SpurOrderedEventId)

/**
 * SpurMultiOrderedEventIdClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurMultiOrderedEventIdClass
{
  SpurOrderedEventIdClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
void spur_multi_ordered_event_id_add_predecessor (SpurMultiOrderedEventId *self,
                                                  SpurEventId *predecessor);

G_END_DECLS
