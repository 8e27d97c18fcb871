/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Writes the trace with all event classes: make-zoo FILE.spur */
#include "core/store/container/spur-container.h"
#include "tests/events/zoo-trace.h"

int
main (int argc, char **argv)
{
  g_autoptr (SpurTrace) trace = zoo_trace_new ();
  g_autoptr (GError) error = NULL;

  if (argc == 2 && spur_container_save (trace, argv[1], NULL, &error))
    return 0;
  g_printerr ("%s\n", error != NULL ? error->message : "usage: make-zoo FILE.spur");
  return 1;
}
