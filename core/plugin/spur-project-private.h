/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/spur-event-declaration.h"
#include "core/plugin/spur-plugin-schema-private.h"
#include "core/plugin/spur-project.h"

G_BEGIN_DECLS

/* What a project file says of one thing. Files that are loaded together must say the same of the
 * same thing. */
typedef struct
{
  guint line;
  char *key;   /* "the colour of state idle" */
  char *value; /* "#102030" */
} SpurSaying;

typedef struct
{
  SpurSaying saying;
  SpurColorOf of;
  char *name;
  guint32 light;
  guint32 dark;
} SpurProjectColor;

typedef struct
{
  SpurSaying saying;
  /* One of the two. */
  char *of;
  char *field;
  /* NULL for the field of any class. */
  char *class_name;
  char *shown_name;
  SpurShownUnit shown;
} SpurProjectUnit;

typedef struct
{
  SpurSaying saying;
  char *class_name;
  char *name;
  /* Names and values by turns. */
  char **parameters;
} SpurProjectVisualizer;

struct _SpurProject
{
  GObject parent_instance;

  char *path;
  char *name;
  char *description;
  GPtrArray *plugins;      /* of char */
  GPtrArray *declarations; /* of SpurEventDeclaration */
  GPtrArray *formats;      /* of char, the files' paths */
  GPtrArray *visualizers;  /* of SpurProjectVisualizer, each begins with a SpurSaying */
  GPtrArray *colors;       /* of SpurProjectColor, the same */
  GPtrArray *units;        /* of SpurProjectUnit, the same */
};

/* Reads and checks a file; nothing of it is in effect yet. */
gboolean spur_project_read_file (SpurProject *self,
                                 const char *path,
                                 SpurPluginSchema *schema,
                                 GError **error);

/* Whether @self contradicts neither itself nor a project that @registry has loaded. */
gboolean spur_project_check_sayings (SpurProject *self, SpurRegistry *registry, GError **error);

/* The name of the visualizer that a loaded project gives the class; NULL for none. */
const char *spur_registry_find_chosen_visualizer (SpurRegistry *self, const char *class_name);

G_END_DECLS
