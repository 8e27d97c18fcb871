/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* The result of a correction depends neither on how many threads find it nor on how much of the
 * trace is in memory. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "core/causality/spur-check.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "core/clock/logical/spur-clock-forward-private.h"
#include "core/store/container/spur-container.h"
#include "events/spur-events.h"
#include "tests/test-corpus.h"

#define MAX_STREAMS 24
#define N_GROUPS 3

typedef struct
{
  guint from;
  guint to;
  guint64 tag;
} Message;

/* A parallel program: what is appended later happens later, by true time. */
typedef struct
{
  GRand *rand;
  SpurTrace *trace;
  guint n_streams;
  gint64 now_ns;
  gint64 off_ns[MAX_STREAMS];
  gint64 drift_ppm[MAX_STREAMS];
  gint64 last_ns[MAX_STREAMS];
  gint32 steps_back;
  guint32 groups[N_GROUPS];
  guint n_members[N_GROUPS];
  GQueue *on_their_way[MAX_STREAMS];
} Program;

static void
append (Program *self, guint stream, GType type, ...)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  gint64 ticks;
  guint8 record[128];
  va_list list;

  /* What is not said refers to nothing. */
  memset (record, 0xff, sizeof record);
  va_start (list, type);
  for (;;)
    {
      SpurUse use = (SpurUse) va_arg (list, int);

      if (use == SPUR_USE_NONE)
        break;
      spur_event_layout_set_uint (layout, (guint) layout->field_of_use[use], record,
                                  va_arg (list, guint64));
    }
  va_end (list);
  self->now_ns += g_rand_int_range (self->rand, 0, 3000);
  ticks = self->now_ns + self->off_ns[stream] + self->now_ns / 1000000 * self->drift_ppm[stream];
  if (self->steps_back == 0 || g_rand_int_range (self->rand, 0, 1000) >= self->steps_back)
    ticks = MAX (ticks, self->last_ns[stream]);
  self->last_ns[stream] = ticks;
  spur_stream_append (spur_trace_get_stream (self->trace, stream), ticks,
                      spur_trace_add_event_type (self->trace, type), record);
}

static void
send_message (Program *self, guint from)
{
  guint to =
    (from + (guint) g_rand_int_range (self->rand, 1, (gint32) self->n_streams)) % self->n_streams;
  Message *message = g_new (Message, 1);

  *message = (Message){ from, to, (guint64) g_rand_int_range (self->rand, 0, 3) };
  append (self, from, SPUR_TYPE_CHANNEL_SEND_EVENT, SPUR_USE_SUBJECT, (guint64) from, SPUR_USE_PEER,
          (guint64) to, SPUR_USE_TAG, message->tag, SPUR_USE_COMMUNICATOR,
          (guint64) self->groups[0], SPUR_USE_NONE);
  g_queue_push_tail (self->on_their_way[to], message);
}

static void
receive_message (Program *self, guint to)
{
  g_autofree Message *message = g_queue_pop_head (self->on_their_way[to]);

  if (message != NULL)
    append (self, to, SPUR_TYPE_CHANNEL_RECEIVE_EVENT, SPUR_USE_SUBJECT, (guint64) to,
            SPUR_USE_PEER, (guint64) message->from, SPUR_USE_TAG, message->tag,
            SPUR_USE_COMMUNICATOR, (guint64) self->groups[0], SPUR_USE_POSTED, (guint64) 0,
            SPUR_USE_NONE);
}

static void
meet (Program *self)
{
  guint g = (guint) g_rand_int_range (self->rand, 0, N_GROUPS);
  guint64 pattern =
    (guint64) g_rand_int_range (self->rand, SPUR_PATTERN_ONE_TO_N, SPUR_PATTERN_EXSCAN + 1);
  gboolean has_root = pattern == SPUR_PATTERN_ONE_TO_N || pattern == SPUR_PATTERN_N_TO_ONE;
  guint64 root =
    has_root ? (guint64) g_rand_int_range (self->rand, 0, (gint32) self->n_members[g]) : SPUR_NONE;

  for (guint i = 0; i < self->n_members[g]; i++)
    append (self, i, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT, SPUR_USE_SUBJECT, (guint64) i,
            SPUR_USE_NONE);
  for (guint i = 0; i < self->n_members[g]; i++)
    append (self, i, SPUR_TYPE_COLLECTIVE_END_EVENT, SPUR_USE_SUBJECT, (guint64) i,
            SPUR_USE_COMMUNICATOR, (guint64) self->groups[g], SPUR_USE_PATTERN, pattern,
            SPUR_USE_ROOT, root, SPUR_USE_SENT_BYTES, (guint64) g_rand_int_range (self->rand, 0, 4),
            SPUR_USE_RECEIVED_BYTES, (guint64) g_rand_int_range (self->rand, 0, 4), SPUR_USE_NONE);
}

static void
run_program (Program *self, guint64 n_steps)
{
  for (guint64 i = 0; i < n_steps; i++)
    {
      guint stream = (guint) g_rand_int_range (self->rand, 0, (gint32) self->n_streams);
      gint32 what = g_rand_int_range (self->rand, 0, 1000);

      if (what < 300)
        send_message (self, stream);
      else if (what < 650)
        receive_message (self, stream);
      else if (what < 655)
        meet (self);
      else
        append (self, stream, SPUR_TYPE_LO_EVENT, SPUR_USE_SUBJECT, (guint64) stream,
                SPUR_USE_NONE);
    }
}

static void
make_definitions (Program *self)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  guint32 members[MAX_STREAMS];

  for (guint s = 0; s < self->n_streams; s++)
    {
      g_autofree char *name = g_strdup_printf ("rank %u", s);
      SpurClock clock = { name, "program", 1000000000, 0, s };

      members[s] =
        spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, name, NULL, SPUR_NONE);
      spur_trace_add_stream (self->trace, name, spur_definitions_add_clock (definitions, &clock),
                             SPUR_NONE);
      self->off_ns[s] = g_rand_int_range (self->rand, 0, 200000);
      self->drift_ppm[s] = g_rand_int_range (self->rand, 0, 50);
      self->last_ns[s] = G_MININT64;
      self->on_their_way[s] = g_queue_new ();
    }
  for (guint g = 0; g < N_GROUPS; g++)
    {
      self->n_members[g] =
        g == 0 ? self->n_streams
               : (guint) g_rand_int_range (self->rand, 2, (gint32) self->n_streams + 1);
      self->groups[g] =
        spur_definitions_add_group (definitions, "group", members, self->n_members[g]);
    }
}

static SpurTrace *
make_trace (guint32 seed, guint64 n_steps, gboolean may_step_back)
{
  Program self = { .rand = g_rand_new_with_seed (seed) };
  g_autoptr (GError) error = NULL;

  self.n_streams = (guint) g_rand_int_range (self.rand, 2, MAX_STREAMS + 1);
  self.trace = spur_trace_new_with_chunks ((guint) g_rand_int_range (self.rand, 50, 5000));
  self.steps_back = may_step_back && g_rand_boolean (self.rand) ? 2 : 0;
  make_definitions (&self);
  run_program (&self, n_steps);
  for (guint s = 0; s < self.n_streams; s++)
    g_queue_free_full (self.on_their_way[s], g_free);
  g_rand_free (self.rand);
  spur_trace_seal (self.trace, &error);
  g_assert_no_error (error);
  return self.trace;
}

/* All that is found of a trace. */
typedef struct
{
  SpurEdges *edges;
  SpurCorrection *correction;
  SpurCheck before;
  SpurCheck after;
} Found;

static void
find (Found *found, SpurTrace *trace, guint n_threads, gint64 delta_ns)
{
  const SpurJob job = { NULL, NULL, NULL, n_threads };
  g_autoptr (SpurClockCorrector) eclc = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (GError) error = NULL;

  memset (found, 0, sizeof *found);
  found->edges = spur_edges_new_for_trace (trace, &job, &error);
  g_assert_no_error (error);
  spur_check_run (&found->before, trace, found->edges, NULL, 1, &job);
  found->correction = spur_correction_new (spur_trace_get_n_streams (trace));
  g_object_set (eclc, "delta-ns", delta_ns, NULL);
  spur_clock_corrector_correct (eclc, trace, found->edges, found->correction, &job, &error);
  g_assert_no_error (error);
  spur_check_run (&found->after, trace, found->edges, found->correction, 1, &job);
  g_assert_true (spur_check_is_clean (&found->after));
}

static void
found_clear (Found *found)
{
  g_clear_object (&found->edges);
  g_clear_object (&found->correction);
}

static void
assert_same_edges (const Found *a, const Found *b)
{
  gsize n_a, n_b;
  const SpurEdge *edges_a = spur_edges_get_all (a->edges, &n_a);
  const SpurEdge *edges_b = spur_edges_get_all (b->edges, &n_b);

  g_assert_cmpmem (edges_a, n_a * sizeof *edges_a, edges_b, n_b * sizeof *edges_b);
  g_assert_cmpuint (spur_edges_get_n_collectives (a->edges), ==,
                    spur_edges_get_n_collectives (b->edges));
  g_assert_cmpuint (spur_edges_get_counts (a->edges)->n_unmatched_sends, ==,
                    spur_edges_get_counts (b->edges)->n_unmatched_sends);
}

static void
assert_same (const Found *a, const Found *b)
{
  assert_same_edges (a, b);
  g_assert_cmpmem (&a->before, sizeof a->before, &b->before, sizeof b->before);
  g_assert_cmpmem (&a->after, sizeof a->after, &b->after, sizeof b->after);
  for (guint s = 0; s < spur_correction_get_n_streams (a->correction); s++)
    {
      guint n_maps = spur_correction_get_n_maps (a->correction, s);

      g_assert_cmpuint (n_maps, ==, spur_correction_get_n_maps (b->correction, s));
      for (guint m = 0; m < n_maps; m++)
        {
          gsize n_a, n_b;
          const SpurKnot *knots_a =
            spur_time_map_get_knots (spur_correction_get_map (a->correction, s, m), &n_a);
          const SpurKnot *knots_b =
            spur_time_map_get_knots (spur_correction_get_map (b->correction, s, m), &n_b);

          g_assert_cmpmem (knots_a, n_a * sizeof *knots_a, knots_b, n_b * sizeof *knots_b);
        }
    }
}

static guint32
get_seed (void)
{
  const char *text = g_getenv ("SPUR_TEST_SEED");

  return text != NULL ? (guint32) g_ascii_strtoull (text, NULL, 10) : g_random_int ();
}

static void
test_threads (void)
{
  guint32 seed = get_seed ();

  g_test_summary ("One, two and eight threads find the same edges, checks and time maps.");
  g_test_message ("SPUR_TEST_SEED=%u", seed);
  for (guint i = 0; i < spur_test_scale (12); i++)
    {
      g_autoptr (SpurTrace) trace = make_trace (seed + i, 120000, TRUE);
      gint64 delta_ns = i % 4 == 3 ? 2 : 0;
      guint n_sweep_nodes = spur_clock_sweep_nodes;
      static const guint sweep_nodes[] = { 0, 3, 1000 };
      Found one, found;

      find (&one, trace, 1, delta_ns);
      g_assert_cmpuint (one.before.n_below_mu, >, 0);
      for (guint n_threads = 2; n_threads <= 8; n_threads += 6)
        {
          find (&found, trace, n_threads, delta_ns);
          assert_same (&one, &found);
          found_clear (&found);
        }
      /* Nor does it matter whether sweeps are worth it. */
      for (guint k = 0; k < G_N_ELEMENTS (sweep_nodes); k++)
        {
          spur_clock_sweep_nodes = sweep_nodes[k];
          find (&found, trace, 1, delta_ns);
          assert_same (&one, &found);
          found_clear (&found);
          find (&found, trace, 2, delta_ns);
          assert_same (&one, &found);
          found_clear (&found);
        }
      spur_clock_sweep_nodes = n_sweep_nodes;
      found_clear (&one);
    }
}

/* Every receive of the one stream comes after a later send of the other. */
static void
test_cycle (void)
{
  enum
  {
    N_PAIRS = 20000
  };
  g_autoptr (SpurTrace) trace = make_trace (1, 400000, FALSE);
  g_autofree char *first = NULL;

  g_test_summary ("A cycle is named the same way by any number of threads.");
  for (guint n_threads = 1; n_threads <= 8; n_threads *= 2)
    {
      const SpurJob job = { NULL, NULL, NULL, n_threads };
      g_autoptr (SpurEdges) edges = spur_edges_new (spur_trace_get_n_streams (trace));
      g_autoptr (SpurCorrection) correction =
        spur_correction_new (spur_trace_get_n_streams (trace));
      g_autoptr (SpurClockCorrector) eclc = spur_clock_corrector_make ("eclc", NULL);
      g_autoptr (GError) error = NULL;
      guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (trace, 0));

      for (guint64 i = 0; i + 1 < MIN (N_PAIRS, n_events / 2); i++)
        {
          SpurEdge edge = { i, i, SPUR_MU_DEFAULT, 0, 1 };

          spur_edges_add (edges, &edge);
        }
      spur_edges_add (edges, &(SpurEdge){ 900, 500, SPUR_MU_DEFAULT, 1, 0 });
      g_assert_false (spur_clock_corrector_correct (eclc, trace, edges, correction, &job, &error));
      g_assert_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_CYCLE);
      if (first == NULL)
        first = g_strdup (error->message);
      g_assert_cmpstr (error->message, ==, first);
    }
}

static void
assert_same_files (const char *a, const char *b)
{
  g_autofree char *bytes_a = NULL, *bytes_b = NULL;
  gsize n_a, n_b;

  g_assert_true (g_file_get_contents (a, &bytes_a, &n_a, NULL));
  g_assert_true (g_file_get_contents (b, &bytes_b, &n_b, NULL));
  g_assert_cmpmem (bytes_a, n_a, bytes_b, n_b);
}

static void
test_little_memory (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spur-scale-XXXXXX", NULL);
  g_autofree char *raw = g_build_filename (folder, "raw.spur", NULL);
  g_autofree char *whole = g_build_filename (folder, "whole.spur", NULL);
  g_autofree char *little = g_build_filename (folder, "little.spur", NULL);
  guint32 seed = get_seed ();
  g_autoptr (SpurTrace) trace = make_trace (seed, 600000, FALSE);
  g_autoptr (SpurTrace) opened = NULL;
  g_autoptr (GError) error = NULL;
  GStatBuf facts;
  Found in_memory, out_of_core;

  g_test_summary (
    "A trace of which little is in memory gives the same bytes as one that is whole.");
  g_test_message ("SPUR_TEST_SEED=%u", seed);
  spur_container_save (trace, raw, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_stat (raw, &facts) == 0 && facts.st_size > 2 << 20);
  find (&in_memory, trace, 2, 0);
  spur_trace_set_correction (trace, in_memory.correction);
  g_assert_true (spur_container_save (trace, whole, NULL, &error));

  opened = spur_container_open (raw, NULL, &error);
  g_assert_no_error (error);
  spur_trace_set_max_mapped_bytes (opened, 0);
  find (&out_of_core, opened, 2, 0);
  assert_same (&in_memory, &out_of_core);
  spur_trace_set_correction (opened, out_of_core.correction);
  g_assert_true (spur_container_save (opened, little, NULL, &error));
  assert_same_files (whole, little);
  found_clear (&in_memory);
  found_clear (&out_of_core);
  g_unlink (raw);
  g_unlink (whole);
  g_unlink (little);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/scale/threads", test_threads);
  g_test_add_func ("/clock/scale/cycle", test_cycle);
  g_test_add_func ("/clock/scale/little-memory", test_little_memory);
  return g_test_run ();
}
