/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gio/gio.h>

/* Certificates of this end, and the authorities for those of the other one, as options name their
 * files.
 */
typedef struct
{
  char *certificate_file;
  /* NULL: the key is with the certificate. */
  char *key_file;
  char *authorities_file;
  char *token_file;

  GTlsCertificate *certificate;
  GTlsDatabase *authorities;
  char *token;
} SpurTls;

/* For spur_cli_fail(): what the errors begin with, since they name their option themselves. */
#define SPUR_TLS_PLACE "--t"

/* Loads the files that are named. FALSE with an error that names the option. */
gboolean spur_tls_load (SpurTls *self, GError **error);

/* The contents of the files. */
void spur_tls_clear (SpurTls *self);
