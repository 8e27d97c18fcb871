/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Says what the classes of the library say of themselves: the tables of doc/event-model.md. Each
 * part stands between the same marks as in that page, so that scripts/make-event-model can put it
 * there. */
#include <spur.h>
#include <string.h>

#include "visualizers/spur-view.h"

static const char *const roles[] = {
  [SPUR_ROLE_INTERNAL] = "internal",
  [SPUR_ROLE_SEND] = "send",
  [SPUR_ROLE_RECEIVE] = "receive",
  [SPUR_ROLE_COLLECTIVE_BEGIN] = "collective begin",
  [SPUR_ROLE_COLLECTIVE_END] = "collective end",
};

static const char *const matches[] = {
  [SPUR_MATCH_NONE] = "",
  [SPUR_MATCH_BY_ID] = ", by id",
  [SPUR_MATCH_FIFO] = ", first in first out",
  [SPUR_MATCH_INSTANCE] = ", by instance",
  [SPUR_MATCH_HANDOVER] = ", handed over by id",
  [SPUR_MATCH_GATHER] = ", gathered by id",
};

static const char *const effects[] = {
  [SPUR_EFFECT_NONE] = "",
  [SPUR_EFFECT_ENTER] = "enters a state",
  [SPUR_EFFECT_LEAVE] = "leaves a state",
  [SPUR_EFFECT_SET] = "takes a state",
  [SPUR_EFFECT_PLACE] = "is placed",
  [SPUR_EFFECT_END] = "ends",
  [SPUR_EFFECT_BEGIN] = "begins",
  [SPUR_EFFECT_CONNECT] = "connects",
  [SPUR_EFFECT_DISCONNECT] = "disconnects",
  [SPUR_EFFECT_MEASURE] = "is measured",
};

/* A use as words, nothing for none. */
static char *
make_use (SpurUse use)
{
  return use == SPUR_USE_NONE
           ? g_strdup ("")
           : g_strdelimit (g_strdup (spur_meaning_get_word (SPUR_MEANING_USE, use)), "-", ' ');
}

typedef void (*Visit) (GType type, guint depth, gpointer data);

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (g_type_name (*(const GType *) a), g_type_name (*(const GType *) b));
}

/* Children in the order of their names, so that the page does not depend on who is loaded first. */
static void
walk_types (GType type, guint depth, Visit visit, gpointer data)
{
  guint n_children;
  g_autofree GType *children = g_type_children (type, &n_children);

  visit (type, depth, data);
  if (n_children > 1)
    qsort (children, n_children, sizeof *children, compare_names);
  for (guint i = 0; i < n_children; i++)
    walk_types (children[i], depth + 1, visit, data);
}

static const SpurEventLayout *
get_parent (GType type)
{
  return type != SPUR_TYPE_EVENT ? spur_event_type_get_layout (g_type_parent (type)) : NULL;
}

static gboolean
is_inherited (const SpurEventLayout *parent, const SpurField *field)
{
  return parent != NULL && spur_event_layout_find_field (parent, field->name) >= 0;
}

static char *
list_parameters (const SpurEventLayout *layout, const SpurEventLayout *parent)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < layout->n_fields; i++)
    {
      if (is_inherited (parent, &layout->fields[i]))
        continue;
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", layout->fields[i].name);
    }
  for (guint i = 0; parent != NULL && i < parent->n_fields; i++)
    {
      if (spur_event_layout_find_field (layout, parent->fields[i].name) >= 0)
        continue;
      g_string_append_printf (text, "%swithout %s", text->len > 0 ? ", " : "",
                              parent->fields[i].name);
    }
  return g_string_free (text, FALSE);
}

static void
print_class (GType type, guint depth, gpointer data)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  g_autoptr (SpurVisualizer) visualizer = spur_view_create_visualizer (data, layout);
  g_autofree char *parameters = list_parameters (layout, get_parent (type));
  g_autoptr (GEnumClass) forms = g_type_class_ref (SPUR_TYPE_FORM);
  SpurStyle style;

  spur_visualizer_get_style (visualizer, layout, &style);
  g_print (
    "| `%s` | %s%s%s | %s | %s%s | %s | %s%s%s |\n", layout->name,
    layout->parent_name != NULL ? "`" : "", layout->parent_name != NULL ? layout->parent_name : "",
    layout->parent_name != NULL ? "`" : "", parameters, roles[layout->role], matches[layout->match],
    effects[layout->effect], g_enum_get_value (forms, (int) style.form)->value_nick,
    style.label != NULL ? ": " : "", style.label != NULL ? style.label : "");
}

static void
print_parameters (GType type, guint depth, gpointer data)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  const SpurEventLayout *parent = get_parent (type);

  for (guint i = 0; i < layout->n_fields; i++)
    {
      const SpurField *field = &layout->fields[i];
      g_autofree char *use = make_use (field->use);

      if (is_inherited (parent, field))
        continue;
      g_print ("| `%s` | `%s` | %s | %s | %s | %s |\n", layout->name, field->name,
               spur_meaning_get_word (SPUR_MEANING_FIELD_TYPE, field->type),
               field->unit != NULL ? field->unit : "", use, field->description);
    }
}

static void
print_type (GType type, guint depth, gpointer data)
{
  g_print ("%*s%s\n", (int) (4 + 2 * depth), "", g_type_name (type));
}

static void
print_classes (void)
{
  g_autoptr (SpurRegistry) registry = spur_registry_new ();

  g_print ("<!-- begin classes -->\n\n"
           "| class | parent | own parameters | role, match | its subject | drawn by |\n"
           "|---|---|---|---|---|---|\n");
  walk_types (SPUR_TYPE_EVENT, 0, print_class, registry);
  g_print ("\n<!-- end classes -->\n");
}

static void
print_all_parameters (void)
{
  g_print ("<!-- begin parameters -->\n\n"
           "| class | parameter | type | unit | use | what it is |\n|---|---|---|---|---|---|\n");
  walk_types (SPUR_TYPE_EVENT, 0, print_parameters, NULL);
  g_print ("\n<!-- end parameters -->\n");
}

static void
print_tree (const char *name, GType root)
{
  g_print ("<!-- begin %s -->\n\n", name);
  walk_types (root, 0, print_type, NULL);
  g_print ("\n<!-- end %s -->\n", name);
}

/* A type is registered when its get_type function is called. */
static void
ensure_types (void)
{
  const GType known[] = {
    SPUR_TYPE_TARGET,          SPUR_TYPE_LM_COMPONENT,
    SPUR_TYPE_NEIGHBORHOOD,    SPUR_TYPE_MULTI_ORDERED_EVENT_ID,
    SPUR_TYPE_STATE_LIST,      SPUR_TYPE_RESOURCE_LIST,
    SPUR_TYPE_OBJECT_LOCATION, SPUR_TYPE_NETWORK_ADDRESS,
    SPUR_TYPE_PINNED_OBJECT,
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    g_type_ensure (known[i]);
}

int
main (void)
{
  ensure_types ();
  print_classes ();
  print_all_parameters ();
  print_tree ("active-objects", SPUR_TYPE_ACTIVE_OBJECT);
  print_tree ("identifiers", SPUR_TYPE_IDENTIFIER);
  print_tree ("locations", SPUR_TYPE_LOCATION);
  print_tree ("lists", SPUR_TYPE_ENTRY_LIST);
  return 0;
}
