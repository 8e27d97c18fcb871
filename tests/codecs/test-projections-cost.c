/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <glib/gstdio.h>

#include "core/plugin/spur-registry.h"

#define COST_NS 130
#define SEED 20261128

/* What a program of one PE does, again and again: it packs a message and sends it. */
typedef struct
{
  guint n_messages;
  /* From the begin of a packing to its end, beside what the record takes. */
  gint64 packing_ns;
} Program;

static const Program empty = { 5000, 0 };
static const Program busy = { 5000, 2000 };
static const Program brief = { 50, 0 };

static const char definitions[] = "PROJECTIONS_ID 11.0\n"
                                  "VERSION 11.0\n"
                                  "MACHINE \"simulated\"\n"
                                  "PROCESSORS 1\n"
                                  "TOTAL_CHARES 1\n"
                                  "TOTAL_EPS 1\n"
                                  "CHARE 0 \"main\" -1\n"
                                  "ENTRY CHARE 0 \"main(CkArgMsg* impl_msg)\" 0 0\n"
                                  "TOTAL_STATS 0\n"
                                  "END\n";

typedef struct
{
  GString *text;
  GRand *random;
  gint64 now_ns;
} Log;

/* The tracer reads the clock, and then it writes. */
static void
put (Log *log, const char *before, const char *after)
{
  g_string_append_printf (log->text, "%s%" G_GINT64_FORMAT "%s\n", before, log->now_ns / 1000,
                          after);
  log->now_ns += COST_NS;
}

static void
work (Log *log)
{
  log->now_ns += g_rand_int_range (log->random, 3000, 9000);
}

static char *
make_log (const Program *program)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (SEED);
  Log log = { g_string_new (NULL), random, 1000000 };

  put (&log, "6 ", "");
  put (&log, "2 4 0 ", " 0 0 64 0 0 0 0 0 1");
  for (guint i = 0; i < program->n_messages; i++)
    {
      work (&log);
      put (&log, "16 ", " 0");
      log.now_ns += program->packing_ns;
      put (&log, "17 ", " 0");
      work (&log);
      put (&log, "1 4 0 ", " 1 0 64 0");
    }
  work (&log);
  put (&log, "3 0 0 ", " 0 0 0 5");
  put (&log, "7 ", "");
  g_string_prepend (log.text, "PROJECTIONS-RECORD 0\n");
  return g_string_free (log.text, FALSE);
}

static SpurTrace *
open_program (const Program *program)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("spur-projections-XXXXXX", &error);
  g_autofree char *sts = g_build_filename (folder, "t.sts", NULL);
  g_autofree char *path = g_build_filename (folder, "t.0.log", NULL);
  g_autofree char *log = make_log (program);
  SpurTrace *trace;

  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (sts, definitions, -1, NULL));
  g_assert_true (g_file_set_contents (path, log, -1, NULL));
  trace = spur_registry_open_trace (spur_registry_get_default (), sts, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
  g_unlink (sts);
  g_unlink (path);
  g_rmdir (folder);
  return trace;
}

static void
test_measured (void)
{
  g_autoptr (SpurTrace) trace = open_program (&empty);
  gint64 cost_ns = spur_trace_get_record_cost_ns (trace);

  g_test_summary ("What a record takes shows in pairs of records with nothing between them, though "
                  "the clock's ticks are eight times as long.");
  g_test_message ("%" G_GINT64_FORMAT " ns", cost_ns);
  /* 5000 packings of 130 ns are 650 ticks, give or take 24 of them. */
  g_assert_cmpint (cost_ns, >=, COST_NS - 15);
  g_assert_cmpint (cost_ns, <=, COST_NS + 15);
}

static void
test_unknown (void)
{
  g_autoptr (SpurTrace) full = open_program (&busy);
  g_autoptr (SpurTrace) early = open_program (&brief);

  g_test_summary ("Where the program does something between any two records, or there are few, a "
                  "log does not tell what a record takes.");
  g_assert_null (spur_trace_get_fact (full, SPUR_TRACE_RECORD_COST));
  g_assert_cmpint (spur_trace_get_record_cost_ns (full), ==, 0);
  g_assert_null (spur_trace_get_fact (early, SPUR_TRACE_RECORD_COST));
}

static void
test_declared (void)
{
  static const struct
  {
    const char *text;
    gint64 cost_ns;
  } cases[] = {
    { "70", 70 },   { "0", 0 }, { "1000000", 1000000 },        { "1000001", 0 }, { "-1", 0 },
    { "70 ns", 0 }, { "", 0 },  { "99999999999999999999", 0 }, { "0.0001", 0 }
  };

  g_test_summary ("Any format can say what a record takes; what is no such time is not believed.");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SpurTrace) trace = spur_trace_new ();

      spur_trace_set_fact (trace, SPUR_TRACE_RECORD_COST, cases[i].text);
      g_assert_cmpint (spur_trace_get_record_cost_ns (trace), ==, cases[i].cost_ns);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/projections/cost/measured", test_measured);
  g_test_add_func ("/projections/cost/unknown", test_unknown);
  g_test_add_func ("/projections/cost/declared", test_declared);
  return g_test_run ();
}
