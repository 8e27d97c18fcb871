/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/options/spur-options.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/spur-error-internal.h"

#define MAX_TOKEN_FILE_BYTES 4096
#define MAX_PEM_FILE_BYTES (16 * 1048576)

/* Opens nothing that never ends, or waits for a writer. The descriptor, or -1 with an error. */
static int
open_regular (const char *path, gint64 max_bytes, GError **error)
{
  int file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct stat facts;

  if (file < 0 || fstat (file, &facts) != 0)
    g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (errno), "%s: %s", path,
                 g_strerror (errno));
  else if (!S_ISREG (facts.st_mode))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "%s: is not a regular file", path);
  else if (facts.st_size > max_bytes)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "%s: has %" G_GINT64_FORMAT " bytes, expected at most %" G_GINT64_FORMAT, path,
                 (gint64) facts.st_size, max_bytes);
  else
    return file;
  if (file >= 0)
    close (file);
  return -1;
}

static gboolean
check_regular (const char *path, GError **error)
{
  int file = path != NULL ? open_regular (path, MAX_PEM_FILE_BYTES, error) : -1;

  if (file >= 0)
    close (file);
  return path == NULL || file >= 0;
}

static gboolean
load_certificate (SpurTls *self, GError **error)
{
  if (self->certificate_file == NULL)
    return TRUE;
  if (!check_regular (self->certificate_file, error) || !check_regular (self->key_file, error))
    return FALSE;
  self->certificate =
    self->key_file != NULL
      ? g_tls_certificate_new_from_files (self->certificate_file, self->key_file, error)
      : g_tls_certificate_new_from_file (self->certificate_file, error);
  if (self->certificate != NULL)
    return TRUE;
  return spur_error_prefix (error, "%s: ", self->certificate_file);
}

static gboolean
load_authorities (SpurTls *self, GError **error)
{
  g_autofree char *path = NULL;

  if (self->authorities_file == NULL)
    return TRUE;
  if (!check_regular (self->authorities_file, error))
    return FALSE;
  path = g_canonicalize_filename (self->authorities_file, NULL);
  self->authorities = g_tls_file_database_new (path, error);
  if (self->authorities != NULL)
    return TRUE;
  return spur_error_prefix (error, "%s: ", self->authorities_file);
}

static gboolean
load_token (SpurTls *self, GError **error)
{
  char text[MAX_TOKEN_FILE_BYTES + 1];
  ssize_t n_bytes;
  int file;

  if (self->token_file == NULL)
    return TRUE;
  file = open_regular (self->token_file, MAX_TOKEN_FILE_BYTES, error);
  if (file < 0)
    return FALSE;
  n_bytes = read (file, text, MAX_TOKEN_FILE_BYTES);
  if (n_bytes < 0)
    g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (errno), "%s: %s", self->token_file,
                 g_strerror (errno));
  close (file);
  if (n_bytes < 0)
    return FALSE;
  text[n_bytes] = '\0';
  if (strlen (text) != (gsize) n_bytes || *g_strstrip (text) == '\0')
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           "%s: has no token, which is a text", self->token_file);
  self->token = g_strdup (text);
  return TRUE;
}

static gboolean
name_option (const char *option, GError **error)
{
  return spur_error_prefix (error, "%s: ", option);
}

gboolean
spur_tls_load (SpurTls *self, GError **error)
{
  if ((self->certificate_file != NULL || self->authorities_file != NULL) &&
      !g_tls_backend_supports_tls (g_tls_backend_get_default ()))
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s",
                           "--tls-certificate: GLib has no TLS here; install glib-networking");
  return (load_certificate (self, error) || name_option ("--tls-certificate", error)) &&
         (load_authorities (self, error) || name_option ("--tls-authorities", error)) &&
         (load_token (self, error) || name_option ("--token-file", error));
}

void
spur_tls_clear (SpurTls *self)
{
  g_clear_object (&self->certificate);
  g_clear_object (&self->authorities);
  g_clear_pointer (&self->token, g_free);
}
