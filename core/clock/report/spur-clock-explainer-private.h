/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edge-visitor-internal.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "core/clock/logical/spur-clock-pass-private.h"
#include "core/clock/report/spur-clock-explain.h"

/* Events between the ends of edges may be off by as much as this. */
#define SPUR_EXPLAINED_SLACK_NS 2

/* The passes of a correction, made again one by one. Where a step goes back in time, streams and
 * events are those of the mirrored trace from spur_explainer_take_direction() to
 * spur_explainer_clear_direction(). */
typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  SpurCorrection *correction;
  const SpurJob *job;
  guint stream;
  guint64 event;

  /* Of the direction that is gone through. */
  SpurEdges *directed;
  SpurEdgeVisitor visitor;
  gsize n_edges;

  /* Up to the step that pushes events, with its forward pass, and with all of it. */
  SpurCorrection *before;
  SpurCorrection *forward;
  SpurCorrection *after;
  const char *method;
  SpurClockParameters parameters;

  /* Of every stream by event. */
  GArray **exits;

  /* SpurReason, of one event or of one step. */
  GArray *reasons;

  /* SpurExplainedStep, of all events. */
  GArray *steps;
} SpurExplainer;

/* The edge into an event that leaves it the least room. */
typedef struct
{
  gboolean is_found;
  guint32 stream;
  guint64 event;
  SpurEdgeKind kind;
  gint64 mu_ns;
  gint64 room_ns;
} SpurExplainedPush;

/* Does something with a step, which begins after @n_before maps of each stream and ends after
 * @n_after. */
typedef gboolean (*SpurExplainFunc) (SpurExplainer *self,
                                     const char *options,
                                     const guint *n_before,
                                     const guint *n_after,
                                     GError **error);

/* Every step of the correction, the first one first, until one fails. */
gboolean spur_explainer_visit_steps (SpurExplainer *self, SpurExplainFunc visit, GError **error);

/* Takes the parameters of the step, if it is a logical clock: with the options that the facts name,
 * or as it comes where they name none. */
gboolean spur_explainer_read_step (SpurExplainer *self,
                                   const char *options,
                                   gboolean *is_logical,
                                   GError **error);

/* To the event's place in the mirrored trace, and back. */
guint64 spur_explainer_turn_event (SpurExplainer *self, guint32 stream, guint64 event);

gint64 spur_explainer_get_time (SpurExplainer *self,
                                SpurCorrection *correction,
                                guint32 stream,
                                guint64 event);

/* How far the forward pass pushed an event. */
gint64 spur_explainer_get_push (SpurExplainer *self, guint32 stream, guint64 event);

/* How far the event jumped, by which edge; 0 where it did not. */
gint64 spur_explainer_find_jump (SpurExplainer *self,
                                 guint32 stream,
                                 guint64 event,
                                 SpurExplainedPush *push);

/* The last receive or exit before @end; FALSE where there is none. */
gboolean spur_explainer_find_last_before (const SpurExplainer *self,
                                          guint32 stream,
                                          guint64 end,
                                          guint64 *event);

/* The first receive or exit at @begin or after it; FALSE where there is none. */
gboolean spur_explainer_find_first_from (const SpurExplainer *self,
                                         guint32 stream,
                                         guint64 begin,
                                         guint64 *event);

/* A pass in one direction only, to the end of @result. */
gboolean spur_explainer_run_direction (SpurExplainer *self,
                                       gboolean is_backward,
                                       SpurCorrection *result,
                                       GError **error);

/* The edges of the direction; run_direction() has left out those that form cycles. */
void spur_explainer_take_direction (SpurExplainer *self);
void spur_explainer_clear_direction (SpurExplainer *self);

SpurReason spur_explainer_make_reason (const SpurExplainer *self,
                                       SpurReasonKind kind,
                                       guint32 stream,
                                       guint64 event);

/* Adds to what is known, turned back where the direction is mirrored. */
void spur_explainer_add_reason (SpurExplainer *self, const SpurReason *reason);
