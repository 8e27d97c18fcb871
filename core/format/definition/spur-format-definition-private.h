/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <libxml/tree.h>

#include "core/format/spur-codec.h"

typedef struct _SpurFormatEncoding SpurFormatEncoding;

/* The encoding of an element of a definition, or NULL. */
typedef const SpurFormatEncoding *(*SpurFormatFindEncoding) (const char *element);

/* One piece of a record, as an <event> or <define> lists them. */
typedef enum
{
  SPUR_FORMAT_CONSTANT,
  SPUR_FORMAT_TIME,
  SPUR_FORMAT_STREAM,
  SPUR_FORMAT_CLASS,
  SPUR_FORMAT_FIELD,
  SPUR_FORMAT_FIELDS,
  SPUR_FORMAT_REST,
  SPUR_FORMAT_PREDECESSORS,
  SPUR_FORMAT_VECTOR_CLOCK,
} SpurFormatItemKind;

/* What is written of a trace beside its events: each kind is written as records, too, of the layout
 * that spur_format_get_definition_layout() gives. The word in the place of a record's class is the
 * layout's name, as in "@object". */
typedef enum
{
  SPUR_FORMAT_DEFINE_FACT,
  SPUR_FORMAT_DEFINE_IDENTIFIERS,
  SPUR_FORMAT_DEFINE_CLOCK,
  SPUR_FORMAT_DEFINE_STATE,
  SPUR_FORMAT_DEFINE_CLASS,
  SPUR_FORMAT_DEFINE_FIELD,
  SPUR_FORMAT_DEFINE_STRING,
  SPUR_FORMAT_DEFINE_LIST,
  SPUR_FORMAT_DEFINE_OBJECT,
  SPUR_FORMAT_DEFINE_GROUP,
  SPUR_FORMAT_DEFINE_STREAM,
  SPUR_FORMAT_DEFINE_OFFSET,
  SPUR_FORMAT_DEFINE_LOSS,
} SpurFormatDefine;

#define SPUR_FORMAT_N_DEFINES (SPUR_FORMAT_DEFINE_LOSS + 1)

typedef enum
{
  /* A number of units since the epoch. */
  SPUR_FORMAT_TIME_UNITS,
  /* Decimal seconds with a fraction. */
  SPUR_FORMAT_TIME_SECONDS,
  SPUR_FORMAT_TIME_ISO8601,
  /* The stream's own ticks, as they are in the trace. */
  SPUR_FORMAT_TIME_TICKS,
  /* strftime-like, see doc/formats.md. */
  SPUR_FORMAT_TIME_PATTERN,
} SpurFormatTimeKind;

typedef struct
{
  SpurFormatTimeKind kind;
  /* UNITS: ns of one, and of what it is a remainder (0: of nothing). */
  gint64 unit_ns;
  gint64 of_ns;
  guint n_digits;
  const char *pattern;
  /* Read only where no other time is there. */
  gboolean is_fallback;
} SpurFormatTime;

/* Texts for numbers, as in "Usage" for 4. */
typedef struct
{
  const char *name;
  GArray *entries; /* of SpurFormatLookupEntry */
} SpurFormatLookup;

typedef struct
{
  const char *text;
  guint64 value;
} SpurFormatLookupEntry;

/* The text for a number, or the number for a text; NULL or FALSE where there is none, and where
 * @self is NULL. */
const char *spur_format_lookup_find_text (const SpurFormatLookup *self, guint64 value);
gboolean spur_format_lookup_find_value (const SpurFormatLookup *self,
                                        const char *text,
                                        gsize n_bytes,
                                        guint64 *value);

typedef struct
{
  SpurFormatItemKind kind;
  /* Key, column, named group, attribute or element; NULL where the definition gives none. */
  const char *key;
  /* FIELD: its name. */
  const char *name;
  /* CONSTANT: the text. */
  const char *value;
  /* CLASS, CONSTANT: the entry of the rest's list that is written instead; NULL for none. */
  const char *entry;
  /* STREAM, CONSTANT: what is written is the stream's host, or the event's program. */
  gboolean is_host;
  gboolean is_program;
  /* Taken where the record does not have the item, and not written where equal; NULL for none. */
  const char *if_missing;
  gboolean is_optional;
  SpurFormatTime time;
  const SpurFormatLookup *lookup;
  /* In the field: what is in the data times numerator / denominator. */
  gint64 numerator;
  gint64 denominator;
  /* Of objects that are made because a record names them: NULL, or "SpurTarget" and so on. Of
   * states object_kind is the word of a SpurStateKind. */
  const char *object_type;
  const char *object_kind;
  /* What names of objects begin with that the data leaves out; NULL for nothing. */
  const char *prefix;
  /* Its element, for attributes that only one encoding knows. */
  const xmlNode *node;
} SpurFormatItem;

/* How records of a class and of its subclasses without a rule of their own are written. */
typedef struct
{
  /* "*" for every class, or a class's name; of <define> the word as in "object". */
  const char *class_name;
  /* The class's name in the data. */
  const char *written;
  gboolean is_definition;
  /* Of definitions: they are written into a file of their own. */
  gboolean is_apart;
  GArray *items; /* of SpurFormatItem */
  const xmlNode *node;
} SpurFormatRule;

typedef struct
{
  const char *suffix;
  const char *begins;
  gboolean must_fit;
} SpurFormatLook;

typedef struct
{
  char *path;
  /* What all texts below are parts of. */
  xmlDoc *doc;
  const char *name;
  const char *title;
  GArray *looks;

  /* Whether times in the data count from 1970, or from the trace's epoch. */
  gboolean is_unix;
  guint64 resolution_hz;

  GPtrArray *layouts; /* of SpurEventLayout, the declared event classes */
  GPtrArray *lookups; /* of SpurFormatLookup */

  /* Unknown classes become subclasses of this one; NULL: they are errors. */
  const SpurEventLayout *default_layout;

  SpurFormatFindEncoding find_encoding;
  const SpurFormatEncoding *encoding;
  /* The encoding's element; elements of its own have become attributes of it. */
  xmlNode *node;
  GPtrArray *rules; /* of SpurFormatRule, <event> and <define> in their order */

  /* What the encoding made of it. */
  gpointer compiled;
} SpurFormatDefinition;

SpurFormatDefinition *spur_format_definition_new (const char *path,
                                                  const char *text,
                                                  gsize n_bytes,
                                                  SpurFormatFindEncoding find_encoding,
                                                  GError **error);

void spur_format_definition_free (SpurFormatDefinition *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurFormatDefinition, spur_format_definition_free)

/* The rule of a class: its own, its nearest ancestor's, that of "*"; NULL for none. */
const SpurFormatRule *spur_format_definition_find_rule (const SpurFormatDefinition *self,
                                                        const SpurEventLayout *layout);

/* NULL where such definitions are not written. */
const SpurFormatRule *spur_format_definition_find_define (const SpurFormatDefinition *self,
                                                          SpurFormatDefine define);

/* An event class by its name in a trace: declared in the definition, or known to this program;
 * NULL for neither. */
const SpurEventLayout *spur_format_definition_find_class (const SpurFormatDefinition *self,
                                                          const char *name);

/* The layout of what is written of a kind of definition. Texts are SPUR_FIELD_STRING. */
const SpurEventLayout *spur_format_get_definition_layout (SpurFormatDefine define);

/* By its name as in "@object"; NULL where there is none. */
const SpurEventLayout *spur_format_find_definition_layout (const char *name, int *define);

/* The nearest ancestor, or the type itself, that objects can be of. */
GType spur_format_get_concrete_type (GType type);

/* An error of the definition itself, at an element: "path:line: text". */
gboolean spur_format_definition_fail (const SpurFormatDefinition *self,
                                      const xmlNode *node,
                                      GError **error,
                                      const char *format,
                                      ...) G_GNUC_PRINTF (4, 5);

/* Attributes that only one encoding knows; the schema has checked how they look. */
const char *spur_format_attribute (const xmlNode *node, const char *name, const char *otherwise);

/* The one of the name in an array of layouts; NULL for none. */
const SpurEventLayout *spur_format_find_layout (const GPtrArray *layouts, const char *name);

/* Parts of the reading of a definition; see spur-format-definition.c. */

gboolean
spur_format_parse_classes (SpurFormatDefinition *self, const xmlNode *node, GError **error);

gboolean spur_format_parse_items (SpurFormatDefinition *self,
                                  SpurFormatRule *rule,
                                  const xmlNode *node,
                                  GError **error);

/* What the schema cannot check. */
gboolean spur_format_parse_check (SpurFormatDefinition *self, GError **error);

/* "s", "ms", "us" or "ns". */
gint64 spur_format_unit_to_ns (const char *unit);

/* Lists as text: SpurStateList{memory=16 MB, load=0.5, name='a', [x]=-3}. A whole number is
 * unsigned, with a sign it is signed, a real number has a point, an exponent or is NaN or INF;
 * texts are in apostrophes. A backslash takes the meaning of what follows, \n is a line end, and \x
 * and two digits are a byte. */

void spur_format_list_put (GString *text, const SpurList *list);

/* Adds a list to the trace; @otherwise is the class where the text has none. NULL @problem on
 * success, else what is wrong, to be freed. */
guint32 spur_format_list_parse (
  SpurTrace *trace, const char *text, gsize n_bytes, const char *otherwise, char **problem);

/* The digits of a number, of which @type says whether it is unsigned, signed or a double. */
char *spur_format_put_bits (char *out, SpurFieldType type, guint64 bits);

/* A value of a log that does not say its type: a number where it would be written the very same,
 * else a string. */
void spur_format_list_guess (SpurEntry *entry, const char *text);

/* Times as text: nanoseconds since the format's epoch, and picoseconds below 1000 on top. */

/* FALSE where the text is no time of this form. */
gboolean spur_format_time_parse (
  const SpurFormatTime *form, const char *text, gsize n_bytes, gint64 *ns, guint *ps);

/* The most that spur_format_time_put() writes. */
#define SPUR_FORMAT_TIME_MAX_BYTES 256

/* Not of SPUR_FORMAT_TIME_TICKS. Gives the end. */
char *spur_format_time_put (const SpurFormatTime *form, char *out, gint64 ns, guint ps);

/* What is wrong with a pattern, or NULL. */
const char *spur_format_time_check (const char *pattern);
