/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A place @NAME@ in a template and what goes there; the last one has no name. */
typedef struct
{
  const char *name;
  char *text;
} SpurPagePiece;

/* A page from the library's resources: a template, whose @STYLE@ and @SCRIPT@ are filled from
 * @styles and @scripts (NULL-terminated), and @STYLE_HASH@ and @SCRIPT_HASH@ for its content
 * security policy. Frees the texts of @pieces. */
GString *spur_page_make (const char *template_name,
                         const char *const *styles,
                         const char *const *scripts,
                         const SpurPagePiece *pieces);

/* Text for use in HTML, also within the quotes of an attribute. */
char *spur_report_escape (const char *text);

G_END_DECLS
