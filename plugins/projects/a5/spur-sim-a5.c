/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a5/a5-program.h"

int
main (int argc, char **argv)
{
  return sim_program_main (&a5_program, argc, argv);
}
