/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Metrics as measured loads. Each member of a metric is a target of its own below what it is
 * measured on: a target has one load at a time, and a host has a temperature and a power. */
#include <math.h>
#include <string.h>

#include "plugins/formats/otf2/spur-otf2-filler.h"

/* One member of a metric, and what it is measured on. */
typedef struct
{
  /* %SPUR_NONE where the member is not defined. */
  guint32 target;
  guint32 name;
  guint32 unit;
  guint32 mode;

  /* From the recorded number to the unit: one of them is 1. */
  double factor;
  double divisor;
} Measure;

/* A metric as one location records it. */
typedef struct
{
  guint n_members;

  /* No more than a record of the location has values. */
  guint n_measures;
  Measure measures[];
} Measures;

struct _SpurOtf2Metrics
{
  SpurTrace *trace;
  const SpurOtf2Definitions *definitions;
  SpurOtf2Places *places;

  /* By place and metric, and by what is measured and its member. */
  GHashTable *measures;
  GHashTable *targets;
};

/* Two numbers as one. */
static gint64
make_key (guint32 high, guint32 low)
{
  return (gint64) ((guint64) high << 32 | low);
}

static guint32
add_target (SpurOtf2Metrics *self,
            guint32 scope,
            OTF2_MetricMemberRef member,
            const SpurOtf2MetricMember *definition)
{
  SpurDefinitions *entries = spur_trace_get_definitions (self->trace);
  gint64 key = make_key (scope, member);
  g_autofree char *name = NULL;
  guint32 target;
  gpointer known;

  if (g_hash_table_lookup_extended (self->targets, &key, NULL, &known))
    return GPOINTER_TO_UINT (known);
  name = g_strconcat (spur_definitions_get_object (entries, scope)->name, ": ",
                      spur_otf2_definitions_get_string (self->definitions, definition->name), NULL);
  target = spur_definitions_add_object (entries, SPUR_TYPE_TARGET, name, "metric", scope);
  g_hash_table_insert (self->targets, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (target));
  return target;
}

static guint32
add_mode (SpurOtf2Metrics *self, OTF2_MetricMode mode)
{
  static const char *const properties[] = { "accumulated", "absolute", "relative" };
  static const char *const timings[] = { "since the start", "at this time",
                                         "since the value before", "until the next value" };
  guint property = mode & OTF2_METRIC_VALUE_MASK;
  guint timing = (mode & OTF2_METRIC_TIMING_MASK) >> 4;
  g_autofree char *text = NULL;

  if (property >= G_N_ELEMENTS (properties) || timing >= G_N_ELEMENTS (timings))
    text = g_strdup_printf ("mode %u", mode);
  else
    text = g_strconcat (properties[property], " ", timings[timing], NULL);
  return spur_definitions_add_string (spur_trace_get_definitions (self->trace), text);
}

/* Powers that no double can hold become infinite, and the values with them are left out. */
static void
set_scale (Measure *measure, const SpurOtf2MetricMember *member)
{
  double base = member->base == OTF2_BASE_BINARY ? 2 : 10;

  measure->factor = member->exponent > 0 ? pow (base, (double) member->exponent) : 1;
  measure->divisor = member->exponent < 0 ? pow (base, -(double) member->exponent) : 1;
}

static Measure
make_measure (SpurOtf2Metrics *self, guint32 scope, OTF2_MetricMemberRef id)
{
  SpurDefinitions *entries = spur_trace_get_definitions (self->trace);
  const SpurOtf2MetricMember *member =
    g_hash_table_lookup (self->definitions->metric_members, GUINT_TO_POINTER (id));
  Measure measure = { .target = SPUR_NONE };
  const char *unit;

  if (member == NULL)
    return measure;
  unit = spur_otf2_definitions_get_string (self->definitions, member->unit);
  measure.target = add_target (self, scope, id, member);
  measure.name = spur_definitions_add_string (
    entries, spur_otf2_definitions_get_string (self->definitions, member->name));
  measure.unit = *unit != '\0' ? spur_definitions_add_string (entries, unit) : SPUR_NONE;
  measure.mode = add_mode (self, member->mode);
  set_scale (&measure, member);
  return measure;
}

/* What a class of metrics measures is the thread that records it; an instance says it itself. */
static guint32
add_scope (SpurOtf2Metrics *self, const SpurOtf2Metric *metric, guint32 recorder)
{
  guint32 scope;

  if (!metric->is_instance)
    return recorder;
  scope = spur_otf2_places_add_scope (self->places, metric->scope, metric->scope_id);
  if (scope != SPUR_NONE)
    return scope;
  spur_trace_add_loss (self->trace, "references of metrics to undefined scopes", 1);
  return recorder;
}

static void
add_metric (SpurOtf2Metrics *self, guint place, guint32 recorder, const SpurOtf2MetricUse *use)
{
  const SpurOtf2Metric *metric = spur_otf2_definitions_find_metric (self->definitions, use->metric);
  const SpurOtf2Metric *of = spur_otf2_definitions_find_metric_class (self->definitions, metric);
  gint64 key = make_key (place, use->metric);
  Measures *measures;
  guint n_measures;
  guint32 scope;

  if (of == NULL)
    return;
  scope = add_scope (self, metric, recorder);
  n_measures = MIN (of->n_members, use->n_values);
  measures = g_malloc (sizeof *measures + n_measures * sizeof measures->measures[0]);
  measures->n_members = of->n_members;
  measures->n_measures = n_measures;
  for (guint i = 0; i < n_measures; i++)
    measures->measures[i] = make_measure (self, scope, of->members[i]);
  g_hash_table_insert (self->measures, g_memdup2 (&key, sizeof key), measures);
}

/* Adds a target for everything that is measured at the locations that have a stream. */
SpurOtf2Metrics *
spur_otf2_metrics_new (SpurOtf2Places *places)
{
  SpurOtf2Metrics *self = g_new0 (SpurOtf2Metrics, 1);

  self->trace = places->trace;
  self->definitions = places->definitions;
  self->places = places;
  self->measures = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->targets = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < places->n_locations; i++)
    {
      const GArray *metrics = places->locations[i].metrics;
      guint32 target = places->all[i].target;

      for (guint k = 0; metrics != NULL && k < metrics->len; k++)
        add_metric (self, i, target, &g_array_index (metrics, SpurOtf2MetricUse, k));
    }
  return self;
}

void
spur_otf2_metrics_free (SpurOtf2Metrics *self)
{
  g_hash_table_unref (self->measures);
  g_hash_table_unref (self->targets);
  g_free (self);
}

/* The records as their classes lay them out. */
typedef struct SPUR_OTF2_PACKED
{
  guint32 target;
  double load;
  guint32 metric;
  guint32 unit;
  guint32 mode;
} MetricRecord;

typedef struct SPUR_OTF2_PACKED
{
  MetricRecord metric;
  guint64 value;
} IntegerRecord;

static void
append_value (SpurOtf2Filler *self,
              OTF2_TimeStamp time,
              const Measure *measure,
              OTF2_Type type,
              OTF2_MetricValue value)
{
  const SpurOtf2Classes *classes = &self->classes;
  gboolean is_signed = type == OTF2_TYPE_INT64;
  IntegerRecord record = { .metric = { .target = GUINT32_TO_LE (measure->target),
                                       .metric = GUINT32_TO_LE (measure->name),
                                       .unit = GUINT32_TO_LE (measure->unit),
                                       .mode = GUINT32_TO_LE (measure->mode) },
                           .value = GUINT64_TO_LE (value.unsigned_int) };
  double load = value.floating_point;
  guint64 bits;

  if (type != OTF2_TYPE_DOUBLE)
    load = is_signed ? (double) value.signed_int : (double) value.unsigned_int;
  load = load * measure->factor / measure->divisor;
  if (!isfinite (load))
    {
      self->losses[SPUR_OTF2_LOSS_NO_NUMBERS]++;
      return;
    }
  memcpy (&bits, &load, sizeof bits);
  bits = GUINT64_TO_LE (bits);
  memcpy (&record.metric.load, &bits, sizeof bits);
  if (type == OTF2_TYPE_DOUBLE)
    spur_otf2_filler_append (self, time, classes->metric, &record.metric, sizeof record.metric);
  else
    spur_otf2_filler_append (self, time,
                             is_signed ? classes->signed_metric : classes->unsigned_metric, &record,
                             sizeof record);
}

static OTF2_CallbackCode
on_metric (SPUR_OTF2_PARAMETERS,
           OTF2_MetricRef metric,
           uint8_t n_values,
           const OTF2_Type *types,
           const OTF2_MetricValue *values)
{
  SpurOtf2Filler *self = user_data;
  gint64 key = make_key (self->place, metric);
  const Measures *measures = g_hash_table_lookup (self->tables->metrics->measures, &key);

  if (measures == NULL)
    return spur_otf2_filler_skip (self, SPUR_OTF2_LOSS_METRICS);
  for (guint i = 0; i < n_values; i++)
    {
      if (i >= measures->n_measures || measures->measures[i].target == SPUR_NONE)
        self->losses[SPUR_OTF2_LOSS_METRIC_MEMBERS]++;
      else if (types[i] != OTF2_TYPE_UINT64 && types[i] != OTF2_TYPE_INT64 &&
               types[i] != OTF2_TYPE_DOUBLE)
        self->losses[SPUR_OTF2_LOSS_METRIC_TYPES]++;
      else
        append_value (self, time, &measures->measures[i], types[i], values[i]);
    }
  if (n_values < measures->n_members)
    self->losses[SPUR_OTF2_LOSS_METRIC_VALUES] += measures->n_members - n_values;
  return OTF2_CALLBACK_SUCCESS;
}

void
spur_otf2_metrics_register (OTF2_EvtReaderCallbacks *callbacks)
{
  OTF2_EvtReaderCallbacks_SetMetricCallback (callbacks, on_metric);
}
