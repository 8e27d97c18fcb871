/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/options/spur-options.h"
#include "core/collect/spur-collector.h"
#include "core/record/network/spur-relay.h"

/* The collector to which a program sends its events instead of writing a file. */
typedef struct
{
  char *to;
  SpurTls tls;

  /* For the environment's SPUR_RECORD. */
  char *where;
  SpurRelay *relay;
} SpurSending;

/* Starts the relay where one is needed, and sets the environment that the program inherits. */
SpurExit spur_sending_begin (SpurSending *self, SpurCli *cli);

/* Stops the relay and adds the result to the tree. Returns the program's @status, or an error's. */
SpurExit spur_sending_end (SpurSending *self, SpurCli *cli, int status);

void spur_sending_clear (SpurSending *self);

/* Sends commands, a NULL-terminated list, to the recorder of a running program, and prints its
 * answers (SPUR_RECORD_CONTROL=1 makes it listen). */
SpurExit spur_control_run (SpurCli *cli, int process, const char *const *commands);

/* The state of a collector in one line on a terminal, and its result at the end. */
typedef struct
{
  SpurCli *cli;
  SpurCollector *collector;
  gboolean is_terminal;
  gboolean is_shown;
  gint64 last_us;
  guint64 last_events;
  guint64 n_problems;
} SpurCollecting;

/* The trace that was made of the recordings, and what was left out. */
typedef struct
{
  const char *output; /* NULL where none was written */
  const char *folder; /* NULL where the recordings are not there any more */
  guint n_recordings;
  guint n_left_out;    /* could not be read, or do not go together with others */
  gboolean is_removed; /* those that were not left out */
  guint n_streams;
  guint64 n_events;
  gboolean is_corrected;
  SpurCheck before;
  SpurCheck after;
} SpurCollected;

void spur_collecting_init (SpurCollecting *self, SpurCli *cli, SpurCollector *collector);

/* Call it several times a second. */
void spur_collecting_show (SpurCollecting *self);

/* Takes the line away. */
void spur_collecting_wipe (SpurCollecting *self);

/* Adds the result to the tree. */
void spur_collecting_add (SpurCollecting *self, const SpurCollected *collected);

/* Merges the recordings at @paths into one trace. A file that is no recording, or contradicts the
 * others, is reported, and moved from @paths to @left_out. NULL with an error where none is left,
 * or the trace cannot be made. */
SpurTrace *spur_collect_merge (
  SpurCli *cli, const char *output, GPtrArray *paths, GPtrArray *left_out, GError **error);
