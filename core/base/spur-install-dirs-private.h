/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* Folders below the prefix; that of schemas holds format definitions, too, in "formats". */
typedef struct
{
  char *plugins;
  char *projects;
  char *schemas;
} SpurInstallDirs;

/* Found once; they stay until the program ends. */
const SpurInstallDirs *spur_install_dirs_get (void);
