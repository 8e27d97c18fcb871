/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/store/trace/spur-correction.h"

#include "core/base/spur-object-internal.h"
#include "core/store/trace/spur-store-internal.h"

/**
 * SpurCorrection:
 *
 * The time maps of a trace's streams, with the method that made them and its report.
 *
 * Every stream has a chain of maps, the first of which takes raw time. A stream without maps
 * keeps its times.
 *
 * Since: 1.0
 */
struct _SpurCorrection
{
  GObject parent_instance;

  guint n_streams;
  GPtrArray **chains;
  GPtrArray *fact_keys;
  GHashTable *facts;
};

SPUR_DEFINE_OBJECT (SpurCorrection, spur_correction, 0)

static void
spur_correction_clear (SpurCorrection *self)
{
  for (guint i = 0; i < self->n_streams; i++)
    g_clear_pointer (&self->chains[i], g_ptr_array_unref);
  g_free (self->chains);
  g_ptr_array_unref (self->fact_keys);
  g_hash_table_unref (self->facts);
}

static void
spur_correction_init (SpurCorrection *self)
{
  self->fact_keys = g_ptr_array_new_with_free_func (g_free);
  self->facts = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
}

/**
 * spur_correction_new:
 * @n_streams: streams of the trace
 *
 * Makes a correction that changes nothing.
 *
 * Returns: (transfer full): a correction
 *
 * Since: 1.0
 */
SpurCorrection *
spur_correction_new (guint n_streams)
{
  SpurCorrection *self = g_object_new (SPUR_TYPE_CORRECTION, NULL);

  self->n_streams = n_streams;
  self->chains = g_new0 (GPtrArray *, MAX (n_streams, 1));
  return self;
}

/**
 * spur_correction_get_n_streams:
 * @self: a correction
 *
 * Gets how many streams it is for.
 *
 * Returns: how many streams it is for
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint, spur_correction_get_n_streams, SpurCorrection, SPUR_IS_CORRECTION, self->n_streams)

/**
 * spur_correction_append_map:
 * @self: a correction
 * @stream: index of the stream
 * @map: (transfer none): takes the times that the chain gives so far to better ones
 *
 * A chain has at most %SPUR_CORRECTION_MAX_MAPS maps.
 *
 * Since: 1.0
 */
void
spur_correction_append_map (SpurCorrection *self, guint stream, SpurTimeMap *map)
{
  g_return_if_fail (SPUR_IS_CORRECTION (self));
  g_return_if_fail (stream < self->n_streams);
  g_return_if_fail (map != NULL);
  g_return_if_fail (spur_correction_get_n_maps (self, stream) < SPUR_CORRECTION_MAX_MAPS);

  spur_correction_take_map (self, stream, spur_time_map_ref (map));
}

void
spur_correction_take_map (SpurCorrection *self, guint stream, SpurTimeMap *map)
{
  if (self->chains[stream] == NULL)
    self->chains[stream] = g_ptr_array_new_with_free_func ((GDestroyNotify) spur_time_map_unref);
  g_ptr_array_add (self->chains[stream], map);
}

void
spur_correction_truncate (SpurCorrection *self, guint stream, guint n_maps)
{
  if (self->chains[stream] != NULL && self->chains[stream]->len > n_maps)
    g_ptr_array_set_size (self->chains[stream], (gint) n_maps);
}

/**
 * spur_correction_get_n_maps:
 * @self: a correction
 * @stream: index of the stream
 *
 * Gets how many maps are in the stream's chain.
 *
 * Returns: how many maps are in the stream's chain
 *
 * Since: 1.0
 */
guint
spur_correction_get_n_maps (SpurCorrection *self, guint stream)
{
  g_return_val_if_fail (SPUR_IS_CORRECTION (self), 0);
  g_return_val_if_fail (stream < self->n_streams, 0);

  return self->chains[stream] != NULL ? self->chains[stream]->len : 0;
}

/**
 * spur_correction_get_map:
 * @self: a correction
 * @stream: index of the stream
 * @index: position in the stream's chain
 *
 * Gets the map.
 *
 * Returns: (transfer none): the map
 *
 * Since: 1.0
 */
SpurTimeMap *
spur_correction_get_map (SpurCorrection *self, guint stream, guint index)
{
  g_return_val_if_fail (index < spur_correction_get_n_maps (self, stream), NULL);

  return g_ptr_array_index (self->chains[stream], index);
}

/**
 * spur_correction_apply:
 * @self: a correction
 * @stream: index of the stream
 * @event: position of the event in the stream
 * @raw_ns: its raw time
 *
 * Corrects the time of an event.
 *
 * Returns: its corrected time, in ns of trace time
 *
 * Since: 1.0
 */
gint64
spur_correction_apply (SpurCorrection *self, guint stream, guint64 event, gint64 raw_ns)
{
  GPtrArray *chain = self->chains[stream];
  gint64 time_ns = raw_ns;

  for (guint i = 0; chain != NULL && i < chain->len; i++)
    time_ns = spur_time_map_apply (g_ptr_array_index (chain, i), event, time_ns);
  return time_ns;
}

/**
 * spur_correction_set_fact:
 * @self: a correction
 * @key: what is said, as in "eclc.largest-jump-ns"
 * @value: what it is
 *
 * Notes something for the report; what was said of @key before is forgotten.
 *
 * Since: 1.0
 */
void
spur_correction_set_fact (SpurCorrection *self, const char *key, const char *value)
{
  gpointer own_key;

  g_return_if_fail (SPUR_IS_CORRECTION (self));
  g_return_if_fail (key != NULL && value != NULL);

  if (!g_hash_table_lookup_extended (self->facts, key, &own_key, NULL))
    {
      own_key = g_strdup (key);
      g_ptr_array_add (self->fact_keys, own_key);
    }
  g_hash_table_insert (self->facts, own_key, g_strdup (value));
}

/**
 * spur_correction_set_fact_int:
 * @self: a correction
 * @key: what is said, with the unit at its end
 * @value: what it is
 *
 * Notes a number about the correction.
 *
 * Since: 1.0
 */
void
spur_correction_set_fact_int (SpurCorrection *self, const char *key, gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  spur_correction_set_fact (self, key, text);
}

/**
 * spur_correction_get_fact:
 * @self: a correction
 * @key: what is asked
 *
 * Gets what was said of it.
 *
 * Returns: (transfer none) (nullable): what was said of it
 *
 * Since: 1.0
 */
const char *
spur_correction_get_fact (SpurCorrection *self, const char *key)
{
  g_return_val_if_fail (SPUR_IS_CORRECTION (self), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  return g_hash_table_lookup (self->facts, key);
}

/**
 * spur_correction_get_fact_keys:
 * @self: a correction
 *
 * Gets everything that was said, in the order in which it was first said.
 *
 * Returns: (transfer none) (element-type utf8): the keys of what was said
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  GPtrArray *, spur_correction_get_fact_keys, SpurCorrection, SPUR_IS_CORRECTION, self->fact_keys)
