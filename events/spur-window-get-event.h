/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-window-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WINDOW_GET_EVENT (spur_window_get_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurWindowGetEvent, spur_window_get_event, SPUR, WINDOW_GET_EVENT, SpurWindowEvent)

/**
 * SpurWindowGetEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurWindowGetEventClass
{
  SpurWindowEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
guint64 spur_window_get_event_get_size (SpurWindowGetEvent *self);

G_END_DECLS
