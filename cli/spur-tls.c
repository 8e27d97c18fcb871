/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/spur-tls.h"

static gboolean
load_certificate (SpurTls *self, GError **error)
{
  if (self->certificate_file == NULL)
    return TRUE;
  self->certificate =
    self->key_file != NULL
      ? g_tls_certificate_new_from_files (self->certificate_file, self->key_file, error)
      : g_tls_certificate_new_from_file (self->certificate_file, error);
  if (self->certificate != NULL)
    return TRUE;
  g_prefix_error (error, "%s: ", self->certificate_file);
  return FALSE;
}

static gboolean
load_authorities (SpurTls *self, GError **error)
{
  g_autofree char *path = NULL;

  if (self->authorities_file == NULL)
    return TRUE;
  path = g_canonicalize_filename (self->authorities_file, NULL);
  self->authorities = g_tls_file_database_new (path, error);
  if (self->authorities != NULL)
    return TRUE;
  g_prefix_error (error, "%s: ", self->authorities_file);
  return FALSE;
}

static gboolean
load_token (SpurTls *self, GError **error)
{
  if (self->token_file == NULL)
    return TRUE;
  if (!g_file_get_contents (self->token_file, &self->token, NULL, error))
    return FALSE;
  g_strstrip (self->token);
  return TRUE;
}

gboolean
spur_tls_load (SpurTls *self, GError **error)
{
  if ((self->certificate_file != NULL || self->authorities_file != NULL) &&
      !g_tls_backend_supports_tls (g_tls_backend_get_default ()))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                           "GLib has no TLS here; install glib-networking");
      return FALSE;
    }
  return load_certificate (self, error) && load_authorities (self, error) &&
         load_token (self, error);
}

void
spur_tls_clear (SpurTls *self)
{
  g_clear_object (&self->certificate);
  g_clear_object (&self->authorities);
  g_clear_pointer (&self->token, g_free);
}
