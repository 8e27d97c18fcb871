/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/output/spur-text.h"

/* The results of a verb: an ordered tree of named values. JSON is the whole tree; spur-layout.h
 * renders text and tables from its values. Between spur_tree_begin_object() or
 * spur_tree_begin_list() and spur_tree_end() values go into that object or list; in a list they
 * have no name. JSON leaves out what is called "shown_...". */
typedef struct _SpurTree SpurTree;

typedef enum
{
  SPUR_NODE_NULL,
  SPUR_NODE_BOOLEAN,
  SPUR_NODE_INTEGER,
  SPUR_NODE_DOUBLE,
  SPUR_NODE_STRING,
  SPUR_NODE_LIST,
  SPUR_NODE_OBJECT,
} SpurNodeType;

/* A value of a tree. */
typedef struct
{
  SpurNodeType type;
  gboolean is_note; /* only text shows it */
  char *name;       /* NULL in a list */
  union
  {
    gint64 integer;
    double real;
    char *string;
    GPtrArray *children; /* of SpurNode */
  };
} SpurNode;

/* The root is an object. */
SpurTree *spur_tree_new (void);

void spur_tree_free (SpurTree *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurTree, spur_tree_free)

void spur_tree_begin_object (SpurTree *self, const char *name);

void spur_tree_begin_list (SpurTree *self, const char *name);

/* A list of objects, of which each is filled in the body of a loop over @index, from 0:
 *   for (guint i = 0; spur_tree_next_row (tree, "streams", i, n_streams); i++) */
gboolean spur_tree_next_row (SpurTree *self, const char *name, gsize index, gsize n_rows);

void spur_tree_end (SpurTree *self);

void spur_tree_add_null (SpurTree *self, const char *name);

void spur_tree_add_bool (SpurTree *self, const char *name, gboolean value);

void spur_tree_add_int (SpurTree *self, const char *name, gint64 value);

void spur_tree_add_count (SpurTree *self, const char *name, guint64 count);

/* Null where @value is not finite. */
void spur_tree_add_double (SpurTree *self, const char *name, double value);

/* Null where @value is NULL; what is no UTF-8 is replaced. */
void spur_tree_add_string (SpurTree *self, const char *name, const char *value);

/* A list of strings; @values ends with NULL. */
void spur_tree_add_strings (SpurTree *self, const char *name, char **values);

/* Text that JSON leaves out. */
void spur_tree_add_note (SpurTree *self, const char *name, const char *value);

void spur_tree_print_note (SpurTree *self, const char *name, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

/* The name of the note that holds the unit of SPUR_SHOW_IN_UNIT. */
#define SPUR_TREE_UNIT "unit"

void spur_tree_add_unit (SpurTree *self, SpurUnit unit);

const SpurNode *spur_tree_get_root (SpurTree *self);

/* The value at a path of names with dots between, as "before.reversed"; NULL where there is none.
 */
const SpurNode *spur_node_find (const SpurNode *self, const char *path);

/* FALSE for none, null, 0, an empty string, and an empty list. */
gboolean spur_node_is_set (const SpurNode *self);

/* Appends the root as JSON, on several lines where @is_pretty. */
void spur_tree_append_json (SpurTree *self, GString *text, gboolean is_pretty);
