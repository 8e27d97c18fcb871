/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Tells ThreadSanitizer what GLib's locks, references and thread pools order. GLib itself is not
 * built with it, and its locks are futexes, which cannot be seen from outside. Only in builds with
 * -Db_sanitize=thread: each function here is found before GLib's own, which it calls.
 */
#include "config.h"

#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>

#include <glib-object.h>

#undef g_object_ref
#undef g_object_unref

#define VISIBLE __attribute__ ((visibility ("default")))

/* GLib's own function. */
#define find_next(name)                                                                            \
  ({                                                                                               \
    static typeof (&name) next;                                                                    \
    if (__atomic_load_n (&next, __ATOMIC_RELAXED) == NULL)                                         \
      __atomic_store_n (&next, (typeof (&name)) dlsym (RTLD_NEXT, #name), __ATOMIC_RELAXED);       \
    __atomic_load_n (&next, __ATOMIC_RELAXED);                                                     \
  })

VISIBLE void
g_mutex_lock (GMutex *mutex)
{
  __tsan_mutex_pre_lock (mutex, __tsan_mutex_linker_init);
  find_next (g_mutex_lock) (mutex);
  __tsan_mutex_post_lock (mutex, __tsan_mutex_linker_init, 0);
}

VISIBLE gboolean
g_mutex_trylock (GMutex *mutex)
{
  guint flags = __tsan_mutex_linker_init | __tsan_mutex_try_lock;
  gboolean is_locked;

  __tsan_mutex_pre_lock (mutex, flags);
  is_locked = find_next (g_mutex_trylock) (mutex);
  __tsan_mutex_post_lock (mutex, flags | (is_locked ? 0 : __tsan_mutex_try_lock_failed), 0);
  return is_locked;
}

VISIBLE void
g_mutex_unlock (GMutex *mutex)
{
  __tsan_mutex_pre_unlock (mutex, 0);
  find_next (g_mutex_unlock) (mutex);
  __tsan_mutex_post_unlock (mutex, 0);
}

VISIBLE void
g_mutex_clear (GMutex *mutex)
{
  __tsan_mutex_destroy (mutex, __tsan_mutex_linker_init);
  find_next (g_mutex_clear) (mutex);
}

VISIBLE void
g_cond_wait (GCond *cond, GMutex *mutex)
{
  __tsan_mutex_pre_unlock (mutex, 0);
  __tsan_mutex_post_unlock (mutex, 0);
  find_next (g_cond_wait) (cond, mutex);
  __tsan_mutex_pre_lock (mutex, 0);
  __tsan_mutex_post_lock (mutex, 0, 0);
}

VISIBLE gboolean
g_cond_wait_until (GCond *cond, GMutex *mutex, gint64 end_us)
{
  gboolean is_signalled;

  __tsan_mutex_pre_unlock (mutex, 0);
  __tsan_mutex_post_unlock (mutex, 0);
  is_signalled = find_next (g_cond_wait_until) (cond, mutex, end_us);
  __tsan_mutex_pre_lock (mutex, 0);
  __tsan_mutex_post_lock (mutex, 0, 0);
  return is_signalled;
}

/* What is initialised once is read after an atomic load of the same place, which is seen. */
VISIBLE void (g_once_init_leave) (volatile void *location, gsize result)
{
  __tsan_release ((void *) location);
  find_next (g_once_init_leave) (location, result);
}

/* The last reference frees what others wrote before they dropped theirs. */
VISIBLE void
g_object_unref (gpointer object)
{
  __tsan_release (object);
  __tsan_acquire (object);
  find_next (g_object_unref) (object);
}

VISIBLE
gboolean (g_atomic_ref_count_dec) (gatomicrefcount *count)
{
  __tsan_release (count);
  __tsan_acquire (count);
  return find_next (g_atomic_ref_count_dec) (count);
}

VISIBLE void
g_bytes_unref (GBytes *bytes)
{
  if (bytes != NULL)
    {
      __tsan_release (bytes);
      __tsan_acquire (bytes);
    }
  find_next (g_bytes_unref) (bytes);
}

void AnnotateIgnoreWritesBegin (const char *file, int line);
void AnnotateIgnoreWritesEnd (const char *file, int line);

/* A queue has a lock of its own: what is done before a push is seen after any later pop. Its node,
 * which the pusher allocates and a pop frees under that lock, is GLib's business.
 */
VISIBLE void
g_async_queue_push (GAsyncQueue *queue, gpointer item)
{
  __tsan_release (queue);
  find_next (g_async_queue_push) (queue, item);
}

VISIBLE gpointer
g_async_queue_pop (GAsyncQueue *queue)
{
  gpointer item;

  AnnotateIgnoreWritesBegin (__FILE__, __LINE__);
  item = find_next (g_async_queue_pop) (queue);
  AnnotateIgnoreWritesEnd (__FILE__, __LINE__);
  __tsan_acquire (queue);
  return item;
}

VISIBLE gpointer
g_async_queue_timeout_pop (GAsyncQueue *queue, guint64 timeout_us)
{
  gpointer item;

  AnnotateIgnoreWritesBegin (__FILE__, __LINE__);
  item = find_next (g_async_queue_timeout_pop) (queue, timeout_us);
  AnnotateIgnoreWritesEnd (__FILE__, __LINE__);
  __tsan_acquire (queue);
  return item;
}

VISIBLE gpointer
g_async_queue_try_pop (GAsyncQueue *queue)
{
  gpointer item;

  AnnotateIgnoreWritesBegin (__FILE__, __LINE__);
  item = find_next (g_async_queue_try_pop) (queue);
  AnnotateIgnoreWritesEnd (__FILE__, __LINE__);
  __tsan_acquire (queue);
  return item;
}

/* Of a pool: what its tasks do is over when it has been freed. */
typedef struct
{
  GFunc func;
  gpointer user_data;
} PoolFunction;

static void
run_task (gpointer task, gpointer data)
{
  PoolFunction *function = data;

  __tsan_acquire (task);
  function->func (task, function->user_data);
  __tsan_release (function);
}

VISIBLE GThreadPool *
g_thread_pool_new (
  GFunc func, gpointer user_data, gint max_threads, gboolean is_exclusive, GError **error)
{
  PoolFunction *function = g_new (PoolFunction, 1);

  *function = (PoolFunction){ func, user_data };
  __tsan_release (function);
  return find_next (g_thread_pool_new) (run_task, function, max_threads, is_exclusive, error);
}

VISIBLE gboolean
g_thread_pool_push (GThreadPool *pool, gpointer task, GError **error)
{
  gboolean is_pushed;

  __tsan_release (task);
  AnnotateIgnoreWritesBegin (__FILE__, __LINE__);
  is_pushed = find_next (g_thread_pool_push) (pool, task, error);
  AnnotateIgnoreWritesEnd (__FILE__, __LINE__);
  return is_pushed;
}

VISIBLE void
g_thread_pool_free (GThreadPool *pool, gboolean is_immediate, gboolean is_waited_for)
{
  PoolFunction *function;

  /* Tells the threads of the end by a node for each; the last one frees the pool. */
  AnnotateIgnoreWritesBegin (__FILE__, __LINE__);
  function = pool->func == run_task ? pool->user_data : NULL;
  find_next (g_thread_pool_free) (pool, is_immediate, is_waited_for);
  AnnotateIgnoreWritesEnd (__FILE__, __LINE__);
  if (!is_waited_for || function == NULL)
    return;
  __tsan_acquire (function);
  g_free (function);
}
