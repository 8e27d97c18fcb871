/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a recording says beside its events. */
#include <math.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/format/spur-codec.h"
#include "core/model/events/spur-event-type.h"
#include "core/record/reading/spur-recording-private.h"

/* What a program measured of other clocks and of delays while it recorded. */

#define OFFSET_BYTES 32
#define DELAY_BYTES 24
/* Rows that fit into a text that a container can hold. */
#define MAX_KEPT 8192

typedef SpurRecordingOffset Offset;

static void
spur_recording_read_offsets (SpurRecordingLoad *self, SpurPacketInput *input)
{
  while (input->end - input->at >= OFFSET_BYTES)
    {
      Offset offset = { .is_probe = FALSE };
      guint64 bits;
      double deviation_ns;

      offset.ticks = spur_packet_input_u64 (input);
      offset.reference_origin = spur_packet_input_u64 (input);
      offset.reference_ticks = spur_packet_input_u64 (input);
      bits = spur_packet_input_u64 (input);
      memcpy (&deviation_ns, &bits, sizeof bits);
      offset.deviation_ns = isfinite (deviation_ns) && deviation_ns > 0 ? deviation_ns : 0;
      g_array_append_val (self->offsets, offset);
    }
}

static void
spur_recording_read_probes (SpurRecordingLoad *self, SpurPacketInput *input)
{
  while (input->end - input->at >= SPUR_PROBES_ROW_BYTES)
    {
      Offset offset = { .is_probe = TRUE };

      offset.ticks = spur_packet_input_u64 (input);
      memcpy (offset.reference_boot, input->at, sizeof offset.reference_boot);
      input->at += sizeof offset.reference_boot;
      offset.reference_ticks = spur_packet_input_u64 (input);
      offset.deviation_ns = (double) spur_packet_input_u64 (input);
      g_array_append_val (self->offsets, offset);
    }
}

static void
spur_recording_read_delays (SpurRecordingLoad *self, SpurPacketInput *input)
{
  SpurRecordingDelays *delays = &self->delays;

  while (input->end - input->at >= DELAY_BYTES)
    {
      guint64 delay_ns;

      spur_packet_input_u32 (input);
      spur_packet_input_u32 (input);
      spur_packet_input_u64 (input);
      delay_ns = spur_packet_input_u64 (input);
      if (delays->n_rows == 0 || delay_ns < delays->least_ns)
        delays->least_ns = delay_ns;
      delays->most_ns = MAX (delays->most_ns, delay_ns);
      delays->n_rows++;
    }
}

static void
append_boot (GString *text, const guint8 *boot)
{
  for (guint i = 0; i < sizeof ((Offset *) NULL)->reference_boot; i++)
    g_string_append_printf (text, "%02x", boot[i]);
}

static void
append_offset (const SpurRecordingLoad *self, const Offset *offset, GString *text)
{
  char deviation[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (deviation, sizeof deviation, "%.6g", offset->deviation_ns);
  g_string_append_printf (text, "%s%" G_GINT64_FORMAT ":", text->len > 0 ? " " : "",
                          (gint64) (offset->ticks - self->epoch_ticks));
  if (offset->is_probe)
    append_boot (text, offset->reference_boot);
  else
    g_string_append_printf (text, "%016" G_GINT64_MODIFIER "x", offset->reference_origin);
  g_string_append_printf (text, ":%" G_GUINT64_FORMAT ":%s", offset->reference_ticks, deviation);
}

/* What the other clock's ticks are is known where its recording is there, too. Of very many rows
 * some are kept, from the first to the last. */
static void
keep_offsets (SpurRecordingLoad *self)
{
  GString *text = g_string_new (NULL);
  guint stride = MAX (1, (self->offsets->len + MAX_KEPT - 1) / MAX_KEPT);
  guint n_kept = 0;

  for (guint i = 0; i < self->offsets->len; i++)
    {
      if (i % stride != 0 && i + 1 < self->offsets->len)
        continue;
      append_offset (self, &g_array_index (self->offsets, Offset, i), text);
      n_kept++;
    }
  if (n_kept > 0)
    spur_trace_set_fact (self->trace, "recording.offsets", text->str);
  spur_trace_add_loss (self->trace, "clock offsets beyond those that are kept",
                       self->offsets->len - n_kept);
  g_string_free (text, TRUE);
}

/* Half of a round trip may be more than the least delay of either direction, so it is told, but is
 * no mu. */
static void
keep_delays (SpurRecordingLoad *self)
{
  const SpurRecordingDelays *delays = &self->delays;
  g_autofree char *text = NULL;

  if (delays->n_rows == 0)
    return;
  text = g_strdup_printf ("%" G_GUINT64_FORMAT " measured, %" G_GUINT64_FORMAT
                          " to %" G_GUINT64_FORMAT " ns, not used",
                          delays->n_rows, delays->least_ns, delays->most_ns);
  spur_trace_set_fact (self->trace, "recording.delays", text);
}

/* Keeps what was measured of clocks and delays as facts of the trace. */
static void
spur_recording_keep_measured (SpurRecordingLoad *self)
{
  keep_offsets (self);
  keep_delays (self);
}

#define NS_PER_S 1000000000
/* Over less than this the clock's rate is better known from before. */
#define MIN_CALIBRATION_NS 100000000
#define DROP_CLASS "Recorder_Drop_Event"

typedef SpurRecordingReading Reading;

/* ---- Facts and the clock ---- */

static void
read_facts (SpurRecordingLoad *self, SpurPacketInput *input)
{
  guint32 n_facts = spur_packet_input_u32 (input);

  for (guint32 i = 0; i < n_facts && !input->is_bad; i++)
    {
      g_autofree char *key = spur_packet_input_text (input);
      g_autofree char *value = spur_packet_input_text (input);

      if (!input->is_bad && *key != '\0')
        spur_trace_set_fact (self->trace, key, value);
    }
}

static void
read_readings (SpurRecordingLoad *self, SpurPacketInput *input)
{
  while (input->end - input->at >= 40)
    {
      Reading reading;

      reading.ticks = spur_packet_input_u64 (input);
      reading.monotonic_ns = (gint64) spur_packet_input_u64 (input);
      for (guint i = 0; i < 3; i++)
        spur_packet_input_u64 (input);
      g_array_append_val (self->readings, reading);
    }
}

/* Ticks a second, over the whole recording where it is long enough. */
static guint64
calibrate_clock (SpurRecordingLoad *self)
{
  const Reading *first, *last;
  gint64 span_ns;
  guint64 span_ticks, hz;

  if (self->preamble.clock != SPUR_RECORDING_TSC || self->readings->len < 2)
    return self->preamble.hz;
  first = &g_array_index (self->readings, Reading, 0);
  last = &g_array_index (self->readings, Reading, self->readings->len - 1);
  span_ticks = last->ticks - first->ticks;
  if (__builtin_sub_overflow (last->monotonic_ns, first->monotonic_ns, &span_ns) ||
      span_ns < MIN_CALIBRATION_NS || span_ticks > G_MAXINT64)
    return self->preamble.hz;
  hz = (guint64) (((unsigned __int128) span_ticks * NS_PER_S + (guint64) span_ns / 2) /
                  (guint64) span_ns);
  /* A clock of another speed is no better knowledge, but damage. */
  if (hz / 2 > self->preamble.hz || hz < self->preamble.hz / 2)
    return self->preamble.hz;
  return hz;
}

static void
set_int_fact (SpurRecordingLoad *self, const char *key, gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  spur_trace_set_fact (self->trace, key, text);
}

/* Time 0 of the trace is that of CLOCK_MONOTONIC, so that recordings of one computer agree. */
static void
add_clock (SpurRecordingLoad *self)
{
  const SpurRecordingPreamble *preamble = &self->preamble;
  gboolean is_tsc = preamble->clock == SPUR_RECORDING_TSC;
  g_autoptr (GString) boot = g_string_new (NULL);
  g_autofree char *name = NULL;
  const char *host;
  g_autofree char *origin = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", preamble->origin);
  guint64 hz = calibrate_clock (self);
  __int128 begin = (__int128) preamble->begin_ns * hz / NS_PER_S;
  SpurClock clock = { .kind = is_tsc ? "tsc" : "monotonic", .resolution_hz = hz };

  append_boot (boot, preamble->boot);
  host = spur_trace_get_fact (self->trace, "host");
  name = g_strdup_printf ("%s %s %s", clock.kind, host != NULL ? host : "unknown", boot->str);
  clock.name = name;
  clock.epoch_ticks = is_tsc ? preamble->begin_ticks - (guint64) begin : 0;
  self->epoch_ticks = clock.epoch_ticks;
  self->hz = hz;
  spur_definitions_add_clock (spur_trace_get_definitions (self->trace), &clock);
  spur_trace_set_fact (self->trace, "recording.origin", origin);
  spur_trace_set_fact (self->trace, "recording.boot", boot->str);
  set_int_fact (self, "epoch-unix-ns",
                (gint64) ((guint64) preamble->begin_real_ns - (guint64) preamble->begin_ns));
}

/* ---- Streams and classes ---- */

static void
free_stream (gpointer data)
{
  SpurRecordingStream *stream = data;

  g_free (stream->name);
  g_free (stream);
}

GHashTable *
spur_recording_new_streams (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, free_stream);
}

static void
read_stream (SpurRecordingLoad *self, guint32 number, SpurPacketInput *input)
{
  SpurRecordingStream *stream = g_new0 (SpurRecordingStream, 1);

  stream->name = spur_packet_input_text (input);
  stream->target = spur_recording_tables_get_object (&self->tables, spur_packet_input_u32 (input));
  g_hash_table_replace (self->streams, GUINT_TO_POINTER (number), stream);
}

static const SpurEventLayout *
find_class (SpurTrace *trace, const char *name)
{
  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);

      if (strcmp (layout->name, name) == 0)
        return layout;
    }
  return NULL;
}

/* Drops are told as events; of programs that know the class or not. */
static gboolean
add_drop_class (SpurRecordingLoad *self, GError **error)
{
  GType type = spur_event_type_from_name (DROP_CLASS);
  const SpurEventLayout *known = find_class (self->trace, DROP_CLASS);
  g_autoptr (SpurEventLayout) layout = NULL;
  gboolean has_drops = self->totals->len > 0;

  for (guint i = 0; i < self->places->len; i++)
    has_drops |= g_array_index (self->places, SpurPacketPlace, i).kind == SPUR_PACKET_DROPS;
  if (!has_drops)
    return TRUE;
  if (known != NULL)
    layout = spur_event_layout_ref (known);
  else if (type != 0)
    layout = spur_event_layout_ref (spur_event_type_get_layout (type));
  else
    {
      layout = spur_event_layout_new (DROP_CLASS, NULL, SPUR_TYPE_EVENT);
      layout->parent_name = g_strdup ("Custom_Event");
      spur_event_layout_add_field (layout, "dropped", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                                   "how many events were dropped since the one before");
    }
  if (spur_trace_get_n_classes (self->trace) >= SPUR_MAX_CLASSES)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                           "%s: found %d event classes, expected at least one less", self->path,
                           SPUR_MAX_CLASSES);
  self->drop_class = spur_trace_add_class (self->trace, layout);
  self->drop_layout = spur_trace_get_class (self->trace, self->drop_class);
  return TRUE;
}

static void
read_status (SpurRecordingLoad *self, SpurPacketInput *input)
{
  guint32 n_rows;

  self->counts.n_handed_over = spur_packet_input_u64 (input);
  self->n_told_dropped = spur_packet_input_u64 (input);
  spur_packet_input_u64 (input);
  self->counts.is_closed = spur_packet_input_u32 (input) != 0;
  n_rows = spur_packet_input_u32 (input);
  g_array_set_size (self->totals, 0);
  for (guint32 i = 0; i < n_rows && !input->is_bad; i++)
    {
      SpurPacketPlace total = { .kind = SPUR_PLACE_TOTAL };

      total.writer = spur_packet_input_u32 (input);
      total.stream = spur_packet_input_u32 (input);
      total.first = spur_packet_input_u64 (input);
      spur_packet_input_u64 (input);
      if (!input->is_bad && total.writer != 0)
        g_array_append_val (self->totals, total);
    }
}

static gboolean
read_packet (SpurRecordingLoad *self, const SpurPacketPlace *place, GError **error)
{
  SpurPacket packet = spur_recording_get_packet (self, place);
  SpurPacketInput input;

  spur_packet_input_init (&input, &packet);
  if (place->kind == SPUR_PACKET_FACTS)
    read_facts (self, &input);
  else if (place->kind == SPUR_PACKET_CLOCK)
    read_readings (self, &input);
  else if (place->kind == SPUR_PACKET_STREAM)
    read_stream (self, place->stream, &input);
  else if (place->kind == SPUR_PACKET_STATUS)
    read_status (self, &input);
  else if (place->kind == SPUR_PACKET_OFFSETS)
    spur_recording_read_offsets (self, &input);
  else if (place->kind == SPUR_PACKET_PROBES)
    spur_recording_read_probes (self, &input);
  else if (place->kind == SPUR_PACKET_DELAYS)
    spur_recording_read_delays (self, &input);
  else if ((place->kind == SPUR_PACKET_DEFINITIONS || place->kind == SPUR_PACKET_CLASSES) &&
           !spur_recording_tables_put (&self->tables, &packet, error))
    return spur_error_prefix (error, "%s:0x%" G_GINT64_MODIFIER "x: ", self->path, place->offset);
  if (input.is_bad)
    g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                 "%s:0x%" G_GINT64_MODIFIER
                 "x: found a packet whose content is not what its kind says",
                 self->path, place->offset);
  return !input.is_bad;
}

gboolean
spur_recording_define (SpurRecordingLoad *self, GError **error)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      const SpurPacketPlace *place = &g_array_index (self->places, SpurPacketPlace, i);

      if (place->kind != SPUR_PACKET_EVENTS && place->kind != SPUR_PACKET_DROPS &&
          !read_packet (self, place, error))
        return FALSE;
    }
  if (self->rows.body != NULL && !spur_recording_tables_put (&self->tables, &self->rows, NULL))
    self->counts.n_bad_bytes += self->rows.n_bytes;
  add_clock (self);
  spur_recording_keep_measured (self);
  return add_drop_class (self, error);
}
