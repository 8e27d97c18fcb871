/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <libxml/tree.h>
#include <libxml/xmlerror.h>

#include "core/format/spur-codec.h"

/* A RELAX NG grammar that documents are held against. */
typedef struct _SpurXmlSchema SpurXmlSchema;

/* @name: a file as in "format.rng" of SPUR_SCHEMA_PATH or of the installation. */
SpurXmlSchema *spur_xml_schema_new (const char *name, GError **error);

void spur_xml_schema_free (SpurXmlSchema *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurXmlSchema, spur_xml_schema_free)

/* An error names the place as @path:line. */
gboolean
spur_xml_schema_validate (SpurXmlSchema *self, xmlDoc *doc, const char *path, GError **error);

/* What libxml2 says of the file @path, or @otherwise where it says nothing. */
void spur_xml_set_error (GError **error,
                         const char *path,
                         const xmlError *problem,
                         const char *otherwise);
