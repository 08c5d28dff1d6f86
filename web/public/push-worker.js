// Shows push messages, also while no page of Skywarden is open, and says so where the server cannot be reached. It keeps
// nothing: what the weather was must never pass for what it is.

const fallback = { title: 'Skywarden', body: 'Open Skywarden to see what is new.', link: '/', tone: 'info' }

/** Browsers permit push only if every message is shown, so an unreadable one must be shown too. */
function read(data) {
  try {
    return { ...fallback, ...data.json() }
  } catch {
    return fallback
  }
}

/** Restricts a link to this origin, wherever the message points. */
function ownAddress(link) {
  try {
    const url = new URL(link, self.location.origin)
    return url.origin === self.location.origin ? url : new URL('/', self.location.origin)
  } catch {
    return new URL('/', self.location.origin)
  }
}

function pages() {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

function say(page, word) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's pages are all of its origin
  page.postMessage(word)
}

const pause = ms => new Promise(resolve => setTimeout(resolve, ms))

/** Says that a message was shown: otherwise it is sent in another way as well. */
async function confirm(receipt) {
  const { pathname } = ownAddress(receipt)
  if (!pathname.startsWith('/api/')) return
  for (const pauseMs of [0, 2000, 8000]) {
    await pause(pauseMs)
    try {
      return await fetch(pathname, { method: 'POST', credentials: 'omit' })
    } catch {
      // A phone that wakes up has no connection for a moment.
    }
  }
}

/** On the icon of an installed application: how many messages nobody has looked at. */
async function count() {
  const shown = await self.registration.getNotifications()
  await navigator.setAppBadge?.(shown.length)
}

async function show(data) {
  const { title, body, link, tone, tag, receipt } = read(data)
  await self.registration.showNotification(title, {
    body,
    data: { link },
    ...(tag && { tag, renotify: true }),
    requireInteraction: tone === 'danger',
  })
  for (const page of await pages()) say(page, { kind: 'told' })
  await Promise.allSettled([count(), ...(receipt ? [confirm(receipt)] : [])])
}

async function open(link) {
  const address = ownAddress(link)
  const [page] = await pages()
  if (!page) return self.clients.openWindow(address.href)
  say(page, { kind: 'open', path: address.pathname + address.search })
  await page.focus().catch(() => {}) // a browser that keeps its windows where they are shows it when they look
}

const unreachable = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="15">
<title>Unknown - Skywarden</title>
<style>
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 18px/1.5 system-ui, sans-serif }
  main { max-width: 30rem; padding: 2rem }
  h1 { margin: 0 0 .5rem; font-size: 2.5rem }
</style>
<main>
  <h1>Unknown</h1>
  <p><strong>Skywarden cannot be reached. Lightning status is unknown. Treat as unsafe.</strong></p>
  <p>This page tries again by itself. <a href="">Try again now</a></p>
</main>
</html>`

/** A page as the server has it, or that it is not known: never one of before. */
async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return new Response(unreachable, {
      status: 503,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        'cache-control': 'no-store',
      },
    })
  }
}

// Pages alone: what they ask the server for is none of the worker's business.
self.addEventListener('fetch', event => {
  if (event.request.destination === 'document' && event.request.method === 'GET')
    event.respondWith(openPage(event))
})
self.addEventListener('activate', event => event.waitUntil(self.registration.navigationPreload?.enable()))

// Screens stay open for weeks: a newer worker does not wait for them.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('push', event => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.link ?? '/'))
})
