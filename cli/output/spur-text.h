/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/plugin/spur-project.h"

/* Numbers, times and names as they are shown and typed. */

typedef enum
{
  SPUR_UNIT_NS,
  SPUR_UNIT_US,
  SPUR_UNIT_MS,
  SPUR_UNIT_S,
} SpurUnit;

/* 1,234,567 */
void spur_text_append_count (GString *text, guint64 count);

char *spur_text_count (guint64 count);

/* "2 streams" behind what is there and a comma. */
void
spur_text_append_counted (GString *text, guint64 count, const char *singular, const char *plural);

/* The unit in which @ns is a number of up to three digits before the point. */
SpurUnit spur_text_get_unit (gint64 ns);

const char *spur_text_get_unit_name (SpurUnit unit);

/* 1,038.000 in the unit given; exact, all digits down to the nanosecond where @decimals is 9. */
void spur_text_append_in_unit (GString *text, gint64 ns, SpurUnit unit, guint decimals);

/* "1.038 ms", for columns of the same unit use spur_text_append_in_unit(). */
char *spur_text_duration (gint64 ns);

/* Seconds with all nine digits after the point, fast. */
void spur_text_append_seconds (GString *text, gint64 ns);

void spur_text_append_int (GString *text, gint64 value);

void spur_text_append_uint (GString *text, guint64 value);

/* Escapes control characters, so that names from files cannot change the terminal. */
void spur_text_append_safe (GString *text, const char *string);

char *spur_text_safe (const char *string);

/* The same, with the middle left out where it is long, so that numbers stay on the screen. */
char *spur_text_shorten (const char *string, guint n_cells);

/* "2.0952 GHz" */
char *spur_text_frequency (guint64 hz);

void spur_text_append_bar (GString *text, double ratio, guint n_cells);

/* Cells of the terminal that @text takes. */
guint spur_text_get_width (const char *text);

void spur_text_append_padded (GString *text, const char *string, guint width);

/* "1.5s", "300ms", "20us", plain nanoseconds. */
gboolean spur_text_parse_duration (const char *text, gint64 *ns, GError **error);

/* "0.99999" as parts per billion, exactly. */
gboolean spur_text_parse_ppb (const char *text, gint64 *ppb, GError **error);

/* "512M", "2G", plain bytes; units are powers of 1024, and 0 is none. */
gboolean spur_text_parse_bytes (const char *text, guint64 *n_bytes, GError **error);

/* The one of @words that is nearest to @word, or NULL where none is near. */
const char *spur_text_find_nearest (const char *word, const char *const *words);

/* How numbers are shown, by the projects that are loaded; asked once for every field. */
typedef struct _SpurUnits SpurUnits;

SpurUnits *spur_units_new (SpurTrace *trace);

void spur_units_free (SpurUnits *self);

/* Appends the value of a field with its unit, as a project wants it; FALSE, and nothing is
 * appended, where no project says anything of it. @event_class counts the trace's classes, of which
 * @layout is one. */
gboolean spur_units_append (const SpurUnits *self,
                            GString *text,
                            guint event_class,
                            const SpurEventLayout *layout,
                            guint field,
                            guint64 bits);

/* The same for an entry of a list. */
gboolean spur_units_append_entry (GString *text, const SpurEntry *entry);

/* A load that was measured. */
char *spur_units_format_load (double load);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurUnits, spur_units_free)
