/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"
#include "core/format/spur-codec.h"

G_BEGIN_DECLS

typedef enum
{
  SPUR_DELIVERY_CONTAINER,
  SPUR_DELIVERY_MAPS,    /* only the time maps */
  SPUR_DELIVERY_REWRITE, /* in the format in which the trace came */
} SpurDeliveryKind;

/* Where a corrected trace goes. */
typedef struct
{
  SpurDeliveryKind kind;
  char *path;

  /* Reads the trace, from @file; NULL for Spur's container and formats in XML. */
  SpurCodec *codec;
  char *file;

  /* What is to be said of it. */
  GPtrArray *notes;
} SpurDelivery;

/* Decides by what @output is called; where it is NULL the correction is kept with the trace. Says
 * what is wrong and gives FALSE where it cannot be. */
gboolean spur_delivery_plan (SpurDelivery *self, SpurCli *cli, const char *output);

/* The same for a file, without looking whether it is there. */
void spur_delivery_choose (SpurDelivery *self, SpurCli *cli, const char *output);

void spur_delivery_clear (SpurDelivery *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurDelivery, spur_delivery_clear)

/* Writes @trace, which was read from the command's input, with its correction. */
gboolean spur_delivery_write (SpurDelivery *self, SpurCli *cli, SpurTrace *trace, GError **error);

/* Takes away the correction that is kept with the trace. */
SpurExit spur_delivery_undo (SpurDelivery *self, SpurCli *cli);

G_END_DECLS
