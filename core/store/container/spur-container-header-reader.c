/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Reads the XML header of a container into a trace. */
#include <libxml/xmlreader.h>
#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/base/spur-error-internal.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/store/container/spur-container-internal.h"

typedef struct
{
  SpurContainerHeader *header;
  SpurTrace *trace;
  xmlTextReader *xml;
  GError **error;
  /* Elements and attributes that a newer minor version has added are passed over. */
  gboolean is_newer;
  guint n_attributes;

  /* Whether the element is in <trace>, whose groups are one level deeper. */
  gboolean is_in_trace;
  const char *group;
  GPtrArray *layouts;
  guint64 n_own_classes;
  /* What the <table>, <event-class> or <stream> around the element is; not set within what only a
   * newer version knows. */
  gboolean is_in_item;
  guint n_tables;
  guint n_columns;
  SpurEventLayout *layout;
  SpurStream *stream;
} HeaderReader;

typedef gboolean (*Handler) (HeaderReader *self);

void
spur_container_header_clear (SpurContainerHeader *self)
{
  g_clear_pointer (&self->streams, g_array_unref);
  g_clear_pointer (&self->maps, g_array_unref);
  g_clear_object (&self->correction);
  g_clear_pointer (&self->origin, spur_container_origin_free);
}

static long
get_line (HeaderReader *self)
{
  xmlNode *node = xmlTextReaderCurrentNode (self->xml);

  return node != NULL ? xmlGetLineNo (node) : 0;
}

static gboolean G_GNUC_PRINTF (3, 4)
  refuse (HeaderReader *self, SpurStoreError code, const char *format, ...)
{
  SPUR_FORMAT_MESSAGE (text, format);

  if (*self->error == NULL)
    g_set_error (self->error, SPUR_STORE_ERROR, code, "header line %ld: <%s>: %s", get_line (self),
                 (const char *) xmlTextReaderConstName (self->xml), text);
  return FALSE;
}

/* NULL where it is not there or not as it must be; the error tells which. */
static char *
get_text (HeaderReader *self, const char *attribute)
{
  xmlChar *value = xmlTextReaderGetAttribute (self->xml, (const xmlChar *) attribute);
  g_autofree char *text = g_strdup ((const char *) value);
  char *end;

  xmlFree (value);
  if (text == NULL)
    return NULL;
  self->n_attributes++;
  end = spur_container_unescape (text, text + strlen (text), text);
  if (end == NULL)
    {
      refuse (self, SPUR_STORE_ERROR_FORMAT,
              "%s has a backslash that begins neither \\\\ nor \\x and two digits", attribute);
      return NULL;
    }
  *end = '\0';
  if (strlen (text) > SPUR_CONTAINER_MAX_TEXT_BYTES)
    {
      refuse (self, SPUR_STORE_ERROR_RANGE, "%s has %" G_GSIZE_FORMAT " bytes, it may have %u",
              attribute, strlen (text), SPUR_CONTAINER_MAX_TEXT_BYTES);
      return NULL;
    }
  return g_steal_pointer (&text);
}

static gboolean
has_attribute (HeaderReader *self, const char *attribute)
{
  xmlChar *value = xmlTextReaderGetAttribute (self->xml, (const xmlChar *) attribute);
  gboolean is_there = value != NULL;

  xmlFree (value);
  return is_there;
}

static gboolean
need_text (HeaderReader *self, const char *attribute, char **text)
{
  *text = get_text (self, attribute);
  return *text != NULL ||
         refuse (self, SPUR_STORE_ERROR_FORMAT, "the attribute %s is missing", attribute);
}

static gboolean
need_uint (HeaderReader *self, const char *attribute, guint64 max, guint64 *value)
{
  g_autofree char *text = NULL;

  if (!need_text (self, attribute, &text))
    return FALSE;
  if (!g_ascii_string_to_unsigned (text, 10, 0, max, value, NULL))
    return refuse (self, SPUR_STORE_ERROR_RANGE,
                   "%s is “%.40s”, it must be a number up to %" G_GUINT64_FORMAT, attribute, text,
                   max);
  return TRUE;
}

static gboolean
need_int (HeaderReader *self, const char *attribute, gint64 *value)
{
  g_autofree char *text = NULL;

  if (!need_text (self, attribute, &text))
    return FALSE;
  if (!g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, value, NULL))
    return refuse (self, SPUR_STORE_ERROR_RANGE, "%s is “%.40s”, it must be a number of 64 bits",
                   attribute, text);
  return TRUE;
}

static gboolean
need_double (HeaderReader *self, const char *attribute, double *value)
{
  g_autofree char *text = NULL;

  if (!need_text (self, attribute, &text))
    return FALSE;
  return spur_parse_double (text, text + strlen (text), value) ||
         refuse (self, SPUR_STORE_ERROR_RANGE, "%s is “%.40s”, it must be a number", attribute,
                 text);
}

/* A word that only a newer version knows has no meaning here; what events look like may not depend
 * on one. */
static gboolean
need_word (HeaderReader *self, const char *attribute, SpurMeaning meaning, guint *value)
{
  g_autofree char *text = NULL;

  if (!need_text (self, attribute, &text))
    return FALSE;
  if (spur_meaning_find_word (meaning, text, value))
    return TRUE;
  if (!self->is_newer || meaning == SPUR_MEANING_FIELD_TYPE)
    return refuse (self, SPUR_STORE_ERROR_FORMAT, "%s is “%.40s”, which is not defined", attribute,
                   text);
  *value = 0;
  return TRUE;
}

static gboolean
read_table (HeaderReader *self)
{
  g_autofree char *name = NULL;
  guint64 rows;

  if (!need_text (self, "name", &name) || !need_uint (self, "rows", G_MAXINT64, &rows))
    return FALSE;
  self->n_columns = 0;
  self->n_tables++;
  if (self->n_tables > SPUR_CONTAINER_N_TABLES && self->is_newer)
    return TRUE;
  if (self->n_tables > SPUR_CONTAINER_N_TABLES)
    return refuse (self, SPUR_STORE_ERROR_FORMAT, "table %.40s is not defined", name);
  if (strcmp (name, spur_container_tables[self->n_tables - 1].name) != 0)
    return refuse (self, SPUR_STORE_ERROR_FORMAT, "table %.40s is where %s must be", name,
                   spur_container_tables[self->n_tables - 1].name);
  self->header->rows[self->n_tables - 1] = rows;
  return TRUE;
}

static gboolean
read_column (HeaderReader *self)
{
  g_autofree char *name = NULL;
  g_autofree char *type = NULL;
  const SpurContainerTable *table;
  guint index = self->n_columns++;

  if (!need_text (self, "name", &name) || !need_text (self, "type", &type))
    return FALSE;
  if (self->n_tables > SPUR_CONTAINER_N_TABLES)
    return TRUE;
  table = &spur_container_tables[self->n_tables - 1];
  if (index >= SPUR_CONTAINER_MAX_COLUMNS || table->columns[index].name == NULL ||
      strcmp (table->columns[index].name, name) != 0 ||
      strcmp (table->columns[index].type, type) != 0)
    return refuse (self, SPUR_STORE_ERROR_FORMAT,
                   "column %u of table %s is %.40s of type %.40s, which is not defined", index,
                   table->name, name, type);
  return TRUE;
}

static gboolean
read_class (HeaderReader *self)
{
  g_autofree char *name = NULL;
  guint role, match, effect;

  if (!need_text (self, "name", &name) || !need_word (self, "role", SPUR_MEANING_ROLE, &role) ||
      !need_word (self, "match", SPUR_MEANING_MATCH, &match) ||
      !need_word (self, "effect", SPUR_MEANING_EFFECT, &effect))
    return FALSE;
  if (self->layouts->len >= 2 * SPUR_MAX_CLASSES)
    return refuse (self, SPUR_STORE_ERROR_RANGE, "there may be %d event classes",
                   2 * SPUR_MAX_CLASSES);
  self->layout = spur_event_layout_new (name, NULL, SPUR_TYPE_EVENT);
  g_ptr_array_add (self->layouts, self->layout);
  self->layout->parent_name = get_text (self, "extends");
  self->layout->role = role;
  self->layout->match = match;
  self->layout->effect = effect;
  return *self->error == NULL;
}

static gboolean
read_field (HeaderReader *self)
{
  g_autofree char *name = NULL;
  g_autofree char *description = NULL;
  g_autofree char *unit = NULL;
  guint type, use, index;

  if (!need_text (self, "name", &name) ||
      !need_word (self, "type", SPUR_MEANING_FIELD_TYPE, &type) ||
      !need_word (self, "use", SPUR_MEANING_USE, &use))
    return FALSE;
  unit = get_text (self, "unit");
  description = get_text (self, "description");
  if (self->layout->n_fields >= SPUR_LAYOUT_MAX_FIELDS)
    return refuse (self, SPUR_STORE_ERROR_RANGE, "an event class may have %d fields",
                   SPUR_LAYOUT_MAX_FIELDS);
  if (spur_event_layout_find_field (self->layout, name) >= 0)
    return refuse (self, SPUR_STORE_ERROR_FORMAT, "%s has two fields %s", self->layout->name, name);
  index = spur_event_layout_add_field (self->layout, name, type, use, description);
  if (unit != NULL)
    spur_event_layout_set_unit (self->layout, index, unit);
  return *self->error == NULL;
}

static gboolean
read_type (HeaderReader *self, GPtrArray *types, GType base)
{
  g_autofree char *name = NULL;
  g_autofree char *ancestors = NULL;

  if (!need_text (self, "name", &name) || !need_text (self, "ancestors", &ancestors))
    return FALSE;
  spur_container_origin_add_type (types, base, name, ancestors);
  return TRUE;
}

static gboolean
read_object_type (HeaderReader *self)
{
  return read_type (self, self->header->origin->object_types, SPUR_TYPE_ACTIVE_OBJECT);
}

static gboolean
read_list_type (HeaderReader *self)
{
  return read_type (self, self->header->origin->list_types, SPUR_TYPE_ENTRY_LIST);
}

static gboolean
read_state (HeaderReader *self)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  g_autofree char *name = NULL;
  g_autofree char *immediate = NULL;
  guint n_states = spur_definitions_get_n_states (definitions);
  guint kind;

  if (!need_text (self, "name", &name) || !need_word (self, "kind", SPUR_MEANING_STATE_KIND, &kind))
    return FALSE;
  if (spur_definitions_add_state (definitions, name, kind) != n_states)
    return refuse (self, SPUR_STORE_ERROR_FORMAT, "state %s is there twice", name);
  immediate = get_text (self, "immediate");
  if (g_strcmp0 (immediate, "true") == 0)
    spur_definitions_set_state_immediate (definitions, n_states);
  else if (immediate != NULL && g_strcmp0 (immediate, "false") != 0)
    return refuse (self, SPUR_STORE_ERROR_FORMAT, "immediate is %s, it must be true or false",
                   immediate);
  return *self->error == NULL;
}

static gboolean
read_clock (HeaderReader *self)
{
  g_autofree char *name = NULL;
  g_autofree char *kind = NULL;
  SpurClock clock = { 0 };
  guint64 domain;

  if (!need_text (self, "name", &name) || !need_text (self, "kind", &kind) ||
      !need_uint (self, "resolution-hz", G_MAXINT64, &clock.resolution_hz) ||
      !need_uint (self, "epoch-ticks", G_MAXUINT64, &clock.epoch_ticks) ||
      !need_uint (self, "domain", G_MAXUINT32, &domain))
    return FALSE;
  if (clock.resolution_hz == 0)
    return refuse (self, SPUR_STORE_ERROR_RANGE, "resolution-hz is 0, it must be above");
  clock.name = name;
  clock.kind = kind;
  clock.domain = (guint32) domain;
  spur_definitions_add_clock (spur_trace_get_definitions (self->trace), &clock);
  return TRUE;
}

static gboolean
read_stream (HeaderReader *self)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  g_autofree char *name = NULL;
  SpurContainerStreamInfo info;
  guint64 clock, target = SPUR_NONE, origin = 0;

  if (!need_text (self, "name", &name) || !need_uint (self, "clock", G_MAXUINT32, &clock) ||
      !need_uint (self, "events", G_MAXINT64, &info.n_events) ||
      !need_uint (self, "chunks", G_MAXUINT32, &info.n_chunks))
    return FALSE;
  if ((has_attribute (self, "target") && !need_uint (self, "target", G_MAXUINT32, &target)) ||
      (has_attribute (self, "origin") && !need_uint (self, "origin", G_MAXUINT64, &origin)))
    return FALSE;
  if (clock >= spur_definitions_get_n_clocks (definitions))
    return refuse (self, SPUR_STORE_ERROR_RANGE,
                   "clock %" G_GUINT64_FORMAT " is not defined, there are %u", clock,
                   spur_definitions_get_n_clocks (definitions));
  self->stream = spur_trace_add_stream (self->trace, name, (guint) clock, (guint32) target);
  spur_stream_set_origin (self->stream, origin);
  g_array_append_val (self->header->streams, info);
  return TRUE;
}

static gboolean
read_clock_offset (HeaderReader *self)
{
  SpurClockOffset offset;

  if (!need_int (self, "ticks", &offset.ticks) ||
      !need_int (self, "offset-ticks", &offset.offset_ticks) ||
      !need_double (self, "deviation-ticks", &offset.deviation_ticks))
    return FALSE;
  spur_stream_add_clock_offset (self->stream, &offset);
  return TRUE;
}

static gboolean
read_loss (HeaderReader *self)
{
  g_autofree char *what = NULL;
  guint n_losses = spur_trace_get_n_losses (self->trace);
  guint64 count;

  if (!need_text (self, "what", &what) || !need_uint (self, "count", G_MAXUINT64, &count))
    return FALSE;
  spur_trace_add_loss (self->trace, what, count);
  return spur_trace_get_n_losses (self->trace) == n_losses + 1 ||
         refuse (self, SPUR_STORE_ERROR_FORMAT, "“%s” is counted 0 times or there twice", what);
}

/* Of the trace, or of its correction, which comes after. */
static gboolean
read_fact (HeaderReader *self)
{
  SpurCorrection *correction = self->header->correction;
  g_autofree char *key = NULL;
  g_autofree char *value = NULL;

  if (!need_text (self, "key", &key) || !need_text (self, "value", &value))
    return FALSE;
  if ((correction != NULL ? spur_correction_get_fact (correction, key)
                          : spur_trace_get_fact (self->trace, key)) != NULL)
    return refuse (self, SPUR_STORE_ERROR_FORMAT, "fact %s is there twice", key);
  if (correction != NULL)
    spur_correction_set_fact (correction, key, value);
  else
    spur_trace_set_fact (self->trace, key, value);
  return TRUE;
}

static gboolean
read_map (HeaderReader *self)
{
  SpurContainerMapInfo info;
  GArray *maps = self->header->maps;
  guint n_streams = spur_correction_get_n_streams (self->header->correction);
  guint64 stream;

  if (!need_uint (self, "stream", G_MAXUINT32, &stream) ||
      !need_uint (self, "knots", G_MAXINT64 / SPUR_CONTAINER_KNOT_BYTES, &info.n_knots))
    return FALSE;
  if (stream >= n_streams)
    return refuse (self, SPUR_STORE_ERROR_RANGE,
                   "stream %" G_GUINT64_FORMAT " is not defined, there are %u", stream, n_streams);
  if (info.n_knots == 0)
    return refuse (self, SPUR_STORE_ERROR_RANGE, "a time map has at least one knot");
  info.stream = (guint) stream;
  if (maps->len > 0 &&
      g_array_index (maps, SpurContainerMapInfo, maps->len - 1).stream > info.stream)
    return refuse (self, SPUR_STORE_ERROR_FORMAT, "the maps are not in the order of their streams");
  if (maps->len >= SPUR_CORRECTION_MAX_MAPS &&
      g_array_index (maps, SpurContainerMapInfo, maps->len - SPUR_CORRECTION_MAX_MAPS).stream ==
        info.stream)
    return refuse (self, SPUR_STORE_ERROR_RANGE, "stream %u may have %d maps", info.stream,
                   SPUR_CORRECTION_MAX_MAPS);
  g_array_append_val (maps, info);
  return TRUE;
}

/* The groups, in this order, and what they may hold. */
static const struct
{
  const char *group;
  const char *item;
  const char *part;
  Handler read_item;
  Handler read_part;
} groups[] = {
  { "event-classes", "event-class", "field", read_class, read_field },
  { "columns", NULL, NULL, NULL, NULL },
  { "tables", "table", "column", read_table, read_column },
  { "object-types", "object-type", NULL, read_object_type, NULL },
  { "list-types", "list-type", NULL, read_list_type, NULL },
  { "states", "state", NULL, read_state, NULL },
  { "clocks", "clock", NULL, read_clock, NULL },
  { "streams", "stream", "clock-offset", read_stream, read_clock_offset },
  { "losses", "loss", NULL, read_loss, NULL },
  { "facts", "fact", NULL, read_fact, NULL },
  { "correction", "fact", NULL, read_fact, NULL },
  { "correction", "map", NULL, read_map, NULL },
};

/* The others are in <trace>. */
#define N_FORMAT_GROUPS 2
/* The correction may be missing. */
#define N_NEEDED_GROUPS 10

static gboolean
check_attributes (HeaderReader *self, guint n_expected)
{
  int n_there = xmlTextReaderAttributeCount (self->xml);

  if (n_there > (int) n_expected && !self->is_newer)
    return refuse (self, SPUR_STORE_ERROR_FORMAT, "has %d attributes, %u are defined", n_there,
                   n_expected);
  return TRUE;
}

static gboolean
begin_root (HeaderReader *self)
{
  g_autofree char *name = NULL;
  g_autofree char *version = NULL;

  if (strcmp ((const char *) xmlTextReaderConstLocalName (self->xml), "format") != 0)
    return refuse (self, SPUR_STORE_ERROR_FORMAT, "<format> must be here");
  if (!need_text (self, "name", &name) || !need_text (self, "version", &version))
    return FALSE;
  if (strcmp (name, "spur") != 0 || strcmp (version, "1") != 0)
    return refuse (self, SPUR_STORE_ERROR_FORMAT,
                   "the format is %.40s of version %.40s, it must be spur of version 1", name,
                   version);
  /* With the declaration of the namespace */
  return check_attributes (self, 3);
}

static gboolean
begin_trace (HeaderReader *self, guint n_groups)
{
  g_autofree char *identifier = NULL;

  if (n_groups != N_FORMAT_GROUPS)
    return refuse (self, SPUR_STORE_ERROR_FORMAT, "<%s> must be here", groups[n_groups].group);
  if (!need_uint (self, "classes", self->layouts->len, &self->n_own_classes) ||
      !need_text (self, "identifier", &identifier))
    return FALSE;
  if (self->n_own_classes > SPUR_MAX_CLASSES)
    return refuse (self, SPUR_STORE_ERROR_RANGE, "there may be %d event classes", SPUR_MAX_CLASSES);
  spur_trace_set_identifier_name (self->trace, identifier);
  self->is_in_trace = TRUE;
  return check_attributes (self, 3);
}

static gboolean
begin_group (HeaderReader *self, guint *n_groups)
{
  const char *name = (const char *) xmlTextReaderConstLocalName (self->xml);

  if (*n_groups <= N_NEEDED_GROUPS && strcmp (groups[*n_groups].group, name) == 0 &&
      self->is_in_trace == (*n_groups >= N_FORMAT_GROUPS))
    {
      self->group = groups[(*n_groups)++].group;
      if (*n_groups == N_NEEDED_GROUPS + 1)
        self->header->correction = spur_correction_new (spur_trace_get_n_streams (self->trace));
      return check_attributes (self, 0);
    }
  if (self->is_newer)
    return TRUE;
  if (*n_groups > N_NEEDED_GROUPS)
    return refuse (self, SPUR_STORE_ERROR_FORMAT, "nothing may follow the correction");
  return refuse (self, SPUR_STORE_ERROR_FORMAT, "<%s> must be here", groups[*n_groups].group);
}

static gboolean
begin_inner (HeaderReader *self, int depth)
{
  const char *name = (const char *) xmlTextReaderConstLocalName (self->xml);

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      const char *expected = depth == 2 ? groups[i].item : groups[i].part;

      if (strcmp (groups[i].group, self->group) != 0 || g_strcmp0 (expected, name) != 0)
        continue;
      self->n_attributes = 0;
      self->is_in_item = TRUE;
      return (depth == 2 ? groups[i].read_item : groups[i].read_part) (self) &&
             check_attributes (self, self->n_attributes);
    }
  return self->is_newer || refuse (self, SPUR_STORE_ERROR_FORMAT, "is not defined here");
}

/* What is of another one is an error, or something that only a newer version knows. */
static gboolean
is_of_namespace (HeaderReader *self, const char *expected)
{
  const char *namespace = (const char *) xmlTextReaderConstNamespaceUri (self->xml);

  if (g_strcmp0 (namespace, expected) == 0)
    return TRUE;
  if (!self->is_newer)
    refuse (self, SPUR_STORE_ERROR_FORMAT, "is of namespace %.40s, it must be of %s",
            namespace != NULL ? namespace : "(none)", expected);
  return FALSE;
}

static gboolean
begin_element (HeaderReader *self, guint *n_groups)
{
  int depth = xmlTextReaderDepth (self->xml);
  gboolean is_trace =
    depth == 1 && strcmp ((const char *) xmlTextReaderConstLocalName (self->xml), "trace") == 0;

  if (depth <= 1)
    self->is_in_trace = FALSE;
  depth -= self->is_in_trace;
  if (depth <= 1)
    self->group = NULL;
  if (depth <= 2)
    self->is_in_item = FALSE;
  if (!is_of_namespace (self, is_trace || self->is_in_trace ? SPUR_CONTAINER_NAMESPACE
                                                            : SPUR_CONTAINER_FORMAT_NAMESPACE))
    return *self->error == NULL;
  if (depth == 0)
    return begin_root (self);
  if (is_trace)
    return begin_trace (self, *n_groups);
  if (depth == 1)
    return begin_group (self, n_groups);
  if (self->group != NULL && (depth == 2 || (depth == 3 && self->is_in_item)))
    return begin_inner (self, depth);
  return self->is_newer || refuse (self, SPUR_STORE_ERROR_FORMAT, "is not defined here");
}

static gboolean
read_node (HeaderReader *self, guint *n_groups)
{
  switch (xmlTextReaderNodeType (self->xml))
    {
    case XML_READER_TYPE_ELEMENT:
      return begin_element (self, n_groups);
    case XML_READER_TYPE_END_ELEMENT:
    case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
    case XML_READER_TYPE_WHITESPACE:
    case XML_READER_TYPE_COMMENT:
      return TRUE;
    case XML_READER_TYPE_DOCUMENT_TYPE:
      return refuse (self, SPUR_STORE_ERROR_FORMAT, "a document type may not be here");
    default:
      return refuse (self, SPUR_STORE_ERROR_FORMAT, "only elements may be here");
    }
}

static void
note_problem (gpointer data, xmlError *problem)
{
  GError **error = data;
  g_autofree char *text = NULL;

  if (problem == NULL || problem->level < XML_ERR_ERROR || *error != NULL)
    return;
  text = g_strstrip (g_strdup (problem->message != NULL ? problem->message : "no XML"));
  g_set_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT, "header line %d: %s",
               problem->line, text);
}

static gboolean
read_nodes (HeaderReader *self, GError **problem)
{
  guint n_groups = 0;
  int result;

  for (result = xmlTextReaderRead (self->xml); result == 1; result = xmlTextReaderRead (self->xml))
    {
      if (*problem != NULL || !read_node (self, &n_groups))
        return FALSE;
    }
  if (result != 0 || *problem != NULL)
    return FALSE;
  if (n_groups < N_NEEDED_GROUPS)
    return spur_error_set (self->error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT,
                           "header: <%s> is missing", groups[n_groups].group);
  if (self->n_tables < SPUR_CONTAINER_N_TABLES)
    return spur_error_set (self->error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT,
                           "header: table %s is missing",
                           spur_container_tables[self->n_tables].name);
  return TRUE;
}

static gboolean
read_all (HeaderReader *self, const char *xml, gsize n_bytes)
{
  g_autoptr (GError) problem = NULL;
  gboolean is_good;

  /* Looked at here, as the parser would tell of it on stderr. */
  if (!g_utf8_validate_len (xml, n_bytes, NULL))
    return spur_error_set (self->error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT,
                           "header: is no UTF-8");
  xmlInitParser ();
  self->xml =
    xmlReaderForMemory (xml, (int) n_bytes, NULL, NULL, XML_PARSE_NONET | XML_PARSE_IGNORE_ENC);
  if (self->xml == NULL)
    return spur_error_set (self->error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT,
                           "header: no XML");
  xmlTextReaderSetStructuredErrorHandler (self->xml, note_problem, &problem);
  is_good = read_nodes (self, &problem);
  xmlFreeTextReader (self->xml);
  if (!is_good && *self->error == NULL && problem != NULL)
    g_propagate_error (self->error, g_steal_pointer (&problem));
  else if (!is_good && *self->error == NULL)
    g_set_error (self->error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT, "header: no XML");
  return is_good;
}

/* Fills the trace with all definitions but those in tables. */
gboolean
spur_container_header_read (SpurContainerHeader *self,
                            SpurTrace *trace,
                            const char *xml,
                            gsize n_bytes,
                            gboolean is_newer,
                            GError **error)
{
  g_autoptr (GPtrArray) layouts =
    g_ptr_array_new_with_free_func ((GDestroyNotify) spur_event_layout_unref);
  GError *problem = NULL;
  HeaderReader reader = {
    .header = self, .trace = trace, .error = &problem, .is_newer = is_newer, .layouts = layouts
  };

  self->streams = g_array_new (FALSE, FALSE, sizeof (SpurContainerStreamInfo));
  self->maps = g_array_new (FALSE, FALSE, sizeof (SpurContainerMapInfo));
  self->origin = spur_container_origin_new ();
  if (read_all (&reader, xml, n_bytes))
    {
      while (layouts->len > reader.n_own_classes)
        g_ptr_array_add (self->origin->ancestors,
                         g_ptr_array_steal_index (layouts, (guint) reader.n_own_classes));
      if (spur_container_add_classes (trace, layouts, self->origin->ancestors, &problem))
        return TRUE;
    }
  return spur_error_pass (error, problem);
}
