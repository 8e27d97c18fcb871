/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Clocks that edges join in one direction only. These bound differences from one side, so no bound
 * comes of them. But where they are reversed clocks are wrong, by as much at least. A least delay
 * that is not longer than that is more likely an error of clocks, too, than a delay: of what
 * differs by orders of magnitude, the short is as usual as the long. So it is taken for 0. */
#include "core/clock/presync/spur-presynchroniser-private.h"

#include <math.h>

#include "core/causality/spur-components-internal.h"

/* Clocks are hardly ever wrong by more than this times what edges prove: a bound in sigmas, 99.7 %
 * of a normal distribution. */
#define MOST_WORST 3.0

/* What edges prove has to be as much larger than what half of the delays scatter by, or clocks that
 * wander explain it as well. */
#define LEAST_WORST 3.0

/* For every clock the number of the component that it is in, whatever the direction of edges. */
static guint64 *
find_components (const GArray *lines, guint n_clocks)
{
  SpurArcs arcs = { NULL };
  guint64 *components;

  for (guint i = 0; i < lines->len; i++)
    {
      const SpurPairLine *line = &g_array_index (lines, SpurPairLine, i);

      spur_arcs_add (&arcs, line->first, line->second);
      spur_arcs_add (&arcs, line->second, line->first);
    }
  components = spur_arcs_find_components (&arcs, n_clocks);
  spur_arcs_clear (&arcs);
  return components;
}

/* What is known of a component. */
typedef struct
{
  double worst_ns;  /* that an edge is reversed by */
  double excess_ns; /* what delays are longer by than the least, in all lines together */
  guint n_lines;
} Component;

/* Those that tell of clocks remain, and each counts as much as others. FALSE where none does. */
static gboolean
leave_out_slow (GArray *lines, const guint64 *components, guint n_clocks)
{
  g_autofree Component *known = g_new0 (Component, n_clocks + 1);
  guint n_left = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      const SpurPairLine *line = &g_array_index (lines, SpurPairLine, i);
      Component *component = &known[components[line->first]];

      component->worst_ns = MAX (component->worst_ns, -line->sigma_ns);
      component->excess_ns += line->slope_sigma;
      component->n_lines++;
    }
  for (guint i = 0; i < lines->len; i++)
    {
      SpurPairLine line = g_array_index (lines, SpurPairLine, i);
      const Component *component = &known[components[line.first]];

      if (!(component->worst_ns * component->n_lines > LEAST_WORST * component->excess_ns) ||
          line.sigma_ns > MOST_WORST * component->worst_ns)
        continue;
      line.sigma_ns = line.slope_sigma = 1.0;
      g_array_index (lines, SpurPairLine, n_left++) = line;
    }
  g_array_set_size (lines, n_left);
  return n_left > 0;
}

void
spur_presync_by_one_way (const SpurPresyncInput *input, SpurClockFit *fit)
{
  const SpurClockSamples *samples = input->samples;
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (samples);
  g_autoptr (GArray) lines =
    spur_clock_pairs_find_lines (pairs, samples, spur_pair_line_by_one_way);
  g_autofree guint64 *components = find_components (lines, samples->n_clocks);
  g_autofree double *errors = NULL;
  guint n = samples->n_clocks;

  fit->outcome = SPUR_CLOCK_OUTCOME_ONE_WAY;
  if (!leave_out_slow (lines, components, n))
    return;
  fit->outcome = SPUR_CLOCK_OUTCOME_ONE_SIDED;
  errors = spur_pair_lines_join (lines, n, SPUR_JOIN_ALL, NULL);
  spur_communicator_follow (samples->communicator, errors, 2 * n * sizeof (double));
  for (guint i = 0; i < n; i++)
    {
      const SpurClockSpan *span = &samples->spans[i];
      gint64 ends_ns[2];

      /* A clock without an edge has no span. */
      if (isnan (errors[i]) || span->first_ns > span->last_ns)
        continue;
      ends_ns[0] = span->first_ns;
      ends_ns[1] = MAX (span->last_ns, span->first_ns + 1);
      for (guint k = 0; k < G_N_ELEMENTS (ends_ns); k++)
        {
          double at_s = (double) (ends_ns[k] - pairs->middle_ns) * 1e-9;

          spur_clock_fit_add (fit, i, ends_ns[k],
                              ends_ns[k] - llrint (errors[i] + errors[n + i] * at_s));
        }
    }
  spur_clock_fit_centre (fit, samples);
}
