/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"

G_BEGIN_DECLS

#define SPUR_TYPE_DELAYS (spur_delays_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurDelays, spur_delays, SPUR, DELAYS, GObject)

SPUR_AVAILABLE_IN_ALL
SpurDelays *spur_delays_new (void);

SPUR_AVAILABLE_IN_ALL
gint64 spur_delays_get_default_ns (SpurDelays *self);

SPUR_AVAILABLE_IN_ALL
void spur_delays_set_default_ns (SpurDelays *self, gint64 mu_ns);

SPUR_AVAILABLE_IN_ALL
void spur_delays_set_class_ns (SpurDelays *self, const char *class_name, gint64 mu_ns);

SPUR_AVAILABLE_IN_ALL
void spur_delays_set_pair_ns (SpurDelays *self, guint from, guint to, gint64 mu_ns);

SPUR_AVAILABLE_IN_ALL
void spur_delays_set_estimates (SpurDelays *self, gboolean estimates);

SPUR_AVAILABLE_IN_ALL
gboolean spur_delays_parse (SpurDelays *self, SpurTrace *trace, const char *text, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean
spur_delays_parse_file (SpurDelays *self, SpurTrace *trace, const char *path, GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_delays_apply (
  SpurDelays *self, SpurEdges *edges, SpurTrace *trace, const guint32 *domains, const SpurJob *job);

SPUR_AVAILABLE_IN_ALL
char *spur_delays_describe (SpurDelays *self);

SPUR_AVAILABLE_IN_ALL
void spur_delays_note (SpurDelays *self, SpurCorrection *correction);

SPUR_AVAILABLE_IN_ALL
gboolean spur_delays_recall (SpurDelays *self, SpurCorrection *correction, GError **error);

G_END_DECLS
