import type { Advisory } from '#domain/advisories/advisory'
import { endsAtMs } from '#domain/advisories/standing'
import type { ProactiveForecast } from '#domain/forecasts/forecast'
import { OutlineIndex } from '#domain/geo/outline-index'
import { advisoryCancelledMessage, advisoryMessage, forecastMessage } from '#domain/messages/alert-message'
import type { Facts } from '#server/facts'
import type { Fact } from '#server/platform/changes/index'
import { minuteMs } from '#server/platform/clock'
import type { Tx } from '#server/platform/store/index'
import { findAdvisories, standingContinuities } from '#server/rooms/advisories/index'
import { areasNear, standingProactiveForecasts } from '#server/rooms/forecasts/index'
import type { LocationRings } from '#server/rooms/locations/index'
import {
  clockTime,
  occasionNearMiles,
  usualAgainMs,
  type Occasion,
  type OccasionSources,
} from './occasion.ts'

/** The data that facts about alerts and area messages refer to, loaded together. */
interface Known {
  readonly advisories: ReadonlyMap<string, { advisory: Advisory; ended_at: Date | null }>
  readonly standingContinuities: ReadonlySet<string>
  readonly forecasts: readonly ProactiveForecast[]
}

type ForecastFact = Extract<Fact<Facts>, { kind: 'proactive forecast issued' }>
type AdvisoryFact = Extract<Fact<Facts>, { kind: `advisory ${string}` }>

const isAdvisory = (fact: Fact<Facts>): fact is AdvisoryFact => fact.kind.startsWith('advisory ')
const isForecast = (fact: Fact<Facts>): fact is ForecastFact => fact.kind === 'proactive forecast issued'

async function load(tx: Tx, facts: readonly Fact<Facts>[], now: Date): Promise<Known> {
  const advisoryIds = facts.filter(isAdvisory).map(({ body }) => body.advisoryId)
  return {
    advisories: new Map((await findAdvisories(tx, advisoryIds)).map(row => [row.advisory.id, row])),
    standingContinuities: advisoryIds.length === 0 ? new Set() : await standingContinuities(tx),
    forecasts: facts.some(isForecast) ? await standingProactiveForecasts(tx, now) : [],
  }
}

/** Each person's places that an alert covers. */
function placesIn(advisory: Advisory, places: Iterable<LocationRings>): Map<string, LocationRings[]> {
  const index = new OutlineIndex([advisory])
  const found = new Map<string, LocationRings[]>()
  for (const place of places) {
    if (index.at(place).length === 0) continue
    found.set(place.userId, [...(found.get(place.userId) ?? []), place])
  }
  return found
}

/** Whether an alert has simply expired as announced: people knew when it expires, so no further message is needed. */
function hasRunOut(advisory: Advisory, ended: Date): boolean {
  return ended.getTime() >= endsAtMs(advisory) - minuteMs
}

/** The event ID of an alert, the same for all its messages. */
export const eventOfAdvisory = ({ source, continuity }: Pick<Advisory, 'source' | 'continuity'>): string =>
  `advisory ${source} ${continuity}`

function ofAdvisory(fact: AdvisoryFact, known: Known, sources: OccasionSources, now: Date): Occasion[] {
  const found = known.advisories.get(fact.body.advisoryId)
  if (!found || found.advisory.status === 'Test' || found.advisory.messageType === 'Cancel') return []
  const { advisory } = found
  const isOver = fact.kind === 'advisory ended'
  const endsAt = new Date(endsAtMs(advisory))
  // No one is notified of something that is already over.
  if (!isOver && endsAt <= now) return []
  if (
    isOver &&
    (known.standingContinuities.has(advisory.continuity) || hasRunOut(advisory, found.ended_at ?? fact.at))
  )
    return []
  return [...placesIn(advisory, sources.places())].map(([userId, places]): Occasion => {
    const [first] = places as [LocationRings, ...LocationRings[]]
    const event = eventOfAdvisory(advisory)
    return {
      customerId: first.customerId,
      userId,
      event,
      topic: event,
      kind: isOver ? 'cancelled' : 'issued',
      round: 0,
      eventType: 'National Weather Service',
      locationId: first.id,
      locationLabel: first.label,
      simulated: sources.isSimulated(advisory.source),
      correlationId: null,
      concern: () => ({
        about: 'advisory',
        policyType: null,
        notifies: true,
        isAdvisory: false,
        isSilenced: false,
        place: { ...first, nearMiles: occasionNearMiles },
      }),
      message: timeZone => {
        const words = {
          event: advisory.event,
          headline: advisory.headline,
          instruction: advisory.instruction,
          places: places.map(({ label }) => label),
          endsAt: clockTime(endsAt, timeZone, first),
          isExercise: advisory.status === 'Exercise',
        }
        return isOver ? advisoryCancelledMessage(words) : { ...advisoryMessage(words), holdsUntil: endsAt }
      },
      againAfterMs: usualAgainMs,
      ofRing: null,
    }
  })
}

/** The occasions for everyone who has a place that a meteorologists' message covers. */
function ofForecast({ body }: ForecastFact, known: Known, sources: OccasionSources): Occasion[] {
  const forecast = known.forecasts.find(({ id, source }) => id === body.forecastId && source === body.source)
  const message = forecast?.messages.find(({ id }) => id === body.messageId)
  // Of several messages received together, only the newest applies; it has its own fact.
  if (!forecast || !message || message !== forecast.messages.at(-1)) return []
  const near = [...sources.places()].filter(place => areasNear(forecast, place))
  return [...Map.groupBy(near, ({ userId }) => userId)].map(([userId, places]): Occasion => {
    const [first] = places as [LocationRings, ...LocationRings[]]
    const event = `forecast ${body.messageId}`
    return {
      customerId: first.customerId,
      userId,
      event,
      topic: `forecast ${body.forecastId}`,
      kind: 'forecast',
      round: 0,
      eventType: 'Proactive Forecast',
      locationId: first.id,
      locationLabel: first.label,
      simulated: sources.isSimulated(body.source),
      correlationId: body.messageId,
      concern: () => ({
        about: 'proactive forecast',
        policyType: null,
        notifies: true,
        isAdvisory: false,
        isSilenced: false,
        place: null,
      }),
      message: () => forecastMessage({ ...message, places: places.map(({ label }) => label) }),
      againAfterMs: usualAgainMs,
      ofRing: null,
    }
  })
}

/** Returns the occasions that alerts and area messages create for everyone who has a place there. */
export async function occasionsInAreas(
  tx: Tx,
  facts: readonly Fact<Facts>[],
  sources: OccasionSources,
  now: Date,
) {
  const known = await load(tx, facts, now)
  return (fact: Fact<Facts>): Occasion[] => {
    if (isForecast(fact)) return ofForecast(fact, known, sources)
    return isAdvisory(fact) ? ofAdvisory(fact, known, sources, now) : []
  }
}
