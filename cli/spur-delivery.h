/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/spur-cli.h"
#include "core/format/spur-codec.h"

G_BEGIN_DECLS

/* Where a corrected trace goes, and in which format: Spur's own, or that in which it came. */
typedef struct
{
  char *path;

  /* Rewrites the trace in its own format; NULL for Spur's container. */
  SpurCodec *codec;
  char *file;

  /* What is to be said of it. */
  GPtrArray *notes;
} SpurDelivery;

/* Decides by what @output is called. Says what is wrong and gives FALSE where it cannot be. */
gboolean spur_delivery_plan (SpurDelivery *self, SpurCli *cli, const char *output);

void spur_delivery_clear (SpurDelivery *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurDelivery, spur_delivery_clear)

/* Writes @trace, which was read from the command's input, with its correction. */
gboolean spur_delivery_write (SpurDelivery *self, SpurCli *cli, SpurTrace *trace, GError **error);

/* Says what else had to be changed, if anything. */
void spur_delivery_put_notes (SpurDelivery *self, SpurCli *cli);

G_END_DECLS
