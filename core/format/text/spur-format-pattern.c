/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Lines that a regular expression with named groups describes. It only reads. */
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "core/format/definition/spur-format-encoding-internal.h"

#define MAX_EXPRESSION_BYTES 16384
/* Steps of one match; what needs more is an expression that no line should be held against. */
#define MATCH_LIMIT 1000000
#define DEPTH_LIMIT 10000
#define HEAP_LIMIT_KIB 20000
#define JIT_STACK_BYTES (1024 * 1024)

typedef struct
{
  pcre2_code *code;
  guint n_lines;
  const char *others;
  GArray *event_rules; /* of Rule, in the order of the definition */
  /* Of the first rule whose class key says it; NULL for none. */
  const char *default_class;
} Pattern;

/* What tells that a record is of a rule. */
typedef struct
{
  const SpurFormatRule *rule;
  /* Its class key and the group of that, or 0 where it has none. */
  const char *class_key;
  int class_group;
} Rule;

static int
find_group (const Pattern *self, const char *name)
{
  int group = pcre2_substring_number_from_name (self->code, (PCRE2_SPTR) name);

  return group > 0 ? group : 0;
}

/* "a, b": the names of the groups that the expression has. */
static char *
list_groups (const Pattern *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint32 n_names = 0, n_entry_bytes = 0;
  PCRE2_SPTR table = NULL;

  pcre2_pattern_info (self->code, PCRE2_INFO_NAMECOUNT, &n_names);
  pcre2_pattern_info (self->code, PCRE2_INFO_NAMEENTRYSIZE, &n_entry_bytes);
  pcre2_pattern_info (self->code, PCRE2_INFO_NAMETABLE, &table);
  /* An entry is the number of the group in two bytes, then its name. */
  for (guint32 i = 0; i < n_names; i++)
    g_ptr_array_add (names, (gpointer) (table + (gsize) i * n_entry_bytes + 2));
  g_ptr_array_add (names, NULL);
  return g_strjoinv (", ", (char **) names->pdata);
}

static gboolean
check_item (SpurFormatDefinition *definition,
            const Pattern *self,
            const SpurFormatItem *item,
            GError **error)
{
  const char *key = item->key != NULL ? item->key : item->name;
  g_autofree char *groups = NULL;

  if (item->kind == SPUR_FORMAT_FIELDS || item->kind == SPUR_FORMAT_REST ||
      item->kind == SPUR_FORMAT_CONSTANT)
    return TRUE;
  if (key != NULL && find_group (self, key) > 0)
    return TRUE;
  groups = list_groups (self);
  if (key == NULL)
    return spur_format_definition_fail (
      definition, item->node, error,
      "<%s> has no key; its key names the group of the expression that it is read from, as in "
      "key=\"NAME\" for (?<NAME>...); the groups of the expression are: %s",
      (const char *) item->node->name, *groups != '\0' ? groups : "none");
  return spur_format_definition_fail (definition, item->node, error,
                                      "the expression has no group named %s; its groups are: %s",
                                      key, *groups != '\0' ? groups : "none");
}

static gboolean
check_rule (SpurFormatDefinition *definition,
            Pattern *self,
            const SpurFormatRule *rule,
            GError **error)
{
  Rule entry = { rule, NULL, 0 };

  if (rule->is_definition)
    return spur_format_definition_fail (definition, rule->node, error,
                                        "a pattern has no definitions");
  for (guint i = 0; i < rule->items->len; i++)
    {
      const SpurFormatItem *item = &g_array_index (rule->items, SpurFormatItem, i);

      if (!check_item (definition, self, item, error))
        return FALSE;
      if (item->kind != SPUR_FORMAT_CLASS)
        continue;
      entry.class_key = item->key;
      entry.class_group = find_group (self, item->key);
      if (self->default_class == NULL)
        self->default_class = item->if_missing;
    }
  g_array_append_val (self->event_rules, entry);
  return TRUE;
}

static gboolean
compile_expression (SpurFormatDefinition *definition, Pattern *self, GError **error)
{
  const char *expression = spur_format_attribute (definition->node, "expression", "");
  PCRE2_SIZE offset;
  guchar message[256];
  int code;

  if (strlen (expression) > MAX_EXPRESSION_BYTES)
    return spur_format_definition_fail (definition, definition->node, error,
                                        "the expression has %" G_GSIZE_FORMAT
                                        " bytes, it may have %d",
                                        strlen (expression), MAX_EXPRESSION_BYTES);
  self->code = pcre2_compile ((PCRE2_SPTR) expression, PCRE2_ZERO_TERMINATED,
                              PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_NEVER_BACKSLASH_C, &code,
                              &offset, NULL);
  if (self->code == NULL)
    {
      pcre2_get_error_message (code, message, sizeof message);
      return spur_format_definition_fail (
        definition, definition->node, error,
        "the expression is wrong at its byte %" G_GSIZE_FORMAT ": %s", (gsize) offset, message);
    }
  /* Without it, matching is slower and the same. */
  pcre2_jit_compile (self->code, PCRE2_JIT_COMPLETE);
  return TRUE;
}

static gboolean
compile_pattern (SpurFormatDefinition *definition, GError **error)
{
  Pattern *self = g_new0 (Pattern, 1);

  definition->compiled = self;
  self->event_rules = g_array_new (FALSE, FALSE, sizeof (Rule));
  self->n_lines =
    (guint) g_ascii_strtoull (spur_format_attribute (definition->node, "lines", "1"), NULL, 10);
  self->others = spur_format_attribute (definition->node, "others", NULL);
  if (!compile_expression (definition, self, error))
    return FALSE;
  for (guint i = 0; i < definition->rules->len; i++)
    {
      if (!check_rule (definition, self, g_ptr_array_index (definition->rules, i), error))
        return FALSE;
    }
  return TRUE;
}

static void
free_compiled (gpointer compiled)
{
  Pattern *self = compiled;

  if (self->code != NULL)
    pcre2_code_free (self->code);
  g_array_unref (self->event_rules);
  g_free (self);
}

typedef struct
{
  const Pattern *form;
  SpurFormatBuilder *builder;
  pcre2_match_context *context;
  pcre2_match_data *data;
  pcre2_jit_stack *stack;
  /* By rule, where a record of it was there. */
  SpurFormatProgram **programs;
} Reader;

/* The group of each op, or 0. */
static const int *
get_map (Reader *self, SpurFormatProgram *program)
{
  int *map = program->data;

  if (map != NULL)
    return map;
  map = g_new0 (int, program->n_ops + 1);
  for (guint i = 0; i < program->n_ops; i++)
    {
      if (program->ops[i].key != NULL && program->ops[i].kind != SPUR_FORMAT_CONSTANT)
        map[i] = find_group (self->form, program->ops[i].key);
    }
  program->data = map;
  program->free_data = g_free;
  return map;
}

static gboolean
is_for_all (const SpurFormatRule *rule)
{
  return strcmp (rule->class_name, "*") == 0;
}

/* The text of the rule's class key; NULL where the record has none. */
static const char *
get_class_text (const Rule *rule, const char *text, const PCRE2_SIZE *groups, gsize *n_bytes)
{
  const PCRE2_SIZE *ends = &groups[2 * rule->class_group];

  if (rule->class_group == 0 || ends[0] == PCRE2_UNSET)
    return NULL;
  *n_bytes = ends[1] - ends[0];
  return text + ends[0];
}

/* Whether the word is what the rule's class is called in the data. */
static gboolean
is_called (const SpurFormatRule *rule, const char *word, gsize n_bytes)
{
  const char *name = rule->written != NULL ? rule->written : rule->class_name;

  return !is_for_all (rule) && strlen (name) == n_bytes && memcmp (name, word, n_bytes) == 0;
}

static int
get_class_group (const Pattern *self, const SpurFormatRule *rule)
{
  for (guint i = 0; i < self->event_rules->len; i++)
    {
      const Rule *entry = &g_array_index (self->event_rules, Rule, i);

      if (entry->rule == rule)
        return entry->class_group;
    }
  return 0;
}

static SpurFormatProgram *
find_rule_program (Reader *self, guint index)
{
  const Rule *rule = &g_array_index (self->form->event_rules, Rule, index);

  if (self->programs[index] == NULL)
    self->programs[index] = spur_format_builder_find_rule (self->builder, rule->rule);
  return self->programs[index];
}

/* A class that no rule is for itself: a subclass, or one that the definition does not know. It must
 * be read by a rule with the same class key. */
static SpurFormatProgram *
find_other_class (Reader *self, const Rule *rule, const char *word, gsize n_bytes)
{
  SpurFormatProgram *program = spur_format_builder_find_class (self->builder, word, n_bytes);

  if (program == NULL || get_class_group (self->form, program->rule) == rule->class_group)
    return program;
  spur_format_builder_refuse (self->builder,
                              "“%.*s” in the group %s is no class of a rule with this class key",
                              (int) MIN (n_bytes, 60), word, rule->class_key);
  return NULL;
}

/* For a record in which no class key has a text. */
static SpurFormatProgram *
find_program_without_class (Reader *self)
{
  const GArray *rules = self->form->event_rules;

  if (self->form->default_class != NULL)
    return spur_format_builder_find_class (self->builder, self->form->default_class,
                                           strlen (self->form->default_class));
  for (guint i = 0; i < rules->len; i++)
    {
      const Rule *rule = &g_array_index (rules, Rule, i);

      /* Where there is one rule, there is nothing to be told apart. */
      if ((rule->class_group == 0 || rules->len == 1) && !is_for_all (rule->rule))
        return find_rule_program (self, i);
    }
  spur_format_builder_refuse (self->builder, "the record does not say its event class");
  return NULL;
}

static SpurFormatProgram *
find_program (Reader *self, const char *text, const PCRE2_SIZE *groups)
{
  const GArray *rules = self->form->event_rules;
  const Rule *first = NULL;
  const char *word;
  gsize n_bytes;

  for (guint i = 0; i < rules->len; i++)
    {
      const Rule *rule = &g_array_index (rules, Rule, i);

      word = get_class_text (rule, text, groups, &n_bytes);
      if (word == NULL)
        continue;
      if (is_called (rule->rule, word, n_bytes))
        return find_rule_program (self, i);
      if (first == NULL)
        first = rule;
    }
  if (first == NULL)
    return find_program_without_class (self);
  word = get_class_text (first, text, groups, &n_bytes);
  return find_other_class (self, first, word, n_bytes);
}

static gboolean
put_record (Reader *self, const char *text, guint n_groups)
{
  const PCRE2_SIZE *groups = pcre2_get_ovector_pointer (self->data);
  SpurFormatProgram *program = find_program (self, text, groups);
  const int *map;

  if (program == NULL)
    return FALSE;
  map = get_map (self, program);
  spur_format_builder_begin (self->builder, program);
  for (guint i = 0; i < program->n_ops; i++)
    {
      guint group = (guint) map[i];

      if (group == 0 || group >= n_groups || groups[2 * group] == PCRE2_UNSET)
        continue;
      if (!spur_format_builder_put_item (self->builder, &program->ops[i], text + groups[2 * group],
                                         groups[2 * group + 1] - groups[2 * group]))
        return FALSE;
    }
  return spur_format_builder_end (self->builder);
}

/* Whether the lines are a record; with the builder's error set, they cannot be read. */
static gboolean
match_record (Reader *self, const char *text, gsize n_bytes)
{
  guchar message[256];
  int result;

  self->builder->place = text;
  result =
    pcre2_match (self->form->code, (PCRE2_SPTR) text, n_bytes, 0, 0, self->data, self->context);
  if (result > 0)
    return put_record (self, text, (guint) result);
  if (result == PCRE2_ERROR_NOMATCH)
    {
      if (self->form->others == NULL)
        return spur_format_builder_refuse (self->builder,
                                           "“%.*s” does not fit the format's expression",
                                           (int) MIN (n_bytes, 60), text);
      spur_trace_add_loss (self->builder->trace, self->form->others, 1);
      return FALSE;
    }
  pcre2_get_error_message (result, message, sizeof message);
  return spur_format_builder_refuse (
    self->builder,
    "the format's expression costs too much on this line: %s; write "
    "it without repetitions in repetitions",
    message);
}

/* The end of the @n_lines th line, without its line end. */
static const char *
find_end (const char *at, const char *end, guint n_lines)
{
  for (; at < end; at++)
    {
      at = memchr (at, '\n', (gsize) (end - at));
      if (at == NULL || --n_lines == 0)
        return at;
    }
  return n_lines == 1 ? end : NULL;
}

static gboolean
is_end_of_line (char c)
{
  return c == '\n' || c == '\r';
}

static gboolean
read_lines (Reader *self)
{
  const char *at = (const char *) self->builder->bytes, *end = at + self->builder->n_bytes;

  while (at < end)
    {
      const char *stop = find_end (at, end, self->form->n_lines);
      const char *next;

      /* Fewer lines than a record has are no record. */
      if (stop == NULL)
        stop = end;
      next = stop;
      while (stop > at && is_end_of_line (stop[-1]))
        stop--;
      if (stop > at && !match_record (self, at, (gsize) (stop - at)))
        {
          if (self->builder->error != NULL)
            return FALSE;
          next = find_end (at, end, 1);
          next = next != NULL ? next : end;
        }
      at = next + 1;
      if (!spur_format_builder_go_on (self->builder, at))
        return FALSE;
    }
  return TRUE;
}

/* One match needs no stack of its own. */
static void
init_reader (Reader *self, const Pattern *form, gboolean has_stack)
{
  self->form = form;
  self->context = pcre2_match_context_create (NULL);
  self->data = pcre2_match_data_create_from_pattern (form->code, NULL);
  pcre2_set_match_limit (self->context, MATCH_LIMIT);
  pcre2_set_depth_limit (self->context, DEPTH_LIMIT);
  pcre2_set_heap_limit (self->context, HEAP_LIMIT_KIB);
  if (!has_stack)
    return;
  self->stack = pcre2_jit_stack_create (32 * 1024, JIT_STACK_BYTES, NULL);
  pcre2_jit_stack_assign (self->context, NULL, self->stack);
}

static void
clear_reader (Reader *self)
{
  pcre2_jit_stack_free (self->stack);
  pcre2_match_data_free (self->data);
  pcre2_match_context_free (self->context);
}

static gboolean
read_trace (SpurFormatBuilder *builder)
{
  Reader self = { .builder = builder };
  gboolean is_good;

  init_reader (&self, builder->definition->compiled, TRUE);
  self.programs = g_new0 (SpurFormatProgram *, self.form->event_rules->len + 1);
  is_good = read_lines (&self);
  g_free (self.programs);
  clear_reader (&self);
  return is_good;
}

static gboolean
fits_pattern (const SpurFormatDefinition *definition, const char *head, gsize n_bytes)
{
  const Pattern *form = definition->compiled;
  const char *stop = find_end (head, head + n_bytes, form->n_lines);
  Reader reader = { 0 };
  int result;

  if (stop == NULL)
    return FALSE;
  while (stop > head && is_end_of_line (stop[-1]))
    stop--;
  init_reader (&reader, form, FALSE);
  result = pcre2_match (form->code, (PCRE2_SPTR) head, (PCRE2_SIZE) (stop - head), 0, 0,
                        reader.data, reader.context);
  clear_reader (&reader);
  return result > 0;
}

const SpurFormatEncoding spur_format_pattern = {
  .element = "pattern",
  .is_text = TRUE,
  .compile = compile_pattern,
  .free_compiled = free_compiled,
  .fits = fits_pattern,
  .read = read_trace,
};
