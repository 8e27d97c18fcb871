/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Made set-user-id by test-recording-setuid: records where the environment says, and opens a
 * recorder of its own with what the environment would have made of it. 0 where the environment was
 * not obeyed, 1 where it was, 77 where the program has no more rights than its user. */
#include <spur-record-events.h>

#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
/* To look for leaks takes rights that a set-user-id program does not have. */
__attribute__ ((visibility ("default"))) const char *__asan_default_options (void);

const char *
__asan_default_options (void)
{
  return "detect_leaks=0";
}
#endif

int
main (int argc, char *argv[])
{
  SpurRecord *record = spur_record_get ();
  SpurRecordCounts counts;

  /* Plain is how the test sees that the environment works at all. */
  if (getauxval (AT_SECURE) == 0 && argc == 1)
    return 77;
  spur_record_lo_migration_send (record, SPUR_RECORD_NO_OBJECT, SPUR_RECORD_NO_OBJECT,
                                 SPUR_RECORD_NO_OBJECT, 1);
  spur_record_flush (record);
  spur_record_get_counts (record, &counts);
  spur_record_close (record);
  if (spur_record_get_problem (record) != NULL)
    fprintf (stderr, "%s\n", spur_record_get_problem (record));
  if (counts.n_events != 0)
    return 1;
  /* What the program itself asks for is done, but it takes no commands. */
  spur_record_set_option ("control", "1");
  record = spur_record_open ("memory:");
  for (int i = 0; i < 100; i++)
    spur_record_lo_migration_send (record, SPUR_RECORD_NO_OBJECT, SPUR_RECORD_NO_OBJECT,
                                   SPUR_RECORD_NO_OBJECT, 1);
  if (getchar () != EOF)
    return 1;
  spur_record_get_counts (record, &counts);
  spur_record_close (record);
  return counts.n_events == 100 ? 0 : 1;
}
