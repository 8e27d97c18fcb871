/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/formats/vt/vt-source.h"

typedef enum
{
  VT_JSON_ERROR,
  VT_JSON_END,
  VT_JSON_OBJECT,
  VT_JSON_OBJECT_END,
  VT_JSON_LIST,
  VT_JSON_LIST_END,
  VT_JSON_NAME,
  VT_JSON_STRING,
  VT_JSON_NUMBER,
  VT_JSON_TRUE,
  VT_JSON_FALSE,
  VT_JSON_NULL,
} VtJsonToken;

/* What is kept of a name, a string or a number; longer ones are clipped, and no name that is known
 * is as long. */
#define VT_JSON_MAX_TEXT 255

/* The tokens of a JSON text (RFC 8259), one by one, in bounded memory. */
typedef struct
{
  /* Of a name, string or number, with the escapes of strings as they are. */
  char text[VT_JSON_MAX_TEXT + 1];
  gboolean is_clipped;

  /*< private >*/
  VtSource *source;
  GError **error;
  const guint8 *next;
  const guint8 *end;
  guint64 offset;
  guint depth;
  guint64 is_object; /* a bit for each depth */
  guint state;
} VtJson;

/* The source and where errors go outlive the reader. */
void vt_json_init (VtJson *self, VtSource *source, GError **error);

VtJsonToken vt_json_next (VtJson *self);

/* What comes next must be this. */
gboolean vt_json_expect (VtJson *self, VtJsonToken token);

/* The value of which @token is the first one is left out. */
gboolean vt_json_skip (VtJson *self, VtJsonToken token);

/* The next member of an object that was begun: its name is in the text. FALSE at the object's end,
 * and where the text is wrong: then *@is_good is FALSE. */
gboolean vt_json_next_member (VtJson *self, gboolean *is_good);

/* Sets an error that says what was expected and that @token came. Always FALSE. */
gboolean vt_json_refuse (VtJson *self, VtJsonToken token, const char *wanted);

/* The next value as a number. */
gboolean vt_json_read_double (VtJson *self, double *value);

/* The next value as a whole number that is not below 0. */
gboolean vt_json_read_uint (VtJson *self, guint64 *value);

gboolean vt_json_read_bool (VtJson *self, gboolean *value);
