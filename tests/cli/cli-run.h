/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* One run of the command. */
typedef struct
{
  int status;
  char *out;
  char *err;
} Run;

void run_clear (Run *run);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

/* Runs spur with these arguments, up to a NULL. */
void run_spur (Run *run, ...) G_GNUC_NULL_TERMINATED;

/* Runs a shell's command line, in which "$SPUR_BINARY" is the command. */
void run_shell (Run *run, const char *command);

/* Runs spur with "--json" and parses what it says; fails unless it exits with @status. */
JsonObject *run_json (int status, ...) G_GNUC_NULL_TERMINATED;

gint64 get_int (JsonObject *object, const char *key);

/* A folder that goes with everything in it when the test ends. */
char *make_folder (void);

void remove_folder (char *folder);

typedef char Folder;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Folder, remove_folder)

/* Also with folders in it; nothing where there is none. */
void remove_tree (const char *path);

guint count_files (const char *folder);

G_END_DECLS
