/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* LEB128; signed numbers zigzag. */
void spur_report_put_unsigned (GByteArray *bytes, guint64 value);
void spur_report_put_signed (GByteArray *bytes, gint64 value);

/* A reference to a table; none is 0. */
void spur_report_put_entry (GByteArray *bytes, guint32 entry);

/* Adds "key":"bytes in base64". */
void spur_report_append_base64 (GString *json, const char *key, GByteArray *bytes);

/* When all things of a kind begin and end. The page draws some of them, and says by this of how
 * many in the window that is seen. */
typedef struct
{
  GArray *begins;
  GArray *ends;
} SpurReportCensus;

void spur_report_census_init (SpurReportCensus *self);
void spur_report_census_clear (SpurReportCensus *self);

/* In either order: a message may be received before it is sent. */
void spur_report_census_add (SpurReportCensus *self, gint64 one_ns, gint64 other_ns);

void
spur_report_census_append (SpurReportCensus *self, GString *json, const char *key, gint64 zero_ns);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurReportCensus, spur_report_census_clear)
