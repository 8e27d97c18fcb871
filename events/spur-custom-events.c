/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What no other family is for (TUM-I9909 section 3.2.4), and what the recorder says of itself. */
#include "events/spur-custom-events.h"

/**
 * SpurCustomEvent:
 *
 * What the application alone understands (TUM-I9909 section 3.2.4).
 *
 * Needed rarely: most events of an application are state changes of a load object.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurCustomEvent,
  spur_custom_event,
  SPUR_TYPE_EVENT,
  SPUR_TRAIT_NAME ("Custom_Event"),
  SPUR_TRAIT_FIELD ("object", OBJECT, SUBJECT, "what the event is about"),
  SPUR_TRAIT_FIELD ("values", LIST, VALUES, "what the application says of it"))

/**
 * SpurRecorderDropEvent:
 *
 * The recorder had to drop events, as on a full disk. It stands in the stream at the time of the
 * last of them.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurRecorderDropEvent,
  spur_recorder_drop_event,
  SPUR_TYPE_CUSTOM_EVENT,
  SPUR_TRAIT_NAME ("Recorder_Drop_Event"),
  SPUR_TRAIT_OMIT ("object"),
  SPUR_TRAIT_OMIT ("values"),
  SPUR_TRAIT_FIELD (
    "dropped", UINT64, NONE, "how many events of the stream were dropped before this one"))
