/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/spur-cli.h"
#include "cli/spur-mu.h"

G_BEGIN_DECLS

/* What the correction did to a stream. */
typedef struct
{
  const char *name;
  gint64 offset_ns; /* of the first event, by the methods before eclc */
  gint64 low_ns;    /* what messages with the first stream allow, where has_interval */
  gint64 high_ns;
  guint64 n_moved;   /* events that eclc moved */
  gint64 largest_ns; /* the largest shift by eclc */
  gboolean has_interval;
} SpurCorrectedStream;

/* A chain of correctors at work: how it is to be done, and what came of it. */
typedef struct
{
  char **methods;
  const SpurMuOptions *mu;
  gint64 mu_ns;
  gint64 gamma_ppb;
  gint64 slope_ppb;
  gint64 delta_ns;
  gboolean backward;

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

void spur_correcting_put_json (SpurCorrecting *self, SpurCli *cli, const char *output);

void spur_correcting_put_text (SpurCorrecting *self, SpurCli *cli, const char *output);

G_END_DECLS
