/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <libxml/parser.h>
#include <string.h>

#include "core/format/xml/spur-xml-scanner-private.h"
#include "tests/test-corpus.h"

/* What a document says, as a text to be compared: elements, attributes, texts. */

static void
put (GString *out, const char *text, gsize n_bytes)
{
  g_string_append_len (out, text, (gssize) n_bytes);
}

static void
put_decoded (GString *out, const SpurSlice *slice, gboolean is_coded, SpurXmlTextKind kind)
{
  gsize n_bytes = spur_slice_get_n_bytes (slice);
  g_autofree char *text = g_malloc (n_bytes + 1);
  char *end = text + n_bytes;

  memcpy (text, slice->begin, n_bytes);
  if (is_coded)
    end = spur_xml_decode (text, end, kind, text);
  put (out, text, (gsize) (end - text));
}

static void
put_end (GString *out, const SpurSlice *name)
{
  g_string_append (out, "</");
  put (out, name->begin, spur_slice_get_n_bytes (name));
  g_string_append (out, ">");
}

static void
put_begin (GString *out, const SpurXmlScanner *scanner)
{
  g_string_append (out, "<");
  put (out, scanner->name.begin, spur_slice_get_n_bytes (&scanner->name));
  for (guint i = 0; i < scanner->n_attributes; i++)
    {
      const SpurXmlAttribute *attribute = &scanner->attributes[i];

      g_string_append (out, "|");
      put (out, attribute->name.begin, spur_slice_get_n_bytes (&attribute->name));
      g_string_append (out, "=");
      put_decoded (out, &attribute->value, attribute->is_coded, SPUR_XML_VALUE);
    }
  g_string_append (out, ">");
  if (scanner->is_empty)
    put_end (out, &scanner->name);
}

/* NULL where the document is refused. */
static char *
scan (const char *text, gsize n_bytes, SpurXmlScanner *scanner)
{
  g_autoptr (GString) out = g_string_new (NULL);
  /* Of the very size, so that a read beyond it is seen. */
  g_autofree char *copy = g_memdup2 (text, n_bytes);
  SpurXmlToken token;

  spur_xml_scanner_init (scanner, copy != NULL ? copy : "", n_bytes);
  scanner->keeps_blanks = TRUE;
  while ((token = spur_xml_scanner_next (scanner)) > SPUR_XML_END_OF_DOCUMENT)
    {
      if (token == SPUR_XML_BEGIN && spur_xml_scanner_find_twice (scanner) >= 0)
        return NULL;
      if (token == SPUR_XML_BEGIN)
        put_begin (out, scanner);
      else if (token == SPUR_XML_END)
        put_end (out, &scanner->name);
      else if (scanner->depth > 0)
        put_decoded (out, &scanner->text, scanner->is_coded, scanner->kind);
    }
  if (token == SPUR_XML_END_OF_DOCUMENT)
    return g_string_free (g_steal_pointer (&out), FALSE);
  g_assert_cmpstr (scanner->error, !=, "");
  g_assert_true (scanner->error_at >= scanner->begin && scanner->error_at <= scanner->end);
  return NULL;
}

/* The same by libxml2. */

static void
libxml_begin (void *data, const xmlChar *name, const xmlChar **attributes)
{
  g_string_append_printf (data, "<%s", name);
  for (guint i = 0; attributes != NULL && attributes[i] != NULL; i += 2)
    g_string_append_printf (data, "|%s=%s", attributes[i], attributes[i + 1]);
  g_string_append (data, ">");
}

static void
libxml_end (void *data, const xmlChar *name)
{
  g_string_append_printf (data, "</%s>", name);
}

static void
libxml_text (void *data, const xmlChar *text, int n_bytes)
{
  put (data, (const char *) text, (gsize) n_bytes);
}

static void
ignore_problem (void *data, xmlError *problem)
{
}

static char *
scan_by_libxml (const char *text, gsize n_bytes)
{
  g_autoptr (GString) out = g_string_new (NULL);
  xmlSAXHandler handler = { .startElement = libxml_begin,
                            .endElement = libxml_end,
                            .characters = libxml_text,
                            .ignorableWhitespace = libxml_text,
                            .cdataBlock = libxml_text };
  xmlParserCtxt *context = xmlNewParserCtxt ();
  gboolean is_good;

  *context->sax = handler;
  context->userData = out;
  (void) xmlCtxtReadMemory (context, text, (int) n_bytes, NULL, NULL, XML_PARSE_NONET);
  is_good = context->wellFormed;
  xmlFreeParserCtxt (context);
  return is_good ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}

static const char *const documents[] = {
  "<a/>",
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<trace>\n<e t='1' s=\"x &lt; "
  "&#65;&#x42;\"/>\n</trace>",
  "<?xml version='1.0' standalone='yes' ?><!-- c --><a><?pi some?><b c = 'd' >t&amp;u</b > "
  "</a><!---->",
  "<a><![CDATA[ <b> ]] & ]]>x]y\r\nz</a>",
  "<\xc3\xa4 \xc3\xb6=\"\xe2\x82\xac\t\r\n&#9;&#10;\"/>",
  "\xef\xbb\xbf<a b=\"'\" c='\"'>\xf0\x9f\x98\x80&apos;&quot;&gt;</a>",
  "<a:b xmlns:a='u'><a:c d:e='f'/></a:b>",
  /* Names that are those of the element before, or begin like them. */
  "<r><abcdefgh n='1' abcdefghi='2'/><abcdefghi nm='3' abcdefgh='4'/><abcdefghi nn='5' "
  "abcdefghj='6'/><e n='7'/><e n\xc3\xa4='8'/><e n ='9'/></r>",
  /* Values that end, or have what is no plain byte, at and behind a word's end. */
  "<r a='1234567' b='12345678' c='123456789' d='1234567\\' e='12345678\\n' f='a b c d e f g h\"' "
  "g='!#$%()*+&lt;0123456\xc3\xa4' h='0123456789abcdef&gt;'/>",
};

static void
test_documents (void)
{
  g_autofree SpurXmlScanner *scanner = g_new0 (SpurXmlScanner, 1);

  g_test_summary ("Says of a document what libxml2 says.");

  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autofree char *expected = scan_by_libxml (documents[i], strlen (documents[i]));
      g_autofree char *found = scan (documents[i], strlen (documents[i]), scanner);

      if (found == NULL)
        g_error ("%s: %s", documents[i], scanner->error);
      if (expected != NULL)
        g_assert_cmpstr (found, ==, expected);
    }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text;
    const char *error;
  } cases[] = {
    { "", "the document ends" },
    { "text", "outside of the outermost" },
    { "<a/><b/>", "one outermost" },
    { "<a></b>", "</a> must be here, it is </b" },
    { "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "a document type may not be here" },
    { "<a>&b;</a>", "no reference that XML" },
    { "<a b='1'c='2'/>", "white space must be before" },
    { "<a b='<'/>", "< may not be in the value" },
    { "<a b=1/>", "must begin with a quote" },
    { "<a b/>", "= must follow" },
    { "<a>]]></a>", "]]> may not be" },
    { "<a><!-- -- --></a>", "-- may not be in a comment" },
    { "<a>\x01</a>", "0x01" },
    { "<a>\xff</a>", "0xff" },
    { "<a>\xed\xa0\x80</a>", "0xed" },
    { "<a>\xef\xbf\xbf</a>", "0xef" },
    { "<a>&#0;</a>", "no reference" },
    { "<a>&#xd800;</a>", "no reference" },
    { "<a>&#99999999999999999999;</a>", "no reference" },
    { "<1/>", "cannot begin with" },
    { " <?xml version='1.0'?><a/>", "at the very beginning" },
    { "<?xml version='2.0'?><a/>", "version of XML" },
    { "<?xml encoding='UTF-8'?><a/>", "version, encoding" },
  };
  g_autofree SpurXmlScanner *scanner = g_new0 (SpurXmlScanner, 1);

  g_test_summary ("What is not well-formed is refused, and it is said why.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *found = scan (cases[i].text, strlen (cases[i].text), scanner);

      if (found != NULL || strstr (scanner->error, cases[i].error) == NULL)
        g_error ("%s: %s", cases[i].text, found != NULL ? found : scanner->error);
    }
}

static void
test_truncated (void)
{
  g_autofree SpurXmlScanner *scanner = g_new0 (SpurXmlScanner, 1);

  g_test_summary ("A document that ends before its outermost element is refused as truncated.");

  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      const char *end = g_strrstr (documents[i], ">");
      gsize n_bytes = i == 2 ? strlen (documents[i]) - strlen ("<!---->") : strlen (documents[i]);

      g_assert_nonnull (end);
      for (gsize n = 0; n < n_bytes; n++)
        {
          g_autofree char *found = scan (documents[i], n, scanner);

          g_assert_null (found);
          if (!scanner->is_truncated)
            g_error ("%.*s: %s", (int) n, documents[i], scanner->error);
        }
    }
}

static char *
repeat (const char *text, guint n)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append (out, text);
  return g_string_free (out, FALSE);
}

static void
check_limit (const char *before, const char *what, guint n, const char *after, const char *error)
{
  g_autofree SpurXmlScanner *scanner = g_new0 (SpurXmlScanner, 1);

  for (guint over = 0; over < 2; over++)
    {
      g_autofree char *middle = repeat (what, n + over);
      g_autofree char *text = g_strconcat (before, middle, after, NULL);
      SpurXmlToken token;

      spur_xml_scanner_init (scanner, text, strlen (text));
      do
        token = spur_xml_scanner_next (scanner);
      while (token > SPUR_XML_END_OF_DOCUMENT);
      if (over > 0 || !scanner->is_truncated)
        g_assert_cmpint (token, ==, over > 0 ? SPUR_XML_ERROR : SPUR_XML_END_OF_DOCUMENT);
      g_assert_true (over == 0 || strstr (scanner->error, error) != NULL);
    }
}

static void
test_limits (void)
{
  g_test_summary ("One step past each limit.");

  check_limit ("", "<a>", SPUR_XML_MAX_DEPTH, "", "within one another");
  check_limit ("<", "a", SPUR_XML_MAX_NAME_BYTES, "/>", "the name of an element has");
  check_limit ("<a ", "a='1' ", SPUR_XML_MAX_ATTRIBUTES, "/>", "may have 256 attributes");
  check_limit ("<a b='", "x", SPUR_XML_MAX_TEXT_BYTES, "'/>", "an attribute has");
  check_limit ("<a>", "x", SPUR_XML_MAX_TEXT_BYTES, "</a>", "a text has");
  check_limit ("<a><![CDATA[", "x", SPUR_XML_MAX_TEXT_BYTES, "]]></a>", "a text has");
}

static void
mutate (GRand *rand, GString *text)
{
  static const char *const pieces[] = {
    "<",
    ">",
    "/",
    "&",
    ";",
    "'",
    "\"",
    "=",
    " ",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "?>",
    "&lt;",
    "&#10;",
    "\r\n",
    "<a>",
    "</a>",
    "b='c'",
    "\xc3\xa4",
    "\xef\xbf\xbd",
    "\x80",
    "x",
    ":",
    "<?xml version='1.0'?>",
    "\t",
  };
  guint n_changes = (guint) g_rand_int_range (rand, 1, 4);

  for (guint i = 0; i < n_changes && text->len > 0; i++)
    {
      gssize at = g_rand_int_range (rand, 0, (gint32) text->len);
      guint kind = (guint) g_rand_int_range (rand, 0, 4);

      if (kind == 0)
        g_string_erase (text, at,
                        g_rand_int_range (rand, 1, (gint32) MIN (text->len - (gsize) at, 4) + 1));
      else if (kind == 1)
        text->str[at] = (char) g_rand_int_range (rand, 1, 128);
      else
        g_string_insert (text, at,
                         pieces[g_rand_int_range (rand, 0, (gint32) G_N_ELEMENTS (pieces))]);
    }
}

/* libxml2 is of other opinion on purpose where it comes to document types, and to what an XML
 * declaration may say besides the version. */
static gboolean
is_comparable (const GString *text)
{
  const char *declaration = strcasestr (text->str, "<?xml");

  return strstr (text->str, "<!D") == NULL && strstr (text->str, "<!E") == NULL &&
         (declaration == NULL || g_str_has_prefix (declaration, "<?xml version='1.0'?>"));
}

static void
test_random (void)
{
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autofree SpurXmlScanner *scanner = g_new0 (SpurXmlScanner, 1);
  guint n_good = 0, n_bad = 0;

  g_test_summary ("Damaged documents are refused exactly where libxml2 refuses them.");
  g_test_message ("seed %u", seed);

  for (guint i = 0; i < spur_test_scale (100000); i++)
    {
      g_autoptr (GString) text =
        g_string_new (documents[g_rand_int_range (rand, 0, (gint32) G_N_ELEMENTS (documents))]);
      g_autofree char *expected = NULL;
      g_autofree char *found = NULL;

      mutate (rand, text);
      if (!is_comparable (text))
        continue;
      expected = scan_by_libxml (text->str, text->len);
      found = scan (text->str, text->len, scanner);
      if (g_strcmp0 (found, expected) != 0)
        g_error ("%s\nis by libxml2 %s\nbut here %s (%s)", text->str, expected, found,
                 found == NULL ? scanner->error : "");
      n_good += found != NULL;
      n_bad += found == NULL;
    }
  g_assert_cmpuint (n_good, >, n_bad / 100);
}

static void
test_encodings (void)
{
  static const char latin[] = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a b=\"\xe4\"/>";
  static const char unknown[] = "<?xml version=\"1.0\" encoding=\"no-such\"?><a/>";
  g_autoptr (GBytes) in = g_bytes_new_static (latin, strlen (latin));
  g_autoptr (GBytes) bad = g_bytes_new_static (unknown, strlen (unknown));
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) out = spur_xml_to_utf8 (in, &error);
  g_autoptr (GBytes) wide = NULL;
  g_autoptr (GBytes) back = NULL;
  g_autofree char *text = NULL;
  gsize n_bytes;

  g_test_summary ("Documents in other encodings are taken to UTF-8.");

  g_assert_no_error (error);
  g_assert_nonnull (
    memmem (g_bytes_get_data (out, NULL), g_bytes_get_size (out), "\"\xc3\xa4\"", 4));
  text = g_convert ("<a>\xe2\x82\xac</a>", -1, "UTF-16", "UTF-8", NULL, &n_bytes, NULL);
  wide = g_bytes_new (text, n_bytes);
  back = spur_xml_to_utf8 (wide, &error);
  g_assert_no_error (error);
  g_assert_nonnull (
    memmem (g_bytes_get_data (back, NULL), g_bytes_get_size (back), ">\xe2\x82\xac<", 5));
  g_assert_null (spur_xml_to_utf8 (bad, &error));
  g_assert_nonnull (error);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  xmlInitParser ();
  xmlSetStructuredErrorFunc (NULL, ignore_problem);
  g_test_add_func ("/xml-scanner/documents", test_documents);
  g_test_add_func ("/xml-scanner/refused", test_refused);
  g_test_add_func ("/xml-scanner/truncated", test_truncated);
  g_test_add_func ("/xml-scanner/limits", test_limits);
  g_test_add_func ("/xml-scanner/random", test_random);
  g_test_add_func ("/xml-scanner/encodings", test_encodings);
  return g_test_run ();
}
