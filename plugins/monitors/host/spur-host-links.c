/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Interfaces that come, go, and change their state, from the kernel's messages (rtnetlink). They
 * are read at the next sample. */
#include <errno.h>
#include <linux/if.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "plugins/monitors/host/spur-host-file.h"

#define MAX_MESSAGES 256

typedef struct
{
  int fd;
} Links;

static const SpurHostColumn columns[] = {
  { "state", NULL, "the interface's state, as RFC 2863 names it", SPUR_HOST_TEXT },
};

static const SpurHostTable table = SPUR_HOST_TABLE (LINK, "Host_Link_Event", columns);

static void
links_close (void *state)
{
  Links *self = state;

  if (self->fd >= 0)
    close (self->fd);
}

static bool
links_open (void *state, SpurHostContext *context)
{
  const struct sockaddr_nl address = { .nl_family = AF_NETLINK, .nl_groups = RTMGRP_LINK };
  Links *self = state;

  /* Files of another host say nothing of this one's links. */
  if (context->root[0] != '\0')
    return false;
  self->fd = socket (AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
  if (self->fd >= 0 && bind (self->fd, (const struct sockaddr *) &address, sizeof address) == 0)
    return true;
  spur_host_context_note (context, "netlink: %s; goes on without the state of interfaces",
                          strerror (errno));
  links_close (self);
  return false;
}

static const char *
describe_state (const struct ifinfomsg *info, int type, int state)
{
  static const char *const names[] = {
    "unknown", "not present", "down", "lower layer down", "testing", "dormant", "up",
  };

  if (type == RTM_DELLINK)
    return "removed";
  if (state >= 1 && state < (int) N_ITEMS (names))
    return names[state];
  return (info->ifi_flags & IFF_RUNNING) != 0 ? "up" : "down";
}

static void
take_link (SpurHostContext *context, const struct nlmsghdr *head)
{
  const struct ifinfomsg *info = NLMSG_DATA (head);
  SpurHostRow row = { .table = &table, .time_ns = context->time_ns };
  char name[SPUR_HOST_TEXT_BYTES] = "";
  int n_bytes;
  int state = 0;

  if (head->nlmsg_len < NLMSG_LENGTH (sizeof *info))
    return;
  n_bytes = (int) (head->nlmsg_len - NLMSG_LENGTH (sizeof *info));
  for (const struct rtattr *attribute = IFLA_RTA (info); RTA_OK (attribute, n_bytes);
       attribute = RTA_NEXT (attribute, n_bytes))
    {
      size_t n = RTA_PAYLOAD (attribute);

      if (attribute->rta_type == IFLA_IFNAME && n < sizeof name)
        memcpy (name, RTA_DATA (attribute), n);
      else if (attribute->rta_type == IFLA_OPERSTATE && n >= 1)
        state = *(const unsigned char *) RTA_DATA (attribute);
    }
  if (name[0] == '\0')
    return;
  row.part = context->sink->add_part (context->sink, "interface", name, NULL, 0);
  row.texts[0] = describe_state (info, head->nlmsg_type, state);
  context->sink->put (context->sink, &row);
}

/* Lengths are signed: macros of the kernel take padding off that need not be there. */
static void
take_messages (SpurHostContext *context, const char *bytes, int n_bytes)
{
  const struct nlmsghdr *head = (const struct nlmsghdr *) (const void *) bytes;

  for (; n_bytes > 0 && NLMSG_OK (head, (size_t) n_bytes); head = NLMSG_NEXT (head, n_bytes))
    {
      if (head->nlmsg_type == RTM_NEWLINK || head->nlmsg_type == RTM_DELLINK)
        take_link (context, head);
    }
}

static void
links_sample (void *state, SpurHostContext *context)
{
  Links *self = state;
  union
  {
    struct nlmsghdr head;
    char bytes[8192];
  } buffer;

  for (int i = 0; i < MAX_MESSAGES; i++)
    {
      ssize_t n = recv (self->fd, buffer.bytes, sizeof buffer.bytes, MSG_DONTWAIT);

      if (n < 0 && errno == ENOBUFS)
        context->n_left_out++;
      else if (n <= 0)
        return;
      else
        {
          context->time_ns = spur_host_now_ns ();
          take_messages (context, buffer.bytes, (int) n);
        }
    }
}

const SpurHostSource spur_host_links = {
  .category = "network",
  .n_tables = 1,
  .tables = &table,
  .n_state_bytes = sizeof (Links),
  .open = links_open,
  .sample = links_sample,
  .close = links_close,
};
