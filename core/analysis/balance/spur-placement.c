/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Objects with load on targets, and where they had better be: what an analysis asks of recorded
 * objects. Knows no trace. */
#include "core/analysis/balance/spur-placement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/analysis/balance/spur-placement-private.h"
#include "core/base/spur-heap-private.h"
#include "core/base/spur-object-internal.h"
#include "core/base/spur-order-internal.h"

/**
 * SpurPlacement:
 *
 * Which object is on which target, and how it could be.
 *
 * The work of a target is the load of the objects that are on it, plus the larger one of the bytes
 * that it sends to and gets from other targets times the cost of a byte, plus the cost of a move
 * for each object that was not there before. A placement is as good as its busiest target has
 * little work. All targets are equally fast.
 *
 * Since: 1.0
 */

SPUR_DEFINE_OBJECT (SpurPlacement, spur_placement, G_TYPE_FLAG_NONE)

static void
spur_placement_clear (SpurPlacement *self)
{
  g_array_unref (self->objects);
  g_array_unref (self->messages);
  g_array_unref (self->present);
  g_free (self->firsts);
  g_free (self->links);
}

static void
spur_placement_init (SpurPlacement *self)
{
  self->objects = g_array_new (FALSE, FALSE, sizeof (SpurPlacementObject));
  self->messages = g_array_new (FALSE, FALSE, sizeof (SpurPlacementMessage));
  self->present = g_array_new (FALSE, FALSE, sizeof (guint32));
}

/**
 * spur_placement_new:
 * @n_targets: how many targets there are, at least 1
 * @byte_cost: the work of a byte that is sent from one target to another one, in the unit of loads
 * @move_cost: the work of an object's move, for the target where it arrives, in the same unit
 *
 * Makes a placement without objects.
 *
 * Returns: (transfer full): the placement
 *
 * Since: 1.0
 */
SpurPlacement *
spur_placement_new (guint n_targets, double byte_cost, double move_cost)
{
  SpurPlacement *self;

  g_return_val_if_fail (n_targets > 0 && n_targets < SPUR_NONE, NULL);
  g_return_val_if_fail (isfinite (byte_cost) && byte_cost >= 0, NULL);
  g_return_val_if_fail (isfinite (move_cost) && move_cost >= 0, NULL);

  self = g_object_new (SPUR_TYPE_PLACEMENT, NULL);
  self->n_targets = n_targets;
  self->byte_cost = byte_cost;
  self->move_cost = move_cost;
  return self;
}

static void
forget_links (SpurPlacement *self)
{
  g_clear_pointer (&self->firsts, g_free);
  g_clear_pointer (&self->links, g_free);
}

/**
 * spur_placement_add_object:
 * @self: a placement
 * @load: the object's load, finite and not below 0
 * @target: where it is
 * @is_movable: whether it may be placed elsewhere
 *
 * Adds an object.
 *
 * Returns: its number, from 0 on
 *
 * Since: 1.0
 */
guint
spur_placement_add_object (SpurPlacement *self, double load, guint target, gboolean is_movable)
{
  SpurPlacementObject object = { load, is_movable };
  guint32 place = target;

  g_return_val_if_fail (SPUR_IS_PLACEMENT (self), 0);
  g_return_val_if_fail (isfinite (load) && load >= 0, 0);
  g_return_val_if_fail (target < self->n_targets, 0);

  forget_links (self);
  g_array_append_val (self->objects, object);
  g_array_append_val (self->present, place);
  return self->objects->len - 1;
}

/**
 * spur_placement_add_message:
 * @self: a placement
 * @from: the object that sends
 * @to: the object that receives
 * @bytes: how many bytes, finite and not below 0
 *
 * Adds a message between two objects.
 *
 * Since: 1.0
 */
void
spur_placement_add_message (SpurPlacement *self, guint from, guint to, double bytes)
{
  SpurPlacementMessage message = { from, to, bytes };

  g_return_if_fail (SPUR_IS_PLACEMENT (self));
  g_return_if_fail (from < self->objects->len && to < self->objects->len);
  g_return_if_fail (isfinite (bytes) && bytes >= 0);

  if (from == to || self->byte_cost == 0)
    return;
  forget_links (self);
  g_array_append_val (self->messages, message);
}

/**
 * spur_placement_get_present:
 * @self: a placement
 * @n_objects: (out): how many objects there are
 *
 * Where objects are.
 *
 * Returns: (array length=n_objects) (transfer none): the target of each object
 *
 * Since: 1.0
 */
const guint32 *
spur_placement_get_present (SpurPlacement *self, guint *n_objects)
{
  g_return_val_if_fail (SPUR_IS_PLACEMENT (self), NULL);
  g_return_val_if_fail (n_objects != NULL, NULL);

  *n_objects = self->present->len;
  return (const guint32 *) (gpointer) self->present->data;
}

static void
add_link (
  SpurPlacement *self, gsize *ends, guint object, guint peer, gboolean is_sent, double bytes)
{
  self->links[ends[object]++] = (SpurPlacementLink){ peer, is_sent, bytes };
}

static void
make_links (SpurPlacement *self)
{
  guint n_objects = self->objects->len;
  guint n_messages = self->messages->len;
  const SpurPlacementMessage *messages = (gpointer) self->messages->data;
  g_autofree gsize *ends = NULL;

  if (self->firsts != NULL)
    return;
  self->firsts = g_new0 (gsize, (gsize) n_objects + 1);
  self->links = g_new (SpurPlacementLink, 2 * (gsize) n_messages + 1);
  for (guint i = 0; i < n_messages; i++)
    {
      self->firsts[messages[i].from + 1]++;
      self->firsts[messages[i].to + 1]++;
    }
  for (guint i = 0; i < n_objects; i++)
    self->firsts[i + 1] += self->firsts[i];
  ends = g_memdup2 (self->firsts, ((gsize) n_objects + 1) * sizeof *ends);
  for (guint i = 0; i < n_messages; i++)
    {
      const SpurPlacementMessage *m = &messages[i];

      add_link (self, ends, m->from, m->to, TRUE, m->bytes);
      add_link (self, ends, m->to, m->from, FALSE, m->bytes);
    }
}

/* Adds the bytes of what @object, when it is on @target, exchanges with objects elsewhere. */
static void
add_bytes (SpurPlacementState *self, guint object, guint32 target, double sign)
{
  const SpurPlacement *problem = self->problem;

  for (gsize i = problem->firsts[object]; i < problem->firsts[object + 1]; i++)
    {
      const SpurPlacementLink *link = &problem->links[i];
      guint32 other = self->targets[link->peer];

      if (other == SPUR_NONE || other == target)
        continue;
      self->sent[link->is_sent ? target : other] += sign * link->bytes;
      self->received[link->is_sent ? other : target] += sign * link->bytes;
    }
}

void
spur_placement_state_put (SpurPlacementState *self, guint object, guint32 target)
{
  const SpurPlacement *problem = self->problem;
  double load = spur_placement_get_object (problem, object)->load;
  guint32 present = g_array_index (problem->present, guint32, object);
  guint32 before = self->targets[object];

  if (before != SPUR_NONE)
    {
      add_bytes (self, object, before, -1);
      self->loads[before] -= load;
      self->n_arrived[before] -= before != present;
    }
  self->targets[object] = target;
  if (target != SPUR_NONE)
    {
      add_bytes (self, object, target, 1);
      self->loads[target] += load;
      self->n_arrived[target] += target != present;
    }
}

double
spur_placement_state_get_work (const SpurPlacementState *self, guint target)
{
  return self->loads[target] +
         self->problem->byte_cost * MAX (self->sent[target], self->received[target]) +
         self->problem->move_cost * self->n_arrived[target];
}

guint
spur_placement_state_find_busiest (const SpurPlacementState *self)
{
  guint busiest = 0;

  for (guint i = 1; i < self->problem->n_targets; i++)
    {
      if (spur_placement_state_get_work (self, i) > spur_placement_state_get_work (self, busiest))
        busiest = i;
    }
  return busiest;
}

void
spur_placement_state_init (SpurPlacementState *self, SpurPlacement *problem, const guint32 *targets)
{
  guint n_objects = problem->objects->len;

  make_links (problem);
  *self = (SpurPlacementState){
    .problem = problem,
    .targets = g_new (guint32, (gsize) n_objects + 1),
    .loads = g_new0 (double, problem->n_targets),
    .sent = g_new0 (double, problem->n_targets),
    .received = g_new0 (double, problem->n_targets),
    .n_arrived = g_new0 (guint32, problem->n_targets),
  };
  for (guint i = 0; i < n_objects; i++)
    self->targets[i] = SPUR_NONE;
  for (guint i = 0; i < n_objects; i++)
    {
      if (targets != NULL)
        spur_placement_state_put (self, i, targets[i]);
      else if (!spur_placement_get_object (problem, i)->is_movable)
        spur_placement_state_put (self, i, g_array_index (problem->present, guint32, i));
    }
}

void
spur_placement_state_clear (SpurPlacementState *self)
{
  g_clear_pointer (&self->targets, g_free);
  g_clear_pointer (&self->loads, g_free);
  g_clear_pointer (&self->sent, g_free);
  g_clear_pointer (&self->received, g_free);
  g_clear_pointer (&self->n_arrived, g_free);
}

typedef struct
{
  double load;
  guint32 object;
} Movable;

SPUR_DEFINE_ORDER (compare_movable, Movable, SPUR_ORDER (q->load, p->load) ?: SPUR_BY (object))

GArray *
spur_placement_list_movable (const SpurPlacement *self)
{
  g_autoptr (GArray) movable = g_array_new (FALSE, FALSE, sizeof (Movable));
  GArray *objects = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < self->objects->len; i++)
    {
      Movable row = { spur_placement_get_object (self, i)->load, i };

      if (spur_placement_get_object (self, i)->is_movable)
        g_array_append_val (movable, row);
    }
  g_array_sort (movable, compare_movable);
  for (guint i = 0; i < movable->len; i++)
    g_array_append_val (objects, g_array_index (movable, Movable, i).object);
  return objects;
}

/* A target in the heap of the greedy strategy. */
typedef struct
{
  double load;
  guint32 target;
} Place;

static gboolean
is_lighter (gconstpointer a, gconstpointer b)
{
  const Place *p = a;
  const Place *q = b;

  return p->load < q->load || (p->load == q->load && p->target < q->target);
}

/* Longest processing time first (R. L. Graham, Bounds on multiprocessing timing anomalies, 1969).
 */
static void
place_greedily (SpurPlacementState *state)
{
  const SpurPlacement *problem = state->problem;
  g_autoptr (GArray) movable = spur_placement_list_movable (problem);
  g_autofree Place *places = g_new (Place, problem->n_targets);
  g_autofree gpointer *heap = g_new (gpointer, problem->n_targets);

  for (guint i = 0; i < problem->n_targets; i++)
    {
      places[i] = (Place){ state->loads[i], i };
      heap[i] = &places[i];
    }
  spur_heap_build (heap, problem->n_targets, is_lighter);
  for (guint i = 0; i < movable->len; i++)
    {
      guint32 object = g_array_index (movable, guint32, i);
      Place *lightest = heap[0];

      spur_placement_state_put (state, object, lightest->target);
      lightest->load += spur_placement_get_object (problem, object)->load;
      spur_heap_sift_down (heap, problem->n_targets, 0, is_lighter);
    }
}

/**
 * spur_placement_solve:
 * @self: a placement
 * @strategy: how
 * @n_objects: (out): how many objects there are
 *
 * Places objects anew. Objects that may not move stay where they are. The result is the same on
 * every machine. It is not always better than where objects are: the greedy strategy and diffusion
 * look at loads only.
 *
 * Returns: (array length=n_objects) (transfer full) (nullable): the target of each object, or %NULL
 *   where %SPUR_PLACEMENT_BRUTE has more than %SPUR_PLACEMENT_MAX_BRUTE objects to place, or has
 *   too many placements to try on that number of different targets
 *
 * Since: 1.0
 */
guint32 *
spur_placement_solve (SpurPlacement *self, SpurPlacementStrategy strategy, guint *n_objects)
{
  gboolean is_greedy = strategy == SPUR_PLACEMENT_GREEDY;
  g_auto (SpurPlacementState) state = { NULL };

  g_return_val_if_fail (SPUR_IS_PLACEMENT (self), NULL);
  g_return_val_if_fail (n_objects != NULL, NULL);

  spur_placement_state_init (&state, self, is_greedy ? NULL : (gpointer) self->present->data);
  if (is_greedy)
    place_greedily (&state);
  else if (strategy == SPUR_PLACEMENT_REFINE)
    spur_placement_refine (&state);
  else if (strategy == SPUR_PLACEMENT_DIFFUSION)
    spur_placement_diffuse (&state);
  else if (!spur_placement_try_all (self, state.targets))
    return NULL;
  *n_objects = self->objects->len;
  return g_steal_pointer (&state.targets);
}

/**
 * spur_placement_dup_loads:
 * @self: a placement
 * @targets: (array): the target of each object
 * @n_targets: (out): how many targets there are
 *
 * The load of each target, without communication and moves.
 *
 * Returns: (array length=n_targets) (transfer full): the loads
 *
 * Since: 1.0
 */
double *
spur_placement_dup_loads (SpurPlacement *self, const guint32 *targets, guint *n_targets)
{
  g_auto (SpurPlacementState) state = { NULL };

  g_return_val_if_fail (SPUR_IS_PLACEMENT (self), NULL);
  g_return_val_if_fail (targets != NULL || self->objects->len == 0, NULL);
  g_return_val_if_fail (n_targets != NULL, NULL);

  spur_placement_state_init (&state, self, targets);
  *n_targets = self->n_targets;
  return g_steal_pointer (&state.loads);
}

/**
 * spur_placement_dup_works:
 * @self: a placement
 * @targets: (array): the target of each object
 * @n_targets: (out): how many targets there are
 *
 * The work of each target: its load with what communication and moves cost.
 *
 * Returns: (array length=n_targets) (transfer full): the works
 *
 * Since: 1.0
 */
double *
spur_placement_dup_works (SpurPlacement *self, const guint32 *targets, guint *n_targets)
{
  g_auto (SpurPlacementState) state = { NULL };
  double *works;

  g_return_val_if_fail (SPUR_IS_PLACEMENT (self), NULL);
  g_return_val_if_fail (targets != NULL || self->objects->len == 0, NULL);
  g_return_val_if_fail (n_targets != NULL, NULL);

  spur_placement_state_init (&state, self, targets);
  works = g_new (double, self->n_targets);
  for (guint i = 0; i < self->n_targets; i++)
    works[i] = spur_placement_state_get_work (&state, i);
  *n_targets = self->n_targets;
  return works;
}

/**
 * spur_placement_get_work:
 * @self: a placement
 * @targets: (array): the target of each object
 *
 * How much work the busiest target has when objects are at @targets.
 *
 * Returns: the work, in the unit of loads
 *
 * Since: 1.0
 */
double
spur_placement_get_work (SpurPlacement *self, const guint32 *targets)
{
  g_auto (SpurPlacementState) state = { NULL };

  g_return_val_if_fail (SPUR_IS_PLACEMENT (self), 0);
  g_return_val_if_fail (targets != NULL || self->objects->len == 0, 0);

  spur_placement_state_init (&state, self, targets);
  return spur_placement_state_get_work (&state, spur_placement_state_find_busiest (&state));
}

/**
 * spur_placement_count_moves:
 * @self: a placement
 * @targets: (array): the target of each object
 *
 * Returns: how many objects are not where they were
 *
 * Since: 1.0
 */
guint
spur_placement_count_moves (SpurPlacement *self, const guint32 *targets)
{
  guint n_moves = 0;

  g_return_val_if_fail (SPUR_IS_PLACEMENT (self), 0);
  g_return_val_if_fail (targets != NULL || self->objects->len == 0, 0);

  for (guint i = 0; i < self->present->len; i++)
    n_moves += targets[i] != g_array_index (self->present, guint32, i);
  return n_moves;
}

/**
 * spur_placement_get_least_work:
 * @self: a placement
 *
 * A bound: in no placement the busiest target has less work than the mean load, than the
 * largest object, or than the objects that may not move from one target.
 *
 * Returns: the bound, in the unit of loads
 *
 * Since: 1.0
 */
double
spur_placement_get_least_work (SpurPlacement *self)
{
  g_auto (SpurPlacementState) state = { NULL };
  double sum = 0;
  double least = 0;

  g_return_val_if_fail (SPUR_IS_PLACEMENT (self), 0);

  spur_placement_state_init (&state, self, NULL);
  for (guint i = 0; i < self->objects->len; i++)
    {
      double load = spur_placement_get_object (self, i)->load;

      sum += load;
      least = MAX (least, load);
    }
  for (guint i = 0; i < self->n_targets; i++)
    least = MAX (least, state.loads[i]);
  return MAX (least, sum / self->n_targets);
}
