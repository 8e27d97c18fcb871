/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"
#include "tests/cli/cli-run.h"

G_BEGIN_DECLS

/* A folder for the test, of which the environment's FOLDER tells the shell. */
void layer_run_init (void);

void layer_run_clear (void);

/* Runs a shell's command line, which has to end well; gives what it said on standard output. */
char *layer_run_shell (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Records a command line into $FOLDER/NAME.spur; gives what the program said, and fails unless it
 * says the same when it is not recorded. */
void layer_run_record (const char *name, const char *options, const char *command);

/* Fails unless all in $FOLDER/NAME.spur has its partner and nothing comes before its cause. */
void layer_run_check (const char *name);

SpurTrace *layer_run_open (const char *path);

/* How many messages went from whom to whom, and who did which collective operations, in words. */
GHashTable *layer_run_tally (SpurTrace *trace);

void layer_run_assert_same (GHashTable *got, GHashTable *expected);

/* What is recorded of an operation, summed over all members and calls. */
typedef struct
{
  guint n_blocking;
  guint n_completed;
  guint pattern;
  guint32 root;
  guint64 sent;
  guint64 received;
  guint n_senders;
} LayerRunOperation;

/* The operations by name, of communicators whose first member is this one. */
GHashTable *layer_run_sum_operations (SpurTrace *trace, const char *first_member);

/* The sum of a field over all events of a class. */
guint64 layer_run_sum (SpurTrace *trace, const char *class_name, const char *field);

/* How many events of this class there are, in a trace or in $FOLDER/NAME.spur. */
guint64 layer_run_count_class (SpurTrace *trace, const char *class_name);
guint64 layer_run_count (const char *name, const char *class_name);

G_END_DECLS
