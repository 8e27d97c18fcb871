/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* What a user has to know of a recording that goes wrong: one line on the standard error. */
#include "core/record/c/spur-record-private.h"

#include <stdio.h>

void
spur_rec_clean_text (char *text)
{
  for (; *text != '\0'; text++)
    {
      if ((unsigned char) *text < ' ' || *text == 0x7f)
        *text = '?';
    }
}

void
spur_rec_say_problem (const char *place, const char *text)
{
  char line[1024];

  snprintf (line, sizeof line, "%.400s: %.500s", place, text);
  spur_rec_clean_text (line);
  spur_rec_say ("%s", line);
}
