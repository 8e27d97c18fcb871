/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gio/gio.h>

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

/**
 * SpurCollectLines:
 * @SPUR_COLLECT_JSON: a JSON object each, its times in ns of Unix time
 * @SPUR_COLLECT_ULM: NetLogger's universal logger messages
 *
 * How listeners get events, a line each.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_COLLECT_JSON,
  SPUR_COLLECT_ULM,
} SpurCollectLines;

/**
 * SpurCollectOptions:
 * @n_connections: recorders and listeners that may be connected at the same time
 * @n_recordings: recordings that may be known at all
 * @n_unparsed_bytes: what may wait for the rest of its packet, of all recorders
 * @n_definition_bytes: definitions of all recordings, as packets have them
 * @n_streams: streams of all recordings that are ordered on line; what is beyond is kept only
 * @n_held: events that may wait for others to be ordered
 * @n_listener_bytes: what may wait for a listener, or in order for a disk that is full; what is
 *   beyond is dropped, and counted
 * @patience_ms: how long a peer may take for each step: the TLS handshake, the greeting with its
 *   token, the first packet, 64 KiB of a packet that has begun, and reading a refusal. Between
 *   packets there is no limit
 * @delay_ns: how long an event waits at most for others, to be put in order, in ns, not negative
 * @mu_ns: the least delay of a message, for the order of events, in ns, not negative
 * @has_to_sync: whether recorders are told that something is kept only after fsync() of its file
 *   and folder. Without that what the system has not written yet is lost when the computer itself
 *   goes down, and the recorders do not have it any more
 * @lines: what listeners get that do not ask for another kind
 *
 * How much a #SpurCollector takes from others, and how. Who goes beyond a limit is cut off or
 * refused; others go on.
 *
 * Since: 1.0
 */
typedef struct
{
  guint n_connections;
  guint n_recordings;
  guint64 n_unparsed_bytes;
  guint64 n_definition_bytes;
  guint n_streams;
  guint n_held;
  guint64 n_listener_bytes;
  guint patience_ms;
  gint64 delay_ns;
  gint64 mu_ns;
  gboolean has_to_sync;
  SpurCollectLines lines;
} SpurCollectOptions;

/**
 * SpurCollectCounts:
 * @n_recordings: recordings that came so far
 * @n_connected: recorders that are connected
 * @n_listeners: listeners that are connected
 * @n_packets: packets that were taken
 * @n_bytes: bytes of these
 * @n_repeated: packets that were sent again although they were there
 * @n_events: events that were taken
 * @n_dropped: events that recorders dropped, as they say
 * @n_missing: events that neither came nor were said to be dropped, though later ones came
 * @n_cut: connections that were cut off because of what they sent
 * @n_refused: connections that were refused: too many, or not allowed
 * @n_stalled: recorders that have to wait because what they sent cannot be written
 * @n_ordered: events that left in order
 * @n_held: events that wait to be ordered
 * @n_late: events that came after later ones had left
 * @worst_late_ns: the most that one of them was moved for that, in ns
 * @n_unmatched: receives that left without their sends, which did not come in time
 * @n_passed_over: events that were kept, but not ordered, because of too many streams
 * @n_listener_drops: lines that listeners were too slow for
 * @n_unwritten: events that were kept, but not written in order, because the disk was full or there
 *   were too many streams
 *
 * What a #SpurCollector has so far.
 *
 * Since: 1.0
 */
typedef struct
{
  guint64 n_recordings;
  guint64 n_connected;
  guint64 n_listeners;
  guint64 n_packets;
  guint64 n_bytes;
  guint64 n_repeated;
  guint64 n_events;
  guint64 n_dropped;
  guint64 n_missing;
  guint64 n_cut;
  guint64 n_refused;
  guint64 n_stalled;
  guint64 n_ordered;
  guint64 n_held;
  guint64 n_late;
  gint64 worst_late_ns;
  guint64 n_unmatched;
  guint64 n_passed_over;
  guint64 n_listener_drops;
  guint64 n_unwritten;
} SpurCollectCounts;

/**
 * SpurCollectRecording:
 * @origin: by what it is known everywhere
 * @host: the recorder's host, as it says
 * @program: its program, as it says
 * @process: its process there
 * @is_connected: whether it is connected
 * @has_status: whether it has told how its counts stand
 * @has_ended: whether it said that the recording has ended well
 * @n_events: events that were taken
 * @n_dropped: events of which it said that they were dropped, where these would have been
 * @n_missing: events that neither came nor were said to be dropped, though later ones came
 * @n_told_events: how many events the program handed over, as it says
 * @n_told_dropped: how many of these were dropped, as it says
 *
 * A recording that is collected.
 *
 * Since: 1.0
 */
typedef struct
{
  guint64 origin;
  const char *host;
  const char *program;
  guint32 process;
  gboolean is_connected;
  gboolean has_status;
  gboolean has_ended;
  guint64 n_events;
  guint64 n_dropped;
  guint64 n_missing;
  guint64 n_told_events;
  guint64 n_told_dropped;
} SpurCollectRecording;

#define SPUR_TYPE_COLLECTOR (spur_collector_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurCollector, spur_collector, SPUR, COLLECTOR, GObject)

SPUR_AVAILABLE_IN_ALL
SpurCollector *spur_collector_new (const char *folder, GError **error);

SPUR_AVAILABLE_IN_ALL
SpurCollectOptions *spur_collector_get_options (SpurCollector *self);

SPUR_AVAILABLE_IN_ALL
gboolean spur_collector_set_token (SpurCollector *self, const char *token, GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_collector_set_tls (SpurCollector *self,
                             GTlsCertificate *certificate,
                             GTlsDatabase *authorities);

SPUR_AVAILABLE_IN_ALL
gboolean spur_collector_set_rules (SpurCollector *self, const char *rules, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_collector_add_demand (SpurCollector *self, const char *rules, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_collector_add_activity (
  SpurCollector *self, const char *when, const char *rules, gint64 linger_ns, GError **error);

SPUR_AVAILABLE_IN_ALL
char *spur_collector_listen (SpurCollector *self, const char *address, GError **error);

SPUR_AVAILABLE_IN_ALL
char *spur_collector_serve (SpurCollector *self, const char *address, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_collector_write (SpurCollector *self, const char *path, GError **error);

SPUR_AVAILABLE_IN_ALL
char *spur_collector_serve_recording (SpurCollector *self, const char *address, GError **error);

SPUR_AVAILABLE_IN_ALL
GSocketConnectable *spur_collector_parse_address (const char *address, GError **error);

SPUR_AVAILABLE_IN_ALL
gboolean spur_collector_follow (SpurCollector *self, const char *address, GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_collector_get_counts (SpurCollector *self, SpurCollectCounts *counts);

SPUR_AVAILABLE_IN_ALL
guint spur_collector_get_n_recordings (SpurCollector *self);

SPUR_AVAILABLE_IN_ALL
void
spur_collector_get_recording (SpurCollector *self, guint index, SpurCollectRecording *recording);

SPUR_AVAILABLE_IN_ALL
void spur_collector_stop (SpurCollector *self);

G_END_DECLS
