/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event.h"

G_BEGIN_DECLS

typedef struct _SpurFactories SpurFactories;

#define SPUR_TYPE_SERIALIZER (spur_serializer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurSerializer, spur_serializer, SPUR, SERIALIZER, GObject)

/**
 * SpurSerializerClass:
 * @parent_class: the parent
 * @write: the event as bytes
 * @read: the event of some bytes; whatever they are, it must not crash
 *
 * Since: 1.0
 */
struct _SpurSerializerClass
{
  GObjectClass parent_class;

  GBytes *(*write) (SpurSerializer *self, SpurEvent *event);
  SpurEvent *(*read) (SpurSerializer *self,
                      GBytes *bytes,
                      SpurFactories *factories,
                      GError **error);

  /*< private >*/
  gpointer _reserved[8];
};

SPUR_AVAILABLE_IN_ALL
GBytes *spur_serializer_write (SpurSerializer *self, SpurEvent *event);

SPUR_AVAILABLE_IN_ALL
SpurEvent *spur_serializer_read (SpurSerializer *self,
                                 GBytes *bytes,
                                 SpurFactories *factories,
                                 GError **error);

G_END_DECLS
