/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <brotli/encode.h>
#include <glib/gstdio.h>

#include "core/plugin/spur-registry.h"
#include "tests/test-corpus.h"

static SpurTrace *
open_path (const char *path, guint n_threads, GError **error)
{
  SpurJob job = { NULL, NULL, NULL, n_threads };

  return spur_registry_open_trace (spur_registry_get_default (), path, &job, error);
}

static SpurTrace *
open_corpus (const char *set)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  SpurTrace *trace;

  if (!spur_test_has_corpus (set))
    {
      g_test_skip ("the trace is not there: SPUR_SHARED names the folder of shared traces");
      return NULL;
    }
  path = spur_test_corpus (set);
  trace = open_path (path, 1, &error);
  g_assert_no_error (error);
  return trace;
}

static guint64
get_field (const SpurEventLayout *layout, const guint8 *record, const char *name)
{
  int field = spur_event_layout_find_field (layout, name);

  g_assert_cmpint (field, >=, 0);
  return spur_event_layout_get_uint (layout, (guint) field, record);
}

static double
get_load (const SpurEventLayout *layout, const guint8 *record)
{
  guint64 bits = get_field (layout, record, "load");
  double load;

  memcpy (&load, &bits, sizeof load);
  return load;
}

#define N_PHASES 11

typedef struct
{
  guint64 n_phases;
  guint64 n_loads;
  guint64 n_subphases;
  guint64 n_communications;
  guint64 n_messages;
  guint64 n_migrations;
  double loads[N_PHASES];
} Counts;

static void
count_events (SpurTrace *trace, Counts *counts)
{
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);
      guint64 phase = 0;

      for (guint64 j = 0; j < spur_stream_get_n_events (stream); j++)
        {
          const SpurEventLayout *layout;
          const guint8 *record = spur_stream_get_record (stream, j, &layout);

          if (g_str_equal (layout->name, "LM_Phase_Event"))
            {
              phase = get_field (layout, record, "phase");
              counts->n_phases++;
            }
          else if (g_str_equal (layout->name, "LM_Object_Load_Event"))
            {
              g_assert_cmpuint (phase, <, N_PHASES);
              counts->loads[phase] += get_load (layout, record);
              counts->n_loads++;
            }
          else if (g_str_equal (layout->name, "Vt_Subphase_Event"))
            counts->n_subphases++;
          else if (g_str_has_prefix (layout->name, "Vt_"))
            {
              counts->n_messages += get_field (layout, record, "messages");
              counts->n_communications++;
            }
          counts->n_migrations += g_str_equal (layout->name, "LO_Migration_Event");
        }
    }
}

static void
test_corpus (void)
{
  static const double sums[N_PHASES] = { 10.572073, 0.638841, 0.522310, 0.517308,
                                         0.518246,  0.516488, 0.516154, 0.516329,
                                         0.516689,  0.543617, 0.519023 };
  g_autoptr (SpurTrace) trace =
    open_corpus ("lb-vt-8color-32rank/nolb-8color-16nodes-11firstphases");
  Counts counts = { 0 };

  g_test_summary ("A run of 32 ranks has the counts and sums of load that its README says.");

  if (trace == NULL)
    return;
  count_events (trace, &counts);
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 32);
  /* What is sent by no object is by none that is counted. */
  g_assert_cmpuint (
    spur_definitions_count_objects (spur_trace_get_definitions (trace), SPUR_TYPE_LOAD_OBJECT), ==,
    480);
  g_assert_cmpuint (counts.n_phases, ==, 32 * N_PHASES);
  g_assert_cmpuint (counts.n_loads, ==, 5280);
  g_assert_cmpuint (counts.n_subphases, ==, 42272);
  g_assert_cmpuint (counts.n_communications, ==, 15238);
  g_assert_cmpuint (counts.n_messages, ==, 136133);
  g_assert_cmpuint (counts.n_migrations, ==, 0);
  for (guint i = 0; i < N_PHASES; i++)
    g_assert_cmpfloat_with_epsilon (counts.loads[i], sums[i], 5e-7);
}

/* Files of ranks in a folder of their own. */
typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("spur-vt-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_unlink (path);
    }
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
}

static void
write_bytes (Fixture *fixture, const char *name, const void *bytes, gsize n_bytes)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents_full (path, bytes, (gssize) n_bytes, G_FILE_SET_CONTENTS_NONE, 0600, &error);
  g_assert_no_error (error);
}

static void
write_text (Fixture *fixture, const char *name, const char *text)
{
  write_bytes (fixture, name, text, strlen (text));
}

static SpurTrace *
open_folder (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = open_path (fixture->folder, 2, &error);

  g_assert_no_error (error);
  return trace;
}

#define TASK(id, time) "{\"entity\":{\"id\":" #id ",\"type\":\"object\"},\"time\":" #time "}"
#define PHASE(id, tasks) "{\"id\":" #id ",\"tasks\":[" tasks "]}"
#define FILE_OF(phases) "{\"type\":\"LBDatafile\",\"phases\":[" phases "]}"

static void
assert_event (SpurTrace *trace, guint stream, guint64 event, gint64 time_ns, const char *name)
{
  SpurStream *events = spur_trace_get_stream (trace, stream);
  const SpurEventLayout *layout;

  g_assert_cmpuint (event, <, spur_stream_get_n_events (events));
  spur_stream_get_record (events, event, &layout);
  g_assert_cmpstr (layout->name, ==, name);
  g_assert_cmpint (spur_stream_get_raw_ns (events, event), ==, time_ns);
}

/* Two ranks: in phase 3 object 7 takes 2 s on rank 0 and object 8 takes 1 s on rank 1; in phase 5
 * both are on rank 1, and rank 0 has no such phase. */
static void
test_moves (Fixture *fixture, gconstpointer data)
{
  static const char *const second[] = { "LM_Phase_Event", "LO_Creation_Placement_Event",
                                        "Region_Enter_Event", "Region_Exit_Event",
                                        "LM_Object_Load_Event" };
  static const gint64 second_ns[] = { 0, 0, 0, 1000000000, 1000000000 };
  static const char *const later[] = {
    "LM_Phase_Event",       "LO_Migration_Event", "Region_Enter_Event", "Region_Exit_Event",
    "LM_Object_Load_Event", "Region_Enter_Event", "Region_Exit_Event",  "LM_Object_Load_Event",
  };
  static const gint64 later_ns[] = { 2000000000, 2000000000, 2000000000, 2500000000,
                                     2500000000, 2500000000, 2750000000, 2750000000 };
  g_autoptr (SpurTrace) trace = NULL;
  const SpurEventLayout *layout;
  const guint8 *record;

  g_test_summary ("Phases begin together, tasks follow each other, and objects migrate between.");

  write_text (fixture, "run.0.json", FILE_OF (PHASE (3, TASK (7, 2.0))));
  write_text (fixture, "run.1.json",
              FILE_OF (PHASE (5, TASK (7, 0.5) "," TASK (8, 0.25)) "," PHASE (3, TASK (8, 1))));
  trace = open_folder (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (second); i++)
    assert_event (trace, 1, i, second_ns[i], second[i]);
  for (guint i = 0; i < G_N_ELEMENTS (later); i++)
    assert_event (trace, 1, G_N_ELEMENTS (second) + i, later_ns[i], later[i]);
  g_assert_cmpuint (spur_stream_get_n_events (spur_trace_get_stream (trace, 1)), ==, 13);
  assert_event (trace, 0, 5, 2000000000, "LM_Phase_Event");
  g_assert_cmpuint (spur_stream_get_n_events (spur_trace_get_stream (trace, 0)), ==, 6);

  record = spur_stream_get_record (spur_trace_get_stream (trace, 1), 6, &layout);
  g_assert_cmpstr (spur_definitions_get_object (spur_trace_get_definitions (trace),
                                                (guint32) get_field (layout, record, "object"))
                     ->name,
                   ==, "object 7");
  g_assert_cmpuint (get_field (layout, record, "source"), ==, 0);
  g_assert_cmpuint (get_field (layout, record, "destination"), ==, 1);
}

static void
test_objects (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SpurTrace) trace = NULL;
  const SpurObject *element;
  const SpurEventLayout *layout;
  const guint8 *record;

  g_test_summary ("Objects have their names; those that may not migrate are of a class of their "
                  "own; ends that are nodes are targets.");

  write_text (fixture, "run.0.json",
              "{\"phases\":[{\"id\":0,\"tasks\":[{\"entity\":{\"id\":5,\"collection_id\":3,"
              "\"index\":[0,4],\"migratable\":true,\"type\":\"object\"},\"time\":1.5e-9,"
              "\"user_defined\":{\"deep\":[{\"x\":[]}]}},{\"entity\":{\"seq_id\":5,\"migratable\":"
              "false},\"node\":0,\"time\":0}],\"communications\":[{\"type\":\"CollectionToNode\","
              "\"from\":{\"id\":5,\"type\":\"object\"},\"to\":{\"id\":0,\"type\":\"node\"},"
              "\"bytes\":12.0,\"messages\":3}]}]}");
  trace = open_folder (fixture);
  g_assert_cmpuint (spur_definitions_get_n_objects (spur_trace_get_definitions (trace)), ==, 3);
  element = spur_definitions_get_object (spur_trace_get_definitions (trace), 1);
  g_assert_cmpstr (element->name, ==, "collection 3[0,4]");
  g_assert_false (g_type_is_a (element->type, SPUR_TYPE_PINNED_OBJECT));
  g_assert_true (
    g_type_is_a (spur_definitions_get_object (spur_trace_get_definitions (trace), 2)->type,
                 SPUR_TYPE_PINNED_OBJECT));
  record = spur_stream_get_record (spur_trace_get_stream (trace, 0), 9, &layout);
  g_assert_cmpstr (layout->name, ==, "Vt_Communication_Event");
  g_assert_cmpuint (get_field (layout, record, "object"), ==, 1);
  g_assert_cmpuint (get_field (layout, record, "peer"), ==, 0);
  g_assert_cmpuint (get_field (layout, record, "size"), ==, 12);
  /* 1.5 ns become 2. */
  g_assert_cmpint (spur_stream_get_raw_ns (spur_trace_get_stream (trace, 0), 9), ==, 2);
}

static void
test_brotli (Fixture *fixture, gconstpointer data)
{
  static const char text[] = FILE_OF (PHASE (0, TASK (7, 2.0)));
  guint8 bytes[1024];
  gsize n_bytes = sizeof bytes;
  g_autofree char *plain = g_build_filename (fixture->folder, "plain.0.json", NULL);
  g_autofree char *hidden = g_build_filename (fixture->folder, "hidden.0.json", NULL);
  g_autofree char *told = g_build_filename (fixture->folder, "told.0.json.br", NULL);
  const char *const paths[] = { plain, hidden, told };

  g_test_summary ("Files are compressed with brotli or not, whatever their name says.");

  g_assert_true (BrotliEncoderCompress (5, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, strlen (text),
                                        (const guint8 *) text, &n_bytes, bytes));
  write_text (fixture, "plain.0.json", text);
  write_bytes (fixture, "hidden.0.json", bytes, n_bytes);
  write_bytes (fixture, "told.0.json.br", bytes, n_bytes);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = open_path (paths[i], 1, &error);

      g_assert_no_error (error);
      assert_event (trace, 0, 4, 2000000000, "LM_Object_Load_Event");
    }
}

static guint64
get_loss (SpurTrace *trace, const char *what)
{
  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    {
      if (g_str_equal (spur_trace_get_loss (trace, i)->what, what))
        return spur_trace_get_loss (trace, i)->count;
    }
  return 0;
}

static void
test_losses (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("What is left out is counted: a task whose object is elsewhere, other nodes, "
                  " phases that are not repeated.");

  write_text (fixture, "run.0.json",
              "{\"metadata\":{\"rank\":0,\"phases\":{\"identical_to_previous\":{\"list\":[1,2],"
              "\"range\":[[4,9]]},\"skipped\":{\"list\":[3]}}},\"phases\":[{\"id\":0,\"tasks\":[{"
              "\"entity\":{\"id\":7},\"time\":1,\"node\":1}]}]}");
  write_text (fixture, "run.1.json", FILE_OF (PHASE (0, TASK (7, 2.0))));
  trace = open_folder (fixture);
  g_assert_cmpuint (get_loss (trace, "nodes of tasks that are not the node of their file"), ==, 1);
  g_assert_cmpuint (get_loss (trace, "phases that are identical to the one before"), ==, 4);
  g_assert_cmpuint (get_loss (trace, "tasks of objects that are on two nodes in one phase"), ==, 1);
}

static double
get_spent (SpurTrace *trace, guint64 event, guint64 *subphase)
{
  const SpurEventLayout *layout;
  const guint8 *record = spur_stream_get_record (spur_trace_get_stream (trace, 0), event, &layout);
  guint64 bits = get_field (layout, record, "spent");
  double spent;

  memcpy (&spent, &bits, sizeof spent);
  *subphase = get_field (layout, record, "subphase");
  return spent;
}

/* A task of 1 s with sub-phases of 0.25 s and 0.5 s, and one whose sub-phases are longer than it
 * is. */
static void
test_subphases (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = {
    "LM_Phase_Event",      "LO_Creation_Placement_Event", "LO_Creation_Placement_Event",
    "Region_Enter_Event",  "Vt_Subphase_Event",           "Vt_Subphase_Event",
    "Region_Exit_Event",   "LM_Object_Load_Event",        "Region_Enter_Event",
    "Vt_Subphase_Event",   "Vt_Subphase_Event",           "Region_Exit_Event",
    "LM_Object_Load_Event"
  };
  static const gint64 times_ms[] = { 0, 0, 0, 0, 0, 250, 1000, 1000, 1000, 1000, 1100, 1100, 1100 };
  g_autoptr (SpurTrace) trace = NULL;
  guint64 subphase;

  g_test_summary ("Sub-phases of a task follow each other inside of it.");

  write_text (fixture, "run.0.json",
              "{\"type\":\"LBDatafile\",\"phases\":[{\"id\":0,\"tasks\":[{\"entity\":{\"id\":7},"
              "\"time\":1,\"subphases\":[{\"id\":3,\"time\":0.25},{\"id\":4,\"time\":0.5}]},"
              "{\"entity\":{\"id\":8},\"subphases\":[{\"time\":5,\"id\":3},"
              "{\"id\":4,\"time\":0}],\"time\":0.1}]}]}");
  trace = open_folder (fixture);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
  g_assert_cmpuint (spur_stream_get_n_events (spur_trace_get_stream (trace, 0)), ==,
                    G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    assert_event (trace, 0, i, times_ms[i] * 1000000, names[i]);
  g_assert_cmpfloat (get_spent (trace, 5, &subphase), ==, 0.5);
  g_assert_cmpuint (subphase, ==, 4);
  g_assert_cmpfloat (get_spent (trace, 9, &subphase), ==, 5);
  g_assert_cmpuint (subphase, ==, 3);
}

static void
assert_refused (Fixture *fixture, int code, const char *what)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = open_path (fixture->folder, 1, &error);

  g_assert_null (trace);
  g_assert_error (error, SPUR_FORMAT_ERROR, code);
  g_assert_nonnull (strstr (error->message, what));
}

static void
test_files (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("The files of all ranks are needed, and JSON of other kinds is left to others.");

  write_text (fixture, "run.0.json", FILE_OF (""));
  write_text (fixture, "run.2.json", FILE_OF (""));
  assert_refused (fixture, SPUR_FORMAT_ERROR_MISSING, "run.1.json");
  write_text (fixture, "run.0.json", "{\"traceEvents\":[]}");
  assert_refused (fixture, SPUR_FORMAT_ERROR_UNKNOWN, "");
  write_text (fixture, "run.0.json", "{\"type\":\"LBStatsfile\",\"phases\":[]}");
  assert_refused (fixture, SPUR_FORMAT_ERROR_UNKNOWN, "");
  write_text (fixture, "run.0.json", "{\"phases\":[{\"phase\":1}]}");
  assert_refused (fixture, SPUR_FORMAT_ERROR_UNKNOWN, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vt/corpus", test_corpus);
#define ADD(name, function) g_test_add ("/vt/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("moves", test_moves);
  ADD ("objects", test_objects);
  ADD ("brotli", test_brotli);
  ADD ("losses", test_losses);
  ADD ("subphases", test_subphases);
  ADD ("files", test_files);
  return g_test_run ();
}
