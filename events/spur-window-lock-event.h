/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-window-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WINDOW_LOCK_EVENT (spur_window_lock_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurWindowLockEvent, spur_window_lock_event, SPUR, WINDOW_LOCK_EVENT, SpurWindowEvent)

/**
 * SpurWindowLockEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurWindowLockEventClass
{
  SpurWindowEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
guint32 spur_window_lock_event_get_lock (SpurWindowLockEvent *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_window_lock_event_get_grant (SpurWindowLockEvent *self);

G_END_DECLS
