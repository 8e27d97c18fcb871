/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/object/spur-recorder.h"

G_BEGIN_DECLS

#define SPUR_TYPE_MONITOR (spur_monitor_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurMonitor, spur_monitor, SPUR, MONITOR, GObject)

/**
 * SPUR_MONITOR_INTERVAL_MS:
 *
 * How often monitors look by default, as NetLogger does (section 2.2).
 *
 * Since: 1.0
 */
#define SPUR_MONITOR_INTERVAL_MS 100

/**
 * SpurMonitorClass:
 * @parent_class: the parent
 * @open: begins: adds what the events will be about. Where it fails,
 *   close is called, too
 * @sample: looks, and records what it sees with spur_monitor_put(); @is_last where the monitor is
 *   about to stop
 * @close: ends
 * @add_figures: adds the numbers of the last look that a person wants to see first; by any thread
 * @dup_categories: names of what can be looked at, to be chosen by spur_monitor_set_categories()
 *
 * All but the last two are called by one thread, that which looks.
 *
 * Since: 1.0
 */
struct _SpurMonitorClass
{
  GObjectClass parent_class;

  gboolean (*open) (SpurMonitor *self, GError **error);
  void (*sample) (SpurMonitor *self, gboolean is_last);
  void (*close) (SpurMonitor *self);
  void (*add_figures) (SpurMonitor *self, SpurEntryList *figures);
  char **(*dup_categories) (SpurMonitor *self);

  /*< private >*/
  gpointer _reserved[8];
};

/* For programs that want something to be watched */

SPUR_AVAILABLE_IN_ALL
void spur_monitor_set_interval_ms (SpurMonitor *self, guint interval_ms);

SPUR_AVAILABLE_IN_ALL
guint spur_monitor_get_interval_ms (SpurMonitor *self);

SPUR_AVAILABLE_IN_ALL
char **spur_monitor_dup_categories (SpurMonitor *self);

SPUR_AVAILABLE_IN_ALL
gboolean
spur_monitor_set_categories (SpurMonitor *self, const char *const *categories, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_monitor_has_category (SpurMonitor *self, const char *category);

SPUR_AVAILABLE_IN_ALL
void spur_monitor_set_recorder (SpurMonitor *self, SpurRecorder *recorder);

SPUR_AVAILABLE_IN_ALL
void spur_monitor_set_trace (SpurMonitor *self, SpurTrace *trace);

SPUR_AVAILABLE_IN_ALL
gboolean spur_monitor_set_recording (SpurMonitor *self, const char *where, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_monitor_start (SpurMonitor *self, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_monitor_start_in (SpurMonitor *self, GMainContext *context, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_monitor_stop (SpurMonitor *self, GError **error);

SPUR_AVAILABLE_IN_ALL
guint64 spur_monitor_get_n_samples (SpurMonitor *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_monitor_get_n_missed (SpurMonitor *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_monitor_get_n_events (SpurMonitor *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_monitor_get_n_dropped (SpurMonitor *self);

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_monitor_dup_figures (SpurMonitor *self);

SPUR_AVAILABLE_IN_ALL
char **spur_monitor_dup_notes (SpurMonitor *self);

/* For monitors, by the thread that looks */

SPUR_AVAILABLE_IN_ALL
guint32 spur_monitor_add_object (SpurMonitor *self,
                                 GType type,
                                 const char *name,
                                 const char *kind,
                                 guint32 parent,
                                 SpurEntryList *attributes);

SPUR_AVAILABLE_IN_ALL
guint32 spur_monitor_add_string (SpurMonitor *self, const char *text);

SPUR_AVAILABLE_IN_ALL
guint32 spur_monitor_add_state (SpurMonitor *self, const char *name, SpurStateKind kind);

SPUR_AVAILABLE_IN_ALL
void spur_monitor_set_source (SpurMonitor *self, guint32 object);

SPUR_AVAILABLE_IN_ALL
void spur_monitor_set_fact (SpurMonitor *self, const char *key, const char *value);

SPUR_AVAILABLE_IN_ALL
void spur_monitor_add_loss (SpurMonitor *self, const char *what, guint64 count);

SPUR_AVAILABLE_IN_ALL
void spur_monitor_add_note (SpurMonitor *self, const char *text);

SPUR_AVAILABLE_IN_ALL
void spur_monitor_put (SpurMonitor *self, GType event_type, gint64 time_ns, const guint64 *fields);

G_END_DECLS
