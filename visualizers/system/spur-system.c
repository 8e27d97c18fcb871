/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Which active objects there are at a time, and what is on or in what: the boxes of a picture of
 * the system. They are what `spur at` says of the same time. */
#include "visualizers/system/spur-system-internal.h"

/* Targets are parts of one another by definition; damaged definitions form circles. */
#define MAX_PARENTS 64

/* What is known of an object while boxes are made. */
typedef struct
{
  SpurSituation situation;
  guint32 parent;
  gboolean is_shown;
} Member;

static const SpurObject *
get_object (const SpurSystem *self, guint32 object)
{
  return spur_definitions_get_object (spur_trace_get_definitions (self->trace), object);
}

static guint
count_objects (const SpurSystem *self)
{
  return spur_definitions_get_n_objects (spur_trace_get_definitions (self->trace));
}

static gboolean
is_target (const SpurSystem *self, guint32 object)
{
  const SpurObject *info = get_object (self, object);

  return info != NULL && g_type_is_a (info->type, SPUR_TYPE_TARGET);
}

/* A target, and what it is part of. */
static void
give_box (SpurSystem *self, guint32 target)
{
  for (guint n = 0; n < MAX_PARENTS && is_target (self, target) && !self->has_box[target]; n++)
    {
      self->has_box[target] = TRUE;
      target = get_object (self, target)->parent;
    }
}

/* Whether the trace says anything of a target itself. */
static gboolean
is_told (const SpurSystem *self, guint32 target)
{
  SpurChange change;

  return spur_timeline_get_next_change (self->timeline, target, -SPUR_TIME_LIMIT_NS, &change);
}

/* The same at any time, so that pictures of several times can be compared: targets that streams run
 * on, that load objects are ever on, and those of which the trace tells. */
static void
choose_targets (SpurSystem *self)
{
  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    give_box (self, spur_stream_get_target (spur_trace_get_stream (self->trace, i)));
  for (guint32 i = 0; i < count_objects (self); i++)
    {
      guint n_presences;
      g_autofree SpurPresence *presences = NULL;

      if (is_target (self, i))
        {
          if (is_told (self, i))
            give_box (self, i);
          continue;
        }
      presences = spur_timeline_get_presences (self->timeline, i, &n_presences);
      for (guint k = 0; k < n_presences; k++)
        give_box (self, presences[k].target);
    }
}

guint8 *
spur_system_find_targets (SpurTrace *trace, SpurTimeline *timeline)
{
  SpurSystem self = { .trace = trace, .timeline = timeline };

  self.has_box = g_new0 (guint8, (gsize) count_objects (&self) + 1);
  choose_targets (&self);
  return self.has_box;
}

SpurSystem *
spur_system_new (SpurTrace *trace, SpurRegistry *registry, gboolean raw)
{
  SpurSystem *self = g_new0 (SpurSystem, 1);
  gint64 end_ns;

  self->trace = g_object_ref (trace);
  self->raw = raw;
  self->history = spur_history_new (trace, raw);
  self->timeline = spur_history_get_timeline (self->history);
  self->palette = spur_palette_new_for_history (trace, registry, self->history);
  spur_trace_get_span_ns (trace, FALSE, &self->zero_ns, &end_ns);
  self->has_box = spur_system_find_targets (trace, self->timeline);
  self->list = g_array_new (FALSE, TRUE, sizeof (SpurSystemBox));
  return self;
}

void
spur_system_free (SpurSystem *self)
{
  g_array_unref (self->list);
  g_free (self->has_box);
  spur_palette_free (self->palette);
  g_object_unref (self->history);
  g_object_unref (self->trace);
  g_free (self);
}

const char *
spur_system_get_name (const SpurSystem *self, const SpurSystemBox *box)
{
  const SpurObject *info = get_object (self, box->object);

  if (info != NULL)
    return info->name != NULL ? info->name : "";
  return box->depth == 0 ? "" : "on no target";
}

/* Beyond the objects: the whole system, and what is on no target. */
static guint32
get_root (const SpurSystem *self)
{
  return count_objects (self);
}

static guint32
get_nowhere (const SpurSystem *self)
{
  return count_objects (self) + 1;
}

/* The box of what a target is part of. */
static guint32
find_whole (const SpurSystem *self, guint32 target)
{
  guint32 parent = get_object (self, target)->parent, around = parent;

  for (guint n = 0; n < MAX_PARENTS && is_target (self, around); n++)
    around = get_object (self, around)->parent;
  return is_target (self, parent) && !is_target (self, around) ? parent : get_root (self);
}

static gboolean
is_load_object (const SpurSystem *self, guint32 object)
{
  const SpurObject *info = get_object (self, object);

  return info != NULL && g_type_is_a (info->type, SPUR_TYPE_LOAD_OBJECT);
}

/* An object that is nowhere is shown once the trace has told of it. */
static void
place_load_object (SpurSystem *self, guint32 object, Member *member)
{
  guint32 place = member->situation.place;
  SpurChange change;

  if (!member->situation.exists)
    return;
  if (is_target (self, place) || is_load_object (self, place))
    {
      give_box (self, place);
      member->parent = place;
      member->is_shown = TRUE;
      return;
    }
  member->parent = get_nowhere (self);
  member->is_shown =
    spur_timeline_get_previous_change (self->timeline, object, self->time_ns + 1, &change);
}

static Member *
find_members (SpurSystem *self)
{
  guint n_objects = count_objects (self);
  Member *members = g_new0 (Member, (gsize) n_objects + 2);

  for (guint32 i = 0; i < n_objects; i++)
    {
      Member *member = &members[i];

      spur_timeline_get_situation (self->timeline, i, self->time_ns, &member->situation);
      if (is_load_object (self, i))
        place_load_object (self, i, member);
      if (member->parent == get_nowhere (self))
        members[get_nowhere (self)].is_shown |= member->is_shown;
    }
  for (guint32 i = 0; i < n_objects; i++)
    if (is_target (self, i))
      {
        members[i].is_shown = self->has_box[i];
        members[i].parent = find_whole (self, i);
      }
  members[get_nowhere (self)].parent = get_root (self);
  return members;
}

/* Lists the members of each parent: those of @parent are from firsts[parent] on. */
static guint32 *
sort_members (const SpurSystem *self, const Member *members, guint **firsts)
{
  guint n_all = count_objects (self) + 2;
  guint32 *sorted = g_new (guint32, n_all);
  g_autofree guint *next = NULL;

  *firsts = g_new0 (guint, (gsize) n_all + 1);
  for (guint32 i = 0; i < n_all; i++)
    if (members[i].is_shown)
      (*firsts)[members[i].parent + 1]++;
  for (guint i = 0; i < n_all; i++)
    (*firsts)[i + 1] += (*firsts)[i];
  next = g_memdup2 (*firsts, n_all * sizeof *next);
  for (guint32 i = 0; i < n_all; i++)
    if (members[i].is_shown)
      sorted[next[members[i].parent]++] = i;
  return sorted;
}

static void
add_box (SpurSystem *self, const Member *member, guint32 key, guint parent)
{
  gboolean is_object = key < count_objects (self);
  SpurSystemBox box = { .object = is_object ? key : SPUR_NONE,
                        .state = is_object ? member->situation.state : SPUR_NONE,
                        .parent = parent,
                        .is_target = is_object && is_target (self, key),
                        .exists = !is_object || member->situation.exists };

  if (self->list->len > 0)
    {
      const SpurSystemBox *around = &g_array_index (self->list, SpurSystemBox, parent);

      box.depth = around->depth + 1;
      box.is_nowhere = around->is_nowhere || !is_object;
    }
  box.swatch = spur_palette_find (self->palette, box.state);
  self->n_targets += box.is_target && box.exists;
  self->n_objects += is_object && !box.is_target;
  g_array_append_val (self->list, box);
}

/* From the outer to the inner ones; each object has one parent, so it comes once. */
static void
add_boxes (SpurSystem *self, const Member *members)
{
  g_autofree guint *firsts = NULL;
  g_autofree guint32 *sorted = sort_members (self, members, &firsts);
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 root = get_root (self);

  add_box (self, &members[root], root, 0);
  g_array_append_val (keys, root);
  for (guint i = 0; i < keys->len; i++)
    {
      guint32 key = g_array_index (keys, guint32, i);
      SpurSystemBox *box = &g_array_index (self->list, SpurSystemBox, i);

      box->first_child = self->list->len;
      box->n_children = firsts[key + 1] - firsts[key];
      for (guint k = firsts[key]; k < firsts[key + 1]; k++)
        {
          add_box (self, &members[sorted[k]], sorted[k], i);
          g_array_append_val (keys, sorted[k]);
        }
    }
}

static void
count_inside (SpurSystem *self)
{
  for (guint i = self->list->len; i-- > 1;)
    {
      const SpurSystemBox *box = &g_array_index (self->list, SpurSystemBox, i);
      SpurSystemBox *around = &g_array_index (self->list, SpurSystemBox, box->parent);

      around->n_inside += box->n_inside + (box->object != SPUR_NONE && !box->is_target);
      if (box->object == SPUR_NONE)
        self->n_nowhere = box->n_inside;
    }
}

void
spur_system_set_time_ns (SpurSystem *self, gint64 time_ns)
{
  g_autofree Member *members = NULL;

  g_array_set_size (self->list, 0);
  self->n_targets = self->n_objects = self->n_nowhere = 0;
  self->time_ns = time_ns;
  members = find_members (self);
  add_boxes (self, members);
  count_inside (self);
  self->boxes = (const SpurSystemBox *) self->list->data;
  self->n_boxes = self->list->len;
}
