/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* A program that sends no message: truth-program WHERE EVENTS US. It records an event every US
 * microseconds, whatever its own clock shows: each with the time by this computer's clock just
 * before, and with the time just after the event before it. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "core/record/spur-record.h"

/* Past the C library, whose clock a test may have replaced. */
static uint64_t
read_true_ns (void)
{
  struct timespec now;

  syscall (SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return (uint64_t) now.tv_sec * 1000000000 + (uint64_t) now.tv_nsec;
}

int
main (int argc, char **argv)
{
  SpurRecord *record;
  SpurRecordClass *true_class;
  uint64_t true_ns[2] = { 0, 0 };

  if (argc != 4)
    return 2;
  record = spur_record_open (argv[1]);
  true_class = spur_record_declare ("Truth_Event",
                                    "<event-class name='Truth_Event' extends='Custom_Event'>"
                                    "<field name='before_ns' type='uint64'/>"
                                    "<field name='last_after_ns' type='uint64'/></event-class>",
                                    2);
  for (int i = 0; i < atoi (argv[2]); i++)
    {
      true_ns[0] = read_true_ns ();
      spur_record_put (record, true_class, true_ns);
      true_ns[1] = read_true_ns ();
      usleep ((useconds_t) atoi (argv[3]));
    }
  spur_record_close (record);
  return spur_record_get_problem (record) != NULL;
}
