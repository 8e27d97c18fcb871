/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define A7_TYPE_DIFFUSION_LOAD_EVENT (a7_diffusion_load_event_get_type ())

/* A node measures its load at the begin of a round. */
G_DECLARE_FINAL_TYPE (
  A7DiffusionLoadEvent, a7_diffusion_load_event, A7, DIFFUSION_LOAD_EVENT, SpurLmTargetLoadEvent)

G_END_DECLS
