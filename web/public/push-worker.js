// Shows push messages, also while no page of Skywarden is open. It fetches nothing and keeps nothing.

const fallback = { title: 'Skywarden', body: 'Open Skywarden to see what is new.', link: '/', tone: 'info' }

/** Browsers give leave for messages that are shown, so that even one that cannot be read must be. */
function read(data) {
  try {
    return { ...fallback, ...data.json() }
  } catch {
    return fallback
  }
}

/** Only to pages of this house, wherever a message wants to lead. */
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

async function show(data) {
  const { title, body, link, tone, tag } = read(data)
  await self.registration.showNotification(title, {
    body,
    data: { link },
    ...(tag && { tag, renotify: true }),
    requireInteraction: tone === 'danger',
  })
  for (const page of await pages()) say(page, { kind: 'told' })
}

async function open(link) {
  const address = ownAddress(link)
  const [page] = await pages()
  if (!page) return self.clients.openWindow(address.href)
  say(page, { kind: 'open', path: address.pathname + address.search })
  await page.focus().catch(() => {}) // a browser that keeps its windows where they are shows it when they look
}

// Screens stay open for weeks: a newer worker does not wait for them.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('push', event => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.link ?? '/'))
})
