/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-presynchroniser-private.h"

#include "core/causality/spur-check-internal.h"

/* Streams of one clock domain get one and the same map. Nothing is changed where no edge is
 * reversed, nor where more edges would be reversed than before; the fact `NAME.result` says so.
 * Further facts are `NAME.domains`, how many clock domains there are, what the method itself notes,
 * and where it knows it, for every stream `I`, `NAME.stream.I.half-width-ns`: the most that its
 * times may be off while there are messages, at the worst place; before and after these it may be
 * more. */
typedef struct
{
  SpurPresyncOptions options;
  SpurClockFit *fit;
  guint *clocks;
  guint *components; /* of streams, or NULL */
  guint n_streams;
} SpurPresynchroniserPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SpurPresynchroniser,
                                     spur_presynchroniser,
                                     SPUR_TYPE_CLOCK_CORRECTOR)

static void
clear_fit (SpurPresynchroniserPrivate *priv)
{
  g_clear_pointer (&priv->fit, spur_clock_fit_free);
  g_clear_pointer (&priv->clocks, g_free);
  g_clear_pointer (&priv->components, g_free);
  priv->n_streams = 0;
}

static void
note_text (SpurPresynchroniser *self,
           SpurCorrection *correction,
           const char *what,
           const char *text)
{
  const char *name = spur_clock_corrector_get_name (SPUR_CLOCK_CORRECTOR (self));
  g_autofree char *key = g_strdup_printf ("%s.%s", name, what);

  spur_correction_set_fact (correction, key, text);
}

static void
note_int (SpurPresynchroniser *self, SpurCorrection *correction, const char *what, gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  note_text (self, correction, what, text);
}

/* (transfer full): The groups of clocks that edges join, or probes: these all are of one clock. */
static guint *
join_probed (const SpurClockFit *fit, const guint *groups)
{
  guint *joined = g_memdup2 (groups, fit->n_clocks * sizeof *groups);
  guint first = G_MAXUINT;

  for (guint i = 0; fit->outcome == SPUR_CLOCK_OUTCOME_BOUNDED && i < fit->n_clocks; i++)
    {
      if (fit->half_widths_ns[i * fit->n_places] < 0)
        continue;
      if (first == G_MAXUINT)
        first = groups[i];
      joined[i] = first;
    }
  return joined;
}

/* Clocks of different groups have nothing to do with each other. Groups of two or more are numbered
 * from 1 on; a clock without others has 0. */
static void
find_components (SpurPresynchroniserPrivate *priv,
                 const SpurClockSamples *samples,
                 const guint *of_edges)
{
  guint n_clocks = samples->n_clocks, n_components = 0, n_alone = 0, n_used = 0;
  g_autofree guint *groups = join_probed (priv->fit, of_edges);
  g_autofree guint *n_members = g_new0 (guint, n_clocks + 1);
  g_autofree guint *numbers = g_new0 (guint, n_clocks + 1);

  for (guint i = 0; i < n_clocks; i++)
    n_members[groups[i]] += samples->spans[i].n_events > 0;
  for (guint g = 0; g < n_clocks; g++)
    {
      n_used += n_members[g];
      n_alone += n_members[g] == 1;
      if (n_members[g] > 1)
        numbers[g] = ++n_components;
    }
  priv->components = g_new (guint, priv->n_streams + 1);
  for (guint s = 0; s < priv->n_streams; s++)
    priv->components[s] = numbers[groups[priv->clocks[s]]];
  if (n_components > 1)
    spur_clock_fit_tell (priv->fit, (SpurClockFinding){ SPUR_CLOCK_FINDING_COMPONENTS, G_MAXUINT32,
                                                        0, 0, n_components, n_used });
  if (n_alone > 0 && n_used > 1)
    spur_clock_fit_tell (priv->fit, (SpurClockFinding){ SPUR_CLOCK_FINDING_ONE_WAY, G_MAXUINT32, 0,
                                                        0, n_alone, n_used });
}

/* A clock is named by the first stream that has it. */
static void
note_findings (SpurPresynchroniserPrivate *priv, SpurCorrection *correction)
{
  for (guint i = 0; i < priv->fit->findings->len; i++)
    {
      SpurClockFinding finding = g_array_index (priv->fit->findings, SpurClockFinding, i);
      guint s = 0;

      while (s < priv->n_streams && priv->clocks[s] != finding.stream)
        s++;
      finding.stream = s < priv->n_streams ? s : G_MAXUINT32;
      spur_clock_finding_note (&finding, correction);
    }
}

static void
note_fit (SpurPresynchroniser *self, SpurCorrection *correction)
{
  SpurPresynchroniserPrivate *priv = spur_presynchroniser_get_instance_private (self);
  const SpurClockFit *fit = priv->fit;
  g_autofree char *result = spur_clock_outcome_describe (fit->outcome, &fit->curves);

  spur_clock_corrector_set_outcome (SPUR_CLOCK_CORRECTOR (self), fit->outcome);
  note_text (self, correction, "result", result);
  note_int (self, correction, "domains", fit->n_clocks);
  for (guint i = 0; i + 1 < fit->facts->len; i += 2)
    note_text (self, correction, fit->facts->pdata[i], fit->facts->pdata[i + 1]);
  note_findings (priv, correction);
  for (guint s = 0; fit->half_widths_ns != NULL && s < priv->n_streams; s++)
    {
      g_autofree char *key = g_strdup_printf ("stream.%u.half-width-ns", s);
      gint64 widest_ns = -1;

      for (gsize k = 0; k < fit->n_places; k++)
        widest_ns = MAX (widest_ns, fit->half_widths_ns[priv->clocks[s] * fit->n_places + k]);
      if (widest_ns >= 0)
        note_int (self, correction, key, widest_ns);
    }
}

/* Where nothing is changed there is no map, and no width. */
static void
refuse_fit (SpurClockFit *fit, SpurClockOutcome reason)
{
  fit->outcome = reason;
  g_clear_pointer (&fit->half_widths_ns, g_free);
}

static gboolean
apply_fit (SpurPresynchroniser *self, const SpurClockWork *work, GError **error)
{
  SpurPresynchroniserPrivate *priv = spur_presynchroniser_get_instance_private (self);
  g_autofree SpurTimeMap **maps = g_new0 (SpurTimeMap *, priv->n_streams + 1);
  gboolean is_done = TRUE;

  for (guint s = 0; is_done && s < priv->n_streams; s++)
    {
      g_autoptr (GError) problem = NULL;

      if (!spur_clock_work_is_own (work, s))
        continue;
      maps[s] = spur_clock_fit_make_map (priv->fit, priv->clocks[s], work->trace, work->correction,
                                         s, &problem);
      is_done = problem == NULL;
      if (!is_done)
        g_propagate_prefixed_error (error, g_steal_pointer (&problem), "%s: ",
                                    spur_stream_get_name (spur_trace_get_stream (work->trace, s)));
    }
  for (guint s = 0; s < priv->n_streams; s++)
    {
      if (is_done && maps[s] != NULL)
        spur_correction_append_map (work->correction, s, maps[s]);
      g_clear_pointer (&maps[s], spur_time_map_unref);
    }
  return is_done;
}

/* Where edges do not tell how wrong clocks are, measurements do, unless edges contradict them. They
 * are in the times of the trace itself, which no step before may have changed. */
static void
fall_back (SpurPresynchroniserPrivate *priv,
           const SpurClockWork *work,
           const SpurClockSamples *samples)
{
  g_autoptr (SpurClockFit) fit = NULL;
  gsize n_maps = samples->setbacks->len, n_before, n_reversed;
  SpurClockFinding finding;

  for (guint s = 0; s < priv->n_streams; s++)
    n_maps += spur_correction_get_n_maps (work->correction, s);
  if (spur_clock_samples_sum (samples, n_maps) > 0)
    return;
  fit = spur_clock_fit_new (priv->fit->n_clocks);
  if (spur_clock_fit_add_measured (fit, samples, work->trace) == 0)
    return;
  /* Edges that are reversed by less than bounds allow do not contradict them. */
  if (fit->outcome == SPUR_CLOCK_OUTCOME_BOUNDED &&
      spur_clock_fit_find_contradiction (fit, samples, &finding))
    {
      spur_clock_fit_tell (priv->fit, finding);
      return;
    }
  n_before = spur_clock_fit_count_reversed (NULL, samples, work->job);
  n_reversed = spur_clock_fit_count_reversed (fit, samples, work->job);
  if (fit->outcome != SPUR_CLOCK_OUTCOME_BOUNDED && n_reversed >= MAX (n_before, 1))
    return;
  spur_clock_fit_free (priv->fit);
  priv->fit = g_steal_pointer (&fit);
}

/* Why nothing is to be changed; SPUR_CLOCK_OUTCOME_UNKNOWN where edges are reversed. */
static SpurClockOutcome
look_for_reversed (const SpurClockWork *work, gint64 mu_ns)
{
  SpurCheck check;

  spur_clock_work_check (work, &check, mu_ns);
  if (check.n_reversed > 0 || check.n_collective_reversed > 0)
    return SPUR_CLOCK_OUTCOME_UNKNOWN;
  return check.n_edges + check.n_collective_receives > 0 ? SPUR_CLOCK_OUTCOME_NOT_REVERSED
                                                         : SPUR_CLOCK_OUTCOME_NOT_CONNECTED;
}

static gboolean
has_measurements (SpurTrace *trace)
{
  guint n_offsets = 0;

  for (guint s = 0; s < spur_trace_get_n_streams (trace) && n_offsets == 0; s++)
    spur_stream_get_clock_offsets (spur_trace_get_stream (trace, s), &n_offsets);
  return n_offsets > 0;
}

/* Clocks that no edge tells apart become one, where edges are foretold by that as well. Gives
 * (transfer full) the clocks of streams as they were, or NULL. */
static guint *
join_clocks (SpurPresynchroniserPrivate *priv,
             const SpurClockWork *work,
             gint64 mu_ns,
             SpurClockSamples **samples,
             guint **groups)
{
  gboolean has_hosts;
  g_autofree guint *domains = spur_clock_domains_join (*samples, work->trace, &has_hosts);
  g_autofree guint *clocks = g_new (guint, priv->n_streams + 1);
  g_autofree guint *joined_groups = NULL;
  g_autoptr (SpurClockSamples) joined = NULL;
  SpurPresyncInput before = { &priv->options, *samples, *groups, work, mu_ns }, after = before;
  guint n_domains = 0, *declared;

  for (guint i = 0; domains != NULL && i < (*samples)->n_clocks; i++)
    n_domains = MAX (n_domains, domains[i] + 1);
  if (n_domains == 0 || n_domains == (*samples)->n_clocks)
    return NULL;
  for (guint s = 0; s < priv->n_streams; s++)
    clocks[s] = domains[priv->clocks[s]];
  after.samples = joined = spur_clock_samples_new (work, clocks, mu_ns);
  after.groups = joined_groups = spur_clock_samples_get_groups (joined);
  if (!spur_presync_is_joined (&before, &after, domains, has_hosts))
    return NULL;
  spur_clock_samples_free (*samples);
  *samples = g_steal_pointer (&joined);
  g_free (*groups);
  *groups = g_steal_pointer (&joined_groups);
  spur_clock_fit_free (priv->fit);
  priv->fit = spur_clock_fit_new (n_domains);
  declared = priv->clocks;
  priv->clocks = g_steal_pointer (&clocks);
  return declared;
}

/* Tells which streams read one clock, though nothing but their edges says so. */
static void
tell_joined (SpurPresynchroniserPrivate *priv, const guint *declared)
{
  guint n_clocks = priv->fit->n_clocks;
  g_autofree guint *n_members = g_new0 (guint, n_clocks + 1);
  g_autofree guint *firsts = g_new (guint, n_clocks + 1);
  g_autofree guint8 *is_found = g_new0 (guint8, n_clocks + 1);

  for (guint s = 0; s < priv->n_streams; s++)
    {
      guint clock = priv->clocks[s];

      if (n_members[clock]++ == 0)
        firsts[clock] = s;
      is_found[clock] |= declared[s] != declared[firsts[clock]];
    }
  for (guint i = 0; i < n_clocks; i++)
    {
      if (is_found[i])
        spur_clock_fit_tell (priv->fit, (SpurClockFinding){ SPUR_CLOCK_FINDING_SHARED, i, 0, 0,
                                                            n_members[i], priv->n_streams });
    }
}

static void
find_fit (SpurPresynchroniser *self, const SpurClockWork *work)
{
  SpurPresynchroniserPrivate *priv = spur_presynchroniser_get_instance_private (self);
  const SpurPresyncMethod *method = SPUR_PRESYNCHRONISER_GET_CLASS (self)->method;
  gint64 mu_ns = spur_clock_corrector_get_mu_ns (SPUR_CLOCK_CORRECTOR (self));
  g_autoptr (SpurClockSamples) samples = NULL, rest = NULL;
  g_autofree guint *groups = NULL, *declared = NULL;
  SpurPresyncInput input;

  if (!method->is_measured)
    refuse_fit (priv->fit, look_for_reversed (work, mu_ns));
  if (priv->fit->outcome != SPUR_CLOCK_OUTCOME_UNKNOWN &&
      !(method->falls_back &&
        (has_measurements (work->trace) || spur_clock_stands_may_be_alone (work->trace))))
    return;
  samples = spur_clock_samples_new (work, priv->clocks, mu_ns);
  groups = spur_clock_samples_get_groups (samples);
  if (method->fit == spur_presync_by_model && spur_clock_domains_is_auto (priv->options.domains) &&
      priv->fit->outcome == SPUR_CLOCK_OUTCOME_UNKNOWN)
    declared = join_clocks (priv, work, mu_ns, &samples, &groups);
  input = (SpurPresyncInput){ &priv->options, samples, groups, work, mu_ns };
  if (priv->fit->outcome == SPUR_CLOCK_OUTCOME_UNKNOWN)
    spur_presync_find (method, &input, priv->fit);
  if (!method->is_measured)
    priv->fit->setbacks = g_array_ref (samples->setbacks);
  /* Where events are placed one by one clocks alone do not tell; the chain checks each step. */
  if (spur_clock_outcome_is_change (priv->fit->outcome) && priv->fit->places == NULL &&
      spur_clock_fit_count_reversed (priv->fit, samples, work->job) >
        spur_clock_fit_count_reversed (NULL, samples, work->job))
    refuse_fit (priv->fit, SPUR_CLOCK_OUTCOME_MORE_REVERSED);
  if ((!spur_clock_outcome_is_change (priv->fit->outcome) ||
       priv->fit->outcome == SPUR_CLOCK_OUTCOME_ONE_SIDED) &&
      method->falls_back)
    fall_back (priv, work, samples);
  if (priv->fit->outcome == SPUR_CLOCK_OUTCOME_NOT_REVERSED && method->fit == spur_presync_by_model)
    rest = spur_clock_stands_place (&input, priv->fit);
  find_components (priv, samples, groups);
  if (declared != NULL)
    tell_joined (priv, declared);
}

static gboolean
correct_clocks (SpurPresynchroniser *self, const SpurClockWork *work, GError **error)
{
  SpurPresynchroniserPrivate *priv = spur_presynchroniser_get_instance_private (self);
  guint n_clocks = 0;

  clear_fit (priv);
  priv->clocks =
    spur_clock_domains_find (work, priv->options.domains,
                             spur_clock_corrector_get_mu_ns (SPUR_CLOCK_CORRECTOR (self)), error);
  if (priv->clocks == NULL)
    return FALSE;
  priv->n_streams = spur_trace_get_n_streams (work->trace);
  for (guint s = 0; s < priv->n_streams; s++)
    n_clocks = MAX (n_clocks, priv->clocks[s] + 1);
  priv->fit = spur_clock_fit_new (n_clocks);
  find_fit (self, work);
  if (spur_job_is_cancelled (work->job, error) ||
      (spur_clock_outcome_is_change (priv->fit->outcome) && !apply_fit (self, work, error)))
    {
      clear_fit (priv);
      return FALSE;
    }
  note_fit (self, work->correction);
  return TRUE;
}

static gboolean
spur_presynchroniser_correct (SpurClockCorrector *corrector,
                              SpurTrace *trace,
                              SpurEdges *edges,
                              SpurCorrection *correction,
                              const SpurJob *job,
                              GError **error)
{
  SpurClockWork work = spur_clock_work_get (trace, edges, correction, job);
  SpurJob steady = job != NULL ? *job : (SpurJob){ NULL };

  /* A rank that stops in the middle would leave the others waiting. */
  if (work.partition != NULL)
    {
      steady.cancellable = NULL;
      work.job = &steady;
    }
  return correct_clocks (SPUR_PRESYNCHRONISER (corrector), &work, error);
}

guint
spur_presynchroniser_get_component (SpurPresynchroniser *self, guint stream)
{
  SpurPresynchroniserPrivate *priv = spur_presynchroniser_get_instance_private (self);

  return priv->components != NULL ? priv->components[stream] : 0;
}

static gint64
spur_presynchroniser_get_half_width_ns (SpurClockCorrector *corrector, guint stream, gint64 time_ns)
{
  SpurPresynchroniserPrivate *priv =
    spur_presynchroniser_get_instance_private (SPUR_PRESYNCHRONISER (corrector));

  if (priv->fit == NULL || stream >= priv->n_streams)
    return -1;
  return spur_clock_fit_get_half_width (priv->fit, priv->clocks[stream], time_ns);
}

static void
spur_presynchroniser_finalize (GObject *object)
{
  SpurPresynchroniserPrivate *priv =
    spur_presynchroniser_get_instance_private (SPUR_PRESYNCHRONISER (object));

  clear_fit (priv);
  g_free (priv->options.domains);
  G_OBJECT_CLASS (spur_presynchroniser_parent_class)->finalize (object);
}

/* Which streams read one and the same clock: see spur_clock_domains_find(). */
static const SpurOption domains_option = {
  .name = "domains",
  .type = G_TYPE_STRING,
  .offset = G_STRUCT_OFFSET (SpurPresyncOptions, domains),
};

#define DEFAULT_INTERVALS 2

static const SpurPresyncOptions initial_options = { NULL, SPUR_JOIN_ALL, DEFAULT_INTERVALS };

static const char *
get_usual_domains (const SpurPresyncMethod *method)
{
  return method->fit == spur_presync_by_model ? "auto" : "clock";
}

static void
spur_presynchroniser_constructed (GObject *object)
{
  SpurPresynchroniser *self = SPUR_PRESYNCHRONISER (object);
  SpurPresynchroniserPrivate *priv = spur_presynchroniser_get_instance_private (self);

  G_OBJECT_CLASS (spur_presynchroniser_parent_class)->constructed (object);
  if (priv->options.domains == NULL)
    priv->options.domains =
      g_strdup (get_usual_domains (SPUR_PRESYNCHRONISER_GET_CLASS (self)->method));
}

static void
spur_presynchroniser_class_init (SpurPresynchroniserClass *klass)
{
  SpurClockCorrectorClass *corrector_class = SPUR_CLOCK_CORRECTOR_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = spur_presynchroniser_constructed;
  G_OBJECT_CLASS (klass)->finalize = spur_presynchroniser_finalize;
  corrector_class->correct = spur_presynchroniser_correct;
  corrector_class->get_half_width_ns = spur_presynchroniser_get_half_width_ns;
}

static void
spur_presynchroniser_init (SpurPresynchroniser *self)
{
  SpurPresynchroniserPrivate *priv = spur_presynchroniser_get_instance_private (self);

  priv->options = initial_options;
}

void
spur_presynchroniser_class_set_method (gpointer klass, gpointer data)
{
  const SpurPresyncMethod *method = data;
  SpurPresyncOptions initial = initial_options;

  initial.domains = (char *) get_usual_domains (method);
  SPUR_PRESYNCHRONISER_CLASS (klass)->method = method;
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->name = method->name;
  spur_options_install (G_OBJECT_CLASS (klass), G_PRIVATE_OFFSET (SpurPresynchroniser, options),
                        &initial, &domains_option, 1);
  spur_options_install (G_OBJECT_CLASS (klass), G_PRIVATE_OFFSET (SpurPresynchroniser, options),
                        &initial, method->options, method->n_options);
}
