/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <libxml/tree.h>

#include "core/model/events/spur-event-declaration.h"
#include "core/plugin/spur-project.h"

/* What a project file says of one thing. Files that are loaded together must say the same of the
 * same thing. */
typedef struct
{
  const xmlNode *node;
  char *key;   /* "the colour of state idle" */
  char *value; /* "#102030" */
} SpurStatement;

typedef struct
{
  SpurStatement statement;
  SpurColorOf of;
  const char *name;
  guint32 light;
  guint32 dark;
} SpurProjectColor;

typedef struct
{
  SpurStatement statement;
  /* One of the two. */
  const char *of;
  const char *field;
  /* NULL for the field of any class. */
  const char *class_name;
  SpurShownUnit shown;
} SpurProjectUnit;

typedef struct
{
  SpurStatement statement;
  const char *class_name;
  const char *name;
} SpurProjectVisualizer;

typedef struct
{
  SpurStatement statement;
  const char *name;
  SpurStateKind kind;
} SpurProjectState;

struct _SpurProject
{
  GObject parent_instance;

  /* What texts that are not freed are parts of. */
  xmlDoc *doc;
  char *path;
  const char *name;
  char *description;
  GPtrArray *plugins;      /* of char, not owned */
  GPtrArray *declarations; /* of SpurEventDeclaration */
  GPtrArray *formats;      /* of char, the files' paths */
  GPtrArray *states;       /* of SpurProjectState, each begins with a SpurStatement */
  GPtrArray *visualizers;  /* of SpurProjectVisualizer, the same */
  GPtrArray *colors;       /* of SpurProjectColor, the same */
  GPtrArray *units;        /* of SpurProjectUnit, the same */
  GPtrArray *corrections;  /* of SpurStatement: how clocks are corrected; at most one */
};

/* What the names of project files end in. */
#define SPUR_PROJECT_SUFFIX ".project.xml"

/* Reads and checks a file; nothing of it is in effect yet. */
gboolean spur_project_read_file (SpurProject *self, const char *path, GError **error);

/* What the element of a correction says, for a person. The document is valid. */
char *spur_project_describe_correction (const xmlNode *node);

/* Whether there are such correctors, with such options; plugins are loaded. */
gboolean spur_project_check_correction (SpurProject *self, GError **error);

/* Whether @self contradicts neither itself nor a project that @registry has loaded. */
gboolean spur_project_check_statements (SpurProject *self, SpurRegistry *registry, GError **error);

/* Whether the visualizers that @self chooses have the parameters that it gives them; plugins and
 * event classes are loaded. A visualizer that the program does not know is not looked at. */
gboolean spur_project_check_visualizers (SpurProject *self, SpurRegistry *registry, GError **error);

/* States of @trace get the kinds that the loaded projects say. */
void spur_registry_set_state_kinds (SpurRegistry *self, SpurTrace *trace);

/* The name of the visualizer that a loaded project gives the class; NULL for none. */
const char *spur_registry_find_chosen_visualizer (SpurRegistry *self, const char *class_name);
