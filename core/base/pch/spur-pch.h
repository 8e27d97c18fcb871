/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What most files include of GLib, compiled once a library with -Dpch=true. Files include what they
 * use as if this were not there. The compiler reads it as a file of its own, where it warns of
 * #pragma once: there is none.
 */
#include <gio/gio.h>
#include <glib/gstdio.h>
