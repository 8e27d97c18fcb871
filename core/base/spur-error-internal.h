/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* Sets an error as g_set_error() does. Always FALSE, for a caller to return. */
#define spur_error_set(error, ...) (g_set_error (error, __VA_ARGS__), FALSE)

/* The same for a caller that returns a pointer. */
#define spur_error_set_null(error, ...) (g_set_error (error, __VA_ARGS__), NULL)

/* The same with more to an error that is set, or with one that came from elsewhere. */
#define spur_error_prefix(error, ...) (g_prefix_error (error, __VA_ARGS__), FALSE)
#define spur_error_prefix_null(error, ...) (g_prefix_error (error, __VA_ARGS__), NULL)
#define spur_error_pass(error, problem) (g_propagate_error (error, problem), FALSE)
#define spur_error_pass_null(error, problem) (g_propagate_error (error, problem), NULL)

/* The same by errno: the path, what could not be done with it, and why. */
gboolean spur_error_set_errno (GError **error, const char *path, const char *what);

/* Declares @text, what the arguments of a function that follow @format say. */
#define SPUR_FORMAT_MESSAGE(text, format)                                                          \
  g_autofree char *text = NULL;                                                                    \
  va_list arguments_;                                                                              \
                                                                                                   \
  va_start (arguments_, format);                                                                   \
  text = g_strdup_vprintf (format, arguments_);                                                    \
  va_end (arguments_)
