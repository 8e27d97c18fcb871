/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/format/xml/spur-xml-scanner-private.h"

#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-error-internal.h"
#include "core/format/spur-codec.h"

/* What a byte can be. */
enum
{
  /* Ends a run of plain bytes in a value: quotes, <, &, \, white space but blanks, what is no XML.
   */
  VALUE_STOP = 1 << 0,
  /* The same in a text. */
  TEXT_STOP = 1 << 1,
  NAME_START = 1 << 2,
  NAME = 1 << 3,
  SPACE = 1 << 4,
};

static const guint8 classes[256] = {
  [0x00 ... 0x08] = VALUE_STOP | TEXT_STOP,
  ['\t'] = VALUE_STOP | SPACE,
  ['\n'] = VALUE_STOP | SPACE,
  [0x0b ... 0x0c] = VALUE_STOP | TEXT_STOP,
  ['\r'] = VALUE_STOP | TEXT_STOP | SPACE,
  [0x0e ... 0x1f] = VALUE_STOP | TEXT_STOP,
  [' '] = SPACE,
  ['"'] = VALUE_STOP,
  ['&'] = VALUE_STOP | TEXT_STOP,
  ['\''] = VALUE_STOP,
  ['-'] = NAME,
  ['.'] = NAME,
  ['0' ... '9'] = NAME,
  [':'] = NAME_START | NAME,
  ['<'] = VALUE_STOP | TEXT_STOP,
  ['A' ... 'Z'] = NAME_START | NAME,
  ['\\'] = VALUE_STOP,
  [']'] = TEXT_STOP,
  ['_'] = NAME_START | NAME,
  ['a' ... 'z'] = NAME_START | NAME,
  [0x80 ... 0xff] = VALUE_STOP | TEXT_STOP,
};

static inline gboolean
is_a (const char *at, guint8 class)
{
  return (classes[(guchar) *at] & class) != 0;
}

void
spur_xml_scanner_init (SpurXmlScanner *self, const char *text, gsize n_bytes)
{
  self->begin = text;
  self->at = text;
  self->end = text + n_bytes;
  self->depth = 0;
  self->n_attributes = 0;
  self->name.begin = self->name.end = NULL;
  for (guint i = 0; i < SPUR_XML_MAX_ATTRIBUTES; i++)
    self->attributes[i].name = self->name;
  self->is_behind_root = FALSE;
  self->keeps_blanks = FALSE;
  self->is_truncated = FALSE;
  self->error_at = text;
  self->error[0] = '\0';
  if (n_bytes >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    self->at += 3;
  self->start = self->at;
}

/* NULL, as what could not be scanned has no end. */
static const char *G_GNUC_PRINTF (3, 4)
  stop (SpurXmlScanner *self, const char *at, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_vsnprintf (self->error, sizeof self->error, format, arguments);
  va_end (arguments);
  self->error_at = at;
  return NULL;
}

static const char *
stop_truncated (SpurXmlScanner *self, const char *what)
{
  self->is_truncated = TRUE;
  return stop (self, self->end, "the document ends within %s", what);
}

guint64
spur_xml_scanner_get_line (const SpurXmlScanner *self, const char *at)
{
  guint64 line = 1;

  for (const char *c = self->begin; (c = memchr (c, '\n', (gsize) (at - c))) != NULL; c++)
    line++;
  return line;
}

/* A character that XML may have, of more than one byte; 0 where it is none. */
static guint
get_wide (const char *at, const char *end, gunichar *character)
{
  gsize n_left = (gsize) (end - at);

  *character = g_utf8_get_char_validated (at, (gssize) MIN (n_left, 6));
  if (*character >= (gunichar) -2 || *character == 0xfffe || *character == 0xffff)
    return 0;
  return (guint) (g_utf8_next_char (at) - at);
}

static const char *
stop_at_bad_character (SpurXmlScanner *self, const char *at)
{
  gsize n_left = (gsize) (self->end - at);

  if (n_left < 4 && g_utf8_get_char_validated (at, (gssize) n_left) == (gunichar) -2)
    return stop_truncated (self, "a character");
  return stop (self, at, "a byte of value 0x%02x is no character of XML in UTF-8", (guchar) *at);
}

static gboolean
is_wide_name (gunichar c, gboolean is_first)
{
  if ((c >= 0xc0 && c <= 0x2ff && c != 0xd7 && c != 0xf7) ||
      (c >= 0x370 && c <= 0x1fff && c != 0x37e) || c == 0x200c || c == 0x200d ||
      (c >= 0x2070 && c <= 0x218f) || (c >= 0x2c00 && c <= 0x2fef) ||
      (c >= 0x3001 && c <= 0xd7ff) || (c >= 0xf900 && c <= 0xfdcf) ||
      (c >= 0xfdf0 && c <= 0xfffd) || (c >= 0x10000 && c <= 0xeffff))
    return TRUE;
  return !is_first && (c == 0xb7 || (c >= 0x300 && c <= 0x36f) || c == 0x203f || c == 0x2040);
}

static const char *
scan_wide_name (SpurXmlScanner *self, const char *begin, const char *at)
{
  while (at < self->end)
    {
      gunichar character;
      guint n_bytes;

      if (is_a (at, NAME))
        {
          at++;
          continue;
        }
      if ((guchar) *at < 0x80)
        break;
      n_bytes = get_wide (at, self->end, &character);
      if (n_bytes == 0)
        return stop_at_bad_character (self, at);
      if (!is_wide_name (character, at == begin))
        break;
      at += n_bytes;
    }
  return at;
}

/* Whether the name that @name has from the element before is at @at again. */
static inline gboolean
is_repeated (const SpurXmlScanner *self, const char *at, const SpurSlice *name)
{
  gsize n_bytes = spur_slice_get_n_bytes (name);

  return n_bytes > 0 && (gsize) (self->end - at) > n_bytes && !is_a (at + n_bytes, NAME) &&
         (guchar) at[n_bytes] < 0x80 && spur_bytes_are_same (at, name->begin, n_bytes);
}

/* @name is nothing, or one that was scanned before. */
static const char *
scan_name (SpurXmlScanner *self, const char *at, SpurSlice *name, const char *what)
{
  const char *begin = at;

  if (is_repeated (self, at, name))
    {
      name->end = at + spur_slice_get_n_bytes (name);
      name->begin = at;
      return name->end;
    }
  if (at < self->end && !is_a (at, NAME_START) && (guchar) *at < 0x80)
    return stop (self, at, "the name of %s cannot begin with “%c”", what,
                 g_ascii_isprint (*at) ? *at : '?');
  while (at < self->end && is_a (at, NAME))
    at++;
  if (G_UNLIKELY (at < self->end && (guchar) *at >= 0x80))
    at = scan_wide_name (self, begin, at);
  if (at == NULL)
    return NULL;
  if (G_UNLIKELY (at == self->end))
    return stop_truncated (self, what);
  if (G_UNLIKELY (at == begin))
    return stop (self, at, "the name of %s is missing", what);
  if (G_UNLIKELY (at - begin > SPUR_XML_MAX_NAME_BYTES))
    return stop (self, begin, "the name of %s has %" G_GSSIZE_FORMAT " bytes, it may have %d", what,
                 (gssize) (at - begin), SPUR_XML_MAX_NAME_BYTES);
  name->begin = begin;
  name->end = at;
  return at;
}

static inline const char *
skip_space (const char *at, const char *end)
{
  while (at < end && is_a (at, SPACE))
    at++;
  return at;
}

static gboolean
is_character (guint code)
{
  return code == '\t' || code == '\n' || code == '\r' || (code >= 0x20 && code <= 0xd7ff) ||
         (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}

/* What &…; stands for, 0 where it is none that is known. @at is behind the ampersand; gives what is
 * behind the semicolon. */
static const char *
get_reference (const char *at, const char *end, gunichar *character)
{
  static const struct
  {
    const char *name;
    char character;
  } known[] = {
    { "lt;", '<' }, { "gt;", '>' }, { "amp;", '&' }, { "quot;", '"' }, { "apos;", '\'' }
  };
  guint base = 10, code = 0;

  *character = 0;
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      gsize n_bytes = strlen (known[i].name);

      if ((gsize) (end - at) < n_bytes || memcmp (at, known[i].name, n_bytes) != 0)
        continue;
      *character = (guchar) known[i].character;
      return at + n_bytes;
    }
  if (end - at < 3 || *at++ != '#')
    return at;
  if (*at == 'x')
    {
      base = 16;
      at++;
    }
  for (; at < end && *at != ';'; at++)
    {
      int digit = base == 16 ? g_ascii_xdigit_value (*at) : g_ascii_digit_value (*at);

      if (digit < 0 || code > 0x10ffff)
        return at;
      code = code * base + (guint) digit;
    }
  if (at < end && is_character (code))
    *character = code;
  return at < end ? at + 1 : at;
}

/* At a byte that ends a run: past what may be there, NULL for what may not. */
static const char *
pass_special (SpurXmlScanner *self, const char *at)
{
  gunichar character;

  if ((guchar) *at >= 0x80)
    {
      guint n_bytes = get_wide (at, self->end, &character);

      if (n_bytes == 0)
        return stop_at_bad_character (self, at);
      return at + n_bytes;
    }
  if (*at == '&')
    {
      const char *next = get_reference (at + 1, self->end, &character);

      if (character != 0)
        return next;
      if (memchr (at, ';', MIN ((gsize) (self->end - at), 12)) == NULL && self->end - at < 12)
        return stop_truncated (self, "a reference");
      return stop (self, at, "“%.*s” is no reference that XML without a document type has",
                   (int) MIN (self->end - at, 8), at);
    }
  return stop (self, at, "a byte of value 0x%02x may not be here", (guchar) *at);
}

#define EACH_BYTE G_GUINT64_CONSTANT (0x0101010101010101)

/* Eight bytes at a time, up to one below the parenthesis, <, \ or one that is not ASCII. */
static inline const char *
skip_plain (const char *at, const char *end)
{
  for (; end - at >= 8; at += 8)
    {
      guint64 word = spur_get_le64 ((const guint8 *) at);
      guint64 tag = word ^ EACH_BYTE * '<', slash = word ^ EACH_BYTE * '\\';
      guint64 stops = word | ((word - EACH_BYTE * '(') & ~word) | ((tag - EACH_BYTE) & ~tag) |
                      ((slash - EACH_BYTE) & ~slash);

      stops &= EACH_BYTE * 0x80;
      if (stops != 0)
        return at + __builtin_ctzll (stops) / 8;
    }
  return at;
}

static const char *
scan_value (SpurXmlScanner *self, const char *at, SpurXmlAttribute *attribute)
{
  char quote = *at++;
  const char *begin = at;

  attribute->is_coded = FALSE;
  for (;;)
    {
      at = skip_plain (at, self->end);
      while (at < self->end && !is_a (at, VALUE_STOP))
        at++;
      if (G_UNLIKELY (at == self->end))
        return stop_truncated (self, "the value of an attribute");
      if (*at == quote)
        break;
      if (*at == '"' || *at == '\'' || *at == '\\')
        {
          attribute->is_coded |= *at == '\\';
          at++;
          continue;
        }
      if (*at == '<')
        return stop (self, at, "< may not be in the value of an attribute");
      attribute->is_coded |= (guchar) *at < 0x80;
      at = is_a (at, SPACE) ? at + 1 : pass_special (self, at);
      if (at == NULL)
        return NULL;
    }
  if (G_UNLIKELY (at - begin > SPUR_XML_MAX_TEXT_BYTES))
    return stop (self, begin, "an attribute has %" G_GSSIZE_FORMAT " bytes, it may have %u",
                 (gssize) (at - begin), SPUR_XML_MAX_TEXT_BYTES);
  attribute->value.begin = begin;
  attribute->value.end = at;
  return at + 1;
}

/* @at is at the first byte of the name. */
static const char *
scan_attribute (SpurXmlScanner *self, const char *at)
{
  SpurXmlAttribute *attribute = &self->attributes[self->n_attributes];

  if (G_UNLIKELY (self->n_attributes == SPUR_XML_MAX_ATTRIBUTES))
    return stop (self, at, "an element may have %d attributes", SPUR_XML_MAX_ATTRIBUTES);
  at = scan_name (self, at, &attribute->name, "an attribute");
  if (at == NULL)
    return NULL;
  if (G_UNLIKELY (*at != '='))
    at = skip_space (at, self->end);
  if (at == self->end)
    return stop_truncated (self, "an attribute");
  if (*at != '=')
    return stop (self, at, "= must follow the name of an attribute");
  at++;
  if (G_UNLIKELY (at < self->end && *at != '"'))
    at = skip_space (at, self->end);
  if (at == self->end)
    return stop_truncated (self, "an attribute");
  if (*at != '"' && *at != '\'')
    return stop (self, at, "the value of an attribute must begin with a quote");
  self->n_attributes++;
  return scan_value (self, at, attribute);
}

static const char *
scan_attributes (SpurXmlScanner *self, const char *at)
{
  self->n_attributes = 0;
  for (;;)
    {
      const char *behind = skip_space (at, self->end);

      if (G_UNLIKELY (behind == self->end))
        return stop_truncated (self, "an element");
      if (*behind == '>' || *behind == '/' || *behind == '?')
        return behind;
      if (G_UNLIKELY (behind == at))
        return stop (self, at, "white space must be before an attribute");
      at = scan_attribute (self, behind);
      if (at == NULL)
        return NULL;
    }
}

/* @at is behind the <. */
static const char *
scan_begin (SpurXmlScanner *self, const char *at)
{
  const char *begin = at;

  if (G_UNLIKELY (self->is_behind_root))
    return stop (self, at, "there may be one outermost element only");
  at = scan_name (self, at, &self->name, "an element");
  if (at != NULL)
    at = scan_attributes (self, at);
  if (at == NULL)
    return NULL;
  self->is_empty = *at == '/';
  if (self->is_empty && ++at == self->end)
    return stop_truncated (self, "an element");
  if (*at != '>')
    return stop (self, at, "an element must end with >");
  if (self->is_empty)
    {
      self->is_behind_root = self->depth == 0;
      return at + 1;
    }
  if (G_UNLIKELY (self->depth == SPUR_XML_MAX_DEPTH))
    return stop (self, begin, "elements may be within one another %d times", SPUR_XML_MAX_DEPTH);
  self->open[self->depth++] = self->name;
  return at + 1;
}

/* @at is behind the </. */
static const char *
scan_end (SpurXmlScanner *self, const char *at)
{
  const char *begin = at;
  const SpurSlice *open;
  gsize n_bytes;

  if (self->depth == 0)
    return stop (self, at, "no element is open that could end here");
  open = &self->open[self->depth - 1];
  n_bytes = spur_slice_get_n_bytes (open);
  at = scan_name (self, at, &self->name, "an element");
  if (at == NULL)
    return NULL;
  if (G_UNLIKELY ((gsize) (at - begin) != n_bytes || memcmp (begin, open->begin, n_bytes) != 0))
    return stop (self, begin, "</%.*s> must be here, it is </%.*s", (int) MIN (n_bytes, 60),
                 open->begin, (int) MIN (at - begin, 60), begin);
  at = skip_space (at, self->end);
  if (at == self->end)
    return stop_truncated (self, "the end of an element");
  if (*at != '>')
    return stop (self, at, "the end of an element must end with >");
  self->depth--;
  self->is_behind_root = self->depth == 0;
  return at + 1;
}

/* Everything up to @marker must be characters. */
static const char *
find_marker (SpurXmlScanner *self, const char *at, const char *marker, const char *what)
{
  gsize n_bytes = strlen (marker);
  const char *found = memmem (at, (gsize) (self->end - at), marker, n_bytes);
  const char *end = found != NULL ? found : self->end;

  while (at < end)
    {
      if (!is_a (at, TEXT_STOP) || *at == '<' || *at == '&' || *at == ']' || *at == '\r')
        {
          at++;
          continue;
        }
      at = pass_special (self, at);
      if (at == NULL)
        return NULL;
    }
  return found != NULL ? found : stop_truncated (self, what);
}

/* @at is behind the <!--. */
static const char *
scan_comment (SpurXmlScanner *self, const char *at)
{
  at = find_marker (self, at, "--", "a comment");
  if (at == NULL)
    return NULL;
  if (at + 2 == self->end)
    return stop_truncated (self, "a comment");
  if (at[2] != '>')
    return stop (self, at, "-- may not be in a comment");
  return at + 3;
}

/* @at is behind the <?. The XML declaration was looked at before. */
static const char *
scan_instruction (SpurXmlScanner *self, const char *at)
{
  SpurSlice target = { NULL, NULL };

  at = scan_name (self, at, &target, "a processing instruction");
  if (at == NULL)
    return NULL;
  if (spur_slice_get_n_bytes (&target) == 3 && g_ascii_strncasecmp (target.begin, "xml", 3) == 0)
    return stop (self, target.begin, "an XML declaration may be at the very beginning only");
  if (*at != '?' && !is_a (at, SPACE))
    return stop (self, at, "white space must follow the name of a processing instruction");
  if (*at == '?' && at + 1 < self->end && at[1] != '>')
    return stop (self, at, "a processing instruction must end with ?>");
  at = find_marker (self, at, "?>", "a processing instruction");
  return at != NULL ? at + 2 : NULL;
}

/* Any 1.x is read like 1.0, as XML asks for. */
static gboolean
is_version (const SpurSlice *value)
{
  const char *at = value->begin + 2;

  if (spur_slice_get_n_bytes (value) < 3 || memcmp (value->begin, "1.", 2) != 0)
    return FALSE;
  while (at < value->end && g_ascii_isdigit (*at))
    at++;
  return at == value->end;
}

/* version, then perhaps encoding, then perhaps standalone; @at is behind the <?xml. */
static const char *
scan_declaration (SpurXmlScanner *self, const char *at)
{
  static const char *const names[] = { "version", "encoding", "standalone" };
  const char *begin = at;
  guint next = 0;

  at = scan_attributes (self, at);
  if (at == NULL)
    return NULL;
  for (guint i = 0; i < self->n_attributes; i++)
    {
      const SpurSlice *name = &self->attributes[i].name;

      while (next < G_N_ELEMENTS (names) &&
             (strlen (names[next]) != spur_slice_get_n_bytes (name) ||
              memcmp (names[next], name->begin, strlen (names[next])) != 0))
        next++;
      if (next++ == G_N_ELEMENTS (names) || (i == 0 && next != 1))
        return stop (self, name->begin, "the XML declaration has version, encoding, standalone");
    }
  if (self->n_attributes == 0)
    return stop (self, begin, "the XML declaration has no version");
  if (!is_version (&self->attributes[0].value))
    return stop (self, begin, "the version of XML is “%.*s”, it must be 1.0",
                 (int) MIN (spur_slice_get_n_bytes (&self->attributes[0].value), 20),
                 self->attributes[0].value.begin);
  if (at + 1 == self->end)
    return stop_truncated (self, "the XML declaration");
  if (*at != '?' || at[1] != '>')
    return stop (self, at, "the XML declaration must end with ?>");
  return at + 2;
}

static gboolean
begins_with (const char *at, const char *end, const char *text)
{
  gsize n_bytes = strlen (text);

  return (gsize) (end - at) >= n_bytes && memcmp (at, text, n_bytes) == 0;
}

static const char *
stop_long_text (SpurXmlScanner *self, const char *end)
{
  return stop (self, self->text.begin, "a text has %" G_GSSIZE_FORMAT " bytes, it may have %u",
               (gssize) (end - self->text.begin), SPUR_XML_MAX_TEXT_BYTES);
}

/* At <! or <?; sets @is_text where it is a CDATA section. */
static const char *
scan_other (SpurXmlScanner *self, const char *at, gboolean *is_text)
{
  if (begins_with (at, self->end, "<!--"))
    return scan_comment (self, at + 4);
  if (at[1] == '?')
    return scan_instruction (self, at + 2);
  if (begins_with (at, self->end, "<!DOCTYPE"))
    return stop (self, at, "a document type may not be here");
  if (self->end - at < 9)
    return stop_truncated (self, "a declaration");
  if (!begins_with (at, self->end, "<![CDATA[") || self->depth == 0)
    return stop (self, at, "a declaration may not be here");
  self->text.begin = at + 9;
  at = find_marker (self, at + 9, "]]>", "a CDATA section");
  if (at == NULL)
    return NULL;
  if (at - self->text.begin > SPUR_XML_MAX_TEXT_BYTES)
    return stop_long_text (self, at);
  self->text.end = at;
  self->is_coded = memchr (self->text.begin, '\r', (gsize) (at - self->text.begin)) != NULL;
  self->kind = SPUR_XML_LITERAL;
  self->is_blank = FALSE;
  *is_text = TRUE;
  return at + 3;
}

static const char *
scan_text (SpurXmlScanner *self, const char *at)
{
  self->text.begin = at;
  self->is_coded = FALSE;
  self->kind = SPUR_XML_PLAIN;
  at = skip_space (at, self->end);
  self->is_blank = at == self->end || *at == '<';
  if (self->is_blank)
    {
      self->text.end = at;
      self->is_coded = TRUE;
      return at;
    }
  for (at = self->text.begin;;)
    {
      while (at < self->end && !is_a (at, TEXT_STOP))
        at++;
      if (at == self->end || *at == '<')
        break;
      if (*at == ']' && begins_with (at, self->end, "]]>"))
        return stop (self, at, "]]> may not be in a text");
      self->is_coded |= *at == '&' || *at == '\r';
      at = *at == ']' || *at == '\r' ? at + 1 : pass_special (self, at);
      if (at == NULL)
        return NULL;
    }
  self->text.end = at;
  if (self->depth == 0)
    return stop (self, self->text.begin, "a text may not be outside of the outermost element");
  if (at - self->text.begin > SPUR_XML_MAX_TEXT_BYTES)
    return stop_long_text (self, at);
  return at;
}

static SpurXmlToken
end_document (SpurXmlScanner *self)
{
  if (self->depth > 0)
    stop_truncated (self, "its outermost element");
  else if (!self->is_behind_root)
    stop_truncated (self, "what comes before its outermost element");
  else
    return SPUR_XML_END_OF_DOCUMENT;
  return SPUR_XML_ERROR;
}

static SpurXmlToken
scan_markup (SpurXmlScanner *self, gboolean *is_done)
{
  const char *at = self->at;
  SpurXmlToken token = SPUR_XML_BEGIN;
  gboolean is_text = FALSE;

  *is_done = TRUE;
  if (at + 1 == self->end)
    {
      stop_truncated (self, "an element");
      return SPUR_XML_ERROR;
    }
  if (at[1] == '/')
    {
      token = SPUR_XML_END;
      at = scan_end (self, at + 2);
    }
  else if (at[1] == '!' || at[1] == '?')
    {
      at = scan_other (self, at, &is_text);
      *is_done = is_text || at == NULL;
      token = SPUR_XML_TEXT;
    }
  else
    {
      at = scan_begin (self, at + 1);
    }
  if (at == NULL)
    return SPUR_XML_ERROR;
  self->at = at;
  return token;
}

SpurXmlToken
spur_xml_scanner_next (SpurXmlScanner *self)
{
  gboolean is_done = FALSE;
  SpurXmlToken token = SPUR_XML_ERROR;

  while (!is_done)
    {
      const char *at = self->at;

      self->error_at = at;
      if (at == self->end)
        return end_document (self);
      if (at == self->start && begins_with (at, self->end, "<?xml") && at + 5 < self->end &&
          is_a (at + 5, SPACE))
        {
          self->at = scan_declaration (self, at + 5);
          if (self->at == NULL)
            return SPUR_XML_ERROR;
          continue;
        }
      if (*at == '<')
        {
          token = scan_markup (self, &is_done);
          continue;
        }
      at = scan_text (self, at);
      if (at == NULL)
        return SPUR_XML_ERROR;
      self->at = at;
      is_done = !self->is_blank || self->keeps_blanks;
      token = SPUR_XML_TEXT;
    }
  return token;
}

int
spur_xml_scanner_find_twice (const SpurXmlScanner *self)
{
  for (guint i = 1; i < self->n_attributes; i++)
    {
      const SpurSlice *a = &self->attributes[i].name;

      for (guint k = 0; k < i; k++)
        {
          const SpurSlice *b = &self->attributes[k].name;

          if (spur_slice_get_n_bytes (a) == spur_slice_get_n_bytes (b) &&
              memcmp (a->begin, b->begin, spur_slice_get_n_bytes (a)) == 0)
            return (int) i;
        }
    }
  return -1;
}

char *
spur_xml_decode (const char *text, const char *end, SpurXmlTextKind kind, char *out)
{
  while (text < end)
    {
      gunichar character;
      char c = *text++;

      if (c == '&' && kind != SPUR_XML_LITERAL)
        {
          text = get_reference (text, end, &character);
          out += g_unichar_to_utf8 (character, out);
          continue;
        }
      if (c == '\r')
        {
          text += text < end && *text == '\n';
          c = '\n';
        }
      *out++ = kind == SPUR_XML_VALUE && (c == '\n' || c == '\t') ? ' ' : c;
    }
  return out;
}

/* The name of the encoding that the document's first bytes tell, NULL where it is UTF-8. */
static char *
find_encoding (const char *text, gsize n_bytes)
{
  g_autofree SpurXmlScanner *scanner = g_new (SpurXmlScanner, 1);
  const SpurSlice *value;

  if (begins_with (text, text + n_bytes, "\xff\xfe") ||
      begins_with (text, text + n_bytes, "\xfe\xff"))
    return g_strdup ("UTF-16");
  spur_xml_scanner_init (scanner, text, n_bytes);
  if (n_bytes < 6 || !begins_with (scanner->at, scanner->end, "<?xml") ||
      scan_declaration (scanner, scanner->at + 5) == NULL || scanner->n_attributes < 2 ||
      *scanner->attributes[1].name.begin != 'e')
    return NULL;
  value = &scanner->attributes[1].value;
  return g_strndup (value->begin, spur_slice_get_n_bytes (value));
}

GBytes *
spur_xml_to_utf8 (GBytes *bytes, GError **error)
{
  gsize n_bytes, n_converted;
  const char *text = g_bytes_get_data (bytes, &n_bytes);
  g_autofree char *encoding = find_encoding (text, n_bytes);
  g_autoptr (GError) problem = NULL;
  char *converted;

  if (encoding == NULL || g_ascii_strcasecmp (encoding, "UTF-8") == 0 ||
      g_ascii_strcasecmp (encoding, "US-ASCII") == 0)
    return g_bytes_ref (bytes);
  converted = g_convert (text, (gssize) n_bytes, "UTF-8", encoding, NULL, &n_converted, &problem);
  if (converted != NULL)
    return g_bytes_new_take (converted, n_converted);
  return spur_error_set_null (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                              "the document cannot be taken from its encoding %.40s to UTF-8: %s",
                              encoding, problem->message);
}
