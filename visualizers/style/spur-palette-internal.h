/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/spur-history.h"
#include "core/plugin/spur-project.h"

/* Used for nothing but edges that are received before they are sent. */
#define SPUR_COLOR_VIOLATION 0xd0021b

#define SPUR_COLOR_INK 0x1c2430
#define SPUR_COLOR_MUTED 0x5b6673
#define SPUR_COLOR_HAIRLINE 0xdfe3e8
#define SPUR_COLOR_GRID 0xeef0f3
#define SPUR_COLOR_PAPER 0xffffff

/* States of one colour: a state that lasts long, or the rest of its kind. */
typedef struct
{
  const char *label;
  SpurStateKind kind;
  guint32 color;
  guint32 dark_color;
  gint64 total_ns;
  guint n_states;
} SpurSwatch;

/* Which state has which colour. */
typedef struct
{
  GArray *swatches;
  const SpurSwatch *all;
  guint n_swatches;
  guint32 *swatch_of_state;
  guint n_states;
} SpurPalette;

/* Keeps texts of @trace. @total_ns has an entry for every state of @trace: how long it lasts.
 * States that do not occur get no colour of their own; those that a project of @registry gives one
 * have that. */
SpurPalette *spur_palette_new (SpurTrace *trace,
                               SpurRegistry *registry,
                               const gint64 *total_ns,
                               guint max_swatches);

void spur_palette_free (SpurPalette *self);

/* The swatch of @state, which may be %SPUR_NONE or out of range: the last one then. */
guint spur_palette_find (const SpurPalette *self, guint32 state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurPalette, spur_palette_free)
