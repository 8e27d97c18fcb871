/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-window-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WINDOW_START_EVENT (spur_window_start_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurWindowStartEvent, spur_window_start_event, SPUR, WINDOW_START_EVENT, SpurWindowEvent)

/**
 * SpurWindowStartEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurWindowStartEventClass
{
  SpurWindowEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
guint32 spur_window_start_event_get_exposure (SpurWindowStartEvent *self);

G_END_DECLS
