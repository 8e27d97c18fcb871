/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/canvas/spur-time-frame-internal.h"
#include "visualizers/lifeline/spur-field-reader-internal.h"
#include "visualizers/style/spur-palette-internal.h"

/* More rows are not read in one picture; the ones with the fewest events go. */
#define SPUR_LIFELINES_MAX_ROWS 60
/* Lines of more groups are not told apart by their colours. */
#define SPUR_LIFELINES_MAX_GROUPS 8
/* What is in no group, or in one beyond the last. */
#define SPUR_LIFELINES_NO_GROUP G_MAXUINT16

/* The colour of a group on light paper. */
guint32 spur_lifelines_get_color (guint group);

/* Events of one class, and where that has a state, of one state. */
typedef struct
{
  char *name;
  /* Which of the wanted rows it is; of those that are not wanted by name, 0. */
  guint wanted;
  gboolean is_point;
  guint64 n_events;
  /* From the bottom; SPUR_NONE where it is not drawn. */
  guint32 place;
} SpurLifelineRow;

/* Which row an event has, if any. */
typedef struct
{
  SpurTrace *trace;
  GArray *all; /* of SpurLifelineRow */
  gboolean are_wanted;
  GPtrArray *wanted; /* of Pattern, for rows */
  GPtrArray *points; /* of Pattern, for those of single events */
  /* Class and state to the row's index and 1; 0 where there is none. */
  GHashTable *row_of_class;
} SpurLifelineRows;

/* Of names with commas; each list may be NULL. */
SpurLifelineRows *spur_lifeline_rows_new (SpurTrace *trace, const char *wanted, const char *points);

void spur_lifeline_rows_free (SpurLifelineRows *self);

/* %SPUR_NONE where events of the class are not drawn. */
guint32 spur_lifeline_rows_find (SpurLifelineRows *self, guint class_index, const guint8 *record);

/* Whether each name that was wanted is of a row, or of a class whose events are not there. */
gboolean spur_lifeline_rows_check (SpurLifelineRows *self, GError **error);

/* An event on a lifeline, or by itself. */
typedef struct
{
  guint64 key;
  gint64 time_ns;
  guint32 row;
  guint32 sequence;
  guint16 group;
  /* Itself, and those behind it in its column of pixels that have no point of their own. */
  guint32 n_events;
} SpurLifelinePoint;

/* The events of one object, in order of time. */
typedef struct
{
  gsize first;
  guint32 n_points;
  guint16 group;
} SpurLifeline;

typedef struct
{
  guint64 key;
  gint64 time_ns;
  double value;
  guint32 sequence;
  guint16 line;
  /* In the end, of the first value of a series that of all of it. */
  guint16 group;
} SpurLoadPoint;

/* A number that changes in the course of time. */
typedef struct
{
  SpurFormula *formula;
  SpurFieldReader **readers;
  /* NULL where it has none. */
  char *unit;
  double factor;
  double least;
  double most;
  gsize first;
  gsize n_points;
} SpurLoadLine;

typedef struct
{
  SpurTrace *trace;
  SpurRegistry *registry;
  gboolean raw;
  gint64 from_ns;
  gint64 to_ns;
  /* Lists with commas, or NULL. */
  const char *identity;
  const char *rows;
  const char *points;
  const char *load_line;
  const char *group;
  /* With more events and values than this, those go that no column of pixels shows, then objects.
   */
  gsize max_events;
  /* 0 where all events are wanted. */
  guint n_columns;
} SpurLifelinesOptions;

/* What a lifeline picture shows, in time, rows and values; nothing of pixels. */
typedef struct
{
  SpurTrace *trace;
  SpurRegistry *registry;
  gboolean raw;
  gint64 from_ns;
  gint64 to_ns;
  gint64 zero_ns;

  SpurLifelineRows *rows;
  /* (element-type guint32): the rows that are drawn, from the bottom. */
  GArray *order;
  guint n_rows_hidden;
  /* Bytes that the names of all drawn rows begin with, up to a full stop, and that are said once.
   */
  gsize n_prefix_bytes;
  GArray *points;     /* of SpurLifelinePoint, by lifeline and time */
  GArray *lines;      /* of SpurLifeline, by their begin */
  GArray *load_lines; /* of SpurLoadLine */
  GArray *values;     /* of SpurLoadPoint, by load-line, series and time */
  GPtrArray *groups;  /* of char */
  gboolean has_more_groups;
  /* One object in 2 to this power is looked at. */
  guint shift;
  guint n_columns;
  gboolean is_aggregated;
} SpurLifelines;

/* NULL with %SPUR_VIEW_ERROR_OPTION, or where the job is cancelled. */
SpurLifelines *
spur_lifelines_new (const SpurLifelinesOptions *options, const SpurJob *job, GError **error);

void spur_lifelines_free (SpurLifelines *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurLifelines, spur_lifelines_free)

/* What comes after all events are there: lifelines, and the order of the rows along them. */
void spur_lifelines_join (SpurLifelines *self);

/* By object and time; by load-line, series and time. */
void spur_lifelines_sort_points (SpurLifelines *self);
void spur_lifelines_sort_values (SpurLifelines *self);

/* Leaves out what no column of pixels shows, of points and values that are in any order. */
void spur_lifelines_aggregate (SpurLifelines *self);

/* How many events the points stand for. */
guint64 spur_lifelines_count_events (const SpurLifelines *self);

char *spur_lifelines_get_note (const SpurLifelines *self);

double spur_lifelines_get_height (const SpurLifelines *self);

typedef struct
{
  const char *title;
  double width_px;
  double height_px;
} SpurLifelinesSize;

void
spur_lifelines_draw (const SpurLifelines *self, SpurCanvas *canvas, const SpurLifelinesSize *size);
