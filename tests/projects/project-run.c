/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "tests/projects/project-run.h"

#include <glib/gstdio.h>

#include "core/causality/spur-check.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "core/store/container/spur-container.h"
#include "tests/store/sample-trace.h"

#define SKEW_NS 3000000

SpurTrace *
project_run (const SimProgram *program, guint64 seed, gint64 skew_ns)
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

static GBytes *
save (SpurTrace *trace, const char *path)
{
  g_autoptr (GError) error = NULL;
  char *contents = NULL;
  gsize n_bytes;

  spur_container_save (trace, path, NULL, &error);
  g_assert_no_error (error);
  g_file_get_contents (path, &contents, &n_bytes, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (contents, n_bytes);
}

static void
check_seeds_and_container (const SimProgram *program, const char *path)
{
  g_autoptr (SpurTrace) trace = project_run (program, 1, 0);
  g_autoptr (SpurTrace) same = project_run (program, 1, 0);
  g_autoptr (SpurTrace) other = project_run (program, 2, 0);
  g_autoptr (SpurTrace) opened = NULL;
  g_autoptr (GBytes) other_bytes = save (other, path);
  g_autoptr (GBytes) same_bytes = save (same, path);
  g_autoptr (GBytes) bytes = save (trace, path);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_bytes_equal (bytes, same_bytes));
  g_assert_false (g_bytes_equal (bytes, other_bytes));
  g_assert_cmpuint (spur_trace_get_n_events (trace), >, 2000);
  opened = spur_container_open (path, NULL, &error);
  g_assert_no_error (error);
  sample_trace_assert_equal (trace, opened);
}

static void
check_causality (const SimProgram *program)
{
  for (guint64 seed = 1; seed <= 5; seed++)
    {
      g_autoptr (SpurTrace) trace = project_run (program, seed, 0);
      g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace, NULL, NULL);
      SpurCheck check;

      spur_check_run (&check, trace, edges, NULL, 1, NULL);
      g_assert_true (spur_check_is_clean (&check));
      g_assert_cmpuint (check.n_edges, >, 100);
      g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched_sends, ==, 0);
      g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched_receives, ==, 0);
      g_assert_cmpuint (spur_edges_get_counts (edges)->n_incomplete_collectives, ==, 0);
    }
}

static void
check_skew (const SimProgram *program)
{
  g_autoptr (SpurTrace) trace = project_run (program, 1, SKEW_NS);
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace, NULL, NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (spur_trace_get_n_streams (trace));
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (GError) error = NULL;
  SpurCheck check;

  spur_check_run (&check, trace, edges, NULL, 1, NULL);
  g_assert_cmpuint (check.n_reversed, >, 0);
  g_assert_cmpint (check.worst_ns, <=, SKEW_NS + SKEW_NS / 10);
  spur_clock_corrector_set_mu_ns (corrector, 1);
  spur_clock_corrector_correct (corrector, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  spur_check_run (&check, trace, edges, correction, 1, NULL);
  g_assert_true (spur_check_is_clean (&check));
}

void
project_check (const SimProgram *program)
{
  g_autofree char *folder = g_dir_make_tmp ("spur-project-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "trace.spur", NULL);

  g_assert_nonnull (folder);
  check_seeds_and_container (program, path);
  check_causality (program);
  check_skew (program);
  g_unlink (path);
  g_rmdir (folder);
}

static gboolean
is_a (const SpurEventLayout *layout, const char *class_name)
{
  for (GType type = layout->type; g_type_is_a (type, SPUR_TYPE_EVENT); type = g_type_parent (type))
    {
      if (g_str_equal (spur_event_type_get_layout (type)->name, class_name))
        return TRUE;
    }
  return FALSE;
}

void
project_visit (SpurTrace *trace, const char *class_name, ProjectVisit visit, gpointer data)
{
  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, s);

      for (guint64 i = 0; i < spur_stream_get_n_events (stream); i++)
        {
          const SpurEventLayout *layout;
          const guint8 *record = spur_stream_get_record (stream, i, &layout);

          if (is_a (layout, class_name))
            visit (trace, layout, record, spur_stream_get_raw_ns (stream, i), data);
        }
    }
}

typedef struct
{
  const char *class_name;
  guint64 n_exactly;
  guint64 n_all;
} Count;

static void
count (SpurTrace *trace,
       const SpurEventLayout *layout,
       const guint8 *record,
       gint64 time_ns,
       gpointer data)
{
  Count *self = data;

  self->n_all++;
  self->n_exactly += g_str_equal (layout->name, self->class_name);
}

guint64
project_count (SpurTrace *trace, const char *class_name)
{
  Count counted = { class_name, 0, 0 };

  project_visit (trace, class_name, count, &counted);
  return counted.n_exactly;
}

guint64
project_count_all (SpurTrace *trace, const char *class_name)
{
  Count counted = { class_name, 0, 0 };

  project_visit (trace, class_name, count, &counted);
  return counted.n_all;
}

guint64
project_get (const SpurEventLayout *layout, const guint8 *record, const char *field)
{
  int index = spur_event_layout_find_field (layout, field);

  g_assert_cmpint (index, >=, 0);
  return spur_event_layout_get_uint (layout, (guint) index, record);
}

guint32
project_find_object (SpurTrace *trace, const char *name)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  for (guint32 i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    {
      if (g_str_equal (spur_definitions_get_object (definitions, i)->name, name))
        return i;
    }
  g_assert_not_reached ();
}
