/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"

/* What the fields of events have to be, as --where says: FIELD=VALUE, and the same with !=, <, <=,
 * > and >=. */
typedef struct _SpurWhere SpurWhere;

/* Prints an error and returns NULL where @conditions, which ends with NULL, cannot be met: no class
 * has the field, or its values are no such numbers. */
SpurWhere *spur_where_new (SpurCli *cli, SpurTrace *trace, char **conditions);

void spur_where_free (SpurWhere *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurWhere, spur_where_free)

/* Whether a record meets all conditions; one without a field that is named does not. Any thread may
 * ask. */
gboolean spur_where_accepts (const SpurWhere *self,
                             guint class_index,
                             const SpurEventLayout *layout,
                             const guint8 *record);
