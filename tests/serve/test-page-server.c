/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Raw bytes to the server, since what has to be refused no client library sends. */
#include <libsoup/soup.h>
#include <string.h>

#include "served-trace.h"
#include "visualizers/serve/spur-page-server.h"

#define TOKEN "0123456789abcdefghijkl"
#define N_FUZZED 10000
#define SEED 20261127

typedef struct
{
  ServedTrace trace;
  SpurPageServer *server;
  guint16 port;
} Served;

static void
served_init (Served *self, const SpurPageServerOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GUri) uri = NULL;

  served_trace_init (&self->trace, 2, FALSE);
  self->server = spur_page_server_new (self->trace.source, options, &error);
  g_assert_no_error (error);
  uri = g_uri_parse (spur_page_server_get_address (self->server), G_URI_FLAGS_NONE, &error);
  g_assert_no_error (error);
  self->port = (guint16) g_uri_get_port (uri);
}

static void
served_clear (Served *self)
{
  spur_page_server_free (self->server);
  served_trace_clear (&self->trace);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Served, served_clear)

/* A request in a thread of its own, since the server answers in the main one. */
typedef struct
{
  guint16 port;
  GBytes *request;
  /* Whether the client ends its side when it has sent all. */
  gboolean ends;
  GString *answer;
  gint is_done;
} Exchange;

static gpointer
run_exchange (gpointer data)
{
  Exchange *self = data;
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) connection =
    g_socket_client_connect_to_host (client, "127.0.0.1", self->port, NULL, NULL);
  GIOStream *stream = G_IO_STREAM (connection);
  char buffer[65536];
  gssize n_bytes;

  g_assert_nonnull (connection);
  g_output_stream_write_all (g_io_stream_get_output_stream (stream),
                             g_bytes_get_data (self->request, NULL),
                             g_bytes_get_size (self->request), NULL, NULL, NULL);
  if (self->ends)
    g_socket_shutdown (g_socket_connection_get_socket (connection), FALSE, TRUE, NULL);
  while ((n_bytes = g_input_stream_read (g_io_stream_get_input_stream (stream), buffer,
                                         sizeof buffer, NULL, NULL)) > 0)
    g_string_append_len (self->answer, buffer, n_bytes);
  g_atomic_int_set (&self->is_done, TRUE);
  g_main_context_wakeup (NULL);
  return NULL;
}

/* What the server answers to bytes, until it ends the connection. */
static GString *
exchange (Served *self, const char *request, gssize n_bytes, gboolean ends)
{
  Exchange all = { .port = self->port,
                   .request =
                     g_bytes_new (request, n_bytes < 0 ? strlen (request) : (gsize) n_bytes),
                   .ends = ends,
                   .answer = g_string_new (NULL) };
  GThread *thread = g_thread_new ("client", run_exchange, &all);

  while (!g_atomic_int_get (&all.is_done))
    g_main_context_iteration (NULL, TRUE);
  g_thread_join (thread);
  g_bytes_unref (all.request);
  return all.answer;
}

static int
get_status (const GString *answer)
{
  return g_str_has_prefix (answer->str, "HTTP/1.") && answer->len > 12
           ? (int) g_ascii_strtoll (answer->str + 9, NULL, 10)
           : 0;
}

/* @headers ends with a line's end, where it is not empty. */
static int
request (
  Served *self, const char *method, const char *target, const char *host, const char *headers)
{
  g_autofree char *text =
    g_strdup_printf ("%s %s HTTP/1.1\r\nHost: %s\r\n%s\r\n", method, target, host, headers);
  GString *answer = exchange (self, text, -1, FALSE);
  int status = get_status (answer);

  g_string_free (answer, TRUE);
  return status;
}

static const SpurPageServerOptions usual = { .token = TOKEN };

static void
test_page (void)
{
  g_auto (Served) served = { 0 };
  GString *answer;
  const char *body;
  GBytes *page;

  g_test_summary ("The page comes as it was made, with headers that shut others out.");

  served_init (&served, &usual);
  answer = exchange (&served, "GET /" TOKEN "/ HTTP/1.1\r\nHost: localhost\r\n\r\n", -1, FALSE);
  g_assert_cmpint (get_status (answer), ==, 200);
  g_assert_nonnull (strstr (answer->str, "\r\nX-Content-Type-Options: nosniff\r\n"));
  g_assert_nonnull (strstr (answer->str, "frame-ancestors 'none'"));
  g_assert_nonnull (strstr (answer->str, "\r\nReferrer-Policy: no-referrer\r\n"));
  g_assert_nonnull (strstr (answer->str, "\r\nCache-Control: no-store\r\n"));
  g_assert_nonnull (strstr (answer->str, "\r\nConnection: close\r\n"));
  g_assert_null (strstr (answer->str, "Access-Control"));
  body = strstr (answer->str, "\r\n\r\n") + 4;
  page = spur_page_source_get_page (served.trace.source);
  g_assert_cmpmem (body, answer->len - (gsize) (body - answer->str), g_bytes_get_data (page, NULL),
                   g_bytes_get_size (page));
  g_string_free (answer, TRUE);
}

static void
test_token (void)
{
  static const char *const wrong[] = {
    "/",
    "//",
    "/0123456789abcdefghijkl",
    "/0123456789abcdefghijk/",
    "/0123456789abcdefghijkm/",
    "/0123456789abcdefghijkll/",
    "/1123456789abcdefghijkl/tile?mode=raw&from=0&to=5&columns=5",
    "/0123456789ABCDEFGHIJKL/",
    "/x/0123456789abcdefghijkl/",
    "/%00/",
  };
  g_auto (Served) served = { 0 };

  g_test_summary ("Without the token nothing is given out.");

  served_init (&served, &usual);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_cmpint (request (&served, "GET", wrong[i], "localhost", ""), >=, 400);
  g_assert_cmpint (request (&served, "GET", wrong[3], "localhost", ""), ==, 403);
  g_assert_cmpint (request (&served, "GET", "/" TOKEN "/", "localhost", ""), ==, 200);
}

static void
test_made_token (void)
{
  const SpurPageServerOptions options = { 0 };
  g_auto (Served) one = { 0 };
  g_auto (Served) other = { 0 };
  g_autoptr (GUri) uri = NULL;

  g_test_summary ("A token that is not given is another one each time, on this machine only.");

  served_init (&one, &options);
  served_init (&other, &options);
  uri = g_uri_parse (spur_page_server_get_address (one.server), G_URI_FLAGS_NONE, NULL);
  g_assert_cmpstr (g_uri_get_host (uri), ==, "127.0.0.1");
  g_assert_cmpuint (strlen (g_uri_get_path (uri)), ==, 34);
  g_assert_cmpint (request (&one, "GET", g_uri_get_path (uri), "localhost", ""), ==, 200);
  g_assert_cmpint (request (&other, "GET", g_uri_get_path (uri), "localhost", ""), ==, 403);
}

static void
test_check_token (void)
{
  g_test_summary ("Tokens that are short, or not for an address, are refused.");

  g_assert_null (spur_page_server_check_token (TOKEN));
  g_assert_nonnull (spur_page_server_check_token ("0123456789abcdefghijk"));
  g_assert_nonnull (spur_page_server_check_token (""));
  g_assert_nonnull (spur_page_server_check_token ("0123456789abcdefghij/k"));
  g_assert_nonnull (spur_page_server_check_token ("0123456789abcdefghij k"));
}

static void
test_host (void)
{
  static const char *const own[] = { "localhost",   "localhost:8080", "LOCALHOST",  "127.0.0.1",
                                     "127.0.0.1:1", "[::1]",          "[::1]:65535" };
  static const char *const foreign[] = { "evil.example",
                                         "127.0.0.1.evil.example",
                                         "localhost.evil.example",
                                         "evil.example:80",
                                         "10.0.0.1",
                                         "localhost@evil.example",
                                         "evil.example, localhost",
                                         "localhost/x",
                                         "",
                                         "[::2]",
                                         "127.0.0.2",
                                         "localhost:x" };
  g_auto (Served) served = { 0 };

  g_test_summary ("Names that others can let lead here are refused.");

  served_init (&served, &usual);
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    g_assert_cmpint (request (&served, "GET", "/" TOKEN "/", own[i], ""), ==, 200);
  for (guint i = 0; i < G_N_ELEMENTS (foreign); i++)
    g_assert_cmpint (request (&served, "GET", "/" TOKEN "/", foreign[i], ""), >=, 400);
  g_assert_cmpint (request (&served, "GET", "/" TOKEN "/", "localhost", "Host: evil.example\r\n"),
                   >=, 400);
}

static void
test_origin (void)
{
  static const char *const foreign[] = {
    "Origin: http://evil.example\r\n",    "Origin: null\r\n",
    "Origin: http://localhost:8081\r\n",  "Origin: https://localhost:8080\r\n",
    "Origin: http://localhost:8080/\r\n", "Origin: localhost:8080\r\n",
  };
  g_auto (Served) served = { 0 };

  g_test_summary ("Pages of others get nothing.");

  served_init (&served, &usual);
  for (guint i = 0; i < G_N_ELEMENTS (foreign); i++)
    g_assert_cmpint (request (&served, "GET", "/" TOKEN "/", "localhost:8080", foreign[i]), ==,
                     403);
  g_assert_cmpint (
    request (&served, "GET", "/" TOKEN "/", "localhost:8080", "Origin: http://localhost:8080\r\n"),
    ==, 200);
}

static void
test_methods (void)
{
  static const char *const others[] = { "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "X" };
  g_auto (Served) served = { 0 };
  GString *answer;

  g_test_summary ("Nothing can be done but reading; HEAD has no body.");

  served_init (&served, &usual);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_cmpint (request (&served, others[i], "/" TOKEN "/", "localhost", ""), ==, 405);
  answer = exchange (&served, "HEAD /" TOKEN "/ HTTP/1.1\r\nHost: localhost\r\n\r\n", -1, FALSE);
  g_assert_cmpint (get_status (answer), ==, 200);
  g_assert_true (g_str_has_suffix (answer->str, "\r\n\r\n"));
  g_string_free (answer, TRUE);
}

static void
test_sizes (void)
{
  g_auto (Served) served = { 0 };
  g_autofree char *target = g_strnfill (40000, 'x');
  g_autofree char *far_too_long = g_strnfill (300000, 'x');

  g_test_summary ("Requests with a body, or of many bytes, are refused.");

  served_init (&served, &usual);
  memcpy (target, "/" TOKEN "/", strlen ("/" TOKEN "/"));
  memcpy (far_too_long, "/" TOKEN "/", strlen ("/" TOKEN "/"));
  g_assert_cmpint (
    request (&served, "GET", "/" TOKEN "/", "localhost", "Content-Length: 5\r\n\r\nhello"), ==,
    413);
  g_assert_cmpint (request (&served, "GET", target, "localhost", ""), ==, 414);
  g_assert_cmpint (request (&served, "GET", far_too_long, "localhost", ""), !=, 200);
  g_assert_cmpint (request (&served, "GET", "/" TOKEN "/nothing", "localhost", ""), ==, 404);
  g_assert_cmpint (request (&served, "GET", "/" TOKEN "/tile?mode=raw", "localhost", ""), ==, 400);
  g_assert_cmpint (request (&served, "GET", "/" TOKEN "/", "localhost", ""), ==, 200);
}

static void
keep_socket (GObject *session, GAsyncResult *result, gpointer data)
{
  SoupWebsocketConnection **socket = data;
  g_autoptr (GError) error = NULL;

  *socket = soup_session_websocket_connect_finish (SOUP_SESSION (session), result, &error);
  g_assert_no_error (error);
}

static void
note_refusal (GObject *session, GAsyncResult *result, gpointer data)
{
  guint *n_refused = data;
  g_autoptr (GError) error = NULL;

  g_assert_null (soup_session_websocket_connect_finish (SOUP_SESSION (session), result, &error));
  g_assert_error (error, SOUP_WEBSOCKET_ERROR, SOUP_WEBSOCKET_ERROR_NOT_WEBSOCKET);
  ++*n_refused;
}

static void
note_text (SoupWebsocketConnection *socket, gint type, GBytes *bytes, gpointer data)
{
  g_string_append_len (data, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes));
}

static void
connect_socket (
  Served *self, SoupSession *session, const char *path, GAsyncReadyCallback done, gpointer data)
{
  g_autofree char *address = g_strdup_printf ("ws://127.0.0.1:%u/%s", self->port, path);
  g_autoptr (SoupMessage) message = soup_message_new ("GET", address);

  soup_session_websocket_connect_async (session, message, NULL, NULL, G_PRIORITY_DEFAULT, NULL,
                                        done, data);
}

static void
test_changes (void)
{
  const SpurPageServerOptions options = { .token = TOKEN, .seconds = 1 };
  g_auto (Served) served = { 0 };
  g_autoptr (SoupSession) session = soup_session_new ();
  g_autoptr (GString) texts = g_string_new (NULL);
  SoupWebsocketConnection *socket = NULL;
  guint n_refused = 0;
  gint64 begin_us;

  g_test_summary ("A page is told at once that the trace has grown, however long it was silent, "
                  "and says when it wants more.");

  served_init (&served, &options);
  connect_socket (&served, session, TOKEN "/changes", keep_socket, &socket);
  while (socket == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_signal_connect (socket, "message", G_CALLBACK (note_text), texts);
  while (!g_str_equal (texts->str, "0"))
    g_main_context_iteration (NULL, TRUE);
  /* Longer than a connection for a request may last. */
  begin_us = g_get_monotonic_time ();
  while (g_get_monotonic_time () - begin_us < 2500000)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  spur_page_server_set_source (served.server, served.trace.source);
  spur_page_server_set_source (served.server, served.trace.source);
  while (!g_str_equal (texts->str, "012"))
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (spur_page_server_is_wanted (served.server));
  soup_websocket_connection_send_text (socket, "more");
  while (!spur_page_server_is_wanted (served.server))
    g_main_context_iteration (NULL, TRUE);
  spur_page_server_set_source (served.server, served.trace.source);
  g_assert_false (spur_page_server_is_wanted (served.server));
  g_assert_cmpint (request (&served, "GET", "/" TOKEN "/changes", "localhost", ""), >=, 400);
  connect_socket (&served, session, "wrong-token-wrong-token/changes", note_refusal, &n_refused);
  connect_socket (&served, session, TOKEN "/nothing", note_refusal, &n_refused);
  while (n_refused < 2)
    g_main_context_iteration (NULL, TRUE);
  g_object_unref (socket);
}

static void
test_limits (void)
{
  const SpurPageServerOptions options = { .token = TOKEN, .max_clients = 2, .seconds = 1 };
  g_auto (Served) served = { 0 };
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  GSocketConnection *silent[2];
  gint64 begin_us = g_get_monotonic_time ();

  g_test_summary (
    "Clients that send nothing are disconnected, and connections beyond the limit are closed.");

  served_init (&served, &options);
  for (guint i = 0; i < 2; i++)
    silent[i] = g_socket_client_connect_to_host (client, "127.0.0.1", served.port, NULL, NULL);
  g_assert_cmpint (request (&served, "GET", "/" TOKEN "/", "localhost", ""), ==, 0);
  /* Until both were ended, each request is one too many. */
  while (request (&served, "GET", "/" TOKEN "/", "localhost", "") != 200)
    g_assert_cmpint (g_get_monotonic_time () - begin_us, <, 20000000);
  for (guint i = 0; i < 2; i++)
    g_object_unref (silent[i]);
}

/* Changes bytes of a good request, cuts it, or doubles a part. */
static void
damage (GRand *rand, GString *text)
{
  static const char bytes[] = "\r\n\t :/?&=%,-0\xff\x7f";

  for (gint n = g_rand_int_range (rand, 1, 6); n > 0 && text->len > 0; n--)
    {
      gsize at = (gsize) g_rand_int_range (rand, 0, (gint32) text->len);
      gsize most = (gsize) g_rand_int_range (rand, 1, 20), n_bytes = MIN (text->len - at, most);

      switch (g_rand_int_range (rand, 0, 4))
        {
        case 0:
          text->str[at] = bytes[g_rand_int_range (rand, 0, sizeof bytes)];
          break;
        case 1:
          text->str[at] = (char) g_rand_int_range (rand, 0, 256);
          break;
        case 2:
          g_string_erase (text, (gssize) at, (gssize) n_bytes);
          break;
        default:
          {
            g_autofree char *part = g_strndup (text->str + at, n_bytes);

            g_string_insert (text, (gssize) at, part);
          }
        }
    }
}

/* Of four requests one is the handshake of a WebSocket, with what is sent over it: a text. */
static void
write_good (GString *text, guint i, const char *target)
{
  if (i % 4 == 2)
    g_string_printf (text, "GET /" TOKEN "/changes HTTP/1.1\r\nHost: localhost\r\n"
                           "Origin: http://localhost\r\nConnection: Upgrade\r\n"
                           "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                           "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
                           "\x81\x85mask\x05\x04\x1f\x07\x02");
  else
    g_string_printf (text,
                     "GET %s HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
                     "Accept: */*\r\n\r\n",
                     target);
}

static void
test_fuzzed (void)
{
  static const char *const targets[] = {
    "/" TOKEN "/",
    "/" TOKEN "/tile?mode=raw&from=0&to=40000000&columns=100&tracks=0-1&hidden=2",
    "/" TOKEN "/part?mode=raw&from=3000&to=9000",
    "/" TOKEN "/part?mode=raw&stream=1&event=500",
    "/wrong/part?mode=raw&stream=1&event=500",
  };
  const char *scale = g_getenv ("SPUR_TEST_SCALE");
  guint n_rounds = N_FUZZED / (scale != NULL ? MAX ((guint) atoi (scale), 1) : 1);
  g_auto (Served) served = { 0 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  guint n_refused = 0, n_sockets = 0;

  g_test_summary ("10,000 damaged requests and WebSockets end, and the server goes on.");

  served_init (&served, &usual);
  for (guint i = 0; i < n_rounds; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      GString *answer;

      /* Most are refused before anything is made; a part takes longest. */
      write_good (text, i, targets[i % 16 == 0 ? i / 16 % 4 : i % 3 == 0 ? 1 : 4]);
      damage (rand, text);
      answer = exchange (&served, text->str, (gssize) text->len, TRUE);
      n_refused += get_status (answer) != 200 && get_status (answer) != 101;
      n_sockets += get_status (answer) == 101;
      g_string_free (answer, TRUE);
    }
  g_test_message ("%u of %u refused, %u WebSockets", n_refused, n_rounds, n_sockets);
  g_assert_cmpuint (n_sockets, >, 0);
  g_assert_cmpuint (n_refused, >, n_rounds / 2);
  g_assert_cmpint (request (&served, "GET", "/" TOKEN "/", "localhost", ""), ==, 200);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page-server/page", test_page);
  g_test_add_func ("/page-server/token", test_token);
  g_test_add_func ("/page-server/made-token", test_made_token);
  g_test_add_func ("/page-server/check-token", test_check_token);
  g_test_add_func ("/page-server/host", test_host);
  g_test_add_func ("/page-server/origin", test_origin);
  g_test_add_func ("/page-server/methods", test_methods);
  g_test_add_func ("/page-server/sizes", test_sizes);
  g_test_add_func ("/page-server/changes", test_changes);
  g_test_add_func ("/page-server/limits", test_limits);
  g_test_add_func ("/page-server/fuzzed", test_fuzzed);
  return g_test_run ();
}
