/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Keeps with a correction how well each clock is known, for analyses of corrected times. */
#include "core/clock/spur-clock-bounds-internal.h"

#include "core/clock/spur-clock-verdict-private.h"

/* Reports leave out what is called "maps.", which is for programs. */
#define FACT "maps.bounds-ns"

/* Half widths of a stream. Curves have one for each of their windows, mostly some tens; between two
 * times the larger one holds. */
#define MOST_SAMPLES 33

/* Half widths of all streams, so that the text, of some 8 bytes each, is far below the 1 MiB that a
 * container takes. */
#define MOST_SAMPLES_OF_ALL 65536

typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 first;
  guint32 n_samples;
} StreamBounds;

struct _SpurClockBounds
{
  guint n_streams;
  StreamBounds *streams;
  GArray *half_widths_ns;
};

static gint64
get_time_ns (SpurTrace *trace, SpurCorrection *correction, guint stream, guint64 event)
{
  return spur_correction_apply (
    correction, stream, event,
    spur_stream_get_raw_ns (spur_trace_get_stream (trace, stream), event));
}

/* The corrected times of the stream's first and last event. */
static gboolean
get_span (
  SpurTrace *trace, SpurCorrection *correction, guint stream, gint64 *begin_ns, gint64 *end_ns)
{
  guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (trace, stream));

  if (n_events == 0)
    return FALSE;
  *begin_ns = get_time_ns (trace, correction, stream, 0);
  *end_ns = get_time_ns (trace, correction, stream, n_events - 1);
  return TRUE;
}

static void
sample_stream (SpurClockChain *chain,
               const SpurClockWork *work,
               guint stream,
               guint n_samples,
               gint64 *half_widths_ns)
{
  gint64 begin_ns, end_ns;

  if (!spur_clock_work_is_own (work, stream) ||
      !get_span (work->trace, work->correction, stream, &begin_ns, &end_ns))
    return;
  for (guint i = 0; i < n_samples; i++)
    half_widths_ns[i] = spur_clock_chain_get_half_width_ns (
      chain, stream, begin_ns + (end_ns - begin_ns) / (gint64) (n_samples - 1) * i);
}

static void
append_samples (GString *text, const gint64 *half_widths_ns, guint n_samples)
{
  gboolean is_same = TRUE;

  for (guint i = 1; i < n_samples; i++)
    is_same &= half_widths_ns[i] == half_widths_ns[0];
  for (guint i = 0; i < (is_same ? 1 : n_samples); i++)
    {
      if (i > 0)
        g_string_append_c (text, ',');
      if (half_widths_ns[i] < 0)
        g_string_append_c (text, '-');
      else
        g_string_append_printf (text, "%" G_GINT64_FORMAT, half_widths_ns[i]);
    }
}

void
spur_clock_bounds_note (SpurClockChain *chain, const SpurClockWork *work)
{
  guint n_streams = spur_trace_get_n_streams (work->trace);
  guint n_samples = MIN (MOST_SAMPLES_OF_ALL / MAX (n_streams, 1), MOST_SAMPLES);
  gsize n_all = n_streams * (gsize) n_samples;
  g_autofree gint64 *half_widths_ns = g_new (gint64, n_all + 1);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_known = FALSE;

  if (n_samples < 2)
    return;
  for (gsize i = 0; i < n_all; i++)
    half_widths_ns[i] = -1;
  for (guint s = 0; s < n_streams; s++)
    sample_stream (chain, work, s, n_samples, &half_widths_ns[s * (gsize) n_samples]);
  spur_communicator_all_reduce (work->distribution->communicator, SPUR_REDUCE_MAX, half_widths_ns,
                                n_all);
  for (gsize i = 0; i < n_all; i++)
    is_known |= half_widths_ns[i] >= 0;
  for (guint s = 0; s < n_streams; s++)
    {
      if (s > 0)
        g_string_append_c (text, ' ');
      append_samples (text, &half_widths_ns[s * (gsize) n_samples], n_samples);
    }
  if (is_known)
    spur_correction_set_fact (work->correction, FACT, text->str);
}

/* Reads the half widths of one stream; what cannot be read is unknown. */
static const char *
read_samples (SpurClockBounds *self, StreamBounds *to, const char *text)
{
  to->first = self->half_widths_ns->len;
  while (*text != '\0' && *text != ' ')
    {
      char *end;
      gint64 half_width_ns = g_ascii_strtoll (text, &end, 10);

      if (end == text)
        {
          half_width_ns = -1;
          end++;
        }
      g_array_append_val (self->half_widths_ns, half_width_ns);
      text = *end == ',' ? end + 1 : end;
    }
  to->n_samples = self->half_widths_ns->len - to->first;
  return *text == ' ' ? text + 1 : text;
}

SpurClockBounds *
spur_clock_bounds_read (SpurTrace *trace, SpurCorrection *correction)
{
  SpurClockBounds *self = g_new0 (SpurClockBounds, 1);
  const char *text = correction != NULL ? spur_correction_get_fact (correction, FACT) : NULL;

  self->n_streams = spur_trace_get_n_streams (trace);
  self->streams = g_new0 (StreamBounds, self->n_streams + 1);
  self->half_widths_ns = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint s = 0; text != NULL && s < self->n_streams; s++)
    {
      StreamBounds *stream = &self->streams[s];

      text = read_samples (self, stream, text);
      if (!get_span (trace, correction, s, &stream->begin_ns, &stream->end_ns))
        stream->n_samples = 0;
    }
  return self;
}

void
spur_clock_bounds_free (SpurClockBounds *self)
{
  g_free (self->streams);
  g_array_unref (self->half_widths_ns);
  g_free (self);
}

gint64
spur_clock_bounds_get_ns (const SpurClockBounds *self, guint stream, gint64 time_ns)
{
  const StreamBounds *of = &self->streams[stream];
  const gint64 *widths_ns = (const gint64 *) (gpointer) self->half_widths_ns->data + of->first;
  gint64 step_ns, place;

  if (of->n_samples < 2)
    return of->n_samples == 1 ? widths_ns[0] : -1;
  step_ns = MAX ((of->end_ns - of->begin_ns) / (gint64) (of->n_samples - 1), 1);
  place = CLAMP ((time_ns - of->begin_ns) / step_ns, 0, (gint64) of->n_samples - 2);
  if (widths_ns[place] < 0 || widths_ns[place + 1] < 0)
    return -1;
  return MAX (widths_ns[place], widths_ns[place + 1]);
}

gint64
spur_clock_bounds_get_least (SpurClockCorrector *corrector, const SpurClockWork *work)
{
  gint64 width_ns = G_MAXINT64;

  for (guint s = 0; s < spur_trace_get_n_streams (work->trace); s++)
    {
      SpurStream *stream = spur_trace_get_stream (work->trace, s);
      guint64 n_events = spur_stream_get_n_events (stream);
      gint64 of_stream_ns = -1;

      if (n_events > 0 && spur_clock_work_is_own (work, s))
        of_stream_ns = spur_clock_corrector_get_half_width_ns (
          corrector, s, spur_stream_get_raw_ns (stream, n_events / 2));
      width_ns = of_stream_ns >= 0 ? MIN (width_ns, of_stream_ns) : width_ns;
    }
  spur_communicator_all_reduce (work->distribution->communicator, SPUR_REDUCE_MIN, &width_ns, 1);
  return width_ns < G_MAXINT64 ? width_ns : -1;
}
