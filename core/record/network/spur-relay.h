/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gio/gio.h>

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

#define SPUR_TYPE_RELAY (spur_relay_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurRelay, spur_relay, SPUR, RELAY, GObject)

SPUR_AVAILABLE_IN_ALL
SpurRelay *spur_relay_new (const char *address, GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_relay_set_tls (SpurRelay *self, GTlsCertificate *certificate, GTlsDatabase *authorities);

SPUR_AVAILABLE_IN_ALL
char *spur_relay_start (SpurRelay *self, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_relay_check (SpurRelay *self, GError **error);

SPUR_AVAILABLE_IN_ALL
guint spur_relay_get_n_connections (SpurRelay *self);

SPUR_AVAILABLE_IN_ALL
void spur_relay_stop (SpurRelay *self);

G_END_DECLS
