/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Clock offsets between recordings: what one measured against the clock of another is known as soon
 * as both are there, and where on the merged trace's time each of them lies. What recorders
 * measured of a collector's clock is known without any recording of its computer. */
#include "core/merge/spur-merge-private.h"

#include <math.h>
#include <string.h>

#include "core/base/spur-integer-private.h"
#include "core/store/trace/spur-store-internal.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)
#define MAX_TICKS (G_GINT64_CONSTANT (1) << 61)
#define LOSS "clock offsets that could not be used"

/* As a recording names the boot of a computer, in hexadecimal digits. */
#define BOOT_DIGITS 32

/* One input of the merger. */
typedef struct
{
  guint64 origin; /* 0 where it is no recording */
  char *boot;     /* NULL where it is not known */
  gboolean is_monotonic;
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
  /* Its streams have offsets whose deviations are bounds, or others. */
  gboolean has_bounds;
  gboolean has_other_offsets;
} Input;

/* The input's clock, and that of another recording, at the same time; or where a boot is given,
 * CLOCK_MONOTONIC of that computer in ns, of which the deviation is a bound. */
typedef struct
{
  gint64 ticks;
  char boot[BOOT_DIGITS + 1];
  guint64 reference_origin;
  guint64 reference_ticks;
  double deviation_ns;
} Row;

static void
clear_input (gpointer data)
{
  Input *input = data;

  g_clear_pointer (&input->boot, g_free);
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
is_boot (const char *text)
{
  return text != NULL && strlen (text) == BOOT_DIGITS &&
         strspn (text, "0123456789abcdef") == BOOT_DIGITS;
}

static gboolean
parse_reference (const char *text, Row *row)
{
  if (!is_boot (text))
    return g_ascii_string_to_unsigned (text, 16, 1, G_MAXUINT64, &row->reference_origin, NULL);
  memcpy (row->boot, text, sizeof row->boot);
  return TRUE;
}

static gboolean
parse_row (const char *text, Row *row)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", 4);
  char *end;

  if (g_strv_length (parts) != 4 ||
      !g_ascii_string_to_signed (parts[0], 10, G_MININT64, G_MAXINT64, &row->ticks, NULL) ||
      !parse_reference (parts[1], row) ||
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
      Row row = { .boot = "" };

      if (*texts[i] == '\0')
        continue;
      if (parse_row (texts[i], &row))
        g_array_append_val (input->rows, row);
      else
        input->n_unused++;
    }
}

/* What offsets its streams have already. */
static void
note_offsets (Input *input, SpurTrace *from)
{
  guint n_offsets = 0;

  for (guint i = 0; i < input->n_streams && n_offsets == 0; i++)
    spur_stream_get_clock_offsets (spur_trace_get_stream (from, i), &n_offsets);
  input->has_bounds =
    n_offsets > 0 && g_strcmp0 (spur_trace_get_fact (from, SPUR_TRACE_OFFSETS_FACT),
                                SPUR_TRACE_OFFSETS_BOUNDED) == 0;
  input->has_other_offsets = n_offsets > 0 && !input->has_bounds;
}

void
spur_merge_offsets_add (
  GArray *inputs, SpurTrace *from, guint first_stream, guint64 resolution_hz, gint64 shift_ticks)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (from);
  Input input = { .first_stream = first_stream, .n_streams = spur_trace_get_n_streams (from) };
  const char *origin = spur_trace_get_fact (from, SPUR_MERGE_ORIGIN_FACT);
  const char *boot = spur_trace_get_fact (from, SPUR_MERGE_BOOT_FACT);

  note_offsets (&input, from);
  input.boot = is_boot (boot) ? g_strdup (boot) : NULL;
  input.text = g_strdup (spur_trace_get_fact (from, SPUR_MERGE_OFFSETS_FACT));
  if (spur_definitions_get_n_clocks (definitions) > 0)
    {
      const SpurClock *clock = spur_definitions_get_clock (definitions, 0);

      if (origin != NULL && resolution_hz > 0)
        g_ascii_string_to_unsigned (origin, 16, 1, G_MAXUINT64, &input.origin, NULL);
      input.is_monotonic = input.origin != 0 && g_str_equal (clock->kind, "monotonic");
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
  gpointer place =
    *row->boot == '\0' ? g_hash_table_lookup (by_origin, &row->reference_origin) : NULL;
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

/* The clock of @input showed @ticks when the reference's was at @reference_ticks of @reference_hz,
 * both on the merged trace's time. */
static gboolean
add_offset (const Input *input,
            const Row *row,
            SpurInt128 reference_ticks,
            guint64 reference_hz,
            SpurStream *stream)
{
  SpurInt128 ticks = row->ticks + input->shift_ticks;
  SpurInt128 half = reference_hz / 2;
  SpurInt128 product, offset_ticks;
  SpurClockOffset offset;

  if (!is_within (ticks, stream) || reference_ticks > MAX_TICKS || reference_ticks < -MAX_TICKS)
    return FALSE;
  /* Rounded to the nearest. */
  product = reference_ticks * (SpurInt128) input->resolution_hz;
  product += product < 0 ? -half : half;
  offset_ticks = product / (SpurInt128) reference_hz - ticks;
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

  /* Probes say all. */
  if (input->has_bounds)
    return;
  for (guint i = 0; i < input->rows->len; i++)
    {
      const Row *row = &g_array_index (input->rows, Row, i);
      const Input *reference = find_reference (inputs, by_origin, input, row);

      if (*row->boot != '\0')
        continue;
      if (stream == NULL || reference == NULL || reference->is_measured ||
          (used != NULL && reference != used) ||
          !add_offset (input, row, get_reference_ticks (reference, row), reference->resolution_hz,
                       stream))
        {
          input->n_unused++;
          continue;
        }
      if (used == NULL)
        add_zero (reference, row, merged);
      used = reference;
      input->has_other_offsets = TRUE;
    }
}

/* ---- Probes ---- */

/* The clock that probes are about, and what is to be added to its ns on the merged trace's time. */
typedef struct
{
  const char *boot;
  SpurInt128 shift_ns;
} Probed;

static const Row *
find_probe (const Input *input, const char *boot)
{
  for (guint i = 0; i < input->rows->len && input->origin != 0; i++)
    {
      const Row *row = &g_array_index (input->rows, Row, i);

      if (*row->boot != '\0' && (boot == NULL || g_str_equal (row->boot, boot)))
        return row;
    }
  return NULL;
}

static gboolean
reads_probed (const Input *input, const char *boot)
{
  return input->is_monotonic && g_strcmp0 (input->boot, boot) == 0;
}

/* A recording of the probed clock's computer stays about where it is, and the others come to it.
 * Without one this is so for the first recording that has probes. FALSE where it cannot be one. */
static gboolean
place_probed (Probed *self, const Input *input)
{
  const Row *row = find_probe (input, self->boot);

  if (reads_probed (input, self->boot))
    self->shift_ns = input->shift_ticks * NS_PER_S / (SpurInt128) input->resolution_hz;
  else if (row != NULL)
    self->shift_ns =
      (row->ticks + input->shift_ticks) * NS_PER_S / (SpurInt128) input->resolution_hz -
      (SpurInt128) row->reference_ticks;
  else
    return FALSE;
  return TRUE;
}

/* All against one clock, the first that probes are about. */
static gboolean
find_probed (Probed *self, const GArray *inputs)
{
  const Row *row = NULL;

  for (guint i = 0; i < inputs->len && row == NULL; i++)
    row = find_probe (&g_array_index (inputs, Input, i), NULL);
  if (row == NULL)
    return FALSE;
  self->boot = row->boot;
  for (guint i = 0; i < inputs->len; i++)
    {
      const Input *input = &g_array_index (inputs, Input, i);

      if (g_strcmp0 (input->boot, self->boot) == 0 && place_probed (self, input))
        return TRUE;
    }
  for (guint i = 0; i < inputs->len; i++)
    {
      if (place_probed (self, &g_array_index (inputs, Input, i)))
        return TRUE;
    }
  return FALSE;
}

/* Recordings that read one clock need no offsets. */
static gboolean
has_many_clocks (const GArray *inputs, SpurTrace *merged)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (merged);
  gint64 domain = -1;

  for (guint i = 0; i < inputs->len; i++)
    {
      const Input *input = &g_array_index (inputs, Input, i);
      guint32 own;

      if (input->n_streams == 0)
        continue;
      own =
        spur_definitions_get_clock (
          definitions, spur_stream_get_clock (spur_trace_get_stream (merged, input->first_stream)))
          ->domain;
      if (domain >= 0 && own != domain)
        return TRUE;
      domain = own;
    }
  return FALSE;
}

/* Of a recorder that reads the very clock. */
static void
add_probed_itself (Input *input, SpurStream *stream)
{
  SpurClockOffset offset = { 0, 0, 0 };

  if (stream == NULL || !is_within (input->shift_ticks, stream))
    return;
  offset.ticks = (gint64) input->shift_ticks;
  spur_stream_add_clock_offset (stream, &offset);
  input->has_bounds = TRUE;
}

static void
apply_probes (Input *input, const Probed *probed, SpurTrace *merged)
{
  SpurStream *stream = get_stream (input, merged);

  if (reads_probed (input, probed->boot))
    add_probed_itself (input, stream);
  for (guint i = 0; i < input->rows->len; i++)
    {
      const Row *row = &g_array_index (input->rows, Row, i);

      if (*row->boot == '\0')
        continue;
      if (stream != NULL && input->origin != 0 && g_str_equal (row->boot, probed->boot) &&
          add_offset (input, row, row->reference_ticks + probed->shift_ns, NS_PER_S, stream))
        input->has_bounds = TRUE;
      else
        input->n_unused++;
    }
}

/* Says in the merged trace whether all offsets are bounded. */
static void
note_bounds (const GArray *inputs, SpurTrace *merged)
{
  gboolean has_bounds = FALSE, has_others = FALSE;

  for (guint i = 0; i < inputs->len; i++)
    {
      const Input *input = &g_array_index (inputs, Input, i);

      has_bounds |= input->has_bounds;
      has_others |= input->has_other_offsets;
    }
  if (has_bounds)
    spur_trace_set_fact (merged, SPUR_TRACE_OFFSETS_FACT,
                         has_others ? "partly bounded" : SPUR_TRACE_OFFSETS_BOUNDED);
}

/* What is measured against the probed clock is no reference for others. */
static void
find_measured (GArray *inputs, GHashTable *by_origin)
{
  for (guint i = 0; i < inputs->len; i++)
    {
      Input *input = &g_array_index (inputs, Input, i);

      input->is_measured = input->has_bounds;
      for (guint k = 0; k < input->rows->len; k++)
        input->is_measured |=
          find_reference (inputs, by_origin, input, &g_array_index (input->rows, Row, k)) != NULL;
    }
}

void
spur_merge_offsets_apply (GArray *inputs, SpurTrace *merged)
{
  g_autoptr (GHashTable) by_origin = g_hash_table_new (g_int64_hash, g_int64_equal);
  const Input *only = inputs->len == 1 ? &g_array_index (inputs, Input, 0) : NULL;
  gboolean has_many = only == NULL && has_many_clocks (inputs, merged);
  Probed probed;

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
  if (has_many && find_probed (&probed, inputs))
    {
      for (guint i = 0; i < inputs->len; i++)
        apply_probes (&g_array_index (inputs, Input, i), &probed, merged);
    }
  find_measured (inputs, by_origin);
  for (guint i = 0; i < inputs->len; i++)
    {
      Input *input = &g_array_index (inputs, Input, i);

      apply_rows (inputs, by_origin, input, merged);
      spur_trace_add_loss (merged, LOSS, input->n_unused);
    }
  note_bounds (inputs, merged);
}
