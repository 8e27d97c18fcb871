/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/scene/spur-scene.h"

G_BEGIN_DECLS

/**
 * SpurEventBatch:
 * @trace: the trace
 * @layout: the class of all events of the batch
 * @style: entry of the scene's styles for the class
 * @stream: index of the stream that they lie in
 * @lane: the stream's lane
 * @target_lanes: for every active object of the trace its lane, or %SPUR_NONE
 * @n_events: how many events
 * @times_ns: (array length=n_events): when they happened, ascending, in the times that are drawn
 * @records: (array length=n_events): their packed records, to be read by @layout
 *
 * Some events of one class and one stream, for a visualizer that draws them itself.
 *
 * Since: 1.0
 */
typedef struct
{
  SpurTrace *trace;
  const SpurEventLayout *layout;
  guint32 style;
  guint32 stream;
  guint32 lane;
  const guint32 *target_lanes;
  gsize n_events;
  const gint64 *times_ns;
  const guint8 *const *records;
} SpurEventBatch;

/**
 * SpurEventBucket:
 * @trace: the trace
 * @layout: the class of all events of the bucket
 * @style: entry of the scene's styles for the class
 * @stream: index of the stream that they lie in
 * @lane: the lane that all of them are on
 * @n_events: how many events, at least 2
 * @first_ns: when the first of them happened, in the times that are drawn
 * @last_ns: when the last one did
 * @least: the least value of #SpurVisualizer:value-field among them; NAN where none has one
 * @most: the largest one, or NAN
 *
 * Some events of one class that are at one place of the picture, and cannot be told apart there.
 *
 * Since: 1.0
 */
typedef struct
{
  SpurTrace *trace;
  const SpurEventLayout *layout;
  guint32 style;
  guint32 stream;
  guint32 lane;
  guint64 n_events;
  gint64 first_ns;
  gint64 last_ns;
  double least;
  double most;
} SpurEventBucket;

#define SPUR_TYPE_VISUALIZER (spur_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurVisualizer, spur_visualizer, SPUR, VISUALIZER, GObject)

/**
 * SpurVisualizerClass:
 * @parent_class: the parent
 * @get_style: (nullable): called once for every event class of a trace, may change @style by
 *   what @layout says. The default leaves it as it is
 * @add_marks: adds marks for a batch of events. The default adds one for every event where the
 *   form is %SPUR_FORM_TICK, %SPUR_FORM_GLYPH or %SPUR_FORM_LEVEL, on the lane of the target that
 *   the event is about, or else of its stream; bars, messages, moves and collectives come from the
 *   states and edges of the trace, by the style alone
 * @add_bucket: adds what stands for all events of a bucket, which @add_marks does not get. The
 *   default adds one mark with their number. Where a class has @add_marks of its own and no
 *   @add_bucket, that gets every event
 *
 * How the events of a class are drawn.
 *
 * Since: 1.0
 */
struct _SpurVisualizerClass
{
  GObjectClass parent_class;

  void (*get_style) (SpurVisualizer *self, const SpurEventLayout *layout, SpurStyle *style);
  void (*add_marks) (SpurVisualizer *self, SpurScene *scene, const SpurEventBatch *batch);
  void (*add_bucket) (SpurVisualizer *self, SpurScene *scene, const SpurEventBucket *bucket);

  /*< private >*/
  gpointer _reserved[7];
};

SPUR_AVAILABLE_IN_ALL
void
spur_visualizer_get_style (SpurVisualizer *self, const SpurEventLayout *layout, SpurStyle *style);

SPUR_AVAILABLE_IN_ALL
void
spur_visualizer_add_marks (SpurVisualizer *self, SpurScene *scene, const SpurEventBatch *batch);

SPUR_AVAILABLE_IN_ALL
void
spur_visualizer_add_bucket (SpurVisualizer *self, SpurScene *scene, const SpurEventBucket *bucket);

G_END_DECLS
