/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-meaning.h"

/* What is known of one collective operation of a member. */
typedef struct
{
  gint64 time_ns;
  guint32 root;
  guint8 pattern;
} SpurAlignStep;

/* Finds which steps of @whole are not in @part, that is shorter: those with which the steps of both
 * say the same, and the difference of the two clocks jumps least. FALSE where there is too much to
 * try. @holes has room for the difference, and is in order. */
gboolean spur_align (const SpurAlignStep *whole,
                     guint32 n_whole,
                     const SpurAlignStep *part,
                     guint32 n_part,
                     guint32 *holes);
