/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>
#include <stdlib.h>

#include "core/base/spur-object-internal.h"
#include "core/base/spur-order-internal.h"
#include "visualizers/scene/spur-scene-internal.h"

/**
 * SpurScene:
 *
 * The marks of a span of time, before they have a place on a canvas: what visualizers
 * contribute, and a view draws.
 *
 * Marks that would lie on top of one another are kept once, so that a scene stays small
 * however many events there are; those that it leaves out are counted.
 *
 * Since: 1.0
 */
SPUR_DEFINE_OBJECT (SpurScene, spur_scene, G_TYPE_FLAG_FINAL)

static void
spur_scene_clear (SpurScene *self)
{
  g_array_unref (self->styles);
  g_array_unref (self->glyphs);
  g_array_unref (self->bars);
  g_array_unref (self->arrows);
  g_ptr_array_unref (self->taken);
  g_array_unref (self->values);
  g_hash_table_unref (self->last_values);
}

static guint
hash_series (gconstpointer key)
{
  const SpurSceneValue *value = key;

  return (value->series * 31u + value->lane) * 31u + value->style;
}

static gboolean
same_series (gconstpointer a, gconstpointer b)
{
  const SpurSceneValue *x = a, *y = b;

  return x->series == y->series && x->lane == y->lane && x->style == y->style;
}

static void
spur_scene_init (SpurScene *self)
{
  self->values = g_array_new (FALSE, FALSE, sizeof (SpurSceneValue));
  self->last_values = g_hash_table_new_full (hash_series, same_series, g_free, NULL);
  self->styles = g_array_new (FALSE, FALSE, sizeof (SpurStyle));
  self->glyphs = g_array_new (FALSE, FALSE, sizeof (SpurSceneGlyph));
  self->bars = g_array_new (FALSE, FALSE, sizeof (SpurSceneBar));
  self->arrows = g_array_new (FALSE, FALSE, sizeof (SpurSceneArrow));
  self->taken = g_ptr_array_new_with_free_func (g_free);
}

/**
 * spur_scene_new:
 * @from_ns: begin of the span of time that is drawn
 * @to_ns: its end, after @from_ns
 * @n_lanes: how many lanes there are
 * @n_columns: how many marks side by side can be told apart; at least 1
 *
 * Makes an empty scene.
 *
 * Returns: (transfer full): a scene
 *
 * Since: 1.0
 */
SpurScene *
spur_scene_new (gint64 from_ns, gint64 to_ns, guint n_lanes, guint n_columns)
{
  SpurScene *self;

  g_return_val_if_fail (to_ns > from_ns, NULL);
  g_return_val_if_fail (n_columns > 0, NULL);

  self = g_object_new (SPUR_TYPE_SCENE, NULL);
  self->from_ns = from_ns;
  self->to_ns = to_ns;
  self->n_lanes = n_lanes;
  self->n_columns = n_columns;
  return self;
}

void
spur_scene_set_lane_finder (SpurScene *self, SpurLaneFinder finder, gpointer data)
{
  self->finder = finder;
  self->finder_data = data;
}

/**
 * spur_scene_find_lane:
 * @self: a scene
 * @object: an active object of the trace
 * @time_ns: a time, in the times that are drawn
 *
 * Asks on which lane an active object is at a time: that of the target itself, or of the target
 * that a load object is on.
 *
 * Returns: the lane, or %SPUR_NONE where it is not known
 *
 * Since: 1.0
 */
guint32
spur_scene_find_lane (SpurScene *self, guint32 object, gint64 time_ns)
{
  g_return_val_if_fail (SPUR_IS_SCENE (self), SPUR_NONE);

  if (self->finder == NULL || object == SPUR_NONE)
    return SPUR_NONE;
  return self->finder (self->finder_data, object, time_ns);
}

static gboolean
same_style (const SpurStyle *a, const SpurStyle *b)
{
  return a->form == b->form && a->glyph == b->glyph && a->color == b->color &&
         a->opacity == b->opacity && a->width_px == b->width_px && a->dash_px == b->dash_px &&
         a->full == b->full && g_strcmp0 (a->label, b->label) == 0;
}

/**
 * spur_scene_add_style:
 * @self: a scene
 * @style: a style
 *
 * Adds a style, unless an equal one is there.
 *
 * Returns: its entry, to be used in marks
 *
 * Since: 1.0
 */
guint
spur_scene_add_style (SpurScene *self, const SpurStyle *style)
{
  g_return_val_if_fail (SPUR_IS_SCENE (self), 0);
  g_return_val_if_fail (style != NULL, 0);

  for (guint i = 0; i < self->styles->len; i++)
    if (same_style (&g_array_index (self->styles, SpurStyle, i), style))
      return i;
  g_array_append_vals (self->styles, style, 1);
  g_ptr_array_add (self->taken, NULL);
  return self->styles->len - 1;
}

gsize
spur_scene_find_column (SpurScene *self, gint64 time_ns)
{
  double share = (double) (time_ns - self->from_ns) / (double) (self->to_ns - self->from_ns);

  return MIN ((gsize) (share * self->n_columns), self->n_columns - 1);
}

/* Takes the place of a glyph; FALSE where there is one of its style already. */
static gboolean
take_place (SpurScene *self, const SpurSceneGlyph *glyph)
{
  gsize column = spur_scene_find_column (self, glyph->time_ns);
  gsize place = (gsize) glyph->lane * self->n_columns + column;
  guint8 *taken = g_ptr_array_index (self->taken, glyph->style);

  if (taken == NULL)
    {
      taken = g_malloc0 (((gsize) self->n_lanes * self->n_columns + 7) / 8);
      g_ptr_array_index (self->taken, glyph->style) = taken;
    }
  if (taken[place / 8] & (1 << (place % 8)))
    return FALSE;
  taken[place / 8] |= (guint8) (1 << (place % 8));
  return TRUE;
}

/**
 * spur_scene_add_glyph:
 * @self: a scene
 * @glyph: a mark at one instant
 *
 * Adds a tick or a sign. One that would lie on another of its style is left out and counted.
 *
 * Since: 1.0
 */
void
spur_scene_add_glyph (SpurScene *self, const SpurSceneGlyph *glyph)
{
  g_return_if_fail (SPUR_IS_SCENE (self));
  g_return_if_fail (glyph != NULL && glyph->style < self->styles->len);

  if (glyph->lane >= self->n_lanes || glyph->time_ns < self->from_ns ||
      glyph->time_ns > self->to_ns)
    return;
  if (self->keeps_all || take_place (self, glyph))
    g_array_append_vals (self->glyphs, glyph, 1);
  else
    self->n_hidden += MAX (glyph->n_events, 1);
}

/**
 * spur_scene_add_bar:
 * @self: a scene
 * @bar: a mark that lasts
 *
 * Adds a bar on top of the states of its lane.
 *
 * Since: 1.0
 */
void
spur_scene_add_bar (SpurScene *self, const SpurSceneBar *bar)
{
  g_return_if_fail (SPUR_IS_SCENE (self));
  g_return_if_fail (bar != NULL && bar->style < self->styles->len);

  if (bar->lane < self->n_lanes && bar->end_ns >= self->from_ns && bar->begin_ns <= self->to_ns)
    g_array_append_vals (self->bars, bar, 1);
}

/**
 * spur_scene_add_arrow:
 * @self: a scene
 * @arrow: a mark between two lanes
 *
 * Adds an arrow.
 *
 * Since: 1.0
 */
void
spur_scene_add_arrow (SpurScene *self, const SpurSceneArrow *arrow)
{
  g_return_if_fail (SPUR_IS_SCENE (self));
  g_return_if_fail (arrow != NULL && arrow->style < self->styles->len);

  if (arrow->from_lane < self->n_lanes && arrow->to_lane < self->n_lanes &&
      MAX (arrow->from_ns, arrow->to_ns) >= self->from_ns &&
      MIN (arrow->from_ns, arrow->to_ns) <= self->to_ns)
    {
      SpurSceneArrow added = *arrow;

      added.n_joined = MAX (added.n_joined, 1);
      g_array_append_val (self->arrows, added);
    }
}

/**
 * spur_scene_add_value:
 * @self: a scene
 * @value: a measured value; those of one series come in the order of time
 *
 * Adds a point of a line. Of those that cannot be told apart side by side the largest stays; the
 * others are counted as left out. What is no finite number is not drawn, and counted, too.
 *
 * Since: 1.0
 */
void
spur_scene_add_value (SpurScene *self, const SpurSceneValue *value)
{
  gpointer place;
  SpurSceneValue *last;

  g_return_if_fail (SPUR_IS_SCENE (self));
  g_return_if_fail (value != NULL && value->style < self->styles->len);

  if (value->lane >= self->n_lanes || value->time_ns < self->from_ns ||
      value->time_ns > self->to_ns)
    return;
  if (!isfinite (value->value))
    {
      self->n_hidden++;
      return;
    }
  if (!self->keeps_all && g_hash_table_lookup_extended (self->last_values, value, NULL, &place))
    {
      last = &g_array_index (self->values, SpurSceneValue, GPOINTER_TO_UINT (place));
      if (spur_scene_find_column (self, last->time_ns) ==
          spur_scene_find_column (self, value->time_ns))
        {
          last->value = MAX (last->value, value->value);
          self->n_hidden++;
          return;
        }
    }
  g_array_append_vals (self->values, value, 1);
  g_hash_table_replace (self->last_values, g_memdup2 (value, sizeof *value),
                        GUINT_TO_POINTER (self->values->len - 1));
}

/**
 * spur_scene_get_styles:
 * @self: a scene
 * @n_styles: (out): how many
 *
 * Gets the styles that marks refer to.
 *
 * Returns: (transfer none) (array length=n_styles): the styles, until another one is added
 *
 * Since: 1.0
 */
const SpurStyle *
spur_scene_get_styles (SpurScene *self, gsize *n_styles)
{
  g_return_val_if_fail (SPUR_IS_SCENE (self), NULL);
  g_return_val_if_fail (n_styles != NULL, NULL);

  *n_styles = self->styles->len;
  return (const SpurStyle *) self->styles->data;
}

/**
 * spur_scene_get_glyphs:
 * @self: a scene
 * @n_glyphs: (out): how many
 *
 * Gets the signs and short lines that were added, at most one of a style for each place.
 *
 * Returns: (transfer none) (array length=n_glyphs): the marks at one instant
 *
 * Since: 1.0
 */
const SpurSceneGlyph *
spur_scene_get_glyphs (SpurScene *self, gsize *n_glyphs)
{
  g_return_val_if_fail (SPUR_IS_SCENE (self), NULL);
  g_return_val_if_fail (n_glyphs != NULL, NULL);

  *n_glyphs = self->glyphs->len;
  return (const SpurSceneGlyph *) self->glyphs->data;
}

guint64
spur_scene_count_gathered (SpurScene *self)
{
  const SpurSceneGlyph *glyphs = (const SpurSceneGlyph *) self->glyphs->data;
  guint64 n_gathered = 0;

  for (guint i = 0; i < self->glyphs->len; i++)
    n_gathered += MAX (glyphs[i].n_events, 1) - 1;
  return n_gathered;
}

void
spur_scene_drop_crowded (SpurScene *self, guint max_ticks_per_lane)
{
  g_autofree guint *n_of_style = NULL;
  SpurSceneGlyph *glyphs;
  guint n_kept = 0;

  n_of_style = g_new0 (guint, self->styles->len + 1);
  glyphs = (SpurSceneGlyph *) self->glyphs->data;
  for (guint i = 0; i < self->glyphs->len; i++)
    if (g_array_index (self->styles, SpurStyle, glyphs[i].style).form == SPUR_FORM_TICK)
      n_of_style[glyphs[i].style]++;
  for (guint i = 0; i < self->glyphs->len; i++)
    if (n_of_style[glyphs[i].style] <= (guint64) max_ticks_per_lane * self->n_lanes)
      glyphs[n_kept++] = glyphs[i];
    else
      self->n_hidden += MAX (glyphs[i].n_events, 1);
  g_array_set_size (self->glyphs, n_kept);
}

SPUR_DEFINE_ORDER (compare_arrows, SpurSceneArrow, SPUR_BY_4 (from_ns, to_ns, from_lane, to_lane))

typedef enum
{
  RANK_MOVE,
  RANK_VIOLATED,
  RANK_OTHER,
  N_RANKS,
} Rank;

static Rank
get_rank (SpurScene *self, const SpurSceneArrow *arrow)
{
  if (g_array_index (self->styles, SpurStyle, arrow->style).form == SPUR_FORM_MOVE)
    return RANK_MOVE;
  return arrow->violated ? RANK_VIOLATED : RANK_OTHER;
}

/* An arrow and what those of its bundle have in common. */
typedef struct
{
  SpurSceneArrow arrow;
  guint64 lanes;
  guint64 kind;
  gint64 from_column;
  gint64 to_column;
} Bundled;

SPUR_DEFINE_ORDER (compare_bundled, Bundled, SPUR_BY_4 (lanes, kind, from_column, to_column))
SPUR_DEFINE_ARRAY_SORT (sort_bundled, Bundled, compare_bundled)

/* Arrows may begin and end outside of the picture, where columns go on. */
static gint64
find_wide_column (SpurScene *self, gint64 time_ns)
{
  double share =
    ((double) time_ns - (double) self->from_ns) / ((double) self->to_ns - (double) self->from_ns);

  return (gint64) floor (share * self->n_columns);
}

static GArray *
list_rank (SpurScene *self, Rank rank)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Bundled));

  for (guint i = 0; i < self->arrows->len; i++)
    {
      const SpurSceneArrow *arrow = &g_array_index (self->arrows, SpurSceneArrow, i);
      Bundled bundled = { *arrow, (guint64) arrow->from_lane << 32 | arrow->to_lane,
                          (guint64) arrow->style << 2 | (arrow->violated != 0) << 1 |
                            (arrow->is_move != 0),
                          find_wide_column (self, arrow->from_ns),
                          find_wide_column (self, arrow->to_ns) };

      if (get_rank (self, arrow) == rank)
        g_array_append_val (list, bundled);
    }
  return list;
}

/* A bundle lies where the largest part of it does, of equal ones the first. */
static void
join_equal (GArray *list)
{
  guint n_kept = 0;

  sort_bundled (list);
  for (guint i = 0; i < list->len; i++)
    {
      const Bundled *next = &g_array_index (list, Bundled, i);
      Bundled *last = n_kept > 0 ? &g_array_index (list, Bundled, n_kept - 1) : NULL;
      guint64 n_joined;

      if (last == NULL || compare_bundled (last, next) != 0)
        {
          g_array_index (list, Bundled, n_kept++) = *next;
          continue;
        }
      n_joined = last->arrow.n_joined + next->arrow.n_joined;
      if (next->arrow.n_joined > last->arrow.n_joined)
        last->arrow = next->arrow;
      last->arrow.n_joined = n_joined;
    }
  g_array_set_size (list, n_kept);
}

/* Every n-th one stays. Returns how many arrows go. */
static guint64
thin_evenly (GArray *list, gsize max_bundles)
{
  gsize n_all = list->len;
  guint64 n_left_out = 0;
  guint n_kept = 0;

  for (gsize i = 0; i < n_all; i++)
    {
      const Bundled *bundled = &g_array_index (list, Bundled, i);

      if ((i + 1) * max_bundles / n_all > i * max_bundles / n_all)
        g_array_index (list, Bundled, n_kept++) = *bundled;
      else
        n_left_out += bundled->arrow.n_joined;
    }
  g_array_set_size (list, n_kept);
  return n_left_out;
}

/* Joins the arrows of a rank until there are at most @max_bundles. */
static guint64
bundle_rank (SpurScene *self, GArray *list, gsize max_bundles)
{
  if (list->len <= max_bundles)
    return 0;
  join_equal (list);
  for (guint n_columns = self->n_columns; list->len > max_bundles && n_columns > 1; n_columns /= 2)
    {
      for (guint i = 0; i < list->len; i++)
        {
          Bundled *bundled = &g_array_index (list, Bundled, i);

          bundled->from_column >>= 1;
          bundled->to_column >>= 1;
        }
      join_equal (list);
    }
  return list->len > max_bundles ? thin_evenly (list, max_bundles) : 0;
}

guint64
spur_scene_bundle_arrows (SpurScene *self, gsize max_arrows)
{
  GArray *of_rank[N_RANKS];
  guint64 n_left_out = 0;
  gsize room = 0, n_kept = 0;

  if (self->arrows->len > max_arrows)
    {
      for (guint i = 0; i < N_RANKS; i++)
        of_rank[i] = list_rank (self, (Rank) i);
      g_array_set_size (self->arrows, 0);
      for (guint i = N_RANKS; i-- > 0;)
        {
          gsize n_before = 0;

          for (guint k = 0; k < i; k++)
            n_before += of_rank[k]->len;
          room = max_arrows - n_kept;
          room = MAX (room - MIN (room, n_before), i > 0 ? max_arrows / 4 : 0);
          n_left_out += bundle_rank (self, of_rank[i], room);
          n_kept += of_rank[i]->len;
          for (guint k = 0; k < of_rank[i]->len; k++)
            g_array_append_val (self->arrows, g_array_index (of_rank[i], Bundled, k).arrow);
          g_array_unref (of_rank[i]);
        }
    }
  if (self->arrows->len > 1)
    qsort (self->arrows->data, self->arrows->len, sizeof (SpurSceneArrow), compare_arrows);
  return n_left_out;
}
