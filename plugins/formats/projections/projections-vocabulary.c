/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/formats/projections/projections-vocabulary.h"

#include "events/spur-events.h"
#include "plugins/formats/projections/projections-events.h"
#include "plugins/formats/projections/projections-record.h"

static const struct
{
  const char *name;
  SpurStateKind kind;
  guint begin;
  guint end;
} regions[PROJECTIONS_N_REGIONS] = {
  /* It says only that the program runs, and lies around everything else. */
  { "computation", SPUR_STATE_IDLE, PROJECTIONS_BEGIN_COMPUTATION, PROJECTIONS_END_COMPUTATION },
  { "idle", SPUR_STATE_IDLE, PROJECTIONS_BEGIN_IDLE, PROJECTIONS_END_IDLE },
  { "packing", SPUR_STATE_OVERHEAD, PROJECTIONS_BEGIN_PACK, PROJECTIONS_END_PACK },
  { "unpacking", SPUR_STATE_OVERHEAD, PROJECTIONS_BEGIN_UNPACK, PROJECTIONS_END_UNPACK },
  { "writing the log", SPUR_STATE_OVERHEAD, PROJECTIONS_BEGIN_INTERRUPT,
    PROJECTIONS_END_INTERRUPT },
};

static ProjectionsKind
define_kind (SpurTrace *trace, GType type)
{
  return (ProjectionsKind){ spur_trace_add_event_type (trace, type),
                            spur_event_type_get_layout (type) };
}

void
projections_vocabulary_define (ProjectionsVocabulary *self, SpurTrace *trace)
{
  self->begin = define_kind (trace, PROJECTIONS_TYPE_ENTRY_BEGIN_EVENT);
  self->end = define_kind (trace, PROJECTIONS_TYPE_ENTRY_END_EVENT);
  self->creation = define_kind (trace, PROJECTIONS_TYPE_ENTRY_CREATION_EVENT);
  self->enter = define_kind (trace, SPUR_TYPE_REGION_ENTER_EVENT);
  self->exit = define_kind (trace, SPUR_TYPE_REGION_EXIT_EVENT);
  self->record = define_kind (trace, PROJECTIONS_TYPE_RECORD_EVENT);
  self->creation_receivers =
    (guint) spur_event_layout_find_field (self->creation.layout, "receivers");
  self->record_type = (guint) spur_event_layout_find_field (self->record.layout, "type");
  self->record_text = (guint) spur_event_layout_find_field (self->record.layout, "text");
  self->record_value = (guint) spur_event_layout_find_field (self->record.layout, "value");
  for (guint i = 0; i < PROJECTIONS_N_REGIONS; i++)
    self->states[i] = spur_trace_add_state (trace, regions[i].name, regions[i].kind);
}

ProjectionsRegion
projections_region_of_type (guint type, gboolean *is_begin)
{
  for (guint i = 0; i < PROJECTIONS_N_REGIONS; i++)
    {
      *is_begin = type == regions[i].begin;
      if (*is_begin || type == regions[i].end)
        return (ProjectionsRegion) i;
    }
  return PROJECTIONS_N_REGIONS;
}
