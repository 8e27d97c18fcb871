/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The streams of a Paje trace: one for each container that acts, as long as it is there. Then the
 * next container of its type on the same target goes on with it, so that there are no more streams
 * than containers at a time. */
#include "plugins/formats/paje/paje-reading.h"

/* The stream of what does not act, as hosts and links of a network. */
#define PLATFORM "platform"

/* No lane is free. */
#define NO_LANE (PAJE_NONE - 1)

/* What becomes a stream. */
typedef struct
{
  guint32 target;
  guint32 type;
  /* That of its containers, or %PAJE_NONE where these have several. */
  guint32 name;
  /* The next free lane of the same target and type. */
  guint32 next_free;
  SpurStream *stream;
} Lane;

typedef struct
{
  PajeReading *reading;
  GArray *lanes;
  /* By target and type, the first of those that are free. */
  PajeMap free;
  guint32 *lane_of;
} Lanes;

static PajeRole
get_role (const PajeReading *self, guint32 container)
{
  return (PajeRole) self->roles[paje_log_get_container (self->log, container)->type];
}

/* Load objects act, and what has states, and what sends or receives. */
void
paje_reading_find_actors (PajeReading *self)
{
  const PajeLog *log = self->log;

  for (guint i = 0; i < log->containers->len; i++)
    self->places[i].needs_stream = get_role (self, i) > PAJE_ROLE_PLACE;
  for (guint i = 0; i < log->records->len; i++)
    {
      const PajeRecord *record = paje_log_get_record (log, i);
      gboolean is_message =
        paje_record_is_link (record) && self->link_roles[record->index] == PAJE_LINK_MESSAGE;

      if (paje_record_is_state (record) || is_message || record->container == PAJE_ROOT)
        self->places[record->container].needs_stream = TRUE;
    }
}

SpurStream *
paje_reading_add_stream (PajeReading *self, const char *name, guint32 target)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->stream_names, name));
  g_autofree char *numbered = g_strdup (name);

  while (g_hash_table_contains (self->stream_names, numbered))
    {
      g_free (numbered);
      numbered = g_strdup_printf ("%s (%u)", name, ++n);
    }
  g_hash_table_insert (self->stream_names, g_strdup (name), GUINT_TO_POINTER (MAX (n, 1)));
  if (n > 0)
    g_hash_table_insert (self->stream_names, g_strdup (numbered), GUINT_TO_POINTER (1));
  return spur_trace_add_stream (self->trace, numbered, self->clock, target);
}

static void
take_lane (Lanes *self, guint32 container)
{
  const PajeContainer *info = paje_log_get_container (self->reading->log, container);
  guint32 target = self->reading->places[container].target;
  guint32 index = paje_map_add (&self->free, target, info->type, NO_LANE);
  Lane fresh = { .target = target, .type = info->type, .name = info->name, .next_free = NO_LANE };
  Lane *lane;

  if (index == NO_LANE)
    {
      self->lane_of[container] = self->lanes->len;
      g_array_append_val (self->lanes, fresh);
      return;
    }
  lane = &g_array_index (self->lanes, Lane, index);
  paje_map_set (&self->free, target, info->type, lane->next_free);
  self->lane_of[container] = index;
  if (lane->name != info->name)
    lane->name = PAJE_NONE;
}

static void
leave_lane (Lanes *self, guint32 container)
{
  guint32 index = self->lane_of[container];
  Lane *lane = &g_array_index (self->lanes, Lane, index);

  lane->next_free = paje_map_add (&self->free, lane->target, lane->type, NO_LANE);
  paje_map_set (&self->free, lane->target, lane->type, index);
}

static void
find_lanes (Lanes *self)
{
  const PajeReading *reading = self->reading;

  if (reading->places[PAJE_ROOT].needs_stream)
    take_lane (self, PAJE_ROOT);
  for (guint i = 0; i < reading->log->records->len; i++)
    {
      const PajeRecord *record = paje_log_get_record (reading->log, i);

      if (!reading->places[record->container].needs_stream)
        continue;
      if (record->kind == PAJE_CREATE_CONTAINER)
        take_lane (self, record->container);
      else if (record->kind == PAJE_DESTROY_CONTAINER)
        leave_lane (self, record->container);
    }
}

/* Whether anything happens to what does not act. */
static gboolean
needs_platform (const PajeReading *self)
{
  for (guint i = 1; i < self->log->containers->len; i++)
    {
      if (!self->places[i].needs_stream)
        return TRUE;
    }
  return FALSE;
}

static SpurStream *
get_stream (Lanes *self, guint32 container)
{
  PajeReading *reading = self->reading;
  Lane *lane = &g_array_index (self->lanes, Lane, self->lane_of[container]);
  guint32 word = lane->name;
  g_autofree char *name = NULL;

  if (lane->stream != NULL)
    return lane->stream;
  if (word == PAJE_NONE)
    word = paje_log_get_type (reading->log, lane->type)->name;
  name = paje_words_get_text (&reading->log->words, word);
  lane->stream = paje_reading_add_stream (reading, name, lane->target);
  return lane->stream;
}

void
paje_reading_define_streams (PajeReading *self)
{
  guint n_containers = self->log->containers->len;
  Lanes lanes = { .reading = self,
                  .lanes = g_array_new (FALSE, FALSE, sizeof (Lane)),
                  .lane_of = g_new0 (guint32, n_containers) };

  paje_map_init (&lanes.free);
  find_lanes (&lanes);
  if (needs_platform (self))
    self->platform = paje_reading_add_stream (self, PLATFORM, SPUR_NONE);
  for (guint i = 0; i < n_containers; i++)
    self->places[i].stream = self->places[i].needs_stream ? get_stream (&lanes, i) : self->platform;
  paje_map_clear (&lanes.free);
  g_array_unref (lanes.lanes);
  g_free (lanes.lane_of);
}
