/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lock-acquire-visualizer.h"

/**
 * SpurLockAcquireVisualizer:
 *
 * Draws that a lock is got: the arrow from who gave it back.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLockAcquireVisualizer, spur_lock_acquire_visualizer, SPUR_TYPE_EVENT_VISUALIZER)

static void
spur_lock_acquire_visualizer_class_init (SpurLockAcquireVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_MESSAGE;
  style->color = 0x8a5a00;
  style->opacity = 0.8;
  style->width_px = 1.0;
  style->label = "lock handed on";
}

static void
spur_lock_acquire_visualizer_init (SpurLockAcquireVisualizer *self)
{
}
