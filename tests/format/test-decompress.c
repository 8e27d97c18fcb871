/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Compressed data: whole, damaged, cut off, and larger than it may be. */
#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <glib/gstdio.h>
#include <zlib.h>
#include <zstd.h>

#include "core/format/spur-decompress-internal.h"

#define LIMIT (1u << 20)

typedef GBytes *(*Compress) (gconstpointer bytes, gsize n_bytes);

static GBytes *
compress_gzip (gconstpointer bytes, gsize n_bytes)
{
  z_stream stream = { .next_in = (Bytef *) bytes, .avail_in = (uInt) n_bytes };
  gsize n_room = n_bytes + 1024;
  guint8 *out = g_malloc (n_room);

  g_assert_cmpint (deflateInit2 (&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  stream.next_out = out;
  stream.avail_out = (uInt) n_room;
  g_assert_cmpint (deflate (&stream, Z_FINISH), ==, Z_STREAM_END);
  n_room -= stream.avail_out;
  deflateEnd (&stream);
  return g_bytes_new_take (out, n_room);
}

static GBytes *
compress_zstd (gconstpointer bytes, gsize n_bytes)
{
  ZSTD_CCtx *context = ZSTD_createCCtx ();
  gsize n_room = ZSTD_compressBound (n_bytes);
  guint8 *out = g_malloc (n_room);

  ZSTD_CCtx_setParameter (context, ZSTD_c_checksumFlag, 1);
  n_room = ZSTD_compress2 (context, out, n_room, bytes, n_bytes);
  g_assert_false (ZSTD_isError (n_room));
  ZSTD_freeCCtx (context);
  return g_bytes_new_take (out, n_room);
}

static const Compress compressions[] = { compress_gzip, compress_zstd };

/* What is in the data; NULL with an error. */
static GBytes *
decompress (gconstpointer data, gsize n_bytes, guint64 max_bytes, GError **error)
{
  SpurDecompress plan = { .in = memfd_create ("in", MFD_CLOEXEC),
                          .out = memfd_create ("out", MFD_CLOEXEC),
                          .place = "run.gz",
                          .max_bytes = max_bytes,
                          .limit_advice = "ask for more" };
  GBytes *result = NULL;
  gboolean is_good;
  off_t n_out;

  g_assert_cmpint (write (plan.in, data, n_bytes), ==, (gssize) n_bytes);
  g_assert_cmpint (lseek (plan.in, 0, SEEK_SET), ==, 0);
  is_good = spur_decompress_run (&plan, NULL, error);
  n_out = lseek (plan.out, 0, SEEK_END);
  g_assert_cmpint (n_out, <=, (off_t) max_bytes);
  if (is_good)
    {
      char *bytes = g_malloc ((gsize) n_out + 1);

      g_assert_cmpint (pread (plan.out, bytes, (gsize) n_out, 0), ==, n_out);
      result = g_bytes_new_take (bytes, (gsize) n_out);
    }
  close (plan.in);
  close (plan.out);
  return result;
}

static GBytes *
make_content (gsize n_bytes)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint8 *bytes = g_malloc (n_bytes + 1);

  for (gsize i = 0; i < n_bytes; i++)
    bytes[i] = (guint8) (i % 100 < 50 ? 'a' : g_rand_int_range (random, 0, 256));
  return g_bytes_new_take (bytes, n_bytes);
}

static void
assert_comes_back (GBytes *content, GBytes *data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) back =
    decompress (g_bytes_get_data (data, NULL), g_bytes_get_size (data), G_MAXINT64, &error);

  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (back, content));
}

static void
test_whole (void)
{
  static const gsize sizes[] = { 0, 1, 100, 262143, 262144, 262145, 3000000 };

  g_test_summary ("What was compressed comes back, whatever its size, and what was not stays.");
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GBytes) content = make_content (sizes[i]);

      assert_comes_back (content, content);
      for (guint k = 0; k < G_N_ELEMENTS (compressions); k++)
        {
          g_autoptr (GBytes) data =
            compressions[k](g_bytes_get_data (content, NULL), g_bytes_get_size (content));

          assert_comes_back (content, data);
        }
    }
}

static GBytes *
join (GBytes *a, GBytes *b)
{
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_append (bytes, g_bytes_get_data (a, NULL), (guint) g_bytes_get_size (a));
  g_byte_array_append (bytes, g_bytes_get_data (b, NULL), (guint) g_bytes_get_size (b));
  return g_byte_array_free_to_bytes (bytes);
}

static void
test_members (void)
{
  g_autoptr (GBytes) content = make_content (1000);
  g_autoptr (GBytes) twice = join (content, content);
  g_autoptr (GBytes) zeros = g_bytes_new_static ("\0\0\0\0\0\0", 6);
  g_autoptr (GBytes) garbage = g_bytes_new_static ("garbage", 7);

  g_test_summary ("Files that were put behind each other are one; what else follows is an error.");
  for (guint k = 0; k < G_N_ELEMENTS (compressions); k++)
    {
      g_autoptr (GBytes) one = compressions[k](g_bytes_get_data (content, NULL), 1000);
      g_autoptr (GBytes) two = join (one, one);
      g_autoptr (GBytes) worse = join (one, garbage);
      g_autoptr (GBytes) padded = join (one, zeros);
      g_autoptr (GError) error = NULL;

      assert_comes_back (twice, two);
      if (k == 0)
        assert_comes_back (content, padded);
      g_assert_null (
        decompress (g_bytes_get_data (worse, NULL), g_bytes_get_size (worse), LIMIT, &error));
      g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
      g_assert_true (g_str_has_prefix (error->message, "run.gz: "));
    }
}

static void
test_truncated (void)
{
  g_autoptr (GBytes) content = make_content (300);

  g_test_summary ("Data that is cut off anywhere is an error, and is not taken for less data.");
  for (guint k = 0; k < G_N_ELEMENTS (compressions); k++)
    {
      g_autoptr (GBytes) data = compressions[k](g_bytes_get_data (content, NULL), 300);

      for (gsize n_bytes = SPUR_COMPRESSION_HEAD_BYTES; n_bytes < g_bytes_get_size (data);
           n_bytes++)
        {
          g_autoptr (GError) error = NULL;

          g_assert_null (decompress (g_bytes_get_data (data, NULL), n_bytes, LIMIT, &error));
          g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_TRUNCATED);
        }
    }
}

static void
test_flipped (void)
{
  g_autoptr (GBytes) content = make_content (300);

  g_test_summary ("Flipped bits are found by the checksums, or do not change what is read.");
  for (guint k = 0; k < G_N_ELEMENTS (compressions); k++)
    {
      g_autoptr (GBytes) data = compressions[k](g_bytes_get_data (content, NULL), 300);
      gsize n_bytes = g_bytes_get_size (data);

      for (gsize bit = 8 * SPUR_COMPRESSION_HEAD_BYTES; bit < 8 * n_bytes; bit++)
        {
          g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (data, NULL), n_bytes);
          g_autoptr (GError) error = NULL;
          g_autoptr (GBytes) back = NULL;

          bytes[bit / 8] ^= (guint8) (1u << bit % 8);
          back = decompress (bytes, n_bytes, LIMIT, &error);
          g_assert_true ((back == NULL) == (error != NULL));
          g_assert_true (back == NULL || g_bytes_equal (back, content));
        }
    }
}

static void
test_bomb (void)
{
  gsize n_bytes = 64u << 20;
  g_autofree guint8 *zeros = g_malloc0 (n_bytes);

  g_test_summary ("What grows beyond the limit ends there, and the limit itself is well.");
  for (guint k = 0; k < G_N_ELEMENTS (compressions); k++)
    {
      g_autoptr (GBytes) bomb = compressions[k](zeros, n_bytes);
      g_autoptr (GBytes) exact = compressions[k](zeros, LIMIT);
      g_autoptr (GBytes) more = compressions[k](zeros, LIMIT + 1);
      g_autoptr (GBytes) back = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GError) above = NULL;

      g_assert_cmpuint (g_bytes_get_size (bomb), <, n_bytes / 500);
      g_assert_null (
        decompress (g_bytes_get_data (bomb, NULL), g_bytes_get_size (bomb), LIMIT, &error));
      g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
      g_assert_nonnull (strstr (error->message, "1048576 bytes, which is the limit; ask for more"));
      back = decompress (g_bytes_get_data (exact, NULL), g_bytes_get_size (exact), LIMIT, NULL);
      g_assert_nonnull (back);
      g_assert_null (
        decompress (g_bytes_get_data (more, NULL), g_bytes_get_size (more), LIMIT, &above));
      g_assert_error (above, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
    }
}

/* A frame of one raw block; the window is all that it claims. */
#define FRAME(window)                                                                              \
  {                                                                                                \
    0x28, 0xb5, 0x2f, 0xfd, 0, ((window) -10) << 3, 0x19, 0, 0, 'a', 'b', 'c'                      \
  }

static void
test_window (void)
{
  static const guint8 largest[] = FRAME (27);
  static const guint8 larger[] = FRAME (28);
  g_autoptr (GBytes) back = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("A window that is more than 128 MiB of memory is refused.");
  back = decompress (largest, sizeof largest, LIMIT, NULL);
  g_assert_nonnull (back);
  g_assert_cmpmem (g_bytes_get_data (back, NULL), g_bytes_get_size (back), "abc", 3);
  g_assert_null (decompress (larger, sizeof larger, LIMIT, &error));
  g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
}

static guint
count_entries (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n_entries = 0;

  while (g_dir_read_name (dir) != NULL)
    n_entries++;
  return n_entries;
}

static void
test_temporary (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spur-temporary-XXXXXX", NULL);
  g_autoptr (GBytes) content = make_content (5000);
  g_autoptr (GBytes) data = compress_gzip (g_bytes_get_data (content, NULL), 5000);
  g_auto (SpurTemporary) file = { .fd = -1 };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  int in = memfd_create ("in", MFD_CLOEXEC);
  gsize n_bytes;

  g_test_summary ("The temporary file has no name of its own, and the folder is left as it was.");
  g_setenv ("TMPDIR", folder, TRUE);
  g_assert_cmpint (write (in, g_bytes_get_data (data, NULL), g_bytes_get_size (data)), >, 0);
  g_assert_cmpint (lseek (in, 0, SEEK_SET), ==, 0);
  g_assert_true (spur_temporary_fill (&file, in, "run.ulm.gz", "run.ulm", NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_str_has_suffix (file.path, "/run.ulm"));
  g_assert_true (g_file_test (file.path, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_get_contents (file.path, &text, &n_bytes, NULL));
  g_assert_cmpmem (text, n_bytes, g_bytes_get_data (content, NULL), 5000);
  spur_temporary_clear (&file);
  g_assert_cmpuint (count_entries (folder), ==, 0);
  g_setenv ("SPUR_TEMPORARY_BYTES", "4999", TRUE);
  g_assert_cmpint (lseek (in, 0, SEEK_SET), ==, 0);
  g_assert_false (spur_temporary_fill (&file, in, "run.ulm.gz", "run.ulm", NULL, &error));
  g_assert_nonnull (strstr (error->message, "more than 4999 bytes"));
  g_assert_nonnull (strstr (error->message, "SPUR_TEMPORARY_BYTES"));
  g_assert_cmpuint (count_entries (folder), ==, 0);
  g_unsetenv ("SPUR_TEMPORARY_BYTES");
  g_unsetenv ("TMPDIR");
  close (in);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/format/decompress/whole", test_whole);
  g_test_add_func ("/format/decompress/members", test_members);
  g_test_add_func ("/format/decompress/truncated", test_truncated);
  g_test_add_func ("/format/decompress/flipped", test_flipped);
  g_test_add_func ("/format/decompress/bomb", test_bomb);
  g_test_add_func ("/format/decompress/window", test_window);
  g_test_add_func ("/format/decompress/temporary", test_temporary);
  return g_test_run ();
}
