/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void spur_otf2_errors_hold (void);
void spur_otf2_errors_release (void);

void spur_otf2_errors_begin (void);
void spur_otf2_errors_fail (const char *path, const char *what, GError **error);
void spur_otf2_errors_end (void);

G_END_DECLS
