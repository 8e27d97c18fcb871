/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The picture of the system at a time shows what 'spur at' says of it. */
#include "config.h"

#include <string.h>

#include "core/store/container/spur-container.h"
#include "plugins/projects/kit/sim-program.h"
#include "tests/cli/cli-run.h"
#include "tests/test-corpus.h"
#include "visualizers/system/spur-system-internal.h"

#define GREEDY "projections-charm-lbtest-greedy-4pe"
#define SKEW_NS 3000000
/* At random, of all traces together. */
#define N_TIMES 100

static const SimProgram *const programs[] = { &a1_program, &b3_program, &b4_program, &b5_program };

#define N_TRACES (G_N_ELEMENTS (programs) + 1)

/* Of each object, its box; objects of these traces have names of their own. */
static GHashTable *
index_boxes (const SpurSystem *system)
{
  GHashTable *boxes = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 1; i < system->n_boxes; i++)
    if (system->boxes[i].object != SPUR_NONE)
      g_assert_true (
        g_hash_table_insert (boxes, (gpointer) spur_system_get_name (system, &system->boxes[i]),
                             (gpointer) &system->boxes[i]));
  return boxes;
}

static const char *
get_text (JsonObject *object, const char *key)
{
  return json_object_get_null_member (object, key) ? NULL
                                                   : json_object_get_string_member (object, key);
}

/* The name of what is around a box; NULL where that is no object. */
static const char *
get_around (const SpurSystem *system, const SpurSystemBox *box)
{
  const SpurSystemBox *around = &system->boxes[box->parent];

  return around->object != SPUR_NONE ? spur_system_get_name (system, around) : NULL;
}

/* The innermost target around a box. */
static const char *
get_target (const SpurSystem *system, const SpurSystemBox *box)
{
  while (!box->is_target && box->depth > 0)
    box = &system->boxes[box->parent];
  return box->is_target && box->exists ? spur_system_get_name (system, box) : NULL;
}

static void
check_object (const SpurSystem *system, const SpurSystemBox *box, JsonObject *object)
{
  const char *place = get_text (object, "place");
  const SpurState *state = NULL;

  if (!json_object_get_boolean_member (object, "exists"))
    {
      g_assert_true (box == NULL || (box->is_target && !box->exists));
      return;
    }
  /* A network is nowhere, and nothing is on it. */
  if (box == NULL && place == NULL && get_text (object, "state") == NULL)
    return;
  g_assert_nonnull (box);
  g_assert_true (box->exists);
  state = spur_definitions_get_state (spur_trace_get_definitions (system->trace), box->state);
  g_assert_cmpstr (state != NULL ? state->name : NULL, ==, get_text (object, "state"));
  if (box->is_target)
    return;
  g_assert_cmpstr (get_around (system, box), ==, place);
  g_assert_cmpstr (get_target (system, box), ==, get_text (object, "target"));
  g_assert_cmpint (box->is_nowhere, ==, get_text (object, "target") == NULL);
}

/* Gives how many objects were compared. */
static guint
check_time (SpurSystem *system, const char *path, gint64 time_ns)
{
  g_autofree char *time_text = g_strdup_printf ("%" G_GINT64_FORMAT, time_ns - system->zero_ns);
  g_autoptr (JsonObject) said =
    run_json (0, "at", "--time", time_text, path, system->raw ? "--raw" : NULL, NULL);
  JsonArray *objects = json_object_get_array_member (said, "objects");
  g_autoptr (GHashTable) boxes = NULL;
  guint n_placed = 0, n_told = 0;

  g_assert_cmpint (json_object_get_int_member (said, "time_ns"), ==, time_ns);
  spur_system_set_time_ns (system, time_ns);
  boxes = index_boxes (system);
  for (guint i = 0; i < json_array_get_length (objects); i++)
    {
      JsonObject *object = json_array_get_object_element (objects, i);

      check_object (system,
                    g_hash_table_lookup (boxes, json_object_get_string_member (object, "name")),
                    object);
      n_told +=
        get_text (object, "place") != NULL && json_object_get_boolean_member (object, "exists");
    }
  for (guint i = 1; i < system->n_boxes; i++)
    n_placed += !system->boxes[i].is_target && get_around (system, &system->boxes[i]) != NULL;
  g_assert_cmpuint (n_placed, ==, n_told);
  return json_array_get_length (objects);
}

static void
check_trace (SpurTrace *trace, const char *path, gboolean raw)
{
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  g_autoptr (SpurSystem) system = spur_system_new (trace, registry, raw);
  gint64 begin_ns, end_ns;
  guint n_checked = 0;

  spur_trace_get_span_ns (trace, raw, &begin_ns, &end_ns);
  /* 'spur at' takes no time before the begin of the corrected trace. */
  begin_ns = MAX (begin_ns, system->zero_ns);
  for (guint i = 0; i < N_TIMES / N_TRACES; i++)
    {
      double share = g_test_rand_double ();

      n_checked += check_time (system, path, begin_ns + (gint64) (share * (end_ns - begin_ns)));
    }
  check_time (system, path, end_ns);
  g_test_message ("%u objects of %s", n_checked, path);
  g_assert_cmpuint (n_checked, >, 0);
}

static void
test_projects (void)
{
  g_test_summary ("Simulated projects, at random times: each object in its place and its state.");

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autoptr (Folder) folder = make_folder ();
      g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
      SimOptions options = sim_program_get_defaults (programs[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = NULL;

      /* By wrong clocks, things overlap that never do. */
      options.skew_ns = i % 2 == 0 ? SKEW_NS : 0;
      trace = sim_program_simulate (programs[i], &options, &error);
      g_assert_no_error (error);
      g_assert_true (spur_container_save (trace, path, NULL, &error));
      check_trace (trace, path, TRUE);
    }
}

static void
test_charm (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *corrected = g_build_filename (folder, "corrected.spur", NULL);
  g_autofree char *set = spur_test_corpus (GREEDY);
  g_autoptr (JsonObject) correction = run_json (0, "correct", set, "-o", corrected, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) opened = spur_container_open (corrected, NULL, &error);

  g_test_summary ("A run of Charm++, at random corrected times.");

  g_assert_nonnull (correction);
  g_assert_no_error (error);
  check_trace (opened, corrected, FALSE);
}

static void
test_draw (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *set = spur_test_corpus (GREEDY);
  g_autofree char *picture = g_build_filename (folder, "system.svg", NULL);
  g_autoptr (JsonObject) said = run_json (0, "draw", set, "--at", "650ms", "-o", picture, NULL);
  g_auto (Run) both = { 0 };

  g_test_summary ("'spur draw --at' writes the picture, and takes no span beside it.");

  g_assert_cmpstr (json_object_get_string_member (said, "note"), ==,
                   "Times as recorded; boxes are targets, and what is in them is on them.");
  g_assert_true (g_file_test (picture, G_FILE_TEST_EXISTS));
  run_spur (&both, "draw", set, "--at", "650ms", "--from", "1s", "-o", picture, NULL);
  g_assert_cmpint (both.status, ==, 2);
  g_assert_nonnull (strstr (both.err, "--at draws one time"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/system/projects", test_projects);
  g_test_add_func ("/cli/system/charm", test_charm);
  g_test_add_func ("/cli/system/draw", test_draw);
  return g_test_run ();
}
