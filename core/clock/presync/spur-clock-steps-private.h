/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/parallel/spur-communicator-private.h"
#include "core/clock/spur-clock-corrector.h"

/* Which maps of a correction's chains are of which step. A chain has none of a step that left its
 * stream alone, so the steps note whom they changed: the fact "maps.N" of the Nth step, as in
 * "0-3,7". */

/* How many maps every stream has. */
guint *spur_clock_steps_count_maps (SpurCorrection *correction);

/* (transfer full): The maps of every stream up to @n_maps of it; all where that is NULL. */
SpurCorrection *spur_clock_steps_copy_maps (SpurCorrection *correction, const guint *n_maps);

/* Notes the next step, of a corrector before which streams had @n_before maps; adds it to the fact
 * "method", and its options as the fact "options.N". The rank of a stream knows whether it has got
 * a map. */
void spur_clock_steps_add (SpurCorrection *correction,
                           SpurClockCorrector *corrector,
                           const guint *n_before,
                           SpurCommunicator *communicator);

/* Takes the last step back, before which streams had @n_before maps. */
void spur_clock_steps_take_back (SpurCorrection *correction, const guint *n_before);

/* (transfer none): The options of a step, from 0 on, as spur_option_write_all() writes them;
 * NULL where they were not noted. */
const char *spur_clock_steps_get_options (SpurCorrection *correction, guint step);

/* The steps' names, from the fact "method". */
char **spur_clock_steps_dup_names (SpurCorrection *correction);

/* For every stream how many maps come before @step, from 0 on. FALSE where it was not noted. */
gboolean
spur_clock_steps_get_n_before (SpurCorrection *correction, guint step, guint *n_maps_before);
