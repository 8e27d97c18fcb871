/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* The event classes of the program, and their switches. */
#include "core/record/plain/spur-record-private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/record/plain/spur-record-rules-private.h"

/* All of it under spur_rec_list_mutex. A class's number is its position here and 1. */
static SpurRecordClass *classes[MAX_CLASSES];
static uint32_t n_classes;
static SpurRecordClass *linked;
static SpurRecordRules *rules;
/* Whether the user gave them. */
static bool are_users_rules;
/* Of each level of log calls, whether it is off: a bit. */
static _Atomic uint32_t levels_off;

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
  bool is_on = is_anything_open () &&
               spur_rec_rules_have_class (rules, self->name, self->ancestors, self->category);

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
  bool is_on = spur_rec_rules_have_source (rules, name);

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

/* The value of an attribute of the element that @at is in, or NULL. */
static const char *
find_attribute (const char *at, const char *name, size_t *n_bytes)
{
  size_t n_name = strlen (name);
  const char *end = at + strcspn (at, ">");

  for (at = strchr (at, ' '); at != NULL && at < end; at = strchr (at, ' '))
    {
      const char *close;

      at += strspn (at, " \t\n");
      if (strncmp (at, name, n_name) != 0 || at[n_name] != '=' ||
          (at[n_name + 1] != '"' && at[n_name + 1] != '\''))
        continue;
      close = strchr (at + n_name + 2, at[n_name + 1]);
      if (close == NULL || close > end)
        return NULL;
      *n_bytes = (size_t) (close - at) - n_name - 2;
      return at + n_name + 2;
    }
  return NULL;
}

#define ELEMENT "<event-class"

/* Names of the classes that the XML has before the last one, the nearest first, and what the first
 * of them is derived from: @text has room for all of the XML. The category is the first word of the
 * furthest one below the class of all events. */
static void
find_ancestors (const char *xml, const char *own_name, char *text, char *category)
{
  const char *first = strstr (xml, ELEMENT), *family = own_name;
  size_t n_family = strlen (own_name), n_name, n_text = 0;

  *text = '\0';
  for (const char *at = first, *next; at != NULL; at = next)
    {
      const char *name = find_attribute (at, "name", &n_name);

      next = strstr (at + 1, ELEMENT);
      if (next == NULL || name == NULL)
        continue;
      /* Before those that there are. */
      memmove (text + n_name + (n_text > 0), text, n_text + 1);
      memcpy (text, name, n_name);
      if (n_text > 0)
        text[n_name] = ' ';
      n_text += n_name + (n_text > 0);
      if (at == first)
        {
          family = name;
          n_family = n_name;
        }
    }
  if (first != NULL && (first = find_attribute (first, "extends", &n_name)) != NULL &&
      !(n_name == 5 && memcmp (first, "Event", 5) == 0))
    {
      snprintf (text + n_text, n_name + 2, "%s%.*s", n_text > 0 ? " " : "", (int) n_name, first);
      family = first;
      n_family = n_name;
    }
  memcpy (category, family, n_family);
  category[n_family] = '\0';
  category[strcspn (category, "_")] = '\0';
}

/* Whether the text at @at is a tag of elements of this name. */
static bool
is_tag (const char *at, const char *tag)
{
  size_t n_bytes = strlen (tag);

  return strncmp (at, tag, n_bytes) == 0 && strchr (" \t\n/>", at[n_bytes]) != NULL;
}

/* What is wrong with the elements of a class, or NULL: a reader could make nothing of its events.
 */
static const char *
check_xml (const char *name, const char *xml, uint32_t n_fields)
{
  const char *own = NULL, *end;
  size_t n_own = 0;
  uint32_t n_found = 0;
  bool is_inside = false;

  for (const char *at = strchr (xml, '<'); at != NULL; at = strchr (end, '<'))
    {
      end = strchr (at, '>');
      if (end == NULL)
        return "its XML ends within an element";
      if (is_tag (at, "<event-class"))
        {
          if (is_inside)
            return "its XML has an event class within another one";
          own = find_attribute (at, "name", &n_own);
          is_inside = end[-1] != '/';
          n_found = 0;
        }
      else if (is_tag (at, "</event-class"))
        is_inside = false;
      else if (is_tag (at, "<field"))
        n_found++;
    }
  if (is_inside)
    return "its XML ends within an element";
  if (own == NULL || n_own != strlen (name) || memcmp (own, name, n_own) != 0)
    return "its XML does not end with the class itself";
  return n_found == n_fields
           ? NULL
           : "its XML has another number of fields; inherited ones have to be in it, too";
}

static SpurRecordClass *
find_declared (const char *name, const char *xml, uint32_t n_fields)
{
  SpurRecordClass *found;
  SignalMask mask;

  spur_rec_lock (&spur_rec_list_mutex, &mask);
  found = linked;
  while (found != NULL && (strcmp (found->name, name) != 0 || strcmp (found->xml, xml) != 0 ||
                           found->n_fields != n_fields))
    found = found->next;
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
  return found;
}

SpurRecordClass *
spur_record_declare (const char *name, const char *xml, uint32_t n_fields)
{
  size_t n_name = strlen (name) + 1, n_xml = strlen (xml) + 1;
  SpurRecordClass *self = find_declared (name, xml, n_fields);
  const char *problem;
  char *text, *ancestors;

  if (self != NULL)
    return self;
  problem =
    n_fields > SPUR_RECORD_MAX_FIELDS ? "it has too many fields" : check_xml (name, xml, n_fields);
  if (problem != NULL)
    {
      spur_rec_say ("event class %.100s is not recorded: %s", name, problem);
      return NULL;
    }
  self = malloc (sizeof *self + 2 * n_name + 3 * n_xml);
  if (self == NULL)
    return NULL;
  text = (char *) (self + 1);
  memcpy (text, name, n_name);
  memcpy (text + n_name, xml, n_xml);
  ancestors = text + n_name + n_xml;
  find_ancestors (xml, name, ancestors, ancestors + n_xml);
  *self = (SpurRecordClass){ .live = SPUR_RECORD_UNKNOWN,
                             .n_fields = n_fields,
                             .name = text,
                             .ancestors = ancestors,
                             .category = ancestors + n_xml,
                             .xml = text + n_name };
  spur_record_learn_ (self);
  return self;
}

/* ---- Rules ---- */

bool
spur_rec_is_level_on (const char *name)
{
  SpurRecLevel level = SPUR_REC_LEVEL_MESSAGE;

  spur_rec_find_level (name, &level);
  return (atomic_load_explicit (&levels_off, memory_order_relaxed) >> level & 1) == 0;
}

static int
set_rules (const char *text)
{
  SpurRecordRules *parsed = spur_rec_rules_new (text);
  uint32_t off = 0;

  if (parsed == NULL)
    return -1;
  spur_rec_rules_free (rules);
  rules = parsed;
  are_users_rules = false;
  for (uint32_t level = 0; level < SPUR_REC_N_LEVELS; level++)
    off |= (uint32_t) !spur_rec_rules_have_level (rules, (SpurRecLevel) level) << level;
  atomic_store (&levels_off, off);
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

void
spur_rec_expect_classes (void)
{
  SignalMask mask;

  spur_rec_lock (&spur_rec_list_mutex, &mask);
  are_users_rules = true;
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
}

static bool
is_idle (uint32_t index)
{
  for (uint32_t i = 0; i < n_classes; i++)
    {
      if (spur_rec_rules_fit_class (rules, index, classes[i]->name, classes[i]->ancestors,
                                    classes[i]->category))
        return false;
    }
  return true;
}

/* Under the list's mutex. A name that is misspelt would leave a recording empty without a word. */
void
spur_rec_tell_idle_rule (void)
{
  const char *pattern;
  bool is_wanted;

  if (!are_users_rules || n_classes == 0)
    return;
  are_users_rules = false;
  for (uint32_t i = 0; (pattern = spur_rec_rules_get_on (rules, i, &is_wanted)) != NULL; i++)
    {
      char text[256];

      if (!is_wanted || !is_idle (i))
        continue;
      snprintf (text, sizeof text, "the rule '%.100s' fits no event class of the program", pattern);
      spur_rec_say_problem ("SPUR_RECORD_EVENTS", text);
      return;
    }
}

/* Rules that come later win. */
int
spur_rec_add_rules (const char *text)
{
  SignalMask mask;
  const char *rule_text;
  char *both;
  int result = -1;

  spur_rec_lock (&spur_rec_list_mutex, &mask);
  rule_text = rules != NULL ? spur_rec_rules_get_text (rules) : NULL;
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
