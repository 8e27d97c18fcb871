/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The event classes that only load data has. */
#include "plugins/formats/vt/vt-reading.h"

#include "events/spur-message-events.h"

/* What two objects sent to each other in a phase, all messages of one direction together. When they
 * were sent is not recorded, so nothing is received. */
SPUR_DEFINE_EVENT_CLASS (
  VtCommunicationEvent,
  vt_communication_event,
  SPUR_TYPE_LO_MESSAGE_EVENT,
  SPUR_TRAIT_NAME ("Vt_Communication_Event"),
  SPUR_TRAIT_OMIT ("tag"),
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_OMIT ("number"),
  SPUR_TRAIT_FIELD ("messages", UINT64, NONE, "how many messages"),
  SPUR_TRAIT_UNIT_FIELD ("volume", DOUBLE, LOAD, "bytes", "the size as it was said, not rounded"))

/* What an object got in broadcasts of another one in a phase. It would get it everywhere, so it is
 * no message between the two. */
SPUR_DEFINE_EVENT_CLASS (
  VtBroadcastEvent,
  vt_broadcast_event,
  SPUR_TYPE_LO_EVENT,
  SPUR_TRAIT_NAME ("Vt_Broadcast_Event"),
  SPUR_TRAIT_FIELD ("sender", OBJECT, NONE, "whose broadcasts"),
  SPUR_TRAIT_UNIT_FIELD ("size", UINT64, RECEIVED_BYTES, "bytes", "bytes that the object got"),
  SPUR_TRAIT_FIELD ("messages", UINT64, NONE, "how many broadcasts"))

/* Where a sub-phase of a task begins. Its time is a part of the task's, and so no load of its own.
 */
SPUR_DEFINE_EVENT_CLASS (
  VtSubphaseEvent,
  vt_subphase_event,
  SPUR_TYPE_LO_EVENT,
  SPUR_TRAIT_NAME ("Vt_Subphase_Event"),
  SPUR_TRAIT_FIELD ("subphase", UINT64, NONE, "which sub-phase of the phase"),
  SPUR_TRAIT_UNIT_FIELD ("spent", DOUBLE, NONE, "s", "how much of the task's time"))
