/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where a collector can be reached. */
#include <gio/gunixsocketaddress.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/spur-error-internal.h"
#include "core/collect/spur-collector-private.h"

/* A socket that is listened at. */
typedef struct
{
  SpurCollector *collector;
  SpurCollectPeers peers;
} Place;

static void
place_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

static gboolean
take_connection (GSocketService *service,
                 GSocketConnection *connection,
                 GObject *source,
                 gpointer data)
{
  const Place *place = data;

  spur_collect_arrive (place->collector, connection, place->peers);
  return TRUE;
}

/* A socket without a listener is left from a collector that was killed. */
static gboolean
remove_stale_socket (const char *path, GSocketAddress *address, GError **error)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) connection = NULL;
  struct stat info;

  if (lstat (path, &info) != 0)
    return TRUE;
  if (S_ISSOCK (info.st_mode))
    connection = g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, NULL);
  if (S_ISSOCK (info.st_mode) && connection == NULL && unlink (path) == 0)
    return TRUE;
  return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_ADDRESS_IN_USE, "%s: %s", path,
                         S_ISSOCK (info.st_mode) ? "another program listens there already"
                                                 : "is no socket");
}

static gboolean
add_unix (SpurCollector *self, GSocketListener *listener, const char *path, GError **error)
{
  g_autoptr (GSocketAddress) address = NULL;
  mode_t mask;
  gboolean is_added;

  if (*path == '\0' || strlen (path) >= 108)
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           "'%s': the path of a socket has 1 to 107 bytes", path);
  address = g_unix_socket_address_new (path);
  if (!remove_stale_socket (path, address, error))
    return FALSE;
  mask = umask (0077);
  is_added = g_socket_listener_add_address (listener, address, G_SOCKET_TYPE_STREAM,
                                            G_SOCKET_PROTOCOL_DEFAULT, NULL, NULL, error);
  umask (mask);
  if (is_added)
    g_ptr_array_add (self->paths, g_strdup (path));
  return is_added;
}

/* Any host of a network may send to an address that is none of this host alone. */
static gboolean
is_allowed (SpurCollector *self,
            GInetAddress *address,
            SpurCollectPeers peers,
            const char *name,
            GError **error)
{
  gboolean is_serving = peers != SPUR_COLLECT_RECORDERS;

  if (g_inet_address_get_is_loopback (address) || self->authorities != NULL ||
      (self->has_token && !is_serving))
    return TRUE;
  return spur_error_set (
    error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
    "'%s' can be reached from other computers: %s certificates of those who connect, or "
    "listen at localhost",
    name, is_serving ? "ask for" : "set a token or ask for");
}

static char *
add_inet (
  SpurCollector *self, GSocketListener *listener, GInetAddress *inet, guint16 port, GError **error)
{
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (inet, port);
  g_autoptr (GSocketAddress) effective = NULL;
  g_autofree char *host = g_inet_address_to_string (inet);
  gboolean is_v6 = g_inet_address_get_family (inet) == G_SOCKET_FAMILY_IPV6;

  if (!g_socket_listener_add_address (listener, address, G_SOCKET_TYPE_STREAM,
                                      G_SOCKET_PROTOCOL_DEFAULT, NULL, &effective, error))
    return NULL;
  return g_strdup_printf (is_v6 ? "tcp:[%s]:%u" : "tcp:%s:%u", host,
                          g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (effective)));
}

static GList *
resolve_address (const char *host, GError **error)
{
  g_autoptr (GResolver) resolver = g_resolver_get_default ();
  GInetAddress *address = g_inet_address_new_from_string (host);

  if (address != NULL)
    return g_list_prepend (NULL, address);
  return g_resolver_lookup_by_name (resolver, host, NULL, error);
}

/* "HOST:PORT", ":PORT", "PORT" or "HOST" */
static char *
add_tcp (SpurCollector *self,
         GSocketListener *listener,
         const char *text,
         SpurCollectPeers peers,
         GError **error)
{
  g_autoptr (GSocketConnectable) place = NULL;
  g_autofree char *spelled = NULL;
  const char *port = *text == ':' ? text + 1 : text;
  GList *addresses;
  char *actual = NULL;

  if (*port == '\0' || strspn (port, "0123456789") == strlen (port))
    spelled =
      g_strdup_printf ("127.0.0.1:%s", *port != '\0' ? port : G_STRINGIFY (SPUR_COLLECTOR_PORT));
  else
    spelled = g_strdup (text);
  place = g_network_address_parse (spelled, SPUR_COLLECTOR_PORT, error);
  if (place == NULL)
    return NULL;
  addresses = resolve_address (g_network_address_get_hostname (G_NETWORK_ADDRESS (place)), error);
  for (GList *at = addresses; at != NULL; at = at->next)
    {
      if (!is_allowed (self, at->data, peers, text, error))
        {
          g_clear_pointer (&actual, g_free);
          break;
        }

      /* Of a name with several addresses the first counts that can be listened at. */
      if (actual == NULL)
        actual = add_inet (self, listener, at->data,
                           g_network_address_get_port (G_NETWORK_ADDRESS (place)),
                           at->next == NULL ? error : NULL);
    }
  g_resolver_free_addresses (addresses);
  return actual;
}

char *
spur_collect_listen (SpurCollector *self,
                     const char *address,
                     SpurCollectPeers peers,
                     GError **error)
{
  g_autoptr (GSocketService) service = g_socket_service_new ();
  GSocketListener *listener = G_SOCKET_LISTENER (service);
  g_autofree char *actual = NULL;
  Place *place;

  g_socket_service_stop (service);
  if (g_str_has_prefix (address, "unix:"))
    actual = add_unix (self, listener, address + 5, error) ? g_strdup (address) : NULL;
  else if (g_str_has_prefix (address, "tcp:"))
    actual = add_tcp (self, listener, address + 4, peers, error);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                 "'%s' is no address; expected unix:PATH or tcp:[HOST:]PORT", address);
  if (actual == NULL)
    return NULL;
  place = g_new (Place, 1);
  *place = (Place){ self, peers };
  g_signal_connect_data (service, "incoming", G_CALLBACK (take_connection), place, place_free, 0);
  g_socket_service_start (service);
  g_ptr_array_add (self->sockets, g_steal_pointer (&service));
  return g_steal_pointer (&actual);
}
