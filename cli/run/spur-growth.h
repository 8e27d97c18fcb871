/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The traces of a recording that grows, one after the other. */
#pragma once

#include "cli/run/spur-cli.h"
#include "core/causality/live/spur-pending-internal.h"
#include "core/record/reading/spur-recording-tail-internal.h"

typedef struct
{
  SpurCli *cli;
  /* The newest events of it; NULL for other formats, which are read as a whole each time. */
  SpurRecordingTail *tail;
  gint64 n_bytes;
} SpurGrowth;

/* The trace's file is that of the command. */
void spur_growth_init (SpurGrowth *self, SpurCli *cli);
void spur_growth_clear (SpurGrowth *self);

/* Whether there is another trace, which then is the one of the command. What cannot be read just
 * now may be whole a moment later, so that it is no error. */
gboolean spur_growth_read (SpurGrowth *self);

/* Lets the oldest events go where there are too many, when nothing more is made of the trace. */
void spur_growth_cut (SpurGrowth *self, SpurEdges *edges);
