/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib-object.h>

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

/**
 * SpurForm:
 * @SPUR_FORM_NONE: nothing of its own
 * @SPUR_FORM_TICK: a short line on the target's lane
 * @SPUR_FORM_GLYPH: a small sign on the target's lane
 * @SPUR_FORM_BAR: the event begins or ends a state, and the state is a bar
 * @SPUR_FORM_MESSAGE: the event is the end of an edge, and the edge is an arrow
 * @SPUR_FORM_MOVE: the event takes its subject elsewhere, and the move is an arrow on top
 * @SPUR_FORM_COLLECTIVE: the event is a member's part in a collective operation, and the
 *   operation is a band across the lanes
 * @SPUR_FORM_LEVEL: the event measures something, and what was measured last is a line in the lane
 * @SPUR_FORM_LINK: the event concerns several lanes at one instant: a thin line between them, with
 *   a sign where it matters. The width is the sign's; the line has a fifth of it
 *
 * How the events of a class are drawn.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_FORM_NONE,
  SPUR_FORM_TICK,
  SPUR_FORM_GLYPH,
  SPUR_FORM_BAR,
  SPUR_FORM_MESSAGE,
  SPUR_FORM_MOVE,
  SPUR_FORM_COLLECTIVE,
  SPUR_FORM_LEVEL,
  SPUR_FORM_LINK,
} SpurForm;

/**
 * SpurGlyph:
 * @SPUR_GLYPH_DOT: a disc
 * @SPUR_GLYPH_RING: a circle
 * @SPUR_GLYPH_SQUARE: a square
 * @SPUR_GLYPH_DIAMOND: a square on its corner
 * @SPUR_GLYPH_TRIANGLE: a triangle that points up
 * @SPUR_GLYPH_CROSS: a cross
 * @SPUR_GLYPH_TRIANGLE_DOWN: a triangle that points down
 *
 * The sign of a %SPUR_FORM_GLYPH.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_GLYPH_DOT,
  SPUR_GLYPH_RING,
  SPUR_GLYPH_SQUARE,
  SPUR_GLYPH_DIAMOND,
  SPUR_GLYPH_TRIANGLE,
  SPUR_GLYPH_CROSS,
  SPUR_GLYPH_TRIANGLE_DOWN,
} SpurGlyph;

/**
 * SpurStyle:
 * @form: how events are drawn
 * @glyph: which sign, for %SPUR_FORM_GLYPH and %SPUR_FORM_LINK
 * @color: red, green, blue as 0xRRGGBB; states of a %SPUR_FORM_BAR have their own
 * @opacity: from 0, not seen, to 1
 * @width_px: width of a line, or size of a sign, above 0
 * @dash_px: length of the dashes of a line; 0 for a line without gaps
 * @label: (nullable): what the legend calls it; a static string
 * @full: for %SPUR_FORM_LEVEL, the value that reaches the top of the lane, as 1 does for a share;
 *   where larger ones are measured, the largest one does. 0 where no value is known to be all
 *   there is: the largest one reaches the top
 *
 * What a visualizer says once for a whole class of events, so that a view draws millions of
 * them without asking again.
 *
 * Since: 1.0
 */
typedef struct
{
  SpurForm form;
  SpurGlyph glyph;
  guint32 color;
  double opacity;
  double width_px;
  double dash_px;
  const char *label;
  double full;
} SpurStyle;

G_END_DECLS
