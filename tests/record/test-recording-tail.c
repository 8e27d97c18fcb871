/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The newest events of a recording mean what they mean in the whole of it. */
#include "core/record/reading/spur-recording-tail-internal.h"

#include <signal.h>
#include <string.h>

#include "core/analysis/presence/spur-timeline.h"
#include "core/causality/live/spur-pending-internal.h"
#include "core/record/reading/spur-packet.h"
#include "core/record/spur-record-wire-internal.h"
#include "tests/record/recording-run.h"

#define N_STREAMS 3
#define N_TASKS 6
#define N_ROUNDS 300
#define MAX_EVENTS 600

#define N_VICTIM_EVENTS 100

static char *folder;
/* Bytes of the recording at some times, gsize. */
static GArray *sizes;

typedef struct
{
  SpurRecord *record;
  SpurRecordObject hosts[N_STREAMS];
  SpurRecordStream streams[N_STREAMS];
  SpurRecordObject tasks[N_TASKS];
  guint on[N_TASKS];
  SpurRecordState states[4];
  guint64 ticks;
} Program;

/* Steps differ, so that times tell which of some messages without numbers were lost. */
static guint64
tick (Program *self)
{
  return self->ticks += 1000 + self->ticks % 997;
}

static void
define_program (Program *self)
{
  static const char *const states[] = { "work", "waiting", "inner", "outer" };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    self->states[i] = spur_record_state (self->record, states[i], SPUR_RECORD_WORK);
  for (guint i = 0; i < N_STREAMS; i++)
    {
      g_autofree char *name = g_strdup_printf ("host %u", i);

      self->hosts[i] =
        spur_record_object (self->record, SPUR_RECORD_TARGET, name, "host", SPUR_RECORD_NO_OBJECT);
      self->streams[i] = spur_record_add_stream (self->record, name, self->hosts[i]);
    }
  for (guint i = 0; i < N_TASKS; i++)
    {
      g_autofree char *name = g_strdup_printf ("task %u", i);

      self->tasks[i] = spur_record_object (self->record, SPUR_RECORD_LOAD_OBJECT, name, "task",
                                           SPUR_RECORD_NO_OBJECT);
      self->on[i] = i % N_STREAMS;
    }
}

/* What is said at the begin and not again; only the last task ends. */
static void
begin_program (Program *self)
{
  for (guint i = 0; i < N_TASKS; i++)
    {
      spur_record_use_stream (self->record, self->streams[self->on[i]]);
      spur_record_lo_creation_at (self->record, tick (self), self->tasks[i],
                                  spur_record_string (self->record, "task"), SPUR_RECORD_NO_OBJECT);
      spur_record_lo_placement_at (self->record, tick (self), self->tasks[i],
                                   self->hosts[self->on[i]]);
    }
  spur_record_use_stream (self->record, self->streams[1]);
  spur_record_region_enter_at (self->record, tick (self), self->tasks[1], self->states[3]);
  spur_record_lm_target_load_at (self->record, tick (self), self->hosts[2], 0.75,
                                 SPUR_RECORD_NO_LIST);
  spur_record_use_stream (self->record, self->streams[2]);
  spur_record_lo_termination_at (self->record, tick (self), self->tasks[N_TASKS - 1]);
}

/* Messages without numbers come at once, those with numbers two rounds later. */
static void
run_stream (Program *self, guint stream, guint turn)
{
  SpurRecordObject own = self->tasks[stream];
  SpurRecordObject next = self->tasks[(stream + 1) % N_STREAMS];
  SpurRecordObject last = self->tasks[(stream + N_STREAMS - 1) % N_STREAMS];
  guint before = stream == 0 ? turn - 1 : turn;
  guint number = turn * N_STREAMS + stream + 1;

  spur_record_use_stream (self->record, self->streams[stream]);
  spur_record_region_enter_at (self->record, tick (self), own, self->states[2]);
  if (stream > 0 || turn > 0)
    spur_record_lo_message_receive_at (self->record, tick (self), own, last, 5, before,
                                       SPUR_RECORD_NO_LIST, 0);
  if (turn >= 2)
    spur_record_lo_message_receive_at (
      self->record, tick (self), own, last, 6, turn, SPUR_RECORD_NO_LIST,
      number - 2 * N_STREAMS - stream + (stream + N_STREAMS - 1) % N_STREAMS);
  spur_record_lo_message_send_at (self->record, tick (self), own, next, 6, turn,
                                  SPUR_RECORD_NO_LIST, number);
  spur_record_lo_message_send_at (self->record, tick (self), own, next, 5, turn,
                                  SPUR_RECORD_NO_LIST, 0);
  spur_record_region_exit_at (self->record, tick (self), own, self->states[2]);
}

static void
move_task (Program *self, guint task, guint turn)
{
  guint to = (self->on[task] + 1) % N_STREAMS;

  spur_record_use_stream (self->record, self->streams[self->on[task]]);
  spur_record_lo_migration_send_at (self->record, tick (self), self->tasks[task],
                                    self->hosts[self->on[task]], self->hosts[to], turn + 1);
  spur_record_use_stream (self->record, self->streams[to]);
  spur_record_lo_migration_receive_at (self->record, tick (self), self->tasks[task],
                                       self->hosts[self->on[task]], self->hosts[to], turn + 1);
  self->on[task] = to;
}

/* Packets are small, and come in the order of their times. */
static void
note_size (Program *self, const char *path)
{
  GStatBuf facts;
  gsize size;

  g_assert_cmpint (spur_record_flush (self->record), ==, 0);
  g_assert_cmpint (g_stat (path, &facts), ==, 0);
  size = (gsize) facts.st_size;
  g_array_append_val (sizes, size);
}

static char *
record_program (void)
{
  g_autofree char *path = g_build_filename (folder, "whole.spurrec", NULL);
  Program self = { .record = spur_record_open (path) };

  self.ticks = spur_record_get_ticks (self.record);
  define_program (&self);
  begin_program (&self);
  for (guint turn = 0; turn < N_ROUNDS; turn++)
    {
      for (guint i = 0; i < N_STREAMS; i++)
        run_stream (&self, i, turn);
      if (turn % 90 == 20)
        move_task (&self, 3 + turn / 90 % 2, turn);
      if (turn % 70 == 0)
        spur_record_lo_state_change_at (self.record, tick (&self), self.tasks[4],
                                        SPUR_RECORD_NO_STATE, self.states[turn / 70 % 2],
                                        SPUR_RECORD_NO_LIST);
      if (turn % 3 == 0)
        note_size (&self, path);
    }
  spur_record_close (self.record);
  g_assert_null (spur_record_get_problem (self.record));
  return g_steal_pointer (&path);
}

/* ---- Comparing ---- */

static guint64
find_number (SpurRecordingTail *tail, guint stream, guint64 event)
{
  const guint64 *kept;
  guint n_kept;
  guint64 n_gone = spur_recording_tail_get_past (tail, stream, &kept, &n_kept);

  return event < n_kept ? kept[event] : event - n_kept + n_gone;
}

static void
compare_events (SpurRecordingTail *tail, SpurTrace *trace, SpurTrace *whole)
{
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i),
                 *all = spur_trace_get_stream (whole, i);
      guint64 last = 0;

      g_assert_cmpstr (spur_stream_get_name (stream), ==, spur_stream_get_name (all));
      for (guint64 event = 0; event < spur_stream_get_n_events (stream); event++)
        {
          guint64 number = find_number (tail, i, event);
          const SpurEventLayout *layout, *other;
          g_autofree guint8 *record = NULL;
          const guint8 *bytes = spur_stream_get_record (stream, event, &layout);

          record = g_memdup2 (bytes, layout->n_bytes);
          g_assert_true (event == 0 || number > last);
          last = number;
          bytes = spur_stream_get_record (all, number, &other);
          g_assert_cmpstr (layout->name, ==, other->name);
          g_assert_cmpmem (record, layout->n_bytes, bytes, other->n_bytes);
          g_assert_cmpint (spur_stream_get_ticks (stream, event), ==,
                           spur_stream_get_ticks (all, number));
        }
      g_assert_cmpuint (last + 1, ==, spur_stream_get_n_events (all));
    }
}

static char *
write_edge (const SpurEdge *edge)
{
  return g_strdup_printf ("%u:%" G_GUINT64_FORMAT " %u:%" G_GUINT64_FORMAT, edge->from_stream,
                          edge->from_event, edge->to_stream, edge->to_event);
}

/* Edges at whose ends an event is that stays are all there, and no others than in the whole. */
static void
compare_edges (SpurRecordingTail *tail, SpurEdges *edges, SpurEdges *whole, const guint64 *first)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gsize n_edges, n_left = 0;
  const SpurEdge *all = spur_edges_get_all (whole, &n_edges);
  GHashTableIter iter;
  gpointer text, stays;

  for (gsize i = 0; i < n_edges; i++)
    g_hash_table_insert (known, write_edge (&all[i]),
                         GINT_TO_POINTER (all[i].from_event >= first[all[i].from_stream] ||
                                          all[i].to_event >= first[all[i].to_stream]));
  all = spur_edges_get_all (edges, &n_edges);
  for (gsize i = 0; i < n_edges; i++)
    {
      SpurEdge edge = all[i];
      g_autofree char *found = NULL;

      edge.from_event = find_number (tail, edge.from_stream, edge.from_event);
      edge.to_event = find_number (tail, edge.to_stream, edge.to_event);
      found = write_edge (&edge);
      if (!g_hash_table_contains (known, found))
        g_test_message ("edge %s of kind %d", found, spur_edges_get_kind (edges, i));
      g_assert_true (g_hash_table_contains (known, found));
      g_hash_table_remove (known, found);
    }
  g_hash_table_iter_init (&iter, known);
  while (g_hash_table_iter_next (&iter, &text, &stays))
    {
      if (stays != NULL)
        g_test_message ("edge %s is not there", (const char *) text);
      n_left += stays != NULL;
    }
  g_assert_cmpuint (n_left, ==, 0);
}

/* The times of events before the tail that do not stay are not known. */
static void
compare_situations (SpurTrace *trace, SpurTrace *whole, gint64 from_ns)
{
  g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, TRUE);
  g_autoptr (SpurTimeline) all = spur_timeline_new (whole, TRUE);
  gint64 begin_ns, end_ns;

  spur_trace_get_span_ns (whole, TRUE, &begin_ns, &end_ns);
  for (guint step = 0; step <= 20; step++)
    for (guint i = 0; i < spur_definitions_get_n_objects (spur_trace_get_definitions (whole)); i++)
      {
        gint64 time_ns = from_ns + (end_ns - from_ns) * step / 20;
        SpurSituation known, expected;

        spur_timeline_get_situation (timeline, i, time_ns, &known);
        spur_timeline_get_situation (all, i, time_ns, &expected);
        g_assert_cmpint (known.exists, ==, expected.exists);
        g_assert_cmpuint (known.place, ==, expected.place);
        g_assert_cmpuint (known.target, ==, expected.target);
        g_assert_cmpuint (known.state, ==, expected.state);
        g_assert_true (known.load == expected.load || (known.load != known.load));
        if (expected.state != SPUR_NONE)
          g_assert_cmpint (known.state_since_ns, ==, expected.state_since_ns);
      }
}

static void
compare_traces (SpurRecordingTail *tail, SpurTrace *trace, const char *path, const guint64 *first)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) whole = spur_recording_open (path, NULL, NULL, &error);
  g_autoptr (SpurEdges) edges = NULL, all = NULL;
  gint64 from_ns = G_MAXINT64;

  g_assert_no_error (error);
  edges = spur_edges_new_for_trace (trace, NULL, &error);
  g_assert_no_error (error);
  all = spur_edges_new_for_trace (whole, NULL, &error);
  g_assert_no_error (error);
  compare_events (tail, trace, whole);
  compare_edges (tail, edges, all, first);
  for (guint i = 0; i < spur_trace_get_n_streams (whole); i++)
    {
      SpurStream *stream = spur_trace_get_stream (whole, i);

      from_ns =
        MIN (from_ns, spur_stream_ticks_to_ns (
                        stream, spur_stream_get_ticks (
                                  stream, MIN (first[i], spur_stream_get_n_events (stream) - 1))));
    }
  compare_situations (trace, whole, from_ns);
}

/* ---- Growing ---- */

static void
append_bytes (const char *path, const char *bytes, gsize n_bytes)
{
  FILE *file = fopen (path, "ab");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (bytes, 1, n_bytes, file), ==, n_bytes);
  g_assert_cmpint (fclose (file), ==, 0);
}

/* In numbers of the whole recording. */
static void
cut_tail (SpurRecordingTail *tail, SpurTrace *trace, guint64 *first_number, guint *n_cuts)
{
  g_autofree guint64 *first = spur_recording_tail_find_cut (tail);
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace, NULL, NULL);
  g_autoptr (GArray) kept = NULL;

  if (first == NULL)
    return;
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    first_number[i] = first[i] < spur_stream_get_n_events (spur_trace_get_stream (trace, i))
                        ? find_number (tail, i, first[i])
                        : find_number (tail, i, first[i] - 1) + 1;
  kept = spur_pending_list (trace, edges, first);
  g_assert_cmpuint (kept->len, <, MAX_EVENTS / 4);
  spur_recording_tail_cut (tail, first, kept);
  (*n_cuts)++;
}

static void
test_growing (void)
{
  g_autofree char *path = record_program ();
  g_autofree char *now = g_build_filename (folder, "now.spurrec", NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (SpurRecordingTail) tail = NULL;
  g_autoptr (GError) error = NULL;
  guint64 first[N_STREAMS + 1] = { 0 };
  guint n_cuts = 0;
  gsize n_bytes, n_done = 0;

  g_test_summary ("Of a recording that grows, the newest events have their numbers, partners and "
                  "objects in the states and places that they have in the whole.");

  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
  n_done = g_array_index (sizes, gsize, 0);
  append_bytes (now, bytes, n_done);
  tail = spur_recording_tail_new (now, MAX_EVENTS, &error);
  g_assert_no_error (error);
  for (guint part = 0; part < sizes->len; part++)
    {
      gsize end = MAX (g_array_index (sizes, gsize, part), n_done);
      g_autoptr (SpurTrace) trace = NULL;

      append_bytes (now, bytes + n_done, end - n_done);
      n_done = end;
      trace = spur_recording_tail_read (tail, &error);
      g_assert_no_error (error);
      if (spur_trace_get_n_streams (trace) == 0)
        continue;
      g_test_message ("%zu bytes: %" G_GUINT64_FORMAT " events", n_done,
                      spur_trace_get_n_events (trace));
      compare_traces (tail, trace, now, first);
      g_assert_cmpuint (spur_trace_get_n_events (trace), <, 2 * MAX_EVENTS);
      cut_tail (tail, trace, first, &n_cuts);
    }
  g_test_message ("%u cuts", n_cuts);
  g_assert_cmpuint (n_cuts, >=, 4);
}

static void
test_long (void)
{
  g_autofree char *path = g_build_filename (folder, "whole.spurrec", NULL);
  g_autoptr (SpurRecordingTail) tail = NULL;
  g_autoptr (SpurTrace) trace = NULL, end = NULL;
  g_autoptr (GError) error = NULL;
  guint64 first[N_STREAMS + 1] = { 0 };
  guint n_cuts = 0;

  g_test_summary ("A recording that is long when it is opened is cut to its end at once.");

  tail = spur_recording_tail_new (path, MAX_EVENTS, &error);
  g_assert_no_error (error);
  trace = spur_recording_tail_read (tail, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_events (trace), >, 5 * MAX_EVENTS);
  cut_tail (tail, trace, first, &n_cuts);
  end = spur_recording_tail_read (tail, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_events (end), <=, MAX_EVENTS);
  compare_traces (tail, end, path, first);
}

/* ---- Parts ---- */

/* Where each packet of a recording begins, gsize, and where the last one ends. */
static GArray *
list_packets (const char *bytes, gsize n_bytes)
{
  GArray *offsets = g_array_new (FALSE, FALSE, sizeof (gsize));
  gsize at = SPUR_RECORDING_PREAMBLE_BYTES;

  while (at < n_bytes)
    {
      SpurPacket packet;

      if (spur_packet_read (&packet, (const guint8 *) bytes + at, n_bytes - at) !=
          SPUR_PACKET_WHOLE)
        {
          /* Room for the counts, which is not used. */
          at += 8;
          continue;
        }
      g_array_append_val (offsets, at);
      at += SPUR_PACKET_HEADER_BYTES + packet.n_bytes;
    }
  g_array_append_val (offsets, at);
  return offsets;
}

/* Which message a receive without a number gets is not known before the sends are there, so edges
 * are not compared. */
static void
read_on (SpurRecordingTail *tail, const char *path, guint64 *first, guint *n_cuts)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = spur_recording_tail_read (tail, &error), whole = NULL;

  g_assert_no_error (error);
  if (spur_trace_get_n_streams (trace) == 0)
    return;
  whole = spur_recording_open (path, NULL, NULL, &error);
  g_assert_no_error (error);
  compare_events (tail, trace, whole);
  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    g_assert_cmpstr (spur_trace_get_loss (trace, i)->what, ==, "nothing");
  cut_tail (tail, trace, first, n_cuts);
}

/* As if the program still ran. */
static void
forget_status (char *bytes)
{
  memset (bytes + SPUR_RECORDING_PREAMBLE_BYTES, 0, SPUR_RECORDING_STATUS_BYTES);
}

static void
test_pieces (void)
{
  g_autofree char *path = g_build_filename (folder, "whole.spurrec", NULL);
  g_autofree char *now = g_build_filename (folder, "pieces.spurrec", NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (SpurRecordingTail) tail = NULL;
  guint64 first[N_STREAMS + 1] = { 0 };
  gsize n_bytes, n_done = SPUR_RECORDING_PREAMBLE_BYTES;
  guint n_cuts = 0;

  g_test_summary ("A packet that is not whole yet is neither read nor said to be damaged.");

  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
  forget_status (bytes);
  append_bytes (now, bytes, n_done);
  tail = spur_recording_tail_new (now, MAX_EVENTS, NULL);
  g_assert_nonnull (tail);
  /* Prime, so that it ends everywhere in packets. */
  while (n_done < n_bytes)
    {
      gsize n_more = MIN (1009, n_bytes - n_done);

      append_bytes (now, bytes + n_done, n_more);
      n_done += n_more;
      read_on (tail, now, first, &n_cuts);
    }
  g_assert_cmpuint (n_cuts, >=, 4);
}

/* A packet, if it is one of events of a stream, or if it is none. */
static void
append_packet (const char *path,
               const char *bytes,
               const GArray *offsets,
               guint index,
               guint32 stream,
               gboolean is_of_stream)
{
  SpurPacket packet;
  gsize at, end;

  if (index >= offsets->len - 1)
    return;
  at = g_array_index (offsets, gsize, index);
  end = g_array_index (offsets, gsize, index + 1);
  spur_packet_read_header (&packet, (const guint8 *) bytes + at);
  if ((packet.kind == SPUR_PACKET_EVENTS && packet.stream == stream) == is_of_stream)
    append_bytes (path, bytes + at, end - at);
}

static guint32
find_last_stream (const char *bytes, const GArray *offsets)
{
  guint32 last = 0;

  for (guint i = 0; i + 1 < offsets->len; i++)
    {
      SpurPacket packet;

      spur_packet_read_header (&packet, (const guint8 *) bytes + g_array_index (offsets, gsize, i));
      if (packet.kind == SPUR_PACKET_EVENTS)
        last = MAX (last, packet.stream);
    }
  return last;
}

static void
test_late (void)
{
  enum
  {
    /* More than there are in MAX_EVENTS. */
    N_BEHIND = 40
  };

  g_autofree char *path = g_build_filename (folder, "whole.spurrec", NULL);
  g_autofree char *now = g_build_filename (folder, "late.spurrec", NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (SpurRecordingTail) tail = NULL;
  g_autoptr (GArray) offsets = NULL;
  guint64 first[N_STREAMS + 1] = { 0 };
  guint n_cuts = 0;
  guint32 late;
  gsize n_bytes;

  g_test_summary ("A stream that writes its events later than others is there, with its numbers.");

  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
  forget_status (bytes);
  offsets = list_packets (bytes, n_bytes);
  late = find_last_stream (bytes, offsets);
  append_bytes (now, bytes, g_array_index (offsets, gsize, 0));
  tail = spur_recording_tail_new (now, MAX_EVENTS, NULL);
  g_assert_nonnull (tail);
  for (guint part = 0; part < offsets->len + N_BEHIND; part++)
    {
      if (part >= N_BEHIND)
        append_packet (now, bytes, offsets, part - N_BEHIND, late, TRUE);
      append_packet (now, bytes, offsets, part, late, FALSE);
      if (part % 7 == 0)
        read_on (tail, now, first, &n_cuts);
    }
  g_assert_cmpuint (n_cuts, >=, 4);
}

/* Records, says so, and waits to be killed. */
static void
run_victim (const char *path, int to_tell)
{
  SpurRecord *record = spur_record_open (path);

  for (guint i = 0; i < N_VICTIM_EVENTS; i++)
    recording_put (record, 0, i);
  if (write (to_tell, "", 1) != 1)
    _exit (1);
  pause ();
  _exit (1);
}

static void
test_killed (void)
{
  g_autofree char *path = g_build_filename (folder, "killed.spurrec", NULL);
  g_autoptr (SpurRecordingTail) tail = NULL;
  g_autoptr (SpurTrace) before = NULL, after = NULL;
  g_autoptr (GError) error = NULL;
  int pipes[2], status;
  pid_t victim;
  char byte;

  g_test_summary ("What a program had not handed over when it was killed is read then.");

  g_assert_cmpint (pipe (pipes), ==, 0);
  /* Nothing is handed over by time. */
  g_setenv ("SPUR_RECORD_FLUSH", "3600000", TRUE);
  victim = fork ();
  if (victim == 0)
    run_victim (path, pipes[1]);
  g_unsetenv ("SPUR_RECORD_FLUSH");
  g_assert_cmpint (read (pipes[0], &byte, 1), ==, 1);
  tail = spur_recording_tail_new (path, MAX_EVENTS, &error);
  g_assert_no_error (error);
  before = spur_recording_tail_read (tail, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_events (before), <, N_VICTIM_EVENTS);
  g_assert_false (spur_recording_tail_note_end (tail));
  g_assert_cmpint (kill (victim, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (victim, &status, 0), ==, victim);
  g_assert_true (spur_recording_tail_note_end (tail));
  g_assert_false (spur_recording_tail_note_end (tail));
  after = spur_recording_tail_read (tail, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_events (after), ==, N_VICTIM_EVENTS);
  close (pipes[0]);
  close (pipes[1]);
}

static void
test_no_recording (void)
{
  g_autofree char *path = g_build_filename (folder, "none.spurrec", NULL);
  g_autoptr (GError) error = NULL;

  g_test_summary ("What is no recording is refused.");

  append_bytes (path, "SPURREC", 7);
  g_assert_null (spur_recording_tail_new (path, MAX_EVENTS, &error));
  g_assert_nonnull (error);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = recording_make_folder ();
  sizes = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_test_add_func ("/recording-tail/growing", test_growing);
  g_test_add_func ("/recording-tail/long", test_long);
  g_test_add_func ("/recording-tail/pieces", test_pieces);
  g_test_add_func ("/recording-tail/late", test_late);
  g_test_add_func ("/recording-tail/killed", test_killed);
  g_test_add_func ("/recording-tail/no-recording", test_no_recording);
  result = g_test_run ();
  recording_remove_folder (folder);
  g_free (folder);
  g_array_unref (sizes);
  return result;
}
