/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/monitors/host/spur-host-source.h"

#define SPUR_HOST_PATH_BYTES 512

/* A file of /proc that stays open and is read from its beginning again and again. */
typedef struct
{
  char path[SPUR_HOST_PATH_BYTES];
  int fd;
  bool is_missed;
  unsigned n_waits;
} SpurHostFile;

/* What was read: whole lines, in the context's buffer until the next file is read. */
typedef struct
{
  const char *at;
  const char *end;
} SpurHostText;

/* Also sets the context's time. A file that cannot be read any more is tried again now and then. */
bool spur_host_file_read (SpurHostFile *self, SpurHostContext *context, SpurHostText *text);

/* A small file that is read once, as one number; @if_absent where it is not there or is none. */
int64_t spur_host_read_number (SpurHostContext *context, const char *path, int64_t if_absent);

bool spur_host_exists (SpurHostContext *context, const char *path);
