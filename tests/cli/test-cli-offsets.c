/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What info, check and correct say of offsets that were measured while a trace was recorded. */
#include "config.h"

#include <string.h>

#include "core/store/container/spur-container.h"
#include "events/spur-lo-events.h"
#include "tests/cli/cli-run.h"

#define SECOND_NS G_GINT64_CONSTANT (1000000000)

/* Of which the second one is measured, and the third not. */
#define N_STREAMS 3

static void
add_stream (SpurTrace *trace, guint number, guint event_class)
{
  const guint8 record[4] = { 0xff, 0xff, 0xff, 0xff };
  g_autofree char *name = g_strdup_printf ("host %u", number);
  SpurClock clock = { name, "program", SECOND_NS, 0, number };
  SpurStream *stream = spur_trace_add_stream (
    trace, name, spur_definitions_add_clock (spur_trace_get_definitions (trace), &clock),
    SPUR_NONE);

  for (gint64 i = 0; i <= 100; i++)
    spur_stream_append (stream, i * SECOND_NS / 50, event_class, record);
}

/* 3 s and 12 us for the second stream, and 8 us at its end, 2 s later. */
static void
save_trace (const char *path, const char *bounds)
{
  const SpurClockOffset zero = { 0, 0, 0.0 };
  const SpurClockOffset offsets[] = { { 0, 3 * SECOND_NS, 12000.0 },
                                      { 2 * SECOND_NS, 3 * SECOND_NS, 8000.0 } };
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  guint event_class = spur_trace_add_event_type (trace, SPUR_TYPE_LO_EVENT);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_STREAMS; i++)
    add_stream (trace, i, event_class);
  spur_stream_add_clock_offset (spur_trace_get_stream (trace, 0), &zero);
  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
    spur_stream_add_clock_offset (spur_trace_get_stream (trace, 1), &offsets[i]);
  if (bounds != NULL)
    spur_trace_set_fact (trace, "clock-offsets", bounds);
  g_assert_true (spur_trace_seal (trace, &error));
  g_assert_true (spur_container_save (trace, path, NULL, &error));
}

static void
assert_says (const char *verb, const char *path, const char *text)
{
  g_auto (Run) run = { 0 };

  run_spur (&run, verb, path, NULL);
  g_assert_cmpint (run.status, ==, 0);
  if (strstr (run.out, text) == NULL)
    g_error ("%s does not say \"%s\": %s", verb, text, run.out);
}

static void
test_bounded (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
  g_autofree char *out = g_build_filename (folder, "out.spur", NULL);
  const char *const verbs[] = { "info", "check" };
  g_autoptr (JsonObject) corrected = NULL;

  g_test_summary ("Offsets with bounds are told, and correct knows clocks by them.");

  save_trace (path, "bounded");
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      g_autoptr (JsonObject) all = run_json (0, verbs[i], path, NULL);
      JsonObject *offsets = json_object_get_object_member (all, "measured_offsets");

      g_assert_cmpint (get_int (offsets, "count"), ==, 3);
      g_assert_cmpint (get_int (offsets, "clocks"), ==, 2);
      g_assert_cmpint (get_int (offsets, "widest_ns"), ==, 12000);
      assert_says (verbs[i], path, "of 2 of 3 clocks, by probes to +- 12.000 us\n");
    }
  corrected = run_json (0, "correct", path, "-o", out, NULL);
  g_assert_true (
    g_str_has_prefix (json_object_get_string_member (corrected, "known"), "offsets known to "));
  g_assert_nonnull (strstr (json_object_get_string_member (corrected, "known"), " by probes"));
  assert_says ("check", out, " by probes; nothing had to be pushed; not determined: 1 of 3");
}

static void
test_estimated (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
  g_autoptr (JsonObject) all = NULL;

  g_test_summary ("Of offsets that a tracer estimated no bound is told.");

  save_trace (path, NULL);
  all = run_json (0, "info", path, NULL);
  g_assert_true (json_object_get_null_member (
    json_object_get_object_member (all, "measured_offsets"), "widest_ns"));
  assert_says ("info", path, "of 2 of 3 clocks\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/offsets/bounded", test_bounded);
  g_test_add_func ("/cli/offsets/estimated", test_estimated);
  return g_test_run ();
}
