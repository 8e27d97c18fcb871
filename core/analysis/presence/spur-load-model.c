/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the states of objects count as, and which targets load is shared among. */
#include "core/analysis/presence/spur-load-private.h"

/* Targets are parts of one another by definition; damaged definitions form circles. */
#define MAX_PARENTS 64

static guint16
get_what (SpurStateKind kind)
{
  switch (kind)
    {
    case SPUR_STATE_WORK:
      return SPUR_LOAD_BIT (SPUR_LOAD_WORK) | SPUR_LOAD_BIT (SPUR_LOAD_RUNNING);
    case SPUR_STATE_OVERHEAD:
      return SPUR_LOAD_BIT (SPUR_LOAD_OVERHEAD) | SPUR_LOAD_BIT (SPUR_LOAD_RUNNING);
    case SPUR_STATE_COMMUNICATION:
      return SPUR_LOAD_BIT (SPUR_LOAD_COMMUNICATION);
    case SPUR_STATE_IDLE:
      break;
    }
  return 0;
}

/* Which targets count */

/* What is known of targets while those are looked for that count. */
typedef struct
{
  SpurTimeline *timeline;
  guint8 *is_used;
  guint8 *has_used_part;
  guint8 *has_part;
  guint64 used_depths;
} Targets;

static gboolean
has_rows (const SpurTimeline *timeline, SpurTimelineKind kind, guint32 object)
{
  return timeline->kinds[kind].firsts[object] < timeline->kinds[kind].firsts[object + 1];
}

static guint32
get_parent (const Targets *self, guint32 target)
{
  return spur_definitions_get_object (spur_trace_get_definitions (self->timeline->trace), target)
    ->parent;
}

static guint
get_depth (const Targets *self, guint32 target)
{
  guint depth = 0;

  while (depth < MAX_PARENTS - 1 &&
         (target = get_parent (self, target)) < self->timeline->n_objects)
    depth++;
  return depth;
}

static void
note_use (Targets *self, guint32 target)
{
  self->used_depths |= G_GUINT64_CONSTANT (1) << get_depth (self, target);
  for (guint n = 0; n < MAX_PARENTS; n++)
    {
      target = get_parent (self, target);
      if (target >= self->timeline->n_objects)
        break;
      self->has_used_part[target] = TRUE;
    }
}

static gboolean
has_used_whole (const Targets *self, guint32 target)
{
  for (guint n = 0; n < MAX_PARENTS; n++)
    {
      target = get_parent (self, target);
      if (target >= self->timeline->n_objects)
        break;
      if (self->is_used[target])
        return TRUE;
    }
  return FALSE;
}

/* An unused target counts as one that could be used, where others of its depth are. */
static gboolean
could_be_used (const Targets *self, guint32 target)
{
  gboolean is_only_measured = has_rows (self->timeline, SPUR_TIMELINE_LOADS, target) &&
                              !has_rows (self->timeline, SPUR_TIMELINE_EXISTENCE, target);

  if (is_only_measured || self->has_used_part[target] || has_used_whole (self, target))
    return FALSE;
  if (self->used_depths == 0)
    return !self->has_part[target];
  return (self->used_depths >> get_depth (self, target) & 1) != 0;
}

static void
find_used (Targets *self)
{
  SpurTimeline *timeline = self->timeline;
  const SpurIntervals *residents = &timeline->residents;

  for (guint i = 0; i < spur_trace_get_n_streams (timeline->trace); i++)
    {
      guint32 target = spur_stream_get_target (spur_trace_get_stream (timeline->trace, i));

      if (target < timeline->n_objects)
        self->is_used[target] = TRUE;
    }
  for (guint32 i = 0; i < timeline->n_objects; i++)
    {
      guint32 parent = get_parent (self, i);

      self->is_used[i] |= residents->firsts[i] < residents->firsts[i + 1] ||
                          has_rows (timeline, SPUR_TIMELINE_STATES, i);
      self->is_used[i] &= timeline->is_target[i];
      if (parent < timeline->n_objects && timeline->is_target[i])
        self->has_part[parent] = TRUE;
      if (self->is_used[i])
        note_use (self, i);
    }
}

static void
find_counted (SpurLoadModel *self)
{
  SpurTimeline *timeline = self->timeline;
  g_autofree guint8 *is_used = g_new0 (guint8, (gsize) timeline->n_objects + 1);
  g_autofree guint8 *has_used_part = g_new0 (guint8, (gsize) timeline->n_objects + 1);
  g_autofree guint8 *has_part = g_new0 (guint8, (gsize) timeline->n_objects + 1);
  Targets targets = { timeline, is_used, has_used_part, has_part, 0 };

  find_used (&targets);
  for (guint32 i = 0; i < timeline->n_objects; i++)
    self->is_counted[i] = is_used[i] || (timeline->is_target[i] && could_be_used (&targets, i));
}

/* States */

void
spur_load_model_init (SpurLoadModel *self, SpurTimeline *timeline)
{
  SpurTrace *trace = timeline->trace;
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  *self = (SpurLoadModel){ .timeline = timeline,
                           .n_states = spur_definitions_get_n_states (definitions) };
  self->what_of_state = g_new0 (guint16, (gsize) self->n_states + 1);
  self->what_of_object = g_new0 (guint16, (gsize) timeline->n_objects + 1);
  self->is_counted = g_new0 (guint8, (gsize) timeline->n_objects + 1);
  for (guint i = 0; i < self->n_states; i++)
    self->what_of_state[i] = get_what (spur_definitions_get_state (definitions, i)->kind);
  for (guint32 i = 0; i < timeline->n_objects; i++)
    {
      GType type = spur_definitions_get_object (definitions, i)->type;

      if (g_type_is_a (type, SPUR_TYPE_LM_COMPONENT))
        self->what_of_object[i] = SPUR_LOAD_BIT (SPUR_LOAD_MANAGEMENT);
    }
  find_counted (self);
}

void
spur_load_model_clear (SpurLoadModel *self)
{
  g_clear_pointer (&self->what_of_state, g_free);
  g_clear_pointer (&self->what_of_object, g_free);
  g_clear_pointer (&self->is_counted, g_free);
}

/* The changes of an object in a span, one after the other. */
typedef struct
{
  const SpurLoadModel *model;
  guint32 object;
  gint64 end_ns;
  SpurTimelineSpan implied;

  const SpurTimelineRow *state, *states_end;
  const SpurTimelineRow *pause, *pauses_end;
  guint32 current;
  gboolean is_paused;

  /* From @begin_ns up to @until_ns the object counts as @what. */
  gint64 begin_ns;
  gint64 until_ns;
  guint16 what;
} Changes;

static const SpurTimelineRow *
find_first (const SpurLoadModel *self, SpurTimelineKind kind, guint32 object, gint64 time_ns)
{
  const SpurTimelineRows *rows = &self->timeline->kinds[kind];
  const SpurTimelineRow *next = spur_timeline_find_next (self->timeline, kind, object, time_ns);

  return next != NULL ? next : rows->rows + rows->firsts[object + 1];
}

static void
begin_changes (
  Changes *self, const SpurLoadModel *model, guint32 object, gint64 begin_ns, gint64 end_ns)
{
  const SpurTimeline *timeline = model->timeline;
  const SpurTimelineRows *states = &timeline->kinds[SPUR_TIMELINE_STATES];
  const SpurTimelineRows *pauses = &timeline->kinds[SPUR_TIMELINE_PAUSES];

  *self = (Changes){ .model = model,
                     .object = object,
                     .end_ns = end_ns,
                     .implied = spur_timeline_get_implied (timeline, object),
                     .state = find_first (model, SPUR_TIMELINE_STATES, object, begin_ns),
                     .states_end = states->rows + states->firsts[object + 1],
                     .pause = find_first (model, SPUR_TIMELINE_PAUSES, object, begin_ns),
                     .pauses_end = pauses->rows + pauses->firsts[object + 1],
                     .current = SPUR_NONE,
                     .until_ns = begin_ns };
  if (self->state > states->rows + states->firsts[object])
    self->current = self->state[-1].value;
  if (self->pause > pauses->rows + pauses->firsts[object])
    self->is_paused = self->pause[-1].value != 0;
}

static guint16
get_current_what (const Changes *self)
{
  gboolean is_implied = self->current == SPUR_NONE && self->begin_ns >= self->implied.begin_ns &&
                        self->begin_ns < self->implied.end_ns;
  guint16 what = 0;

  if (is_implied)
    what = get_what (SPUR_STATE_WORK);
  else if (!self->is_paused && self->current < self->model->n_states)
    what = self->model->what_of_state[self->current];
  return what != 0 ? what | self->model->what_of_object[self->object] : 0;
}

static gint64
find_boundary (const Changes *self)
{
  gint64 until_ns = self->end_ns;

  if (self->state < self->states_end)
    until_ns = MIN (until_ns, self->state->time_ns);
  if (self->pause < self->pauses_end)
    until_ns = MIN (until_ns, self->pause->time_ns);
  if (self->implied.begin_ns > self->begin_ns)
    until_ns = MIN (until_ns, self->implied.begin_ns);
  if (self->implied.end_ns > self->begin_ns)
    until_ns = MIN (until_ns, self->implied.end_ns);
  return until_ns;
}

/* Gives the next part of the span in which nothing changes; FALSE at its end. */
static gboolean
next_part (Changes *self)
{
  self->begin_ns = self->until_ns;
  if (self->begin_ns >= self->end_ns)
    return FALSE;
  for (; self->state < self->states_end && self->state->time_ns <= self->begin_ns; self->state++)
    self->current = self->state->value;
  for (; self->pause < self->pauses_end && self->pause->time_ns <= self->begin_ns; self->pause++)
    self->is_paused = self->pause->value != 0;
  self->what = get_current_what (self);
  self->until_ns = find_boundary (self);
  return TRUE;
}

static void
add_step (SpurLoadSteps *steps, gint64 time_ns, guint what, int sign)
{
  SpurLoadStep step = { time_ns, (guint16) what, (gint16) sign };

  if (what != 0)
    g_array_append_val (steps->steps, step);
}

/* What does not change from one part to the next is no step. */
static void
add_states (const SpurLoadModel *self,
            const SpurTimelineResident *resident,
            guint16 counted,
            SpurLoadSteps *steps)
{
  guint16 what = 0;
  Changes changes;

  begin_changes (&changes, self, resident->object, resident->begin_ns, resident->end_ns);
  while (next_part (&changes))
    {
      guint16 now = changes.what & counted;

      add_step (steps, changes.begin_ns, what & ~now, -1);
      add_step (steps, changes.begin_ns, now & ~what, 1);
      what = now;
    }
  add_step (steps, resident->end_ns, what, -1);
}

static void
begin_run (SpurLoadSteps *steps)
{
  g_array_append_val (steps->runs, steps->steps->len);
}

void
spur_load_model_add_target (
  const SpurLoadModel *self, guint32 target, gint64 begin_ns, gint64 end_ns, SpurLoadSteps *steps)
{
  const guint16 counted = (guint16) ~SPUR_LOAD_BIT (SPUR_LOAD_RUNNING);
  const SpurTimelineResident whole = { begin_ns, end_ns, target };
  gint64 until_ns;

  begin_run (steps);
  for (gint64 time_ns = begin_ns; time_ns < end_ns; time_ns = until_ns)
    {
      until_ns = G_MAXINT64;
      if (!spur_timeline_is_target_there (self->timeline, target, time_ns, &until_ns))
        continue;
      add_step (steps, time_ns, SPUR_LOAD_BIT (SPUR_LOAD_PRESENT), 1);
      add_step (steps, MIN (until_ns, end_ns), SPUR_LOAD_BIT (SPUR_LOAD_PRESENT), -1);
    }
  begin_run (steps);
  add_states (self, &whole, counted, steps);
}

void
spur_load_model_add_resident (const SpurLoadModel *self,
                              const SpurTimelineResident *resident,
                              SpurLoadSteps *steps)
{
  begin_run (steps);
  add_step (steps, resident->begin_ns, SPUR_LOAD_BIT (SPUR_LOAD_RESIDENT), 1);
  add_states (self, resident, G_MAXUINT16, steps);
  add_step (steps, resident->end_ns, SPUR_LOAD_BIT (SPUR_LOAD_RESIDENT), -1);
}

void
spur_load_model_sum_object (
  const SpurLoadModel *self, guint32 object, gint64 begin_ns, gint64 end_ns, SpurObjectLoad *load)
{
  Changes changes;

  load->work_ns = load->overhead_ns = load->communication_ns = 0;
  begin_changes (&changes, self, object, begin_ns, end_ns);
  while (next_part (&changes))
    {
      gint64 length_ns = changes.until_ns - changes.begin_ns;

      if ((changes.what & SPUR_LOAD_BIT (SPUR_LOAD_WORK)) != 0)
        load->work_ns += length_ns;
      else if ((changes.what & SPUR_LOAD_BIT (SPUR_LOAD_OVERHEAD)) != 0)
        load->overhead_ns += length_ns;
      else if ((changes.what & SPUR_LOAD_BIT (SPUR_LOAD_COMMUNICATION)) != 0)
        load->communication_ns += length_ns;
    }
}

gboolean
spur_load_model_is_there (const SpurLoadModel *self, guint32 target, gint64 begin_ns, gint64 end_ns)
{
  gint64 until_ns;

  for (gint64 time_ns = begin_ns; time_ns < end_ns; time_ns = until_ns)
    {
      until_ns = G_MAXINT64;
      if (spur_timeline_is_target_there (self->timeline, target, time_ns, &until_ns))
        return TRUE;
    }
  return FALSE;
}
