/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_STATE_CHANGE_EVENT (spur_lo_state_change_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurLoStateChangeEvent, spur_lo_state_change_event, SPUR, LO_STATE_CHANGE_EVENT, SpurLoEvent)

/**
 * SpurLoStateChangeEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoStateChangeEventClass
{
  SpurLoEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
const char *spur_lo_state_change_event_get_old_state (SpurLoStateChangeEvent *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_lo_state_change_event_get_state (SpurLoStateChangeEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_lo_state_change_event_get_values (SpurLoStateChangeEvent *self);

G_END_DECLS
