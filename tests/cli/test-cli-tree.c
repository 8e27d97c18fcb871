/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>

#include "cli/output/spur-tree.h"

static void
assert_json (SpurTree *tree, gboolean is_pretty, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  spur_tree_append_json (tree, text, is_pretty);
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_values (void)
{
  g_autoptr (SpurTree) tree = spur_tree_new ();

  g_test_summary ("Each type of value has its form in JSON, in the order in which it was added.");

  spur_tree_add_int (tree, "least", G_MININT64);
  spur_tree_add_count (tree, "most", G_MAXINT64);
  spur_tree_add_double (tree, "whole", 3);
  spur_tree_add_double (tree, "tenth", 0.1);
  spur_tree_add_double (tree, "large", 1e20);
  spur_tree_add_double (tree, "none", NAN);
  spur_tree_add_double (tree, "infinite", -INFINITY);
  spur_tree_add_bool (tree, "yes", TRUE);
  spur_tree_add_null (tree, "null");
  assert_json (tree, FALSE,
               "{\"least\":-9223372036854775808,\"most\":9223372036854775807,\"whole\":3.0,"
               "\"tenth\":0.10000000000000001,\"large\":1e+20,\"none\":null,\"infinite\":null,"
               "\"yes\":true,\"null\":null}");
}

static void
test_strings (void)
{
  g_autoptr (SpurTree) tree = spur_tree_new ();

  g_test_summary ("Strings are escaped, and what is no UTF-8 is replaced.");

  spur_tree_add_string (tree, "a\"b", "\b\f\n\r\t\\\"\x01\x1f\x7f\xc3\xa4");
  spur_tree_add_string (tree, "bad", "x\xff");
  spur_tree_add_string (tree, "absent", NULL);
  assert_json (tree, FALSE,
               "{\"a\\\"b\":\"\\b\\f\\n\\r\\t\\\\\\\"\\u0001\\u001f\\u007f\xc3\xa4\","
               "\"bad\":\"x\xef\xbf\xbd\",\"absent\":null}");
}

static void
test_nesting (void)
{
  char *words[] = { (char *) "one", (char *) "two", NULL };
  g_autoptr (SpurTree) tree = spur_tree_new ();

  g_test_summary ("Objects and lists nest, and empty ones have no lines of their own.");

  spur_tree_begin_object (tree, "empty");
  spur_tree_end (tree);
  spur_tree_begin_list (tree, "none");
  spur_tree_end (tree);
  spur_tree_begin_list (tree, "rows");
  spur_tree_begin_object (tree, NULL);
  spur_tree_add_strings (tree, "words", words);
  spur_tree_end (tree);
  spur_tree_add_int (tree, NULL, 7);
  spur_tree_end (tree);
  assert_json (tree, FALSE,
               "{\"empty\":{},\"none\":[],\"rows\":[{\"words\":[\"one\",\"two\"]},7]}");
  assert_json (tree, TRUE,
               "{\n  \"empty\" : {  },\n  \"none\" : [],\n  \"rows\" : [\n    {\n"
               "      \"words\" : [\n        \"one\",\n        \"two\"\n      ]\n    },\n"
               "    7\n  ]\n}");
}

static void
test_notes (void)
{
  g_autoptr (SpurTree) tree = spur_tree_new ();

  g_test_summary ("Notes, and what is called shown_..., are found, and JSON leaves them out.");

  spur_tree_add_note (tree, "title", "text");
  spur_tree_begin_list (tree, "shown_list");
  spur_tree_add_int (tree, NULL, 1);
  spur_tree_end (tree);
  spur_tree_add_int (tree, "shown", 2);
  assert_json (tree, FALSE, "{\"shown\":2}");
  g_assert_cmpstr (spur_node_find (spur_tree_get_root (tree), "title")->string, ==, "text");
  g_assert_true (spur_node_is_set (spur_node_find (spur_tree_get_root (tree), "shown_list")));
}

static void
test_paths (void)
{
  g_autoptr (SpurTree) tree = spur_tree_new ();
  const SpurNode *root = spur_tree_get_root (tree);

  g_test_summary ("A path goes through objects; where it leads nowhere there is no value.");

  spur_tree_begin_object (tree, "before");
  spur_tree_add_int (tree, "reversed", 5);
  spur_tree_add_int (tree, "zero", 0);
  spur_tree_end (tree);
  g_assert_cmpint (spur_node_find (root, "before.reversed")->integer, ==, 5);
  g_assert_false (spur_node_is_set (spur_node_find (root, "before.zero")));
  g_assert_null (spur_node_find (root, "before.revers"));
  g_assert_null (spur_node_find (root, "before.reversed.more"));
  g_assert_null (spur_node_find (root, "after.reversed"));
  g_assert_false (spur_node_is_set (NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/tree/values", test_values);
  g_test_add_func ("/cli/tree/strings", test_strings);
  g_test_add_func ("/cli/tree/nesting", test_nesting);
  g_test_add_func ("/cli/tree/notes", test_notes);
  g_test_add_func ("/cli/tree/paths", test_paths);
  return g_test_run ();
}
