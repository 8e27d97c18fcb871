/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

/* What one input's entries are in the trace that all inputs are put into. */
typedef struct
{
  guint32 *of_type[SPUR_FIELD_LIST + 1]; /* by the type of the field that refers to them */
  guint n_of_type[SPUR_FIELD_LIST + 1];
  guint *classes;
  gboolean *is_rewritten; /* by class of the input: has a field that refers to something */
} SpurMergeTables;

/* What is known of the entries that were added so far: texts that say what an entry is to its
 * index in the merged trace. */
typedef struct
{
  GHashTable *objects;
  GHashTable *groups;
} SpurMergeIndex;

void spur_merge_index_init (SpurMergeIndex *self);
void spur_merge_index_clear (SpurMergeIndex *self);

/* Adds the definitions of @from, called @name, to @into. */
gboolean spur_merge_tables_init (SpurMergeTables *self,
                                 SpurMergeIndex *index,
                                 SpurTrace *into,
                                 SpurTrace *from,
                                 const char *name,
                                 GError **error);

void spur_merge_tables_clear (SpurMergeTables *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurMergeTables, spur_merge_tables_clear)

/* The entry in the merged trace of one that a field of @type refers to; %SPUR_NONE stays. */
static inline guint32
spur_merge_tables_map (const SpurMergeTables *self, SpurFieldType type, guint32 entry)
{
  return entry < self->n_of_type[type] ? self->of_type[type][entry] : SPUR_NONE;
}

/* Rows of what a recording measured against other recordings' clocks, separated by blanks, each
 * TICKS:ORIGIN:REFERENCE_TICKS:DEVIATION_NS: ticks of its streams, the origin of the other one in
 * hexadecimal digits, the ticks that the other one's clock itself showed then. With 32 digits it is
 * the boot of a computer, its CLOCK_MONOTONIC in ns, and the most that this may be off. */
#define SPUR_MERGE_OFFSETS_FACT "recording.offsets"

/* The number by which others call a recording, in hexadecimal digits. */
#define SPUR_MERGE_ORIGIN_FACT "recording.origin"

/* The boot of the recording's own computer, in 32 hexadecimal digits. */
#define SPUR_MERGE_BOOT_FACT "recording.boot"

/* What inputs of a merger say of their clocks. */
GArray *spur_merge_offsets_new (void);

/* Notes what input @from says, to whose ticks @shift_ticks are added, and whose clock has
 * @resolution_hz in the merged trace. */
void spur_merge_offsets_add (
  GArray *inputs, SpurTrace *from, guint first_stream, guint64 resolution_hz, gint64 shift_ticks);

/* Gives streams of @merged the offsets of their clocks, when all inputs were added. */
void spur_merge_offsets_apply (GArray *inputs, SpurTrace *merged);
