/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Definitions and data that want to exhaust time or memory, or to reach other files. Each must end
 * in an error, within a second and 100 MB. */
#include "config.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/format/spur-codec.h"
#include "tests/format/format-files.h"

#define MAX_SECONDS 1.0
#define MAX_KILOBYTES (100 * 1024)
#define MANY 1000000

/* A sanitizer's own memory and time are not what is measured. */
#if defined(__SANITIZE_ADDRESS__)
#define IS_MEASURED FALSE
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_MEASURED FALSE
#endif
#endif
#ifndef IS_MEASURED
#define IS_MEASURED TRUE
#endif

typedef struct
{
  const char *name;
  /* Both make a new text; NULL @data: the definition must be refused. */
  GString *(*definition) (void);
  GString *(*data) (void);
} Attack;

static void
repeat (GString *out, const char *text, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append (out, text);
}

static GString *
make_format (const char *head, const char *encoding)
{
  GString *out = g_string_new ("<?xml version=\"1.0\"?>\n");

  g_string_append_printf (out,
                          "<format xmlns=\"urn:spur:format:1\" name=\"hostile\" version=\"1\">%s%s"
                          "</format>",
                          head, encoding);
  return out;
}

/* Definitions */

#define LINES "<key-value><event class=\"*\"><time key=\"t\"/><fields/></event></key-value>"

static GString *
bomb (void)
{
  GString *out = g_string_new ("<?xml version=\"1.0\"?>\n<!DOCTYPE format [<!ENTITY a0 \"ha\">");

  for (guint i = 1; i < 40; i++)
    g_string_append_printf (
      out, "<!ENTITY a%u \"&a%u;&a%u;&a%u;&a%u;&a%u;&a%u;&a%u;&a%u;&a%u;&a%u;\">", i, i - 1, i - 1,
      i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
  g_string_append (out, "]>\n<format xmlns=\"urn:spur:format:1\" name=\"bomb\" version=\"1\">"
                        "<description>&a39;</description>" LINES "</format>");
  return out;
}

static GString *
quadratic_bomb (void)
{
  GString *out = g_string_new ("<?xml version=\"1.0\"?>\n<!DOCTYPE format [<!ENTITY a \"");

  repeat (out, "x", 100000);
  g_string_append (out, "\">]>\n<format xmlns=\"urn:spur:format:1\" name=\"bomb\" version=\"1\">"
                        "<description>");
  repeat (out, "&a;", 100000);
  g_string_append (out, "</description>" LINES "</format>");
  return out;
}

static GString *
external_entity (void)
{
  return g_string_new ("<?xml version=\"1.0\"?>\n<!DOCTYPE format [<!ENTITY a SYSTEM "
                       "\"file:///etc/passwd\">]>\n<format xmlns=\"urn:spur:format:1\" "
                       "name=\"bomb\" version=\"1\"><description>&a;</description>" LINES
                       "</format>");
}

static GString *
external_type (void)
{
  return g_string_new ("<?xml version=\"1.0\"?>\n<!DOCTYPE format SYSTEM "
                       "\"http://127.0.0.1:9/format.dtd\">\n<format xmlns=\"urn:spur:format:1\" "
                       "name=\"bomb\" version=\"1\">" LINES "</format>");
}

static GString *
inclusion (void)
{
  return make_format ("<x:include xmlns:x=\"http://www.w3.org/2001/XInclude\" "
                      "href=\"file:///etc/passwd\" parse=\"text\"/>",
                      LINES);
}

static GString *
nested (void)
{
  GString *out = g_string_new ("<?xml version=\"1.0\"?>\n");

  repeat (out, "<format xmlns=\"urn:spur:format:1\">", MANY);
  return out;
}

static GString *
closed_nested (void)
{
  GString *out = g_string_new ("<?xml version=\"1.0\"?>\n");

  repeat (out, "<a>", MANY);
  repeat (out, "</a>", MANY);
  return out;
}

/* As many as the limit of the definition's size allows. */
static GString *
nested_below_limit (void)
{
  GString *out = g_string_new ("<?xml version=\"1.0\"?>\n<format xmlns=\"urn:spur:format:1\">");

  repeat (out, "<a>", 300000);
  return out;
}

static void
add_attributes (GString *out, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, " a%u=''", i);
}

static GString *
attributes (void)
{
  GString *out = g_string_new ("<?xml version=\"1.0\"?>\n<format xmlns=\"urn:spur:format:1\"");

  add_attributes (out, MANY);
  g_string_append (out, "/>");
  return out;
}

static GString *
attributes_below_limit (void)
{
  GString *out = g_string_new ("<?xml version=\"1.0\"?>\n<format xmlns=\"urn:spur:format:1\"");

  add_attributes (out, 90000);
  g_string_append (out, "/>");
  return out;
}

static GString *
expression_below_limit (void)
{
  GString *text = g_string_new ("<pattern><expression>");
  GString *out;

  repeat (text, "(a|", 5000);
  repeat (text, ")", 5000);
  g_string_append (text, "</expression><event class=\"Custom_Event\"><time key=\"t\"/></event>"
                         "</pattern>");
  out = make_format ("", text->str);
  g_string_free (text, TRUE);
  return out;
}

static GString *
long_name (void)
{
  GString *out = g_string_new ("<?xml version=\"1.0\"?>\n<");

  repeat (out, "format", MANY);
  g_string_append (out, "/>");
  return out;
}

static GString *
long_text (void)
{
  GString *text = g_string_new ("<description>");

  repeat (text, "long text ", 2 * MANY);
  g_string_append (text, "</description>");
  GString *out = make_format (text->str, LINES);
  g_string_free (text, TRUE);
  return out;
}

static GString *
extends_itself (void)
{
  return make_format ("<event-classes><event-class name=\"A_Event\" extends=\"A_Event\"/>"
                      "</event-classes>",
                      LINES);
}

static GString *
extends_in_circle (void)
{
  return make_format ("<event-classes><event-class name=\"A_Event\" extends=\"B_Event\"/>"
                      "<event-class name=\"B_Event\" extends=\"A_Event\"/></event-classes>",
                      LINES);
}

static GString *
many_classes (void)
{
  GString *text = g_string_new ("<event-classes>");
  GString *out;

  for (guint i = 0; i < 15000; i++)
    {
      g_autofree char *parent =
        i == 0 ? g_strdup ("Custom_Event") : g_strdup_printf ("A%u_Event", i - 1);

      g_string_append_printf (text, "<event-class name=\"A%u_Event\" extends=\"%s\"/>", i, parent);
    }
  g_string_append (text, "</event-classes>");
  out = make_format (text->str, LINES);
  g_string_free (text, TRUE);
  return out;
}

static GString *
many_fields (void)
{
  GString *text = g_string_new ("<event-classes><event-class name=\"A_Event\" "
                                "extends=\"Custom_Event\">");
  GString *out;

  for (guint i = 0; i < 25000; i++)
    g_string_append_printf (text, "<field name=\"f%u\" type=\"uint64\"/>", i);
  g_string_append (text, "</event-class></event-classes>");
  out = make_format (text->str, LINES);
  g_string_free (text, TRUE);
  return out;
}

static GString *
missing_lookup (void)
{
  return make_format (
    "<lookups><lookup name=\"a\"><entry text=\"b\" value=\"1\"/></lookup></lookups>",
    "<key-value><event class=\"Channel_Send_Event\"><time key=\"t\"/>"
    "<field name=\"tag\" lookup=\"b\"/></event></key-value>");
}

static GString *
many_rules (void)
{
  GString *text = g_string_new ("<key-value>");
  GString *out;

  for (guint i = 0; i < 15000; i++)
    g_string_append_printf (text, "<event class=\"Custom_Event\" written=\"%u\"><fields/></event>",
                            i);
  g_string_append (text, "</key-value>");
  out = make_format ("", text->str);
  g_string_free (text, TRUE);
  return out;
}

static GString *
many_groups (void)
{
  GString *text = g_string_new ("<pattern><expression>");
  GString *out;

  repeat (text, "(", 100000);
  repeat (text, ")*", 100000);
  g_string_append (text, "</expression><event class=\"Custom_Event\"><time key=\"t\"/></event>"
                         "</pattern>");
  out = make_format ("", text->str);
  g_string_free (text, TRUE);
  return out;
}

static GString *
large_expression (void)
{
  return make_format ("", "<pattern><expression>(?&lt;t>((a{1000}){1000}){1000})</expression>"
                          "<event class=\"Custom_Event\"><time key=\"t\"/></event></pattern>");
}

/* Data */

static GString *
exponential (void)
{
  return make_format ("", "<pattern><expression>^(?&lt;t>\\d+) (a+)+$</expression>"
                          "<event class=\"Custom_Event\"><time key=\"t\"/></event></pattern>");
}

static GString *
exponential_lines (void)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < 1000; i++)
    {
      g_string_append_printf (out, "%u ", i);
      repeat (out, "a", 5000);
      g_string_append (out, "b\n");
    }
  return out;
}

static GString *
xml (void)
{
  return make_format ("", "<xml root=\"log\"><event class=\"*\"><time key=\"t\"/><class/>"
                          "<fields/></event></xml>");
}

static GString *
bomb_data (void)
{
  GString *out = bomb ();

  g_string_append (out, "<log/>");
  return out;
}

static GString *
external_data (void)
{
  return g_string_new (
    "<!DOCTYPE log [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><log><Custom_Event "
    "t=\"&a;\"/></log>");
}

static GString *
nested_data (void)
{
  GString *out = g_string_new ("<log>");

  repeat (out, "<Custom_Event t='1'>", MANY);
  return out;
}

static GString *
attribute_data (void)
{
  GString *out = g_string_new ("<log><Custom_Event t='1'");

  add_attributes (out, MANY);
  g_string_append (out, "/></log>");
  return out;
}

static GString *
long_name_data (void)
{
  GString *out = g_string_new ("<log><");

  repeat (out, "Custom", 2 * MANY);
  g_string_append (out, "/></log>");
  return out;
}

static GString *
long_value_data (void)
{
  GString *out = g_string_new ("<log><Custom_Event t='1' object='");

  repeat (out, "&amp;", 2 * MANY);
  g_string_append (out, "'/></log>");
  return out;
}

static GString *
many_unknown_data (void)
{
  GString *out = g_string_new ("<log>");

  repeat (out, "<Custom_Event t='1'/>", 50000);
  g_string_append (out, "<Unknown_Event t='1'/></log>");
  return out;
}

static GString *
binary (void)
{
  return make_format ("<event-classes><event-class name=\"A_Event\" extends=\"Custom_Event\">"
                      "<field name=\"text\" type=\"string\"/></event-class></event-classes>",
                      "<binary length=\"varint\"><event class=\"A_Event\" written=\"1\">"
                      "<class as=\"varint\"/><time as=\"varint\"/>"
                      "<field name=\"values\" as=\"uint8\" array=\"true\"/>"
                      "<field name=\"text\" as=\"text\"/></event></binary>");
}

/* A number of 2^63, and one that never ends. */
#define HUGE_NUMBER "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"
#define ENDLESS_NUMBER "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"

static GString *
long_record_data (void)
{
  return g_string_new (HUGE_NUMBER "\x01\x01\x01");
}

static GString *
long_array_data (void)
{
  return g_string_new ("\x10\x01\x01" HUGE_NUMBER "xxxxxxxx");
}

static GString *
long_text_data (void)
{
  return g_string_new ("\x0e\x01\x01\x01x" HUGE_NUMBER);
}

static GString *
endless_number_data (void)
{
  return g_string_new (ENDLESS_NUMBER);
}

static GString *
unknown_class_data (void)
{
  return g_string_new ("\x0a" HUGE_NUMBER);
}

static GString *
interned (void)
{
  return make_format ("", "<binary><define of=\"*\"><class/><fields/></define><event class=\"*\">"
                          "<class/><stream/><time as=\"varint\"/><fields/></event></binary>");
}

static GString *
missing_text_data (void)
{
  return g_string_new (HUGE_NUMBER);
}

/* A class, then an event of stream number 2^63. */
static GString *
missing_stream_data (void)
{
  GString *out = g_string_new (NULL);

  g_string_append_len (out,
                       "\0\x0c"
                       "Custom_Event",
                       14);
  g_string_append (out, HUGE_NUMBER "\x01\x01");
  return out;
}

/* A time of 2^63 ns. */
static GString *
late_data (void)
{
  GString *out = g_string_new ("\x0d\x01" HUGE_NUMBER);

  g_string_append_len (out, "\0", 2);
  return out;
}

/* Definitions that say nothing, and then one that is not there. */
static GString *
many_definitions_data (void)
{
  GString *out = g_string_new (NULL);

  g_string_append_len (out, "\0\x05@fact", 7);
  for (guint i = 0; i < 200000; i++)
    g_string_append_len (out, i == 0 ? "\0" : "\x01", i == 0 ? 1 : 2);
  g_string_append (out, HUGE_NUMBER);
  return out;
}

static const Attack attacks[] = {
  { "entity-bomb", bomb, NULL },
  { "quadratic-entity-bomb", quadratic_bomb, NULL },
  { "external-entity", external_entity, NULL },
  { "external-document-type", external_type, NULL },
  { "xinclude", inclusion, NULL },
  { "nested-elements", nested, NULL },
  { "closed-nested-elements", closed_nested, NULL },
  { "attributes", attributes, NULL },
  { "nested-elements-below-limit", nested_below_limit, NULL },
  { "attributes-below-limit", attributes_below_limit, NULL },
  { "expression-below-limit", expression_below_limit, NULL },
  { "long-name", long_name, NULL },
  { "long-text", long_text, NULL },
  { "class-extends-itself", extends_itself, NULL },
  { "classes-extend-each-other", extends_in_circle, NULL },
  { "many-classes", many_classes, NULL },
  { "many-fields", many_fields, NULL },
  { "missing-lookup", missing_lookup, NULL },
  { "many-rules", many_rules, NULL },
  { "nested-expression", many_groups, NULL },
  { "large-expression", large_expression, NULL },
  { "exponential-expression", exponential, exponential_lines },
  { "xml-entity-bomb", xml, bomb_data },
  { "xml-external-entity", xml, external_data },
  { "xml-nested-elements", xml, nested_data },
  { "xml-attributes", xml, attribute_data },
  { "xml-long-name", xml, long_name_data },
  { "xml-long-value", xml, long_value_data },
  { "xml-unknown-class", xml, many_unknown_data },
  { "binary-long-record", binary, long_record_data },
  { "binary-long-array", binary, long_array_data },
  { "binary-long-text", binary, long_text_data },
  { "binary-endless-number", binary, endless_number_data },
  { "binary-unknown-class", binary, unknown_class_data },
  { "binary-late", binary, late_data },
  { "binary-missing-text", interned, missing_text_data },
  { "binary-missing-stream", interned, missing_stream_data },
  { "binary-many-definitions", interned, many_definitions_data },
};

/* The error, or NULL where there is none. */
static GError *
attack (const Attack *self, const char *definition, const char *path)
{
  g_autofree char *text = NULL;
  g_autoptr (SpurFormat) format = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  GError *error = NULL;
  gsize n_bytes;

  g_assert_true (g_file_get_contents (definition, &text, &n_bytes, NULL));
  format = spur_format_new_from_data ("hostile.xml", text, (gssize) n_bytes, &error);
  g_clear_pointer (&text, g_free);
  if (format == NULL || path == NULL)
    return error;
  trace = spur_format_read (format, path, NULL, &error);
  return error;
}

static char *
keep (GString *text)
{
  char *path = NULL;
  int fd = g_file_open_tmp ("spur-XXXXXX.hostile", &path, NULL);

  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  g_string_free (text, TRUE);
  return path;
}

static double
get_seconds (const struct rusage *usage)
{
  return (double) (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
         (double) (usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1e6;
}

/* In a process of its own, whose time and memory are then known. */
static void
test_attack (gconstpointer data)
{
  const Attack *self = data;
  g_autofree char *definition = keep (self->definition ());
  g_autofree char *path = self->data != NULL ? keep (self->data ()) : NULL;
  gboolean is_measured = IS_MEASURED && g_getenv ("SPUR_TEST_SCALE") == NULL;
  struct rusage usage;
  int status;
  pid_t child;

  fflush (stdout);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      GError *error = attack (self, definition, path);

      if (error != NULL)
        printf ("# %.200s\n", error->message);
      fflush (stdout);
      _exit (error == NULL                                                   ? 1
             : error->domain != SPUR_FORMAT_ERROR || *error->message == '\0' ? 2
                                                                             : 0);
    }
  g_assert_cmpint (wait4 (child, &status, 0, &usage), ==, child);
  g_unlink (definition);
  if (path != NULL)
    g_unlink (path);
  if (WIFSIGNALED (status))
    g_error ("ends by signal %d", WTERMSIG (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
  g_test_message ("%.3f s, %ld KB", get_seconds (&usage), usage.ru_maxrss);
  if (!is_measured)
    return;
  g_assert_cmpfloat (get_seconds (&usage), <, MAX_SECONDS);
  g_assert_cmpint (usage.ru_maxrss, <, MAX_KILOBYTES);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (attacks); i++)
    {
      g_autofree char *name = g_strconcat ("/hostile/", attacks[i].name, NULL);

      g_test_add_data_func (name, &attacks[i], test_attack);
    }
  return g_test_run ();
}
