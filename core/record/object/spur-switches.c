/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/record/object/spur-switches-internal.h"

#include "core/base/spur-error-internal.h"
#include "core/record/plain/spur-record-rules-private.h"
#include "core/record/reading/spur-recording-tables-internal.h"

/* Beyond this number what is known of classes is forgotten: a collector sees those of every program
 * that connects. */
#define MAX_KNOWN_CLASSES 4096

struct _SpurSwitches
{
  SpurRecordRules *rules;
  /* A bit of each level of GLib's. */
  guint levels_off;
  /* Whether a layout is on, by its address; the layouts are held. */
  GHashTable *classes;
  const SpurEventLayout *last;
  gboolean is_last_on;
};

static const GLogLevelFlags flags_of_level[SPUR_REC_N_LEVELS] = {
  G_LOG_LEVEL_ERROR,   G_LOG_LEVEL_CRITICAL, G_LOG_LEVEL_WARNING,
  G_LOG_LEVEL_MESSAGE, G_LOG_LEVEL_INFO,     G_LOG_LEVEL_DEBUG,
};

SpurSwitches *
spur_switches_new (const char *text, GError **error)
{
  SpurRecordRules *rules = spur_rec_rules_new (text);
  SpurSwitches *self;

  if (rules == NULL)
    return spur_error_set_null (
      error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
      "'%.80s': a rule is a pattern of class names, @CATEGORY, source:PATTERN "
      "or level:LEVEL, each with - before it to switch off",
      text);
  self = g_new0 (SpurSwitches, 1);
  self->rules = rules;
  self->classes =
    g_hash_table_new_full (NULL, NULL, (GDestroyNotify) spur_event_layout_unref, NULL);
  for (guint i = 0; i < SPUR_REC_N_LEVELS; i++)
    {
      if (!spur_rec_rules_have_level (rules, (SpurRecLevel) i))
        self->levels_off |= flags_of_level[i];
    }
  return self;
}

gboolean
spur_switches_replace (SpurSwitches **place, const char *rules, GError **error)
{
  SpurSwitches *switches = rules != NULL ? spur_switches_new (rules, error) : NULL;

  if (switches == NULL && rules != NULL)
    return FALSE;
  g_clear_pointer (place, spur_switches_free);
  *place = switches;
  return TRUE;
}

void
spur_switches_free (SpurSwitches *self)
{
  spur_rec_rules_free (self->rules);
  g_hash_table_unref (self->classes);
  g_free (self);
}

static gboolean
ask_rules (const SpurSwitches *self, const SpurEventLayout *layout)
{
  g_autofree char *category = NULL;
  g_autofree char *ancestors = spur_recording_list_ancestors (layout, &category);

  return spur_rec_rules_have_class (self->rules, layout->name, ancestors, category);
}

gboolean
spur_switches_have_class (SpurSwitches *self, const SpurEventLayout *layout)
{
  gpointer is_on;

  if (layout == self->last)
    return self->is_last_on;
  if (!g_hash_table_lookup_extended (self->classes, layout, NULL, &is_on))
    {
      if (g_hash_table_size (self->classes) >= MAX_KNOWN_CLASSES)
        g_hash_table_remove_all (self->classes);
      is_on = GINT_TO_POINTER (ask_rules (self, layout));
      g_hash_table_insert (self->classes, spur_event_layout_ref (layout), is_on);
    }
  self->last = layout;
  self->is_last_on = GPOINTER_TO_INT (is_on);
  return self->is_last_on;
}

gboolean
spur_switches_have_source (const SpurSwitches *self, const char *name)
{
  return spur_rec_rules_have_source (self->rules, name);
}

gboolean
spur_switches_have_level (const SpurSwitches *self, GLogLevelFlags level)
{
  return (self->levels_off & (guint) level) == 0;
}
