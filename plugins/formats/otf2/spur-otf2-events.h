/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib-object.h>

#define SPUR_TYPE_REQUEST_EVENT (spur_request_event_get_type ())
#define SPUR_TYPE_OTF2_MARKER_EVENT (spur_otf2_marker_event_get_type ())
#define SPUR_TYPE_OTF2_METRIC_EVENT (spur_otf2_metric_event_get_type ())
#define SPUR_TYPE_OTF2_UNSIGNED_METRIC_EVENT (spur_otf2_unsigned_metric_event_get_type ())
#define SPUR_TYPE_OTF2_SIGNED_METRIC_EVENT (spur_otf2_signed_metric_event_get_type ())

GType spur_request_event_get_type (void);
GType spur_otf2_marker_event_get_type (void);
GType spur_otf2_metric_event_get_type (void);
GType spur_otf2_unsigned_metric_event_get_type (void);
GType spur_otf2_signed_metric_event_get_type (void);
