import { believableUntilMs, isOver, withoutNews } from '#domain/integrations/place-event'
import { longestBodyBytes } from '#domain/integrations/webhook'
import { later, minuteMs } from '#server/platform/clock'
import type { PlaceEventRow } from '#server/rooms/integrations/store'

/** The message ID is the same for every attempt and every endpoint. */
export const messageIdOf = (eventId: number) => `evt_${eventId}`

/** A message body: small, and in the format that Standard Webhooks suggests. */
export function webhookBodyOf(event: PlaceEventRow, now: Date): string {
  const { locationName, latitude, longitude, ...details } = event.details
  const data = {
    location: { id: event.organization_location_id, name: locationName, latitude, longitude },
    topic: event.topic,
    /** Numbers the events on this topic: a lower number is an older event, whenever it arrives. */
    sequence: event.sequence,
    because: event.because,
    simulated: event.simulated,
    expires: new Date(
      believableUntilMs(event.type, now.getTime(), event.holds_until?.getTime() ?? null),
    ).toISOString(),
  }
  const holds = isOver(event.type) ? {} : { withoutNews }
  const message = { type: event.type, timestamp: event.at.toISOString() }
  const whole = JSON.stringify({ ...message, data: { ...data, ...holds, ...details } })
  return Buffer.byteLength(whole) < longestBodyBytes ? whole : JSON.stringify({ ...message, data })
}

/** The body of a test, which identifies itself as one and contains no weather. */
export function testBody(name: string, now: Date): string {
  const data = {
    message: `This is a test of the webhook “${name}”. Nothing has happened.`,
    expires: later(now, minuteMs).toISOString(),
  }
  return JSON.stringify({ type: 'TEST', timestamp: now.toISOString(), data })
}
