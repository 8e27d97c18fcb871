/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "core/plugin/spur-registry.h"

/* A trace of tests/data, else of the folder of shared traces. */
static char *
get_path (const char *name)
{
  g_autofree char *own = g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  const char *shared = g_getenv ("SPUR_SHARED");

  if (g_file_test (own, G_FILE_TEST_IS_DIR))
    return g_steal_pointer (&own);
  return g_build_filename (shared != NULL ? shared : "", "corpus", name, NULL);
}

static SpurTrace *
open_corpus (const char *name, guint n_threads)
{
  g_autofree char *path = get_path (name);
  g_autoptr (GError) error = NULL;
  SpurJob job = { NULL, NULL, NULL, n_threads };
  SpurTrace *trace;

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("the trace is not there: SPUR_SHARED names the folder of shared traces");
      return NULL;
    }
  trace = spur_registry_open_trace (spur_registry_get_default (), path, &job, &error);
  g_assert_no_error (error);
  return trace;
}

/* An event, and what matching looks at. */
typedef struct
{
  guint64 message;
  guint32 tag;
  guint32 stream;
  gint64 time_us;
  SpurRole role;
} Ping;

typedef struct
{
  guint64 n_events;
  guint64 n_begins;
  guint64 n_creations;
  guint64 n_matched;
  guint64 n_between;
  guint64 n_reversed;
  gint64 worst_us;
  guint64 n_other_entry;
  guint64 n_other_entry_between;
} Counts;

static void
collect (SpurTrace *trace, GArray *pings)
{
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);

      for (guint64 j = 0; j < spur_stream_get_n_events (stream); j++)
        {
          const SpurEventLayout *layout;
          const guint8 *record = spur_stream_get_record (stream, j, &layout);
          Ping ping = {
            spur_event_layout_get_use (layout, SPUR_USE_MESSAGE_ID, record, 0),
            (guint32) spur_event_layout_get_use (layout, SPUR_USE_TAG, record, 0),
            i,
            spur_stream_get_ticks (stream, j),
            layout->role,
          };

          if (layout->role != SPUR_ROLE_INTERNAL)
            {
              g_assert_cmpint (layout->match, ==, SPUR_MATCH_BY_ID);
              g_array_append_val (pings, ping);
            }
        }
    }
}

static int
compare_pings (gconstpointer a, gconstpointer b)
{
  const Ping *first = a;
  const Ping *second = b;

  if (first->message != second->message)
    return first->message < second->message ? -1 : 1;
  return (int) first->role - (int) second->role;
}

/* The test's own matching: what begins with the creations of the message, then its receives. */
static void
match_message (const Ping *pings, guint n_pings, Counts *counts)
{
  for (guint i = 0; i < n_pings; i++)
    {
      const Ping *send = NULL;
      gboolean is_other = FALSE;

      if (pings[i].role != SPUR_ROLE_RECEIVE)
        continue;
      for (guint j = 0; j < n_pings && pings[j].role == SPUR_ROLE_SEND && send == NULL; j++)
        {
          if (pings[j].tag == pings[i].tag)
            send = &pings[j];
          else
            is_other = TRUE;
        }
      if (send == NULL)
        {
          counts->n_other_entry += is_other;
          counts->n_other_entry_between += is_other && pings[0].stream != pings[i].stream;
          continue;
        }
      counts->n_matched++;
      if (send->stream == pings[i].stream)
        continue;
      counts->n_between++;
      counts->n_reversed += pings[i].time_us < send->time_us;
      counts->worst_us = MIN (counts->worst_us, pings[i].time_us - send->time_us);
    }
}

static Counts
count (SpurTrace *trace)
{
  g_autoptr (GArray) pings = g_array_new (FALSE, FALSE, sizeof (Ping));
  Counts counts = { .n_events = spur_trace_get_n_events (trace) };

  collect (trace, pings);
  g_array_sort (pings, compare_pings);
  for (guint i = 0, n; i < pings->len; i += n)
    {
      const Ping *first = &g_array_index (pings, Ping, i);

      for (n = 1; i + n < pings->len && first[n].message == first->message; n++)
        ;
      match_message (first, n, &counts);
    }
  for (guint i = 0; i < pings->len; i++)
    {
      counts.n_begins += g_array_index (pings, Ping, i).role == SPUR_ROLE_RECEIVE;
      counts.n_creations += g_array_index (pings, Ping, i).role == SPUR_ROLE_SEND;
    }
  return counts;
}

static void
assert_lossless (SpurTrace *trace)
{
  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    g_test_message ("%s: %" G_GUINT64_FORMAT, spur_trace_get_loss (trace, i)->what,
                    spur_trace_get_loss (trace, i)->count);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
}

static void
test_greedy (void)
{
  g_autoptr (SpurTrace) trace = open_corpus ("projections-charm-lbtest-greedy-4pe", 0);
  SpurDefinitions *definitions;
  Counts counts;

  g_test_summary ("4 PEs, 100 array elements: the counts of the trace's README.");
  if (trace == NULL)
    return;
  definitions = spur_trace_get_definitions (trace);

  counts = count (trace);
  /* The records, and a phase on each PE behind each of the 2 steps. */
  g_assert_cmpuint (counts.n_events, ==, 250858 + 4 * 2);
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 4);
  g_assert_cmpuint (spur_definitions_count_objects (definitions, SPUR_TYPE_LOAD_OBJECT), ==,
                    100 + 4);
  /* Each PE has a branch of the load balancer. */
  g_assert_cmpuint (spur_definitions_count_objects (definitions, SPUR_TYPE_LM_COMPONENT), ==, 4);
  g_assert_cmpuint (spur_definitions_count_objects (definitions, SPUR_TYPE_TARGET), ==, 4);
  g_assert_cmpuint (counts.n_begins, ==, 47023);
  g_assert_cmpuint (counts.n_matched, ==, 46467);
  g_assert_cmpuint (counts.n_between, ==, 18933);
  g_assert_cmpuint (counts.n_reversed, ==, 1789);
  g_assert_cmpint (counts.worst_us, ==, -1038);
  assert_lossless (trace);
}

static void
test_refine (void)
{
  g_autoptr (SpurTrace) trace = open_corpus ("projections-charm-lbtest-refine-8pe", 0);
  SpurDefinitions *definitions;
  Counts counts;

  g_test_summary ("8 PEs, 200 array elements: the counts of the trace's README.");
  if (trace == NULL)
    return;
  definitions = spur_trace_get_definitions (trace);

  counts = count (trace);
  g_assert_cmpuint (counts.n_events, ==, 164485 + 8 * 3);
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 8);
  g_assert_cmpuint (spur_definitions_count_objects (definitions, SPUR_TYPE_LOAD_OBJECT), ==,
                    200 + 8);
  g_assert_cmpuint (spur_definitions_count_objects (definitions, SPUR_TYPE_LM_COMPONENT), ==, 8);
  g_assert_cmpuint (counts.n_begins, ==, 51092);
  g_assert_cmpuint (counts.n_matched, ==, 49168);
  g_assert_cmpuint (counts.n_between, ==, 2913);
  g_assert_cmpuint (counts.n_reversed, ==, 219);
  g_assert_cmpint (counts.worst_us, ==, -5480);
  assert_lossless (trace);
}

/* Creations of messages that go to one PE only. */
static guint64
count_single (SpurTrace *trace, guint index)
{
  SpurStream *stream = spur_trace_get_stream (trace, index);
  guint64 n_events = 0;

  for (guint64 i = 0; i < spur_stream_get_n_events (stream); i++)
    {
      const SpurEventLayout *layout;
      const guint8 *record = spur_stream_get_record (stream, i, &layout);
      int field = spur_event_layout_find_field (layout, "receivers");

      n_events += field >= 0 && spur_event_layout_get_uint (layout, (guint) field, record) == 1;
    }
  return n_events;
}

static void
test_pingpong (void)
{
  g_autoptr (SpurTrace) trace = open_corpus ("projections-pipit-pingpong", 0);
  Counts counts;

  g_test_summary ("2 PEs: the counts of another reader, which compares no entry methods.");
  if (trace == NULL)
    return;

  counts = count (trace);
  g_assert_cmpuint (counts.n_events, ==, 1932);
  g_assert_cmpuint (counts.n_creations, ==, 180);
  g_assert_cmpuint (counts.n_begins, ==, 307);
  g_assert_cmpuint (counts.n_matched, ==, 221);
  g_assert_cmpuint (counts.n_between, ==, 197);
  g_assert_cmpuint (counts.n_matched + counts.n_other_entry, ==, 285);
  g_assert_cmpuint (counts.n_between + counts.n_other_entry_between, ==, 214);
  g_assert_cmpuint (counts.n_reversed, ==, 0);
  g_assert_cmpuint (count_single (trace, 0), ==, 77);
  g_assert_cmpuint (count_single (trace, 1), ==, 68);
  assert_lossless (trace);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/projections/greedy", test_greedy);
  g_test_add_func ("/projections/refine", test_refine);
  g_test_add_func ("/projections/pingpong", test_pingpong);
  return g_test_run ();
}
