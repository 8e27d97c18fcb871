/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "visualizers/serve/spur-page-server.h"

#include <libsoup/soup.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/random.h>

#include "core/base/spur-error-internal.h"

#define DEFAULT_LISTEN "127.0.0.1"
/* A browser opens six at a time for a page. */
#define DEFAULT_CLIENTS 64
#define DEFAULT_SECONDS 60

/* The longest silence of a client within a request. */
#define SILENCE_S 10

/* A page that follows a live trace sends a word where it wants more, and may be silent for long. It
 * is asked this often whether it is there, and has the other time to take what was sent. */
#define KEEPALIVE_S 20
#define MAX_UNTAKEN_MS 30000
#define MAX_PAYLOAD_BYTES 125

/* 128 bits cannot be guessed. A token that is chosen has at least as many characters as 128 bits in
 * base64url. */
#define TOKEN_BYTES 16
#define LEAST_TOKEN 22
#define MOST_TOKEN 128

/* Paths and queries of a page are far shorter, those of 4096 rows one by one included. */
#define MAX_TARGET_BYTES 32768

struct _SpurPageServer
{
  SpurPageSource *source;
  /* How often it was replaced. */
  guint version;
  SoupServer *soup;
  GSocketService *service;
  char *token;
  char *address;
  gboolean is_local;
  guint max_clients;
  guint seconds;
  /* Of Client. */
  GPtrArray *clients;
  /* WebSockets of the pages that follow a live trace, and whether one of them wants more than it
   * has been told of. */
  GPtrArray *sockets;
  gboolean is_wanted;
};

/* A connection, until it ends. */
typedef struct
{
  SpurPageServer *server;
  GSocketConnection *connection;
  GSocketAddress *address;
  /* 0 for a WebSocket, which may last. */
  guint timer;
} Client;

const char *
spur_page_server_check_token (const char *token)
{
  gsize n_bytes = strlen (token);

  if (n_bytes < LEAST_TOKEN || n_bytes > MOST_TOKEN)
    return "a token has 22 to 128 characters";
  if (strspn (token, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_.~") < n_bytes)
    return "a token has letters, digits and -_.~ only";
  return NULL;
}

static char *
make_token (GError **error)
{
  guint8 bytes[TOKEN_BYTES];
  GString *token = g_string_new (NULL);

  if (getrandom (bytes, sizeof bytes, 0) != (ssize_t) sizeof bytes)
    {
      g_string_free (token, TRUE);
      return spur_error_set_null (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                                  "the system gives no random numbers");
    }
  for (guint i = 0; i < sizeof bytes; i++)
    g_string_append_printf (token, "%02x", bytes[i]);
  return g_string_free (token, FALSE);
}

/* Takes the same time wherever they differ, so that a token cannot be found character by character.
 */
static gboolean
is_token (const SpurPageServer *self, const char *text, gsize n_bytes)
{
  guint8 differs = n_bytes != strlen (self->token);

  for (gsize i = 0; self->token[i] != '\0'; i++)
    differs |= (guint8) self->token[i] ^ (guint8) (i < n_bytes ? text[i] : 0);
  return !differs;
}

/* DNS rebinding: a name that resolves to this machine may belong to the site of a foreign page, so
 * only addresses and localhost are taken. The port does not matter: it may be that of a tunnel. */
static gboolean
is_own_host (const SpurPageServer *self, const char *host)
{
  g_autoptr (GUri) uri = NULL;
  g_autofree char *text = g_strdup_printf ("http://%s/", host != NULL ? host : "");
  const char *name;

  if (host == NULL || strpbrk (host, "@/?#,\\ ") != NULL)
    return FALSE;
  uri = g_uri_parse (text, G_URI_FLAGS_NONE, NULL);
  name = uri != NULL ? g_uri_get_host (uri) : NULL;
  if (name == NULL)
    return FALSE;
  if (g_ascii_strcasecmp (name, "localhost") == 0)
    return TRUE;
  if (self->is_local)
    return g_str_equal (name, "127.0.0.1") || g_str_equal (name, "::1");
  return g_hostname_is_ip_address (name);
}

static gboolean
is_own_origin (const char *origin, const char *host)
{
  return origin == NULL || (g_str_has_prefix (origin, "http://") &&
                            g_ascii_strcasecmp (origin + strlen ("http://"), host) == 0);
}

static void
send_error (SoupServerMessage *message, guint status, const char *why)
{
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "text/plain; charset=utf-8", SOUP_MEMORY_COPY, why,
                                    strlen (why));
}

static gboolean
has_body (SoupMessageHeaders *headers)
{
  return soup_message_headers_get_encoding (headers) == SOUP_ENCODING_CHUNKED ||
         soup_message_headers_get_content_length (headers) > 0;
}

/* What follows the token in a path, without a slash; NULL where there is no token. */
static const char *
find_what (const SpurPageServer *self, const char *path)
{
  const char *end = path[0] == '/' ? strchr (path + 1, '/') : NULL;

  if (end == NULL || !is_token (self, path + 1, (gsize) (end - path - 1)))
    return NULL;
  return end + 1;
}

/* Every answer ends its connection: so each lasts a known time, and none is held for nothing. */
static void
put_headers (SoupServerMessage *message)
{
  static const char *const headers[][2] = {
    { "Connection", "close" },
    { "Cache-Control", "no-store" },
    { "Content-Security-Policy", "object-src 'none'; base-uri 'none'; form-action 'none'; "
                                 "frame-ancestors 'none'" },
    { "Cross-Origin-Opener-Policy", "same-origin" },
    { "Cross-Origin-Resource-Policy", "same-origin" },
    { "Referrer-Policy", "no-referrer" },
    { "X-Content-Type-Options", "nosniff" },
  };

  SoupMessageHeaders *request = soup_server_message_get_request_headers (message);
  SoupMessageHeaders *response = soup_server_message_get_response_headers (message);

  for (guint i = 0; i < G_N_ELEMENTS (headers); i++)
    soup_message_headers_replace (response, headers[i][0], headers[i][1]);
  /* The handshake of a WebSocket says that itself. */
  if (soup_message_headers_header_contains (request, "Connection", "Upgrade"))
    soup_message_headers_remove (response, "Connection");
}

/* Before a body is read, and before anything else is looked at. */
static void
check_message (
  SoupServer *soup, SoupServerMessage *message, const char *path, GHashTable *query, gpointer data)
{
  SpurPageServer *self = data;
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *method = soup_server_message_get_method (message);
  const char *host = soup_message_headers_get_list (headers, "Host");
  const char *text = g_uri_get_query (soup_server_message_get_uri (message));

  soup_message_body_set_accumulate (soup_server_message_get_request_body (message), FALSE);
  put_headers (message);
  if (!is_own_host (self, host))
    send_error (message, SOUP_STATUS_FORBIDDEN, "the Host is not this server");
  else if (!is_own_origin (soup_message_headers_get_list (headers, "Origin"), host))
    send_error (message, SOUP_STATUS_FORBIDDEN, "the Origin is not this server");
  else if (!g_str_equal (method, "GET") && !g_str_equal (method, "HEAD"))
    {
      soup_message_headers_replace (soup_server_message_get_response_headers (message), "Allow",
                                    "GET, HEAD");
      send_error (message, SOUP_STATUS_METHOD_NOT_ALLOWED, "nothing can be changed here");
    }
  else if (has_body (headers))
    send_error (message, SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE, "a request has no body here");
  else if (strlen (path) + strlen (text != NULL ? text : "") > MAX_TARGET_BYTES)
    send_error (message, SOUP_STATUS_REQUEST_URI_TOO_LONG, "the request is too long");
  else if (find_what (self, path) == NULL)
    send_error (message, SOUP_STATUS_FORBIDDEN, "the token is missing or wrong");
}

static void
put_answer (SoupServerMessage *message, const char *type, GBytes *bytes)
{
  SoupMessageBody *body = soup_server_message_get_response_body (message);

  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_message_headers_set_content_type (soup_server_message_get_response_headers (message), type,
                                         NULL);
  soup_message_body_append_bytes (body, bytes);
}

static const char *
find_type (const char *what)
{
  gboolean is_binary = g_str_equal (what, "tile") || g_str_equal (what, "load");

  return is_binary ? "application/octet-stream" : "application/json";
}

static void
answer_message (
  SoupServer *soup, SoupServerMessage *message, const char *path, GHashTable *query, gpointer data)
{
  SpurPageServer *self = data;
  const char *what = find_what (self, path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (*what == '\0')
    {
      put_answer (message, "text/html; charset=utf-8", spur_page_source_get_page (self->source));
      return;
    }
  /* libsoup answers the handshake of a WebSocket where nothing else did, and refuses the rest. */
  if (g_str_equal (what, "changes"))
    return;
  bytes = spur_page_source_answer (self->source, what, query, &error);
  if (bytes != NULL)
    put_answer (message, find_type (what), bytes);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    send_error (message, SOUP_STATUS_NOT_FOUND, error->message);
  else
    send_error (message, SOUP_STATUS_BAD_REQUEST, error->message);
}

static void
free_client (gpointer data)
{
  Client *client = data;

  g_clear_handle_id (&client->timer, g_source_remove);
  g_object_unref (client->address);
  g_free (client);
}

/* The connection of a WebSocket may last and be silent; one that takes nothing ends. */
static void
keep_client (SpurPageServer *self, SoupServerMessage *message)
{
  for (guint i = 0; i < self->clients->len; i++)
    {
      Client *client = g_ptr_array_index (self->clients, i);
      GSocket *socket = g_socket_connection_get_socket (client->connection);

      if (client->address != soup_server_message_get_remote_address (message))
        continue;
      g_clear_handle_id (&client->timer, g_source_remove);
      g_socket_set_timeout (socket, 0);
      g_socket_set_option (socket, IPPROTO_TCP, TCP_USER_TIMEOUT, MAX_UNTAKEN_MS, NULL);
    }
}

static void
send_version (const SpurPageServer *self, SoupWebsocketConnection *socket)
{
  g_autofree char *text = g_strdup_printf ("%u", self->version);

  if (soup_websocket_connection_get_state (socket) == SOUP_WEBSOCKET_STATE_OPEN)
    soup_websocket_connection_send_text (socket, text);
}

static void
forget_socket (SoupWebsocketConnection *socket, gpointer data)
{
  SpurPageServer *self = data;

  g_signal_handlers_disconnect_by_data (socket, self);
  g_ptr_array_remove_fast (self->sockets, socket);
}

static void
note_wish (SoupWebsocketConnection *socket, gint type, GBytes *bytes, gpointer data)
{
  ((SpurPageServer *) data)->is_wanted = TRUE;
}

/* A page that follows a live trace: it is told which version of it there is, now and whenever there
 * is another one. The request was checked as all others were, and no other path comes here. */
static void
take_socket (SoupServer *soup,
             SoupServerMessage *message,
             const char *path,
             SoupWebsocketConnection *socket,
             gpointer data)
{
  SpurPageServer *self = data;

  keep_client (self, message);
  soup_websocket_connection_set_max_incoming_payload_size (socket, MAX_PAYLOAD_BYTES);
  soup_websocket_connection_set_keepalive_interval (socket, KEEPALIVE_S);
  g_ptr_array_add (self->sockets, g_object_ref (socket));
  g_signal_connect (socket, "closed", G_CALLBACK (forget_socket), self);
  g_signal_connect (socket, "message", G_CALLBACK (note_wish), self);
  send_version (self, socket);
}

static void
forget_client (gpointer data, GObject *connection)
{
  Client *client = data;

  g_ptr_array_remove_fast (client->server->clients, client);
}

static gboolean
end_client (gpointer data)
{
  Client *client = data;

  /* libsoup notices, and drops the connection. */
  g_socket_shutdown (g_socket_connection_get_socket (client->connection), TRUE, TRUE, NULL);
  return G_SOURCE_CONTINUE;
}

static gboolean
take_connection (GSocketService *service,
                 GSocketConnection *connection,
                 GObject *source_object,
                 gpointer data)
{
  SpurPageServer *self = data;
  g_autoptr (GSocketAddress) here = g_socket_connection_get_local_address (connection, NULL);
  g_autoptr (GSocketAddress) there = g_socket_connection_get_remote_address (connection, NULL);
  Client *client;

  /* It is closed where nothing holds it; one that has ended meanwhile has no address. */
  if (here == NULL || there == NULL || self->clients->len >= self->max_clients)
    return TRUE;
  g_socket_set_timeout (g_socket_connection_get_socket (connection), SILENCE_S);
  client = g_new (Client, 1);
  *client = (Client){ self, connection, g_object_ref (there),
                      g_timeout_add_seconds (self->seconds, end_client, client) };
  g_ptr_array_add (self->clients, client);
  g_object_weak_ref (G_OBJECT (connection), forget_client, client);
  soup_server_accept_iostream (self->soup, G_IO_STREAM (connection), here, there, NULL);
  return TRUE;
}

static gboolean
open_port (SpurPageServer *self, const SpurPageServerOptions *options, GError **error)
{
  const char *listen = options->listen != NULL ? options->listen : DEFAULT_LISTEN;
  g_autoptr (GSocketAddress) wanted = g_inet_socket_address_new_from_string (listen, options->port);
  g_autoptr (GSocketAddress) got = NULL;
  GInetAddress *inet;

  if (wanted == NULL)
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           "'%s' is no address of a network", listen);
  if (!g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), wanted,
                                      G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL, &got,
                                      error))
    return spur_error_prefix (error, "%s:%u: ", listen, options->port);
  inet = g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (got));
  self->is_local = g_inet_address_get_is_loopback (inet);
  self->address = g_strdup_printf (
    g_inet_address_get_family (inet) == G_SOCKET_FAMILY_IPV6 ? "http://[%s]:%u/%s/"
                                                             : "http://%s:%u/%s/",
    listen, g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (got)), self->token);
  return TRUE;
}

SpurPageServer *
spur_page_server_new (SpurPageSource *source, const SpurPageServerOptions *options, GError **error)
{
  g_autoptr (SpurPageServer) self = g_new0 (SpurPageServer, 1);

  self->source = source;
  self->max_clients = options->max_clients > 0 ? options->max_clients : DEFAULT_CLIENTS;
  self->seconds = options->seconds > 0 ? options->seconds : DEFAULT_SECONDS;
  self->clients = g_ptr_array_new_with_free_func (free_client);
  self->sockets = g_ptr_array_new_with_free_func (g_object_unref);
  self->soup = soup_server_new (NULL, NULL);
  self->service = g_socket_service_new ();
  self->token = options->token != NULL ? g_strdup (options->token) : make_token (error);
  if (self->token == NULL || !open_port (self, options, error))
    return NULL;
  soup_server_add_early_handler (self->soup, NULL, check_message, self, NULL);
  soup_server_add_handler (self->soup, NULL, answer_message, self, NULL);
  soup_server_add_websocket_handler (self->soup, NULL, NULL, NULL, take_socket, self, NULL);
  g_signal_connect (self->service, "incoming", G_CALLBACK (take_connection), self);
  g_socket_service_start (self->service);
  return g_steal_pointer (&self);
}

void
spur_page_server_free (SpurPageServer *self)
{
  g_signal_handlers_disconnect_by_data (self->service, self);
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  for (guint i = 0; i < self->sockets->len; i++)
    g_signal_handlers_disconnect_by_data (g_ptr_array_index (self->sockets, i), self);
  g_ptr_array_unref (self->sockets);
  soup_server_disconnect (self->soup);
  g_clear_object (&self->soup);
  g_clear_object (&self->service);
  for (guint i = 0; i < self->clients->len; i++)
    {
      Client *client = g_ptr_array_index (self->clients, i);

      g_object_weak_unref (G_OBJECT (client->connection), forget_client, client);
    }
  g_ptr_array_unref (self->clients);
  g_free (self->token);
  g_free (self->address);
  g_free (self);
}

void
spur_page_server_set_source (SpurPageServer *self, SpurPageSource *source)
{
  self->source = source;
  self->version++;
  self->is_wanted = FALSE;
  for (guint i = 0; i < self->sockets->len; i++)
    send_version (self, g_ptr_array_index (self->sockets, i));
}

gboolean
spur_page_server_is_wanted (SpurPageServer *self)
{
  return self->is_wanted;
}

const char *
spur_page_server_get_address (SpurPageServer *self)
{
  return self->address;
}
