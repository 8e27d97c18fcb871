/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-delays.h"

/* Where the mu of edges came from. */
typedef enum
{
  SPUR_DELAY_DEFAULT,
  SPUR_DELAY_OWN,
  SPUR_DELAY_PAIR,
  SPUR_DELAY_CLASS,
  SPUR_DELAY_MEASURED,
  SPUR_DELAY_COARSE,
  SPUR_N_DELAY_SOURCES,
} SpurDelaySource;

/* What of each source became of edges and collective operations. */
typedef struct
{
  guint64 n_edges[SPUR_N_DELAY_SOURCES];
  gint64 least_ns[SPUR_N_DELAY_SOURCES];
  gint64 most_ns[SPUR_N_DELAY_SOURCES];
} SpurDelayCensus;

/* For every class of the trace what is given for it or the nearest of its ancestors, or
 * %SPUR_MU_DEFAULT. */
gint64 *spur_delays_list_classes (SpurDelays *self, SpurTrace *trace);

/* Where every process has some of the edges: gives all of them what each of them says, one after
 * the other. Takes @own. */
typedef struct
{
  gpointer data;
  GByteArray *(*gather) (gpointer data, GByteArray *own);
} SpurDelayExchange;

/* As spur_delays_apply(); @exchange may be NULL. */
void spur_delays_apply_exchanged (SpurDelays *self,
                                  SpurEdges *edges,
                                  SpurTrace *trace,
                                  const guint32 *domains,
                                  const SpurDelayExchange *exchange,
                                  const SpurJob *job);

void spur_delays_take_census (SpurDelays *self, const SpurDelayCensus *census);

/* Whether what is not given is measured where it can be. */
gboolean spur_delays_get_estimates (SpurDelays *self);

/* What is given for messages from one stream to another, or %SPUR_MU_DEFAULT. */
gint64 spur_delays_get_pair_ns (SpurDelays *self, guint from, guint to);

/* Whether a mu is given for any pair of streams. */
gboolean spur_delays_has_pairs (SpurDelays *self);
