/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-page-read-event.h"

struct _B2PageReadEvent
{
  SpurCustomEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B2PageReadEvent, b2_page_read_event, SPUR_TYPE_CUSTOM_EVENT)

static void
b2_page_read_event_class_init (B2PageReadEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "MIDAS_Page_Read_Event");
  spur_event_class_omit_field (event_class, "values");
  spur_event_class_add_field (event_class, "relation", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "what is read");
  spur_event_class_add_field (event_class, "pages", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many pages");
  spur_event_class_set_unit (event_class, "pages", "pages");
  spur_event_class_add_field (event_class, "size", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "bytes of these pages");
  spur_event_class_set_unit (event_class, "size", "bytes");
  spur_event_class_add_field (event_class, "disk", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the node on whose disk they are");
}

static void
b2_page_read_event_init (B2PageReadEvent *self)
{
}
