/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"
#include "plugins/projects/kit/sim-program.h"

/* The trace of a run with the program's own hosts and size. */
SpurTrace *project_run (const SimProgram *program, guint64 seed, gint64 skew_ns);

/* What holds for every project: equal seeds give equal containers and other seeds do not, a trace
 * survives being saved and opened, nothing is received before it is sent or without being sent, and
 * wrong clocks break that until they are corrected. */
void project_check (const SimProgram *program);

/* Events of just this class, and of it and those derived from it. */
guint64 project_count (SpurTrace *trace, const char *class_name);

guint64 project_count_all (SpurTrace *trace, const char *class_name);

/* Told of every event of a class or those derived from it, stream by stream. */
typedef void (*ProjectVisit) (SpurTrace *trace,
                              const SpurEventLayout *layout,
                              const guint8 *record,
                              gint64 time_ns,
                              gpointer data);

void project_visit (SpurTrace *trace, const char *class_name, ProjectVisit visit, gpointer data);

/* A field of a record by its name, which the class must have. */
guint64 project_get (const SpurEventLayout *layout, const guint8 *record, const char *field);

/* The object of a name, which the trace must have. */
guint32 project_find_object (SpurTrace *trace, const char *name);
