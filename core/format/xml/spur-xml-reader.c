/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Reads a trace from XML. The document is walked once; what an element and its attributes mean was
 * looked up in the definition before. */
#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/format/xml/spur-xml-program-private.h"
#include "core/store/container/spur-container-internal.h"

/* What the elements around a record say. */
typedef struct
{
  guint n_attributes;
  SpurXmlAttribute *attributes;
} OuterElement;

typedef struct
{
  const SpurXmlFormat *format;
  SpurFormatBuilder *builder;
  SpurXmlScanner *scanner;

  /* By name of the element, as an index. */
  SpurFormatNames elements;
  GPtrArray *programs; /* of SpurXmlProgram, not owned */
  /* The last one that was found there: most records are of the class of the one before. */
  SpurSlice last_name;
  SpurXmlProgram *last_program;

  guint n_outer;
  OuterElement outer[SPUR_XML_MAX_DEPTH];
  guint64 seen[2];
  GString *decoded;
  GString *content;

  /* Set where the document had to be converted: places are those of the lines. */
  const char *original;
  const char *original_end;
  const char *converted;
} XmlReader;

/* The beginning of the same line in the document as it came. */
static const char *
find_original (XmlReader *self, const char *place)
{
  const char *line;

  while ((line = memchr (self->converted, '\n', (gsize) (place - self->converted))) != NULL)
    {
      const char *end =
        memchr (self->original, '\n', (gsize) (self->original_end - self->original));

      self->converted = line + 1;
      if (end != NULL)
        self->original = end + 1;
    }
  return self->original;
}

static inline void
set_place (XmlReader *self, const char *place)
{
  if (G_UNLIKELY (self->original != NULL))
    place = find_original (self, place);
  self->builder->place = place;
}

static gboolean
fail_scan (XmlReader *self)
{
  set_place (self, self->scanner->error_at);
  return spur_format_builder_fail (self->builder,
                                   self->scanner->is_truncated ? SPUR_FORMAT_ERROR_TRUNCATED
                                                               : SPUR_FORMAT_ERROR_DATA,
                                   "%s", self->scanner->error);
}

#define refuse(self, ...) spur_format_builder_refuse ((self)->builder, __VA_ARGS__)

/* A text as it was before it was written; in @self->decoded where it had to be changed. */
static gboolean
decode_value (XmlReader *self, SpurSlice *text, gboolean is_coded, SpurXmlTextKind kind)
{
  gboolean has_escapes =
    self->format->has_escapes && memchr (text->begin, '\\', spur_slice_get_n_bytes (text)) != NULL;
  char *out, *end;

  if (!is_coded && !has_escapes)
    return TRUE;
  g_string_set_size (self->decoded, spur_slice_get_n_bytes (text));
  out = self->decoded->str;
  memcpy (out, text->begin, spur_slice_get_n_bytes (text));
  end = out + spur_slice_get_n_bytes (text);
  if (is_coded)
    end = spur_xml_decode (out, end, kind, out);
  if (has_escapes)
    end = spur_container_unescape (out, end, out);
  if (end == NULL)
    return refuse (self, "a backslash begins neither \\\\ nor \\x and two digits");
  text->begin = out;
  text->end = end;
  return TRUE;
}

static gboolean
put_constant (XmlReader *self, const SpurFormatOp *op, const SpurSlice *text)
{
  const char *value = op->item->value;

  if (spur_slice_is (text, value, strlen (value)))
    return TRUE;
  return refuse (self, "%s is “%.*s”, it must be “%.40s”", op->item->key,
                 (int) MIN (spur_slice_get_n_bytes (text), 40), text->begin, value);
}

static gboolean
put_item (
  XmlReader *self, const SpurXmlItem *item, SpurSlice text, gboolean is_coded, SpurXmlTextKind kind)
{
  const SpurFormatOp *op = item->op;

  if (G_UNLIKELY (is_coded) && !decode_value (self, &text, TRUE, kind))
    return FALSE;
  if (op->kind == SPUR_FORMAT_CONSTANT)
    return put_constant (self, op, &text);
  return spur_format_builder_put_item (self->builder, op, text.begin,
                                       spur_slice_get_n_bytes (&text));
}

static inline gboolean
see_item (XmlReader *self, const SpurXmlProgram *program, guint index)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << (index % 64);

  if (G_UNLIKELY ((self->seen[index / 64] & bit) != 0))
    return refuse (self, "<%s> has two %s", program->element,
                   program->items[index].name != NULL ? program->items[index].name
                                                      : program->items[index].child);
  self->seen[index / 64] |= bit;
  return TRUE;
}

/* The item of an attribute; most often they come in the order of the rule. */
static inline int
find_attribute (const SpurXmlProgram *program, const SpurSlice *name, guint hint)
{
  gsize n_bytes = spur_slice_get_n_bytes (name);

  for (guint i = 0; i < program->n_items; i++)
    {
      guint at = hint + i < program->n_items ? hint + i : hint + i - program->n_items;
      const SpurXmlItem *item = &program->items[at];

      if (item->place == SPUR_XML_AS_ATTRIBUTE && item->n_name_bytes == n_bytes &&
          spur_bytes_are_same (item->name, name->begin, n_bytes))
        return (int) at;
    }
  return -1;
}

static gboolean
is_namespace (const SpurSlice *name)
{
  gsize n_bytes = spur_slice_get_n_bytes (name);

  return n_bytes >= 5 && memcmp (name->begin, "xmlns", 5) == 0 &&
         (n_bytes == 5 || name->begin[5] == ':');
}

/* What the rule does not know is kept where it says so. */
static gboolean
put_rest (XmlReader *self, const SpurXmlAttribute *attribute)
{
  SpurSlice text = attribute->value;
  g_autofree char *key = NULL;

  if (is_namespace (&attribute->name))
    return TRUE;
  if (spur_xml_scanner_find_twice (self->scanner) >= 0)
    return refuse (self, "an element has two attributes of the same name");
  key = spur_xml_read_name (attribute->name.begin, spur_slice_get_n_bytes (&attribute->name));
  return decode_value (self, &text, attribute->is_coded, SPUR_XML_VALUE) &&
         spur_format_builder_put_rest (self->builder, key, strlen (key), text.begin,
                                       spur_slice_get_n_bytes (&text));
}

static gboolean
read_attributes (XmlReader *self, const SpurXmlProgram *program)
{
  const SpurXmlScanner *scanner = self->scanner;
  guint hint = 0;

  for (guint i = 0; i < scanner->n_attributes; i++)
    {
      const SpurXmlAttribute *attribute = &scanner->attributes[i];
      int index = find_attribute (program, &attribute->name, hint);

      if (index < 0)
        {
          if (!put_rest (self, attribute))
            return FALSE;
          continue;
        }
      hint = (guint) index + 1;
      if (!see_item (self, program, (guint) index) ||
          !put_item (self, &program->items[index], attribute->value, attribute->is_coded,
                     SPUR_XML_VALUE))
        return FALSE;
    }
  return TRUE;
}

static const SpurXmlAttribute *
find_outer (const XmlReader *self, const SpurXmlItem *item)
{
  for (guint level = self->n_outer; level-- > 0;)
    {
      const OuterElement *outer = &self->outer[level];

      for (guint i = 0; i < outer->n_attributes; i++)
        {
          if (spur_slice_is (&outer->attributes[i].name, item->name, item->n_name_bytes))
            return &outer->attributes[i];
        }
    }
  return NULL;
}

static gboolean
read_outer (XmlReader *self, const SpurXmlProgram *program)
{
  for (guint i = 0; i < program->n_items; i++)
    {
      const SpurXmlItem *item = &program->items[i];
      const SpurXmlAttribute *attribute;

      if (item->place != SPUR_XML_AS_OUTER_ATTRIBUTE)
        continue;
      attribute = find_outer (self, item);
      if (attribute == NULL)
        continue;
      if (!see_item (self, program, i) ||
          !put_item (self, item, attribute->value, attribute->is_coded, SPUR_XML_VALUE))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_required (XmlReader *self, const SpurXmlProgram *program)
{
  if (G_LIKELY ((program->required[0] & ~self->seen[0]) == 0 &&
                (program->required[1] & ~self->seen[1]) == 0))
    return TRUE;
  for (guint i = 0; i < program->n_items; i++)
    {
      const SpurXmlItem *item = &program->items[i];

      if ((program->required[i / 64] & ~self->seen[i / 64]) >> (i % 64) & 1)
        return refuse (self, "<%s> has no %s", program->element,
                       item->name != NULL    ? item->name
                       : item->child != NULL ? item->child
                                             : "text");
    }
  return TRUE;
}

static int
find_content (const SpurXmlProgram *program,
              SpurXmlPlace place,
              const SpurSlice *child,
              const SpurSlice *name)
{
  for (guint i = 0; i < program->n_items; i++)
    {
      const SpurXmlItem *item = &program->items[i];

      if (item->place == place &&
          (child == NULL || spur_slice_is (child, item->child, item->n_child_bytes)) &&
          (name == NULL || spur_slice_is (name, item->name, item->n_name_bytes)))
        return (int) i;
    }
  return -1;
}

static gboolean
put_content (XmlReader *self, const SpurXmlProgram *program, int index, const GString *text)
{
  SpurSlice slice = { text->str, text->str + text->len };

  return see_item (self, program, (guint) index) &&
         decode_value (self, &slice, FALSE, SPUR_XML_PLAIN) &&
         put_item (self, &program->items[index], slice, FALSE, SPUR_XML_PLAIN);
}

/* Adds a text, as it is without references. */
static gboolean
add_text (XmlReader *self, GString *text)
{
  const SpurXmlScanner *scanner = self->scanner;
  gsize n_bytes = spur_slice_get_n_bytes (&scanner->text);
  gsize begin = text->len;
  char *end;

  if (begin + n_bytes > SPUR_XML_MAX_TEXT_BYTES)
    return refuse (self, "a text has more than %u bytes", SPUR_XML_MAX_TEXT_BYTES);
  g_string_append_len (text, scanner->text.begin, (gssize) n_bytes);
  if (!scanner->is_coded)
    return TRUE;
  end =
    spur_xml_decode (text->str + begin, text->str + text->len, scanner->kind, text->str + begin);
  g_string_truncate (text, (gsize) (end - text->str));
  return TRUE;
}

/* Up to where the element that has just begun ends. */
static gboolean
skip_element (XmlReader *self)
{
  SpurXmlScanner *scanner = self->scanner;
  guint depth = scanner->depth;
  SpurXmlToken token;

  if (scanner->is_empty)
    return TRUE;
  do
    {
      token = spur_xml_scanner_next (scanner);
      if (token == SPUR_XML_BEGIN && spur_xml_scanner_find_twice (scanner) >= 0)
        return refuse (self, "an element has two attributes of the same name");
    }
  while (token > SPUR_XML_END_OF_DOCUMENT && scanner->depth >= depth);
  return token != SPUR_XML_ERROR || fail_scan (self);
}

static gboolean
read_child_text (XmlReader *self, const SpurXmlProgram *program, int index)
{
  SpurXmlScanner *scanner = self->scanner;
  g_autoptr (GString) text = g_string_new (NULL);
  SpurXmlToken token = scanner->is_empty ? SPUR_XML_END : spur_xml_scanner_next (scanner);

  while (token == SPUR_XML_TEXT || token == SPUR_XML_BEGIN)
    {
      if (token == SPUR_XML_TEXT && !add_text (self, text))
        return FALSE;
      if (token == SPUR_XML_BEGIN)
        spur_trace_add_loss (self->builder->trace, "elements within texts", 1);
      if (token == SPUR_XML_BEGIN && !skip_element (self))
        return FALSE;
      token = spur_xml_scanner_next (scanner);
    }
  if (token != SPUR_XML_END)
    return fail_scan (self);
  return put_content (self, program, index, text);
}

/* An element in a record. */
static gboolean
read_child (XmlReader *self, const SpurXmlProgram *program)
{
  SpurXmlScanner *scanner = self->scanner;
  const SpurSlice name = scanner->name;
  int index = find_content (program, SPUR_XML_AS_CHILD_TEXT, &name, NULL);
  guint n_known = index >= 0;

  if (spur_xml_scanner_find_twice (scanner) >= 0)
    return refuse (self, "an element has two attributes of the same name");
  for (guint i = 0; i < scanner->n_attributes; i++)
    {
      const SpurXmlAttribute *attribute = &scanner->attributes[i];
      int at = find_content (program, SPUR_XML_AS_CHILD_ATTRIBUTE, &name, &attribute->name);

      if (at < 0)
        {
          spur_trace_add_loss (self->builder->trace, "attributes that no rule describes", 1);
          continue;
        }
      n_known++;
      if (!see_item (self, program, (guint) at) ||
          !put_item (self, &program->items[at], attribute->value, attribute->is_coded,
                     SPUR_XML_VALUE))
        return FALSE;
    }
  if (index >= 0)
    return read_child_text (self, program, index);
  if (n_known == 0)
    spur_trace_add_loss (self->builder->trace, "elements that no rule describes", 1);
  return skip_element (self);
}

static gboolean
read_content (XmlReader *self, const SpurXmlProgram *program)
{
  SpurXmlScanner *scanner = self->scanner;
  int own = find_content (program, SPUR_XML_AS_TEXT, NULL, NULL);
  SpurXmlToken token;

  g_string_truncate (self->content, 0);
  scanner->keeps_blanks = program->has_content;
  token = spur_xml_scanner_next (scanner);
  while (token == SPUR_XML_TEXT || token == SPUR_XML_BEGIN)
    {
      if (token == SPUR_XML_BEGIN && !read_child (self, program))
        return FALSE;
      if (token == SPUR_XML_TEXT && own >= 0 && !add_text (self, self->content))
        return FALSE;
      if (token == SPUR_XML_TEXT && own < 0 && !scanner->is_blank)
        spur_trace_add_loss (self->builder->trace, "texts that no rule describes", 1);
      token = spur_xml_scanner_next (scanner);
    }
  scanner->keeps_blanks = FALSE;
  if (token != SPUR_XML_END)
    return fail_scan (self);
  return own < 0 || put_content (self, program, own, self->content);
}

static gboolean
read_record (XmlReader *self, SpurXmlProgram *program)
{
  gboolean is_empty = self->scanner->is_empty;

  self->seen[0] = 0;
  self->seen[1] = 0;
  spur_format_builder_begin (self->builder, program->program);
  if (G_UNLIKELY (program->has_outer) && !read_outer (self, program))
    return FALSE;
  if (!read_attributes (self, program) || (!is_empty && !read_content (self, program)) ||
      !check_required (self, program))
    return FALSE;
  return spur_format_builder_end (self->builder);
}

/* The record's program by the name of its class in the data. */
static SpurXmlProgram *
make_program (XmlReader *self, const char *name, gsize n_bytes)
{
  SpurFormatProgram *program = spur_format_builder_find_class (self->builder, name, n_bytes);

  return program != NULL
           ? spur_xml_program_get (self->builder->definition, program, &self->builder->error)
           : NULL;
}

static gboolean
find_define (const SpurFormatDefinition *definition, const char *element, SpurFormatDefine *define)
{
  for (guint i = 0; i < SPUR_FORMAT_N_DEFINES; i++)
    {
      const SpurFormatRule *rule =
        spur_format_definition_find_define (definition, (SpurFormatDefine) i);

      *define = (SpurFormatDefine) i;
      if (rule != NULL && strcmp (spur_xml_get_define_name (rule, *define), element) == 0)
        return TRUE;
    }
  return FALSE;
}

/* NULL without an error where the element is none that a rule describes. */
static SpurXmlProgram *
look_up_element (XmlReader *self, const SpurSlice *element)
{
  g_autofree char *name = g_strndup (element->begin, spur_slice_get_n_bytes (element));
  g_autofree char *class_name = spur_xml_read_name (name, strlen (name));
  const SpurFormatRule *only = self->format->only_rule;
  SpurFormatDefine define;
  const char *word = class_name;

  if (find_define (self->builder->definition, name, &define))
    word = spur_format_get_definition_layout (define)->name;
  else if (self->format->record != NULL && !g_str_equal (name, self->format->record))
    return NULL;
  else if (self->format->record != NULL)
    word = only->written != NULL ? only->written : only->class_name;
  else if (self->format->others != NULL &&
           spur_format_definition_find_class (self->builder->definition, class_name) == NULL)
    return NULL;
  return make_program (self, word, strlen (word));
}

/* The class is in an attribute. */
static SpurXmlProgram *
look_up_class (XmlReader *self)
{
  const SpurXmlScanner *scanner = self->scanner;
  const char *key = self->format->class_key;

  for (guint i = 0; i < scanner->n_attributes; i++)
    {
      const SpurXmlAttribute *attribute = &scanner->attributes[i];
      SpurSlice text = attribute->value;

      if (!spur_slice_is (&attribute->name, key, strlen (key)))
        continue;
      if (!decode_value (self, &text, attribute->is_coded, SPUR_XML_VALUE))
        return NULL;
      return make_program (self, text.begin, spur_slice_get_n_bytes (&text));
    }
  refuse (self, "<%s> has no %s, which says its class", self->format->record, key);
  return NULL;
}

static SpurXmlProgram *
find_program (XmlReader *self, gboolean *is_other)
{
  const SpurSlice *name = &self->scanner->name;
  gsize n_bytes = spur_slice_get_n_bytes (name);
  SpurXmlProgram *program;
  guint32 index;

  *is_other = FALSE;
  if (G_LIKELY (
        self->last_program != NULL &&
        spur_slice_is (name, self->last_name.begin, spur_slice_get_n_bytes (&self->last_name))))
    return self->last_program;
  if (G_LIKELY (spur_format_names_find (&self->elements, name->begin, n_bytes, &index)))
    {
      self->last_name = *name;
      self->last_program = g_ptr_array_index (self->programs, index);
      return self->last_program;
    }
  if (self->format->class_key != NULL &&
      spur_slice_is (name, self->format->record, strlen (self->format->record)))
    return look_up_class (self);
  program = look_up_element (self, name);
  *is_other = program == NULL && self->builder->error == NULL;
  if (program == NULL)
    return NULL;
  spur_format_names_add (&self->elements, name->begin, n_bytes, self->programs->len);
  g_ptr_array_add (self->programs, program);
  return program;
}

static gboolean
is_container (const XmlReader *self, const SpurSlice *name)
{
  for (char **container = self->format->containers; *container != NULL; container++)
    {
      if (**container != '\0' && spur_slice_is (name, *container, strlen (*container)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
open_outer (XmlReader *self)
{
  const SpurXmlScanner *scanner = self->scanner;
  OuterElement *outer = &self->outer[self->n_outer];

  if (spur_xml_scanner_find_twice (scanner) >= 0)
    return refuse (self, "an element has two attributes of the same name");
  if (scanner->is_empty)
    return TRUE;
  outer->n_attributes = scanner->n_attributes;
  outer->attributes =
    g_memdup2 (scanner->attributes, scanner->n_attributes * sizeof (SpurXmlAttribute));
  self->n_outer++;
  return TRUE;
}

static void
close_outer (XmlReader *self)
{
  if (self->n_outer > 0)
    g_clear_pointer (&self->outer[--self->n_outer].attributes, g_free);
}

static gboolean
check_root (XmlReader *self)
{
  const SpurXmlScanner *scanner = self->scanner;
  const SpurXmlFormat *format = self->format;

  if (format->root != NULL && !spur_slice_is (&scanner->name, format->root, strlen (format->root)))
    return refuse (self, "the outermost element is <%.*s>, it must be <%s>",
                   (int) MIN (spur_slice_get_n_bytes (&scanner->name), 60), scanner->name.begin,
                   format->root);
  for (guint i = 0; format->namespace != NULL && i < scanner->n_attributes; i++)
    {
      const SpurXmlAttribute *attribute = &scanner->attributes[i];

      if (spur_slice_is (&attribute->name, "xmlns", strlen ("xmlns")) &&
          spur_slice_is (&attribute->value, format->namespace, strlen (format->namespace)))
        return TRUE;
    }
  return format->namespace == NULL ||
         refuse (self, "the outermost element must have xmlns=\"%s\"", format->namespace);
}

static gboolean
read_element (XmlReader *self)
{
  SpurXmlScanner *scanner = self->scanner;
  gboolean is_root = scanner->depth == (scanner->is_empty ? 0 : 1);
  SpurXmlProgram *program;
  gboolean is_other;

  set_place (self, scanner->name.begin);
  if (G_UNLIKELY (is_root))
    return check_root (self) && open_outer (self);
  program = find_program (self, &is_other);
  if (G_LIKELY (program != NULL))
    return read_record (self, program);
  if (!is_other)
    return FALSE;
  if (is_container (self, &scanner->name))
    return open_outer (self);
  if (self->format->others == NULL)
    return refuse (self, "<%.*s> is none that the format describes",
                   (int) MIN (spur_slice_get_n_bytes (&scanner->name), 60), scanner->name.begin);
  if (spur_xml_scanner_find_twice (scanner) >= 0)
    return refuse (self, "an element has two attributes of the same name");
  spur_trace_add_loss (self->builder->trace, self->format->others, 1);
  return skip_element (self);
}

static gboolean
read_document (XmlReader *self)
{
  SpurXmlScanner *scanner = self->scanner;
  const SpurFormatBuilder *builder = self->builder;

  for (;;)
    {
      SpurXmlToken token = spur_xml_scanner_next (scanner);

      if (token == SPUR_XML_END_OF_DOCUMENT)
        return TRUE;
      if (token == SPUR_XML_ERROR)
        return fail_scan (self);
      if (token == SPUR_XML_END)
        close_outer (self);
      if (token == SPUR_XML_TEXT)
        spur_trace_add_loss (self->builder->trace, "texts that no rule describes", 1);
      if (token == SPUR_XML_BEGIN && !read_element (self))
        return FALSE;
      /* The document may be a copy in another encoding. */
      if (!spur_format_builder_go_on (self->builder,
                                      builder->bytes + (scanner->at - scanner->begin)))
        return FALSE;
    }
}

gboolean
spur_xml_read (SpurFormatBuilder *builder)
{
  g_autofree XmlReader *self = g_new0 (XmlReader, 1);
  g_autofree SpurXmlScanner *scanner = g_new (SpurXmlScanner, 1);
  g_autoptr (GPtrArray) programs = g_ptr_array_new ();
  g_autoptr (GString) decoded = g_string_new (NULL);
  g_autoptr (GString) content = g_string_new (NULL);
  g_autoptr (GBytes) original = g_bytes_new_static (builder->bytes, builder->n_bytes);
  g_autoptr (GBytes) document = spur_xml_to_utf8 (original, &builder->error);
  gboolean is_good;

  if (document == NULL)
    return FALSE;
  self->format = builder->definition->compiled;
  self->builder = builder;
  self->scanner = scanner;
  self->programs = programs;
  spur_format_names_init (&self->elements);
  self->decoded = decoded;
  self->content = content;
  if (document != original)
    {
      self->original = (const char *) builder->bytes;
      self->original_end = self->original + builder->n_bytes;
      self->converted = g_bytes_get_data (document, NULL);
    }
  spur_xml_scanner_init (scanner, g_bytes_get_data (document, NULL), g_bytes_get_size (document));
  is_good = read_document (self);
  while (self->n_outer > 0)
    close_outer (self);
  spur_format_names_clear (&self->elements);
  return is_good;
}
