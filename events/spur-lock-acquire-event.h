/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LOCK_ACQUIRE_EVENT (spur_lock_acquire_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurLockAcquireEvent, spur_lock_acquire_event, SPUR, LOCK_ACQUIRE_EVENT, SpurLoEvent)

/**
 * SpurLockAcquireEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLockAcquireEventClass
{
  SpurLoEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
guint32 spur_lock_acquire_event_get_lock (SpurLockAcquireEvent *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_lock_acquire_event_get_order (SpurLockAcquireEvent *self);

G_END_DECLS
