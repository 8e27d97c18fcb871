/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-window-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WINDOW_PUT_EVENT (spur_window_put_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurWindowPutEvent, spur_window_put_event, SPUR, WINDOW_PUT_EVENT, SpurWindowEvent)

/**
 * SpurWindowPutEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurWindowPutEventClass
{
  SpurWindowEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
guint64 spur_window_put_event_get_size (SpurWindowPutEvent *self);

G_END_DECLS
