/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* What goes to the places @NAME@ of a template, by name. */
GHashTable *spur_page_pieces_new (void);

/* (transfer none): a piece to which HTML is appended. */
GString *spur_page_add_piece (GHashTable *pieces, const char *name);

/* Takes @text. */
void spur_page_set_piece (GHashTable *pieces, const char *name, char *text);

/* Writes a page from the library's resources: a template, whose @STYLE@ and @SCRIPT@ are filled
 * from @styles and @scripts (NULL-terminated), and @STYLE_HASH@ and @SCRIPT_HASH@ for its content
 * security policy. */
gboolean spur_page_save (GHashTable *pieces,
                         const char *template_name,
                         const char *const *styles,
                         const char *const *scripts,
                         const char *path,
                         GError **error);

/* Text for use in HTML, also within the quotes of an attribute. */
char *spur_page_escape (const char *text);

/* A number as text, the same in every locale; valid within the block around it. */
#define SPUR_PAGE_NUMBER(format, value)                                                            \
  g_ascii_formatd ((char[G_ASCII_DTOSTR_BUF_SIZE]){ 0 }, G_ASCII_DTOSTR_BUF_SIZE, format, value)

/* A number of the headline, as recorded and corrected, as texts. Without a class a number is
 * written as it is; @after is NULL where nothing is corrected. */
typedef struct
{
  const char *what;
  const char *before;
  const char *before_class;
  const char *after;
  const char *after_class;
  const char *unit;
} SpurPageCard;

void spur_page_append_card (GString *html, const SpurPageCard *card);

/* A card of counts, of which every one above 0 is bad; @after is NULL where nothing is corrected.
 */
void spur_page_append_count_card (
  GString *html, const char *what, guint64 before, const guint64 *after, const char *unit);

/* Begins a row of a table, with a name that is not escaped yet. */
void spur_page_begin_row (GString *html, const char *name);

/* Cells of a table. */
void spur_page_append_cell (GString *html, const char *text, gboolean is_bad);
void spur_page_append_count (GString *html, guint64 count, gboolean is_bad);
void spur_page_append_ns (GString *html, gint64 ns, guint digits);
void spur_page_append_percent (GString *html, double part);

/* A row of a name and a value, neither of which is escaped yet. */
void spur_page_append_fact (GString *html, const char *name, const char *value);
