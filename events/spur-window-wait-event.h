/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-window-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WINDOW_WAIT_EVENT (spur_window_wait_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurWindowWaitEvent, spur_window_wait_event, SPUR, WINDOW_WAIT_EVENT, SpurWindowEvent)

/**
 * SpurWindowWaitEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurWindowWaitEventClass
{
  SpurWindowEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
guint32 spur_window_wait_event_get_access (SpurWindowWaitEvent *self);

G_END_DECLS
