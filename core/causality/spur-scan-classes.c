/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a scan needs to know of the event classes of a trace. */
#include "core/base/spur-integer-private.h"
#include "core/causality/spur-scan-private.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/store/packet/spur-packed-internal.h"

static guint64
find_family (GPtrArray *families, const SpurEventLayout *layout)
{
  g_autofree char *name = spur_event_layout_get_family (layout);
  guint64 kind = spur_match_goes_by_id (layout->match) ? SPUR_CHANNEL_BY_ID : 0;
  guint family;

  if (layout->match == SPUR_MATCH_HANDOVER)
    kind |= SPUR_CHANNEL_HANDOVER;
  else if (layout->match == SPUR_MATCH_GATHER)
    kind |= SPUR_CHANNEL_GATHER;

  if (!g_ptr_array_find_with_equal_func (families, name, g_str_equal, &family))
    {
      family = families->len;
      g_ptr_array_add (families, g_steal_pointer (&name));
    }
  return kind | (guint64) family << SPUR_CHANNEL_FAMILY_SHIFT;
}

/* Whether events of the class concern other streams. */
static gboolean
is_wanted (const SpurScanClass *klass)
{
  switch (klass->role)
    {
    case SPUR_ROLE_SEND:
    case SPUR_ROLE_RECEIVE:
      return klass->match == SPUR_MATCH_FIFO || spur_match_goes_by_id (klass->match);
    case SPUR_ROLE_COLLECTIVE_BEGIN:
    case SPUR_ROLE_COLLECTIVE_END:
      return klass->match == SPUR_MATCH_INSTANCE;
    case SPUR_ROLE_INTERNAL:
      break;
    }
  return FALSE;
}

static const SpurUse key_uses[] = { SPUR_USE_SUBJECT, SPUR_USE_PEER, SPUR_USE_COMMUNICATOR,
                                    SPUR_USE_TAG };

/* A word of a record with the first field of a key from an offset on, and what else is in it.
 * Returns where it ends. */
static guint
init_word (SpurScanWord *word, const SpurPlace *places, guint begin, guint n_record_bytes)
{
  guint first = G_MAXUINT, end;

  *word = (SpurScanWord){ 0, 0 };
  for (guint i = 0; i < G_N_ELEMENTS (key_uses); i++)
    {
      if (places[key_uses[i]].n_bytes > 0 && places[key_uses[i]].offset >= begin)
        first = MIN (first, places[key_uses[i]].offset);
    }
  if (first == G_MAXUINT)
    return begin;
  word->offset = MIN (first, n_record_bytes - (guint) sizeof word->mask);
  end = word->offset + (guint) sizeof word->mask;
  for (guint i = 0; i < G_N_ELEMENTS (key_uses); i++)
    {
      guint offset = places[key_uses[i]].offset;

      if (places[key_uses[i]].n_bytes > 0 && offset >= begin && offset + sizeof (guint32) <= end)
        word->mask |= (guint64) G_MAXUINT32 << (8 * (offset - word->offset));
    }
  /* A field that is only half in it is in the next one. */
  return end - (guint) sizeof (guint32) + 1;
}

static gboolean
has_field_from (const SpurPlace *places, guint begin)
{
  for (guint i = 0; i < G_N_ELEMENTS (key_uses); i++)
    {
      if (places[key_uses[i]].n_bytes > 0 && places[key_uses[i]].offset >= begin)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_plain_fields (const SpurPlace *places)
{
  gboolean is_plain = places[SPUR_USE_POSTED].n_bytes % sizeof (guint32) == 0 &&
                      places[SPUR_USE_POSTED].n_bytes <= sizeof (guint32);

  for (guint i = 0; i < G_N_ELEMENTS (key_uses); i++)
    is_plain &= places[key_uses[i]].n_bytes == 0 || places[key_uses[i]].n_bytes == sizeof (guint32);
  return is_plain;
}

static void
init_words (SpurScanClass *klass, guint n_record_bytes)
{
  const SpurPlace *posted = &klass->places[SPUR_USE_POSTED];
  gboolean is_send = klass->role == SPUR_ROLE_SEND;
  guint begin = 0;

  klass->side = is_send ? SPUR_SCAN_SENDS : SPUR_SCAN_RECEIVES;
  klass->subject_shift = is_send ? 32 : 0;
  if ((!is_send && klass->role != SPUR_ROLE_RECEIVE) || klass->match != SPUR_MATCH_FIFO ||
      n_record_bytes < sizeof (guint64) || !has_plain_fields (klass->places))
    return;
  for (guint i = 0; i < SPUR_SCAN_N_WORDS; i++)
    begin = init_word (&klass->words[i], klass->places, begin, n_record_bytes);
  klass->is_plain = !has_field_from (klass->places, begin);
  if (!is_send && posted->n_bytes > 0)
    {
      klass->posted_offset = posted->offset;
      klass->posted_mask = G_MAXUINT32;
    }
}

/* A send of a class that creates its subject, or extends one that does, is the begin of a creation;
 * a receive that places it is the end of a migration. */
static guint8
list_meanings (const SpurEventLayout *layout)
{
  if (layout->role == SPUR_ROLE_SEND && spur_event_layout_is_creation (layout))
    return SPUR_SCAN_CREATES;
  return layout->role == SPUR_ROLE_RECEIVE && layout->effect == SPUR_EFFECT_PLACE ? SPUR_SCAN_PLACES
                                                                                  : 0;
}

static void
init_class (SpurScanClass *klass, const SpurEventLayout *layout, GPtrArray *families)
{
  klass->role = layout->role;
  klass->match = layout->match;
  klass->meanings = list_meanings (layout);
  if (spur_match_goes_by_id (layout->match) || layout->match == SPUR_MATCH_FIFO)
    klass->family = find_family (families, layout);
  for (guint use = 0; use < SPUR_N_USES; use++)
    {
      const SpurField *field;

      if (layout->field_of_use[use] < 0)
        continue;
      field = &layout->fields[layout->field_of_use[use]];
      klass->places[use].offset = (guint16) field->offset_bytes;
      klass->places[use].n_bytes = (guint8) spur_field_type_get_n_bytes (field->type);
    }
  klass->n_record_bytes = layout->n_bytes;
  init_words (klass, klass->n_record_bytes);
}

void
spur_scan_classes_merge_tags (SpurScanClasses *self)
{
  self->merges_tags = TRUE;
  for (guint i = 0; i < self->n_classes; i++)
    {
      SpurScanClass *klass = &self->classes[i];

      if (klass->match != SPUR_MATCH_FIFO)
        continue;
      klass->tag = klass->places[SPUR_USE_TAG];
      klass->places[SPUR_USE_TAG] = (SpurPlace){ 0, 0 };
      if (klass->is_plain)
        init_words (klass, klass->n_record_bytes);
    }
}

void
spur_scan_classes_init (SpurScanClasses *self, SpurTrace *trace)
{
  g_autoptr (GPtrArray) families = g_ptr_array_new_with_free_func (g_free);

  self->merges_tags = self->is_mixed = FALSE;
  self->n_classes = spur_trace_get_n_classes (trace);
  self->classes = g_new0 (SpurScanClass, MAX (self->n_classes, 1));
  self->steps = g_new0 (SpurScanStep, MAX (self->n_classes, 1));
  self->is_wanted = g_new0 (guint8, MAX (self->n_classes, 1));
  self->scanners = g_async_queue_new_full (spur_scanner_free);
  for (guint i = 0; i < self->n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);

      init_class (&self->classes[i], layout, families);
      self->is_wanted[i] = is_wanted (&self->classes[i]);
      self->steps[i] = layout->n_bytes | (guint64) self->is_wanted[i] << SPUR_SCAN_WANTED_SHIFT;
    }
}

void
spur_scan_classes_clear (SpurScanClasses *self)
{
  g_clear_pointer (&self->classes, g_free);
  g_clear_pointer (&self->steps, g_free);
  g_clear_pointer (&self->is_wanted, g_free);
  g_clear_pointer (&self->scanners, g_async_queue_unref);
}

/* Counts of several roles in one number, as chunks have at most 2^20 events. */
#define ROLE_BITS 21

static void
count_chunk_roles (const SpurChunk *chunk, const guint64 *units, guint64 *n_of_role)
{
  const guint16 *classes = chunk->classes;
  guint64 sums[4] = { 0 }, sum;

  for (guint32 i = 0; i < chunk->n_events; i++)
    sums[i % 4] += units[classes[i]];
  sum = sums[0] + sums[1] + sums[2] + sums[3];
  n_of_role[SPUR_ROLE_SEND] += sum & ((1u << ROLE_BITS) - 1);
  n_of_role[SPUR_ROLE_RECEIVE] += sum >> ROLE_BITS & ((1u << ROLE_BITS) - 1);
  n_of_role[SPUR_ROLE_COLLECTIVE_END] += sum >> 2 * ROLE_BITS;
}

static guint64
get_unit (const SpurScanClasses *classes, guint i)
{
  if (!classes->is_wanted[i])
    return 0;
  switch (classes->classes[i].role)
    {
    case SPUR_ROLE_SEND:
      return 1;
    case SPUR_ROLE_RECEIVE:
      return G_GUINT64_CONSTANT (1) << ROLE_BITS;
    case SPUR_ROLE_COLLECTIVE_END:
      return G_GUINT64_CONSTANT (1) << 2 * ROLE_BITS;
    case SPUR_ROLE_COLLECTIVE_BEGIN:
    case SPUR_ROLE_INTERNAL:
      break;
    }
  return 0;
}

/* The estimate only says how much memory is reserved, so a sample of the chunks is enough; it is
 * made a twentieth larger, as memory that is too small has to grow. */
#define MIN_SAMPLED_CHUNKS 32
#define SAMPLE_STEP 8

static void
estimate_roles (SpurStream *stream, const guint64 *units, guint64 *n_of_role)
{
  guint n_chunks = spur_stream_get_n_chunks (stream);
  guint64 n_sampled = 0, n_events = spur_stream_get_n_events (stream);

  if (n_chunks < MIN_SAMPLED_CHUNKS)
    return;
  for (guint i = 0; i < n_chunks; i += SAMPLE_STEP)
    {
      const SpurChunk *chunk = spur_stream_get_chunk (stream, i);

      count_chunk_roles (chunk, units, n_of_role);
      n_sampled += chunk->n_events;
    }
  for (guint role = 0; role <= SPUR_ROLE_COLLECTIVE_END; role++)
    n_of_role[role] = (guint64) spur_mul_div_floor ((gint64) n_of_role[role], (gint64) n_events,
                                                    (gint64) n_sampled) /
                        20 * 21 +
                      64;
}

void
spur_scan_classes_count_ends (const SpurScanClasses *classes,
                              SpurStream *stream,
                              guint64 *n_of_role)
{
  g_autofree guint64 *units = NULL;
  g_autofree guint64 *n_of_class = NULL;

  if (spur_stream_get_n_events (stream) < MIN_SAMPLED_CHUNKS * 1024)
    return;
  units = g_new (guint64, MAX (classes->n_classes, 1));
  for (guint i = 0; i < classes->n_classes; i++)
    units[i] = get_unit (classes, i);
  if (spur_stream_get_packed (stream, 0) == NULL)
    {
      estimate_roles (stream, units, n_of_role);
      return;
    }
  n_of_class = g_new0 (guint64, MAX (classes->n_classes, 1));
  for (guint i = 0; i < spur_stream_get_n_chunks (stream); i++)
    {
      const SpurPackedChunk *packed = spur_stream_get_packed (stream, i);

      spur_pager_touch (spur_stream_get_class_table (stream)->pager, packed->n_bytes);
      spur_packed_chunk_count_classes (packed, n_of_class);
    }
  for (guint i = 0; i < classes->n_classes; i++)
    {
      if (units[i] != 0)
        n_of_role[classes->classes[i].role] += n_of_class[i];
    }
}
