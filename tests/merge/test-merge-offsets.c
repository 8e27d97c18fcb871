/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Recordings of computers whose clocks differ, and that measured by how much. */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/causality/spur-edges.h"
#include "core/clock/spur-clock-chain.h"
#include "core/merge/spur-merger.h"
#include "core/model/events/spur-event-type.h"
#include "core/record/reading/spur-recording-private.h"
#include "core/record/reading/spur-recording-reader.h"
#include "core/store/container/spur-container.h"
#include "events/spur-message-events.h"
#include "tests/collect/collect-kit.h"

#define N_MESSAGES 1000
#define STEP_NS 10000000
#define DELAY_NS 5000
#define BEGIN_REAL_NS G_GINT64_CONSTANT (1700000000000000000)
#define REFERENCE 1000
#define NO_CAUSE 77
/* For the origin of another recording: probes of the reference's computer; and both. */
#define PROBED 78
#define PROBED_TOO 79

/* A computer's clock: true time 0 is the beginning of all recordings. */
typedef struct
{
  guint64 origin;
  guint32 clock;
  guint64 hz;
  guint64 begin_ticks;
  gint64 begin_ns;
  gint64 ahead_ns;
  gint64 drift_ppm;
} Computer;

static const Computer reference = {
  REFERENCE, SPUR_RECORDING_MONOTONIC, 1000000000, 10000000000, 10000000000, 0, 0,
};
static const Computer monotonic = {
  2000, SPUR_RECORDING_MONOTONIC, 1000000000, 77000000000, 77000000000, 3000000, 20,
};
static const Computer tsc = {
  3000, SPUR_RECORDING_TSC, 2500000000, 999999999999, 55000000000, -3000000, -40,
};
/* Another process of the reference's computer. */
static const Computer same = {
  4000, SPUR_RECORDING_MONOTONIC, 1000000000, 10000000000, 10000000000, 0, 0,
};

static guint64
get_ticks (const Computer *computer, gint64 true_ns)
{
  gint64 own_ns = true_ns + true_ns / 1000000 * computer->drift_ppm;

  return computer->begin_ticks + (guint64) own_ns * (computer->hz / 100000000) / 10;
}

static void
put_u64 (GByteArray *body, guint64 value)
{
  guint8 bytes[8];

  spur_put_le64 (bytes, value);
  g_byte_array_append (body, bytes, sizeof bytes);
}

/* Rows as a layer writes them: at the begin and at the end. */
static void
put_offsets (Kit *kit, const Computer *computer, const Computer *other, guint64 origin)
{
  const gint64 times_ns[] = { 1000000, 9000000000 };

  for (guint i = 0; i < G_N_ELEMENTS (times_ns); i++)
    {
      g_autoptr (GByteArray) body = g_byte_array_new ();
      union
      {
        double value;
        guint64 bits;
      } deviation = { 250 };

      put_u64 (body, get_ticks (computer, times_ns[i]));
      put_u64 (body, origin);
      put_u64 (body, get_ticks (other, times_ns[i]));
      put_u64 (body, deviation.bits);
      kit_put (kit, SPUR_PACKET_OFFSETS, 0, SPUR_NONE, 0, body);
    }
}

static guint8
get_boot (const Computer *computer)
{
  return (guint8) (computer->begin_ns % 251);
}

/* Probes of the reference's CLOCK_MONOTONIC, which its ticks are. */
static void
put_probes (Kit *kit, const Computer *computer)
{
  const gint64 times_ns[] = { 1000000, 9000000000 };
  g_autoptr (GByteArray) body = g_byte_array_new ();
  guint8 boot[16];

  memset (boot, get_boot (&reference), sizeof boot);
  for (guint i = 0; i < G_N_ELEMENTS (times_ns); i++)
    {
      put_u64 (body, get_ticks (computer, times_ns[i]));
      g_byte_array_append (body, boot, sizeof boot);
      put_u64 (body, get_ticks (&reference, times_ns[i]));
      put_u64 (body, 250);
    }
  kit_put (kit, SPUR_PACKET_PROBES, 0, SPUR_NONE, 0, body);
}

static void
put_delays (Kit *kit)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();

  for (guint i = 0; i < 3; i++)
    {
      put_u64 (body, i);
      put_u64 (body, 16);
      put_u64 (body, 7000 + 1000 * i);
    }
  kit_put (kit, SPUR_PACKET_DELAYS, 0, SPUR_NONE, 0, body);
}

static void
set_field (guint64 *fields, GType type, SpurUse use, guint64 value)
{
  fields[spur_event_type_get_layout (type)->field_of_use[use]] = value;
}

/* The reference sends, the others receive. */
static SpurTrace *
make_recording (const Computer *computer, guint64 measured_against)
{
  gboolean is_sender = computer == &reference;
  GType type = is_sender ? SPUR_TYPE_CHANNEL_SEND_EVENT : SPUR_TYPE_CHANNEL_RECEIVE_EVENT;
  guint64 fields[SPUR_LAYOUT_MAX_FIELDS] = { 0 };
  g_auto (Kit) kit = { 0 };
  g_autoptr (GByteArray) all = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  SpurRecordingCounts counts;
  SpurTrace *trace;
  guint64 first = get_ticks (computer, is_sender ? 0 : DELAY_NS);

  kit_init (&kit, computer->origin);
  kit.preamble.clock = computer->clock;
  kit.preamble.hz = computer->hz;
  kit.preamble.begin_ticks = computer->begin_ticks;
  kit.preamble.begin_ns = computer->begin_ns;
  kit.preamble.begin_real_ns = BEGIN_REAL_NS + computer->ahead_ns;
  memset (kit.preamble.boot, get_boot (computer), sizeof kit.preamble.boot);
  spur_recording_preamble_put (&kit.preamble, kit.head);
  kit_define (&kit, 2);
  if (measured_against == PROBED || measured_against == PROBED_TOO)
    put_probes (&kit, computer);
  if (measured_against == PROBED_TOO)
    put_offsets (&kit, computer, &reference, REFERENCE);
  else if (measured_against != 0 && measured_against != PROBED)
    {
      put_offsets (&kit, computer, &reference, measured_against);
      put_delays (&kit);
    }
  kit_put_stream (&kit, 0, is_sender ? "sender" : "receiver");
  set_field (fields, type, SPUR_USE_SUBJECT, is_sender ? 0 : 1);
  set_field (fields, type, SPUR_USE_PEER, is_sender ? 1 : 0);
  kit_put_events (&kit, 1, 0, is_sender ? KIT_SEND : KIT_RECEIVE, N_MESSAGES, first,
                  get_ticks (computer, STEP_NS) - computer->begin_ticks, fields);
  kit_put_status (&kit, TRUE);
  g_byte_array_append (all, kit.head, sizeof kit.head);
  g_byte_array_append (all, kit.bytes->data, kit.bytes->len);
  bytes = g_bytes_new (all->data, all->len);
  trace = spur_recording_open_bytes ("made", bytes, &counts, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (counts.n_events, ==, N_MESSAGES);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
  return trace;
}

static SpurTrace *
merge (SpurTrace *const *traces, guint n_traces)
{
  g_autoptr (SpurMerger) merger = spur_merger_new ();
  g_autoptr (GError) error = NULL;
  SpurTrace *merged;

  for (guint i = 0; i < n_traces; i++)
    {
      g_autofree char *name = g_strdup_printf ("recording %u", i);

      spur_merger_add (merger, traces[i], name, NULL, &error);
      g_assert_no_error (error);
    }
  merged = spur_merger_finish (merger, &error);
  g_assert_no_error (error);
  return merged;
}

static SpurTrace *
save_and_open (SpurTrace *trace)
{
  g_autofree char *folder = g_dir_make_tmp ("spur-offsets-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.spur", NULL);
  g_autoptr (GError) error = NULL;
  SpurTrace *opened;

  spur_container_save (trace, path, NULL, &error);
  g_assert_no_error (error);
  opened = spur_container_open (path, NULL, &error);
  g_assert_no_error (error);
  g_unlink (path);
  g_rmdir (folder);
  return opened;
}

static void
assert_near (gint64 value, gint64 expected, gint64 most)
{
  g_assert_cmpint (value, >=, expected - most);
  g_assert_cmpint (value, <=, expected + most);
}

/* The offsets of a receiver's clock, by what was made, in its ticks. */
static void
check_offsets (SpurStream *stream, const Computer *computer)
{
  const gint64 times_ns[] = { 1000000, 9000000000 };
  guint n_offsets;
  const SpurClockOffset *offsets = spur_stream_get_clock_offsets (stream, &n_offsets);

  g_assert_cmpuint (n_offsets, ==, G_N_ELEMENTS (times_ns));
  for (guint i = 0; i < n_offsets; i++)
    {
      gint64 behind_ns = -computer->ahead_ns - times_ns[i] / 1000000 * computer->drift_ppm;

      assert_near (spur_stream_ticks_to_ns (stream, offsets[i].offset_ticks), behind_ns, 2);
      g_assert_cmpfloat_with_epsilon (offsets[i].deviation_ticks,
                                      250.0 * (double) computer->hz / 1e9, 0.01);
    }
}

/* Every message takes as long as it did. */
static void
check_corrected (SpurTrace *trace, guint sender, guint receiver)
{
  SpurStream *from = spur_trace_get_stream (trace, sender);
  SpurStream *to = spur_trace_get_stream (trace, receiver);
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("offset,eclc", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (spur_trace_get_n_streams (trace));
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace, NULL, &error);
  gsize n_edges;

  g_assert_no_error (error);
  spur_edges_get_all (edges, &n_edges);
  g_assert_cmpuint (n_edges, ==, N_MESSAGES);
  spur_clock_chain_run (chain, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  for (guint64 i = 0; i < N_MESSAGES; i++)
    {
      gint64 sent_ns =
        spur_correction_apply (correction, sender, i, spur_stream_get_raw_ns (from, i));
      gint64 received_ns =
        spur_correction_apply (correction, receiver, i, spur_stream_get_raw_ns (to, i));

      assert_near (sent_ns, spur_stream_get_raw_ns (from, i), 1);
      assert_near (received_ns - sent_ns, DELAY_NS, 4);
    }
}

static void
check_pair (const Computer *computer, guint64 against, gboolean is_sender_first, gboolean is_saved)
{
  g_autoptr (SpurTrace) sender = make_recording (&reference, 0);
  g_autoptr (SpurTrace) receiver = make_recording (computer, against);
  g_autoptr (SpurTrace) saved = is_saved ? save_and_open (receiver) : g_object_ref (receiver);
  SpurTrace *const traces[] = { is_sender_first ? sender : saved,
                                is_sender_first ? saved : sender };
  g_autoptr (SpurTrace) in_memory = merge (traces, 2);
  g_autoptr (SpurTrace) merged = is_saved ? save_and_open (in_memory) : g_object_ref (in_memory);
  guint first = is_sender_first ? 0 : 1;
  const SpurClockOffset *zero;
  guint n_offsets;

  g_assert_cmpuint (spur_trace_get_n_losses (merged), ==, 0);
  g_assert_null (spur_trace_get_fact (merged, "recording.offsets"));
  check_offsets (spur_trace_get_stream (merged, 1 - first), computer);
  zero = spur_stream_get_clock_offsets (spur_trace_get_stream (merged, first), &n_offsets);
  g_assert_cmpuint (n_offsets, ==, 1);
  g_assert_cmpint (zero->offset_ticks, ==, 0);
  check_corrected (merged, first, 1 - first);
}

static void
test_pairs (void)
{
  const Computer *computers[] = { &monotonic, &tsc };

  g_test_summary ("What was measured of clocks that differ makes messages as long as they were.");

  for (guint i = 0; i < 8; i++)
    check_pair (computers[i % 2], REFERENCE, (i & 2) != 0, (i & 4) != 0);
}

static void
test_probed (void)
{
  const Computer *computers[] = { &monotonic, &tsc };

  g_test_summary ("Probes of the sender's computer do the same, and go before other offsets.");

  for (guint i = 0; i < 16; i++)
    check_pair (computers[i % 2], (i & 8) != 0 ? PROBED : PROBED_TOO, (i & 2) != 0, (i & 4) != 0);
}

static gint64
get_offset_ns (SpurTrace *trace, guint stream, guint index)
{
  guint n_offsets;
  const SpurClockOffset *offsets =
    spur_stream_get_clock_offsets (spur_trace_get_stream (trace, stream), &n_offsets);

  g_assert_cmpuint (n_offsets, ==, 2);
  return spur_stream_ticks_to_ns (spur_trace_get_stream (trace, stream),
                                  offsets[index].offset_ticks);
}

/* The first measurement of the first recording stays where it is. */
static void
test_probed_elsewhere (void)
{
  g_autoptr (SpurTrace) first = make_recording (&monotonic, PROBED);
  g_autoptr (SpurTrace) second = make_recording (&tsc, PROBED);
  SpurTrace *const traces[] = { first, second };
  g_autoptr (SpurTrace) merged = merge (traces, 2);
  gint64 apart_ns = monotonic.ahead_ns - tsc.ahead_ns;

  g_test_summary ("Probes of a computer of which there is no recording relate the others.");

  g_assert_cmpuint (spur_trace_get_n_losses (merged), ==, 0);
  g_assert_cmpstr (spur_trace_get_fact (merged, "clock-offsets"), ==, "bounded");
  assert_near (get_offset_ns (merged, 0, 0), 0, 2);
  assert_near (get_offset_ns (merged, 0, 1), -8999 * monotonic.drift_ppm, 2);
  assert_near (get_offset_ns (merged, 1, 0), apart_ns + monotonic.drift_ppm - tsc.drift_ppm, 2);
  assert_near (get_offset_ns (merged, 1, 1), apart_ns + monotonic.drift_ppm - 9000 * tsc.drift_ppm,
               2);
}

static void
test_probed_alike (void)
{
  g_autoptr (SpurTrace) first = make_recording (&reference, 0);
  g_autoptr (SpurTrace) second = make_recording (&same, PROBED);
  SpurTrace *const traces[] = { first, second };
  g_autoptr (SpurTrace) merged = merge (traces, 2);

  g_test_summary ("Recordings that read one clock get no offsets from probes.");

  g_assert_cmpuint (spur_trace_get_n_losses (merged), ==, 0);
  g_assert_null (spur_trace_get_fact (merged, "clock-offsets"));
  for (guint i = 0; i < 2; i++)
    {
      guint n_offsets;

      spur_stream_get_clock_offsets (spur_trace_get_stream (merged, i), &n_offsets);
      g_assert_cmpuint (n_offsets, ==, 0);
    }
}

/* A second recording measured against something else: the deviations are not all bounds. */
static void
test_probed_partly (void)
{
  g_autoptr (SpurTrace) probed = make_recording (&tsc, PROBED);
  g_autoptr (SpurTrace) sender = make_recording (&reference, 0);
  g_autoptr (SpurTrace) known = make_recording (&monotonic, REFERENCE);
  SpurTrace *const pair[] = { sender, known };
  g_autoptr (SpurTrace) merged = merge (pair, 2);
  SpurTrace *const all[] = { merged, probed };
  g_autoptr (SpurTrace) both = merge (all, 2);

  g_test_summary ("Where only some offsets are bounded the trace says so.");

  g_assert_null (spur_trace_get_fact (merged, "clock-offsets"));
  g_assert_cmpstr (spur_trace_get_fact (both, "clock-offsets"), ==, "partly bounded");
}

static void
test_same (void)
{
  g_autoptr (SpurTrace) sender = make_recording (&reference, 0);
  g_autoptr (SpurTrace) receiver = make_recording (&same, REFERENCE);
  SpurTrace *const traces[] = { sender, receiver };
  g_autoptr (SpurTrace) merged = merge (traces, 2);

  g_test_summary ("Of one clock the offsets are 0, with their deviation.");

  check_offsets (spur_trace_get_stream (merged, 1), &same);
  check_corrected (merged, 0, 1);
}

static void
test_alone (void)
{
  g_autoptr (SpurTrace) trace = make_recording (&monotonic, REFERENCE);
  g_autoptr (SpurTrace) merged = merge (&trace, 1);
  const char *rows = spur_trace_get_fact (trace, "recording.offsets");
  guint n_offsets;

  g_test_summary ("A recording alone keeps the rows, whose reference it does not know.");

  g_assert_cmpstr (rows, ==,
                   "77001000020:00000000000003e8:10001000000:250 "
                   "86000180000:00000000000003e8:19000000000:250");
  g_assert_cmpstr (spur_trace_get_fact (trace, "recording.delays"), ==,
                   "3 measured, 7000 to 9000 ns, not used");
  spur_stream_get_clock_offsets (spur_trace_get_stream (trace, 0), &n_offsets);
  g_assert_cmpuint (n_offsets, ==, 0);
  g_assert_cmpstr (spur_trace_get_fact (merged, "recording.offsets"), ==, rows);
  g_assert_cmpuint (spur_trace_get_n_losses (merged), ==, 0);
}

static void
assert_unused (SpurTrace *trace, guint64 n_unused)
{
  const SpurLoss *loss;

  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 1);
  loss = spur_trace_get_loss (trace, 0);
  g_assert_cmpstr (loss->what, ==, "clock offsets that could not be used");
  g_assert_cmpuint (loss->count, ==, n_unused);
}

static void
test_unused (void)
{
  g_autoptr (SpurTrace) sender = make_recording (&reference, 0);
  g_autoptr (SpurTrace) measured = make_recording (&monotonic, REFERENCE);
  g_autoptr (SpurTrace) lost = make_recording (&tsc, NO_CAUSE);
  g_autoptr (SpurTrace) itself = make_recording (&tsc, tsc.origin);
  g_autoptr (SpurTrace) chained = make_recording (&tsc, monotonic.origin);
  SpurTrace *const others[] = { lost, itself, chained };

  g_test_summary ("Offsets against who is not there, oneself or who was measured are counted.");

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      SpurTrace *const traces[] = { sender, others[i], measured };
      g_autoptr (SpurTrace) merged = merge (traces, 3);
      guint n_offsets;

      assert_unused (merged, 2);
      spur_stream_get_clock_offsets (spur_trace_get_stream (merged, 1), &n_offsets);
      g_assert_cmpuint (n_offsets, ==, 0);
      check_offsets (spur_trace_get_stream (merged, 2), &monotonic);
    }
}

/* A trace that says what it likes of its offsets. */
static SpurTrace *
make_saying (guint64 origin, const char *rows)
{
  const SpurClock clock = { "a", "monotonic", 1000000000, 0, 0 };
  SpurTrace *trace = spur_trace_new ();
  g_autofree char *name = g_strdup_printf ("%" G_GINT64_MODIFIER "x", origin);

  spur_definitions_add_clock (spur_trace_get_definitions (trace), &clock);
  spur_trace_add_stream (trace, name, 0, SPUR_NONE);
  spur_trace_set_fact (trace, "recording.origin", name);
  if (rows != NULL)
    spur_trace_set_fact (trace, "recording.offsets", rows);
  g_assert_true (spur_trace_seal (trace, NULL));
  return trace;
}

static void
test_nonsense (void)
{
  const char *texts[] = {
    "x",
    "1:2:3",
    "1:1:2:0:0",
    "1:1:2:-1",
    "1:1:2:nan",
    "9223372036854775807:1:0:0",
    "0:1:18446744073709551615:0x",
    "0:1:9223372036854775807:0",
    "0:0:0:0",
    "99999999999999999999:1:0:0",
    "0:0123456789abcdef0123456789abcdef0:1:0",
    "0:0123456789abcdef0123456789abcdeF:1:0",
    "0:0123456789abcdef0123456789abcde:1:0",
  };
  g_autoptr (SpurTrace) first = make_saying (1, NULL);

  g_test_summary ("What cannot be read, or not be a time, is counted.");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *rows = g_strdup_printf ("%s  5:1:7:0", texts[i]);
      g_autoptr (SpurTrace) second = make_saying (2, rows);
      SpurTrace *const traces[] = { first, second };
      g_autoptr (SpurTrace) merged = merge (traces, 2);
      guint n_offsets;
      const SpurClockOffset *offset =
        spur_stream_get_clock_offsets (spur_trace_get_stream (merged, 1), &n_offsets);

      assert_unused (merged, 1);
      g_assert_cmpuint (n_offsets, ==, 1);
      g_assert_cmpint (offset->ticks, ==, 5);
      g_assert_cmpint (offset->offset_ticks, ==, 2);
    }
}

static void
test_many (void)
{
  const guint n_rows = 20000;
  g_auto (Kit) kit = { 0 };
  g_autoptr (GByteArray) all = g_byte_array_new ();
  g_autoptr (GByteArray) body = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) opened = NULL;
  g_auto (GStrv) rows = NULL;

  g_test_summary ("Of very many rows those that are kept go from the first to the last.");

  kit_init (&kit, 5);
  for (guint i = 0; i < n_rows; i++)
    {
      put_u64 (body, G_MAXINT64 - n_rows + i + 1);
      put_u64 (body, G_MAXUINT64);
      put_u64 (body, G_MAXUINT64);
      put_u64 (body, 0x7ff0000000000000);
    }
  kit_put (&kit, SPUR_PACKET_OFFSETS, 0, SPUR_NONE, 0, body);
  g_byte_array_append (all, kit.head, sizeof kit.head);
  g_byte_array_append (all, kit.bytes->data, kit.bytes->len);
  bytes = g_bytes_new (all->data, all->len);
  trace = spur_recording_open_bytes ("many", bytes, NULL, NULL, NULL);
  g_assert_nonnull (trace);
  opened = save_and_open (trace);
  rows = g_strsplit (spur_trace_get_fact (opened, "recording.offsets"), " ", -1);
  g_assert_cmpuint (g_strv_length (rows), ==, 6668);
  g_assert_true (g_str_has_prefix (rows[0], "9223372036854755808:ffffffffffffffff:"));
  g_assert_cmpstr (rows[6667], ==, "9223372036854775807:ffffffffffffffff:18446744073709551615:0");
  g_assert_cmpuint (spur_trace_get_n_losses (opened), ==, 1);
  g_assert_cmpuint (spur_trace_get_loss (opened, 0)->count, ==, n_rows - 6668);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/merge/offsets/pairs", test_pairs);
  g_test_add_func ("/merge/offsets/probed", test_probed);
  g_test_add_func ("/merge/offsets/probed-elsewhere", test_probed_elsewhere);
  g_test_add_func ("/merge/offsets/probed-alike", test_probed_alike);
  g_test_add_func ("/merge/offsets/probed-partly", test_probed_partly);
  g_test_add_func ("/merge/offsets/same", test_same);
  g_test_add_func ("/merge/offsets/alone", test_alone);
  g_test_add_func ("/merge/offsets/unused", test_unused);
  g_test_add_func ("/merge/offsets/nonsense", test_nonsense);
  g_test_add_func ("/merge/offsets/many", test_many);
  return g_test_run ();
}
