/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/logical/spur-causal-clock.h"

G_BEGIN_DECLS

#define SPUR_TYPE_CLOCK_SCROLL (spur_clock_scroll_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurClockScroll, spur_clock_scroll, SPUR, CLOCK_SCROLL, GObject)

SPUR_AVAILABLE_IN_ALL
SpurClockScroll *spur_clock_scroll_new (SpurCausalClock *clock,
                                        SpurTrace *trace,
                                        SpurEdges *edges,
                                        SpurCorrection *correction,
                                        gint64 start_ns);

SPUR_AVAILABLE_IN_ALL
guint64 spur_clock_scroll_get_start (SpurClockScroll *self, guint stream);

SPUR_AVAILABLE_IN_ALL
gboolean spur_clock_scroll_forward (SpurClockScroll *self, gint64 until_ns, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_clock_scroll_backward (SpurClockScroll *self, gint64 until_ns, GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_clock_scroll_get_part (SpurClockScroll *self, guint stream, guint64 *first, guint64 *end);

SPUR_AVAILABLE_IN_ALL
gint64 spur_clock_scroll_get_time_ns (SpurClockScroll *self, guint stream, guint64 event);

G_END_DECLS
