/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* The states that a stream has entered and not left, the innermost last. One is pushed or popped at
 * most events of a trace, so this is inline. */

/* A state, and its call where that was looked for. */
typedef struct
{
  guint32 state;
  guint32 call;
} SpurEnteredState;

typedef struct
{
  SpurEnteredState *states;
  guint n_states;
  guint n_allocated;
} SpurStateStack;

static inline void
spur_state_stack_clear (SpurStateStack *self)
{
  g_free (self->states);
}

/* The innermost state, or NULL. */
static inline SpurEnteredState *
spur_state_stack_get_top (const SpurStateStack *self)
{
  return self->n_states > 0 ? &self->states[self->n_states - 1] : NULL;
}

static inline void
spur_state_stack_push (SpurStateStack *self, SpurEnteredState entered)
{
  if (G_UNLIKELY (self->n_states == self->n_allocated))
    {
      self->n_allocated += self->n_allocated / 2 + 16;
      self->states = g_renew (SpurEnteredState, self->states, self->n_allocated);
    }
  self->states[self->n_states++] = entered;
}

/* Leaves the innermost state, if there is one. */
static inline void
spur_state_stack_pop (SpurStateStack *self)
{
  self->n_states -= self->n_states > 0;
}
