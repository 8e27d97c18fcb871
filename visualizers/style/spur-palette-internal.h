/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/presence/spur-history.h"
#include "core/plugin/spur-project.h"
#include "visualizers/style/spur-color-internal.h"
#include "visualizers/style/spur-visualizer.h"

/* States of one colour: a state that lasts long, or the rest of its kind. */
typedef struct
{
  const char *label;
  SpurStateKind kind;
  guint32 color;
  guint32 dark_color;
  gint64 total_ns;
  guint n_states;
} SpurSwatch;

/* Which state has which colour. */
typedef struct
{
  GArray *swatches;
  const SpurSwatch *all;
  guint n_swatches;
  guint32 *swatch_of_state;
  guint n_states;
} SpurPalette;

/* Keeps texts of @trace. @total_ns has an entry for every state of @trace, how long it lasts, and
 * one for the presence of objects that have no state. States that do not occur get no colour of
 * their own; those that a project of @registry gives one have that. */
SpurPalette *spur_palette_new (SpurTrace *trace,
                               SpurRegistry *registry,
                               const gint64 *total_ns,
                               guint max_swatches);

/* More colours of states are not told apart in one picture. */
#define SPUR_PALETTE_MAX_SWATCHES 10

/* By how long states last in the history of a whole trace. */
SpurPalette *
spur_palette_new_for_history (SpurTrace *trace, SpurRegistry *registry, SpurHistory *history);

void spur_palette_free (SpurPalette *self);

/* (transfer full): the swatches from the foot of a row: work, overhead, communication, idle; so
 * that its skyline is its load. */
GArray *spur_palette_order (const SpurPalette *self);

/* The swatch of @state, which may be %SPUR_NONE or out of range: the last one then. */
guint spur_palette_find (const SpurPalette *self, guint32 state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurPalette, spur_palette_free)

/* Whether spur_visualizer_add_marks() could add a mark. Most event classes are drawn from the
 * states and edges of the trace, and a view need not walk their events. */
gboolean spur_visualizer_has_marks (SpurVisualizer *self, const SpurStyle *style);

/* Sets the style of a visualizer, and that of the nearest ancestor of its event class that is drawn
 * as a sign. */
void
spur_visualizer_set_style (SpurVisualizer *self, const SpurStyle *style, const SpurStyle *sign);

/* The style of that ancestor; its form is something else where there is none. */
const SpurStyle *spur_visualizer_peek_sign (SpurVisualizer *self);

/* Whether events that are at one place of the picture come to the visualizer as a bucket. */
gboolean spur_visualizer_has_buckets (SpurVisualizer *self,
                                      const SpurEventLayout *layout,
                                      const SpurStyle *style);

/* Whether spur_visualizer_add_marks() adds the load that each event measures, and nothing else. */
gboolean spur_visualizer_shows_load (SpurVisualizer *self,
                                     const SpurEventLayout *layout,
                                     const SpurStyle *style);

/* Adds the load of an object at the first time of a batch whose records are not known. */
void spur_visualizer_add_load (SpurScene *scene,
                               const SpurEventBatch *batch,
                               guint32 subject,
                               double load);

/* The field whose range a bucket has; -1 for none. */
int spur_visualizer_find_value_field (SpurVisualizer *self, const SpurEventLayout *layout);

/* A field that holds a number. */
double
spur_visualizer_read_number (const SpurEventLayout *layout, guint field, const guint8 *record);

/* The lane of an event: that of the target that it is about or comes to, or on which its subject is
 * then, else that of its stream. */
guint32 spur_visualizer_find_lane (SpurScene *scene, const SpurEventBatch *batch, gsize index);

/* Events of a class on their way to a visualizer, while those at one place become buckets. */
typedef struct _SpurBucketing SpurBucketing;

SpurBucketing *spur_bucketing_new (SpurVisualizer *visualizer, SpurScene *scene);

void spur_bucketing_free (SpurBucketing *self);

/* Takes a batch of the class; those of one stream come one after the other. */
void spur_bucketing_add (SpurBucketing *self, const SpurEventBatch *batch);

/* Gives all that was taken to the visualizer: the stream has ended. */
void spur_bucketing_flush (SpurBucketing *self);

/* Adds a mark of @style for every event, where the subject is from then on. */
void spur_visualizer_add_glyphs (SpurScene *scene, const SpurEventBatch *batch, guint32 style);

/* The style of a class of which nothing is known: it is not drawn. */
void spur_style_init (SpurStyle *style);

/* Changes @style by what @registry says of just this event class; ancestors are not asked. */
void spur_style_apply_class (SpurStyle *style, SpurRegistry *registry, const char *event_class);

/* Visualizers that draw events by more than their style. */
GType spur_neighborhood_visualizer_get_type (void);
GType spur_put_visualizer_get_type (void);
GType spur_get_visualizer_get_type (void);
GType spur_thread_visualizer_get_type (void);
