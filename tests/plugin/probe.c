/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* A plugin for tests: a codec of files that begin with "PROBE", an event class, a visualizer. What
 * is to be wrong with it is said by macros. */
#include "config.h"

#include <string.h>

#include "core/plugin/spur-plugin.h"
#include "events/spur-lo-events.h"

#ifndef PROBE_MAJOR
#define PROBE_MAJOR SPUR_ABI_MAJOR
#endif
#ifndef PROBE_MINOR
#define PROBE_MINOR SPUR_ABI_MINOR
#endif
#ifndef PROBE_SIZE
#define PROBE_SIZE sizeof (SpurPluginDescriptor)
#endif
#ifndef PROBE_ID
#define PROBE_ID "probe"
#endif
#ifndef PROBE_SYMBOL
#define PROBE_SYMBOL spur_plugin
#endif
#ifndef PROBE_CLASS
#define PROBE_CLASS "Probe_Event"
#endif

#define PROBE_TYPE_EVENT (probe_event_get_type ())
G_DECLARE_FINAL_TYPE (ProbeEvent, probe_event, PROBE, EVENT, SpurLoMigrationEvent)

struct _ProbeEvent
{
  SpurLoMigrationEvent parent_instance;
};

G_DEFINE_TYPE (ProbeEvent, probe_event, SPUR_TYPE_LO_MIGRATION_EVENT)

static void
probe_event_class_init (ProbeEventClass *klass)
{
  spur_event_class_set_name (SPUR_EVENT_CLASS (klass), PROBE_CLASS);
}

static void
probe_event_init (ProbeEvent *self)
{
}

#define PROBE_TYPE_VISUALIZER (probe_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (ProbeVisualizer, probe_visualizer, PROBE, VISUALIZER, GObject)

struct _ProbeVisualizer
{
  GObject parent_instance;
};

G_DEFINE_FINAL_TYPE (ProbeVisualizer, probe_visualizer, G_TYPE_OBJECT)

static void
probe_visualizer_class_init (ProbeVisualizerClass *klass)
{
}

static void
probe_visualizer_init (ProbeVisualizer *self)
{
}

#define PROBE_TYPE_CODEC (probe_codec_get_type ())
G_DECLARE_FINAL_TYPE (ProbeCodec, probe_codec, PROBE, CODEC, SpurCodec)

struct _ProbeCodec
{
  SpurCodec parent_instance;
};

G_DEFINE_FINAL_TYPE (ProbeCodec, probe_codec, SPUR_TYPE_CODEC)

static char *
probe_codec_find (SpurCodec *codec, const char *path)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL) || !g_str_has_prefix (text, "PROBE"))
    return NULL;
  return g_strdup (path);
}

static SpurTrace *
probe_codec_read (SpurCodec *codec, const char *path, const SpurJob *job, GError **error)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();

  spur_trace_add_event_type (trace, PROBE_TYPE_EVENT);
  return spur_trace_seal (trace, error) ? g_steal_pointer (&trace) : NULL;
}

static void
probe_codec_class_init (ProbeCodecClass *klass)
{
  SPUR_CODEC_CLASS (klass)->find = probe_codec_find;
  SPUR_CODEC_CLASS (klass)->read = probe_codec_read;
}

static void
probe_codec_init (ProbeCodec *self)
{
}

#ifdef PROBE_UNRESOLVED
extern void spur_probe_that_is_nowhere (void);
#endif

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
#ifdef PROBE_UNRESOLVED
  spur_probe_that_is_nowhere ();
#endif
#if defined PROBE_FORGETS
  return TRUE;
#elif defined PROBE_FAILS
  g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_LOAD, "the moon is not full");
  return FALSE;
#else
  return spur_plugin_add_type (plugin, PROBE_TYPE_EVENT, error) &&
         spur_plugin_add_type (plugin, PROBE_TYPE_CODEC, error) &&
         spur_plugin_add_type (plugin, PROBE_TYPE_VISUALIZER, error);
#endif
}

__attribute__ ((visibility ("default"))) extern const SpurPluginDescriptor PROBE_SYMBOL;

const SpurPluginDescriptor PROBE_SYMBOL = {
  PROBE_SIZE, PROBE_MAJOR, PROBE_MINOR, PROBE_ID, "A plugin for tests", register_types,
};
