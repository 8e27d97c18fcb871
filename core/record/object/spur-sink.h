/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

#define SPUR_TYPE_SINK (spur_sink_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurSink, spur_sink, SPUR, SINK, GObject)

/**
 * SpurSinkClass:
 * @parent_class: the parent
 * @open: (nullable): begins; @clock is that of the events' times, "monotonic" for ns of
 *   CLOCK_MONOTONIC, "program" for a clock of the program's own
 * @add_source: (nullable): on whose behalf events are recorded from now on: @source is its number,
 *   and they come in the order of these
 * @add_state: (nullable): what time in a state is spent on
 * @set_fact: (nullable): something about the recording as a whole
 * @write: takes an event. @number is its position among those of its source, also where some of
 *   these were not for this sink. The event is the program's, to be looked at only; @level is 0
 *   where it has none
 * @flush: (nullable): hands over what is held back
 * @close: (nullable): ends
 * @snapshot: (nullable): makes a sealed trace of what it has in memory now
 *
 * All of it is called by the recorder, by one thread at a time, and must not call the recorder.
 * What fails with an error is counted as dropped; the error of the first one is kept and reported.
 *
 * Since: 1.0
 */
struct _SpurSinkClass
{
  GObjectClass parent_class;

  gboolean (*open) (SpurSink *self, const char *clock, GError **error);
  void (*add_source) (SpurSink *self, guint source, SpurActiveObject *object);
  void (*add_state) (SpurSink *self, const char *name, SpurStateKind kind);
  void (*set_fact) (SpurSink *self, const char *key, const char *value);
  gboolean (*write) (SpurSink *self,
                     guint source,
                     guint64 number,
                     SpurEvent *event,
                     GLogLevelFlags level,
                     GError **error);
  gboolean (*flush) (SpurSink *self, GError **error);
  gboolean (*close) (SpurSink *self, GError **error);
  SpurTrace *(*snapshot) (SpurSink *self, GError **error);

  /*< private >*/
  gpointer _reserved[8];
};

SPUR_AVAILABLE_IN_ALL
gboolean spur_sink_set_rules (SpurSink *self, const char *rules, GError **error);

SPUR_AVAILABLE_IN_ALL
guint64 spur_sink_get_n_events (SpurSink *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_sink_get_n_dropped (SpurSink *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_sink_check (SpurSink *self, GError **error);

SPUR_AVAILABLE_IN_ALL
SpurTrace *spur_sink_snapshot (SpurSink *self, GError **error);

/* For sinks, by any thread */

SPUR_AVAILABLE_IN_ALL
void spur_sink_drop (SpurSink *self, guint64 n_events, const GError *error);

G_END_DECLS
