/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/reading/spur-packet.h"

/* What the definitions of recordings become in the trace that they share: what is the same in two
 * of them is one entry. */
typedef struct
{
  SpurTrace *trace;
  GHashTable *objects;
  GHashTable *groups;

  /* How many bytes of rows were taken so far, and may be. */
  guint64 n_bytes;
  guint64 max_bytes;
} SpurRecordingIndex;

/* The name of a class derived from @base, and behind it, with spaces between, those of its
 * ancestors below @base, the nearest first: as recordings have it. */
const char *spur_recording_get_type_names (GType type, GType base);

/* (transfer full): Names of an event class's ancestors with spaces between, the nearest first,
 * without the class of all events; its category is the first word of the furthest one. */
char *spur_recording_list_ancestors (const SpurEventLayout *layout, char **category);

/* (transfer full): XML of the class with its ancestors before it, the furthest first. */
char *spur_recording_make_class_xml (const SpurEventLayout *layout);

/* A trace that is not sealed. */
void spur_recording_index_init (SpurRecordingIndex *self, SpurTrace *trace, guint64 max_bytes);
void spur_recording_index_clear (SpurRecordingIndex *self);

/* An event class of a recording. */
typedef struct
{
  guint index;                   /* in the trace */
  const SpurEventLayout *layout; /* NULL where it is not defined */
} SpurRecordingClass;

/* The definitions of one recording, by their numbers in it. */
typedef struct
{
  SpurRecordingIndex *index;
  GArray *classes;
  GArray *entries[SPUR_RECORDING_N_TABLES];
  guint64 n_rows;

  /* Whether event classes that cannot be read are left out, as from a file, or an error; those that
   * conflict with a known class are an error in any case. */
  gboolean leaves_out;
  guint64 n_left_out;

  /* Fields that refer to what is not defined. */
  guint64 n_undefined;
} SpurRecordingTables;

void spur_recording_tables_init (SpurRecordingTables *self, SpurRecordingIndex *index);
void spur_recording_tables_clear (SpurRecordingTables *self);

/* Takes a packet of classes or definitions; what is known already is passed over. */
gboolean
spur_recording_tables_put (SpurRecordingTables *self, const SpurPacket *packet, GError **error);

/* The object of the trace, or %SPUR_NONE. */
guint32 spur_recording_tables_get_object (const SpurRecordingTables *self, guint32 number);

/* What a word stands for in a field of a type: itself, or an entry of the trace. */
guint64
spur_recording_tables_translate (SpurRecordingTables *self, SpurFieldType type, guint64 word);

/* How many numbers, from 0 on, a field of this type has in common with the trace. */
guint32 spur_recording_tables_count_same (const SpurRecordingTables *self, SpurFieldType type);

/* Whether all event classes of the packet are defined, with as many fields. */
gboolean spur_recording_tables_check_events (const SpurRecordingTables *self,
                                             const SpurPacketEvents *events,
                                             GError **error);

static inline const SpurRecordingClass *
spur_recording_tables_get_class (const SpurRecordingTables *self, guint32 number)
{
  return &g_array_index (self->classes, SpurRecordingClass, number);
}

/* The same; NULL where it is not defined with that many fields. */
static inline const SpurRecordingClass *
spur_recording_tables_find_class (const SpurRecordingTables *self, guint32 number, guint32 n_fields)
{
  const SpurRecordingClass *known =
    number < self->classes->len ? spur_recording_tables_get_class (self, number) : NULL;

  return known != NULL && known->layout != NULL && known->layout->n_fields == n_fields ? known
                                                                                       : NULL;
}

/* Makes the record, of at most %SPUR_MAX_RECORD_BYTES, of an event whose class was checked. */
void spur_recording_tables_make_record (SpurRecordingTables *self,
                                        const SpurPacketEvents *events,
                                        const SpurPacketEvent *event,
                                        guint8 *record);
