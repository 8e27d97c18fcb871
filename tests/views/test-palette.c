/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "visualizers/canvas/spur-canvas-internal.h"
#include "visualizers/style/spur-palette-internal.h"

#include "core/store/definitions/spur-definitions.h"

#include <string.h>

/* Makes a palette of states in this order, each of which lasts less long than the one before. */
static SpurPalette *
make_palette (SpurTrace *trace, SpurStateKind kind, const char *const *names)
{
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  guint n_names = g_strv_length ((char **) names);
  g_autofree gint64 *total_ns = g_new0 (gint64, n_names + 1);

  for (guint i = 0; i < n_names; i++)
    {
      spur_definitions_add_state (spur_trace_get_definitions (trace), names[i], kind);
      total_ns[i] = 1000 - i;
    }
  return spur_palette_new (trace, registry, total_ns, 10);
}

static guint32
find_color (const SpurPalette *palette, const char *name)
{
  for (guint i = 0; i < palette->n_swatches; i++)
    if (strcmp (palette->all[i].label, name) == 0)
      return palette->all[i].color;
  return SPUR_NONE;
}

static guint32
color_alone (SpurStateKind kind, const char *name)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  const char *const names[] = { name, NULL };
  g_autoptr (SpurPalette) palette = make_palette (trace, kind, names);

  return find_color (palette, name);
}

static void
test_order (void)
{
  const char *const names[] = { "solve", "assemble", "refine", "balance", "write", NULL };
  const char *const other[] = { "write", "refine", "assemble", "balance", "solve", NULL };
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autoptr (SpurTrace) other_trace = spur_trace_new ();
  g_autoptr (SpurPalette) palette = make_palette (trace, SPUR_STATE_WORK, names);
  g_autoptr (SpurPalette) others = make_palette (other_trace, SPUR_STATE_WORK, other);

  g_test_summary ("The colour of a state does not depend on how long it and others last.");

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_assert_cmphex (find_color (palette, names[i]), ==, find_color (others, names[i]));
      for (guint k = 0; k < i; k++)
        g_assert_cmphex (find_color (palette, names[i]), !=, find_color (palette, names[k]));
    }
  /* The first in the alphabet has what it has alone, whatever else there is. */
  g_assert_cmphex (find_color (palette, "assemble"), ==, color_alone (SPUR_STATE_WORK, "assemble"));
}

static void
test_mpi (void)
{
  const char *const names[] = { "MPI_Isend", "MPI_Recv",  "MPI_Waitall", "MPI_Allreduce",
                                "MPI_Bcast", "MPI_Init",  "MPI_Barrier", "MPI_Win_fence",
                                "MPI_Test",  "MPI_Irecv", NULL };
  const char *const mixed[] = { "PMPI_Waitall", "mpi_recv", "MPI_Allreduce", NULL };
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autoptr (SpurTrace) other_trace = spur_trace_new ();
  g_autoptr (SpurPalette) palette = make_palette (trace, SPUR_STATE_COMMUNICATION, names);
  g_autoptr (SpurPalette) others = make_palette (other_trace, SPUR_STATE_COMMUNICATION, mixed);

  g_test_summary ("Calls of MPI have the colours of what they do, in any spelling.");

  g_assert_cmphex (find_color (palette, "MPI_Waitall"), ==, find_color (others, "PMPI_Waitall"));
  g_assert_cmphex (find_color (palette, "MPI_Allreduce"), ==, find_color (others, "MPI_Allreduce"));
  /* Of two that receive the first in the alphabet has the colour of receiving. */
  g_assert_cmphex (find_color (palette, "MPI_Irecv"), ==, find_color (others, "mpi_recv"));
  g_assert_cmphex (find_color (palette, "MPI_Recv"), !=, find_color (palette, "MPI_Irecv"));
  for (guint i = 0; names[i] != NULL; i++)
    for (guint k = 0; k < i; k++)
      g_assert_cmphex (find_color (palette, names[i]), !=, find_color (palette, names[k]));
  g_assert_cmphex (color_alone (SPUR_STATE_COMMUNICATION, "MPI_Rsend"), ==,
                   color_alone (SPUR_STATE_COMMUNICATION, "MPI_Issend"));
}

static void
test_rest (void)
{
  const char *const names[] = {
    "MPI_Send", "MPI_Bsend", "MPI_Ssend", "MPI_Rsend", "MPI_Isend", NULL
  };
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autoptr (SpurPalette) palette = make_palette (trace, SPUR_STATE_COMMUNICATION, names);

  g_test_summary ("Of a family with more members than colours the shortest are one entry.");

  for (guint i = 0; i < 3; i++)
    g_assert_cmphex (find_color (palette, names[i]), !=, SPUR_NONE);
  g_assert_cmphex (find_color (palette, "MPI_Rsend"), ==, SPUR_NONE);
  g_assert_cmpuint (spur_palette_find (palette, 3), ==, spur_palette_find (palette, 4));
  g_assert_cmpstr (palette->all[spur_palette_find (palette, 3)].label, ==, "other communication");
  g_assert_cmpuint (palette->all[spur_palette_find (palette, 3)].n_states, ==, 2);
  /* Without a state, or with one that is nowhere defined. */
  g_assert_cmpstr (palette->all[spur_palette_find (palette, SPUR_NONE)].label, ==, "present");
}

static void
test_single_rest (void)
{
  const char *const sends[] = { "MPI_Send", "MPI_Bsend", "MPI_Ssend", "MPI_Rsend", NULL };
  const char *const works[] = { "a", "b", "c", "d", "e", "f", "g", "MPI_Wait", NULL };
  const guint n_works = G_N_ELEMENTS (works) - 1;
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  g_autoptr (SpurTrace) trace = spur_trace_new (), other_trace = spur_trace_new ();
  g_autoptr (SpurPalette) family = make_palette (trace, SPUR_STATE_COMMUNICATION, sends);
  g_autoptr (SpurPalette) kinds = NULL;
  g_autofree gint64 *total_ns = g_new0 (gint64, n_works + 1);

  g_test_summary ("A state that is all of the rest of its kind is called by its name, and has a "
                  "colour of its own where its family has one.");

  g_assert_cmpstr (family->all[spur_palette_find (family, 3)].label, ==, "MPI_Rsend");
  for (guint i = 0; i < n_works; i++)
    {
      total_ns[i] = 1000 - i;
      spur_definitions_add_state (spur_trace_get_definitions (other_trace), works[i],
                                  i + 1 < n_works ? SPUR_STATE_WORK : SPUR_STATE_COMMUNICATION);
    }
  kinds = spur_palette_new (other_trace, registry, total_ns, 5);
  g_assert_cmphex (find_color (kinds, "MPI_Wait"), ==,
                   color_alone (SPUR_STATE_COMMUNICATION, "MPI_Wait"));
  g_assert_cmpstr (kinds->all[spur_palette_find (kinds, 6)].label, ==, "other work");
  g_assert_cmpuint (spur_palette_find (kinds, 5), ==, spur_palette_find (kinds, 6));
  g_assert_cmpstr (kinds->all[spur_palette_find (kinds, 4)].label, ==, "e");
}

static void
test_date (void)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autofree char *none = spur_view_find_date (trace, 0);
  g_autofree char *begin = NULL, *early = NULL, *late = NULL;

  g_test_summary ("The wall clock's time is exact, and NULL where it is not known.");

  g_assert_null (none);
  /* 2026-11-26 22:23:03 UTC is second 1795731783. */
  spur_trace_set_fact (trace, "epoch-unix-ns", "1795731783999998000");
  begin = spur_view_find_date (trace, 1000);
  g_assert_cmpstr (begin, ==, "2026-11-26 22:23:03.999999000 UTC");
  spur_trace_set_fact (trace, "epoch-unix-ns", "0");
  early = spur_view_find_date (trace, -1);
  g_assert_cmpstr (early, ==, "1969-12-31 23:59:59.999999999 UTC");
  spur_trace_set_fact (trace, "epoch-unix-ns", "9223372036854775807");
  late = spur_view_find_date (trace, 1);
  g_assert_null (late);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/palette/order", test_order);
  g_test_add_func ("/palette/mpi", test_mpi);
  g_test_add_func ("/palette/rest", test_rest);
  g_test_add_func ("/palette/single-rest", test_single_rest);
  g_test_add_func ("/palette/date", test_date);
  return g_test_run ();
}
