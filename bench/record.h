/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gmodule.h>

/* What is measured: something that takes events of four numbers and their time. */
typedef struct
{
  const char *name;
  /* Prepares @n_threads threads, with files in @folder; FALSE where it cannot be done here. */
  gboolean (*begin) (const char *folder, guint n_threads);
  void (*record) (guint thread, guint64 n_events);
  /* Hands over what is left, and gives the bytes of all files; 0 where there are none. */
  guint64 (*end) (void);
  /* Number of measured events as a multiple of the usual one, for what takes less or more time. */
  double factor;
} BenchRecorder;

extern const BenchRecorder bench_otf2;
/* In a module of its own. */
G_MODULE_EXPORT extern const BenchRecorder bench_lttng;

/* The bytes of all files in a folder and in those below it. */
guint64 bench_get_folder_bytes (const char *folder);
