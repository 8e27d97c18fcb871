/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/presence/spur-load.h"
#include "core/analysis/presence/spur-timeline.h"
#include "core/index/spur-edge-index.h"
#include "core/index/spur-index-history.h"
#include "core/index/spur-index-values-internal.h"
#include "visualizers/canvas/spur-canvas-internal.h"
#include "visualizers/scene/spur-scene-internal.h"
#include "visualizers/space-time/spur-space-time-view.h"
#include "visualizers/style/spur-palette-internal.h"

/* A target, or a stream that runs on none that is known. */
typedef struct
{
  const char *name;
  guint32 target;
} SpurLane;

/* The lanes of a trace, in the order of its targets. */
typedef struct
{
  GArray *lanes;
  const SpurLane *all;
  guint n_lanes;
  guint n_targets;
  guint32 *lane_of_object;
  guint32 *lane_of_stream;
} SpurLanes;

/* @index spares looking at all events; or NULL. */
SpurLanes *spur_lanes_new (SpurTrace *trace, SpurIndex *index, SpurLoad *loads);
void spur_lanes_unref (SpurLanes *self);

/* Where @object, or else @stream, is drawn. */
guint32 spur_lanes_find (const SpurLanes *self, SpurTrace *trace, guint32 object, guint32 stream);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurLanes, spur_lanes_unref)

/* States that lie inside of one another or apart, so that they fit into one row of bars. What is
 * open while the row is filled are spans, too. An object whose states are set, or that is just
 * present, owns its row as long as it stays; what is entered meanwhile is drawn on its bar. */
typedef struct
{
  guint32 lane;
  guint32 stream;
  guint32 owner;
  gint64 owned_until_ns;
  guint index;
  GArray *spans;
  GArray *open;
} SpurTrack;

/* A collective operation in the times that are drawn. */
typedef struct
{
  guint32 n_members;
  guint32 violated;
  gsize first_member;
} SpurBand;

typedef struct
{
  gint64 enter_ns;
  gint64 exit_ns;
  guint32 lane;
} SpurBandMember;

typedef struct
{
  /* Drawn as messages; whether locks, creations and other edges are among them. */
  gboolean has_other_edges;
  guint64 n_messages;
  guint64 n_messages_drawn;
  /* Less where some are bundles. */
  guint64 n_message_arrows;
  guint64 n_violated;
  guint64 n_violated_drawn;
  guint64 n_moves;
  guint64 n_moves_drawn;
  guint64 n_bands;
  guint64 n_bands_drawn;
  guint64 n_links;
  guint64 n_links_drawn;
} SpurSpaceTimeCounts;

/* What a space-time picture shows, in time and lanes; nothing of pixels but how fine it is. */
typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  SpurRegistry *registry;
  gboolean raw;
  gint64 from_ns;
  gint64 to_ns;
  gint64 zero_ns;

  /* NULL where the history is that of the whole trace. */
  SpurIndex *index;
  /* Rows are streams, whose states come from the index: the span has too many events for bars. */
  gboolean has_cells;
  /* Rows are streams, if only because others that the picture is compared with are. */
  gboolean has_stream_rows;
  guint32 *swatch_of_state;
  SpurHistory *history;
  /* That of the history: where load objects are. */
  SpurTimeline *timeline;
  SpurLanes *lanes;
  SpurPalette *palette;
  SpurScene *scene;
  guint move_style;
  /* By move of the timeline, its style (guint16); where the scene does not keep all, of moves that
   * are drawn. */
  GArray *move_styles;
  guint16 *style_of_class;
  GPtrArray *visualizer_of_class;
  GPtrArray *tracks;
  guint *n_tracks_of_lane;
  GArray *bands;
  GArray *band_members;
  SpurSpaceTimeCounts counts;
} SpurSpaceTime;

typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  SpurRegistry *registry;
  /* Spares looking at all events for a span of them; or NULL. */
  SpurIndex *index;
  /* Spares looking at all edges, where it is at the times that are drawn and no object moves; or
   * NULL. */
  SpurEdgeIndex *edge_index;
  gboolean raw;
  gboolean has_span;
  gint64 from_ns;
  gint64 to_ns;
  guint n_columns;
  /* Every mark is wanted, also where it lies on another one. */
  gboolean keep_all;
  guint max_arrows;
  guint max_bands;
  /* With an index, in a span of more events states come from it as shares of columns. */
  guint64 max_span_events;
  /* With an index, rows are those of the streams, also where states do not come from it. */
  gboolean has_stream_rows;
  /* Rows and colours, but no arrows, marks and collective operations. */
  gboolean is_outline;
  /* Marks, but no edges. */
  gboolean has_no_edges;
  /* Those of another picture of the trace, with which this one is compared; or NULL. */
  SpurLanes *lanes;
} SpurSpaceTimeOptions;

SpurSpaceTime *spur_space_time_new (const SpurSpaceTimeOptions *options);
void spur_space_time_free (SpurSpaceTime *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurSpaceTime, spur_space_time_free)

/* Steps of spur_space_time_new(), each in a file of its own. */
void spur_space_time_add_tracks (SpurSpaceTime *self);
void spur_space_time_add_bands (SpurSpaceTime *self, guint max_bands);
void spur_space_time_add_glyphs (SpurSpaceTime *self);

/* Adds the loads of a stream in the span, of the classes with a non-zero byte, whose visualizers
 * show nothing else. Needs an index. */
void spur_space_time_add_loads (SpurSpaceTime *self, guint stream, const guint8 *is_load);

/* Whether a visualizer adds marks of a class that the trace has. */
gboolean spur_space_time_has_marks (SpurSpaceTime *self);

/* When an event happened, in the times that are drawn. */
gint64 spur_space_time_event_ns (SpurSpaceTime *self, guint stream, guint64 event);

char *spur_space_time_get_note (SpurSpaceTime *self);

/* How many events on which targets, and how much of their time. */
char *spur_space_time_get_subtitle (SpurSpaceTime *self);

/* (transfer none): the picture of a view that is prepared. */
SpurSpaceTime *spur_space_time_view_peek (SpurSpaceTimeView *self);

/* The largest value of a style. */
double spur_space_time_get_largest (SpurSpaceTime *self, guint style);

/* The value of a style that the height of a lane's body stands for. */
double spur_space_time_get_full (SpurSpaceTime *self, guint style);

typedef struct
{
  const char *title;
  double width_px;
  double height_px;
  /* How many cells of aggregated states may be drawn; what bounds the size of a vector file. */
  guint max_cells;
} SpurSpaceTimeSize;

void spur_space_time_draw (SpurSpaceTime *self, SpurCanvas *canvas, const SpurSpaceTimeSize *size);

double spur_space_time_get_natural_height (SpurSpaceTime *self);

/* (transfer full): by swatch, whether states of its colour last for some of the time that is drawn:
 * at least @least_ns in all rows together. */
gboolean *spur_space_time_find_shown (SpurSpaceTime *self, gint64 least_ns);

/* (transfer full): by swatch, whether its colour may be seen in a picture of that size. */
gboolean *spur_space_time_legend_find (SpurSpaceTime *self, const SpurSpaceTimeSize *size);

/* Takes out the swatches of which too little is drawn: @seen_px2 by swatch. */
void spur_space_time_legend_limit (SpurSpaceTime *self, gboolean *is_shown, const double *seen_px2);

/* Draws what the swatches that are shown, and the arrows and signs of the picture, mean. Returns
 * where the legend ends. */
double spur_space_time_legend_draw (SpurSpaceTime *self,
                                    SpurCanvas *canvas,
                                    const SpurSpaceTimeSize *size,
                                    SpurPoint at,
                                    const gboolean *is_shown);

/* Returns where it would end. */
double spur_space_time_legend_measure (SpurSpaceTime *self,
                                       SpurCanvas *canvas,
                                       const SpurSpaceTimeSize *size,
                                       SpurPoint at,
                                       const gboolean *is_shown);

typedef struct _SpurLaneBars SpurLaneBars;

/* Looks for the bars of a picture, which has to stay. */
SpurLaneBars *spur_lane_bars_new (SpurSpaceTime *picture);
void spur_lane_bars_free (SpurLaneBars *self);

/* The first row of a lane, from above or from below, that has a bar at a time; NULL where none
 * has. */
const SpurTrack *
spur_lane_bars_find (const SpurLaneBars *self, guint lane, gint64 time_ns, gboolean is_from_above);

/* How many rows of a lane have a bar at once in a span of time, at most. Where states come from an
 * index, its rows are streams that all count. */
guint spur_lane_bars_count (const SpurLaneBars *self, guint lane, gint64 from_ns, gint64 to_ns);

/* Whether a lane has a sign in a span of time. */
gboolean
spur_lane_bars_has_sign (const SpurLaneBars *self, guint lane, gint64 from_ns, gint64 to_ns);

/* Whether the picture leaves out some of what there is. */
gboolean spur_space_time_is_sample (const SpurSpaceTime *self);

/* Where the states of tracks are drawn. */
typedef struct
{
  double x;
  double width;
  double y;
  double height;
  double column_px;
} SpurStripBox;

/* Tracks whose states, or the mean of them, are one row of bars. */
typedef struct
{
  SpurTrack *const *tracks;
  guint n_tracks;
  SpurStripBox box;
} SpurStripRow;

/* A bar of one colour, and which that is. */
typedef struct
{
  SpurRect rect;
  guint swatch;
} SpurStripBar;

/* What is seen of states that are drawn. */
typedef struct
{
  /* By swatch, the area that has its colour. */
  double *area_px2;
  /* Of rows that come from the index, whose spans are not known, the bars (SpurStripBar); row by
   * row, and in order of time. */
  GArray *bars;
} SpurStripSight;

/* A state that is open while a row of states is swept. */
typedef struct
{
  gint64 end_ns;
  guint swatch;
  guint32 owner; /* of a state that was set; %SPUR_NONE where it was entered */
} SpurOpenState;

/* Puts @state on a stack of those that are open when it begins. Returns on how many others its bar
 * lies. */
guint spur_state_strip_push (GArray *stack, const SpurOpenState *state);

/* How far below the top of its row a bar begins that lies on @depth others. */
double spur_state_strip_get_inset (const SpurStripBox *box, guint depth);

/* Draws rows one after the other; many threads measure them. Adds to @sight what is seen. */
void spur_state_strips_draw (SpurSpaceTime *self,
                             const SpurStripRow *rows,
                             guint n_rows,
                             SpurCanvas *canvas,
                             SpurStripSight *sight);

/* Names load objects and states on the bars of a track that are wide enough. */
void spur_state_strip_draw_names (SpurSpaceTime *self,
                                  const SpurTrack *track,
                                  SpurCanvas *canvas,
                                  const SpurStripBox *box);

/* Names the states of bars whose spans are not known. */
void spur_state_strip_name_bars (SpurSpaceTime *self, const GArray *bars, SpurCanvas *canvas);

/* Adds to @shares, column by column, the share that each swatch has in each of the @n_columns that
 * the picture's time is split into. */
void spur_state_strip_sum (SpurSpaceTime *self, SpurTrack *track, guint n_columns, float *shares);
