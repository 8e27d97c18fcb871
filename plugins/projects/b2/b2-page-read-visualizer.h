/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-custom-visualizer.h"

G_BEGIN_DECLS

#define B2_TYPE_PAGE_READ_VISUALIZER (b2_page_read_visualizer_get_type ())

/* Input and output are many small things. */
G_DECLARE_FINAL_TYPE (
  B2PageReadVisualizer, b2_page_read_visualizer, B2, PAGE_READ_VISUALIZER, SpurCustomVisualizer)

G_END_DECLS
