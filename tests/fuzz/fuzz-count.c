/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* How many of a fuzz target's inputs could be opened. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/fuzz.h"

static guint64 n_counted;
static guint64 n_opened;

/* A comment where the output is TAP. */
static void
print_counts (void)
{
  fprintf (stderr, "# inputs that opened: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT "\n",
           n_opened, n_counted);
}

void
fuzz_count (gboolean is_opened)
{
  if (n_counted == 0)
    atexit (print_counts);
  n_counted++;
  n_opened += is_opened != FALSE;
}

guint64
fuzz_get_n_counted (void)
{
  return n_counted;
}

guint64
fuzz_get_n_opened (void)
{
  return n_opened;
}
