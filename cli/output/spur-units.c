/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-text.h"

#include <string.h>

#include "events/spur-lm-events.h"

struct _SpurUnits
{
  guint n_classes;
  /* For every class one for every field; NULL where no project says anything. */
  const SpurShownUnit ***units;
};

static const SpurShownUnit **
find_units (SpurRegistry *registry, const SpurEventLayout *layout)
{
  const SpurShownUnit **units = g_new0 (const SpurShownUnit *, layout->n_fields + 1);

  for (guint i = 0; i < layout->n_fields; i++)
    units[i] = spur_registry_find_unit (registry, layout, i);
  return units;
}

SpurUnits *
spur_units_new (SpurTrace *trace)
{
  SpurRegistry *registry = spur_registry_get_default ();
  SpurUnits *self = g_new0 (SpurUnits, 1);

  self->n_classes = spur_trace_get_n_classes (trace);
  self->units = g_new0 (const SpurShownUnit **, self->n_classes + 1);
  for (guint i = 0; i < self->n_classes; i++)
    self->units[i] = find_units (registry, spur_trace_get_class (trace, i));
  return self;
}

void
spur_units_free (SpurUnits *self)
{
  for (guint i = 0; i < self->n_classes; i++)
    g_free (self->units[i]);
  g_free (self->units);
  g_free (self);
}

static gboolean
append_shown (GString *text, const SpurShownUnit *unit, SpurFieldType type, guint64 bits)
{
  g_autofree char *shown = unit != NULL ? spur_shown_unit_format (unit, type, bits) : NULL;

  if (shown == NULL)
    return FALSE;
  spur_text_append_safe (text, shown);
  return TRUE;
}

gboolean
spur_units_append (const SpurUnits *self,
                   GString *text,
                   guint event_class,
                   const SpurEventLayout *layout,
                   guint field,
                   guint64 bits)
{
  return append_shown (text, self->units[event_class][field], layout->fields[field].type, bits);
}

gboolean
spur_units_append_entry (GString *text, const SpurEntry *entry)
{
  const SpurShownUnit *unit =
    spur_registry_find_unit_of (spur_registry_get_default (), entry->unit);

  return append_shown (text, unit, entry->type, entry->bits);
}

char *
spur_units_format_load (double load)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (SPUR_TYPE_LM_TARGET_LOAD_EVENT);
  guint field = (guint) spur_event_layout_find_field (layout, "load");
  const SpurShownUnit *unit = spur_registry_find_unit (spur_registry_get_default (), layout, field);
  guint64 bits;

  memcpy (&bits, &load, sizeof bits);
  return unit != NULL ? spur_shown_unit_format (unit, SPUR_FIELD_DOUBLE, bits)
                      : g_strdup_printf ("%.3g", load);
}
