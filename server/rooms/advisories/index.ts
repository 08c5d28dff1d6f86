import { setImmediate } from 'node:timers/promises'
import {
  advisoriesAtPoint,
  advisoryDetail,
  listAdvisories,
  listMapAlerts,
  type WireAdvisory,
} from '#contract/weather/advisories'
import type { LiveEvent } from '#contract/live'
import type { Advisory, AdvisoryList } from '#domain/advisories/advisory'
import { colorOf } from '#domain/advisories/colors'
import { soundList } from '#domain/advisories/sound'
import { isResponsibleIn, serviceOf } from '#domain/advisories/services'
import { endsAtMs } from '#domain/advisories/standing'
import type { Point } from '#domain/geo/distance'
import type { Events } from '#server/events'
import type { Facts } from '#server/facts'
import type { Bus } from '#server/platform/bus'
import { countryAt, isInCanada } from '#server/platform/country-at'
import type { Changes, AppendFact } from '#server/platform/changes/index'
import type { Leadership } from '#server/platform/leadership/index'
import { dayMs, later, minuteMs, type Clock } from '#server/platform/clock'
import { notFound, unavailable } from '#server/platform/http/problems'
import { serve, type Served } from '#server/platform/http/serve'
import type { Schedule } from '#server/platform/schedule'
import type { Db, Tx } from '#server/platform/store/index'
import type { Sources } from '#server/sources'
import type { Live } from '#server/rooms/live/index'
import { locationSeenBy, type LocationRegister, type LocationRings } from '#server/rooms/locations/index'
import { AdvisoryBook } from './book.ts'
import { mapOutlines } from './map-outlines.ts'
import { deleteAdvisoriesEndedBefore, lastLists, saveList } from './store.ts'

export { AdvisoryBook } from './book.ts'
export { findAdvisories, standingAdvisories, standingContinuities } from './store.ts'

export interface AdvisoriesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Bus<Events>
  readonly changes: Changes<Facts>
  readonly feeds: Pick<Leadership<Facts>, 'commit'>
  readonly schedule: Schedule
  readonly leaderSchedule: Schedule
  /** Whether another process received it first and stored it. */
  readonly isRelayed: (received: object) => boolean
  readonly sources: Sources
  readonly live: Live
  readonly locations: LocationRegister
}

export interface Advisories {
  readonly routes: readonly Served[]
}

const keptMs = 90 * dayMs
/** The number of places processed before yielding. */
const placesAtOnce = 2000

function wireAdvisory(advisory: Advisory): WireAdvisory {
  return {
    Identifier: advisory.id,
    Event: advisory.event,
    Headline: advisory.headline,
    Description: advisory.description,
    Instruction: advisory.instruction,
    Color: advisory.color ?? colorOf(advisory.event),
    Service: serviceOf(advisory.source),
    Severity: advisory.severity,
    Area: advisory.areaDescription,
    Sender: advisory.senderName,
    Sent: new Date(advisory.sentMs).toISOString(),
    Onset: new Date(advisory.onsetMs).toISOString(),
    Ends: new Date(endsAtMs(advisory)).toISOString(),
    Exercise: advisory.status === 'Exercise',
  }
}

/**
 * Stores a list, with facts for what is new in it and what has ended. An alert whose area changed is issued again:
 * people already notified of it are not notified twice.
 */
async function keepList(
  tx: Tx,
  appendFact: AppendFact<Facts>,
  list: AdvisoryList,
  moved: readonly Advisory[],
) {
  const { issued, ended } = await saveList(tx, list, moved)
  const factOf = ({ id, event }: Pick<Advisory, 'id' | 'event'>) => ({
    customerId: null,
    subject: `advisory ${id}`,
    body: { source: list.source, advisoryId: id, event },
  })
  for (const advisory of issued) appendFact('advisory issued', factOf(advisory))
  for (const advisory of ended) appendFact('advisory ended', factOf(advisory))
}

function wireOutlines({ outlines }: Advisory): [number, number][][] {
  return outlines.map(outline => outline.map(([longitude, latitude]) => [longitude, latitude]))
}

/** Weather service alerts: stored as received, matched to places, and never assumed absent when a source is silent. */
export async function createAdvisories(deps: AdvisoriesDeps): Promise<Advisories> {
  const { db, clock, bus, changes, schedule, leaderSchedule, isRelayed, sources, live, locations } = deps
  const book = new AdvisoryBook(countryAt)
  for (const list of await lastLists(db)) if (sources.isOn(list.source)) book.receive(list)

  function knownOnly<Known>(known: Known | undefined): Known {
    if (!known) throw unavailable('Weather-service alerts are currently unknown.')
    return known
  }

  function knownAt(point: Point, now: Date): Advisory[] {
    return knownOnly(book.at(point, now.getTime()))
  }

  function wordOn(place: LocationRings): LiveEvent {
    const now = clock.now()
    const advisories = book.at(place, now.getTime())?.map(wireAdvisory) ?? null
    return { kind: 'advisories', asOf: now.toISOString(), locationId: place.id, advisories }
  }

  /** Canada's service is required while a user has a place there: otherwise its silence is irrelevant. */
  let isCanadaWatched = Iterator.from(locations.all()).some(isInCanada)
  const neededForMap = () =>
    sources
      .inUse('alerts')
      .map(({ id }) => id)
      .filter(id => isCanadaWatched || isResponsibleIn('US', id))

  const reported = new Map<number, string>()
  async function publishChanged() {
    let looked = 0
    let isCanadian = false
    for (const place of locations.all()) {
      if (++looked % placesAtOnce === 0) await setImmediate()
      isCanadian ||= isInCanada(place)
      const ids = book.at(place, clock.now().getTime())?.map(({ id }) => id)
      const key = ids?.join() ?? 'unknown'
      if (reported.get(place.id) === key) continue
      reported.set(place.id, key)
      live.readers.send(place, wordOn(place))
    }
    isCanadaWatched = isCanadian
  }

  bus.subscribe('advisories-heard', async received => {
    const list = soundList(received)
    if (!isRelayed(received))
      await deps.feeds.commit((tx, appendFact) => keepList(tx, appendFact, list, book.movedIn(list)))
    book.receive(list)
    await publishChanged()
  })
  changes.subscribe('location removed', ({ locationId }) => void reported.delete(locationId))
  live.greetWith(audience => locations.seenBy(audience).map(wordOn))
  // Alerts expire, and lists go stale, without any message.
  schedule.every('advisories', minuteMs / 2, publishChanged)
  leaderSchedule.every('advisory retention', dayMs, () =>
    deleteAdvisoriesEndedBefore(db, later(clock.now(), -keptMs)),
  )

  return {
    routes: [
      serve(listAdvisories, async ({ caller, params, now }) =>
        knownAt(await locationSeenBy(db, caller, params.id), now).map(wireAdvisory),
      ),
      serve(advisoryDetail, async ({ params, now }) => {
        const found = book.find(params.id, now.getTime())
        if (!found) throw notFound('This alert')
        return { ...wireAdvisory(found), Outlines: wireOutlines(found) }
      }),
      serve(listMapAlerts, async ({ now }) => {
        const { asOfMs, advisories } = knownOnly(book.all(now.getTime(), neededForMap()))
        return {
          asOf: new Date(asOfMs).toISOString(),
          alerts: advisories.map(each => ({ ...wireAdvisory(each), Outlines: mapOutlines(each) })),
        }
      }),
      serve(advisoriesAtPoint, async ({ query, now }) => knownAt(query, now).map(wireAdvisory)),
    ],
  }
}
