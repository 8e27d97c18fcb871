/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The strategies that start from where objects are: refinement and diffusion. */
#include <string.h>

#include "core/analysis/balance/spur-placement-private.h"
#include "core/base/spur-order-internal.h"

/* A target gives this share of what it has more to a neighbour: 1 / (neighbours + 1), for which
 * diffusion converges on every network (G. Cybenko, Dynamic load balancing for distributed memory
 * multiprocessors, 1989). A target of a ring has two neighbours. */
#define DIFFUSION_SHARE (1.0 / 3.0)

/* Load needs a number of rounds that grows with the square of a ring's length; longer rings are
 * left as they are by then. */
#define MAX_ROUNDS 4096

/* Objects that may move, by target; each list has the largest load first. Objects are called by
 * their place in the order of all loads. */
typedef struct
{
  SpurPlacementState *state;
  GArray *movable;
  GArray **lists;
} Residents;

static guint32
get_object (const Residents *self, guint32 rank)
{
  return g_array_index (self->movable, guint32, rank);
}

static void
residents_init (Residents *self, SpurPlacementState *state)
{
  guint n_targets = state->problem->n_targets;

  self->state = state;
  self->movable = spur_placement_list_movable (state->problem);
  self->lists = g_new (GArray *, n_targets);
  for (guint i = 0; i < n_targets; i++)
    self->lists[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < self->movable->len; i++)
    g_array_append_val (self->lists[state->targets[get_object (self, i)]], i);
}

static void
residents_clear (Residents *self)
{
  for (guint i = 0; i < self->state->problem->n_targets; i++)
    g_array_unref (self->lists[i]);
  g_free (self->lists);
  g_array_unref (self->movable);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Residents, residents_clear)

/* Moves the object at @place of the list of @from. */
static void
move_resident (Residents *self, guint from, guint place, guint to)
{
  guint32 rank = g_array_index (self->lists[from], guint32, place);
  const guint32 *others = (gpointer) self->lists[to]->data;
  guint low = 0;
  guint high = self->lists[to]->len;
  guint middle;

  SPUR_BISECT (low, high, middle, others[middle] < rank)
  g_array_insert_val (self->lists[to], low, rank);
  g_array_remove_index (self->lists[from], place);
  spur_placement_state_put (self->state, get_object (self, rank), to);
}

/* The most work of @from, @to and all targets to which @object has messages. */
static double
get_peak (const SpurPlacementState *state, guint object, guint32 from, guint32 to)
{
  const SpurPlacement *problem = state->problem;
  double from_work = spur_placement_state_get_work (state, from);
  double to_work = spur_placement_state_get_work (state, to);
  double peak = MAX (from_work, to_work);

  for (gsize i = problem->firsts[object]; i < problem->firsts[object + 1]; i++)
    {
      guint32 target = state->targets[problem->links[i].peer];
      double work = spur_placement_state_get_work (state, target);

      peak = MAX (peak, work);
    }
  return peak;
}

/* A move, and the most work of the targets that it concerns, after it. */
typedef struct
{
  guint place;
  guint32 to;
  double peak;
} Step;

static void
try_step (Residents *residents, guint from, const Step *step, Step *best)
{
  SpurPlacementState *state = residents->state;
  guint32 object =
    get_object (residents, g_array_index (residents->lists[from], guint32, step->place));
  double peak;

  if (step->to == from)
    return;
  spur_placement_state_put (state, object, step->to);
  peak = get_peak (state, object, from, step->to);
  spur_placement_state_put (state, object, from);
  if (peak < best->peak * (1 - SPUR_PLACEMENT_EPSILON))
    *best = (Step){ step->place, step->to, peak };
}

static guint
find_least_busy (const SpurPlacementState *state)
{
  guint least = 0;

  for (guint i = 1; i < state->problem->n_targets; i++)
    {
      if (spur_placement_state_get_work (state, i) < spur_placement_state_get_work (state, least))
        least = i;
    }
  return least;
}

/* The best move away from @busiest: to the target with the least work, or to where an object has
 * messages. FALSE where none makes it better. */
static gboolean
find_step (Residents *residents, guint busiest, Step *best)
{
  SpurPlacementState *state = residents->state;
  const SpurPlacement *problem = state->problem;
  guint least = find_least_busy (state);

  *best = (Step){ G_MAXUINT, 0, spur_placement_state_get_work (state, busiest) };
  for (guint i = 0; i < residents->lists[busiest]->len; i++)
    {
      guint32 object =
        get_object (residents, g_array_index (residents->lists[busiest], guint32, i));
      Step step = { i, least, 0 };

      try_step (residents, busiest, &step, best);
      for (gsize j = problem->firsts[object]; j < problem->firsts[object + 1]; j++)
        {
          step.to = state->targets[problem->links[j].peer];
          try_step (residents, busiest, &step, best);
        }
    }
  return best->place != G_MAXUINT;
}

void
spur_placement_refine (SpurPlacementState *state)
{
  g_auto (Residents) residents = { NULL };
  guint busiest = spur_placement_state_find_busiest (state);
  Step step;

  residents_init (&residents, state);
  /* Every step takes work from the busiest target and leaves less than that on all others that it
   * concerns, so that the works in descending order get less: it ends. */
  while (find_step (&residents, busiest, &step))
    {
      move_resident (&residents, busiest, step.place, step.to);
      busiest = spur_placement_state_find_busiest (state);
    }
}

/* Moves objects of @from, the largest first, as long as each brings what was moved nearer to
 * @flow than before, and leaves @to with less than @from had. */
static guint
push_load (Residents *residents, guint from, guint to, double flow)
{
  SpurPlacementState *state = residents->state;
  GArray *list = residents->lists[from];
  guint n_moves = 0;

  for (guint i = 0; i < list->len && flow > 0;)
    {
      guint32 object = get_object (residents, g_array_index (list, guint32, i));
      double load = spur_placement_get_object (state->problem, object)->load;

      if (load == 0)
        break;
      if (load > 2 * flow ||
          load >= (state->loads[from] - state->loads[to]) * (1 - SPUR_PLACEMENT_EPSILON))
        {
          i++;
          continue;
        }
      move_resident (residents, from, i, to);
      flow -= load;
      n_moves++;
    }
  return n_moves;
}

static guint
diffuse_once (Residents *residents, double *loads)
{
  const SpurPlacementState *state = residents->state;
  guint n_targets = state->problem->n_targets;
  /* Two targets are neighbours once, not twice. */
  guint n_pairs = n_targets > 2 ? n_targets : n_targets - 1;
  guint n_moves = 0;

  memcpy (loads, state->loads, n_targets * sizeof *loads);
  for (guint i = 0; i < n_pairs; i++)
    {
      guint next = (i + 1) % n_targets;
      double flow = (loads[i] - loads[next]) * DIFFUSION_SHARE;

      n_moves +=
        flow > 0 ? push_load (residents, i, next, flow) : push_load (residents, next, i, -flow);
    }
  return n_moves;
}

void
spur_placement_diffuse (SpurPlacementState *state)
{
  g_autofree double *loads = g_new (double, state->problem->n_targets);
  g_auto (Residents) residents = { NULL };

  residents_init (&residents, state);
  for (guint i = 0; i < MAX_ROUNDS && diffuse_once (&residents, loads) > 0; i++)
    ;
}
