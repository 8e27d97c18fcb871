/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* NetLogger's three calls: an event is a name and fields by a format, as in "NL.ID=%d FILE=%s".
 * They become a line of ULM text, or an event of the class Custom_Event with a list of values. */
#include "core/record/c/spur-record-private.h"

#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define MAX_FIELDS 64

struct SpurLog
{
  char *program;
  char host[HOST_NAME_MAX + 1];
  int file;
  SpurRecord *record;
  /* Opened here. */
  bool is_own;
  SpurRecordClass *event_class;
};

static const char custom_xml[] =
  "<event-class name=\"Custom_Event\" extends=\"Event\"><field name=\"object\" type=\"object\" "
  "use=\"subject\"/><field name=\"values\" type=\"list\" use=\"values\"/></event-class>";

SpurLog *
spur_log_open (const char *program, const char *where)
{
  SpurLog *self = calloc (1, sizeof *self);

  if (self == NULL)
    return NULL;
  self->file = -1;
  self->program = strdup (program);
  if (gethostname (self->host, sizeof self->host - 1) != 0)
    strcpy (self->host, "localhost");
  if (where != NULL && strncmp (where, "ulm:", 4) == 0)
    self->file = open (where + 4, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  else
    {
      self->is_own = where != NULL;
      self->record = where != NULL ? spur_record_open (where) : spur_record_get ();
      self->event_class = spur_record_declare ("Custom_Event", custom_xml, 2);
    }
  if (self->program != NULL && (self->file >= 0 || self->event_class != NULL))
    return self;
  free (self->program);
  free (self);
  return NULL;
}

/* ---- Formats ---- */

/* The next "KEY=%x" of the format; what stands between them does not matter. */
static bool
next_field (const char **format, char *key, size_t n_max, char *conversion, size_t *length)
{
  const char *at = *format + strspn (*format, " \t\n,");
  size_t n_key = strcspn (at, "= \t\n");

  if (n_key == 0 || n_key >= n_max || at[n_key] != '=' || at[n_key + 1] != '%')
    return false;
  memcpy (key, at, n_key);
  key[n_key] = '\0';
  at += n_key + 2;
  at += strspn (at, "-+ #0123456789.");
  *length = 0;
  for (; *at == 'l' || *at == 'z' || *at == 'h'; at++)
    *length += *at == 'l' || *at == 'z';
  *conversion = *at;
  *format = *at != '\0' ? at + 1 : at;
  return *conversion != '\0';
}

static bool
take_value (SpurRecordEntry *entry, char conversion, size_t length, va_list *arguments)
{
  if (conversion == 'd' || conversion == 'i')
    {
      entry->type = SPUR_RECORD_INT64;
      entry->value.int64 = length > 1    ? va_arg (*arguments, long long)
                           : length == 1 ? va_arg (*arguments, long)
                                         : va_arg (*arguments, int);
    }
  else if (conversion == 'u' || conversion == 'x' || conversion == 'c')
    {
      entry->type = SPUR_RECORD_UINT64;
      entry->value.uint64 = length > 1    ? va_arg (*arguments, unsigned long long)
                            : length == 1 ? va_arg (*arguments, unsigned long)
                                          : va_arg (*arguments, unsigned);
    }
  else if (conversion == 's')
    {
      entry->type = SPUR_RECORD_TEXT;
      entry->value.text = va_arg (*arguments, const char *);
    }
  else if (strchr ("fFgGeE", conversion) != NULL)
    {
      entry->type = SPUR_RECORD_DOUBLE;
      entry->value.real = va_arg (*arguments, double);
    }
  else
    return false;
  return true;
}

static uint32_t
take_fields (const char *format,
             va_list *arguments,
             SpurRecordEntry *entries,
             char (*keys)[64],
             uint32_t n_max)
{
  uint32_t n_entries = 0;
  char conversion;
  size_t length;

  while (n_entries < n_max &&
         next_field (&format, keys[n_entries], sizeof keys[0], &conversion, &length) &&
         take_value (&entries[n_entries], conversion, length, arguments))
    {
      entries[n_entries].name = keys[n_entries];
      entries[n_entries].unit = NULL;
      n_entries++;
    }
  return n_entries;
}

/* ---- ULM ---- */

/* Values with blanks or quotes stand in quotes. */
static void
put_value (Buffer *line, const char *value)
{
  bool is_plain = *value != '\0' && strpbrk (value, " \t\n\"\\=") == NULL;

  if (!is_plain)
    spur_rec_buffer_put (line, "\"", 1);
  for (; *value != '\0'; value++)
    {
      if (*value == '"' || *value == '\\')
        spur_rec_buffer_put (line, "\\", 1);
      spur_rec_buffer_put (line, *value == '\n' ? " " : value, 1);
    }
  if (!is_plain)
    spur_rec_buffer_put (line, "\"", 1);
}

static void
put_pair (Buffer *line, const char *key, const char *value)
{
  if (line->n_bytes > 0)
    spur_rec_buffer_put (line, " ", 1);
  spur_rec_buffer_put (line, key, strlen (key));
  spur_rec_buffer_put (line, "=", 1);
  put_value (line, value != NULL ? value : "");
}

static void
put_entry (Buffer *line, const SpurRecordEntry *entry)
{
  char digits[64];

  if (entry->type == SPUR_RECORD_TEXT)
    {
      put_pair (line, entry->name, entry->value.text);
      return;
    }
  if (entry->type == SPUR_RECORD_INT64)
    snprintf (digits, sizeof digits, "%lld", (long long) entry->value.int64);
  else if (entry->type == SPUR_RECORD_UINT64)
    snprintf (digits, sizeof digits, "%llu", (unsigned long long) entry->value.uint64);
  else
    snprintf (digits, sizeof digits, "%.17g", entry->value.real);
  put_pair (line, entry->name, digits);
}

/* One line, by one call, so that those of several processes do not mix. */
static int
write_line (const SpurLog *self,
            const char *level,
            const char *event,
            const SpurRecordEntry *entries,
            uint32_t n_entries)
{
  Buffer line = { 0 };
  struct timespec now;
  struct tm date;
  char text[96];
  int result;

  clock_gettime (CLOCK_REALTIME, &now);
  gmtime_r (&now.tv_sec, &date);
  snprintf (text, sizeof text, "%04d%02d%02d%02d%02d%02d", date.tm_year + 1900, date.tm_mon + 1,
            date.tm_mday, date.tm_hour, date.tm_min, date.tm_sec);
  put_pair (&line, "DATE", text);
  put_pair (&line, "HOST", self->host);
  put_pair (&line, "PROG", self->program);
  put_pair (&line, "LVL", level);
  put_pair (&line, "NL.EVNT", event);
  snprintf (text, sizeof text, "%lld", (long long) now.tv_sec);
  put_pair (&line, "NL.SEC", text);
  snprintf (text, sizeof text, "%ld", now.tv_nsec / 1000);
  put_pair (&line, "NL.USEC", text);
  for (uint32_t i = 0; i < n_entries; i++)
    put_entry (&line, &entries[i]);
  spur_rec_buffer_put (&line, "\n", 1);
  result =
    !line.has_failed && write (self->file, line.bytes, line.n_bytes) == (ssize_t) line.n_bytes ? 0
                                                                                               : -1;
  spur_rec_buffer_free (&line);
  return result;
}

int
spur_log_write (SpurLog *self, const char *level, const char *event, const char *format, ...)
{
  SpurRecordEntry entries[MAX_FIELDS + 2];
  char keys[MAX_FIELDS][64];
  uint32_t n_entries;
  uint64_t fields[2];
  va_list arguments;

  va_start (arguments, format);
  n_entries = take_fields (format, &arguments, entries + 2, keys, MAX_FIELDS);
  va_end (arguments);
  if (self->file >= 0)
    return write_line (self, level, event, entries + 2, n_entries);
  entries[0] = (SpurRecordEntry){ "NL.EVNT", NULL, SPUR_RECORD_TEXT, { .text = event } };
  entries[1] = (SpurRecordEntry){ "LVL", NULL, SPUR_RECORD_TEXT, { .text = level } };
  fields[0] = spur_record_entry (spur_record_object (self->record, "SpurLoadObject", self->program,
                                                     "program", SPUR_RECORD_NONE));
  fields[1] =
    spur_record_entry (spur_record_list (self->record, "SpurStateList", entries, n_entries + 2));
  spur_record_put (self->record, self->event_class, fields);
  return spur_record_get_problem (self->record) == NULL ? 0 : -1;
}

void
spur_log_close (SpurLog *self)
{
  if (self->file >= 0)
    close (self->file);
  if (self->record != NULL && self->is_own)
    spur_record_close (self->record);
  free (self->program);
  free (self);
}
