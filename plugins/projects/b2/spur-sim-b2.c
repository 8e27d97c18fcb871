/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-program.h"

int
main (int argc, char **argv)
{
  return sim_program_main (&b2_program, argc, argv);
}
