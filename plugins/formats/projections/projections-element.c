/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/formats/projections/projections-element.h"

#include <string.h>

gboolean
projections_element_from_record (ProjectionsElement *self,
                                 const ProjectionsSts *sts,
                                 const ProjectionsRecord *record)
{
  if (record->type != PROJECTIONS_BEGIN_PROCESSING || record->n_dims == 0)
    return FALSE;
  memset (self, 0, sizeof *self);
  self->chare = projections_sts_get_entry (sts, record->entry)->chare;
  self->n_dims = record->n_dims;
  memcpy (self->index, record->index, record->n_dims * sizeof record->index[0]);
  return TRUE;
}

guint
projections_element_hash (gconstpointer self)
{
  const ProjectionsElement *element = self;
  guint32 hash = element->chare * 2654435761u;

  for (guint i = 0; i < element->n_dims; i++)
    hash = (hash ^ (guint32) element->index[i]) * 2654435761u + (hash >> 15);
  return hash;
}

gboolean
projections_element_equal (gconstpointer self, gconstpointer other)
{
  return projections_element_compare (self, other) == 0;
}

int
projections_element_compare (gconstpointer self, gconstpointer other)
{
  const ProjectionsElement *a = self;
  const ProjectionsElement *b = other;

  if (a->chare != b->chare)
    return a->chare < b->chare ? -1 : 1;
  for (guint i = 0; i < PROJECTIONS_MAX_DIMS; i++)
    {
      if (a->index[i] != b->index[i])
        return a->index[i] < b->index[i] ? -1 : 1;
    }
  return 0;
}

char *
projections_element_to_string (const ProjectionsElement *self, const ProjectionsSts *sts)
{
  const ProjectionsChare *chare = projections_sts_get_chare (sts, self->chare);
  g_autoptr (GString) text = g_string_new (chare != NULL ? chare->name : "");

  for (guint i = 0; i < self->n_dims; i++)
    g_string_append_printf (text, "%c%d", i == 0 ? '[' : ',', self->index[i]);
  g_string_append_c (text, ']');
  return g_string_free (g_steal_pointer (&text), FALSE);
}
