/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* What a user has to know of a recording that goes wrong: one line on the standard error. */
#include "core/record/plain/spur-record-private.h"

#include <stdio.h>
#include <string.h>

/* A text from outside moves no cursor. */
static void
clean_text (char *text)
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
  clean_text (line);
  spur_rec_say ("%s", line);
}

/* Without memory, so that handlers may call it. */
static const char *
describe_error (int error)
{
  const char *text = strerrordesc_np (error != 0 ? error : EIO);

  return text != NULL ? text : "unknown error";
}

static void
copy_text (char *to, size_t n_room_bytes, const char *text)
{
  size_t n_bytes = strnlen (text, n_room_bytes - 1);

  memcpy (to, text, n_bytes);
  to[n_bytes] = '\0';
  clean_text (to);
}

void
spur_rec_note_problem (SpurRecord *record, const char *place, int error, const char *text)
{
  if (record->problem_error == 0)
    {
      /* The text of an errno is made where it is asked for. */
      copy_text (record->problem, sizeof record->problem, place);
      copy_text (record->problem_text, sizeof record->problem_text, text != NULL ? text : "");
      record->problem_error = error != 0 ? error : EIO;
    }
  if (!record->has_said && !record->is_quiet)
    spur_rec_say_problem (place, text != NULL ? text : describe_error (error));
  record->has_said = true;
}

void
spur_rec_set_problem (SpurRecord *record, const char *place, int error)
{
  SignalMask mask;

  spur_rec_lock (&record->mutex, &mask);
  spur_rec_note_problem (record, place, error, NULL);
  spur_rec_unlock (&record->mutex, &mask);
}

const char *
spur_record_get_problem (SpurRecord *record)
{
  SignalMask mask;
  bool has_problem;

  spur_rec_lock (&record->mutex, &mask);
  has_problem = record->problem_error != 0;
  if (has_problem)
    snprintf (record->told_problem, sizeof record->told_problem, "%s: %s", record->problem,
              record->problem_text[0] != '\0' ? record->problem_text
                                              : strerror (record->problem_error));
  spur_rec_unlock (&record->mutex, &mask);
  return has_problem ? record->told_problem : NULL;
}
