/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-tree.h"

#include <math.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-escape-internal.h"

#define INDENT_CELLS 2

struct _SpurTree
{
  SpurNode *root;
  GPtrArray *open; /* from the root to the object or list that is filled */
};

static void
free_node (gpointer data)
{
  SpurNode *self = data;

  if (self->type == SPUR_NODE_STRING)
    g_free (self->string);
  else if (self->type == SPUR_NODE_LIST || self->type == SPUR_NODE_OBJECT)
    g_ptr_array_unref (self->children);
  g_free (self->name);
  g_free (self);
}

static SpurNode *
make_node (const char *name, SpurNodeType type)
{
  SpurNode *node = g_new0 (SpurNode, 1);

  node->type = type;
  node->name = name != NULL ? g_utf8_make_valid (name, -1) : NULL;
  node->is_note = name != NULL && g_str_has_prefix (name, "shown_");
  if (type == SPUR_NODE_LIST || type == SPUR_NODE_OBJECT)
    node->children = g_ptr_array_new_with_free_func (free_node);
  return node;
}

SpurTree *
spur_tree_new (void)
{
  SpurTree *self = g_new0 (SpurTree, 1);

  self->root = make_node (NULL, SPUR_NODE_OBJECT);
  self->open = g_ptr_array_new ();
  g_ptr_array_add (self->open, self->root);
  return self;
}

void
spur_tree_free (SpurTree *self)
{
  free_node (self->root);
  g_ptr_array_unref (self->open);
  g_free (self);
}

static SpurNode *
add_node (SpurTree *self, const char *name, SpurNodeType type)
{
  SpurNode *parent = g_ptr_array_index (self->open, self->open->len - 1);
  SpurNode *node = make_node (name, type);

  g_assert ((name != NULL) == (parent->type == SPUR_NODE_OBJECT));
  g_ptr_array_add (parent->children, node);
  return node;
}

void
spur_tree_begin_object (SpurTree *self, const char *name)
{
  g_ptr_array_add (self->open, add_node (self, name, SPUR_NODE_OBJECT));
}

void
spur_tree_begin_list (SpurTree *self, const char *name)
{
  g_ptr_array_add (self->open, add_node (self, name, SPUR_NODE_LIST));
}

gboolean
spur_tree_next_row (SpurTree *self, const char *name, gsize index, gsize n_rows)
{
  if (index == 0)
    spur_tree_begin_list (self, name);
  else
    spur_tree_end (self);
  if (index < n_rows)
    spur_tree_begin_object (self, NULL);
  else
    spur_tree_end (self);
  return index < n_rows;
}

void
spur_tree_end (SpurTree *self)
{
  g_assert (self->open->len > 1);
  g_ptr_array_set_size (self->open, (int) self->open->len - 1);
}

void
spur_tree_add_null (SpurTree *self, const char *name)
{
  add_node (self, name, SPUR_NODE_NULL);
}

void
spur_tree_add_bool (SpurTree *self, const char *name, gboolean value)
{
  add_node (self, name, SPUR_NODE_BOOLEAN)->integer = value;
}

void
spur_tree_add_int (SpurTree *self, const char *name, gint64 value)
{
  add_node (self, name, SPUR_NODE_INTEGER)->integer = value;
}

void
spur_tree_add_count (SpurTree *self, const char *name, guint64 count)
{
  spur_tree_add_int (self, name, (gint64) count);
}

void
spur_tree_add_double (SpurTree *self, const char *name, double value)
{
  if (isfinite (value))
    add_node (self, name, SPUR_NODE_DOUBLE)->real = value;
  else
    spur_tree_add_null (self, name);
}

void
spur_tree_add_string (SpurTree *self, const char *name, const char *value)
{
  if (value != NULL)
    add_node (self, name, SPUR_NODE_STRING)->string = g_utf8_make_valid (value, -1);
  else
    spur_tree_add_null (self, name);
}

void
spur_tree_add_strings (SpurTree *self, const char *name, char **values)
{
  spur_tree_begin_list (self, name);
  for (guint i = 0; values[i] != NULL; i++)
    spur_tree_add_string (self, NULL, values[i]);
  spur_tree_end (self);
}

void
spur_tree_add_note (SpurTree *self, const char *name, const char *value)
{
  SpurNode *node = add_node (self, name, SPUR_NODE_STRING);

  node->string = g_strdup (value != NULL ? value : "");
  node->is_note = TRUE;
}

void
spur_tree_print_note (SpurTree *self, const char *name, const char *format, ...)
{
  SPUR_FORMAT_MESSAGE (text, format);

  spur_tree_add_note (self, name, text);
}

void
spur_tree_add_unit (SpurTree *self, SpurUnit unit)
{
  SpurNode *node = add_node (self, SPUR_TREE_UNIT, SPUR_NODE_INTEGER);

  node->integer = unit;
  node->is_note = TRUE;
}

const SpurNode *
spur_tree_get_root (SpurTree *self)
{
  return self->root;
}

static const SpurNode *
find_child (const SpurNode *self, const char *name, gsize n_bytes)
{
  for (guint i = 0; i < self->children->len; i++)
    {
      const SpurNode *child = g_ptr_array_index (self->children, i);

      if (strlen (child->name) == n_bytes && memcmp (child->name, name, n_bytes) == 0)
        return child;
    }
  return NULL;
}

const SpurNode *
spur_node_find (const SpurNode *self, const char *path)
{
  while (self != NULL && *path != '\0')
    {
      gsize n_bytes = strcspn (path, ".");

      self = self->type == SPUR_NODE_OBJECT ? find_child (self, path, n_bytes) : NULL;
      path += n_bytes + (path[n_bytes] == '.');
    }
  return self;
}

gboolean
spur_node_is_set (const SpurNode *self)
{
  if (self == NULL || self->type == SPUR_NODE_NULL)
    return FALSE;
  if (self->type == SPUR_NODE_STRING)
    return *self->string != '\0';
  if (self->type == SPUR_NODE_LIST || self->type == SPUR_NODE_OBJECT)
    return self->children->len > 0;
  return self->type == SPUR_NODE_DOUBLE ? self->real != 0 : self->integer != 0;
}

/* A double is never taken for an integer. */
static void
append_double (GString *text, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (digits, sizeof digits, value);
  g_string_append (text, digits);
  if (strpbrk (digits, ".e") == NULL)
    g_string_append (text, ".0");
}

static void
append_break (GString *text, gboolean is_pretty, guint level)
{
  if (is_pretty)
    g_string_append_printf (text, "\n%*s", (int) (level * INDENT_CELLS), "");
}

static void append_node (GString *text, const SpurNode *node, gboolean is_pretty, guint level);

static void
append_children (GString *text, const SpurNode *node, gboolean is_pretty, guint level)
{
  gboolean is_list = node->type == SPUR_NODE_LIST;
  guint n_shown = 0;

  g_string_append_c (text, is_list ? '[' : '{');
  for (guint i = 0; i < node->children->len; i++)
    {
      const SpurNode *child = g_ptr_array_index (node->children, i);

      if (child->is_note)
        continue;
      if (n_shown++ > 0)
        g_string_append_c (text, ',');
      append_break (text, is_pretty, level + 1);
      if (!is_list)
        {
          spur_json_append_string (text, child->name, NULL);
          g_string_append (text, is_pretty ? " : " : ":");
        }
      append_node (text, child, is_pretty, level + 1);
    }
  if (n_shown > 0)
    append_break (text, is_pretty, level);
  else if (!is_list && is_pretty)
    g_string_append_printf (text, "%*s", (int) (level * INDENT_CELLS), "");
  g_string_append_c (text, is_list ? ']' : '}');
}

static void
append_node (GString *text, const SpurNode *node, gboolean is_pretty, guint level)
{
  switch (node->type)
    {
    case SPUR_NODE_NULL:
      g_string_append (text, "null");
      break;
    case SPUR_NODE_BOOLEAN:
      g_string_append (text, node->integer ? "true" : "false");
      break;
    case SPUR_NODE_INTEGER:
      spur_text_append_int (text, node->integer);
      break;
    case SPUR_NODE_DOUBLE:
      append_double (text, node->real);
      break;
    case SPUR_NODE_STRING:
      spur_json_append_string (text, node->string, NULL);
      break;
    case SPUR_NODE_LIST:
    case SPUR_NODE_OBJECT:
      append_children (text, node, is_pretty, level);
      break;
    }
}

void
spur_tree_append_json (SpurTree *self, GString *text, gboolean is_pretty)
{
  append_node (text, self->root, is_pretty, 0);
}
