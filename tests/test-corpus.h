/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/*
 * spur_test_corpus:
 * @set: name of a set of traces, as in "otf2-eztrace-lammps-4", or of a file in one
 *
 * Where a set of real traces lies: in tests/data if it comes with Spur, else below corpus in the
 * folder that SPUR_SHARED names. Stops the test where it is in neither, so a test cannot pass for
 * want of its input.
 *
 * Returns: (transfer full): the path
 */
static inline char *
spur_test_corpus (const char *set)
{
  const char *shared = g_getenv ("SPUR_SHARED");
  g_autofree char *data = g_build_filename (g_test_get_dir (G_TEST_DIST), "data", set, NULL);
  g_autofree char *other = NULL;

  if (g_file_test (data, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&data);
  other = g_build_filename (shared ? shared : "", "corpus", set, NULL);
  if (shared && g_file_test (other, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&other);
  g_error ("the traces '%s' are neither at %s nor at %s (SPUR_SHARED)", set, data,
           shared ? other : "…");
}

/*
 * spur_test_has_corpus:
 * @set: name of a set of traces that does not come with Spur
 *
 * Whether the set is there. Where it is not, the test is to be skipped with g_test_skip().
 */
static inline gboolean
spur_test_has_corpus (const char *set)
{
  const char *shared = g_getenv ("SPUR_SHARED");
  g_autofree char *data = g_build_filename (g_test_get_dir (G_TEST_DIST), "data", set, NULL);
  g_autofree char *other = g_build_filename (shared ? shared : "", "corpus", set, NULL);

  return g_file_test (data, G_FILE_TEST_EXISTS) ||
         (shared && g_file_test (other, G_FILE_TEST_EXISTS));
}

/*
 * spur_test_scale:
 * @n: how many rounds of a property test
 *
 * Fewer rounds, but at least one, where the environment variable SPUR_TEST_SCALE gives a divisor:
 * under valgrind everything takes thirty times as long. More where SPUR_TEST_FACTOR gives a factor,
 * as scripts/soak does.
 *
 * Returns: how many rounds to run
 */
static inline guint
spur_test_scale (guint n)
{
  const char *text = g_getenv ("SPUR_TEST_SCALE");
  const char *factor = g_getenv ("SPUR_TEST_FACTOR");
  guint64 divisor = text ? g_ascii_strtoull (text, NULL, 10) : 1;
  guint64 n_more = factor ? MAX (1, g_ascii_strtoull (factor, NULL, 10)) : 1;

  return (guint) MIN (MAX (1, n_more * n / MAX (1, divisor)), G_MAXUINT);
}

/*
 * spur_test_step:
 *
 * The step of a loop over all cases, which leaves out some where SPUR_TEST_SCALE gives a divisor.
 *
 * Returns: the divisor, 1 without one
 */
static inline guint
spur_test_step (void)
{
  return 1000 / MIN (spur_test_scale (1000), 1000);
}
