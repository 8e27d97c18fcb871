/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/objects/spur-network-address.h"

#include <string.h>

/**
 * SpurNetworkAddress:
 *
 * The place of what is reached through a network (TUM-I9909 section 4.2.3).
 *
 * The host is text, a name or an address as the application writes it: a trace is often looked at
 * where the network that it speaks of cannot be asked. A program that wants to connect hands
 * spur_location_to_string() to g_network_address_parse().
 *
 * Since: 1.0
 */

typedef struct
{
  char *host;
  guint16 port;
} SpurNetworkAddressPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (SpurNetworkAddress, spur_network_address, SPUR_TYPE_LOCATION)

static void
spur_network_address_finalize (GObject *object)
{
  SpurNetworkAddressPrivate *priv =
    spur_network_address_get_instance_private (SPUR_NETWORK_ADDRESS (object));

  g_free (priv->host);
  G_OBJECT_CLASS (spur_network_address_parent_class)->finalize (object);
}

/* An address with colons needs brackets, or its end would be taken for the port. */
static char *
spur_network_address_to_string (SpurLocation *location)
{
  SpurNetworkAddressPrivate *priv =
    spur_network_address_get_instance_private (SPUR_NETWORK_ADDRESS (location));
  const char *host = priv->host != NULL ? priv->host : "";
  gboolean has_colon = strchr (host, ':') != NULL;

  if (priv->port == 0)
    return g_strdup_printf (has_colon ? "[%s]" : "%s", host);
  return g_strdup_printf (has_colon ? "[%s]:%u" : "%s:%u", host, priv->port);
}

/* Digits up to 65535, and nothing else. */
static gboolean
parse_port (const char *text, guint16 *port)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXUINT16, &value, NULL))
    return FALSE;
  *port = (guint16) value;
  return TRUE;
}

static gboolean
spur_network_address_parse (SpurLocation *location, const char *text)
{
  SpurNetworkAddressPrivate *priv =
    spur_network_address_get_instance_private (SPUR_NETWORK_ADDRESS (location));
  const char *end = *text == '[' ? strchr (text, ']') : strchr (text, ':');
  const char *begin = *text == '[' ? text + 1 : text;
  const char *rest = end == NULL ? "" : *text == '[' ? end + 1 : end;
  guint16 port = 0;

  if ((*text == '[' && end == NULL) || (*rest != '\0' && *rest != ':') ||
      (*rest == ':' && !parse_port (rest + 1, &port)))
    return FALSE;
  g_free (priv->host);
  priv->host = end != NULL ? g_strndup (begin, (gsize) (end - begin)) : g_strdup (begin);
  priv->port = port;
  return TRUE;
}

static void
spur_network_address_class_init (SpurNetworkAddressClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_network_address_finalize;
  SPUR_LOCATION_CLASS (klass)->to_string = spur_network_address_to_string;
  SPUR_LOCATION_CLASS (klass)->parse = spur_network_address_parse;
}

static void
spur_network_address_init (SpurNetworkAddress *self)
{
}

/**
 * spur_network_address_new:
 * @host: the host's name or address
 * @port: the port; 0 for none
 *
 * Makes the place of what is reached there.
 *
 * Returns: (transfer full): the place
 *
 * Since: 1.0
 */
SpurLocation *
spur_network_address_new (const char *host, guint16 port)
{
  SpurNetworkAddress *self;
  SpurNetworkAddressPrivate *priv;

  g_return_val_if_fail (host != NULL, NULL);

  self = g_object_new (SPUR_TYPE_NETWORK_ADDRESS, NULL);
  priv = spur_network_address_get_instance_private (self);
  priv->host = g_strdup (host);
  priv->port = port;
  return SPUR_LOCATION (self);
}
