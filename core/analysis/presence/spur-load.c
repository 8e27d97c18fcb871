/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/analysis/presence/spur-load.h"

#include <math.h>

#include "core/analysis/presence/spur-load-private.h"
#include "core/base/spur-object-internal.h"

/**
 * SpurLoad:
 *
 * The load of targets over any span of time: what is on a target and what it does there, whichever
 * stream recorded it (TUM-I9909 sections 2 and 3.2.3).
 *
 * It keeps next to nothing: each answer goes through the changes of the objects that are on the
 * target in the span, so that the answers for all spans of a partition cost as much as one for all
 * of them.
 *
 * What counts is the state that an object is in. A stream that enters the state of another object
 * inside of one does that other thing; the objects around it pause. On a stream that enters no
 * states but those of communication, as where only MPI was recorded, what it does between them,
 * from its first event to its last one, is work.
 *
 * Since: 1.0
 */

struct _SpurLoad
{
  GObject parent_instance;

  SpurTimeline *timeline;
  SpurLoadModel model;
};

SPUR_DEFINE_OBJECT (SpurLoad, spur_load, G_TYPE_FLAG_NONE)

static void
spur_load_clear (SpurLoad *self)
{
  spur_load_model_clear (&self->model);
  g_clear_object (&self->timeline);
}

static void
spur_load_init (SpurLoad *self)
{
}

/**
 * spur_load_new:
 * @timeline: where objects are and what they do
 *
 * Prepares for questions.
 *
 * Returns: (transfer full): the loads of the trace's targets
 *
 * Since: 1.0
 */
SpurLoad *
spur_load_new (SpurTimeline *timeline)
{
  SpurLoad *self;

  g_return_val_if_fail (SPUR_IS_TIMELINE (timeline), NULL);

  self = g_object_new (SPUR_TYPE_LOAD, NULL);
  self->timeline = g_object_ref (timeline);
  spur_load_model_init (&self->model, timeline);
  return self;
}

/**
 * spur_load_get_timeline:
 * @self: loads of targets
 *
 * Gets where objects are and what they do.
 *
 * Returns: (transfer none): the timeline
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (SpurTimeline *, spur_load_get_timeline, SpurLoad, SPUR_IS_LOAD, self->timeline)

static double
divide_or_zero (double sum, gint64 length_ns)
{
  return length_ns > 0 ? sum / (double) length_ns : 0;
}

static void
add_time (SpurTargetLoad *load, const SpurLoadCounts *counts, gint64 length_ns)
{
  if (counts->n[SPUR_LOAD_PRESENT] == 0 || length_ns == 0)
    return;
  load->present_ns += length_ns;
  if (counts->n[SPUR_LOAD_WORK] > 0)
    load->work_ns += length_ns;
  else if (counts->n[SPUR_LOAD_OVERHEAD] > 0)
    load->overhead_ns += length_ns;
  else if (counts->n[SPUR_LOAD_COMMUNICATION] > 0)
    load->communication_ns += length_ns;
  else
    load->idle_ns += length_ns;
  if (counts->n[SPUR_LOAD_MANAGEMENT] > 0)
    load->management_ns += length_ns;
  load->resident_mean += (double) counts->n[SPUR_LOAD_RESIDENT] * (double) length_ns;
  load->running_mean += (double) counts->n[SPUR_LOAD_RUNNING] * (double) length_ns;
  load->resident_max = MAX (load->resident_max, counts->n[SPUR_LOAD_RESIDENT]);
  load->running_max = MAX (load->running_max, counts->n[SPUR_LOAD_RUNNING]);
}

static void
sum_steps (const SpurLoadSteps *steps, SpurTargetLoad *load)
{
  const SpurLoadStep *all = (const SpurLoadStep *) (gpointer) steps->steps->data;
  SpurLoadCounts counts = { { 0 } };

  for (guint i = 0; i < steps->steps->len; i++)
    {
      if (i > 0)
        add_time (load, &counts, all[i].time_ns - all[i - 1].time_ns);
      for (guint what = 0; what < SPUR_LOAD_N_COUNTS; what++)
        counts.n[what] += (all[i].what >> what & 1) * (guint) all[i].sign;
    }
  load->resident_mean = divide_or_zero (load->resident_mean, load->present_ns);
  load->running_mean = divide_or_zero (load->running_mean, load->present_ns);
}

/* A measured value holds until the next one. */
static void
sum_measured (SpurLoad *self, guint32 target, gint64 begin_ns, gint64 end_ns, SpurTargetLoad *load)
{
  SpurTimelineKind kind = SPUR_TIMELINE_LOADS;
  const SpurTimelineRow *row = spur_timeline_find_row (self->timeline, kind, target, begin_ns);
  gint64 known_ns = 0;
  double sum = 0;

  load->measured_mean = load->measured_max = NAN;
  if (row == NULL)
    row = spur_timeline_find_next (self->timeline, kind, target, begin_ns);
  while (row != NULL && row->time_ns < end_ns)
    {
      const SpurTimelineRow *next =
        row + 1 < self->timeline->kinds[kind].rows + self->timeline->kinds[kind].firsts[target + 1]
          ? row + 1
          : NULL;
      gint64 from_ns = MAX (row->time_ns, begin_ns);
      gint64 until_ns = next != NULL ? MIN (next->time_ns, end_ns) : end_ns;

      load->n_measured += row->time_ns >= begin_ns;
      load->measured_max =
        isnan (load->measured_max) ? row->load : MAX (load->measured_max, row->load);
      if (until_ns > from_ns)
        sum += row->load * (double) (until_ns - from_ns);
      known_ns += MAX (until_ns - from_ns, 0);
      row = next;
    }
  if (known_ns > 0)
    load->measured_mean = sum / (double) known_ns;
}

static void
sum_messages (SpurLoad *self, const SpurTimelineResident *resident, SpurTargetLoad *load)
{
  const SpurTimelineRows *rows = &self->timeline->kinds[SPUR_TIMELINE_MESSAGES];
  const SpurTimelineRow *end = rows->rows + rows->firsts[resident->object + 1];
  const SpurTimelineRow *row = spur_timeline_find_next (self->timeline, SPUR_TIMELINE_MESSAGES,
                                                        resident->object, resident->begin_ns - 1);

  for (; row != NULL && row < end && row->time_ns < resident->end_ns; row++)
    {
      load->n_management_messages++;
      load->management_bytes += row->n_bytes;
    }
}

/**
 * spur_load_get:
 * @self: loads of targets
 * @target: an entry of the trace's table of active objects
 * @begin_ns: a time, corrected or raw as the timeline is
 * @end_ns: a later one, which is not part of the span
 * @load: (out caller-allocates): what the target has to do
 *
 * The load of a target over a span. What lies outside of the trace counts as if the target were not
 * there; so does an object that is no target.
 *
 * Since: 1.0
 */
void
spur_load_get (SpurLoad *self, guint32 target, gint64 begin_ns, gint64 end_ns, SpurTargetLoad *load)
{
  g_autoptr (GArray) residents = NULL;
  SpurLoadSteps steps;

  g_return_if_fail (SPUR_IS_LOAD (self));
  g_return_if_fail (target < self->timeline->n_objects && load != NULL);

  begin_ns = MAX (begin_ns, self->timeline->begin_ns);
  end_ns = MIN (end_ns, self->timeline->end_ns);
  *load = (SpurTargetLoad){ 0 };
  sum_measured (self, target, begin_ns, end_ns, load);
  if (begin_ns >= end_ns || !self->timeline->is_target[target])
    return;
  residents = spur_timeline_list_contents (self->timeline, target, begin_ns, end_ns);
  spur_load_steps_init (&steps);
  spur_load_model_add_target (&self->model, target, begin_ns, end_ns, &steps);
  for (guint i = 0; i < residents->len; i++)
    {
      const SpurTimelineResident *resident = &g_array_index (residents, SpurTimelineResident, i);

      spur_load_model_add_resident (&self->model, resident, &steps);
      sum_messages (self, resident, load);
    }
  spur_load_steps_sort (&steps);
  sum_steps (&steps, load);
  spur_load_steps_clear (&steps);
}

/**
 * spur_load_get_object:
 * @self: loads of targets
 * @object: an entry of the trace's table of active objects
 * @begin_ns: a time, corrected or raw as the timeline is
 * @end_ns: a later one, which is not part of the span
 * @load: (out caller-allocates): what the object does
 *
 * What an object does in a span, wherever it is. While its stream is in a state of another object,
 * inside of its own, it does nothing.
 *
 * Since: 1.0
 */
void
spur_load_get_object (
  SpurLoad *self, guint32 object, gint64 begin_ns, gint64 end_ns, SpurObjectLoad *load)
{
  g_autofree SpurPresence *presences = NULL;
  guint n_presences;

  g_return_if_fail (SPUR_IS_LOAD (self));
  g_return_if_fail (object < self->timeline->n_objects && load != NULL);

  begin_ns = MAX (begin_ns, self->timeline->begin_ns);
  end_ns = MIN (end_ns, self->timeline->end_ns);
  *load = (SpurObjectLoad){ 0 };
  spur_load_model_sum_object (&self->model, object, begin_ns, end_ns, load);
  presences = spur_timeline_get_presences (self->timeline, object, &n_presences);
  for (guint i = 0; i < n_presences; i++)
    load->present_ns +=
      MAX (MIN (presences[i].end_ns, end_ns) - MAX (presences[i].begin_ns, begin_ns), 0);
  load->idle_ns =
    MAX (load->present_ns - load->work_ns - load->overhead_ns - load->communication_ns, 0);
}

/**
 * spur_load_get_object_work:
 * @self: loads of targets
 * @object: an entry of the trace's table of active objects
 * @begin_ns: a time, corrected or raw as the timeline is
 * @end_ns: a later one, which is not part of the span
 *
 * How long an object works in a span, wherever it is. What is in it counts for itself.
 *
 * Returns: the time in states of work, in ns
 *
 * Since: 1.0
 */
gint64
spur_load_get_object_work (SpurLoad *self, guint32 object, gint64 begin_ns, gint64 end_ns)
{
  SpurObjectLoad load;

  g_return_val_if_fail (SPUR_IS_LOAD (self), 0);
  g_return_val_if_fail (object < self->timeline->n_objects, 0);

  begin_ns = MAX (begin_ns, self->timeline->begin_ns);
  end_ns = MIN (end_ns, self->timeline->end_ns);
  spur_load_model_sum_object (&self->model, object, begin_ns, end_ns, &load);
  return load.work_ns;
}

/**
 * spur_load_list_targets:
 * @self: loads of targets
 * @begin_ns: a time, corrected or raw as the timeline is
 * @end_ns: a later one, which is not part of the span
 *
 * The targets that can have load in a span: all that are there, also those on which nothing runs
 * and no stream is recorded. Not among them are targets that only hold others, parts of a target
 * that are not used for themselves, and what is only measured, as a counter.
 *
 * Returns: (transfer full) (element-type guint32): entries of the trace's table of active objects
 *
 * Since: 1.0
 */
GArray *
spur_load_list_targets (SpurLoad *self, gint64 begin_ns, gint64 end_ns)
{
  GArray *targets = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_return_val_if_fail (SPUR_IS_LOAD (self), targets);

  begin_ns = MAX (begin_ns, self->timeline->begin_ns);
  end_ns = MIN (end_ns, self->timeline->end_ns);
  for (guint32 i = 0; i < self->timeline->n_objects; i++)
    {
      if (self->model.is_counted[i] && spur_load_model_is_there (&self->model, i, begin_ns, end_ns))
        g_array_append_val (targets, i);
    }
  return targets;
}

/**
 * spur_load_get_imbalance:
 * @self: loads of targets
 * @begin_ns: a time, corrected or raw as the timeline is
 * @end_ns: a later one, which is not part of the span
 *
 * The largest time of work and overhead of a target, divided by the mean one, over all targets of
 * spur_load_list_targets().
 *
 * Returns: the imbalance; 1 means balanced, and NAN that no target was busy
 *
 * Since: 1.0
 */
double
spur_load_get_imbalance (SpurLoad *self, gint64 begin_ns, gint64 end_ns)
{
  g_autoptr (GArray) targets = NULL;
  double sum_ns = 0, most_ns = 0;

  g_return_val_if_fail (SPUR_IS_LOAD (self), NAN);

  targets = spur_load_list_targets (self, begin_ns, end_ns);
  for (guint i = 0; i < targets->len; i++)
    {
      SpurTargetLoad load;
      double busy_ns;

      spur_load_get (self, g_array_index (targets, guint32, i), begin_ns, end_ns, &load);
      busy_ns = (double) (load.work_ns + load.overhead_ns);
      sum_ns += busy_ns;
      most_ns = MAX (most_ns, busy_ns);
    }
  return sum_ns > 0 ? most_ns * targets->len / sum_ns : NAN;
}
