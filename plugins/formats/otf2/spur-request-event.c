/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/formats/otf2/spur-request-event.h"

/**
 * SpurRequestEvent:
 *
 * Something happens to the request of a non-blocking operation: a receive is posted, a send is
 * complete, a request is tested or cancelled.
 */
struct _SpurRequestEvent
{
  SpurLoEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (SpurRequestEvent, spur_request_event, SPUR_TYPE_LO_EVENT)

static void
spur_request_event_class_init (SpurRequestEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Request_Event");
  spur_event_class_add_field (event_class, "request", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "the request's number in its stream");
  spur_event_class_add_field (event_class, "kind", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "what happens to it, as in \"receive posted\"");
}

static void
spur_request_event_init (SpurRequestEvent *self)
{
}
