/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LM_TARGET_LOAD_EVENT (spur_lm_target_load_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurLmTargetLoadEvent, spur_lm_target_load_event, SPUR, LM_TARGET_LOAD_EVENT, SpurLmEvent)

/**
 * SpurLmTargetLoadEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLmTargetLoadEventClass
{
  SpurLmEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lm_target_load_event_get_target (SpurLmTargetLoadEvent *self);

SPUR_AVAILABLE_IN_ALL
double spur_lm_target_load_event_get_load (SpurLmTargetLoadEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_lm_target_load_event_get_values (SpurLmTargetLoadEvent *self);

G_END_DECLS
