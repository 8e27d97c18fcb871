/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Clock offsets between recordings: what one measured against the clock of another is known as soon
 * as both are there, and where on the merged trace's time each of them lies. */
#include "core/merge/spur-merge-private.h"

#include <math.h>

#include "core/base/spur-integer-private.h"
#include "core/store/trace/spur-store-internal.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)
#define MAX_TICKS (G_GINT64_CONSTANT (1) << 61)
#define LOSS "clock offsets that could not be used"

/* One input of the merger. */
typedef struct
{
  guint64 origin; /* 0 where it is no recording */
  guint64 epoch_ticks;
  guint64 resolution_hz;
  SpurInt128 shift_ticks;
  guint first_stream;
  guint n_streams;

  char *text;
  GArray *rows;
  /* Rows that cannot be read, and those that can but are of no use. */
  guint64 n_unused;
  gboolean is_measured;
} Input;

/* The input's clock, and that of another recording, at the same time. */
typedef struct
{
  gint64 ticks;
  guint64 reference_origin;
  guint64 reference_ticks;
  double deviation_ns;
} Row;

static void
clear_input (gpointer data)
{
  Input *input = data;

  g_clear_pointer (&input->text, g_free);
  g_clear_pointer (&input->rows, g_array_unref);
}

GArray *
spur_merge_offsets_new (void)
{
  GArray *inputs = g_array_new (FALSE, FALSE, sizeof (Input));

  g_array_set_clear_func (inputs, clear_input);
  return inputs;
}

static gboolean
parse_row (const char *text, Row *row)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 4);
  char *end;

  if (g_strv_length (parts) != 4 ||
      !g_ascii_string_to_signed (parts[0], 10, G_MININT64, G_MAXINT64, &row->ticks, NULL) ||
      !g_ascii_string_to_unsigned (parts[1], 16, 1, G_MAXUINT64, &row->reference_origin, NULL) ||
      !g_ascii_string_to_unsigned (parts[2], 10, 0, G_MAXUINT64, &row->reference_ticks, NULL))
    return FALSE;
  row->deviation_ns = g_ascii_strtod (parts[3], &end);
  return end != parts[3] && *end == '\0' && isfinite (row->deviation_ns) && row->deviation_ns >= 0;
}

static void
parse_rows (Input *input)
{
  g_auto (GStrv) texts = g_strsplit (input->text != NULL ? input->text : "", " ", -1);

  input->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  for (guint i = 0; texts[i] != NULL; i++)
    {
      Row row;

      if (*texts[i] == '\0')
        continue;
      if (parse_row (texts[i], &row))
        g_array_append_val (input->rows, row);
      else
        input->n_unused++;
    }
}

void
spur_merge_offsets_add (
  GArray *inputs, SpurTrace *from, guint first_stream, guint64 resolution_hz, gint64 shift_ticks)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (from);
  Input input = { .first_stream = first_stream, .n_streams = spur_trace_get_n_streams (from) };
  const char *origin = spur_trace_get_fact (from, SPUR_MERGE_ORIGIN_FACT);

  input.text = g_strdup (spur_trace_get_fact (from, SPUR_MERGE_OFFSETS_FACT));
  if (spur_definitions_get_n_clocks (definitions) > 0)
    {
      const SpurClock *clock = spur_definitions_get_clock (definitions, 0);

      if (origin != NULL && resolution_hz > 0)
        g_ascii_string_to_unsigned (origin, 16, 1, G_MAXUINT64, &input.origin, NULL);
      input.epoch_ticks = clock->epoch_ticks;
      input.resolution_hz = resolution_hz;
      input.shift_ticks = shift_ticks;
    }
  parse_rows (&input);
  g_array_append_val (inputs, input);
}

/* The recording whose clock a row speaks of; NULL where it is not there, or the row's own. */
static Input *
find_reference (const GArray *inputs, GHashTable *by_origin, const Input *input, const Row *row)
{
  gpointer place = g_hash_table_lookup (by_origin, &row->reference_origin);
  Input *reference =
    place != NULL ? &g_array_index (inputs, Input, GPOINTER_TO_UINT (place) - 1) : NULL;

  return reference != input ? reference : NULL;
}

static gboolean
is_within (SpurInt128 ticks, SpurStream *stream)
{
  SpurInt128 limit = spur_stream_get_limit_ticks (stream);

  return ticks <= limit && ticks >= -limit;
}

/* The stream by which a clock is known: all of an input have one. NULL where it has none, or comes
 * with offsets against something else. */
static SpurStream *
get_stream (const Input *input, SpurTrace *merged)
{
  SpurStream *stream =
    input->n_streams > 0 ? spur_trace_get_stream (merged, input->first_stream) : NULL;
  guint n_offsets = 0;

  if (stream != NULL)
    spur_stream_get_clock_offsets (stream, &n_offsets);
  return n_offsets == 0 ? stream : NULL;
}

/* What the reference's clock showed, on the merged trace's time. */
static SpurInt128
get_reference_ticks (const Input *reference, const Row *row)
{
  return (gint64) (row->reference_ticks - reference->epoch_ticks) + reference->shift_ticks;
}

static gboolean
add_offset (const Input *input, const Input *reference, const Row *row, SpurStream *stream)
{
  SpurInt128 ticks = row->ticks + input->shift_ticks;
  SpurInt128 reference_ticks = get_reference_ticks (reference, row);
  SpurInt128 half = reference->resolution_hz / 2;
  SpurInt128 product, offset_ticks;
  SpurClockOffset offset;

  if (!is_within (ticks, stream) || reference_ticks > MAX_TICKS || reference_ticks < -MAX_TICKS)
    return FALSE;
  /* Rounded to the nearest. */
  product = reference_ticks * (SpurInt128) input->resolution_hz;
  product += product < 0 ? -half : half;
  offset_ticks = product / (SpurInt128) reference->resolution_hz - ticks;
  if (!is_within (offset_ticks, stream))
    return FALSE;
  offset = (SpurClockOffset){ (gint64) ticks, (gint64) offset_ticks,
                              row->deviation_ns * (double) input->resolution_hz / NS_PER_S };
  spur_stream_add_clock_offset (stream, &offset);
  return TRUE;
}

/* A reference is right at any time. That this is said keeps streams that share its clock from being
 * moved by what they measured against it. */
static void
add_zero (const Input *reference, const Row *row, SpurTrace *merged)
{
  SpurStream *stream = get_stream (reference, merged);
  SpurInt128 ticks = get_reference_ticks (reference, row);
  SpurClockOffset offset = { 0, 0, 0 };

  if (stream == NULL || !is_within (ticks, stream))
    return;
  offset.ticks = (gint64) ticks;
  spur_stream_add_clock_offset (stream, &offset);
}

/* All against one reference, the first that is there and was not measured itself. */
static void
apply_rows (const GArray *inputs, GHashTable *by_origin, Input *input, SpurTrace *merged)
{
  SpurStream *stream = get_stream (input, merged);
  const Input *used = NULL;

  for (guint i = 0; i < input->rows->len; i++)
    {
      const Row *row = &g_array_index (input->rows, Row, i);
      const Input *reference = find_reference (inputs, by_origin, input, row);

      if (stream == NULL || reference == NULL || reference->is_measured ||
          (used != NULL && reference != used) || !add_offset (input, reference, row, stream))
        {
          input->n_unused++;
          continue;
        }
      if (used == NULL)
        add_zero (reference, row, merged);
      used = reference;
    }
}

void
spur_merge_offsets_apply (GArray *inputs, SpurTrace *merged)
{
  g_autoptr (GHashTable) by_origin = g_hash_table_new (g_int64_hash, g_int64_equal);
  const Input *only = inputs->len == 1 ? &g_array_index (inputs, Input, 0) : NULL;

  if (only != NULL && only->text != NULL)
    spur_trace_set_fact (merged, SPUR_MERGE_OFFSETS_FACT, only->text);
  if (only != NULL)
    return;
  for (guint i = inputs->len; i-- > 0;)
    {
      Input *input = &g_array_index (inputs, Input, i);

      if (input->origin != 0)
        g_hash_table_insert (by_origin, &input->origin, GUINT_TO_POINTER (i + 1));
    }
  for (guint i = 0; i < inputs->len; i++)
    {
      Input *input = &g_array_index (inputs, Input, i);

      for (guint k = 0; k < input->rows->len; k++)
        input->is_measured |=
          find_reference (inputs, by_origin, input, &g_array_index (input->rows, Row, k)) != NULL;
    }
  for (guint i = 0; i < inputs->len; i++)
    {
      Input *input = &g_array_index (inputs, Input, i);

      apply_rows (inputs, by_origin, input, merged);
      spur_trace_add_loss (merged, LOSS, input->n_unused);
    }
}
