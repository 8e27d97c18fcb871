/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/store/packet/spur-byte-scan-private.h"
#include "core/store/packet/spur-packed-internal.h"

#include <glib/gstdio.h>
#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-hash-private.h"
#include "core/store/container/spur-container.h"
#include "core/store/trace/spur-store-internal.h"
#include "tests/store/sample-trace.h"
#include "tests/test-corpus.h"

#define N_VALUES 100

static void
test_hash (void)
{
  const char *text = "Nobody inspects the spammish repetition";
  SpurHash hash;

  g_test_summary ("Checksums are XXH64, however the bytes come.");

  g_assert_cmphex (spur_hash_bytes ("", 0), ==, G_GUINT64_CONSTANT (0xef46db3751d8e999));
  g_assert_cmphex (spur_hash_bytes ("a", 1), ==, G_GUINT64_CONSTANT (0xd24ec4f1a98c6e5b));
  g_assert_cmphex (spur_hash_bytes ("abc", 3), ==, G_GUINT64_CONSTANT (0x44bc2cf5ad770999));
  g_assert_cmphex (spur_hash_bytes (text, strlen (text)), ==,
                   G_GUINT64_CONSTANT (0xfbcea83c8a378bf1));
  for (gsize n_first = 0; n_first <= strlen (text); n_first++)
    {
      spur_hash_init (&hash);
      spur_hash_add (&hash, text, n_first);
      spur_hash_add (&hash, text + n_first, strlen (text) - n_first);
      g_assert_cmphex (spur_hash_get (&hash), ==, G_GUINT64_CONSTANT (0xfbcea83c8a378bf1));
    }
}

static guint64
get (const guint8 *values, guint n_bytes, guint32 index)
{
  guint64 value = 0;

  memcpy (&value, values + index * n_bytes, n_bytes);
  return value;
}

/* Packs values that lie side by side, takes them back in every way there is, and tells how wide
 * they became. */
static guint
pack_values (guint64 *values, guint n_values, guint n_bytes, SpurPackedOrder order, guint64 *step)
{
  g_autofree guint8 *from = g_malloc (n_values * n_bytes + 1);
  g_autofree guint8 *to = g_malloc0 (3 * n_values * n_bytes + 1);
  g_autofree guint8 *packed = g_malloc (n_values * 8 + SPUR_PACKED_SLACK_BYTES);
  g_autofree guint32 *places = g_new (guint32, n_values + 1);
  SpurValuePlaces in = { from, NULL, n_bytes, n_bytes };
  SpurValuePlaces out = { to, NULL, 3 * n_bytes, n_bytes };
  SpurPackedColumn column;

  for (guint i = 0; i < n_values; i++)
    {
      memcpy (from + i * n_bytes, &values[i], n_bytes);
      places[i] = (n_values - 1 - i) * n_bytes;
    }
  spur_packed_column_write (&column, &in, n_values, order, 0, packed);
  g_assert_cmpuint (column.width, <=, n_bytes);
  spur_packed_column_read (&column, 0, n_values, &out);
  for (guint i = 0; i < n_values; i++)
    {
      g_assert_cmphex (get (to, n_bytes, 3 * i), ==, get (from, n_bytes, i));
      g_assert_cmpint (
        memcmp (from + i * n_bytes, &(guint64){ spur_packed_column_get (&column, i) }, n_bytes), ==,
        0);
    }
  out = (SpurValuePlaces){ to, places, 0, n_bytes };
  spur_packed_column_read (&column, 0, n_values, &out);
  for (guint i = 0; i < n_values; i++)
    g_assert_cmphex (get (to, n_bytes, n_values - 1 - i), ==, get (from, n_bytes, i));
  out = (SpurValuePlaces){ to, NULL, n_bytes, n_bytes };
  spur_packed_column_read (&column, n_values / 2, n_values - n_values / 2, &out);
  g_assert_cmpmem (to, (n_values - n_values / 2) * n_bytes, from + n_values / 2 * n_bytes,
                   (n_values - n_values / 2) * n_bytes);
  if (step != NULL)
    *step = column.step;
  return column.width;
}

/* Values in no order between @base and @base + @range, which are there. */
static guint
pack_range (guint64 base, guint64 range, guint n_bytes, SpurPackedOrder order)
{
  guint64 values[N_VALUES];

  for (guint i = 0; i < N_VALUES; i++)
    values[i] = base + (i % 3 == 0 ? range : i % 3 == 1 ? 0 : range / 2);
  return pack_values (values, N_VALUES, n_bytes, order, NULL);
}

static void
test_widths (void)
{
  static const guint sizes[] = { 1, 2, 4, 8 };

  g_test_summary ("Values take as many bytes as their range needs, not one more, not one less.");

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      guint n_bytes = sizes[i];
      guint64 most = n_bytes == 8 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << n_bytes * 8) - 1;

      g_assert_cmpuint (pack_range (0, 0, n_bytes, SPUR_PACKED_UNSIGNED), ==, 0);
      g_assert_cmpuint (pack_range (most, 0, n_bytes, SPUR_PACKED_UNSIGNED), ==, 0);
      for (guint width = 1; width <= n_bytes; width++)
        {
          guint64 range = width == 8 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << width * 8) - 1;

          g_assert_cmpuint (pack_range (0, range, n_bytes, SPUR_PACKED_UNSIGNED), ==, width);
          g_assert_cmpuint (pack_range (most - range, range, n_bytes, SPUR_PACKED_UNSIGNED), ==,
                            width);
          if (width < n_bytes)
            g_assert_cmpuint (
              pack_range (most - range - 1, range + 1, n_bytes, SPUR_PACKED_UNSIGNED), ==,
              width + 1);
        }
    }
  /* Around 0, and from the least to the greatest. */
  g_assert_cmpuint (pack_range ((guint64) -128, 255, 8, SPUR_PACKED_SIGNED), ==, 1);
  g_assert_cmpuint (pack_range ((guint64) -128, 256, 8, SPUR_PACKED_SIGNED), ==, 2);
  g_assert_cmpuint (pack_range (G_GUINT64_CONSTANT (1) << 63, G_MAXUINT64, 8, SPUR_PACKED_SIGNED),
                    ==, 8);
  /* None is less than 0. */
  g_assert_cmpuint (pack_range (SPUR_NONE, 255, 4, SPUR_PACKED_REFERENCE), ==, 1);
  g_assert_cmpuint (pack_range (SPUR_NONE, 256, 4, SPUR_PACKED_REFERENCE), ==, 2);
}

static void
test_steps (void)
{
  guint64 values[N_VALUES];
  guint64 step;

  g_test_summary ("A counter needs no bytes, what is nearly one few.");

  for (guint i = 0; i < N_VALUES; i++)
    values[i] = 1000000 + 3 * (guint64) i;
  g_assert_cmpuint (pack_values (values, N_VALUES, 8, SPUR_PACKED_UNSIGNED, &step), ==, 0);
  g_assert_cmpuint (step, ==, 3 << SPUR_PACKED_STEP_BITS);
  for (guint i = 0; i < N_VALUES; i++)
    values[i] = 1000 * (guint64) i + (i * 37) % 250;
  g_assert_cmpuint (pack_values (values, N_VALUES, 4, SPUR_PACKED_UNSIGNED, &step), <=, 2);
  g_assert_cmpuint (step, >, 0);
  /* A step of the most, and one too large. */
  for (guint more = 0; more < 2; more++)
    {
      for (guint i = 0; i < N_VALUES; i++)
        values[i] = ((SPUR_PACKED_MAX_STEP >> SPUR_PACKED_STEP_BITS) + more) * i;
      pack_values (values, N_VALUES, 8, SPUR_PACKED_UNSIGNED, &step);
      g_assert_true ((step == 0) == (more == 1));
    }
  /* One value is far off, where no sample is taken. */
  for (guint i = 0; i < N_VALUES; i++)
    values[i] = 100 * (guint64) i;
  values[2] = G_MAXUINT64;
  pack_values (values, N_VALUES, 8, SPUR_PACKED_UNSIGNED, NULL);
}

static void
test_random_values (void)
{
  static const guint sizes[] = { 1, 2, 4, 8 };
  guint32 seed = (guint32) g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  g_test_summary ("All values come back.");

  g_test_message ("seed %u", seed);
  for (guint round = 0; round < spur_test_scale (3000); round++)
    {
      guint n_values = (guint) g_rand_int_range (rand, 1, N_VALUES);
      guint n_bytes = sizes[g_rand_int_range (rand, 0, 4)];
      guint n_bits = (guint) g_rand_int_range (rand, 1, 65);
      guint64 base = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);
      guint64 slope = (guint64) g_rand_int (rand) << g_rand_int_range (rand, 0, 32);
      SpurPackedOrder order = SPUR_PACKED_UNSIGNED;
      guint64 values[N_VALUES];

      if (n_bytes == 8 && g_rand_boolean (rand))
        order = SPUR_PACKED_SIGNED;
      if (n_bytes == 4 && g_rand_boolean (rand))
        order = SPUR_PACKED_REFERENCE;
      for (guint i = 0; i < n_values; i++)
        values[i] = base + (round % 2) * slope * i +
                    (((guint64) g_rand_int (rand) << 32 | g_rand_int (rand)) >> (64 - n_bits));
      pack_values (values, n_values, n_bytes, order, NULL);
    }
}

/* One record after the other is the same as in memory, wherever the walk begins. */
static void
assert_walk (SpurStream *stream, SpurStream *copy, SpurChunkParts parts, guint64 begin)
{
  const SpurClassTable *table = spur_stream_get_class_table (stream);
  g_autoptr (SpurChunkWalk) walk = spur_chunk_walk_new (copy, parts);
  const SpurChunk *chunk;
  guint64 event = 0;

  if (begin > 0)
    spur_chunk_walk_seek (walk, begin);
  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      const guint8 *record = chunk->records;

      g_assert_true (event == 0 ? chunk->first <= begin : chunk->first == event);
      g_assert_true ((chunk->ticks != NULL) == ((parts & SPUR_CHUNK_TICKS) != 0));
      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          const SpurEventLayout *layout;
          const guint8 *expected = spur_stream_get_record (stream, chunk->first + i, &layout);
          guint index = spur_stream_get_class_index (stream, chunk->first + i);

          if (chunk->ticks != NULL)
            g_assert_cmpint (spur_chunk_get_ticks (chunk, i), ==,
                             spur_stream_get_ticks (stream, chunk->first + i));
          if (chunk->classes != NULL)
            g_assert_cmpuint (chunk->classes[i], ==, index);
          if (record == NULL)
            continue;
          g_assert_cmpmem (record, layout->n_bytes, expected, layout->n_bytes);
          record += table->record_bytes[index];
        }
      if (record != NULL)
        g_assert_true (record == chunk->records + chunk->n_record_bytes);
      event = chunk->first + chunk->n_events;
    }
  g_assert_cmpuint (event, ==, spur_stream_get_n_events (stream));
}

static SpurTrace *
save_and_open (SpurTrace *trace)
{
  g_autofree char *folder = g_dir_make_tmp ("spur-packed-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.spur", NULL);
  g_autoptr (GError) error = NULL;
  SpurTrace *copy;

  g_assert_true (spur_container_save (trace, path, NULL, &error));
  g_assert_no_error (error);
  copy = spur_container_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  return copy;
}

static void
test_walks (void)
{
  static const guint chunk_sizes[] = { 1, 63, 1024, 1025, 5000 };
  guint32 seed = (guint32) g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  g_test_summary ("Walks, single events and whole chunks of a container tell what memory does.");

  g_test_message ("seed %u", seed);
  for (guint i = 0; i < G_N_ELEMENTS (chunk_sizes); i++)
    {
      guint n_events = chunk_sizes[i] == 1 ? 100 : 3000;
      g_autoptr (SpurTrace) trace = sample_trace_new (seed, 1, n_events, chunk_sizes[i]);
      g_autoptr (SpurTrace) copy = save_and_open (trace);
      SpurStream *stream = spur_trace_get_stream (trace, 0);
      SpurStream *other = spur_trace_get_stream (copy, 0);

      for (guint parts = 0; parts <= SPUR_CHUNK_ALL; parts++)
        {
          assert_walk (stream, stream, SPUR_CHUNK_ALL, 0);
          assert_walk (stream, other, (SpurChunkParts) parts, 0);
          assert_walk (stream, other, (SpurChunkParts) parts,
                       (guint64) g_rand_int_range (rand, 1, (gint32) n_events));
        }
      for (guint64 event = 0; event < n_events; event++)
        {
          const SpurEventLayout *layout, *copied;
          guint8 record[SPUR_MAX_RECORD_BYTES];

          spur_stream_copy_record (other, event, record, &copied);
          g_assert_cmpmem (spur_stream_get_record (stream, event, &layout), layout->n_bytes, record,
                           copied->n_bytes);
          g_assert_cmpuint (spur_stream_get_class_index (stream, event), ==,
                            spur_stream_get_class_index (other, event));
          g_assert_cmpint (spur_stream_get_ticks (stream, event), ==,
                           spur_stream_get_ticks (other, event));
        }
    }
}

static gpointer
get_all_chunks (gpointer data)
{
  SpurStream *stream = data;
  guint64 sum = 0;

  for (guint i = 0; i < spur_stream_get_n_chunks (stream); i++)
    sum += GPOINTER_TO_SIZE (spur_stream_get_chunk (stream, i));
  return GSIZE_TO_POINTER (sum);
}

static void
test_kept (void)
{
  g_autoptr (SpurTrace) trace = sample_trace_new (3, 1, 2000, 64);
  g_autoptr (SpurTrace) copy = save_and_open (trace);
  SpurStream *stream = spur_trace_get_stream (copy, 0);
  GThread *threads[4];
  gpointer expected;

  g_test_summary (
    "A chunk that was handed out stays where it is, whichever thread asked for it first.");

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("reader", get_all_chunks, stream);
  expected = get_all_chunks (stream);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_true (g_thread_join (threads[i]) == expected);
}

/* The first chunk of a sample, of several classes, packed. */
static GBytes *
pack_sample (SpurTrace *trace, SpurPackedChunk *packed)
{
  const SpurChunk *chunk = spur_stream_get_chunk (spur_trace_get_stream (trace, 0), 0);
  SpurPackedWriter writer;
  SpurChunkFacts facts;
  GBytes *bytes;

  spur_packed_writer_init (&writer, spur_trace_get_class_table (trace));
  spur_packed_writer_pack (&writer, chunk, &facts);
  *packed = (SpurPackedChunk){ .base_ticks = chunk->base_ticks,
                               .n_events = chunk->n_events,
                               .n_bytes = writer.n_bytes };
  bytes = g_bytes_new (writer.bytes, writer.n_bytes + SPUR_PACKED_SLACK_BYTES);
  spur_packed_writer_clear (&writer);
  return bytes;
}

static void
test_damaged (void)
{
  g_autoptr (SpurTrace) trace = sample_trace_new (5, 1, 200, 256);
  SpurPackedChunk packed;
  g_autoptr (GBytes) bytes = pack_sample (trace, &packed);
  g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  SpurPackedReader reader;
  guint32 n_bytes = packed.n_bytes, n_events = packed.n_events, event;

  g_test_summary ("A chunk whose parts do not fit together is refused.");

  packed.bytes = copy;
  spur_packed_reader_init (&reader, spur_trace_get_class_table (trace));
  g_assert_null (spur_packed_reader_open (&reader, &packed));
  g_assert_null (spur_packed_reader_check_slots (&reader, &event));
  g_assert_cmpuint (reader.n_classes, ==, 4);
  for (packed.n_bytes = 0; packed.n_bytes < n_bytes; packed.n_bytes++)
    g_assert_nonnull (spur_packed_reader_open (&reader, &packed));
  packed.n_bytes = n_bytes + 8;
  g_assert_nonnull (spur_packed_reader_open (&reader, &packed));
  packed.n_bytes = n_bytes;
  for (packed.n_events = n_events - 1; packed.n_events <= n_events + 1; packed.n_events += 2)
    g_assert_nonnull (spur_packed_reader_open (&reader, &packed));
  packed.n_events = n_events;
  /* Nothing before the values but bases and steps may be changed without being seen. */
  for (guint32 i = 0; i < 8 + 4 * 8 + 24; i++)
    {
      gboolean is_free = i >= 40 && i < 40 + 14;

      copy[i] ^= 1;
      if (!is_free && spur_packed_reader_open (&reader, &packed) == NULL)
        g_assert_nonnull (spur_packed_reader_check_slots (&reader, &event));
      copy[i] ^= 1;
    }
  g_assert_null (spur_packed_reader_open (&reader, &packed));
  spur_packed_reader_clear (&reader);
}

static void
test_byte_scan (void)
{
  guint8 bytes[3 * 16 * SPUR_BYTE_SCAN_ROUNDS];

  g_test_summary ("Bytes counted 16 at once are as many as one by one, and so is the greatest.");

  for (guint32 n_bytes = 0; n_bytes <= sizeof bytes; n_bytes += n_bytes < 70 ? 1 : 1009)
    {
      guint8 greatest = 0, most = (guint8) g_test_rand_int_range (0, 256);
      guint32 n_ones = 0;

      for (guint32 i = 0; i < n_bytes; i++)
        {
          bytes[i] = (guint8) (i % 2 == 0 ? 1 : g_test_rand_int_range (0, most + 1));
          greatest = MAX (greatest, bytes[i]);
          n_ones += bytes[i] == 1;
        }
      g_assert_cmpuint (spur_count_byte (bytes, n_bytes, 1), ==, n_ones);
      g_assert_cmpuint (spur_find_greatest_byte (bytes, n_bytes), ==, greatest);
    }
  memset (bytes, 255, sizeof bytes);
  g_assert_cmpuint (spur_count_byte (bytes, sizeof bytes, 255), ==, sizeof bytes);
  g_assert_cmpuint (spur_count_byte (bytes, sizeof bytes, 0), ==, 0);
}

/* Of up to 40 values, so that there are whole lanes and some beside them; also large ones, which
 * are no negative numbers. */
static void
test_falls (void)
{
  guint32 values[40];

  g_test_summary ("Values that are less than the one before are counted as one by one.");

  for (guint round = 0; round < 1000; round++)
    {
      guint n_values = (guint) g_test_rand_int_range (1, (gint) G_N_ELEMENTS (values) + 1);
      guint n_falls = 0;

      for (guint i = 0; i < n_values; i++)
        {
          values[i] = (guint32) g_test_rand_int_range (0, 3) * 0x7fffffffu;
          n_falls += i > 0 && values[i] < values[i - 1];
        }
      g_assert_cmpuint (spur_count_falls (values, n_values), ==, n_falls);
    }
}

static void
test_falls_by_more (void)
{
  guint16 values[40];

  g_test_summary ("Values of two bytes that fall by more than a limit are found as one by one.");

  for (guint round = 0; round < 2000; round++)
    {
      guint n_values = (guint) g_test_rand_int_range (1, (gint) G_N_ELEMENTS (values) + 1);
      guint16 most = (guint16) g_test_rand_int_range (0, 3) * 0x7fff;
      gboolean falls = FALSE;

      /* Mostly by the limit, or one more; or rising from the least to the greatest. */
      for (guint i = 0; i < n_values; i++)
        {
          values[i] = (guint16) (i % 2 == 0 ? 0x7fff + most / 2 : 0x7fff - (most + 1) / 2);
          values[i] = (guint16) (values[i] - (g_test_rand_int_range (0, 30) == 0));
          falls |= i > 0 && values[i - 1] > values[i] + most;
        }
      g_assert_cmpint (spur_falls_by_more ((const guint8 *) values, n_values, most), ==, falls);
    }
}

#define N_TICKS 3000

static void
assert_same_facts (const SpurChunkFacts *found, const SpurChunkFacts *expected)
{
  g_assert_cmpint (found->first_ticks, ==, expected->first_ticks);
  g_assert_cmpint (found->last_ticks, ==, expected->last_ticks);
  g_assert_cmpint (found->min_ticks, ==, expected->min_ticks);
  g_assert_cmpint (found->max_ticks, ==, expected->max_ticks);
  g_assert_cmpuint (found->n_steps_back, ==, expected->n_steps_back);
}

/* Also those of a base before 0, as most have, and of one from which ticks go beyond 32 bits. */
static guint64
make_base (guint round)
{
  switch (round % 3)
    {
    case 0:
      return G_MAXUINT32 - (guint32) g_test_rand_int_range (0, 2000 * N_TICKS);
    case 1:
      return G_MAXUINT32 - (guint32) g_test_rand_int_range (0, 2000);
    default:
      return round;
    }
}

/* Columns that rise by what they are packed as, those that fall now and then, and those that go
 * beyond 32 bits. Says whether ticks never fall. */
static gboolean
check_ticks (guint round)
{
  guint16 values[N_TICKS + SPUR_PACKED_SLACK_BYTES];
  guint32 ticks[N_TICKS];
  guint32 step = (guint32) g_test_rand_int_range (0, 2000), n_ticks = N_TICKS - round % 7;
  SpurPackedColumn column = { .base = make_base (round),
                              .step =
                                (guint64) step << SPUR_PACKED_STEP_BITS | (round * 977 & 0xffff),
                              .values = (const guint8 *) values,
                              .n_values = n_ticks,
                              .width = sizeof *values };
  SpurPackedReader reader = { .n_events = n_ticks, .n_columns = 1, .columns = &column };
  SpurChunkFacts found = { 0 }, expected = { 0 };

  values[0] = (guint16) g_test_rand_int_range (0, 4000);
  for (guint i = 1; i < n_ticks; i++)
    {
      gint64 value = values[i - 1] + g_test_rand_int_range (-(gint) step, (gint) step + 1);

      /* As far down as the step goes, and one further. */
      if (g_test_rand_int_range (0, 50) == 0)
        value = values[i - 1] - (gint64) step - (g_test_rand_int_range (0, 1000) == 0);
      values[i] = (guint16) CLAMP (value, 0, G_MAXUINT16);
    }
  for (guint i = 0; i < n_ticks; i++)
    ticks[i] = (guint32) spur_packed_column_get (&column, i);
  spur_packed_reader_check_ticks (&reader, -1000, &found);
  spur_chunk_facts_take_ticks (&expected, -1000, ticks, n_ticks, TRUE);
  assert_same_facts (&found, &expected);
  return found.n_steps_back == 0;
}

static void
test_ticks (void)
{
  guint n_rising = 0, n_rounds = 300;

  g_test_summary ("What is known of ticks is the same, whether they are unpacked or not.");

  for (guint i = 0; i < n_rounds; i++)
    n_rising += check_ticks (i);
  g_assert_cmpuint (n_rising, >, 0);
  g_assert_cmpuint (n_rising, <, n_rounds);
}

/* References of one byte each: to entries of a table, or to none, which is before entry 0. */
static void
test_referred (void)
{
  guint8 bytes[40 + SPUR_PACKED_SLACK_BYTES] = { 0 };
  SpurPackedColumn column = { .values = bytes, .n_values = 40, .width = 1 };

  g_test_summary ("The greatest reference is found, also where some refer to nothing.");

  g_assert_cmpuint (spur_packed_column_count_referred (&column), ==, 1);
  bytes[17] = 200;
  bytes[39] = 7;
  g_assert_cmpuint (spur_packed_column_count_referred (&column), ==, 201);
  column.base = 1000;
  g_assert_cmpuint (spur_packed_column_count_referred (&column), ==, 1201);
  column.base = SPUR_NONE;
  g_assert_cmpuint (spur_packed_column_count_referred (&column), ==, 200);
  column.base = SPUR_NONE - 200;
  g_assert_cmpuint (spur_packed_column_count_referred (&column), ==, SPUR_NONE - 200 + 8);
  column.n_values = 0;
  g_assert_cmpuint (spur_packed_column_count_referred (&column), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/packed/hash", test_hash);
  g_test_add_func ("/packed/byte-scan", test_byte_scan);
  g_test_add_func ("/packed/referred", test_referred);
  g_test_add_func ("/packed/falls", test_falls);
  g_test_add_func ("/packed/falls-by-more", test_falls_by_more);
  g_test_add_func ("/packed/ticks", test_ticks);
  g_test_add_func ("/packed/widths", test_widths);
  g_test_add_func ("/packed/steps", test_steps);
  g_test_add_func ("/packed/random-values", test_random_values);
  g_test_add_func ("/packed/walks", test_walks);
  g_test_add_func ("/packed/kept", test_kept);
  g_test_add_func ("/packed/damaged", test_damaged);
  return g_test_run ();
}
