/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What is known of real archives that do not come with Spur. */
#include "config.h"

#include <string.h>

#include "core/causality/spur-check.h"
#include "core/causality/spur-edges.h"
#include "core/clock/spur-clock-chain.h"
#include "plugins/formats/otf2/spur-otf2-codec.h"
#include "tests/test-corpus.h"

#define HOSTS "otf2-sst-10hosts/traces.otf2"
#define N_HOSTS 10
#define DEVICES "otf2-fastotf2-mi300/traces.otf2"

/* NULL, with the test skipped, where the archive is not at hand. */
static SpurTrace *
read_archive (const char *name)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  SpurTrace *trace;

  if (!spur_test_has_corpus (name))
    {
      g_test_skip ("SPUR_SHARED does not name the folder of shared traces");
      return NULL;
    }
  path = spur_test_corpus (name);
  trace = spur_otf2_read (path, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static SpurCorrection *
correct (SpurTrace *trace, SpurEdges *edges, const char *methods)
{
  SpurCorrection *correction = spur_correction_new (spur_trace_get_n_streams (trace));
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new (methods, &error);

  g_assert_no_error (error);
  spur_clock_chain_run (chain, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  return correction;
}

static void
test_hosts (void)
{
  g_autoptr (SpurTrace) trace = read_archive (HOSTS);
  g_autoptr (SpurEdges) edges = NULL;
  g_autoptr (SpurCorrection) correction = NULL;
  SpurCheck check;
  gsize n_edges;

  g_test_summary ("Ten hosts, whose files end with a line end, give the known messages.");

  if (trace == NULL)
    return;
  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    g_assert_cmpuint (spur_stream_get_n_events (spur_trace_get_stream (trace, s)), ==, 2218);
  edges = spur_edges_new_for_trace (trace, NULL, NULL);
  spur_edges_get_all (edges, &n_edges);
  g_assert_cmpuint (n_edges, ==, 488);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_local, ==, 952);
  g_assert_cmpuint (spur_edges_get_n_collectives (edges), ==, 200);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched, ==, 0);
  spur_check_run (&check, trace, edges, NULL, 1, NULL);
  g_assert_cmpuint (check.n_reversed, ==, 248);
  g_assert_cmpuint (check.n_collective_receives, ==, 684);
  g_assert_cmpuint (check.n_collective_reversed, ==, 494);
  correction = correct (trace, edges, "auto");
  spur_check_run (&check, trace, edges, correction, 1, NULL);
  g_assert_true (spur_check_is_clean (&check));
}

/* The middle of a stream, as a correction says. */
static gint64
get_middle_ns (SpurTrace *trace, SpurCorrection *correction, guint s)
{
  SpurStream *stream = spur_trace_get_stream (trace, s);
  guint64 event = spur_stream_get_n_events (stream) / 2;

  return spur_correction_apply (correction, s, event, spur_stream_get_raw_ns (stream, event));
}

static void
test_measured_offsets (void)
{
  g_autoptr (SpurTrace) trace = read_archive (HOSTS);
  g_autoptr (SpurEdges) edges = NULL;
  g_autoptr (SpurCorrection) measured = NULL;
  g_autoptr (SpurCorrection) corridor = NULL;
  gint64 differences_ns[N_HOSTS];
  gint64 mean_ns = 0;

  g_test_summary ("The offsets that the archive holds are those that its messages tell.");

  if (trace == NULL)
    return;
  edges = spur_edges_new_for_trace (trace, NULL, NULL);
  measured = correct (trace, edges, "offset");
  corridor = correct (trace, edges, "corridor");
  for (guint s = 0; s < N_HOSTS; s++)
    {
      guint n_offsets;

      spur_stream_get_clock_offsets (spur_trace_get_stream (trace, s), &n_offsets);
      g_assert_cmpuint (n_offsets, ==, 2);
      differences_ns[s] = get_middle_ns (trace, measured, s) - get_middle_ns (trace, corridor, s);
      mean_ns += differences_ns[s] / N_HOSTS;
    }
  /* Where zero lies is free. */
  for (guint s = 0; s < N_HOSTS; s++)
    g_assert_cmpint (ABS (differences_ns[s] - mean_ns), <=, 10000);
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

static void
test_device_streams (void)
{
  /* otf2-print's counts of ENTER and LEAVE, and of METRIC; of the first thread also PROGRAM_BEGIN
   * and PROGRAM_END, but no PARAMETER_UINT64. */
  static const guint64 n_events[] = {
    78,   8,    1740, 1740, 1740, 1740, 1740, 1740, 1740, 1740, 1740, 1740, 1740, 1740, 1740, 1740,
    1740, 1740, 3728, 3728, 3728, 3728, 3728, 3728, 3728, 3728, 3728, 3728, 3728, 3728, 2,    2,
  };
  g_autoptr (SpurTrace) trace = read_archive (DEVICES);
  SpurDefinitions *definitions;
  SpurStream *device;
  const SpurObject *target;

  g_test_summary ("Each location is a stream with all of its events, by the process's clock.");

  if (trace == NULL)
    return;
  definitions = spur_trace_get_definitions (trace);
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, G_N_ELEMENTS (n_events));
  g_assert_cmpuint (spur_definitions_get_n_clocks (definitions), ==, 1);
  for (guint s = 0; s < G_N_ELEMENTS (n_events); s++)
    g_assert_cmpuint (spur_stream_get_n_events (spur_trace_get_stream (trace, s)), ==, n_events[s]);
  device = spur_trace_get_stream (trace, 31);
  g_assert_cmpstr (spur_stream_get_name (device), ==, "HIP Context 1: HIP[1:0]");
  target = spur_definitions_get_object (definitions, spur_stream_get_target (device));
  g_assert_cmpstr (target->kind, ==, "accelerator stream");
  target = spur_definitions_get_object (definitions, target->parent);
  g_assert_cmpstr (target->name, ==, "1");
  g_assert_cmpstr (target->kind, ==, "ROCm Device");
  target = spur_definitions_get_object (definitions, target->parent);
  g_assert_cmpstr (target->name, ==, "faraday.ftpn.ornl.gov");
  g_assert_cmpuint (get_field (device, 0, "object"), ==, spur_stream_get_target (device));
  g_assert_cmpstr (
    spur_definitions_get_state (definitions, (guint32) get_field (device, 0, "state"))->name, ==,
    "light_kernel(float*, float const*)");
  g_assert_cmpint (spur_stream_get_ticks (device, 0), ==,
                   G_GINT64_CONSTANT (6127405422733255) - G_GINT64_CONSTANT (6127384835033798));
  g_assert_cmpint (spur_stream_get_ticks (device, 1), ==,
                   G_GINT64_CONSTANT (6127411447497340) - G_GINT64_CONSTANT (6127384835033798));
}

static void
test_device_metrics (void)
{
  static const struct
  {
    guint64 value;
    gint64 time;
    const char *target;
  } memory[] = {
    { 536870912, 6127384955579724, "HIP Context 0: HIP[0:0]: HIP Memory" },
    { 1073741824, 6127385050955919, "HIP Context 0: HIP[0:0]: HIP Memory" },
    { 536870912, 6127403897849419, "HIP Context 0: HIP[0:0]: HIP Memory" },
    { 0, 6127403901937623, "HIP Context 0: HIP[0:0]: HIP Memory" },
    { 536870912, 6127404010086662, "HIP Context 1: HIP[1:0]: HIP Memory" },
    { 1073741824, 6127404121370341, "HIP Context 1: HIP[1:0]: HIP Memory" },
    { 536870912, 6127411455043512, "HIP Context 1: HIP[1:0]: HIP Memory" },
    { 0, 6127411460344280, "HIP Context 1: HIP[1:0]: HIP Memory" },
  };
  g_autoptr (SpurTrace) trace = read_archive (DEVICES);
  SpurDefinitions *definitions;
  SpurStream *stream;
  const SpurObject *target;

  g_test_summary ("What one location records of two devices is measured on each of them.");

  if (trace == NULL)
    return;
  definitions = spur_trace_get_definitions (trace);
  stream = spur_trace_get_stream (trace, 1);
  for (guint i = 0; i < G_N_ELEMENTS (memory); i++)
    {
      guint64 bits = get_field (stream, i, "load");
      double load;

      memcpy (&load, &bits, sizeof load);
      g_assert_cmpuint (get_field (stream, i, "value"), ==, memory[i].value);
      g_assert_cmpfloat (load, ==, (double) memory[i].value);
      g_assert_cmpint (spur_stream_get_ticks (stream, i) + G_GINT64_CONSTANT (6127384835033798), ==,
                       memory[i].time);
      target = spur_definitions_get_object (definitions, (guint32) get_field (stream, i, "target"));
      g_assert_cmpstr (target->name, ==, memory[i].target);
    }
  stream = spur_trace_get_stream (trace, 16);
  target = spur_definitions_get_object (definitions, (guint32) get_field (stream, 0, "target"));
  g_assert_cmpstr (target->name, ==, "faraday.ftpn.ornl.gov: A2rocm_smi:::energy_count:device=1");
  g_assert_cmpstr (spur_definitions_get_object (definitions, target->parent)->name, ==,
                   "faraday.ftpn.ornl.gov");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/otf2-corpus/hosts", test_hosts);
  g_test_add_func ("/otf2-corpus/measured-offsets", test_measured_offsets);
  g_test_add_func ("/otf2-corpus/device-streams", test_device_streams);
  g_test_add_func ("/otf2-corpus/device-metrics", test_device_metrics);
  return g_test_run ();
}
