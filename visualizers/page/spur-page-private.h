/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/report/spur-clock-report.h"
#include "core/record/reading/spur-recording-tail-internal.h"
#include "visualizers/page/spur-report.h"
#include "visualizers/space-time/spur-space-time-internal.h"

/* What goes to the places @NAME@ of a template, by name. */
GHashTable *spur_page_pieces_new (void);

/* (transfer none): a piece to which HTML is appended. */
GString *spur_page_add_piece (GHashTable *pieces, const char *name);

/* Takes @text. */
void spur_page_set_piece (GHashTable *pieces, const char *name, char *text);

/* Makes a page from the library's resources: a template, whose @STYLE@ and @SCRIPT@ are filled
 * from @styles and @scripts (NULL-terminated), and @STYLE_HASH@ and @SCRIPT_HASH@ for its content
 * security policy. */
GString *spur_page_fill (GHashTable *pieces,
                         const char *template_name,
                         const char *const *styles,
                         const char *const *scripts);

gboolean spur_page_save (const GString *page, const char *path, GError **error);

/* Text for use in HTML, also within the quotes of an attribute. */
char *spur_page_escape (const char *text);

/* A number as text, the same in every locale; valid within the block around it. */
#define SPUR_PAGE_NUMBER(format, value)                                                            \
  g_ascii_formatd ((char[G_ASCII_DTOSTR_BUF_SIZE]){ 0 }, G_ASCII_DTOSTR_BUF_SIZE, format, value)

/* A time within a sentence: no line begins with its unit. Valid within the block around it. */
#define SPUR_PAGE_NS(ns, digits) spur_page_write_ns (SPUR_VIEW_TEXT, ns, digits)

const char *spur_page_write_ns (char *text, gint64 ns, guint digits);

/* A number of the headline, as recorded and corrected, as texts. Without a class a number is
 * written as it is; @after is NULL where nothing is corrected. */
typedef struct
{
  const char *what;
  const char *before;
  const char *before_class;
  const char *after;
  const char *after_class;
  const char *unit;
} SpurPageCard;

void spur_page_append_card (GString *html, const SpurPageCard *card);

/* A card of counts, of which every one above 0 is bad; @after is NULL where nothing is corrected.
 */
void spur_page_append_count_card (
  GString *html, const char *what, guint64 before, const guint64 *after, const char *unit);

/* Begins a row of a table, with a name that is not escaped yet. */
void spur_page_begin_row (GString *html, const char *name);

/* Cells of a table. */
void spur_page_append_cell (GString *html, const char *text, gboolean is_bad);
void spur_page_append_count (GString *html, guint64 count, gboolean is_bad);
void spur_page_append_percent (GString *html, double part);

/* A cell with a time: all of a column have the unit and the decimals that the largest one of them
 * needs for @digits significant digits. */
void spur_page_append_ns (GString *html, gint64 ns, guint digits);

/* (transfer full): what stands for such a time in a cell. */
char *spur_page_mark_ns (gint64 ns, guint digits);

/* Writes the times of all tables of a piece; spur_page_fill() does it. */
void spur_page_align_columns (GString *html);
/* A row of a name and a value, neither of which is escaped yet. */
void spur_page_append_fact (GString *html, const char *name, const char *value);

/* What loads by an index need again for every row: see spur_report_fill_streams(). */
typedef struct _SpurReportStreams SpurReportStreams;

/* The trace in one set of times. */
typedef struct
{
  SpurSpaceTime *picture;
  SpurCheck check;
  /* NULL without an index. */
  SpurReportStreams *streams;
} SpurReportSide;

/* Most events of a part of a large trace, which a server makes while its page waits. */
#define SPUR_REPORT_PART_EVENTS 100000

/* Events of a stream that the page holds, one after the other. */
typedef struct
{
  guint64 first;
  guint64 n_events;
} SpurReportRange;

/* What a report is made from. Without a correction there is only the raw side. */
typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  /* Of a page that a server gives out without events, which are asked for by parts; else NULL. */
  SpurIndex *index;
  /* The trace grows, and a server says when. */
  gboolean is_live;
  /* (nullable): the trace is the last one of it. */
  SpurRecordingTail *tail;
  const char *input;
  SpurReportSide raw;
  SpurReportSide corrected;
  gboolean has_corrected;
  /* The side whose times the window is in; NULL for both. */
  const SpurReportSide *only;

  /* The window of which the page holds all events: the whole trace, what was asked for, or as much
   * of that as a page can hold, from its begin on. */
  gint64 from_ns;
  gint64 to_ns;
  gboolean is_cut;
  SpurReportRange *ranges;
  /* With those that are not in the trace of a tail. */
  guint64 n_events;
  guint64 n_events_kept;
} SpurReport;

/* Pictures and checks in both sets of times. */
void spur_report_fill_sides (SpurReport *self, const SpurJob *job);

void spur_report_choose_window (SpurReport *self, const SpurReportOptions *options);

/* The page of what was filled and chosen. */
GString *spur_report_make_page (SpurReport *self, const SpurJob *job);

/* The same; and what a page of a trace that grows takes of it: JSON with its "data" and the rest of
 * the "page" without styles and scripts. */
GString *spur_report_make_live_page (SpurReport *self, GString **news, const SpurJob *job);

/* A set of times as JSON: what is drawn, and the load of the targets in at most @most_bins. */
void
spur_report_append_side (GString *json, SpurReport *self, SpurReportSide *side, guint most_bins);

/* Finds the streams of each row of a side, once for all rows. */
void spur_report_fill_streams (SpurReport *self, SpurReportSide *side);

void spur_report_streams_free (SpurReportStreams *self);

/* The part of each column in which something works or has overhead on a row, by the index; where
 * several streams are on its target, as if no two of them ran at once. */
void spur_report_get_loads (SpurReport *self,
                            const SpurReportSide *side,
                            guint lane,
                            const SpurIndexWindow *window,
                            float *loads);

void spur_report_clear (SpurReport *self);

/* What `spur report` writes, in memory; NULL where @job was cancelled. */
GString *spur_report_make_whole (SpurTrace *trace,
                                 SpurEdges *edges,
                                 const SpurReportOptions *options,
                                 const SpurJob *job,
                                 GError **error);

/* Events of a stream, with those that are not in the trace of a tail. */
guint64 spur_report_count_stream (const SpurReport *self, guint stream);

gboolean spur_report_has_event (const SpurReport *self, guint stream, guint64 event);

/* Whether something between two times, in either order, touches the window. */
gboolean spur_report_is_in_window (const SpurReport *self, gint64 one_ns, gint64 other_ns);

/* LEB128; signed numbers zigzag. */
void spur_report_put_unsigned (GByteArray *bytes, guint64 value);
void spur_report_put_signed (GByteArray *bytes, gint64 value);

/* A reference to a table; none is 0. */
void spur_report_put_entry (GByteArray *bytes, guint32 entry);

/* IEEE 754, little-endian. */
void spur_report_put_double (GByteArray *bytes, guint64 bits);

/* Adds a member "key":"bytes, packed by gzip, in base64" to an object. */
void spur_report_append_column (GString *json, const char *key, GByteArray *bytes);

void spur_report_append_string (GString *json, const char *text);

/* What the page draws, as JSON that may stand in an HTML script element. It leaves edges out that
 * form cycles, and so comes last of all. */
void spur_report_append_data (GString *json, SpurReport *self, const SpurJob *job);

/* Members of it: events with their fields; edges; and what is drawn in one set of times. */
void spur_report_append_events (GString *json, SpurReport *self);
void spur_report_append_edges (GString *json, SpurReport *self);
void spur_report_append_scene (GString *json, SpurReport *self, SpurSpaceTime *picture);

/* Of a picture in which events that cannot be told apart are one mark: what visualizers contribute,
 * with "markCounts". */
void spur_report_append_marks (GString *json, SpurReport *self, SpurSpaceTime *picture);

/* The same of the system at a time: what active objects are, and where each is and in which state.
 */
void spur_report_append_system (GString *json, SpurReport *self);
void spur_report_append_situations (GString *json, SpurReport *self, SpurSpaceTime *picture);

/* Columns of time over the whole trace for each of @n_lanes lanes. */
guint spur_report_count_bins (guint n_lanes);

/* Adds the states of the whole trace, for the page of a part. */
void spur_report_append_overview (GString *json, SpurSpaceTime *picture);

/* Adds what moved events, where the correction says that. */
void spur_report_append_steps (GString *json, SpurReport *self, const SpurJob *job);

/* Whether there are edges that are no messages. */
gboolean spur_report_has_other_edges (SpurReport *self);

/* What the page calls its edges, as in "messages and creations". */
char *spur_report_list_edge_kinds (SpurReport *self);

/* Pieces of the page, in HTML: text; what the correction did, and what is known of the trace. */
void spur_report_add_text (GHashTable *pieces, SpurReport *self);
void spur_report_add_facts (GHashTable *pieces, SpurReport *self);

/* What is found about clocks; balance and waits add theirs. */
void spur_report_add_findings (GHashTable *pieces, SpurReport *self);

/* How even load was in each phase, where the trace has load. */
void spur_report_add_balance (GHashTable *pieces, SpurReport *self, const SpurJob *job);

/* What the calls of the trace wait for, where they do. */
void spur_report_add_waits (GHashTable *pieces, SpurReport *self, const SpurJob *job);

/* What of the streams is drawn. */
typedef enum
{
  SPUR_CLOCK_CHART_SHIFTS,
  SPUR_CLOCK_CHART_WANDER,
  SPUR_CLOCK_CHART_WIDTHS,
} SpurClockChart;

/* A line for each stream over time, as SVG with a legend in HTML. */
void
spur_clock_chart_append (GString *html, const SpurReportFigures *figures, SpurClockChart chart);

/* Reversed edges by pair of streams, before and after, as SVG; nothing for too many streams. */
void spur_clock_matrix_append (GString *html, const SpurReportFigures *figures);

/* Pieces of the page: tables, and what is said below them. */
void spur_clock_page_add_classes (GHashTable *pieces, const SpurReportFigures *figures);
void spur_clock_page_add_pairs (GHashTable *pieces, const SpurReportFigures *figures);
void spur_clock_page_add_intervals (GHashTable *pieces, const SpurReportFigures *figures);
void spur_clock_page_add_streams (GHashTable *pieces, const SpurReportFigures *figures);
void spur_clock_page_add_facts (GHashTable *pieces, const SpurReportFigures *figures);
