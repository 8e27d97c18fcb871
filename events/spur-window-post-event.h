/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-window-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WINDOW_POST_EVENT (spur_window_post_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurWindowPostEvent, spur_window_post_event, SPUR, WINDOW_POST_EVENT, SpurWindowEvent)

/**
 * SpurWindowPostEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurWindowPostEventClass
{
  SpurWindowEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
guint32 spur_window_post_event_get_exposure (SpurWindowPostEvent *self);

G_END_DECLS
