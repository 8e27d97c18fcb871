/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/identifiers/spur-event-id.h"

G_BEGIN_DECLS

#define SPUR_TYPE_ORDERED_EVENT_ID (spur_ordered_event_id_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurOrderedEventId, spur_ordered_event_id, SPUR, ORDERED_EVENT_ID, SpurEventId)

/**
 * SpurOrderedEventIdClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurOrderedEventIdClass
{
  SpurEventIdClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

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

G_END_DECLS
