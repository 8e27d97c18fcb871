/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <libxml/tree.h>

#include "core/model/events/spur-event-declaration.h"

/* Not installed: what reads XML in other rooms uses it as well. */

/* An <event-class> of schemas/event-class.rnc, in whichever namespace. @path is the file's, for the
 * declaration's place and for errors, SPUR_FORMAT_ERROR_DATA. Holds without validation, too. */
SpurEventDeclaration *
spur_class_declaration_parse (const xmlNode *node, const char *path, GError **error);
