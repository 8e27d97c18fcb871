/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-visualizer.h"

G_BEGIN_DECLS

/* Sets what spur_visualizer_get_style() begins with, in place of the style of the class. */
void spur_visualizer_set_style (SpurVisualizer *self, const SpurStyle *style);

/* The lane of an event: that of the target that it is about, by @use, else that of its stream. */
guint32 spur_visualizer_find_lane (const SpurEventBatch *batch, gsize index, SpurUse use);

/* Adds a mark of @style for every event, where the subject is from then on. */
void spur_visualizer_add_glyphs (SpurScene *scene, const SpurEventBatch *batch, guint32 style);

/* Adds a line between the lanes where the members of an event's group are, with a sign on each. */
void spur_visualizer_add_neighborhood (SpurScene *scene, const SpurEventBatch *batch, gsize index);

/* Adds a line between the lanes of an event's subject and its peer, with a sign where the data
 * goes to: %SPUR_USE_PEER or %SPUR_USE_SUBJECT. */
void spur_visualizer_add_transfer (SpurScene *scene,
                                   const SpurEventBatch *batch,
                                   gsize index,
                                   SpurUse to);

G_END_DECLS
