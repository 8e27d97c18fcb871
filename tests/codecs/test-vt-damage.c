/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <string.h>

#include <brotli/encode.h>

#include "core/format/spur-codec.h"
#include "plugins/formats/vt/vt-reading.h"
#include "tests/test-corpus.h"

static const char good[] =
  "{\"type\":\"LBDatafile\",\"metadata\":{\"rank\":0,\"phases\":{\"identical_to_previous\":"
  "{\"list\":[2],\"range\":[]}}},\n\"phases\":[{\"id\":0,\"tasks\":[{\"entity\":{\"id\":7,"
  "\"home\":0,\"type\":\"object\",\"migratable\":true,\"collection_id\":1,\"index\":[3,-1]},"
  "\"node\":0,\"resource\":\"cp\\u0075\",\"time\":1.25e-3,\"subphases\":[{\"id\":0,\"time\":"
  "0.001}]}],\"communications\":[{\"type\":\"SendRecv\",\"from\":{\"id\":7,\"type\":\"object\"},"
  "\"to\":{\"seq_id\":9,\"type\":\"object\"},\"bytes\":12.0,\"messages\":3},{\"type\":"
  "\"Broadcast\",\"from\":{\"id\":0,\"type\":\"node\"},\"to\":{\"id\":7},\"bytes\":5,"
  "\"messages\":1}]},{\"id\":1,\"tasks\":[]}]}\n";

typedef struct
{
  const guint8 *bytes;
  gsize n_bytes;
} Input;

static VtSource *
open_input (guint rank, gpointer user_data, GError **error)
{
  const Input *input = user_data;

  return vt_source_new_for_bytes ("damaged.json", input->bytes, input->n_bytes);
}

static SpurTrace *
read_bytes (const void *bytes, gsize n_bytes, GError **error)
{
  Input input = { bytes, n_bytes };
  SpurJob job = { NULL, NULL, NULL, 1 };

  return vt_reading_run (1, open_input, &input, &job, error);
}

static void
assert_text (const char *text, int code, const char *what)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = read_bytes (text, strlen (text), &error);

  g_assert_null (trace);
  g_assert_error (error, SPUR_FORMAT_ERROR, code);
  if (strstr (error->message, what) == NULL)
    g_error ("\"%s\" says not \"%s\"", error->message, what);
}

/* Where nothing but space is missing, the file is whole. */
static void
test_truncated (void)
{
  g_test_summary ("A file that was cut off anywhere is refused as that.");

  for (gsize n_bytes = 0; n_bytes < strlen (good) - 1; n_bytes++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = read_bytes (good, n_bytes, &error);

      g_assert_null (trace);
      g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_TRUNCATED);
    }
}

static gsize
compress (guint8 *bytes, gsize n_bytes)
{
  g_assert_true (BrotliEncoderCompress (9, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, strlen (good),
                                        (const guint8 *) good, &n_bytes, bytes));
  return n_bytes;
}

static void
test_truncated_brotli (void)
{
  guint8 bytes[2048];
  gsize n_bytes = compress (bytes, sizeof bytes);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) whole = read_bytes (bytes, n_bytes, &error);

  g_test_summary ("So is one that is compressed.");

  g_assert_no_error (error);
  g_assert_nonnull (whole);
  for (gsize n = 0; n < n_bytes - 1; n++)
    {
      g_autoptr (GError) problem = NULL;
      g_autoptr (SpurTrace) trace = read_bytes (bytes, n, &problem);

      g_assert_null (trace);
      g_assert_nonnull (problem);
    }
}

/* Every byte becomes each of some others: an error, or a trace that can be walked through. */
static void
damage_each (const guint8 *bytes, gsize n_bytes)
{
  static const guint8 others[] = { 0, 0xff, '"', '{', '}', '[', ']', ',', '9', '-', '\\' };
  g_autofree guint8 *copy = g_memdup2 (bytes, n_bytes);

  for (gsize i = 0; i < n_bytes; i++)
    {
      for (guint j = 0; j < G_N_ELEMENTS (others); j++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (SpurTrace) trace = NULL;

          copy[i] = others[j];
          trace = read_bytes (copy, n_bytes, &error);
          g_assert_true ((trace == NULL) == (error != NULL));
        }
      copy[i] = bytes[i];
    }
}

static void
test_damaged (void)
{
  guint8 bytes[2048];

  g_test_summary ("Damage to any byte gives an error or a trace, with and without compression.");

  damage_each ((const guint8 *) good, strlen (good));
  damage_each (bytes, compress (bytes, sizeof bytes));
}

#define TASK_OF(text) "{\"phases\":[{\"id\":0,\"tasks\":[{" text "}]}]}"

static void
test_values (void)
{
  static const struct
  {
    const char *text;
    const char *what;
  } wrong[] = {
    { TASK_OF ("\"entity\":{\"id\":1},\"time\":-1e-9"), "from 0 to 2.3e9" },
    { TASK_OF ("\"entity\":{\"id\":1},\"time\":2.4e9"), "from 0 to 2.3e9" },
    { TASK_OF ("\"entity\":{\"id\":1},\"time\":1e999"), "a double can hold" },
    { TASK_OF ("\"entity\":{\"id\":1},\"time\":\"1\""), "expected a number, found the string" },
    { TASK_OF ("\"entity\":{\"id\":-1},\"time\":1"), "from 0 to 2^64 - 1" },
    { TASK_OF ("\"entity\":{\"id\":18446744073709551616},\"time\":1"), "from 0 to 2^64 - 1" },
    { TASK_OF ("\"entity\":{\"id\":1.0},\"time\":1"), "from 0 to 2^64 - 1" },
    { TASK_OF ("\"entity\":{\"home\":1},\"time\":1"), "an id or seq_id" },
    { TASK_OF ("\"entity\":{\"id\":1}"), "an entity and a time" },
    { TASK_OF ("\"time\":1"), "an entity and a time" },
    { TASK_OF ("\"entity\":7,\"time\":1"), "expected an object" },
    { TASK_OF ("\"entity\":{\"id\":1,\"migratable\":1},\"time\":1"), "true or false" },
    { "{\"phases\":[{\"tasks\":[]}]}", "an id of the phase" },
    { "{\"phases\":[{\"id\":1},{\"id\":1}]}", "found phase 1 twice" },
    { "{\"phases\":[7]}", "an object or the end of a list" },
    { "{\"phases\":{}}", "expected a list" },
    { "{\"type\":\"LBDatafile\"}", "expected phases" },
    { "{\"phases\":[]} x", "the end of the file" },
    { "{\"phases\":[,]}", "expected a value, found ','" },
    { "{\"phases\":[{\"id\":1,}]}", "a name in quotation marks" },
    { "{\"phases\":[{\"id\":01}]}", "a comma or the end of an object" },
    { "{\"x\":\"\\x\",\"phases\":[]}", "the rest of a string" },
    { "{\"x\":\"\n\",\"phases\":[]}", "the byte 0x0a" },
    { "{\"x\":nul,\"phases\":[]}", "true, false or null" },
  };

  g_test_summary ("The nearest wrong value of each field is refused, with its place.");

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    assert_text (wrong[i].text, SPUR_FORMAT_ERROR_DATA, wrong[i].what);
  assert_text ("{\"phases\":[{\"id\":-1}]}", SPUR_FORMAT_ERROR_DATA, "damaged.json:0x13: ");
}

static void
test_depth (void)
{
  g_test_summary ("Values may be 64 deep, and no deeper; names may be of any length.");

  for (guint depth = 62; depth <= 64; depth++)
    {
      g_autoptr (GString) text = g_string_new ("{\"");
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = NULL;

      for (guint i = 0; i < 100000; i++)
        g_string_append_c (text, 'x');
      g_string_append (text, "\":");
      for (guint i = 0; i < depth; i++)
        g_string_append_c (text, '[');
      for (guint i = 0; i < depth; i++)
        g_string_append_c (text, ']');
      g_string_append (text, ",\"phases\":[]}");
      trace = read_bytes (text->str, text->len, &error);
      g_assert_true ((trace != NULL) == (depth < 64));
    }
}

/* Two tasks that together are longer than a trace can be. */
static void
test_too_long (void)
{
  g_test_summary ("Times of all phases together stay within what a time can hold.");

  assert_text ("{\"phases\":[{\"id\":0,\"tasks\":[{\"entity\":{\"id\":1},\"time\":2.2e9},{"
               "\"entity\":{\"id\":2},\"time\":2.2e9}]}]}",
               SPUR_FORMAT_ERROR_DATA, "phase 0");
  assert_text ("{\"phases\":[{\"id\":0,\"tasks\":[{\"entity\":{\"id\":1},\"time\":2.2e9}]},{"
               "\"id\":4,\"tasks\":[{\"entity\":{\"id\":2},\"time\":2.2e9}]}]}",
               SPUR_FORMAT_ERROR_DATA, "phase 4");
}

/* 32 MiB of space in a few bytes. */
static void
test_bomb (void)
{
  gsize n_space = 32u << 20;
  g_autofree guint8 *space = g_malloc (n_space);
  gsize n_bytes = 1u << 20;
  g_autofree guint8 *bytes = g_malloc (n_bytes);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("What expands a thousand times is refused.");

  memset (space, ' ', n_space);
  space[0] = '{';
  g_assert_true (BrotliEncoderCompress (1, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, n_space, space,
                                        &n_bytes, bytes));
  g_assert_cmpuint (n_bytes, <, 16384);
  trace = read_bytes (bytes, n_bytes, &error);
  g_assert_null (trace);
  g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
  g_assert_nonnull (strstr (error->message, "which no load data does"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vt-damage/truncated", test_truncated);
  g_test_add_func ("/vt-damage/truncated-brotli", test_truncated_brotli);
  g_test_add_func ("/vt-damage/damaged", test_damaged);
  g_test_add_func ("/vt-damage/values", test_values);
  g_test_add_func ("/vt-damage/depth", test_depth);
  g_test_add_func ("/vt-damage/too-long", test_too_long);
  g_test_add_func ("/vt-damage/bomb", test_bomb);
  return g_test_run ();
}
