/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What most programs and plugins include, compiled once for all of each with -Dpch=true. As in
 * spur-pch.h there is no #pragma once.
 */
#include <gio/gio.h>
#include <glib/gstdio.h>

#include "spur.h"
