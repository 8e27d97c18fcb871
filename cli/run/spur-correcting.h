/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/options/spur-options.h"

/* The effect of the correction on a stream. */
typedef struct
{
  const char *name;
  gint64 offset_ns;     /* how much its first event moved */
  gint64 half_width_ns; /* how far its times may be off from those of all; -1 where unknown */
  SpurClockVerdict verdict;
  guint component;   /* 0 where its clock has nothing to do with others, or that was not asked */
  guint64 n_moved;   /* events that have another time than before */
  guint64 n_pushed;  /* of these, those that a logical clock moved in the end */
  gint64 largest_ns; /* the most that it moved one, below 0 where that was back */
} SpurCorrectedStream;

/* A chain of correctors at work: its options and its results. */
typedef struct
{
  char **methods;
  const SpurMuOptions *mu;
  SpurClockChain *chain;
  gint64 mu_ns;

  SpurTrace *trace;
  SpurEdges *edges;
  SpurCorrection *correction;
  SpurCorrectedStream *streams;
  guint n_streams;
  SpurCheck before;
  SpurCheck after;
} SpurCorrecting;

void spur_correcting_clear (SpurCorrecting *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurCorrecting, spur_correcting_clear)

gboolean
spur_correcting_run (SpurCorrecting *self, SpurTrace *trace, const SpurJob *job, GError **error);

/* Adds the results to the tree. @notes: further changes, which only text shows. */
void spur_correcting_add (SpurCorrecting *self, SpurCli *cli, const char *output, GPtrArray *notes);
