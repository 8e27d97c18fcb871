/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* What events speak of. Each thing is written once; which number it has is found by the very bytes
 * of its row, first in what the thread asked for last, then in a table under the lock. */
#include "core/record/plain/spur-record-private.h"

#define MAX_ENTRIES (1u << 30)
#define N_CACHED 128
#define MAX_KEY_BYTES (1u << 20)

struct Entry
{
  uint64_t hash;
  uint32_t table;
  uint32_t number;
  uint32_t n_bytes;
  uint8_t row[];
};

typedef struct
{
  const SpurRecord *record;
  uint64_t origin;
  const Entry *entry;
} Cached;

/* Made by the first use; a big variable of the thread's own would keep the library from being
 * opened while the program runs. */
static __thread Cached *cache;

void
spur_rec_free_cache (void)
{
  if (cache != NULL)
    spur_rec_unmap (cache, N_CACHED * sizeof *cache);
  cache = NULL;
}

static Cached *
find_cached (uint64_t hash)
{
  static __thread Cached nothing;

  if (cache == NULL)
    {
      cache = spur_rec_map_private (N_CACHED * sizeof *cache);
      spur_rec_watch_thread ();
    }
  return cache != NULL ? &cache[hash % N_CACHED] : &nothing;
}

static bool
is_same (const Entry *entry, uint64_t hash, uint32_t table, const void *row, uint32_t n_bytes)
{
  return entry->hash == hash && entry->table == table && entry->n_bytes == n_bytes &&
         memcmp (entry->row, row, n_bytes) == 0;
}

/* Under the lock. Where the entry is, or would be. */
static Entry **
find_place (SpurRecord *record, uint64_t hash, uint32_t table, const void *row, uint32_t n_bytes)
{
  uint32_t mask = record->n_entry_places - 1;
  uint32_t i = (uint32_t) hash & mask;

  while (record->entries[i] != NULL && !is_same (record->entries[i], hash, table, row, n_bytes))
    i = (i + 1) & mask;
  return &record->entries[i];
}

static bool
make_places (SpurRecord *record)
{
  uint32_t n_before = record->n_entry_places;
  Entry **before = record->entries;

  if (record->n_entries < n_before / 2)
    return true;
  record->entries =
    spur_rec_map_private ((n_before > 0 ? (size_t) n_before * 2 : 256) * sizeof (Entry *));
  if (record->entries == NULL)
    {
      record->entries = before;
      return record->n_entries + 1 < n_before;
    }
  record->n_entry_places = n_before > 0 ? n_before * 2 : 256;
  for (uint32_t i = 0; i < n_before; i++)
    {
      const Entry *entry = before[i];

      if (entry != NULL)
        *find_place (record, entry->hash, entry->table, entry->row, entry->n_bytes) = before[i];
    }
  if (before != NULL)
    spur_rec_unmap (before, n_before * sizeof (Entry *));
  return true;
}

static void
add_pending (SpurRecord *record, uint32_t table, uint32_t number, const void *row, uint32_t n_bytes)
{
  size_t n_before = record->pending.n_bytes;

  spur_rec_buffer_put_u32 (&record->pending, table);
  spur_rec_buffer_put_u32 (&record->pending, number);
  spur_rec_buffer_put (&record->pending, row, n_bytes);
  if (record->pending.has_failed)
    {
      record->pending.n_bytes = n_before;
      return;
    }
  record->n_pending_rows++;
  atomic_store (&record->has_pending, 1);
  if (record->is_shared)
    spur_rec_share_rows (record);
  else if (record->pending.n_bytes > 16384)
    spur_rec_tell_pending (record);
}

static const Entry *
add_entry (SpurRecord *record, uint64_t hash, uint32_t table, const void *row, uint32_t n_bytes)
{
  Entry **place, *entry;

  if (atomic_load (&record->is_open) != RECORD_OPEN || record->n_entries >= MAX_ENTRIES ||
      !make_places (record))
    return NULL;
  place = find_place (record, hash, table, row, n_bytes);
  if (*place != NULL)
    return *place;
  entry = spur_rec_keep (record, sizeof *entry + n_bytes);
  if (entry == NULL)
    return NULL;
  *entry = (Entry){
    .hash = hash, .table = table, .number = record->n_of_table[table]++, .n_bytes = n_bytes
  };
  memcpy (entry->row, row, n_bytes);
  *place = entry;
  record->n_entries++;
  add_pending (record, table, entry->number, row, n_bytes);
  return entry;
}

static uint32_t
find_entry (SpurRecord *record, uint32_t table, const Buffer *row)
{
  uint64_t hash;
  Cached *cached;
  const Entry *entry;
  SignalMask mask;

  if (row->has_failed || row->n_bytes > MAX_KEY_BYTES || atomic_load (&record->is_open) == 0)
    return SPUR_RECORD_NONE;
  hash = spur_hash_bytes (row->bytes, row->n_bytes) + table;
  cached = find_cached (hash);
  if (cached->entry != NULL && cached->record == record &&
      cached->origin == record->preamble.origin &&
      is_same (cached->entry, hash, table, row->bytes, (uint32_t) row->n_bytes))
    return cached->entry->number;
  spur_rec_lock (&record->mutex, &mask);
  entry = add_entry (record, hash, table, row->bytes, (uint32_t) row->n_bytes);
  spur_rec_unlock (&record->mutex, &mask);
  if (entry == NULL)
    return SPUR_RECORD_NONE;
  *cached = (Cached){ record, record->preamble.origin, entry };
  return entry->number;
}

/* Rows are made where they need no memory of their own as a rule. */
#define ROW_BYTES 512
#define ROW(name)                                                                                  \
  uint8_t name##_bytes[ROW_BYTES];                                                                 \
  Buffer name = { name##_bytes, 0, ROW_BYTES, false, true }

static uint32_t
finish_row (SpurRecord *record, uint32_t table, Buffer *row)
{
  uint32_t number = find_entry (record, table, row);

  if (!row->is_borrowed)
    spur_rec_buffer_free (row);
  return number;
}

SpurRecordString
spur_record_string (SpurRecord *record, const char *text)
{
  ROW (row);

  if (text == NULL)
    return SPUR_RECORD_NO_STRING;
  spur_rec_buffer_put_text (&row, text);
  return (SpurRecordString){ finish_row (record, SPUR_RECORDING_STRINGS, &row) };
}

SpurRecordState
spur_record_state (SpurRecord *record, const char *name, SpurRecordStateKind kind)
{
  ROW (row);

  spur_rec_buffer_put_text (&row, name);
  spur_rec_buffer_put_u32 (&row, (uint32_t) kind);
  return (SpurRecordState){ finish_row (record, SPUR_RECORDING_STATES, &row) };
}

SpurRecordObject
spur_record_known_object (SpurRecord *record,
                          SpurRecordObjectType type,
                          const char *name,
                          const char *kind,
                          SpurRecordObject parent,
                          uint64_t origin,
                          uint64_t number)
{
  ROW (row);

  spur_rec_buffer_put_text (&row, type.names);
  spur_rec_buffer_put_text (&row, name);
  spur_rec_buffer_put_text (&row, kind);
  spur_rec_buffer_put_u32 (&row, parent.id);
  spur_rec_buffer_put_u64 (&row, origin);
  spur_rec_buffer_put_u64 (&row, number);
  return (SpurRecordObject){ finish_row (record, SPUR_RECORDING_OBJECTS, &row) };
}

SpurRecordObject
spur_record_object (SpurRecord *record,
                    SpurRecordObjectType type,
                    const char *name,
                    const char *kind,
                    SpurRecordObject parent)
{
  return spur_record_known_object (record, type, name, kind, parent, 0, 0);
}

SpurRecordObject
spur_record_new_object (SpurRecord *record,
                        SpurRecordObjectType type,
                        const char *name,
                        const char *kind,
                        SpurRecordObject parent)
{
  return spur_record_known_object (record, type, name, kind, parent, record->preamble.origin,
                                   atomic_fetch_add (&record->n_objects, 1));
}

/* The identifier stands at the end of the row. */
void
spur_record_get_identifier (SpurRecord *record,
                            SpurRecordObject object,
                            uint64_t *origin,
                            uint64_t *number)
{
  SignalMask mask;

  *origin = *number = 0;
  spur_rec_lock (&record->mutex, &mask);
  for (uint32_t i = 0; i < record->n_entry_places; i++)
    {
      const Entry *entry = record->entries[i];

      if (entry == NULL || entry->table != SPUR_RECORDING_OBJECTS || entry->number != object.id)
        continue;
      memcpy (origin, entry->row + entry->n_bytes - 16, 8);
      memcpy (number, entry->row + entry->n_bytes - 8, 8);
      break;
    }
  spur_rec_unlock (&record->mutex, &mask);
}

_Static_assert(sizeof (SpurRecordObject) == 4, "members are written as they are");

SpurRecordGroup
spur_record_group (SpurRecord *record,
                   const char *name,
                   const SpurRecordObject *members,
                   uint32_t n_members)
{
  ROW (row);

  spur_rec_buffer_put_text (&row, name);
  spur_rec_buffer_put_u32 (&row, n_members);
  spur_rec_buffer_put (&row, members, 4 * (size_t) n_members);
  return (SpurRecordGroup){ finish_row (record, SPUR_RECORDING_GROUPS, &row) };
}

SpurRecordList
spur_record_list (SpurRecord *record,
                  SpurRecordListType type,
                  const SpurRecordEntry *entries,
                  uint32_t n_entries)
{
  ROW (row);

  spur_rec_buffer_put_text (&row, type.names);
  spur_rec_buffer_put_u32 (&row, n_entries);
  for (uint32_t i = 0; i < n_entries; i++)
    {
      spur_rec_buffer_put_text (&row, entries[i].name);
      if (entries[i].unit != NULL)
        spur_rec_buffer_put_text (&row, entries[i].unit);
      else
        spur_rec_buffer_put_u32 (&row, SPUR_RECORD_NONE);
      spur_rec_buffer_put_u32 (&row, (uint32_t) entries[i].type);
      if (entries[i].type == SPUR_RECORD_TEXT)
        spur_rec_buffer_put_text (&row, entries[i].value.text);
      else
        spur_rec_buffer_put_u64 (&row, entries[i].value.uint64);
    }
  return (SpurRecordList){ finish_row (record, SPUR_RECORDING_LISTS, &row) };
}

void
spur_record_set_attributes (SpurRecord *record, SpurRecordObject object, SpurRecordList list)
{
  SignalMask mask;

  if (atomic_load (&record->is_open) == 0)
    return;
  spur_rec_lock (&record->mutex, &mask);
  add_pending (record, SPUR_RECORDING_ATTRIBUTES, object.id, &list.id, sizeof list.id);
  spur_rec_unlock (&record->mutex, &mask);
}

uint64_t
spur_record_get_origin (SpurRecord *record)
{
  return record->preamble.origin;
}

/* Origins are random, so one half of them tells processes apart that send for the same object. */
uint64_t
spur_record_next_number (SpurRecord *record)
{
  uint64_t process = record->preamble.origin >> 32 | 1;

  return process << 32 | atomic_fetch_add_explicit (&record->n_numbers, 1, memory_order_relaxed);
}
