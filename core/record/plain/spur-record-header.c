/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Writes the header with the typed calls of the plain C recorder: one for every event class of this
 * library, or for the classes that a file declares. */
#include <libxml/parser.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/format/spur-class-declaration.h"
#include "core/record/reading/spur-recording-tables-internal.h"

static char *prefix;
static char *output;
static char **inputs;

static const GOptionEntry options[] = {
  { "prefix", 'p', 0, G_OPTION_ARG_STRING, &prefix,
    "What the calls' names begin with (default spur_record)", "NAME" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Where to write (default standard output)",
    "FILE" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &inputs, NULL, "FILE.xml" },
  G_OPTION_ENTRY_NULL,
};

/* Names that a call of a class must not have, or a parameter. */
static const char *const reserved_calls[] = {
  "open",       "get",          "close",          "flush",      "dump",           "get_problem",
  "get_counts", "set_option",   "switch",         "string",     "state",          "object",
  "new_object", "known_object", "get_identifier", "group",      "list",           "fact",
  "put",        "put_at",       "declare",        "entry",      "real",           "calibrate",
  "get_ticks",  "begin",        "commit",         "get_stream", "set_attributes", "add_stream",
  "use_stream", "name_thread",  "get_position",   "get_origin", "writer",         "next_number",
  NULL,
};

static const char *const reserved_parameters[] = {
  "record",    "ticks",    "live",     "writer",   "auto",      "break", "case",     "char",
  "class",     "const",    "continue", "default",  "delete",    "do",    "double",   "else",
  "enum",      "explicit", "export",   "extern",   "float",     "for",   "friend",   "goto",
  "if",        "inline",   "int",      "long",     "namespace", "new",   "operator", "private",
  "protected", "public",   "register", "restrict", "return",    "short", "signed",   "sizeof",
  "static",    "struct",   "switch",   "template", "this",      "throw", "typedef",  "union",
  "unsigned",  "using",    "virtual",  "void",     "volatile",  "while", "bool",     "true",
  "false",     NULL,
};

/* As C wants it: "LO_Migration_Event" and "LoMigrationEvent" are lo_migration_event. */
static char *
make_identifier (const char *name)
{
  GString *text = g_string_new (NULL);

  for (const char *at = name; *at != '\0'; at++)
    {
      gboolean is_hump = at > name && g_ascii_isupper (*at) && g_ascii_islower (at[-1]);

      if (is_hump)
        g_string_append_c (text, '_');
      g_string_append_c (text, g_ascii_isalnum (*at) ? g_ascii_tolower (*at) : '_');
    }
  if (text->len == 0 || g_ascii_isdigit (text->str[0]))
    g_string_prepend_c (text, '_');
  return g_string_free (text, FALSE);
}

static char *
make_call_name (const char *class_name)
{
  char *name = make_identifier (class_name);
  g_autofree char *whole = g_strdup (name);

  if (g_str_has_suffix (name, "_event") && strlen (name) > strlen ("_event"))
    name[strlen (name) - strlen ("_event")] = '\0';
  if (!g_strv_contains (reserved_calls, name))
    return name;
  g_free (name);
  return g_strconcat (whole, "_", NULL);
}

static char *
make_parameter_name (const char *field)
{
  g_autofree char *name = make_identifier (field);

  return g_strv_contains (reserved_parameters, name) ? g_strconcat (name, "_value", NULL)
                                                     : g_steal_pointer (&name);
}

/* By type of field. */
static const char *const c_types[] = {
  [SPUR_FIELD_UINT8] = "uint8_t",           [SPUR_FIELD_UINT16] = "uint16_t",
  [SPUR_FIELD_UINT32] = "uint32_t",         [SPUR_FIELD_UINT64] = "uint64_t",
  [SPUR_FIELD_INT64] = "int64_t",           [SPUR_FIELD_DOUBLE] = "double",
  [SPUR_FIELD_STRING] = "SpurRecordString", [SPUR_FIELD_OBJECT] = "SpurRecordObject",
  [SPUR_FIELD_STATE] = "SpurRecordState",   [SPUR_FIELD_GROUP] = "SpurRecordGroup",
  [SPUR_FIELD_LIST] = "SpurRecordList",
};

static gboolean
is_entry (SpurFieldType type)
{
  return type >= SPUR_FIELD_STRING;
}

/* ---- What the recording says of the class ---- */

static void
put_c_string (GString *text, const char *value)
{
  g_autofree char *escaped = g_strescape (value, NULL);

  g_string_append_printf (text, "\"%s\"", escaped);
}

/* Compilers need not take longer strings than 4095 bytes in one piece. */
static void
put_long_c_string (GString *text, const char *value)
{
  gsize n_bytes = strlen (value);

  for (gsize i = 0; i < n_bytes || i == 0; i += 80)
    {
      g_autofree char *piece = g_strndup (value + i, 80);

      g_string_append (text, "\n  ");
      put_c_string (text, piece);
    }
}

static void
put_class (GString *text, const SpurEventLayout *layout, const char *call)
{
  g_autofree char *category = NULL;
  g_autofree char *ancestors = spur_recording_list_ancestors (layout, &category);
  g_autofree char *xml = spur_recording_make_class_xml (layout);

  g_string_append_printf (
    text, "SPUR_RECORD_CLASS_ SpurRecordClass %s_class_%s = {\n  SPUR_RECORD_UNKNOWN, %u, ", prefix,
    call, layout->n_fields);
  put_c_string (text, layout->name);
  g_string_append (text, ", ");
  put_c_string (text, ancestors);
  g_string_append (text, ", ");
  put_c_string (text, category);
  g_string_append (text, ",");
  put_long_c_string (text, xml);
  g_string_append (text, ",\n  NULL, 0, 0\n};\n\n");
}

/* ---- The calls ---- */

static void
put_comment (GString *text, const SpurEventLayout *layout)
{
  g_string_append_printf (text, "/* %s", layout->name);
  if (layout->parent_name != NULL && strcmp (layout->parent_name, "Event") != 0)
    g_string_append_printf (text, ", a special %s", layout->parent_name);
  g_string_append (text, "\n");
  for (guint i = 0; i < layout->n_fields; i++)
    {
      const SpurField *field = &layout->fields[i];
      g_autofree char *name = make_parameter_name (field->name);
      g_auto (GStrv) parts =
        g_strsplit (field->description != NULL ? field->description : "", "*/", -1);
      g_autofree char *description = g_strjoinv ("* /", parts);

      g_string_append_printf (text, " * @%s: %s%s%s\n", name, description,
                              field->unit != NULL ? ", in " : "",
                              field->unit != NULL ? field->unit : "");
    }
  g_string_append (text, " */\n");
}

static void
put_call (GString *text, const SpurEventLayout *layout, const char *call, gboolean has_time)
{
  g_string_append_printf (text, "SPUR_RECORD_INLINE_ void\n%s_%s%s (SpurRecord *record%s", prefix,
                          call, has_time ? "_at" : "", has_time ? ", uint64_t ticks" : "");
  for (guint i = 0; i < layout->n_fields; i++)
    {
      g_autofree char *name = make_parameter_name (layout->fields[i].name);

      g_string_append_printf (text, ", %s %s", c_types[layout->fields[i].type], name);
    }
  g_string_append_printf (text,
                          ")\n{\n  uint32_t live = spur_record_test_ (&%s_class_%s);\n"
                          "  SpurRecordWriter *writer;\n\n"
                          "  if (live == 0)\n    return;\n"
                          "  writer = spur_record_begin_ (record, %u);\n"
                          "  if (SPUR_RECORD_SELDOM_ (writer == NULL))\n    return;\n",
                          prefix, call, layout->n_fields);
  for (guint i = 0; i < layout->n_fields; i++)
    {
      SpurFieldType type = layout->fields[i].type;
      g_autofree char *name = make_parameter_name (layout->fields[i].name);

      g_string_append_printf (text,
                              is_entry (type) ? "  writer->at[%u] = spur_record_entry (%s.id);\n"
                              : type == SPUR_FIELD_DOUBLE
                                ? "  writer->at[%u] = spur_record_real (%s);\n"
                                : "  writer->at[%u] = (uint64_t) %s;\n",
                              i + 2, name);
    }
  g_string_append_printf (text, "  spur_record_commit_ (writer, live, %u, %s);\n}\n\n",
                          layout->n_fields,
                          has_time ? "ticks" : "spur_record_read_clock_ (writer)");
}

static void
put_type (GString *text, GType type)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  g_autofree char *call = make_call_name (layout->name);

  put_class (text, layout, call);
  put_comment (text, layout);
  put_call (text, layout, call, FALSE);
  put_call (text, layout, call, TRUE);
}

/* ---- Which classes ---- */

static int
compare_types (gconstpointer a, gconstpointer b)
{
  return strcmp (spur_event_type_get_layout (*(const GType *) a)->name,
                 spur_event_type_get_layout (*(const GType *) b)->name);
}

static void
collect_types (GArray *types, GType type)
{
  guint n_children;
  g_autofree GType *children = g_type_children (type, &n_children);

  for (guint i = 0; i < n_children; i++)
    {
      g_array_append_val (types, children[i]);
      collect_types (types, children[i]);
    }
}

static int
compare_type_names (gconstpointer a, gconstpointer b)
{
  return strcmp (g_type_name (*(const GType *) a), g_type_name (*(const GType *) b));
}

/* ---- Classes of objects and lists ---- */

/* SpurLoadObject is PREFIX_LOAD_OBJECT. Abstract classes have none. */
static void
put_named_type (GString *text, const char *c_type, GType base, GType type)
{
  const char *name = g_type_name (type);
  g_autofree char *identifier =
    make_identifier (g_str_has_prefix (name, "Spur") ? name + strlen ("Spur") : name);
  g_autofree char *whole = g_strconcat (prefix, "_", identifier, NULL);
  g_autofree char *constant = g_ascii_strup (whole, -1);

  if (!G_TYPE_IS_ABSTRACT (type))
    g_string_append_printf (text, "#define %s \\\n  SPUR_RECORD_VALUE_ (%s, \"%s\")\n", constant,
                            c_type, spur_recording_get_type_names (type, base));
}

static void
put_named_types (GString *text, const char *c_type, GType base)
{
  g_autoptr (GArray) types = g_array_new (FALSE, FALSE, sizeof (GType));

  collect_types (types, base);
  g_array_sort (types, compare_type_names);
  for (guint i = 0; i < types->len; i++)
    put_named_type (text, c_type, base, g_array_index (types, GType, i));
  g_string_append_c (text, '\n');
}

static void
put_all_named_types (GString *text)
{
  g_type_ensure (SPUR_TYPE_LOAD_OBJECT);
  g_type_ensure (SPUR_TYPE_TARGET);
  g_type_ensure (SPUR_TYPE_STATE_LIST);
  g_type_ensure (SPUR_TYPE_RESOURCE_LIST);
  put_named_types (text, "SpurRecordObjectType", SPUR_TYPE_ACTIVE_OBJECT);
  put_named_types (text, "SpurRecordListType", SPUR_TYPE_ENTRY_LIST);
}

static gboolean
declare_classes (GArray *types, const xmlNode *node, const char *path, GError **error)
{
  if (node->type != XML_ELEMENT_NODE)
    return TRUE;
  if (strcmp ((const char *) node->name, "event-class") == 0)
    {
      g_autoptr (SpurEventDeclaration) declaration =
        spur_class_declaration_parse (node, path, error);
      GType type =
        declaration != NULL ? spur_event_declaration_register (declaration, error) : G_TYPE_INVALID;

      if (type == G_TYPE_INVALID)
        return FALSE;
      g_array_append_val (types, type);
      return TRUE;
    }
  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    {
      if (!declare_classes (types, child, path, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
declare_file (GArray *types, const char *path, GError **error)
{
  xmlDoc *document =
    xmlReadFile (path, NULL, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
  guint n_before = types->len;
  gboolean is_good;

  if (document == NULL || document->intSubset != NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   "%s: is not well-formed XML without a document type", path);
      if (document != NULL)
        xmlFreeDoc (document);
      return FALSE;
    }
  is_good = declare_classes (types, xmlDocGetRootElement (document), path, error);
  xmlFreeDoc (document);
  if (is_good && types->len == n_before)
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           "%s: declares no <event-class>", path);
  return is_good;
}

static char *
make_header (GArray *types)
{
  GString *text = g_string_new (NULL);
  g_autofree char *name = output != NULL ? g_path_get_basename (output) : g_strdup (prefix);
  g_autofree char *identifier = make_identifier (name);
  g_autofree char *guard = g_ascii_strup (identifier, -1);

  g_string_append_printf (text,
                          "/* Made by spur-record-header: the typed calls of the event classes.\n"
                          " *\n"
                          " * SPDX-FileCopyrightText: 2026 The Spur authors\n"
                          " * SPDX-License-Identifier: BSD-2-Clause\n"
                          " */\n"
                          "#ifndef %s\n#define %s\n\n#include <spur-record.h>\n\n"
                          "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n",
                          guard, guard);
  if (inputs == NULL)
    put_all_named_types (text);
  for (guint i = 0; i < types->len; i++)
    put_type (text, g_array_index (types, GType, i));
  g_string_append (text, "#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
  return g_string_free (text, FALSE);
}

static gboolean
write_header (GError **error)
{
  g_autoptr (GArray) types = g_array_new (FALSE, FALSE, sizeof (GType));
  g_autofree char *text = NULL;

  for (guint i = 0; inputs != NULL && inputs[i] != NULL; i++)
    {
      if (!declare_file (types, inputs[i], error))
        return FALSE;
    }
  if (inputs == NULL)
    {
      collect_types (types, SPUR_TYPE_EVENT);
      g_array_sort (types, compare_types);
    }
  text = make_header (types);
  if (output != NULL)
    return g_file_set_contents (output, text, -1, error);
  g_print ("%s", text);
  return TRUE;
}

int
main (int argc, char *argv[])
{
  g_autoptr (GOptionContext) context = g_option_context_new ("[FILE.xml…]");
  g_autoptr (GError) error = NULL;
  gboolean is_good;

  g_option_context_set_summary (context,
                                "Writes a C header with a typed call for every event class of "
                                "Spur, or for those that the files declare.");
  g_option_context_add_main_entries (context, options, NULL);
  is_good = g_option_context_parse (context, &argc, &argv, &error);
  if (is_good && prefix == NULL)
    prefix = g_strdup ("spur_record");
  is_good = is_good && write_header (&error);
  if (!is_good)
    g_printerr ("spur-record-header: %s\n", error->message);
  g_free (prefix);
  g_free (output);
  g_strfreev (inputs);
  return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
