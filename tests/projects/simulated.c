/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "tests/projects/simulated.h"

#include <glib/gstdio.h>
#include <string.h>

#include "core/causality/spur-check.h"
#include "core/clock/spur-extended-clock.h"
#include "core/store/spur-container.h"

#define SKEW_NS 5000000

SpurTrace *
simulated_new (const SimProgram *program, guint64 seed, gint64 skew_ns)
{
  SimOptions options = sim_program_get_defaults (program);
  g_autoptr (GError) error = NULL;
  SpurTrace *trace;

  options.seed = seed;
  options.skew_ns = skew_ns;
  trace = sim_program_simulate (program, &options, &error);
  g_assert_no_error (error);
  return trace;
}

/* A file's content; the file is gone then. */
static char *
write_out (SpurTrace *trace, gsize *n_bytes, SpurTrace **again)
{
  g_autofree char *folder = g_dir_make_tmp ("spur-project-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "trace.spur", NULL);
  g_autoptr (GError) error = NULL;
  char *bytes = NULL;

  g_assert_nonnull (folder);
  g_assert_true (spur_container_save (trace, path, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &bytes, n_bytes, &error));
  if (again != NULL)
    {
      *again = spur_container_open (path, NULL, &error);
      g_assert_no_error (error);
      g_assert_nonnull (*again);
    }
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  return bytes;
}

void
simulated_check_seeds (const SimProgram *program)
{
  g_autoptr (SpurTrace) one = simulated_new (program, 5, 0);
  g_autoptr (SpurTrace) same = simulated_new (program, 5, 0);
  g_autoptr (SpurTrace) other = simulated_new (program, 6, 0);
  gsize n_one, n_same, n_other;
  g_autofree char *one_bytes = write_out (one, &n_one, NULL);
  g_autofree char *same_bytes = write_out (same, &n_same, NULL);
  g_autofree char *other_bytes = write_out (other, &n_other, NULL);

  g_assert_cmpmem (one_bytes, n_one, same_bytes, n_same);
  g_assert_false (n_one == n_other && memcmp (one_bytes, other_bytes, n_one) == 0);
  g_assert_cmpuint (spur_trace_get_n_events (one), >, 2000);
}

static void
assert_same_tables (SpurTrace *trace, SpurTrace *again)
{
  g_assert_cmpuint (spur_trace_get_n_objects (again), ==, spur_trace_get_n_objects (trace));
  for (guint32 i = 0; i < spur_trace_get_n_objects (trace); i++)
    {
      const SpurObject *a = spur_trace_get_object_info (trace, i);
      const SpurObject *b = spur_trace_get_object_info (again, i);

      g_assert_cmpstr (g_type_name (a->type), ==, g_type_name (b->type));
      g_assert_cmpstr (a->name, ==, b->name);
      g_assert_cmpstr (a->kind, ==, b->kind);
    }
}

void
simulated_check_round_trip (const SimProgram *program)
{
  g_autoptr (SpurTrace) trace = simulated_new (program, 11, SKEW_NS);
  g_autoptr (SpurTrace) again = NULL;
  g_autoptr (SpurCursor) from = NULL;
  g_autoptr (SpurCursor) to = NULL;
  gsize n_bytes, n_bytes_again;
  g_autofree char *bytes = write_out (trace, &n_bytes, &again);
  g_autofree char *bytes_again = write_out (again, &n_bytes_again, NULL);

  g_assert_cmpmem (bytes, n_bytes, bytes_again, n_bytes_again);
  assert_same_tables (trace, again);
  from = spur_cursor_new (trace, TRUE);
  to = spur_cursor_new (again, TRUE);
  while (spur_cursor_next (from))
    {
      const SpurEventLayout *layout = spur_cursor_get_layout (from);

      g_assert_true (spur_cursor_next (to));
      g_assert_cmpuint (spur_cursor_get_stream (from), ==, spur_cursor_get_stream (to));
      g_assert_cmpint (spur_cursor_get_raw_ns (from), ==, spur_cursor_get_raw_ns (to));
      g_assert_true (spur_cursor_get_layout (to)->type == layout->type);
      g_assert_cmpmem (spur_cursor_get_record (from), layout->n_bytes, spur_cursor_get_record (to),
                       spur_cursor_get_layout (to)->n_bytes);
    }
  g_assert_false (spur_cursor_next (to));
}

static SpurEdges *
match (SpurTrace *trace)
{
  g_autoptr (GError) error = NULL;
  SpurEdges *edges = spur_edges_new_for_trace (trace, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (spur_edges_get_n_unmatched_sends (edges), ==, 0);
  g_assert_cmpuint (spur_edges_get_n_unmatched_receives (edges), ==, 0);
  g_assert_cmpuint (spur_edges_get_n_incomplete_collectives (edges), ==, 0);
  return edges;
}

static void
correct (SpurTrace *trace, SpurEdges *edges)
{
  g_autoptr (SpurClockCorrector) corrector = spur_extended_clock_new ();
  g_autoptr (SpurCorrection) correction = spur_correction_new (spur_trace_get_n_streams (trace));
  g_autoptr (GError) error = NULL;
  SpurCheck check;

  g_assert_true (spur_clock_corrector_correct (corrector, trace, edges, correction, NULL, &error));
  g_assert_no_error (error);
  spur_check_run (&check, trace, edges, correction, 0, NULL);
  g_assert_true (spur_check_is_clean (&check));
}

void
simulated_check_causality (const SimProgram *program)
{
  for (guint64 seed = 1; seed <= 3; seed++)
    {
      g_autoptr (SpurTrace) right = simulated_new (program, seed, 0);
      g_autoptr (SpurTrace) wrong = simulated_new (program, seed, SKEW_NS);
      g_autoptr (SpurEdges) edges = match (right);
      g_autoptr (SpurEdges) wrong_edges = match (wrong);
      SpurCheck check, wrong_check;

      spur_check_run (&check, right, edges, NULL, 1, NULL);
      g_assert_true (spur_check_is_clean (&check));
      g_assert_cmpuint (check.n_edges, >, 100);
      spur_check_run (&wrong_check, wrong, wrong_edges, NULL, 1, NULL);
      g_assert_cmpuint (wrong_check.n_edges, ==, check.n_edges);
      g_assert_cmpuint (wrong_check.n_reversed, >, 0);
      correct (wrong, wrong_edges);
    }
}

gboolean
simulated_is_a (SpurCursor *cursor, GType type)
{
  return g_type_is_a (spur_cursor_get_layout (cursor)->type, type);
}

guint64
simulated_get (SpurCursor *cursor, const char *field)
{
  const SpurEventLayout *layout = spur_cursor_get_layout (cursor);
  int index = spur_event_layout_find_field (layout, field);

  g_assert_cmpint (index, >=, 0);
  return spur_event_layout_get_uint (layout, (guint) index, spur_cursor_get_record (cursor));
}

double
simulated_get_double (SpurCursor *cursor, const char *field)
{
  guint64 bits = simulated_get (cursor, field);
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}
