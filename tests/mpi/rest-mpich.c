/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * To be loaded before programs of MPICH. A rank of it that waits never lets go of its processor,
 * which the rank that it waits for may need. Here it sleeps after a while.
 */
#include <dlfcn.h>
#include <time.h>

/* About as long as an answer takes of a rank that is on a processor, some microseconds. */
#define N_LOOKS 200
#define REST_NS 50000

__attribute__ ((visibility ("default"))) unsigned ucp_worker_progress (void *worker);

unsigned
ucp_worker_progress (void *worker)
{
  static __thread unsigned (*progress) (void *);
  static __thread int n_looks;
  unsigned n_done;

  if (progress == NULL)
    progress = (unsigned (*) (void *)) dlsym (RTLD_NEXT, "ucp_worker_progress");
  n_done = progress (worker);
  n_looks = n_done > 0 ? 0 : n_looks + 1;
  if (n_looks > N_LOOKS)
    {
      struct timespec rest = { 0, REST_NS };

      nanosleep (&rest, NULL);
    }
  return n_done;
}
