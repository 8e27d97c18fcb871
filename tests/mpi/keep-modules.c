/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * To be loaded before a program that is searched for leaks: modules stay loaded to its end, so that
 * the sanitizer can name what they keep.
 */

__attribute__ ((visibility ("default"))) int dlclose (void *handle);

int
dlclose (void *handle)
{
  (void) handle;
  return 0;
}
