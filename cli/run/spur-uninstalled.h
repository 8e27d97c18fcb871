/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* A command that runs from its build folder takes plugins and schemas from there, unless the
 * environment says otherwise. */
void spur_uninstalled_use_build_folder (void);
