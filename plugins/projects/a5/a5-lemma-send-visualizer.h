/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-message-visualizer.h"

G_BEGIN_DECLS

#define A5_TYPE_LEMMA_SEND_VISUALIZER (a5_lemma_send_visualizer_get_type ())

/* Cooperation: lemmas on their way. */
G_DECLARE_FINAL_TYPE (A5LemmaSendVisualizer,
                      a5_lemma_send_visualizer,
                      A5,
                      LEMMA_SEND_VISUALIZER,
                      SpurLoMessageVisualizer)

G_END_DECLS
