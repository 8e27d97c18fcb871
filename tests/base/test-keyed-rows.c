/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-keyed-rows-private.h"

#define N_STREAMS 5
#define N_KEYS 40
#define MAX_ROWS 3000

/* Not as large as a word, so that rows lie at odd places. */
typedef struct
{
  guint16 stream;
  guint16 number;
  guint16 key;
} Row;

static void
fill_stream (SpurKeyedRows *rows, guint16 stream, GRand *random)
{
  guint n_rows = stream == 0 ? 0 : (guint) g_rand_int_range (random, 1, MAX_ROWS);
  gint32 end = g_rand_int_range (random, 1, N_KEYS);

  for (guint i = 0; i < n_rows; i++)
    {
      guint16 key = (guint16) g_rand_int_range (random, 0, end);

      *SPUR_KEYED_ROWS_ADD (rows, key, Row) = (Row){ stream, (guint16) i, key };
    }
}

static gsize
check_key (SpurKeyedAll *all, guint32 key)
{
  gsize n_rows;
  const Row *rows = spur_keyed_all_get (all, key, &n_rows);

  for (gsize i = 0; i < n_rows; i++)
    {
      g_assert_cmpuint (rows[i].key, ==, key);
      if (i == 0)
        continue;
      g_assert_cmpuint (rows[i].stream, >=, rows[i - 1].stream);
      if (rows[i].stream == rows[i - 1].stream)
        g_assert_cmpuint (rows[i].number, >, rows[i - 1].number);
    }
  return n_rows;
}

static void
test_order (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) g_test_rand_int ());
  SpurKeyedRows streams[N_STREAMS] = { 0 };
  SpurKeyedRows *each[N_STREAMS];
  SpurKeyedPool pool;
  SpurKeyedAll all;
  gsize n_added = 0, n_found = 0;

  g_test_summary ("Rows of a key come in the order of their streams, and as they were added.");

  spur_keyed_pool_init (&pool, N_KEYS);
  for (guint16 s = 0; s < N_STREAMS; s++)
    {
      each[s] = &streams[s];
      fill_stream (each[s], s, random);
      n_added += each[s]->rows.n;
      spur_keyed_rows_group (each[s], sizeof (Row), &pool);
    }
  spur_keyed_pool_clear (&pool);
  spur_keyed_all_init (&all, each, N_STREAMS, N_KEYS, sizeof (Row));
  for (guint32 key = 0; key < N_KEYS; key++)
    n_found += check_key (&all, key);
  g_assert_cmpuint (n_found, ==, n_added);
  spur_keyed_all_clear (&all);
  for (guint s = 0; s < N_STREAMS; s++)
    spur_keyed_rows_clear (each[s]);
}

static void
test_empty (void)
{
  SpurKeyedAll all;
  gsize n_rows;

  g_test_summary ("Without streams no key has rows.");

  spur_keyed_all_init (&all, NULL, 0, 1, sizeof (Row));
  spur_keyed_all_get (&all, 0, &n_rows);
  g_assert_cmpuint (n_rows, ==, 0);
  spur_keyed_all_clear (&all);
}

static void
test_array (void)
{
  SpurPageArray array = { 0 };

  g_test_summary ("An array keeps what it has while it grows, also when its room was given back.");

  for (guint32 i = 0; i < MAX_ROWS; i++)
    {
      *SPUR_PAGE_ARRAY_ADD (&array, guint32) = i;
      if (i % 1000 == 0)
        spur_page_array_fit (&array, sizeof (guint32));
    }
  g_assert_cmpuint (array.n, ==, MAX_ROWS);
  for (guint32 i = 0; i < MAX_ROWS; i++)
    g_assert_cmpuint (*SPUR_PAGE_ARRAY_AT (&array, guint32, i), ==, i);
  spur_page_array_clear (&array);
  g_assert_cmpuint (array.n, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/keyed-rows/order", test_order);
  g_test_add_func ("/keyed-rows/empty", test_empty);
  g_test_add_func ("/keyed-rows/array", test_array);
  return g_test_run ();
}
