/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/merge/spur-merger.h"

#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-integer-private.h"
#include "core/base/spur-object-internal.h"
#include "core/merge/spur-merge-private.h"
#include "core/store/container/spur-container.h"
#include "core/store/trace/spur-store-internal.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)
/* Rates of one counter may differ by one part in this number. */
#define MAX_RATE_ERROR 1000
#define MAX_NS (G_GINT64_CONSTANT (1) << 61)

/* When tick 0 of a trace was, in ns of Unix time, where that is known. */
#define EPOCH_FACT "epoch-unix-ns"

/* Where a trace was read from; not true of the merged one. */
#define PATH_FACT "path"

/* What one recording says of itself. */
#define RECORDING_FACT "recording."

/* The maps that a stream came with. */
typedef struct
{
  guint stream;
  SpurTimeMap *map;
} Kept;

/* CLOCK_MONOTONIC of a computer in the merged trace. Ticks 0 of such a clock are known to be its
 * own 0, unlike those of other clocks without an epoch. */
typedef struct
{
  guint clock;
  gint64 shift_ns;
} Monotonic;

/* A trace that is added. */
typedef struct
{
  SpurTrace *trace;
  const char *name;
  const guint *clocks; /* what its clocks are in the merged trace */
  const SpurMergeTables *tables;
  gint64 shift_ns; /* what is added to its times */
  guint first_stream;
} Input;

/**
 * SpurMerger:
 *
 * Puts the streams of many traces into one (TUM-I9909, section 4.2.2: local event traces are
 * merged into one).
 *
 * Definitions that say the same become one: strings, states, event classes; active objects of equal
 * identifier, or without one of equal type, kind and name that are part of the same; groups of
 * equal name and members. Streams stay what they are, each in the order in which it was recorded,
 * with the identifiers of its events. Readers of the trace see its events in order of time, or in
 * causal order once their clocks were corrected.
 *
 * Times are moved by one amount for each input, so that all begin at the first one's tick 0: by
 * what a clock says that both have (of the same kind and name, with a known epoch, or
 * CLOCK_MONOTONIC of one computer in two recordings), or else by the fact "epoch-unix-ns". Where
 * neither is known times stay as they are.
 *
 * Offsets that a program measured against the clock of another recording (the fact
 * "recording.offsets") become clock offsets of the first stream of theirs, once it is known how
 * both are moved; what can not be used is counted among the losses.
 *
 * Since: 1.0
 */
struct _SpurMerger
{
  GObject parent_instance;

  SpurTrace *trace;
  SpurMergeIndex index;
  GArray *offsets; /* what each input measured of its clock */
  GHashTable *origins;
  GHashTable *stream_names;
  GHashTable *monotonics; /* Monotonic by the clock's name */
  GArray *kept;
  SpurCorrection *correction; /* its facts only, until it is known how many streams there are */
  guint32 n_domains;
  guint n_inputs;
};

SPUR_DEFINE_OBJECT (SpurMerger, spur_merger, G_TYPE_FLAG_NONE)

static void
clear_kept (gpointer kept)
{
  spur_time_map_unref (((Kept *) kept)->map);
}

static void
spur_merger_clear (SpurMerger *self)
{
  g_clear_object (&self->trace);
  g_clear_object (&self->correction);
  spur_merge_index_clear (&self->index);
  g_hash_table_unref (self->origins);
  g_hash_table_unref (self->stream_names);
  g_hash_table_unref (self->monotonics);
  g_array_unref (self->kept);
  g_array_unref (self->offsets);
}

static void
spur_merger_init (SpurMerger *self)
{
  self->trace = spur_trace_new ();
  spur_merge_index_init (&self->index);
  self->offsets = spur_merge_offsets_new ();
  self->origins = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->stream_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->monotonics = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->kept = g_array_new (FALSE, FALSE, sizeof (Kept));
  g_array_set_clear_func (self->kept, clear_kept);
}

/**
 * spur_merger_new:
 *
 * Makes a merger without inputs.
 *
 * Returns: (transfer full): a merger
 *
 * Since: 1.0
 */
SpurMerger *
spur_merger_new (void)
{
  return g_object_new (SPUR_TYPE_MERGER, NULL);
}

/**
 * spur_merger_begin:
 * @self: a merger without inputs
 * @path: the container to be written
 * @error: return location for an error
 *
 * Writes the events into a container while they are added, so that memory does not grow with them.
 * The file is there when the finished trace was saved to the same path by spur_container_save().
 *
 * Returns: %FALSE with an error of #GIOErrorEnum where the file cannot be written
 *
 * Since: 1.0
 */
gboolean
spur_merger_begin (SpurMerger *self, const char *path, GError **error)
{
  g_return_val_if_fail (SPUR_IS_MERGER (self), FALSE);
  g_return_val_if_fail (self->n_inputs == 0, FALSE);

  return spur_container_begin (self->trace, path, error);
}

static gboolean
is_physical (const SpurClock *clock)
{
  return clock->epoch_ticks != 0 && *clock->name != '\0' &&
         (g_str_equal (clock->kind, "monotonic") || g_str_equal (clock->kind, "tsc") ||
          g_str_equal (clock->kind, "realtime"));
}

/* Whether two say the same of a clock's rate. Each recording measures the rate of a counter anew,
 * so of one counter they differ by some 10^-5; what was corrected must keep its rate. */
static gboolean
do_rates_agree (const SpurClock *known, const SpurClock *clock, gboolean is_corrected)
{
  guint64 higher = MAX (known->resolution_hz, clock->resolution_hz);
  guint64 lower = MIN (known->resolution_hz, clock->resolution_hz);

  return higher - lower <= (is_corrected ? 0 : higher / MAX_RATE_ERROR);
}

/* The clock of the merged trace that is the very same as one of @from. */
static const SpurClock *
find_clock (SpurTrace *trace, guint n_clocks, SpurTrace *from, const SpurClock *clock)
{
  gboolean is_corrected = spur_trace_get_correction (from) != NULL;

  if (!is_physical (clock))
    return NULL;
  for (guint i = 0; i < n_clocks; i++)
    {
      const SpurClock *known = spur_definitions_get_clock (spur_trace_get_definitions (trace), i);

      if (is_physical (known) && do_rates_agree (known, clock, is_corrected) &&
          g_str_equal (known->kind, clock->kind) && g_str_equal (known->name, clock->name))
        return known;
    }
  return NULL;
}

/* The clock of a recording whose name tells the boot of its computer; NULL where it is none. */
static const SpurClock *
find_own_monotonic (SpurTrace *from)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (from);
  const char *boot = spur_trace_get_fact (from, SPUR_MERGE_BOOT_FACT);
  const SpurClock *clock;

  if (boot == NULL || strspn (boot, "0") == strlen (boot) ||
      spur_definitions_get_n_clocks (definitions) != 1)
    return NULL;
  clock = spur_definitions_get_clock (definitions, 0);
  return clock->epoch_ticks == 0 && g_str_equal (clock->kind, "monotonic") &&
             g_str_has_suffix (clock->name, boot)
           ? clock
           : NULL;
}

static const Monotonic *
find_monotonic (SpurMerger *self, SpurTrace *from)
{
  const SpurClock *clock = find_own_monotonic (from);

  return clock != NULL && spur_trace_get_correction (from) == NULL
           ? g_hash_table_lookup (self->monotonics, clock->name)
           : NULL;
}

static void
note_monotonic (SpurMerger *self, SpurTrace *from, const guint *clocks, gint64 shift_ns)
{
  const SpurClock *clock = find_own_monotonic (from);
  Monotonic monotonic;

  if (clock == NULL || g_hash_table_contains (self->monotonics, clock->name))
    return;
  monotonic = (Monotonic){ clocks[0], shift_ns };
  g_hash_table_insert (self->monotonics, g_strdup (clock->name),
                       g_memdup2 (&monotonic, sizeof monotonic));
}

/* Unix time in ns of tick 0. */
static gboolean
get_epoch_ns (SpurTrace *trace, gint64 *epoch_ns)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  const char *text = spur_trace_get_fact (trace, EPOCH_FACT);

  if (text != NULL)
    return g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, epoch_ns, NULL);
  for (guint i = 0; i < spur_definitions_get_n_clocks (definitions); i++)
    {
      const SpurClock *clock = spur_definitions_get_clock (definitions, i);

      if (clock->epoch_ticks == 0 || !g_str_equal (clock->kind, "realtime"))
        continue;
      *epoch_ns =
        (gint64) ((SpurInt128) clock->epoch_ticks * NS_PER_S / (SpurInt128) clock->resolution_hz);
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_in_range (SpurInt128 shift_ns)
{
  return shift_ns <= MAX_NS && shift_ns >= -MAX_NS;
}

/* What is to be added to the times of an input. */
static gboolean
find_shift (SpurMerger *self, SpurTrace *from, const char *name, gint64 *shift_ns, GError **error)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (from);
  guint n_known = spur_definitions_get_n_clocks (spur_trace_get_definitions (self->trace));
  SpurInt128 exact_ns = 0;
  gint64 epoch_ns, first_ns;
  const SpurClock *same = NULL;
  const Monotonic *monotonic = find_monotonic (self, from);

  if (get_epoch_ns (from, &epoch_ns) && get_epoch_ns (self->trace, &first_ns))
    exact_ns = (SpurInt128) epoch_ns - first_ns;
  /* An epoch that is out of range is damage, whatever clock was read. */
  if (monotonic != NULL && is_in_range (exact_ns))
    exact_ns = monotonic->shift_ns;
  for (guint i = 0; same == NULL && i < spur_definitions_get_n_clocks (definitions); i++)
    {
      const SpurClock *clock = spur_definitions_get_clock (definitions, i);

      same = find_clock (self->trace, n_known, from, clock);
      if (same != NULL)
        exact_ns = (SpurInt128) (gint64) (clock->epoch_ticks - same->epoch_ticks) * NS_PER_S /
                   (SpurInt128) same->resolution_hz;
    }
  if (!is_in_range (exact_ns))
    return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                           "%s: began more than 2^61 ns before or after the traces before it",
                           name);
  *shift_ns = (gint64) exact_ns;
  return TRUE;
}

static gint64
shift_to_ticks (gint64 shift_ns, guint64 resolution_hz)
{
  return (gint64) ((SpurInt128) shift_ns * (SpurInt128) resolution_hz / NS_PER_S);
}

/* What is to be added to the ticks of a clock that is another one in the merged trace. */
static gint64
get_shift_ticks (const SpurClock *clock, const SpurClock *merged, gint64 shift_ns)
{
  return clock->epoch_ticks != 0 ? (gint64) (clock->epoch_ticks - merged->epoch_ticks)
                                 : shift_to_ticks (shift_ns, clock->resolution_hz);
}

/* Streams of one domain stay in one; domains of different inputs are different, but for those of a
 * clock that both have. */
static guint *
add_clocks (SpurMerger *self, SpurTrace *from, gint64 shift_ns)
{
  SpurDefinitions *ours = spur_trace_get_definitions (self->trace);
  SpurDefinitions *theirs = spur_trace_get_definitions (from);
  guint n_known = spur_definitions_get_n_clocks (ours);
  guint n_clocks = spur_definitions_get_n_clocks (theirs);
  const Monotonic *monotonic = find_monotonic (self, from);
  guint *clocks = g_new (guint, n_clocks + 1);
  guint32 first_domain = self->n_domains;

  for (guint i = 0; i < n_clocks; i++)
    {
      SpurClock clock = *spur_definitions_get_clock (theirs, i);
      const SpurClock *known = find_clock (self->trace, n_known, from, &clock);

      if (monotonic != NULL)
        known = spur_definitions_get_clock (ours, monotonic->clock);
      if (known != NULL)
        {
          clock.resolution_hz = known->resolution_hz;
          clock.epoch_ticks = known->epoch_ticks;
          clock.domain = known->domain;
        }
      else
        {
          if (clock.epoch_ticks != 0)
            clock.epoch_ticks -= (guint64) shift_to_ticks (shift_ns, clock.resolution_hz);
          clock.domain += first_domain;
        }
      self->n_domains = MAX (self->n_domains, clock.domain + 1);
      clocks[i] = spur_definitions_add_clock (ours, &clock);
    }
  return clocks;
}

static void
rewrite_record (const SpurMergeTables *tables, const SpurEventLayout *layout, guint8 *record)
{
  for (guint i = 0; i < layout->n_fields; i++)
    {
      SpurFieldType type = layout->fields[i].type;
      guint64 entry;

      if (type < SPUR_FIELD_STRING)
        continue;
      entry = spur_event_layout_get_uint (layout, i, record);
      spur_event_layout_set_uint (layout, i, record,
                                  spur_merge_tables_map (tables, type, (guint32) entry));
    }
}

static gboolean
copy_events (const Input *input,
             SpurStream *source,
             SpurStream *stream,
             gint64 shift_ticks,
             const SpurJob *job,
             GError **error)
{
  const SpurMergeTables *tables = input->tables;
  g_autoptr (SpurChunkWalk) walk = spur_chunk_walk_new (source, SPUR_CHUNK_ALL);
  guint8 record[SPUR_MAX_RECORD_BYTES];
  const SpurChunk *chunk;

  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      const guint8 *place = chunk->records;

      if (spur_job_is_cancelled (job, error))
        return FALSE;
      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          guint class = chunk->classes[i];
          const SpurEventLayout *layout = spur_trace_get_class (input->trace, class);
          const guint8 *bytes = place;

          if (tables->is_rewritten[class])
            {
              memcpy (record, place, layout->n_bytes);
              rewrite_record (tables, layout, record);
              bytes = record;
            }
          spur_stream_append (stream, spur_chunk_get_ticks (chunk, i) + shift_ticks,
                              tables->classes[class], bytes);
          place += layout->n_bytes;
        }
    }
  spur_stream_close (stream);
  return TRUE;
}

/* A name that an input before has gets that of this input before it. */
static char *
name_stream (SpurMerger *self, SpurStream *source, const char *name)
{
  const char *own = spur_stream_get_name (source);

  return g_hash_table_contains (self->stream_names, own) ? g_strdup_printf ("%s: %s", name, own)
                                                         : g_strdup (own);
}

static gboolean
keep_maps (SpurMerger *self, const Input *input, guint source, guint stream, GError **error)
{
  SpurCorrection *correction = spur_trace_get_correction (input->trace);
  guint n_maps = correction != NULL ? spur_correction_get_n_maps (correction, source) : 0;

  for (guint i = 0; i < n_maps; i++)
    {
      gsize n_knots;
      const SpurKnot *knots =
        spur_time_map_get_knots (spur_correction_get_map (correction, source, i), &n_knots);
      g_autofree SpurKnot *moved = g_memdup2 (knots, n_knots * sizeof (SpurKnot));
      Kept kept = { .stream = stream };

      for (gsize k = 0; k < n_knots; k++)
        {
          moved[k].from_ns += input->shift_ns;
          moved[k].to_ns += input->shift_ns;
        }
      kept.map = spur_time_map_new (moved, n_knots, error);
      if (kept.map == NULL)
        return spur_error_prefix (error, "%s: stream %u: ", input->name, source);
      g_array_append_val (self->kept, kept);
    }
  return TRUE;
}

static gboolean
add_stream (
  SpurMerger *self, const Input *input, guint source_index, const SpurJob *job, GError **error)
{
  SpurStream *source = spur_trace_get_stream (input->trace, source_index);
  guint clock = spur_stream_get_clock (source);
  guint merged = input->clocks[clock];
  gint64 shift_ticks = get_shift_ticks (
    spur_definitions_get_clock (spur_trace_get_definitions (input->trace), clock),
    spur_definitions_get_clock (spur_trace_get_definitions (self->trace), merged), input->shift_ns);
  g_autofree char *text = name_stream (self, source, input->name);
  SpurStream *stream = spur_trace_add_stream (
    self->trace, text, merged,
    spur_merge_tables_map (input->tables, SPUR_FIELD_OBJECT, spur_stream_get_target (source)));
  guint n_offsets;
  const SpurClockOffset *offsets = spur_stream_get_clock_offsets (source, &n_offsets);

  spur_stream_set_origin (stream, spur_stream_get_origin (source));
  for (guint i = 0; i < n_offsets; i++)
    {
      SpurClockOffset offset = offsets[i];

      offset.ticks += shift_ticks;
      spur_stream_add_clock_offset (stream, &offset);
    }
  return keep_maps (self, input, source_index, spur_stream_get_index (stream), error) &&
         copy_events (input, source, stream, shift_ticks, job, error);
}

/* The same recording twice would have every event twice. */
static gboolean
check_origins (SpurMerger *self, SpurTrace *from, const char *name, GError **error)
{
  for (guint i = 0; i < spur_trace_get_n_streams (from); i++)
    {
      SpurStream *stream = spur_trace_get_stream (from, i);
      guint64 origin = spur_stream_get_origin (stream);

      if (origin == 0)
        continue;
      if (g_hash_table_contains (self->origins, &origin))
        return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT,
                               "%s: stream %s is there already; was the trace named twice?", name,
                               spur_stream_get_name (stream));
    }
  return TRUE;
}

static void
note_origins (SpurMerger *self, SpurTrace *from)
{
  for (guint i = 0; i < spur_trace_get_n_streams (from); i++)
    {
      guint64 origin = spur_stream_get_origin (spur_trace_get_stream (from, i));

      g_hash_table_add (self->origins, g_memdup2 (&origin, sizeof origin));
    }
}

/* Before anything of the input is in the merged trace, which could not be sealed else. */
static gboolean
check_times (SpurTrace *from, const char *name, gint64 shift_ns, GError **error)
{
  for (guint i = 0; i < spur_trace_get_n_streams (from); i++)
    {
      SpurStream *stream = spur_trace_get_stream (from, i);
      const SpurClock *clock = spur_definitions_get_clock (spur_trace_get_definitions (from),
                                                           spur_stream_get_clock (stream));
      SpurInt128 hz = (SpurInt128) clock->resolution_hz;
      SpurInt128 shift_ticks = (SpurInt128) shift_ns * hz / NS_PER_S;
      gint64 min_ticks, max_ticks;

      if (spur_stream_get_n_events (stream) == 0)
        continue;
      spur_stream_get_span (stream, &min_ticks, &max_ticks);
      if (shift_ticks <= MAX_NS && shift_ticks >= -MAX_NS &&
          (min_ticks + shift_ticks) * NS_PER_S / hz >= -MAX_NS &&
          (max_ticks + shift_ticks) * NS_PER_S / hz <= MAX_NS)
        continue;
      return spur_error_set (
        error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
        "%s: stream %s has events outside of +-2^61 ns, by the clock of the traces "
        "before it",
        name, spur_stream_get_name (stream));
    }
  return TRUE;
}

/* What is said of all inputs alike is said once. */
static char *
name_fact (const char *key, const char *value, const char *known, const char *name)
{
  return known == NULL || g_str_equal (known, value) ? g_strdup (key)
                                                     : g_strdup_printf ("%s of %s", key, name);
}

static void
add_correction_facts (SpurMerger *self, SpurCorrection *from, const char *name)
{
  GPtrArray *keys = spur_correction_get_fact_keys (from);

  if (self->correction == NULL)
    self->correction = spur_correction_new (0);
  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);
      const char *value = spur_correction_get_fact (from, key);
      const char *known = spur_correction_get_fact (self->correction, key);
      g_autofree char *own = name_fact (key, value, known, name);

      spur_correction_set_fact (self->correction, own, value);
    }
}

static void
add_facts (SpurMerger *self, SpurTrace *from, const char *name)
{
  GPtrArray *keys = spur_trace_get_fact_keys (from);

  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);
      const char *value = spur_trace_get_fact (from, key);
      const char *known = spur_trace_get_fact (self->trace, key);
      g_autofree char *own = NULL;

      /* Those without a name are those of the first clock. */
      if (self->n_inputs > 0 && known == NULL && g_str_has_prefix (key, RECORDING_FACT))
        known = "";
      own = name_fact (key, value, known, name);
      if (!g_str_equal (key, PATH_FACT) && !g_str_equal (key, SPUR_MERGE_OFFSETS_FACT))
        spur_trace_set_fact (self->trace, own, value);
    }
  if (spur_trace_get_correction (from) != NULL)
    add_correction_facts (self, spur_trace_get_correction (from), name);
  for (guint i = 0; i < spur_trace_get_n_losses (from); i++)
    {
      const SpurLoss *loss = spur_trace_get_loss (from, i);

      spur_trace_add_loss (self->trace, loss->what, loss->count);
    }
}

static void
add_predecessors (SpurMerger *self, const Input *input)
{
  gsize n_rows;
  const SpurPredecessor *rows = spur_trace_get_all_predecessors (input->trace, &n_rows);
  const char *name = spur_trace_get_identifier_name (input->trace);
  guint first_stream = input->first_stream;

  for (gsize i = 0; i < n_rows; i++)
    spur_trace_add_predecessor (self->trace, first_stream + rows[i].stream, rows[i].event,
                                first_stream + rows[i].predecessor_stream,
                                rows[i].predecessor_event);
  if (self->n_inputs == 0 || g_str_equal (spur_trace_get_identifier_name (self->trace), "Event_ID"))
    spur_trace_set_identifier_name (self->trace, name);
}

static void
add_offsets (SpurMerger *self, const Input *input)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (input->trace);
  const SpurClock *clock = NULL;
  const SpurClock *merged = NULL;

  if (spur_definitions_get_n_clocks (definitions) > 0)
    {
      clock = spur_definitions_get_clock (definitions, 0);
      merged =
        spur_definitions_get_clock (spur_trace_get_definitions (self->trace), input->clocks[0]);
    }
  spur_merge_offsets_add (self->offsets, input->trace, input->first_stream,
                          merged != NULL ? merged->resolution_hz : 0,
                          merged != NULL ? get_shift_ticks (clock, merged, input->shift_ns) : 0);
}

/**
 * spur_merger_add:
 * @self: a merger
 * @trace: a sealed trace
 * @name: what to call it where it must be told from others, as its path
 * @job: (nullable): how to do it
 * @error: return location for an error
 *
 * Adds all streams of a trace. After an error nothing more can be done with the merger.
 *
 * Returns: %FALSE with %SPUR_MODEL_ERROR_CONFLICT where it defines an event class otherwise than a
 *   trace before it, with %SPUR_STORE_ERROR_FORMAT where one of its streams is there already, with
 *   %SPUR_STORE_ERROR_RANGE where it began too long before or after the others, or with
 *   %G_IO_ERROR_CANCELLED
 *
 * Since: 1.0
 */
gboolean
spur_merger_add (
  SpurMerger *self, SpurTrace *trace, const char *name, const SpurJob *job, GError **error)
{
  g_auto (SpurMergeTables) tables = { 0 };
  g_autofree guint *clocks = NULL;
  Input input = { .trace = trace, .name = name, .tables = &tables };

  g_return_val_if_fail (SPUR_IS_MERGER (self), FALSE);
  g_return_val_if_fail (SPUR_IS_TRACE (trace) && name != NULL, FALSE);
  g_return_val_if_fail (self->trace != NULL, FALSE);

  if (!check_origins (self, trace, name, error) ||
      !find_shift (self, trace, name, &input.shift_ns, error) ||
      !check_times (trace, name, input.shift_ns, error) ||
      !spur_merge_tables_init (&tables, &self->index, self->trace, trace, name, error))
    return FALSE;
  note_origins (self, trace);
  input.first_stream = spur_trace_get_n_streams (self->trace);
  input.clocks = clocks = add_clocks (self, trace, input.shift_ns);
  note_monotonic (self, trace, clocks, input.shift_ns);
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      if (!add_stream (self, &input, i, job, error))
        return FALSE;
    }
  for (guint i = input.first_stream; i < spur_trace_get_n_streams (self->trace); i++)
    g_hash_table_add (self->stream_names,
                      g_strdup (spur_stream_get_name (spur_trace_get_stream (self->trace, i))));
  add_offsets (self, &input);
  add_facts (self, trace, name);
  add_predecessors (self, &input);
  self->n_inputs++;
  return TRUE;
}

static SpurCorrection *
make_correction (SpurMerger *self, SpurTrace *trace)
{
  SpurCorrection *correction = spur_correction_new (spur_trace_get_n_streams (trace));
  GPtrArray *keys = spur_correction_get_fact_keys (self->correction);

  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);

      spur_correction_set_fact (correction, key, spur_correction_get_fact (self->correction, key));
    }
  for (guint i = 0; i < self->kept->len; i++)
    {
      const Kept *kept = &g_array_index (self->kept, Kept, i);

      spur_correction_append_map (correction, kept->stream, kept->map);
    }
  return correction;
}

/**
 * spur_merger_finish:
 * @self: a merger
 * @error: return location for an error
 *
 * Ends the merging. Corrections that the inputs came with are kept, stream by stream; they say
 * nothing of the time between streams of different inputs. The merger cannot be used any more.
 *
 * Returns: (transfer full): the trace, sealed; %NULL with an error of spur_trace_seal()
 *
 * Since: 1.0
 */
SpurTrace *
spur_merger_finish (SpurMerger *self, GError **error)
{
  g_autoptr (SpurTrace) trace = NULL;

  g_return_val_if_fail (SPUR_IS_MERGER (self), NULL);
  g_return_val_if_fail (self->trace != NULL, NULL);

  trace = g_steal_pointer (&self->trace);
  spur_merge_offsets_apply (self->offsets, trace);
  if (!spur_trace_seal (trace, error))
    return NULL;
  if (self->correction != NULL)
    {
      g_autoptr (SpurCorrection) correction = make_correction (self, trace);

      spur_trace_set_correction (trace, correction);
    }
  return g_steal_pointer (&trace);
}
