/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* From the log of a Paje trace to the trace. */
#include "plugins/formats/paje/paje-reading.h"

#include <string.h>

static guint32 *
new_column (guint n)
{
  guint32 *column = g_new (guint32, MAX (n, 1));

  memset (column, 0xff, n * sizeof *column);
  return column;
}

static PajePlace *
new_places (guint n)
{
  PajePlace *places = g_new (PajePlace, n);

  for (guint i = 0; i < n; i++)
    places[i] = (PajePlace){ .object = SPUR_NONE,
                             .target = SPUR_NONE,
                             .came_by = PAJE_NONE,
                             .goes_by = PAJE_NONE,
                             .first_slot = PAJE_NONE };
  return places;
}

static void
clear_slot (gpointer slot)
{
  g_clear_pointer (&((PajeSlot *) slot)->pushed, g_array_unref);
}

static PajeReading *
new_reading (PajeLog *log, const SpurJob *job)
{
  PajeReading *self = g_new0 (PajeReading, 1);

  self->log = log;
  self->job = job;
  self->trace = spur_trace_new ();
  self->roles = g_new0 (guint8, log->types->len);
  self->is_topology = g_new0 (guint8, log->types->len);
  self->main_states = new_column (log->types->len);
  self->places = new_places (log->containers->len);
  self->link_roles = g_new0 (guint8, MAX (log->links->len, 1));
  self->neighborhoods = new_column (log->links->len);
  self->states = new_column (log->values->len);
  self->strings = new_column (paje_words_get_n (&log->words));
  self->slots = g_array_new (FALSE, FALSE, sizeof (PajeSlot));
  g_array_set_clear_func (self->slots, clear_slot);
  paje_map_init (&self->slot_of);
  self->stream_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->classes = g_new0 (PajeClass, log->definitions->len * PAJE_N_CLASSES);
  return self;
}

static void
free_reading (PajeReading *self)
{
  for (guint i = 0; i < self->log->definitions->len * PAJE_N_CLASSES; i++)
    g_free (self->classes[i].extras);
  g_free (self->classes);
  g_free (self->roles);
  g_free (self->is_topology);
  g_free (self->main_states);
  g_free (self->places);
  g_free (self->link_roles);
  g_free (self->neighborhoods);
  g_free (self->states);
  g_free (self->strings);
  g_array_unref (self->slots);
  paje_map_clear (&self->slot_of);
  g_hash_table_unref (self->stream_names);
  g_clear_object (&self->trace);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PajeReading, free_reading)

static void
add_losses (PajeReading *self)
{
  static const char *const names[PAJE_N_LOSSES] = {
    [PAJE_LOSS_MALFORMED] = "malformed records",
    [PAJE_LOSS_OUT_OF_RANGE] = "records with times out of range",
    [PAJE_LOSS_UNDEFINED_EVENT] = "records of undefined events",
    [PAJE_LOSS_UNDEFINED_NAME] = "records that name what is not there",
    [PAJE_LOSS_OTHER] = "records of events that the format does not know",
    [PAJE_LOSS_CUT_OFF] = "records cut off at the end of the file",
    [PAJE_LOSS_UNREADABLE] = "files that could not be read to their end",
    [PAJE_LOSS_COLORS] = "colours beyond the first thousand",
    [PAJE_LOSS_EXTRA_VALUES] = "values that are not of their field's type",
    [PAJE_LOSS_DEFINITION_FIELDS] = "fields of definitions that the format does not know",
    [PAJE_LOSS_POPS] = "ends of states that did not begin",
    [PAJE_LOSS_MIGRATION_TIMES] = "times of migrations other than those of their containers",
    [PAJE_LOSS_MIGRATION_FIELDS] = "fields of migrations that the format does not know",
  };

  for (guint i = 0; i < PAJE_N_LOSSES; i++)
    spur_trace_add_loss (self->trace, names[i], self->log->losses[i]);
}

SpurTrace *
paje_reading_run (PajeLog *log, const SpurJob *job, GError **error)
{
  g_autoptr (PajeReading) self = new_reading (log, job);

  spur_trace_set_fact (self->trace, "format", "paje");
  paje_reading_plan (self);
  if (!paje_reading_fill (self, error))
    return NULL;
  add_losses (self);
  if (log->n_colors > 0)
    spur_trace_set_fact (self->trace, "colours", log->colors->str);
  if (log->first_problem != NULL)
    spur_trace_set_fact (self->trace, "first problem", log->first_problem);
  if (!spur_trace_seal (self->trace, error))
    return NULL;
  return g_steal_pointer (&self->trace);
}
