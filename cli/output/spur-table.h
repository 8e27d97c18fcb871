/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"

/* Text in aligned columns: the first to the left, numbers to the right. Cells are added row by
 * row. */
typedef struct _SpurTable SpurTable;

SpurTable *spur_table_new (guint n_columns);

void spur_table_free (SpurTable *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurTable, spur_table_free)

/* Columns of words rather than numbers. */
void spur_table_set_left (SpurTable *self, guint column);

void spur_table_add_styled (SpurTable *self, SpurTone style, const char *text);

void spur_table_put (SpurTable *self, SpurCli *cli);
