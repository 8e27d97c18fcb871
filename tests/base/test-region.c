/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "core/base/spur-region-private.h"

#define N_THINGS 100000

static gsize
choose_n_bytes (guint i)
{
  /* With and without a rest of the alignment, one byte and the most included. */
  return i % 1000 == 999 ? SPUR_REGION_MAX_BYTES : 1 + i * 37 % 400;
}

static guint8 *
make_thing (SpurRegion *region, guint i)
{
  guint8 *thing = spur_region_alloc (region, choose_n_bytes (i));

  g_assert_cmpuint ((gsize) thing % 16, ==, 0);
  memset (thing, (int) (i % 251), choose_n_bytes (i));
  return thing;
}

static void
end_thing (SpurRegion *region, guint8 *thing, guint i)
{
  for (gsize k = 0; k < choose_n_bytes (i); k++)
    g_assert_cmpuint (thing[k], ==, i % 251);
  spur_region_free (region, thing);
}

static void
test_contents (void)
{
  SpurRegion region = { 0 };
  g_autofree guint8 **things = g_new (guint8 *, N_THINGS);

  g_test_summary ("Things of all sizes keep what is in them until they are freed, in any order.");

  for (guint i = 0; i < N_THINGS; i++)
    things[i] = make_thing (&region, i);
  /* 7919 is prime, so that each comes once. */
  for (guint i = 0; i < N_THINGS; i++)
    end_thing (&region, things[(gsize) i * 7919 % N_THINGS], (guint) ((gsize) i * 7919 % N_THINGS));
  spur_region_free (&region, NULL);
  /* And the one in which the next thing is. */
  g_assert_cmpuint (region.n_blocks, <=, SPUR_REGION_LEAST_SPARE + 1);
  spur_region_clear (&region);
  g_assert_cmpuint (region.n_blocks, ==, 0);
}

static void
test_queue (void)
{
  enum
  {
    N_WAITING = 5000
  };

  SpurRegion region = { 0 };
  guint8 *things[N_WAITING];
  gsize n_bytes = 0;
  guint most = 0;

  g_test_summary ("Where things go in the order in which they came, blocks follow what is there.");

  for (guint i = 0; i < N_THINGS; i++)
    {
      if (i >= N_WAITING)
        end_thing (&region, things[i % N_WAITING], i - N_WAITING);
      things[i % N_WAITING] = make_thing (&region, i);
      most = MAX (most, region.n_blocks);
    }
  for (guint i = 0; i < N_WAITING; i++)
    n_bytes += choose_n_bytes (i) + 16;
  /* A quarter more, the ones at both ends, and the least. */
  g_assert_cmpuint (most, <=,
                    n_bytes / SPUR_REGION_BLOCK_BYTES * 3 / 2 + SPUR_REGION_LEAST_SPARE + 3);
  for (guint i = N_THINGS; i < N_THINGS + N_WAITING; i++)
    end_thing (&region, things[i % N_WAITING], i - N_WAITING);
  g_assert_cmpuint (region.n_blocks, <=, SPUR_REGION_LEAST_SPARE + 1);
  spur_region_clear (&region);
}

static void
test_bursts (void)
{
  enum
  {
    N_IN_BURST = 10000
  };

  SpurRegion region = { 0 };
  g_autofree guint8 **things = g_new (guint8 *, N_IN_BURST);
  guint n_blocks = 0;

  g_test_summary ("Things of a burst lie in the blocks of the burst before.");

  for (guint burst = 0; burst < 5; burst++)
    {
      for (guint i = 0; i < N_IN_BURST; i++)
        things[i] = make_thing (&region, i);
      if (burst == 0)
        n_blocks = region.n_blocks;
      g_assert_cmpuint (n_blocks, >, 3);
      g_assert_cmpuint (n_blocks, <, SPUR_REGION_LEAST_SPARE);
      for (guint i = 0; i < N_IN_BURST; i++)
        end_thing (&region, things[i], i);
      g_assert_cmpuint (region.n_blocks, ==, n_blocks);
    }
  spur_region_clear (&region);
}

static void
test_one_that_stays (void)
{
  SpurRegion region = { 0 };
  guint8 *staying = make_thing (&region, 0);

  g_test_summary ("One that stays keeps its own block, and the others go.");

  for (guint i = 1; i < N_THINGS; i++)
    end_thing (&region, make_thing (&region, i), i);
  g_assert_cmpuint (region.n_blocks, <=, 2);
  end_thing (&region, staying, 0);
  spur_region_clear (&region);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/region/contents", test_contents);
  g_test_add_func ("/region/queue", test_queue);
  g_test_add_func ("/region/bursts", test_bursts);
  g_test_add_func ("/region/one-that-stays", test_one_that_stays);
  return g_test_run ();
}
