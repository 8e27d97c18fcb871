/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the records of a Paje trace say, taken into its log. */
#include "plugins/formats/paje/paje-log.h"

#include <math.h>
#include <string.h>

/* Identifiers are aliases, or names where there is no alias. Names of what has an alias are looked
 * up only where no identifier is found, in name spaces of their own. */
#define NAMES G_GUINT64_CONSTANT (0x80000000)

/* A double tells whole numbers apart up to 2^53. */
#define MAX_EXACT 9007199254740992.0

/* Colours that are kept: tracers give some to hundreds of values, not to each of thousands. */
#define MAX_COLORS 1000

/* In place of the number of a link: all links of the key have both ends. */
#define NO_PENDING (PAJE_NONE - 1)

static gboolean
has_field (const PajeLine *line, PajeFieldCode code)
{
  return line->fields[code].text != NULL;
}

static guint32
take_word (PajeLine *line, PajeFieldCode code)
{
  return paje_words_add (&line->log->words, line->fields[code].text, line->fields[code].n_bytes);
}

static guint32
find_name (const PajeMap *map, guint32 space, guint32 word)
{
  guint32 found = paje_map_find (map, space, word);

  return found != PAJE_NONE ? found : paje_map_find (map, space | (guint32) NAMES, word);
}

/* Gives what it is called. */
static guint32
add_name (PajeLine *line, PajeMap *map, guint32 space, guint32 index)
{
  guint32 alias =
    has_field (line, PAJE_FIELD_ALIAS) ? take_word (line, PAJE_FIELD_ALIAS) : PAJE_NONE;
  guint32 name = has_field (line, PAJE_FIELD_NAME) ? take_word (line, PAJE_FIELD_NAME) : alias;

  if (alias == PAJE_NONE)
    alias = name;
  paje_map_set (map, space, alias, index);
  if (name != alias)
    paje_map_set (map, space | (guint32) NAMES, name, index);
  return name;
}

static guint32
find_type (PajeLine *line, PajeFieldCode code, PajeTypeKind kind)
{
  return find_name (&line->log->type_names, kind, take_word (line, code));
}

static guint32
find_container (PajeLine *line, PajeFieldCode code)
{
  return find_name (&line->log->container_names, 0, take_word (line, code));
}

static PajeVerdict
parse_time (const PajeLine *line, gint64 *time_ns)
{
  const PajeToken *token = &line->fields[PAJE_FIELD_TIME];

  return paje_time_parse (token->text, token->n_bytes, time_ns);
}

static gboolean
parse_double (const PajeToken *token, double *value)
{
  char text[400];
  char *end;

  if (token->n_bytes == 0 || token->n_bytes >= sizeof text)
    return FALSE;
  memcpy (text, token->text, token->n_bytes);
  text[token->n_bytes] = '\0';
  *value = g_ascii_strtod (text, &end);
  return end == text + token->n_bytes && isfinite (*value);
}

static gboolean
parse_integer (const PajeToken *token, const PajeField *field, guint64 *bits)
{
  char text[32];
  gboolean is_prefixed;
  gint64 number;

  if (token->n_bytes >= sizeof text)
    return FALSE;
  memcpy (text, token->text, token->n_bytes);
  text[token->n_bytes] = '\0';
  is_prefixed = field->is_hex && (g_str_has_prefix (text, "0x") || g_str_has_prefix (text, "0X"));
  if (field->is_hex)
    return g_ascii_string_to_unsigned (text + (is_prefixed ? 2 : 0), 16, 0, G_MAXUINT64, bits,
                                       NULL);
  if (!g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &number, NULL))
    {
      double whole;

      /* SimGrid writes some of its whole numbers as "26.000000". */
      if (!parse_double (token, &whole) || whole != trunc (whole) || fabs (whole) > MAX_EXACT)
        return FALSE;
      number = (gint64) whole;
    }
  *bits = (guint64) number;
  return TRUE;
}

/* SimGrid writes "NA" for numbers that there are not. */
static gboolean
is_absent (const PajeToken *token)
{
  return token->n_bytes == 0 || (token->n_bytes == 2 && memcmp (token->text, "NA", 2) == 0);
}

/* A field of the trace's own as 64 bits; 0 where there is no number or text: the log's first word
 * is empty. */
static guint64
take_extra (PajeLine *line, const PajeField *field, const PajeToken *token)
{
  guint64 bits = 0;
  double number = 0;

  if (field->type == SPUR_FIELD_STRING)
    return paje_words_add (&line->log->words, token->text, token->n_bytes);
  if (is_absent (token))
    return 0;
  if (field->type == SPUR_FIELD_DOUBLE && parse_double (token, &number))
    {
      memcpy (&bits, &number, sizeof bits);
      return bits;
    }
  if (field->type != SPUR_FIELD_DOUBLE && parse_integer (token, field, &bits))
    return bits;
  line->log->losses[PAJE_LOSS_EXTRA_VALUES]++;
  return 0;
}

static guint32
take_extras (PajeLine *line)
{
  const GArray *fields = line->definition->fields;
  guint32 first = line->log->extras->len;
  guint n_taken = 0;

  for (guint i = 0; n_taken < line->definition->n_extras && i < fields->len; i++)
    {
      const PajeField *field = &g_array_index (fields, PajeField, i);

      if (field->code == PAJE_FIELD_EXTRA)
        {
          guint64 bits = take_extra (line, field, &line->extras[n_taken++]);

          g_array_append_val (line->log->extras, bits);
        }
    }
  return first;
}

static PajeRecord *
add_record (PajeLine *line, gint64 time_ns, guint32 container, guint32 type)
{
  PajeLog *log = line->log;
  PajeRecord record = { .time_ns = time_ns,
                        .container = container,
                        .type = type,
                        .extra = take_extras (line),
                        .definition = (guint16) line->definition_index,
                        .kind = (guint8) line->definition->kind };

  paje_log_get_type (log, type)->n_records++;
  g_array_append_val (log->records, record);
  return paje_log_get_record (log, log->records->len - 1);
}

/* The trace has no place for colours, so they become a fact, as "Actor State/sleep: 0 0 1". */
static void
keep_color (PajeLine *line, guint32 type, guint32 value)
{
  PajeLog *log = line->log;
  const PajeToken *color = &line->fields[PAJE_FIELD_COLOR];
  g_autofree char *type_name = NULL;
  g_autofree char *value_name = NULL;
  g_autofree char *text = NULL;

  if (color->text == NULL || color->n_bytes == 0)
    return;
  if (log->n_colors == MAX_COLORS)
    {
      log->losses[PAJE_LOSS_COLORS]++;
      return;
    }
  type_name = paje_words_get_text (&log->words, paje_log_get_type (log, type)->name);
  value_name = value != PAJE_NONE
                 ? paje_words_get_text (&log->words, paje_log_get_value (log, value)->name)
                 : NULL;
  text = g_utf8_make_valid (color->text, (gssize) color->n_bytes);
  g_string_append_printf (log->colors, "%s%s%s%s: %s", log->n_colors > 0 ? "; " : "", type_name,
                          value_name != NULL ? "/" : "", value_name != NULL ? value_name : "",
                          text);
  log->n_colors++;
}

static PajeVerdict
define_type (PajeLine *line, PajeTypeKind kind)
{
  PajeLog *log = line->log;
  PajeType type = { .kind = kind,
                    .parent = find_type (line, PAJE_FIELD_TYPE, PAJE_TYPE_CONTAINER) };

  if (type.parent == PAJE_NONE)
    return PAJE_UNDEFINED_NAME;
  log->losses[PAJE_LOSS_DEFINITION_FIELDS] += line->definition->n_extras;
  type.name = add_name (line, &log->type_names, kind, log->types->len);
  g_array_append_val (log->types, type);
  keep_color (line, log->types->len - 1, PAJE_NONE);
  return PAJE_PARSED;
}

static guint32
add_value (PajeLine *line, guint32 type, guint32 name)
{
  PajeValue value = { name, type };

  g_array_append_val (line->log->values, value);
  return line->log->values->len - 1;
}

static PajeVerdict
define_value (PajeLine *line)
{
  PajeLog *log = line->log;
  guint32 type = PAJE_NONE;
  guint32 name;

  for (guint kind = PAJE_TYPE_STATE; type == PAJE_NONE && kind <= PAJE_TYPE_LINK; kind++)
    type = find_type (line, PAJE_FIELD_TYPE, (PajeTypeKind) kind);
  if (type == PAJE_NONE)
    return PAJE_UNDEFINED_NAME;
  log->losses[PAJE_LOSS_DEFINITION_FIELDS] += line->definition->n_extras;
  name = add_name (line, &log->value_names, type, log->values->len);
  keep_color (line, type, add_value (line, type, name));
  return PAJE_PARSED;
}

/* What nothing defines is called what it says. */
static guint32
take_value (PajeLine *line, guint32 type)
{
  guint32 word = take_word (line, PAJE_FIELD_VALUE);
  guint32 value = find_name (&line->log->value_names, type, word);

  if (value != PAJE_NONE)
    return value;
  value = add_value (line, type, word);
  paje_map_set (&line->log->value_names, type, word, value);
  return value;
}

static PajeVerdict
create_container (PajeLine *line, gint64 time_ns)
{
  PajeLog *log = line->log;
  PajeContainer container = { .type = find_type (line, PAJE_FIELD_TYPE, PAJE_TYPE_CONTAINER),
                              .parent = find_container (line, PAJE_FIELD_CONTAINER),
                              .begin_ns = time_ns,
                              .created = log->records->len,
                              .destroyed = PAJE_NONE };

  if (container.type == PAJE_NONE || container.parent == PAJE_NONE)
    return PAJE_UNDEFINED_NAME;
  container.name = add_name (line, &log->container_names, 0, log->containers->len);
  add_record (line, time_ns, log->containers->len, container.type);
  g_array_append_val (log->containers, container);
  return PAJE_PARSED;
}

static PajeVerdict
destroy_container (PajeLine *line, gint64 time_ns)
{
  guint32 index = find_container (line, PAJE_FIELD_NAME);
  PajeContainer *container;

  /* The root's end says no more than the end of the file. */
  if (index == PAJE_ROOT)
    return PAJE_PARSED;
  container = index != PAJE_NONE ? paje_log_get_container (line->log, index) : NULL;
  if (container == NULL || container->destroyed != PAJE_NONE)
    return PAJE_UNDEFINED_NAME;
  container->destroyed = line->log->records->len;
  container->end_ns = time_ns;
  add_record (line, time_ns, index, container->type);
  return PAJE_PARSED;
}

/* Records of a container's states, events and variables. */
static PajeVerdict
take_change (PajeLine *line, gint64 time_ns, PajeTypeKind kind)
{
  guint32 type = find_type (line, PAJE_FIELD_TYPE, kind);
  guint32 container = find_container (line, PAJE_FIELD_CONTAINER);
  gboolean has_value =
    line->definition->kind != PAJE_POP_STATE && line->definition->kind != PAJE_RESET_STATE;
  double number = 0;
  PajeRecord *record;
  guint32 index;

  /* What was destroyed changes no more. */
  if (type == PAJE_NONE || container == PAJE_NONE ||
      paje_log_get_container (line->log, container)->destroyed != PAJE_NONE)
    return PAJE_UNDEFINED_NAME;
  if (kind == PAJE_TYPE_VARIABLE && !parse_double (&line->fields[PAJE_FIELD_VALUE], &number))
    return PAJE_MALFORMED;
  index = kind != PAJE_TYPE_VARIABLE && has_value ? take_value (line, type) : PAJE_NONE;
  record = add_record (line, time_ns, container, type);
  if (kind == PAJE_TYPE_VARIABLE)
    record->number = number;
  else
    record->index = index;
  return PAJE_PARSED;
}

/* The oldest link of the same type, container, value and key that lacks this end, or a new one. */
static guint32
find_link (PajeLog *log, const PajeLink *fresh, guint end)
{
  guint32 place =
    paje_map_add (&log->link_places, fresh->type, fresh->container, log->link_places.n_used);
  guint32 key = paje_map_add (&log->link_keys, fresh->value, fresh->key, log->link_keys.n_used);
  guint32 first = paje_map_add (&log->pending_links, place, key, NO_PENDING);
  PajeLink *link = first != NO_PENDING ? paje_log_get_link (log, first) : NULL;

  if (link != NULL && link->ends[end].record == PAJE_NONE)
    {
      if (link->next != NO_PENDING)
        paje_log_get_link (log, link->next)->last = link->last;
      paje_map_set (&log->pending_links, place, key, link->next);
      return first;
    }
  g_array_append_val (log->links, *fresh);
  if (first == NO_PENDING)
    paje_map_set (&log->pending_links, place, key, log->links->len - 1);
  else
    {
      link = paje_log_get_link (log, first);
      paje_log_get_link (log, link->last)->next = log->links->len - 1;
      link->last = log->links->len - 1;
    }
  return log->links->len - 1;
}

static PajeVerdict
take_link (PajeLine *line, gint64 time_ns, guint end)
{
  PajeLog *log = line->log;
  guint32 at =
    find_container (line, end == 0 ? PAJE_FIELD_START_CONTAINER : PAJE_FIELD_END_CONTAINER);
  PajeLink fresh = { .type = find_type (line, PAJE_FIELD_TYPE, PAJE_TYPE_LINK),
                     .container = find_container (line, PAJE_FIELD_CONTAINER),
                     .key = take_word (line, PAJE_FIELD_KEY),
                     .ends = { { .record = PAJE_NONE }, { .record = PAJE_NONE } },
                     .next = NO_PENDING,
                     .last = log->links->len };
  guint32 index;

  if (fresh.type == PAJE_NONE || fresh.container == PAJE_NONE || at == PAJE_NONE)
    return PAJE_UNDEFINED_NAME;
  fresh.value = take_value (line, fresh.type);
  index = find_link (log, &fresh, end);
  paje_log_get_link (log, index)->ends[end] = (PajeLinkEnd){ time_ns, at, log->records->len };
  add_record (line, time_ns, at, fresh.type)->index = index;
  return PAJE_PARSED;
}

static PajeVerdict
take_timed (PajeLine *line, gint64 time_ns)
{
  switch (line->definition->kind)
    {
    case PAJE_CREATE_CONTAINER:
      return create_container (line, time_ns);
    case PAJE_DESTROY_CONTAINER:
      return destroy_container (line, time_ns);
    case PAJE_NEW_EVENT:
      return take_change (line, time_ns, PAJE_TYPE_EVENT);
    case PAJE_SET_VARIABLE:
    case PAJE_ADD_VARIABLE:
    case PAJE_SUB_VARIABLE:
      return take_change (line, time_ns, PAJE_TYPE_VARIABLE);
    case PAJE_START_LINK:
      return take_link (line, time_ns, 0);
    case PAJE_END_LINK:
      return take_link (line, time_ns, 1);
    default:
      return take_change (line, time_ns, PAJE_TYPE_STATE);
    }
}

PajeVerdict
paje_record_take (PajeLine *line)
{
  gint64 time_ns = 0;
  PajeVerdict verdict;

  switch (line->definition->kind)
    {
    case PAJE_DEFINE_CONTAINER_TYPE:
      return define_type (line, PAJE_TYPE_CONTAINER);
    case PAJE_DEFINE_STATE_TYPE:
      return define_type (line, PAJE_TYPE_STATE);
    case PAJE_DEFINE_EVENT_TYPE:
      return define_type (line, PAJE_TYPE_EVENT);
    case PAJE_DEFINE_VARIABLE_TYPE:
      return define_type (line, PAJE_TYPE_VARIABLE);
    case PAJE_DEFINE_LINK_TYPE:
      return define_type (line, PAJE_TYPE_LINK);
    case PAJE_DEFINE_ENTITY_VALUE:
      return define_value (line);
    default:
      verdict = parse_time (line, &time_ns);
      return verdict == PAJE_PARSED ? take_timed (line, time_ns) : verdict;
    }
}
