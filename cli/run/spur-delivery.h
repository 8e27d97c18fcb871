/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"

typedef enum
{
  SPUR_DELIVERY_CONTAINER,
  SPUR_DELIVERY_MAPS,    /* only the time maps */
  SPUR_DELIVERY_REWRITE, /* in the format in which the trace came */
} SpurDeliveryKind;

/* The file that a corrected trace is written to, and its format. */
typedef struct
{
  SpurDeliveryKind kind;
  char *path;

  /* Reads the trace, from @file; NULL for Spur's container and formats in XML. */
  SpurCodec *codec;
  char *file;

  /* Further changes, to be shown to the user. */
  GPtrArray *notes;
} SpurDelivery;

/* Decides by the name of @output; where it is NULL the correction is kept with the trace. Prints an
 * error and returns FALSE where that is impossible. */
gboolean spur_delivery_plan (SpurDelivery *self, SpurCli *cli, const char *output);

/* The same for a file that may exist. */
void spur_delivery_choose (SpurDelivery *self, SpurCli *cli, const char *output);

/* Whether the name of @path is one of files of the format. */
gboolean spur_delivery_is_named (SpurFormat *format, const char *path);

void spur_delivery_clear (SpurDelivery *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurDelivery, spur_delivery_clear)

/* Writes the command's trace, which was read from its input, with its correction. FALSE with the
 * command's error. */
gboolean spur_delivery_write (SpurDelivery *self, SpurCli *cli);

/* Takes away the correction that is kept with the trace. */
SpurExit spur_delivery_undo (SpurDelivery *self, SpurCli *cli);
