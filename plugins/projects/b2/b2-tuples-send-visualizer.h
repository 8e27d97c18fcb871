/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-message-visualizer.h"

G_BEGIN_DECLS

#define B2_TYPE_TUPLES_SEND_VISUALIZER (b2_tuples_send_visualizer_get_type ())

/* Results of partial queries on their way. */
G_DECLARE_FINAL_TYPE (B2TuplesSendVisualizer,
                      b2_tuples_send_visualizer,
                      B2,
                      TUPLES_SEND_VISUALIZER,
                      SpurLoMessageVisualizer)

G_END_DECLS
