/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-custom-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_RECORDER_DROP_EVENT (spur_recorder_drop_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurRecorderDropEvent, spur_recorder_drop_event, SPUR, RECORDER_DROP_EVENT, SpurCustomEvent)

/**
 * SpurRecorderDropEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurRecorderDropEventClass
{
  SpurCustomEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
guint64 spur_recorder_drop_event_get_dropped (SpurRecorderDropEvent *self);

G_END_DECLS
