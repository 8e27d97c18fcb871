/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-error-internal.h"

#include <errno.h>

#include <gio/gio.h>

gboolean
spur_error_set_errno (GError **error, const char *path, const char *what)
{
  int code = errno;

  return spur_error_set (error, G_IO_ERROR, (int) g_io_error_from_errno (code), "%s: %s: %s", path,
                         what, g_strerror (code));
}
