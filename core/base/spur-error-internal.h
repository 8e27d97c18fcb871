/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* Sets an error as g_set_error() does. Always FALSE, for a caller to return. */
gboolean spur_error_set (GError **error, GQuark domain, int code, const char *format, ...)
  G_GNUC_PRINTF (4, 5);

/* The same by errno: the path, what could not be done with it, and why. */
gboolean spur_error_set_errno (GError **error, const char *path, const char *what);
