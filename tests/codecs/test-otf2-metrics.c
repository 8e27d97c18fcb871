/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Metrics and device streams of an archive that has each way to define them. */
#include "config.h"

#include <otf2/otf2.h>
#include <string.h>

#include "events/spur-events.h"
#include "plugins/formats/otf2/rewrite/spur-otf2-retimer.h"
#include "plugins/formats/otf2/spur-otf2-codec.h"
#include "tests/codecs/otf2-archive.h"
#include "tests/codecs/otf2-metric-archive.h"

typedef struct
{
  char *folder;
  char *path;
  SpurTrace *trace;
} Fixture;

static SpurTrace *
read_trace (const char *path)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = spur_otf2_read (path, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = otf2_archive_make_folder ();
  fixture->path = otf2_metric_archive_write (fixture->folder);
  fixture->trace = read_trace (fixture->path);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->trace);
  otf2_archive_remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static SpurStream *
get_stream (SpurTrace *trace, OTF2_LocationRef location)
{
  static const OTF2_LocationRef locations[] = { METERED_METRICS, METERED_MASTER,
                                                METERED_WORKER,  METERED_STREAM,
                                                METERED_OTHER,   METERED_OTHER_METRICS };
  guint s = 0;

  while (locations[s] != location)
    s++;
  return spur_trace_get_stream (trace, s);
}

static guint64
get_field (SpurStream *stream, guint64 event, const char *name)
{
  const SpurEventLayout *layout;
  const guint8 *record = spur_stream_get_record (stream, event, &layout);
  int field = spur_event_layout_find_field (layout, name);

  g_assert_cmpint (field, >=, 0);
  return spur_event_layout_get_uint (layout, (guint) field, record);
}

static const char *
get_class (SpurStream *stream, guint64 event)
{
  const SpurEventLayout *layout;

  spur_stream_get_record (stream, event, &layout);
  return layout->name;
}

static double
get_load (SpurStream *stream, guint64 event)
{
  guint64 bits = get_field (stream, event, "load");
  double load;

  memcpy (&load, &bits, sizeof load);
  return load;
}

static const SpurObject *
get_target (SpurTrace *trace, SpurStream *stream, guint64 event)
{
  return spur_definitions_get_object (spur_trace_get_definitions (trace),
                                      (guint32) get_field (stream, event, "target"));
}

static const char *
get_text (SpurTrace *trace, SpurStream *stream, guint64 event, const char *field)
{
  return spur_definitions_get_string (spur_trace_get_definitions (trace),
                                      (guint32) get_field (stream, event, field));
}

static void
test_streams (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *target;
    const char *kind;
    guint clock;
    guint64 n_events;
  } expected[] = {
    { "Rank 0: power", "Rank 0: Master", "thread", 0, 6 },
    { "Rank 0: Master", "Rank 0: Master", "thread", 0, 13 },
    { "Rank 0: Worker", "Rank 0: Worker", "thread", 0, 3 },
    { "Context: Stream", "Context: Stream", "accelerator stream", 0, 2 },
    { "Rank 1", "Rank 1", "process", 1, 4 },
    { "Rank 1: power", "Rank 1", "process", 1, 1 },
    { "Context", "Context: Stream", "accelerator stream", 0, 0 },
  };
  SpurTrace *trace = fixture->trace;
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  g_test_summary ("Threads, devices and metrics are streams, by the clocks of their processes.");

  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, G_N_ELEMENTS (expected));
  g_assert_cmpuint (spur_definitions_get_n_clocks (definitions), ==, 2);
  for (guint s = 0; s < G_N_ELEMENTS (expected); s++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, s);
      const SpurObject *target =
        spur_definitions_get_object (definitions, spur_stream_get_target (stream));

      g_assert_cmpstr (spur_stream_get_name (stream), ==, expected[s].name);
      g_assert_cmpstr (target->name, ==, expected[s].target);
      g_assert_cmpstr (target->kind, ==, expected[s].kind);
      g_assert_cmpuint (spur_stream_get_clock (stream), ==, expected[s].clock);
      g_assert_cmpuint (spur_stream_get_n_events (stream), ==, expected[s].n_events);
    }
  g_assert_cmpstr (spur_trace_get_fact (trace, "hosts"), ==, "node17");
}

static void
test_members (Fixture *fixture, gconstpointer data)
{
  SpurTrace *trace = fixture->trace;
  SpurStream *master = get_stream (trace, METERED_MASTER);

  g_test_summary ("Each value of a record is a load in its unit; integers are kept in full.");

  g_assert_cmpstr (get_class (master, 0), ==, "Region_Enter_Event");
  g_assert_cmpstr (get_class (master, 1), ==, "OTF2_Unsigned_Metric_Event");
  g_assert_cmpuint (get_field (master, 1, "value"), ==, METERED_BEYOND_DOUBLES);
  g_assert_cmpfloat (get_load (master, 1), ==, (double) METERED_BEYOND_DOUBLES);
  g_assert_cmpstr (get_text (trace, master, 1, "metric"), ==, "instr");
  g_assert_cmpuint (get_field (master, 1, "unit"), ==, SPUR_NONE);
  g_assert_cmpstr (get_text (trace, master, 1, "mode"), ==, "accumulated since the start");
  g_assert_cmpstr (get_target (trace, master, 1)->name, ==, "Rank 0: Master: instr");
  g_assert_cmpstr (get_target (trace, master, 1)->kind, ==, "metric");
  g_assert_cmpuint (get_target (trace, master, 1)->parent, ==, spur_stream_get_target (master));
  g_assert_cmpstr (get_class (master, 2), ==, "OTF2_Signed_Metric_Event");
  g_assert_cmpint ((gint64) get_field (master, 2, "value"), ==, -3);
  g_assert_cmpfloat (get_load (master, 2), ==, -3 * 1024.0);
  g_assert_cmpstr (get_text (trace, master, 2, "unit"), ==, "B");
  g_assert_cmpstr (get_text (trace, master, 2, "mode"), ==, "absolute at this time");
  g_assert_cmpstr (get_class (master, 3), ==, "OTF2_Metric_Event");
  g_assert_cmpfloat (get_load (master, 3), ==, 1.5 / 1000);
  g_assert_cmpstr (get_text (trace, master, 3, "mode"), ==, "absolute until the next value");
  g_assert_cmpfloat (get_load (master, 6), ==, 2.5 / 1000);
  g_assert_cmpstr (get_class (master, 7), ==, "Region_Exit_Event");
  for (guint64 i = 0; i < 8; i++)
    g_assert_cmpint (spur_stream_get_ticks (master, i), ==, 100);
  g_assert_cmpfloat (get_load (get_stream (trace, METERED_WORKER), 2), ==, -0.5 / 1000);
  g_assert_cmpfloat (get_load (get_stream (trace, METERED_OTHER), 3), ==, 3.5 / 1000);
  g_assert_cmpstr (get_target (trace, get_stream (trace, METERED_OTHER), 3)->name, ==,
                   "Rank 1: temp");
}

static void
test_scopes (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    OTF2_LocationRef location;
    guint64 event;
    double load;
    const char *target;
    const char *kind;
    const char *parent;
  } expected[] = {
    { METERED_METRICS, 0, 5000, "node17", "host", NULL },
    { METERED_METRICS, 1, 6000, "Rank 0", "process", "node17" },
    { METERED_METRICS, 2, 7000, "team", "group", NULL },
    { METERED_METRICS, 3, 8000, "Rank 0: Master", "thread", "node17" },
    { METERED_METRICS, 4, 9000, "card0", "device", "node17" },
    { METERED_METRICS, 5, 10000, "Rank 1: Worker", "thread", "node17" },
    { METERED_OTHER_METRICS, 0, 11000, "Rank 0: Worker", "thread", "node17" },
  };
  SpurTrace *trace = fixture->trace;
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  g_test_summary ("An instance belongs to its scope, wherever it is recorded.");

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      SpurStream *stream = get_stream (trace, expected[i].location);
      const SpurObject *metric = get_target (trace, stream, expected[i].event);
      const SpurObject *scope = spur_definitions_get_object (definitions, metric->parent);
      g_autofree char *name = g_strconcat (expected[i].target, ": power", NULL);

      g_assert_cmpfloat (get_load (stream, expected[i].event), ==, expected[i].load);
      g_assert_cmpstr (metric->name, ==, name);
      g_assert_cmpstr (get_text (trace, stream, expected[i].event, "mode"), ==,
                       "relative since the value before");
      g_assert_cmpstr (scope->name, ==, expected[i].target);
      g_assert_cmpstr (scope->kind, ==, expected[i].kind);
      if (expected[i].parent == NULL)
        g_assert_cmpuint (scope->parent, ==, SPUR_NONE);
      else
        g_assert_cmpstr (spur_definitions_get_object (definitions, scope->parent)->name, ==,
                         expected[i].parent);
    }
}

static void
test_losses (Fixture *fixture, gconstpointer data)
{
  static const SpurLoss expected[] = {
    { "references of metrics to undefined scopes", 1 },
    { "metric records of undefined metrics", 2 },
    { "metric values of undefined members", 2 },
    { "metric values that are not in their record", 4 },
    { "metric values of types that metrics do not have", 1 },
    { "metric values that are not finite", 2 },
  };
  SpurTrace *trace = fixture->trace;

  g_test_summary ("What is no number, has no meaning or is not there is counted by its kind.");

  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    g_test_message ("%s: %" G_GUINT64_FORMAT, spur_trace_get_loss (trace, i)->what,
                    spur_trace_get_loss (trace, i)->count);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const SpurLoss *loss = spur_trace_get_loss (trace, i);

      g_assert_cmpstr (loss->what, ==, expected[i].what);
      g_assert_cmpuint (loss->count, ==, expected[i].count);
    }
}

static void
assert_same_events (SpurTrace *trace, SpurTrace *again, gint64 later_ticks)
{
  g_assert_cmpuint (spur_trace_get_n_streams (again), ==, spur_trace_get_n_streams (trace));
  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      SpurStream *old_stream = spur_trace_get_stream (trace, s);
      SpurStream *new_stream = spur_trace_get_stream (again, s);
      guint64 n_events = spur_stream_get_n_events (old_stream);

      g_assert_cmpuint (spur_stream_get_n_events (new_stream), ==, n_events);
      for (guint64 i = 0; i < n_events; i++)
        {
          const SpurEventLayout *old_layout, *new_layout;
          const guint8 *old_record = spur_stream_get_record (old_stream, i, &old_layout);
          const guint8 *new_record = spur_stream_get_record (new_stream, i, &new_layout);

          g_assert_cmpmem (old_record, old_layout->n_bytes, new_record, new_layout->n_bytes);
          g_assert_cmpint (spur_stream_get_ticks (new_stream, i), ==,
                           spur_stream_get_ticks (old_stream, i) + later_ticks * (s + 1));
        }
    }
}

static void
test_rewrite (Fixture *fixture, gconstpointer data)
{
  SpurTrace *trace = fixture->trace;
  g_autofree char *output = g_build_filename (fixture->folder, "new.otf2", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (spur_trace_get_n_streams (trace));
  g_autoptr (SpurTrace) again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *lost = NULL;
  guint64 time;

  g_test_summary ("A rewritten archive has all metrics and device streams, at corrected times.");

  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (1000 * (s + 1));

      spur_correction_append_map (correction, s, map);
    }
  spur_trace_set_correction (trace, correction);
  spur_otf2_rewrite (NULL, fixture->path, trace, output, NULL, NULL, &error);
  g_assert_no_error (error);
  again = read_trace (output);
  assert_same_events (trace, again, 1000);
  /* By the clock of the process that the device works for, whose first stream is the first. */
  lost = g_strdup_printf ("%s/new/%d.evt", fixture->folder, METERED_LOST);
  g_assert_true (spur_otf2_copy_get_first_time (lost, &time, NULL));
  g_assert_cmpuint (time, ==, METERED_LOST_TIME + 1000);
}

#define ADD(name, test) g_test_add ("/otf2-metrics/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("streams", test_streams);
  ADD ("members", test_members);
  ADD ("scopes", test_scopes);
  ADD ("losses", test_losses);
  ADD ("rewrite", test_rewrite);
  return g_test_run ();
}
