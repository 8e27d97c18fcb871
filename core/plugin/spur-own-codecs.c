/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The codecs that need no plugin: of the native container and of recordings. */
#include "core/base/spur-small-file-private.h"
#include "core/plugin/spur-registry-private.h"
#include "core/record/reading/spur-recording-reader.h"
#include "core/record/spur-record-wire-internal.h"
#include "core/store/container/spur-container-internal.h"
#include "core/store/container/spur-container.h"

/* A type of codec that finds files that begin with @n_bytes of @magic, and reads them as @open
 * says. */
#define DEFINE_OWN_CODEC(TypeName, type_name, magic, n_bytes, is_own, open)                        \
  typedef SpurCodec TypeName;                                                                      \
  typedef SpurCodecClass TypeName##Class;                                                          \
                                                                                                   \
  GType type_name##_get_type (void);                                                               \
  G_DEFINE_TYPE (TypeName, type_name, SPUR_TYPE_CODEC)                                             \
                                                                                                   \
  static char *type_name##_find_input (SpurCodec *codec, const char *path)                         \
  {                                                                                                \
    return spur_small_file_begins (path, magic, n_bytes) ? g_strdup (path) : NULL;                 \
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
    klass->is_native = is_own;                                                                     \
  }                                                                                                \
                                                                                                   \
  static void type_name##_init (SpurCodec *self) {}

/* A container that was damaged on the way, as by a conversion of line ends, still is one, and
 * reading it says what is wrong. */
DEFINE_OWN_CODEC (SpurContainerCodec,
                  spur_container_codec,
                  SPUR_CONTAINER_MAGIC,
                  SPUR_CONTAINER_NAME_BYTES,
                  TRUE,
                  spur_container_open (path, job, error))
DEFINE_OWN_CODEC (SpurRecordingCodec,
                  spur_recording_codec,
                  SPUR_RECORDING_MAGIC,
                  sizeof SPUR_RECORDING_MAGIC - 1,
                  FALSE,
                  spur_recording_open (path, NULL, job, error))

const SpurPluginEntry *
spur_registry_get_own_codecs (guint *n_codecs)
{
  static SpurPluginEntry codecs[] = {
    { .kind = SPUR_PLUGIN_PART_CODEC, .name = SPUR_REGISTRY_CONTAINER_NAME },
    { .kind = SPUR_PLUGIN_PART_CODEC, .name = "spurrec" },
  };

  codecs[0].type = spur_container_codec_get_type ();
  codecs[1].type = spur_recording_codec_get_type ();
  *n_codecs = G_N_ELEMENTS (codecs);
  return codecs;
}

SpurTrace *
spur_registry_open_container (const char *path, gboolean *is_container, GError **error)
{
  g_autoptr (SpurCodec) codec = g_object_new (spur_container_codec_get_type (), NULL);
  g_autofree char *file = spur_codec_find (codec, path);

  *is_container = file != NULL;
  return file != NULL ? spur_codec_read (codec, file, NULL, error) : NULL;
}
