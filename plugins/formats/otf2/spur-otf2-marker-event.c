/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/formats/otf2/spur-otf2-marker-event.h"

/**
 * SpurOtf2MarkerEvent:
 *
 * An event of OTF2 that tells of nothing that messages, states or collective operations are made
 * of, as the begin of a thread or of an input operation. Only its kind and time are kept.
 */
struct _SpurOtf2MarkerEvent
{
  SpurLoEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (SpurOtf2MarkerEvent, spur_otf2_marker_event, SPUR_TYPE_LO_EVENT)

static void
spur_otf2_marker_event_class_init (SpurOtf2MarkerEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "OTF2_Marker_Event");
  spur_event_class_add_field (event_class, "kind", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "the event's name in OTF2, as in \"ThreadBegin\"");
}

static void
spur_otf2_marker_event_init (SpurOtf2MarkerEvent *self)
{
}
