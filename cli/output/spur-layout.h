/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "cli/run/spur-cli.h"

/* How the values of a tree are shown as text: a table of items in their order. */

typedef enum
{
  SPUR_SHOW_TEXT,     /* a string, digits, or strings with commas between */
  SPUR_SHOW_COUNT,    /* 1,234; of a list the number of its elements */
  SPUR_SHOW_DURATION, /* ns as 1.038 ms */
  SPUR_SHOW_SPAN,     /* the same, but 0 as "-" */
  SPUR_SHOW_IN_UNIT,  /* ns as 1.038, in the unit of the tree, which the heading names */
  SPUR_SHOW_PERCENT,  /* a ratio as 1.23456 % */
  SPUR_SHOW_EXCESS,   /* the same of how far the ratio is above 1 */
} SpurShow;

typedef enum
{
  /* Left out where spur_node_is_set() is FALSE; a column, where it is so in all rows shown. */
  SPUR_SHOW_IF_SET = 1 << 0,
  SPUR_SHOW_LEFT = 1 << 1, /* a column of words */
  SPUR_SHOW_BAD = 1 << 2,  /* red where it is set */
  SPUR_SHOW_GOOD = 1 << 3, /* green */
} SpurShowFlags;

/* A column of a table; the last one of an array has no label. */
typedef struct
{
  const char *name;
  const char *label;
  SpurShow show;
  SpurShowFlags flags;
} SpurColumn;

typedef enum
{
  SPUR_LAYOUT_END,
  SPUR_LAYOUT_TITLE,    /* a value in bold, then the one that the label names */
  SPUR_LAYOUT_BLANK,    /* an empty line; with a name where that is set */
  SPUR_LAYOUT_LINE,     /* the label and the value; of a list each on its own line */
  SPUR_LAYOUT_ROW,      /* "  label       value" */
  SPUR_LAYOUT_SENTENCE, /* broken between words, behind its label; of a list each */
  SPUR_LAYOUT_TALLY,    /* "1,234 label", where it is set */
  SPUR_LAYOUT_FACTS,    /* a row for each member of an object, or by columns of a list */
  SPUR_LAYOUT_TABLE,    /* of a list, or of the paths in rows */
  SPUR_LAYOUT_COUNTS,   /* a headed list of names and counts: the first column, the second ... */
  SPUR_LAYOUT_GRID,     /* a list of lists of words, the headings first, where it is set */
  SPUR_LAYOUT_VERDICTS, /* of a list each "before", a word that is "good" or "bad", "after" */
  SPUR_LAYOUT_EACH,     /* a layout for each element of a list */
} SpurLayoutKind;

struct _SpurLayout
{
  SpurLayoutKind kind;
  const char *name;
  const char *label;
  SpurShow show;
  SpurShowFlags flags;
  const SpurColumn *columns;
  const char *const *rows; /* a label and the paths of a row's other cells; ends with NULL */
  const SpurLayout *each;
  guint max_rows;   /* 0 for all */
  const char *more; /* said behind the number of those that are left out */
};

#define SPUR_LAYOUT_ITEM(of_kind, path, heading, how, when)                                        \
  {                                                                                                \
    .kind = of_kind, .name = path, .label = heading, .show = how, .flags = when                    \
  }
#define SPUR_LAYOUT_TITLE_OF(path) SPUR_LAYOUT_ITEM (SPUR_LAYOUT_TITLE, path, NULL, 0, 0)
#define SPUR_LAYOUT_EMPTY SPUR_LAYOUT_EMPTY_IF (NULL)
#define SPUR_LAYOUT_EMPTY_IF(path) SPUR_LAYOUT_ITEM (SPUR_LAYOUT_BLANK, path, NULL, 0, 0)
#define SPUR_LAYOUT_ROW_OF(path, heading, how, when)                                               \
  SPUR_LAYOUT_ITEM (SPUR_LAYOUT_ROW, path, heading, how, when)
#define SPUR_LAYOUT_NOTE_OF(path, heading)                                                         \
  SPUR_LAYOUT_ROW_OF (path, heading, SPUR_SHOW_TEXT, SPUR_SHOW_IF_SET)
#define SPUR_LAYOUT_COUNT_OF(path, heading) SPUR_LAYOUT_ROW_OF (path, heading, SPUR_SHOW_COUNT, 0)
#define SPUR_LAYOUT_COUNT_IF(path, heading)                                                        \
  SPUR_LAYOUT_ROW_OF (path, heading, SPUR_SHOW_COUNT, SPUR_SHOW_IF_SET)
#define SPUR_LAYOUT_LINE_OF(path, before, when)                                                    \
  SPUR_LAYOUT_ITEM (SPUR_LAYOUT_LINE, path, before, 0, (when) | SPUR_SHOW_IF_SET)
#define SPUR_LAYOUT_TABLE_OF(path, of_columns, most, behind)                                       \
  {                                                                                                \
    .kind = SPUR_LAYOUT_TABLE, .name = path, .columns = of_columns, .max_rows = most,              \
    .more = behind                                                                                 \
  }
#define SPUR_LAYOUT_WRITTEN                                                                        \
  SPUR_LAYOUT_LINE_OF ("output", "wrote ", 0), { .kind = SPUR_LAYOUT_SENTENCE, .name = "note" }

/* Shows the command's tree as text, or as JSON with the losses of all traces that were opened where
 * the command line asks for it. */
void spur_cli_put_tree (SpurCli *self);

/* Shows @tree as text only. */
void spur_cli_put_layout (SpurCli *self, SpurTree *tree, const SpurLayout *layout);

/* What a verb wrote, and a note about it. */
extern const SpurLayout spur_layout_written[];

/* The same in the tree; @note: (nullable). */
void spur_cli_add_written (SpurCli *self, const char *output, const char *note);
