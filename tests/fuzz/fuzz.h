/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* What a fuzz target defines; called by libFuzzer, or by fuzz-main.c with the files of a folder. */
int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);
