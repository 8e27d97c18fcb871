/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-recorder-drop-event.h"

/**
 * SpurRecorderDropEvent:
 *
 * The recorder had to drop events, as on a full disk. It stands in the stream at the time of the
 * last of them.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurRecorderDropEvent, spur_recorder_drop_event, SPUR_TYPE_CUSTOM_EVENT)

static void
spur_recorder_drop_event_class_init (SpurRecorderDropEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Recorder_Drop_Event");
  spur_event_class_omit_field (event_class, "object");
  spur_event_class_omit_field (event_class, "values");
  spur_event_class_add_field (event_class, "dropped", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "how many events of the stream were dropped before this one");
}

static void
spur_recorder_drop_event_init (SpurRecorderDropEvent *self)
{
}

/**
 * spur_recorder_drop_event_get_dropped:
 * @self: an event of the class Recorder_Drop_Event
 *
 * Gets how many events of the stream were dropped before this one.
 *
 * Returns: how many events of the stream were dropped before this one
 *
 * Since: 1.0
 */
guint64
spur_recorder_drop_event_get_dropped (SpurRecorderDropEvent *self)
{
  g_return_val_if_fail (SPUR_IS_RECORDER_DROP_EVENT (self), 0);

  return spur_event_get_uint (SPUR_EVENT (self), "dropped");
}
