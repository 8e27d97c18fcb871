/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The program spur-sim-…: SIM_PROGRAM names the simulation that it runs. */
#include "plugins/projects/kit/sim-program.h"

int
main (int argc, char **argv)
{
  return sim_program_main (&SIM_PROGRAM, argc, argv);
}
