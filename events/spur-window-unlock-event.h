/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-window-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WINDOW_UNLOCK_EVENT (spur_window_unlock_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurWindowUnlockEvent, spur_window_unlock_event, SPUR, WINDOW_UNLOCK_EVENT, SpurWindowEvent)

/**
 * SpurWindowUnlockEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurWindowUnlockEventClass
{
  SpurWindowEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
guint32 spur_window_unlock_event_get_lock (SpurWindowUnlockEvent *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_window_unlock_event_get_grant (SpurWindowUnlockEvent *self);

G_END_DECLS
