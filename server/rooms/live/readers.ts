import type { live, LiveEvent } from '#contract/live'
import { frame, type Sink } from '#server/platform/http/stream'

/** A subscriber: a person with all of their locations, or an anonymous watcher of one location. */
export type Audience =
  | { readonly kind: 'person'; readonly userId: string; readonly customerId?: number }
  | { readonly kind: 'location'; readonly locationId: number }

/** What an event is about: everyone who may see that location gets the event. */
export interface StreamSubject {
  readonly id: number
  readonly userId: string
}

/** All subscribers of the live stream. */
export interface Readers {
  add(audience: Audience, sink: Sink): () => void
  /** Sends an event to those who may see its location. Returns the number of streams. */
  send(subject: StreamSubject, event: LiveEvent): number
  /** Sends to all of a customer's people, with or without a location. */
  sendCustomer(customerId: number, event: LiveEvent): void
  /** Sends the same frame, which is built only once, to everyone. */
  sendAll(event: LiveEvent): void
  /** Checks a person's rights again after a change: their streams end if they may no longer subscribe. */
  recheck(userId: string): void
  count(): number
  closeAll(): void
}

const personKey = (userId: string) => `person ${userId}`
const locationKey = (locationId: number) => `location ${locationId}`
const keyOf = (audience: Audience) =>
  audience.kind === 'person' ? personKey(audience.userId) : locationKey(audience.locationId)

export function createReaders(): Readers {
  const readers = new Map<string, Set<Sink>>()
  const byCustomer = new Map<number, Set<Sink>>()

  function ofCustomer(audience: Audience): Set<Sink> | undefined {
    if (audience.kind !== 'person' || audience.customerId === undefined) return undefined
    const own = byCustomer.get(audience.customerId) ?? new Set()
    byCustomer.set(audience.customerId, own)
    return own
  }

  return {
    add(audience, sink) {
      const key = keyOf(audience)
      const own = readers.get(key) ?? new Set()
      readers.set(key, own.add(sink))
      const colleagues = ofCustomer(audience)?.add(sink)
      return () => {
        own.delete(sink)
        colleagues?.delete(sink)
        if (own.size === 0) readers.delete(key)
      }
    },
    send({ id, userId }, event) {
      const [people, others] = [readers.get(personKey(userId)), readers.get(locationKey(id))]
      if (!people && !others) return 0
      const framed = frame<typeof live>(event)
      for (const sink of people ?? []) sink.send(framed)
      for (const sink of others ?? []) sink.send(framed)
      return (people?.size ?? 0) + (others?.size ?? 0)
    },
    sendCustomer(customerId, event) {
      const colleagues = byCustomer.get(customerId)
      if (!colleagues || colleagues.size === 0) return
      const framed = frame<typeof live>(event)
      for (const sink of colleagues) sink.send(framed)
    },
    sendAll(event) {
      const framed = frame<typeof live>(event)
      for (const own of readers.values()) for (const sink of own) sink.send(framed)
    },
    recheck(userId) {
      for (const sink of readers.get(personKey(userId)) ?? []) sink.recheck?.()
    },
    count: () => [...readers.values()].reduce((sum, own) => sum + own.size, 0),
    closeAll() {
      for (const own of readers.values()) for (const sink of own) sink.close()
    },
  }
}
