/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <glib/gstdio.h>

#include "core/causality/spur-check.h"
#include "core/causality/spur-delays-internal.h"
#include "core/causality/spur-delays.h"
#include "core/causality/spur-edges-internal.h"
#include "events/spur-events.h"

#define N_STREAMS 3

/* Messages 0 to 1 and 1 to 2, of two classes, and a barrier of all; each of the times given. */
typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
} Fixture;

static void
append (SpurTrace *trace, guint stream, gint64 time_ns, GType type)
{
  guint8 record[128];

  memset (record, 0xff, sizeof record);
  spur_stream_append (spur_trace_get_stream (trace, stream), time_ns,
                      spur_trace_add_event_type (trace, type), record);
}

static void
fixture_init (Fixture *self, guint64 resolution_hz, guint32 domain_of_last)
{
  const SpurMember members[N_STREAMS] = { { 2, 3, 0, 1, 1 }, { 2, 3, 1, 1, 1 }, { 2, 3, 2, 1, 1 } };
  const SpurCollective barrier = { SPUR_PATTERN_BARRIER, SPUR_NONE, N_STREAMS, members };
  const SpurEdge edges[] = { { 0, 0, SPUR_MU_DEFAULT, 0, 1 },
                             { 1, 1, SPUR_MU_DEFAULT, 0, 1 },
                             { 1, 1, SPUR_MU_DEFAULT, 1, 2 },
                             { 0, 0, 77, 0, 2 } };

  self->trace = spur_trace_new ();
  for (guint i = 0; i < N_STREAMS; i++)
    {
      g_autofree char *name = g_strdup_printf ("rank %u", i);
      SpurClock clock = { name, "program", resolution_hz, 0, i < 2 ? 0 : domain_of_last };

      spur_trace_add_stream (
        self->trace, name,
        spur_definitions_add_clock (spur_trace_get_definitions (self->trace), &clock), SPUR_NONE);
      append (self->trace, i, 1000 + 100 * i, SPUR_TYPE_CHANNEL_RECEIVE_EVENT);
      append (self->trace, i, 2000 + 30 * i, SPUR_TYPE_LOCK_ACQUIRE_EVENT);
      append (self->trace, i, 3000 + 10 * i, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT);
      append (self->trace, i, 3100 + 10 * i, SPUR_TYPE_COLLECTIVE_END_EVENT);
    }
  g_assert_true (spur_trace_seal (self->trace, NULL));
  self->edges = spur_edges_new (N_STREAMS);
  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    spur_edges_add (self->edges, &edges[i]);
  spur_edges_add_collective (self->edges, &barrier);
}

static void
fixture_clear (Fixture *self)
{
  g_object_unref (self->edges);
  g_object_unref (self->trace);
}

/* In the order of the edges: 0-1 first and second message, 0-2 with a mu of its own, 1-2. */
static void
assert_mu (Fixture *self, gint64 a, gint64 b, gint64 own, gint64 c, gint64 collective)
{
  const gint64 expected[] = { a, b, own, c };
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (self->edges, &n_edges);

  g_assert_cmpuint (n_edges, ==, G_N_ELEMENTS (expected));
  for (gsize i = 0; i < n_edges; i++)
    g_assert_cmpint (all[i].mu_ns, ==, expected[i]);
  g_assert_cmpint (spur_edges_get_collective_mu_ns (self->edges, 0), ==, collective);
}

static void
parse (SpurDelays *delays, Fixture *self, const char *text)
{
  g_autoptr (GError) error = NULL;

  spur_delays_parse (delays, self->trace, text, &error);
  g_assert_no_error (error);
}

static void
test_given (void)
{
  g_autoptr (SpurDelays) delays = spur_delays_new ();
  Fixture self;

  g_test_summary ("A pair comes before a class, a class before the default, its own before all.");

  fixture_init (&self, 1000000000, 1);
  parse (delays, &self, "LO_Message_Receive_Event=2us");
  parse (delays, &self, "rank 1 > rank 2 = 40");
  parse (delays, &self, "0.005 us");
  spur_delays_apply (delays, self.edges, self.trace, NULL, NULL);
  assert_mu (&self, 2000, 5, 77, 40, 5);
  parse (delays, &self, "0,1=9");
  spur_delays_apply (delays, self.edges, self.trace, NULL, NULL);
  assert_mu (&self, 9, 9, 77, 40, 5);
  g_assert_cmpint (spur_delays_get_pair_ns (delays, 1, 0), ==, 9);
  g_assert_cmpint (spur_delays_get_pair_ns (delays, 2, 1), ==, SPUR_MU_DEFAULT);
  fixture_clear (&self);
}

static void
test_forgotten (void)
{
  g_autoptr (SpurDelays) delays = spur_delays_new ();
  g_autoptr (SpurDelays) none = spur_delays_new ();
  Fixture self;

  g_test_summary ("What is applied last holds; edges keep what they came with.");

  fixture_init (&self, 1000000000, 1);
  parse (delays, &self, "500");
  parse (delays, &self, "Collective_End_Event=3");
  spur_delays_apply (delays, self.edges, self.trace, NULL, NULL);
  assert_mu (&self, 500, 500, 77, 500, 3);
  spur_delays_apply (none, self.edges, self.trace, NULL, NULL);
  assert_mu (&self, SPUR_MU_DEFAULT, SPUR_MU_DEFAULT, 77, SPUR_MU_DEFAULT, SPUR_MU_DEFAULT);
  g_assert_true (spur_edges_get_delays (self.edges) == none);
  fixture_clear (&self);
}

static void
test_measured (void)
{
  g_autoptr (SpurDelays) delays = spur_delays_new ();
  g_autofree char *text = NULL;
  Fixture self;
  SpurCheck check;

  g_test_summary (
    "On one clock the least delay of a class counts; between clocks nothing is measured.");

  fixture_init (&self, 1000000000, 0);
  parse (delays, &self, "auto");
  spur_delays_apply (delays, self.edges, self.trace, NULL, NULL);
  assert_mu (&self, 100, 30, 77, 30, 80);
  spur_check_run (&check, self.trace, self.edges, NULL, 1, NULL);
  g_assert_true (spur_check_is_clean (&check));
  text = spur_delays_describe (delays);
  g_assert_nonnull (strstr (text, "measured on one clock: 30 to 100 ns"));
  fixture_clear (&self);

  fixture_init (&self, 1000000000, 1);
  spur_delays_apply (delays, self.edges, self.trace, NULL, NULL);
  assert_mu (&self, 100, 30, 77, SPUR_MU_DEFAULT, SPUR_MU_DEFAULT);
  fixture_clear (&self);
}

static void
test_coarse (void)
{
  const guint32 domains[] = { 4, 5, 6 };
  g_autoptr (SpurDelays) delays = spur_delays_new ();
  Fixture self;

  g_test_summary ("What takes less than a tick of a coarse clock may take no time at all.");

  fixture_init (&self, 1000000, 1);
  parse (delays, &self, "auto");
  spur_delays_apply (delays, self.edges, self.trace, domains, NULL);
  assert_mu (&self, 0, 0, 77, 0, 0);
  fixture_clear (&self);
}

static void
test_pairs_in_check (void)
{
  g_autoptr (SpurDelays) delays = spur_delays_new ();
  Fixture self;
  SpurCheck check;

  g_test_summary ("The check holds members of an operation to the mu of each pair.");

  fixture_init (&self, 1000000000, 1);
  parse (delays, &self, "0>1=111");
  spur_delays_apply (delays, self.edges, self.trace, NULL, NULL);
  spur_check_run (&check, self.trace, self.edges, NULL, 1, NULL);
  g_assert_cmpuint (check.n_collective_receives, ==, 3);
  g_assert_cmpuint (check.n_collective_below_mu, ==, 1);
  g_assert_cmpuint (check.n_below_mu, ==, 2);
  g_assert_cmpuint (check.n_reversed + check.n_collective_reversed, ==, 0);
  fixture_clear (&self);
}

static void
test_recalled (void)
{
  static const char *const wrong[] = { "all",      "all=-1", "all=x",      "pair.0>9=1",
                                       "pair.0=1", "some=1", "class.A%=1", "all=1  all=2" };
  g_autoptr (SpurDelays) delays = spur_delays_new ();
  g_autoptr (SpurDelays) recalled = spur_delays_new ();
  g_autoptr (SpurDelays) nothing = spur_delays_new ();
  g_autoptr (SpurCorrection) correction = spur_correction_new (3);
  g_autoptr (SpurCorrection) other = spur_correction_new (3);
  g_autoptr (GError) error = NULL;
  Fixture self;

  g_test_summary ("What a correction was made with is noted in it, and taken from there again.");

  fixture_init (&self, 1000000000, 1);
  g_assert_true (spur_delays_recall (nothing, correction, &error));
  g_assert_false (spur_delays_get_estimates (nothing));
  parse (delays, &self, "LO_Message_Receive_Event=2us");
  parse (delays, &self, "rank 1 > rank 2 = 40");
  parse (delays, &self, "0>1=3");
  parse (delays, &self, "5");
  spur_delays_apply (delays, self.edges, self.trace, NULL, NULL);
  spur_delays_note (delays, correction);
  g_assert_cmpstr (spur_correction_get_fact (correction, "mu.given"), ==,
                   "all=5 class.LO_Message_Receive_Event=2000 pair.0>1=3 pair.1>2=40");
  g_assert_true (spur_delays_recall (recalled, correction, &error));
  spur_delays_note (recalled, other);
  g_assert_cmpstr (spur_correction_get_fact (other, "mu.given"), ==,
                   spur_correction_get_fact (correction, "mu.given"));
  g_assert_cmpint (spur_delays_get_pair_ns (recalled, 1, 2), ==, 40);
  spur_correction_set_fact (correction, "mu.method", "estimated");
  g_assert_true (spur_delays_recall (recalled, correction, &error));
  g_assert_true (spur_delays_get_estimates (recalled));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      spur_correction_set_fact (correction, "mu.given", wrong[i]);
      g_assert_false (spur_delays_recall (recalled, correction, &error));
      g_assert_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_DELAY);
      g_clear_error (&error);
    }
  fixture_clear (&self);
}

static void
test_refused (void)
{
  static const char *const wrong[] = {
    "",
    "-1",
    "1.5",
    "2min",
    "=",
    "Event=",
    "Nothing=1",
    "0>3=1",
    "1>1=1",
    "rank 0>9=2",
    "0>1",
    "auto=1",
    "0>1=2305843009213693953",
    "3000000000s",
    "0>1=1 2",
  };
  g_autoptr (SpurDelays) delays = spur_delays_new ();
  Fixture self;

  g_test_summary ("What cannot be read, or names nothing, is refused with what was found.");

  fixture_init (&self, 1000000000, 1);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (spur_delays_parse (delays, self.trace, wrong[i], &error));
      g_assert_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_DELAY);
      g_assert_nonnull (strstr (error->message, wrong[i]));
    }
  g_assert_false (spur_delays_has_pairs (delays));
  fixture_clear (&self);
}

static void
test_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spur-delays-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "mu.txt", NULL);
  g_autoptr (SpurDelays) delays = spur_delays_new ();
  g_autoptr (GError) error = NULL;
  Fixture self;

  g_test_summary ("A file says one thing a line; an error names the line.");

  fixture_init (&self, 1000000000, 1);
  g_assert_true (g_file_set_contents (path, "# ours\n\n  rank 0>rank 1 = 8\n3\n", -1, NULL));
  spur_delays_parse_file (delays, self.trace, path, &error);
  g_assert_no_error (error);
  spur_delays_apply (delays, self.edges, self.trace, NULL, NULL);
  assert_mu (&self, 8, 8, 77, 3, 3);
  g_assert_true (g_file_set_contents (path, "3\nrank 0>rank 7=8\n", -1, NULL));
  g_assert_false (spur_delays_parse_file (delays, self.trace, path, &error));
  g_assert_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_DELAY);
  g_assert_nonnull (strstr (error->message, "mu.txt:2: "));
  g_unlink (path);
  g_rmdir (folder);
  fixture_clear (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/causality/delays/given", test_given);
  g_test_add_func ("/causality/delays/forgotten", test_forgotten);
  g_test_add_func ("/causality/delays/measured", test_measured);
  g_test_add_func ("/causality/delays/coarse", test_coarse);
  g_test_add_func ("/causality/delays/pairs-in-check", test_pairs_in_check);
  g_test_add_func ("/causality/delays/refused", test_refused);
  g_test_add_func ("/delays/recalled", test_recalled);
  g_test_add_func ("/causality/delays/file", test_file);
  return g_test_run ();
}
