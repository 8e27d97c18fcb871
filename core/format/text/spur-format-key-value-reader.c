/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Reads lines of key=value. */
#include <string.h>

#include "core/format/text/spur-format-text-private.h"

#define MAX_PAIRS 4096

#define MAX_SHAPE_PAIRS 48
#define KEY_WORDS 2
#define KEY_BYTES (KEY_WORDS * 8)

typedef struct
{
  const char *key;
  const char *text;
  guint32 n_key_bytes; /* 0 for a value without a key */
  guint32 n_bytes;
  int op;
} Pair;

/* The keys of a class's last record: the next one nearly always has the same, and then no key is
 * looked for. A key with its = is compared as two words. */
typedef struct
{
  guint64 words[KEY_WORDS];
  guint64 masks[KEY_WORDS];
  guint32 n_key_bytes;
  int op;
} ShapeKey;

/* What the class's records begin with: the date, the host, the class, often the second. A record
 * that begins with the same bytes goes on where another was behind them. */
typedef struct
{
  const char *text;
  gsize n_bytes;
  guint n_pairs; /* 0 for none */
  SpurFormatPart part;
} Beginning;

typedef struct _Shape Shape;

struct _Shape
{
  SpurFormatProgram *program;
  guint n_keys;
  int class_pair;
  ShapeKey keys[MAX_SHAPE_PAIRS];
  Beginning beginning;
  const char *last_record;
  const char *last_end;
  /* What the record after the last record of this shape had. */
  Shape *next;
};

typedef struct
{
  const SpurFormatLines *form;
  SpurFormatBuilder *builder;
  guint n_pairs;
  int class_pair;
  Shape *shape;
  /* Where the file ends: words may be read up to there. */
  const char *file_end;
  /* Values without their escapes; as long as the longest record. */
  char *scratch;
  gsize n_scratch_bytes;
  char *next_scratch;
  Pair pairs[MAX_PAIRS];
} Reader;

static int
unescape_char (const char **at, const char *end)
{
  int high, low;
  char c = *(*at)++;

  if (c == 'n')
    return '\n';
  if (c == 't')
    return '\t';
  if (c == 'r')
    return '\r';
  if (c != 'x')
    return (guchar) c;
  if (end - *at < 2)
    return -1;
  high = g_ascii_xdigit_value ((*at)[0]);
  low = g_ascii_xdigit_value ((*at)[1]);
  *at += 2;
  return high < 0 || low < 0 ? -1 : high << 4 | low;
}

/* What stands between quotes; @at is behind the first. */
static const char *
take_quoted (Reader *self, const char *at, const char *end, Pair *pair)
{
  const char *begin = at;
  char *out = self->next_scratch;

  while (at < end && *at != '"' && *at != '\\')
    at++;
  pair->text = begin;
  pair->n_bytes = (guint32) (at - begin);
  if (at < end && *at == '"')
    return at + 1;
  memcpy (out, begin, (gsize) (at - begin));
  out += at - begin;
  while (at < end && *at != '"')
    {
      int c = (guchar) *at++;

      if (c == '\\')
        c = at < end ? unescape_char (&at, end) : -1;
      if (c < 0)
        {
          spur_format_builder_refuse_at (self->builder, begin,
                                         "a backslash is followed by nothing that it can mean");
          return NULL;
        }
      *out++ = (char) c;
    }
  if (at == end)
    {
      spur_format_builder_refuse_at (self->builder, begin, "a quoted value has no end");
      return NULL;
    }
  pair->text = self->next_scratch;
  pair->n_bytes = (guint32) (out - self->next_scratch);
  self->next_scratch = out;
  return at + 1;
}

static inline gboolean
is_space (char c)
{
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

#define ONES G_GUINT64_CONSTANT (0x0101010101010101)

/* Eight letters at a time, up to a space or what is below it. */
static inline const char *
skip_plain (const char *at, const char *end)
{
  for (; end - at >= 8; at += 8)
    {
      guint64 word;

      memcpy (&word, at, sizeof word);
      word = GUINT64_FROM_LE (word);
      word = (word - ONES * 0x21) & ~word & (ONES * 0x80);
      if (word != 0)
        return at + __builtin_ctzll (word) / 8;
    }
  while (at < end && (guchar) *at > ' ')
    at++;
  return at;
}

static const char *
take_quoted_value (Reader *self, const char *at, const char *end, Pair *pair)
{
  at = take_quoted (self, at + 1, end, pair);
  if (at != NULL && at < end && !is_space (*at))
    {
      spur_format_builder_refuse_at (self->builder, at,
                                     "a quoted value is not followed by a space");
      return NULL;
    }
  return at;
}

static inline const char *
take_value (Reader *self, const char *at, const char *end, Pair *pair)
{
  if (at < end && *at == '"')
    return take_quoted_value (self, at, end, pair);
  pair->text = at;
  at = skip_plain (at, end);
  /* Control characters that are no spaces are part of the value. */
  while (at < end && !is_space (*at))
    at++;
  pair->n_bytes = (guint32) (at - pair->text);
  return at;
}

static inline gboolean
is_class_key (Reader *self, const Pair *pair)
{
  for (guint i = 0; i < self->form->class_keys->len; i++)
    {
      const char *key = g_ptr_array_index (self->form->class_keys, i);

      if (key[0] == pair->key[0] && strlen (key) == pair->n_key_bytes &&
          memcmp (key, pair->key, pair->n_key_bytes) == 0)
        return TRUE;
    }
  return FALSE;
}

/* A word up to a space is a value without key, one up to = is a key. */
static const char *
take_pair (Reader *self, const char *at, const char *end, Pair *pair)
{
  const char *begin = at;

  pair->key = at;
  pair->n_key_bytes = 0;
  while (at < end && *at != '=' && (guchar) *at > ' ' && *at != '"')
    at++;
  if (at == end || *at != '=' || at == begin)
    return take_value (self, begin, end, pair);
  pair->n_key_bytes = (guint32) (at - begin);
  return take_value (self, at + 1, end, pair);
}

static inline gboolean
matches_key (const Reader *self, const ShapeKey *key, const char *at)
{
  guint64 words[KEY_WORDS];

  if (self->file_end - at < KEY_BYTES)
    return FALSE;
  memcpy (words, at, sizeof words);
  return (((words[0] ^ key->words[0]) & key->masks[0]) |
          ((words[1] ^ key->words[1]) & key->masks[1])) == 0;
}

static gboolean
has_prefix (const Shape *shape, const Shape *other, guint n_keys)
{
  if (shape == NULL || shape->n_keys < n_keys)
    return FALSE;
  for (guint i = 0; i < n_keys; i++)
    {
      if (memcmp (&shape->keys[i], &other->keys[i], G_STRUCT_OFFSET (ShapeKey, op)) != 0)
        return FALSE;
    }
  return TRUE;
}

/* The class is another than the last record's: goes on with the shape of that class, where it
 * begins with the same keys. */
static const Shape *
change_class (Reader *self, const Shape *shape, const Pair *pair)
{
  const SpurFormatProgram *program;
  const Shape *other;

  if (pair->n_bytes == shape->program->n_name_bytes &&
      memcmp (pair->text, shape->program->name, pair->n_bytes) == 0)
    return shape;
  program = spur_format_builder_peek_class (self->builder, pair->text, pair->n_bytes);
  other = program != NULL ? program->data : NULL;
  if (!has_prefix (other, shape, self->n_pairs + 1) || other->class_pair != shape->class_pair)
    return NULL;
  for (guint i = 0; i <= self->n_pairs; i++)
    self->pairs[i].op = other->keys[i].op;
  return other;
}

/* A pair whose key is as expected; NULL where it is not, or where there is an error. */
static inline const char *
take_expected (Reader *self, const Shape **shape, const char *at, const char *end, Pair *pair)
{
  const ShapeKey *key = &(*shape)->keys[self->n_pairs];

  if (key->n_key_bytes == 0 || !matches_key (self, key, at))
    return NULL;
  pair->key = at;
  pair->n_key_bytes = key->n_key_bytes;
  pair->op = key->op;
  at += key->n_key_bytes + 1;
  if (at > end)
    return NULL;
  at = take_value (self, at, end, pair);
  if (at != NULL && (int) self->n_pairs == (*shape)->class_pair)
    {
      self->class_pair = (int) self->n_pairs;
      *shape = change_class (self, *shape, pair);
    }
  return at;
}

/* Gives the shape that all pairs fit, or NULL; with an error, the record has no pairs. The pairs of
 * a beginning that is @known are not looked at. */
static gboolean
split_line (
  Reader *self, const Shape *known, const char *at, const char *end, const Shape **fitting)
{
  const Shape *shape = known != NULL ? known : self->shape;
  char *scratch;

  self->n_pairs = known != NULL ? known->beginning.n_pairs : 0;
  self->class_pair = known != NULL ? known->class_pair : -1;
  self->next_scratch = self->scratch;
  at += known != NULL ? known->beginning.n_bytes : 0;
  for (;;)
    {
      const char *next = NULL;
      Pair *pair;

      while (at < end && is_space (*at))
        at++;
      if (at == end)
        break;
      if (self->n_pairs == MAX_PAIRS)
        return spur_format_builder_refuse_at (
          self->builder, at, "a record has more values than it may have, which is 4096");
      pair = &self->pairs[self->n_pairs];
      scratch = self->next_scratch;
      if (shape != NULL && self->n_pairs < shape->n_keys)
        next = take_expected (self, &shape, at, end, pair);
      else
        shape = NULL;
      if (next == NULL)
        {
          shape = NULL;
          self->next_scratch = scratch;
          next = take_pair (self, at, end, pair);
          if (next == NULL)
            return FALSE;
          if (self->class_pair < 0 && pair->n_key_bytes > 0 && is_class_key (self, pair))
            self->class_pair = (int) self->n_pairs;
        }
      at = next;
      self->n_pairs++;
    }
  *fitting = shape;
  return TRUE;
}

/* The value without key of this number, if the record has it. */
static int
find_bare (const Reader *self, int position)
{
  return position >= 0 && (guint) position < self->n_pairs && self->pairs[position].n_key_bytes == 0
           ? position
           : -1;
}

static SpurFormatProgram *
find_program (Reader *self)
{
  const SpurFormatLines *form = self->form;
  int define = find_bare (self, form->define_position);

  if (self->class_pair < 0 && define >= 0 && self->pairs[define].n_bytes > 0 &&
      self->pairs[define].text[0] == '@')
    self->class_pair = define;
  if (self->class_pair < 0)
    self->class_pair = find_bare (self, form->event_position);
  if (self->class_pair >= 0)
    return spur_format_builder_find_class (self->builder, self->pairs[self->class_pair].text,
                                           self->pairs[self->class_pair].n_bytes);
  return spur_format_lines_find_default (form, self->builder, "record");
}

/* An unknown key that has the name of the rest's field is the rest as a list, if it is a list. */
static gboolean
put_unknown (Reader *self, const SpurFormatProgram *program, const Pair *pair)
{
  if (pair->n_key_bytes == 0)
    return spur_format_builder_refuse_at (self->builder, pair->text, "a value has no key");
  if (program->rest >= 0 && program->ops[program->rest].n_key_bytes == pair->n_key_bytes &&
      memcmp (program->ops[program->rest].key, pair->key, pair->n_key_bytes) == 0)
    {
      if (spur_format_builder_put_text (self->builder, &program->ops[program->rest], pair->text,
                                        pair->n_bytes))
        return TRUE;
      g_clear_error (&self->builder->error);
    }
  return spur_format_builder_put_rest (self->builder, pair->key, pair->n_key_bytes, pair->text,
                                       pair->n_bytes);
}

static gboolean
has_constant (const SpurFormatOp *op, const Pair *pair)
{
  return strlen (op->item->value) == pair->n_bytes &&
         memcmp (op->item->value, pair->text, pair->n_bytes) == 0;
}

static gboolean
put_pair (Reader *self, const SpurFormatProgram *program, const SpurFormatOp *op, const Pair *pair)
{
  if (op->kind == SPUR_FORMAT_CONSTANT)
    return has_constant (op, pair) ||
           (op->item->is_program &&
            spur_format_builder_has_program (self->builder, pair->text, pair->n_bytes)) ||
           put_unknown (self, program, pair);
  return spur_format_builder_put_item (self->builder, op, pair->text, pair->n_bytes);
}

static int
find_op (const SpurFormatProgram *program, const Pair *pair, int hint)
{
  if (pair->n_key_bytes > 0)
    return spur_format_program_find_key (program, pair->key, pair->n_key_bytes, hint);
  return (guint) hint < program->n_ops && program->ops[hint].key == NULL ? hint : -1;
}

static void
keep_key (ShapeKey *key, const Pair *pair)
{
  char text[KEY_BYTES] = { 0 };
  char mask[KEY_BYTES] = { 0 };

  *key = (ShapeKey){ .op = pair->op };
  if (pair->n_key_bytes == 0 || pair->n_key_bytes + 1 > KEY_BYTES)
    return;
  memcpy (text, pair->key, pair->n_key_bytes + 1);
  memset (mask, 0xff, pair->n_key_bytes + 1);
  memcpy (key->words, text, sizeof text);
  memcpy (key->masks, mask, sizeof mask);
  key->n_key_bytes = pair->n_key_bytes;
}

static void
free_shape (gpointer data)
{
  Shape *shape = data;

  spur_format_part_clear (&shape->beginning.part);
  g_free (shape);
}

/* Looks up the op of every pair, and keeps the keys for the next record of the class. */
static void
find_ops (Reader *self, SpurFormatProgram *program)
{
  Shape *shape = program->data;
  int hint = 0;

  if (shape == NULL)
    {
      shape = g_new0 (Shape, 1);
      program->data = shape;
      program->free_data = free_shape;
    }
  shape->program = program;
  shape->beginning.n_pairs = 0;
  shape->last_record = NULL;
  shape->class_pair = self->class_pair;
  shape->n_keys = MIN (self->n_pairs, MAX_SHAPE_PAIRS);
  for (guint i = 0; i < self->n_pairs; i++)
    {
      Pair *pair = &self->pairs[i];

      pair->op = find_op (program, pair, hint);
      hint = pair->op >= 0 ? pair->op + 1 : hint;
      if (i < shape->n_keys)
        keep_key (&shape->keys[i], pair);
      /* What has no key, or a long one, is looked for; so is what comes behind it. */
      if (i < shape->n_keys && shape->keys[i].n_key_bytes == 0)
        shape->n_keys = i;
    }
  self->shape = shape->n_keys > 0 && shape->class_pair < (int) shape->n_keys ? shape : NULL;
}

static gboolean
is_all_unknown (const Reader *self, guint from)
{
  for (guint i = from; i < self->n_pairs; i++)
    {
      if (self->pairs[i].op >= 0 || (int) i == self->class_pair)
        return FALSE;
    }
  return TRUE;
}

/* The shape of which the record has the known beginning, or NULL. */
static Shape *
find_known (const Reader *self, const char *begin, const char *end)
{
  Shape *shape = self->shape != NULL ? self->shape->next : NULL;

  return shape != NULL && shape->beginning.n_pairs > 0 &&
             (gsize) (end - begin) >= shape->beginning.n_bytes &&
             memcmp (begin, shape->beginning.text, shape->beginning.n_bytes) == 0
           ? shape
           : NULL;
}

static gsize
count_common (const char *a, gsize n_a, const char *b, gsize n_b)
{
  gsize n_bytes = MIN (n_a, n_b), n_common = 0;

  while (n_common < n_bytes && a[n_common] == b[n_common])
    n_common++;
  return n_common;
}

/* Whether the pair does the same wherever it stands: what is counted as lost is counted each time.
 */
static gboolean
is_repeatable (const Shape *shape, const Pair *pair)
{
  const SpurFormatOp *op = pair->op >= 0 ? &shape->program->ops[pair->op] : NULL;

  if (op == NULL)
    return FALSE;
  if (op->kind == SPUR_FORMAT_CONSTANT)
    return has_constant (op, pair);
  return op->kind == SPUR_FORMAT_FIELD || op->kind == SPUR_FORMAT_TIME ||
         op->kind == SPUR_FORMAT_STREAM;
}

/* How many pairs the record has in common with the last one of its shape, from the first on, if the
 * class is among them and none of them has an escape. */
static guint
count_known (const Reader *self, const Shape *shape, const char *begin, const char *end)
{
  guint n_pairs = 0;
  gsize n_common;

  if (shape->class_pair < 0 || shape->last_record == NULL || self->next_scratch != self->scratch)
    return 0;
  n_common = count_common (begin, (gsize) (end - begin), shape->last_record,
                           (gsize) (shape->last_end - shape->last_record));
  while (n_pairs + 1 < self->n_pairs && self->pairs[n_pairs + 1].key <= begin + n_common &&
         ((int) n_pairs == shape->class_pair || is_repeatable (shape, &self->pairs[n_pairs])))
    n_pairs++;
  return (int) n_pairs > shape->class_pair ? n_pairs : 0;
}

static void
keep_beginning (Reader *self, Shape *shape, const char *begin, guint n_pairs)
{
  Beginning *beginning = &shape->beginning;

  if (!spur_format_builder_save (self->builder, &beginning->part))
    return;
  beginning->text = begin;
  beginning->n_bytes = (gsize) (self->pairs[n_pairs].key - begin);
  beginning->n_pairs = n_pairs;
}

/* Puts the pairs in [from, to). */
static gboolean
put_pairs (Reader *self, const SpurFormatProgram *program, guint from, guint to, const char *end)
{
  gboolean is_first = TRUE;

  for (guint i = from; i < to; i++)
    {
      const Pair *pair = &self->pairs[i];
      gboolean is_good;

      /* The class may be under another key than the rule has. */
      if (pair->op < 0 && (int) i == self->class_pair)
        continue;
      if (pair->op < 0 && pair->n_key_bytes > 0 && is_first && is_all_unknown (self, i) &&
          spur_format_builder_recall_rest (self->builder, pair->key, (gsize) (end - pair->key)))
        return TRUE;
      is_first = is_first && pair->op >= 0;
      is_good = pair->op >= 0 ? put_pair (self, program, &program->ops[pair->op], pair)
                              : put_unknown (self, program, pair);
      if (!is_good)
        return FALSE;
    }
  return TRUE;
}

static gboolean
fill_record (
  Reader *self, SpurFormatProgram *program, Shape *known, const char *begin, const char *end)
{
  guint n_known = 0;

  if (known != NULL)
    {
      spur_format_builder_resume (self->builder, program, &known->beginning.part);
      return put_pairs (self, program, known->beginning.n_pairs, self->n_pairs, end);
    }
  spur_format_builder_begin (self->builder, program);
  if (self->shape != NULL)
    n_known = count_known (self, self->shape, begin, end);
  if (!put_pairs (self, program, 0, n_known, end))
    return FALSE;
  if (n_known > 0)
    keep_beginning (self, self->shape, begin, n_known);
  return put_pairs (self, program, n_known, self->n_pairs, end);
}

/* Guesses the next record's shape: what came behind the last record of this one's shape. */
static void
keep_order (Reader *self, Shape *last, const char *begin, const char *end)
{
  if (self->shape == NULL)
    return;
  if (last != NULL)
    last->next = self->shape;
  self->shape->last_record = begin;
  self->shape->last_end = end;
}

static gboolean
read_record (Reader *self, const char *begin, const char *end)
{
  SpurFormatProgram *program;
  Shape *known = find_known (self, begin, end);
  const Shape *shape = NULL;
  Shape *last = self->shape;

  self->builder->place = begin;
  if (!split_line (self, known, begin, end, &shape))
    return FALSE;
  if (shape == NULL && known != NULL)
    {
      known = NULL;
      if (!split_line (self, NULL, begin, end, &shape))
        return FALSE;
    }
  if (self->n_pairs == 0)
    return TRUE;
  program = shape != NULL && self->class_pair >= 0 ? shape->program : find_program (self);
  if (program == NULL)
    return FALSE;
  if (shape != NULL && shape->program == program)
    self->shape = (Shape *) shape;
  else
    find_ops (self, program);
  if (!fill_record (self, program, known, begin, end) || !spur_format_builder_end (self->builder))
    return FALSE;
  keep_order (self, last, begin, end);
  return TRUE;
}

/* Where the record ends: at the line's end, or before the next line that begins one. */
static const char *
find_end (const Reader *self, const char *begin, const char *end)
{
  const char *at = memchr (begin, '\n', (gsize) (end - begin));
  gsize n_begins = self->form->n_record_begins;

  if (n_begins == 0 || *begin == '@')
    return at != NULL ? at : end;
  while (at != NULL && !((gsize) (end - at - 1) >= n_begins &&
                         memcmp (at + 1, self->form->record_begins, n_begins) == 0))
    at = memchr (at + 1, '\n', (gsize) (end - at - 1));
  return at != NULL ? at : end;
}

static gboolean
make_scratch (Reader *self, gsize n_bytes)
{
  if (n_bytes > G_MAXINT32)
    return spur_format_builder_refuse_at (self->builder, NULL, "a record has more than 2 GiB");
  if (n_bytes > self->n_scratch_bytes)
    {
      self->n_scratch_bytes = n_bytes * 2;
      self->scratch = g_realloc (self->scratch, self->n_scratch_bytes);
    }
  return TRUE;
}

gboolean
spur_format_key_value_read (SpurFormatBuilder *builder)
{
  const char *at = (const char *) builder->bytes, *end = at + builder->n_bytes;
  Reader *self = g_new (Reader, 1);
  gboolean is_good = TRUE;

  self->form = builder->definition->compiled;
  self->builder = builder;
  self->scratch = NULL;
  self->n_scratch_bytes = 0;
  self->shape = NULL;
  self->file_end = end;
  while (is_good && at < end)
    {
      const char *record_end = find_end (self, at, end);

      is_good = make_scratch (self, (gsize) (record_end - at) + 1) &&
                read_record (self, at, record_end) &&
                spur_format_builder_go_on (builder, record_end);
      at = record_end + 1;
    }
  g_free (self->scratch);
  g_free (self);
  return is_good;
}
