/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/definitions/spur-definitions.h"

struct _SpurDefinitions
{
  GObject parent_instance;

  /* Whether nothing is added any more, also to the trace. */
  gboolean is_sealed;
  GStringChunk *texts;
  GPtrArray *strings;
  GHashTable *string_ids;
  GArray *states;
  GHashTable *state_ids;
  GArray *objects;
  GArray *groups;
  GPtrArray *lists;
  GHashTable *list_ids;
  GArray *clocks;

  /* What is known of the objects' identifiers, and where each of them is. */
  GArray *object_identifiers;
  GHashTable *object_of_identifier;
};

SpurDefinitions *spur_definitions_new (void);

/* Adds what is in @self, in its order, so that numbers stay; to be called before anything else is
 * added to @to. Texts stay those of @self. */
void spur_definitions_copy (SpurDefinitions *self, SpurDefinitions *to);

/* A text that lives as long as the definitions, each once. */
const char *spur_definitions_keep_text (SpurDefinitions *self, const char *text);

void spur_definitions_init_lists (SpurDefinitions *self);

/* The active object that is known by the identifier, or %SPUR_NONE. */
guint32 spur_definitions_find_object (SpurDefinitions *self, guint64 origin, guint64 number);

/* (transfer full): A list as an object of its class, or of the nearest ancestor that this program
 * knows; %NULL for %SPUR_NONE. */
SpurEntryList *spur_definitions_make_list (SpurDefinitions *self, guint32 list);
