/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Whether what a trace says of its event classes agrees with itself and with this program. */
#include "core/base/spur-error-internal.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/model/events/spur-event-type.h"
#include "core/store/trace/spur-store-internal.h"

static void
add_known_types (GHashTable *types, GType type)
{
  guint n_children;
  g_autofree GType *children = g_type_children (type, &n_children);
  const SpurEventLayout *layout = spur_event_type_get_layout (type);

  if (!g_hash_table_contains (types, layout->name))
    g_hash_table_insert (types, layout->name, (gpointer) type);
  for (guint i = 0; i < n_children; i++)
    add_known_types (types, children[i]);
}

GHashTable *
spur_trace_list_known_types (void)
{
  GHashTable *types = g_hash_table_new (g_str_hash, g_str_equal);

  add_known_types (types, SPUR_TYPE_EVENT);
  return types;
}

static gboolean
set_conflict (const SpurEventLayout *layout,
              const SpurEventLayout *other,
              const char *place,
              GError **error)
{
  g_autofree char *text = spur_event_layout_describe_difference (layout, "the trace", other, place);

  return spur_error_set (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_CONFLICT, "%s", text);
}

static gboolean
check_known (const SpurEventLayout *layout, GHashTable *types, GError **error)
{
  GType type = GPOINTER_TO_SIZE (g_hash_table_lookup (types, layout->name));
  const SpurEventLayout *known;
  g_autofree char *place = NULL;

  if (type == G_TYPE_INVALID)
    return TRUE;
  known = spur_event_type_get_layout (type);
  if (known == layout || spur_event_layout_is_compatible (layout, known))
    return TRUE;
  place = spur_event_type_dup_place (type);
  return set_conflict (layout, known, place, error);
}

gboolean
spur_trace_check_layouts (const GPtrArray *layouts, GHashTable *types, GError **error)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < layouts->len; i++)
    {
      SpurEventLayout *layout = g_ptr_array_index (layouts, i);
      const SpurEventLayout *other = g_hash_table_lookup (by_name, layout->name);

      if (other != NULL && !spur_event_layout_equal (layout, other))
        return set_conflict (layout, other, "the same trace", error);
      if (!check_known (layout, types, error))
        return FALSE;
      g_hash_table_insert (by_name, layout->name, layout);
    }
  return TRUE;
}

gboolean
spur_trace_check_classes (SpurTrace *self, GError **error)
{
  g_autoptr (GPtrArray) layouts = g_ptr_array_new ();
  g_autoptr (GHashTable) types = spur_trace_list_known_types ();

  for (guint i = 0; i < spur_trace_get_n_classes (self); i++)
    g_ptr_array_add (layouts, (gpointer) spur_trace_get_class (self, i));
  return spur_trace_check_layouts (layouts, types, error);
}
