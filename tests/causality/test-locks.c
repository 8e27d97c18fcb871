/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Locks that are handed over very often, and very many locks. */
#include "config.h"

#include "core/causality/spur-edges-internal.h"
#include "core/causality/spur-scan-private.h"
#include "events/spur-events.h"

#define N_STREAMS 70
#define N_HOLDERS 40000

typedef struct
{
  SpurTrace *trace;
  gint64 now_ns;
} Fixture;

static void
fixture_init (Fixture *self)
{
  self->trace = spur_trace_new ();
  self->now_ns = 0;
  for (guint i = 0; i < N_STREAMS; i++)
    {
      g_autofree char *name = g_strdup_printf ("thread %u", i);
      SpurClock clock = { name, "program", 1000000000, 0, 0 };

      spur_trace_add_stream (
        self->trace, name,
        spur_definitions_add_clock (spur_trace_get_definitions (self->trace), &clock), SPUR_NONE);
    }
}

static guint64
append (Fixture *self, guint s, GType type, guint lock, guint64 order)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  SpurStream *stream = spur_trace_get_stream (self->trace, s);
  guint64 event = spur_stream_get_n_events (stream);
  guint8 record[128] = { 0 };

  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_TAG], record, lock);
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_MESSAGE_ID], record,
                              order);
  spur_stream_append (stream, self->now_ns++, spur_trace_add_event_type (self->trace, type),
                      record);
  return event;
}

/* The thread that is holder number @order of a lock; never the one before. */
static guint
get_holder (guint lock, guint order)
{
  return (lock + 7 * order + order / 10) % N_STREAMS;
}

static SpurEdges *
match (Fixture *self, guint n_threads)
{
  SpurJob job = { NULL, NULL, NULL, n_threads };
  g_autoptr (GError) error = NULL;
  SpurEdges *edges = spur_edges_new_for_trace (self->trace, &job, &error);

  g_assert_no_error (error);
  return edges;
}

static int
compare_edges (gconstpointer a, gconstpointer b)
{
  return spur_edge_compare (a, b);
}

static void
check_edges (SpurEdges *edges, GArray *expected, guint64 n_sends_left, guint64 n_receives_left)
{
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  g_array_sort (expected, compare_edges);
  g_assert_cmpuint (n_edges, ==, expected->len);
  for (gsize i = 0; i < n_edges; i++)
    g_assert_cmpint (spur_edge_compare (&all[i], &g_array_index (expected, SpurEdge, i)), ==, 0);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched_sends, ==, n_sends_left);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched_receives, ==, n_receives_left);
}

/* The last holder comes first in every stream, and the numbers do not begin with 0. */
static void
test_often (void)
{
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (SpurEdge));
  SpurEdge later = { 0 };
  Fixture self;

  g_test_summary ("Each of 40,000 holders of a lock got it from the one before.");

  fixture_init (&self);
  for (guint i = N_HOLDERS; i-- > 0;)
    {
      guint s = get_holder (0, i);
      guint64 acquired = append (&self, s, SPUR_TYPE_LOCK_ACQUIRE_EVENT, 0, 1000 + i);
      guint64 released = append (&self, s, SPUR_TYPE_LOCK_RELEASE_EVENT, 0, 1001 + i);

      later.from_stream = s;
      later.from_event = released;
      if (i < N_HOLDERS - 1)
        g_array_append_val (expected, later);
      later = (SpurEdge){ 0, acquired, SPUR_MU_DEFAULT, 0, s };
    }
  g_assert_true (spur_trace_seal (self.trace, NULL));
  for (guint n_threads = 1; n_threads <= 8; n_threads += 7)
    {
      g_autoptr (SpurEdges) edges = match (&self, n_threads);

      check_edges (edges, expected, 0, 0);
    }
  g_object_unref (self.trace);
}

/* Of each lock the first acquisition and the last release are no losses, and others are. */
static void
test_many (void)
{
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (SpurEdge));
  guint64 n_sends_left = 0, n_receives_left = 0;
  Fixture self;

  g_test_summary ("What the first holder of a lock lacks is no loss; of 10,000 locks.");

  fixture_init (&self);
  for (guint lock = 0; lock < N_HOLDERS / 4; lock++)
    {
      guint lost = lock % 8;
      SpurEdge edge = { 0, 0, SPUR_MU_DEFAULT, 0, 0 };

      for (guint i = 0; i < 4; i++)
        {
          guint s = get_holder (lock, i);

          edge.to_stream = s;
          /* The acquisition is lost, or else the release, of one in half of the locks. */
          if (lost != i)
            edge.to_event = append (&self, s, SPUR_TYPE_LOCK_ACQUIRE_EVENT, lock, i);
          if (i > 0 && lost == i)
            n_sends_left++;
          else if (i > 0 && lock % 16 == 8 && i == 2)
            n_receives_left++;
          else if (i > 0)
            g_array_append_val (expected, edge);
          if (lock % 16 == 8 && i == 1)
            continue;
          edge.from_event = append (&self, s, SPUR_TYPE_LOCK_RELEASE_EVENT, lock, i + 1);
          edge.from_stream = s;
        }
    }
  g_assert_true (spur_trace_seal (self.trace, NULL));
  for (guint n_threads = 1; n_threads <= 8; n_threads += 7)
    {
      g_autoptr (SpurEdges) edges = match (&self, n_threads);

      check_edges (edges, expected, n_sends_left, n_receives_left);
    }
  g_object_unref (self.trace);
}

static int
compare_hashes (gconstpointer a, gconstpointer b)
{
  guint32 p = *(const guint32 *) a, q = *(const guint32 *) b;

  return p < q ? -1 : p > q;
}

/* A search through all that have one hash takes as many steps as those are; so each number of a
 * lock needs a hash of its own. */
static void
test_spread (void)
{
  SpurScanClasses classes;
  SpurScan scan = { 0 };
  guint32 n_different = 1;
  Fixture self;

  g_test_summary ("The numbers of one lock are looked for apart from each other.");

  fixture_init (&self);
  for (guint i = 0; i < N_HOLDERS; i++)
    append (&self, 0, SPUR_TYPE_LOCK_ACQUIRE_EVENT, 0, 2 * i);
  g_assert_true (spur_trace_seal (self.trace, NULL));
  spur_scan_classes_init (&classes, self.trace);
  g_assert_true (
    spur_scan_stream (&scan, self.trace, spur_trace_get_stream (self.trace, 0), &classes));
  g_assert_cmpuint (scan.n_channels, ==, N_HOLDERS);
  qsort (scan.hashes, scan.n_channels, sizeof *scan.hashes, compare_hashes);
  for (guint32 i = 1; i < scan.n_channels; i++)
    n_different += scan.hashes[i] != scan.hashes[i - 1];
  g_assert_cmpuint (n_different, >, N_HOLDERS / 100 * 99);
  spur_scan_clear (&scan);
  spur_scan_classes_clear (&classes);
  g_object_unref (self.trace);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/causality/locks/often", test_often);
  g_test_add_func ("/causality/locks/many", test_many);
  g_test_add_func ("/causality/locks/spread", test_spread);
  return g_test_run ();
}
