/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/spur-correction.h"

G_BEGIN_DECLS

/* Which maps of a correction's chains are of which step. A chain has none of a step that left its
 * stream alone, so the steps note whom they changed: the fact "maps.N" of the Nth step, as in
 * "0-3,7". */

/* How many maps every stream has. */
guint *spur_clock_steps_count_maps (SpurCorrection *correction);

/* Notes for the next step, of a corrector called @name, which streams it gave maps to: those with a
 * byte in @has_new. Adds it to the fact "method". */
void spur_clock_steps_add (SpurCorrection *correction, const char *name, const guint8 *has_new);

/* The steps' names, from the fact "method". */
char **spur_clock_steps_dup_names (SpurCorrection *correction);

/* For every stream how many maps come before @step, from 0 on. FALSE where nobody noted it. */
gboolean
spur_clock_steps_get_n_before (SpurCorrection *correction, guint step, guint *n_maps_before);

G_END_DECLS
