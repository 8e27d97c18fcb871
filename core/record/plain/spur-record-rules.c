/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* Rules that say which events are recorded. */
#include "core/record/plain/spur-record-rules-private.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_TEXT_BYTES 65536

typedef enum
{
  RULE_CLASS,
  RULE_CATEGORY,
  RULE_SOURCE,
  RULE_LEVEL,
} RuleKind;

typedef struct
{
  RuleKind kind;
  bool is_on;
  char *pattern;
  SpurRecLevel level;
} Rule;

/* @words: the text, cut into the rules' patterns. */
struct SpurRecordRules
{
  char *text;
  char *words;
  uint32_t n_rules;
  Rule rules[];
};

bool
spur_rec_find_level (const char *name, SpurRecLevel *level)
{
  static const struct
  {
    const char *name;
    SpurRecLevel level;
  } levels[] = {
    { "error", SPUR_REC_LEVEL_ERROR },       { "emergency", SPUR_REC_LEVEL_ERROR },
    { "alert", SPUR_REC_LEVEL_ERROR },       { "critical", SPUR_REC_LEVEL_CRITICAL },
    { "warning", SPUR_REC_LEVEL_WARNING },   { "auth", SPUR_REC_LEVEL_WARNING },
    { "security", SPUR_REC_LEVEL_WARNING },  { "message", SPUR_REC_LEVEL_MESSAGE },
    { "important", SPUR_REC_LEVEL_MESSAGE }, { "system", SPUR_REC_LEVEL_MESSAGE },
    { "usage", SPUR_REC_LEVEL_MESSAGE },     { "info", SPUR_REC_LEVEL_INFO },
    { "debug", SPUR_REC_LEVEL_DEBUG },
  };

  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
    {
      if (strcasecmp (levels[i].name, name) != 0)
        continue;
      *level = levels[i].level;
      return true;
    }
  return false;
}

/* ---- Parsing ---- */

static bool
skip_prefix (char **text, const char *prefix)
{
  size_t n_bytes = strlen (prefix);

  if (strncmp (*text, prefix, n_bytes) != 0)
    return false;
  *text += n_bytes;
  return true;
}

static bool
parse_rule (Rule *rule, char *text)
{
  size_t n_bytes;

  *rule = (Rule){ .is_on = true };
  text += strspn (text, " \t");
  if (skip_prefix (&text, "-"))
    rule->is_on = false;
  if (skip_prefix (&text, "@"))
    rule->kind = RULE_CATEGORY;
  else if (skip_prefix (&text, "source:"))
    rule->kind = RULE_SOURCE;
  else if (skip_prefix (&text, "level:"))
    rule->kind = RULE_LEVEL;
  n_bytes = strlen (text);
  while (n_bytes > 0 && strchr (" \t", text[n_bytes - 1]) != NULL)
    n_bytes--;
  /* "Class+" is the same as "Class": a rule for a class is one for all derived from it. */
  if (n_bytes > 0 && text[n_bytes - 1] == '+' && rule->kind == RULE_CLASS)
    n_bytes--;
  if (n_bytes == 0)
    return false;
  text[n_bytes] = '\0';
  rule->pattern = text;
  return rule->kind != RULE_LEVEL || spur_rec_find_level (text, &rule->level);
}

static bool
parse_rules (SpurRecordRules *self)
{
  char *rest = NULL;

  for (char *word = strtok_r (self->words, ",\n", &rest); word != NULL;
       word = strtok_r (NULL, ",\n", &rest))
    {
      if (word[strspn (word, " \t")] == '\0')
        continue;
      if (!parse_rule (&self->rules[self->n_rules++], word))
        return false;
    }
  return true;
}

SpurRecordRules *
spur_rec_rules_new (const char *text)
{
  SpurRecordRules *self;
  size_t n_max = 1;

  if (strlen (text) >= MAX_TEXT_BYTES)
    {
      errno = EINVAL;
      return NULL;
    }
  for (const char *at = text; *at != '\0'; at++)
    n_max += *at == ',' || *at == '\n';
  self = calloc (1, sizeof *self + n_max * sizeof (Rule));
  if (self == NULL)
    return NULL;
  self->text = strdup (text);
  self->words = strdup (text);
  if (self->text != NULL && self->words != NULL)
    {
      if (parse_rules (self))
        return self;
      errno = EINVAL;
    }
  spur_rec_rules_free (self);
  return NULL;
}

void
spur_rec_rules_free (SpurRecordRules *self)
{
  int error = errno;

  if (self == NULL)
    return;
  free (self->text);
  free (self->words);
  free (self);
  errno = error;
}

const char *
spur_rec_rules_get_text (const SpurRecordRules *self)
{
  return self->text;
}

/* ---- Asking ---- */

static bool
has_ancestor (const char *ancestors, const char *pattern)
{
  char name[256];

  while (*ancestors != '\0')
    {
      size_t n_bytes = strcspn (ancestors, " ");

      if (n_bytes < sizeof name)
        {
          memcpy (name, ancestors, n_bytes);
          name[n_bytes] = '\0';
          if (fnmatch (pattern, name, 0) == 0)
            return true;
        }
      ancestors += n_bytes;
      ancestors += strspn (ancestors, " ");
    }
  return false;
}

/* What rules are asked for: a class, a source or a level. */
typedef struct
{
  RuleKind kind;
  const char *name;
  const char *ancestors;
  const char *category;
  SpurRecLevel level;
} Subject;

/* A class is also what it is derived from. On is a level with those graver than it, off is one with
 * those less grave. */
static bool
does_fit (const Rule *rule, const Subject *subject)
{
  if (rule->kind == RULE_CATEGORY && subject->kind == RULE_CLASS)
    return fnmatch (rule->pattern, subject->category, 0) == 0;
  if (rule->kind != subject->kind)
    return false;
  if (rule->kind == RULE_LEVEL)
    return rule->is_on ? subject->level <= rule->level : subject->level >= rule->level;
  if (fnmatch (rule->pattern, subject->name, 0) == 0)
    return true;
  /* The class of all events is no name among ancestors, since patterns such as "E*" would fit
   * everything then. */
  return rule->kind == RULE_CLASS &&
         (has_ancestor (subject->ancestors, rule->pattern) || strcmp (rule->pattern, "Event") == 0);
}

static bool
is_for_classes (RuleKind kind)
{
  return kind != RULE_SOURCE && kind != RULE_LEVEL;
}

/* Where the first rule of its kind switches something on, all else is off. */
static bool
is_on_at_first (const SpurRecordRules *self, RuleKind kind)
{
  for (uint32_t i = 0; self != NULL && i < self->n_rules; i++)
    {
      RuleKind its = self->rules[i].kind;

      if (its == kind || (is_for_classes (its) && is_for_classes (kind)))
        return !self->rules[i].is_on;
    }
  return true;
}

static bool
is_subject_on (const SpurRecordRules *self, const Subject *subject)
{
  bool is_on = is_on_at_first (self, subject->kind);

  for (uint32_t i = 0; self != NULL && i < self->n_rules; i++)
    {
      if (does_fit (&self->rules[i], subject))
        is_on = self->rules[i].is_on;
    }
  return is_on;
}

static Subject
make_class (const char *name, const char *ancestors, const char *category)
{
  return (Subject){ .kind = RULE_CLASS,
                    .name = name,
                    .ancestors = ancestors != NULL ? ancestors : "",
                    .category = category != NULL ? category : "" };
}

bool
spur_rec_rules_have_class (const SpurRecordRules *self,
                           const char *name,
                           const char *ancestors,
                           const char *category)
{
  Subject subject = make_class (name, ancestors, category);

  return is_subject_on (self, &subject);
}

const char *
spur_rec_rules_get_on (const SpurRecordRules *self, uint32_t index, bool *is_wanted)
{
  if (self == NULL || index >= self->n_rules)
    return NULL;
  *is_wanted = self->rules[index].is_on && is_for_classes (self->rules[index].kind);
  return self->rules[index].pattern;
}

bool
spur_rec_rules_fit_class (const SpurRecordRules *self,
                          uint32_t index,
                          const char *name,
                          const char *ancestors,
                          const char *category)
{
  Subject subject = make_class (name, ancestors, category);

  return does_fit (&self->rules[index], &subject);
}

bool
spur_rec_rules_have_source (const SpurRecordRules *self, const char *name)
{
  return is_subject_on (self, &(Subject){ .kind = RULE_SOURCE, .name = name });
}

bool
spur_rec_rules_have_level (const SpurRecordRules *self, SpurRecLevel level)
{
  return is_subject_on (self, &(Subject){ .kind = RULE_LEVEL, .level = level });
}
