/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/plugin/spur-project.h"

/* How numbers are shown, by the projects that are loaded; asked once for every field. */
typedef struct _SpurUnits SpurUnits;

SpurUnits *spur_units_new (SpurTrace *trace);

void spur_units_free (SpurUnits *self);

/* Appends the value of a field with its unit, as a project wants it; FALSE, and nothing is
 * appended, where no project says anything of it. @event_class counts the trace's classes, of which
 * @layout is one. */
gboolean spur_units_append (const SpurUnits *self,
                            GString *text,
                            guint event_class,
                            const SpurEventLayout *layout,
                            guint field,
                            guint64 bits);

/* The same for an entry of a list. */
gboolean spur_units_append_entry (GString *text, const SpurEntry *entry);

/* A load that was measured. */
char *spur_units_format_load (double load);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurUnits, spur_units_free)
