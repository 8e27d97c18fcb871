/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <errno.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/spur-unique-private.h"

#define N_ORIGINS 1000

static gboolean is_without_random;

/* Instead of libc's: a kernel that was just started has no random numbers yet. */
ssize_t
getrandom (void *bytes, size_t n_bytes, unsigned int flags)
{
  if (!is_without_random)
    return syscall (SYS_getrandom, bytes, n_bytes, flags);
  errno = EAGAIN;
  return -1;
}

static void
assert_distinct_origins (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < N_ORIGINS; i++)
    {
      guint64 origin = spur_unique_new_origin ();

      g_assert_cmpuint (origin, !=, 0);
      g_assert_true (g_hash_table_add (seen, g_memdup2 (&origin, sizeof origin)));
    }
}

static void
test_origins (void)
{
  g_test_summary ("Origins are distinct, with random numbers of the kernel and without.");

  assert_distinct_origins ();
  is_without_random = TRUE;
  assert_distinct_origins ();
  is_without_random = FALSE;
}

typedef struct
{
  guint64 origin;
  guint64 number;
} Taken;

/* What a child of fork() takes first. */
static Taken
take_in_child (void)
{
  Taken taken;
  int ends[2], status;
  pid_t child;

  g_assert_cmpint (pipe (ends), ==, 0);
  fflush (NULL);
  child = fork ();
  if (child == 0)
    {
      spur_unique_take (&taken.origin, &taken.number);
      exit (write (ends[1], &taken, sizeof taken) == sizeof taken ? 0 : 1);
    }
  g_assert_cmpint (child, >, 0);
  g_assert_cmpint (read (ends[0], &taken, sizeof taken), ==, sizeof taken);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
  close (ends[0]);
  close (ends[1]);
  return taken;
}

static void
test_fork (void)
{
  Taken before, one, other, after;

  g_test_summary ("A process counts on; a child of fork() has an origin of its own.");

  spur_unique_take (&before.origin, &before.number);
  one = take_in_child ();
  is_without_random = TRUE;
  other = take_in_child ();
  is_without_random = FALSE;
  spur_unique_take (&after.origin, &after.number);
  g_assert_cmpuint (after.origin, ==, before.origin);
  g_assert_cmpuint (after.number, ==, before.number + 1);
  g_assert_cmpuint (one.origin, !=, before.origin);
  g_assert_cmpuint (other.origin, !=, before.origin);
  g_assert_cmpuint (other.origin, !=, one.origin);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/unique/origins", test_origins);
  g_test_add_func ("/unique/fork", test_fork);
  return g_test_run ();
}
