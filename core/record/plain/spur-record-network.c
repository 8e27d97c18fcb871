/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* The sink for a collector, at a Unix or a TCP socket (doc/recording.md, Sockets). Packets wait in
 * a spool, a ring in a file without a name, until they were sent and the collector has said that it
 * keeps them; so a connection may break at any time, and what it had is sent again. */
#include "core/record/plain/spur-record-probe-private.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define CONNECT_MS 1000
#define RETRY_NS 200000000
/* How long the end of a recording waits for a collector that takes nothing of the rest: longer
 * where the program asked to be held up rather than to lose anything. */
#define CLOSE_MS 5000
#define CLOSE_BLOCKED_MS 30000
#define WAIT_MS 20
/* How long the end of a recording waits for its last burst of probes: 8 round trips of 60 ms, as
 * across a continent. On longer ways the best of those that came counts. */
#define CLOSE_PROBE_NS 500000000

#define SPOOL_NAME "/spur-spool-XXXXXX"

#define MAX_ANSWER_BYTES 8192

/* 2 s of them. */
#define MAX_UNTOLD_REFUSALS 10

typedef struct
{
  Sink sink;
  pthread_mutex_t mutex;
  /* As the name of the sink. */
  char *where;
  bool is_unix;
  Descriptor socket;
  uint64_t next_try_ns;
  /* When the collector last took or acknowledged something, at the earliest when the recording
   * began to end; 0 before that. */
  uint64_t progress_ns;

  /* What a new connection begins with: the hello, then the preamble and all that is no event. */
  uint8_t hello[SPUR_HELLO_BYTES];
  size_t n_hello_sent;
  Buffer head;
  size_t n_head_sent;
  size_t n_head_now;

  /* Bytes are numbered from the first one on; their place in the ring is the rest. */
  char spool_folder[PATH_MAX];
  uint8_t *spool;
  uint64_t n_spool_bytes;
  uint64_t n_kept;
  uint64_t n_sent;
  uint64_t n_put;
  /* Where in the spool the connection began. */
  uint64_t n_kept_at_begin;

  /* A message of the collector that is not whole yet, and bytes of one that is passed over. */
  uint8_t message[SPUR_ANSWER_HEADER_BYTES + MAX_ANSWER_BYTES];
  size_t n_message;
  uint64_t n_passed_over;
  /* What it wants to be recorded, until that is switched. */
  char *rules;
  bool is_refused;
  Probes probes;
  /* Whether an answer to a probe is awaited: the helping thread reads it without the lock. */
  _Atomic bool is_awaiting;

  /* Why there is no connection; and whether there ever was one, and the user knows of none. */
  int error;
  uint32_t n_later;
  bool was_connected;
  bool has_said;
} NetworkSink;

static uint64_t
get_now_ns (void)
{
  return spur_record_read_monotonic_ ();
}

/* ---- Connecting ---- */

static bool
is_connected (const NetworkSink *self)
{
  return atomic_load (&self->socket.number) > 0;
}

static int
finish_connect (Descriptor *made, const struct sockaddr *address, socklen_t n_bytes)
{
  struct pollfd ready = { .fd = spur_rec_get_number (made), .events = POLLOUT };
  int error = 0, number;
  socklen_t n_error = sizeof error;

  if (connect (ready.fd, address, n_bytes) == 0)
    return 0;
  if (errno != EINPROGRESS && errno != EAGAIN)
    return -1;
  if (poll (&ready, 1, CONNECT_MS) != 1)
    return spur_rec_fail (ETIMEDOUT);
  number = spur_rec_get_number (made);
  if (number < 0)
    return -1;
  if (getsockopt (number, SOL_SOCKET, SO_ERROR, &error, &n_error) != 0 || error != 0)
    return spur_rec_fail (error != 0 ? error : errno);
  return 0;
}

/* Makes a socket and connects it. */
static int
connect_socket (Descriptor *made, int family, const struct sockaddr *address, socklen_t n_bytes)
{
  if (!spur_rec_take_descriptor (made,
                                 socket (family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)))
    return -1;
  if (finish_connect (made, address, n_bytes) == 0)
    return 0;
  spur_rec_close_descriptor (made);
  return -1;
}

static int
connect_unix (Descriptor *made, const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };

  if (strlen (path) >= sizeof address.sun_path)
    return spur_rec_fail (ENAMETOOLONG);
  strcpy (address.sun_path, path);
  return connect_socket (made, AF_UNIX, (struct sockaddr *) &address, sizeof address);
}

/* HOST:PORT or [HOST]:PORT. */
static bool
split_where (const char *where, char *host, char *port, size_t n_max)
{
  const char *colon = strrchr (where, ':');
  size_t n_host = colon != NULL ? (size_t) (colon - where) : 0;

  if (n_host == 0 || n_host >= n_max || strlen (colon + 1) >= n_max || colon[1] == '\0')
    return false;
  if (where[0] == '[' && where[n_host - 1] == ']')
    {
      where++;
      n_host -= 2;
    }
  memcpy (host, where, n_host);
  host[n_host] = '\0';
  strcpy (port, colon + 1);
  return true;
}

static int
connect_tcp (Descriptor *made, const char *where)
{
  char host[256], port[256];
  struct addrinfo hints = { .ai_socktype = SOCK_STREAM }, *found;
  int result = -1, error = EHOSTUNREACH, on = 1;

  if (!split_where (where, host, port, sizeof host))
    return spur_rec_fail (EINVAL);
  if (getaddrinfo (host, port, &hints, &found) != 0)
    return spur_rec_fail (EHOSTUNREACH);
  for (const struct addrinfo *at = found; at != NULL && result != 0; at = at->ai_next)
    {
      result = connect_socket (made, at->ai_family, at->ai_addr, at->ai_addrlen);
      error = errno;
    }
  freeaddrinfo (found);
  if (result == 0)
    setsockopt (spur_rec_get_number (made), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  errno = error;
  return result;
}

static void
close_connection (NetworkSink *self)
{
  spur_rec_close_descriptor (&self->socket);
  self->n_sent = self->n_kept;
  self->next_try_ns = get_now_ns () + RETRY_NS;
  spur_rec_probes_reset (&self->probes);
}

/* The number of the socket. Where the program closed it the connection is gone, and another one is
 * made. */
static int
get_socket (NetworkSink *self)
{
  int number = spur_rec_get_number (&self->socket);

  if (number < 0)
    close_connection (self);
  return number;
}

/* The first time only: it is tried again as long as the program runs. */
static void
say_once (NetworkSink *self, const char *why)
{
  char text[400];

  if (!self->has_said && !self->sink.record->has_said)
    {
      snprintf (text, sizeof text, "%.300s; tried again while the program runs", why);
      spur_rec_say_problem (self->sink.name, text);
    }
  self->has_said = true;
}

/* At the end, where that is known by now. */
static void
note_untold (NetworkSink *self, int error)
{
  self->sink.record->has_said = self->sink.record->has_said || self->has_said;
  spur_rec_note_problem (self->sink.record, self->sink.name, error, NULL);
}

static void
make_hello (NetworkSink *self)
{
  const char *token = spur_rec_get_options ()->token;
  const uint16_t major = SPUR_HELLO_MAJOR;
  uint64_t number = spur_record_get_ticks (self->sink.record);

  memset (self->hello, 0, sizeof self->hello);
  memcpy (self->hello, SPUR_HELLO_MAGIC, 8);
  memcpy (self->hello + 8, &major, sizeof major);
  if (token != NULL)
    memcpy (self->hello + SPUR_HELLO_AT_TOKEN, token, strnlen (token, SPUR_HELLO_TOKEN_BYTES));
  memcpy (self->hello + SPUR_HELLO_AT_TICKS, &number, sizeof number);
  number = spur_hash_bytes (self->hello, SPUR_HELLO_HASHED_BYTES);
  memcpy (self->hello + SPUR_HELLO_HASHED_BYTES, &number, sizeof number);
}

static bool
need_connection (NetworkSink *self)
{
  if (is_connected (self))
    return true;
  /* To find a host takes memory: in the child of a fork it waits for the helping thread. */
  if (self->is_refused || spur_rec_is_helper_deferred () || get_now_ns () < self->next_try_ns)
    return false;
  if ((self->is_unix ? connect_unix (&self->socket, self->where)
                     : connect_tcp (&self->socket, self->where)) != 0)
    {
      self->error = errno;
      self->next_try_ns = get_now_ns () + RETRY_NS;
      if (!self->was_connected)
        say_once (self, strerror (self->error));
      return false;
    }
  self->was_connected = true;
  make_hello (self);
  self->n_hello_sent = self->n_head_sent = 0;
  self->n_head_now = self->head.n_bytes;
  self->n_sent = self->n_kept_at_begin = self->n_kept;
  self->n_message = self->n_passed_over = 0;
  spur_rec_probes_reset (&self->probes);
  return true;
}

/* ---- Sending ---- */

/* How many bytes went; -1 where the connection is gone. */
static ssize_t
send_some (NetworkSink *self, const uint8_t *bytes, size_t n_bytes)
{
  int number = get_socket (self);
  ssize_t n_now;

  if (number < 0)
    return -1;
  do
    n_now = send (number, bytes, n_bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (n_now < 0 && errno == EINTR);
  if (n_now < 0 && errno == EAGAIN)
    return 0;
  if (n_now < 0)
    close_connection (self);
  return n_now;
}

/* Of what a connection begins with; whether all of it went by now. */
static bool
send_all (NetworkSink *self, const uint8_t *bytes, size_t n_bytes, size_t *n_sent)
{
  ssize_t n_now = 1;

  while (is_connected (self) && n_now > 0 && *n_sent < n_bytes)
    {
      n_now = send_some (self, bytes + *n_sent, n_bytes - *n_sent);
      *n_sent += n_now > 0 ? (size_t) n_now : 0;
    }
  return *n_sent == n_bytes;
}

/* The collector says how many bytes of this connection, from the preamble on, it keeps by now. */
static void
take_kept (NetworkSink *self, uint64_t n_bytes)
{
  uint64_t n_kept;

  if (n_bytes <= self->n_head_now)
    return;
  n_kept = self->n_kept_at_begin + (n_bytes - self->n_head_now);
  if (n_kept > self->n_kept && n_kept <= self->n_sent)
    self->n_kept = n_kept;
}

/* A text of a message, to be freed. */
static char *
take_text (const uint8_t *body, uint32_t n_bytes)
{
  uint32_t n_text;

  if (n_bytes < 4)
    return NULL;
  memcpy (&n_text, body, 4);
  return n_text <= n_bytes - 4 ? strndup ((const char *) body + 4, n_text) : NULL;
}

/* One that may come again soon, as where the connection before is not known to be gone yet, is told
 * when it has been so for a while. */
static void
take_refusal (NetworkSink *self, uint32_t code, const uint8_t *body, uint32_t n_bytes)
{
  char *why = n_bytes >= 8 ? take_text (body + 4, n_bytes - 4) : NULL;
  char text[400];

  snprintf (text, sizeof text, "refused: %.300s", why != NULL ? why : "it was not said why");
  free (why);
  self->is_refused = code == SPUR_REFUSAL_NEVER;
  self->error = self->is_refused ? EACCES : EBUSY;
  if (self->is_refused)
    spur_rec_note_problem (self->sink.record, self->sink.name, EINVAL, text);
  else if (++self->n_later == MAX_UNTOLD_REFUSALS)
    say_once (self, text);
}

static void
take_message (NetworkSink *self, uint32_t kind, const uint8_t *body, uint32_t n_bytes)
{
  uint64_t number = 0;

  memcpy (&number, body, n_bytes < 8 ? n_bytes : 8);
  if (kind == SPUR_ANSWER_ACKNOWLEDGED)
    take_kept (self, number);
  else if (kind == SPUR_ANSWER_SWITCH)
    {
      free (self->rules);
      self->rules = take_text (body, n_bytes);
    }
  else if (kind == SPUR_ANSWER_REFUSED)
    take_refusal (self, (uint32_t) number, body, n_bytes);
  else if (kind == SPUR_ANSWER_PROBED)
    spur_rec_probes_take_answer (&self->probes, self->sink.record, body, n_bytes);
  else if (kind == SPUR_ANSWER_WELCOME)
    {
      self->n_later = 0;
      spur_rec_probes_take_welcome (&self->probes, self->sink.record, body, n_bytes);
    }
}

/* All that is whole; what is longer than any message that is known is passed over. */
static void
take_messages (NetworkSink *self)
{
  uint32_t header[2];

  while (self->n_message >= SPUR_ANSWER_HEADER_BYTES)
    {
      size_t n_whole;

      memcpy (header, self->message, sizeof header);
      n_whole = SPUR_ANSWER_HEADER_BYTES + (size_t) header[1];
      if (n_whole > sizeof self->message)
        {
          self->n_passed_over = n_whole - self->n_message;
          self->n_message = 0;
          return;
        }
      if (self->n_message < n_whole)
        return;
      take_message (self, header[0], self->message + SPUR_ANSWER_HEADER_BYTES, header[1]);
      self->n_message -= n_whole;
      memmove (self->message, self->message + n_whole, self->n_message);
    }
}

static void
take_bytes (NetworkSink *self, size_t n_bytes)
{
  size_t n_over = n_bytes;

  if (n_over > self->n_passed_over)
    n_over = (size_t) self->n_passed_over;
  self->n_passed_over -= n_over;
  memmove (self->message + self->n_message, self->message + self->n_message + n_over,
           n_bytes - n_over);
  self->n_message += n_bytes - n_over;
  take_messages (self);
}

static void
read_answers (NetworkSink *self)
{
  int number;

  while (is_connected (self) && (number = get_socket (self)) >= 0)
    {
      ssize_t n_now = recv (number, self->message + self->n_message,
                            sizeof self->message - self->n_message, MSG_DONTWAIT);

      if (n_now < 0 && errno == EINTR)
        continue;
      if (n_now < 0 && errno == EAGAIN)
        return;
      if (n_now <= 0)
        close_connection (self);
      else
        take_bytes (self, (size_t) n_now);
    }
}

static void
pump_spool (NetworkSink *self)
{
  ssize_t n_now = 1;

  if (!need_connection (self))
    return;
  read_answers (self);
  if (!send_all (self, self->hello, SPUR_HELLO_BYTES, &self->n_hello_sent) ||
      !send_all (self, self->head.bytes, self->n_head_now, &self->n_head_sent) ||
      !send_all (self, self->probes.packet, sizeof self->probes.packet, &self->probes.n_sent))
    n_now = 0;
  while (is_connected (self) && n_now > 0 && self->n_sent < self->n_put)
    {
      uint64_t place = self->n_sent % self->n_spool_bytes;
      uint64_t n_bytes = self->n_put - self->n_sent;

      if (n_bytes > self->n_spool_bytes - place)
        n_bytes = self->n_spool_bytes - place;
      n_now = send_some (self, self->spool + place, n_bytes);
      self->n_sent += n_now > 0 ? (uint64_t) n_now : 0;
    }
  if (is_connected (self))
    read_answers (self);
}

static void
put_in_spool (NetworkSink *self, const uint8_t *bytes, size_t n_bytes)
{
  uint64_t place = self->n_put % self->n_spool_bytes;
  size_t n_first = n_bytes;

  if (n_first > self->n_spool_bytes - place)
    n_first = self->n_spool_bytes - place;
  memcpy (self->spool + place, bytes, n_first);
  memcpy (self->spool, bytes + n_first, n_bytes - n_first);
  self->n_put += n_bytes;
}

static bool
has_room (const NetworkSink *self, size_t n_bytes)
{
  return self->n_spool_bytes - (self->n_put - self->n_kept) >= n_bytes;
}

/* Lets other threads go on for a while. */
static void
wait_a_little (NetworkSink *self)
{
  int fd = spur_rec_get_number (&self->socket);
  struct pollfd ready = { .fd = fd, .events = POLLIN };

  if (fd >= 0 && self->n_sent < self->n_put)
    ready.events |= POLLOUT;
  pthread_mutex_unlock (&self->mutex);
  if (fd >= 0)
    poll (&ready, 1, WAIT_MS);
  else
    poll (NULL, 0, WAIT_MS);
  pthread_mutex_lock (&self->mutex);
}

/* A collector that was never there is not waited for, but where nothing may be lost. */
static bool
is_worth_waiting (const NetworkSink *self)
{
  return !self->is_refused && (self->was_connected || spur_rec_get_options ()->has_to_block);
}

/* While a recording ends: waits for the collector, for as long as that goes on. FALSE where it has
 * taken nothing for too long. */
static bool
wait_at_end (NetworkSink *self)
{
  uint64_t patience_ms = spur_rec_get_options ()->has_to_block ? CLOSE_BLOCKED_MS : CLOSE_MS;
  uint64_t n_before = self->n_kept + self->n_sent;

  if (self->progress_ns == 0)
    self->progress_ns = get_now_ns ();
  if (!is_worth_waiting (self) || get_now_ns () >= self->progress_ns + patience_ms * 1000000)
    return false;
  wait_a_little (self);
  pump_spool (self);
  if (self->n_kept + self->n_sent > n_before)
    self->progress_ns = get_now_ns ();
  return true;
}

/* Whether to try again to put a packet for which there is no room. */
static bool
wait_for_room (NetworkSink *self)
{
  if (self->is_refused || spur_rec_is_helper_deferred ())
    return false;
  if (atomic_load (&self->sink.record->is_open) != RECORD_OPEN)
    return wait_at_end (self);
  if (!spur_rec_get_options ()->has_to_block)
    return false;
  wait_a_little (self);
  pump_spool (self);
  return true;
}

static int
write_packet (Sink *sink, const void *packet, size_t n_bytes)
{
  NetworkSink *self = (NetworkSink *) sink;
  const PacketHeader *header = packet;
  SignalMask mask;
  int result = 0;

  spur_rec_lock (&self->mutex, &mask);
  if (!has_room (self, n_bytes))
    pump_spool (self);
  while (result == 0 && !has_room (self, n_bytes))
    {
      if (n_bytes > self->n_spool_bytes || !wait_for_room (self))
        result = -1;
    }
  if (result == 0)
    {
      put_in_spool (self, packet, n_bytes);
      if (header->kind != SPUR_PACKET_EVENTS && header->kind != SPUR_PACKET_DROPS &&
          header->kind != SPUR_PACKET_STATUS && header->kind != SPUR_PACKET_MARK)
        spur_rec_buffer_put (&self->head, packet, n_bytes);
      pump_spool (self);
      atomic_fetch_add_explicit (&sink->n_bytes, n_bytes, memory_order_relaxed);
    }
  spur_rec_unlock (&self->mutex, &mask);
  if (result != 0)
    errno = ENOBUFS;
  return result;
}

/* ---- Probes ---- */

/* A probe is sent only when nothing else is queued: one that has to wait tells little. */
static void
send_probe (NetworkSink *self)
{
  if (is_connected (self) && self->n_hello_sent == SPUR_HELLO_BYTES &&
      self->n_head_sent == self->n_head_now && self->n_sent == self->n_put &&
      spur_rec_probes_make (&self->probes, self->sink.record))
    send_all (self, self->probes.packet, sizeof self->probes.packet, &self->probes.n_sent);
  atomic_store (&self->is_awaiting, is_connected (self) && self->probes.is_awaited);
}

static int
get_awaited (const Sink *sink)
{
  const NetworkSink *self = (const NetworkSink *) sink;

  return atomic_load (&self->is_awaiting) ? spur_rec_get_number (&self->socket) : -1;
}

/* The last burst, when all else was handed over; it also waits for the welcome of a collector. */
static void
probe_at_end (Sink *sink)
{
  NetworkSink *self = (NetworkSink *) sink;
  uint64_t end_ns = get_now_ns () + CLOSE_PROBE_NS;
  SignalMask mask;
  ProbeRow row;
  bool has_row;

  spur_rec_lock (&self->mutex, &mask);
  spur_rec_probes_begin_burst (&self->probes);
  while (is_connected (self) && spur_rec_probes_is_busy (&self->probes) && get_now_ns () < end_ns)
    {
      pump_spool (self);
      send_probe (self);
      if (spur_rec_probes_is_busy (&self->probes))
        wait_a_little (self);
    }
  has_row = spur_rec_probes_take_row (&self->probes, &row);
  spur_rec_unlock (&self->mutex, &mask);
  if (has_row)
    spur_rec_tell_probe (sink->record, &row);
}

static void
tend_connection (Sink *sink)
{
  NetworkSink *self = (NetworkSink *) sink;
  SignalMask mask;
  char *rules;
  ProbeRow row;
  bool has_row;

  spur_rec_lock (&self->mutex, &mask);
  pump_spool (self);
  send_probe (self);
  /* What is left when the recording ends is told there. */
  has_row = atomic_load (&sink->record->is_open) == RECORD_OPEN &&
            !spur_rec_probes_is_busy (&self->probes) &&
            spur_rec_probes_take_row (&self->probes, &row);
  rules = self->rules;
  self->rules = NULL;
  spur_rec_unlock (&self->mutex, &mask);

  /* Without the lock, since it may have to tell the sinks something. */
  if (has_row)
    spur_rec_tell_probe (sink->record, &row);
  if (rules != NULL && spur_record_switch (rules) != 0)
    spur_rec_say_problem (sink->name, "sends rules that are none; they change nothing");
  free (rules);
}

/* ---- The sinks ---- */

static void
close_spool (NetworkSink *self)
{
  if (self->spool != NULL)
    spur_rec_unmap (self->spool, self->n_spool_bytes);
  self->spool = NULL;
  self->n_spool_bytes = self->n_put = self->n_kept = self->n_sent = 0;
}

static void
close_sink (Sink *sink)
{
  NetworkSink *self = (NetworkSink *) sink;
  SignalMask mask;

  spur_rec_lock (&self->mutex, &mask);
  if (!self->was_connected)
    self->next_try_ns = 0;
  pump_spool (self);
  while (self->n_kept < self->n_put && wait_at_end (self))
    ;
  if (self->n_kept < self->n_put)
    note_untold (self, !is_connected (self) && self->error != 0 ? self->error : ETIMEDOUT);
  spur_rec_close_descriptor (&self->socket);
  self->next_try_ns = UINT64_MAX;
  close_spool (self);
  spur_rec_buffer_free (&self->head);
  spur_rec_unlock (&self->mutex, &mask);
}

/* Also in the child of a fork, so without taking memory. */
static bool
open_spool (NetworkSink *self)
{
  Descriptor file = { 0 };
  char path[PATH_MAX];
  int number;

  strcpy (path, self->spool_folder);
  strcat (path, SPOOL_NAME);
  self->spool = NULL;
  number = mkostemp (path, O_CLOEXEC);
  if (number < 0)
    return false;
  unlink (path);
  if (!spur_rec_take_descriptor (&file, number))
    return false;
  self->n_spool_bytes = (spur_rec_get_options ()->n_spool_bytes + 4095) & ~(uint64_t) 4095;
  if (ftruncate (spur_rec_get_number (&file), (off_t) self->n_spool_bytes) == 0)
    self->spool =
      spur_rec_map (NULL, self->n_spool_bytes, MAP_SHARED, spur_rec_get_number (&file), 0);
  spur_rec_close_descriptor (&file);
  return self->spool != NULL;
}

static bool
choose_spool_folder (NetworkSink *self)
{
  const char *folder = secure_getenv ("TMPDIR");

  if (folder == NULL || *folder == '\0')
    folder = "/tmp";
  errno = ENAMETOOLONG;
  if (strlen (folder) + sizeof SPOOL_NAME > sizeof self->spool_folder)
    return false;
  strcpy (self->spool_folder, folder);
  return true;
}

static void
begin_head (NetworkSink *self)
{
  self->head.n_bytes = 0;
  spur_rec_buffer_put (&self->head, &self->sink.record->preamble, SPUR_RECORDING_PREAMBLE_BYTES);
}

static int
restart_connection (Sink *sink)
{
  NetworkSink *self = (NetworkSink *) sink;

  pthread_mutex_init (&self->mutex, NULL);
  spur_rec_close_descriptor (&self->socket);
  self->next_try_ns = self->progress_ns = 0;
  close_spool (self);
  self->is_refused = self->was_connected = self->has_said = false;
  self->error = 0;
  self->n_later = 0;
  sink->n_bytes = 0;
  spur_rec_probes_reset (&self->probes);
  atomic_store (&self->is_awaiting, false);
  begin_head (self);
  return open_spool (self) ? 0 : -1;
}

static Sink *
open_sink (SpurRecord *record, const char *scheme, const char *where)
{
  NetworkSink *self = calloc (1, sizeof *self);
  char host[256], port[256];

  if (self == NULL)
    return NULL;
  pthread_mutex_init (&self->mutex, NULL);
  self->sink.record = record;
  self->sink.name = self->where = strdup (where);
  self->is_unix = strcmp (scheme, "unix") == 0;
  errno = EINVAL;
  if (self->where != NULL && *where != '\0' &&
      (self->is_unix || split_where (where, host, port, sizeof host)) &&
      choose_spool_folder (self) && open_spool (self))
    {
      begin_head (self);
      spur_rec_probes_reset (&self->probes);
      return &self->sink;
    }
  free (self->where);
  free (self);
  return NULL;
}

const SinkClass spur_rec_sink_network_class = {
  .open = open_sink,
  .write = write_packet,
  .tend = tend_connection,
  .get_awaited = get_awaited,
  .probe = probe_at_end,
  .restart = restart_connection,
  .close = close_sink,
  .has_marks = true,
};
