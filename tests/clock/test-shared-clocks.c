/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Streams that read one clock, though nothing but their edges says so. */
#include "config.h"

#include <math.h>

#include "core/clock/spur-clock-chain.h"
#include "core/clock/spur-clock-corrector.h"
#include "core/clock/spur-clock-finding.h"
#include "made-trace.h"

#define N_STREAMS 6
#define N_CLOCKS 3
#define N_MESSAGES 24000
#define STEP_NS 416000

/* Streams that share a clock in turn, which drifts and wanders if @is_wandering, and differ by
 * @apart_ns all the same. */
typedef struct
{
  gint64 apart_ns;
  gboolean is_wandering;
  const char *domains;
  guint n_found;
} Row;

static gint64
read_clock (const Row *row, guint stream, gint64 true_ns)
{
  guint clock = stream % N_CLOCKS;
  double t_s = (double) true_ns * 1e-9;
  double error_ns = 800e3 * sin (7.0 * clock + 1.0);

  if (row->is_wandering)
    error_ns += 20e3 * cos (5.0 * clock) * t_s + 10e3 * sin (2.0 * G_PI * t_s / 7.0 + 2.4 * clock);
  return true_ns + llrint (error_ns) + row->apart_ns * (stream / N_CLOCKS) + STEP_NS * 1000;
}

/* Messages are sent one after the other, so that every stream's events are in order. */
static SpurTrace *
make_trace (const Row *row, SpurEdges *edges)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint s = 0; s < N_STREAMS; s++)
    g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
  for (gint64 i = 0; i < N_MESSAGES; i++)
    {
      guint from = (guint) g_test_rand_int_range (0, N_STREAMS);
      guint to = (from + (guint) g_test_rand_int_range (1, N_STREAMS)) % N_STREAMS;
      gint64 delay_ns = 300 - llrint (2000.0 * log (1.0 - g_test_rand_double ()));
      gint64 send_ns = read_clock (row, from, i * STEP_NS);
      gint64 receive_ns = read_clock (row, to, i * STEP_NS + MIN (delay_ns, STEP_NS - 1));
      GArray *sender = times->pdata[from], *receiver = times->pdata[to];

      g_array_append_val (sender, send_ns);
      g_array_append_val (receiver, receive_ns);
      made_trace_add_edge (edges, from, sender->len - 1, to, receiver->len - 1);
    }
  return made_trace_new (times, 256);
}

static void
assert_row (const Row *row)
{
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("auto", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (N_STREAMS);
  g_autoptr (SpurEdges) edges = spur_edges_new (N_STREAMS);
  g_autoptr (SpurTrace) trace = make_trace (row, edges);
  g_autoptr (GArray) findings = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *n_domains = g_strdup_printf ("%u", row->n_found);
  guint n_shared = 0;

  if (row->domains != NULL)
    g_assert_true (spur_clock_chain_set_option (chain, "domains", row->domains, NULL));
  spur_clock_chain_run (chain, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (spur_correction_get_fact (correction, "model.domains"), ==, n_domains);
  findings = spur_clock_finding_list (correction);
  for (guint k = 0; k < findings->len; k++)
    {
      const SpurClockFinding *finding = &g_array_index (findings, SpurClockFinding, k);
      g_autofree char *text = spur_clock_finding_describe (finding, trace);

      if (finding->kind != SPUR_CLOCK_FINDING_SHARED)
        continue;
      g_assert_cmpuint (finding->stream, ==, n_shared++);
      g_assert_cmpuint (finding->n_seen, ==, 2);
      g_assert_cmpuint (finding->n_asked, ==, N_STREAMS);
      g_assert_nonnull (strstr (text, "and 1 more read one clock"));
    }
  g_assert_cmpuint (n_shared, ==, row->n_found == N_CLOCKS ? N_CLOCKS : 0);
}

static void
test_found (void)
{
  const Row row = { 0, TRUE, NULL, N_CLOCKS };

  g_test_summary ("Streams whose clocks wander in one and the same way read one clock.");
  assert_row (&row);
}

static void
test_said (void)
{
  const Row row = { 0, TRUE, "clock", N_STREAMS };

  g_test_summary ("They do not where that is said.");
  assert_row (&row);
}

static void
test_apart (void)
{
  const Row row = { 250, TRUE, NULL, N_STREAMS };

  g_test_summary ("Clocks that differ by less than any message takes are not taken for one.");
  assert_row (&row);
}

static void
test_by_chance (void)
{
  const Row row = { 0, FALSE, NULL, N_STREAMS };

  g_test_summary ("Constants may be the same by chance where hosts are not known.");
  assert_row (&row);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/shared-clocks/found", test_found);
  g_test_add_func ("/clock/shared-clocks/said", test_said);
  g_test_add_func ("/clock/shared-clocks/apart", test_apart);
  g_test_add_func ("/clock/shared-clocks/by-chance", test_by_chance);
  return g_test_run ();
}
