/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The values of metrics as measured loads. Those that are recorded as integers are kept as such
 * too, because a load is a double, which tells integers apart up to 2^53 only. */
#include "config.h"

#include "plugins/formats/otf2/spur-otf2-metric-events.h"

#define DEFINE_EVENT_TYPE(TypeName, type_name, ParentName, PARENT_TYPE)                            \
  typedef struct                                                                                   \
  {                                                                                                \
    ParentName parent_instance;                                                                    \
  } TypeName;                                                                                      \
  typedef struct                                                                                   \
  {                                                                                                \
    ParentName##Class parent_class;                                                                \
  } TypeName##Class;                                                                               \
  static void type_name##_class_init (TypeName##Class *klass);                                     \
  G_DEFINE_TYPE (TypeName, type_name, PARENT_TYPE)                                                 \
  static void type_name##_init (TypeName *self) {}

DEFINE_EVENT_TYPE (SpurOtf2MetricEvent,
                   spur_otf2_metric_event,
                   SpurLmTargetLoadEvent,
                   SPUR_TYPE_LM_TARGET_LOAD_EVENT)

DEFINE_EVENT_TYPE (SpurOtf2UnsignedMetricEvent,
                   spur_otf2_unsigned_metric_event,
                   SpurOtf2MetricEvent,
                   SPUR_TYPE_OTF2_METRIC_EVENT)

DEFINE_EVENT_TYPE (SpurOtf2SignedMetricEvent,
                   spur_otf2_signed_metric_event,
                   SpurOtf2MetricEvent,
                   SPUR_TYPE_OTF2_METRIC_EVENT)

static void
spur_otf2_metric_event_class_init (SpurOtf2MetricEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "OTF2_Metric_Event");
  spur_event_class_omit_field (event_class, "values");
  spur_event_class_add_field (event_class, "metric", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "the metric's name, as in \"PAPI_TOT_INS\"");
  spur_event_class_add_field (event_class, "unit", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "the unit of the load; absent where the archive has none");
  spur_event_class_add_field (event_class, "mode", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "what the load counts and for which time it holds, as in "
                              "\"accumulated since the start\"");
}

static void
spur_otf2_unsigned_metric_event_class_init (SpurOtf2UnsignedMetricEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "OTF2_Unsigned_Metric_Event");
  spur_event_class_add_field (event_class, "value", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "the recorded integer, before it is scaled to the unit");
}

static void
spur_otf2_signed_metric_event_class_init (SpurOtf2SignedMetricEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "OTF2_Signed_Metric_Event");
  spur_event_class_add_field (event_class, "value", SPUR_FIELD_INT64, SPUR_USE_NONE,
                              "the recorded integer, before it is scaled to the unit");
}
