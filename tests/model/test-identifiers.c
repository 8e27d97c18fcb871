/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/model/events/spur-meaning.h"
#include "core/model/identifiers/spur-identifier-internal.h"
#include "core/model/identifiers/spur-ordered-event-id.h"

#define N_PROCESSES 5
#define N_THREADS 4
#define N_IDS 5000

typedef struct
{
  guint64 origin;
  guint64 number;
} Pair;

static gpointer
take_ids (gpointer data)
{
  Pair *pairs = data;

  for (guint i = 0; i < N_IDS; i++)
    {
      g_autoptr (SpurIdentifier) id = spur_identifier_new (SPUR_TYPE_IDENTIFIER);

      pairs[i].origin = spur_identifier_get_origin (id);
      pairs[i].number = spur_identifier_get_number (id);
    }
  return NULL;
}

static void
take_in_threads (Pair *pairs)
{
  GThread *threads[N_THREADS];

  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("taker", take_ids, pairs + i * N_IDS);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
}

static void
write_all (int fd, const void *data, gsize n_bytes)
{
  const guint8 *bytes = data;

  while (n_bytes > 0)
    {
      gssize n = write (fd, bytes, n_bytes);

      if (n <= 0)
        _exit (1);
      bytes += n;
      n_bytes -= (gsize) n;
    }
}

static void
read_all (int fd, void *data, gsize n_bytes)
{
  guint8 *bytes = data;

  while (n_bytes > 0)
    {
      gssize n = read (fd, bytes, n_bytes);

      g_assert_cmpint (n, >, 0);
      bytes += n;
      n_bytes -= (gsize) n;
    }
}

static int
compare_pairs (const void *a, const void *b)
{
  return memcmp (a, b, sizeof (Pair));
}

static void
test_unique (void)
{
  const gsize n_all = (gsize) N_PROCESSES * N_THREADS * N_IDS;
  g_autofree Pair *pairs = g_new0 (Pair, n_all);
  g_autofree Pair *mine = g_new0 (Pair, N_THREADS * N_IDS);
  g_autoptr (GHashTable) origins = g_hash_table_new (g_int64_hash, g_int64_equal);
  int fds[N_PROCESSES][2];
  pid_t pids[N_PROCESSES];

  g_test_summary ("100000 identifiers from forked processes and their threads are all different.");

  /* The process before the fork has an origin and a count already. */
  take_ids (mine);
  for (guint p = 1; p < N_PROCESSES; p++)
    {
      g_assert_no_errno (pipe (fds[p]));
      pids[p] = fork ();
      g_assert_cmpint (pids[p], >=, 0);
      if (pids[p] == 0)
        {
          for (guint other = 1; other <= p; other++)
            close (fds[other][0]);
          take_in_threads (mine);
          write_all (fds[p][1], mine, N_THREADS * N_IDS * sizeof (Pair));
          /* Nothing is to look lost when it ends here. */
          g_clear_pointer (&mine, g_free);
          g_clear_pointer (&pairs, g_free);
          g_clear_pointer (&origins, g_hash_table_unref);
          _exit (0);
        }
      close (fds[p][1]);
    }
  take_in_threads (pairs);
  for (guint p = 1; p < N_PROCESSES; p++)
    {
      int status;

      read_all (fds[p][0], pairs + (gsize) p * N_THREADS * N_IDS,
                N_THREADS * N_IDS * sizeof (Pair));
      close (fds[p][0]);
      g_assert_cmpint (waitpid (pids[p], &status, 0), ==, pids[p]);
      g_assert_cmpint (status, ==, 0);
    }

  qsort (pairs, n_all, sizeof *pairs, compare_pairs);
  for (gsize i = 0; i < n_all; i++)
    {
      g_assert_cmpuint (pairs[i].origin, !=, 0);
      g_hash_table_add (origins, &pairs[i].origin);
      if (i > 0)
        g_assert_cmpint (compare_pairs (&pairs[i - 1], &pairs[i]), <, 0);
    }
  g_assert_cmpuint (g_hash_table_size (origins), ==, N_PROCESSES);
}

static void
test_event_id (void)
{
  g_autoptr (SpurEventId) id =
    spur_event_id_new_of_type (SPUR_TYPE_ORDERED_EVENT_ID, "rank 3", 3, 99, 17, -5);
  g_autofree char *text = spur_identifier_to_string (SPUR_IDENTIFIER (id));

  g_test_summary ("An event's identifier says when and where it happened.");

  g_assert_cmpstr (text, ==, "rank 3:17");
  g_assert_cmpstr (spur_event_id_get_source (id), ==, "rank 3");
  g_assert_cmpuint (spur_event_id_get_stream (id), ==, 3);
  g_assert_cmpint (spur_event_id_get_raw_time_ns (id), ==, -5);
}

static void
test_predecessors (void)
{
  SpurEventId *ids[3];
  g_autoptr (SpurEventId) event = spur_event_id_new_of_type (SPUR_TYPE_EVENT_ID, "a", 0, 0, 9, 0);
  g_autoptr (SpurEventId) ordered =
    spur_event_id_new_of_type (SPUR_TYPE_ORDERED_EVENT_ID, "a", 0, 0, 9, 0);
  g_autoptr (SpurEventId) multi =
    spur_event_id_new_of_type (SPUR_TYPE_MULTI_ORDERED_EVENT_ID, "a", 0, 0, 9, 0);
  SpurEventId *all[] = { event, ordered, multi };

  g_test_summary ("Identifiers name as many predecessors as their class can.");

  for (guint i = 0; i < 3; i++)
    ids[i] = spur_event_id_new_of_type (SPUR_TYPE_ORDERED_EVENT_ID, "b", 1, 0, i, i);
  for (guint i = 0; i < 3; i++)
    {
      spur_event_id_set_predecessors (all[i], ids, 3);
      g_assert_cmpuint (spur_event_id_get_n_predecessors (all[i]), ==, i == 2 ? 3 : i);
      for (guint k = 0; k < spur_event_id_get_n_predecessors (all[i]); k++)
        {
          SpurEventId *predecessor = spur_event_id_get_predecessor (all[i], k);

          g_assert_true (spur_identifier_equal (predecessor, ids[k]));
          g_assert_true (G_OBJECT_TYPE (predecessor) == SPUR_TYPE_EVENT_ID);
        }
    }
  spur_event_id_set_predecessors (multi, ids + 1, 1);
  g_assert_cmpuint (spur_event_id_get_n_predecessors (multi), ==, 1);
  spur_event_id_set_predecessors (multi, NULL, 0);
  g_assert_cmpuint (spur_event_id_get_n_predecessors (multi), ==, 0);
  for (guint i = 0; i < 3; i++)
    g_object_unref (ids[i]);
}

static SpurIdentifier *
pack_and_unpack (SpurIdentifier *id)
{
  g_autoptr (GVariant) packed = spur_identifier_to_variant (id);
  g_autoptr (GBytes) bytes = g_variant_get_data_as_bytes (packed);
  g_autoptr (GVariant) again =
    g_variant_ref_sink (g_variant_new_from_bytes (g_variant_get_type (packed), bytes, FALSE));
  g_autoptr (GError) error = NULL;
  SpurIdentifier *back = spur_identifier_new_from_variant (G_OBJECT_TYPE (id), again, &error);

  g_assert_no_error (error);
  g_assert_true (G_OBJECT_TYPE (back) == G_OBJECT_TYPE (id));
  g_assert_true (spur_identifier_equal (id, back));
  return back;
}

static void
test_packed (void)
{
  const GType types[] = { SPUR_TYPE_EVENT_ID, SPUR_TYPE_ORDERED_EVENT_ID,
                          SPUR_TYPE_MULTI_ORDERED_EVENT_ID };
  g_autoptr (SpurIdentifier) object = spur_identifier_new (SPUR_TYPE_IDENTIFIER);
  g_autoptr (SpurIdentifier) object_back = pack_and_unpack (object);

  g_assert_true (spur_identifier_equal (object, object_back));
  g_test_summary ("What is packed is the same when it is unpacked.");

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      for (guint n = 0; n < 4; n++)
        {
          g_autoptr (SpurEventId) a = spur_event_id_new_of_type (
            SPUR_TYPE_EVENT_ID, "", SPUR_NONE, G_MAXUINT64, G_MAXUINT64, SPUR_TIME_LIMIT_NS);
          g_autoptr (SpurEventId) b = spur_event_id_new_of_type (SPUR_TYPE_EVENT_ID, "Läufer ✓", 1,
                                                                 1, 0, -SPUR_TIME_LIMIT_NS);
          SpurEventId *predecessors[] = { a, b, a };
          g_autoptr (SpurEventId) id =
            spur_event_id_new_of_type (types[i], "thread", 5, 77, 88, 99);
          g_autoptr (SpurEventId) back = NULL;

          spur_event_id_set_predecessors (id, predecessors, MIN (n, 3));
          back = SPUR_EVENT_ID (pack_and_unpack (SPUR_IDENTIFIER (id)));
          g_assert_cmpstr (spur_event_id_get_source (back), ==, "thread");
          g_assert_cmpint (spur_event_id_get_raw_time_ns (back), ==, 99);
          g_assert_cmpuint (spur_event_id_get_stream (back), ==, SPUR_NONE);
          g_assert_cmpuint (spur_event_id_get_n_predecessors (back), ==, MIN (i == 2 ? 3 : i, n));
          for (guint k = 0; k < spur_event_id_get_n_predecessors (back); k++)
            {
              SpurEventId *predecessor = spur_event_id_get_predecessor (back, k);

              g_assert_true (spur_identifier_equal (predecessor, predecessors[k]));
              g_assert_cmpstr (spur_event_id_get_source (predecessor), ==,
                               spur_event_id_get_source (predecessors[k]));
            }
        }
    }
}

static void
test_not_packed (void)
{
  const GType types[] = { SPUR_TYPE_IDENTIFIER, SPUR_TYPE_EVENT_ID, SPUR_TYPE_ORDERED_EVENT_ID,
                          SPUR_TYPE_MULTI_ORDERED_EVENT_ID };
  g_autoptr (SpurEventId) good = spur_event_id_new_of_type (SPUR_TYPE_EVENT_ID, "a", 0, 1, 2, 3);
  g_autoptr (GVariant) packed = spur_identifier_to_variant (SPUR_IDENTIFIER (good));
  const char *texts[] = {
    "1",
    "(uint64 1, uint64 2, uint64 3)",
    "(<(uint64 1, 2)>, 'a', int64 0)",
    "(<(uint64 1, uint64 2)>, 'a', int64 2305843009213693953)",
    "(<(<(uint64 1, uint64 2)>, 'a', int64 0)>, just <'no identifier'>)",
    "(<(<(<(uint64 1, uint64 2)>, 'a', int64 0)>, @mv nothing)>, [<5>])",
  };

  g_test_summary ("What another class packed, or no class, is refused.");

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (GVariant) bad = g_variant_parse (NULL, texts[k], NULL, NULL, &error);

          g_assert_no_error (error);
          g_assert_null (spur_identifier_new_from_variant (types[i], bad, &error));
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
        }
      if (types[i] != SPUR_TYPE_EVENT_ID)
        {
          g_autoptr (GError) error = NULL;

          g_assert_null (spur_identifier_new_from_variant (types[i], packed, &error));
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
        }
    }
}

static void
test_names (void)
{
  g_test_summary ("Classes of identifiers are found by the names that traces have for them.");

  g_assert_cmpstr (spur_identifier_type_get_name (SPUR_TYPE_MULTI_ORDERED_EVENT_ID), ==,
                   "Multi_Ordered_Event_ID");
  g_assert_true (spur_identifier_type_from_name ("Identifier") == SPUR_TYPE_IDENTIFIER);
  g_assert_true (spur_identifier_type_from_name ("Ordered_Event_ID") == SPUR_TYPE_ORDERED_EVENT_ID);
  g_assert_cmpuint (spur_identifier_type_from_name ("Event_Id"), ==, 0);
  g_assert_cmpuint (spur_event_id_type_get_max_predecessors (SPUR_TYPE_EVENT_ID), ==, 0);
  g_assert_cmpuint (spur_event_id_type_get_max_predecessors (SPUR_TYPE_ORDERED_EVENT_ID), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/identifiers/unique", test_unique);
  g_test_add_func ("/model/identifiers/names", test_names);
  g_test_add_func ("/model/identifiers/event-id", test_event_id);
  g_test_add_func ("/model/identifiers/predecessors", test_predecessors);
  g_test_add_func ("/model/identifiers/packed", test_packed);
  g_test_add_func ("/model/identifiers/not-packed", test_not_packed);
  return g_test_run ();
}
