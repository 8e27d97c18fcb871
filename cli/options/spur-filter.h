/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"

/* Which streams and event classes of a trace are wanted. */
typedef struct
{
  guint8 *streams;
  guint8 *classes;
  guint n_streams_wanted;
  guint one_stream;
} SpurFilter;

void spur_filter_clear (SpurFilter *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurFilter, spur_filter_clear)

/* Streams by name or number; classes by name, each with what derives from it. Prints an
 * error and returns FALSE where a name is unknown. */
gboolean
spur_filter_init (SpurFilter *self, SpurCli *cli, SpurTrace *trace, char **streams, char **classes);

/* A stream by name or number; FALSE where there is none. */
gboolean spur_filter_find_stream (SpurTrace *trace, const char *wanted, guint *index);
