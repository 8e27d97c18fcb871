/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-error-internal.h"
#include "core/base/spur-object-internal.h"
#include "core/collect/spur-collector-private.h"

#define TICK_MS 20

/* What more than this passes between two ticks the collector was busy itself. */
#define MAX_TICK_US 100000

/* Descriptors that are none of a recorder: the library's, the command's, listening sockets. */
#define N_OWN_FILES 48
#define N_FILES_EACH 3

/**
 * SpurCollector:
 *
 * Receives what many recorders record, while they record it, as NetLogger's brokers do (Tierney et
 * al., HPDC-7, 1998).
 *
 * Recorders connect to it by sockets, doc/recording.md says how. What they send is appended to a
 * file for each of them in the collector's folder, and then acknowledged: what was acknowledged is
 * there, whatever becomes of the collector. spur_merger_add() puts these recordings into one trace.
 *
 * Where there may be listeners, events are put into one causally consistent order at the same time,
 * with a bounded delay, by a #SpurLiveCorrector; listeners get them in this order. And recorders
 * are told what to record: always, only while there are listeners, or only while something else
 * happens.
 *
 * It works in the default main context.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurCollector, spur_collector, G_TYPE_OBJECT)

static void
known_free (gpointer data)
{
  SpurCollectKnown *self = data;

  g_clear_pointer (&self->file, spur_collect_file_free);
  g_clear_pointer (&self->live, spur_live_recording_free);
  g_free (self->host);
  g_free (self->program);
  g_free (self);
}

static void
switch_free (gpointer data)
{
  SpurCollectSwitch *self = data;

  g_clear_pointer (&self->when, spur_collect_rules_free);
  g_clear_pointer (&self->rules, spur_collect_rules_free);
  g_free (self);
}

static void
spur_collector_dispose (GObject *object)
{
  SpurCollector *self = SPUR_COLLECTOR (object);

  spur_collector_stop (self);
  G_OBJECT_CLASS (spur_collector_parent_class)->dispose (object);
}

static void
spur_collector_finalize (GObject *object)
{
  SpurCollector *self = SPUR_COLLECTOR (object);

  g_ptr_array_unref (self->recordings);
  g_clear_pointer (&self->output, spur_collect_output_free);
  g_clear_pointer (&self->live, spur_collect_live_free);
  g_ptr_array_unref (self->sources);
  g_hash_table_unref (self->by_origin);
  g_ptr_array_unref (self->arrivals);
  g_ptr_array_unref (self->clients);
  g_ptr_array_unref (self->listeners);
  g_ptr_array_unref (self->switches);
  g_ptr_array_unref (self->sockets);
  g_ptr_array_unref (self->paths);
  g_clear_pointer (&self->rules, spur_collect_rules_free);
  g_clear_object (&self->certificate);
  g_clear_object (&self->authorities);
  if (self->lock >= 0)
    close (self->lock);
  g_free (self->folder);
  G_OBJECT_CLASS (spur_collector_parent_class)->finalize (object);
}

static void
spur_collector_class_init (SpurCollectorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = spur_collector_dispose;
  object_class->finalize = spur_collector_finalize;

  /**
   * SpurCollector::problem:
   * @self: the collector
   * @text: what happened, a sentence without a full stop
   *
   * Something went wrong that the collector goes on with: a recorder was cut off or refused, the
   * disk is full.
   *
   * Since: 1.0
   */
  g_signal_new ("problem", SPUR_TYPE_COLLECTOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                1, G_TYPE_STRING);
}

static void
spur_collector_init (SpurCollector *self)
{
  self->options = (SpurCollectOptions){ .n_connections = 4096,
                                        .n_recordings = 65536,
                                        .n_unparsed_bytes = 512 * 1048576,
                                        .n_definition_bytes = 1024 * 1048576,
                                        .n_streams = 65536,
                                        .n_held = 1048576,
                                        .n_listener_bytes = 16 * 1048576,
                                        .patience_ms = 10000,
                                        .delay_ns = G_GINT64_CONSTANT (1000000000),
                                        .mu_ns = 1,
                                        .has_to_sync = TRUE,
                                        .lines = SPUR_COLLECT_JSON };
  self->lock = -1;
  self->switches = g_ptr_array_new_with_free_func (switch_free);
  self->sockets = g_ptr_array_new_with_free_func (g_object_unref);
  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->arrivals = g_ptr_array_new ();
  self->clients = g_ptr_array_new ();
  self->listeners = g_ptr_array_new ();
  self->sources = g_ptr_array_new_with_free_func ((GDestroyNotify) spur_collect_source_free);
  self->recordings = g_ptr_array_new_with_free_func (known_free);
  self->by_origin = g_hash_table_new (g_int64_hash, g_int64_equal);
}

/* Two collectors would write into the same files. */
static gboolean
lock_folder (SpurCollector *self, GError **error)
{
  g_autofree char *path = g_build_filename (self->folder, "lock", NULL);
  int number = 0;

  if (g_mkdir_with_parents (self->folder, 0700) != 0)
    number = errno;
  else
    {
      self->lock = open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
      if (self->lock < 0 || flock (self->lock, LOCK_EX | LOCK_NB) != 0)
        number = errno;
    }
  if (number == 0)
    return TRUE;
  return spur_error_set (
    error, G_IO_ERROR, (int) g_io_error_from_errno (number), "%s: %s", self->folder,
    number == EWOULDBLOCK ? "another collector writes into this folder" : g_strerror (number));
}

/**
 * spur_collector_new:
 * @folder: where recordings are kept; made if it is not there
 * @error: return location for an error
 *
 * Makes a collector that does not listen yet. Recordings that are in the folder go on where they
 * ended, when their recorders come back.
 *
 * Returns: (transfer full): a collector, or %NULL with an error of #GIOErrorEnum where the folder
 *   cannot be written into, or another collector does
 *
 * Since: 1.0
 */
SpurCollector *
spur_collector_new (const char *folder, GError **error)
{
  g_autoptr (SpurCollector) self = NULL;

  g_return_val_if_fail (folder != NULL, NULL);

  self = g_object_new (SPUR_TYPE_COLLECTOR, NULL);
  self->folder = g_strdup (folder);
  return lock_folder (self, error) ? g_steal_pointer (&self) : NULL;
}

/* What each call that listens does; all else has been set by then. */
static gboolean
is_wanted (const SpurEventLayout *layout, gpointer data)
{
  const SpurCollector *self = data;

  if (self->output != NULL)
    return TRUE;
  for (guint i = 0; i < self->listeners->len; i++)
    {
      if (spur_collect_listener_wants (g_ptr_array_index (self->listeners, i), layout))
        return TRUE;
    }
  return FALSE;
}

static void
give_lines (SpurCollector *self, const SpurCollectEvent *event)
{
  SpurTrace *trace = self->live->trace;
  gint64 epoch_ns = self->live->clocks.begin_real_ns;
  GString *lines[] = { NULL, NULL };

  for (guint i = 0; i < self->listeners->len; i++)
    {
      SpurCollectListener *listener = g_ptr_array_index (self->listeners, i);
      SpurCollectLines kind = spur_collect_listener_get_lines (listener);

      if (!spur_collect_listener_wants (listener, event->layout) ||
          !spur_collect_listener_has_room (listener))
        continue;
      if (lines[kind] == NULL)
        {
          lines[kind] = g_string_sized_new (256);
          spur_collect_line_append (lines[kind], kind, trace, epoch_ns, event);
        }
      spur_collect_listener_put (listener, lines[kind]->str, lines[kind]->len);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      if (lines[i] != NULL)
        g_string_free (lines[i], TRUE);
    }
}

static void
deliver_line (const SpurCollectEvent *event, gpointer data)
{
  SpurCollector *self = data;

  if (self->output != NULL)
    spur_collect_output_put (self->output, event);
  if (event->n_dropped == 0)
    give_lines (self, event);
}

static void
note_definitions (const SpurPacket *packet, gpointer data)
{
  SpurCollector *self = data;

  if (self->output != NULL)
    spur_collect_output_note (self->output, packet);
}

static void
notice_events (const SpurEventLayout *layout, guint64 n_events, gpointer data)
{
  SpurCollector *self = data;
  gboolean has_changed = FALSE;

  for (guint i = 0; i < self->switches->len; i++)
    {
      SpurCollectSwitch *at = g_ptr_array_index (self->switches, i);

      if (at->when == NULL || !spur_switches_have_class (at->when->switches, layout))
        continue;
      at->last_us = g_get_monotonic_time ();
      has_changed |= !at->is_on;
      at->is_on = TRUE;
    }
  if (has_changed)
    spur_collector_tell_rules (self);
}

/* Time in which the collector itself was busy, with a slow disk for example, is not held against
 * clients. */
static void
check_patience (SpurCollector *self, gint64 now_us)
{
  g_autoptr (GPtrArray) arrivals = g_ptr_array_copy (self->arrivals, NULL, NULL);
  g_autoptr (GPtrArray) clients = g_ptr_array_copy (self->clients, NULL, NULL);

  self->patience_us += MIN (now_us - self->ticked_us, MAX_TICK_US);
  self->ticked_us = now_us;
  for (guint i = 0; i < arrivals->len; i++)
    {
      SpurCollectArrival *arrival = g_ptr_array_index (arrivals, i);

      if (arrival->deadline_us > self->patience_us)
        continue;
      self->counts.n_cut++;
      spur_collect_arrival_close (arrival);
    }
  for (guint i = 0; i < clients->len; i++)
    spur_collect_client_check_patience (g_ptr_array_index (clients, i));
}

static gboolean
check_clients (gpointer data)
{
  SpurCollector *self = data;
  gint64 now_us = g_get_monotonic_time ();
  g_autoptr (GPtrArray) clients = g_ptr_array_copy (self->clients, NULL, NULL);
  gboolean has_changed = FALSE;

  spur_collect_live_tick (self->live);
  if (self->output != NULL)
    spur_collector_write_output (self);
  for (guint i = 0; i < clients->len; i++)
    {
      if (spur_collect_client_is_stalled (g_ptr_array_index (clients, i)))
        spur_collect_client_retry (g_ptr_array_index (clients, i));
    }
  check_patience (self, now_us);
  for (guint i = 0; i < self->switches->len; i++)
    {
      SpurCollectSwitch *at = g_ptr_array_index (self->switches, i);

      if (at->when == NULL || !at->is_on || (now_us - at->last_us) * 1000 <= at->linger_ns)
        continue;
      at->is_on = FALSE;
      has_changed = TRUE;
    }
  if (has_changed)
    spur_collector_tell_rules (self);
  return G_SOURCE_CONTINUE;
}

/* A recorder needs a descriptor for its connection, one for its file and one while that is written
 * down. Without this, connections beyond the limit of the process would keep others out. */
static guint
count_places (const SpurCollector *self)
{
  struct rlimit files;

  if (getrlimit (RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == RLIM_INFINITY)
    return self->options.n_connections;
  if (files.rlim_cur < N_OWN_FILES + N_FILES_EACH)
    return 1;
  return (guint) MIN ((guint64) self->options.n_connections,
                      (files.rlim_cur - N_OWN_FILES) / N_FILES_EACH);
}

void
spur_collector_begin (SpurCollector *self)
{
  const SpurCollectLiveOptions options = { .limits = &self->options,
                                           .wants = is_wanted,
                                           .deliver = deliver_line,
                                           .notice = notice_events,
                                           .defined = note_definitions,
                                           .user_data = self };

  if (self->live != NULL)
    return;
  self->live = spur_collect_live_new (&options);
  self->n_places = count_places (self);
  self->ticked_us = g_get_monotonic_time ();
  if (self->options.has_to_sync)
    self->syncer = spur_collect_syncer_new ();
  self->tick = g_timeout_add (TICK_MS, check_clients, self);
}

/**
 * spur_collector_get_options:
 * @self: a collector that does not listen yet
 *
 * Gets what may be changed before the collector listens.
 *
 * Returns: (transfer none): its options; they live as long as @self
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (SpurCollectOptions *,
                    spur_collector_get_options,
                    SpurCollector,
                    SPUR_IS_COLLECTOR,
                    &self->options)

/**
 * spur_collector_set_token:
 * @self: a collector
 * @token: what recorders have to send, of 8 to 32 bytes
 * @error: return location for an error
 *
 * Lets only recorders in that know the token. It is sent as it is: where others can read what goes
 * over the network, use TLS as well.
 *
 * Returns: %FALSE with %G_IO_ERROR_INVALID_ARGUMENT where it is too short or too long
 *
 * Since: 1.0
 */
gboolean
spur_collector_set_token (SpurCollector *self, const char *token, GError **error)
{
  gsize n_bytes;

  g_return_val_if_fail (SPUR_IS_COLLECTOR (self), FALSE);
  g_return_val_if_fail (token != NULL, FALSE);

  n_bytes = strlen (token);
  if (n_bytes < 8 || n_bytes > SPUR_HELLO_TOKEN_BYTES)
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           "a token has 8 to %d bytes, this one has %" G_GSIZE_FORMAT,
                           SPUR_HELLO_TOKEN_BYTES, n_bytes);
  memset (self->token, 0, sizeof self->token);
  memcpy (self->token, token, n_bytes);
  self->has_token = TRUE;
  return TRUE;
}

/**
 * spur_collector_set_tls:
 * @self: a collector that does not listen yet
 * @certificate: the collector's certificate, with its private key
 * @authorities: (nullable): who has to have signed the certificates of those who connect; %NULL
 *   where they need none
 *
 * Speaks TLS on all TCP sockets.
 *
 * Since: 1.0
 */
void
spur_collector_set_tls (SpurCollector *self,
                        GTlsCertificate *certificate,
                        GTlsDatabase *authorities)
{
  g_return_if_fail (SPUR_IS_COLLECTOR (self));
  g_return_if_fail (G_IS_TLS_CERTIFICATE (certificate));
  g_return_if_fail (authorities == NULL || G_IS_TLS_DATABASE (authorities));

  g_set_object (&self->certificate, certificate);
  g_set_object (&self->authorities, authorities);
}

/**
 * spur_collector_set_rules:
 * @self: a collector
 * @rules: what is to be recorded, as spur_record_switch() takes it
 * @error: return location for an error
 *
 * Switches event classes on and off in all recorders, those that come later included.
 *
 * Returns: %FALSE with %G_IO_ERROR_INVALID_ARGUMENT where @rules are none
 *
 * Since: 1.0
 */
gboolean
spur_collector_set_rules (SpurCollector *self, const char *rules, GError **error)
{
  SpurCollectRules *parsed;

  g_return_val_if_fail (SPUR_IS_COLLECTOR (self), FALSE);
  g_return_val_if_fail (rules != NULL, FALSE);

  parsed = spur_collect_rules_new (rules, error);
  if (parsed == NULL)
    return FALSE;
  g_clear_pointer (&self->rules, spur_collect_rules_free);
  self->rules = parsed;
  spur_collector_tell_rules (self);
  return TRUE;
}

static gboolean
add_switch (
  SpurCollector *self, const char *when, const char *rules, gint64 linger_ns, GError **error)
{
  g_autoptr (SpurCollectRules) condition =
    when != NULL ? spur_collect_rules_new (when, error) : NULL;
  SpurCollectRules *parsed =
    when == NULL || condition != NULL ? spur_collect_rules_new (rules, error) : NULL;
  SpurCollectSwitch *added;

  if (parsed == NULL)
    return FALSE;
  added = g_new0 (SpurCollectSwitch, 1);
  added->when = g_steal_pointer (&condition);
  added->rules = parsed;
  added->linger_ns = linger_ns;
  g_ptr_array_add (self->switches, added);
  spur_collector_demand_changed (self);
  spur_collector_tell_rules (self);
  return TRUE;
}

/**
 * spur_collector_add_demand:
 * @self: a collector
 * @rules: rules for event classes
 * @error: return location for an error
 *
 * Lets recorders record event classes only while a listener asks for them.
 *
 * Returns: %FALSE with %G_IO_ERROR_INVALID_ARGUMENT where @rules are none
 *
 * Since: 1.0
 */
gboolean
spur_collector_add_demand (SpurCollector *self, const char *rules, GError **error)
{
  g_return_val_if_fail (SPUR_IS_COLLECTOR (self), FALSE);
  g_return_val_if_fail (rules != NULL, FALSE);

  return add_switch (self, NULL, rules, 0, error);
}

/**
 * spur_collector_add_activity:
 * @self: a collector
 * @when: rules for event classes
 * @rules: rules for event classes
 * @linger_ns: how long after the last one, in ns, not negative
 * @error: return location for an error
 *
 * Lets all recorders record event classes only while events of others come from any of them, as a
 * broker of NetLogger turns the monitoring of hosts on while a server is used.
 *
 * Returns: %FALSE with %G_IO_ERROR_INVALID_ARGUMENT where @when or @rules are none
 *
 * Since: 1.0
 */
gboolean
spur_collector_add_activity (
  SpurCollector *self, const char *when, const char *rules, gint64 linger_ns, GError **error)
{
  g_return_val_if_fail (SPUR_IS_COLLECTOR (self), FALSE);
  g_return_val_if_fail (when != NULL && rules != NULL, FALSE);
  g_return_val_if_fail (linger_ns >= 0, FALSE);

  return add_switch (self, when, rules, linger_ns, error);
}

/**
 * spur_collector_listen:
 * @self: a collector
 * @address: "unix:PATH", "tcp:PORT" of this host only, or "tcp:HOST:PORT"; port 0 is any that is
 *   free, and no port 14830
 * @error: return location for an error
 *
 * Lets recorders connect. All that is to be set must be set before.
 *
 * Returns: (transfer full): the address with its port, or %NULL with an error of #GIOErrorEnum:
 *   %G_IO_ERROR_PERMISSION_DENIED where others than this host could connect without having to show
 *   that they may
 *
 * Since: 1.0
 */
char *
spur_collector_listen (SpurCollector *self, const char *address, GError **error)
{
  g_return_val_if_fail (SPUR_IS_COLLECTOR (self), NULL);
  g_return_val_if_fail (address != NULL && !self->is_stopped, NULL);
  g_return_val_if_fail (self->options.delay_ns >= 0 && self->options.mu_ns >= 0, NULL);

  spur_collector_begin (self);
  return spur_collect_listen (self, address, SPUR_COLLECT_RECORDERS, error);
}

/**
 * spur_collector_serve:
 * @self: a collector
 * @address: an address as of spur_collector_listen()
 * @error: return location for an error
 *
 * Lets listeners connect, who get a line for each event, in order. Events are put in order only
 * from then on. A listener may send a line itself: "json" or "ulm", and rules for the event classes
 * that it wants to see, as in "ulm LM_*".
 *
 * Returns: (transfer full): the address with its port, or %NULL with an error as of
 *   spur_collector_listen()
 *
 * Since: 1.0
 */
char *
spur_collector_serve (SpurCollector *self, const char *address, GError **error)
{
  g_return_val_if_fail (SPUR_IS_COLLECTOR (self), NULL);
  g_return_val_if_fail (address != NULL && !self->is_stopped, NULL);

  spur_collector_begin (self);
  self->is_serving = TRUE;
  return spur_collect_listen (self, address, SPUR_COLLECT_LISTENERS, error);
}
