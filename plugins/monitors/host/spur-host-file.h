/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <string.h>

#include "plugins/monitors/host/spur-host-source.h"

#define SPUR_HOST_PATH_BYTES 512

/* A file of /proc that stays open and is read from its beginning again and again. */
typedef struct
{
  char path[SPUR_HOST_PATH_BYTES];
  int fd;
  bool is_missed;
  unsigned n_waits;
} SpurHostFile;

/* What was read: whole lines, in the context's buffer until the next file is read. */
typedef struct
{
  const char *at;
  const char *end;
} SpurHostText;

/* Also sets the context's time. A file that cannot be read any more is tried again now and then. */
bool spur_host_file_read (SpurHostFile *self, SpurHostContext *context, SpurHostText *text);

/* A small file that is read once, as one number; @if_absent where it is not there or is none. */
int64_t spur_host_read_number (SpurHostContext *context, const char *path, int64_t if_absent);

bool spur_host_exists (SpurHostContext *context, const char *path);

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

/* Things of one kind, as disks, that a file of the kernel has a line of counters each of. One that
 * was never used gives no rows, and one that stays idle gives one row that says so, and the next
 * one when it works again. */

#define SPUR_HOST_MAX_NUMBERS 16

typedef struct
{
  char name[SPUR_HOST_TEXT_BYTES];
  uint32_t part;
  bool is_left_out;
  bool is_known;
  bool is_seen;
  bool is_idle;
  int64_t time_ns;
  int64_t numbers[SPUR_HOST_MAX_NUMBERS];
} SpurHostItem;

typedef struct
{
  unsigned n_max;
  unsigned n_numbers;
  /* The number that is a level and no counter; -1 where there is none. */
  int level;
  /* Says whether an item that is new is left out; may be NULL. */
  bool (*is_left_out) (void *state, SpurHostContext *context, const char *name);
  /* Gives the number of the item among the host's parts. */
  uint32_t (*add_part) (SpurHostContext *context, const char *name);
  /* Fills the columns but the first two; @since: how much the counters rose. */
  void (*fill) (SpurHostRow *row, const int64_t *numbers, const int64_t *since);
  const SpurHostTable *table;
} SpurHostItemClass;

typedef struct
{
  SpurHostFile file;
  const SpurHostItemClass *item_class;
  SpurHostItem *items;
  unsigned n_items;
  unsigned guess;
} SpurHostItems;

/* The state of a source begins with the items. */
void spur_host_items_close (void *state);

/* Takes what a line says of an item. */
void spur_host_items_take (SpurHostItems *self,
                           SpurHostContext *context,
                           const SpurHostText *name,
                           SpurHostText *numbers);

/* All lines were taken: one that has none starts anew when one of its name comes. */
void spur_host_items_end (SpurHostItems *self);
