/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* How well each clock is known after a chain of corrections, kept as facts of the correction:
 * "verdict" of the trace, "clocks" of the streams with their components, and "known.WHAT". */
#include "core/base/spur-order-internal.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "core/clock/presync/spur-presynchroniser-private.h"
#include "core/clock/spur-clock-outcome-private.h"
#include "core/clock/spur-clock-verdict-private.h"
#include "spur-enums.h"

/* What verdicts are made from, by stream. */
typedef struct
{
  SpurClockOutcome outcome; /* of the first step */
  gint64 *widths_ns;        /* -1 where that is unknown */
  gint64 *pushed_ns;        /* the most that a logical clock moves an event */
  gint64 *is_changed;       /* by the first step */
  gint64 *has_events;
  gboolean has_one_clock; /* for all streams */
} Evidence;

/* Of the fact "clocks": a letter for each verdict. */
static const char letters[] = "?emdauc";

/* The widest that is known at the begin, in the middle and at the end of the stream. */
static gint64
get_width (SpurClockChain *chain, const SpurClockWork *work, guint stream)
{
  SpurStream *of = spur_trace_get_stream (work->trace, stream);
  guint64 n_events = spur_stream_get_n_events (of);
  gint64 width_ns = -1;

  for (guint i = 0; i <= 2; i++)
    {
      guint64 event = i * (n_events - 1) / 2;
      gint64 time_ns =
        spur_correction_apply (work->correction, stream, event, spur_stream_get_raw_ns (of, event));

      width_ns = MAX (width_ns, spur_clock_chain_get_half_width_ns (chain, stream, time_ns));
    }
  return width_ns;
}

/* The most that the maps of the last step move an event, where it is a logical clock. */
static gint64
get_pushed (SpurClockChain *chain, const SpurClockWork *work, guint stream)
{
  guint last = spur_clock_chain_get_n_steps (chain) - 1;
  guint n_maps = spur_correction_get_n_maps (work->correction, stream);
  const SpurKnot *knots;
  gsize n_knots;
  gint64 most_ns = 0;

  if (!SPUR_IS_CAUSAL_CLOCK (spur_clock_chain_get_corrector (chain, last)) ||
      n_maps <= spur_clock_chain_get_n_maps (chain, last, stream))
    return 0;
  knots = spur_time_map_get_knots (spur_correction_get_map (work->correction, stream, n_maps - 1),
                                   &n_knots);
  for (gsize i = 0; i < n_knots; i++)
    most_ns = MAX (most_ns, ABS (knots[i].to_ns - knots[i].from_ns));
  return most_ns;
}

/* Whether the first step of several gave the stream a map. */
static gboolean
is_changed (SpurClockChain *chain, guint stream)
{
  return spur_clock_chain_get_n_steps (chain) > 1 &&
         spur_clock_chain_get_n_maps (chain, 1, stream) >
           spur_clock_chain_get_n_maps (chain, 0, stream);
}

static gboolean
has_one_clock (SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  for (guint s = 1; s < spur_trace_get_n_streams (trace); s++)
    {
      const SpurClock *clock = spur_definitions_get_clock (
        definitions, spur_stream_get_clock (spur_trace_get_stream (trace, s)));
      const SpurClock *first = spur_definitions_get_clock (
        definitions, spur_stream_get_clock (spur_trace_get_stream (trace, 0)));

      if (clock->domain != first->domain)
        return FALSE;
    }
  return TRUE;
}

static void
gather_evidence (Evidence *self, SpurClockChain *chain, const SpurClockWork *work)
{
  guint n = spur_trace_get_n_streams (work->trace);

  self->outcome = spur_clock_chain_get_step (chain, 0)->outcome;
  self->has_one_clock = has_one_clock (work->trace);
  self->widths_ns = g_new0 (gint64, 4 * (gsize) n + 1);
  self->pushed_ns = self->widths_ns + n;
  self->is_changed = self->pushed_ns + n;
  self->has_events = self->is_changed + n;
  for (guint s = 0; s < n; s++)
    {
      self->widths_ns[s] = -1;
      if (!spur_clock_work_is_own (work, s) ||
          spur_stream_get_n_events (spur_trace_get_stream (work->trace, s)) == 0)
        continue;
      self->widths_ns[s] = get_width (chain, work, s);
      self->pushed_ns[s] = get_pushed (chain, work, s);
      self->is_changed[s] = is_changed (chain, s);
      self->has_events[s] = TRUE;
    }
  spur_communicator_all_reduce (work->distribution->communicator, SPUR_REDUCE_MAX, self->widths_ns,
                                4 * (gsize) n);
}

static SpurClockVerdict
judge_stream (const Evidence *self, guint s, guint component)
{
  SpurClockVerdict kept =
    self->pushed_ns[s] > 0 ? SPUR_CLOCK_VERDICT_APPROXIMATE : SPUR_CLOCK_VERDICT_EXACT;

  if (self->has_events[s] == 0)
    return SPUR_CLOCK_VERDICT_UNKNOWN;
  if (self->has_one_clock)
    return kept;
  if (self->widths_ns[s] >= 0 && self->pushed_ns[s] > self->widths_ns[s])
    return SPUR_CLOCK_VERDICT_APPROXIMATE;
  if (self->outcome == SPUR_CLOCK_OUTCOME_BOUNDED)
    return self->widths_ns[s] >= 0 ? SPUR_CLOCK_VERDICT_MEASURED : SPUR_CLOCK_VERDICT_UNDETERMINED;
  if (self->widths_ns[s] >= 0)
    return SPUR_CLOCK_VERDICT_DETERMINED;
  switch (self->outcome)
    {
    case SPUR_CLOCK_OUTCOME_MEASURED:
      return self->pushed_ns[s] > 0 ? SPUR_CLOCK_VERDICT_APPROXIMATE : SPUR_CLOCK_VERDICT_MEASURED;
    case SPUR_CLOCK_OUTCOME_CONDITION_HOLDS:
    case SPUR_CLOCK_OUTCOME_NOT_REVERSED:
    case SPUR_CLOCK_OUTCOME_CLOCKS_RIGHT:
    case SPUR_CLOCK_OUTCOME_STEPS:
      return kept;
    case SPUR_CLOCK_OUTCOME_UNKNOWN:
    case SPUR_CLOCK_OUTCOME_REPAIRED:
      return SPUR_CLOCK_VERDICT_APPROXIMATE;
    case SPUR_CLOCK_OUTCOME_ONE_SIDED:
      return SPUR_CLOCK_VERDICT_UNDETERMINED;
    case SPUR_CLOCK_OUTCOME_MORE_REVERSED:
    case SPUR_CLOCK_OUTCOME_OUT_OF_RANGE:
      return SPUR_CLOCK_VERDICT_CONTRADICTORY;
    default:
      break;
    }
  if (!spur_clock_outcome_is_change (self->outcome))
    return SPUR_CLOCK_VERDICT_UNDETERMINED;
  if (self->is_changed[s] > 0)
    return SPUR_CLOCK_VERDICT_APPROXIMATE;
  return component > 0 ? kept : SPUR_CLOCK_VERDICT_UNDETERMINED;
}

SPUR_DEFINE_ORDER (compare_widths, gint64, SPUR_ORDER (*p, *q))

/* The middle one of those that are known, and the most of what is pushed. */
static void
note_sizes (const Evidence *self, SpurCorrection *correction)
{
  guint n_streams = spur_correction_get_n_streams (correction), n_known = 0;
  gint64 most_ns = 0;

  for (guint s = 0; s < n_streams; s++)
    {
      most_ns = MAX (most_ns, self->pushed_ns[s]);
      if (self->widths_ns[s] >= 0)
        self->widths_ns[n_known++] = self->widths_ns[s];
    }
  qsort (self->widths_ns, n_known, sizeof *self->widths_ns, compare_widths);
  spur_correction_set_fact_int (correction, "known.half-width-ns",
                                n_known > 0 ? self->widths_ns[n_known / 2] : -1);
  spur_correction_set_fact_int (correction, "known.pushed-ns", most_ns);
}

static guint
get_component (SpurClockChain *chain, guint stream)
{
  SpurClockCorrector *first = spur_clock_chain_get_corrector (chain, 0);

  return SPUR_IS_PRESYNCHRONISER (first)
           ? spur_presynchroniser_get_component (SPUR_PRESYNCHRONISER (first), stream)
           : 0;
}

void
spur_clock_verdict_note (SpurClockChain *chain, const SpurClockWork *work)
{
  guint n_steps = spur_clock_chain_get_n_steps (chain);
  const SpurCheck *after = &spur_clock_chain_get_step (chain, n_steps - 1)->after;
  gint64 n_left = (gint64) (after->n_reversed + after->n_collective_reversed);
  SpurClockVerdict worst = n_left > 0 ? SPUR_CLOCK_VERDICT_CONTRADICTORY : 0;
  g_autoptr (GEnumClass) verdicts = g_type_class_ref (SPUR_TYPE_CLOCK_VERDICT);
  g_autoptr (GString) text = g_string_new (NULL);
  Evidence evidence;

  spur_clock_inspect (chain, work);
  gather_evidence (&evidence, chain, work);
  for (guint s = 0; s < spur_trace_get_n_streams (work->trace); s++)
    {
      guint component = get_component (chain, s);
      SpurClockVerdict verdict = judge_stream (&evidence, s, component);

      worst = MAX (worst, verdict);
      g_string_append_printf (text, "%s%c%u", s > 0 ? " " : "", letters[verdict], component);
    }
  spur_correction_set_fact (work->correction, "verdict",
                            g_enum_get_value (verdicts, (int) worst)->value_nick);
  spur_correction_set_fact (work->correction, "clocks", text->str);
  spur_correction_set_fact_int (work->correction, "known.left-reversed", n_left);
  if (evidence.outcome == SPUR_CLOCK_OUTCOME_BOUNDED)
    spur_correction_set_fact (work->correction, "known.by", "probes");
  note_sizes (&evidence, work->correction);
  g_free (evidence.widths_ns);
}

/**
 * spur_clock_verdict_read: (skip)
 * @correction: a correction
 * @verdicts: room for one of each stream
 * @components: room for a number of each stream
 *
 * Gets how well clocks are known: of each stream %SPUR_CLOCK_VERDICT_UNKNOWN where a correction
 * says nothing. Streams that edges or probes join, maybe by way of others, have the same number
 * above 0; those that nothing joins have 0, and so have all where that was not asked.
 *
 * Returns: the worst of all
 *
 * Since: 1.0
 */
SpurClockVerdict
spur_clock_verdict_read (SpurCorrection *correction, SpurClockVerdict *verdicts, guint *components)
{
  guint n_streams = spur_correction_get_n_streams (correction);
  g_autoptr (GEnumClass) kinds = g_type_class_ref (SPUR_TYPE_CLOCK_VERDICT);
  const char *text = spur_correction_get_fact (correction, "verdict");
  const GEnumValue *verdict = text != NULL ? g_enum_get_value_by_nick (kinds, text) : NULL;
  const char *clocks = spur_correction_get_fact (correction, "clocks");

  for (guint s = 0; s < n_streams; s++)
    {
      const char *letter =
        clocks != NULL && *clocks != '\0' ? strchr (letters, *clocks++) : letters;
      char *end = (char *) clocks;

      verdicts[s] = letter != NULL ? (SpurClockVerdict) (letter - letters) : 0;
      components[s] = clocks != NULL ? (guint) g_ascii_strtoull (clocks, &end, 10) : 0;
      clocks = end != NULL && *end == ' ' ? end + 1 : end;
    }
  return verdict != NULL ? (SpurClockVerdict) verdict->value : SPUR_CLOCK_VERDICT_UNKNOWN;
}

static gint64
read_number (SpurCorrection *correction, const char *key)
{
  const char *text = spur_correction_get_fact (correction, key);

  return text != NULL ? g_ascii_strtoll (text, NULL, 10) : 0;
}

/* With a unit in which it has few digits. */
static void
append_duration (GString *text, gint64 time_ns)
{
  static const char *const units[] = { "ns", "us", "ms", "s" };
  double value = (double) time_ns;
  guint unit = 0;

  for (; value >= 1000.0 && unit + 1 < G_N_ELEMENTS (units); unit++)
    value /= 1000.0;
  g_string_append_printf (text, "%.*f %s", value < 10.0 && unit > 0 ? 1 : 0, value, units[unit]);
}

static void
describe_undetermined (SpurCorrection *correction, GString *text)
{
  const char *clocks = spur_correction_get_fact (correction, "clocks");
  guint n = 0;

  for (const char *at = clocks; at != NULL && *at != '\0'; at++)
    n += *at == letters[SPUR_CLOCK_VERDICT_UNDETERMINED];
  if (n > 0)
    g_string_append_printf (text, "; not determined: %u of %u streams, with %s", n,
                            spur_correction_get_n_streams (correction),
                            spur_correction_get_fact (correction, "known.by") != NULL
                              ? "no probes"
                              : "edges in one direction only or none");
}

/**
 * spur_clock_verdict_describe:
 * @correction: a correction
 *
 * Says in a line what is known of the clocks after a correction, what had to be done besides, and
 * what is not known.
 *
 * Returns: (transfer full) (nullable): text for people, or %NULL where the correction says nothing
 *
 * Since: 1.0
 */
char *
spur_clock_verdict_describe (SpurCorrection *correction)
{
  const char *verdict = spur_correction_get_fact (correction, "verdict");
  const char *clocks = spur_correction_get_fact (correction, "clocks");
  gint64 width_ns = read_number (correction, "known.half-width-ns");
  gint64 pushed_ns = read_number (correction, "known.pushed-ns");
  gint64 n_left = read_number (correction, "known.left-reversed");
  GString *text;

  if (verdict == NULL)
    return NULL;
  text = g_string_new (NULL);
  if (width_ns >= 0)
    {
      g_string_append (text, "offsets known to ");
      append_duration (text, width_ns);
      if (spur_correction_get_fact (correction, "known.by") != NULL)
        g_string_append (text, " by probes");
    }
  else if (g_str_equal (verdict, "measured"))
    g_string_append (text, "offsets as they were measured");
  else if (clocks != NULL && strchr (clocks, letters[SPUR_CLOCK_VERDICT_EXACT]) != NULL)
    g_string_append (text, "no offset is needed");
  else
    g_string_append (text, "offsets not known");
  g_string_append (text,
                   pushed_ns > 0 ? "; events pushed by up to " : "; nothing had to be pushed");
  if (pushed_ns > 0)
    append_duration (text, pushed_ns);
  describe_undetermined (correction, text);
  if (n_left > 0)
    g_string_append_printf (text, "; %" G_GINT64_FORMAT " edges still reversed", n_left);
  return g_string_free (text, FALSE);
}
