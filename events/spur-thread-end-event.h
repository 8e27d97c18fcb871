/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-termination-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_THREAD_END_EVENT (spur_thread_end_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurThreadEndEvent, spur_thread_end_event, SPUR, THREAD_END_EVENT, SpurLoTerminationEvent)

/**
 * SpurThreadEndEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurThreadEndEventClass
{
  SpurLoTerminationEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
guint64 spur_thread_end_event_get_join (SpurThreadEndEvent *self);

G_END_DECLS
