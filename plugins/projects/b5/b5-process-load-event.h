/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define B5_TYPE_PROCESS_LOAD_EVENT (b5_process_load_event_get_type ())

/* The load of a virtual process; its state says what that means to the strategy. */
G_DECLARE_FINAL_TYPE (
  B5ProcessLoadEvent, b5_process_load_event, B5, PROCESS_LOAD_EVENT, SpurLoStateChangeEvent)

G_END_DECLS
