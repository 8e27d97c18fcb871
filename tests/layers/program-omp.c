/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Parallel regions with loops, barriers, critical sections and locks. */
#include <omp.h>
#include <stdio.h>

#define N_REGIONS 5
#define N_THREADS 4

int
main (void)
{
  omp_lock_t lock;
  long sum = 0, n_critical = 0, n_locked = 0;

  omp_init_lock (&lock);
  for (int i = 0; i < N_REGIONS; i++)
    {
#pragma omp parallel num_threads(N_THREADS)
      {
#pragma omp for reduction(+ : sum)
        for (int k = 0; k < 1000; k++)
          sum += k;
#pragma omp barrier
#pragma omp critical
        n_critical++;
        omp_set_lock (&lock);
        n_locked++;
        omp_unset_lock (&lock);
      }
    }
  omp_destroy_lock (&lock);
  printf ("%ld\n", sum + n_critical + n_locked);
  return 0;
}
