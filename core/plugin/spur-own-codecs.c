/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The codecs that need no plugin: of the native container and of recordings. */
#include "core/plugin/spur-registry-private.h"
#include "core/record/reading/spur-recording-reader.h"
#include "core/store/container/spur-container.h"

/* A type of codec that finds what @is_of recognises, and reads it as @open says. */
#define DEFINE_OWN_CODEC(TypeName, type_name, is_of, open)                                         \
  typedef SpurCodec TypeName;                                                                      \
  typedef SpurCodecClass TypeName##Class;                                                          \
                                                                                                   \
  GType type_name##_get_type (void);                                                               \
  G_DEFINE_TYPE (TypeName, type_name, SPUR_TYPE_CODEC)                                             \
                                                                                                   \
  static char *type_name##_find_input (SpurCodec *codec, const char *path)                         \
  {                                                                                                \
    return is_of (path) ? g_strdup (path) : NULL;                                                  \
  }                                                                                                \
                                                                                                   \
  static SpurTrace *type_name##_read_input (SpurCodec *codec, const char *path,                    \
                                            const SpurJob *job, GError **error)                    \
  {                                                                                                \
    return open;                                                                                   \
  }                                                                                                \
                                                                                                   \
  static void type_name##_class_init (SpurCodecClass *klass)                                       \
  {                                                                                                \
    klass->find = type_name##_find_input;                                                          \
    klass->read = type_name##_read_input;                                                          \
  }                                                                                                \
                                                                                                   \
  static void type_name##_init (SpurCodec *self) {}

DEFINE_OWN_CODEC (SpurContainerCodec,
                  spur_container_codec,
                  spur_container_is_container,
                  spur_container_open (path, job, error))
DEFINE_OWN_CODEC (SpurRecordingCodec,
                  spur_recording_codec,
                  spur_recording_is_recording,
                  spur_recording_open (path, NULL, job, error))

const SpurPluginEntry *
spur_registry_get_own_codecs (guint *n_codecs)
{
  static SpurPluginEntry codecs[] = {
    { .kind = SPUR_PLUGIN_PART_CODEC, .name = "spur" },
    { .kind = SPUR_PLUGIN_PART_CODEC, .name = "spurrec" },
  };

  codecs[0].type = spur_container_codec_get_type ();
  codecs[1].type = spur_recording_codec_get_type ();
  *n_codecs = G_N_ELEMENTS (codecs);
  return codecs;
}
