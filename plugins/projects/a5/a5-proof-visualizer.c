/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a5/a5-proof-visualizer.h"

struct _A5ProofVisualizer
{
  SpurLoStateChangeVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (A5ProofVisualizer, a5_proof_visualizer, SPUR_TYPE_LO_STATE_CHANGE_VISUALIZER)

static void
a5_proof_visualizer_class_init (A5ProofVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_GLYPH;
  style->glyph = SPUR_GLYPH_DIAMOND;
  style->color = 0x1f7a3d;
  style->opacity = 1.0;
  style->width_px = 11.0;
  style->label = "proof";
}

static void
a5_proof_visualizer_init (A5ProofVisualizer *self)
{
}
