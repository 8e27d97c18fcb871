/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Programs that send no messages, on computers whose clocks differ, record to a collector: their
 * corrected times are right within what is said of them. */
#include "config.h"

#include <glib/gstdio.h>

#include "core/clock/spur-clock-bounds-internal.h"
#include "core/clock/spur-clock-finding.h"
#include "core/clock/spur-trace-correct.h"
#include "core/merge/spur-merger.h"
#include "core/record/reading/spur-recording-reader.h"
#include "core/store/container/spur-container.h"
#include "tests/collect/collect-place.h"

#define N_EVENTS 600
#define PAUSE_US "1500"
#define NS_PER_MS G_GINT64_CONSTANT (1000000)

/* A program on a computer of its own. */
typedef struct
{
  const char *name;
  gint64 ahead_ns;
  gint64 ppm;
} Computer;

/* No crystal is that far off, but the run is short: 1 ms a second. */
static const Computer computers[] = {
  { "here", 0, 0 },
  { "ahead", 5000 * NS_PER_MS, 0 },
  { "fast", 3 * NS_PER_MS, 1000 },
  { "slow", -700 * NS_PER_MS, -1000 },
};

#define N_COMPUTERS G_N_ELEMENTS (computers)

/* ---- Programs ---- */

/* (transfer full): A file with the boot of this computer, but for its last digit. */
static char *
make_boot (const Place *place, guint number)
{
  g_autofree char *name = g_strdup_printf ("boot-%u", number);
  char *path = g_build_filename (place->folder, name, NULL);
  g_autofree char *text = NULL;
  gsize n_bytes;

  g_assert_true (g_file_get_contents ("/proc/sys/kernel/random/boot_id", &text, &n_bytes, NULL));
  g_strchomp (text);
  n_bytes = strlen (text);
  text[n_bytes - 1] = "0123456789abcdef"[(g_ascii_xdigit_value (text[n_bytes - 1]) + number) % 16];
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
set_number (GSubprocessLauncher *launcher, const char *name, gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  g_subprocess_launcher_setenv (launcher, name, text, TRUE);
}

static GSubprocess *
start_program (const Place *place, guint number)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autofree char *boot = make_boot (place, number), *n_events = g_strdup_printf ("%d", N_EVENTS);
  const char *asan = g_getenv ("ASAN_OPTIONS");
  g_autofree char *any_order =
    g_strconcat (asan != NULL ? asan : "", ":verify_asan_link_order=0", NULL);
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  if (number > 0)
    {
      g_subprocess_launcher_setenv (launcher, "LD_PRELOAD", g_getenv ("SKEWED_CLOCK"), TRUE);
      g_subprocess_launcher_setenv (launcher, "ASAN_OPTIONS", any_order, TRUE);
      g_subprocess_launcher_setenv (launcher, "SPUR_SKEW_BOOT", boot, TRUE);
      set_number (launcher, "SPUR_SKEW_AHEAD_NS", computers[number].ahead_ns);
      set_number (launcher, "SPUR_SKEW_PPM", computers[number].ppm);
    }
  g_subprocess_launcher_setenv (launcher, "SPUR_RECORD_CLOCK", "monotonic", TRUE);
  g_subprocess_launcher_setenv (launcher, "SPUR_RECORD_PROBE", "100", TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("TRUTH_PROGRAM"),
                                         place->address, n_events, PAUSE_US, NULL);
  g_assert_no_error (error);
  return process;
}

static void
note_end (GObject *process, GAsyncResult *result, gpointer data)
{
  guint *n_running = data;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_subprocess_wait_check_finish (G_SUBPROCESS (process), result, &error));
  --*n_running;
}

static void
run_programs (const Place *place, guint n_programs)
{
  g_autoptr (GPtrArray) processes = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_running = n_programs;

  for (guint i = 0; i < n_programs; i++)
    {
      g_ptr_array_add (processes, start_program (place, i));
      g_subprocess_wait_check_async (processes->pdata[i], NULL, note_end, &n_running);
    }
  while (n_running > 0)
    g_main_context_iteration (NULL, TRUE);
  peer_turn ();
}

/* ---- Traces ---- */

/* (transfer full): What was collected, in one trace that was saved once. */
static SpurTrace *
merge_recordings (const Place *place, guint n_programs)
{
  g_autoptr (SpurMerger) merger = spur_merger_new ();
  g_autoptr (GDir) dir = g_dir_open (place->folder, 0, NULL);
  g_autofree char *saved = g_build_filename (place->folder, "merged.spur", NULL);
  g_autoptr (SpurTrace) merged = NULL;
  g_autoptr (GError) error = NULL;
  SpurTrace *opened;
  guint n_found = 0;
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (place->folder, name, NULL);
      g_autoptr (SpurTrace) trace = NULL;

      if (!g_str_has_suffix (name, ".spurrec"))
        continue;
      trace = spur_recording_open (path, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (spur_merger_add (merger, trace, name, NULL, &error));
      n_found++;
    }
  g_assert_cmpuint (n_found, ==, n_programs);
  merged = spur_merger_finish (merger, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_losses (merged), ==, 0);
  g_assert_true (spur_container_save (merged, saved, NULL, &error));
  opened = spur_container_open (saved, NULL, &error);
  g_assert_no_error (error);
  return opened;
}

static gint64
get_corrected_ns (SpurTrace *trace, guint stream, guint64 event)
{
  gint64 raw_ns = spur_stream_get_raw_ns (spur_trace_get_stream (trace, stream), event);
  SpurCorrection *correction = spur_trace_get_correction (trace);

  return correction != NULL ? spur_correction_apply (correction, stream, event, raw_ns) : raw_ns;
}

/* Between what two values it lies how far an event is after its true time, which the trace counts
 * from a time of its own: the program read the true time before the event and after it. */
typedef struct
{
  gint64 least_ns;
  gint64 most_ns;
} Late;

static gint64
get_field_ns (SpurTrace *trace, guint stream, guint64 event, guint field)
{
  const SpurEventLayout *layout;
  const guint8 *record =
    spur_stream_get_record (spur_trace_get_stream (trace, stream), event, &layout);

  g_assert_cmpstr (layout->name, ==, "Truth_Event");
  return (gint64) spur_event_layout_get_uint (layout, field, record);
}

static Late
get_late (SpurTrace *trace, guint stream, guint64 event)
{
  gint64 time_ns = get_corrected_ns (trace, stream, event);

  return (Late){ time_ns - get_field_ns (trace, stream, event + 1, 1),
                 time_ns - get_field_ns (trace, stream, event, 0) };
}

/* A clock with a constant offset is between what all events say. */
static Late
find_constant_late (SpurTrace *trace, guint stream)
{
  Late late = { G_MININT64, G_MAXINT64 };

  for (guint64 i = 0; i + 1 < N_EVENTS; i++)
    {
      Late of_event = get_late (trace, stream, i);

      late.least_ns = MAX (late.least_ns, of_event.least_ns);
      late.most_ns = MIN (late.most_ns, of_event.most_ns);
    }
  g_assert_cmpint (late.least_ns, <=, late.most_ns);
  return late;
}

/* The stream of the computer whose clock is the collector's: its offset is 0, and exact. */
static guint
find_reference (SpurTrace *trace)
{
  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      guint n_offsets;
      const SpurClockOffset *offsets =
        spur_stream_get_clock_offsets (spur_trace_get_stream (trace, s), &n_offsets);

      g_assert_cmpuint (n_offsets, >, 0);
      if (offsets[0].offset_ticks == 0 && offsets[0].deviation_ticks == 0.0)
        return s;
    }
  g_assert_not_reached ();
}

/* Gives the most that an event is off for sure, in ns. */
static gint64
check_clocks (SpurTrace *trace)
{
  g_autoptr (SpurClockBounds) bounds =
    spur_clock_bounds_read (trace, spur_trace_get_correction (trace));
  Late zero = find_constant_late (trace, find_reference (trace));
  gint64 most_ns = 0;

  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      g_assert_cmpuint (spur_stream_get_n_events (spur_trace_get_stream (trace, s)), ==, N_EVENTS);
      for (guint64 i = 0; i + 1 < N_EVENTS; i++)
        {
          Late late = get_late (trace, s, i);
          gint64 off_ns = MAX (late.least_ns - zero.most_ns, zero.least_ns - late.most_ns);
          gint64 width_ns = spur_clock_bounds_get_ns (bounds, s, get_corrected_ns (trace, s, i));

          g_assert_cmpint (off_ns, <=, width_ns);
          g_assert_cmpint (width_ns, <, 2 * NS_PER_MS);
          most_ns = MAX (most_ns, off_ns);
        }
    }
  return most_ns;
}

/* ---- Tests ---- */

static void
test_computers (void)
{
  g_auto (Place) place = { NULL };
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *known = NULL;

  g_test_summary ("Without messages clocks of other computers are right by probes.");

  place_init (&place);
  place_listen (&place);
  run_programs (&place, N_COMPUTERS);
  trace = merge_recordings (&place, N_COMPUTERS);
  g_assert_true (spur_trace_correct (trace, "auto", NULL, NULL, &error));
  g_assert_no_error (error);
  known = spur_clock_verdict_describe (spur_trace_get_correction (trace));
  g_test_message ("%s; off by %" G_GINT64_FORMAT " ns", known, check_clocks (trace));
  g_assert_true (g_str_has_prefix (known, "offsets known to "));
  g_assert_true (g_str_has_suffix (known, " by probes; nothing had to be pushed"));
}

/* Programs of the collector's own computer read one clock. */
static void
test_one_computer (void)
{
  g_auto (Place) place = { NULL };
  g_autoptr (SpurTrace) trace = NULL;
  SpurDefinitions *definitions;
  guint n_offsets;

  g_test_summary ("One program on the collector's computer is left alone.");

  place_init (&place);
  place_listen (&place);
  run_programs (&place, 1);
  trace = merge_recordings (&place, 1);
  definitions = spur_trace_get_definitions (trace);
  g_assert_cmpuint (spur_definitions_get_n_clocks (definitions), ==, 1);
  g_assert_null (spur_trace_get_fact (trace, "clock-offsets"));
  spur_stream_get_clock_offsets (spur_trace_get_stream (trace, 0), &n_offsets);
  g_assert_cmpuint (n_offsets, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/collect/probed-clocks/computers", test_computers);
  g_test_add_func ("/collect/probed-clocks/one-computer", test_one_computer);
  return g_test_run ();
}
