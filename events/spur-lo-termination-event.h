/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_TERMINATION_EVENT (spur_lo_termination_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurLoTerminationEvent, spur_lo_termination_event, SPUR, LO_TERMINATION_EVENT, SpurLoEvent)

/**
 * SpurLoTerminationEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoTerminationEventClass
{
  SpurLoEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
