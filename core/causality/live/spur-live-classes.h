/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/live/spur-live-event.h"
#include "core/causality/spur-delays.h"
#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

/**
 * SpurLiveClasses:
 *
 * What the event classes and communicators of a trace mean to a #SpurLiveCorrector.
 *
 * Since: 1.0
 */
typedef struct _SpurLiveClasses SpurLiveClasses;

SPUR_AVAILABLE_IN_ALL
SpurLiveClasses *spur_live_classes_new (SpurTrace *trace, SpurDelays *delays);

SPUR_AVAILABLE_IN_ALL
void spur_live_classes_free (SpurLiveClasses *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurLiveClasses, spur_live_classes_free)

SPUR_AVAILABLE_IN_ALL
void spur_live_classes_describe (SpurLiveClasses *self,
                                 guint class_index,
                                 const guint8 *record,
                                 SpurLiveEvent *event);

G_END_DECLS
