import type { Advisory } from '#domain/advisories/advisory'
import { publicSourceOf } from '#domain/feeds/public-sources'
import type { Point } from '#domain/geo/distance'
import { fieldsOf, textOf } from '#server/feeds/nws/json'
import type { FeedParts } from '#server/feeds/parts'
import { isInCanada } from '#server/platform/country-at'
import { dayMs, hourMs, minuteMs, secondMs } from '#server/platform/clock'
import type { UpstreamRequest } from '#server/platform/upstream/index'
import { parseAlertPage, activeAlertsOf, type AlertPage, type RegionAlert } from './parse.ts'

const { id: source } = publicSourceOf('eccc', 'alerts')
const everyMs = minuteMs
/** On a bad day, about a hundred regions in Canada have alerts, which usually fit on one page. */
const pageSize = 1000
const mostPages = 5
const mostBytes = 32 * 2 ** 20
/** An older list comes from an intermediate cache; one from the future was dated by a wrong clock. */
const [oldestMs, mostAheadMs] = [10 * minuteMs, 5 * minuteMs]
const memoryKey = 'alerts'

/** The state that a process needs when it takes over from the previous one. */
interface Remembered {
  readonly madeMs: number | null
  /** The event ids in the last list, by kind and region. */
  readonly events: ReadonlyMap<string, string>
}

function remembered(value: unknown): Remembered {
  const { madeMs, events } = fieldsOf(value)
  const known = Object.entries(fieldsOf(events)).flatMap(([key, event]) => {
    const name = textOf(event)
    return name === null ? [] : [[key, name] as const]
  })
  return { madeMs: typeof madeMs === 'number' ? madeMs : null, events: new Map(known) }
}

function pageRequest(baseUrl: string, offset: number): UpstreamRequest {
  const query = new URLSearchParams({ f: 'json', lang: 'en', limit: String(pageSize) })
  if (offset > 0) query.set('offset', String(offset))
  return {
    url: `${baseUrl}/collections/weather-alerts/items?${query}`,
    accept: 'application/geo+json',
    contentTypes: ['application/geo+json', 'application/json'],
    maxBytes: mostBytes,
    // The service is known to take half a minute.
    timeoutMs: 50 * secondMs,
    // Each response contains the second in which it was made, so no two are the same.
    isOnce: true,
  }
}

export interface EcccOptions {
  /** People's places. */
  readonly places: () => Iterable<Point>
}

/** Publishes Canada's alerts every minute while someone has a place there. */
export function startEccc(parts: FeedParts, { places }: EcccOptions): { stop(): Promise<void> } {
  const { log, bus, schedule, memory, upstream, baseUrl, report } = parts
  let last: Remembered | undefined
  let written = ''

  /**
   * Reads all pages. If one is missing or from a different list, discards them all, so that no alert seems to have
   * ended.
   */
  async function readList() {
    const alerts: RegionAlert[] = []
    let first: (AlertPage & { readonly asOfMs: number }) | undefined
    for (let turn = 0; turn < mostPages; turn++) {
      const { value, askedMs, heldMs } = await upstream.read(pageRequest(baseUrl, alerts.length), document =>
        parseAlertPage(document.body, source, document.askedMs),
      )
      first ??= { ...value, asOfMs: askedMs - heldMs }
      if (value.matched !== first.matched) throw new Error('The list of alerts changed while it was read')
      alerts.push(...value.alerts)
      const isWhole = value.matched === null ? !value.hasNext : alerts.length >= value.matched
      if (isWhole) return { madeMs: first.madeMs, asOfMs: first.asOfMs, alerts: activeAlertsOf(alerts) }
      if (value.alerts.length === 0) break
    }
    throw new Error('The list of alerts is not complete')
  }

  /** Returns why a list is refused; null if it is not. */
  function refusedBecause(madeMs: number | null, asOfMs: number, before: number | null): string | null {
    if (madeMs === null) return null
    if (madeMs > asOfMs + mostAheadMs) return 'The list of alerts is from the future'
    if (madeMs < asOfMs - oldestMs) return 'The list of alerts is old'
    return before !== null && madeMs < before ? 'The list of alerts is older than the last one' : null
  }

  async function remember(madeMs: number | null, asOfMs: number, events: Remembered['events']) {
    last = { madeMs, events }
    // Stored at least every hour, because it would otherwise expire while nothing changes.
    const now = JSON.stringify([Math.floor(asOfMs / hourMs), ...events])
    if (now === written) return
    await memory.keep(memoryKey, { madeMs, events: Object.fromEntries(events) }, dayMs)
    written = now
  }

  async function readAlerts() {
    last ??= remembered(await memory.recall(memoryKey))
    const { madeMs, asOfMs, alerts } = await readList()
    const refused = refusedBecause(madeMs, asOfMs, last.madeMs)
    if (refused) return report({ delivering: false, detail: refused })
    // An event keeps its id as long as there is a message about it. A later message of the same kind is a new event.
    const events = new Map<string, string>()
    for (const { key, advisory } of alerts)
      events.set(key, last.events.get(key) ?? events.get(key) ?? advisory.continuity)
    const advisories = alerts.map(({ key, advisory }): Advisory => {
      return { ...advisory, continuity: events.get(key) ?? advisory.continuity }
    })
    bus.publish('advisories-heard', { source, asOfMs, advisories })
    await remember(madeMs, asOfMs, events)
    const nowhere = advisories.filter(({ outlines }) => outlines.length === 0)
    if (nowhere.length > 0)
      log.warn({ ids: nowhere.slice(0, 20).map(({ id }) => id) }, 'could not read the areas of some alerts')
    report({ delivering: true, detail: wordsOn(advisories.length, nowhere.length), deliveredMs: asOfMs })
  }

  schedule.every('eccc alerts', everyMs, async () => {
    if (!Iterator.from(places()).some(isInCanada))
      return report({ delivering: null, detail: 'Waiting for a location in Canada' })
    try {
      await readAlerts()
    } catch (error) {
      report({ delivering: false, detail: error instanceof Error ? error.message : String(error) })
    }
  })
  return { stop: async () => {} }
}

function wordsOn(count: number, nowhere: number): string {
  const all = `${count} active ${count === 1 ? 'alert' : 'alerts'}`
  if (nowhere === 0) return all
  return nowhere === 1
    ? `${all}; the area of 1 is not known`
    : `${all}; the areas of ${nowhere} are not known`
}
