/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-creation-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_THREAD_FORK_EVENT (spur_thread_fork_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurThreadForkEvent, spur_thread_fork_event, SPUR, THREAD_FORK_EVENT, SpurLoCreationEvent)

/**
 * SpurThreadForkEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurThreadForkEventClass
{
  SpurLoCreationEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
guint64 spur_thread_fork_event_get_team (SpurThreadForkEvent *self);

G_END_DECLS
