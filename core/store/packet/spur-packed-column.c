/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Columns of packed chunks: loops over values whose widths the compiler knows. */
#include "core/base/spur-bytes-private.h"
#include "core/store/packet/spur-byte-scan-private.h"
#include "core/store/packet/spur-packed-internal.h"

/* Values that are sampled before all of them are read. */
#define N_SAMPLES 32
/* Fewer values are not worth more than a base. */
#define MIN_STEPPED_VALUES 16

#define SIGN (G_GUINT64_CONSTANT (1) << 63)

/* With a sanitizer's checks, loops of their own for all widths would take long to compile. */
#ifdef __SANITIZE_ADDRESS__
#define ALWAYS_INLINE static
#else
#define ALWAYS_INLINE static inline __attribute__ ((always_inline))
#endif

/* Of three and of five to seven bytes the next ones are read too, and thrown away. */
ALWAYS_INLINE guint64
load_value (const guint8 *bytes, guint width)
{
  switch (width)
    {
    case 0:
      return 0;
    case 1:
      return *bytes;
    case 2:
      return spur_get_le16 (bytes);
    case 3:
      return spur_get_le32 (bytes) & 0xffffff;
    case 4:
      return spur_get_le32 (bytes);
    case 8:
      return spur_get_le64 (bytes);
    default:
      return spur_get_le64 (bytes) & ((G_GUINT64_CONSTANT (1) << width * 8) - 1);
    }
}

/* The same way more is written, which the next value overwrites. */
ALWAYS_INLINE void
store_value (guint8 *bytes, guint width, guint64 value)
{
  switch (width)
    {
    case 0:
      break;
    case 1:
      *bytes = (guint8) value;
      break;
    case 2:
      spur_put_le16 (bytes, (guint16) value);
      break;
    case 3:
    case 4:
      spur_put_le32 (bytes, (guint32) value);
      break;
    default:
      spur_put_le64 (bytes, value);
      break;
    }
}

ALWAYS_INLINE void
read_values (const SpurPackedColumn *column,
             guint32 first,
             guint32 n_values,
             const SpurValuePlaces *to,
             guint width,
             guint n_bytes,
             gboolean is_stepped,
             gsize stride_bytes)
{
  const guint8 *in = column->values + (gsize) first * width;
  const guint32 *places = stride_bytes == 0 ? to->places : NULL;
  guint64 base = column->base, step = column->step, sum = step * first;
  guint8 *start = to->start;

  for (guint32 i = 0; i < n_values; i++)
    {
      guint64 value = base + load_value (in + (gsize) i * width, width);
      guint8 *place = start + (places != NULL ? places[i] : i * stride_bytes);

      if (is_stepped)
        {
          value += sum >> SPUR_PACKED_STEP_BITS;
          sum += step;
        }
      store_value (place, n_bytes, value);
    }
}

/* Values that lie side by side are read several at a time. */
ALWAYS_INLINE void
read_placed (const SpurPackedColumn *column,
             guint32 first,
             guint32 n_values,
             const SpurValuePlaces *to,
             guint width,
             guint n_bytes)
{
  if (to->places != NULL && column->step != 0)
    read_values (column, first, n_values, to, width, n_bytes, TRUE, 0);
  else if (to->places != NULL)
    read_values (column, first, n_values, to, width, n_bytes, FALSE, 0);
  else if (column->step != 0)
    read_values (column, first, n_values, to, width, n_bytes, TRUE, to->stride_bytes);
  else if (to->stride_bytes == n_bytes)
    read_values (column, first, n_values, to, width, n_bytes, FALSE, n_bytes);
  else
    read_values (column, first, n_values, to, width, n_bytes, FALSE, to->stride_bytes);
}

#define DEFINE_READ(width)                                                                         \
  static void read_##width (const SpurPackedColumn *column, guint32 first, guint32 n_values,       \
                            const SpurValuePlaces *to)                                             \
  {                                                                                                \
    if (to->n_bytes == 4)                                                                          \
      read_placed (column, first, n_values, to, width, 4);                                         \
    else if (to->n_bytes == 8)                                                                     \
      read_placed (column, first, n_values, to, width, 8);                                         \
    else if (to->n_bytes == 2)                                                                     \
      read_placed (column, first, n_values, to, width, 2);                                         \
    else                                                                                           \
      read_placed (column, first, n_values, to, width, 1);                                         \
  }

DEFINE_READ (0)
DEFINE_READ (1)
DEFINE_READ (2)
DEFINE_READ (3)
DEFINE_READ (4)
DEFINE_READ (5)
DEFINE_READ (6)
DEFINE_READ (7)
DEFINE_READ (8)

void
spur_packed_column_read (const SpurPackedColumn *self,
                         guint32 first,
                         guint32 n_values,
                         const SpurValuePlaces *to)
{
  static void (*const functions[]) (const SpurPackedColumn *, guint32, guint32,
                                    const SpurValuePlaces *) = {
    read_0, read_1, read_2, read_3, read_4, read_5, read_6, read_7, read_8,
  };

  functions[self->width](self, first, n_values, to);
}

#define DEFINE_GATHER(width)                                                                       \
  static void gather_##width (const SpurPackedColumn *column, guint64 first,                       \
                              const guint64 *events, gsize n_events, gint64 base, gint64 *values)  \
  {                                                                                                \
    for (gsize i = 0; i < n_events; i++)                                                           \
      {                                                                                            \
        guint64 index = events[i] - first;                                                         \
        guint64 value = column->base + (column->step * index >> SPUR_PACKED_STEP_BITS) +           \
                        load_value (column->values + index * width, width);                        \
                                                                                                   \
        values[i] = base + (guint32) value;                                                        \
      }                                                                                            \
  }

DEFINE_GATHER (0)
DEFINE_GATHER (1)
DEFINE_GATHER (2)
DEFINE_GATHER (3)
DEFINE_GATHER (4)

void
spur_packed_column_gather (const SpurPackedColumn *self,
                           guint64 first,
                           const guint64 *events,
                           gsize n_events,
                           gint64 base,
                           gint64 *values)
{
  static void (*const functions[]) (const SpurPackedColumn *, guint64, const guint64 *, gsize,
                                    gint64, gint64 *) = {
    gather_0, gather_1, gather_2, gather_3, gather_4,
  };

  if (self->width < G_N_ELEMENTS (functions))
    {
      functions[self->width](self, first, events, n_events, base, values);
      return;
    }
  for (gsize i = 0; i < n_events; i++)
    values[i] = base + (guint32) spur_packed_column_get (self, (guint32) (events[i] - first));
}

guint64
spur_packed_column_get (const SpurPackedColumn *self, guint32 index)
{
  return self->base + (self->step * index >> SPUR_PACKED_STEP_BITS) +
         load_value (self->values + (gsize) index * self->width, self->width);
}

guint32
spur_packed_column_count_referred (const SpurPackedColumn *self)
{
  guint32 values[SPUR_PACKED_BLOCK_EVENTS];
  SpurValuePlaces to = { (guint8 *) values, NULL, sizeof *values, sizeof *values };
  guint32 greatest = 0, least = (guint32) self->base + 1;

  /* Most references, none of which is too large for its type. */
  if (self->width == 1 && self->step == 0 && least <= G_MAXUINT32 - G_MAXUINT8)
    return self->n_values > 0 ? least + spur_find_greatest_byte (self->values, self->n_values) : 0;
  for (guint32 i = 0; i < self->n_values; i += SPUR_PACKED_BLOCK_EVENTS)
    {
      guint32 n_values = MIN (self->n_values - i, SPUR_PACKED_BLOCK_EVENTS);

      spur_packed_column_read (self, i, n_values, &to);
      for (guint32 k = 0; k < n_values; k++)
        greatest = MAX (greatest, values[k] + 1);
    }
  return greatest;
}

/* Values to be packed. What orders them: adding @bias modulo their size, then as unsigned ones.
 * All but @from is constant, so that the compiler makes loops of their own. */
typedef struct
{
  const guint8 *start;
  const guint32 *places;
  gsize stride_bytes;
  guint n_bytes;
  guint64 bias;
} Source;

ALWAYS_INLINE guint64
get_value (const Source *from, guint32 i)
{
  guint64 value =
    load_value (from->start + (from->places != NULL ? from->places[i] : i * from->stride_bytes),
                from->n_bytes) +
    from->bias;

  return from->n_bytes == 4 ? (guint32) value : value;
}

/* Two at a time, as one minimum waits for the one before. */
ALWAYS_INLINE void
find_range (const Source *from, guint32 n_values, guint64 *least, guint64 *greatest)
{
  guint64 low_a = get_value (from, 0), high_a = low_a, low_b = low_a, high_b = low_a;

  for (guint32 i = n_values % 2; i < n_values; i += 2)
    {
      guint64 a = get_value (from, i), b = get_value (from, i + 1);

      low_a = MIN (low_a, a);
      low_b = MIN (low_b, b);
      high_a = MAX (high_a, a);
      high_b = MAX (high_b, b);
    }
  *least = MIN (low_a, low_b);
  *greatest = MAX (high_a, high_b);
}

/* What is left of a value when its step is taken away, seen from the first value. */
ALWAYS_INLINE gint64
get_rest (const Source *from, guint32 i, guint64 first, guint64 step)
{
  return (gint64) (get_value (from, i) - first - (step * i >> SPUR_PACKED_STEP_BITS));
}

/* The first value leaves 0. */
ALWAYS_INLINE void
find_rest_range (
  const Source *from, guint32 n_values, guint64 step, gint64 *least, gint64 *greatest)
{
  guint64 first = get_value (from, 0);
  gint64 low_a = 0, high_a = 0, low_b = 0, high_b = 0;

  for (guint32 i = n_values % 2; i < n_values; i += 2)
    {
      gint64 a = get_rest (from, i, first, step), b = get_rest (from, i + 1, first, step);

      low_a = MIN (low_a, a);
      low_b = MIN (low_b, b);
      high_a = MAX (high_a, a);
      high_b = MAX (high_b, b);
    }
  *least = MIN (low_a, low_b);
  *greatest = MAX (high_a, high_b);
}

static guint
count_bytes (guint64 range)
{
  return range == 0 ? 0 : (71 - (guint) __builtin_clzll (range)) / 8;
}

/* The step of a straight line through the first and the last value; 0 where there is none. */
ALWAYS_INLINE guint64
get_step (const Source *from, guint32 n_values)
{
  guint64 rise = get_value (from, n_values - 1) - get_value (from, 0);
  guint64 step;

  if (n_values < MIN_STEPPED_VALUES || rise >> 46 != 0)
    return 0;
  step = (rise << SPUR_PACKED_STEP_BITS) / (n_values - 1);
  return step <= SPUR_PACKED_MAX_STEP ? step : 0;
}

/* By some values, how many bytes all need without and with a step: never more than they do. */
ALWAYS_INLINE void
estimate_widths (
  const Source *from, guint32 n_values, guint64 step, guint *width, guint *stepped_width)
{
  guint64 first = get_value (from, 0), least = first, greatest = first;
  gint64 low = 0, high = 0;

  for (guint32 i = 0; i < n_values; i += n_values / N_SAMPLES + 1)
    {
      guint64 value = get_value (from, i);
      gint64 rest = get_rest (from, i, first, step);

      least = MIN (least, value);
      greatest = MAX (greatest, value);
      low = MIN (low, rest);
      high = MAX (high, rest);
    }
  *width = count_bytes (greatest - least);
  *stepped_width = count_bytes ((guint64) high - (guint64) low);
}

/* Whether a step makes the column narrower for certain. */
ALWAYS_INLINE gboolean
try_step (SpurPackedColumn *self, const Source *from, guint min_width)
{
  guint64 step = get_step (from, self->n_values);
  guint width, stepped_width;
  gint64 low, high;

  if (step == 0)
    return FALSE;
  estimate_widths (from, self->n_values, step, &width, &stepped_width);
  if (MAX (stepped_width, min_width) >= width)
    return FALSE;
  find_rest_range (from, self->n_values, step, &low, &high);
  stepped_width = MAX (count_bytes ((guint64) high - (guint64) low), min_width);
  if (stepped_width >= width)
    return FALSE;
  self->width = stepped_width;
  self->base = get_value (from, 0) + (guint64) low - from->bias;
  self->step = step;
  return TRUE;
}

ALWAYS_INLINE void
put_stepped (
  const SpurPackedColumn *self, const Source *from, guint width, gboolean is_stepped, guint8 *out)
{
  guint64 base = self->base, step = self->step;
  guint32 n_values = self->n_values;

  for (guint32 i = 0; i < n_values; i++)
    {
      guint64 value = get_value (from, i) - base;

      if (is_stepped)
        value -= step * i >> SPUR_PACKED_STEP_BITS;
      store_value (out + (gsize) i * width, width, value);
    }
}

ALWAYS_INLINE void
put_values (
  const SpurPackedColumn *self, const SpurValuePlaces *to, guint width, guint n_bytes, guint8 *out)
{
  Source scattered = { to->start, to->places, 0, n_bytes, 0 };
  Source regular = { to->start, NULL, to->stride_bytes, n_bytes, 0 };

  if (to->places != NULL && self->step != 0)
    put_stepped (self, &scattered, width, TRUE, out);
  else if (to->places != NULL)
    put_stepped (self, &scattered, width, FALSE, out);
  else if (self->step != 0)
    put_stepped (self, &regular, width, TRUE, out);
  else
    put_stepped (self, &regular, width, FALSE, out);
}

/* References get no step, as their greatest value is needed, too. */
ALWAYS_INLINE guint64
choose_from (SpurPackedColumn *self, const Source *from, SpurPackedOrder order, guint min_width)
{
  guint64 low, high;

  self->step = 0;
  if (order != SPUR_PACKED_REFERENCE && try_step (self, from, min_width))
    return 0;
  find_range (from, self->n_values, &low, &high);
  self->base = low - from->bias;
  self->width = MAX (count_bytes (high - low), min_width);
  return high;
}

ALWAYS_INLINE guint64
choose_packing (SpurPackedColumn *self,
                const SpurValuePlaces *places,
                guint n_bytes,
                guint64 bias,
                SpurPackedOrder order,
                guint min_width)
{
  Source scattered = { places->start, places->places, 0, n_bytes, bias };
  Source regular = { places->start, NULL, places->stride_bytes, n_bytes, bias };
  guint64 greatest;

  if (places->places != NULL)
    greatest = choose_from (self, &scattered, order, min_width);
  else
    greatest = choose_from (self, &regular, order, min_width);
  if (n_bytes < sizeof self->base)
    self->base &= (G_GUINT64_CONSTANT (1) << n_bytes * 8) - 1;
  return greatest;
}

#define DEFINE_PUT(n_bytes)                                                                        \
  static void put_##n_bytes (const SpurPackedColumn *column, const SpurValuePlaces *from,          \
                             guint8 *out)                                                          \
  {                                                                                                \
    switch (column->width)                                                                         \
      {                                                                                            \
      case 0:                                                                                      \
        break;                                                                                     \
      case 1:                                                                                      \
        put_values (column, from, 1, n_bytes, out);                                                \
        break;                                                                                     \
      case 2:                                                                                      \
        put_values (column, from, 2, n_bytes, out);                                                \
        break;                                                                                     \
      case 3:                                                                                      \
        put_values (column, from, 3, n_bytes, out);                                                \
        break;                                                                                     \
      case 4:                                                                                      \
        put_values (column, from, 4, n_bytes, out);                                                \
        break;                                                                                     \
      case 8:                                                                                      \
        put_values (column, from, 8, n_bytes, out);                                                \
        break;                                                                                     \
      default:                                                                                     \
        put_values (column, from, column->width, n_bytes, out);                                    \
      }                                                                                            \
  }

DEFINE_PUT (1)
DEFINE_PUT (2)
DEFINE_PUT (4)
DEFINE_PUT (8)

guint32
spur_packed_column_write (SpurPackedColumn *self,
                          const SpurValuePlaces *from,
                          guint32 n_values,
                          SpurPackedOrder order,
                          guint min_width,
                          guint8 *bytes)
{
  guint64 greatest;

  self->n_values = n_values;
  self->values = bytes;
  if (from->n_bytes == 4 && order == SPUR_PACKED_REFERENCE)
    greatest = choose_packing (self, from, 4, 1, SPUR_PACKED_REFERENCE, min_width);
  else if (from->n_bytes == 4)
    greatest = choose_packing (self, from, 4, 0, SPUR_PACKED_UNSIGNED, min_width);
  else if (from->n_bytes == 8 && order == SPUR_PACKED_SIGNED)
    greatest = choose_packing (self, from, 8, SIGN, SPUR_PACKED_SIGNED, min_width);
  else if (from->n_bytes == 8)
    greatest = choose_packing (self, from, 8, 0, SPUR_PACKED_UNSIGNED, min_width);
  else if (from->n_bytes == 2)
    greatest = choose_packing (self, from, 2, 0, SPUR_PACKED_UNSIGNED, min_width);
  else
    greatest = choose_packing (self, from, 1, 0, SPUR_PACKED_UNSIGNED, min_width);

  if (from->n_bytes == 4)
    put_4 (self, from, bytes);
  else if (from->n_bytes == 8)
    put_8 (self, from, bytes);
  else if (from->n_bytes == 2)
    put_2 (self, from, bytes);
  else
    put_1 (self, from, bytes);
  return (guint32) greatest;
}
