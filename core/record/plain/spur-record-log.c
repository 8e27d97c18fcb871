/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* NetLogger's three calls: an event is a name and fields by a format, as in "NL.ID=%d FILE=%s".
 * They become a line of ULM text, or an event of the class Custom_Event with a list of values. */
#include "core/record/plain/spur-record-private.h"

#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MAX_FIELDS 64
#define KEY_BYTES 64
#define SEPARATORS " \t\n,;"

struct SpurLog
{
  char *program;
  char host[HOST_NAME_MAX + 1];
  bool has_lines;
  Descriptor file;
  /* To open it again where the program closes it; NULL where that cannot be. */
  char *path;
  bool is_lost;
  /* Where 0.5 has a point, whatever the program's locale. */
  locale_t numbers;
  SpurRecord *record;
  /* Opened here. */
  bool is_own;
  SpurRecordClass *event_class;
};

typedef struct
{
  /* Of which the first two are the event and the level. */
  SpurRecordEntry entries[MAX_FIELDS + 2];
  uint32_t n_entries;
  char keys[MAX_FIELDS][KEY_BYTES];
  /* Texts that are not the caller's. */
  char *copies[MAX_FIELDS];
} Fields;

typedef struct
{
  char letter;
  int n_long;
  int n_short;
  /* SIZE_MAX for none. */
  size_t precision;
} Conversion;

static const char custom_xml[] =
  "<event-class name=\"Custom_Event\" extends=\"Event\"><field name=\"object\" type=\"object\" "
  "use=\"subject\"/><field name=\"values\" type=\"list\" use=\"values\"/></event-class>";

/* What a line of ULM says by itself, or Spur when it writes and reads them. */
static const char *const reserved_keys[] = { "DATE",      "HOST",      "PROG",   "LVL",
                                             "NL.EVNT",   "NL.EVT",    "NL.SEC", "NL.USEC",
                                             "SPUR.NSEC", "SPUR.AFTER" };

/* Lines are in the order of their times: those of all logs, as two may have the same file. */
static pthread_mutex_t line_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t line_once = PTHREAD_ONCE_INIT;

/* No handler finds its own thread holding it: it may fork. */
static SignalMask line_mask;

static void
lock_lines (void)
{
  SignalMask mask;

  spur_rec_lock (&line_mutex, &mask);
  line_mask = mask;
}

static void
unlock_lines (void)
{
  SignalMask mask = line_mask;

  spur_rec_unlock (&line_mutex, &mask);
}

static void
watch_forks (void)
{
  pthread_atfork (lock_lines, unlock_lines, unlock_lines);
}

/* In a folder that all users may write to, a link of another user may lead to any file. */
static int
open_lines (const char *path)
{
  const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
  int file = open (path, flags | O_NOFOLLOW, 0666);
  struct stat facts;

  if (file >= 0 || errno != ELOOP)
    return file;
  if (lstat (path, &facts) != 0 || (facts.st_uid != geteuid () && facts.st_uid != 0))
    {
      spur_rec_say ("%s is a link of another user; nothing is written to it", path);
      return spur_rec_fail (ELOOP);
    }
  return open (path, flags, 0666);
}

/* The other methods of NetLogger's are no files, though a file could have such a name. */
static const char *
find_refusal (const char *where)
{
  static const char *const schemes[] = { "tcp:", "unix:", "udp:", "tls:", "host:" };

  if (where == NULL)
    return NULL;
  if (strcmp (where, "syslog") == 0 || strncmp (where, "syslog:", 7) == 0 ||
      strcmp (where, "ulm:syslog") == 0)
    return "the system's log takes no lines of this program; name a file, as in ulm:FILE";
  if (strncmp (where, "ulm:", 4) != 0)
    return NULL;
  if (where[4] == '\0')
    return "expected ulm:FILE";
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
    {
      if (strncmp (where + 4, schemes[i], strlen (schemes[i])) == 0)
        return "lines of ULM go to a file only; without \"ulm:\" events go to a collector";
    }
  return NULL;
}

static bool
open_output (SpurLog *self, const char *where)
{
  const char *refusal = find_refusal (where);

  if (refusal != NULL)
    {
      spur_rec_say_problem (where, refusal);
      errno = EINVAL;
      return false;
    }
  if (where != NULL && strncmp (where, "ulm:", 4) == 0)
    {
      pthread_once (&line_once, watch_forks);
      self->numbers = newlocale (LC_NUMERIC_MASK, "C", (locale_t) 0);
      self->has_lines = true;
      if (!spur_rec_take_descriptor (&self->file, open_lines (where + 4)))
        {
          spur_rec_say_problem (where, strerror (errno));
          return false;
        }
      self->path = realpath (where + 4, NULL);
      return self->numbers != (locale_t) 0;
    }
  self->is_own = where != NULL;
  self->record = where != NULL ? spur_record_open (where) : spur_record_get ();
  self->event_class = spur_record_declare ("Custom_Event", custom_xml, 2);
  return self->event_class != NULL && (!self->is_own || atomic_load (&self->record->is_open) != 0);
}

SpurLog *
spur_log_open (const char *program, const char *where)
{
  SpurLog *self = calloc (1, sizeof *self);

  if (self == NULL)
    return NULL;
  self->program = program != NULL ? strdup (program) : NULL;
  spur_rec_get_host (self->host, sizeof self->host);
  if (self->program != NULL && open_output (self, where))
    return self;
  spur_log_close (self);
  return NULL;
}

/* ---- Formats ---- */

static bool
is_good_key (const char *key)
{
  for (size_t i = 0; i < sizeof reserved_keys / sizeof *reserved_keys; i++)
    {
      if (strcmp (key, reserved_keys[i]) == 0)
        return false;
    }
  for (; *key != '\0'; key++)
    {
      if ((unsigned char) *key <= ' ' || *key == '"' || *key == '\\' || *key == 0x7f)
        return false;
    }
  return true;
}

/* "KEY=" */
static bool
take_key (const char **at, char *key)
{
  size_t n_bytes = strcspn (*at, "=");

  if (n_bytes == 0 || n_bytes >= KEY_BYTES || (*at)[n_bytes] != '=')
    return false;
  memcpy (key, *at, n_bytes);
  key[n_bytes] = '\0';
  *at += n_bytes + 1;
  return is_good_key (key);
}

/* What stands behind "%"; nothing may stand behind it but the next field. */
static bool
take_conversion (const char **at, Conversion *conversion)
{
  *conversion = (Conversion){ .precision = SIZE_MAX };
  *at += strspn (*at, "-+ #0123456789");
  if (**at == '.')
    {
      (*at)++;
      conversion->precision = 0;
      for (; **at >= '0' && **at <= '9' && conversion->precision < INT_MAX / 10; (*at)++)
        conversion->precision = conversion->precision * 10 + (size_t) (**at - '0');
    }
  for (; **at == 'l' || **at == 'z' || **at == 'h'; (*at)++)
    {
      conversion->n_long += **at != 'h';
      conversion->n_short += **at == 'h';
    }
  conversion->letter = **at;
  if (conversion->letter == '\0' || conversion->n_long > 2 || conversion->n_short > 2)
    return false;
  (*at)++;
  return **at == '\0' || strchr (SEPARATORS, **at) != NULL;
}

/* As many bits as the conversion says, of which a signed one has the highest in all above. */
static uint64_t
take_integer (const Conversion *conversion, va_list *arguments, bool is_signed)
{
  unsigned n_above = conversion->n_short > 1 ? 56 : conversion->n_short == 1 ? 48 : 32;
  int64_t value;

  if (conversion->n_long > 1)
    return (uint64_t) va_arg (*arguments, long long);
  if (conversion->n_long == 1)
    return (uint64_t) va_arg (*arguments, long);
  value = (int64_t) ((uint64_t) va_arg (*arguments, int) << n_above);
  return is_signed ? (uint64_t) (value >> n_above) : (uint64_t) value >> n_above;
}

static bool
put_copy (SpurRecordEntry *entry, char **copy, const char *text, size_t n_bytes)
{
  const char *end = memchr (text, '\0', n_bytes);
  size_t n_copied = end != NULL ? (size_t) (end - text) : n_bytes;

  *copy = calloc (n_copied + 1, 1);
  if (*copy != NULL)
    memcpy (*copy, text, n_copied);
  entry->type = SPUR_RECORD_TEXT;
  entry->value.text = *copy;
  return *copy != NULL;
}

static bool
take_text (const Conversion *conversion, va_list *arguments, SpurRecordEntry *entry, char **copy)
{
  const char *text = va_arg (*arguments, const char *);

  /* With a precision it need not have an end. */
  if (text != NULL && conversion->precision != SIZE_MAX)
    return put_copy (entry, copy, text, conversion->precision);
  entry->type = SPUR_RECORD_TEXT;
  entry->value.text = text != NULL ? text : "";
  return true;
}

static bool
take_value (const Conversion *conversion, va_list *arguments, SpurRecordEntry *entry, char **copy)
{
  bool has_length = conversion->n_long > 0 || conversion->n_short > 0;
  char letter;

  if (strchr ("di", conversion->letter) != NULL)
    {
      entry->type = SPUR_RECORD_INT64;
      entry->value.uint64 = take_integer (conversion, arguments, true);
    }
  else if (strchr ("uxXo", conversion->letter) != NULL)
    {
      entry->type = SPUR_RECORD_UINT64;
      entry->value.uint64 = take_integer (conversion, arguments, false);
    }
  else if (strchr ("fFgGeE", conversion->letter) != NULL)
    {
      entry->type = SPUR_RECORD_DOUBLE;
      entry->value.real = va_arg (*arguments, double);
    }
  else if (conversion->letter == 's' && !has_length)
    return take_text (conversion, arguments, entry, copy);
  else if (conversion->letter == 'c' && !has_length)
    {
      letter = (char) va_arg (*arguments, int);
      return put_copy (entry, copy, &letter, 1);
    }
  else
    return false;
  return true;
}

/* A "KEY=%x", or a "KEY=text". */
static bool
take_field (const char **at, va_list *arguments, Fields *fields, uint32_t number)
{
  SpurRecordEntry *entry = &fields->entries[number + 2];
  Conversion conversion;
  size_t n_bytes;

  if (number == MAX_FIELDS || !take_key (at, fields->keys[number]))
    return false;
  entry->name = fields->keys[number];
  entry->unit = NULL;
  if (**at == '%')
    {
      (*at)++;
      return take_conversion (at, &conversion) &&
             take_value (&conversion, arguments, entry, &fields->copies[number]);
    }
  n_bytes = strcspn (*at, SEPARATORS);
  if (memchr (*at, '%', n_bytes) != NULL)
    return false;
  *at += n_bytes;
  return put_copy (entry, &fields->copies[number], *at - n_bytes, n_bytes);
}

/* Whether that was all. */
static bool
take_fields (const char *format, va_list *arguments, Fields *fields)
{
  const char *at = format != NULL ? format : "";

  for (;;)
    {
      at += strspn (at, SEPARATORS);
      if (*at == '\0')
        return true;
      if (!take_field (&at, arguments, fields, fields->n_entries - 2))
        return false;
      fields->n_entries++;
    }
}

static void
free_fields (Fields *fields)
{
  for (uint32_t i = 0; i < MAX_FIELDS; i++)
    free (fields->copies[i]);
}

/* ---- ULM ---- */

/* Of the character, or 0 where there is none that UTF-8 allows. */
static size_t
count_character_bytes (const unsigned char *at)
{
  size_t n_bytes = *at < 0x80 ? 1 : *at < 0xc2 ? 0 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : 4;

  if (n_bytes < 2)
    return n_bytes;
  for (size_t i = 1; i < n_bytes; i++)
    {
      if ((at[i] & 0xc0) != 0x80)
        return 0;
    }
  if ((*at == 0xe0 && at[1] < 0xa0) || (*at == 0xed && at[1] > 0x9f) ||
      (*at == 0xf0 && at[1] < 0x90) || (*at == 0xf4 && at[1] > 0x8f) || *at > 0xf4)
    return 0;
  return n_bytes;
}

static void
put_escaped (Buffer *line, unsigned char letter)
{
  char text[8];

  if (letter == '\n')
    strcpy (text, "\\n");
  else if (letter < ' ' || letter == 0x7f)
    snprintf (text, sizeof text, "\\x%02x", letter);
  else
    snprintf (text, sizeof text, letter == '"' || letter == '\\' ? "\\%c" : "%c", letter);
  spur_rec_buffer_put (line, text, strlen (text));
}

static bool
is_plain (const char *value)
{
  if (*value == '\0')
    return false;
  for (; *value != '\0'; value++)
    {
      if ((unsigned char) *value <= ' ' || *value == 0x7f || strchr ("\"\\=", *value) != NULL)
        return false;
    }
  return true;
}

/* Values that are not plain stand in quotes. What is no UTF-8 becomes U+FFFD, as it does where a
 * recording is read. */
static void
put_value (Buffer *line, const char *value)
{
  const unsigned char *at = (const unsigned char *) value;
  bool is_quoted = !is_plain (value);

  if (is_quoted)
    spur_rec_buffer_put (line, "\"", 1);
  while (*at != '\0')
    {
      size_t n_bytes = count_character_bytes (at);

      if (n_bytes == 1)
        put_escaped (line, *at);
      else if (n_bytes == 0)
        spur_rec_buffer_put (line, "\xef\xbf\xbd", 3);
      else
        spur_rec_buffer_put (line, at, n_bytes);
      at += n_bytes > 0 ? n_bytes : 1;
    }
  if (is_quoted)
    spur_rec_buffer_put (line, "\"", 1);
}

static void
put_pair (Buffer *line, const char *key, const char *value)
{
  if (line->n_bytes > 0)
    spur_rec_buffer_put (line, " ", 1);
  spur_rec_buffer_put (line, key, strlen (key));
  spur_rec_buffer_put (line, "=", 1);
  put_value (line, value);
}

/* As few digits as say it exactly, as Spur writes numbers: then they are read as numbers. */
static void
print_real (const SpurLog *self, double value, char *text, size_t n_bytes)
{
  locale_t before;

  if (value > -0x1p53 && value < 0x1p53 && value == (double) (int64_t) value &&
      !(value == 0 && signbit (value)))
    {
      snprintf (text, n_bytes, "%lld", (long long) value);
      return;
    }
  before = uselocale (self->numbers);
  snprintf (text, n_bytes, "%.15g", value);
  if (strtod (text, NULL) != value)
    snprintf (text, n_bytes, "%.17g", value);
  uselocale (before);
}

static void
put_entry (const SpurLog *self, Buffer *line, const SpurRecordEntry *entry)
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
    print_real (self, entry->value.real, digits, sizeof digits);
  put_pair (line, entry->name, digits);
}

static void
put_line (const SpurLog *self, Buffer *line, const struct timespec *now, const Fields *fields)
{
  struct tm date;
  char text[96];

  gmtime_r (&now->tv_sec, &date);
  snprintf (text, sizeof text, "%04d%02d%02d%02d%02d%02d", date.tm_year + 1900, date.tm_mon + 1,
            date.tm_mday, date.tm_hour, date.tm_min, date.tm_sec);
  put_pair (line, "DATE", text);
  put_pair (line, "HOST", self->host);
  put_pair (line, "PROG", self->program);
  put_pair (line, "LVL", fields->entries[1].value.text);
  put_pair (line, "NL.EVNT", fields->entries[0].value.text);
  snprintf (text, sizeof text, "%lld", (long long) now->tv_sec);
  put_pair (line, "NL.SEC", text);
  snprintf (text, sizeof text, "%ld", now->tv_nsec / 1000);
  put_pair (line, "NL.USEC", text);
  for (uint32_t i = 2; i < fields->n_entries; i++)
    put_entry (self, line, &fields->entries[i]);
  spur_rec_buffer_put (line, "\n", 1);
}

/* Under the lock: the file to write to, or -1. Only a regular file is opened again. */
static int
get_lines (SpurLog *self)
{
  int file = spur_rec_get_number (&self->file);
  struct stat facts;

  if (file >= 0 || self->is_lost)
    return file;
  if (self->path != NULL && stat (self->path, &facts) == 0 && S_ISREG (facts.st_mode))
    file = spur_rec_open_again (&self->file, self->path, O_WRONLY | O_APPEND);
  self->is_lost = file < 0;
  if (self->is_lost)
    spur_rec_say ("%s: the program closed it, and it cannot be opened again by its name: what "
                  "follows is dropped",
                  self->path != NULL ? self->path : self->program);
  return file;
}

static bool
write_line (SpurLog *self, const Fields *fields)
{
  Buffer line = { 0 };
  struct timespec now;
  int file;
  bool is_written;

  lock_lines ();
  clock_gettime (CLOCK_REALTIME, &now);
  put_line (self, &line, &now, fields);
  file = get_lines (self);
  /* By one call as a rule, so that lines of several processes do not mix. */
  is_written =
    !line.has_failed && file >= 0 && spur_rec_write_to (file, line.bytes, line.n_bytes, -1) == 0;
  unlock_lines ();
  spur_rec_buffer_free (&line);
  return is_written;
}

/* ---- Native ---- */

static bool
record_event (const SpurLog *self, const Fields *fields)
{
  static const SpurRecordListType state_list = { "SpurStateList" };
  SpurRecordObject object;
  SpurRecordList list;
  uint64_t values[2];
  bool is_whole;

  if (spur_record_test_ (self->event_class) == 0 || atomic_load (&self->record->is_open) == 0)
    return true;
  object = spur_record_object (self->record, (SpurRecordObjectType){ "SpurLoadObject" },
                               self->program, "program", SPUR_RECORD_NO_OBJECT);
  list = spur_record_list (self->record, state_list, fields->entries, fields->n_entries);
  is_whole = list.id != SPUR_RECORD_NONE;
  /* Too long: then at least that it was. */
  if (!is_whole)
    list = spur_record_list (self->record, state_list, fields->entries, 2);
  values[0] = spur_record_entry (object.id);
  values[1] = spur_record_entry (list.id);
  spur_record_put (self->record, self->event_class, values);
  return is_whole && spur_record_get_problem (self->record) == NULL;
}

int
spur_log_write (SpurLog *self, const char *level, const char *event, const char *format, ...)
{
  Fields fields = { .n_entries = 2 };
  bool is_whole;
  va_list arguments;

  /* Names that begin with @ are those of definitions in ULM. */
  if (event == NULL || *event == '\0' || *event == '@')
    return -1;
  level = level != NULL ? level : "Usage";
  if (!spur_rec_is_level_on (level))
    return 0;
  fields.entries[0] = (SpurRecordEntry){ "NL.EVNT", NULL, SPUR_RECORD_TEXT, { .text = event } };
  fields.entries[1] = (SpurRecordEntry){ "LVL", NULL, SPUR_RECORD_TEXT, { .text = level } };
  va_start (arguments, format);
  is_whole = take_fields (format, &arguments, &fields);
  va_end (arguments);
  is_whole =
    (self->has_lines ? write_line (self, &fields) : record_event (self, &fields)) && is_whole;
  free_fields (&fields);
  return is_whole ? 0 : -1;
}

void
spur_log_close (SpurLog *self)
{
  int error = errno;

  spur_rec_close_descriptor (&self->file);
  if (self->numbers != (locale_t) 0)
    freelocale (self->numbers);
  if (self->record != NULL && self->is_own)
    spur_record_close (self->record);
  free (self->program);
  free (self->path);
  free (self);
  errno = error;
}
