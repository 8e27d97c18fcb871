/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

#ifdef SPUR_COMPILATION
#define _SPUR_PUBLIC __attribute__ ((visibility ("default"))) extern
#else
#define _SPUR_PUBLIC extern
#endif

/**
 * SPUR_AVAILABLE_IN_ALL:
 *
 * Marks a symbol that every version of Spur exports.
 */
#define SPUR_AVAILABLE_IN_ALL _SPUR_PUBLIC
