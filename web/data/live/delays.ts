import { keepConnected } from './connection.ts'
import { momentNow } from './moment.ts'
import { onReturn } from './old-pictures.ts'
import { subscribeToOthers } from './others.ts'
import { ask } from '#web/data/requests/ask.ts'
import { askForNotificationsSoon } from '#web/data/messages/notifications.ts'
import { refreshUnlessListed } from '#web/data/places/locations.ts'
import { getDelay, type LocationDelay } from '#contract/weather/lightning'
import type { LiveEvent } from '#contract/live'
import { shownMs } from '#domain/lightning/half-hour'
import { isWord, nothingHeard, withWord, type LiveStates } from '#domain/lightning/live-states'
import { firstLease, isValid, type Lease, type Moment } from '#domain/lightning/lease'
import { identityOf, onSessionChange, readSession } from '#web/session/store.ts'

/** A report on one location, and how long it is valid. */
export interface HeardDelay {
  readonly delay: LocationDelay
  readonly lease: Lease
  /** When the server last sent or confirmed the report. */
  readonly asOf: string
  readonly coveredThrough: string | null
}

interface LiveDelays extends LiveStates<LocationDelay> {
  /** Reports polled per location while the stream is down. */
  readonly polled: ReadonlyMap<number, HeardDelay>
}

const nothing: LiveDelays = { ...nothingHeard<LocationDelay>(), polled: new Map() }
let incoming = nothing
const listeners = new Set<() => void>()

function set(next: LiveDelays) {
  incoming = next
  for (const listener of listeners) listener()
}

/** Discards everything, because someone else signed in, or the page was in the background. */
function forgetDelays(): void {
  set(nothing)
}

/** Leases renew every state on the stream, but no one watches a removed place anymore. */
function forgetPlace(locationId: number): void {
  const delays = new Map(incoming.delays)
  const polled = new Map(incoming.polled)
  delays.delete(locationId)
  polled.delete(locationId)
  set({ ...incoming, delays, polled })
}

/** An event carries only new strikes. Adds them to the earlier ones. */
function withAllStrikes(event: Extract<LiveEvent, { kind: 'delay' }>): typeof event {
  const { delay, addsStrikes, asOf } = event
  if (!addsStrikes) return event
  const oldestMs = Date.parse(asOf) - shownMs
  const known = incoming.delays.get(delay.locationId)
  const strikes = known?.strikes.filter(([, , timeMs]) => timeMs >= oldestMs) ?? []
  const circles = known?.circles?.filter(([, , timeMs]) => timeMs >= oldestMs) ?? []
  return {
    ...event,
    delay: {
      ...delay,
      strikes: [...strikes, ...delay.strikes],
      circles: [...circles, ...(delay.circles ?? [])],
    },
  }
}

function onEvent(event: LiveEvent, requested: Moment, received: Moment) {
  if (event.kind === 'delay') askForNotificationsSoon()
  const word = event.kind === 'delay' ? withAllStrikes(event) : event
  if (isWord(word)) set({ ...withWord(incoming, word, requested, received), polled: incoming.polled })
  else subscribeToOthers(word)
  if (word.kind === 'locations-changed' && word.isRemoved) forgetPlace(word.locationId)
  if (word.kind === 'snapshot') void refreshUnlessListed(word.delays.map(({ locationId }) => locationId))
}

/** The fallback: fetches the same report with an ordinary call, with its own lease. */
export async function pollDelay(locationId: number): Promise<void> {
  if (isValid(incoming.lease, momentNow())) return
  const requested = momentNow()
  const delay = await ask(getDelay, { params: { id: String(locationId) } })
  const [statement] = delay.statements
  if (!statement) return
  const asOfMs = Date.parse(statement.asOf)
  const lease = firstLease(requested, asOfMs, Date.parse(statement.validUntil) - asOfMs)
  const polled: HeardDelay = { delay, lease, asOf: statement.asOf, coveredThrough: statement.provenThrough }
  set({ ...incoming, polled: new Map(incoming.polled).set(locationId, polled) })
}

/** Returns the latest valid report for a location, if there is one. */
export function heardDelay(state: LiveDelays, locationId: number, now: Moment): HeardDelay | undefined {
  const delay = state.delays.get(locationId)
  if (delay && isValid(state.lease, now)) return { ...state, delay, lease: state.lease }
  const polled = state.polled.get(locationId)
  return polled && isValid(polled.lease, now) ? polled : undefined
}

export const readHeard = (): LiveDelays => incoming

onReturn(fromCache => {
  if (fromCache || !isValid(incoming.lease, momentNow())) forgetDelays()
})

let disconnect: (() => void) | undefined
let identity = identityOf(readSession())

onSessionChange(() => {
  const next = identityOf(readSession())
  if (next === identity) return
  identity = next
  forgetDelays()
  if (!disconnect) return
  disconnect()
  disconnect = keepConnected({ onEvent })
})

/** Subscribes to reports. The stream is open while there is a subscriber. */
export function onHeard(listener: () => void): () => void {
  listeners.add(listener)
  disconnect ??= keepConnected({ onEvent })
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    disconnect?.()
    disconnect = undefined
    incoming = nothing
  }
}

const aheadMs = 10_000

/** Opens the stream before the screen that subscribes to it, and waits for its first report. */
export function listenAhead(): Promise<void> {
  return new Promise(resolve => setTimeout(onHeard(resolve), aheadMs))
}
