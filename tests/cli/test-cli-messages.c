/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the command says of messages: how many there are beside other edges, which were received
 * with another size or tag, and which edge pushed an event. */
#include <string.h>

#include "tests/cli/cli-run.h"

/* The second message overtakes the first, which comes with another size; the third has another tag
 * at its receive. The clock of b is 30 ns behind. */
static const char log_text[] = "time_ns,stream,class,object,peer,tag,size,number\n"
                               "10,a,LO_Message_Send_Event,x,y,1,10,1\n"
                               "20,a,LO_Message_Send_Event,x,y,1,20,2\n"
                               "0,b,LO_Message_Receive_Event,y,x,1,20,2\n"
                               "70,b,LO_Message_Receive_Event,y,x,1,11,1\n"
                               "50,a,LO_Message_Send_Event,x,y,1,5,3\n"
                               "80,b,LO_Message_Receive_Event,y,x,2,5,3\n"
                               "90,a,LO_Creation_Event,z,,,,\n"
                               "95,b,LO_State_Change_Event,z,,,,\n";

static char *
save_log (const char *folder)
{
  char *path = g_build_filename (folder, "log.csv", NULL);

  g_assert_true (g_file_set_contents (path, log_text, -1, NULL));
  return path;
}

static void
test_check (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = save_log (folder);
  g_autoptr (JsonObject) found = run_json (4, "check", path, NULL);
  JsonObject *kinds = json_object_get_object_member (found, "kinds");
  JsonObject *messages = json_object_get_object_member (kinds, "message");
  JsonArray *rows = json_object_get_array_member (found, "disagreements");
  JsonObject *size = json_array_get_object_element (rows, 0);
  JsonObject *tag = json_array_get_object_element (rows, 1);
  g_auto (Run) run = { 0 };

  g_test_summary ("Messages are counted apart from other edges, and those are named whose ends "
                  "disagree.");

  g_assert_cmpint (get_int (found, "edges"), ==, 3);
  g_assert_cmpint (get_int (messages, "edges"), ==, 2);
  g_assert_cmpint (get_int (messages, "reversed"), ==, 1);
  g_assert_cmpint (get_int (messages, "worst_ns"), ==, 20);
  g_assert_cmpint (get_int (json_object_get_object_member (kinds, "creation"), "edges"), ==, 1);
  g_assert_false (json_object_has_member (kinds, "migration"));
  g_assert_cmpint (get_int (found, "other_sizes"), ==, 1);
  g_assert_cmpint (get_int (found, "other_tags"), ==, 1);
  g_assert_cmpint (get_int (size, "sent"), ==, 10);
  g_assert_cmpint (get_int (size, "received"), ==, 11);
  g_assert_cmpint (get_int (json_object_get_object_member (size, "from"), "event"), ==, 0);
  g_assert_cmpint (get_int (json_object_get_object_member (size, "to"), "event"), ==, 1);
  g_assert_cmpint (get_int (tag, "sent"), ==, 1);
  g_assert_cmpint (get_int (tag, "received"), ==, 2);

  run_spur (&run, "check", path, NULL);
  g_assert_nonnull (strstr (run.out, "  messages         2         1         1  20 ns\n"));
  g_assert_nonnull (strstr (run.out, "  creations        1         0         0      -\n"));
  g_assert_null (strstr (run.out, "migrations"));
  g_assert_nonnull (strstr (run.out, "a event 0 (LO_Message_Send_Event) sent 10 bytes, b event 1 "
                                     "(LO_Message_Receive_Event) received 11 bytes\n"));
  g_assert_nonnull (strstr (run.out, "a event 2 (LO_Message_Send_Event) sent with tag 1, b event 2 "
                                     "(LO_Message_Receive_Event) received with tag 2\n"));
}

static void
test_explain (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = save_log (folder);
  g_autofree char *corrected = g_build_filename (folder, "corrected.spur", NULL);
  g_auto (Run) correct = { 0 };
  g_auto (Run) run = { 0 };

  g_test_summary ("An event that a message pushed is said to be.");

  run_spur (&correct, "correct", path, "--method=eclc", "-o", corrected, NULL);
  g_assert_cmpint (correct.status, ==, 0);
  run_spur (&run, "explain", corrected, "b:0", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "after a event 1 (LO_Message_Send_Event): a message\n"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/messages/check", test_check);
  g_test_add_func ("/cli/messages/explain", test_explain);
  return g_test_run ();
}
