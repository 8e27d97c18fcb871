/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* A program that records: collect-program WHERE THREADS EVENTS [US [STEP [FORK]]]. Each thread
 * records the numbers from 0 on, with a pause of US microseconds after each thousand; with STEP its
 * clock goes back by STEP ns in the middle; with FORK each forks when it has recorded FORK events,
 * a thread later than the one before, while others are in the middle of an event, and the child
 * goes on with the numbers. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/record/spur-record.h"

static SpurRecord *record;
static SpurRecordClass *count_class;
static uint64_t n_events;
static useconds_t pause_us;
static uint64_t step;
static uint64_t fork_at;

static void
put_numbers (uint64_t first, uint64_t end)
{
  for (uint64_t i = first; i < end; i++)
    {
      if (step > 0 && i >= n_events / 2)
        spur_record_put_at (record, count_class, spur_record_get_ticks (record) - step, &i);
      else
        spur_record_put (record, count_class, &i);
      if (pause_us > 0 && i % 1000 == 999)
        usleep (pause_us);
    }
}

/* The child is this thread alone. */
static void
go_on_as_two (uint64_t first, const char *name)
{
  pid_t child = fork ();
  int status;

  if (child == 0)
    {
      spur_record_name_thread (record, name, SPUR_RECORD_NO_OBJECT);
      put_numbers (first, n_events);
      spur_record_close (record);
      _exit (spur_record_get_problem (record) != NULL);
    }
  put_numbers (first, n_events);
  if (child < 0 || waitpid (child, &status, 0) != child || status != 0)
    abort ();
}

static void *
run (void *data)
{
  int number = (int) (intptr_t) data;
  uint64_t part = fork_at > 0 ? fork_at * (uint64_t) (number + 1) % n_events : n_events;
  char name[32];

  snprintf (name, sizeof name, "thread %d", number);
  spur_record_name_thread (record, name, SPUR_RECORD_NO_OBJECT);
  put_numbers (0, part);
  if (fork_at > 0)
    go_on_as_two (part, name);
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
  if (argc > 6)
    fork_at = strtoull (argv[6], NULL, 10);
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
