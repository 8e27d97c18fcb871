/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/record/object/spur-log-sink.h"

#include <gio/gio.h>
#include <syslog.h>

#include "core/record/object/spur-datagrams-private.h"

/**
 * SpurLogSink:
 *
 * Sends a message for each event to a log of the system, at the Unix socket of its daemon.
 *
 * A log is for few events: give the sink rules, as `level:warning` (spur_sink_set_rules()).
 * Messages are sent by a thread, so that a daemon that stands still does not hold it up: up to
 * 4,096 wait for it, more are dropped and counted.
 *
 * Since: 1.0
 */

typedef struct
{
  char *identifier;
  char *path;
  SpurDatagrams *datagrams;
  GPtrArray *sources;
} SpurLogSinkPrivate;

enum
{
  PROP_IDENTIFIER = 1,
  PROP_PATH,
  N_PROPERTIES,
};

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SpurLogSink, spur_log_sink, SPUR_TYPE_SINK)

static SpurLogSinkPrivate *
get_private (gpointer self)
{
  return spur_log_sink_get_instance_private (SPUR_LOG_SINK (self));
}

static void
spur_log_sink_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SpurLogSinkPrivate *priv = get_private (object);

  if (id == PROP_PATH)
    priv->path = g_value_dup_string (value);
  else
    priv->identifier = g_value_dup_string (value);
}

static void
spur_log_sink_constructed (GObject *object)
{
  SpurLogSinkPrivate *priv = get_private (object);

  G_OBJECT_CLASS (spur_log_sink_parent_class)->constructed (object);
  if (priv->identifier == NULL)
    priv->identifier = g_strdup (g_get_prgname () != NULL ? g_get_prgname () : "spur");
}

static void
spur_log_sink_finalize (GObject *object)
{
  SpurLogSinkPrivate *priv = get_private (object);

  g_ptr_array_unref (priv->sources);
  g_free (priv->identifier);
  g_free (priv->path);
  G_OBJECT_CLASS (spur_log_sink_parent_class)->finalize (object);
}

static gboolean
open_socket (SpurSink *sink, const char *clock, GError **error)
{
  SpurLogSinkPrivate *priv = get_private (sink);

  priv->datagrams = spur_datagrams_new (sink, priv->path, error);
  return priv->datagrams != NULL;
}

static void
add_source (SpurSink *sink, guint source, SpurActiveObject *object)
{
  g_ptr_array_add (get_private (sink)->sources, g_strdup (spur_active_object_get_name (object)));
}

/* As GLib itself has it; 0 is no level. */
static guint
find_priority (GLogLevelFlags level)
{
  if ((level & G_LOG_LEVEL_ERROR) != 0)
    return LOG_ERR;
  if ((level & (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING)) != 0)
    return LOG_WARNING;
  if ((level & G_LOG_LEVEL_MESSAGE) != 0)
    return LOG_NOTICE;
  return (level & G_LOG_LEVEL_DEBUG) != 0 ? LOG_DEBUG : LOG_INFO;
}

static gboolean
write_event (SpurSink *sink,
             guint source,
             guint64 number,
             SpurEvent *event,
             GLogLevelFlags level,
             GError **error)
{
  SpurLogSinkPrivate *priv = get_private (sink);
  g_autoptr (GBytes) message = SPUR_LOG_SINK_GET_CLASS (sink)->make_message (
    SPUR_LOG_SINK (sink), priv->identifier, g_ptr_array_index (priv->sources, source),
    find_priority (level), event);

  return spur_datagrams_put (priv->datagrams, message, error);
}

static gboolean
flush_messages (SpurSink *sink, GError **error)
{
  spur_datagrams_flush (get_private (sink)->datagrams);
  return TRUE;
}

static gboolean
close_socket (SpurSink *sink, GError **error)
{
  g_clear_pointer (&get_private (sink)->datagrams, spur_datagrams_free);
  return TRUE;
}

static void
spur_log_sink_class_init (SpurLogSinkClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  SpurSinkClass *sink_class = SPUR_SINK_CLASS (klass);
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->set_property = spur_log_sink_set_property;
  object_class->constructed = spur_log_sink_constructed;
  object_class->finalize = spur_log_sink_finalize;
  sink_class->open = open_socket;
  sink_class->add_source = add_source;
  sink_class->write = write_event;
  sink_class->flush = flush_messages;
  sink_class->close = close_socket;

  /**
   * SpurLogSink:identifier:
   *
   * What the program is called there; by default its name.
   *
   * Since: 1.0
   */
  g_object_class_install_property (object_class, PROP_IDENTIFIER,
                                   g_param_spec_string ("identifier", NULL, NULL, NULL, flags));
  /**
   * SpurLogSink:path:
   *
   * The Unix socket at which the log listens for datagrams.
   *
   * Since: 1.0
   */
  g_object_class_install_property (object_class, PROP_PATH,
                                   g_param_spec_string ("path", NULL, NULL, NULL, flags));
}

static void
spur_log_sink_init (SpurLogSink *self)
{
  get_private (self)->sources = g_ptr_array_new_with_free_func (g_free);
}
