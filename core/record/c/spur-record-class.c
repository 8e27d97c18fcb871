/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* The event classes of the program, and their switches. */
#include "core/record/c/spur-record-private.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>

#define MAX_RULE_BYTES 65536

typedef struct
{
  char *pattern;
  bool is_on;
  bool has_heirs;
  bool is_category;
  bool is_source;
} Rule;

/* All of it under spur_rec_list_mutex. A class's number is its position here and 1. */
static SpurRecordClass *classes[MAX_CLASSES];
static uint32_t n_classes;
static SpurRecordClass *linked;
static Rule *rules;
static uint32_t n_rules;
/* As they were given. */
static char *rule_text;

static bool
has_ancestor (const SpurRecordClass *self, const char *pattern)
{
  const char *at = self->ancestors;
  char name[256];

  while (at != NULL && *at != '\0')
    {
      size_t n_bytes = strcspn (at, " ");

      if (n_bytes < sizeof name)
        {
          memcpy (name, at, n_bytes);
          name[n_bytes] = '\0';
          if (fnmatch (pattern, name, 0) == 0)
            return true;
        }
      at += n_bytes;
      at += strspn (at, " ");
    }
  return false;
}

static bool
does_fit (const Rule *rule, const SpurRecordClass *event_class)
{
  if (rule->is_source)
    return false;
  if (rule->is_category)
    return fnmatch (rule->pattern, event_class->category != NULL ? event_class->category : "", 0) ==
           0;
  return fnmatch (rule->pattern, event_class->name, 0) == 0 ||
         (rule->has_heirs && has_ancestor (event_class, rule->pattern));
}

/* Where the first rule switches something on, all else is off. */
static bool
is_on_at_first (bool is_source)
{
  for (uint32_t i = 0; i < n_rules; i++)
    {
      if (rules[i].is_source == is_source)
        return !rules[i].is_on;
    }
  return true;
}

static bool
is_class_on (const SpurRecordClass *event_class)
{
  bool is_on = is_on_at_first (false);

  for (uint32_t i = 0; i < n_rules; i++)
    {
      if (does_fit (&rules[i], event_class))
        is_on = rules[i].is_on;
    }
  return is_on;
}

static bool
is_source_on (const char *name)
{
  bool is_on = is_on_at_first (true);

  for (uint32_t i = 0; i < n_rules; i++)
    {
      if (rules[i].is_source && fnmatch (rules[i].pattern, name, 0) == 0)
        is_on = rules[i].is_on;
    }
  return is_on;
}

static bool
is_anything_open (void)
{
  for (const SpurRecord *record = spur_rec_list; record != NULL; record = record->next)
    {
      if (atomic_load (&record->is_open) != 0)
        return true;
    }
  return false;
}

static void
set_live (SpurRecordClass *self)
{
  bool is_on = is_anything_open () && is_class_on (self);

  __atomic_store_n (&self->live, is_on ? self->number : 0, __ATOMIC_RELAXED);
}

static void
switch_stream_writers (SpurRecord *record)
{
  for (Writer *writer = atomic_load (&record->writers); writer != NULL; writer = writer->next)
    {
      if (writer->stream_name[0] != '\0')
        spur_rec_switch_writer (writer, writer->stream_name);
    }
}

/* Under the list's mutex. */
void
spur_rec_switch_all (void)
{
  for (SpurRecordClass *self = linked; self != NULL; self = self->next)
    set_live (self);
  for (SpurRecord *record = spur_rec_list; record != NULL; record = record->next)
    {
      if (atomic_load (&record->is_open) != 0)
        switch_stream_writers (record);
    }
}

/* Without room a writer asks, and is told that it is off. */
void
spur_rec_switch_writer (Writer *writer, const char *name)
{
  bool is_on = is_source_on (name);

  if (writer->stream_name != name)
    {
      strncpy (writer->stream_name, name, sizeof writer->stream_name - 1);
      writer->stream_name[sizeof writer->stream_name - 1] = '\0';
    }
  atomic_store (&writer->is_off, !is_on);
  __atomic_store_n (&writer->open.end, is_on ? writer->limit : NULL, __ATOMIC_RELEASE);
}

/* The same class may be there several times, once for each part of the program that uses it. */
static uint32_t
find_number (const SpurRecordClass *event_class)
{
  for (uint32_t i = 0; i < n_classes; i++)
    {
      if (strcmp (classes[i]->name, event_class->name) == 0 &&
          strcmp (classes[i]->xml, event_class->xml) == 0)
        return i + 1;
    }
  return 0;
}

uint32_t
spur_record_learn_ (SpurRecordClass *event_class)
{
  SignalMask mask;
  uint32_t live;
  int error = errno;

  spur_rec_lock (&spur_rec_list_mutex, &mask);
  if (!event_class->is_linked)
    {
      uint32_t number = find_number (event_class);

      if (number == 0 && n_classes < MAX_CLASSES)
        {
          number = ++n_classes;
          classes[number - 1] = event_class;
          event_class->number = number;
          for (SpurRecord *record = spur_rec_list; record != NULL; record = record->next)
            {
              if (atomic_load (&record->is_open) != 0)
                spur_rec_tell_class (record, event_class);
            }
        }
      event_class->number = number;
      event_class->is_linked = 1;
      event_class->next = linked;
      linked = event_class;
    }
  set_live (event_class);
  live = event_class->live;
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
  errno = error;
  return live;
}

/* Under the list's mutex: for a recorder that is new. */
void
spur_rec_tell_classes (SpurRecord *record)
{
  for (uint32_t i = 0; i < n_classes; i++)
    spur_rec_tell_class (record, classes[i]);
}

SpurRecordClass *
spur_record_declare (const char *name, const char *xml, uint32_t n_fields)
{
  size_t n_name = strlen (name) + 1, n_xml = strlen (xml) + 1;
  SpurRecordClass *self = NULL;
  char *text;
  SignalMask mask;

  if (n_fields > SPUR_RECORD_MAX_FIELDS)
    return NULL;
  spur_rec_lock (&spur_rec_list_mutex, &mask);
  for (SpurRecordClass *other = linked; other != NULL && self == NULL; other = other->next)
    {
      if (strcmp (other->name, name) == 0 && strcmp (other->xml, xml) == 0 &&
          other->n_fields == n_fields)
        self = other;
    }
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
  if (self != NULL)
    return self;
  self = malloc (sizeof *self + n_name + n_xml);
  if (self == NULL)
    return NULL;
  text = (char *) (self + 1);
  memcpy (text, name, n_name);
  memcpy (text + n_name, xml, n_xml);
  *self = (SpurRecordClass){ .live = SPUR_RECORD_UNKNOWN,
                             .n_fields = n_fields,
                             .name = text,
                             .ancestors = "",
                             .category = "",
                             .xml = text + n_name };
  spur_record_learn_ (self);
  return self;
}

/* ---- Rules ---- */

static bool
parse_rule (Rule *rule, char *text)
{
  size_t n_bytes;

  *rule = (Rule){ .is_on = true };
  text += strspn (text, " \t\n");
  if (*text == '-')
    {
      rule->is_on = false;
      text++;
    }
  if (*text == '@')
    {
      rule->is_category = true;
      text++;
    }
  else if (strncmp (text, "source:", 7) == 0)
    {
      rule->is_source = true;
      text += 7;
    }
  n_bytes = strlen (text);
  while (n_bytes > 0 && strchr (" \t\n", text[n_bytes - 1]) != NULL)
    n_bytes--;
  if (n_bytes > 0 && text[n_bytes - 1] == '+' && !rule->is_category && !rule->is_source)
    {
      rule->has_heirs = true;
      n_bytes--;
    }
  if (n_bytes == 0)
    return false;
  text[n_bytes] = '\0';
  rule->pattern = text;
  return true;
}

/* @copy is taken over. */
static int
parse_rules (char *copy, Rule **parsed, uint32_t *n_parsed)
{
  char *rest = NULL;
  uint32_t n_max = 1;

  *n_parsed = 0;
  for (const char *at = copy; *at != '\0'; at++)
    n_max += *at == ',' || *at == '\n';
  *parsed = calloc (n_max, sizeof **parsed);
  if (*parsed == NULL)
    return -1;
  for (char *text = strtok_r (copy, ",\n", &rest); text != NULL;
       text = strtok_r (NULL, ",\n", &rest))
    {
      if (text[strspn (text, " \t")] == '\0')
        continue;
      if (!parse_rule (&(*parsed)[(*n_parsed)++], text))
        return -1;
    }
  return 0;
}

static int
set_rules (const char *text)
{
  char *kept = strlen (text) < MAX_RULE_BYTES ? strdup (text) : NULL;
  char *copy = kept != NULL ? strdup (text) : NULL;
  static char *parsed_text;
  Rule *parsed = NULL;
  uint32_t n_parsed;

  if (copy == NULL || parse_rules (copy, &parsed, &n_parsed) != 0)
    {
      free (parsed);
      free (copy);
      free (kept);
      errno = EINVAL;
      return -1;
    }
  free (rules);
  free (parsed_text);
  free (rule_text);
  rules = parsed;
  n_rules = n_parsed;
  parsed_text = copy;
  rule_text = kept;
  spur_rec_switch_all ();
  return 0;
}

int
spur_record_switch (const char *text)
{
  SignalMask mask;
  int result;

  spur_rec_lock (&spur_rec_list_mutex, &mask);
  result = set_rules (text);
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
  return result;
}

/* Rules that come later win. */
int
spur_rec_add_rules (const char *text)
{
  SignalMask mask;
  char *both;
  int result = -1;

  spur_rec_lock (&spur_rec_list_mutex, &mask);
  both = malloc ((rule_text != NULL ? strlen (rule_text) : 0) + strlen (text) + 4);
  if (both != NULL)
    {
      /* Where there are none yet, all is on, and stays on but for what follows. */
      strcpy (both, rule_text != NULL && *rule_text != '\0' ? rule_text : "*");
      strcat (both, ",");
      strcat (both, text);
      result = set_rules (both);
    }
  free (both);
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
  return result;
}
