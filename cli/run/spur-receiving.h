/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A recording that a collector serves, as a file that grows (spur collect --serve-recording). */
#pragma once

#include "cli/run/spur-cli.h"

typedef struct
{
  int descriptor;
  /* Of the file, which has no name and is gone with the process. */
  char *path;
  GIOStream *connection;
  GCancellable *cancellable;
  GThread *thread;
  /* Why no more comes, where that is not the end of the recording. */
  GError *error;
} SpurReceiving;

/* Whether @input is unix:PATH or tcp:HOST:PORT, and no file. */
gboolean spur_receiving_is_address (const char *input);

/* Connects, and waits until the first packets are there, which say what the recording is. */
gboolean spur_receiving_begin (SpurReceiving *self, SpurCli *cli, const char *address);

/* (transfer full): once why no more comes, else NULL. */
GError *spur_receiving_take_error (SpurReceiving *self);

void spur_receiving_clear (SpurReceiving *self);
