/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/collect/spur-collect-rules-private.h"

#include <gio/gio.h>
#include <string.h>

#include "core/model/spur-event-type.h"
#include "core/model/spur-event.h"

#define MAX_TEXT_BYTES 4096
#define MAX_RULES 256

typedef enum
{
  RULE_NAME,
  RULE_DERIVED,
  RULE_CATEGORY,
  RULE_SOURCE,
} RuleKind;

typedef struct
{
  RuleKind kind;
  gboolean is_off;
  char *word;
  GPatternSpec *pattern;
} Rule;

struct _SpurCollectRules
{
  char *text;
  GArray *rules;
};

static void
clear_rule (gpointer data)
{
  Rule *rule = data;

  g_free (rule->word);
  g_clear_pointer (&rule->pattern, g_pattern_spec_free);
}

static gboolean
add_rule (SpurCollectRules *self, const char *text, GError **error)
{
  Rule rule = { .kind = RULE_NAME };
  gsize n_bytes;

  if (*text == '-')
    {
      rule.is_off = TRUE;
      text++;
    }
  if (*text == '@')
    {
      rule.kind = RULE_CATEGORY;
      text++;
    }
  else if (g_str_has_prefix (text, "source:"))
    {
      rule.kind = RULE_SOURCE;
      text += strlen ("source:");
    }
  n_bytes = strlen (text);
  if (rule.kind == RULE_NAME && n_bytes > 1 && text[n_bytes - 1] == '+')
    {
      rule.kind = RULE_DERIVED;
      n_bytes--;
    }
  if (n_bytes == 0 || self->rules->len >= MAX_RULES)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   "'%.80s': a rule is a pattern of class names, Class+, @CATEGORY or "
                   "source:PATTERN, each with - before it to switch off",
                   self->text);
      return FALSE;
    }
  rule.word = g_strndup (text, n_bytes);
  rule.pattern = g_pattern_spec_new (rule.word);
  g_array_append_val (self->rules, rule);
  return TRUE;
}

SpurCollectRules *
spur_collect_rules_new (const char *text, GError **error)
{
  g_autoptr (SpurCollectRules) self = g_new0 (SpurCollectRules, 1);
  g_auto (GStrv) words = NULL;

  self->text = g_strdup (text);
  self->rules = g_array_new (FALSE, FALSE, sizeof (Rule));
  g_array_set_clear_func (self->rules, clear_rule);
  if (strlen (text) > MAX_TEXT_BYTES || !g_utf8_validate (text, -1, NULL))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   "rules are UTF-8, of at most %d bytes", MAX_TEXT_BYTES);
      return NULL;
    }
  words = g_strsplit (text, ",", -1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_strstrip (words[i]);
      if ((*words[i] != '\0' || words[1] == NULL) && !add_rule (self, words[i], error))
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
spur_collect_rules_free (SpurCollectRules *self)
{
  g_free (self->text);
  g_array_unref (self->rules);
  g_free (self);
}

const char *
spur_collect_rules_get_text (const SpurCollectRules *self)
{
  return self->text;
}

char *
spur_collect_rules_negate (const SpurCollectRules *self)
{
  static const char *const begins[] = { "", "", "@", "source:" };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->rules->len; i++)
    {
      const Rule *rule = &g_array_index (self->rules, Rule, i);

      g_string_append_printf (text, "%s%s%s%s%s", i > 0 ? "," : "", rule->is_off ? "" : "-",
                              begins[rule->kind], rule->word,
                              rule->kind == RULE_DERIVED ? "+" : "");
    }
  return g_string_free (text, FALSE);
}

/* The first word of what stands right below SpurEvent. */
static gboolean
is_of_category (const Rule *rule, const SpurEventLayout *layout)
{
  GType type = layout->type;
  g_autofree char *word = NULL;
  const char *name = layout->name;

  while (type != SPUR_TYPE_EVENT && g_type_parent (type) != SPUR_TYPE_EVENT &&
         g_type_parent (type) != G_TYPE_INVALID)
    type = g_type_parent (type);
  if (g_type_is_a (type, SPUR_TYPE_EVENT) && type != SPUR_TYPE_EVENT)
    name = spur_event_type_get_layout (type)->name;
  word = g_strndup (name, strcspn (name, "_"));
  return g_pattern_spec_match_string (rule->pattern, word);
}

static gboolean
is_derived (const Rule *rule, const SpurEventLayout *layout)
{
  if (g_pattern_spec_match_string (rule->pattern, layout->name) ||
      (layout->parent_name != NULL &&
       g_pattern_spec_match_string (rule->pattern, layout->parent_name)))
    return TRUE;
  for (GType type = layout->type; g_type_is_a (type, SPUR_TYPE_EVENT); type = g_type_parent (type))
    {
      if (g_pattern_spec_match_string (rule->pattern, spur_event_type_get_layout (type)->name))
        return TRUE;
    }
  return FALSE;
}

static gboolean
fits (const Rule *rule, const SpurEventLayout *layout)
{
  switch (rule->kind)
    {
    case RULE_NAME:
      return g_pattern_spec_match_string (rule->pattern, layout->name);
    case RULE_DERIVED:
      return is_derived (rule, layout);
    case RULE_CATEGORY:
      return is_of_category (rule, layout);
    case RULE_SOURCE:
    default:
      return FALSE;
    }
}

gboolean
spur_collect_rules_match (const SpurCollectRules *self, const SpurEventLayout *layout)
{
  for (guint i = self->rules->len; i-- > 0;)
    {
      const Rule *rule = &g_array_index (self->rules, Rule, i);

      if (fits (rule, layout))
        return !rule->is_off;
    }
  return self->rules->len > 0 && g_array_index (self->rules, Rule, 0).is_off;
}

gboolean
spur_collect_rules_meet (const SpurCollectRules *self, const SpurCollectRules *other)
{
  gboolean has_begun_off = other->rules->len > 0 && g_array_index (other->rules, Rule, 0).is_off;

  if (has_begun_off)
    return TRUE;
  for (guint i = 0; i < self->rules->len; i++)
    {
      const Rule *own = &g_array_index (self->rules, Rule, i);

      for (guint k = 0; k < other->rules->len; k++)
        {
          const Rule *their = &g_array_index (other->rules, Rule, k);

          if (own->is_off || their->is_off)
            continue;

          /* Categories and ancestors say nothing of names: rather too much than nothing. */
          if (own->kind != their->kind || g_pattern_spec_match_string (own->pattern, their->word) ||
              g_pattern_spec_match_string (their->pattern, own->word))
            return TRUE;
        }
    }
  return FALSE;
}
