/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <stdatomic.h>

#include "core/store/trace/spur-trace.h"
#include "plugins/formats/projections/projections-record.h"

/* Opens the log of a PE. Called from several threads at once. */
typedef ProjectionsLines *(*ProjectionsOpenFunc) (guint log, gpointer user_data, GError **error);

/* What a PE does beside entry methods. */
typedef enum
{
  PROJECTIONS_REGION_COMPUTATION,
  PROJECTIONS_REGION_IDLE,
  PROJECTIONS_REGION_PACK,
  PROJECTIONS_REGION_UNPACK,
  PROJECTIONS_REGION_INTERRUPT,
  PROJECTIONS_N_REGIONS,
} ProjectionsRegion;

/* An event class in a trace. */
typedef struct
{
  guint index;
  const SpurEventLayout *layout;
} ProjectionsKind;

/* The event classes and states that events of this format are made of. */
typedef struct
{
  ProjectionsKind begin;
  ProjectionsKind end;
  ProjectionsKind creation;
  ProjectionsKind enter;
  ProjectionsKind exit;
  ProjectionsKind record;
  guint creation_receivers;
  guint record_type;
  guint record_text;
  guint record_value;
  guint32 states[PROJECTIONS_N_REGIONS];
} ProjectionsVocabulary;

/* What is left out of a log. */
typedef enum
{
  PROJECTIONS_LOSS_MALFORMED,
  PROJECTIONS_LOSS_UNKNOWN,
  PROJECTIONS_LOSS_CUT_OFF,
  PROJECTIONS_LOSS_MISSING,
  PROJECTIONS_LOSS_UNREADABLE,
  PROJECTIONS_LOSS_TEXTS,
  PROJECTIONS_N_LOSSES,
} ProjectionsLoss;

/* One PE's log: what a thread finds in it, for itself. */
typedef struct
{
  GError *error;
  char *first_problem;

  /* Records that the first line promises, -1 where it does not; why the walk ended too early. */
  gint64 n_claimed;
  char *damage;

  guint64 losses[PROJECTIONS_N_LOSSES];
  /* Set of #ProjectionsElement, and the texts of notes in the order of the log. */
  GHashTable *elements;
  GHashTable *texts;
  GPtrArray *text_order;
  /* One above the last entry method of a record. */
  guint n_entries;
} ProjectionsLog;

/* A trace that is being read: first all logs are surveyed for what must be defined before events
 * can be, then they are read again and the streams are filled. Whatever the threads do, numbers
 * are given in one order. */
typedef struct
{
  const ProjectionsSts *sts;
  const SpurJob *job;
  ProjectionsOpenFunc open;
  gpointer open_data;
  guint64 n_total_bytes;
  _Atomic guint64 n_done_bytes;

  SpurTrace *trace;
  ProjectionsVocabulary vocabulary;
  guint n_logs;
  ProjectionsLog *logs;

  /* By entry method: whether a record has it, and then its state in the trace. */
  _Atomic guint8 is_used[PROJECTIONS_MAX_ID + 1];
  guint32 states[PROJECTIONS_MAX_ID + 1];
  /* #ProjectionsElement to object, text to string, number to string. */
  GHashTable *objects;
  GHashTable *strings;
  GHashTable *user_events;
  GHashTable *statistics;
} ProjectionsReading;

typedef void (*ProjectionsLineFunc) (const ProjectionsLines *lines,
                                     const ProjectionsLine *line,
                                     gpointer user_data);

/* Hands out the lines of a log after the first one. FALSE where the log cannot be read or is none;
 * then the log's error is set. */
gboolean projections_reading_walk (ProjectionsReading *self,
                                   guint log,
                                   ProjectionsLineFunc func,
                                   gpointer user_data);

/* Between the passes: what events are made of. */
void projections_reading_define_vocabulary (ProjectionsReading *self);

/* Both are #SpurJobTask. */
void projections_reading_survey_log (guint log, gpointer reading);
void projections_reading_fill_stream (guint log, gpointer reading);

/* Reads a trace of @n_logs logs. */
SpurTrace *projections_reading_run (const ProjectionsSts *sts,
                                    guint n_logs,
                                    ProjectionsOpenFunc open,
                                    gpointer open_data,
                                    guint64 n_total_bytes,
                                    const SpurJob *job,
                                    GError **error);
