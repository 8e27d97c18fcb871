/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a5/a5-lemma-receive-event.h"

struct _A5LemmaReceiveEvent
{
  SpurLoMessageReceiveEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (A5LemmaReceiveEvent,
                     a5_lemma_receive_event,
                     SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT)

static void
a5_lemma_receive_event_class_init (A5LemmaReceiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "CPTHEO_Lemma_Receive_Event");
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "lemmas", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many lemmas");
  spur_event_class_set_unit (event_class, "lemmas", "lemmas");
  spur_event_class_add_field (event_class, "problem", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "what they are about");
}

static void
a5_lemma_receive_event_init (A5LemmaReceiveEvent *self)
{
}
