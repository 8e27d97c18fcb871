/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-placement-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_THREAD_BEGIN_EVENT (spur_thread_begin_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurThreadBeginEvent, spur_thread_begin_event, SPUR, THREAD_BEGIN_EVENT, SpurLoPlacementEvent)

/**
 * SpurThreadBeginEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurThreadBeginEventClass
{
  SpurLoPlacementEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
guint64 spur_thread_begin_event_get_team (SpurThreadBeginEvent *self);

G_END_DECLS
