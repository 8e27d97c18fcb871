/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <string.h>

#include "core/base/spur-new-files.h"
#include "tests/index/index-world.h"
#include "tests/test-corpus.h"

#define N_ROUNDS 40
#define N_FLIPS 10000
#define CHUNK_EVENTS 700
#define BLOCK_EVENTS 256
/* An index with more states has no rows. */
#define MAX_ROW_STATES 48
/* After as many events for each of them all states came. */
#define EVENTS_A_STATE 12
/* Of more states index-world.c leaves none. */
#define MAX_LEFT_STATES 255

/* Streams of few states, of more states than an index with rows has, of more than a byte can
 * number, with steps back and with pauses. The last one does not grow. */
static const IndexRecipe recipes[] = {
  { 3000, 5, 1000000000, 2000, 0, 0 },  { 2500, 40, 1000000000, 500, 10, 2 },
  { 6000, 90, 1000000000, 300, 5, 0 },  { 5000, 300, 1000000, 50, 10, 2 },
  { 9000, 3, 1000000000, 1000, 0, 30 },
};

#define N_STREAMS ((guint) G_N_ELEMENTS (recipes))

typedef struct
{
  char *folder;
  char *trace_path;
  char *index_path;
  gint64 delay_ticks;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;

  spur_new_files_set_sync (FALSE);
  self->folder = g_dir_make_tmp ("test-index-growth-XXXXXX", &error);
  g_assert_no_error (error);
  self->trace_path = g_build_filename (self->folder, "run.spur", NULL);
  self->index_path = g_build_filename (self->folder, "run.spur.index", NULL);
}

static void
tear_down (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_remove (self->index_path);
  g_remove (self->trace_path);
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->trace_path);
  g_free (self->index_path);
}

/* A trace from a container, with the first @n_events of each recipe. With @extra it has an
 * event class more, a state, and a stream before the others. */
static SpurTrace *
make_trace (Fixture *self, const guint *n_events, gboolean extra)
{
  g_autoptr (GError) error = NULL;
  IndexWorld world;
  SpurTrace *trace;

  index_world_init_with_chunks (&world, 1, CHUNK_EVENTS);
  world.delay_ticks = self->delay_ticks;
  world.other_type = SPUR_TYPE_LM_TARGET_LOAD_EVENT;
  spur_trace_add_event_type (world.trace, SPUR_TYPE_LM_TARGET_LOAD_EVENT);
  spur_trace_add_event_type (world.trace, SPUR_TYPE_REGION_ENTER_EVENT);
  spur_trace_add_event_type (world.trace, SPUR_TYPE_REGION_EXIT_EVENT);
  if (extra)
    {
      spur_trace_add_event_type (world.trace, SPUR_TYPE_LO_CREATION_EVENT);
      spur_definitions_add_state (spur_trace_get_definitions (world.trace), "one more",
                                  SPUR_STATE_WORK);
      index_world_add_stream (&world, &recipes[0]);
    }
  for (guint i = 0; i < N_STREAMS; i++)
    {
      IndexRecipe recipe = recipes[i];

      recipe.n_events = n_events[i];
      g_rand_set_seed (world.rand, i + 17);
      index_world_add_stream (&world, &recipe);
    }
  g_assert_true (spur_trace_seal (world.trace, NULL));
  g_assert_true (spur_container_save (world.trace, self->trace_path, NULL, &error));
  g_assert_no_error (error);
  index_world_clear (&world);
  trace = spur_container_open (self->trace_path, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

/* The bytes of the index that is opened, and how many events were looked at for it. */
static GBytes *
open_index (Fixture *self, SpurTrace *trace, guint64 *n_taken)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurIndex) index = spur_index_open (trace, self->index_path, NULL, &error);
  char *bytes;
  gsize n_bytes;

  g_assert_no_error (error);
  *n_taken = spur_index_get_n_taken (index);
  g_assert_true (g_file_get_contents (self->index_path, &bytes, &n_bytes, &error));
  g_assert_no_error (error);
  return g_bytes_new_take (bytes, n_bytes);
}

static GBytes *
build_index (Fixture *self, SpurTrace *trace)
{
  guint64 n_taken;
  GBytes *bytes;

  g_remove (self->index_path);
  bytes = open_index (self, trace, &n_taken);
  g_assert_cmpuint (n_taken, ==, spur_trace_get_n_events (trace));
  return bytes;
}

static void
write_bytes (Fixture *self, const guint8 *bytes, gsize n_bytes)
{
  FILE *file = g_fopen (self->index_path, "wb");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (bytes, 1, n_bytes, file), ==, n_bytes);
  g_assert_cmpint (fclose (file), ==, 0);
}

/* Events of a stream that may be looked at. The last chunk was open, and its first block may have
 * begun in the one before. With more states than before an index may have no rows any more, and
 * where each event enters a state most blocks do not have all that are open. */
static guint64
count_most (const IndexRecipe *recipe, guint before, guint after)
{
  guint n_new = after - before + CHUNK_EVENTS + BLOCK_EVENTS;

  if (before > after || recipe->n_states > MAX_LEFT_STATES)
    return after;
  if (recipe->n_states > MAX_ROW_STATES && before < EVENTS_A_STATE * recipe->n_states)
    return after;
  return MIN (after, n_new);
}

static void
assert_grows (Fixture *self, const guint *before, const guint *after, gboolean extra)
{
  g_autoptr (SpurTrace) old = make_trace (self, before, FALSE);
  g_autoptr (GBytes) old_bytes = build_index (self, old);
  g_autoptr (SpurTrace) trace = make_trace (self, after, extra);
  g_autoptr (GBytes) expected = build_index (self, trace);
  g_autoptr (GBytes) found = NULL;
  guint64 n_taken, most = extra ? recipes[0].n_events : 0;

  write_bytes (self, g_bytes_get_data (old_bytes, NULL), g_bytes_get_size (old_bytes));
  found = open_index (self, trace, &n_taken);
  g_assert_cmpmem (g_bytes_get_data (found, NULL), g_bytes_get_size (found),
                   g_bytes_get_data (expected, NULL), g_bytes_get_size (expected));
  for (guint i = 0; i < N_STREAMS; i++)
    most += count_most (&recipes[i], before[i], after[i]);
  g_test_message ("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " events", n_taken,
                  spur_trace_get_n_events (trace));
  g_assert_cmpuint (n_taken, <=, most);
}

static void
test_grown (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  guint before[N_STREAMS], after[N_STREAMS];

  g_test_summary (
    "The index of a trace that grew is the one that is built anew, byte for byte, and "
    "only new events are looked at.");

  for (guint round = 0; round < spur_test_scale (N_ROUNDS); round++)
    {
      for (guint i = 0; i < N_STREAMS; i++)
        {
          after[i] = (guint) g_test_rand_int_range (0, (gint32) recipes[i].n_events);
          before[i] = (guint) g_test_rand_int_range (0, (gint32) after[i] + 1);
        }
      before[round % N_STREAMS] = after[round % N_STREAMS];
      assert_grows (self, before, after, round % 2 != 0);
    }
}

static void
test_shrunk (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  guint before[N_STREAMS], after[N_STREAMS];

  g_test_summary ("That of a trace that lost events is right, too.");

  for (guint round = 0; round < spur_test_scale (N_ROUNDS); round++)
    {
      for (guint i = 0; i < N_STREAMS; i++)
        {
          before[i] = (guint) g_test_rand_int_range (0, (gint32) recipes[i].n_events);
          after[i] = (guint) g_test_rand_int_range (0, (gint32) before[i] + 1);
        }
      assert_grows (self, before, after, FALSE);
    }
}

static void
test_later (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  const guint n_events[] = { 1500, 1500, 1500, 1500, 1500 };
  const guint more[] = { 1600, 1600, 1600, 1600, 1600 };
  g_autoptr (SpurTrace) old = make_trace (self, n_events, FALSE);
  g_autoptr (GBytes) old_bytes = build_index (self, old);

  g_test_summary ("Chunks of the same bytes that begin later are other ones.");

  self->delay_ticks = 5000;
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (SpurTrace) trace = make_trace (self, i == 0 ? n_events : more, FALSE);
      g_autoptr (GBytes) expected = build_index (self, trace);
      g_autoptr (GBytes) found = NULL;
      guint64 n_taken;

      g_assert_false (g_bytes_equal (old_bytes, expected));
      write_bytes (self, g_bytes_get_data (old_bytes, NULL), g_bytes_get_size (old_bytes));
      found = open_index (self, trace, &n_taken);
      g_assert_true (g_bytes_equal (found, expected));
      g_assert_cmpuint (n_taken, ==, spur_trace_get_n_events (trace));
    }
}

/* What an index before it grew is while it is damaged. */
typedef struct
{
  Fixture *fixture;
  SpurTrace *trace;
  GBytes *expected;
  GBytes *old;
} Damage;

static void
damage_init (Damage *self, Fixture *fixture)
{
  const guint before[] = { 900, 600, 500, 900, 800 };
  const guint after[] = { 1000, 900, 600, 1000, 900 };
  g_autoptr (SpurTrace) old = make_trace (fixture, before, FALSE);

  self->fixture = fixture;
  self->old = build_index (fixture, old);
  self->trace = make_trace (fixture, after, FALSE);
  self->expected = build_index (fixture, self->trace);
}

static void
damage_clear (Damage *self)
{
  g_object_unref (self->trace);
  g_bytes_unref (self->expected);
  g_bytes_unref (self->old);
}

static void
assert_repaired (Damage *self, const guint8 *bytes, gsize n_bytes)
{
  g_autoptr (GBytes) found = NULL;
  guint64 n_taken;

  write_bytes (self->fixture, bytes, n_bytes);
  found = open_index (self->fixture, self->trace, &n_taken);
  g_assert_true (g_bytes_equal (found, self->expected));
}

static void
test_flipped (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree guint8 *bytes = NULL;
  gsize n_bytes;
  Damage self;

  g_test_summary ("With any bit flipped the index of fewer events is never believed.");

  damage_init (&self, fixture);
  bytes = g_memdup2 (g_bytes_get_data (self.old, &n_bytes), g_bytes_get_size (self.old));
  for (guint i = 0; i < spur_test_scale (N_FLIPS); i++)
    {
      /* Half of them are in what is not the bytes of a stream. */
      gsize at = (gsize) g_test_rand_int_range (0, i % 2 ? (gint32) n_bytes : 512);
      guint8 bit = (guint8) (1u << g_test_rand_int_range (0, 8));

      bytes[at] ^= bit;
      assert_repaired (&self, bytes, n_bytes);
      bytes[at] ^= bit;
    }
  damage_clear (&self);
}

static void
test_truncated (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const guint8 *bytes;
  gsize n_all;
  Damage self;

  g_test_summary ("So it is at any length.");

  damage_init (&self, fixture);
  bytes = g_bytes_get_data (self.old, &n_all);
  for (gsize n_bytes = 0; n_bytes < n_all; n_bytes++)
    assert_repaired (&self, bytes, n_bytes);
  damage_clear (&self);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function)                                                                        \
  g_test_add ("/index-growth/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("grown", test_grown);
  ADD ("shrunk", test_shrunk);
  ADD ("later", test_later);
  ADD ("flipped", test_flipped);
  ADD ("truncated", test_truncated);
  return g_test_run ();
}
