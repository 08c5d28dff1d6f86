import { firstPaths } from '#contract/first-paths'
import { momentNow } from '#web/data/live/moment.ts'
import type { Moment } from '#domain/lightning/lease'

/** A request made before the code that needs it had loaded. */
interface FirstRequest {
  readonly response: Promise<Response>
  readonly requested: Moment
  readonly cancel: () => void
}

const { currentUser, locations, live } = firstPaths

/** Returns what a page requests as soon as someone is signed in. */
function pathsOf(page: string): readonly string[] {
  return page === '/' ? [currentUser, locations, live] : [currentUser]
}

/** A reply is kept only for the page that is loading, not for later pages. */
const untakenMs = 10_000
const untaken = new Map<string, FirstRequest>()

// The key includes the token, so that a reply is never used with someone else's token.
const keyOf = (path: string, token = '') => `${path} ${token}`

/** Starts a page's first requests, so that they do not have to wait for its code. */
export function sendFirstRequests(page: string, token: string): void {
  for (const path of pathsOf(page)) send(path, token)
  setTimeout(() => {
    for (const { cancel } of untaken.values()) cancel()
    untaken.clear()
  }, untakenMs)
}

function send(path: string, token: string) {
  const cancelling = new AbortController()
  const requested = momentNow()
  const accept = path === live ? 'text/event-stream' : 'application/json'
  const response = fetch(path, {
    headers: { accept, authorization: `Bearer ${token}` },
    signal: cancelling.signal,
  })
  response.catch(() => {}) // the code that takes it sends the request again
  untaken.set(keyOf(path, token), { response, requested, cancel: () => cancelling.abort() })
}

/** Cancels an early request that no code has taken yet, because its reply may be from before a change. */
export function dropFirstRequest(path: string): void {
  for (const [key, { cancel }] of untaken) {
    if (!key.startsWith(keyOf(path))) continue
    cancel()
    untaken.delete(key)
  }
}

/** Returns, only once, the request that was already made for this address. The signal cancels it like a new request. */
export function takeFirstRequest(
  path: string,
  token: string | undefined,
  signal: AbortSignal | undefined,
): FirstRequest | undefined {
  const request = untaken.get(keyOf(path, token))
  untaken.delete(keyOf(path, token))
  if (signal?.aborted) request?.cancel()
  else if (request) signal?.addEventListener('abort', request.cancel)
  return request
}
