/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/space-time/spur-space-time-view.h"

G_BEGIN_DECLS

/**
 * SpurTerminalColors:
 * @SPUR_TERMINAL_COLORS_NONE: states are letters, and nothing has a colour
 * @SPUR_TERMINAL_COLORS_16: the eight colours of ECMA-48, and their bright ones
 * @SPUR_TERMINAL_COLORS_256: the palette of xterm
 * @SPUR_TERMINAL_COLORS_RGB: 24 bits for each colour
 *
 * Which colours a terminal has.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_TERMINAL_COLORS_NONE,
  SPUR_TERMINAL_COLORS_16,
  SPUR_TERMINAL_COLORS_256,
  SPUR_TERMINAL_COLORS_RGB,
} SpurTerminalColors;

/**
 * SpurTerminal:
 * @n_columns: how many characters a line has; fewer than 40 count as 40, more than 1,000 as 1,000
 * @colors: which colours it has
 * @is_dark: whether its background is dark
 * @is_ascii: whether it shows nothing but ASCII
 *
 * What a picture in a terminal is made for.
 *
 * Since: 1.0
 */
typedef struct
{
  guint n_columns;
  SpurTerminalColors colors;
  gboolean is_dark;
  gboolean is_ascii;
} SpurTerminal;

SPUR_AVAILABLE_IN_ALL
char *spur_space_time_view_dup_text (SpurSpaceTimeView *self,
                                     const SpurTerminal *terminal,
                                     const SpurJob *job,
                                     GError **error);

G_END_DECLS
