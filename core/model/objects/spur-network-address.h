/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-location.h"

G_BEGIN_DECLS

#define SPUR_TYPE_NETWORK_ADDRESS (spur_network_address_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurNetworkAddress, spur_network_address, SPUR, NETWORK_ADDRESS, SpurLocation)

/**
 * SpurNetworkAddressClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurNetworkAddressClass
{
  SpurLocationClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurLocation *spur_network_address_new (const char *host, guint16 port);

G_END_DECLS
