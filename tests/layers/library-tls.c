/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A library with static TLS, which a program opens under several names until there is no room. */

/* Less than what a layer has, so that no layer fits where this does not. */
int *get_own_value (void);

int *
get_own_value (void)
{
  static __thread int values[16] __attribute__ ((tls_model ("initial-exec")));

  return values;
}
