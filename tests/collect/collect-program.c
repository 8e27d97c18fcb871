/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* A program that records: collect-program WHERE THREADS EVENTS [US [STEP]]. Each thread records the
 * numbers from 0 on, with a pause of US microseconds after each thousand; with STEP its clock goes
 * back by so many ns in the middle. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "core/record/spur-record.h"

static SpurRecord *record;
static SpurRecordClass *count_class;
static uint64_t n_events;
static useconds_t pause_us;
static uint64_t step;

static void *
run (void *data)
{
  char name[32];

  snprintf (name, sizeof name, "thread %d", (int) (intptr_t) data);
  spur_record_name_thread (record, name, SPUR_RECORD_NONE);
  for (uint64_t i = 0; i < n_events; i++)
    {
      if (step > 0 && i >= n_events / 2)
        spur_record_put_at (record, count_class, spur_record_get_ticks (record) - step, &i);
      else
        spur_record_put (record, count_class, &i);
      if (pause_us > 0 && i % 1000 == 999)
        usleep (pause_us);
    }
  return NULL;
}

int
main (int argc, char **argv)
{
  pthread_t threads[256];
  int n_threads = argc > 2 ? atoi (argv[2]) : 1;
  SpurRecordCounts counts;
  const char *problem;

  if (argc < 4 || n_threads < 1 || n_threads > 256)
    return 2;
  n_events = strtoull (argv[3], NULL, 10);
  pause_us = argc > 4 ? (useconds_t) atoi (argv[4]) : 0;
  record = spur_record_open (argv[1]);
  if (argc > 5)
    step = strtoull (argv[5], NULL, 10);
  count_class = spur_record_declare ("Count_Event",
                                     "<event-class name='Count_Event' extends='Custom_Event'>"
                                     "<field name='number' type='uint64'/></event-class>",
                                     1);
  for (int i = 0; i < n_threads; i++)
    pthread_create (&threads[i], NULL, run, (void *) (intptr_t) i);
  for (int i = 0; i < n_threads; i++)
    pthread_join (threads[i], NULL);
  spur_record_close (record);
  spur_record_get_counts (record, &counts);
  problem = spur_record_get_problem (record);
  printf ("%llu %llu %s\n", (unsigned long long) counts.n_events,
          (unsigned long long) counts.n_dropped, problem != NULL ? problem : "");
  return 0;
}
