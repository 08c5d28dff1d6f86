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

/** Says that a message was shown: otherwise it is sent in another way as well, or again. */
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

const isOld = ({ validUntilMs }) => Date.now() > validUntilMs

/** Instead of a message that says that something is safe, once that has run out: a phone may have been off for hours. */
function showOld({ link, sentMs }, tag) {
  const at = new Date(sentMs).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
  const body = `It was sent at ${at}. What it said may no longer be true.`
  const data = { link, sentMs }
  return self.registration.showNotification('Old message: open for the state of now', { body, data, tag })
}

/** No timer of a worker can be relied on, so what has run out while it was shown is replaced whenever the worker runs. */
async function replaceOld() {
  const shown = await self.registration.getNotifications()
  await Promise.all(
    shown.filter(({ data }) => data && isOld(data)).map(({ data, tag }) => showOld(data, tag)),
  )
}

/** Shows a message, or what is true instead. Resolves whether the message itself is shown. */
async function show(message) {
  const { title, body, link, tone, tag, sentMs, validUntilMs } = message
  const shown = tag ? await self.registration.getNotifications({ tag }) : []
  const newer = shown.find(({ data }) => data?.sentMs > sentMs)
  // Overtaken on the way: what is shown stays, and is shown again.
  if (newer) {
    const { body: said, data, requireInteraction } = newer
    await self.registration.showNotification(newer.title, { body: said, data, tag, requireInteraction })
    return false
  }
  if (isOld(message)) {
    await showOld(message, tag)
    return false
  }
  await self.registration.showNotification(title, {
    body,
    data: { link, sentMs, validUntilMs },
    ...(tag && { tag, renotify: true }),
    requireInteraction: tone === 'danger',
  })
  return true
}

async function receive(message) {
  const isShown = await show(message)
  for (const page of await pages()) say(page, { kind: 'told' })
  const receipts = isShown && message.receipt ? [confirm(message.receipt)] : []
  await Promise.allSettled([replaceOld(), count(), ...receipts])
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
  if (event.request.destination !== 'document' || event.request.method !== 'GET') return
  event.respondWith(openPage(event))
  event.waitUntil(replaceOld())
})
self.addEventListener('activate', event =>
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), replaceOld()])),
)

// Screens stay open for weeks: a newer worker does not wait for them.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('push', event => event.waitUntil(receive(read(event.data))))
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.link ?? '/'))
})
