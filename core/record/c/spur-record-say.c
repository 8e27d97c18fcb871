/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* What a user has to know of a recording that goes wrong: one line on the standard error. */
#include "core/record/c/spur-record-private.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

void
spur_rec_clean_text (char *text)
{
  for (; *text != '\0'; text++)
    {
      if ((unsigned char) *text < ' ' || *text == 0x7f)
        *text = '?';
    }
}

/* By one call, so that lines of several processes do not mix. */
void
spur_rec_say (const char *place, const char *text)
{
  char line[1024];
  int error = errno;
  int n_bytes = snprintf (line, sizeof line - 1, "spur-record: %.400s: %.500s", place, text);
  ssize_t n_written;

  if (n_bytes > 0)
    {
      spur_rec_clean_text (line);
      strcat (line, "\n");
      n_written = write (STDERR_FILENO, line, strlen (line));
      (void) n_written;
    }
  errno = error;
}
