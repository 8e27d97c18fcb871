/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Which classes of this program a container's classes are: of the same name, or the nearest
 * ancestor that this program knows. */
#include <string.h>

#include "core/store/container/spur-container-internal.h"

static GQuark
origin_quark (void)
{
  return g_quark_from_static_string ("spur-container-origin");
}

static void
type_free (gpointer data)
{
  SpurContainerType *type = data;

  g_free (type->name);
  g_free (type->ancestors);
  g_free (type);
}

SpurContainerOrigin *
spur_container_origin_new (void)
{
  SpurContainerOrigin *self = g_new0 (SpurContainerOrigin, 1);

  self->ancestors = g_ptr_array_new_with_free_func ((GDestroyNotify) spur_event_layout_unref);
  self->object_types = g_ptr_array_new_with_free_func (type_free);
  self->list_types = g_ptr_array_new_with_free_func (type_free);
  return self;
}

void
spur_container_origin_free (SpurContainerOrigin *self)
{
  g_ptr_array_unref (self->ancestors);
  g_ptr_array_unref (self->object_types);
  g_free (self->type_of_object);
  g_ptr_array_unref (self->list_types);
  g_free (self->type_of_list);
  g_free (self);
}

void
spur_container_origin_attach (SpurTrace *trace, SpurContainerOrigin *origin)
{
  g_object_set_qdata_full (G_OBJECT (trace), origin_quark (), origin,
                           (GDestroyNotify) spur_container_origin_free);
}

const SpurContainerOrigin *
spur_container_origin_get (SpurTrace *trace)
{
  return g_object_get_qdata (G_OBJECT (trace), origin_quark ());
}

static GType
find_named_type (GType base, const char *name)
{
  GType type = g_type_from_name (name);

  if (type == 0 || !g_type_is_a (type, base) || G_TYPE_IS_ABSTRACT (type))
    return 0;
  return type;
}

/* A class derived from @base. @ancestors: names with spaces between, the nearest first. */
void
spur_container_origin_add_type (GPtrArray *types,
                                GType base,
                                const char *name,
                                const char *ancestors)
{
  g_auto (GStrv) names = g_strsplit (ancestors, " ", -1);
  SpurContainerType *type = g_new0 (SpurContainerType, 1);

  g_type_ensure (SPUR_TYPE_LOAD_OBJECT);
  g_type_ensure (SPUR_TYPE_TARGET);
  g_type_ensure (SPUR_TYPE_STATE_LIST);
  g_type_ensure (SPUR_TYPE_RESOURCE_LIST);
  type->name = g_strdup (name);
  type->ancestors = g_strdup (ancestors);
  type->type = find_named_type (base, name);
  for (guint i = 0; type->type == 0 && names[i] != NULL; i++)
    type->type = find_named_type (base, names[i]);
  if (type->type == 0)
    type->type = base;
  g_ptr_array_add (types, type);
}

static gboolean
has_layout (GPtrArray *layouts, const char *name)
{
  for (guint i = 0; i < layouts->len; i++)
    {
      if (strcmp (((const SpurEventLayout *) g_ptr_array_index (layouts, i))->name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* The ancestors of the trace's classes that are no classes of the trace themselves. */
static void
collect_ancestors (SpurContainerOrigin *self, SpurTrace *trace)
{
  g_autoptr (GPtrArray) own = g_ptr_array_new ();

  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    g_ptr_array_add (own, (gpointer) spur_trace_get_class (trace, i));
  for (guint i = 0; i < own->len; i++)
    {
      const SpurEventLayout *layout = g_ptr_array_index (own, i);

      for (GType type = layout->type; g_type_is_a (type, SPUR_TYPE_EVENT);
           type = g_type_parent (type))
        {
          const SpurEventLayout *ancestor = spur_event_type_get_layout (type);

          if (!has_layout (own, ancestor->name) && !has_layout (self->ancestors, ancestor->name))
            g_ptr_array_add (self->ancestors, spur_event_layout_ref (ancestor));
        }
    }
}

/* Of a class that is not known here, @type is the nearest known ancestor. */
static char *
list_ancestors (GType base, GType type, const char *name)
{
  GString *names = g_string_new (NULL);

  if (strcmp (g_type_name (type), name) != 0)
    g_string_append (names, g_type_name (type));
  while (type != base)
    {
      type = g_type_parent (type);
      g_string_append_printf (names, "%s%s", names->len > 0 ? " " : "", g_type_name (type));
    }
  return g_string_free (names, FALSE);
}

/* The entry of @types that stands for @type, which is made where there is none. */
static guint32
find_type_entry (GHashTable *known, GPtrArray *types, GType base, GType type, const char *name)
{
  g_autofree char *ancestors = NULL;
  gpointer index;

  if (g_hash_table_lookup_extended (known, name, NULL, &index))
    return GPOINTER_TO_UINT (index);
  index = GUINT_TO_POINTER (types->len);
  g_hash_table_insert (known, (gpointer) name, index);
  ancestors = list_ancestors (base, type, name);
  spur_container_origin_add_type (types, base, name, ancestors);
  return GPOINTER_TO_UINT (index);
}

static void
collect_object_types (SpurContainerOrigin *self, SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint n_objects = spur_definitions_get_n_objects (definitions);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  self->type_of_object = g_new (guint32, (gsize) n_objects + 1);
  for (guint i = 0; i < n_objects; i++)
    {
      GType type = spur_definitions_get_object (definitions, i)->type;

      self->type_of_object[i] = find_type_entry (known, self->object_types, SPUR_TYPE_ACTIVE_OBJECT,
                                                 type, g_type_name (type));
    }
}

void
spur_container_origin_collect_lists (SpurContainerOrigin *self, SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint n_lists = spur_definitions_get_n_lists (definitions);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  self->type_of_list = g_new (guint32, (gsize) n_lists + 1);
  for (guint i = 0; i < n_lists; i++)
    {
      const SpurList *list = spur_definitions_get_list (definitions, i);

      self->type_of_list[i] = find_type_entry (known, self->list_types, SPUR_TYPE_ENTRY_LIST,
                                               list->type, list->class_name);
    }
}

/* For a trace that was not read from a container. */
SpurContainerOrigin *
spur_container_origin_collect (SpurTrace *trace)
{
  SpurContainerOrigin *self = spur_container_origin_new ();

  collect_ancestors (self, trace);
  collect_object_types (self, trace);
  spur_container_origin_collect_lists (self, trace);
  return self;
}

/* Whether events of @layout can be taken for events of @ancestor. It may leave out fields of
 * @ancestor, but those that it has mean the same. Where the file's @ancestor is not just what this
 * program's class of the name says, its own layout is used, and has been checked to be compatible.
 */
static gboolean
extends_class (const SpurEventLayout *layout, const SpurEventLayout *ancestor)
{
  for (guint i = 0; i < ancestor->n_fields; i++)
    {
      const SpurField *theirs = &ancestor->fields[i];
      int index = spur_event_layout_find_field (layout, theirs->name);

      if (index >= 0 &&
          (layout->fields[index].type != theirs->type || layout->fields[index].use != theirs->use))
        return FALSE;
    }
  return TRUE;
}

static GType
find_type (const SpurEventLayout *layout, GHashTable *layouts, GHashTable *types)
{
  const SpurEventLayout *at = layout;

  /* Parents of a damaged file may go in a circle. */
  for (guint i = 0; at != NULL && i <= g_hash_table_size (layouts); i++)
    {
      GType type = GPOINTER_TO_SIZE (g_hash_table_lookup (types, at->name));

      if (type != 0 && !G_TYPE_IS_ABSTRACT (type) && extends_class (layout, at) &&
          extends_class (layout, spur_event_type_get_layout (type)))
        return type;
      at = at->parent_name != NULL ? g_hash_table_lookup (layouts, at->parent_name) : NULL;
    }
  return SPUR_TYPE_EVENT;
}

/* Gives every layout its GType, once it is clear that none contradicts another or this program. */
gboolean
spur_container_resolve_classes (const GPtrArray *layouts,
                                const GPtrArray *ancestors,
                                GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) types = spur_trace_list_known_types ();

  if (!spur_trace_check_layouts (ancestors, types, error) ||
      !spur_trace_check_layouts (layouts, types, error))
    return FALSE;
  g_ptr_array_extend (all, (GPtrArray *) layouts, NULL, NULL);
  g_ptr_array_extend (all, (GPtrArray *) ancestors, NULL, NULL);
  for (guint i = 0; i < all->len; i++)
    {
      SpurEventLayout *layout = g_ptr_array_index (all, i);

      if (!g_hash_table_contains (by_name, layout->name))
        g_hash_table_insert (by_name, layout->name, layout);
    }
  for (guint i = 0; i < all->len; i++)
    {
      SpurEventLayout *layout = g_ptr_array_index (all, i);

      layout->type = find_type (layout, by_name, types);
    }
  return TRUE;
}

/* Gives every layout its GType, and adds @layouts to the trace in order. */
gboolean
spur_container_add_classes (SpurTrace *trace,
                            const GPtrArray *layouts,
                            const GPtrArray *ancestors,
                            GError **error)
{
  if (!spur_container_resolve_classes (layouts, ancestors, error))
    return FALSE;
  for (guint i = 0; i < layouts->len; i++)
    {
      SpurEventLayout *layout = g_ptr_array_index (layouts, i);

      if (spur_trace_add_class (trace, layout) == i)
        continue;
      g_set_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT,
                   "event class %u, %s, is there twice", i, layout->name);
      return FALSE;
    }
  return TRUE;
}
