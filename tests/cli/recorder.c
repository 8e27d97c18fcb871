/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A program that records some events, into the file that it is given or where SPUR_RECORD says.
 * With a second argument it is killed before it has closed the recording. */

#include <signal.h>
#include <spur-record-events.h>
#include <stdio.h>

#define N_EVENTS 3

int
main (int argc, char **argv)
{
  char where[4096];
  SpurRecord *record;
  SpurRecordObject task;

  snprintf (where, sizeof where, "file:%s", argc > 1 ? argv[1] : "");
  record = spur_record_open (argc > 1 ? where : NULL);
  task =
    spur_record_object (record, SPUR_RECORD_LOAD_OBJECT, "task", "agent", SPUR_RECORD_NO_OBJECT);
  for (unsigned i = 0; i < N_EVENTS; i++)
    spur_record_lo_state_change (record, task, SPUR_RECORD_NO_STATE,
                                 spur_record_state (record, "idle", SPUR_RECORD_IDLE),
                                 SPUR_RECORD_NO_LIST);
  if (argc > 2)
    raise (SIGKILL);
  spur_record_close (record);
  return 0;
}
