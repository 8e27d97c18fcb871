/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/base/spur-pages-private.h"

#define N_ROOMS 8
#define ROOM_BYTES ((gsize) 4 << 20)
#define USED_BYTES ((gsize) 5000)

static gsize
get_resident_bytes (void)
{
  FILE *file = fopen ("/proc/self/statm", "r");
  unsigned long n_all, n_resident;

  if (file == NULL)
    return 0;
  g_assert_cmpint (fscanf (file, "%lu %lu", &n_all, &n_resident), ==, 2);
  fclose (file);
  return n_resident * (gsize) sysconf (_SC_PAGESIZE);
}

static void
test_room (void)
{
  guint8 *rooms[N_ROOMS];
  gsize before = get_resident_bytes (), after;

  g_test_summary ("Of a room only what is written to takes memory, and its rest can go.");

  for (guint i = 0; i < N_ROOMS; i++)
    {
      rooms[i] = spur_pages_new_room (ROOM_BYTES, 1);
      memset (rooms[i], (int) i + 1, USED_BYTES);
    }
  after = get_resident_bytes ();
  /* With sanitizers there are shadows of it. */
  g_assert_cmpuint (after - MIN (before, after), <, N_ROOMS * ROOM_BYTES / 8);
  for (guint i = 0; i < N_ROOMS; i++)
    {
      spur_pages_fit (rooms[i], USED_BYTES);
      g_assert_cmpuint (rooms[i][0], ==, i + 1);
      g_assert_cmpuint (rooms[i][USED_BYTES - 1], ==, i + 1);
    }
  for (guint i = 0; i < N_ROOMS; i++)
    spur_pages_free (rooms[i]);
}

static void
test_growth (void)
{
  guint32 *room = spur_pages_new_room (ROOM_BYTES, sizeof *room);
  guint32 *small = spur_pages_new_room (0, sizeof *small);

  g_test_summary ("A room grows as other arrays do, and may be empty.");

  for (guint32 i = 0; i < ROOM_BYTES; i++)
    room[i] = i;
  room = spur_pages_grow (room, ROOM_BYTES * sizeof *room, 2 * ROOM_BYTES, sizeof *room);
  for (guint32 i = 0; i < ROOM_BYTES; i++)
    g_assert_cmpuint (room[i], ==, i);
  small = spur_pages_grow (small, 0, 4, sizeof *small);
  small[3] = 3;
  spur_pages_fit (small, 2 * sizeof *small);
  spur_pages_free (small);
  spur_pages_free (room);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/room", test_room);
  g_test_add_func ("/pages/growth", test_growth);
  return g_test_run ();
}
