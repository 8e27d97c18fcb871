/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-varint-private.h"

static void
check (guint64 value, guint n_expected)
{
  guint8 bytes[SPUR_VARINT_MAX_BYTES];
  guint8 *end = spur_put_varint (bytes, value);
  guint64 back = ~value;

  g_assert_cmpint (end - bytes, ==, n_expected);
  for (guint n_bytes = 0; n_bytes < n_expected; n_bytes++)
    g_assert_cmpint (spur_get_varint (bytes, bytes + n_bytes, &back), ==, 0);
  g_assert_cmpuint (back, ==, ~value);
  g_assert_cmpint (spur_get_varint (bytes, bytes + sizeof bytes, &back), ==, (int) n_expected);
  g_assert_cmpuint (back, ==, value);
}

static void
test_varint (void)
{
  g_test_summary ("At each length the smallest and the largest number, and every truncation.");

  check (0, 1);
  for (guint n_bytes = 1; n_bytes < 10; n_bytes++)
    {
      check ((G_GUINT64_CONSTANT (1) << (7 * n_bytes)) - 1, n_bytes);
      check (G_GUINT64_CONSTANT (1) << (7 * n_bytes), n_bytes + 1);
    }
  check (G_MAXUINT64, 10);
}

static void
test_too_long (void)
{
  const guint8 bits_65[] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2 };
  const guint8 endless[] = { 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0 };
  guint64 value;

  g_test_summary ("A number of 65 bits or more is no number.");

  g_assert_cmpint (spur_get_varint (bits_65, bits_65 + sizeof bits_65, &value), ==, -1);
  g_assert_cmpint (spur_get_varint (endless, endless + sizeof endless, &value), ==, -1);
}

static void
test_zigzag (void)
{
  g_test_summary ("Small numbers of either sign become small ones.");

  g_assert_cmpuint (spur_zigzag (0), ==, 0);
  g_assert_cmpuint (spur_zigzag (-1), ==, 1);
  g_assert_cmpuint (spur_zigzag (1), ==, 2);
  g_assert_cmpuint (spur_zigzag (G_MAXINT64), ==, G_MAXUINT64 - 1);
  g_assert_cmpuint (spur_zigzag (G_MININT64), ==, G_MAXUINT64);
  for (gint64 value = -300; value < 300; value++)
    g_assert_cmpint (spur_unzigzag (spur_zigzag (value)), ==, value);
  g_assert_cmpint (spur_unzigzag (G_MAXUINT64), ==, G_MININT64);
}

static void
test_wide (void)
{
  const guint8 bytes[] = { 0xf1, 2, 3, 4, 5, 6, 7, 8 };
  guint8 back[8];

  g_test_summary ("Every width, either byte order, with and without sign.");

  g_assert_cmpuint (spur_get_wide (bytes, 3, TRUE), ==, 0xf10203);
  g_assert_cmpuint (spur_get_wide (bytes, 3, FALSE), ==, 0x0302f1);
  g_assert_cmpint (spur_extend_sign (0xf10203, 3), ==, 0xf10203 - 0x1000000);
  g_assert_cmpint (spur_extend_sign (0x0302f1, 3), ==, 0x0302f1);
  for (guint n_bytes = 1; n_bytes <= 8; n_bytes++)
    {
      for (guint order = 0; order < 2; order++)
        {
          guint64 value = spur_get_wide (bytes, n_bytes, order == 1);

          spur_put_wide (back, n_bytes, order == 1, value);
          g_assert_cmpmem (back, n_bytes, bytes, n_bytes);
        }
    }
  g_assert_cmpint (spur_extend_sign (G_MAXUINT64, 8), ==, -1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/varint/lengths", test_varint);
  g_test_add_func ("/varint/too-long", test_too_long);
  g_test_add_func ("/varint/zigzag", test_zigzag);
  g_test_add_func ("/varint/wide", test_wide);
  return g_test_run ();
}
