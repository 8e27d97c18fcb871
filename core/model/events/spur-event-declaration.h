/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-layout.h"

G_BEGIN_DECLS

/**
 * SPUR_MAX_DECLARED_CLASSES:
 *
 * How many event classes a program can get from declarations while it runs.
 *
 * Since: 1.0
 */
#define SPUR_MAX_DECLARED_CLASSES 4096

#define SPUR_TYPE_EVENT_DECLARATION (spur_event_declaration_get_type ())

typedef struct _SpurEventDeclaration SpurEventDeclaration;

SPUR_AVAILABLE_IN_ALL
GType spur_event_declaration_get_type (void);

SPUR_AVAILABLE_IN_ALL
SpurEventDeclaration *spur_event_declaration_new (const char *name, const char *parent_name);

SPUR_AVAILABLE_IN_ALL
void spur_event_declaration_unref (SpurEventDeclaration *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurEventDeclaration, spur_event_declaration_unref)

SPUR_AVAILABLE_IN_ALL
void spur_event_declaration_set_role (SpurEventDeclaration *self, SpurRole role);

SPUR_AVAILABLE_IN_ALL
void spur_event_declaration_set_match (SpurEventDeclaration *self, SpurMatch match);

SPUR_AVAILABLE_IN_ALL
void spur_event_declaration_set_effect (SpurEventDeclaration *self, SpurEffect effect);

SPUR_AVAILABLE_IN_ALL
void spur_event_declaration_add_field (SpurEventDeclaration *self,
                                       const char *name,
                                       SpurFieldType type,
                                       SpurUse use,
                                       const char *unit,
                                       const char *description);

SPUR_AVAILABLE_IN_ALL
void spur_event_declaration_omit_field (SpurEventDeclaration *self, const char *name);

SPUR_AVAILABLE_IN_ALL
gboolean spur_event_declaration_apply (SpurEventDeclaration *self, GType type, GError **error);

SPUR_AVAILABLE_IN_ALL
GType spur_event_declaration_register (SpurEventDeclaration *self, GError **error);

G_END_DECLS
