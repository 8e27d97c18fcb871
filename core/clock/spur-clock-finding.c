/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/spur-clock-outcome-private.h"

#include <stdio.h>

#include "spur-enums.h"

/* What correctors did, as text for people. */

static const char *const texts[] = {
  [SPUR_CLOCK_OUTCOME_UNKNOWN] = "done",
  [SPUR_CLOCK_OUTCOME_REPAIRED] = "repaired",
  [SPUR_CLOCK_OUTCOME_OFFSETS] = "a constant offset for every clock",
  [SPUR_CLOCK_OUTCOME_LINES] = "a straight line for every clock",
  [SPUR_CLOCK_OUTCOME_INTERVALS] = "clocks in the middle of the least delays of intervals",
  [SPUR_CLOCK_OUTCOME_STEPS] = "clocks are right but for steps and single stamps",
  [SPUR_CLOCK_OUTCOME_ONE_SIDED] =
    "a line for every clock as if least delays were 0, for edges go in one direction only",
  [SPUR_CLOCK_OUTCOME_MEASURED] = "lines between measured offsets",
  [SPUR_CLOCK_OUTCOME_BOUNDED] = "lines between offsets that probes measured",
  [SPUR_CLOCK_OUTCOME_CONDITION_HOLDS] = "nothing changed: the clock condition holds",
  [SPUR_CLOCK_OUTCOME_NOT_REVERSED] = "nothing changed: no edge is reversed",
  [SPUR_CLOCK_OUTCOME_MORE_REVERSED] = "nothing changed: more edges would be reversed",
  [SPUR_CLOCK_OUTCOME_CLOCKS_RIGHT] =
    "nothing changed: edges contradict each other, and no clock is wrong for all of its edges",
  [SPUR_CLOCK_OUTCOME_NOT_CONNECTED] = "nothing changed: no edge connects two clocks",
  [SPUR_CLOCK_OUTCOME_ONE_WAY] =
    "nothing changed: not determined, no two clocks have edges but in one direction only",
  [SPUR_CLOCK_OUTCOME_TOO_WIDE] =
    "nothing changed: edges tell less than what is wrong, or in one direction only",
  [SPUR_CLOCK_OUTCOME_NOT_MEASURED] = "nothing changed: no offsets were measured",
  [SPUR_CLOCK_OUTCOME_OUT_OF_RANGE] = "nothing changed: an offset would be outside of +-2^61 ns",
};

char *
spur_clock_outcome_describe (SpurClockOutcome outcome, const SpurClockOutcomeCurves *curves)
{
  if (outcome == SPUR_CLOCK_OUTCOME_CURVES)
    return g_strdup_printf ("%u of %u clocks get a curve from windows of %.3g s",
                            curves->n_corrected, curves->n_clocks,
                            (double) curves->window_ns * 1e-9);
  return g_strdup (texts[outcome]);
}

/* Findings are kept as the facts "finding.1" and so on of a correction, so they go with it into
 * files and to other ranks. */
static const char *
get_fact (SpurCorrection *correction, guint index)
{
  g_autofree char *key = g_strdup_printf ("finding.%u", index + 1);

  return spur_correction_get_fact (correction, key);
}

void
spur_clock_finding_note (const SpurClockFinding *self, SpurCorrection *correction)
{
  g_autoptr (GEnumClass) kinds = g_type_class_ref (SPUR_TYPE_CLOCK_FINDING_KIND);
  g_autofree char *key = NULL;
  g_autofree char *text = NULL;
  guint n_findings = 0;

  while (get_fact (correction, n_findings) != NULL)
    n_findings++;
  key = g_strdup_printf ("finding.%u", n_findings + 1);
  text = g_strdup_printf ("%s stream=%u time-ns=%" G_GINT64_FORMAT " size-ns=%" G_GINT64_FORMAT
                          " seen=%" G_GUINT64_FORMAT " asked=%" G_GUINT64_FORMAT,
                          g_enum_get_value (kinds, (int) self->kind)->value_nick, self->stream,
                          self->time_ns, self->size_ns, self->n_seen, self->n_asked);
  spur_correction_set_fact (correction, key, text);
}

/* Facts come from files too, so what does not fit is left out. */
static gboolean
read_finding (const char *text, guint n_streams, SpurClockFinding *finding)
{
  g_autoptr (GEnumClass) kinds = g_type_class_ref (SPUR_TYPE_CLOCK_FINDING_KIND);
  char nick[16];
  GEnumValue *kind;

  if (sscanf (text,
              "%15s stream=%u time-ns=%" G_GINT64_FORMAT " size-ns=%" G_GINT64_FORMAT
              " seen=%" G_GUINT64_FORMAT " asked=%" G_GUINT64_FORMAT,
              nick, &finding->stream, &finding->time_ns, &finding->size_ns, &finding->n_seen,
              &finding->n_asked) != 6)
    return FALSE;
  kind = g_enum_get_value_by_nick (kinds, nick);
  if (kind == NULL || (finding->stream >= n_streams && finding->stream != G_MAXUINT32))
    return FALSE;
  finding->kind = (SpurClockFindingKind) kind->value;
  return TRUE;
}

/**
 * spur_clock_finding_list:
 * @correction: (nullable): a correction
 *
 * Gets what was found as the correction was made.
 *
 * Returns: (transfer full) (element-type SpurClockFinding): the findings
 *
 * Since: 1.0
 */
GArray *
spur_clock_finding_list (SpurCorrection *correction)
{
  GArray *findings = g_array_new (FALSE, FALSE, sizeof (SpurClockFinding));
  const char *text;

  g_return_val_if_fail (correction == NULL || SPUR_IS_CORRECTION (correction), findings);

  for (guint i = 0; correction != NULL && (text = get_fact (correction, i)) != NULL; i++)
    {
      SpurClockFinding finding;

      if (read_finding (text, spur_correction_get_n_streams (correction), &finding))
        g_array_append_val (findings, finding);
    }
  return findings;
}

/* (transfer full): "rank 3 at 10.2 s". */
static char *
describe_place (const SpurClockFinding *self, SpurTrace *trace)
{
  gint64 begin_ns, end_ns;
  const char *name;

  if (self->stream == G_MAXUINT32)
    return g_strdup ("all clocks");
  name = spur_stream_get_name (spur_trace_get_stream (trace, self->stream));
  if (self->time_ns == 0)
    return g_strdup (name);
  spur_trace_get_span_ns (trace, TRUE, &begin_ns, &end_ns);
  return g_strdup_printf ("%s at %.6g s", name, (double) (self->time_ns - begin_ns) * 1e-9);
}

/**
 * spur_clock_finding_describe:
 * @self: a finding
 * @trace: the trace that it was found in
 *
 * Says it in a sentence, with the clock, the time since the begin of the trace, the size and what
 * shows it.
 *
 * Returns: (transfer full): text for people
 *
 * Since: 1.0
 */
char *
spur_clock_finding_describe (const SpurClockFinding *self, SpurTrace *trace)
{
  g_autofree char *place = NULL;
  guint n_seen, n_asked;
  double size_ms;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);

  place = describe_place (self, trace);
  n_seen = (guint) self->n_seen;
  n_asked = (guint) self->n_asked;
  size_ms = (double) self->size_ns * 1e-6;
  switch (self->kind)
    {
    case SPUR_CLOCK_FINDING_STEP:
      if (n_asked == 0)
        return g_strdup_printf ("%s: the clock steps by %+.6g ms, as its own stamps show", place,
                                size_ms);
      return g_strdup_printf ("%s: the clock steps by %+.6g ms (seen by %u of %u clocks)", place,
                              size_ms, n_seen, n_asked);
    case SPUR_CLOCK_FINDING_STAMPS:
      return g_strdup_printf ("%s: a wrong stamp, off by %+.6g ms, the worst of %u", place, size_ms,
                              n_seen);
    case SPUR_CLOCK_FINDING_TICKS:
      return g_strdup_printf ("%s: ticks of %.6g ms, in which %u of %u edges begin and end", place,
                              size_ms, n_seen, n_asked);
    case SPUR_CLOCK_FINDING_COMPONENTS:
      return g_strdup_printf ("%u groups of clocks, joined by no edges in both directions: "
                              "what lies between them is not known",
                              n_seen);
    case SPUR_CLOCK_FINDING_ONE_WAY:
      return g_strdup_printf (
        "not determined: %u of %u clocks have edges in one direction only, or none", n_seen,
        n_asked);
    case SPUR_CLOCK_FINDING_MU:
      return g_strdup_printf ("mu is larger than the trace shows, by up to %.6g ms: %u of %u edges "
                              "there and back take less",
                              size_ms, n_seen, n_asked);
    case SPUR_CLOCK_FINDING_SHARED:
      return g_strdup_printf ("%s and %u more read one clock, as all their edges fit that", place,
                              n_seen - 1);
    case SPUR_CLOCK_FINDING_PROBES:
      return g_strdup_printf ("%s: probes are not used, for %u of %u edges contradict them, by up "
                              "to %.6g ms",
                              place, n_seen, n_asked, size_ms);
    }
  g_return_val_if_reached (NULL);
}
