/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* An archive that has each way to define metrics and what they are measured on, and a stream of a
 * device. */

/* Locations. That of the metrics comes before the threads of its process. */
enum
{
  METERED_METRICS = 1,
  METERED_MASTER = 10,
  METERED_WORKER = 11,
  METERED_STREAM = 20,
  METERED_OTHER = 30,
  METERED_OTHER_METRICS = 31,
  METERED_SILENT = 40,

  /* Has a record of a metric that is not defined, so its stream has no events. */
  METERED_LOST = 50
};

/* The first integer that a double does not tell from its neighbour. */
#define METERED_BEYOND_DOUBLES ((G_GUINT64_CONSTANT (1) << 53) + 1)

#define METERED_LOST_TIME 150

/* The path of the anchor file. */
char *otf2_metric_archive_write (const char *folder);

G_END_DECLS
