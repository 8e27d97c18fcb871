/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WINDOW_EVENT (spur_window_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurWindowEvent, spur_window_event, SPUR, WINDOW_EVENT, SpurLoEvent)

/**
 * SpurWindowEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurWindowEventClass
{
  SpurLoEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
const char *spur_window_event_get_window (SpurWindowEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_window_event_get_peer (SpurWindowEvent *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_window_event_get_peers (SpurWindowEvent *self);

G_END_DECLS
