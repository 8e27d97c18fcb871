/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The tables that may be big: strings, active objects, communicators, knots. */
#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/store/container/spur-container-internal.h"
#include "core/store/trace/spur-trace-internal.h"

/* What an entry of a list holds, as the table of lists numbers it. */
static const SpurFieldType entry_types[] = { SPUR_FIELD_UINT64, SPUR_FIELD_INT64, SPUR_FIELD_DOUBLE,
                                             SPUR_FIELD_STRING };

static void
write_entry (SpurContainerOutput *output, const SpurEntry *entry)
{
  guint32 type = 0;

  while (type + 1 < G_N_ELEMENTS (entry_types) && entry_types[type] != entry->type)
    type++;
  spur_container_output_put_text (output, entry->name);
  if (entry->unit != NULL)
    spur_container_output_put_text (output, entry->unit);
  else
    spur_container_output_put_u32 (output, SPUR_NONE);
  spur_container_output_put_u32 (output, type);
  if (entry->type == SPUR_FIELD_STRING)
    spur_container_output_put_text (output, entry->text);
  else
    spur_container_output_put_u64 (output, entry->bits);
}

static void
write_strings (SpurContainerOutput *output, SpurTrace *trace, const SpurContainerOrigin *origin)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  for (guint i = 0; i < spur_definitions_get_n_strings (definitions); i++)
    spur_container_output_put_text (output, spur_definitions_get_string (definitions, i));
}

static void
write_lists (SpurContainerOutput *output, SpurTrace *trace, const SpurContainerOrigin *origin)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  for (guint i = 0; i < spur_definitions_get_n_lists (definitions); i++)
    {
      const SpurList *list = spur_definitions_get_list (definitions, i);

      spur_container_output_put_u32 (output, origin->type_of_list[i]);
      spur_container_output_put_u32 (output, list->n_entries);
      for (guint k = 0; k < list->n_entries; k++)
        write_entry (output, &list->entries[k]);
    }
}

static void
write_objects (SpurContainerOutput *output, SpurTrace *trace, const SpurContainerOrigin *origin)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  for (guint i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    {
      const SpurObject *object = spur_definitions_get_object (definitions, i);
      guint64 identifier_origin = 0, number = 0;

      spur_definitions_get_object_identifier (definitions, i, &identifier_origin, &number);
      spur_container_output_put_u32 (output, origin->type_of_object[i]);
      spur_container_output_put_u32 (output, object->parent);
      spur_container_output_put_u32 (output, object->attributes);
      spur_container_output_put_u64 (output, identifier_origin);
      spur_container_output_put_u64 (output, number);
      spur_container_output_put_text (output, object->name);
      spur_container_output_put_text (output, object->kind);
    }
}

static void
write_groups (SpurContainerOutput *output, SpurTrace *trace, const SpurContainerOrigin *origin)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  for (guint i = 0; i < spur_definitions_get_n_groups (definitions); i++)
    {
      const SpurGroup *group = spur_definitions_get_group (definitions, i);

      spur_container_output_put_text (output, group->name);
      spur_container_output_put_u32 (output, group->n_members);
      spur_container_output_put (output, group->members, group->n_members * sizeof (guint32));
    }
}

static void
write_previous (SpurContainerOutput *output, SpurTrace *trace, const SpurContainerOrigin *origin)
{
  gsize n_rows;
  const SpurPredecessor *rows = spur_trace_get_all_predecessors (trace, &n_rows);

  spur_container_output_put (output, rows, n_rows * sizeof *rows);
}

static void
write_knots (SpurContainerOutput *output, SpurTrace *trace, const SpurContainerOrigin *origin)
{
  SpurCorrection *correction = spur_trace_get_correction (trace);

  for (guint s = 0; correction != NULL && s < spur_trace_get_n_streams (trace); s++)
    {
      for (guint i = 0; i < spur_correction_get_n_maps (correction, s); i++)
        {
          gsize n_knots;
          const SpurKnot *knots =
            spur_time_map_get_knots (spur_correction_get_map (correction, s, i), &n_knots);

          spur_container_output_put (output, knots, n_knots * sizeof (SpurKnot));
        }
    }
}

void
spur_container_tables_write (SpurContainerOutput *output,
                             SpurTrace *trace,
                             const SpurContainerOrigin *origin,
                             SpurContainerSection *sections)
{
  static const struct
  {
    SpurContainerSectionKind section;
    void (*write) (SpurContainerOutput *, SpurTrace *, const SpurContainerOrigin *);
  } writers[] = {
    { SPUR_CONTAINER_STRINGS, write_strings },   { SPUR_CONTAINER_LISTS, write_lists },
    { SPUR_CONTAINER_OBJECTS, write_objects },   { SPUR_CONTAINER_GROUPS, write_groups },
    { SPUR_CONTAINER_PREVIOUS, write_previous }, { SPUR_CONTAINER_KNOTS, write_knots },
  };

  for (guint i = 0; i < G_N_ELEMENTS (writers); i++)
    {
      spur_container_output_begin (output, &sections[writers[i].section]);
      writers[i].write (output, trace, origin);
      spur_container_output_end (output, &sections[writers[i].section]);
    }
}

/* A table being read, row by row; nothing is allocated by what it claims. */
typedef struct
{
  const SpurContainerImage *image;
  const SpurContainerTable *table;
  guint64 offset;
  guint64 end;
  guint64 row;
  GString *texts[2];
  GError **error;
} TableReader;

static gboolean
fail_row (TableReader *self, SpurStoreError code, const char *problem)
{
  return spur_container_fail (self->image, self->error, code, self->offset,
                              "%s: row %" G_GUINT64_FORMAT ": %s", self->table->name, self->row,
                              problem);
}

static gboolean
read_u32 (TableReader *self, guint32 *value)
{
  if (self->end - self->offset < sizeof (guint32))
    return fail_row (self, SPUR_STORE_ERROR_TRUNCATED, "the table ends within it");
  *value = spur_get_le32 (self->image->bytes + self->offset);
  self->offset += sizeof (guint32);
  return TRUE;
}

static gboolean
read_text (TableReader *self, guint index)
{
  const char *bytes;
  guint32 n_bytes = 0;

  if (!read_u32 (self, &n_bytes))
    return FALSE;
  if (self->end - self->offset < n_bytes)
    return fail_row (self, SPUR_STORE_ERROR_TRUNCATED, "the table ends within a text of it");
  bytes = (const char *) self->image->bytes + self->offset;
  if (memchr (bytes, '\0', n_bytes) != NULL)
    return fail_row (self, SPUR_STORE_ERROR_FORMAT, "a text of it has a NUL inside");
  g_string_truncate (self->texts[index], 0);
  g_string_append_len (self->texts[index], bytes, n_bytes);
  self->offset += n_bytes;
  return TRUE;
}

static gboolean
read_string (TableReader *self, const SpurContainerHeader *header, SpurTrace *trace)
{
  if (!read_text (self, 0))
    return FALSE;
  return spur_definitions_add_string (spur_trace_get_definitions (trace), self->texts[0]->str) ==
           self->row ||
         fail_row (self, SPUR_STORE_ERROR_FORMAT, "the same string is there before");
}

static gboolean
read_u64 (TableReader *self, guint64 *value)
{
  if (self->end - self->offset < sizeof (guint64))
    return fail_row (self, SPUR_STORE_ERROR_TRUNCATED, "the table ends within it");
  *value = spur_get_le64 (self->image->bytes + self->offset);
  self->offset += sizeof (guint64);
  return TRUE;
}

/* A text that may be missing. */
static gboolean
read_unit (TableReader *self, SpurDefinitions *definitions, const char **unit)
{
  if (self->end - self->offset >= sizeof (guint32) &&
      spur_get_le32 (self->image->bytes + self->offset) == SPUR_NONE)
    {
      self->offset += sizeof (guint32);
      *unit = NULL;
      return TRUE;
    }
  if (!read_text (self, 0))
    return FALSE;
  *unit = spur_definitions_keep_text (definitions, self->texts[0]->str);
  return TRUE;
}

static gboolean
read_entry (TableReader *self, SpurDefinitions *definitions, SpurEntry *entry)
{
  guint32 type = 0;

  *entry = (SpurEntry){ .name = NULL };
  if (!read_text (self, 0))
    return FALSE;
  entry->name = spur_definitions_keep_text (definitions, self->texts[0]->str);
  if (!read_unit (self, definitions, &entry->unit) || !read_u32 (self, &type))
    return FALSE;
  if (type >= G_N_ELEMENTS (entry_types))
    return fail_row (self, SPUR_STORE_ERROR_RANGE, "an entry of it is of no known type");
  entry->type = entry_types[type];
  if (entry->type != SPUR_FIELD_STRING)
    return read_u64 (self, &entry->bits);
  if (!read_text (self, 0))
    return FALSE;
  entry->text = spur_definitions_keep_text (definitions, self->texts[0]->str);
  return TRUE;
}

static gboolean
read_list (TableReader *self, const SpurContainerHeader *header, SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (SpurEntry));
  const SpurContainerType *type;
  guint32 type_index = 0, n_entries = 0;
  SpurList list;

  if (!read_u32 (self, &type_index) || !read_u32 (self, &n_entries))
    return FALSE;
  if (type_index >= header->origin->list_types->len)
    return fail_row (self, SPUR_STORE_ERROR_RANGE, "its list-type is not defined");
  for (guint32 i = 0; i < n_entries; i++)
    {
      SpurEntry entry;

      if (!read_entry (self, definitions, &entry))
        return FALSE;
      g_array_append_val (entries, entry);
    }
  type = g_ptr_array_index (header->origin->list_types, type_index);
  list = (SpurList){ type->type, type->name, n_entries,
                     (const SpurEntry *) (gconstpointer) entries->data };
  header->origin->type_of_list[self->row] = type_index;
  return spur_definitions_add_list (definitions, &list) == self->row ||
         fail_row (self, SPUR_STORE_ERROR_FORMAT, "the same list is there before");
}

static gboolean
read_object (TableReader *self, const SpurContainerHeader *header, SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  const SpurContainerType *type;
  guint32 type_index = 0, parent = 0, attributes = 0, object;
  guint64 origin = 0, number = 0;

  if (!read_u32 (self, &type_index) || !read_u32 (self, &parent) || !read_u32 (self, &attributes) ||
      !read_u64 (self, &origin) || !read_u64 (self, &number) || !read_text (self, 0) ||
      !read_text (self, 1))
    return FALSE;
  if (origin == 0 && number != 0)
    return fail_row (self, SPUR_STORE_ERROR_FORMAT, "its identifier has a number but no origin");
  if (type_index >= header->origin->object_types->len)
    return fail_row (self, SPUR_STORE_ERROR_RANGE, "its object-type is not defined");
  type = g_ptr_array_index (header->origin->object_types, type_index);
  if (attributes >= spur_definitions_get_n_lists (definitions) && attributes != SPUR_NONE)
    return fail_row (self, SPUR_STORE_ERROR_RANGE, "its list of attributes is not defined");
  object = spur_definitions_add_object (definitions, type->type, self->texts[0]->str,
                                        self->texts[1]->str, parent);
  spur_definitions_set_object_attributes (definitions, object, attributes);
  if (origin != 0)
    spur_definitions_set_object_identifier (definitions, object, origin, number);
  header->origin->type_of_object[self->row] = type_index;
  return TRUE;
}

static gboolean
read_group (TableReader *self, const SpurContainerHeader *header, SpurTrace *trace)
{
  g_autofree guint32 *members = NULL;
  guint32 n_members = 0;

  if (!read_text (self, 0) || !read_u32 (self, &n_members))
    return FALSE;
  if ((self->end - self->offset) / sizeof (guint32) < n_members)
    return fail_row (self, SPUR_STORE_ERROR_TRUNCATED, "the table ends within its members");
  members = g_new (guint32, (gsize) n_members + 1);
  for (guint32 i = 0; i < n_members; i++)
    members[i] = spur_get_le32 (self->image->bytes + self->offset + i * sizeof (guint32));
  self->offset += n_members * (guint64) sizeof (guint32);
  spur_definitions_add_group (spur_trace_get_definitions (trace), self->texts[0]->str, members,
                              n_members);
  return TRUE;
}

static gboolean
read_rows (const SpurContainerImage *image,
           const SpurContainerHeader *header,
           guint table,
           gboolean (*read_row) (TableReader *, const SpurContainerHeader *, SpurTrace *),
           SpurTrace *trace,
           GError **error)
{
  g_autoptr (GString) first = g_string_new (NULL);
  g_autoptr (GString) second = g_string_new (NULL);
  const SpurContainerSection *section = &image->sections[spur_container_tables[table].section];
  TableReader self = { image,
                       &spur_container_tables[table],
                       section->offset,
                       section->offset + section->n_bytes,
                       0,
                       { first, second },
                       error };

  /* Every row has at least 4 bytes, and tables are counted in 32 bits. */
  if (header->rows[table] > section->n_bytes / 4 || header->rows[table] >= SPUR_NONE)
    return spur_container_fail (image, error, SPUR_STORE_ERROR_TRUNCATED, section->offset,
                                "%s: %" G_GUINT64_FORMAT " rows do not fit into %" G_GUINT64_FORMAT
                                " bytes",
                                self.table->name, header->rows[table], section->n_bytes);
  if (table == SPUR_CONTAINER_OBJECTS_TABLE)
    header->origin->type_of_object = g_new0 (guint32, header->rows[table] + 1);
  if (table == SPUR_CONTAINER_LISTS_TABLE)
    header->origin->type_of_list = g_new0 (guint32, header->rows[table] + 1);
  for (; self.row < header->rows[table]; self.row++)
    {
      if (!read_row (&self, header, trace))
        return FALSE;
    }
  return self.offset == self.end ||
         spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, self.offset,
                              "%s: the section goes on behind its last row", self.table->name);
}

/* In their order, so that saved again they are the same. Whether the events are there is checked
 * when the trace is sealed. */
static gboolean
read_previous (TableReader *self, const SpurContainerHeader *header, SpurTrace *trace)
{
  SpurPredecessor row = { 0 };

  if (!read_u64 (self, &row.event) || !read_u64 (self, &row.predecessor_event) ||
      !read_u32 (self, &row.stream) || !read_u32 (self, &row.predecessor_stream))
    return FALSE;
  if (row.stream == row.predecessor_stream)
    return fail_row (self, SPUR_STORE_ERROR_FORMAT, "both events are of one stream");
  if (!spur_trace_append_predecessor (trace, &row))
    return fail_row (self, SPUR_STORE_ERROR_FORMAT, "it does not come after the one before it");
  return TRUE;
}

static gboolean
read_knots (const SpurContainerImage *image, const SpurContainerHeader *header, GError **error)
{
  const SpurContainerSection *section = &image->sections[SPUR_CONTAINER_KNOTS];
  guint64 n_left = section->n_bytes / SPUR_CONTAINER_KNOT_BYTES;
  const SpurKnot *knots = (const SpurKnot *) (gconstpointer) (image->bytes + section->offset);

  if (section->n_bytes % SPUR_CONTAINER_KNOT_BYTES != 0 ||
      n_left != header->rows[SPUR_CONTAINER_KNOTS_TABLE])
    return spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, section->offset,
                                "knots: %" G_GUINT64_FORMAT " rows do not take %" G_GUINT64_FORMAT
                                " bytes",
                                header->rows[SPUR_CONTAINER_KNOTS_TABLE], section->n_bytes);
  for (guint i = 0; i < header->maps->len; i++)
    {
      const SpurContainerMapInfo *info = &g_array_index (header->maps, SpurContainerMapInfo, i);
      guint64 offset = (guint64) ((const guint8 *) knots - image->bytes);
      g_autoptr (SpurTimeMap) map = NULL;
      g_autoptr (GError) problem = NULL;

      if (info->n_knots > n_left)
        return spur_container_fail (image, error, SPUR_STORE_ERROR_TRUNCATED, offset,
                                    "knots: time map %u of stream %u has %" G_GUINT64_FORMAT
                                    " knots, %" G_GUINT64_FORMAT " are left",
                                    i, info->stream, info->n_knots, n_left);
      map = spur_time_map_new (knots, info->n_knots, &problem);
      if (map == NULL)
        return spur_container_fail (image, error, (SpurStoreError) problem->code, offset,
                                    "stream %u: %s", info->stream, problem->message);
      spur_correction_append_map (header->correction, info->stream, map);
      knots += info->n_knots;
      n_left -= info->n_knots;
    }
  return n_left == 0 ||
         spur_container_fail (image, error, SPUR_STORE_ERROR_FORMAT, section->offset,
                              "knots: %" G_GUINT64_FORMAT " knots are of no time map", n_left);
}

gboolean
spur_container_tables_read (const SpurContainerImage *image,
                            const SpurContainerHeader *header,
                            SpurTrace *trace,
                            GError **error)
{
  return read_rows (image, header, SPUR_CONTAINER_STRINGS_TABLE, read_string, trace, error) &&
         read_rows (image, header, SPUR_CONTAINER_LISTS_TABLE, read_list, trace, error) &&
         read_rows (image, header, SPUR_CONTAINER_OBJECTS_TABLE, read_object, trace, error) &&
         read_rows (image, header, SPUR_CONTAINER_GROUPS_TABLE, read_group, trace, error) &&
         read_rows (image, header, SPUR_CONTAINER_PREVIOUS_TABLE, read_previous, trace, error) &&
         read_knots (image, header, error);
}
