/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* A program to start with the libraries that record in it. */
typedef struct
{
  /* The command line and the environment. */
  char **arguments;
  char **environment;
  /* Of @command: the program that a launcher starts, as far as that is known. */
  const char *program;
  /* "openmpi", "mpich", or NULL for a program without MPI. */
  const char *mpi;
  /* The libraries that record in it, with ":" between. */
  char *libraries;
} SpurLaunch;

/* Finds out what @command starts and what of it can be recorded. @layers: "mpi", "openmpi",
 * "mpich", "threads", "openmp" or "none"; NULL for what the program has. @where is for the
 * environment's SPUR_RECORD. */
gboolean spur_launch_init (
  SpurLaunch *self, char **command, char **layers, const char *where, GError **error);

void spur_launch_clear (SpurLaunch *self);

/* Runs it and waits. Sets @status as a shell does: the exit status, or 128 plus the signal. */
gboolean spur_launch_run (const SpurLaunch *self, int *status, GError **error);
