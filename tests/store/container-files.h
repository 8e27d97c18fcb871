/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

/* The folder of this run, which the tests of a program share. */
extern char *folder;

void make_folder (void);

void remove_folder (void);

char *path_of (const char *name);

/* How many files there are in the folder. */
guint count_files (void);

/* Saves a trace, which must succeed, and gives the file's bytes. */
GBytes *save (SpurTrace *trace, const char *path);

/* Opens a container, which must succeed. */
SpurTrace *reopen (const char *path);
