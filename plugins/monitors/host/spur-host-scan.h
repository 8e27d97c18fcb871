/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <string.h>

#include "plugins/monitors/host/spur-host-file.h"

/* Reading words and numbers of a text; nothing is copied, nothing is read behind its end. */

static inline void
spur_host_scan_blanks (SpurHostText *text)
{
  while (text->at < text->end && (*text->at == ' ' || *text->at == '\t'))
    text->at++;
}

/* A number without sign; more than 64 bits are the largest one. FALSE, and nothing is read but
 * blanks, where there is none. */
static inline bool
spur_host_scan_number (SpurHostText *text, int64_t *value)
{
  const uint64_t most = INT64_MAX;
  uint64_t number = 0;
  const char *begin;

  spur_host_scan_blanks (text);
  begin = text->at;
  while (text->at < text->end && *text->at >= '0' && *text->at <= '9')
    {
      unsigned digit = (unsigned) (*text->at++ - '0');

      number = number > (most - digit) / 10 ? most : number * 10 + digit;
    }
  if (text->at == begin)
    return false;
  *value = (int64_t) number;
  return true;
}

/* Up to @n numbers; gives how many there were. */
static inline unsigned
spur_host_scan_numbers (SpurHostText *text, int64_t *values, unsigned n)
{
  unsigned i = 0;

  while (i < n && spur_host_scan_number (text, &values[i]))
    i++;
  return i;
}

/* A word that ends at a blank, at @stop or with the line. */
static inline SpurHostText
spur_host_scan_word (SpurHostText *text, char stop)
{
  SpurHostText word;

  spur_host_scan_blanks (text);
  word.at = text->at;
  while (text->at < text->end && *text->at != ' ' && *text->at != '\t' && *text->at != stop &&
         *text->at != '\n')
    text->at++;
  word.end = text->at;
  return word;
}

/* The next line without its end; FALSE behind the last one. */
static inline bool
spur_host_scan_line (SpurHostText *text, SpurHostText *line)
{
  const char *end;

  if (text->at >= text->end)
    return false;
  end = memchr (text->at, '\n', (size_t) (text->end - text->at));
  line->at = text->at;
  line->end = end != NULL ? end : text->end;
  text->at = end != NULL ? end + 1 : text->end;
  return true;
}

static inline bool
spur_host_text_is (const SpurHostText *text, const char *word)
{
  size_t n = strlen (word);

  return (size_t) (text->end - text->at) == n && memcmp (text->at, word, n) == 0;
}

static inline bool
spur_host_scan_prefix (SpurHostText *text, const char *prefix)
{
  size_t n = strlen (prefix);

  if ((size_t) (text->end - text->at) < n || memcmp (text->at, prefix, n) != 0)
    return false;
  text->at += n;
  return true;
}

/* FALSE where it is too long for a name. */
static inline bool
spur_host_text_copy (const SpurHostText *text, char name[SPUR_HOST_TEXT_BYTES])
{
  size_t n = (size_t) (text->end - text->at);

  if (n == 0 || n >= SPUR_HOST_TEXT_BYTES)
    return false;
  memcpy (name, text->at, n);
  name[n] = '\0';
  return true;
}
