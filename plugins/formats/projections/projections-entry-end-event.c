/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/formats/projections/projections-entry-end-event.h"

/* An entry method ends. */
struct _ProjectionsEntryEndEvent
{
  SpurRegionExitEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (ProjectionsEntryEndEvent,
                     projections_entry_end_event,
                     SPUR_TYPE_REGION_EXIT_EVENT)

static void
projections_entry_end_event_class_init (ProjectionsEntryEndEventClass *klass)
{
  spur_event_class_set_name (SPUR_EVENT_CLASS (klass), "Entry_End_Event");
}

static void
projections_entry_end_event_init (ProjectionsEntryEndEvent *self)
{
}
