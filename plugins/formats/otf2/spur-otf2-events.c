/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The event classes that only archives of OTF2 have. */
#include "plugins/formats/otf2/spur-otf2-codec.h"

#include "events/spur-lm-events.h"
#include "events/spur-lo-events.h"

/* Something happens to the request of a non-blocking operation: a receive is posted, a send is
 * complete, a request is tested or cancelled. */
SPUR_DEFINE_EVENT_CLASS (
  SpurRequestEvent,
  spur_request_event,
  SPUR_TYPE_LO_EVENT,
  SPUR_TRAIT_NAME ("Request_Event"),
  SPUR_TRAIT_FIELD ("request", UINT64, NONE, "the request's number in its stream"),
  SPUR_TRAIT_FIELD ("kind", STRING, NONE, "what happens to it, as in \"receive posted\""))

/* A send that does not block is complete. */
SPUR_DEFINE_EVENT_CLASS (
  SpurSendCompletionEvent,
  spur_send_completion_event,
  SPUR_TYPE_REQUEST_EVENT,
  SPUR_TRAIT_NAME ("Send_Completion_Event"),
  SPUR_TRAIT_FIELD (
    "posted", UINT32, POSTED, "events of the stream since the send was begun; 0 for none"))

/* An event that tells of nothing that messages, states or collective operations are made of, as the
 * begin of a thread or of an input operation. Only its kind and time are kept. */
SPUR_DEFINE_EVENT_CLASS (
  SpurOtf2MarkerEvent,
  spur_otf2_marker_event,
  SPUR_TYPE_LO_EVENT,
  SPUR_TRAIT_NAME ("OTF2_Marker_Event"),
  SPUR_TRAIT_FIELD ("kind", STRING, NONE, "the event's name in OTF2, as in \"ThreadBegin\""))

/* The value of a metric as a measured load. Those that are recorded as integers are kept as such
 * too, because a load is a double, which tells integers apart up to 2^53 only. */
SPUR_DEFINE_EVENT_CLASS (
  SpurOtf2MetricEvent,
  spur_otf2_metric_event,
  SPUR_TYPE_LM_TARGET_LOAD_EVENT,
  SPUR_TRAIT_NAME ("OTF2_Metric_Event"),
  SPUR_TRAIT_OMIT ("values"),
  SPUR_TRAIT_FIELD ("metric", STRING, NONE, "the metric's name, as in \"PAPI_TOT_INS\""),
  SPUR_TRAIT_FIELD (
    "unit", STRING, NONE, "the unit of the load; absent where the archive has none"),
  SPUR_TRAIT_FIELD ("mode",
                    STRING,
                    NONE,
                    "what the load counts and for which time it holds, as in "
                    "\"accumulated since the start\""))

SPUR_DEFINE_EVENT_CLASS (
  SpurOtf2UnsignedMetricEvent,
  spur_otf2_unsigned_metric_event,
  SPUR_TYPE_OTF2_METRIC_EVENT,
  SPUR_TRAIT_NAME ("OTF2_Unsigned_Metric_Event"),
  SPUR_TRAIT_FIELD ("value", UINT64, NONE, "the recorded integer, before it is scaled to the unit"))

SPUR_DEFINE_EVENT_CLASS (
  SpurOtf2SignedMetricEvent,
  spur_otf2_signed_metric_event,
  SPUR_TYPE_OTF2_METRIC_EVENT,
  SPUR_TRAIT_NAME ("OTF2_Signed_Metric_Event"),
  SPUR_TRAIT_FIELD ("value", INT64, NONE, "the recorded integer, before it is scaled to the unit"))
