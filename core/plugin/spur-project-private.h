/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-declaration.h"
#include "core/plugin/spur-plugin-schema-private.h"
#include "core/plugin/spur-project.h"

/* What a project file says of one thing. Files that are loaded together must say the same of the
 * same thing. */
typedef struct
{
  guint line;
  char *key;   /* "the colour of state idle" */
  char *value; /* "#102030" */
} SpurStatement;

typedef struct
{
  SpurStatement statement;
  SpurColorOf of;
  char *name;
  guint32 light;
  guint32 dark;
} SpurProjectColor;

typedef struct
{
  SpurStatement statement;
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
  SpurStatement statement;
  char *class_name;
  char *name;
  /* Names and values by turns. */
  char **parameters;
} SpurProjectVisualizer;

/* An element of a correction: an option with its name and value; a delay, as spur_delays_parse()
 * takes it, and the class that it is of, if it is of one; streams of a domain, which have the name
 * "streams", or how domains are found. */
typedef struct
{
  guint line;
  char *name;
  char *value;
} SpurProjectItem;

/* How clocks are corrected. */
typedef struct
{
  SpurStatement statement;
  char *methods;       /* NULL where none are named */
  GPtrArray *settings; /* of SpurProjectItem */
  GPtrArray *domains; /* of SpurProjectItem: a way to find them without name, or names of streams */
  GPtrArray *delays;  /* of SpurProjectItem */
} SpurProjectCorrection;

struct _SpurProject
{
  GObject parent_instance;

  char *path;
  char *name;
  char *description;
  GPtrArray *plugins;      /* of char */
  GPtrArray *declarations; /* of SpurEventDeclaration */
  GPtrArray *formats;      /* of char, the files' paths */
  GPtrArray *visualizers;  /* of SpurProjectVisualizer, each begins with a SpurStatement */
  GPtrArray *colors;       /* of SpurProjectColor, the same */
  GPtrArray *units;        /* of SpurProjectUnit, the same */
  GPtrArray *corrections;  /* of SpurProjectCorrection, the same; at most one */
};

/* Reads and checks a file; nothing of it is in effect yet. */
gboolean spur_project_read_file (SpurProject *self,
                                 const char *path,
                                 SpurPluginSchema *schema,
                                 GError **error);

/* (transfer full): An attribute, or NULL. */
char *spur_project_get_attribute (const xmlNode *node, const char *name);

gboolean spur_project_is_element (const xmlNode *node, const char *name);

SpurStatement spur_project_make_statement (const xmlNode *node, char *key, char *value);

void spur_project_clear_statement (SpurStatement *statement);

/* The document is valid. */
SpurProjectCorrection *spur_project_read_correction (const xmlNode *node);

void spur_project_free_correction (gpointer data);

/* Whether there are such correctors, with such options; plugins are loaded. */
gboolean spur_project_check_correction (SpurProject *self, GError **error);

/* Whether @self contradicts neither itself nor a project that @registry has loaded. */
gboolean spur_project_check_statements (SpurProject *self, SpurRegistry *registry, GError **error);

/* The name of the visualizer that a loaded project gives the class; NULL for none. */
const char *spur_registry_find_chosen_visualizer (SpurRegistry *self, const char *class_name);
