/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The best of all placements of a few objects, by branch and bound. */
#include <string.h>

#include "core/analysis/balance/spur-placement-private.h"

/* Placements of the first objects that are looked at before the search gives up: some seconds. 12
 * objects on any number of equal targets have 4,213,597 placements (the Bell number). */
#define MAX_TRIES 20000000

typedef struct
{
  SpurPlacementState *state;
  GArray *movable;
  /* Targets of one kind differ in nothing as long as none of the objects is put there. */
  guint32 *kinds;
  guint32 *n_objects;
  double least;
  double best;
  guint32 *best_targets;
  guint64 n_tries;
} Search;

/* Targets where objects stay are kinds of their own; so are those that an object would be paid for
 * leaving. */
static guint32 *
sort_targets (const SpurPlacementState *state)
{
  const SpurPlacement *problem = state->problem;
  guint32 *kinds = g_new (guint32, problem->n_targets);

  for (guint32 i = 0; i < problem->n_targets; i++)
    kinds[i] = SPUR_NONE;
  for (guint i = 0; i < problem->objects->len; i++)
    {
      guint32 target = g_array_index (problem->present, guint32, i);

      if (!spur_placement_get_object (problem, i)->is_movable || problem->move_cost > 0)
        kinds[target] = target;
    }
  return kinds;
}

static gboolean
is_done (const Search *search)
{
  return search->best <= search->least * (1 + SPUR_PLACEMENT_EPSILON) ||
         search->n_tries > MAX_TRIES;
}

static double
get_most_work (const Search *search)
{
  return spur_placement_state_get_work (search->state,
                                        spur_placement_state_find_busiest (search->state));
}

/* Puts the objects from @depth on in all ways. Work only grows as objects are put, so a part of a
 * placement that has as much as the best one cannot become a better one. */
static void
search_from (Search *search, guint depth)
{
  SpurPlacementState *state = search->state;
  gboolean has_tried_empty = FALSE;
  guint32 object;

  if (depth == search->movable->len)
    {
      search->best = get_most_work (search);
      memcpy (search->best_targets, state->targets,
              state->problem->objects->len * sizeof *state->targets);
      return;
    }
  object = g_array_index (search->movable, guint32, depth);
  for (guint32 i = 0; i < state->problem->n_targets && !is_done (search); i++)
    {
      gboolean is_empty = search->kinds[i] == SPUR_NONE && search->n_objects[i] == 0;

      if (is_empty && has_tried_empty)
        continue;
      has_tried_empty |= is_empty;
      search->n_tries++;
      search->n_objects[i]++;
      spur_placement_state_put (state, object, i);
      if (get_most_work (search) < search->best * (1 - SPUR_PLACEMENT_EPSILON))
        search_from (search, depth + 1);
      spur_placement_state_put (state, object, SPUR_NONE);
      search->n_objects[i]--;
    }
}

gboolean
spur_placement_try_all (SpurPlacement *self, guint32 *best)
{
  g_autoptr (GArray) movable = spur_placement_list_movable (self);
  g_auto (SpurPlacementState) state = { NULL };
  g_autofree guint32 *n_objects = g_new0 (guint32, self->n_targets);
  g_autofree guint32 *kinds = NULL;
  Search search;

  if (movable->len > SPUR_PLACEMENT_MAX_BRUTE)
    return FALSE;
  spur_placement_state_init (&state, self, NULL);
  kinds = sort_targets (&state);
  /* Where objects are is the first to be beaten, so that none moves for nothing. */
  search = (Search){ .state = &state,
                     .movable = movable,
                     .kinds = kinds,
                     .n_objects = n_objects,
                     .least = spur_placement_get_least_work (self),
                     .best = spur_placement_get_work (self, (gpointer) self->present->data),
                     .best_targets = best };
  memcpy (best, self->present->data, self->present->len * sizeof *best);
  search_from (&search, 0);
  return search.n_tries <= MAX_TRIES;
}
