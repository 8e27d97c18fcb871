/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/collect/spur-collect-output-private.h"
#include "core/record/object/spur-switches-internal.h"

/* A connection that is read from and written to while others have their turn, too. */
typedef struct _SpurCollectLink SpurCollectLink;

typedef struct
{
  /* Bytes came, or at the end and after an error none. */
  void (*take) (SpurCollectLink *link, gsize n_bytes);

  /* All that was put is written; or it cannot be. */
  void (*wrote) (SpurCollectLink *link, gboolean is_written);

  /* The last reference is gone. */
  void (*free) (SpurCollectLink *link);
} SpurCollectLinkClass;

struct _SpurCollectLink
{
  const SpurCollectLinkClass *link_class;
  guint n_refs;
  GIOStream *stream;
  GCancellable *cancellable;
  gboolean is_reading;
  gboolean is_closed;
  GByteArray *out;
  GBytes *writing;
};

void spur_collect_link_init (SpurCollectLink *self,
                             const SpurCollectLinkClass *link_class,
                             GIOStream *stream);
void spur_collect_link_ref (SpurCollectLink *self);
void spur_collect_link_unref (SpurCollectLink *self);

/* Nothing is told any more. */
void spur_collect_link_close (SpurCollectLink *self);

/* @bytes stay until they are taken, or the link is closed and not reading any more. */
void spur_collect_link_read (SpurCollectLink *self, guint8 *bytes, gsize n_bytes);

void spur_collect_link_put (SpurCollectLink *self, gconstpointer bytes, gsize n_bytes);

/* Bytes queued but not yet sent. */
gsize spur_collect_link_get_n_waiting (const SpurCollectLink *self);

/* Rules for event classes as spur_record_switch() takes them:
 * "LM_*,LO_Event,@Custom,-LM_Load_Event". The last that fits says what is so. */
typedef struct
{
  char *text;
  GArray *rules;
  SpurSwitches *switches; /* what recorders make of the text, so that both ends agree */
} SpurCollectRules;

/* (transfer full): NULL with G_IO_ERROR_INVALID_ARGUMENT where it is no rule. */
SpurCollectRules *spur_collect_rules_new (const char *text, GError **error);
void spur_collect_rules_free (SpurCollectRules *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurCollectRules, spur_collect_rules_free)

/* (transfer full): the same rules with "-" before each. */
char *spur_collect_rules_negate (const SpurCollectRules *self);

/* Whether some class may be switched on by both, as far as is known here. */
gboolean spur_collect_rules_meet (const SpurCollectRules *self, const SpurCollectRules *other);

typedef struct _SpurCollectClient SpurCollectClient;
typedef struct _SpurCollectListener SpurCollectListener;
typedef struct _SpurCollectSource SpurCollectSource;

/* Who connects to an address. */
typedef enum
{
  SPUR_COLLECT_RECORDERS,
  SPUR_COLLECT_LISTENERS,
  SPUR_COLLECT_READERS, /* of the recording */
} SpurCollectPeers;

/* A recording: what is known of it for good, and what only while it has not ended. */
typedef struct
{
  guint64 origin;
  guint32 process;
  char *host;
  char *program;
  SpurCollectFile *file;
  SpurLiveRecording *live;
  SpurCollectClient *client;
  gboolean is_apart; /* its definitions contradict those of others */

  /* What the file said when it was put away. */
  SpurCollectFileCounts counts;
} SpurCollectKnown;

/* A connection that was just accepted. */
typedef struct
{
  SpurCollector *collector;
  SpurCollectPeers peers;
  GIOStream *stream;
  GCancellable *cancellable;
  gint64 deadline_us;
  gboolean is_closed;
} SpurCollectArrival;

/* The connection of a recorder. */
struct _SpurCollectClient
{
  SpurCollectLink link;
  SpurCollector *collector;
  SpurCollectSource *source; /* NULL where the recorder came by itself */
  guint64 number;            /* of those that came before it */
  guint close_source;

  /* When something has to have come, as the collector counts; 0: never. */
  gint64 deadline_us;
  guint64 n_watched_packets;
  gsize n_watched_bytes;
  SpurCollectKnown *known; /* NULL before it has said who it is */

  guint8 *bytes;
  gsize n_bytes;
  gsize n_allocated;

  /* Packets, and bytes from the preamble on. */
  guint64 n_taken;
  guint64 n_taken_bytes;
  guint64 n_acknowledged_bytes;

  /* The first packet is on its way in order already, and waits for room on the disk. */
  gboolean is_pushed;
  gboolean is_stalled;

  /* What was taken is on its way to the disk, or did not get there and is tried again. */
  gboolean is_syncing;
  gboolean is_unsynced;
  guint64 n_syncing_bytes;
  gboolean is_ending; /* after what is to be written */
};

/* Classes that are switched on while there are listeners, or while events of others come. */
typedef struct
{
  SpurCollectRules *when; /* NULL: while there are listeners */
  SpurCollectRules *rules;
  gint64 linger_ns;
  gint64 last_us;
  gboolean is_on;
} SpurCollectSwitch;

struct _SpurCollector
{
  GObject parent_instance;

  char *folder;
  int lock;
  SpurCollectOptions options;
  SpurCollectLive *live;
  guint8 token[SPUR_HELLO_TOKEN_BYTES];
  gboolean has_token;
  GTlsCertificate *certificate;
  GTlsDatabase *authorities;
  SpurCollectRules *rules;
  GPtrArray *switches;

  GPtrArray *sockets;
  GPtrArray *paths; /* of Unix sockets */
  GPtrArray *arrivals;
  GPtrArray *clients;
  GPtrArray *listeners;
  GPtrArray *sources;
  GHashTable *by_origin;
  GPtrArray *recordings;
  guint64 n_unparsed_bytes;
  SpurCollectCounts counts;
  guint tick;
  gboolean is_stopped;

  /* Connections that there may be, and those that came so far. */
  guint n_places;
  guint64 n_arrived;

  /* Time in which the collector was there to listen: not while it was busy for long itself. */
  gint64 patience_us;
  gint64 ticked_us;

  SpurCollectSyncer *syncer; /* NULL: nothing waits for the disk */

  /* Only then does the order of events matter. */
  gboolean is_serving;
  SpurCollectOutput *output; /* NULL: none is written */
  gboolean is_output_full;
};

/* When a peer that has to say something now is cut off, as @patience_us counts. */
gint64 spur_collector_get_deadline_us (const SpurCollector *self);

/* Nothing is set any more. */
void spur_collector_begin (SpurCollector *self);

void spur_collector_tell_problem (SpurCollector *self, const char *format, ...)
  G_GNUC_PRINTF (2, 3);

/* The recording that begins with a preamble. */
SpurCollectKnown *spur_collector_admit (
  SpurCollector *self, const guint8 *preamble, guint64 ticks, SpurRefusal *refusal, GError **error);

/* Whether an error is that its definitions contradict those of others: then it is kept apart from
 * the next connection on. */
gboolean
spur_collector_keep_apart (SpurCollector *self, SpurCollectKnown *known, const GError *error);

/* Its client has gone. */
void spur_collector_leave (SpurCollector *self, SpurCollectKnown *known);

/* (transfer full): what recorders are to switch on and off now; "" for nothing. */
char *spur_collector_make_rules (SpurCollector *self);

/* Writes what has left, if it is time for it, and gives it to readers. */
void spur_collector_write_output (SpurCollector *self);

/* All that is to leave has left. */
void spur_collector_end_output (SpurCollector *self);

/* How it stands while it has not ended. */
void spur_collect_known_update (SpurCollectKnown *known);

/* To all recorders. */
void spur_collector_tell_rules (SpurCollector *self);

/* Listeners came, went or want something else. */
void spur_collector_demand_changed (SpurCollector *self);

/* spur-collect-arrival.c */
void
spur_collect_arrive (SpurCollector *self, GSocketConnection *connection, SpurCollectPeers peers);
void spur_collect_arrival_close (SpurCollectArrival *self);

/* spur-collect-client.c */
/* @source: (nullable): from where it was asked for. */
void
spur_collect_client_new (SpurCollector *collector, GIOStream *stream, SpurCollectSource *source);
void spur_collect_client_switch (SpurCollectClient *self, const char *rules);
void spur_collect_client_retry (SpurCollectClient *self);

/* Something better has come, or it is time to stop; nothing more is done with the client. */
void spur_collect_client_close (SpurCollectClient *self);
gboolean spur_collect_client_is_stalled (const SpurCollectClient *self);

/* Cuts it off where it was waited for long enough. */
void spur_collect_client_check_patience (SpurCollectClient *self);

/* spur-collect-listener.c */
void spur_collect_listener_new (SpurCollector *collector, GIOStream *stream);
void spur_collect_listener_new_reader (SpurCollector *collector, GIOStream *stream);
void spur_collect_listener_close (SpurCollectListener *self);
gboolean spur_collect_listener_wants (const SpurCollectListener *self,
                                      const SpurEventLayout *layout);
gboolean spur_collect_listener_asks (const SpurCollectListener *self,
                                     const SpurCollectRules *rules);
SpurCollectLines spur_collect_listener_get_lines (const SpurCollectListener *self);

/* Bytes that it is still to get; 0 when it has all. */
guint64 spur_collect_listener_get_n_waiting (const SpurCollectListener *self);
gboolean spur_collect_listener_has_room (SpurCollectListener *self);
void spur_collect_listener_put (SpurCollectListener *self, const char *line, gsize n_bytes);

/* The recording has grown, or has ended. */
void spur_collect_listener_read_on (SpurCollectListener *self);

/* spur-collect-source.c: another collector, that is asked for its recording. */
SpurCollectSource *
spur_collect_source_new (SpurCollector *collector, const char *address, GError **error);
void spur_collect_source_free (SpurCollectSource *self);

/* Whether a problem is to be told: one that is there at each try is told once. */
gboolean spur_collect_source_note_problem (SpurCollectSource *self);

/* The connection is gone; @known: what came of it, if anything did. */
void spur_collect_source_lost (SpurCollectSource *self, const SpurCollectKnown *known);

/* spur-collect-listen.c */
char *spur_collect_listen (SpurCollector *self,
                           const char *address,
                           SpurCollectPeers peers,
                           GError **error);
