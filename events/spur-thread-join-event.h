/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_THREAD_JOIN_EVENT (spur_thread_join_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurThreadJoinEvent, spur_thread_join_event, SPUR, THREAD_JOIN_EVENT, SpurLoEvent)

/**
 * SpurThreadJoinEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurThreadJoinEventClass
{
  SpurLoEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_thread_join_event_get_ended (SpurThreadJoinEvent *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_thread_join_event_get_join (SpurThreadJoinEvent *self);

G_END_DECLS
