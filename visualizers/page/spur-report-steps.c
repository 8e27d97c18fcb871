/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Why events of the page have their times: what each step of the correction made of them, and by
 * which edges a logical clock pushed them. The page finds the chain of an event from that. */
#include "core/causality/spur-delays.h"
#include "core/clock/report/spur-clock-explanation.h"
#include "spur-enums.h"
#include "visualizers/page/spur-page-private.h"

/* With the delays that the correction was made with, as `spur explain` takes them. */
static SpurClockExplanation *
explain_trace (SpurReport *self, const SpurJob *job)
{
  SpurCorrection *correction = spur_trace_get_correction (self->trace);
  g_autoptr (SpurDelays) delays = spur_delays_new ();

  spur_delays_set_estimates (delays, TRUE);
  if (spur_correction_get_fact (correction, "mu.method") != NULL &&
      !spur_delays_recall (delays, correction, NULL))
    return NULL;
  spur_delays_apply (delays, self->edges, self->trace, NULL, job);
  return spur_clock_explanation_new (self->trace, self->edges, correction, job, NULL);
}

static gint64
get_time (SpurReport *self, SpurCorrection *times, guint stream, guint64 event)
{
  gint64 raw_ns = spur_stream_get_raw_ns (spur_trace_get_stream (self->trace, stream), event);

  return times != NULL ? spur_correction_apply (times, stream, event, raw_ns) : raw_ns;
}

/* How far events are from one set of times to the next, each as the difference to the one before.
 */
static void
put_shifts (SpurReport *self, GByteArray *bytes, SpurCorrection *before, SpurCorrection *after)
{
  for (guint s = 0; s < spur_trace_get_n_streams (self->trace); s++)
    {
      const SpurReportRange *range = &self->ranges[s];
      gint64 last_ns = 0;

      for (guint64 i = range->first; i < range->first + range->n_events; i++)
        {
          gint64 shift_ns = get_time (self, after, s, i) - get_time (self, before, s, i);

          spur_report_put_signed (bytes, shift_ns - last_ns);
          last_ns = shift_ns;
        }
    }
}

static void
put_jumps (SpurReport *self, GByteArray *bytes, guint index, const SpurExplainedStep *step)
{
  guint64 last = 0;

  for (gsize i = 0; i < step->n_jumps; i++)
    {
      const SpurReason *jump = &step->jumps[i];

      if (!spur_report_has_event (self, jump->stream, jump->event))
        continue;
      spur_report_put_unsigned (bytes, index);
      spur_report_put_unsigned (bytes, jump->stream);
      spur_report_put_signed (bytes, (gint64) (jump->event - last));
      spur_report_put_unsigned (bytes, jump->from_stream);
      spur_report_put_signed (bytes, (gint64) (jump->from_event - jump->event));
      spur_report_put_unsigned (bytes, jump->edge);
      spur_report_put_unsigned (bytes, (guint64) MAX (jump->mu_ns, 0));
      last = jump->event;
    }
}

static void
append_step (GString *json, const SpurExplainedStep *step)
{
  g_string_append (json, "{\"method\":");
  spur_report_append_string (json, step->method);
  g_string_append_printf (
    json,
    ",\"pushes\":%s,\"window\":%d,\"length\":%" G_GINT64_FORMAT ",\"slope\":%" G_GINT64_FORMAT "}",
    step->forward != NULL ? "true" : "false", (int) step->window, step->length_ns, step->slope_ppb);
}

/* The sentences by which the page tells reasons, as `spur explain` does; it has only reasons of
 * steps that go forward in time. */
static void
append_sentences (GString *json)
{
  g_autoptr (GEnumClass) kinds = g_type_class_ref (SPUR_TYPE_REASON_KIND);

  g_string_append (json, ",\"sentences\":{");
  for (guint i = 0; i < kinds->n_values; i++)
    {
      g_string_append_printf (json, "%s\"%s\":", i > 0 ? "," : "", kinds->values[i].value_nick);
      spur_report_append_string (
        json, spur_reason_kind_get_sentence ((SpurReasonKind) kinds->values[i].value, FALSE, TRUE));
    }
  g_string_append (json, ",\"spread-unknown\":");
  spur_report_append_string (json,
                             spur_reason_kind_get_sentence (SPUR_REASON_SPREAD, FALSE, FALSE));
  g_string_append (json, "},\"edges\":[");
  for (guint i = 0; i < SPUR_N_EDGE_KINDS; i++)
    {
      g_string_append (json, i > 0 ? "," : "");
      spur_report_append_string (json, spur_reason_get_edge_text ((SpurEdgeKind) i));
    }
  g_string_append_c (json, ']');
}

void
spur_report_append_steps (GString *json, SpurReport *self, const SpurJob *job)
{
  g_autoptr (GByteArray) shifts = g_byte_array_new ();
  g_autoptr (GByteArray) jumps = g_byte_array_new ();
  g_autoptr (SpurClockExplanation) explanation = explain_trace (self, job);
  const SpurExplainedStep *steps;
  SpurCorrection *before = NULL;
  gsize n_steps;

  if (explanation == NULL)
    return;
  steps = spur_clock_explanation_get_steps (explanation, &n_steps);
  g_string_append (json, ",\"steps\":{\"all\":[");
  for (gsize i = 0; i < n_steps; i++)
    {
      g_string_append (json, i > 0 ? "," : "");
      append_step (json, &steps[i]);
      if (steps[i].forward != NULL)
        put_shifts (self, shifts, before, steps[i].forward);
      /* The page has the times after the last step as it is. */
      if (i + 1 < n_steps)
        put_shifts (self, shifts, before, steps[i].after);
      put_jumps (self, jumps, (guint) i, &steps[i]);
      before = steps[i].after;
    }
  g_string_append (json, "],\"windows\":");
  g_string_append_printf (json, "{\"fixed\":%d,\"stream\":%d}", SPUR_WINDOW_FIXED,
                          SPUR_WINDOW_STREAM);
  append_sentences (json);
  spur_report_append_column (json, "shifts", shifts);
  spur_report_append_column (json, "jumps", jumps);
  g_string_append_c (json, '}');
}
