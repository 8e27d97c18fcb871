/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* The folder below the prefix that holds plugins. */
const char *spur_install_dirs_get_plugins (void);

/* The folder below the prefix that holds project files. */
const char *spur_install_dirs_get_projects (void);

/* The folder below the prefix that holds schemas and, in "formats", format definitions. */
const char *spur_install_dirs_get_schemas (void);
