/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* Packs a run of events by columns. The loops over values are short, and the compiler knows the
 * widths, because all of the cost of recording beyond the clock is here. */
#include "core/record/plain/spur-record-private.h"

/* Values that are looked at to tell whether a line fits better. */
#define N_SAMPLES 32
#define MIN_STEPPED_VALUES 16
#define STEP_BITS 16
#define MAX_STEP ((uint64_t) 1 << 44)
/* A packet ends before it has more of them, so that their descriptions fit behind the block's
 * values in the room for a packet. */
#define MAX_COLUMNS 1000
#define MAX_KINDS 256

#define ALWAYS_INLINE static inline __attribute__ ((always_inline))

typedef struct
{
  uint32_t number;
  uint32_t n_events;
  uint32_t n_fields;
} Kind;

typedef struct
{
  uint64_t base;
  uint64_t step;
  uint32_t width;
  uint32_t zero;
} Column;

_Static_assert(sizeof (Kind) == 12 && sizeof (Column) == 24, "as doc/recording.md says");

/* What is needed on the way; behind it lie the arrays of places. */
typedef struct
{
  /* 1 more than the kind's index by the class's number; all 0 between two calls. */
  uint16_t kind_of_class[MAX_CLASSES + 1];
  Kind kinds[MAX_KINDS];
  uint32_t n_kinds;
  uint32_t n_columns;
  uint32_t n_events;
  const uint64_t *from;
  const uint64_t *next;

  /* Of each event where it begins, and its kind; then the places by kind. */
  uint32_t *places;
  uint16_t *kind_of_event;
  uint32_t *sorted;
  uint64_t *values;
  Column *column;
  uint8_t *at;
} Packing;

_Static_assert(sizeof (Packing) < 32768, "there is more room in the scratch memory");

static inline uint32_t
get_class (uint64_t head)
{
  return (uint32_t) head & 0xffff;
}

static inline uint32_t
get_n_words (uint64_t head)
{
  return (uint32_t) (head >> 32);
}

/* The index of the event's kind; false where the packet is full. */
static bool
find_kind (Packing *self, uint64_t head, uint32_t *kind)
{
  uint32_t number = get_class (head);
  uint32_t n_fields = get_n_words (head) - SPUR_RECORD_HEAD_WORDS;

  *kind = (uint32_t) self->kind_of_class[number] - 1;
  if (*kind != UINT32_MAX)
    return true;
  if (self->n_kinds == MAX_KINDS || self->n_columns + n_fields > MAX_COLUMNS)
    return false;
  *kind = self->n_kinds++;
  self->kinds[*kind] = (Kind){ number, 0, n_fields };
  self->kind_of_class[number] = (uint16_t) self->n_kinds;
  self->n_columns += n_fields;
  return true;
}

/* Events of equal classes follow one another as a rule: then where the next one is does not have to
 * wait for what is read of this one. */
static void
sort_mixed (Packing *self, const uint64_t *to)
{
  const uint64_t *at = self->next;
  uint32_t n_events = self->n_events;

  /* The events of the first kind, that were only counted until now. */
  for (uint32_t i = 0; i < n_events; i++)
    {
      self->places[i] = i * (self->kinds[0].n_fields + SPUR_RECORD_HEAD_WORDS);
      self->kind_of_event[i] = 0;
    }
  while (at < to)
    {
      uint64_t head = *at;
      uint32_t n_words = get_n_words (head);
      uint32_t kind, n_before = n_events;

      if (!find_kind (self, head, &kind))
        break;
      for (; at < to && *at == head; at += n_words)
        {
          self->places[n_events] = (uint32_t) (at - self->from);
          self->kind_of_event[n_events++] = (uint16_t) kind;
        }
      self->kinds[kind].n_events += n_events - n_before;
    }
  self->n_events = n_events;
  self->next = at;
}

static void
find_events (Packing *self, const uint64_t *to)
{
  uint64_t head = *self->from;
  const uint64_t *at = self->from;
  uint32_t n_words = get_n_words (head);
  uint32_t kind;

  find_kind (self, head, &kind);
  while (at < to && *at == head)
    at += n_words;
  self->n_events = (uint32_t) ((size_t) (at - self->from) / n_words);
  self->kinds[0].n_events = self->n_events;
  self->next = at;
  if (at < to)
    sort_mixed (self, to);
}

/* Of each kind the places one after the other. */
static void
sort_places (Packing *self)
{
  uint32_t begin[MAX_KINDS];
  uint32_t sum = 0;

  for (uint32_t i = 0; i < self->n_kinds; i++)
    {
      begin[i] = sum;
      sum += self->kinds[i].n_events;
    }
  for (uint32_t i = 0; i < self->n_events; i++)
    self->sorted[begin[self->kind_of_event[i]]++] = self->places[i];
}

typedef struct
{
  int64_t least;
  int64_t most;
} Range;

static inline unsigned
get_width (uint64_t value)
{
  return value == 0 ? 0 : (71u - (unsigned) __builtin_clzll (value)) / 8;
}

/* How far the values are apart, counted from the first one; whether that is a number. */
static inline unsigned
get_range_width (const Range *range)
{
  int64_t span;

  if (__builtin_sub_overflow (range->most, range->least, &span))
    return 8;
  return get_width ((uint64_t) span);
}

ALWAYS_INLINE void
widen_range (Range *range, int64_t value)
{
  range->least = value < range->least ? value : range->least;
  range->most = value > range->most ? value : range->most;
}

/* Where the values of a column lie: at equal distances, or at places. */
typedef struct
{
  const uint64_t *from;
  size_t n_words;
  const uint32_t *places;
  uint32_t n_values;
} Source;

ALWAYS_INLINE uint64_t
get_value (const Source *source, uint32_t i, bool has_places)
{
  return source->from[has_places ? source->places[i] : i * source->n_words];
}

/* How far some of the values are from the first, and from a line. */
ALWAYS_INLINE Range
sample_range (const Source *source, uint64_t step, bool has_places)
{
  uint64_t base = get_value (source, 0, has_places), sum = 0;
  uint32_t stride = 1 + source->n_values / N_SAMPLES;
  Range range = { 0, 0 };

  for (uint32_t i = 0; i < source->n_values; i += stride)
    {
      widen_range (&range,
                   (int64_t) (get_value (source, i, has_places) - base - (sum >> STEP_BITS)));
      sum += step * stride;
    }
  return range;
}

/* The straight line from the first to the last value, if the values seem to be nearer to it than
 * to one another; else 0. @range is that of some of the values, and becomes that from the line. */
ALWAYS_INLINE uint64_t
find_step (const Source *source, bool has_places, Range *range)
{
  uint32_t n_values = source->n_values;
  uint64_t rise = get_value (source, n_values - 1, has_places) - get_value (source, 0, has_places);
  uint64_t step;
  Range line;

  if (n_values < MIN_STEPPED_VALUES || rise == 0 || rise >= MAX_STEP)
    return 0;
  step = (rise << STEP_BITS) / (n_values - 1);
  if (step == 0 || step >= MAX_STEP)
    return 0;
  line = sample_range (source, step, has_places);
  if (get_range_width (&line) >= get_range_width (range))
    return 0;
  *range = line;
  return step;
}

/* Copies out of the events how far the values are above @base, or the line from there; all of their
 * bits together. The differences wrap around; where their span is a number, that is right
 * nonetheless. */
ALWAYS_INLINE uint64_t
gather_values (
  uint64_t *values, const Source *source, uint64_t base, uint64_t step, bool has_places)
{
  uint64_t sum = 0, bits = 0;

  for (uint32_t i = 0; i < source->n_values; i++)
    {
      uint64_t value = get_value (source, i, has_places) - base - (sum >> STEP_BITS);

      values[i] = value;
      bits |= value;
      sum += step;
    }
  return bits;
}

/* What is to be subtracted so that as much of the width is free below as above. */
static inline uint64_t
get_margin (const Range *range, unsigned width)
{
  uint64_t span = (uint64_t) range->most - (uint64_t) range->least;

  return width == 0 ? 0 : ((UINT64_MAX >> (64 - 8 * width)) - span) / 2;
}

/* Makes the least of the values 0; how far it was from there. */
static uint64_t
settle_width (uint64_t *values, uint32_t n_values, unsigned *width)
{
  Range range = { INT64_MAX, INT64_MIN };

  for (uint32_t i = 0; i < n_values; i++)
    widen_range (&range, (int64_t) values[i]);
  for (uint32_t i = 0; i < n_values; i++)
    values[i] -= (uint64_t) range.least;
  *width = get_range_width (&range);
  return (uint64_t) range.least;
}

/* Of three and of five to seven bytes more is written, which the next value writes over. */
ALWAYS_INLINE void
store_values (uint8_t *to, const uint64_t *values, uint32_t n_values, unsigned width)
{
  for (uint32_t i = 0; i < n_values; i++)
    {
      uint64_t value = values[i];
      uint16_t value16 = (uint16_t) value;
      uint32_t value32 = (uint32_t) value;

      if (width == 1)
        to[i] = (uint8_t) value;
      else if (width == 2)
        memcpy (to + 2 * (size_t) i, &value16, 2);
      else if (width <= 4)
        memcpy (to + width * (size_t) i, &value32, 4);
      else
        memcpy (to + width * (size_t) i, &value, 8);
    }
}

static void
store_column (uint8_t *to, const uint64_t *values, uint32_t n_values, unsigned width)
{
  switch (width)
    {
    case 0:
      break;
    case 1:
      store_values (to, values, n_values, 1);
      break;
    case 2:
      store_values (to, values, n_values, 2);
      break;
    case 3:
      store_values (to, values, n_values, 3);
      break;
    case 4:
      store_values (to, values, n_values, 4);
      break;
    case 5:
      store_values (to, values, n_values, 5);
      break;
    case 6:
      store_values (to, values, n_values, 6);
      break;
    case 7:
      store_values (to, values, n_values, 7);
      break;
    default:
      store_values (to, values, n_values, 8);
      break;
    }
}

/* Some of the values tell how many bytes are needed. If all values fit into that, they are
 * read once. */
ALWAYS_INLINE void
put_values (Packing *self, const Source *source, bool has_places)
{
  Column *column = self->column++;
  uint32_t n_values = source->n_values;
  Range range = sample_range (source, 0, has_places);
  uint64_t step = find_step (source, has_places, &range);
  unsigned width = get_range_width (&range);
  uint64_t base = get_value (source, 0, has_places) + (uint64_t) range.least;
  uint64_t bits;

  base -= get_margin (&range, width);
  if (step != 0)
    bits = gather_values (self->values, source, base, step, has_places);
  else
    bits = gather_values (self->values, source, base, 0, has_places);
  if (get_width (bits) > width)
    base += settle_width (self->values, n_values, &width);
  /* Values that are further apart than a number can say are written as they are. */
  if (width == 8)
    {
      base = step = 0;
      gather_values (self->values, source, 0, 0, has_places);
    }
  *column = (Column){ base, step, width, 0 };
  store_column (self->at, self->values, n_values, width);
  self->at += (size_t) width * n_values;
}

static void
put_column (Packing *self, const uint64_t *from, size_t n_words, uint32_t n_values)
{
  Source source = { from, n_words, NULL, n_values };

  put_values (self, &source, false);
}

static void
put_column_at (Packing *self, const uint64_t *from, const uint32_t *places, uint32_t n_values)
{
  Source source = { from, 0, places, n_values };

  put_values (self, &source, true);
}

static void
put_only_kind (Packing *self)
{
  size_t n_words = self->kinds[0].n_fields + SPUR_RECORD_HEAD_WORDS;
  uint32_t n_events = self->n_events;

  put_column (self, self->from + 1, n_words, n_events);
  *self->column++ = (Column){ 0, 0, 0, 0 };
  for (uint32_t i = SPUR_RECORD_HEAD_WORDS; i < n_words; i++)
    put_column (self, self->from + i, n_words, n_events);
}

static void
put_kind_of_events (Packing *self)
{
  *self->column++ = (Column){ 0, 0, 1, 0 };
  for (uint32_t i = 0; i < self->n_events; i++)
    self->at[i] = (uint8_t) self->kind_of_event[i];
  self->at += self->n_events;
}

static void
put_kinds (Packing *self)
{
  const uint32_t *places = self->sorted;

  put_column_at (self, self->from + 1, self->places, self->n_events);
  put_kind_of_events (self);
  sort_places (self);
  for (uint32_t k = 0; k < self->n_kinds; k++)
    {
      const Kind *kind = &self->kinds[k];

      for (uint32_t i = 0; i < kind->n_fields; i++)
        put_column_at (self, self->from + SPUR_RECORD_HEAD_WORDS + i, places, kind->n_events);
      places += kind->n_events;
    }
}

/* Where things lie in the scratch memory, for a block of a number of words. */
static Packing *
begin_packing (void *scratch, const uint64_t *from, const uint64_t *to)
{
  Packing *self = scratch;
  size_t n_max = (size_t) (to - from) / SPUR_RECORD_HEAD_WORDS + 1;

  self->n_kinds = self->n_events = 0;
  self->n_columns = 2;
  self->from = from;
  self->values = (uint64_t *) (void *) ((uint8_t *) scratch + 32768);
  self->places = (uint32_t *) (void *) (self->values + n_max);
  self->sorted = self->places + n_max;
  self->kind_of_event = (uint16_t *) (void *) (self->sorted + n_max);
  return self;
}

static void
put_head (Packing *self, uint8_t *body)
{
  memcpy (body, &self->n_kinds, 4);
  memcpy (body + 4, &self->n_columns, 4);
  self->at = body + 8;
  memcpy (self->at, self->kinds, self->n_kinds * sizeof (Kind));
  self->at += self->n_kinds * sizeof (Kind);
  if (self->n_kinds % 2 != 0)
    {
      memset (self->at, 0, 4);
      self->at += 4;
    }
  self->column = (Column *) (void *) self->at;
  self->at += self->n_columns * sizeof (Column);
}

size_t
spur_rec_pack (const uint64_t *from,
               const uint64_t *to,
               uint8_t *body,
               void *scratch,
               const uint64_t **next,
               uint32_t *n_events,
               uint64_t *from_ticks,
               uint64_t *to_ticks)
{
  Packing *self = begin_packing (scratch, from, to);
  size_t n_bytes;

  find_events (self, to);
  put_head (self, body);
  *from_ticks = from[1];
  if (self->n_kinds == 1)
    put_only_kind (self);
  else
    put_kinds (self);
  *to_ticks =
    self->n_kinds == 1
      ? from[(size_t) (self->n_events - 1) * (self->kinds[0].n_fields + SPUR_RECORD_HEAD_WORDS) + 1]
      : from[self->places[self->n_events - 1] + 1];
  for (uint32_t i = 0; i < self->n_kinds; i++)
    self->kind_of_class[self->kinds[i].number] = 0;
  n_bytes = (size_t) (self->at - body);
  memset (self->at, 0, 7);
  *next = self->next;
  *n_events = self->n_events;
  return (n_bytes + 7) & ~(size_t) 7;
}
