/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* A program in plain C, with neither GLib nor Spur, that records what its threads do:
 *
 *   cc -o record-tasks record-tasks.c $(pkg-config --cflags --libs spur-record-1)
 *   SPUR_RECORD=tasks.spurrec ./record-tasks
 *   spur info tasks.spurrec
 *
 * Without SPUR_RECORD it records nothing, at next to no cost.
 */
#include <spur-record-events.h>

#include <pthread.h>
#include <stdio.h>

#define N_WORKERS 2
#define N_TASKS 1000

static SpurRecord *record;
static SpurRecordState working, waiting;
static double results[N_WORKERS];

static double
compute_task (int task)
{
  double sum = 0;

  for (int i = 1; i <= 1000; i++)
    sum += 1.0 / (task + i);
  return sum;
}

static void *
run_worker (void *data)
{
  int worker = *(int *) data;
  char name[32];
  SpurRecordObject agent, target;

  snprintf (name, sizeof name, "worker %d", worker);
  target = spur_record_object (record, SPUR_RECORD_TARGET, name, "thread", SPUR_RECORD_NO_OBJECT);
  agent =
    spur_record_object (record, SPUR_RECORD_LOAD_OBJECT, name, "agent", SPUR_RECORD_NO_OBJECT);
  spur_record_name_thread (record, name, target);
  spur_record_lo_creation_placement (record, agent, spur_record_string (record, "agent"),
                                     SPUR_RECORD_NO_OBJECT, target);
  for (int task = 0; task < N_TASKS; task++)
    {
      spur_record_lo_state_change (record, agent, SPUR_RECORD_NO_STATE, working,
                                   SPUR_RECORD_NO_LIST);
      results[worker] += compute_task (task);
      spur_record_lo_state_change (record, agent, SPUR_RECORD_NO_STATE, waiting,
                                   SPUR_RECORD_NO_LIST);
    }
  spur_record_lm_target_load (record, target, results[worker], SPUR_RECORD_NO_LIST);
  spur_record_lo_termination (record, agent);
  return NULL;
}

int
main (void)
{
  pthread_t threads[N_WORKERS];
  int numbers[N_WORKERS];

  record = spur_record_get ();
  working = spur_record_state (record, "working", SPUR_RECORD_WORK);
  waiting = spur_record_state (record, "waiting", SPUR_RECORD_IDLE);
  spur_record_fact (record, "application", "tasks");
  for (int i = 0; i < N_WORKERS; i++)
    {
      numbers[i] = i;
      if (pthread_create (&threads[i], NULL, run_worker, &numbers[i]) != 0)
        return 1;
    }
  for (int i = 0; i < N_WORKERS; i++)
    pthread_join (threads[i], NULL);
  if (spur_record_get_problem (record) != NULL)
    fprintf (stderr, "not all was recorded: %s\n", spur_record_get_problem (record));
  printf ("%d tasks done\n", N_WORKERS * N_TASKS);
  return 0;
}
