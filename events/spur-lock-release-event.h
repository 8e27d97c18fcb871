/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LOCK_RELEASE_EVENT (spur_lock_release_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurLockReleaseEvent, spur_lock_release_event, SPUR, LOCK_RELEASE_EVENT, SpurLoEvent)

/**
 * SpurLockReleaseEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLockReleaseEventClass
{
  SpurLoEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
guint32 spur_lock_release_event_get_lock (SpurLockReleaseEvent *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_lock_release_event_get_order (SpurLockReleaseEvent *self);

G_END_DECLS
