/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/object/spur-sink.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LOG_SINK (spur_log_sink_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLogSink, spur_log_sink, SPUR, LOG_SINK, SpurSink)

/**
 * SpurLogSinkClass:
 * @parent_class: the parent
 * @make_message: makes what is sent for an event, one datagram: @identifier is what the program is
 *   called, @source the name of that on whose behalf it was recorded, @priority that of syslog(3)
 *
 * Where messages are made.
 *
 * Since: 1.0
 */
struct _SpurLogSinkClass
{
  SpurSinkClass parent_class;

  GBytes *(*make_message) (SpurLogSink *self,
                           const char *identifier,
                           const char *source,
                           guint priority,
                           SpurEvent *event);

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
