/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a program measured of other clocks and of delays while it recorded. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "core/record/reading/spur-recording-private.h"

#define OFFSET_BYTES 32
#define DELAY_BYTES 24
/* Rows that fit into a text that a container can hold. */
#define MAX_KEPT 8192

typedef SpurRecordingOffset Offset;

void
spur_recording_read_offsets (SpurRecordingLoad *self, SpurPacketInput *input)
{
  while (input->end - input->at >= OFFSET_BYTES)
    {
      Offset offset;
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

void
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

/* Only who has the other recording, too, knows what its ticks are. Of very many rows some are
 * kept, from the first to the last. */
static void
keep_offsets (SpurRecordingLoad *self)
{
  GString *text = g_string_new (NULL);
  guint stride = MAX (1, (self->offsets->len + MAX_KEPT - 1) / MAX_KEPT);
  guint n_kept = 0;

  for (guint i = 0; i < self->offsets->len; i++)
    {
      const Offset *offset = &g_array_index (self->offsets, Offset, i);
      char deviation[G_ASCII_DTOSTR_BUF_SIZE];

      if (i % stride != 0 && i + 1 < self->offsets->len)
        continue;
      g_ascii_formatd (deviation, sizeof deviation, "%.6g", offset->deviation_ns);
      g_string_append_printf (
        text, "%s%" G_GINT64_FORMAT ":%016" G_GINT64_MODIFIER "x:%" G_GUINT64_FORMAT ":%s",
        n_kept > 0 ? " " : "", (gint64) (offset->ticks - self->epoch_ticks),
        offset->reference_origin, offset->reference_ticks, deviation);
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

void
spur_recording_keep_measured (SpurRecordingLoad *self)
{
  keep_offsets (self);
  keep_delays (self);
}
