/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/collect/spur-collector-private.h"

#include <string.h>

#include "core/base/spur-error-internal.h"

#define MAX_TEXT_BYTES 4096
#define MAX_RULES 256

/* @text: without the "-"; @switches: this rule alone, without the "-". */
typedef struct
{
  gboolean is_off;
  gboolean is_for_classes;
  char *text;
  GPatternSpec *pattern;
  SpurSwitches *switches;
} Rule;

static void
clear_rule (gpointer data)
{
  Rule *rule = data;

  g_free (rule->text);
  g_clear_pointer (&rule->pattern, g_pattern_spec_free);
  g_clear_pointer (&rule->switches, spur_switches_free);
}

static gboolean
add_rule (SpurCollectRules *self, const char *text, GError **error)
{
  Rule rule = { .is_off = *text == '-' };
  g_autoptr (SpurSwitches) switches = NULL;

  if (rule.is_off)
    text++;
  if (*text != '\0' && self->rules->len < MAX_RULES)
    switches = spur_switches_new (text, NULL);
  if (switches == NULL)
    return spur_error_set (
      error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
      "'%.80s': a rule is a pattern of class names, @CATEGORY, source:PATTERN or "
      "level:LEVEL, each with - before it to switch off",
      self->text);
  rule.is_for_classes = !g_str_has_prefix (text, "source:") && !g_str_has_prefix (text, "level:");
  rule.text = g_strdup (text);
  rule.pattern = g_pattern_spec_new (text);
  rule.switches = g_steal_pointer (&switches);
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
    return spur_error_set_null (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                                "rules are UTF-8, of at most %d bytes", MAX_TEXT_BYTES);
  words = g_strsplit (text, ",", -1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_strstrip (words[i]);
      if ((*words[i] != '\0' || words[1] == NULL) && !add_rule (self, words[i], error))
        return NULL;
    }
  self->switches = spur_switches_new (text, error);
  return self->switches != NULL ? g_steal_pointer (&self) : NULL;
}

void
spur_collect_rules_free (SpurCollectRules *self)
{
  g_free (self->text);
  g_array_unref (self->rules);
  g_clear_pointer (&self->switches, spur_switches_free);
  g_free (self);
}

char *
spur_collect_rules_negate (const SpurCollectRules *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->rules->len; i++)
    {
      const Rule *rule = &g_array_index (self->rules, Rule, i);

      g_string_append_printf (text, "%s%s%s", i > 0 ? "," : "", rule->is_off ? "" : "-",
                              rule->text);
    }
  return g_string_free (text, FALSE);
}

/* ---- Whether two rules are about some class that is one class ---- */

typedef struct
{
  gboolean fits_one;
  gboolean fits_other;
  gboolean fits_both;
} Meeting;

/* Asks for all event classes below @parent that this program knows. */
static void
meet_below (Meeting *self, GType parent, const Rule *one, const Rule *other)
{
  guint n_types;
  g_autofree GType *types = g_type_children (parent, &n_types);

  for (guint i = 0; i < n_types && !self->fits_both; i++)
    {
      const SpurEventLayout *layout = spur_event_type_get_layout (types[i]);
      gboolean fits_one = one->is_for_classes && spur_switches_have_class (one->switches, layout);
      gboolean fits_other =
        other->is_for_classes && spur_switches_have_class (other->switches, layout);

      self->fits_one |= fits_one;
      self->fits_other |= fits_other;
      self->fits_both |= fits_one && fits_other;
      meet_below (self, types[i], one, other);
    }
}

/* Classes of programs need not be known here, so a rule that fits none may meet any: rather too
 * much is recorded than nothing. */
static gboolean
do_meet (const Rule *one, const Rule *other)
{
  Meeting meeting = { 0 };

  if (g_pattern_spec_match_string (one->pattern, other->text) ||
      g_pattern_spec_match_string (other->pattern, one->text))
    return TRUE;
  meet_below (&meeting, SPUR_TYPE_EVENT, one, other);
  return meeting.fits_both || !meeting.fits_one || !meeting.fits_other;
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

          if (!own->is_off && !their->is_off && do_meet (own, their))
            return TRUE;
        }
    }
  return FALSE;
}
