import { longestBodyBytes, overHoldsMs } from '#domain/integrations/webhook'
import { later, minuteMs } from '#server/platform/clock'
import type { PlaceEventRow } from '#server/rooms/integrations/event-store'

/** The same however often, and to however many, it is sent. */
export const messageIdOf = (eventId: number) => `evt_${eventId}`

/** When a receiver must not act on it any more. What has no end of its own was true when it was sent. */
export function expiresAt({ holds_until }: Pick<PlaceEventRow, 'holds_until'>, now: Date): Date {
  return holds_until ?? later(now, overHoldsMs)
}

/** The body of a message: small, and in the shape that Standard Webhooks suggests. */
export function bodyOf(event: PlaceEventRow, now: Date): string {
  const { locationName, latitude, longitude, ...details } = event.details
  const data = {
    location: { id: event.organization_location_id, name: locationName, latitude, longitude },
    topic: event.topic,
    /** Counts the words about this topic here: one with a lower number is older, whenever it arrives. */
    sequence: event.sequence,
    because: event.because,
    simulated: event.simulated,
    expires: expiresAt(event, now).toISOString(),
  }
  const message = { type: event.type, timestamp: event.at.toISOString() }
  const whole = JSON.stringify({ ...message, data: { ...data, ...details } })
  return Buffer.byteLength(whole) < longestBodyBytes ? whole : JSON.stringify({ ...message, data })
}

/** A test says that it is one, and nothing about the weather. */
export function testBody(name: string, now: Date): string {
  const data = {
    message: `This is a test of the webhook “${name}”. Nothing has happened.`,
    expires: later(now, minuteMs).toISOString(),
  }
  return JSON.stringify({ type: 'TEST', timestamp: now.toISOString(), data })
}
